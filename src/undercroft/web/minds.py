"""Worker processes that think, so that the event loop never does.

A crew of processes answers quick questions, another one those that take long. Each process has one question at a time.
One that dies is replaced, and what it was asked is asked once more. The same question is thought about once, however
many ask it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, TypeVar

import msgspec

from undercroft.bots import QUICK_BOTS
from undercroft.core.errors import UndercroftError
from undercroft.core.record import Record
from undercroft.web.review_view import ReviewView
from undercroft.web.settings import games_of
from undercroft.web.thoughts import (
    ChoiceOdds,
    Hint,
    WholeOdds,
    choice_of,
    hint_of,
    odds_of,
    review_of,
    wake,
    whole_odds_of,
)

MOST_WAITING = 200  # questions to a crew; more would wait so long that nobody would see the answer
MOST_ANSWERS = 500
MOST_DEATHS = 2
RAISED = 1  # the exit code of a process that an exception has ended
POLITENESS = 5  # the server and the database come before those who think

T = TypeVar("T")
Key = tuple[object, ...]  # a question: what is asked about which record


class Busy(UndercroftError):
    """Too many questions wait already."""


# ---- one process -----------------------------------------------------------------------------------------------------


class Mind:
    """A process that thinks about one question at a time; it is started by the first, and again if it has died."""

    def __init__(self, games: tuple[str, ...]) -> None:
        self.games = games
        self.process: Any = None
        self.pipe: Connection[Any, Any] | None = None
        self.closed = False
        self.lock = Lock()

    def ask(self, function: Callable[..., T], *args: object) -> T:
        """The answer; blocks until there is one, and is called in a thread for that."""
        for _ in range(MOST_DEATHS):
            pipe = self._begin()
            try:
                pipe.send((function, args))
                answer = pipe.recv()
            except (EOFError, OSError):
                self._bury()
                continue
            if isinstance(answer, UndercroftError):
                raise answer
            found: T = answer
            return found
        raise UndercroftError(f"thinking broke off {MOST_DEATHS} times in a row; try again in a while")

    def close(self) -> None:
        """End the process, whatever it is doing; who waits for it is told."""
        with self.lock:
            self.closed = True
            if self.process is not None:
                self.process.kill()
                self.process.join()

    def _begin(self) -> Connection[Any, Any]:
        """The way to the process, started if there is none."""
        with self.lock:
            if self.closed:
                raise UndercroftError("the server is about to stop; nothing is thought about any more")
            if self.pipe is None:
                self._start()
            assert self.pipe is not None
            return self.pipe

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, far_end = context.Pipe()
        self.process = context.Process(target=work, args=(self.games, far_end), daemon=True)
        start_undisturbed(self.process)
        far_end.close()

    def _bury(self) -> None:
        with self.lock:
            assert self.pipe is not None
            self.pipe.close()
            self.pipe = None
            self.process.join()
            if self.process.exitcode == RAISED and not self.closed:
                raise UndercroftError("this could not be thought about; the server's log says why")


def start_undisturbed(process: Any) -> None:
    """Start a process that Ctrl-C does not reach even before it can say that it ignores it."""
    if not hasattr(signal, "pthread_sigmask"):
        process.start()
        return
    resource_tracker.ensure_running()  # its start would clear the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(games: tuple[str, ...], pipe: Connection[Any, Any]) -> None:
    """What a process does until nobody is left to think for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    games_of(games)
    while True:
        try:
            function, args = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = function(*args)
        except UndercroftError as error:
            answer = error
        try:
            pipe.send(answer)
        except OSError:
            return


def leave_with_parent() -> None:
    """End this process in the middle of a thought once the server is gone, however that ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


# ---- several ---------------------------------------------------------------------------------------------------------


class Crew:
    """Processes that share the questions of one kind; who asked first is answered first."""

    def __init__(self, size: int, games: tuple[str, ...]) -> None:
        self.minds = tuple(Mind(games) for _ in range(size))
        self.waiting = 0
        self._idle = list(self.minds)
        self._free = asyncio.Semaphore(size)
        self._threads = ThreadPoolExecutor(size, "minds")
        self._closed = False

    async def ask(self, function: Callable[..., T], *args: object) -> T:
        """The answer of whoever is free next."""
        await self._turn()
        if self._closed:
            self._free.release()
            raise UndercroftError("the server is about to stop; nothing is thought about any more")
        mind = self._idle.pop()
        thinking = asyncio.get_running_loop().run_in_executor(self._threads, mind.ask, function, *args)
        # Not when whoever waits leaves: the process goes on thinking, and nobody else can ask it until it is done.
        thinking.add_done_callback(lambda _: self._is_free(mind))
        thinking.add_done_callback(take_note)
        return await asyncio.shield(thinking)

    async def _turn(self) -> None:
        if self.waiting >= MOST_WAITING:
            raise Busy("too many are asking at once; try again in a moment")
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1

    def _is_free(self, mind: Mind) -> None:
        self._idle.append(mind)
        self._free.release()

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for mind in self.minds:
            mind.close()
        self._threads.shutdown()


def take_note(done: asyncio.Future[Any]) -> None:
    """Look at an error even if nobody waits for it any more; asyncio would complain of one that nobody looks at."""
    if not done.cancelled():
        done.exception()


class Asked:
    """A question that is being thought about, and how many wait for the answer."""

    def __init__(self, thinking: asyncio.Task[Any]) -> None:
        self.thinking = thinking
        self.waiting = 0


class Minds:
    """All who think for a server: so many quick ones, so many for what takes long; `games` are further ones to know."""

    def __init__(self, quick: int = 1, slow: int | None = None, games: tuple[str, ...] = ()) -> None:
        self.quick = Crew(quick, games)
        self.slow = Crew(slow or max(1, (os.cpu_count() or 1) - 1), games)
        self._answers: OrderedDict[Key, Any] = OrderedDict()
        self._asked: dict[Key, Asked] = {}

    async def odds(self, record: Record) -> list[ChoiceOdds]:
        """What stands beside each option of the question that waits."""
        return await self._answer(self.quick, odds_of, record)

    async def whole_odds(self, record: Record, option: str) -> WholeOdds:
        """All that an option of the question may lead to."""
        return await self._answer(self.quick, whole_odds_of, record, option)

    async def choice(self, record: Record, bot: str) -> str:
        """The name of the option that a bot chooses for the seat that is asked."""
        crew = self.quick if bot in QUICK_BOTS else self.slow
        return await self._answer(crew, choice_of, record, bot)

    async def hint(self, record: Record, budget: str = "1.6s") -> Hint:
        """What a bot that thinks so long would choose, and why."""
        return await self._answer(self.slow, hint_of, record, budget)

    async def review(self, record: Record, games: int, seat: int = 0) -> ReviewView:
        """What luck and decisions made of a game, from so many games played on from each moment."""
        return await self._answer(self.slow, review_of, record, games, seat)

    async def warm(self) -> None:
        """Start all processes."""
        crews = (self.quick, self.slow)
        await asyncio.gather(*(crew.ask(wake) for crew in crews for _ in crew.minds))

    def close(self) -> None:
        """End all processes; who still waits is told."""
        self.quick.close()
        self.slow.close()

    # ---- the same question is asked once -----------------------------------------------------------------------

    async def _answer(self, crew: Crew, function: Callable[..., T], record: Record, *args: object) -> T:
        key = (function, msgspec.json.encode(record), *args)
        if key in self._answers:
            self._answers.move_to_end(key)
            known: T = self._answers[key]
            return known
        if key not in self._asked:
            thinking = asyncio.ensure_future(crew.ask(function, record, *args))
            thinking.add_done_callback(take_note)
            self._asked[key] = Asked(thinking)
        found: T = await self._wait(key, self._asked[key])
        return found

    async def _wait(self, key: Key, asked: Asked) -> Any:
        """The answer, which is kept; a question that nobody waits for any more is dropped."""
        asked.waiting += 1
        try:
            answer = await asyncio.shield(asked.thinking)
            self._keep(key, answer)
            return answer
        finally:
            asked.waiting -= 1
            if not asked.waiting:
                asked.thinking.cancel()
            if (not asked.waiting or asked.thinking.done()) and self._asked.get(key) is asked:
                del self._asked[key]

    def _keep(self, key: Key, answer: object) -> None:
        self._answers[key] = answer
        while len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)
