"""The report's page: whole in itself, safe, readable in both themes, and every number on it from the report."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.driver import refused, separately, undercroft
from undercroft import __version__
from undercroft.core.errors import UndercroftError
from undercroft.games import GAMES, find_game
from undercroft.lab.charts import contrast
from undercroft.lab.report import report_on
from undercroft.lab.workers import Here
from undercroft.web import report_page as pages

pytestmark = pytest.mark.xdist_group("reports")  # which share four reports

HOSTILE = "<b>&\"'</title><script>"
VOID = {"meta", "br", "hr", "img", "input", "link"}


def report(game: str = "tin-helm", games: int = 120, seed: str = "page", **more: Any) -> dict[str, Any]:
    return {"undercroft": __version__, **report_on(game, "steady", games, seed, place=Here(1), **more).as_json()}


def page_of(data: dict[str, Any]) -> str:
    return pages.report_page(data, find_game(data["game"]).accent)


@pytest.fixture(scope="module", params=GAMES)
def made(request: pytest.FixtureRequest) -> tuple[dict[str, Any], str]:
    data = report(request.param, games=60 if request.param == "freequest" else 120)
    return data, page_of(data)


class Reader(HTMLParser):
    """Reads a page: its visible text without charts, its headings, and whether all that opens is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.headings: list[int] = []
        self.quiet = 0  # within a chart, a style or the ticks of a scale

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        self.open.append(tag)
        if self.quiet or tag in ("svg", "style") or dict(attrs).get("class") == "ticks":
            self.quiet += 1
        if re.fullmatch(r"h\d", tag):
            self.headings.append(int(tag[1]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.quiet = max(0, self.quiet - 1)

    def handle_data(self, data: str) -> None:
        if not self.quiet:
            self.words.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


# ---- whole in itself -------------------------------------------------------------------------------------------------


def test_the_page_asks_no_other_host_and_runs_no_script(made: tuple[dict[str, Any], str]) -> None:
    page = made[1]
    addresses = set(re.findall(r"""\bhttps?://[^\s"'<>)]*""", page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert not re.search(r"<script|<link|<img|<iframe|\bsrc=|@import|javascript:|\son\w+=", page)
    assert not [target for target in re.findall(r"url\(([^)]*)\)", page) if not target.startswith("#")]


def test_the_page_is_well_formed_with_headings_in_order(made: tuple[dict[str, Any], str]) -> None:
    headings = read(made[1]).headings
    assert headings.count(1) == 1
    assert headings[0] == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(headings))


def test_ids_are_unique_and_what_is_referred_to_is_there(made: tuple[dict[str, Any], str]) -> None:
    ids = re.findall(r'\sid="([^"]*)"', made[1])
    assert len(ids) == len(set(ids))
    referred = re.findall(r'aria-labelledby="([^"]*)"|href="#([^"]*)"|url\(#([^)]*)\)', made[1])
    assert {name for names in referred for name in names if name} <= set(ids)


def test_charts_say_what_they_show(made: tuple[dict[str, Any], str]) -> None:
    images = re.findall(r'<(?:svg|div)[^>]*role="img"[^>]*>', made[1])
    assert len(images) > 2
    assert all(re.search(r'aria-label="[^"]{10,}"', image) for image in images)


# ---- numbers ---------------------------------------------------------------------------------------------------------


def leaves(data: Any) -> Iterator[Any]:
    """All the values of plain data, and the keys that are numbers."""
    if isinstance(data, dict):
        yield from data
        for value in data.values():
            yield from leaves(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from leaves(value)
    else:
        yield data


def ways_to_write(value: Any) -> Iterator[str]:
    """The numbers that a page may show for a value."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, (int, float)):
        for text in (f"{value:,}", f"{value:,.1f}", f"{value * 100:.1f}"):
            yield text.lstrip("-")
    if isinstance(value, str):
        yield from re.findall(NUMBER, value)


NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"


def test_every_number_on_the_page_is_the_reports(made: tuple[dict[str, Any], str]) -> None:
    data, page = made
    known = {text for value in leaves(data) for text in ways_to_write(value)}
    known |= {"95", "5", "0"}  # the intervals, the fewest wins and losses, and nothing
    for key in ("choices", "early", "happenings"):
        known |= {str(len(data[key])), str(sum(row["sure"] for row in data[key]))}
    shown = re.findall(NUMBER, " ".join(read(page).words))
    assert len(shown) > 200
    assert [number for number in shown if number not in known] == []


def test_the_page_shows_each_part_of_the_report(made: tuple[dict[str, Any], str]) -> None:
    data, page = made
    words = " ".join(" ".join(read(page).words).split())
    figures = [figure for figure in data["figures"] if len(figure["all"]["counts"]) > 1]  # the others tell nothing
    for row in (*data["openings"], *figures):
        assert row["name"] in words
    for row in (*data["choices"], *data["early"], *data["happenings"]):
        assert row["what"] in words
    for end in data["ends"]:
        assert end["sentence"] in words
    assert data["command"] in words


def test_bars_lie_where_their_values_are() -> None:
    assert pages.place(0.25, 0, 0.5) == "50.00%"
    assert pages.place(-0.1, -0.2, 0.2) == "25.00%"
    assert pages.place(7, 0, 5) == "100.00%"


def test_bins_are_round_and_hold_all_that_is_counted() -> None:
    assert pages.bins_for(3, 5) == [(2.5, 3.5), (3.5, 4.5), (4.5, 5.5)]
    bins = pages.bins_for(-7, 190)
    assert bins[0] == (-10.5, -5.5)
    assert len(bins) <= pages.MOST_BINS + 1
    counts = {-7: 2, 0: 3, 189: 1, 190: 4}
    assert sum(pages.binned(counts, bins)) == 10


def test_few_games_and_one_game_make_a_page_that_says_so() -> None:
    assert "There are too few games" in page_of(report(games=12))
    assert "played <b>1</b> game and" in page_of(report("elbereth", games=1))


def test_an_interrupted_run_is_told() -> None:
    data = {**report(games=12), "asked": 500, "interrupted": True}
    assert "500 games had been asked for" in page_of(data)
    assert "had been asked for" not in page_of(report(games=12))


# ---- safe and readable -----------------------------------------------------------------------------------------------


def test_what_somebody_typed_is_text_and_nothing_else() -> None:
    data = {**report(games=12, seed=HOSTILE), "changes": {HOSTILE: HOSTILE}, "edition_title": HOSTILE, "bot": HOSTILE}
    page = page_of(data)
    assert HOSTILE[:5] not in page
    assert "<script" not in page
    text = " ".join(read(page).words)
    assert text.count(HOSTILE) == 5
    assert HOSTILE in unescape(page)


def test_both_themes_can_be_read(made: tuple[dict[str, Any], str]) -> None:
    style = made[1].partition("<style>")[2].partition("</style>")[0]
    blocks = re.findall(r"((?:@media [^{]*\{\s*)?):root \{([^}]*)\}", style)
    for wanted in ("", "light", "print"):
        theme: dict[str, str] = {}
        for media, block in blocks:
            if media == "" or (wanted and wanted in media):
                theme |= dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6});", block))
        full = {name: colour if len(colour) == 7 else "#" + 2 * colour[1:] for name, colour in theme.items()}
        for ink in ("ink", "muted"):
            assert all(contrast(full[ink], full[behind]) >= 4.5 for behind in ("room", "surface", "raised"))
        for ink in ("up", "down", "accent"):
            assert contrast(full[ink], full["surface"]) >= 4.5


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_writes_the_page_and_says_where(tmp_path: Path) -> None:
    target = tmp_path / "mine.html"
    done = undercroft(tmp_path, "report", "tin-helm", "--games", "12", "--seed", "gate", "--out", str(target))
    assert done.returncode == 0
    assert f"The page is {target}" in done.stdout.replace("\n", "")
    assert "--seed=gate" in target.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".html" and path.is_file()] == []


def test_json_is_one_object_and_no_page(tmp_path: Path) -> None:
    done = separately(tmp_path, "report", "tin-helm", "--games", "12", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 12
    assert list(Path().glob("tin-helm-report.html")) == []


@pytest.mark.parametrize(
    ("out", "words"),
    [("nowhere/page.html", "there is no folder"), ("page.pdf", "written as .html"), (".html", "written as .html")],
)
def test_a_page_that_cannot_be_written_is_refused_before_a_game_is_played(tmp_path: Path, out: str, words: str) -> None:
    arguments = ("report", "tin-helm", "--games", "1000000000", "--out", str(tmp_path / out))
    assert words in refused(tmp_path, *arguments)


def test_without_jinja_a_sentence_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(UndercroftError, match=r"pages need jinja2; get it with: pip install 'undercroft\[lab\]'"):
        pages.check_page(tmp_path / "page.html")
