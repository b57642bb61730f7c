"""Lists of tables: what a visitor has begun, and how a day's dungeon went."""

from __future__ import annotations

from undercroft.core.errors import UndercroftError
from undercroft.web.rows import TableRow
from undercroft.web.tables import Tables
from undercroft.web.views import DayResult, TableLine

MOST_LINES = 12


def lines_of(tables: Tables, visitor: str) -> list[TableLine]:
    """The tables of a visitor: those that go on before finished ones, the latest first."""
    found = [
        (row, seats)
        for row, seats in tables.store.tables_of(visitor)
        if row.kind != "record" and row.start.game in tables.games
    ]
    found.sort(key=lambda pair: pair[0].standing.finished)
    return [table_line(tables, row, seats) for row, seats in found[:MOST_LINES]]


def table_line(tables: Tables, row: TableRow, seats: list[int]) -> TableLine:
    """Where a table stands; one that cannot be opened any more says so."""
    try:
        live = tables.look(row.id)
    except UndercroftError:
        return closed_line(tables, row)
    scene = live.session.scene(seats[0])
    ending = scene.ending
    people = sum(not seat.bot for seat in live.present)
    return TableLine(
        table=row.id,
        game=live.session.game,
        hero=scene.hero,
        status=ending.text if ending else scene.status,
        changed=row.changed,
        your_turn=live.turn in seats and not live.bot,
        practice=live.session.practice,
        finished=ending is not None,
        won=ending is not None and ending.won,
        score=ending.score if ending else 0,
        day=row.day,
        players=f"{people} of {len(live.present)} seats played by people" if len(live.people) > 1 else "",
    )


def closed_line(tables: Tables, row: TableRow) -> TableLine:
    """A table that this version of the program cannot open: its edition or a change is no longer there."""
    return TableLine(
        table=row.id,
        game=tables.games[row.start.game],
        hero="",
        status="cannot be opened by this version of the program",
        changed=row.changed,
        your_turn=False,
        practice=row.kind == "practice",
        finished=row.standing.finished,
        won=row.standing.won,
        score=row.standing.score,
        day=row.day,
        players="",
    )


def results_of(tables: Tables, visitor: str, game: str, day: str) -> list[DayResult]:
    """How a day's dungeon went: the first try of each player, the best first, then the visitor's other tries.

    The first try is the table that was opened first, so that nobody leaves a bad one and begins anew.
    """
    rows = tables.store.finished_on(day, game, visitor)
    names = tables.store.names_of({row.owner for row, _ in rows})
    words = tables.games[game].words()
    results = [
        DayResult(
            table=row.id,
            who=names.get(row.owner, ""),
            won=row.standing.won,
            score=row.standing.score,
            ending=words.end(row.standing.ending),
            choices=row.standing.made,
            yours=row.owner == visitor,
            first=first,
        )
        for row, first in rows
    ]
    return sorted(results, key=lambda result: not result.first)
