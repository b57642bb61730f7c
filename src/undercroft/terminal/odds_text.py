"""The whole odds of an option as a table; the words are in core/odds_words.py."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from undercroft.core.odds_words import AllOdds, percent
from undercroft.terminal.lines import flow
from undercroft.terminal.look import MUTED, STRONG, Look
from undercroft.terminal.tables import with_bars

BAR = 8


def odds_table(odds: AllOdds, look: Look) -> list[Text | Table]:
    """All that an option may lead to up to the next question."""
    above = [Text(", ".join(odds.summary))] if odds.summary else []
    return [*above, rows_table(odds, look), Text(odds.note, MUTED), *what_may_turn_up(odds, look)]


def rows_table(odds: AllOdds, look: Look) -> Table:
    """The rows with their bars; what is asked next only where that differs."""
    return with_bars(lambda bars: make_rows_table(odds, look.glyphs.bar if bars else ""), look)


def make_rows_table(odds: AllOdds, bar: str) -> Table:
    """The same, with bars of this sign or none."""
    columns = 3 if odds.parts_ways else 2
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=MUTED, pad_edge=False)
    table.add_column("chance", justify="right", no_wrap=True)
    if bar:
        table.add_column("", no_wrap=True)
    for title in ("what changes", "what happens", "then")[:columns]:
        table.add_column(title)
    most = max(row.chance for row in odds.rows)
    for row in odds.rows:
        bars = [bar * max(1, round(row.chance / most * BAR))] if bar else []
        cells = (row.changes, row.happens, Text(row.then, MUTED))
        table.add_row(Text(percent(row.chance), STRONG), *bars, *cells[:columns])
    return table


def what_may_turn_up(odds: AllOdds, look: Look) -> list[Text]:
    """What happens only where odds look no further."""
    if not odds.beyond:
        return []
    *words, last = odds.beyond
    told = [Text("What may turn up:", STRONG), *(Text(f"{word},") for word in words), Text(f"{last}.")]
    return flow([*told, *(Text(word, MUTED) for word in odds.beyond_note.split())], look, gap=1)
