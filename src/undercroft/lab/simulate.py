"""Many games on all cores, and what they say: how often they are won, how they end, what they score.

Game number n of a run has the seed SEED/n and is played with the openings (the adventurers) in turn, so that a run's
result does not depend on how many workers share it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import Any

from undercroft.bots import find_bot
from undercroft.core.build import compiled
from undercroft.core.errors import UndercroftError
from undercroft.core.game import Game
from undercroft.games import find_game
from undercroft.lab.playouts import play_games

MOST_PER_CHUNK = 1_000
Z_95 = 1.959963984540054


@dataclass(frozen=True)
class Job:
    """What is played: picklable, so that a worker can play a part of it."""

    game: str
    bot: str
    seed: str
    edition: str
    changes: Mapping[str, Any]


@dataclass
class Tally:
    """What some games came to; tallies add up."""

    games: int = 0
    wins: int = 0
    decisions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    ranks: Counter[str] = field(default_factory=Counter)
    opening_games: Counter[str] = field(default_factory=Counter)
    opening_wins: Counter[str] = field(default_factory=Counter)
    opening_scores: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Take in another tally."""
        self.games += other.games
        self.wins += other.wins
        self.decisions += other.decisions
        for mine, theirs in zip(self._counters(), other._counters(), strict=True):
            mine.update(theirs)

    def _counters(self) -> tuple[Counter[Any], ...]:
        return (self.ends, self.scores, self.ranks, self.opening_games, self.opening_wins, self.opening_scores)


@dataclass(frozen=True)
class Report:
    """A finished run, or as much of it as was finished when it was interrupted."""

    job: Job
    asked: int
    tally: Tally
    openings: tuple[str, ...]
    ends: tuple[str, ...]
    seconds: float
    workers: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.tally.games

    @property
    def interrupted(self) -> bool:
        """Whether fewer games were played than asked for."""
        return self.games < self.asked

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        tally = self.tally
        return {
            "game": self.job.game,
            "edition": self.job.edition,
            "changes": dict(self.job.changes),
            "bot": self.job.bot,
            "seed": self.job.seed,
            "games": tally.games,
            "interrupted": self.interrupted,
            "wins": tally.wins,
            "win_rate": rate(tally.wins, tally.games),
            "win_rate_95": wilson(tally.wins, tally.games),
            "ends": {end: tally.ends[end] for end in self.ends},
            "score": score_summary(tally.scores),
            "ranks": dict(sorted(tally.ranks.items())),
            "openings": {opening: self._opening(opening) for opening in self.openings},
            "decisions": tally.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(tally.decisions / self.seconds),
            "games_per_second": round(tally.games / self.seconds, 1),
            "workers": self.workers,
            "compiled": compiled(),
        }

    def _opening(self, opening: str) -> dict[str, Any]:
        games, wins = self.tally.opening_games[opening], self.tally.opening_wins[opening]
        return {
            "games": games,
            "wins": wins,
            "win_rate": rate(wins, games),
            "win_rate_95": wilson(wins, games),
            "score": rate(self.tally.opening_scores[opening], games),
        }


def rate(part: int, whole: int) -> float | None:
    """A share, or None of nothing."""
    return part / whole if whole else None


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    spread = Z_95 * sqrt(share * (1 - share) / games + Z_95**2 / (4 * games**2))
    middle = share + Z_95**2 / (2 * games)
    whole = 1 + Z_95**2 / games
    low = 0.0 if wins == 0 else (middle - spread) / whole
    high = 1.0 if wins == games else (middle + spread) / whole
    return low, high


def score_summary(scores: Counter[int]) -> dict[str, Any]:
    """Mean, least, most and deciles of counted scores."""
    games = scores.total()
    if games == 0:
        return {"mean": None, "least": None, "most": None, "deciles": []}
    mean = sum(score * count for score, count in scores.items()) / games
    return {
        "mean": mean,
        "least": min(scores),
        "most": max(scores),
        "deciles": [quantile(scores, tenth / 10) for tenth in range(1, 10)],
    }


def quantile(scores: Counter[int], share: float) -> int:
    """The least score that at least this share of the games does not exceed."""
    games, seen = scores.total(), 0
    for score in sorted(scores):
        seen += scores[score]
        if seen >= share * games:
            return score
    raise ValueError("no scores")


def play_chunk(job: Job, first: int, count: int) -> Tally:
    """Play a part of a job and tally it."""
    game = find_game(job.game)
    fresh = game.new(job.edition, job.changes)
    openings = game.openings(fresh)
    make_player = partial(find_bot, job.bot, job.game)
    played = play_games(
        fresh, game.play, len(game.seats), make_player, [list(o) for o in openings], job.seed, first, count
    )
    tally = Tally()
    for one in played:
        opening, outcome = "-".join(openings[one.opening]), one.outcome
        tally.games += 1
        tally.wins += outcome.won
        tally.decisions += one.decisions
        tally.ends[outcome.end] += 1
        tally.scores[outcome.score] += 1
        tally.opening_games[opening] += 1
        tally.opening_wins[opening] += outcome.won
        tally.opening_scores[opening] += outcome.score
        if outcome.rank:
            tally.ranks[outcome.rank] += 1
    return tally


def simulate(
    game: str | Game,
    bot: str,
    games: int,
    seed: str,
    edition: str = "book",
    changes: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play so many games; Ctrl-C ends the run early and keeps what is finished."""
    found = find_game(game) if isinstance(game, str) else game
    if games < 1:
        raise UndercroftError(f"{games} games cannot be played; ask for at least 1")
    if workers is not None and workers < 1:
        raise UndercroftError(f"{workers} workers cannot play; ask for at least 1")
    find_bot(bot, found.name, seed)
    job = Job(found.name, bot, seed, found.check_edition(edition), dict(changes or {}))
    fresh = found.new(job.edition, job.changes)
    workers = min(workers or os.cpu_count() or 1, games)
    chunks = list(_chunks(games, workers))
    tally = Tally()
    began = time.perf_counter()
    try:
        for part in _play_here(job, chunks) if workers == 1 else _play_in_pool(job, chunks, workers):
            tally.add(part)
            if progress is not None:
                progress(tally.games)
    except KeyboardInterrupt:
        pass  # what is finished is reported
    seconds = max(time.perf_counter() - began, 1e-9)
    openings = tuple("-".join(opening) for opening in found.openings(fresh))
    return Report(job, games, tally, openings, found.ends, seconds, workers)


def _chunks(games: int, workers: int) -> Iterator[tuple[int, int]]:
    size = max(1, min(MOST_PER_CHUNK, games // (workers * 4)))
    for first in range(0, games, size):
        yield first, min(size, games - first)


def _play_here(job: Job, chunks: list[tuple[int, int]]) -> Iterator[Tally]:
    for first, count in chunks:
        yield play_chunk(job, first, count)


def _play_in_pool(job: Job, chunks: list[tuple[int, int]], workers: int) -> Iterator[Tally]:
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    waiting = list(reversed(chunks))
    running: set[Future[Tally]] = set()
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_ignore_interrupts)
    try:
        while waiting or running:
            while waiting and len(running) < workers * 2:
                running.add(pool.submit(play_chunk, job, *waiting.pop()))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise UndercroftError("a worker process died; the run was stopped") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
