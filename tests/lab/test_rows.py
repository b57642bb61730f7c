"""A row for every game, in files that are whole or as they were."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import polars
import pytest

import undercroft
from undercroft.bots import find_bot
from undercroft.core.errors import UndercroftError
from undercroft.games.tin_helm import TIN_HELM
from undercroft.lab.rows import Job, RowFile, Rows, make_job, play_rows, play_side_by_side, written

JOB = Job("tin-helm", "random", "again", "book", {})


def test_a_row_is_the_game_of_its_seed() -> None:
    rows = play_rows(JOB, 7, 2)
    assert rows.number == [7, 8]
    session = undercroft.start("tin-helm", seed="again/7")
    guide = find_bot("random", "tin-helm", "again/7")
    for choice in rows.opening[0].split("-"):
        session.choose(choice)
    while session.decision is not None:
        session.choose(guide.choose(session.state, session.decision.prompt, session.decision.options))
    assert session.outcome is not None
    facts = (rows.won[0], rows.end[0], rows.score[0], rows.rank[0], rows.decisions[0])
    outcome = session.outcome
    assert facts == (outcome.won, outcome.end, outcome.score, outcome.rank, len(session.choices))


def test_parts_lie_together_as_the_whole() -> None:
    whole = play_rows(JOB, 0, 6)
    assert play_rows(JOB, 0, 2) == whole.part(0, 2)
    assert play_rows(JOB, 2, 4) == whole.part(2, 6)


def test_jobs_side_by_side_play_the_same_games() -> None:
    harder = make_job(TIN_HELM, "random", "again", "book", {"enemy.wraith.health": 60})
    plain, changed = play_side_by_side((JOB, harder), 3, 2)
    assert plain == play_rows(JOB, 3, 2)
    assert changed.number == plain.number
    assert changed.opening == plain.opening


def test_changes_are_written_as_a_person_writes_them() -> None:
    assert written({"enemy.wraith.health": 6, "switches.last": True}) == "enemy.wraith.health=6, switches.last=true"
    assert written({"a.b": [1, True, "x, y"]}) == "a.b=[1, true, 'x, y']"


# ---- files -----------------------------------------------------------------------------------------------------------


def filled(path: Path) -> RowFile:
    """A file with two labels of rows, taken in turn."""
    rows = RowFile(path, undercroft="1.2.3")
    for first in (0, 4):
        for side in ("a", "b"):
            rows.take(JOB, play_rows(JOB, first, 4), side=side)
    return rows


def test_a_file_holds_every_row_with_its_labels_in_order(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    assert filled(path).write() == 16
    frame = polars.read_parquet(path)
    whole = play_rows(JOB, 0, 8)
    assert frame["side"].to_list() == ["a"] * 8 + ["b"] * 8
    for column in ("number", "opening", "won", "end", "score", "rank", "decisions"):
        assert frame[column].to_list() == getattr(whole, column) * 2
    assert frame["seed"][3] == "again/3"
    common = frame.select("game", "edition", "changes", "bot", "rules", "undercroft").unique().rows()
    assert common == [("tin-helm", "book", "", "random", TIN_HELM.rules_version, "1.2.3")]


def test_the_same_rows_can_be_text(tmp_path: Path) -> None:
    filled(tmp_path / "rows.parquet").write()
    filled(tmp_path / "rows.csv").write()
    text = polars.read_csv(tmp_path / "rows.csv").fill_null("")
    assert text.rows() == polars.read_parquet(tmp_path / "rows.parquet").rows()


def test_a_file_is_replaced_as_a_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_text("old")
    rows = filled(path)
    assert path.read_text() == "old"
    rows.write()
    assert list(tmp_path.iterdir()) == [path]
    assert len(polars.read_parquet(path)) == 16


def test_a_file_that_cannot_be_finished_leaves_the_older_one_and_nothing_beside_it(tmp_path: Path) -> None:
    def fill_the_disk(frame: polars.DataFrame, path: Path) -> None:
        path.write_text("half")
        raise OSError("no space left")

    path = tmp_path / "rows.parquet"
    path.write_text("old")
    rows = filled(path)
    with patch.object(polars.DataFrame, "write_parquet", fill_the_disk), pytest.raises(OSError, match="no space left"):
        rows.write()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_without_rows_an_older_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_text("old")
    assert RowFile(path).write() == 0
    assert path.read_text() == "old"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rows.txt", "rows are written as .parquet or .csv"),
        ("rows", "rows are written as .parquet or .csv"),
        ("lost/rows.parquet", "there is no folder"),
        ("folder.csv", "is a folder"),
    ],
)
def test_what_could_not_be_written_is_refused_before_anything_is_played(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(UndercroftError, match=words):
        RowFile(tmp_path / name)


def test_rows_know_how_many_they_are() -> None:
    assert len(Rows()) == 0
    assert len(play_rows(JOB, 0, 3)) == 3
