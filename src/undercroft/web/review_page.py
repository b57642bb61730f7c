"""A review as one page that needs nothing else, and its chart."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from undercroft.core.errors import UndercroftError
from undercroft.lab.charts import (
    DPI,
    ENDINGS,
    TEXT,
    Moment,
    Theme,
    check_target,
    dark,
    light,
    save,
    to_inline_svg,
    winning_chance,
)
from undercroft.lab.review import Review, from_to, margin_text, percent, points_text, signed, verdict
from undercroft.web.report_page import ENDINGS as PAGES
from undercroft.web.report_page import check_page, load_templates, save_page

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKED = 3  # moments of luck and choices of either kind that the chart marks
LONGEST = 110  # letters of a mark's line below the chart
BROAD = (720.0, 340.0)  # pixels of the page's charts, on a desk and on a phone
NARROW = (300.0, 270.0)
FRAME = 80.0  # of these pixels that lie beside, above and below the line
NUMBER = 22.0  # across a number's ring
SHIFTS = (0.0, *(sign * step * NUMBER / 2 for step in range(2, 12) for sign in (1, -1)))


def check_plot(path: Path) -> None:
    """Refuse before any work a file that could not be written as a chart or a page."""
    if path.suffix.lower() in PAGES:
        check_page(path)
    elif path.suffix.lower() in ENDINGS:
        check_target(path)
    else:
        endings = ", ".join(ENDINGS)
        raise UndercroftError(
            f"a review is drawn to a file that ends in {endings} or .html, and {str(path)!r} does not"
        )


def save_plot(review: Review, path: Path) -> None:
    """Write the chart, or the whole review as a page, by the file's ending; what is there is whole or as it was."""
    if path.suffix.lower() in PAGES:
        save_page(review_page(review), path)
    else:
        save(review_chart(review), path)


# ---- charts ----------------------------------------------------------------------------------------------------------


def review_chart(review: Review) -> Figure:
    """The winning chance over the game, with the moments that decided it told below."""
    game = review.course.game
    told = [replace(mark, text=cut(mark.text)) for mark in marks(review)]
    return chart_with(review, dark(game.accent), told, f"{game.title}, seed {review.course.record.seed}")


def page_chart(review: Review, theme: Theme, size: tuple[float, float], name: str) -> str:
    """The same as an element of the page, which tells the moments itself."""
    width, height = size
    figure = chart_with(review, theme, [])
    figure.set_size_inches(width / DPI, height / DPI)
    places = [mark.at for mark in marks(review)]
    number_moments(figure.axes[0], theme, places, review.chances, (width - FRAME, height - FRAME))
    return to_inline_svg(figure, theme, name, verdict(review))


def number_moments(
    axes: Axes, theme: Theme, places: list[int], chances: list[float], size: tuple[float, float]
) -> None:
    """Number moments on their line; where that would cover another number, above or below it on a stem."""
    width, height = size
    points = [(place / (len(chances) - 1) * width, chances[place] * height) for place in places]
    for number, (place, shift) in enumerate(zip(places, shifts(points, height), strict=True), 1):
        axes.annotate(
            str(number),
            (place, chances[place]),
            (0, shift * 72 / DPI),
            textcoords="offset points",
            ha="center",
            va="center",
            fontsize=TEXT,
            color=theme.ink,
            bbox={"boxstyle": "circle,pad=0.25", "facecolor": theme.surface, "edgecolor": theme.accent},
            arrowprops={"arrowstyle": "-", "color": theme.muted} if shift else None,
        ).set_in_layout(False)


def shifts(points: list[tuple[float, float]], height: float) -> list[float]:
    """How far up or down each point must go so that none covers one before it, or leaves the chart."""
    taken: list[tuple[float, float]] = []
    moved: list[float] = []
    for x, y in points:
        free = (shift for shift in SHIFTS if 0 <= y + shift <= height and is_free((x, y + shift), taken))
        moved.append(next(free, 0.0))
        taken.append((x, y + moved[-1]))
    return moved


def is_free(point: tuple[float, float], taken: list[tuple[float, float]]) -> bool:
    """Whether a number there would cover no other."""
    return all(dist(point, other) >= NUMBER for other in taken)


def chart_with(review: Review, theme: Theme, told: list[Moment], title: str = "") -> Figure:
    """The winning chance over the game, with some moments marked."""
    return winning_chance(review.chances, theme, told, review.intervals, "rolls, draws and choices", title)


def marks(review: Review) -> list[Moment]:
    """The best and the worst luck and the costliest choices, in the order of the game."""
    lucks = [*review.luckiest[:MARKED], *review.unluckiest[:MARKED]]
    told = [(luck.place + 1, f"{points_text(luck.luck)}: {luck.text}") for luck in lucks]
    for choice in review.costliest:
        if choice.cost is not None:
            cost = signed(-choice.cost.value * 100, 1)
            told.append((choice.place + 1, f"{cost}, choice {choice.number}: {choice.chosen}"))
    return [Moment(place, text) for place, text in sorted(told)]


def cut(text: str) -> str:
    """A text that fits below the chart; a dollar sign would begin a formula there."""
    return shorten(text, LONGEST, placeholder=" …").replace("$", r"\$")


# ---- the page --------------------------------------------------------------------------------------------------------


def review_page(review: Review) -> str:
    """The review as a page."""
    game, record = review.course.game, review.course.record
    environment = load_templates()
    environment.filters |= {"margin": margin_text, "points": points_text, "percent": percent}
    environment.globals |= {"from_to": from_to}
    theme = dark(game.accent)
    facts: dict[str, Any] = {
        "Edition": record.edition,
        "Changes": ", ".join(f"{path} = {value}" for path, value in record.changes.items()) or "none",
        "Seed": record.seed + (" (practice)" if record.practice else ""),
        "Choices": len(record.choices),
    }
    return environment.get_template("review.html").render(
        review=review,
        game=game,
        facts=facts,
        verdict=verdict(review),
        dark=theme,
        light=light(game.accent),
        broad=page_chart(review, theme, BROAD, "broad"),
        narrow=page_chart(review, theme, NARROW, "narrow"),
        marks=marks(review),
    )
