"""Many games at once: the same result for any number of workers, honest intervals, nothing lost on Ctrl-C."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars
import pytest

import undercroft
from undercroft.core.errors import ContentError, UndercroftError
from undercroft.lab.rows import RowFile
from undercroft.lab.simulate import quantile, score_summary, simulate
from undercroft.lab.workers import Here

CLOCK = ("seconds", "workers", "decisions_per_second", "games_per_second")


def without_clock(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in CLOCK}


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    alone = simulate("tin-helm", "random", 150, "workers", workers=1).as_json()
    shared = simulate("tin-helm", "random", 150, "workers", workers=3).as_json()
    assert without_clock(alone) == without_clock(shared)
    assert shared["workers"] == 3


def test_every_adventurer_plays_equally_often() -> None:
    report = simulate("tin-helm", "steady", 120, "even", workers=1).as_json()
    assert len(report["openings"]) == 12
    assert {opening["games"] for opening in report["openings"].values()} == {10}


def test_the_parts_of_a_report_add_up() -> None:
    report = simulate("tin-helm", "steady", 240, "sums", workers=1)
    data = report.as_json()
    assert sum(data["ends"].values()) == data["games"] == 240
    assert data["ends"]["won"] == data["wins"] == sum(opening["wins"] for opening in data["openings"].values())
    assert sum(data["ranks"].values()) == data["wins"]
    assert data["win_rate_95"][0] < data["win_rate"] < data["win_rate_95"][1]
    assert data["compiled"] == undercroft.compiled()
    assert not report.interrupted


def test_every_game_of_a_run_gives_its_row(tmp_path: Path) -> None:
    rows = RowFile(tmp_path / "rows.csv")
    report = simulate("tin-helm", "steady", 50, "rows", place=Here(2), rows=rows)
    assert rows.write() == 50
    frame = polars.read_csv(rows.path)
    assert frame["number"].to_list() == list(range(50))
    assert int(frame["won"].sum()) == report.tally.wins
    assert int(frame["decisions"].sum()) == report.tally.decisions


def test_changes_change_the_result() -> None:
    plain = simulate("tin-helm", "steady", 240, "change", workers=1).as_json()
    harder = simulate("tin-helm", "steady", 240, "change", changes={"enemy.wraith.health": 60}, workers=1).as_json()
    assert harder["wins"] < plain["wins"]
    assert harder["changes"] == {"enemy.wraith.health": 60}


def test_an_interrupted_run_keeps_what_is_finished() -> None:
    def stop(done: int) -> None:
        if done >= 20:
            raise KeyboardInterrupt

    report = simulate("tin-helm", "random", 200, "stop", workers=1, progress=stop)
    assert report.interrupted
    assert 20 <= report.games < 200
    assert sum(report.as_json()["ends"].values()) == report.games


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"bot": "oracle"}, "no bot 'oracle'"),
        ({"games": 0}, "0 games"),
        ({"workers": 0}, "0 workers"),
        ({"edition": "lost"}, "no edition 'lost'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(arguments: dict[str, Any], words: str) -> None:
    usual: dict[str, Any] = {"game": "tin-helm", "bot": "random", "games": 5, "seed": "x", "workers": 1}
    with pytest.raises(UndercroftError, match=words):
        simulate(**{**usual, **arguments})


def test_a_bad_change_is_refused_before_any_worker_starts() -> None:
    with pytest.raises(ContentError, match=r"enemy\.wraith: health"):
        simulate("tin-helm", "random", 5, "x", changes={"enemy.wraith.health": "many"})


def test_deciles_and_mean_of_a_known_distribution() -> None:
    scores = Counter(range(1, 101))
    summary = score_summary(scores)
    assert summary["deciles"] == [10, 20, 30, 40, 50, 60, 70, 80, 90]
    assert Fraction(summary["mean"]) == Fraction(101, 2)
    assert quantile(Counter({3: 1}), 0.5) == 3
    assert score_summary(Counter())["deciles"] == []
