"""Movement: steps, doors, leaps; which squares a hero may enter is worked out from the board alone."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.ground import DOOR, NOWHERE, SIDES
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.contests import test
from undercroft.games.freequest.exploring import look_around
from undercroft.games.freequest.pieces import LEAPS_MADE, LONG_LEAP, NOTHING, STRONG_BACK, SURE_LEAP
from undercroft.games.freequest.sheets import movement
from undercroft.games.freequest.state import DID_MOVE, FIRST_MONSTER, NOBODY, Board, FreeQuest, Hero
from undercroft.games.freequest.traps import arrive
from undercroft.games.freequest.vocabulary import (
    CLIMBED,
    DOOR_OPENED,
    LEAP_FELL,
    LEAP_SHORT,
    LEAPS,
    LEAPT,
    LEAPT_SURELY,
    MOVED,
    OPENS,
    STEPS,
    SURE_LEAPS,
)

MOST_SURE: Final = 2  # squares that a leap without a roll can clear


# ---- what may be entered --------------------------------------------------------------------------------------------


def offer_steps(board: Board, hero: Hero, left: i64, options: list[Option]) -> None:
    """Steps and leaps with so much movement left (move.orthogonal, jump.what)."""
    if hero.snared:
        return
    if hero.in_pit:
        for side in range(SIDES):
            other = board.step(hero.at, side)
            if other != NOWHERE and board.is_free(other):
                options.append(STEPS[side])
        return
    for side in range(SIDES):
        other = board.step(hero.at, side)
        if other != NOWHERE and may_enter(board, hero, other, left - 1):
            options.append(STEPS[side])
    if board.figures[hero.at] == hero.index + 1:
        offer_leaps(board, hero, left, options)


def may_enter(board: Board, hero: Hero, at: i64, left: i64) -> bool:
    """Whether a hero may step onto a square with so much movement left after the step."""
    if board.is_free(at):
        return True
    if not may_pass(board, hero, at):
        return False
    return left > 0 and can_leave(board, hero, at, left)


def may_pass(board: Board, hero: Hero, at: i64) -> bool:
    """Whether a square that is taken may be passed (move.through-allies, move.not-past-monsters)."""
    figure = board.figures[at]
    if (figure == 0 or figure >= FIRST_MONSTER) and not hero.smoke:
        return False
    return board.trap_state(at) == NOTHING  # move.ally-on-armed-trap


def can_leave(board: Board, hero: Hero, at: i64, left: i64) -> bool:
    """Whether a free known square is in reach from a square that is only passed (move.no-sharing)."""
    ring: list[int] = [at]
    seen: list[int] = [at, hero.at]
    while left > 0:
        left -= 1
        after: list[int] = []
        for one in ring:
            for side in range(SIDES):
                other = board.step(one, side)
                if other == NOWHERE or other in seen:
                    continue
                if board.is_free(other):
                    return True
                seen.append(other)
                if may_pass(board, hero, other):
                    after.append(other)
        ring = after
    return False


def offer_leaps(board: Board, hero: Hero, left: i64, options: list[Option]) -> None:
    """Leaps in all directions in which one is possible (jump.straight-line, jump.movement-needed)."""
    if left < 2 or (hero.carries != NOBODY and not hero.can(STRONG_BACK)):
        return
    for side in range(SIDES):
        run = leap_run(board, hero.at, side)
        if run and run + 1 <= left:
            options.append(LEAPS[side])
            if run <= MOST_SURE and not hero.hare and rope(board, hero) != NOTHING:
                options.append(SURE_LEAPS[side])


def leap_run(board: Board, at: i64, side: i64) -> i64:
    """How many obstacle squares lie between a hero and a square to land on; 0 if there is no leap."""
    run: i64 = 0
    furniture = False
    while True:
        at = board.step(at, side)
        if at == NOWHERE or board.figures[at]:
            return 0
        solid = board.is_solid(at)
        if not solid and board.trap_state(at) == NOTHING:
            return run
        if run == 0:
            furniture = solid
        elif solid != furniture:
            return 0
        run += 1


def rope(board: Board, hero: Hero) -> i64:
    """An item that makes a leap sure and has not been used in this quest, or NOTHING."""
    for index in hero.gear:
        if board.content.items[index].power == SURE_LEAP and index not in hero.powers_used:
            return index
    return NOTHING


def offer_doors(board: Board, hero: Hero, options: list[Option]) -> None:
    """Closed doors that border the hero's square and are not locked (door.reach)."""
    ground = board.ground
    for side in range(SIDES):
        place = hero.at * SIDES + side
        if ground.edge[place] == DOOR:
            door = ground.door[place]
            if not board.doors_open >> door & 1 and not board.doors_locked >> door & 1:
                options.append(OPENS[side])


# ---- a Move ---------------------------------------------------------------------------------------------------------


def begin_move(game: FreeQuest, hero: Hero) -> None:
    """The Move action begins with its first step."""
    board = game.board
    board.did |= DID_MOVE
    board.actions_left -= 1
    board.walking = True
    board.walked = 0
    board.steps_left = movement(game.content, hero)


def take_step(game: FreeQuest, hero: Hero, side: i64) -> None:
    """One square further (move.step-by-step)."""
    board = game.board
    if not board.walking:
        begin_move(game, hero)
    climbing = hero.in_pit
    to = board.step(hero.at, side)
    board.steps_left -= 1
    if climbing:
        hero.in_pit = False
        board.steps_left = 0
        game.table.tell(CLIMBED, hero.kind.index)
    arrive(game, hero, to)
    board.walked += 1
    finish_if_spent(game, hero)


def is_passing(board: Board, hero: Hero) -> bool:
    """Whether a hero is in the middle of passing a square that is taken."""
    return board.figures[hero.at] != hero.index + 1


def finish_if_spent(game: FreeQuest, hero: Hero) -> None:
    """The Move ends by itself when no movement is left or the hero is dead."""
    if game.board.walking and (game.board.steps_left <= 0 or not hero.lives()):
        end_move(game, hero)


def end_move(game: FreeQuest, hero: Hero) -> None:
    """The Move is over; movement not used is lost (turn.no-splitting)."""
    board = game.board
    board.walking = False
    board.steps_left = 0
    hero.hare = 0
    hero.smoke = False
    if board.walked:
        game.table.tell(MOVED, hero.kind.index, board.walked)


def open_door(game: FreeQuest, hero: Hero, side: i64) -> None:
    """A door is opened, and what is behind it is seen (door.free, door.stays-open)."""
    game.look_behind()
    board = game.board
    board.doors_open |= bit(board.ground.door[hero.at * SIDES + side])
    game.table.tell(DOOR_OPENED, hero.kind.index)
    game.table.learn()
    look_around(game)


# ---- leaps ----------------------------------------------------------------------------------------------------------


def leap(game: FreeQuest, hero: Hero, side: i64, surely: bool) -> None:
    """Leap over a run of furniture or traps (jump.roll, jump.success-per-square)."""
    board = game.board
    if not board.walking:
        begin_move(game, hero)
    run = leap_run(board, hero.at, side)
    if surely:
        hero.powers_used.append(rope(board, hero))
    if surely or (hero.hare and run <= MOST_SURE):
        game.table.tell(LEAPT_SURELY, hero.kind.index, run)
        land(game, hero, side, run)
        return
    made = test(game, hero.skill_dice, game.content.leap_target + hero.leap_more)
    needed = max(run - 1, 1) if hero.can(LONG_LEAP) else run
    if made >= needed:
        game.table.tell(LEAPT, hero.kind.index, run, board.roll)
        land(game, hero, side, run)
    elif board.is_solid(board.step(hero.at, side)):
        game.table.tell(LEAP_SHORT, hero.kind.index, board.roll)
        end_move(game, hero)
    else:
        game.table.tell(LEAP_FELL, hero.kind.index, board.roll)
        fall(game, hero, side, made)


def land(game: FreeQuest, hero: Hero, side: i64, run: i64) -> None:
    """Come down beyond the obstacles (jump.landing-hidden-trap)."""
    board = game.board
    hero.deeds[LEAPS_MADE] += 1
    board.steps_left -= run + 1
    to = hero.at
    for _ in range(run + 1):
        to = board.step(to, side)
    arrive(game, hero, to)
    board.walked += run + 1
    finish_if_spent(game, hero)


def fall(game: FreeQuest, hero: Hero, side: i64, made: i64) -> None:
    """Come down on the first trap square that the successes did not carry over (jump.fail-trap)."""
    board = game.board
    to = hero.at
    for _ in range(made + 1):
        to = board.step(to, side)
    arrive(game, hero, to)
    board.walked += made + 1
    end_move(game, hero)
