"""Charts in the colours of the house: win rates, a game's winning chance, bars with intervals, histograms.

A chart is a matplotlib figure made by itself, without pyplot and its global state. It is saved as PNG or SVG, or put
into a page as an SVG whose colours are the page's own, so that it follows the page from dark to light.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from undercroft.core.errors import UndercroftError
from undercroft.lab.files import check_writable, write_whole
from undercroft.lab.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI = 100  # a chart's width and height are pixels of a screen
PRINT_DPI = 200
MARGIN = 0.12  # inches around a chart
TEXT = 9.0
SMALL = 8.0
PERCENT_STEPS = [1, 2, 5, 10]  # whole percents, wherever they are wide enough apart
READABLE = 4.5  # the least contrast of text with what is behind it
ENDINGS = (".png", ".svg")


@dataclass(frozen=True)
class Theme:
    """The colours of a chart; each differs from the others, so that a page can put its own in their place."""

    surface: str
    ink: str
    muted: str
    hairline: str
    accent: str


@dataclass(frozen=True)
class Moment:
    """A moment of a game to be marked: how many points of the line lie before it, and what happened."""

    at: int
    text: str


def dark(accent: str) -> Theme:
    """The vault, with a game's accent."""
    return Theme("#1e2126", "#e9e4d8", "#9a958a", "#3a3f48", readable(accent, "#1e2126"))


def light(accent: str) -> Theme:
    """Daylight on parchment, with a game's accent."""
    return Theme("#f7f2e6", "#2a2622", "#6b655b", "#d3cab8", readable(accent, "#f7f2e6"))


# ---- colours ---------------------------------------------------------------------------------------------------------


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as accessibility guidelines reckon it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def readable(colour: str, surface: str) -> str:
    """The colour, moved towards black or white until text in it can be read on a surface."""
    towards = 255 if _luminance(surface) < 0.2 else 0
    parts = _parts(colour)
    for step in range(51):
        moved = "#" + "".join(f"{round(part + (towards - part) * step / 50):02x}" for part in parts)
        if contrast(moved, surface) >= READABLE:
            return moved
    return moved


def _parts(colour: str) -> list[int]:
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def _luminance(colour: str) -> float:
    shares = [part / 255 for part in _parts(colour)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# ---- figures ---------------------------------------------------------------------------------------------------------


def check_charts() -> None:
    """Refuse in a sentence where charts cannot be drawn."""
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError:
        raise UndercroftError("charts need matplotlib; get it with: pip install 'undercroft[lab]'") from None


def new_chart(width: float, height: float, theme: Theme) -> tuple[Figure, Axes]:
    """An empty chart of so many pixels, and the axes to draw on."""
    check_charts()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width / DPI, height / DPI), dpi=DPI, layout="constrained", facecolor=theme.surface)
    figure.get_layout_engine().set(w_pad=MARGIN, h_pad=MARGIN)  # type: ignore[union-attr, call-arg]
    axes = figure.add_subplot(facecolor=theme.surface)
    axes.tick_params(colors=theme.muted, labelsize=SMALL, length=0, pad=5)
    axes.grid(axis="y", color=theme.hairline, linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(theme.hairline)
    return figure, axes


def label_axes(axes: Axes, theme: Theme, across: str, up: str, title: str = "") -> None:
    """Say what a chart's axes count; what goes up stands above its axis, where it is read level."""
    axes.set_xlabel(across, color=theme.muted, fontsize=TEXT, labelpad=6)
    if title:
        axes.set_title(title, color=theme.ink, fontsize=TEXT + 2, loc="left", pad=26 if up else 10)
    if up:
        axes.annotate(
            up, (0, 1), (0, 8), xycoords="axes fraction", textcoords="offset points", color=theme.muted, fontsize=TEXT
        )


def _as_percents(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    low, high = axes.get_ylim()
    axes.yaxis.set_major_locator(MaxNLocator(8, steps=PERCENT_STEPS))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0 if high - low > 0.06 else 1, symbol=" %"))


# ---- charts ----------------------------------------------------------------------------------------------------------


def win_rates(
    values: Sequence[float | str],
    rates: Sequence[float],
    intervals: Sequence[Interval],
    across: str,
    theme: Theme,
    title: str = "",
) -> Figure:
    """The share of games won for each value of something that is varied, with its interval."""
    figure, axes = new_chart(720, 400, theme)
    numbers = [value for value in values if not isinstance(value, str)]
    places = numbers if len(numbers) == len(values) else list(range(len(values)))
    axes.errorbar(
        places,
        rates,
        yerr=_reaches(rates, intervals),
        color=theme.accent,
        ecolor=theme.muted,
        elinewidth=1.4,
        capsize=4,
        linewidth=2,
        marker="o",
        markersize=6,
    )
    axes.set_xticks(places, [str(value) for value in values])
    axes.set_ylim(0, min(1.0, 1.15 * max([high for _, high in intervals], default=1.0)) or 1.0)
    _as_percents(axes)
    label_axes(axes, theme, across, "games won, with 95 % intervals", title)
    return figure


def winning_chance(
    chances: Sequence[float],
    theme: Theme,
    moments: Sequence[Moment] = (),
    intervals: Sequence[Interval] = (),
    across: str = "decisions",
    title: str = "",
) -> Figure:
    """The chance of winning from the start of a game to its end, with the moments that decided it, numbered."""
    figure, axes = new_chart(860, 400 + 20 * len(moments), theme)
    places = range(len(chances))
    if intervals:
        lows, highs = [low for low, _ in intervals], [high for _, high in intervals]
        axes.fill_between(places, lows, highs, color=theme.accent, alpha=0.18, linewidth=0)
    axes.plot(places, chances, color=theme.accent, linewidth=2, solid_joinstyle="round")
    for number, moment in enumerate(moments, 1):
        _mark(axes, theme, number, moment, chances[moment.at])
    axes.set_ylim(-0.04, 1.04)
    axes.set_xlim(0, max(1, len(chances) - 1))
    _as_percents(axes)
    label_axes(axes, theme, across, "chance of winning", title)
    if moments:
        figure.legend(
            loc="outside lower left", frameon=False, fontsize=TEXT, labelcolor=theme.ink, handletextpad=0.6, ncols=1
        )
    return figure


def _mark(axes: Axes, theme: Theme, number: int, moment: Moment, chance: float) -> None:
    x, y = [moment.at], [chance]
    axes.plot(x, y, "o", color=theme.surface, markeredgecolor=theme.accent, ms=15, zorder=3, clip_on=False)
    digit = f"${number}$"
    axes.plot(x, y, marker=digit, ls="", color=theme.ink, ms=7, zorder=4, clip_on=False, label=moment.text)


def bars(
    names: Sequence[str],
    rates: Sequence[float],
    intervals: Sequence[Interval],
    theme: Theme,
    across: str = "games won, with 95 % intervals",
    title: str = "",
) -> Figure:
    """A lying bar for each name, with its interval; the first on top."""
    figure, axes = new_chart(720, 110 + 26 * len(names), theme)
    places = range(len(names))
    axes.barh(places, rates, color=theme.accent, height=0.62)
    axes.errorbar(rates, places, xerr=_reaches(rates, intervals), ls="", ecolor=theme.ink, elinewidth=1.4, capsize=3)
    axes.set_yticks(places, list(names), color=theme.ink)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.grid(axis="x", color=theme.hairline, linewidth=0.8)
    axes.set_xlim(0, min(1.0, 1.1 * max([high for _, high in intervals], default=1.0)) or 1.0)
    _percents_across(axes)
    label_axes(axes, theme, across, "", title)
    return figure


def _percents_across(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    axes.xaxis.set_major_locator(MaxNLocator(8, steps=PERCENT_STEPS))
    axes.xaxis.set_major_formatter(PercentFormatter(1, symbol=" %", decimals=0 if axes.get_xlim()[1] > 0.06 else 1))


def histogram(
    bins: Sequence[Interval],
    layers: Sequence[tuple[str, Sequence[int]]],
    across: str,
    theme: Theme,
    width: float = 720,
    height: float = 360,
    title: str = "",
) -> Figure:
    """How many games fall into each bin (from, up to), in one layer or two stacked on each other (lost, won)."""
    figure, axes = new_chart(width, height, theme)
    lefts, wide = [low for low, _ in bins], [high - low for low, high in bins]
    colours = (theme.accent,) if len(layers) == 1 else (theme.muted, theme.accent)
    below = [0] * len(bins)
    for (name, counts), colour in zip(layers, colours, strict=True):
        axes.bar(
            lefts, counts, wide, below, align="edge", color=colour, label=name, edgecolor=theme.surface, linewidth=0.7
        )
        below = [lower + count for lower, count in zip(below, counts, strict=True)]
    _as_counts(axes)
    label_axes(axes, theme, across, "games", title)
    if len(layers) > 1:
        legend = axes.legend(loc="lower right", ncols=2, frameon=False, fontsize=TEXT, labelcolor=theme.ink)
        legend.set_bbox_to_anchor((1.02, 0.97))
    return figure


def _as_counts(axes: Axes) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))


def _reaches(rates: Sequence[float], intervals: Sequence[Interval]) -> list[list[float]]:
    """How far each interval reaches below and above its rate, as matplotlib wants it."""
    pairs = list(zip(rates, intervals, strict=True))
    return [[max(0.0, rate - low) for rate, (low, _) in pairs], [max(0.0, high - rate) for rate, (_, high) in pairs]]


# ---- files and pages -------------------------------------------------------------------------------------------------


def to_png(figure: Figure) -> bytes:
    """The chart as PNG."""
    into = io.BytesIO()
    figure.savefig(into, format="png", dpi=PRINT_DPI, metadata={"Software": None})
    return into.getvalue()


def to_svg(figure: Figure) -> str:
    """The chart as SVG with its letters drawn, the same text for the same chart."""
    return _svg(figure, "path")


def to_inline_svg(figure: Figure, theme: Theme, name: str, says: str) -> str:
    """The chart as an element for a page.

    Its colours are the page's custom properties (--ink, --muted, ...) and its letters the page's, its ids begin with
    `name`, so that several fit into one page, and `says` is what it tells somebody who does not see it.
    """
    svg = _svg(figure, "none")
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(\bid="|"#|url\(#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r"font(-family)?: [^;\"]*'[^;\"]*", _page_font, svg)
    for colour in fields(theme):
        svg = svg.replace(getattr(theme, colour.name), f"var(--{colour.name})")
    head = f'<svg role="img" aria-label="{escape(says)}" class="chart" '
    return head + re.sub(r'\s(width|height)="[^"]*pt"', "", svg.removeprefix("<svg"), count=2).lstrip()


def _page_font(match: re.Match[str]) -> str:
    """The font of a text without its family, which is the page's."""
    size = re.search(r"[\d.]+px", match.group(0))
    return f"font-size: {size.group(0)}" if size else "font-style: normal"


def _svg(figure: Figure, letters: str) -> str:
    from matplotlib import rc_context

    into = io.StringIO()
    with rc_context({"svg.hashsalt": "undercroft", "svg.fonttype": letters}):
        figure.savefig(into, format="svg", metadata={"Date": None, "Creator": None})
    return into.getvalue()


def check_target(path: Path) -> None:
    """Refuse before any work a file that could not be written as a chart."""
    if path.suffix.lower() not in ENDINGS:
        raise UndercroftError(f"a chart is saved as {' or '.join(ENDINGS)}, and {str(path)!r} ends otherwise")
    check_charts()
    check_writable(path)


def save(figure: Figure, path: Path) -> None:
    """Save a chart by its ending."""
    check_target(path)
    write_whole(path, to_png(figure) if path.suffix.lower() == ".png" else to_svg(figure))
