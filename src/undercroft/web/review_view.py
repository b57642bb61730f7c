"""A review as the page of a finished game shows it: one line of the winning chance, and the moments that decided it."""

from __future__ import annotations

from dataclasses import dataclass

from undercroft.lab.chances import Gap
from undercroft.lab.charts import Moment
from undercroft.lab.review import Decision, Luck, Review, from_to, margin_text, percent, points_text, signed, verdict
from undercroft.web.review_page import shifts

DECIDING = 3
BROAD = (760, 280)  # pixels of the drawing, on a desk and on a phone
NARROW = (340, 250)
LEFT, RIGHT, TOP, BOTTOM = 46, 18, 16, 30  # beside the line


@dataclass(frozen=True)
class Turn:
    """A moment that decided the game: what happened, what it did to the chance, and the choice to look at it from."""

    number: int
    kind: str
    text: str
    points: str
    chances: str
    better: str
    at: int


@dataclass(frozen=True)
class Dot:
    """A numbered moment on the line, at the end of a stem where the line itself is taken."""

    number: int
    x: float
    y: float
    shifted: float


@dataclass(frozen=True)
class Drawing:
    """The line in one size, as the path of an SVG."""

    name: str
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    line: str
    band: str
    dots: tuple[Dot, ...]
    end: tuple[float, float]


@dataclass(frozen=True)
class Share:
    """A part of the account."""

    what: str
    value: str
    margin: str


@dataclass(frozen=True)
class ReviewView:
    """A review as plain values, so that it can be kept and drawn again."""

    verdict: str
    shares: tuple[Share, ...]
    turns: tuple[Turn, ...]
    others: tuple[Turn, ...]
    drawings: tuple[Drawing, ...]
    games: int
    bot: str


def review_view(review: Review) -> ReviewView:
    """What the page shows of a review."""
    told = moments(review)
    deciding = sorted(told[:DECIDING], key=lambda pair: pair[0].at)
    turns = [turn for _, turn in deciding]
    places = [moment.at for moment, _ in deciding]
    return ReviewView(
        verdict=verdict(review),
        shares=shares(review),
        turns=numbered(turns),
        others=tuple(turn for _, turn in told[DECIDING:]),
        drawings=(
            drawing("broad", BROAD, review, places),
            drawing("narrow", NARROW, review, places),
        ),
        games=review.games,
        bot=review.case.bot if isinstance(review.case.bot, str) else "the bot",
    )


def shares(review: Review) -> tuple[Share, ...]:
    """The account: where the game stood, and what luck and choices did."""
    parts = [
        Share("At the start", percent(review.chances[0]), ""),
        share("Luck", review.luck),
        share("Your choices" if len(review.course.game.seats) == 1 else "Choices of this seat", review.choices),
    ]
    if len(review.course.game.seats) > 1:
        parts.append(share("Choices of the others", review.others))
    return tuple(parts)


def share(what: str, gap: Gap) -> Share:
    """A part of the account in percentage points."""
    return Share(what, points_text(gap), margin_text(gap))


# ---- moments ---------------------------------------------------------------------------------------------------------


def moments(review: Review) -> list[tuple[Moment, Turn]]:
    """What can be told from noise, the weightiest first."""
    weighed = [(abs(luck.luck.value), luck_turn(luck)) for luck in (*review.luckiest, *review.unluckiest)]
    weighed += [(choice.cost.value, choice_turn(choice, choice.cost)) for choice in review.costliest if choice.cost]
    return [pair for _, pair in sorted(weighed, key=lambda each: -each[0])]


def luck_turn(luck: Luck) -> tuple[Moment, Turn]:
    """A moment of luck."""
    kind = "Good luck" if luck.luck.value > 0 else "Bad luck"
    turn = Turn(0, kind, luck.text, points_text(luck.luck), " → ".join(from_to(luck)), "", luck.choices)
    return Moment(luck.place + 1, luck.text), turn


def choice_turn(choice: Decision, cost: Gap) -> tuple[Moment, Turn]:
    """A choice that cost something."""
    turn = Turn(0, "A choice", choice.chosen, signed(-cost.value * 100, 1), "", choice.better, choice.number - 1)
    return Moment(choice.place + 1, choice.chosen), turn


def numbered(turns: list[Turn]) -> tuple[Turn, ...]:
    """Moments with their numbers on the line."""
    return tuple(
        Turn(number, turn.kind, turn.text, turn.points, turn.chances, turn.better, turn.at)
        for number, turn in enumerate(turns, 1)
    )


# ---- the line --------------------------------------------------------------------------------------------------------


def drawing(name: str, size: tuple[int, int], review: Review, places: list[int]) -> Drawing:
    """The winning chance over the game, with its interval and some moments numbered."""
    width, height = size
    right, bottom = width - RIGHT, height - BOTTOM
    last = max(1, len(review.chances) - 1)

    def point(place: int, chance: float) -> tuple[float, float]:
        return LEFT + (right - LEFT) * place / last, bottom - (bottom - TOP) * chance

    line = [point(place, chance) for place, chance in enumerate(review.chances)]
    upper = [point(place, high) for place, (_, high) in enumerate(review.intervals)]
    lower = [point(place, low) for place, (low, _) in enumerate(review.intervals)]
    marked = [line[place] for place in places]
    moved = shifts([(x - LEFT, bottom - y) for x, y in marked], bottom - TOP)
    dots = tuple(
        Dot(number, round(x, 1), round(y, 1), round(y - shift, 1))
        for number, ((x, y), shift) in enumerate(zip(marked, moved, strict=True), 1)
    )
    return Drawing(
        name,
        width,
        height,
        LEFT,
        right,
        TOP,
        bottom,
        path(line),
        path([*upper, *reversed(lower)]) + "Z",
        dots,
        line[-1],
    )


def path(points: list[tuple[float, float]]) -> str:
    """Points as a path."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
