"""What the pages show of a table: plain values, made where the tables are kept and drawn by the templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from undercroft.core.game import Game
from undercroft.core.record import Record
from undercroft.core.scene import Scene

Holder = Literal["you", "somebody", "nobody", "bot"]


@dataclass(frozen=True)
class SeatView:
    """A seat of a table: who holds it, and the way to invite somebody, for those who may know it.

    `computers` is true of one that the game's settings give to the computer for good.
    """

    seat: int
    name: str
    holder: Holder
    bot: str = ""
    who: str = ""
    invitation: str = ""
    silent: bool = False
    computers: bool = False

    @property
    def title(self) -> str:
        """Its name at the beginning of a sentence."""
        return self.name[:1].upper() + self.name[1:]


@dataclass(frozen=True)
class TableView:
    """A table as one visitor sees it from one seat.

    `number` counts what was done at the table; whatever one does names it, so that nobody answers a question that is
    gone. `seed` is empty for those who may not know it yet. `parent` is the table that a practice branch left.
    `settings` are those that another game like this one is opened with, by path. `record` is the game up to this very
    moment, for whoever thinks about the question, if there is one.
    """

    table: str
    number: int
    game: Game
    edition: str
    seat: int
    seats: tuple[SeatView, ...]
    scene: Scene
    turn: int | None
    can_undo: bool
    may_practise: bool
    choices: int
    owner: bool
    practice: bool
    parent: str
    seed: str
    day: str
    settings: Mapping[str, str | int] = field(default_factory=dict)
    record: Record | None = field(default=None, repr=False)  # never drawn: it holds the seed

    @property
    def asked(self) -> SeatView | None:
        """The seat that is asked."""
        return next((seat for seat in self.seats if seat.seat == self.turn), None)


@dataclass(frozen=True)
class TableLine:
    """A table in a list: where it stands and when somebody last did something there."""

    table: str
    game: Game
    hero: str
    status: str
    changed: str
    your_turn: bool
    practice: bool
    finished: bool
    won: bool
    score: int
    day: str
    players: str


@dataclass(frozen=True)
class DayResult:
    """A game of today's dungeon that has ended; `first` is the try that counts for its player."""

    table: str
    who: str
    won: bool
    score: int
    ending: str
    choices: int
    yours: bool
    first: bool


@dataclass(frozen=True)
class ReplayView:
    """A moment of a recorded game: after `at` of its `choices`; `chosen` is what was chosen next, if anything.

    `seats` are those that it can be seen from.
    """

    table: str
    game: Game
    edition: str
    seat: int
    scene: Scene
    at: int
    choices: int
    chosen: str
    label: str
    seed: str
    finished: bool
    parent: str
    seats: tuple[int, ...] = ()
