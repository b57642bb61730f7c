"""The same jobs on Ray: a local cluster with two workers gives the same rows, and survives the death of one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import polars
import pytest

from tests.lab.tasks import dies_always, dies_once, refuses
from undercroft.core.errors import UndercroftError
from undercroft.lab.cluster import check_address
from undercroft.lab.compare import Side, compare
from undercroft.lab.rows import RowFile
from undercroft.lab.simulate import simulate
from undercroft.lab.workers import Here, OnRay, Place, play_parts

ROOT = Path(__file__).parent.parent.parent

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray")]


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """One Ray for all of these tests; its workers find this checkout's tests."""
    import ray  # here, as all processes of a run read this module, and it takes long

    path = ":".join([str(ROOT), *sys.path])
    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": path}},
    )
    yield
    ray.shutdown()


def rows_of(place: Place, path: Path) -> polars.DataFrame:
    """The rows of a small run, from the file that it writes."""
    rows = RowFile(path)
    simulate("tin-helm", "random", 120, "rows", changes={"enemy.wraith.health": 6}, place=place, rows=rows)
    rows.write()
    return polars.read_parquet(path)


def test_ray_and_this_machine_give_the_same_rows(tmp_path: Path) -> None:
    here = rows_of(Here(1), tmp_path / "here.parquet")
    there = rows_of(OnRay("", 2), tmp_path / "there.parquet")
    assert len(here) == 120
    assert here.equals(there)


def test_a_comparison_is_the_same_on_ray() -> None:
    sides = Side("book", {}, "random"), Side("printed", {}, "random")
    answers = [compare("tin-helm", *sides, 60, "both", place=place).as_json() for place in (Here(2), OnRay("", 2))]
    for answer in answers:
        del answer["seconds"], answer["on"]
    assert answers[0] == answers[1]


def test_a_worker_that_dies_in_mid_chunk_is_retried_and_nothing_is_counted_twice(tmp_path: Path) -> None:
    marker, told = tmp_path / "died", list[int]()
    parts = list(play_parts(dies_once, str(marker), 100, OnRay("", 2), told.append))
    assert marker.exists()
    assert [number for _, part in parts for number in part] == list(range(100))
    assert told[-1] == 100


def test_games_of_which_workers_always_die_end_the_run_in_a_sentence() -> None:
    with pytest.raises(UndercroftError, match=r"^games? \d+.* could not be played: 3 worker processes died of it$"):
        list(play_parts(dies_always, "", 100, OnRay("", 2)))


def test_what_a_task_refuses_is_refused_with_its_words() -> None:
    with pytest.raises(UndercroftError, match=r"^this cannot be played$"):
        list(play_parts(refuses, "", 10, OnRay("", 2)))


def test_an_address_where_nobody_listens_is_refused_at_once() -> None:
    with pytest.raises(UndercroftError, match=r"^there is no Ray to be reached at 127\.0\.0\.1:1: "):
        check_address("127.0.0.1:1")
    check_address("auto")
