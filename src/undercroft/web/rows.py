"""What the store holds, as values: tables, seats and deeds, and how they become rows and come back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy.engine import Row

from undercroft.core.record import Record, Reseed


@dataclass(frozen=True)
class Deed:
    """Something done at a table: a choice, an undo (and where chance is changed after it), a seat's change, or a cut.

    A cut is made when the rules have changed under a game: the choices from `option` on no longer fit.
    """

    number: int
    deed: str
    seat: int
    prompt: str = ""
    option: str = ""
    practice: tuple[Reseed, ...] = ()


@dataclass(frozen=True)
class Seat:
    """A seat as it is stored."""

    seat: int
    secret: str
    bot: str


@dataclass(frozen=True)
class Standing:
    """How far a game is: over or not, and how many choices stand."""

    made: int
    finished: bool = False
    won: bool = False
    score: int = 0
    ending: str = ""


@dataclass(frozen=True)
class TableRow:
    """A table as it is stored, without its choices."""

    id: str
    kind: str
    start: Record
    parent: str
    day: str
    owner: str
    owner_secret: str
    number: int
    changed: str
    standing: Standing


def now() -> str:
    """The time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def today() -> str:
    """The day, the same for everybody."""
    return datetime.now(UTC).date().isoformat()


# ---- rows ------------------------------------------------------------------------------------------------------------


def table_values(table: TableRow) -> dict[str, Any]:
    """A table as a row."""
    return {
        "id": table.id,
        "game": table.start.game,
        "kind": table.kind,
        "start": msgspec.json.encode(table.start).decode(),
        "parent": table.parent or None,
        "day": table.day,
        "owner": table.owner,
        "owner_secret": table.owner_secret,
        "number": table.number,
        "since": now(),
        "changed": table.changed,
        **standing_values(table.standing),
    }


def standing_values(standing: Standing) -> dict[str, Any]:
    """Where a game stands, as columns."""
    return {
        "made": standing.made,
        "finished": standing.finished,
        "won": standing.won,
        "score": standing.score,
        "ending": standing.ending,
    }


def table_of(row: Row[Any]) -> TableRow:
    """A row as a table."""
    return TableRow(
        row.id,
        row.kind,
        msgspec.json.decode(row.start, type=Record),
        row.parent or "",
        row.day,
        row.owner,
        row.owner_secret,
        row.number,
        row.changed,
        Standing(row.made, row.finished, row.won, row.score, row.ending),
    )


def deed_values(deed: Deed) -> dict[str, Any]:
    """A deed as columns."""
    return {
        "number": deed.number,
        "deed": deed.deed,
        "seat": deed.seat,
        "prompt": deed.prompt,
        "option": deed.option,
        "practice": msgspec.json.encode(deed.practice).decode(),
    }


def deed_of(row: Row[Any]) -> Deed:
    """A row as a deed."""
    practice = msgspec.json.decode(row.practice, type=tuple[Reseed, ...])
    return Deed(row.number, row.deed, row.seat, row.prompt, row.option, practice)
