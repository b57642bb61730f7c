"""What luck and what decisions made of a game: the winning chance before and after each of its steps.

The chance of a moment is the share of games won when a bot plays on from there with fresh chance. From one moment to
the next it changes by luck, where chance gave something, or by a choice, and the changes add up: the result less the
chance at the start is all luck and all choices together. docs/lab.md explains it at length.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import copysign, floor, sqrt
from typing import Any

from undercroft.bots import find_bot
from undercroft.core.errors import UndercroftError
from undercroft.core.game import Game
from undercroft.core.record import Record
from undercroft.core.table import MakePlayer
from undercroft.games import GAMES
from undercroft.lab.chances import Gap, Wins, gap_between
from undercroft.lab.contrasts import benjamini_hochberg
from undercroft.lab.course import Choice, Course, Pick, what_happened
from undercroft.lab.intervals import Z_95, Interval
from undercroft.lab.samples import Case, Samples
from undercroft.lab.workers import Here, Place

POLICIES = ("steady", "random")  # thousands of games are played on: nobody who thinks for long
USUAL_GAMES = 200
FEWEST_GAMES = 20
SHOWN = 5  # luckiest, and unluckiest
COSTLIEST = 3
ALMOST = 1e-9  # a half that was reckoned from shares may be a little less


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
    luck: Gap


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
    effect: Gap
    better: str = ""
    cost: Gap | None = None


@dataclass(frozen=True)
class Review:
    """A reviewed game: the winning chance at each moment, what each step did to it, and the account of it all."""

    case: Case
    course: Course
    games: int
    interrupted: bool
    chances: list[float]
    intervals: list[Interval]
    lucks: list[Luck]
    decisions: list[Decision]
    luck: Gap
    choices: Gap
    others: Gap

    @property
    def luckiest(self) -> list[Luck]:
        """The moments in which chance helped most, as far as they can be told from noise."""
        helped = [luck for luck in self.lucks_told if luck.luck.value > 0]
        return sorted(helped, key=lambda luck: -luck.luck.value)[:SHOWN]

    @property
    def unluckiest(self) -> list[Luck]:
        """The moments in which chance hurt most, as far as they can be told from noise."""
        hurt = [luck for luck in self.lucks_told if luck.luck.value < 0]
        return sorted(hurt, key=lambda luck: luck.luck.value)[:SHOWN]

    @property
    def costliest(self) -> list[Decision]:
        """The choices that cost most, as far as that can be told from noise."""
        found = [(choice.cost, choice) for choice in self.decisions if choice.cost is not None]
        told = told_from_noise([cost for cost, _ in found])
        costly = [(cost.value, choice) for (cost, choice), sure in zip(found, told, strict=True) if sure]
        return [choice for value, choice in sorted(costly, key=lambda pair: -pair[0])[:COSTLIEST] if value > 0]

    @property
    def lucks_told(self) -> list[Luck]:
        """The moments of luck that can be told from noise."""
        told = told_from_noise([luck.luck for luck in self.lucks])
        return [luck for luck, sure in zip(self.lucks, told, strict=True) if sure]


def told_from_noise(gaps: list[Gap]) -> list[bool]:
    """Which of many gaps stand although so many were looked at."""
    return benjamini_hochberg([gap.p_value for gap in gaps])


# ---- in words and as data --------------------------------------------------------------------------------------------


def rounded(value: float, digits: int = 0) -> float:
    """A number with so many digits, a half always rounded away from zero; never a minus before a zero."""
    scale = 10.0**digits
    return copysign(floor(abs(value) * scale + 0.5 + ALMOST) / scale, value) + 0.0


def whole_points(share: float) -> int:
    """A chance, or a difference of chances, in whole percentage points."""
    return int(rounded(share * 100))


def points_text(gap: Gap) -> str:
    """A difference of chances in percentage points, with its sign."""
    return signed(gap.value * 100, 1)


def margin_text(gap: Gap) -> str:
    """How far off it can be, in percentage points."""
    return f"± {rounded(gap.margin * 100, 1):.1f}"


def percent(share: float, certain: bool = False) -> str:
    """A chance as a whole percentage, which is 0 or 100 only if it is certain."""
    if share < 0.005 and not certain:
        return "< 1 %"
    return "> 99 %" if share >= 0.995 and not certain else f"{whole_points(share)} %"


def from_to(luck: Luck) -> tuple[str, str]:
    """The chance before and after it."""
    return percent(luck.before), percent(luck.after, luck.ends)


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign, and a true minus."""
    return f"{rounded(value, digits):+.{digits}f}".replace("-", "−")


def verdict(review: Review) -> str:
    """The account in one sentence, rounded so that it adds up."""
    game, seat, outcome = review.course.game, review.case.seat, review.course.outcome
    alone = len(game.seats) == 1
    start, end = percent(review.chances[0]), percent(review.chances[-1])
    if outcome is None:
        told = f"The game is not finished. It stood at {start} at the start and stands at {end} now"
    else:
        who = "You" if alone else f"The {game.seats[seat]}"
        told = f"{who} {'won' if seat in outcome.winners else 'lost'} a game that stood at {start} at the start"
    change = whole_points(review.chances[-1]) - whole_points(review.chances[0])
    choices, others = whole_points(review.choices.value), whole_points(review.others.value)
    parts = [
        f"luck {of_points(change - choices - others, review.luck)}",
        f"{'your' if alone else 'its own'} choices {of_points(choices, review.choices)}",
    ]
    if not alone:
        parts.append(f"the others' choices {of_points(others, review.others)}")
    return f"{told}: {', '.join(parts)}."


def of_points(value: int, gap: Gap) -> str:
    """So many points, and how far off that can be."""
    margin = whole_points(gap.margin)
    if margin:
        return f"{signed(value)} ± {margin} points"
    return f"{signed(value)} {'point' if abs(value) == 1 else 'points'}"


def as_json_of(review: Review) -> dict[str, Any]:
    """The review as plain data; chances are shares, not percents."""
    case, course = review.case, review.course
    record, outcome = course.record, course.outcome
    return {
        "game": record.game,
        "edition": record.edition,
        "changes": dict(record.changes),
        "seed": record.seed,
        "practice": bool(record.practice),
        "finished": outcome is not None,
        "won": None if outcome is None else case.seat in outcome.winners,
        "seat": case.seat,
        "bot": case.bot if isinstance(case.bot, str) else "",
        "games": review.games,
        "review_seed": case.seed,
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


def plain(gap: Gap) -> dict[str, float]:
    """A difference of chances as plain data."""
    return {"value": gap.value, "margin_95": gap.margin}


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
        raise UndercroftError(f"a review takes {FEWEST_GAMES} games or more from each moment, and {games} are too few")
    if not 0 <= seat < len(game.seats):
        seats = ", ".join(f"{number} ({name})" for number, name in enumerate(game.seats))
        raise UndercroftError(f"{game.title} has no seat {seat}; it has {seats}")
    name = game.name if GAMES.get(game.name) is game else game
    return Samples(Case(name, record.to_text(), bot, seed, seat), games)


def first_person(game: Game, record: Record) -> int:
    """The first seat that a person sits on by the game's own settings."""
    named = game.company(game.new(record.edition, record.changes))
    return named.index("") if "" in named else 0


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
        deeper = samples.go_deeper()
        samples.count_as_rest(deeper)
        samples.play(deeper, place, tell)
        tell(samples.planned)
    except KeyboardInterrupt:
        samples.interrupted = True
    return draw_up(samples) if samples.complete else None


def draw_up(samples: Samples) -> Review:
    """The review of a game of which every moment was looked at."""
    wins, steps, seat = samples.wins, samples.course.steps, samples.case.seat
    lucks = [luck_at(samples, place, step) for place, step in enumerate(steps) if isinstance(step, Pick)]
    decisions = [decision_at(samples, place, step) for place, step in enumerate(steps) if isinstance(step, Choice)]
    mine = [choice.place for choice in decisions if choice.seat == seat]
    others = [choice.place for choice in decisions if choice.seat != seat]
    return Review(
        case=samples.case,
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
    return Luck(place, step.after, text, before.share, after.share, after.certain, gap_between(after, before))


def decision_at(samples: Samples, place: int, step: Choice) -> Decision:
    """What a choice did there."""
    before, after = samples.wins[place : place + 2]
    better, cost = "", None
    chosen_later = after if after.certain else after.since(samples.games)
    if place in samples.better and chosen_later.games:
        better = step.labels[samples.ranked[place].option]
        cost = gap_between(samples.better[place], chosen_later)
    effect = gap_between(after, before)
    chosen = step.labels[step.chosen]
    return Decision(
        place, step.number, step.seat, step.question, chosen, before.share, after.share, effect, better, cost
    )


def total(wins: list[Wins], places: list[int]) -> Gap:
    """What some steps did together."""
    parts = [0.0] * len(wins)
    for place in places:
        parts[place + 1] += 1.0
        parts[place] -= 1.0
    value = sum(part * each.share for part, each in zip(parts, wins, strict=True))
    played = [(part / each.games, each) for part, each in zip(parts, wins, strict=True) if part and not each.certain]
    return Gap(value, Z_95 * sqrt(sum(variance_of(group) for group in alike(played).values())))


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
