"""Tables: bars go where room is short, words are wrapped, no figure is ever cut."""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from tests.effort import tries
from tests.terminal.driver import undercroft
from undercroft.core.odds_words import all_odds
from undercroft.door import start
from undercroft.games import GAMES
from undercroft.terminal.look import UNICODE, Look
from undercroft.terminal.odds_text import rows_table
from undercroft.terminal.simulate_text import plain_table
from undercroft.terminal.tables import draw, with_bars

QUICK = ("--games", "6", "--seed", "x", "--workers", "1")
COMMANDS = {
    "simulate": ("simulate", "tin-helm", *QUICK),
    "simulate by hero": ("simulate", "elbereth", *QUICK),
    "compare": ("compare", "tin-helm", *QUICK, "--b", "book,enemy.wraith.health=9,figures.hunger=2"),
    "sweep": ("sweep", "freequest", *QUICK, "--quest", "two-lanterns", "--vary", "figures.last-round=1,2"),
    "sweep a grid": ("sweep", "tin-helm", *QUICK, "--vary", "enemy.wraith.health=3,9", "--vary", "figures.hunger=1,2"),
    "check": ("check", "quest", "two-lanterns", "--games", "2", "--workers", "1"),
}
FIGURE = re.compile(r"[+-]?\d[\d,.]*(?: %)?")
TIMES = re.compile(r"[\d.]+ s on|[\d,.]+ games and [\d,.]+ decisions")


def figures(text: str) -> list[str]:
    """All figures of a text but those that tell how fast it was."""
    return sorted(FIGURE.findall(TIMES.sub("", " ".join(text.split()))))


@pytest.mark.parametrize("command", COMMANDS)
def test_no_figure_is_lost_however_little_room_there_is(tmp_path: Path, command: str) -> None:
    """Law: what a pipe of any width is given is all that a very wide one is."""
    wide = undercroft(tmp_path, *COMMANDS[command], COLUMNS="400")
    assert wide.returncode == 0, wide.stderr
    for columns in ("30", "50", "80"):
        narrow = undercroft(tmp_path, *COMMANDS[command], COLUMNS=columns).stdout
        assert "…" not in narrow
        assert figures(narrow) == figures(wide.stdout)
        assert re.search(r"(?m)^ *%|  %", narrow) is None, "a percentage is broken over two lines"


def window(columns: int, in_window: bool) -> Look:
    """A window of so many columns, or a pipe."""
    console = Console(file=io.StringIO(), width=columns, height=24, color_system=None, force_terminal=False)
    return Look(console, UNICODE, in_window)


def drawn(look: Look) -> list[str]:
    """A table with figures and bars as it is drawn there."""

    def make(bars: bool) -> Table:
        table = plain_table("Rather long words", "won", "95 %", *([""] if bars else []))
        table.add_row("something that is told in words", "12.34 %", "10.00 to 15.00 %", *(["█" * 10] if bars else []))
        return table

    draw(with_bars(make, look), look)
    assert isinstance(look.console.file, io.StringIO)
    return look.console.file.getvalue().splitlines()


@pytest.mark.parametrize("in_window", [True, False])
@pytest.mark.parametrize("columns", [10, 25, 40, 45, 55, 80])
def test_bars_go_first_then_words_are_wrapped_and_figures_stay(columns: int, in_window: bool) -> None:
    lines = drawn(window(columns, in_window))
    text = "\n".join(lines)
    assert "12.34 %" in text
    assert "10.00 to 15.00 %" in text
    assert "…" not in text
    assert ("█" * 10 in text) == (columns >= 55)
    assert "█" not in text or "█" * 10 in text
    words = "".join(line[: line.find("  ") if "  " in line else None] for line in lines)
    assert "something" in words.replace(" ", "")
    if columns >= 40:
        assert max(len(line.rstrip()) for line in lines) <= columns


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("columns", [40, 44, 50, 57])
def test_odds_never_run_over_the_edge_of_a_window(game: str, columns: int) -> None:
    """Law: the odds of any choice, at moments of a random game, are as narrow as the window."""
    session = start(game, seed="narrow")
    chance = Random(columns)
    for _ in range(tries(12)):
        if session.decision is None:
            return
        for option in session.decision.options[:4]:
            look = window(columns, in_window=True)
            draw(rows_table(all_odds(session, option), look), look)
            assert isinstance(look.console.file, io.StringIO)
            assert max(map(cell_len, look.console.file.getvalue().splitlines())) <= columns
        for _ in range(3):
            if session.decision is not None:
                session.choose(chance.choice(session.decision.options))


def test_a_sweep_tells_who_played_and_what_was_refused(tmp_path: Path) -> None:
    brief = ("--set", "figures.last-round=1", *QUICK)
    done = undercroft(tmp_path, "sweep", "freequest", "--quest", "two-lanterns", "--vary", "play.heroes=1..2", *brief)
    assert done.returncode == 0, done.stderr
    assert "play.heroes=1 was refused: Two Lanterns is for 2, not for 1." in done.words
    assert "The games begin in turn with Warrior, Wizard, " in done.words
    named = undercroft(tmp_path, "sweep", "freequest", "--party", "medic", "--vary", "play.referee=fair", *brief)
    assert "play.party=['medic']" in named.words


def test_a_check_tells_who_played(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "check", "quest", "two-lanterns", "--games", "7", "--workers", "1")
    table = done.stdout.split("Who played")[1].split("\n\n")[0]
    assert "Warrior" in table
    assert "Delver" in table
