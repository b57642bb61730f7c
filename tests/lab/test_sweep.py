"""A value varied: every value on the same seeds, compared with the game as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars
import pytest

from undercroft.core.errors import ContentError, UndercroftError
from undercroft.games import find_game
from undercroft.lab.charts import light, save
from undercroft.lab.compare import Side, compare
from undercroft.lab.rows import RowFile, make_job, play_rows
from undercroft.lab.sweep import Varied, as_column, chart, read_varied, sweep
from undercroft.lab.workers import Here

ONE = Here(1)
WRAITH = "enemy.wraith.health"


@pytest.mark.parametrize(
    ("values", "meant"),
    [
        ("3..6", (3, 4, 5, 6)),
        ("3..9:2", (3, 5, 7, 9)),
        ("3..8:2", (3, 5, 7)),
        ("-1..1", (-1, 0, 1)),
        ("3, 5,8", (3, 5, 8)),
        ("4", (4,)),
        ("true,false", (True, False)),
        ("axe,'a, b'", ("axe", "a, b")),
        ("[1,2],[3]", ([1, 2], [3])),
        ("8,3,5.5", (3, 5.5, 8)),
        ("b,a", ("b", "a")),
    ],
)
def test_values_are_a_range_or_a_list(values: str, meant: tuple[Any, ...]) -> None:
    assert read_varied(f"a.b = {values}") == Varied("a.b", meant)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a.b", "write it as PATH=VALUES"),
        ("=3", "write it as PATH=VALUES"),
        ("a.b=", "write it as PATH=VALUES"),
        ("a.b=8..3", "there is nothing from 8 to 3"),
        ("a.b=3..8:0", "in steps of 0"),
        ("a.b=3..", "a range goes from a whole number to another"),
        ("a.b=1..2.5", "a range goes from a whole number to another"),
        ("a.b=1,,2", "there is no value between two of its commas"),
        ("a.b=8,3,3,5", "^--vary a.b: 3 is among its values twice$"),
        ("a.b=[1,2],[1,2]", r"^--vary a.b: \[1, 2\] is among its values twice$"),
        ("a.b=1..999999", "999999 values are more than the 200"),
    ],
)
def test_values_that_are_none_are_refused(text: str, words: str) -> None:
    with pytest.raises(UndercroftError, match=words):
        read_varied(text)


@pytest.mark.parametrize(
    ("varied", "words"),
    [
        ([], "one value or two, not 0"),
        ([Varied("a.b", (1,))] * 3, "one value or two, not 3"),
        ([Varied(WRAITH, (1,))] * 2, "cannot be varied twice"),
        ([Varied(WRAITH, tuple(range(15))), Varied("figures.hunger", tuple(range(15)))], "225 values are more"),
        ([Varied("enemy.wrath.health", (1,))], r"^--vary: enemy\.wrath\.health: there is no 'wrath'"),
        (
            [Varied("enemy.wrath.health", (1, 2))],
            r"^--vary: enemy\.wrath\.health: there is no 'wrath' in enemy; [^;]*$",
        ),
        ([Varied(WRAITH, ("many",))], r"^--vary: enemy\.wraith: health: takes a whole number, and 'many' is none$"),
    ],
)
def test_what_cannot_be_swept_is_refused_before_anything_is_played(varied: list[Varied], words: str) -> None:
    with pytest.raises((UndercroftError, ContentError), match=words):
        sweep("tin-helm", varied, "random", 10, "x", place=ONE)


def test_a_value_that_is_refused_is_named_and_the_others_are_played() -> None:
    swept = sweep("tin-helm", [Varied(WRAITH, (5, "many", 7))], "random", 3, "x", place=ONE)
    assert [(point.values, point.tally.games) for point in swept.points] == [((5,), 3), ((7,), 3)]
    (refused,) = swept.as_json()["refused"]
    assert refused["values"] == {WRAITH: "many"}
    assert refused["why"].startswith("takes a whole number")


def test_where_all_values_are_refused_each_is_named() -> None:
    with pytest.raises(ContentError) as refused:
        sweep("tin-helm", [Varied(WRAITH, ("few", -1, "many"))], "random", 10, "x", place=ONE)
    assert str(refused.value) == (
        f"--vary: no value can be played: {WRAITH}=few (takes a whole number, and 'few' is none); "
        f"{WRAITH}=-1 (takes at least 1, and -1 is less); {WRAITH}=many (takes a whole number, and 'many' is none)"
    )


def test_where_all_pairs_are_refused_those_for_the_same_reason_are_named_together() -> None:
    varied = [Varied(WRAITH, ("few", 5)), Varied("figures.hunger", ("x", "y"))]
    with pytest.raises(ContentError) as refused:
        sweep("tin-helm", varied, "random", 10, "x", place=ONE)
    assert str(refused.value) == (
        f"--vary: no value can be played: {WRAITH}=few, figures.hunger=x; {WRAITH}=few, figures.hunger=y "
        f"(takes a whole number, and 'few' is none); {WRAITH}=5, figures.hunger=x (takes a whole number, and 'x' is "
        f"none); {WRAITH}=5, figures.hunger=y (takes a whole number, and 'y' is none)"
    )


def test_each_value_is_compared_with_the_game_as_it_is() -> None:
    swept = sweep("tin-helm", [Varied(WRAITH, (5, 60))], "steady", 60, "values", place=ONE)
    as_it_is, harder = swept.points
    sides = Side("book", {}, "steady"), Side("book", {WRAITH: 60}, "steady")
    assert swept.games == 60
    assert as_it_is.difference.squares == 0  # 5 is the book's value
    assert harder.difference == compare("tin-helm", *sides, 60, "values", place=ONE).difference
    assert harder.difference.squares > 0


def test_two_values_make_a_grid() -> None:
    varied = [Varied(WRAITH, (3, 9)), Varied("figures.hunger", (1, 2))]
    swept = sweep("tin-helm", varied, "random", 4, "grid", changes={"enemy.wraith.attack": 1}, place=ONE)
    assert [point.values for point in swept.points] == [(3, 1), (3, 2), (9, 1), (9, 2)]
    assert swept.points[1].tally.job.changes == {"enemy.wraith.attack": 1, WRAITH: 3, "figures.hunger": 2}
    assert swept.as_json()["points"][3]["values"] == {WRAITH: 9, "figures.hunger": 2}


def test_rows_say_which_value_they_were_played_with(tmp_path: Path) -> None:
    rows = RowFile(tmp_path / "rows.parquet")
    swept = sweep("tin-helm", [Varied(WRAITH, (3, 9))], "random", 30, "rows", place=Here(2), rows=rows)
    assert rows.write() == 90
    frame = polars.read_parquet(rows.path)
    assert frame[WRAITH].to_list() == [None] * 30 + [3] * 30 + [9] * 30
    assert frame["varied"].to_list() == [False] * 30 + [True] * 60
    assert frame["number"].to_list() == [*range(30)] * 3
    scores = [swept.base.score, *(point.tally.score for point in swept.points)]
    assert [frame["score"][start : start + 30].sum() for start in (0, 30, 60)] == scores


def test_the_game_as_it_is_has_the_value_that_was_set(tmp_path: Path) -> None:
    rows = RowFile(tmp_path / "rows.parquet")
    sweep("tin-helm", [Varied(WRAITH, (3, 9))], "random", 1, "rows", changes={WRAITH: 6}, place=ONE, rows=rows)
    rows.write()
    assert polars.read_parquet(rows.path)[WRAITH].to_list() == [6, 3, 9]


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_values_that_are_lists_are_written_as_texts(tmp_path: Path, ending: str) -> None:
    rows = RowFile(tmp_path / f"rows{ending}")
    varied = read_varied("figures.grove-food=[0,0,1,1,2,2],[0,0,0,0,0,1]")
    sweep("tin-helm", [varied], "random", 1, "lists", place=ONE, rows=rows)
    rows.write()
    frame = polars.read_csv(rows.path) if ending == ".csv" else polars.read_parquet(rows.path)
    assert frame["figures.grove-food"].to_list() == [None, "[0, 0, 1, 1, 2, 2]", "[0, 0, 0, 0, 0, 1]"]


@pytest.mark.parametrize(
    ("values", "column"),
    [
        ((None, 1, 2.5), [None, 1, 2.5]),
        ((None, True, False), [None, True, False]),
        ((True, 1), ["true", "1"]),
        ((1, 2**63), ["1", str(2**63)]),
        ((None, "axe", ["a", True]), [None, "axe", "['a', true]"]),
    ],
)
def test_a_column_holds_values_of_one_kind(values: tuple[Any, ...], column: list[Any]) -> None:
    assert as_column(values) == column


def test_whole_numbers_and_others_lie_in_one_column_of_a_file(tmp_path: Path) -> None:
    rows = RowFile(tmp_path / "rows.parquet")
    job = make_job(find_game("tin-helm"), "random", "x", "book", {})
    for value in (None, 1, 2**40, 2.5):
        rows.take(job, play_rows(job, 0, 1), value=value)
    rows.write()
    assert polars.read_parquet(rows.path)["value"].to_list() == [None, 1, 2**40, 2.5]


def test_an_interrupted_sweep_has_played_every_value_equally_often() -> None:
    def stop(done: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    swept = sweep("tin-helm", [Varied(WRAITH, (3, 9))], "random", 400, "stop", place=Here(2), progress=stop)
    assert swept.interrupted
    assert 3 <= swept.games < 400
    assert {point.tally.games for point in swept.points} == {point.difference.pairs for point in swept.points}
    assert swept.points[0].tally.games == swept.games


@pytest.mark.parametrize(
    "varied", [[Varied(WRAITH, (3, 9))], [Varied(WRAITH, (3, 9)), Varied("figures.hunger", (1, 2))]]
)
def test_a_sweep_can_be_drawn(tmp_path: Path, varied: list[Varied]) -> None:
    swept = sweep("tin-helm", varied, "random", 4, "drawn", place=ONE)
    save(chart(swept, "Tin Helm", light("#d9662b")), tmp_path / "chart.svg")
    assert "</svg>" in (tmp_path / "chart.svg").read_text()
