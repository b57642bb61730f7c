"""Two ways to play a game against each other: editions, changed values, bots.

Both sides play the same seeds. Chance comes in streams, so that a change in one place leaves the dice elsewhere as they
were; most pairs of games then differ little, and what differs is the change. The difference is b minus a.

With a precision the run stops when the interval of the win rate is narrow enough. It looks only after fixed numbers of
pairs, and only at how wide the interval is, never at where it lies, so that looking does not push the result anywhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from undercroft.core.content import parse_changes
from undercroft.core.errors import UndercroftError
from undercroft.core.game import Game
from undercroft.games import find_game
from undercroft.lab.intervals import Difference, Interval, rate, wilson
from undercroft.lab.rows import Job, RowFile, Rows, make_job, play_side_by_side
from undercroft.lab.workers import Here, Place, count_workers, play_parts, seconds_for, written_place

FIRST_LOOK = 200  # pairs; the width of an interval of fewer is itself uncertain
LOOK_EVERY = 100
OPENING_BRACKETS, CLOSING_BRACKETS = "[{", "]}"


# ---- sides -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    """What one side plays: an edition with changes, and who plays it."""

    edition: str
    changes: Mapping[str, Any]
    bot: str


def read_side(name: str, text: str, bot: str, both: Mapping[str, Any] | None = None) -> Side:
    """A side written EDITION,PATH=VALUE,...; the edition first, or none for the book. `both` are changes of both."""
    items = [item.strip() for item in split_at_commas(text)]
    edition = items.pop(0) if items and "=" not in items[0] else ""
    for item in items:
        if "=" not in item:
            raise UndercroftError(f"{name} takes an edition first and then PATH=VALUE, and {item!r} is neither")
    return Side(edition or "book", {**(both or {}), **parse_changes(name, items)}, bot)


def split_at_commas(text: str) -> list[str]:
    """The pieces between commas, apart from those inside quotes and brackets."""
    pieces, depth, quote = [""], 0, ""
    for letter in text:
        if letter == "," and depth == 0 and not quote:
            pieces.append("")
            continue
        pieces[-1] += letter
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        else:
            depth += (letter in OPENING_BRACKETS) - (letter in CLOSING_BRACKETS)
    return pieces


def job_of(name: str, game: Game, side: Side, seed: str) -> Job:
    """A side as a job; what is wrong with it is said with the side's name."""
    try:
        return make_job(game, side.bot, seed, side.edition, side.changes)
    except UndercroftError as error:
        raise UndercroftError(f"side {name}: {str(error).removeprefix('--set: ')}") from None


# ---- comparing -------------------------------------------------------------------------------------------------------


@dataclass
class SideTally:
    """What one side came to."""

    job: Job
    games: int = 0
    wins: int = 0
    score: int = 0

    def take(self, rows: Rows) -> None:
        """Take in more games."""
        self.games += len(rows)
        self.wins += sum(rows.won)
        self.score += sum(rows.score)

    def as_json(self) -> dict[str, Any]:
        """The tally as plain data."""
        return {
            "edition": self.job.edition,
            "changes": dict(self.job.changes),
            "bot": self.job.bot,
            "wins": self.wins,
            "win_rate": rate(self.wins, self.games),
            "win_rate_95": wilson(self.wins, self.games),
            "score": rate(self.score, self.games),
        }


@dataclass
class Comparison:
    """Both sides and the difference between them."""

    a: SideTally
    b: SideTally
    asked: int
    paired: bool
    precision: float | None
    place: Place
    difference: Difference = field(default_factory=Difference)
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def same(self) -> bool:
        """Whether both sides are the same, and so every pair of games is."""
        return self.a.job == self.b.job

    def is_precise(self) -> bool:
        """Whether the interval of the win rate is as narrow as was asked for."""
        return self.precision is not None and half_width(self.difference.win_rate_95()) <= self.precision

    def take(self, a: Rows, b: Rows) -> None:
        """Take in more pairs."""
        self.a.take(a)
        self.b.take(b)
        self.difference.take(a, b)

    def as_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        found = self.difference
        return {
            "game": self.a.job.game,
            "seed": self.a.job.seed,
            "paired": self.paired,
            "pairs": found.pairs,
            "asked": self.asked,
            "interrupted": self.interrupted,
            "precision": self.precision,
            "precise": None if self.precision is None else self.is_precise(),
            "a": self.a.as_json(),
            "b": self.b.as_json(),
            "won": {"both": found.both, "only_a": found.only_a, "only_b": found.only_b, "neither": found.neither},
            "win_rate_difference": found.win_rate,
            "win_rate_difference_95": found.win_rate_95(),
            "score_difference": found.mean_score,
            "score_difference_95": found.mean_score_95(),
            "seconds": round(self.seconds, 3),
            "workers": count_workers(self.place, self.asked),
            "on": written_place(self.place),
        }


def half_width(interval: Interval) -> float:
    """How far an interval reaches to either side."""
    return (interval[1] - interval[0]) / 2


def compare(
    game: str | Game,
    a: Side,
    b: Side,
    pairs: int,
    seed: str,
    precision: float | None = None,
    paired: bool = True,
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
    rows: RowFile | None = None,
) -> Comparison:
    """Play at most so many pairs of games; not `paired`, side b has seeds of its own (SEED/b/n)."""
    found = find_game(game)
    if precision is not None and not 0 < precision < 1:
        raise UndercroftError(f"a precision lies between 0 and 1, as 0.01 does, and {precision} does not")
    jobs = (job_of("a", found, a, seed), job_of("b", found, b, seed if paired else f"{seed}/b"))
    place = place or Here()
    result = Comparison(SideTally(jobs[0]), SideTally(jobs[1]), pairs, paired, precision, place)
    began = time.perf_counter()
    bound = 2 * seconds_for(a.bot, b.bot)  # for both games of a pair
    parts = play_parts(play_side_by_side, jobs, pairs, place, progress, bound, seed)
    try:
        for _, (a_rows, b_rows) in parts:
            if take_pairs(result, a_rows, b_rows, rows):
                break
    except KeyboardInterrupt:
        result.interrupted = True
    finally:
        parts.close()
    result.seconds = max(time.perf_counter() - began, 1e-9)
    return result


def take_pairs(result: Comparison, a: Rows, b: Rows, rows: RowFile | None = None) -> bool:
    """Take in a part up to the look at which the run is precise enough; says whether it is."""
    start = 0
    while start < len(a):
        stop = len(a) if result.precision is None else min(len(a), start + pairs_to_look(result.difference.pairs))
        taken = a.part(start, stop), b.part(start, stop)
        result.take(*taken)
        if rows is not None:
            rows.take(result.a.job, taken[0], side="a")
            rows.take(result.b.job, taken[1], side="b")
        if is_look(result.difference.pairs) and result.is_precise():
            return True
        start = stop
    return False


def is_look(pairs: int) -> bool:
    """Whether the run looks after so many pairs."""
    return pairs >= FIRST_LOOK and (pairs - FIRST_LOOK) % LOOK_EVERY == 0


def pairs_to_look(pairs: int) -> int:
    """How many pairs are to come before the next look."""
    return FIRST_LOOK - pairs if pairs < FIRST_LOOK else LOOK_EVERY - (pairs - FIRST_LOOK) % LOOK_EVERY
