"""Exploration: levels of six rooms, each made of two cards.

A room: look at the top card and choose. Resolve: it is the room, and the next card gives the results. Skip: it gives
the results, and the next card is the room. Then the room's icons are resolved one after another. After the last room
of a level: descend, eat, shuffle.
"""

from __future__ import annotations

from undercroft.core.state import State
from undercroft.core.table import Table
from undercroft.games.tin_helm.anytime import open_window
from undercroft.games.tin_helm.cards import (
    CAMPSITE_ICON,
    ENEMY_ICON,
    LOOT_ICON,
    RANDOM_ICON,
    TRAP_ICON,
    WATER_ICON,
    Room,
)
from undercroft.games.tin_helm.combat import meet
from undercroft.games.tin_helm.places import camp, find_loot, find_random, reach_water, spring_trap
from undercroft.games.tin_helm.setup import set_up
from undercroft.games.tin_helm.state import IDLE, NOBODY, TinHelm
from undercroft.games.tin_helm.vocabulary import (
    CORRUPTED,
    DUNGEON,
    LEVEL_ATE,
    LEVEL_DONE,
    LEVEL_HUNGER,
    RESOLVE,
    ROOM_CHOICE,
    ROOM_MENU,
    ROOM_RESOLVED,
    ROOM_SEEN,
    ROOM_SKIPPED,
    STARVED,
)


def play(state: State, table: Table) -> None:
    """Play on until the game is over, from set-up or from the head of any turn."""
    assert isinstance(state, TinHelm)
    state.table = table
    table.seat(state)
    if state.race == NOBODY:
        table.begin_turn()
        set_up(state)
    while state.end is None:
        table.begin_turn()
        take_turn(state)
    state.table = IDLE


def take_turn(game: TinHelm) -> None:
    """One room, and after the last card of the level the way down (level.six-rooms)."""
    explore(game)
    if game.end is None and len(game.deck) == 0:
        descend(game)


def explore(game: TinHelm) -> None:
    """Look at the top card, decide, and resolve the room that comes of it (room.look-then-decide)."""
    table = game.table
    game.room_number += 1
    top = game.deck.draw(table, DUNGEON)
    game.top = top
    table.tell(ROOM_SEEN, top, game.room_number)
    answer = game.ask(ROOM_CHOICE, ROOM_MENU)
    second = game.deck.draw(table, DUNGEON)
    game.first_card = answer is RESOLVE
    if game.first_card:
        game.room = top
        game.results = second
        table.tell(ROOM_RESOLVED, top, second)
    else:
        game.room = second
        game.results = top
        table.tell(ROOM_SKIPPED, second, top)
    resolve_icons(game)
    if game.end is None:
        game.top = game.room = game.results = game.icon = NOBODY


def resolve_icons(game: TinHelm) -> None:
    """All of the room's icons, in the order printed (room.icons-in-order, room.must-resolve)."""
    room = game.content.rooms[game.room]
    results = game.content.rooms[game.results]
    game.icon = 0
    for icon in room.icons:
        resolve_icon(game, icon, results)
        if game.end is not None:
            return
        game.icon += 1


def resolve_icon(game: TinHelm, icon: int, results: Room) -> None:
    """One icon by the results side (icon.six-kinds)."""
    if icon == ENEMY_ICON:
        meet(game, results.enemy)
    elif icon == TRAP_ICON:
        spring_trap(game, results)
    elif icon == RANDOM_ICON:
        find_random(game, results)
    elif icon == LOOT_ICON:
        find_loot(game, results)
    elif icon == CAMPSITE_ICON:
        camp(game)
    elif icon == WATER_ICON:
        reach_water(game)


def descend(game: TinHelm) -> None:
    """The end of a level: down one, eat, shuffle (level.descend); the fifth was the last (level.fifth-lost)."""
    figures = game.content.figures
    game.table.tell(LEVEL_DONE, game.level)
    if game.level >= figures.levels:
        game.finish(CORRUPTED)
        return
    game.level += 1
    game.used = 0
    game.flips = game.content.races[game.race].flips_per_level
    eat(game)
    if game.end is not None:
        return
    game.deck.shuffle(list(range(len(game.content.rooms))))
    game.room_number = 0
    game.tell_level()


def eat(game: TinHelm) -> None:
    """Feed the adventurer (level.eat), or go hungry (level.hunger)."""
    figures = game.content.figures
    open_window(game)
    if game.food >= figures.meal:
        game.food -= figures.meal
        game.table.tell(LEVEL_ATE, game.food)
        return
    game.lose_health(figures.hunger)
    game.table.tell(LEVEL_HUNGER, figures.hunger, game.health)
    if game.health == 0:
        game.finish(STARVED)
