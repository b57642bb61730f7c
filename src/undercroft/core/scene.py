"""What one seat may see, as data. Every screen draws scenes; none reads states."""

from __future__ import annotations

from collections import Counter, deque
from itertools import groupby
from typing import TYPE_CHECKING, Literal

import msgspec

from undercroft.core.words import IDLE, LIES, WHERE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from undercroft.core.session import Session
    from undercroft.core.vocabulary import Event, Option, Prompt
    from undercroft.core.words import Facts

LOG_LINES = 30
TIMES = "\u00d7"

Standing = Literal["had", "missing", "gone"]
CellKind = Literal[
    "open", "wall", "enemy", "boss", "item", "shop", "stairs", "hero", "furniture", "trap", "device", "body", "start",
    "room", "facedown", "space",
]  # fmt: skip


class Track(msgspec.Struct, frozen=True, tag="track"):
    """A number on a track, with its limit if it has one; a `note` says what lies ahead on it."""

    key: str
    label: str
    value: int
    most: int | None = None
    note: str = ""


class Card(msgspec.Struct, frozen=True, tag="card"):
    """A card: its title, its lines of text, its tracks; `state` is a word such as used."""

    key: str
    title: str
    kind: str
    lines: tuple[str, ...] = ()
    tracks: tuple[Track, ...] = ()
    state: str = ""


class Pile(msgspec.Struct, frozen=True, tag="pile"):
    """A pile of which the number is known, and perhaps what is in it but not the order."""

    key: str
    title: str
    count: int
    names: tuple[str, ...] = ()


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """Dice as they lie."""

    key: str
    title: str
    faces: tuple[int, ...]


class Slot(msgspec.Struct, frozen=True, tag="slot"):
    """A thing with a place of its own: had, missing for now, or gone for good; `state` is the game's word for it."""

    key: str
    title: str
    standing: Standing
    state: str


class Token(msgspec.Struct, frozen=True):
    """Something that stands or lies on a place together with others; its `key` may be that of its card."""

    key: str
    kind: CellKind
    mark: str
    title: str


class Cell(msgspec.Struct, frozen=True):
    """A place on a map and what lies there; `mark` stands for it where there is room for a letter or two.

    Places are counted to the east and to the south, from wherever the game counts. A `note` is what else is known of
    this one, for whoever looks closely. Where a map has walls between its places, `sides` says what is to the north,
    east, south and west: a wall (#), a closed door (+), one that is locked (=) or secret (~), an open door ('), the
    dark (?), or nothing (a blank). A `ghost` is something that not everybody at the table knows of. Where a place has
    room for several things, `tokens` are what is there besides.
    """

    key: str
    east: int
    south: int
    kind: CellKind
    mark: str
    title: str
    note: str = ""
    sides: str = ""
    ghost: bool = False
    tokens: tuple[Token, ...] = ()


class Map(msgspec.Struct, frozen=True, tag="map"):
    """Places side by side; where there is no cell nothing is known. `focus` is the cell that a question is about.

    A map whose cells have sides is a plan: it is drawn with the walls between its places.
    """

    key: str
    title: str
    cells: tuple[Cell, ...]
    focus: str = ""

    @property
    def is_plan(self) -> bool:
        """Whether there are walls between its places."""
        return any(cell.sides for cell in self.cells)


Item = Track | Card | Pile | Dice | Slot | Map


class Zone(msgspec.Struct, frozen=True):
    """A part of the table; what lies aside a screen may leave out where room is short.

    What lies across is the other side's: a screen may keep it apart from what the players have before them.
    """

    key: str
    title: str
    items: tuple[Item, ...]
    aside: bool = False
    across: bool = False


class Choice(msgspec.Struct, frozen=True):
    """One option of the question.

    `target` is the key of the item, slot or cell that it acts on, if there is one; or of a side of a cell: the cell's,
    a hyphen, and north, east, south or west; or of one of several dice: theirs, a hyphen, and its number. `stem` is the
    label without where that is, the same for all options that differ in nothing else. What `resigns` gives the game up.
    `sides` says how what it acts on would lie, as those of a cell do. Nothing speaks for what is `idle`: whatever it
    leads to, another leads to as well, or to better; a screen may keep it out of the way.
    """

    name: str
    label: str
    rule: str
    stem: str
    target: str = ""
    resigns: bool = False
    sides: str = ""
    idle: bool = False


class Way(msgspec.Struct, frozen=True):
    """A cell that several choices in a row lead to, and how many."""

    target: str
    steps: int


class Question(msgspec.Struct, frozen=True):
    """What is asked, all that can be answered, and where answers in a row lead."""

    prompt: str
    text: str
    rule: str
    choices: tuple[Choice, ...]
    ways: tuple[Way, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """A line of the log, with the clause behind it."""

    text: str
    rule: str


class Ending(msgspec.Struct, frozen=True):
    """How the game ended; `counts` says what the score is made of."""

    end: str
    text: str
    won: bool
    score: int
    counts: str
    rank: str


class Scene(msgspec.Struct, frozen=True):
    """The whole table from one seat."""

    game: str
    title: str
    status: str
    zones: tuple[Zone, ...]
    log: tuple[Line, ...] = ()
    question: Question | None = None
    ending: Ending | None = None
    practice: bool = False

    @property
    def hero(self) -> str:
        """Who is played, where a zone says so."""
        return next((zone.title for zone in self.zones if zone.key == "hero"), "")


def with_question(session: Session, seat: int) -> Scene:
    """The game's scene with what is the same in every game: the log, the question, the end."""
    game = session.game
    scene = game.scene(session.state.view(seat), seat)
    return msgspec.structs.replace(
        scene,
        log=tuple(whole_log(session)[-LOG_LINES:]),
        question=question(session, seat),
        ending=ending(session),
        practice=session.practice,
    )


def whole_log(session: Session) -> list[Line]:
    """All that has happened, in sentences; look, do not touch. Each event is put into words only once."""
    new = session.events[session.worded :]
    if new:
        session.lines.extend(gather_lists(log_lines(session, new)))
        session.worded = len(session.events)
    return session.lines


def log_lines(session: Session, events: list[Event]) -> tuple[Line, ...]:
    """Events as sentences; those without words are left out."""
    words = session.game.words()
    nouns = session.game.nouns(session.state)
    lines = (Line(words.event(event, nouns), event.kind.rule) for event in events)
    return tuple(line for line in lines if line.text)


def gather_lists(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The log with each list in one line: a line with a colon announces those after it that share a clause.

    What happens several times in a row is told once.
    """
    told: list[Line] = []
    rest = deque(lines)
    while rest:
        line = rest.popleft()
        if line.text.endswith(":") and rest:
            rule = rest[0].rule
            listed: Counter[str] = Counter()
            while rest and rest[0].rule == rule:
                listed[rest.popleft().text.removesuffix(".")] += 1
            named = (f"{name} {TIMES}{count}" if count > 1 else name for name, count in listed.items())
            line = Line(f"{line.text} {', '.join(named)}.", line.rule)
        told.append(line)
    return told_once(told)


def told_once(lines: Sequence[Line], times: str = TIMES) -> tuple[Line, ...]:
    """Lines, those that say the same in a row as one that says how often."""
    runs = [list(run) for _, run in groupby(lines, key=lambda line: line.text)]
    return tuple(
        Line(f"{run[0].text.removesuffix('.')} {times}{len(run)}.", run[0].rule) if len(run) > 1 else run[0]
        for run in runs
    )


def question(session: Session, seat: int) -> Question | None:
    """The question that waits for this seat."""
    decision = session.decision
    if decision is None or decision.seat != seat:
        return None
    facts = session.game.facts(session.state)
    prompt = decision.prompt
    offered = {option.name for option in decision.options}
    walks = session.game.walks(session.state, seat).items()
    return Question(
        prompt.name,
        session.game.words().question(prompt, facts),
        prompt.rule,
        tuple(choice(session, prompt, option, facts) for option in decision.options),
        tuple(Way(target, len(steps)) for target, steps in walks if steps[0] in offered),
    )


def choice(session: Session, prompt: Prompt, option: Option, facts: Facts) -> Choice:
    """An option with its words."""
    game = session.game
    words = game.words()
    own = {**facts, **game.about(session.state, option)}
    label = words.option(prompt, option, own)
    stem = words.option(prompt, option, {**own, WHERE: ""}) if own.get(WHERE) else label
    target = game.target(session.state, option)
    sides = str(own.get(LIES, ""))
    idle = bool(own.get(IDLE))
    return Choice(option.name, label, option.rule or prompt.rule, stem, target, option.resigns, sides, idle)


def ending(session: Session) -> Ending | None:
    """The end, once there is one."""
    outcome = session.outcome
    if outcome is None:
        return None
    rank = session.game.rank_name(session.state, outcome.rank)
    words = session.game.words()
    return Ending(outcome.end, words.end(outcome.end), outcome.won, outcome.score, words.file.score, rank)
