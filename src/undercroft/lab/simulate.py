"""Many games on all cores, and what they say: how often they are won, how they end, what they score.

Game number n of a run has the seed SEED/n and is played with the openings (the adventurers) in turn, so that a run's
result does not depend on how many workers share it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from undercroft.core.build import compiled
from undercroft.core.game import Game
from undercroft.games import find_game
from undercroft.lab.intervals import rate, wilson
from undercroft.lab.openings import opening_names
from undercroft.lab.rows import Job, RowFile, Rows, make_job, play_rows
from undercroft.lab.workers import Place, count_workers, find_place, play_parts, seconds_for, written_place


@dataclass
class Tally:
    """What some games came to."""

    games: int = 0
    wins: int = 0
    decisions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    ranks: Counter[str] = field(default_factory=Counter)
    opening_games: Counter[str] = field(default_factory=Counter)
    opening_wins: Counter[str] = field(default_factory=Counter)
    opening_scores: Counter[str] = field(default_factory=Counter)
    figures: dict[str, Counter[int]] = field(default_factory=dict)

    def take(self, rows: Rows) -> None:
        """Take in more games."""
        self.games += len(rows)
        self.wins += sum(rows.won)
        self.decisions += sum(rows.decisions)
        self.ends.update(rows.end)
        self.scores.update(rows.score)
        self.ranks.update(rank for rank in rows.rank if rank)
        self.opening_games.update(rows.opening)
        self.opening_wins.update(opening for opening, won in zip(rows.opening, rows.won, strict=True) if won)
        for opening, score in zip(rows.opening, rows.score, strict=True):
            self.opening_scores[opening] += score
        for name, column in rows.figures.items():
            self.figures.setdefault(name, Counter()).update(column)


@dataclass(frozen=True)
class Report:
    """A finished run, or as much of it as was finished when it was interrupted."""

    job: Job
    asked: int
    tally: Tally
    openings: Mapping[str, str]
    """Every start of the game, and what it is called."""
    ends: tuple[str, ...]
    seconds: float
    place: Place

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
            "figures": {name: figure_summary(counts) for name, counts in tally.figures.items()},
            "openings": {opening: self._opening(opening) for opening in self.openings},
            "decisions": tally.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(tally.decisions / self.seconds),
            "games_per_second": round(tally.games / self.seconds, 1),
            "workers": count_workers(self.place, self.asked),
            "on": written_place(self.place),
            "compiled": compiled(),
        }

    def _opening(self, opening: str) -> dict[str, Any]:
        games, wins = self.tally.opening_games[opening], self.tally.opening_wins[opening]
        return {
            "name": self.openings[opening],
            "games": games,
            "wins": wins,
            "win_rate": rate(wins, games),
            "win_rate_95": wilson(wins, games),
            "score": rate(self.tally.opening_scores[opening], games),
        }


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


def figure_summary(counts: Counter[int]) -> dict[str, Any]:
    """Mean, least and most of a figure as games ended with it."""
    summary = score_summary(counts)
    return {key: summary[key] for key in ("mean", "least", "most")}


def quantile(scores: Counter[int], share: float) -> int:
    """The least score that at least this share of the games does not exceed."""
    games, seen = scores.total(), 0
    for score in sorted(scores):
        seen += scores[score]
        if seen >= share * games:
            return score
    raise ValueError("no scores")


def simulate(
    game: str | Game,
    bot: str,
    games: int,
    seed: str,
    edition: str = "book",
    changes: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    place: Place | None = None,
    rows: RowFile | None = None,
) -> Report:
    """Play so many games; Ctrl-C ends the run early and keeps what is finished. `rows` is given every game's row."""
    found = find_game(game)
    place = place or find_place(None, workers)
    job = make_job(found, bot, seed, edition, changes or {})
    tally = Tally()
    began = time.perf_counter()
    try:
        for _, part in play_parts(play_rows, job, games, place, progress, seconds_for(bot), seed):
            tally.take(part)
            if rows is not None:
                rows.take(job, part)
    except KeyboardInterrupt:
        pass  # what is finished is reported
    seconds = max(time.perf_counter() - began, 1e-9)
    openings = {"-".join(opening): name for opening, name in opening_names(job).items()}
    return Report(job, games, tally, openings, found.ends, seconds, place)
