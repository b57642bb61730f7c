"""Entering a square, and the traps that wait there."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.ground import NOWHERE, SIDES
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.combat import square_of, suffer
from undercroft.games.freequest.contests import contest, test
from undercroft.games.freequest.exploring import look_from
from undercroft.games.freequest.paths import reach_of
from undercroft.games.freequest.pieces import (
    BELL,
    LIGHT_STEP,
    NOTHING,
    ONCE,
    PIT,
    SLIT,
    SNARE,
    VAULT,
    TrapKind,
)
from undercroft.games.freequest.sheets import defense_dice
from undercroft.games.freequest.state import FIRST_MONSTER, OPEN_PIT, REFEREE, Board, FreeQuest, Hero, Matter
from undercroft.games.freequest.vocabulary import (
    BELL_RANG,
    BELL_SQUARE,
    IN_PIT,
    MONSTER_MOVED,
    RUBBLE,
    SNARED,
    SQUARES,
    STEPPED_LIGHTLY,
    TRAP_ATTACKED,
    TRAP_SPRUNG,
    TRAP_SQUARE,
)


def arrive(game: FreeQuest, hero: Hero, to: i64) -> None:
    """A hero enters a square: areas are seen, and an armed trap goes off, which ends the Move (trap.enter)."""
    board = game.board
    set_down(board, hero, to)
    area = board.ground.area[to]
    if not board.trodden[to]:
        board.trodden[to] = 1
        if not board.safe_areas >> area & 1:
            game.table.learn()  # whether a trap lies there (turn.no-take-back)
    board.reached |= bit(area)
    look_from(game, hero)
    if board.figures[to] == hero.index + 1 and enter_trap(game, hero, to):
        board.steps_left = 0


def set_down(board: Board, hero: Hero, to: i64) -> None:
    """Take the figure up and set it down; one that passes a square that is taken is not shown there."""
    if hero.at != NOWHERE and board.figures[hero.at] == hero.index + 1:
        board.figures[hero.at] = 0
    if board.in_start(to) and hero.at != NOWHERE and not board.in_start(hero.at):
        board.came_home |= bit(hero.index)
    hero.at = to
    board.moved = True
    if board.figures[to] == 0 and not board.is_solid(to):
        board.figures[to] = hero.index + 1


def enter_trap(game: FreeQuest, hero: Hero, at: i64) -> bool:
    """What a trap does to whoever enters its square; whether there was one (trap.enter, jump.fail-trap)."""
    board = game.board
    hidden = NOTHING if game.notes.veiled else game.notes.traps.pop(at, NOTHING)
    if hidden != NOTHING:
        board.traps[at] = hidden * 2
        game.table.learn()
        if hero.can(LIGHT_STEP) and test(game, hero.skill_dice, game.content.disarm_target):
            game.table.tell(STEPPED_LIGHTLY, hero.kind.index, hidden, board.roll)
            return True
    known = board.traps.get(at, NOTHING)
    if known == NOTHING:
        return False
    spring(game, hero, game.content.traps[known // 2], at)
    return True


def spring(game: FreeQuest, hero: Hero, trap: TrapKind, at: i64) -> None:
    """A trap has its full effect on a hero (trap.full-effect); what is left of it is its own (trap.after-trigger)."""
    board = game.board
    game.table.tell(TRAP_SPRUNG, hero.kind.index, trap.index)
    if at in board.traps:
        if trap.after == ONCE:
            del board.traps[at]
        elif trap.effect == PIT:
            board.traps[at] = trap.index * 2 + OPEN_PIT
    if trap.effect == PIT:
        hero.in_pit = True
        game.table.tell(IN_PIT, hero.kind.index)
        suffer(game, hero, trap.damage, False)
    elif trap.effect == SLIT:
        damage = contest(game, trap.attack, defense_dice(hero))
        game.table.tell(TRAP_ATTACKED, hero.kind.index, board.roll, board.against)
        suffer(game, hero, damage, False)
    elif trap.effect == VAULT:
        vault_falls(game, hero, trap, at)
    elif trap.effect == SNARE:
        hero.snared = trap.target
        game.table.tell(SNARED, hero.kind.index)
    elif trap.effect == BELL:
        bell_rings(game, trap)


def vault_falls(game: FreeQuest, hero: Hero, trap: TrapKind, at: i64) -> None:
    """The ceiling comes down: damage, and the hero jumps aside while rubble fills the square, if there is room."""
    board = game.board
    free: list[Option] = []
    for side in range(SIDES):
        other = board.step(at, side)
        if other != NOWHERE and board.is_free(other):
            free.append(SQUARES[board.codes[other]])
    if not free:
        suffer(game, hero, trap.damage + 1, False)
        return
    if board.figures[at] == hero.index + 1:
        board.figures[at] = 0
    board.rubble.append(at)
    game.table.tell(RUBBLE)
    suffer(game, hero, trap.damage, False)
    if hero.lives():
        answer = game.ask(hero.seat, TRAP_SQUARE, tuple(free), Matter(hero=hero.index))
        arrive(game, hero, square_of(board, answer))


def bell_rings(game: FreeQuest, trap: TrapKind) -> None:
    """The referee moves every placed monster a few squares at once."""
    board = game.board
    game.table.tell(BELL_RANG)
    for monster in board.monsters:
        if monster.at == NOWHERE:
            continue
        walks = reach_of(board, monster.at, trap.squares)
        board.acting = monster.number
        stay = SQUARES[board.codes[monster.at]]
        options = (stay, *[SQUARES[board.codes[at]] for at in walks.squares])
        answer = game.table.choose(REFEREE, BELL_SQUARE, options)
        if answer is not stay:
            to = square_of(board, answer)
            board.figures[monster.at] = 0
            monster.at = to
            board.figures[to] = FIRST_MONSTER + monster.number
            game.table.tell(MONSTER_MOVED, monster.noun, walks.steps[walks.squares.index(to)])
    board.acting = -1
