"""How a quest ends: the objective, the way home, death of all, the last round, withdrawal."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.ground import NOWHERE
from undercroft.core.vocabulary import EventKind
from undercroft.games.freequest.combat import die
from undercroft.games.freequest.pieces import FETCH, KILL, REACH_AREA, WORK_DEVICE
from undercroft.games.freequest.state import CAPTIVE, QUEST_OVER, Board, FreeQuest, Hero
from undercroft.games.freequest.vocabulary import (
    COMPLETE,
    NO,
    OBJECTIVE_DONE,
    RAGE_ENDS,
    STAYS,
    TIME_UP,
    VOTED,
    WIPED,
    WITHDRAW,
    WITHDREW,
    YES,
)


def settle(game: FreeQuest) -> None:
    """After every action and at the end of every turn: spells that end, the objective, the end (turn.check-order)."""
    board = game.board
    if board.end is not None:
        return
    end_rages(game)
    note_objective(game)
    if board.living() == 0:
        finish(game, WIPED)


def complete_after_action(game: FreeQuest) -> None:
    """An action is over: the quest is complete if it has brought the last living hero home (quest.complete)."""
    board = game.board
    came = board.came_home
    board.came_home = 0
    if any(hero.lives() and came >> hero.index & 1 for hero in board.heroes):
        complete_if_home(game)


def complete_after_turn(game: FreeQuest, hero: Hero) -> None:
    """A turn is over: the quest may be complete, unless the turn ended by its hero's death (quest.complete)."""
    if hero.lives():
        complete_if_home(game)


def complete_if_home(game: FreeQuest) -> None:
    """The quest is complete with the objective achieved and all living heroes on the starting tile (quest.complete)."""
    board = game.board
    if board.end is None and board.achieved and all_home(board):
        finish(game, COMPLETE)


def end_rages(game: FreeQuest) -> None:
    """Burning Rage ends for whoever sees no monster any more (spell.burning-rage-end)."""
    for hero in game.board.heroes:
        if hero.raging and hero.lives() and not game.board.sees_a_monster(hero):
            hero.raging = False
            game.table.tell(RAGE_ENDS, hero.kind.index)
            if hero.health == 0:
                die(game, hero)


def note_objective(game: FreeQuest) -> None:
    """Whether the objective is achieved (quest.objective).

    What was killed, reached or worked stays so; what must be brought home counts as long as a living hero has it or it
    lies on the starting tile.
    """
    board = game.board
    quest = game.quest()
    wanted = quest.wanted
    if quest.objective == FETCH:
        board.achieved = safe_items(board) & wanted == wanted
    elif quest.objective == KILL:
        board.achieved = board.killed & wanted == wanted
    elif quest.objective == REACH_AREA:
        board.achieved = board.reached & wanted != 0
    elif quest.objective == WORK_DEVICE:
        board.achieved = board.worked & wanted == wanted
    else:
        board.achieved = captive_is_safe(board)
    if board.achieved and not board.told_objective:
        board.told_objective = True
        game.table.tell(OBJECTIVE_DONE)


def safe_items(board: Board) -> i64:
    """The quest items that the living carry or that lie on the starting tile, as bits."""
    held: i64 = 0
    for hero in board.heroes:
        if hero.lives() or is_retrieved(board, hero.index):
            held |= hero.quest_items
    return held


def captive_is_safe(board: Board) -> bool:
    """Whether the captive is carried by a living hero or lies on the starting tile."""
    if board.captive_at != NOWHERE:
        return board.in_start(board.captive_at)
    return any(hero.lives() and hero.carries == CAPTIVE for hero in board.heroes)


def is_retrieved(board: Board, index: i64) -> bool:
    """Whether a dead hero is carried by a living one or lies on the starting tile (body.lost-forever)."""
    hero = board.heroes[index]
    if hero.body_at != NOWHERE:
        return board.in_start(hero.body_at)
    return any(other.lives() and other.carries == index for other in board.heroes)


def all_home(board: Board) -> bool:
    """Whether all living heroes stand on the starting tile (quest.complete)."""
    return all(board.in_start(hero.at) for hero in board.heroes if hero.lives())


def finish(game: FreeQuest, end: EventKind) -> None:
    """The quest is over."""
    board = game.board
    board.end = end
    board.phase = QUEST_OVER
    game.table.tell(end, board.round)


def ask_to_withdraw(game: FreeQuest) -> None:
    """All at home without success may give the quest up, if every living hero agrees (fail.withdraw)."""
    board = game.board
    if board.round < 2 or board.end is not None or board.achieved or not all_home(board):
        return
    asked: i64 = 0
    for place in range(len(board.order)):  # whoever has just ended the turn is asked first
        hero = board.heroes[board.order[(board.turn + place) % len(board.order)]]
        if hero.lives() and not asked >> hero.seat & 1:
            if game.table.choose(hero.seat, WITHDRAW, (NO, YES)) is NO:
                if asked:  # somebody was for going home
                    game.table.tell(STAYS, hero.kind.index)
                return
            asked |= bit(hero.seat)
            game.table.tell(VOTED, hero.kind.index)
    finish(game, WITHDREW)


def check_last_round(game: FreeQuest) -> None:
    """The quest fails when its last round has passed (quest.round-limit)."""
    if game.board.end is None and game.board.round >= game.board.rounds:
        finish(game, TIME_UP)
