"""Exploring: turning cards faceup, rotating them, laying new ones facedown."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option
from undercroft.games.tiny_epic_dungeons.enemies import add_goblin, add_minion
from undercroft.games.tiny_epic_dungeons.geometry import OPPOSITE, beside, join
from undercroft.games.tiny_epic_dungeons.pieces import (
    ENCOUNTER_CARD,
    GOBLIN_DANGER,
    LAIR_DOOR_CARD,
    MINION_DANGER,
    ROOM_CARD,
)
from undercroft.games.tiny_epic_dungeons.state import LAIR, NOBODY, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    DUNGEON,
    FLIPPED,
    LAID,
    PLACES,
    REVEAL_NEXT,
    REVEALED,
    ROTATE,
    ROTATED,
    ROTATION,
    SHORT_DECK,
    STOP,
    WALLED_IN,
)

LAIR_DOOR_SEEN: i64 = 4  # beyond the dangers, what a card may turn out to be


def turn_faceup(game: Dungeon, cell: i64, side: i64) -> None:
    """Turn a card faceup, rotate it, lay new cards, see that there is a way on (explore.sequence).

    `side` is where the card lies from the room that it is revealed from.
    """
    drawn = draw_room(game, cell)
    card = game.content.dungeon[drawn]
    game.table.tell(FLIPPED, drawn)
    game.table.tell(REVEALED, LAIR_DOOR_SEEN if card.type == LAIR_DOOR_CARD else card.danger)
    towards: i64 = OPPOSITE[side]
    ways: list[Option] = [ROTATE[exits] for exits in card.orientations if exits & towards]
    game.turned = drawn
    game.turned_at = cell
    exits = game.table.choose(game.active_seat(), ROTATION, tuple(ways)).number
    game.turned = NOBODY
    place(game, cell, drawn, exits)
    game.table.tell(ROTATED, drawn, exits)
    lay_around(game, cell)
    if game.hidden == 0 and game.door < 0:
        game.finish(WALLED_IN)


def place(game: Dungeon, cell: i64, card: i64, exits: i64) -> None:
    """Lay a room into its cell for good (grid.rotate-final)."""
    game.room[cell] = card
    game.exits[cell] = exits
    game.facedown[cell] = NOBODY
    game.hidden &= ~(bit(cell))
    game.rooms |= bit(cell)
    if game.content.dungeon[card].type == LAIR_DOOR_CARD:
        game.door = cell
    join(game, cell)


def draw_room(game: Dungeon, cell: i64) -> i64:
    """Which card a facedown one turns out to be, of all that it can be (play.dungeon-draw)."""
    source = game.facedown[cell]
    kind: i64 = ROOM_CARD
    if source == 1:
        kind = draw_from(game, game.unseen_in_b)
    elif source == 2:
        kind = draw_from(game, game.unseen_in_c)
    if kind == ROOM_CARD:
        return draw_from(game, game.unseen_rooms)
    if kind == ENCOUNTER_CARD:
        return draw_from(game, game.unseen_encounters)
    return lair_door(game)


def draw_from(game: Dungeon, cards: list[int]) -> i64:
    """Take one of the cards that nobody has seen."""
    return cards.pop(game.table.draw_position(DUNGEON, cards))


def lair_door(game: Dungeon) -> i64:
    """The Lair Door's card."""
    for card in game.content.dungeon:
        if card.type == LAIR_DOOR_CARD:
            return card.index
    return NOBODY


def lay_around(game: Dungeon, cell: i64) -> None:
    """Lay a facedown card at each exit to an empty cell, clockwise from the north (grid.new-facedown)."""
    empty: list[int] = []
    for side in range(4):
        other = beside(cell, side)
        if game.exits[cell] >> side & 1 and other >= 0 and not (game.rooms | game.hidden) >> other & 1:
            empty.append(other)
    while empty and deck_size(game) > 0:
        at = empty[0]
        if deck_size(game) < len(empty):
            options = tuple([PLACES[other] for other in empty])
            at = game.table.choose(game.active_seat(), SHORT_DECK, options).number - 1
        empty.remove(at)
        lay_facedown(game, at)


def lay_facedown(game: Dungeon, cell: i64) -> None:
    """The top card of the Dungeon Deck goes facedown into a cell; the deck is A, then B, then C (setup.deck-stack)."""
    for source in range(3):
        if game.left[source] > 0:
            game.left[source] -= 1
            game.facedown[cell] = source
            game.hidden |= bit(cell)
            game.table.tell(LAID, cell, deck_size(game))
            return


def deck_size(game: Dungeon) -> i64:
    """How many cards are left in the Dungeon Deck."""
    return game.left[0] + game.left[1] + game.left[2]


def facedown_beside(game: Dungeon, cell: i64) -> list[int]:
    """The sides of a room on which a facedown card lies at an exit (explore.reveal-by-moving)."""
    if cell == LAIR:
        return []
    sides: list[int] = []
    for side in range(4):
        if game.exits[cell] >> side & 1:
            other = beside(cell, side)
            if other >= 0 and game.hidden >> other & 1:
                sides.append(side)
    return sides


def reveal_around(game: Dungeon, cell: i64, most: i64, may_stop: bool) -> None:
    """Turn the cards at the exits of a room faceup, one by one as the player likes; nobody enters them.

    New cards that this lays are not turned (free.reveal-adjacent-one-by-one).
    """
    sides = facedown_beside(game, cell)
    while sides and most > 0 and game.end is None:
        side = sides[0]
        if len(sides) > 1 or may_stop:
            options: list[Option] = [PLACES[beside(cell, each)] for each in sides]
            if may_stop:
                options.append(STOP)
            answer = game.table.choose(game.active_seat(), REVEAL_NEXT, tuple(options))
            if answer is STOP:
                return
            for each in sides:
                if beside(cell, each) == answer.number - 1:
                    side = each
        sides.remove(side)
        most -= 1
        other = beside(cell, side)
        turn_faceup(game, other, side)
        if not game.content.switches.encounters_wait_for_entry and game.end is None:
            appear(game, other)


def appear(game: Dungeon, cell: i64) -> None:
    """The enemy of a room takes its place, once (danger.check-on-entry)."""
    danger = game.card_at(cell).danger
    if game.met >> cell & 1 or danger not in (GOBLIN_DANGER, MINION_DANGER):
        return
    game.met |= bit(cell)
    if danger == GOBLIN_DANGER:
        add_goblin(game, cell)
    else:
        add_minion(game, cell)
