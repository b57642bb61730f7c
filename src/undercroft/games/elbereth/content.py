"""What Elbereth's data files may say, and how they become the cards on the table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from undercroft.core.content import Shelf, Tables, resolve
from undercroft.core.errors import ContentError
from undercroft.games.elbereth import cards
from undercroft.games.elbereth.vocabulary import ITEMS, MOST_CARDS, PIECES

DATA = Path(__file__).parent / "data"
FILES = ("cards.toml", "bosses.toml", "figures.toml")
STAIRS_AND_BOSS = 2  # the cards of a floor that are not ordinary, besides the up stairs
STRONGEST = 9  # what a six and three weapons reach

Words = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z")]  # no control characters
Mark = Annotated[str, Meta(min_length=1, max_length=2, pattern=r"^[!-~]*\Z")]  # what every terminal can show
Count = Annotated[int, Meta(ge=0, le=99)]
Strength = Annotated[int, Meta(ge=2, le=STRONGEST)]  # 1 would be beaten by any roll
Sort = Literal["enemy", "wall", "item", "shop", "open-area"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A record of a data file: unknown fields are refused, names are kebab-case."""


class Card(Record, frozen=True, rename="kebab"):
    """An ordinary dungeon card; enemies have a strength, items say which item they are."""

    name: Words
    sort: Sort
    mark: Mark
    count: Count
    strength: Strength | None = None
    item: str | None = None


class Boss(Record, frozen=True, rename="kebab"):
    """A boss: its strength, how many hits in succession it takes, and the items it takes as a bribe."""

    name: Words
    mark: Mark
    strength: Strength
    hits_needed: Annotated[int, Meta(ge=1, le=2)] = 1
    bribe: list[str] = []


class Equipment(Record, frozen=True, rename="kebab"):
    """A piece of equipment and its number."""

    name: Words
    number: Annotated[int, Meta(ge=1, le=len(PIECES))]
    plural: bool = False


class Figures(Record, frozen=True, rename="kebab"):
    """How many floors there are, how many cards leave the game on each, and whom one meets there."""

    floors: Annotated[int, Meta(ge=1, le=20)]
    removed: Annotated[int, Meta(ge=1, le=20)]
    boss: str


class Switches(Record, frozen=True, rename="kebab"):
    """What editions decide differently."""

    fixed_start: bool
    last_dragon_wins: bool
    shop_restores_discarded: bool
    boss_per_floor: bool


class Start(Record, frozen=True, rename="kebab"):
    """The pieces of a fixed start."""

    pieces: Annotated[list[str], Meta(min_length=1, max_length=len(PIECES))]


@dataclass(frozen=True)
class Shape:
    """All tables of the data folder."""

    card: dict[str, Card]
    boss: dict[str, Boss]
    equipment: dict[str, Equipment]
    figures: Figures
    switches: Switches
    start: Start


def link(tables: Tables, shape: Shape) -> cards.Content:
    """Turn names into what they stand for; a name that stands for nothing is refused."""
    content = cards.Content(shape.figures.floors, shape.figures.removed, _start(tables, shape))
    switches = shape.switches
    content.last_dragon_wins = switches.last_dragon_wins
    content.shop_restores_discarded = switches.shop_restores_discarded
    content.boss_per_floor = switches.boss_per_floor
    _add_equipment(tables, shape, content)
    for key, card in shape.card.items():
        _add_card(tables.place("card", key), key, card, content)
    content.up_stairs = _add_stairs("up-stairs", "Up Stairs", "<", content)
    content.down_stairs = _add_stairs("down-stairs", "Down Stairs", ">", content)
    resolve(tables.place("figures"), "boss", shape.figures.boss, shape.boss, "boss")
    for key, boss in shape.boss.items():
        kind = _add_boss(tables.place("boss", key), key, boss, content)
        if content.boss_per_floor or key == shape.figures.boss:
            content.bosses.append(kind)
    _check_deck(tables, content)
    _check_bosses(tables, content)
    return content


def _start(tables: Tables, shape: Shape) -> int:
    """The pieces of a fixed start as bits, or 0."""
    bits = 0
    place = tables.place("start")
    for word in _each_once(place, "pieces", shape.start.pieces):
        bits |= 1 << _place(place, "pieces", word, PIECES, "piece of equipment")
    return bits if shape.switches.fixed_start else 0


def _each_once(place: str, field: str, words: list[str]) -> list[str]:
    """A list without anything twice."""
    for word in words:
        if words.count(word) > 1:
            raise ContentError(f"{place}: {field}: {word!r} is there twice")
    return words


def _place(place: str, field: str, word: str, known: tuple[str, ...], what: str) -> int:
    """Which of the known words this is."""
    index: int = resolve(place, field, word, {name: index for index, name in enumerate(known)}, what)
    return index


def _add_equipment(tables: Tables, shape: Shape, content: cards.Content) -> None:
    """The six pieces, each with a number of its own."""
    for key in shape.equipment:
        _place(tables.place("equipment"), key, key, PIECES, "piece of equipment")
    for index, key in enumerate(PIECES):
        if key not in shape.equipment:
            raise ContentError(f"{tables.place('equipment')}: the piece {key!r} is missing")
        record = shape.equipment[key]
        content.pieces.append(cards.Piece(index, key, record.name, record.number, record.plural))
    content.by_number.extend(sorted(content.pieces, key=lambda piece: piece.number))
    for first, second in pairwise(content.by_number):
        if first.number == second.number:
            changed = tables.files[f"equipment.{first.key}"] != tables.files[f"equipment.{second.key}"] == FILES[-1]
            one, other = (first, second) if changed else (second, first)
            place = tables.place("equipment", one.key)
            raise ContentError(f"{place}: number: the {other.name} has the number {one.number} already")


def _add_card(place: str, key: str, record: Card, content: cards.Content) -> None:
    """An ordinary card, as often as it is in the deck."""
    for field, value, sort in (("strength", record.strength, "enemy"), ("item", record.item, "item")):
        if value is None and record.sort == sort:
            raise ContentError(f"{place}: the field {field!r} is missing")
        if value is not None and record.sort != sort:
            raise ContentError(f"{place}: {field}: only a card of the sort {sort!r} has one")
    kind = cards.Kind(len(content.kinds), key, record.name, cards.SORTS.index(record.sort), record.mark, record.count)
    kind.strength = record.strength or 0
    if record.item is not None:
        kind.item = _place(place, "item", record.item, ITEMS, "item")
    content.kinds.append(kind)
    content.ordinary.extend([kind.index] * record.count)


def _add_stairs(key: str, name: str, mark: str, content: cards.Content) -> int:
    kind = cards.Kind(len(content.kinds), key, name, cards.SORTS.index(key), mark, 1)
    content.kinds.append(kind)
    return kind.index


def _add_boss(place: str, key: str, record: Boss, content: cards.Content) -> int:
    """A boss; returns its kind."""
    kind = cards.Kind(len(content.kinds), key, record.name, cards.BOSS, record.mark, 1)
    kind.strength = record.strength
    kind.hits_needed = record.hits_needed
    kind.bribes = [_place(place, "bribe", word, ITEMS, "item") for word in _each_once(place, "bribe", record.bribe)]
    content.kinds.append(kind)
    return kind.index


def _check_deck(tables: Tables, content: cards.Content) -> None:
    """So many cards leave on each floor that none are left after the last (comp.card-count)."""
    have, floors, removed = len(content.ordinary), content.floors, content.removed
    place = tables.files.get("card", FILES[0])
    if have not in (removed * (floors - 1), removed * floors):
        raise ContentError(
            f"{place}: card: there are {have} ordinary cards; with {floors} floors and {removed} cards that leave on "
            f"each there must be {removed * (floors - 1)} or {removed * floors}"
        )
    if have + STAIRS_AND_BOSS > MOST_CARDS:
        raise ContentError(f"{place}: card: {have} cards are too many; there can be {MOST_CARDS - STAIRS_AND_BOSS}")


def _check_bosses(tables: Tables, content: cards.Content) -> None:
    """With a boss on every floor there must be enough of them."""
    if content.boss_per_floor and len(content.bosses) < content.floors:
        raise ContentError(
            f"{tables.place('boss')}: {content.floors} floors need as many bosses, and there are {len(content.bosses)}"
        )


SHELF = Shelf(DATA, FILES, Shape, link)
editions, load, read = SHELF.editions, SHELF.load, SHELF.read
