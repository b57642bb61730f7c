"""One value of a game varied, or two: what each of its values does, on the same seeds.

Every value plays the same games, and so does the game as it is, to which each is compared pair by pair.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from undercroft.core.content import parse_change
from undercroft.core.errors import ContentError, UndercroftError, cut
from undercroft.core.game import Game
from undercroft.games import find_game
from undercroft.lab.charts import Theme, bars, win_rates
from undercroft.lab.compare import SideTally, split_at_commas
from undercroft.lab.intervals import Difference, wilson
from undercroft.lab.rows import Job, RowFile, Rows, make_job, play_side_by_side, written, written_value
from undercroft.lab.workers import Here, Place, count_workers, play_parts, seconds_for, written_place

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_POINTS = 200
MOST_VARIED = 2
LARGEST = 2**63
RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?::(\d{1,9}))?")


@dataclass(frozen=True)
class Varied:
    """A value of the game, by its path, and what it is varied to."""

    path: str
    values: tuple[Any, ...]

    def __post_init__(self) -> None:
        for place, value in enumerate(self.values):
            if value in self.values[:place]:
                raise UndercroftError(f"--vary {self.path}: {written_value(value)} is among its values twice")


def read_varied(text: str) -> Varied:
    """Written PATH=3..8, PATH=3..9:2 (every second) or PATH=3,5,8; numbers come in their order."""
    path, equals, values = text.partition("=")
    path, values = path.strip(), values.strip()
    if not (path and equals and values):
        raise UndercroftError(f"--vary {cut(text)}: write it as PATH=VALUES, for example enemy.wraith.health=3..8")
    if match := RANGE.fullmatch(values):
        first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if step == 0 or last < first:
            raise UndercroftError(f"--vary {cut(text)}: there is nothing from {first} to {last} in steps of {step}")
        whole = range(first, last + 1, step)
        check_points(len(whole))
        return Varied(path, tuple(whole))
    if ".." in values:
        raise UndercroftError(
            f"--vary {cut(text)}: a range goes from a whole number to another, as 3..8 or 3..9:2 does"
        )
    pieces = [parse_change(f"{path}={piece}", "--vary")[1] for piece in split_at_commas(values)]
    if "" in pieces:
        raise UndercroftError(f"--vary {cut(text)}: there is no value between two of its commas")
    return Varied(path, tuple(sorted(pieces) if are_numbers(pieces) else pieces))


def are_numbers(values: Sequence[Any]) -> bool:
    """Whether all values are numbers that have an order and fit into a column."""
    return all(type(value) in (int, float) and abs(value) < LARGEST for value in values)


def check_points(count: int) -> None:
    """Refuse a grid that is too large to look at."""
    if count > MOST_POINTS:
        raise UndercroftError(f"{count} values are more than the {MOST_POINTS} that a sweep can have")


@dataclass
class Point:
    """One value, or one of each of the varied, and what it came to."""

    values: tuple[Any, ...]
    tally: SideTally
    difference: Difference  # to the game as it is

    def as_json(self, varied: Sequence[Varied]) -> dict[str, Any]:
        """The point as plain data."""
        tally = self.tally.as_json()
        return {
            "values": {one.path: value for one, value in zip(varied, self.values, strict=True)},
            **{key: tally[key] for key in ("wins", "win_rate", "win_rate_95", "score")},
            "win_rate_difference": self.difference.win_rate,
            "win_rate_difference_95": self.difference.win_rate_95(),
            "score_difference": self.difference.mean_score,
            "score_difference_95": self.difference.mean_score_95(),
        }


@dataclass(frozen=True)
class Refused:
    """A value, or one of each of the varied, with which the game cannot be played, and why."""

    values: tuple[Any, ...]
    why: str

    def as_json(self, varied: Sequence[Varied]) -> dict[str, Any]:
        """The same as plain data."""
        return {"values": {one.path: value for one, value in zip(varied, self.values, strict=True)}, "why": self.why}


@dataclass
class Sweep:
    """All points, the game as it is, and the values that were refused."""

    varied: tuple[Varied, ...]
    base: SideTally
    points: list[Point]
    refused: list[Refused]
    asked: int
    place: Place
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """How many games each point has played."""
        return self.base.games

    def take(self, part: list[Rows]) -> None:
        """Take in more games of the game as it is and of every point."""
        base, *others = part
        self.base.take(base)
        for point, rows in zip(self.points, others, strict=True):
            point.tally.take(rows)
            point.difference.take(base, rows)

    def as_json(self) -> dict[str, Any]:
        """The sweep as plain data."""
        job = self.base.job
        return {
            "game": job.game,
            "seed": job.seed,
            "games": self.games,
            "asked": self.asked,
            "interrupted": self.interrupted,
            "vary": {one.path: list(one.values) for one in self.varied},
            "base": self.base.as_json(),
            "points": [point.as_json(self.varied) for point in self.points],
            "refused": [refused.as_json(self.varied) for refused in self.refused],
            "seconds": round(self.seconds, 3),
            "workers": count_workers(self.place, self.asked),
            "on": written_place(self.place),
        }


def sweep(
    game: str | Game,
    varied: Sequence[Varied],
    bot: str,
    games: int,
    seed: str,
    edition: str = "book",
    changes: Mapping[str, Any] | None = None,
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
    rows: RowFile | None = None,
) -> Sweep:
    """Play so many games with each value; with two varied, with each pair of values. Ctrl-C keeps what is finished."""
    found = find_game(game)
    place = place or Here()
    base = make_job(found, bot, seed, edition, changes or {})
    played, refused = grid(found, base, varied)
    points = [Point(values, SideTally(job), Difference()) for values, job in played]
    result = Sweep(tuple(varied), SideTally(base), points, refused, games, place)
    jobs = (base, *(point.tally.job for point in points))
    began = time.perf_counter()
    try:
        bound = len(jobs) * seconds_for(bot)  # for a game with each value
        for _, part in play_parts(play_side_by_side, jobs, games, place, progress, bound, seed):
            result.take(part)
            if rows is not None:
                _keep(rows, result, part)
    except KeyboardInterrupt:
        result.interrupted = True
    result.seconds = max(time.perf_counter() - began, 1e-9)
    return result


def grid(game: Game, base: Job, varied: Sequence[Varied]) -> tuple[list[tuple[tuple[Any, ...], Job]], list[Refused]]:
    """All values, or pairs of values, each with its job, and those that are refused; ContentError if all of them are.

    All are checked before any is played.
    """
    if not 1 <= len(varied) <= MOST_VARIED:
        raise UndercroftError(f"a sweep varies one value or two, not {len(varied)}")
    if len({one.path for one in varied}) < len(varied):
        raise UndercroftError(f"{varied[0].path} cannot be varied twice")
    combinations = list(product(*(one.values for one in varied)))
    check_points(len(combinations))
    paths = [one.path for one in varied]
    played: list[tuple[tuple[Any, ...], Job]] = []
    refused: list[Refused] = []
    sentences: list[str] = []
    for values in combinations:
        try:
            played.append((values, _job_at(game, base, dict(zip(paths, values, strict=True)))))
        except ContentError as error:
            sentences.append(str(error))
            refused.append(Refused(values, _why(str(error), paths)))
    if refused and not played:
        raise ContentError(sentences[0] if len(set(sentences)) == 1 else _all_refused(refused, paths))
    return played, refused


def _all_refused(refused: Sequence[Refused], paths: Sequence[str]) -> str:
    """That nothing is left to play: every value by name, those that are refused for the same reason together."""
    named: dict[str, list[str]] = {}
    for one in refused:
        named.setdefault(one.why, []).append(written(dict(zip(paths, one.values, strict=True))))
    told = [f"{'; '.join(values)} ({why})" for why, values in named.items()]
    return f"--vary: no value can be played: {'; '.join(told)}"


def _why(sentence: str, paths: Sequence[str]) -> str:
    """Why a value is refused, without the place where it stands, which whoever varies it knows."""
    for path in paths:
        table, _, field = path.rpartition(".")
        sentence = sentence.removeprefix("--vary: ").removeprefix(f"{table}: {field}: ")
    return sentence


def _job_at(game: Game, base: Job, values: dict[str, Any]) -> Job:
    try:
        return make_job(game, base.bot, base.seed, base.edition, {**base.changes, **values})
    except ContentError as error:
        raise ContentError(str(error).replace("--set", "--vary", 1)) from None


def _keep(rows: RowFile, result: Sweep, part: list[Rows]) -> None:
    """The rows of the game as it is, for which `varied` is false, and of every point."""
    now = tuple(result.base.job.changes.get(one.path) for one in result.varied)
    values = [now, *(point.values for point in result.points)]
    tallies = [result.base, *(point.tally for point in result.points)]
    columns = [as_column(column) for column in zip(*values, strict=True)]
    for place, (tally, kept) in enumerate(zip(tallies, part, strict=True)):
        labels = {one.path: column[place] for one, column in zip(result.varied, columns, strict=True)}
        rows.take(tally.job, kept, varied=place > 0, **labels)


def as_column(values: Sequence[Any]) -> list[Any]:
    """Values as a column of a file: numbers or switches where all of them are, or else texts; none stays none."""
    known = [value for value in values if value is not None]
    if are_numbers(known) or all(isinstance(value, bool) for value in known):
        return list(values)
    return [None if value is None else written_value(value) for value in values]


def chart(swept: Sweep, title: str, theme: Theme) -> Figure:
    """The win rate at each value with its interval: a line for numbers, bars for words and pairs of values."""
    tallies = [point.tally for point in swept.points]
    rates = [tally.wins / tally.games for tally in tallies]
    intervals = [wilson(tally.wins, tally.games) for tally in tallies]
    across = " and ".join(one.path for one in swept.varied)
    if len(swept.varied) == 1 and are_numbers(swept.varied[0].values):
        return win_rates([point.values[0] for point in swept.points], rates, intervals, across, theme, title)
    names = [", ".join(written_value(value) for value in point.values) for point in swept.points]
    return bars(names, rates, intervals, theme, title=f"{title}: {across}")
