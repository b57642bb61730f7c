"""Workers: every game once and in order, whoever plays it, dies or is interrupted."""

from __future__ import annotations

import multiprocessing
import signal
import time
from multiprocessing.util import register_after_fork
from pathlib import Path
from typing import Any

import pytest

from tests.endless import ALWAYS, SOON
from tests.lab.tasks import FATAL, dies_always, dies_once, fails, never_ends, numbers, refuses, slow_numbers
from undercroft.core.errors import UndercroftError
from undercroft.lab import workers as workers_module
from undercroft.lab.workers import (
    MOST_PER_CHUNK,
    Chunk,
    Chunks,
    Endless,
    Here,
    Interrupts,
    OnRay,
    Place,
    Task,
    Worker,
    count_workers,
    find_place,
    play_chunk,
    play_parts,
    seconds_for,
    written_place,
)


def all_of(parts: list[tuple[int, list[int]]]) -> list[int]:
    return [number for _, part in parts for number in part]


# ---- chunks ----------------------------------------------------------------------------------------------------------


def test_slow_games_are_played_one_at_a_time() -> None:
    chunks = Chunks(1000, 2)
    for _ in range(5):
        chunk = chunks.next()
        assert chunk is not None
        assert chunk.count == 1
        chunks.learn(1, 3.0)


def test_chunks_of_quick_games_grow_and_stay_within_bounds() -> None:
    chunks = Chunks(10_000_000, 2)
    sizes = []
    for _ in range(8):
        chunk = chunks.next()
        assert chunk is not None
        sizes.append(chunk.count)
        chunks.learn(chunk.count, chunk.count * 1e-6)
    assert sizes == [1, 8, 64, 512, 4096, MOST_PER_CHUNK, MOST_PER_CHUNK, MOST_PER_CHUNK]


def test_towards_the_end_the_rest_is_shared() -> None:
    chunks = Chunks(100, 4)
    chunks.size = 80
    counts = []
    while chunk := chunks.next():
        counts.append(chunk.count)
    assert counts[:4] == [25, 19, 14, 11]
    assert sum(counts) == 100


def test_a_chunk_is_named_by_its_games() -> None:
    assert str(Chunk(7, 1)) == "game 7"
    assert str(Chunk(7, 3)) == "games 7 to 9"


# ---- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 3])
def test_every_game_is_played_once_and_comes_in_order(workers: int) -> None:
    told: list[int] = []
    parts = list(play_parts(numbers, "", 500, Here(workers), told.append))
    assert all_of(parts) == list(range(500))
    assert [first for first, _ in parts] == [part[0] for _, part in parts]
    assert told == sorted(told)
    assert told[-1] == 500


def test_a_worker_that_dies_in_mid_chunk_is_replaced_and_nothing_is_counted_twice(tmp_path: Path) -> None:
    marker, told = tmp_path / "died", list[int]()
    parts = list(play_parts(dies_once, str(marker), 100, Here(2), told.append))
    assert marker.exists()
    assert all_of(parts) == list(range(100))
    assert told[-1] == 100


def test_games_of_which_workers_always_die_end_the_run_in_a_sentence() -> None:
    with pytest.raises(UndercroftError, match=r"^games? \d+.* could not be played: 3 worker processes died of it$"):
        list(play_parts(dies_always, "", 100, Here(2)))


def test_what_a_task_refuses_is_refused_with_its_words() -> None:
    for workers in (1, 2):
        with pytest.raises(UndercroftError, match=r"^this cannot be played$"):
            list(play_parts(refuses, "", 10, Here(workers)))


def test_a_mistake_in_a_worker_is_shown_and_not_tried_again(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UndercroftError, match=r"^game \d could not be played; the error is above$"):
        list(play_parts(fails, "", 2, Here(2)))
    assert "a mistake in the rules" in capfd.readouterr().err


def test_no_games_are_refused() -> None:
    with pytest.raises(UndercroftError, match="0 games cannot be played"):
        list(play_parts(numbers, "", 0, Here(1)))


class Prompt(Worker[str, list[int]]):
    """A worker without a process that has played a chunk as soon as it gets it."""

    started = 0

    def __init__(self, task: Task[str, list[int]], job: str, seconds: float = 0.0) -> None:
        self.task, self.job = task, job
        self.since = time.monotonic()
        self.pipe, self.far_end = multiprocessing.Pipe()
        Prompt.started += 1

    def give(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.far_end.send(play_chunk(self.task, self.job, chunk))

    def dismiss(self) -> None:
        self.pipe.close()
        self.far_end.close()


def test_the_first_answer_does_not_wait_until_all_workers_are_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercroft.lab.workers.Worker", Prompt)
    parts = play_parts(numbers, "", 1000, Here(200))
    first = next(parts)
    assert Prompt.started == 1
    assert all_of([first, *parts]) == list(range(1000))
    assert Prompt.started <= 200


# ---- games that do not end -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_a_game_that_never_ends_is_named_with_its_seed(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(multiprocessing.active_children())
    late = workers_module._late

    def really_late(*args: Any) -> list[Any]:
        """Those who are late not only because the machine is busy."""
        return [
            one
            for one in late(*args)
            if one.chunk and FATAL in range(one.chunk.first, one.chunk.first + one.chunk.count)
        ]

    monkeypatch.setattr(workers_module, "_late", really_late)
    told = rf"^game {FATAL} \(seed amber/{FATAL}\) had not ended after 0\.3 s, so it was stopped$"
    with pytest.raises(Endless, match=told):
        list(play_parts(never_ends, "", 100, Here(workers), seconds=SOON, seed="amber"))
    assert set(multiprocessing.active_children()) <= before


def test_a_run_that_never_ends_can_be_interrupted_even_with_one_worker() -> None:
    before = set(multiprocessing.active_children())

    def strike(finished: int) -> None:
        signal.setitimer(signal.ITIMER_REAL, SOON)

    usual = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt):
            list(play_parts(never_ends, "", 100, Here(1), strike))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)
    assert set(multiprocessing.active_children()) <= before


def test_who_was_stopped_for_a_while_takes_nobody_for_late(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Prompt(numbers, "")
    worker.chunk, worker.since = Chunk(0, 1), time.monotonic() - ALWAYS
    monkeypatch.setattr(workers_module, "GRACE", -1.0)  # as if the wait had taken far longer than it should
    ready = workers_module._ready({worker.pipe: worker}, SOON)
    assert ready == []
    assert workers_module._late({worker.pipe: worker}, ready, ALWAYS) == []
    worker.dismiss()


def test_bots_that_think_have_longer() -> None:
    assert seconds_for("steady", "random") < seconds_for("steady", "mcts:5")


# ---- interrupts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_gives_what_is_finished_and_then_comes_through(workers: int) -> None:
    def stop(finished: int) -> None:
        if finished >= 4:
            raise KeyboardInterrupt

    kept: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        kept.extend(number for _, part in play_parts(slow_numbers, "", 100, Here(workers), stop) for number in part)
    assert 4 <= len(kept) < 100
    assert sorted(set(kept)) == kept


def test_an_interrupt_waits_while_the_caller_is_at_work_on_a_part() -> None:
    parts = play_parts(numbers, "", 1000, Here(1))
    next(parts)
    signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        next(parts)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_that_nobody_holds_back_strikes_at_once() -> None:
    with Interrupts() as interrupts:
        interrupts.release()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_after_an_interrupt_has_struck_others_wait() -> None:
    with Interrupts() as interrupts:
        interrupts.release()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.release()


def test_an_interrupt_ends_only_the_playing_where_all_others_are_held() -> None:
    finished: list[int] = []

    def stop(done: int) -> None:
        finished.append(done)
        signal.raise_signal(signal.SIGINT)

    with Interrupts():
        with pytest.raises(KeyboardInterrupt):
            list(play_parts(numbers, "", 1000, Here(1), stop))
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
    assert finished == [1]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_that_came_before_the_playing_strikes_when_it_begins() -> None:
    told: list[int] = []
    with Interrupts():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            list(play_parts(numbers, "", 1000, Here(1), told.append))
    assert told == []


def test_a_process_that_is_interrupted_while_it_starts_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    register_after_fork(capfd, lambda _: signal.raise_signal(signal.SIGINT))  # as long as capfd is there
    assert all_of(list(play_parts(numbers, "", 100, Here(2)))) == list(range(100))
    assert capfd.readouterr().err == ""


# ---- places ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "written"),
    [
        (None, Here(3), "here"),
        ("ray", OnRay("", 3), "ray"),
        ("ray:10.0.0.1:6379", OnRay("10.0.0.1:6379", 3), "ray:10.0.0.1:6379"),
        ("ray:auto", OnRay("auto", 3), "ray:auto"),
        ("ray://head:10001", OnRay("ray://head:10001", 3), "ray://head:10001"),
    ],
)
def test_places_by_name(text: str | None, place: Place, written: str) -> None:
    assert find_place(text, 3) == place
    assert written_place(place) == written


@pytest.mark.parametrize("text", ["", "dask", "ray:", "ray://", "rays"])
def test_an_unknown_place_is_refused(text: str) -> None:
    with pytest.raises(UndercroftError, match="there is no place"):
        find_place(text)


@pytest.mark.parametrize("on", [None, "ray"])
def test_more_workers_than_a_machine_should_run_are_refused(on: str | None) -> None:
    find_place(on, 256)
    with pytest.raises(UndercroftError, match=r"^100000 workers are too many for this machine; ask for at most \d+$"):
        find_place(on, 100_000)
    assert find_place("ray:head:6379", 100_000) == OnRay("head:6379", 100_000)


@pytest.mark.parametrize("on", ["ray:127.0.0.1:99999", "ray://head:65536", "ray:head:0", "ray:head:" + "9" * 5000])
def test_a_port_that_no_machine_has_is_refused(on: str) -> None:
    with pytest.raises(UndercroftError, match=r"there is no port \d+(\.\.\.)? in 'ray:.*; ports go from 1 to 65535$"):
        find_place(on)


def test_there_are_never_more_workers_than_games_and_a_cluster_counts_its_own() -> None:
    assert count_workers(Here(8), 3) == 3
    assert count_workers(OnRay("", 2), 100) == 2
    assert count_workers(OnRay("auto"), 100) is None
