"""A review as one page that needs nothing else, and its chart."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from undercroft.core.errors import UndercroftError
from undercroft.lab.chances import Estimate
from undercroft.lab.charts import (
    ENDINGS,
    Moment,
    Theme,
    check_target,
    check_writable,
    dark,
    light,
    save,
    to_inline_svg,
    winning_chance,
)
from undercroft.lab.review import Review, from_to, percent, signed, verdict
from undercroft.web.report_page import check_pages, load_templates

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAGES = (".html", ".htm")
MARKED = 3  # moments of luck and choices of either kind that the chart marks
LONGEST = 110  # letters of a mark's line below the chart


def check_plot(path: Path) -> None:
    """Refuse before any work a file that could not be written as a chart or a page."""
    if path.suffix.lower() in PAGES:
        check_pages()
        check_writable(path)
    elif path.suffix.lower() in ENDINGS:
        check_target(path)
    else:
        endings = ", ".join(ENDINGS)
        raise UndercroftError(
            f"a review is drawn to a file that ends in {endings} or .html, and {str(path)!r} does not"
        )


def save_plot(review: Review, path: Path) -> None:
    """Write the chart, or the whole review as a page, by the file's ending."""
    if path.suffix.lower() in PAGES:
        path.write_text(review_page(review), encoding="utf-8")
    else:
        game = review.course.game
        save(review_chart(review, dark(game.accent), f"{game.title}, seed {review.course.record.seed}"), path)


def review_chart(review: Review, theme: Theme, title: str = "") -> Figure:
    """The winning chance over the game, with the moments that decided it."""
    return winning_chance(review.chances, theme, marks(review), review.intervals, "rolls, draws and choices", title)


def marks(review: Review) -> list[Moment]:
    """The best and the worst luck and the costliest choices, in the order of the game."""
    lucks = [*review.luckiest[:MARKED], *review.unluckiest[:MARKED]]
    told = [(luck.place + 1, f"{signed(luck.luck.value * 100)}: {luck.text}") for luck in lucks]
    for choice in review.costliest:
        if choice.cost is not None:
            cost = signed(-choice.cost.value * 100)
            told.append((choice.place + 1, f"{cost}, choice {choice.number}: {choice.chosen}"))
    return [Moment(place, cut(text)) for place, text in sorted(told)]


def cut(text: str) -> str:
    """A text that fits below the chart; a dollar sign would begin a formula there."""
    short = text if len(text) <= LONGEST else text[: LONGEST - 2].rstrip() + " …"
    return short.replace("$", r"\$")


def review_page(review: Review) -> str:
    """The review as a page."""
    game, record = review.course.game, review.course.record
    environment = load_templates()
    environment.filters |= {"margin": with_margin, "points": of_points, "percent": percent}
    environment.globals |= {"from_to": from_to}
    theme = dark(game.accent)
    chart = to_inline_svg(review_chart(review, theme), theme, "chance", verdict(review))
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
        chart=chart,
    )


def with_margin(estimate: Estimate) -> str:
    """How far off an estimate can be, in points."""
    return f"± {estimate.margin * 100:.1f}"


def of_points(estimate: Estimate) -> str:
    """An estimate in points."""
    return signed(estimate.value * 100, 1)
