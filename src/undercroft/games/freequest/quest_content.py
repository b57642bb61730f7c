"""What quest files may say, and how they become the quest book.

A quest is one TOML file: a map in characters, its areas, and lists of what is on it. Squares are [x, y] from the top
left corner of the map, counted from 0; records of a list are counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from undercroft.core.content import convert_record, read_toml, resolve
from undercroft.core.errors import ContentError
from undercroft.core.ground import NO_DOOR, NOWHERE, OPEN, ROCK, SIDES, WALL, Ground
from undercroft.games.freequest import pieces
from undercroft.games.freequest.pieces import Book, Content, Quest
from undercroft.games.freequest.quest_checks import check, check_book, check_counts, check_threat
from undercroft.games.freequest.vocabulary import MOST_HEROES, MOST_QUESTS

QUESTS = Path(__file__).parent / "data" / "quests"
CAMPAIGN = "campaign.toml"
WIDEST = 31
HIGHEST = 24
IS_ROCK = "#"
WANDERER = "goblin"  # of a quest that names none (wander.place)
NO_QUESTS: Mapping[str, int] = {}

NO_CONTROL = r"^[^\x00-\x1f\x7f-\x9f]*\Z"
Words = Annotated[str, Meta(min_length=1, max_length=60, pattern=NO_CONTROL)]
Text = Annotated[str, Meta(max_length=900, pattern=NO_CONTROL)]
Id = Annotated[str, Meta(min_length=1, max_length=40)]
Ids = Annotated[list[str], Meta(max_length=60)]
Records = Annotated[list[Any], Meta(max_length=800)]
Heroes = Annotated[int, Meta(ge=1, le=MOST_HEROES)]
Gold = Annotated[int, Meta(ge=0, le=9999)]
Target = Annotated[int, Meta(ge=2, le=6)]
Square = tuple[int, int]
Edge = tuple[Square, Square]

T = TypeVar("T")


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A record of a quest file: unknown fields are refused, names are kebab-case."""


class QuestFile(Record, frozen=True, rename="kebab"):
    """A quest; what is in its lists is read record by record."""

    id: Id
    title: Words
    step: Annotated[int, Meta(ge=1, le=5)]
    briefing: Annotated[str, Meta(min_length=1, max_length=900, pattern=NO_CONTROL)]
    goal: Annotated[str, Meta(min_length=1, max_length=200, pattern=NO_CONTROL)]
    objective: dict[str, Any]
    map: Annotated[str, Meta(min_length=1, max_length=(WIDEST + 2) * HIGHEST * 2)]
    areas: dict[str, Any]
    heroes: tuple[Heroes, Heroes] = (1, MOST_HEROES)
    rounds: Annotated[int, Meta(ge=10, le=200)] = 60
    on_wipe: Literal["recovery", "ransom", "lost"] = "recovery"
    reward: Gold = 0
    opens: Ids = []
    after_lost: Ids = []
    last: bool = False
    secret_way: bool = False
    wandering: Annotated[list[str], Meta(max_length=20)] = []
    doors: Records = []
    walls: Records = []
    furniture: Records = []
    devices: Records = []
    traps: Records = []
    monsters: Records = []
    treasure: Records = []
    quest_items: Annotated[list[Any], Meta(max_length=20)] = []
    captive: dict[str, Any] | None = None


class Objective(Record, frozen=True, rename="kebab"):
    """What is to be done, and to what: ids, or letters of areas; a rescue names nothing."""

    kind: Literal["item", "kill", "reach", "device", "rescue"]
    ref: str | list[str] = []


class Area(Record, frozen=True, rename="kebab"):
    """An area; `text` is read to all when it is shown, `notes` are for the referee."""

    kind: Literal["room", "hallway", "start"]
    text: Text = ""
    notes: Text = ""


class Door(Record, frozen=True, rename="kebab"):
    """A door between two squares; a locked one has a key (a quest item) or levers (devices that must all be worked)."""

    at: Edge
    state: Literal["closed", "open", "secret", "locked"] = "closed"
    id: Id | None = None
    key: str | None = None
    levers: Ids = []


class Wall(Record, frozen=True, rename="kebab"):
    """A wall between two hallways."""

    at: Edge


class Furniture(Record, frozen=True, rename="kebab"):
    """A piece of furniture by its top left square and its size."""

    name: Words
    at: Square
    size: tuple[Annotated[int, Meta(ge=1, le=9)], Annotated[int, Meta(ge=1, le=9)]] = (1, 1)


class PlacedMonster(Record, frozen=True, rename="kebab"):
    """A monster that comes when a device is worked."""

    monster: str
    at: Square
    from_: Heroes = msgspec.field(name="from", default=1)
    name: Words | None = None
    health: Annotated[int, Meta(ge=0, le=9)] = 0


class Device(Record, frozen=True, rename="kebab"):
    """A device; `opens` are doors by number or id, `test` is a Skill test's target, `text` is read when it works."""

    id: Id
    name: Words
    at: Square
    text: Annotated[str, Meta(min_length=1, max_length=900, pattern=NO_CONTROL)]
    public: Annotated[str, Meta(max_length=200, pattern=NO_CONTROL)] = ""
    test: Target | None = None
    uses: Annotated[int, Meta(ge=1, le=9)] = 1
    gold: Gold = 0
    opens: Annotated[list[int | str], Meta(max_length=20)] = []
    shows: Ids = []
    trap: str | None = None
    trap_on_one: str | None = None
    places: Annotated[list[PlacedMonster], Meta(max_length=10)] = []


class Trap(Record, frozen=True, rename="kebab"):
    """A trap on a square."""

    kind: str
    at: Square


class Monster(Record, frozen=True, rename="kebab"):
    """A monster on a square for parties of `from` heroes and more; `health` is what it has beyond its kind."""

    kind: str
    at: Square
    from_: Heroes = msgspec.field(name="from", default=1)
    id: Id | None = None
    name: Words | None = None
    health: Annotated[int, Meta(ge=0, le=9)] = 0


class Treasure(Record, frozen=True, rename="kebab"):
    """What lies in an area for whoever searches it first."""

    area: str
    gold: Gold = 0
    items: Ids = []
    quest_items: Ids = []


class QuestItem(Record, frozen=True, rename="kebab"):
    """A thing that only this quest knows: a key, or what is to be brought back."""

    id: Id
    name: Words


class Captive(Record, frozen=True, rename="kebab"):
    """Somebody to be carried home."""

    at: Square
    name: Words


class CampaignFile(Record, frozen=True, rename="kebab"):
    """The quests of the campaign in order, and those that are open at first."""

    quests: Annotated[list[str], Meta(min_length=1, max_length=MOST_QUESTS - 1)]
    first: Annotated[list[str], Meta(min_length=1)]


# ---- the book -------------------------------------------------------------------------------------------------------


def read_book(folder: Path, content: Content, own: Mapping[str, Any] | None = None) -> Book:
    """The quest book of a folder, with a player's own quest at its end if there is one."""
    campaign = read_campaign(folder)
    known = {key: index for index, key in enumerate(campaign.quests)}
    book = new_book(content)
    for key in campaign.quests:
        name = f"{key}.toml"
        quest = quest_from(read_toml(folder / name), content, name, book, known, weigh=False)
        if quest.key != key:
            raise ContentError(f"{name}: id: it is {quest.key!r}; in this file it must be {key!r}")
        bind(book, quest)
    for path in sorted(folder.glob("*.toml")):
        if path.name != CAMPAIGN and path.stem not in known:
            raise ContentError(f"{CAMPAIGN}: quests: {path.name} is in the folder and not in the list")
    book.first.extend(known[key] for key in campaign.first)
    check_book(book, content, CAMPAIGN)
    if own:
        quest = quest_from(own, content, "own quest", book, known)
        if quest.key in known:
            raise ContentError(f"own quest: id: there is a quest {quest.key!r} in the book already")
        bind(book, quest)
    return book


def bind(book: Book, quest: Quest) -> None:
    """Put a quest at the end of a book, and the names of its things with all the others."""
    book.things.append(len(book.thing_names))
    book.thing_names.extend(quest.quest_items)
    book.quests.append(quest)


def read_campaign(folder: Path) -> CampaignFile:
    """The list of quests in a folder."""
    campaign = convert_record(read_toml(folder / CAMPAIGN), CampaignFile, CAMPAIGN)
    _check_once(f"{CAMPAIGN}: quests", campaign.quests)
    _check_once(f"{CAMPAIGN}: first", campaign.first)
    for key in campaign.quests:
        _check_id(f"{CAMPAIGN}: quests", key)
    for key in campaign.first:
        resolve(CAMPAIGN, "first", key, dict.fromkeys(campaign.quests), "quest")
    return campaign


def new_book(content: Content) -> Book:
    """A book without quests; its nouns begin with the kinds of monsters."""
    book = Book()
    book.nouns.extend(kind.name for kind in content.monsters)
    return book


def read_quest_file(path: Path, content: Content) -> Quest:
    """A quest that stands in a file of its own; it may name quests of the campaign."""
    known = {key: index for index, key in enumerate(read_campaign(QUESTS).quests)}
    return quest_from(read_toml(path), content, path.name, new_book(content), known)


def quest_from(
    document: Mapping[str, Any],
    content: Content,
    place: str,
    book: Book | None = None,
    known: Mapping[str, int] = NO_QUESTS,
    weigh: bool = True,
) -> Quest:
    """The quest that a document tells, checked; its texts and names go into the book, `known` are quests by id.

    It is weighed against the threat that its parties may meet unless the figures of monsters are somebody's experiment.
    """
    book = book or new_book(content)
    record = convert_record(dict(document), QuestFile, place)
    _check_id(f"{place}: id", record.id)
    rows = _rows(place, record.map)
    ground = Ground(len(rows[0]), len(rows))
    quest = Quest(len(book.quests), record.id, record.title, ground)
    draft = Draft(place, content, book, quest)
    _set_figures(draft, record, known)
    _draw_map(draft, record, rows)
    _build_walls(draft, record.walls)
    _add_quest_items(draft, record)
    _hang_doors(draft, record.doors)
    _add_furniture(draft, record.furniture)
    _add_traps(draft, record.traps)
    _add_monsters(draft, record.monsters)
    _add_devices(draft, record.devices)
    check_counts(quest, place)  # before anything is written as bits
    _lock_doors(draft)
    _add_treasure(draft, record.treasure)
    _set_objective(draft, record)
    check(quest, content, place)
    if weigh:
        check_threat(quest, content, place)
    return quest


@dataclass
class Draft:
    """A quest that is being read, and what its words stand for so far."""

    place: str
    content: Content
    book: Book
    quest: Quest
    areas: dict[str, int] = field(default_factory=dict)
    doors: dict[str, int] = field(default_factory=dict)
    door_records: list[Door] = field(default_factory=list)
    devices: dict[str, int] = field(default_factory=dict)
    monsters: dict[str, int] = field(default_factory=dict)
    quest_items: dict[str, int] = field(default_factory=dict)

    def at(self, here: str, where: Square) -> int:
        """The number of a square of the map."""
        x, y = where
        ground = self.quest.ground
        if not (0 <= x < ground.width and 0 <= y < ground.height):
            raise ContentError(f"{here}: ({x}, {y}) is not on the map, which is {ground.width} x {ground.height}")
        return y * ground.width + x

    def edge(self, here: str, where: Edge) -> tuple[int, int]:
        """The first of two squares, and the side on which the second lies."""
        one, other = (self.at(here, each) for each in where)
        side = self.quest.ground.side_towards(one, other)
        if side == NOWHERE:
            first, second = (f"({x}, {y})" for x, y in where)
            raise ContentError(f"{here}: {first} and {second} are not neighbours")
        return one, side

    def text(self, text: str) -> int:
        """The number of a text among those of the book."""
        if not text:
            return pieces.NOTHING
        self.book.texts.append(text)
        return len(self.book.texts) - 1

    def noun(self, kind: int, name: str | None) -> int:
        """The number of a monster's name among the nouns of the book, which all sentences give an article."""
        if name is None:
            return kind
        self.book.nouns.append(name.removeprefix("the ").removeprefix("The "))
        return len(self.book.nouns) - 1

    def monster(self, here: str, name: str, key: str) -> int:
        """A kind of monster."""
        return _index(here, name, key, self.content.monsters, "monster")

    def trap(self, here: str, name: str, key: str | None) -> int:
        """A kind of trap, or NOTHING."""
        return pieces.NOTHING if key is None else _index(here, name, key, self.content.traps, "trap")

    def bits(self, here: str, name: str, words: list[str], known: Mapping[str, int], what: str) -> int:
        """Several things as bits, each at most once."""
        _check_once(f"{here}: {name}", words)
        return sum(1 << resolve(here, name, word, known, what) for word in words)

    def add(self, here: str, key: str, into: dict[str, int], index: int) -> None:
        """Remember what an id stands for."""
        _check_id(f"{here}: id", key)
        if key in into:
            raise ContentError(f"{here}: id: {key!r} is there twice")
        into[key] = index


def _index(here: str, name: str, key: str, things: list[Any], what: str) -> int:
    """Which of the things this is."""
    index: int = resolve(here, name, key, {thing.key: thing.index for thing in things}, what)
    return index


def _check_id(here: str, key: str) -> None:
    """Ids are made of small letters, figures and hyphens."""
    if not key.replace("-", "").isalnum() or not key.isascii() or key != key.lower() or len(key) > 40:
        raise ContentError(f"{here}: {key!r} is not an id, as for example cold-kiln is")


def _check_once(here: str, words: list[str]) -> None:
    for word in words:
        if words.count(word) > 1:
            raise ContentError(f"{here}: {word!r} is there twice")


def _each(place: str, name: str, records: list[Any], kind: type[T]) -> list[tuple[str, T]]:
    """The records of a list, each with its place for an error."""
    places = [f"{place}: {name} {number}" for number in range(1, len(records) + 1)]
    return [(here, convert_record(record, kind, here)) for here, record in zip(places, records)]


# ---- from the top of the file to its end ----------------------------------------------------------------------------


def _set_figures(draft: Draft, record: QuestFile, known: Mapping[str, int]) -> None:
    quest = draft.quest
    quest.step = record.step
    quest.least, quest.most = record.heroes
    quest.briefing = record.briefing
    quest.goal = record.goal
    quest.rounds = record.rounds
    quest.on_wipe = pieces.RESULTS.index(record.on_wipe)
    quest.reward = record.reward
    quest.last = record.last
    quest.secret_way = record.secret_way
    quest.wandering.extend(draft.monster(draft.place, "wandering", key) for key in record.wandering or [WANDERER])
    for name, keys, into in (("opens", record.opens, quest.opens), ("after-lost", record.after_lost, quest.after_lost)):
        _check_once(f"{draft.place}: {name}", keys)
        into.extend(resolve(draft.place, name, key, known, "quest") for key in keys)


def _rows(place: str, text: str) -> list[str]:
    """The rows of a map, all of one length."""
    rows = text.strip("\n").split("\n")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ContentError(f"{place}: map: row {number} has {len(row)} squares and the first has {len(rows[0])}")
    if not 1 <= len(rows[0]) <= WIDEST or len(rows) > HIGHEST:
        raise ContentError(f"{place}: map: it is {len(rows[0])} x {len(rows)}; it can be {WIDEST} x {HIGHEST} at most")
    return rows


def _draw_map(draft: Draft, record: QuestFile, rows: list[str]) -> None:
    """Areas, and the walls between them: none within an area and between hallways (area.partition)."""
    quest, ground = draft.quest, draft.quest.ground
    for index, (letter, raw) in enumerate(record.areas.items()):
        if len(letter) != 1 or not letter.isalnum() or not letter.isascii():
            raise ContentError(f"{draft.place}: areas: {letter[:20]!r} is not a single letter or figure")
        area = convert_record(raw, Area, f"{draft.place}: areas {letter}")
        made = pieces.Area(index, letter, pieces.AREA_KINDS.index(area.kind))
        made.text = draft.text(area.text)
        made.notes = area.notes
        quest.areas.append(made)
        draft.areas[letter] = index
        if made.kind == pieces.START:
            quest.start = index
    for at, letter in enumerate("".join(rows)):
        if letter != IS_ROCK:
            here = f"{draft.place}: map: ({at % ground.width}, {at // ground.width})"
            if letter not in draft.areas:
                raise ContentError(f"{here}: there is no area {letter!r}")
            ground.area[at] = draft.areas[letter]
            quest.areas[ground.area[at]].squares.append(at)
    for at in range(ground.size):
        for side in (1, 2):
            if _is_open(quest, at, ground.across(at, side)):
                ground.join(at, side, NO_DOOR)
    _number_squares(quest)


def _is_open(quest: Quest, one: int, other: int) -> bool:
    """Whether two neighbouring squares have no wall between them, as long as none is drawn."""
    area = quest.ground.area
    if other == NOWHERE or area[one] == ROCK or area[other] == ROCK:
        return False
    return area[one] == area[other] or pieces.ROOM not in (quest.areas[area[one]].kind, quest.areas[area[other]].kind)


def _number_squares(quest: Quest) -> None:
    """Squares are numbered for the options from the first square of the starting tile."""
    ground = quest.ground
    squares = quest.areas[quest.start].squares if quest.areas else []
    first = squares[0] if squares else 0
    x, y = first % ground.width, first // ground.width
    for at in range(ground.size):
        quest.codes.append(pieces.code(at % ground.width - x, at // ground.width - y))


def _build_walls(draft: Draft, records: list[Any]) -> None:
    quest, ground = draft.quest, draft.quest.ground
    for here, wall in _each(draft.place, "walls", records, Wall):
        at, side = draft.edge(here, wall.at)
        other = ground.across(at, side)
        if ground.edge[at * SIDES + side] != OPEN:
            raise ContentError(f"{here}: there is a wall already")
        if ground.area[at] == ground.area[other]:
            letter = quest.areas[ground.area[at]].letter
            raise ContentError(f"{here}: both squares are in the area {letter}; a wall stands between two hallways")
        for place in (at * SIDES + side, other * SIDES + (side + 2) % SIDES):
            ground.edge[place] = WALL
            ground.beyond[place] = NOWHERE


def _hang_doors(draft: Draft, records: list[Any]) -> None:
    quest, ground = draft.quest, draft.quest.ground
    for here, door in _each(draft.place, "doors", records, Door):
        at, side = draft.edge(here, door.at)
        there = ground.door[at * SIDES + side]
        if there != NO_DOOR:
            raise ContentError(f"{here}: doors {there + 1} is there already")
        made = pieces.Door(len(quest.doors), at, side, pieces.DOOR_STATES.index(door.state))
        if door.id is not None:
            draft.add(here, door.id, draft.doors, made.index)
        if door.key is not None:
            made.key = resolve(here, "key", door.key, draft.quest_items, "quest item")
        ground.join(at, side, made.index)
        quest.doors.append(made)
        draft.door_records.append(door)


def _lock_doors(draft: Draft) -> None:
    """The levers of doors, once devices are known."""
    for number, (door, record) in enumerate(zip(draft.quest.doors, draft.door_records), 1):
        door.levers = draft.bits(f"{draft.place}: doors {number}", "levers", record.levers, draft.devices, "device")


def _add_furniture(draft: Draft, records: list[Any]) -> None:
    quest, ground = draft.quest, draft.quest.ground
    for here, piece in _each(draft.place, "furniture", records, Furniture):
        made = pieces.Furniture(piece.name)
        for y in range(piece.at[1], piece.at[1] + piece.size[1]):
            for x in range(piece.at[0], piece.at[0] + piece.size[0]):
                at = draft.at(here, (x, y))
                ground.solid[at] = len(quest.furniture) + 1
                made.squares.append(at)
        quest.furniture.append(made)


def _add_traps(draft: Draft, records: list[Any]) -> None:
    for here, trap in _each(draft.place, "traps", records, Trap):
        at = draft.at(here, trap.at)
        if at in draft.quest.traps:
            raise ContentError(f"{here}: ({trap.at[0]}, {trap.at[1]}) has a trap already")
        draft.quest.traps[at] = draft.trap(here, "kind", trap.kind)


def _add_monsters(draft: Draft, records: list[Any]) -> None:
    lairs = draft.quest.lairs
    for here, monster in _each(draft.place, "monsters", records, Monster):
        kind = draft.monster(here, "kind", monster.kind)
        noun = draft.noun(kind, monster.name)
        made = pieces.Lair(len(lairs), kind, draft.at(here, monster.at), monster.from_, noun)
        made.health = monster.health
        if monster.id is not None:
            draft.add(here, monster.id, draft.monsters, made.index)
        lairs.append(made)


def _add_devices(draft: Draft, records: list[Any]) -> None:
    quest = draft.quest
    next_lair = len(quest.lairs)  # what devices place is counted after all that waits
    for here, device in _each(draft.place, "devices", records, Device):
        made = pieces.Device(len(quest.devices), device.id, device.name, draft.at(here, device.at))
        draft.add(here, device.id, draft.devices, made.index)
        made.public = device.public
        made.test = device.test or 0
        made.uses = device.uses
        made.gold = device.gold
        made.text = draft.text(device.text)
        made.opens.extend(_door(draft, here, word) for word in device.opens)
        made.shows = draft.bits(here, "shows", device.shows, draft.areas, "area")
        made.trap = draft.trap(here, "trap", device.trap)
        made.trap_on_one = draft.trap(here, "trap-on-one", device.trap_on_one)
        for placed in device.places:
            kind = draft.monster(here, "places", placed.monster)
            at = draft.at(f"{here}: places", placed.at)
            lair = pieces.Lair(next_lair, kind, at, placed.from_, draft.noun(kind, placed.name))
            lair.health = placed.health
            made.places.append(lair)
            next_lair += 1
        quest.devices.append(made)


def _door(draft: Draft, here: str, word: int | str) -> int:
    """A door by its number, counted from 1, or its id."""
    if isinstance(word, str):
        index: int = resolve(here, "opens", word, draft.doors, "door")
        return index
    if not 1 <= word <= len(draft.quest.doors):
        raise ContentError(f"{here}: opens: there is no door {word}; there are {len(draft.quest.doors)}")
    return word - 1


def _add_quest_items(draft: Draft, record: QuestFile) -> None:
    for here, item in _each(draft.place, "quest-items", record.quest_items, QuestItem):
        draft.add(here, item.id, draft.quest_items, len(draft.quest.quest_items))
        draft.quest.quest_items.append(item.name)


def _add_treasure(draft: Draft, records: list[Any]) -> None:
    for here, treasure in _each(draft.place, "treasure", records, Treasure):
        area = draft.quest.areas[resolve(here, "area", treasure.area, draft.areas, "area")]
        area.gold += treasure.gold
        area.items.extend(_index(here, "items", key, draft.content.items, "item") for key in treasure.items)
        area.quest_items |= draft.bits(here, "quest-items", treasure.quest_items, draft.quest_items, "quest item")


def _set_objective(draft: Draft, record: QuestFile) -> None:
    quest = draft.quest
    here = f"{draft.place}: objective"
    objective = convert_record(record.objective, Objective, here)
    quest.objective = pieces.OBJECTIVES.index(objective.kind)
    refs = [objective.ref] if isinstance(objective.ref, str) else objective.ref
    if objective.kind == "rescue" and refs:
        raise ContentError(f"{here}: ref: a rescue names nothing; the captive is enough")
    known, what = {
        "item": (draft.quest_items, "quest item"),
        "kill": (draft.monsters, "monster with the id"),
        "reach": (draft.areas, "area"),
        "device": (draft.devices, "device"),
    }.get(objective.kind, ({}, ""))
    quest.wanted = draft.bits(here, "ref", refs, known, what)
    if record.captive is not None:
        captive = convert_record(record.captive, Captive, f"{draft.place}: captive")
        quest.captive = draft.at(f"{draft.place}: captive", captive.at)
        quest.captive_name = captive.name
