"""A review as the page of a finished game shows it: one line of the winning chance, and the moments that decided it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from undercroft.lab.chances import Gap
from undercroft.lab.charts import Moment
from undercroft.lab.review import Decision, Luck, Review, from_to, margin_text, percent, points_text, signed, verdict
from undercroft.web.review_page import shifts

DECIDING = 3
LEAST = 0.005  # a change of the chance that rounds to a whole point
A_LITTLE, A_LOT = 0.1, 0.25  # changes of the chance below and from which they are called so
SURE = 0.05  # how likely it may be that what is told is noise
BROAD = (760, 280)  # pixels of the drawing, on a desk and on a phone
NARROW = (340, 250)
LEFT, RIGHT, TOP, BOTTOM = 46, 18, 16, 30  # beside the line


@dataclass(frozen=True)
class Turn:
    """A moment that weighed: what happened, what it did to the chance, and the choice to look at it from.

    `sure` is false where it may be noise.
    """

    number: int
    kind: str
    text: str
    points: str
    told: str
    better: str
    at: int
    sure: bool


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
    """A review as plain values, so that it can be kept and drawn again; `figures` is its verdict with numbers."""

    verdict: str
    figures: str
    shares: tuple[Share, ...]
    turns: tuple[Turn, ...]
    others: tuple[Turn, ...]
    drawings: tuple[Drawing, ...]
    games: int
    bot: str


def review_view(review: Review) -> ReviewView:
    """What the page shows of a review."""
    sure = moments(review)
    rest = doubtful_moments(review)[: max(0, DECIDING - len(sure))]
    deciding = sorted([*sure[:DECIDING], *rest], key=lambda pair: pair[0].at)
    turns = [turn for _, turn in deciding]
    places = [moment.at for moment, _ in deciding]
    return ReviewView(
        verdict=plain_verdict(review),
        figures=verdict(review),
        shares=shares(review),
        turns=numbered(turns),
        others=tuple(turn for _, turn in sure[DECIDING:]),
        drawings=(
            drawing("broad", BROAD, review, places),
            drawing("narrow", NARROW, review, places),
        ),
        games=review.games,
        bot=review.case.bot if isinstance(review.case.bot, str) else "the bot",
    )


# ---- the account -----------------------------------------------------------------------------------------------------


def plain_verdict(review: Review) -> str:
    """How the game went and what made it so, without figures that only some can read."""
    alone = len(review.course.game.seats) == 1
    whose = "your" if alone else "its"
    parts = {"luck": review.luck, f"{whose} choices": review.choices}
    if not alone:
        parts["the others' choices"] = review.others
    return f"{outcome_told(review)} At the start {whose} chance to win was {about(review.chances[0])}. {causes(parts)}"


def outcome_told(review: Review) -> str:
    """Who won or lost."""
    game, seat, outcome = review.course.game, review.case.seat, review.course.outcome
    if outcome is None:
        return "The game is not finished."
    who = "You" if len(game.seats) == 1 else f"The {game.seats[seat]}"
    return f"{who} {'won' if seat in outcome.winners else 'lost'}."


def about(chance: float) -> str:
    """A chance within a sentence."""
    text = percent(chance)
    return text.replace("<", "below").replace(">", "above") if text[0] in "<>" else f"about {text}"


def causes(parts: dict[str, Gap]) -> str:
    """What luck and choices did, as far as it can be told from noise."""
    told = [f"{what} {effect(gap)}" for what, gap in parts.items() if is_told(gap)]
    doubtful = [what for what, gap in parts.items() if not is_told(gap)]
    if not told:
        return f"Whether {listed(doubtful, 'or')} did more is too uncertain to say."
    sentence = sentence_of("; ".join(told))
    return f"{sentence} What {listed(doubtful, 'and')} did is too uncertain to say." if doubtful else sentence


def listed(words: list[str], last: str) -> str:
    """Words one after the other, with a word of its own before the last of them."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def is_told(gap: Gap) -> bool:
    """Whether a difference can be told from noise, or is a small one at the most."""
    return gap.p_value < SURE or is_small(gap)


def is_small(gap: Gap) -> bool:
    """Whether a difference is a small one, however far off it can be."""
    return abs(gap.value) + gap.margin < A_LITTLE


def effect(gap: Gap) -> str:
    """What something did to the chance, in words."""
    size = abs(gap.value)
    if size < LEAST or gap.p_value >= SURE:
        return "made no difference" if size + gap.margin < LEAST else "made little difference"
    much = " a lot" if size >= A_LOT else " a little" if size < A_LITTLE else ""
    return f"{'helped' if gap.value > 0 else 'hurt'}{much}"


def sentence_of(words: str) -> str:
    """Words as a sentence."""
    return f"{words[:1].upper()}{words[1:]}."


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
    return weightiest([*review.luckiest, *review.unluckiest], review.costliest, sure=True)


def doubtful_moments(review: Review) -> list[tuple[Moment, Turn]]:
    """What may be noise, the weightiest first."""
    lucks = [luck for luck in review.lucks if luck not in review.lucks_told and abs(luck.luck.value) >= LEAST]
    costly = [choice for choice in review.decisions if choice.cost is not None and choice.cost.value >= LEAST]
    choices = [choice for choice in costly if choice not in review.costliest]
    return weightiest(lucks, choices, sure=False)


def weightiest(lucks: list[Luck], choices: list[Decision], *, sure: bool) -> list[tuple[Moment, Turn]]:
    """Moments of luck and choices that cost something, the weightiest first."""
    weighed = [(abs(luck.luck.value), luck_turn(luck, sure)) for luck in lucks]
    weighed += [(choice.cost.value, choice_turn(choice, choice.cost, sure)) for choice in choices if choice.cost]
    return [pair for _, pair in sorted(weighed, key=lambda each: -each[0])]


def luck_turn(luck: Luck, sure: bool) -> tuple[Moment, Turn]:
    """A moment of luck."""
    kind = "good luck" if luck.luck.value > 0 else "bad luck"
    before, after = from_to(luck)
    told = f"the chance to win went from {before} to {after}"
    turn = Turn(0, kind_told(kind, sure), luck.text, whole(luck.luck.value), told, "", luck.choices, sure)
    return Moment(luck.place + 1, luck.text), turn


def choice_turn(choice: Decision, cost: Gap, sure: bool) -> tuple[Moment, Turn]:
    """A choice that cost something."""
    told = f"it cost about {whole(cost.value)[1:]} in 100 games"
    kind = kind_told("a costly choice", sure)
    turn = Turn(0, kind, choice.chosen, whole(-cost.value), told, choice.better, choice.number - 1, sure)
    return Moment(choice.place + 1, choice.chosen), turn


def kind_told(kind: str, sure: bool) -> str:
    """What a moment was, or perhaps was."""
    return sentence_of(kind)[:-1] if sure else f"Perhaps {kind}"


def whole(change: float) -> str:
    """A change of the chance in whole percentage points, with its sign."""
    return signed(change * 100)


def numbered(turns: list[Turn]) -> tuple[Turn, ...]:
    """Moments with their numbers on the line."""
    return tuple(replace(turn, number=number) for number, turn in enumerate(turns, 1))


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
