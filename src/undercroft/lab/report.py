"""The report on a game: what many games of it were like, and what goes with winning, as data.

Differences of win rates are correlations. An option is held against games that offered it and in which it was never
taken. Happenings are also counted early, in games that all lasted longer; what happens late is seen only by those who
get so far. Of all differences those are called sure that stand after as many were looked at (contrasts.py).
"""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from undercroft.core.build import compiled
from undercroft.core.game import Game
from undercroft.games import find_game
from undercroft.lab.contrasts import Group, benjamini_hochberg, can_compare, chance_of, difference, difference_95
from undercroft.lab.intervals import rate, student_95, wilson
from undercroft.lab.noting import STRETCH, THINGS
from undercroft.lab.openings import opening_names
from undercroft.lab.rows import Job, make_job, written_value
from undercroft.lab.simulate import quantile
from undercroft.lab.trait_words import choice_moment, choice_name, happening_name, plain_name
from undercroft.lab.traits import Traits, end_kind, note_games
from undercroft.lab.workers import Here, Place, count_workers, play_parts, seconds_for

STILL_RUNNING = 0.9  # early is as long as more than this share of the games still runs


@dataclass(frozen=True)
class Contrast:
    """Games with something against games without it; `when` says more about what."""

    what: str
    when: str
    having: Group
    lacking: Group

    def as_json(self, sure: bool) -> dict[str, Any]:
        """The contrast as plain data."""
        return {
            "what": self.what,
            "when": self.when,
            "with": self.having.as_json(),
            "without": self.lacking.as_json(),
            "difference": difference(self.having, self.lacking),
            "difference_95": difference_95(self.having, self.lacking),
            "chance": chance_of(self.having, self.lacking),
            "sure": sure,
        }


@dataclass(frozen=True)
class GameReport:
    """A report on so many games, or on as many of them as were finished when it was interrupted."""

    game: Game
    job: Job
    asked: int
    traits: Traits
    seconds: float
    workers: int | None

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.traits.games

    @property
    def interrupted(self) -> bool:
        """Whether fewer games were played than asked for."""
        return self.games < self.asked

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        traits = self.traits
        return {
            "game": self.job.game,
            "title": self.game.title,
            "edition": self.job.edition,
            "edition_title": self.game.editions()[self.job.edition].title,
            "changes": dict(self.job.changes),
            "bot": self.job.bot,
            "seed": self.job.seed,
            "asked": self.asked,
            "interrupted": self.interrupted,
            "rules": self.game.rules_version,
            "command": command(self.job, self.asked),
            **Group(self.games, traits.wins).as_json(),
            "openings": openings(self.job, traits),
            "ends": ends(self.game, traits),
            "score": {"name": self.game.words().file.score, **spreads(traits.scores)},
            "decisions": spreads(traits.lengths),
            "figures": figures(self.game, traits),
            **contrasts(self.game, self.job, traits),
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds, 1),
            "workers": self.workers,
            "compiled": compiled(),
        }


def report_on(
    game: str | Game,
    bot: str,
    games: int,
    seed: str,
    edition: str = "book",
    changes: Mapping[str, Any] | None = None,
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
) -> GameReport:
    """Play so many games and report on them; Ctrl-C ends the run early and keeps what is finished."""
    found = find_game(game)
    job = make_job(found, bot, seed, edition, changes or {})
    place = place or Here()
    traits = Traits()
    began = time.perf_counter()
    try:
        for _, part in play_parts(note_games, job, games, place, progress, seconds_for(bot), seed):
            traits.add(part)
    except KeyboardInterrupt:
        pass  # what is finished is reported
    seconds = max(time.perf_counter() - began, 1e-9)
    return GameReport(found, job, games, traits, seconds, count_workers(place, games))


def command(job: Job, games: int) -> str:
    """The command that makes the same report again."""
    words = ["undercroft", "report", job.game, "--bot", job.bot, "--games", str(games), f"--seed={job.seed}"]
    words += ["--edition", job.edition] if job.edition != "book" else []
    words += [f"--set={path}={written_value(value)}" for path, value in job.changes.items()]
    return shlex.join(words)


# ---- how they began and ended ----------------------------------------------------------------------------------------


def openings(job: Job, traits: Traits) -> list[dict[str, Any]]:
    """The win rate for each start of the game."""
    rows = []
    for place, (start, name) in enumerate(opening_names(job).items()):
        group = Group(traits.openings[place, False] + traits.openings[place, True], traits.openings[place, True])
        score = rate(traits.opening_scores[place], group.games)
        rows.append({"opening": "-".join(start), "name": name, **group.as_json(), "score": score})
    return rows


def ends(game: Game, traits: Traits) -> list[dict[str, Any]]:
    """How games ended, and where, as far as the game's last event tells."""
    rows = []
    for end in game.ends:
        places = Counter({where: count for (each, where), count in traits.ends.items() if each == end})
        games = places.total()
        kind = end_kind(game, end)
        figure = kind.figures[0] if kind is not None and kind.figures else ""
        rows.append(
            {
                "end": end,
                "sentence": game.words().file.ends.get(end) or plain_name(end),
                "games": games,
                "share": rate(games, traits.games),
                "share_95": wilson(games, traits.games),
                "figure": game.words().file.figures.get(figure, plain_name(figure)),
                "places": {where: places[where] for where in sorted(w for w in places if w is not None)},
            }
        )
    return rows


# ---- scores, lengths, figures ----------------------------------------------------------------------------------------


def spreads(counts: Mapping[tuple[int, bool], int]) -> dict[str, Any]:
    """How values are spread over all games, those won and those lost."""
    won = Counter({value: count for (value, winning), count in counts.items() if winning})
    lost = Counter({value: count for (value, winning), count in counts.items() if not winning})
    return {"all": spread(won + lost), "won": spread(won), "lost": spread(lost)}


def spread(counts: Counter[int]) -> dict[str, Any]:
    """Mean with its interval, quartiles, and how often each value came up."""
    games = counts.total()
    if not games:
        return {"games": 0, "mean": None, "mean_95": None, "least": None, "quartiles": [], "most": None, "counts": {}}
    mean = sum(value * count for value, count in counts.items()) / games
    squares = sum(count * (value - mean) ** 2 for value, count in counts.items())
    reach = student_95(games - 1) * sqrt(squares / (games - 1) / games) if games > 1 else None
    return {
        "games": games,
        "mean": mean,
        "mean_95": None if reach is None else (mean - reach, mean + reach),
        "least": min(counts),
        "quartiles": [quantile(counts, quarter / 4) for quarter in (1, 2, 3)],
        "most": max(counts),
        "counts": {value: counts[value] for value in sorted(counts)},
    }


def figures(game: Game, traits: Traits) -> list[dict[str, Any]]:
    """The tracked figures as they stood when the game ended."""
    rows = []
    for place, name in enumerate(game.figure_names):
        counts = {(value, won): count for (each, value, won), count in traits.figures.items() if each == place}
        label = game.words().file.figures.get(name, plain_name(name))
        rows.append({"figure": name, "name": label, **spreads(counts)})
    return rows


# ---- what goes with winning ------------------------------------------------------------------------------------------


def contrasts(game: Game, job: Job, traits: Traits) -> dict[str, Any]:
    """What goes with winning: choices, what happened early, what happened at all; the clearest first."""
    stretches = early_stretches(traits)
    parts = {
        "choices": choice_contrasts(game, traits),
        "early": happening_contrasts(game, job, traits, stretches) if stretches else [],
        "happenings": happening_contrasts(game, job, traits, None),
    }
    every = [contrast for part in parts.values() for contrast in part]
    sure = dict(zip(every, benjamini_hochberg([chance_of(each.having, each.lacking) for each in every]), strict=True))
    return {
        "contrasts": len(every),
        "early_decisions": stretches * STRETCH,
        "early_share": rate(lasting(traits, stretches).games, traits.games),
        **{name: [each.as_json(sure[each]) for each in by_strength(part)] for name, part in parts.items()},
    }


def by_strength(part: Iterable[Contrast]) -> list[Contrast]:
    """Contrasts, those first that are great even at the end of their interval that is nearer to nothing."""

    def least(each: Contrast) -> float:
        low, high = difference_95(each.having, each.lacking)
        return max(low, -high)

    return sorted(part, key=least, reverse=True)


def early_stretches(traits: Traits) -> int:
    """For how many stretches of a game nearly all games last."""
    stretches = 0
    while lasting(traits, stretches + 1).games > STILL_RUNNING * traits.games:
        stretches += 1
    return stretches


def lasting(traits: Traits, stretches: int) -> Group:
    """The games that lasted so many stretches at least."""
    long = {(length, won): count for (length, won), count in traits.lengths.items() if length >= stretches * STRETCH}
    return Group(sum(long.values()), sum(count for (_, won), count in long.items() if won))


def choice_contrasts(game: Game, traits: Traits) -> list[Contrast]:
    """Each option taken, against those games that offered it in vain."""
    vocabulary = game.vocabulary
    result = []
    for key in sorted({key for key, _ in traits.taken}):
        prompt, option = (
            vocabulary.prompts[key // len(vocabulary.options)],
            vocabulary.options[key % len(vocabulary.options)],
        )
        taken, offered = group_of(traits.taken, key), group_of(traits.offered, key)
        passed = Group(offered.games - taken.games, offered.wins - taken.wins)
        if can_compare(taken, passed):
            name = choice_name(game, prompt, option, traits.sightings.get(key, []))
            result.append(Contrast(name, choice_moment(game, prompt), taken, passed))
    return result


def group_of(counts: Mapping[tuple[int, bool], int], key: int) -> Group:
    """The games in which something was counted."""
    lost, won = counts.get((key, False), 0), counts.get((key, True), 0)
    return Group(lost + won, won)


def happening_contrasts(game: Game, job: Job, traits: Traits, stretches: int | None) -> list[Contrast]:
    """Each happening, against games without it; with a number of stretches, in those and in games that lasted so long.

    What befell the same thing in the same games is told once.
    """
    nouns = game.nouns(game.new(job.edition, job.changes))
    counts = Counter[tuple[int, bool]]()
    for (key, stretch, lasted, won), count in traits.seen.items():
        if stretches is None or stretch < stretches <= lasted:
            counts[key, won] += count
    all_games = lasting(traits, stretches or 0)
    told: dict[tuple[str, int, Group], Contrast] = {}
    for key in sorted({key for key, _ in counts}):
        kind, thing = game.vocabulary.events[key // THINGS], key % THINGS
        seen = group_of(counts, key)
        unseen = Group(all_games.games - seen.games, all_games.wins - seen.wins)
        if can_compare(seen, unseen):
            contrast = Contrast(happening_name(game, kind, thing, nouns), plain_name(kind.name), seen, unseen)
            told.setdefault((kind.figures[0] if kind.about else kind.name, thing, seen), contrast)
    return list(told.values())
