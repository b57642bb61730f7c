"""What the deeds at a table come to: its record, earlier moments of it, and where the game stands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from undercroft.core.record import Record, Reseed
from undercroft.core.session import Session
from undercroft.web.rows import Deed, Standing, TableRow


def standing_of(session: Session) -> Standing:
    """Where a game stands."""
    made = len(session.choices)
    outcome = session.outcome
    return Standing(made) if outcome is None else Standing(made, True, outcome.won, outcome.score, outcome.end)


def record_of(row: TableRow, deeds: Sequence[Deed]) -> Record:
    """The record that a table's deeds come to."""
    choices = list(row.start.choices)
    practice = row.start.practice
    for deed in deeds:
        if deed.deed == "choose":
            choices.append((deed.prompt, deed.option))
        elif deed.deed == "undo":
            choices.pop()
            practice = deed.practice
        elif deed.deed == "cut":
            del choices[int(deed.option) :]
            practice = practice_at(practice, int(deed.option))
    return msgspec.structs.replace(row.start, choices=tuple(choices), practice=practice)


def cut(record: Record, count: int) -> Record:
    """A record as it was after so many choices."""
    practice = practice_at(record.practice, count)
    return msgspec.structs.replace(record, choices=record.choices[:count], practice=practice)


def practice_at(practice: tuple[Reseed, ...], count: int) -> tuple[Reseed, ...]:
    """Where chance was changed up to so many choices; what is practice stays practice."""
    kept = tuple(reseed for reseed in practice if reseed.at <= count)
    return (Reseed(count, practice[-1].seed),) if practice and not kept else kept


def chosen_next(record: Record, place: int, moment: Session, seat: int) -> tuple[str, str]:
    """What a seat chose after so many choices, by name and in words; what others chose is told by the log."""
    question = moment.scene(seat).question
    if place >= len(record.choices) or question is None:
        return "", ""
    name = record.choices[place][1]
    return name, next((choice.label for choice in question.choices if choice.name == name), name)
