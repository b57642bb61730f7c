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
        for column in part.columns:
            column.overflow = "fold"
            column.min_width = least(column, look.console)  # or two columns would share what one of them needs
        if narrowest(part, look.console) > look.console.width:
            part.width = narrowest(part, look.console)
    look.console.print(part, crop=False)


def with_bars(make: Callable[[bool], Table], look: Look) -> Table:
    """A table with its bars, or without them where room is short; `make` is told whether to draw them."""
    table = make(True)
    return table if narrowest(table, look.console) <= look.console.width else make(False)


def narrowest(table: Table, console: Console) -> int:
    """How many columns a table takes at least: its words may be wrapped between two of them, its figures nowhere."""
    return sum(least(column, console) for column in table.columns) + GAP * (len(table.columns) - 1)


def least(column: Column, console: Console) -> int:
    """How wide a column is at least."""
    options = console.options.update(width=ANY_WIDTH)
    sizes = [Measurement.get(console, options, cell) for cell in (column.header, *column.cells)]
    own = max(size.maximum if column.no_wrap else size.minimum for size in sizes)
    return max(own, column.min_width or 0)
