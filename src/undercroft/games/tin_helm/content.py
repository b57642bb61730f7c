"""What Tin Helm's data files may say, and how they become the cards on the table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from undercroft.core.content import Shelf, Tables, resolve
from undercroft.core.errors import ContentError
from undercroft.core.vocabulary import Option, Options
from undercroft.games.tin_helm import cards
from undercroft.games.tin_helm.vocabulary import AVOIDS, CLASSES, RACES, TRAPPINGS, USES

DATA = Path(__file__).parent / "data"
FILES = ("adventurers.toml", "cards.toml", "enemies.toml", "figures.toml", "rooms.toml")

Figure = Annotated[int, Meta(ge=0, le=99)]
Positive = Annotated[int, Meta(ge=1, le=99)]
Points = Annotated[int, Meta(ge=-99, le=99)]
Words = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z")]  # nothing unprintable
MOST_CARDS = 62  # a hand is the bits of one number


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A record of a data file: unknown fields are refused, names are kebab-case."""


class Race(Record, frozen=True, rename="kebab"):
    """A race and its power."""

    name: Words
    health: Figure
    energy: Figure
    food: Figure
    shares_card_with: str
    power: Words
    extra_trapping: bool = False
    camps_both: bool = False
    flips_per_level: Figure = 0
    water_gain: Figure = 0


class Class(Record, frozen=True, rename="kebab"):
    """A class: what it adds, what energy buys in an attack, which trappings it brings."""

    name: Words
    health: Figure
    energy: Figure
    bonus: Annotated[list[Figure], Meta(min_length=3, max_length=3)]
    trappings: list[str]


class Card(Record, frozen=True, rename="kebab"):
    """What a card in hand can do; every field is one effect, and a card may have several."""

    name: Words
    text: Words
    rest_health: Figure = 0
    rest_energy: Figure = 0
    first_card_damage: Figure = 0
    undead_damage: Figure = 0
    doubles_damage: Figure = 0
    rerolls_doubles: bool = False
    can_be_thrown: bool = False
    block: Figure = 0
    breaks_at: Figure = 0
    fishing_dice: Annotated[int, Meta(ge=0, le=6)] = 0
    altar_steps: Annotated[int, Meta(ge=0, le=1)] = 0
    disarm: Annotated[list[Figure], Meta(max_length=6)] = []
    trades_for_shard: bool = False
    use: str = ""
    use_health: Figure = 0
    use_energy: Figure = 0
    avoid: str = ""
    avoid_favor: Figure = 0
    avoid_once_per_level: bool = False
    avoid_discards: bool = False
    avoid_undead_only: bool = False


class Trapping(Card, frozen=True, rename="kebab", kw_only=True):
    """A trapping: one of the two on its card."""

    pair: Annotated[str, Meta(min_length=1)]


class Enemy(Record, frozen=True, rename="kebab"):
    """An enemy card; `favor` may be the word level."""

    name: Words
    health: Positive
    attack: Figure
    defense: Figure
    favor: Figure | Literal["level"]
    power: Words | Literal[""] = ""
    plural: bool = False
    undead: bool = False
    attacks_first: bool = False
    rerolls_doubles: bool = False
    energy_before_combat: Figure = 0
    energy_per_hit: Figure = 0
    favor_per_hit: Figure = 0
    food_reward: Figure = 0
    shard_reward: Figure = 0


class Trap(Record, frozen=True, rename="kebab"):
    """A trap: how much, and off which track."""

    amount: Figure
    track: Literal["health", "energy", "none"]


class Room(Record, frozen=True, rename="kebab"):
    """A dungeon card: its room side (the icons) and its results side (the rest)."""

    name: Words
    icons: Annotated[list[Literal["enemy", "trap", "random", "loot", "campsite", "water"]], Meta(min_length=1)]
    enemy: str
    trap: Trap
    random: str
    loot: str


class AltarStep(Record, frozen=True, rename="kebab"):
    """What an altar gives from so much favor on."""

    favor: Figure
    health: Figure = 0
    energy: Figure = 0
    shard_or_full_health: bool = False


class Rank(Record, frozen=True, rename="kebab"):
    """A rank for a won game."""

    name: Words
    least: Annotated[int, Meta(ge=-9999, le=9999)]


class Switches(Record, frozen=True, rename="kebab"):
    """House rules that an edition turns on or off."""

    food_heals: bool
    net_always_fishes: bool


class Figures(Record, frozen=True, rename="kebab"):
    """The numbers of the rules themselves."""

    levels: Positive
    shards_to_win: Positive
    food_limit: Figure
    favor_limit: Figure
    plain_strike: Positive
    meal: Positive
    hunger: Figure
    fish_from: Annotated[int, Meta(ge=1, le=7)]
    rest_health: Figure
    rest_energy: Figure
    forage_food: Figure
    grove_food: Annotated[list[Figure], Meta(min_length=6, max_length=6)]
    grove_energy_lost: Annotated[list[Figure], Meta(min_length=6, max_length=6)]
    labyrinth_food: Positive
    labyrinth_energy: Positive
    labyrinth_health: Figure
    pigman_favor: Figure
    score_shard: Points
    score_favor: Points
    score_level: Points


@dataclass(frozen=True)
class Shape:
    """The tables of the data files."""

    race: dict[str, Race]
    class_: dict[str, Class]
    trapping: dict[str, Trapping]
    loot: dict[str, Card]
    enemy: dict[str, Enemy]
    room: dict[str, Room]
    altar: dict[str, AltarStep]
    rank: dict[str, Rank]
    switches: Switches
    figures: Figures


def link(tables: Tables, shape: Shape) -> cards.Content:
    """Turn names into what they stand for; a name that stands for nothing is refused."""
    content = cards.Content(
        food_heals=shape.switches.food_heals,
        net_always_fishes=shape.switches.net_always_fishes,
        figures=_figures(shape),
    )
    count = len(shape.trapping) + len(shape.loot)
    if count > MOST_CARDS:
        raise ContentError(f"cards.toml: {count} cards are too many; there can be {MOST_CARDS}")
    trappings: dict[str, cards.Card] = {}
    loot: dict[str, cards.Card] = {}
    uses: dict[str, str] = {}
    for table, records, into in (("trapping", shape.trapping, trappings), ("loot", shape.loot, loot)):
        for key, record in records.items():
            into[key] = _card(tables.place(table, key), key, record, len(content.cards), uses)
            content.cards.append(into[key])
    _check_cards(tables, content)
    enemies = {key: _enemy(len(content.enemies), key, record, content) for key, record in shape.enemy.items()}
    for key, room in shape.room.items():
        content.rooms.append(_room(tables.place("room", key), len(content.rooms), key, room, enemies, loot))
    if len(content.rooms) % 2 or not content.rooms:
        raise ContentError(
            f"rooms.toml: a level uses the cards in pairs, and {len(content.rooms)} is not an even number"
        )
    for key, cls in shape.class_.items():
        _class(tables.place("class", key), key, cls, trappings, content)
    classes = {cls.key: cls for cls in content.classes}
    for key, race in shape.race.items():
        _race(tables.place("race", key), key, race, classes, content)
    content.altar.extend(
        cards.AltarStep(step.favor, step.health, step.energy, step.shard_or_full_health)
        for step in shape.altar.values()
    )
    _check_altar(tables, content)
    content.ranks.extend(sorted((rank.least, key, rank.name) for key, rank in shape.rank.items()))
    return content


def _figures(shape: Shape) -> cards.Figures:
    return cards.Figures(**{name: getattr(shape.figures, name) for name in shape.figures.__struct_fields__})


def _option(place: str, field: str, word: str, known: Options) -> Option:
    options = {option.name: option for option in known}
    option: Option = resolve(place, field, word, options, "option")
    return option


def _card(place: str, key: str, record: Card, index: int, uses: dict[str, str]) -> cards.Card:
    card = cards.Card(index, key, record.name)
    card.pair = record.pair if isinstance(record, Trapping) else ""
    if isinstance(record, Trapping):
        card.option = _option(place, "key", key, TRAPPINGS)
    for name in cards.PLAIN_EFFECTS:
        setattr(card, name, getattr(record, name))
    if record.disarm and len(record.disarm) != 6:
        raise ContentError(f"{place}: disarm: six figures are needed, one for each face of the die")
    card.disarm = list(record.disarm)
    for field, word, known in (("use", record.use, USES[:3]), ("avoid", record.avoid, AVOIDS)):
        if not word:
            continue
        setattr(card, field, _option(place, field, word, known))
        if word in uses:
            raise ContentError(f"{place}: {field}: {word!r} already belongs to {uses[word]}")
        uses[word] = key
    return card


def _check_cards(tables: Tables, content: cards.Content) -> None:
    """Of some effects only one card can have each."""
    for effect in cards.SINGLE_EFFECTS:
        having = [card for card in content.cards if getattr(card, effect)]
        if len(having) > 1:
            place = tables.place("trapping" if having[1].pair else "loot", having[1].key)
            raise ContentError(f"{place}: {effect.replace('_', '-')}: the {having[0].name} has this effect already")


def _enemy(index: int, key: str, record: Enemy, content: cards.Content) -> cards.Enemy:
    enemy = cards.Enemy(index, key, record.name)
    for name in cards.ENEMY_FIGURES:
        setattr(enemy, name, getattr(record, name))
    enemy.favor = -1 if record.favor == "level" else int(record.favor)
    content.enemies.append(enemy)
    return enemy


def _room(
    place: str, index: int, key: str, record: Room, enemies: dict[str, cards.Enemy], loot: dict[str, cards.Card]
) -> cards.Room:
    room = cards.Room(index, key, record.name)
    room.icons.extend(cards.ICONS.index(icon) for icon in record.icons)
    room.enemy = resolve(place, "enemy", record.enemy, enemies, "enemy").index
    if record.trap.track == "none" and record.trap.amount:
        raise ContentError(f"{place}: trap: {record.trap.amount} needs a track, health or energy")
    room.trap_health = record.trap.amount if record.trap.track == "health" else 0
    room.trap_energy = record.trap.amount if record.trap.track == "energy" else 0
    room.random = _find(place, "random", record.random, ("trap", "loot"), enemies, loot)
    room.loot = _find(place, "loot", record.loot, ("empty", "shard"), enemies, loot)
    return room


def _find(
    place: str,
    field: str,
    word: str,
    bare: tuple[str, ...],
    enemies: dict[str, cards.Enemy],
    loot: dict[str, cards.Card],
) -> cards.Find:
    """A results entry: a bare word, or kind.key, such as enemy.mimic, place.grove, loot.ring."""
    kind, dot, key = word.partition(".")
    if not dot and kind in bare:
        return cards.Find(cards.FIND_KINDS.index(kind), 0)
    if dot and kind == "enemy":
        return cards.Find(cards.FIND_KINDS.index(kind), resolve(place, field, key, enemies, "enemy").index)
    if dot and kind == "loot" and field == "loot":
        return cards.Find(cards.FIND_KINDS.index("card"), resolve(place, field, key, loot, "loot").index)
    if dot and kind == "place" and field == "random":
        places = {name: number for number, name in enumerate(cards.PLACES)}
        return cards.Find(cards.FIND_KINDS.index(kind), resolve(place, field, key, places, "place"))
    raise ContentError(
        f"{place}: {field}: {word!r} is not understood; write {', '.join(bare)}, enemy.KEY or "
        f"{'loot.KEY' if field == 'loot' else 'place.KEY'}"
    )


def _class(place: str, key: str, record: Class, trappings: dict[str, cards.Card], content: cards.Content) -> None:
    cls = cards.Class(len(content.classes), key, record.name, _option(place, "key", key, CLASSES))
    cls.health = record.health
    cls.energy = record.energy
    cls.bonus = [0, *record.bonus]
    for name in record.trappings:
        cls.trappings.append(resolve(place, "trappings", name, trappings, "trapping").index)
    if len({trappings[name].pair for name in record.trappings}) < len(record.trappings):
        raise ContentError(f"{place}: trappings: two of them are on the same card")
    content.classes.append(cls)


def _race(place: str, key: str, record: Race, classes: dict[str, cards.Class], content: cards.Content) -> None:
    race = cards.Race(len(content.races), key, record.name, _option(place, "key", key, RACES))
    for name in cards.RACE_FIGURES:
        setattr(race, name, getattr(record, name))
    shared = resolve(place, "shares-card-with", record.shares_card_with, classes, "class")
    race.classes.extend(cls for cls in content.classes if cls is not shared)
    if not race.classes:
        raise ContentError(f"{place}: shares-card-with: no class is left for a {record.name}")
    for cls in race.classes:
        if race.health + cls.health < 1:
            raise ContentError(f"{place}: health: a {record.name} {cls.name} would start dead")
    content.races.append(race)


def _check_altar(tables: Tables, content: cards.Content) -> None:
    favors = [step.favor for step in content.altar]
    if not favors or favors[0] != 0 or favors != sorted(set(favors)):
        raise ContentError(f"{tables.place('altar')}: the steps must begin at favor 0 and rise")
    if any(step.top for step in content.altar[:-1]):
        raise ContentError(f"{tables.place('altar')}: only the last step may give a shard or full health")


SHELF = Shelf(DATA, FILES, Shape, link)
editions, load, read = SHELF.editions, SHELF.load, SHELF.read
