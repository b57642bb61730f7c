"""Percentages that stay on one line: where a text is wrapped, nothing parts a number from its %."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from undercroft.core.odds_words import WITHIN_PERCENT

KEPT = "\ue000"  # stands for a blank at which no line ends; rich would break one at a no-break space


class Printer(Console):
    """A console that breaks no percentage."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is printed, piece by piece."""
        whole = kept(renderable) if isinstance(renderable, Text) else renderable
        for text, style, control in super().render(whole, options):
            yield Segment(text.replace(KEPT, " "), style, control)

    def render_str(self, text: str, **how: Any) -> Text:
        """A text that is only a string, as in a cell of a table: it is measured and printed as any other."""
        return kept(super().render_str(text, **how))


def wrapped(text: Text, console: Console, width: int) -> list[Text]:
    """A text as lines of so many columns."""
    if text.cell_len <= width and "\n" not in text.plain and "\t" not in text.plain:
        return [text.copy()]
    lines = list(kept(text).wrap(console, width))
    for line in lines:
        line.plain = line.plain.replace(KEPT, " ")
    return lines


def kept(text: Text) -> Text:
    """A text whose percentages cannot be broken."""
    if "%" not in text.plain:
        return text
    same = text.copy()
    same.plain = WITHIN_PERCENT.sub(KEPT, text.plain)
    return same
