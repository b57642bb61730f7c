"""A simulation on the screen: its progress, and its report as tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from undercroft.core.game import Game
from undercroft.terminal.look import MUTED, STRONG, Look, has_colour, look_at
from undercroft.terminal.tables import with_bars

BAR = 30


@contextmanager
def progress(games: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """Something to call with the number of games done; it shows on the error stream, and only to a person."""
    if has_colour(sys.stderr):
        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=look_at(sys.stderr).console, transient=True) as shown:
            task = shown.add_task(what, total=games)
            yield lambda done: shown.update(task, completed=done)
    elif sys.stderr.isatty():
        yield Tenths(games, what).reached
    else:
        yield lambda done: None


class Tenths:
    """Progress as a line at every tenth, for a screen without colour or moving bars."""

    def __init__(self, games: int, what: str) -> None:
        self.games = games
        self.what = what
        self.told = 0

    def reached(self, done: int) -> None:
        """So many games are done."""
        tenth = done * 10 // self.games
        if tenth > self.told:
            self.told = tenth
            print(f"{done:,} of {self.games:,} {self.what}", file=sys.stderr, flush=True)


def share(value: float | None) -> str:
    """A share as a percentage."""
    return "-" if value is None else f"{value * 100:.2f} %"


def interval(ends: tuple[float, float]) -> str:
    """An interval of shares."""
    return f"{ends[0] * 100:.2f} to {ends[1] * 100:.2f} %"


def number(value: float | None) -> str:
    """A figure with one decimal."""
    return "-" if value is None else f"{value:.1f}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number of things, in the singular where it is one."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def speed(seconds: float, report: dict[str, Any]) -> str:
    """How long it took, and where."""
    workers, on = report["workers"], report["on"]
    if workers is None:
        return f"{seconds:.1f} s on {on}."
    return f"{seconds:.1f} s on {counted(workers, 'worker')}{'' if on == 'here' else f' of {on}'}."


def pace(report: dict[str, Any]) -> str:
    """How much was played in a second; of slow games not only whole ones."""
    games = report["games_per_second"]
    return (
        f"{games:,.{0 if games >= 10 else 1}f} games and {report['decisions_per_second']:,} decisions a second "
        f"({'compiled' if report['compiled'] else 'pure Python'})."
    )


def report_parts(report: dict[str, Any], game: Game, look: Look) -> list[Text | Table]:
    """The report as tables."""
    games = counted(report["games"], "game")
    if report["interrupted"]:
        games += ", interrupted"
    title = f"{game.title}, {report['edition']} edition, {report['bot']} bot, seed {report['seed']}: {games}"
    if not report["games"]:
        return [Text(title, STRONG), Text("No game was finished.")]
    words = game.words()
    wide = max(len("Deciles"), len(words.file.score))
    by_opening: list[Text | Table] = []
    if len(report["openings"]) > 1:
        by_opening = [openings_table(report, words.file.score), Text()]
    return [
        Text(title, STRONG),
        Text(),
        Text(f"{'Won':<{wide}} ")
        .append(share(report["win_rate"]), STRONG)
        .append(f"   95 %: {interval(report['win_rate_95'])}", "not bold"),
        Text(f"{words.file.score:<{wide}} ")
        .append(number(report["score"]["mean"]), STRONG)
        .append(f"   on average, from {report['score']['least']} to {report['score']['most']}", "not bold"),
        Text(f"{'Deciles':<{wide}} ").append("  ".join(str(score) for score in report["score"]["deciles"])),
        Text(),
        ends_table(report, game, look),
        Text(),
        figures_table(report, game),
        Text(),
        *by_opening,
        Text(f"{speed(report['seconds'], report)[:-1]}, {pace(report)}", MUTED),
    ]


def ends_table(report: dict[str, Any], game: Game, look: Look) -> Table:
    """How the games ended."""
    return with_bars(lambda bars: make_ends_table(report, game, look.glyphs.bar if bars else ""), look)


def make_ends_table(report: dict[str, Any], game: Game, bar: str) -> Table:
    """The same, with bars of this sign or none."""
    table = plain_table("How they ended", "games", "", *([""] if bar else []))
    words = game.words()
    for end, count in report["ends"].items():
        part = count / report["games"]
        bars = [bar * (max(1, round(part * BAR)) if count else 0)] if bar else []
        table.add_row(words.end(end), f"{count:,}", share(part), *bars)
    return table


def figures_table(report: dict[str, Any], game: Game) -> Table:
    """What stood on the trackers when the games ended."""
    table = plain_table("At the end", "mean", "least", "most")
    for name, row in report["figures"].items():
        said = game.words().file.figures[name]
        table.add_row(said[:1].upper() + said[1:], number(row["mean"]), f"{row['least']:,}", f"{row['most']:,}")
    return table


def openings_table(report: dict[str, Any], score: str) -> Table:
    """The same by how the games began."""
    table = plain_table("Began as", "games", "won", "95 %", score.lower())
    for row in report["openings"].values():
        if row["games"]:
            table.add_row(
                row["name"],
                f"{row['games']:,}",
                share(row["win_rate"]),
                interval(row["win_rate_95"]),
                number(row["score"]),
            )
    return table


def plain_table(first: str, *others: str) -> Table:
    """A table without lines, figures at the right."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=MUTED, pad_edge=False)
    table.add_column(first)
    for title in others:
        table.add_column(title, justify="left" if not title else "right", no_wrap=True)
    return table
