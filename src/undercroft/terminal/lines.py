"""Lines of text: wrapped, indented, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from undercroft.terminal.look import NARROWEST, Look
from undercroft.terminal.percents import wrapped

INDENT = 2


def wrap(text: Text, look: Look, indent: int = 0, hang: int = 0) -> list[Text]:
    """A text as lines that fit, indented, all but the first by `hang` more."""
    width = max(look.width - indent, NARROWEST // 2)
    lines = wrapped(text, look.console, width)
    if hang and len(lines) > 1:
        first = lines[0]
        rest = text[len(first.plain.rstrip()) + 1 :]
        return [*indented([first], indent), *indented(wrapped(rest, look.console, width - hang), indent + hang)]
    return indented(lines, indent)


def indented(lines: Iterable[Text], indent: int) -> list[Text]:
    """Lines with blanks before them and none after."""
    return [Text(" " * indent).append(trimmed(line)) for line in lines]


def trimmed(line: Text) -> Text:
    """A line without the blanks at its end."""
    line.rstrip()
    return line


def flow(pieces: Sequence[Text], look: Look, indent: int = 0, gap: int = 2, hang: int = 0) -> list[Text]:
    """Pieces one after the other, a new line where the next piece would not fit; all but the first hang."""
    lines: list[Text] = []
    width = look.width
    for piece in pieces:
        if lines and lines[-1].cell_len + gap + piece.cell_len <= width:
            lines[-1].append(" " * gap).append(piece)
        else:
            lines.extend(wrap(piece, look, indent + hang if lines else indent, INDENT))
    return lines


def joined(pieces: Iterable[Text | str], between: str) -> Text:
    """Pieces with something between them."""
    texts = [Text(piece) if isinstance(piece, str) else piece for piece in pieces]
    return Text(between).join(text for text in texts if text.plain)
