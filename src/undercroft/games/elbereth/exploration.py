"""Exploration: the floor grows card by card around whatever lies open, and begins anew on the way down."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.grid import ORIGIN, SIDES, beside
from undercroft.games.elbereth.cards import BOSS, DOWN_STAIRS, ENEMY, ITEM, SHOP, WALL, Kind
from undercroft.games.elbereth.state import BOSS_TO_COME, NOBODY, OLDER, Elbereth
from undercroft.games.elbereth.vocabulary import (
    ATTACKS,
    BOSSES,
    BREAKS,
    DECK_EMPTY,
    DUNGEON,
    EXPLORING,
    FLOOR_BEGINS,
    FLOOR_LEFT,
    LAID,
    WON,
)


def explore_from(game: Elbereth, opened: i64) -> None:
    """Lay cards until every open card is surrounded, or the deck is empty (explore.place-until-full).

    Open cards are served in the order in which they became open (explore.immediately). Only the card just opened and
    those that it brings to the table can have empty sides, so that nothing else is looked at.
    """
    table = game.table
    deck = game.bags[-1]
    at = game.at
    first = len(game.cards)
    queue: list[int] = [opened]
    for number in queue:  # grows while it is read
        here: i64 = game.places[number]
        side: i64 = 0
        while side < SIDES:
            place = beside(here, side)
            side += 1
            if place in at:
                continue
            if not deck:
                return
            if len(game.cards) == first:
                table.tell(EXPLORING)
            if lay(game, place).open_face:
                queue.append(len(game.cards) - 1)
            if not deck:
                table.tell(DECK_EMPTY)


def lay(game: Elbereth, place: i64) -> Kind:
    """Draw a card and lay it at a place (explore.valid-space)."""
    drawn, seen = draw(game)
    lay_down(game, drawn, place, seen)
    game.table.tell(LAID, drawn, game.deck_size(), seen)
    return game.content.kinds[drawn]


def lay_down(game: Elbereth, kind: i64, place: i64, seen: i64) -> i64:
    """A card comes to the table, and with it what can be done about it; returns its number."""
    number = put(game, kind, place, seen)
    sort = game.content.kinds[kind].sort
    if sort == ENEMY:
        game.attacks.append(ATTACKS[number - 1])
    elif sort == WALL:
        game.breaks.append(BREAKS[number - 1])
    elif sort == ITEM:
        game.items.append(number)
    elif sort == SHOP:
        game.shop_found = True
    elif sort == DOWN_STAIRS:
        game.stairs_found = True
    elif sort == BOSS:
        game.attacks.append(ATTACKS[number - 1])
        game.boss = number
    return number


def put(game: Elbereth, kind: i64, place: i64, seen: i64) -> i64:
    """A card on the table, its face up; returns its number."""
    number = len(game.cards)
    game.cards.append(kind)
    game.places.append(place)
    game.turned.append(0)
    game.seen.append(seen)
    game.at[place] = number
    return number


def draw(game: Elbereth) -> tuple[i64, i64]:
    """The kind of the next card of the deck, and the floor above on which it was seen last: that of its bag.

    Whether a card of the first bag was seen on the first floor or never makes no difference, and is told as 0, like
    a card that was in the deck itself.
    """
    table = game.table
    level = len(game.bags) - 1
    bag = game.bags[level]
    kind: i64 = bag.pop(table.draw_position(DUNGEON, bag))
    while kind == OLDER:
        level -= 1
        bag = game.bags[level]
        kind = bag.pop(table.draw_position(DUNGEON, bag))
    if kind == BOSS_TO_COME:  # one of those left, and none comes twice (boss.one-per-floor)
        kind = game.bosses.pop(table.draw_position(BOSSES, game.bosses))
    return kind, level + 1 if 0 < level < len(game.bags) - 1 else 0


def turn_over(game: Elbereth, number: i64) -> None:
    """A card shows its open back, and the floor is explored from there."""
    game.turned[number] = 1
    explore_from(game, number)


# ---- floors ---------------------------------------------------------------------------------------------------------


def first_floor(game: Elbereth) -> None:
    """All ordinary cards in one deck with the boss and the down stairs (setup.stairs-and-deck)."""
    content = game.content
    if content.boss_per_floor:
        game.bosses = content.bosses[:]
    begin_floor(game, content.ordinary[:])


def descend(game: Elbereth) -> None:
    """Leave the floor; on the last one this wins (descend.condition, end.win)."""
    game.key_held = False
    game.table.tell(FLOOR_LEFT, game.floor)
    if game.floor == game.content.floors:
        game.finish(WON)
        return
    gathered = gather(game)
    game.bags.append(gathered)
    begin_floor(game, [OLDER] * (len(gathered) - game.content.removed))


def gather(game: Elbereth) -> list[int]:
    """All ordinary cards, those on the table and those left in the deck, as a bag (descend.gather)."""
    gathered = game.bags.pop()
    for number in range(len(game.cards)):
        if game.kind(number).sort < BOSS:
            gathered.append(game.cards[number])
    gathered.sort()
    return gathered


def begin_floor(game: Elbereth, ordinary: list[int]) -> None:
    """Lay the up stairs, shuffle boss and down stairs into the deck, explore (descend.new-floor)."""
    content = game.content
    game.floor += 1
    ordinary.append(content.down_stairs)
    ordinary.append(BOSS_TO_COME if content.boss_per_floor else content.bosses[0])
    game.bags.append(ordinary)
    game.cards = []
    game.places = []
    game.turned = []
    game.seen = []
    game.at = {}
    game.attacks = []
    game.breaks = []
    game.items = []
    game.shop_found = False
    game.stairs_found = False
    game.boss = NOBODY
    game.table.tell(FLOOR_BEGINS, game.floor, len(ordinary), game.out_of_the_game())
    explore_from(game, put(game, content.up_stairs, ORIGIN, 0))
