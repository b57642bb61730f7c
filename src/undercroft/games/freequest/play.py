"""The run of play: one step after another, each from a state that a copy could go on from."""

from __future__ import annotations

from undercroft.core.state import State
from undercroft.core.table import Table
from undercroft.games.freequest.aftermath import take_stock
from undercroft.games.freequest.between import between_step
from undercroft.games.freequest.referee import referee_step
from undercroft.games.freequest.setup import choose_order, choose_quest, create_heroes, draft, place_hero
from undercroft.games.freequest.state import (
    ALL_OVER,
    BETWEEN_QUESTS,
    CHOOSING_QUEST,
    CREATING,
    DRAFTING,
    HEROES_ACT,
    IDLE,
    ORDERING,
    PLACING,
    REFEREE_ACTS,
    FreeQuest,
)
from undercroft.games.freequest.turns import heroes_step


def play(state: State, table: Table) -> None:
    """Play on until the quest is over, from set-up or from before any decision."""
    assert isinstance(state, FreeQuest)
    state.table = table
    table.seat(state)
    while state.board.phase != ALL_OVER:
        table.begin_turn()
        take_one_step(state)
    state.table = IDLE


def take_one_step(game: FreeQuest) -> None:
    """What comes next: at most one decision, and what follows from it."""
    phase = game.board.phase
    if phase == HEROES_ACT:
        heroes_step(game)
    elif phase == REFEREE_ACTS:
        referee_step(game)
    elif phase == CREATING:
        create_heroes(game)
    elif phase == BETWEEN_QUESTS:
        between_step(game)
    elif phase == CHOOSING_QUEST:
        choose_quest(game)
    elif phase == ORDERING:
        choose_order(game)
    elif phase == DRAFTING:
        draft(game)
    elif phase == PLACING:
        place_hero(game)
    else:
        take_stock(game)
