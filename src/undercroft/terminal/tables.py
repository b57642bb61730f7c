"""Tables of figures: bars go where room is short, words are wrapped, and no figure is ever cut."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Column, Table

from undercroft.terminal.look import Look

ANY_WIDTH = 10_000
GAP = 2  # blanks between two columns


def draw(part: RenderableType, look: Look) -> None:
    """Print a text or a table; a table that cannot be as narrow as the window is runs over its edge."""
    if isinstance(part, Table):
        share_room(part, look.console)
    look.console.print(part, crop=False)


def share_room(table: Table, console: Console) -> None:
    """Say how wide each column is: rich itself would give some too little room and others too much."""
    room = max(console.width, narrowest(table, console)) - GAP * (len(table.columns) - 1)
    widths = [least(column, console) for column in table.columns]
    missing = [most(column, console) - width for column, width in zip(table.columns, widths)]
    for _ in range(min(room - sum(widths), sum(missing))):  # where most is missing
        place = missing.index(max(missing))
        widths[place] += 1
        missing[place] -= 1
    for column, width in zip(table.columns, widths):
        column.overflow = "fold"
        column.width = width
    table.width = sum(widths) + GAP * (len(widths) - 1)


def with_bars(make: Callable[[bool], Table], look: Look) -> Table:
    """A table with its bars, or without them where room is short; `make` is told whether to draw them."""
    table = make(True)
    return table if narrowest(table, look.console) <= look.console.width else make(False)


def narrowest(table: Table, console: Console) -> int:
    """How many columns a table takes at least: its words may be wrapped between two of them, its figures nowhere."""
    return sum(least(column, console) for column in table.columns) + GAP * (len(table.columns) - 1)


def least(column: Column, console: Console) -> int:
    """How wide a column is at least."""
    own = max(size.maximum if column.no_wrap else size.minimum for size in sizes_of(column, console))
    return max(own, column.min_width or 0)


def most(column: Column, console: Console) -> int:
    """How wide a column is if nothing in it is wrapped."""
    return max(least(column, console), *(size.maximum for size in sizes_of(column, console)))


def sizes_of(column: Column, console: Console) -> list[Measurement]:
    """How much room each cell of a column wants."""
    options = console.options.update(width=ANY_WIDTH)
    return [Measurement.get(console, options, cell) for cell in (column.header, *column.cells)]
