"""A process that thinks beside this one: asked one question at a time, and ended for certain if no answer comes.

A compiled loop lets no other thread run and heeds no signal handler, so nothing inside a process can be trusted to end
it. Whoever asks waits so long and no longer, kills the process and starts another. Should the one who asks be gone by
then, a watchdog that needs no Python ends the process a little later.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from undercroft.core.errors import Failure, UndercroftError, short

if TYPE_CHECKING:
    from undercroft.bots.mcts import Budget

MOST_DEATHS = 2
RAISED = 1  # the exit code of a process that an exception has ended
WAKING = 120.0  # seconds that a process may take until it can be asked
GRACE = 5.0  # seconds after which a process ends by itself that nobody has ended in time
FAREWELL = 5.0  # seconds that the system gets to end a process that was killed
MOST_PATIENCE = 86_400.0  # seconds: a day; systems count milliseconds, and not without end
LONGEST = 10 * MOST_PATIENCE  # for what may take several times as long
LEEWAY = 3.0  # times as long as a bot wants to think may it take, and the usual patience besides
SIMULATION = 0.2  # seconds that a simulation may take
USUAL_PATIENCE = 60.0  # seconds for a thought: many times what the longest of ours takes where nothing is compiled
PATIENCE = "UNDERCROFT_PATIENCE"

T = TypeVar("T")
Call = Callable[[Callable[..., Any], tuple[Any, ...]], Any]
"""How a process calls what it is asked: with what it has prepared before the arguments, or without."""


class Unanswered(Failure):
    """Whoever was asked gives no answer; another may."""


class TooLong(Unanswered):
    """No answer came in time, so nobody thinks about it any more."""


class Stopping(UndercroftError):
    """Nobody is asked any more."""


def patience() -> float:
    """How many seconds a thought may take, as the environment says or as usual."""
    text = os.environ.get(PATIENCE, "")
    if not text:
        return USUAL_PATIENCE
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_PATIENCE:
        raise UndercroftError(
            f"{PATIENCE} takes a number of seconds up to {MOST_PATIENCE:g}, such as 60, and {short(text)} is not one"
        )
    return seconds


def besides(budget: Budget) -> float:
    """How many seconds more than usual a thought may take that was given a length."""
    return LEEWAY * budget.seconds + SIMULATION * int(budget.simulations)


def can_fork() -> bool:
    """Whether a process can be started as a copy of this one."""
    return "fork" in multiprocessing.get_all_start_methods()


# ---- whoever asks ----------------------------------------------------------------------------------------------------


class Mind:
    """A process that thinks about one question at a time; it is started by the first, and again if it has ended.

    `set_up` is called in the process, once, and says how it calls what it is asked. A copy of this process (`fork`) is
    there at once with all that is known here; any other has to be able to unpickle it.
    """

    def __init__(self, set_up: Callable[[], Call], method: str = "spawn", log: str = "its log says why") -> None:
        self.set_up = set_up
        self.method = method
        self.log = log
        self.process: Any = None
        self.pipe: Connection[Any, Any] | None = None
        self.awake = False
        self.asked = float("inf")  # when it was asked what it thinks about
        self.closed = False
        self.lock = Lock()

    def ask(self, seconds: float, function: Callable[..., T], *args: object) -> T:
        """The answer; blocks until there is one, for so many seconds at the most."""
        seconds = min(seconds, LONGEST)
        for _ in range(MOST_DEATHS):
            pipe = self._begin()
            try:
                answer = self._exchange(pipe, seconds, function, args)
            except (EOFError, OSError):
                raised = self._bury()
                if time.monotonic() - self.asked > seconds:  # its watchdog has ended it, as this process was asleep
                    raise too_long(seconds) from None
                if raised:
                    raise Unanswered(f"this could not be thought about; {self.log}") from None
                continue
            except KeyboardInterrupt:
                self.give_up()  # what it comes to would be taken for the answer to the next question
                raise
            if isinstance(answer, UndercroftError):
                raise answer
            found: T = answer
            return found
        raise Unanswered(f"thinking broke off {MOST_DEATHS} times in a row; try again in a while")

    def _exchange(
        self, pipe: Connection[Any, Any], seconds: float, function: Callable[..., Any], args: tuple[object, ...]
    ) -> Any:
        if not self.awake:
            if not pipe.poll(WAKING):
                self.give_up()
                raise Unanswered(f"the thinking process did not start within {WAKING:g} s")
            pipe.recv()
            self.awake = True
        self.asked = time.monotonic()
        pipe.send((seconds, function, args))
        if not pipe.poll(seconds):
            self._replace()
            raise too_long(seconds)
        return pipe.recv()

    def close(self) -> None:
        """End the process, whatever it is doing; who waits for it is told."""
        with self.lock:
            self.closed = True
            if self.process is not None:
                self._kill()

    def give_up(self) -> None:
        """End the process in the middle of a thought; the next question starts another."""
        with self.lock:
            self._kill()
            self._forget()

    def _replace(self) -> None:
        """End the process and start another at once, so that nobody has to wait for that as well."""
        with self.lock:
            self._kill()
            self._forget()
            if not self.closed:
                with suppress(Unanswered):  # whoever asks next will be told
                    self._start()

    def _begin(self) -> Connection[Any, Any]:
        """The way to the process, started if there is none."""
        with self.lock:
            if self.closed:
                raise Stopping("this is shutting down, so nothing more is worked out")
            if self.pipe is None:
                self._start()
            assert self.pipe is not None
            return self.pipe

    def _start(self) -> None:
        context: Any = multiprocessing.get_context(self.method)
        near_end, far_end = context.Pipe()
        own = near_end if self.method == "fork" else None
        process = context.Process(target=work, args=(self.set_up, far_end, own), daemon=True)
        if self.method != "fork":
            resource_tracker.ensure_running()  # its start would clear the mask
        try:
            start_undisturbed(process)
        except OSError as error:
            near_end.close()
            raise Unanswered(f"no process could be started to think about this: {error.strerror or error}") from None
        finally:
            far_end.close()
        self.process, self.pipe, self.asked = process, near_end, float("inf")

    def _bury(self) -> bool:
        """Let go of a process that has ended; whether an exception has ended it."""
        with self.lock:
            self._forget()
            self.process.join(FAREWELL)
            return self.process.exitcode == RAISED and not self.closed

    def _kill(self) -> None:
        self.process.kill()
        self.process.join(FAREWELL)

    def _forget(self) -> None:
        self.awake = False
        if self.pipe is not None:
            self.pipe.close()
            self.pipe = None


def too_long(seconds: float) -> TooLong:
    """What is said of a thought that took too long."""
    return TooLong(f"there was no answer within {seconds:g} s, so the attempt was stopped")


def start_undisturbed(process: Any) -> None:
    """Start a process that Ctrl-C does not reach even before it can say that it ignores it."""
    if not hasattr(signal, "pthread_sigmask"):
        process.start()
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---- the process -----------------------------------------------------------------------------------------------------


def work(set_up: Callable[[], Call], pipe: Connection[Any, Any], far_end: Connection[Any, Any] | None) -> None:
    """What a process does until nobody is left to think for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if far_end is not None:
        far_end.close()  # a copy of the other's end would keep this one waiting for ever when the other is gone
    Thread(target=leave_with_parent, daemon=True).start()
    call = set_up()
    answer: Any = None  # to say that it is awake
    while True:
        try:
            pipe.send(answer)
            seconds, function, args = pipe.recv()
        except (EOFError, OSError):
            return
        with ended_after(seconds + GRACE):
            answer = answer_of(call, function, args)


def answer_of(call: Call, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """The answer, or the error that is one."""
    try:
        return call(function, args)
    except UndercroftError as error:
        return error


def leave_with_parent() -> None:
    """End this process in the middle of a thought once the one who asked is gone, however that ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """End this process if what is done here takes longer, even if it lets no other thread run."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere())
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@cache
def nowhere() -> Any:
    """Where the watchdog writes that it has ended a process, which nobody reads."""
    return open(os.devnull, "w")  # as long as the process lives
