"""A percentage is never broken over two lines, however narrow the window."""

from __future__ import annotations

import io

import pytest
from rich.table import Table
from rich.text import Text

from tests.terminal.scenes import look as look_of
from undercroft.terminal.lines import flow, wrap
from undercroft.terminal.percents import KEPT, Printer

SAID = "The kill is at 83 % (97 % with a reroll), being hit at < 1 %, and a hit at 100 % or > 99 % for good."


def broken(lines: list[str]) -> list[str]:
    """Lines that begin or end within a percentage."""
    return [line for line in lines if line.strip().startswith("%") or line.rstrip().endswith(("<", ">"))]


@pytest.mark.parametrize("width", range(24, 90))
def test_no_line_ends_within_a_percentage(width: int) -> None:
    look = look_of(width)
    for lines in (wrap(Text(SAID), look), wrap(Text(SAID), look, 2, 4), flow([Text(SAID), Text(SAID)], look)):
        plain = [line.plain for line in lines]
        assert broken(plain) == []
        assert " ".join(" ".join(plain).split()) in (SAID, f"{SAID} {SAID}")


@pytest.mark.parametrize("width", range(24, 90))
def test_what_is_printed_breaks_no_percentage_either(width: int) -> None:
    console = Printer(file=io.StringIO(), width=width, color_system=None)
    table = Table("a", "b", box=None)
    table.add_row(Text(SAID), Text("83 %"))
    strings = Table("how often", "where", box=None)
    strings.add_row("83 %", SAID)
    for part in (Text(SAID), SAID, table, strings):
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    printed = console.file.getvalue()
    assert KEPT not in printed
    assert broken([line[:width] for line in printed.splitlines()]) == []


def test_styles_stay_where_they_were() -> None:
    text = Text("now ").append("83 %", "bold").append(" of all")
    (line,) = wrap(text, look_of(40))
    assert (line.plain, [(span.start, span.end) for span in line.spans]) == ("now 83 % of all", [(4, 8)])
