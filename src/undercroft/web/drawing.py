"""From a scene to what the templates draw: where each thing lies, and what can be clicked.

Nothing here knows a game. A zone with tracks or slots is a hero's sheet and lies at the left; everything else lies on
the board, where maps, cards and dice are; piles and what lies aside are kept small. A plan needs the whole board, so
beside one all cards lie at the left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from undercroft.core.game import Game
from undercroft.core.scene import (
    Card,
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
from undercroft.web.icons import Icons, icons_of, item_words, slug
from undercroft.web.maps import MapDrawing, draw_map
from undercroft.web.options import Group, Odds, OptionDrawing, draw_options, group_options, part_idle
from undercroft.web.plans import PlanDrawing, draw_plan

ACTS = "acts"
MOST_PIPS = 6
MOST_CARD_PIPS = 12

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


@dataclass(frozen=True)
class TextLine:
    """A line of a card: the word that its picture stands for, the rest, and whether it is in hand or done."""

    head: str
    text: str
    icon: str
    state: LineState


@dataclass(frozen=True)
class Die:
    """A die as it lies, with its key and the options that act on it."""

    face: int
    pips: tuple[tuple[int, int], ...]
    key: str = ""
    options: tuple[OptionDrawing, ...] = ()


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
    plan: PlanDrawing | None = None
    acts: bool = False
    """Whether it is the card of who acts on a plan."""


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
    across: tuple[ZoneDrawing, ...]
    """What the other side has, where a plan leaves no room for it on the board."""
    board: tuple[ZoneDrawing, ...]
    piles: tuple[ItemDrawing, ...]
    aside: tuple[ZoneDrawing, ...]
    score: tuple[ZoneDrawing, ...]
    options: tuple[OptionDrawing, ...]
    groups: tuple[Group, ...]
    idle: tuple[OptionDrawing, ...]
    """Options that nothing speaks for, where there are several."""
    resigning: tuple[OptionDrawing, ...]
    has_map: bool
    has_plan: bool
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
    def cards_aside(self) -> tuple[ZoneDrawing, ...]:
        """What lies aside and has something to read on it."""
        return tuple(zone for zone in self.aside if zone.of("card"))

    @property
    def figures(self) -> tuple[TrackDrawing, ...]:
        """The hero's tracks, for the strip of a narrow screen."""
        return tuple(track for zone in self.hero for item in zone.of("track") for track in item.tracks)

    @property
    def slots(self) -> tuple[ItemDrawing, ...]:
        """The hero's slots, for the same strip."""
        return tuple(item for zone in self.hero for item in zone.of("slot"))

    @property
    def party(self) -> tuple[ItemDrawing, ...]:
        """The cards beside a plan that have figures, for the same strip: those of the first zone with cards."""
        first = next((zone for zone in self.hero if zone.of("card")), None)
        return tuple(card for card in first.of("card") if card.tracks) if first is not None and self.has_plan else ()

    @property
    def hand(self) -> tuple[ItemDrawing, ...]:
        """The hero's cards."""
        return tuple(item for zone in self.hero for item in zone.of("card"))


def draw(scene: Scene, game: Game, odds: Sequence[Odds] | None = None) -> Drawing:
    """A scene of a game, laid out, with the odds of its options if they are known."""
    icons = icons_of(game)
    options = draw_options(scene, icons, odds)
    shown = [zone for zone in scene.zones if not zone.aside and zone.key != "score"]
    acting, idle = part_idle(tuple(option for option in options if not option.resigns))
    maps = [item for zone in shown for item in zone.items if isinstance(item, Map)]
    has_plan = any(item.is_plan for item in maps)
    ways = {way.target: way.steps for way in scene.question.ways} if scene.question else {}
    pen = Pen(icons, tuple(option for option in options if option not in idle), ways, acting_card(shown, maps))
    at_left = {zone.key for zone in shown if is_sheet(zone) or (has_plan and is_of_cards(zone))}
    return Drawing(
        emblem=icons.emblem,
        icons=icons,
        hero=tuple(pen.zone(zone) for zone in shown if zone.key in at_left and not zone.across),
        across=tuple(pen.zone(zone) for zone in shown if zone.key in at_left and zone.across),
        board=tuple(pen.zone(zone) for zone in shown if zone.key not in at_left),
        piles=tuple(pen.item(item) for zone in shown for item in zone.items if isinstance(item, Pile)),
        aside=tuple(pen.whole_zone(zone) for zone in scene.zones if zone.aside),
        score=tuple(pen.whole_zone(zone) for zone in scene.zones if zone.key == "score"),
        options=acting,
        groups=group_options(acting, always=has_plan) if maps else (),
        idle=idle,
        resigning=tuple(option for option in options if option.resigns),
        has_map=bool(maps),
        has_plan=has_plan,
        log=scene.log,
    )


def is_sheet(zone: Zone) -> bool:
    """Whether a zone is a hero's: it has tracks or slots."""
    return any(isinstance(item, Track | Slot) for item in zone.items)


def is_of_cards(zone: Zone) -> bool:
    """Whether a zone has nothing but cards."""
    return bool(zone.items) and all(isinstance(item, Card) for item in zone.items)


def acting_card(zones: Sequence[Zone], maps: Sequence[Map]) -> str:
    """The key of the card of who stands where the question is about, if only one card is called so.

    Where several stand on a place, it is the card of whoever acts by its own word.
    """
    cards = [item for zone in zones for item in zone.items if isinstance(item, Card)]
    tokens = {token.key for item in maps for cell in item.cells for token in cell.tokens}
    if tokens:
        return next((card.key for card in cards if card.key in tokens and card.state.startswith(ACTS)), "")
    standing = {slug(cell.title) for item in maps for cell in item.cells if cell.key == item.focus}
    named = [card.key for card in cards if slug(card.title) in standing]
    return named[0] if len(named) == 1 else ""


# ---- things on the table --------------------------------------------------------------------------------------------


class Pen:
    """Draws items, knowing the pictures and the options of the moment."""

    def __init__(
        self, icons: Icons, options: tuple[OptionDrawing, ...], ways: Mapping[str, int], acting_card: str
    ) -> None:
        self.icons = icons
        self.ways = ways
        self.acting_card = acting_card
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
            return ItemDrawing("card", item, name, icon, options, lines, tracks, acts=item.key == self.acting_card)
        if isinstance(item, Dice):
            dice = tuple(self.die(f"{item.key}-{place}", face) for place, face in enumerate(item.faces, 1))
            return ItemDrawing("dice", item, name, icon, options, dice=dice)
        if isinstance(item, Map):
            drawn = draw_map(item, self.icons, self.acting, self.ways, self.acting_card)
            plan = draw_plan(item, self.icons, self.acting) if item.is_plan else None
            return ItemDrawing("map", item, name, icon, options, map=drawn, plan=plan)
        return ItemDrawing("pile" if isinstance(item, Pile) else "slot", item, name, icon, options)

    def die(self, key: str, face: int) -> Die:
        """One of several dice."""
        return Die(face, PIPS.get(face, ()), key, self.acting.get(key, ()))

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
