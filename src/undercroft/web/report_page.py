"""A report as one page that needs nothing else: no other file, no other host, no script.

Every number on it is one of the report's. Bars and dots are elements placed by percent, so that they fit any width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from undercroft import __version__
from undercroft.core.errors import UndercroftError
from undercroft.lab.charts import Theme, dark, histogram, light, to_inline_svg
from undercroft.lab.files import check_writable, write_whole
from undercroft.web.percents import unbroken

if TYPE_CHECKING:
    from jinja2 import Environment

MOST_SHOWN = 8  # contrasts of either sign in a table; the others are behind a click
MOST_BINS = 40
MINUS = "−"
NARROW = "\u202f"  # a space at which no line ends
CHART = (380.0, 250.0)  # pixels, about as wide as a phone
ENDINGS = (".html", ".htm")

Data = Mapping[str, Any]


def report_page(data: Data, accent: str) -> str:
    """The page for a report's data; who made them is this version unless they say otherwise."""
    environment = load_templates()
    environment.filters |= {
        "percent": percent,
        "percents": percents,
        "signed": signed,
        "number": number,
        "whole": whole,
    }
    environment.globals |= {"place": place}
    return environment.get_template("report.html").render(
        report={"undercroft": __version__, **data},
        dark=dark(accent),
        light=light(accent),
        openings=interval_rows(data["openings"], "win_rate"),
        ends=end_rows(data["ends"]),
        places=places(data["ends"]),
        charts=charts(data, dark(accent)),
        figures=[figure for figure in data["figures"] if len(figure["all"]["counts"]) > 1],
        columns=columns,
        parts=[contrast_part(data, key) for key in ("choices", "early", "happenings")],
    )


def load_templates() -> Environment:
    """Where pages come from; what is put into them is escaped."""
    check_pages()
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("undercroft.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=unbroken,
    )


def check_page(path: Path) -> None:
    """Refuse before any work a page that could not be written."""
    if path.suffix.lower() not in ENDINGS:
        raise UndercroftError(f"a page is written as {' or '.join(ENDINGS)}, and {str(path)!r} ends otherwise")
    check_pages()
    check_writable(path)


def save_page(page: str, path: Path) -> None:
    """Write a page, so that the file there is whole or as it was."""
    write_whole(path, page)


def check_pages() -> None:
    """Refuse in a sentence where pages cannot be made."""
    try:
        import jinja2  # noqa: F401
        import matplotlib  # noqa: F401
    except ModuleNotFoundError as missing:
        raise UndercroftError(f"pages need {missing.name}; get it with: pip install 'undercroft[lab]'") from None


# ---- numbers ---------------------------------------------------------------------------------------------------------


def percent(share: float | None) -> str:
    """A share with one decimal."""
    return "–" if share is None else f"{share * 100:.1f}{NARROW}%"


def percents(ends: tuple[float, float]) -> str:
    """An interval of shares."""
    return f"{ends[0] * 100:.1f} to {ends[1] * 100:.1f}{NARROW}%"


def signed(points: float) -> str:
    """A difference in percentage points, with a true minus."""
    return f"{points * 100:+.1f}".replace("-", MINUS)


def number(value: float | None) -> str:
    """A figure with one decimal."""
    return "–" if value is None else f"{value:,.1f}".replace("-", MINUS)


def whole(value: int | None) -> str:
    """A whole number."""
    return "–" if value is None else f"{value:,}".replace("-", MINUS)


def place(value: float, low: float, high: float) -> str:
    """Where a value lies between two others, as a length of CSS."""
    share = (value - low) / (high - low) if high > low else 0.5
    return f"{max(0.0, min(1.0, share)) * 100:.2f}%"


# ---- rows ------------------------------------------------------------------------------------------------------------


def interval_rows(rows: Sequence[Data], key: str) -> list[dict[str, Any]]:
    """Rows that were played, the best first, with the end of the scale that all their intervals share."""
    played = sorted((row for row in rows if row["games"]), key=lambda row: -row[key])
    most = max((row[f"{key}_95"][1] for row in played), default=1.0)
    scale = min(1.0, ceil(most * 20) / 20)
    return [{**row, "scale": scale} for row in played]


def end_rows(rows: Sequence[Data]) -> list[dict[str, Any]]:
    """Ends, the most frequent first; those that never came about are left to the sentence below the table."""
    return interval_rows(rows, "share")


def places(rows: Sequence[Data]) -> dict[str, Any]:
    """The places where games ended, if all ends count the same ones: their name, and what each cell is shaded by."""
    met = [row for row in rows if row["games"]]
    figures = {row["figure"] for row in met}
    if len(figures) != 1 or not all(row["places"] for row in met):
        return {"figure": "", "all": [], "most": 1}
    values = sorted({value for row in met for value in row["places"]})
    most = max(count for row in met for count in row["places"].values())
    return {"figure": figures.pop(), "all": values, "most": most}


def contrast_part(data: Data, key: str) -> dict[str, Any]:
    """One table of what goes with winning: the strongest sure differences of either sign, and the list of all."""
    rows = data[key]
    sure = [row for row in rows if row["sure"]]
    up = [row for row in sure if row["difference"] > 0][:MOST_SHOWN]
    down = [row for row in sure if row["difference"] < 0][:MOST_SHOWN]
    shown = [*up, *reversed(down)]
    return {
        "key": key,
        "rows": rows,
        "sure": len(sure),
        "shown": shown,
        "reach": reach(shown),
        "all_reach": reach(rows),
    }


def reach(rows: Sequence[Data]) -> float:
    """How far a scale must reach to both sides of zero."""
    most = max((abs(end) for row in rows for end in row["difference_95"]), default=0.1)
    return ceil(most * 20) / 20


# ---- charts ----------------------------------------------------------------------------------------------------------


def charts(data: Data, theme: Theme) -> dict[str, str]:
    """The histograms of scores and lengths."""
    return {
        "score": spread_chart(data["score"], data["score"]["name"], "score", theme),
        "decisions": spread_chart(data["decisions"], "Decisions", "decisions", theme),
    }


def spread_chart(spread: Data, across: str, name: str, theme: Theme) -> str:
    """How values are spread over the games lost and won."""
    everything = spread["all"]
    if not everything["games"]:
        return ""
    bins = bins_for(everything["least"], everything["most"])
    layers = [(key, binned(spread[key]["counts"], bins)) for key in ("lost", "won")]
    says = f"{across}: half of the games lie between {everything['quartiles'][0]} and {everything['quartiles'][2]}."
    width, height = CHART
    figure = histogram(bins, layers, "", theme, width, height)
    return to_inline_svg(figure, theme, name, says)


def bins_for(least: int, most: int) -> list[tuple[float, float]]:
    """Bins of a round width around whole values, no more than the chart has room for."""
    steps = (factor * 10**power for power in range(16) for factor in (1, 2, 5))
    width = next(step for step in steps if (most - least) // step < MOST_BINS)
    first = least - least % width
    return [(low - 0.5, low + width - 0.5) for low in range(first, most + 1, width)]


def binned(counts: Mapping[int, int], bins: Sequence[tuple[float, float]]) -> list[int]:
    """How many values fall into each bin."""
    return [sum(count for value, count in counts.items() if low < value < high) for low, high in bins]


def columns(spread: Data) -> list[dict[str, Any]]:
    """The columns of a small chart: the values that came up, with the games lost and won at each."""
    counts = spread["all"]["counts"]
    bins = bins_for(min(counts), max(counts))
    lost, won = (binned(spread[key]["counts"], bins) for key in ("lost", "won"))
    most = max(both for both in map(sum, zip(lost, won, strict=True)))
    return [
        {"from": ceil(low), "to": ceil(high) - 1, "lost": down, "won": up, "most": most}
        for (low, high), down, up in zip(bins, lost, won, strict=True)
    ]
