"""How the steady bot of FreeQuest goes about an errand: bandaging, walking together, doors, traps in the way."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.freequest_errands import (
    ENTER,
    EXPLORE,
    HUNT,
    LOOK_FOR_DOORS,
    LOW,
    SEARCH,
    SEARCH_ALL,
    UNLOCK,
    WORK,
    Errand,
    body_to_fetch,
)
from undercroft.bots.steady.freequest_fights import Plan, aid_worth, best_aid
from undercroft.bots.steady.freequest_paths import (
    NO_LEAPS,
    NO_WAY,
    OVER_PITS,
    OVER_TRAPS,
    next_on_the_way,
    reach_of_hero,
    stride,
    ways_to,
)
from undercroft.core.ground import NOWHERE, SIDES
from undercroft.core.vocabulary import Option, Options
from undercroft.games.freequest.movement import is_passing
from undercroft.games.freequest.paths import distances
from undercroft.games.freequest.pieces import HEAL, HEAL_AROUND, NOTHING
from undercroft.games.freequest.sheets import movement
from undercroft.games.freequest.state import ARMED, DID_ACTIVATE, DID_MOVE, NOBODY, Board, Hero
from undercroft.games.freequest.turns import MOST_AIDED
from undercroft.games.freequest.vocabulary import (
    DISARMS,
    END_MOVE,
    END_TURN,
    LEAPS,
    NO,
    OPENS,
    SEARCH_DOORS,
    SEARCH_TRAPS,
    SEARCH_TREASURE,
    STEPS,
    UNLOCKS,
    WORKS,
)

TOGETHER: Final = (EXPLORE, HUNT, ENTER, UNLOCK)  # errands on which nobody goes far ahead
CLOSE: Final = 4  # steps within which all are before a door is opened
APART: Final = 6  # steps that somebody may be behind before the others wait
LEAP: Final = 4  # steps that a leap must save
HINDERS: Final = 100  # steps that a square seems further if somebody there hinders whoever does the errand
BOTHERS: Final = 3  # or perhaps somebody else
BANDAGE: Final = 0.5  # what first aid must be worth to be given in peace

# ---- bandages -------------------------------------------------------------------------------------------------------


def mending(board: Board, hero: Hero, options: Options) -> Option | None:
    """First aid, a healing spell that would not be wasted, or a knife for a snare."""
    aid = best_aid(board, hero, options)
    if aid is not None and aid.worth >= BANDAGE:
        return aid.option
    for option in options:
        if option.family == "cast" and heals_enough(board, hero, option.number):
            return option
    return None


def heals_enough(board: Board, hero: Hero, index: i64) -> bool:
    """Whether a healing spell finds somebody who is low and can take all of it."""
    spell = board.content.spells[index]
    if spell.effect == HEAL:
        for other in board.heroes:
            low = other.lives() and other.health <= LOW and other.full - other.health >= spell.number
            if low and (not spell.adjacent or board.adjacent(hero.at, other.at)):
                return not spell.second or other.health <= spell.second
    if spell.effect == HEAL_AROUND:
        missing: i64 = 0
        for other in board.heroes:
            if other is hero or (other.lives() and board.adjacent(hero.at, other.at)):
                missing += min(spell.number, other.full - other.health)
        return missing >= 3 * spell.number - 1
    return False


def patient_of(board: Board, hero: Hero) -> Hero | None:
    """Whom to bandage next."""
    best: Hero | None = None
    most = BANDAGE
    for other in board.heroes:
        if other is not hero and other.lives() and not other.aided and 0 < other.health <= MOST_AIDED:
            worth = aid_worth(hero, other)
            if worth >= most and other.health < other.full:
                best = other
                most = worth
    return best


def run_errand(board: Board, hero: Hero, options: Options, errand: Errand, alone: bool) -> Plan:
    """Go where the errand can be done, not too far ahead of the others, and do it."""
    if errand.far[hero.at] == 0 and not is_passing(board, hero):
        deed = deed_of(board, hero, options, errand, alone)
        return Plan(rest(board, hero, options) if deed is None else deed, None, [])
    if errand.kind in TOGETHER and not alone and not is_followed(board, hero, APART):
        return Plan(rest(board, hero, options), None, [])
    return walk(board, hero, options, errand.far, 0, errand)


def deed_of(board: Board, hero: Hero, options: Options, errand: Errand, alone: bool) -> Option | None:
    """What is to be done on the spot; None if it must wait."""
    wanted = NO
    if errand.kind == SEARCH or errand.kind == SEARCH_ALL:
        wanted = SEARCH_TREASURE
    elif errand.kind == LOOK_FOR_DOORS:
        wanted = SEARCH_DOORS
    elif errand.kind == WORK:
        wanted = WORKS[errand.about]
    elif board.did == 0 and not board.moved and (alone or is_followed(board, hero, CLOSE)):
        if errand.kind == UNLOCK:
            wanted = UNLOCKS[side_of_door(board, hero, errand.about)]
        elif errand.kind == EXPLORE:
            wanted = OPENS[errand.about % SIDES]
    return wanted if wanted in options else None


def side_of_door(board: Board, hero: Hero, door: i64) -> i64:
    """On which side of a hero a door is."""
    for side in range(SIDES):
        if board.ground.door[hero.at * SIDES + side] == door:
            return side
    return 0


def is_followed(board: Board, hero: Hero, most: i64) -> bool:
    """Whether all the others are close to a hero; nobody waits for those who cannot come."""
    if len(board.heroes) == 1:
        return True
    steps = distances(board, hero.at)
    return not any(other.lives() and steps[other.at] > most for other in board.heroes)


def keep_up(board: Board, hero: Hero, options: Options, errand: Errand, behind: list[int]) -> Plan:
    """Stay close to whoever does the errand, and out of the way."""
    if behind[hero.at] == NO_WAY:
        return Plan(rest(board, hero, options), None, [])
    return walk(board, hero, options, behind, 1, errand)


def walk(board: Board, hero: Hero, options: Options, far: list[int], until: i64, errand: Errand | None) -> Plan:
    """Walk on until it is so far and no less; through a closed door or over a trap if that is where the way leads.

    Somebody else's errand is not to be stood in the way of.
    """
    crosses = errand is None or errand.doer == hero.index or waits_for_all(board, errand)
    leaps = NO_LEAPS
    if crosses:
        leaps = OVER_PITS if could_disarm(board) else OVER_TRAPS
    reach = reach_of_hero(board, hero, board.steps_left if board.walking else moves_left(board, hero), leaps)
    must_leave = hero.in_pit or is_passing(board, hero)
    ahead = ahead_of_doer(board, hero, errand)
    best: i64 = NOWHERE
    least: i64 = 0
    for at in reach.squares:
        if far[at] == NO_WAY or (at == hero.at and must_leave):
            continue
        rank = far[at] - until if far[at] >= until else 2 * (until - far[at])
        if best != NOWHERE and rank >= least:
            continue
        rank += HINDERS if at == ahead else hindrance(board, hero, at, errand)
        if reach.risky and reach.is_risky(at):
            rank += LEAP
        if best == NOWHERE or rank < least:
            best = at
            least = rank
    if best != NOWHERE and best != hero.at:
        way = reach.way(best)
        return Plan(stride(board, hero.at, way[-1]), None, way)
    if best == hero.at and least >= HINDERS:
        for side in range(SIDES):
            if LEAPS[side] in options:
                return Plan(LEAPS[side], None, [])
    if far[hero.at] > until and crosses:
        side = next_on_the_way(board, hero, far)
        if side != NOWHERE:
            if OPENS[side] in options:
                return Plan(OPENS[side], None, [])
            other = board.step(hero.at, side)
            if other != NOWHERE and board.trap_state(other) != NOTHING:
                if far[other] == 0:
                    return Plan(onto_a_trap(board, hero, options, side), None, [])
                return Plan(over_a_trap(board, hero, options, side), None, [])
    return Plan(rest(board, hero, options), None, [])


def waits_for_all(board: Board, errand: Errand) -> bool:
    """Whether whoever does the errand waits for somebody who is behind, so that a trap must be crossed to keep up."""
    if errand.kind not in TOGETHER:
        return False
    doer = board.heroes[errand.doer]
    return any(hero.lives() and apart(board, hero.at, doer.at) > CLOSE for hero in board.heroes)


def apart(board: Board, one: i64, other: i64) -> i64:
    """How many steps two squares are apart as the crow flies, if crows flew along rows and columns."""
    width = board.ground.width
    across = one % width - other % width
    down = one // width - other // width
    return (across if across > 0 else -across) + (down if down > 0 else -down)


def ahead_of_doer(board: Board, hero: Hero, errand: Errand | None) -> i64:
    """The next square on the way of somebody else who does the errand, or NOWHERE."""
    if errand is None or errand.doer == hero.index:
        return NOWHERE
    doer = board.heroes[errand.doer]
    side = next_on_the_way(board, doer, errand.far)
    return NOWHERE if side == NOWHERE else board.step(doer.at, side)


def hindrance(board: Board, hero: Hero, at: i64, errand: Errand | None) -> i64:
    """How many steps further a square seems because somebody there hinders who is in a pit or does the errand."""
    for other in board.heroes:
        trapped = other.in_pit and other is not hero and board.adjacent(other.at, at)
        if trapped and is_last_way_out(board, hero, other, at):
            return HINDERS
    if errand is None or errand.doer == hero.index:
        return 0
    if errand.far[at] == 0:
        return HINDERS
    if not board.traps:
        return 0
    doer = board.heroes[errand.doer]
    for side in range(SIDES):
        trap = board.step(at, side)
        if trap == NOWHERE or board.trap_state(trap) == NOTHING:
            continue
        beyond = board.step(trap, side)  # somebody there may want to leap to here
        if beyond != NOWHERE and beyond != hero.at and board.hero_at(beyond) != NOBODY:
            return HINDERS if beyond == doer.at else BOTHERS
    return 0


def is_last_way_out(board: Board, hero: Hero, other: Hero, at: i64) -> bool:
    """Whether somebody in a pit could climb out to this square only."""
    for side in range(SIDES):
        beside = board.step(other.at, side)
        if beside != NOWHERE and beside != at and (beside == hero.at or board.is_free(beside)):
            return False
    return True


def moves_left(board: Board, hero: Hero) -> i64:
    """How far a Move would take a hero now."""
    if board.did & DID_MOVE or board.actions_left <= 0 or hero.snared:
        return 0
    return movement(board.content, hero)


def could_disarm(board: Board) -> bool:
    """Whether the hero whose turn it is has an action left to disarm a trap: a leap helps one, that helps all."""
    return board.actions_left > 0 and not board.did & DID_ACTIVATE


def over_a_trap(board: Board, hero: Hero, options: Options, side: i64) -> Option:
    """A known trap that bars the way: disarm it, or leap over it, or else risk it; but not onto a companion."""
    if DISARMS[side] in options:
        return DISARMS[side]
    trap = board.step(hero.at, side)
    if board.trap_state(trap) == ARMED and board.walking and could_disarm(board):
        return END_MOVE
    if LEAPS[side] in options:
        return LEAPS[side]
    beyond = board.step(trap, side)
    if beyond != NOWHERE and board.hero_at(beyond) != NOBODY:
        return rest(board, hero, options)
    return STEPS[side]


def onto_a_trap(board: Board, hero: Hero, options: Options, side: i64) -> Option:
    """A known trap where one has to stand: disarm it, or climb into an open pit."""
    if DISARMS[side] in options:
        return DISARMS[side]
    if board.trap_state(board.step(hero.at, side)) == ARMED:
        return rest(board, hero, options)
    return STEPS[side]


def rest(board: Board, hero: Hero, options: Options) -> Option:
    """Nothing to do: look for traps if nobody has here, and let the others act."""
    if board.walking:
        return END_MOVE if END_MOVE in options else step_aside(board, hero, options)
    area = board.ground.area[hero.at]
    if not board.safe_areas >> area & 1 and SEARCH_TRAPS in options and not board.sees_a_monster(hero):
        return SEARCH_TRAPS
    return END_TURN


def step_aside(board: Board, hero: Hero, options: Options) -> Option:
    """Off a square that somebody else stands on, best to a free one without a trap."""
    for side in range(SIDES):
        other = board.step(hero.at, side)
        if other != NOWHERE and STEPS[side] in options and board.is_free(other) and board.trap_state(other) == NOTHING:
            return STEPS[side]
    return options[0]


def go_home(board: Board, hero: Hero, options: Options, home: list[int]) -> Plan:
    """Back to the starting tile, with a dead companion if there is one to carry."""
    body = body_to_fetch(board, hero)
    if body != NOBODY:
        return walk(board, hero, options, ways_to(board, [board.heroes[body].body_at]), 0, None)
    if board.in_start(hero.at) and not is_passing(board, hero):
        return Plan(rest(board, hero, options), None, [])
    return walk(board, hero, options, home, 0, None)
