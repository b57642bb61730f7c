"""From a scene to what the templates draw: where each thing lies, what can be clicked, where a map's cells are.

Nothing here knows a game. A zone with tracks or slots is a hero's sheet and lies at the left; everything else lies on
the board, where maps, cards and dice are; piles and what lies aside are kept small.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from undercroft.core.game import Game
from undercroft.core.scene import (
    Card,
    Cell,
    Choice,
    Dice,
    Item,
    Line,
    Map,
    Pile,
    Scene,
    Slot,
    Track,
    Zone,
)
from undercroft.web.icons import Icons, icons_of

CELL = 48
"""The side of a map's cell, in the units of its picture."""
LEAST_EAST, LEAST_SOUTH = 9, 5
"""A map shows at least so many cells, so that the first few do not fill the whole board."""
MOST_EAST, MOST_SOUTH = 19, 13
"""And at most so many before one has to look around; then it is centred on what can be acted on."""
MOST_PIPS = 6
MOST_CARD_PIPS = 12
MANY_OPTIONS = 6
MOST_WORDS = 4
"""So many words of odds stand beside an option; all of them are behind "odds"."""
KEYS = 9

Form = Literal["track", "card", "pile", "dice", "slot", "map"]
LineState = Literal["", "now", "done"]

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((24, 24),),
    2: ((13, 13), (35, 35)),
    3: ((13, 13), (24, 24), (35, 35)),
    4: ((13, 13), (35, 13), (13, 35), (35, 35)),
    5: ((13, 13), (35, 13), (24, 24), (13, 35), (35, 35)),
    6: ((13, 12), (35, 12), (13, 24), (35, 24), (13, 36), (35, 36)),
}
"""Where the pips of a six-sided die are, on a face of 48."""


class Odds(Protocol):
    """What the odds beside an option say."""

    @property
    def option(self) -> str:
        """The option's name."""

    @property
    def words(self) -> Sequence[str]:
        """Short phrases: hit 83 %."""

    @property
    def bars(self) -> Sequence[tuple[str, float]]:
        """Chances from 0 to 1, each with its word."""


@dataclass(frozen=True)
class ShownOdds:
    """The odds beside an option as they are drawn: few words, and a bar for the most telling one."""

    words: tuple[str, ...]
    bar: float | None


@dataclass(frozen=True)
class OptionDrawing:
    """An option as a button: its number, what it does, what more there is to say, its odds once they are known."""

    number: int
    name: str
    label: str
    title: str
    detail: str
    rule: str
    icons: tuple[str, ...]
    target: str
    resigns: bool
    odds: ShownOdds | None

    @property
    def key(self) -> str:
        """What one presses for it."""
        return str(self.number)

    @property
    def may_have_odds(self) -> bool:
        """Whether there is more to see of its odds; so it seems until they are known."""
        return self.odds is None or bool(self.odds.words)


@dataclass(frozen=True)
class Group:
    """Options that differ only in where they act; those that share their odds say them once."""

    stem: str
    icons: tuple[str, ...]
    options: tuple[OptionDrawing, ...]
    odds: ShownOdds | None


@dataclass(frozen=True)
class TextLine:
    """A line of a card: the word that its picture stands for, the rest, and whether it is in hand or done."""

    head: str
    text: str
    icon: str
    state: LineState


@dataclass(frozen=True)
class Die:
    """A die as it lies."""

    face: int
    pips: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class TrackDrawing:
    """A track: as pips where they can be counted at a glance, else as a bar of a hundred parts."""

    track: Track
    icon: str
    pips: tuple[bool, ...]
    share: float

    @property
    def words(self) -> str:
        """The track for those who listen."""
        most = f" of {self.track.most}" if self.track.most is not None else ""
        return f"{self.track.label} {self.track.value}{most}"


@dataclass(frozen=True)
class CellDrawing:
    """A cell of a map: where it is drawn, what it says, the options that act on it."""

    cell: Cell
    x: int
    y: int
    icon: str
    badge: str
    words: str
    options: tuple[OptionDrawing, ...]
    is_focus: bool

    @property
    def numbers(self) -> str:
        """The numbers of its options, as many as fit."""
        numbers = [option.key for option in self.options]
        return ",".join(numbers[:2]) + ("+" if len(numbers) > 2 else "")


@dataclass(frozen=True)
class MapDrawing:
    """A map: its cells, and the part of it that is seen first, as x, y, width, height."""

    cells: tuple[CellDrawing, ...]
    view: tuple[int, int, int, int]
    start: str
    """The key of the cell where the keyboard's cursor begins."""
    focus: CellDrawing | None

    @property
    def view_box(self) -> str:
        """The view as SVG writes it."""
        return " ".join(str(number) for number in self.view)


@dataclass(frozen=True)
class ItemDrawing:
    """A thing on the table with what its drawing needs; `options` are those that act on it."""

    form: Form
    item: Item
    id: str
    icon: str
    options: tuple[OptionDrawing, ...]
    lines: tuple[TextLine, ...] = ()
    tracks: tuple[TrackDrawing, ...] = ()
    dice: tuple[Die, ...] = ()
    map: MapDrawing | None = None


@dataclass(frozen=True)
class ZoneDrawing:
    """A part of the table, as it lies in its column."""

    key: str
    title: str
    items: tuple[ItemDrawing, ...]

    def of(self, *forms: Form) -> tuple[ItemDrawing, ...]:
        """Its items of these forms."""
        return tuple(item for item in self.items if item.form in forms)


@dataclass(frozen=True)
class Drawing:
    """A scene, laid out."""

    emblem: str
    icons: Icons
    hero: tuple[ZoneDrawing, ...]
    board: tuple[ZoneDrawing, ...]
    piles: tuple[ItemDrawing, ...]
    aside: tuple[ZoneDrawing, ...]
    score: tuple[ZoneDrawing, ...]
    options: tuple[OptionDrawing, ...]
    groups: tuple[Group, ...]
    resigning: tuple[OptionDrawing, ...]
    has_map: bool
    log: tuple[Line, ...]

    @property
    def has_hero(self) -> bool:
        """Whether there is a hero's sheet yet."""
        return bool(self.hero)

    @property
    def has_board(self) -> bool:
        """Whether something lies on the board; if not, the question may have its room."""
        return any(zone.items for zone in self.board)

    @property
    def all_piles(self) -> tuple[ItemDrawing, ...]:
        """The piles of the table, then those that lie aside."""
        return (*self.piles, *(pile for zone in self.aside for pile in zone.of("pile")))

    @property
    def figures(self) -> tuple[TrackDrawing, ...]:
        """The hero's tracks, for the strip of a narrow screen."""
        return tuple(track for zone in self.hero for item in zone.of("track") for track in item.tracks)

    @property
    def slots(self) -> tuple[ItemDrawing, ...]:
        """The hero's slots, for the same strip."""
        return tuple(item for zone in self.hero for item in zone.of("slot"))

    @property
    def hand(self) -> tuple[ItemDrawing, ...]:
        """The hero's cards."""
        return tuple(item for zone in self.hero for item in zone.of("card"))


def draw(scene: Scene, game: Game, odds: Sequence[Odds] | None = None) -> Drawing:
    """A scene of a game, laid out, with the odds of its options if they are known."""
    icons = icons_of(game)
    options = draw_options(scene, icons, odds)
    pen = Pen(icons, options)
    shown = [zone for zone in scene.zones if not zone.aside and zone.key != "score"]
    acting = tuple(option for option in options if not option.resigns)
    has_map = any(isinstance(item, Map) for zone in shown for item in zone.items)
    return Drawing(
        emblem=icons.emblem,
        icons=icons,
        hero=tuple(pen.zone(zone) for zone in shown if is_sheet(zone)),
        board=tuple(pen.zone(zone) for zone in shown if not is_sheet(zone)),
        piles=tuple(pen.item(item) for zone in shown for item in zone.items if isinstance(item, Pile)),
        aside=tuple(pen.whole_zone(zone) for zone in scene.zones if zone.aside),
        score=tuple(pen.whole_zone(zone) for zone in scene.zones if zone.key == "score"),
        options=acting,
        groups=group_options(acting) if has_map else (),
        resigning=tuple(option for option in options if option.resigns),
        has_map=has_map,
        log=scene.log,
    )


def is_sheet(zone: Zone) -> bool:
    """Whether a zone is a hero's: it has tracks or slots."""
    return any(isinstance(item, Track | Slot) for item in zone.items)


# ---- options --------------------------------------------------------------------------------------------------------


def draw_options(scene: Scene, icons: Icons, odds: Sequence[Odds] | None) -> tuple[OptionDrawing, ...]:
    """All options of the question, numbered as everywhere."""
    question = scene.question
    if question is None:
        return ()
    named = names_of_targets(scene)
    names = [choice.name for choice in question.choices]
    known = odds if odds is not None and [beside.option for beside in odds] == names else None
    return tuple(
        draw_option(number, choice, option_icons(choice, icons, named), known[number - 1] if known else None)
        for number, choice in enumerate(question.choices, 1)
    )


def draw_option(number: int, choice: Choice, icons: tuple[str, ...], odds: Odds | None) -> OptionDrawing:
    """An option; what its label says after a colon is a detail."""
    title, _, detail = choice.label.partition(": ")
    shown = few_words(odds) if odds is not None else None
    return OptionDrawing(
        number, choice.name, choice.label, title, detail, choice.rule, icons, choice.target, choice.resigns, shown
    )


def few_words(odds: Odds) -> ShownOdds:
    """As much of the odds as one reads at a glance, the most telling first."""
    return ShownOdds(tuple(odds.words[:MOST_WORDS]), odds.bars[0][1] if odds.bars else None)


def names_of_targets(scene: Scene) -> dict[str, tuple[str, ...]]:
    """The words by which the picture of an item, slot or cell is found, by key."""
    words: dict[str, tuple[str, ...]] = {}
    for zone in scene.zones:
        for item in zone.items:
            words[item.key] = item_words(item)
            if isinstance(item, Map):
                words |= {cell.key: cell_words(cell) for cell in item.cells}
    return words


def option_icons(choice: Choice, icons: Icons, named: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The pictures of an option, or of what it acts on."""
    if own := icons.of_option(choice.name):
        return own
    target = icons.of(*named.get(choice.target, ()))
    return (target,) if target else ()


def group_options(options: tuple[OptionDrawing, ...]) -> tuple[Group, ...]:
    """Options by what they share, by their first number; no groups if that would not make them fewer."""
    stems: dict[str, list[OptionDrawing]] = {}
    for option in options:
        stems.setdefault(option.title if option.target else option.label, []).append(option)
    if len(options) <= MANY_OPTIONS or len(stems) == len(options):
        return ()
    return tuple(Group(stem, members[0].icons, tuple(members), common_odds(members)) for stem, members in stems.items())


def common_odds(options: list[OptionDrawing]) -> ShownOdds | None:
    """The odds that all of these options have, if they are the same."""
    first = options[0].odds
    if first is None or any(option.odds is None or option.odds.words != first.words for option in options):
        return None
    return first


# ---- things on the table --------------------------------------------------------------------------------------------


class Pen:
    """Draws items, knowing the pictures and the options of the moment."""

    def __init__(self, icons: Icons, options: tuple[OptionDrawing, ...]) -> None:
        self.icons = icons
        self.seen: Counter[str] = Counter()
        self.acting: dict[str, tuple[OptionDrawing, ...]] = {}
        for option in options:
            if option.target:
                self.acting[option.target] = (*self.acting.get(option.target, ()), option)

    def zone(self, zone: Zone) -> ZoneDrawing:
        """A zone without its piles, which lie apart."""
        return ZoneDrawing(
            zone.key, zone.title, tuple(self.item(item) for item in zone.items if not isinstance(item, Pile))
        )

    def whole_zone(self, zone: Zone) -> ZoneDrawing:
        """A zone with all that is in it."""
        return ZoneDrawing(zone.key, zone.title, tuple(self.item(item) for item in zone.items))

    def item(self, item: Item) -> ItemDrawing:
        """Whatever lies on the table."""
        icon = self.icons.of(*item_words(item))
        options = self.acting.get(item.key, ())
        name = self.name(item)
        if isinstance(item, Track):
            return ItemDrawing("track", item, name, icon, options, tracks=(self.track(item, MOST_PIPS),))
        if isinstance(item, Card):
            tracks = tuple(self.track(track, MOST_CARD_PIPS) for track in item.tracks)
            lines = tuple(self.line(line) for line in item.lines)
            return ItemDrawing("card", item, name, icon, options, lines, tracks)
        if isinstance(item, Dice):
            dice = tuple(Die(face, PIPS.get(face, ())) for face in item.faces)
            return ItemDrawing("dice", item, name, icon, options, dice=dice)
        if isinstance(item, Map):
            return ItemDrawing("map", item, name, icon, options, map=self.map(item))
        return ItemDrawing("pile" if isinstance(item, Pile) else "slot", item, name, icon, options)

    def name(self, item: Item) -> str:
        """What the element of an item is called on the page; the second of two alike gets a number."""
        name = f"slot-{item.key}" if isinstance(item, Slot) else f"item-{item.key}"
        self.seen[name] += 1
        return name if self.seen[name] == 1 else f"{name}-{self.seen[name]}"

    def track(self, track: Track, most_pips: int) -> TrackDrawing:
        """A track as pips or as a bar."""
        most = track.most or 0
        value = max(0, min(track.value, most))
        pips = tuple(number < value for number in range(most)) if 0 < most <= most_pips else ()
        share = round(100 * value / most, 1) if most else 0.0
        return TrackDrawing(track, self.icons.of(track.key, track.label, "track"), pips, share)

    def line(self, line: str) -> TextLine:
        """A line of a card: scenes mark the one in hand with an arrow, and what is done as done."""
        state: LineState = "now" if line.startswith("> ") else "done" if line.endswith(" (done)") else ""
        text = line.removeprefix("> ").removesuffix(" (done)")
        head, _, rest = text.partition(" ")
        icon = self.icons.own.get(head, "")
        return TextLine(head, rest, icon, state) if icon and rest else TextLine("", text, icon, state)

    def map(self, item: Map) -> MapDrawing:
        """A map with its cells."""
        cells = tuple(self.cell(cell, cell.key == item.focus) for cell in item.cells)
        focus = next((cell for cell in cells if cell.is_focus), None)
        first = focus or next((cell for cell in cells if cell.options), cells[0] if cells else None)
        return MapDrawing(cells, map_view(cells), first.cell.key if first else "", focus)

    def cell(self, cell: Cell, is_focus: bool) -> CellDrawing:
        """A cell at its place."""
        options = self.acting.get(cell.key, ())
        icon = self.icons.of(*cell_words(cell))
        x, y = cell.east * CELL, cell.south * CELL
        return CellDrawing(cell, x, y, icon, badge(cell.mark), cell_sentence(cell, options), options, is_focus)


def item_words(item: Item) -> tuple[str, ...]:
    """What the picture of an item may be found by."""
    if isinstance(item, Card):
        return (item.key, item.title, item.kind, "card")
    if isinstance(item, Track):
        return (item.key, item.label, "track")
    form = type(item).__name__.lower()
    return (item.key, item.title, form)


def cell_words(cell: Cell) -> tuple[str, ...]:
    """What the picture of a cell may be found by; what lies open shows only that."""
    return ("open",) if cell.kind == "open" and cell.title.startswith("open") else (cell.title, cell.kind)


# ---- maps -----------------------------------------------------------------------------------------------------------


def badge(mark: str) -> str:
    """The figure in a cell's mark, which its picture cannot tell."""
    found = re.search(r"\d+$", mark)
    return found[0] if found else ""


def cell_sentence(cell: Cell, options: tuple[OptionDrawing, ...]) -> str:
    """A cell for those who listen: what lies there, what is known of it, where it is, what can be done."""
    parts = [cell.title, *([cell.note] if cell.note else []), whereabouts(cell.east, cell.south)]
    sentence = ", ".join(parts)
    return ". ".join([sentence, *(f"{option.key}: {option.title}" for option in options)])


def whereabouts(east: int, south: int) -> str:
    """A place in words, counted as the game counts."""
    ways = ((-south, "north"), (south, "south"), (east, "east"), (-east, "west"))
    return ", ".join(f"{steps} {way}" for steps, way in ways if steps > 0) or "where you came in"


def map_view(cells: tuple[CellDrawing, ...]) -> tuple[int, int, int, int]:
    """The part of a map that is seen first: all of it, or as much as is readable around what can be acted on."""
    if not cells:
        return (0, 0, LEAST_EAST * CELL, LEAST_SOUTH * CELL)
    whole = bounds(cells)
    acting = tuple(cell for cell in cells if cell.options or cell.is_focus) or cells
    around = bounds(acting)
    x, width = span(whole[0], whole[2], around[0], around[2], LEAST_EAST, MOST_EAST)
    y, height = span(whole[1], whole[3], around[1], around[3], LEAST_SOUTH, MOST_SOUTH)
    return (x, y, width, height)


def bounds(cells: tuple[CellDrawing, ...]) -> tuple[int, int, int, int]:
    """West, north, east and south of cells, counted in cells; east and south are just beyond the last."""
    east, south = [cell.cell.east for cell in cells], [cell.cell.south for cell in cells]
    return min(east), min(south), max(east) + 1, max(south) + 1


def span(first: int, end: int, around: int, around_end: int, least: int, most: int) -> tuple[int, int]:
    """Where a view begins and how long it is in one direction, in units, with half a cell of darkness at both ends."""
    length = end - first
    if length > most:
        middle = (around + around_end) / 2
        first = round(min(max(middle - most / 2, first), end - most))
        length = most
    extra = max(least - length, 0)
    return round((first - extra / 2 - 0.5) * CELL), (length + extra + 1) * CELL
