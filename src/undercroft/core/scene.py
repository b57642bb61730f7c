"""What one seat may see, as data. Every screen draws scenes; none reads states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from undercroft.core.session import Session
    from undercroft.core.vocabulary import Event

LOG_LINES = 30


class Track(msgspec.Struct, frozen=True, tag="track"):
    """A number on a track, with its limit if it has one."""

    key: str
    label: str
    value: int
    most: int | None = None


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


Item = Track | Card | Pile | Dice


class Zone(msgspec.Struct, frozen=True):
    """A part of the table; what lies aside a screen may leave out where room is short."""

    key: str
    title: str
    items: tuple[Item, ...]
    aside: bool = False


class Choice(msgspec.Struct, frozen=True):
    """One option of the question."""

    name: str
    label: str
    rule: str


class Question(msgspec.Struct, frozen=True):
    """What is asked, and all that can be answered."""

    prompt: str
    text: str
    rule: str
    choices: tuple[Choice, ...]


class Line(msgspec.Struct, frozen=True):
    """A line of the log, with the clause behind it."""

    text: str
    rule: str


class Ending(msgspec.Struct, frozen=True):
    """How the game ended."""

    end: str
    text: str
    won: bool
    score: int
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


def with_question(session: Session, seat: int) -> Scene:
    """The game's scene with what is the same in every game: the log, the question, the end."""
    game = session.game
    scene = game.scene(session.state.view(seat), seat)
    return msgspec.structs.replace(
        scene,
        log=log_lines(session, session.events[-LOG_LINES:]),
        question=question(session, seat),
        ending=ending(session),
        practice=session.practice,
    )


def log_lines(session: Session, events: list[Event]) -> tuple[Line, ...]:
    """Events as sentences; those without words are left out."""
    words = session.game.words()
    nouns = session.game.nouns(session.state)
    lines = (Line(words.event(event, nouns), event.kind.rule) for event in events)
    return tuple(line for line in lines if line.text)


def question(session: Session, seat: int) -> Question | None:
    """The question that waits for this seat."""
    decision = session.decision
    if decision is None or decision.seat != seat:
        return None
    words = session.game.words()
    facts = session.game.facts(session.state)
    prompt = decision.prompt
    return Question(
        prompt.name,
        words.question(prompt, facts),
        prompt.rule,
        tuple(
            Choice(option.name, words.option(prompt, option, facts), option.rule or prompt.rule)
            for option in decision.options
        ),
    )


def ending(session: Session) -> Ending | None:
    """The end, once there is one."""
    outcome = session.outcome
    if outcome is None:
        return None
    rank = session.game.rank_name(session.state, outcome.rank)
    return Ending(outcome.end, session.game.words().end(outcome.end), outcome.won, outcome.score, rank)
