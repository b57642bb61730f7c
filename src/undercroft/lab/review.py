"""What luck and what decisions made of a game: the winning chance before and after each of its steps.

The chance of a moment is the share of games won when a bot plays on from there with fresh chance. From one moment to
the next it changes by luck, where chance gave something, or by a choice, and the changes add up: the result less the
chance at the start is all luck and all choices together. docs/lab.md explains it at length.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from undercroft.bots import find_bot
from undercroft.core.errors import UndercroftError
from undercroft.core.game import Game
from undercroft.core.record import Record
from undercroft.games import GAMES
from undercroft.lab.chances import Estimate, Wins, difference
from undercroft.lab.course import Choice, Course, Pick, what_happened
from undercroft.lab.intervals import Z_95, Interval
from undercroft.lab.playouts import MakePlayer
from undercroft.lab.samples import Job, Samples
from undercroft.lab.workers import Here, Place

POLICIES = ("steady", "random")  # thousands of games are played on: nobody who thinks for long
USUAL_GAMES = 200
FEWEST_GAMES = 20
SHOWN = 5  # luckiest, and unluckiest
COSTLIEST = 3


# ---- the review ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Luck:
    """What chance did: after how many choices, what happened, the chance before and after, whether it was the end."""

    place: int
    choices: int
    text: str
    before: float
    after: float
    ends: bool
    luck: Estimate


@dataclass(frozen=True)
class Decision:
    """What a choice did.

    `effect` is against how the bot would have gone on from the question; `cost` is against the best option found, if
    one was found that may be better, and `better` is that option.
    """

    place: int
    number: int
    seat: int
    question: str
    chosen: str
    before: float
    after: float
    effect: Estimate
    better: str = ""
    cost: Estimate | None = None


@dataclass(frozen=True)
class Review:
    """A reviewed game: the winning chance at each moment, what each step did to it, and the account of it all."""

    job: Job
    course: Course
    games: int
    interrupted: bool
    chances: list[float]
    intervals: list[Interval]
    lucks: list[Luck]
    decisions: list[Decision]
    luck: Estimate
    choices: Estimate
    others: Estimate

    @property
    def luckiest(self) -> list[Luck]:
        """The moments in which chance helped most, as far as they can be told from noise."""
        helped = [luck for luck in self.lucks if luck.luck.value > luck.luck.margin]
        return sorted(helped, key=lambda luck: -luck.luck.value)[:SHOWN]

    @property
    def unluckiest(self) -> list[Luck]:
        """The moments in which chance hurt most, as far as they can be told from noise."""
        hurt = [luck for luck in self.lucks if -luck.luck.value > luck.luck.margin]
        return sorted(hurt, key=lambda luck: luck.luck.value)[:SHOWN]

    @property
    def costliest(self) -> list[Decision]:
        """The choices that cost most, as far as that can be told from noise."""
        costly = [(choice.cost.value, choice) for choice in self.decisions if choice.cost and is_cost(choice.cost)]
        return [choice for _, choice in sorted(costly, key=lambda pair: -pair[0])[:COSTLIEST]]


def is_cost(cost: Estimate) -> bool:
    """Whether it cost something that can be told from noise."""
    return cost.value > cost.margin


# ---- in words and as data --------------------------------------------------------------------------------------------


def points(estimate: Estimate) -> int:
    """A difference of chances in whole percentage points."""
    return round(estimate.value * 100)


def percent(share: float, certain: bool = False) -> str:
    """A chance as a whole percentage, which is 0 or 100 only if it is certain."""
    if share < 0.005 and not certain:
        return "< 1 %"
    return "> 99 %" if share > 0.995 and not certain else f"{round(share * 100)} %"


def from_to(luck: Luck) -> tuple[str, str]:
    """The chance before and after it."""
    return percent(luck.before), percent(luck.after, luck.ends)


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign, and a true minus."""
    return f"{value:+.{digits}f}".replace("-", "−")


def verdict(review: Review) -> str:
    """The account in one sentence, rounded so that it adds up."""
    game, seat, outcome = review.course.game, review.job.seat, review.course.outcome
    alone = len(game.seats) == 1
    start, end = percent(review.chances[0]), percent(review.chances[-1])
    if outcome is None:
        told = f"The game is not finished. It stood at {start} at the start and stands at {end} now"
    else:
        who = "You" if alone else f"The {game.seats[seat]}"
        told = f"{who} {'won' if seat in outcome.winners else 'lost'} a game that stood at {start} at the start"
    change = round(review.chances[-1] * 100) - round(review.chances[0] * 100)
    choices, others = points(review.choices), points(review.others)
    parts = [
        f"luck {of_points(change - choices - others, review.luck)}",
        f"{'your' if alone else 'its own'} choices {of_points(choices, review.choices)}",
    ]
    if not alone:
        parts.append(f"the others' choices {of_points(others, review.others)}")
    return f"{told}: {', '.join(parts)}."


def of_points(value: int, estimate: Estimate) -> str:
    """So many points, and how far off that can be."""
    margin = round(estimate.margin * 100)
    if margin:
        return f"{signed(value)} ± {margin} points"
    return f"{signed(value)} {'point' if abs(value) == 1 else 'points'}"


def as_json_of(review: Review) -> dict[str, Any]:
    """The review as plain data; chances are shares, not percents."""
    job, course = review.job, review.course
    record, outcome = course.record, course.outcome
    return {
        "game": record.game,
        "edition": record.edition,
        "changes": dict(record.changes),
        "seed": record.seed,
        "practice": bool(record.practice),
        "finished": outcome is not None,
        "won": None if outcome is None else job.seat in outcome.winners,
        "seat": job.seat,
        "bot": job.bot if isinstance(job.bot, str) else "",
        "games": review.games,
        "review_seed": job.seed,
        "interrupted": review.interrupted,
        "verdict": verdict(review),
        "start": review.chances[0],
        "end": review.chances[-1],
        "luck": plain(review.luck),
        "choices": plain(review.choices),
        "others": plain(review.others),
        "chances": review.chances,
        "chances_95": review.intervals,
        "luck_by_moment": [luck_json(luck) for luck in review.lucks],
        "choices_by_number": [decision_json(decision) for decision in review.decisions],
        "luckiest": [luck.place for luck in review.luckiest],
        "unluckiest": [luck.place for luck in review.unluckiest],
        "costliest": [decision.number for decision in review.costliest],
    }


def plain(estimate: Estimate) -> dict[str, float]:
    """An estimate as plain data."""
    return {"value": estimate.value, "margin_95": estimate.margin}


def luck_json(luck: Luck) -> dict[str, Any]:
    """What chance did, as plain data; `moment` counts the chances before it."""
    return {
        "moment": luck.place,
        "after_choice": luck.choices,
        "what": luck.text,
        "before": luck.before,
        "after": luck.after,
        "luck": plain(luck.luck),
    }


def decision_json(decision: Decision) -> dict[str, Any]:
    """What a choice did, as plain data; the cost is null where no better option was found or looked into."""
    return {
        "moment": decision.place,
        "number": decision.number,
        "seat": decision.seat,
        "question": decision.question,
        "chosen": decision.chosen,
        "before": decision.before,
        "after": decision.after,
        "effect": plain(decision.effect),
        "better": decision.better or None,
        "cost": None if decision.cost is None else plain(decision.cost),
    }


# ---- from a record to its review -------------------------------------------------------------------------------------


def prepare(
    game: Game,
    record: Record,
    bot: str | MakePlayer = "steady",
    games: int = USUAL_GAMES,
    seed: str = "review",
    seat: int = 0,
) -> Samples:
    """Read a record and plan its review; ReplayError if its choices no longer fit."""
    if isinstance(bot, str):
        check_policy(bot, game, seed)
    if games < FEWEST_GAMES:
        raise UndercroftError(f"{games} games from each moment say nothing; ask for at least {FEWEST_GAMES}")
    if not 0 <= seat < len(game.seats):
        seats = ", ".join(f"{number} ({name})" for number, name in enumerate(game.seats))
        raise UndercroftError(f"{game.title} has no seat {seat}; it has {seats}")
    name = game.name if GAMES.get(game.name) is game else game
    return Samples(Job(name, record.to_text(), bot, seed, seat), games)


def check_policy(bot: str, game: Game, seed: str) -> None:
    """Refuse a bot that does not know the game, and one that would take far too long."""
    find_bot(bot, game.name, seed)
    if bot not in POLICIES:
        quick = " or ".join(POLICIES)
        raise UndercroftError(f"a review plays on thousands of times, for which {bot!r} thinks too long; use {quick}")


def review(
    samples: Samples, place: Place | None = None, progress: Callable[[int], None] | None = None
) -> Review | None:
    """Play what is planned and draw up the account; Ctrl-C ends it early, and None is all if that was too early."""
    place = place or Here()
    tell = progress or (lambda done: None)
    try:
        samples.play(samples.sweep(), place, tell)
        samples.play(samples.go_deeper(), place, tell)
    except KeyboardInterrupt:
        samples.interrupted = True
    return draw_up(samples) if samples.complete else None


def draw_up(samples: Samples) -> Review:
    """The review of a game of which every moment was looked at."""
    wins, steps, seat = samples.wins, samples.course.steps, samples.job.seat
    lucks = [luck_at(samples, place, step) for place, step in enumerate(steps) if isinstance(step, Pick)]
    decisions = [decision_at(samples, place, step) for place, step in enumerate(steps) if isinstance(step, Choice)]
    mine = [choice.place for choice in decisions if choice.seat == seat]
    others = [choice.place for choice in decisions if choice.seat != seat]
    return Review(
        job=samples.job,
        course=samples.course,
        games=samples.games,
        interrupted=samples.interrupted,
        chances=[each.share for each in wins],
        intervals=[each.interval for each in wins],
        lucks=lucks,
        decisions=decisions,
        luck=total(wins, [luck.place for luck in lucks]),
        choices=total(wins, mine),
        others=total(wins, others),
    )


def luck_at(samples: Samples, place: int, step: Pick) -> Luck:
    """What chance did there."""
    before, after = samples.wins[place : place + 2]
    text = what_happened(samples.course.steps, place)
    return Luck(place, step.after, text, before.share, after.share, after.certain, difference(after, before))


def decision_at(samples: Samples, place: int, step: Choice) -> Decision:
    """What a choice did there."""
    before, after = samples.wins[place : place + 2]
    better, cost = "", None
    chosen_later = after if after.certain else after.since(samples.games)
    if place in samples.better and chosen_later.games:
        better = step.labels[samples.ranked[place].option]
        cost = difference(samples.better[place], chosen_later)
    effect = difference(after, before)
    chosen = step.labels[step.chosen]
    return Decision(
        place, step.number, step.seat, step.question, chosen, before.share, after.share, effect, better, cost
    )


def total(wins: list[Wins], places: list[int]) -> Estimate:
    """What some steps did together."""
    parts = [0.0] * len(wins)
    for place in places:
        parts[place + 1] += 1.0
        parts[place] -= 1.0
    value = sum(part * each.share for part, each in zip(parts, wins, strict=True))
    played = [(part / each.games, each) for part, each in zip(parts, wins, strict=True) if part and not each.certain]
    return Estimate(value, Z_95 * sqrt(sum(variance_of(group) for group in alike(played).values())))


def alike(played: list[tuple[float, Wins]]) -> dict[tuple[int, ...], list[float]]:
    """What every continuation adds to a sum, kept together where it was played from the same moments."""
    groups: dict[tuple[int, ...], list[float]] = {}
    for number in range(max((each.played.bit_length() for _, each in played), default=0)):
        moments = tuple(place for place, (_, each) in enumerate(played) if each.played >> number & 1)
        added = sum(played[place][0] for place in moments if played[place][1].won >> number & 1)
        groups.setdefault(moments, []).append(added)
    return groups


def variance_of(added: list[float]) -> float:
    """The variance of the sum of what continuations of one kind add."""
    if len(added) < 2:
        return 0.0
    mean = sum(added) / len(added)
    return sum((one - mean) ** 2 for one in added) * len(added) / (len(added) - 1)
