"""The room of the tables: the one thread in which they live, and in which everything is done to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from undercroft.web.journal import Journal

TOGETHER = 32  # things that are done before their deeds go to the disk, at the most

T = TypeVar("T")


@dataclass
class Work:
    """Something to be done, who waits for it, and what came of it."""

    do: Callable[[], Any]
    waiting: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None
    has_deeds: bool = False

    def tell(self) -> None:
        """Say what came of it, unless nobody waits any more."""
        if self.waiting.done():
            return
        if self.error is None:
            self.waiting.set_result(self.result)
        else:
            self.waiting.set_exception(self.error)


class Room:
    """Does one thing after the other. What waits in the queue is done together and goes to the disk together.

    Nobody is told what came of his deed before it is on the disk.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._queue: SimpleQueue[Work | None] = SimpleQueue()
        self._thread = Thread(target=self._live, name="tables", daemon=True)

    async def ask(self, do: Callable[[], T]) -> T:
        """Call a function in the room."""
        if not self._thread.is_alive():
            self._thread.start()
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put(Work(do, waiting))
        return await waiting

    def close(self) -> None:
        """Finish what waits, then end."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _live(self) -> None:
        while (first := self._queue.get()) is not None:
            works = [first]
            gathers = self._journal.gather()
            self._do(first)
            while gathers and len(works) < TOGETHER and (work := self._next()) is not None:
                works.append(work)
                self._do(work)
            self._settle(works)
            first.waiting.get_loop().call_soon_threadsafe(tell_all, works)

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
        work.has_deeds = self._journal.appended > before

    def _settle(self, works: list[Work]) -> None:
        try:
            self._journal.settle()
        except SQLAlchemyError as error:
            for work in works:
                if work.has_deeds and work.error is None:
                    work.error = error


def tell_all(works: list[Work]) -> None:
    """Tell everybody what came of what he asked for."""
    for work in works:
        work.tell()
