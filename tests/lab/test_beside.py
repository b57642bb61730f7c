"""Processes that think: whatever they do, an answer or a sentence comes, and the next question is answered."""

from __future__ import annotations

import errno
import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.endless import ALWAYS, DOUBLES, SOON, end_group, loop_deaf, loop_without_python
from undercroft.core.errors import UndercroftError
from undercroft.lab import beside
from undercroft.lab.beside import Call, Mind, Stopping, TooLong, Unanswered, patience

ORPHAN = """
import sys
from threading import Thread
from tests.endless import ALWAYS, loop_deaf
from undercroft.lab import beside

beside.GRACE = 0.0
mind = beside.Mind(lambda: lambda function, args: function(*args), "fork")
mind.ask(ALWAYS, abs, 1)
Thread(target=mind.ask, args=(0.3, loop_deaf), daemon=True).start()
print("thinking", flush=True)
sys.stdin.read()
"""


def call(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    return function(*args)


def plain() -> Call:
    """A process that needs nothing."""
    return call


@pytest.fixture(scope="module")
def mind() -> Iterator[Mind]:
    """A copy of this process, which is there at once."""
    made = Mind(plain, "fork")
    yield made
    made.close()


@pytest.mark.parametrize("double", DOUBLES, ids=lambda double: double.__name__)
def test_a_double_that_never_ends_costs_one_answer_and_nothing_else(double: Callable[..., str], mind: Mind) -> None:
    before = mind.ask(ALWAYS, os.getpid)
    with pytest.raises(TooLong, match=r"^there was no answer within 0\.3 s, so the attempt was stopped"):
        mind.ask(SOON, double)
    after = mind.ask(ALWAYS, os.getpid)
    assert after != before
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)  # it is gone, and buried
    assert mind.ask(ALWAYS, abs, -7) == 7


def test_a_process_that_had_to_be_started_from_nothing_is_replaced_as_well() -> None:
    mind = Mind(plain, "spawn")
    before = mind.ask(ALWAYS, os.getpid)
    with pytest.raises(TooLong):
        mind.ask(SOON, loop_deaf)
    assert mind.ask(ALWAYS, os.getpid) != before
    mind.close()


def test_another_process_is_there_as_soon_as_one_is_given_up(mind: Mind) -> None:
    mind.ask(ALWAYS, os.getpid)
    with pytest.raises(TooLong):
        mind.ask(SOON, loop_without_python)
    assert mind.process.is_alive()
    assert mind.ask(ALWAYS, os.getpid) == mind.process.pid


def test_so_many_processes_leave_nothing_open() -> None:
    mind = Mind(plain, "fork")
    mind.ask(ALWAYS, os.getpid)
    before = open_files()
    for _ in range(5):
        with pytest.raises(TooLong):
            mind.ask(0.01, loop_without_python)
    mind.ask(ALWAYS, os.getpid)
    assert open_files() <= before
    mind.close()


def open_files() -> int:
    """How many files this process has open, but for those that nobody has any more."""
    gc.collect()
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


def test_a_process_that_takes_too_long_to_wake_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "WAKING", SOON)
    mind = Mind(loop_without_python, "fork")  # type: ignore[arg-type]
    with pytest.raises(Unanswered, match="the thinking process did not start within") as told:
        mind.ask(ALWAYS, os.getpid)
    assert not isinstance(told.value, TooLong)  # nobody has thought about it yet, so another time may do
    mind.close()


def test_a_process_whose_watchdog_has_ended_it_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    # as when the machine slept: this process was not there to see the time pass
    monkeypatch.setattr(beside, "GRACE", SOON - ALWAYS)
    monkeypatch.setattr(beside, "time", SimpleNamespace(monotonic=iter([0.0, ALWAYS + 1]).__next__))
    mind = Mind(plain, "fork")
    with pytest.raises(TooLong, match=r"within 600 s"):
        mind.ask(ALWAYS, loop_deaf)
    mind.close()


def test_where_no_process_can_be_started_that_is_said_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(process: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    mind = Mind(plain, "fork")
    before = open_files()
    with monkeypatch.context() as full:
        full.setattr(beside, "start_undisturbed", fail)
        for _ in range(2):
            with pytest.raises(Unanswered, match=r"no process could be started .*: Resource temporarily unavailable$"):
                mind.ask(ALWAYS, abs, -7)
    assert open_files() == before
    assert mind.ask(ALWAYS, abs, -7) == 7
    mind.close()


def test_what_a_process_dies_of_is_asked_once_more_and_then_refused(mind: Mind) -> None:
    with pytest.raises(Unanswered, match="broke off 2 times in a row"):
        mind.ask(ALWAYS, os._exit, 3)
    assert mind.ask(ALWAYS, abs, -7) == 7


def test_an_error_of_the_system_is_a_fault_and_not_the_end_of_the_process(capfd: pytest.CaptureFixture[str]) -> None:
    mind = Mind(plain, "fork", "the error is above")
    with pytest.raises(Unanswered, match=r"^this could not be thought about; the error is above$"):
        mind.ask(ALWAYS, os.listdir, "/there is no such folder")
    assert "FileNotFoundError" in capfd.readouterr().err
    assert mind.ask(ALWAYS, abs, -7) == 7
    mind.close()


def interrupt_and_loop(asking: int) -> str:
    """Interrupt whoever asks as soon as one thinks, and never answer."""
    os.kill(asking, signal.SIGALRM)
    return loop_deaf()


def test_an_interrupt_ends_a_thought_and_its_answer_is_not_the_next_one() -> None:
    mind = Mind(plain, "fork")
    number = mind.ask(ALWAYS, os.getpid)
    usual = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            mind.ask(ALWAYS, interrupt_and_loop, os.getpid())
    finally:
        signal.signal(signal.SIGALRM, usual)
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    assert mind.ask(ALWAYS, abs, -7) == 7
    mind.close()


def test_who_asks_a_closed_one_is_told() -> None:
    mind = Mind(plain, "fork")
    mind.close()
    with pytest.raises(Stopping, match=r"^this is shutting down, so nothing more is worked out$"):
        mind.ask(ALWAYS, abs, 1)


def test_a_process_that_lets_nothing_run_ends_by_itself_when_nobody_is_left_to_end_it() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", ORPHAN]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, env=environment, start_new_session=True, **pipes) as asking:  # type: ignore[call-overload]
        try:
            assert asking.stdout.readline() == "thinking\n"
            asking.kill()
            told, _ = asking.communicate(timeout=ALWAYS)  # until the last who could write there is gone
            assert told == ""
        finally:
            end_group(asking.pid)


@pytest.mark.parametrize("text", ["", "2.5", "86400"])
def test_patience_is_what_the_environment_says(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERCROFT_PATIENCE", text)
    assert patience() == float(text or beside.USUAL_PATIENCE)


@pytest.mark.parametrize("text", ["soon", "0", "-3", "nan", "inf", "1e10", "86401"])
def test_patience_that_is_none_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERCROFT_PATIENCE", text)
    with pytest.raises(UndercroftError, match=rf"^UNDERCROFT_PATIENCE takes a number of seconds.*'{text}' is not one$"):
        patience()


def test_a_thought_may_take_as_long_as_anybody_can_say() -> None:
    mind = Mind(plain, "fork")
    try:
        assert mind.ask(1e300, str, 5) == "5"
    finally:
        mind.close()
