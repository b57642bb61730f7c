"""Charts: the same text for the same chart, at home in a page, readable in both themes, saved by their ending."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from undercroft.core.errors import UndercroftError
from undercroft.games import GAMES
from undercroft.lab import charts
from undercroft.lab.charts import Moment, Theme, dark, light

ACCENTS = [game.accent for game in GAMES.values()]
DARK = dark(ACCENTS[0])
BINS = [(0.0, 1.0), (1.0, 2.0)]
LAYERS = [("lost", [3, 1]), ("won", [0, 2])]


def test_the_same_chart_is_the_same_text() -> None:
    one, other = (charts.to_svg(charts.histogram(BINS, LAYERS, "score", DARK)) for _ in range(2))
    assert one == other
    assert "<dc:date>" not in one


def test_a_chart_in_a_page_wears_the_colours_and_letters_of_the_page() -> None:
    svg = charts.to_inline_svg(charts.histogram(BINS, LAYERS, "score", DARK), DARK, "score", "Few & <small>")
    assert svg.startswith('<svg role="img" aria-label="Few &amp; &lt;small&gt;"')
    assert {"var(--ink)", "var(--muted)", "var(--accent)", "var(--surface)"} <= set(re.findall(r"var\([^)]*\)", svg))
    assert not re.search(r"#[0-9a-f]{6}\b|DejaVu|font-family|<style|<metadata", svg)
    assert ">score</text>" in svg


def test_two_charts_in_a_page_share_no_id() -> None:
    first, second = (
        charts.to_inline_svg(charts.histogram(BINS, LAYERS, "score", DARK), DARK, name, "") for name in ("a", "b")
    )
    ids = [set(re.findall(r'\bid="([^"]*)"', svg)) for svg in (first, second)]
    assert ids[0]
    assert not ids[0] & ids[1]
    used = set(re.findall(r"url\(#([^)]*)\)", first))
    assert used
    assert used <= ids[0]


@pytest.mark.parametrize("accent", ACCENTS)
@pytest.mark.parametrize("theme", [dark, light])
def test_every_colour_of_a_theme_can_be_told_and_read(theme: type[Theme], accent: str) -> None:
    colours = theme(accent)  # type: ignore[call-arg]
    assert len(set(vars(colours).values())) == 5
    for colour in (colours.ink, colours.muted, colours.accent):
        assert charts.contrast(colour, colours.surface) >= 4.5


def test_contrast_is_21_between_black_and_white_and_1_with_oneself() -> None:
    assert charts.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert charts.contrast("#123456", "#123456") == 1


def test_a_colour_that_can_be_read_stays_as_it_is() -> None:
    assert charts.readable("#ffffff", "#000000") == "#ffffff"


def test_layers_stand_on_each_other() -> None:
    axes = charts.histogram(BINS, LAYERS, "score", DARK).axes[0]
    bars = [(bar.get_y(), bar.get_height()) for bar in axes.patches]  # type: ignore[attr-defined]
    assert bars == [(0, 3), (0, 1), (3, 0), (1, 2)]


def test_error_bars_reach_from_end_to_end_of_their_intervals() -> None:
    figure = charts.win_rates([3, 5], [0.5, 0.25], [(0.4, 0.6), (0.2, 0.4)], "health", DARK)
    bars = figure.axes[0].collections[0].get_segments()  # type: ignore[attr-defined]
    ends = [float(figure) for bar in bars for end in bar for figure in end]
    assert ends == pytest.approx([3, 0.4, 3, 0.6, 5, 0.2, 5, 0.4])


def test_values_that_are_words_stand_side_by_side() -> None:
    figure = charts.win_rates(["low", "high"], [0.5, 0.25], [(0.4, 0.6), (0.2, 0.4)], "level", DARK)
    assert [text.get_text() for text in figure.axes[0].get_xticklabels()] == ["low", "high"]


def test_moments_are_marked_where_they_are_and_told_below() -> None:
    moments = [Moment(1, "the Wraith"), Moment(3, "the end")]
    figure = charts.winning_chance([0.5, 0.3, 0.4, 0.0], DARK, moments, [(0.4, 0.6)] * 4)
    marks = [(line.get_xdata(), line.get_ydata()) for line in figure.axes[0].lines[1:]]
    assert [(list(x), list(y)) for x, y in marks] == [([1], [0.3])] * 2 + [([3], [0.0])] * 2  # type: ignore[arg-type]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["the Wraith", "the end"]


def test_bars_are_named_from_the_top() -> None:
    figure = charts.bars(["Gnome", "Human"], [0.5, 0.25], [(0.4, 0.6), (0.2, 0.4)], DARK)
    axes = figure.axes[0]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["Gnome", "Human"]
    assert axes.yaxis_inverted()


def test_a_chart_is_saved_by_its_ending(tmp_path: Path) -> None:
    figure = charts.bars(["Gnome"], [0.5], [(0.4, 0.6)], DARK)
    charts.save(figure, tmp_path / "a.png")
    charts.save(figure, tmp_path / "a.SVG")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "a.SVG").read_text(encoding="utf-8")


def test_a_chart_that_cannot_be_finished_leaves_the_older_one(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text("old")
    figure = charts.bars(["Gnome"], [0.5], [(0.4, 0.6)], DARK)
    with patch.object(Path, "replace", side_effect=OSError("gone")), pytest.raises(OSError, match="gone"):
        charts.save(figure, tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text() == "old"


@pytest.mark.parametrize(
    ("name", "words"),
    [("a.gif", "saved as .png or .svg"), ("no/a.png", "there is no folder"), ("folder.png", "is a folder")],
)
def test_what_cannot_be_saved_is_refused_in_a_sentence(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(UndercroftError, match=words):
        charts.check_target(tmp_path / name)


def test_without_matplotlib_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UndercroftError, match=r"pip install 'undercroft\[lab\]'"):
        charts.new_chart(100, 100, DARK)
