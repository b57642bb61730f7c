"""The review's page and chart: whole on a phone as on a desk, and never half written."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from tests.lab.coins import coins_game, coins_record, plays_fair
from undercroft.lab.chances import Gap
from undercroft.lab.review import Review, prepare, review
from undercroft.lab.workers import Here
from undercroft.web import review_page as pages

DEAR = "A roll that cost $5 & more than fits into one line of any chart, " * 4


@pytest.fixture(scope="module")
def made() -> Review:
    """A review with two moments of luck that count, told at length."""
    result = review(prepare(coins_game(), coins_record("page", "bent", "penny"), plays_fair, 20), Here(1))
    assert result is not None
    first, *others = result.lucks
    lucks = [
        replace(first, luck=Gap(-0.125, 0.01), text=DEAR),
        *(replace(luck, luck=Gap(0.3, 0.01)) for luck in others),
    ]
    return replace(result, lucks=lucks)


def test_a_phone_gets_a_chart_of_its_own_and_every_moment_in_full(made: Review) -> None:
    page = pages.review_page(made)
    widths = [float(width) for width in re.findall(r'<svg[^>]*viewBox="0 0 ([\d.]+) ', page)]
    assert widths == pytest.approx([518.4, 216.0])
    assert f"<li>−12.5: {DEAR.replace('&', '&amp;')}</li>" in page
    assert page.count("<li>") == len(pages.marks(made))
    assert max(map(float, re.findall(r"min-width: (\d+)px", page)), default=0) < 390 - 2 * 30


def test_numbers_on_the_line_cover_no_other() -> None:
    points = [(100.0, 80.0), (104.0, 90.0), (104.0, 70.0), (108.0, 80.0), (112.0, 0.0), (113.0, 5.0)]
    moved = [(x, y + shift) for (x, y), shift in zip(points, pages.shifts(points, 190.0), strict=True)]
    assert moved[0] == points[0]
    assert all(dist(one, other) >= pages.NUMBER for one, other in combinations(moved, 2))
    assert all(0 <= y <= 190 for _, y in moved)


def test_the_picture_tells_the_moments_in_lines_that_fit(made: Review) -> None:
    texts = [text.get_text() for text in pages.review_chart(made).legends[0].get_texts()]
    (dear,) = [text for text in texts if text.startswith("−12.5: ")]
    assert r"cost \$5" in dear
    assert len(dear.replace("\\", "")) <= pages.LONGEST


@pytest.mark.parametrize("name", ["review.html", "review.svg", "review.png"])
def test_what_is_there_stays_whole_until_the_new_is(
    made: Review, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / name
    target.write_text("the old one", encoding="utf-8")

    def fails(self: Path, other: Path) -> Path:
        assert target.read_text(encoding="utf-8") == "the old one"
        raise OSError("no room")

    with monkeypatch.context() as broken:
        broken.setattr(Path, "replace", fails)
        with pytest.raises(OSError, match="no room"):
            pages.save_plot(made, target)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert target.read_text(encoding="utf-8") == "the old one"
    pages.save_plot(made, target)
    assert len(target.read_bytes()) > 1000
