"""The room of the tables: the one thread in which they live, and in which everything is done to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from undercroft.core.errors import UndercroftError
from undercroft.web.journal import Journal, NotKept

TOGETHER = 32  # things that are done before their deeds go to the disk, at the most
SOON = 0.02  # seconds after which nothing more is begun before they do

T = TypeVar("T")


class Closed(UndercroftError):
    """The server is closing; nothing is done any more."""


@dataclass
class Work:
    """Something to be done, who waits for it, what came of it, and which deeds of the journal belong to it."""

    do: Callable[[], Any]
    waiting: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None
    deeds: range = range(0)

    def tell(self) -> None:
        """Say what came of it, unless nobody waits any more."""
        if self.waiting.done():
            return
        if self.error is None:
            self.waiting.set_result(self.result)
        elif isinstance(self.error, StopIteration):  # which a future does not take
            self.waiting.set_exception(RuntimeError("a rule or a page ran out of something"))
        else:
            self.waiting.set_exception(self.error)


class Room:
    """Does one thing after the other. What waits in the queue is done together and goes to the disk together.

    Nobody is told what came of his deed before it is on the disk.
    """

    def __init__(self, journal: Journal, clock: Callable[[], float] = monotonic) -> None:
        self._journal = journal
        self._clock = clock
        self._queue: SimpleQueue[Work | None] = SimpleQueue()
        self._thread = Thread(target=self._live, name="tables", daemon=True)
        self._closed = False

    async def ask(self, do: Callable[[], T]) -> T:
        """Call a function in the room."""
        if self._closed:
            raise Closed("the server is closing; look again in a moment")
        if not self._thread.is_alive():
            self._thread.start()
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put(Work(do, waiting))
        return await waiting

    def close(self, patience: float) -> None:
        """Finish what waits, if that does not take too long, then end."""
        self._closed = True
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join(patience)

    def _live(self) -> None:
        while (first := self._queue.get()) is not None:
            works = self._do_together(first)
            losses = self._journal.settle()
            for work in works:
                if work.error is None and not losses.deeds.isdisjoint(work.deeds):
                    work.error = losses.why
            with suppress(RuntimeError):  # nobody listens any more
                first.waiting.get_loop().call_soon_threadsafe(tell_all, works)

    def _do_together(self, first: Work) -> list[Work]:
        """Do something and what waits behind it, as long as all goes well and fast."""
        until = self._clock() + SOON
        works = [first]
        gathers = self._journal.gather()
        self._do(first)
        while gathers and len(works) < TOGETHER and self._clock() < until and not has_trouble(works[-1]):
            work = self._next()
            if work is None:
                break
            works.append(work)
            self._do(work)
        return works

    def _next(self) -> Work | None:
        """What waits in the queue, if anything does; the end of all work stays there."""
        try:
            work = self._queue.get_nowait()
        except Empty:
            return None
        if work is None:
            self._queue.put(None)
        return work

    def _do(self, work: Work) -> None:
        before = self._journal.appended
        try:
            work.result = work.do()
        except BaseException as error:  # noqa: BLE001 - whatever it is, who waits must hear of it
            work.error = error
        work.deeds = range(before, self._journal.appended)


def has_trouble(work: Work) -> bool:
    """Whether the store made difficulties: then those who are done should not wait for those who follow."""
    return isinstance(work.error, (SQLAlchemyError, NotKept))


def tell_all(works: list[Work]) -> None:
    """Tell everybody what came of what he asked for."""
    for work in works:
        work.tell()
