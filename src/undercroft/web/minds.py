"""Worker processes that think, so that the event loop never does.

A crew of processes answers quick questions, another one those that take long. Each process has one question at a time
(lab/beside.py). One that dies is replaced, and what it was asked is asked once more; one that does not answer in time
is ended and replaced, and what it was asked is refused for a while. The same question is thought about once, however
many ask it.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec

from undercroft.bots import QUICK_BOTS, read_budget, usual_budget
from undercroft.core.errors import UndercroftError
from undercroft.core.record import Record
from undercroft.lab.beside import Call, Mind, Stopping, TooLong, besides, patience
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
REVIEW = 10  # times as long as any other thought may a review take
REFUSED = 600.0  # seconds for which nobody thinks again about what took too long
POLITENESS = 5  # the server and the database come before those who think

T = TypeVar("T")
Key = tuple[object, ...]  # a question: what is asked about which record


class Busy(UndercroftError):
    """Too many questions wait already."""


# ---- several ---------------------------------------------------------------------------------------------------------


def prepare(games: tuple[str, ...]) -> Call:
    """Make a process ready that thinks for a server: polite, and with all the games that there are."""
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    games_of(games)
    return call


def call(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call what is asked; nothing else is needed for it."""
    return function(*args)


class Crew:
    """Processes that share the questions of one kind; who asked first is answered first, within so many seconds."""

    def __init__(self, size: int, games: tuple[str, ...], seconds: float | None = None) -> None:
        self.minds = tuple(Mind(partial(prepare, games), log="the server's log says why") for _ in range(size))
        self.seconds = patience() if seconds is None else seconds
        self.waiting = 0
        self._idle = list(self.minds)
        self._free = asyncio.Semaphore(size)
        self._threads = ThreadPoolExecutor(size, "minds")
        self._closed = False

    async def ask(self, function: Callable[..., T], *args: object, times: int = 1, more: float = 0.0) -> T:
        """The answer of whoever is free next; waiting and thinking may each take so many times as long, or more."""
        seconds = self.seconds * times + more
        await self._turn(seconds)
        if self._closed:
            self._free.release()
            raise Stopping("the server is shutting down, so nothing more is worked out")
        mind = self._idle.pop()
        thinking = asyncio.get_running_loop().run_in_executor(self._threads, mind.ask, seconds, function, *args)
        # Not when whoever waits leaves: the process goes on thinking, and nobody else can ask it until it is done.
        thinking.add_done_callback(lambda _: self._is_free(mind))
        thinking.add_done_callback(take_note)
        return await asyncio.shield(thinking)

    async def _turn(self, seconds: float) -> None:
        if self.waiting >= MOST_WAITING:
            raise Busy("too many are asking at once; try again in a moment")
        self.waiting += 1
        try:
            async with asyncio.timeout(seconds):
                await self._free.acquire()
        except TimeoutError:
            raise Busy("every thinking process is busy; try again in a while") from None
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
    """All who think for a server: so many quick ones, so many for what takes long; `games` are further ones to know.

    A thought may take so many `seconds`, a review ten times as long.
    """

    def __init__(
        self, quick: int = 1, slow: int | None = None, games: tuple[str, ...] = (), seconds: float | None = None
    ) -> None:
        self.quick = Crew(quick, games, seconds)
        self.slow = Crew(slow or max(1, (os.cpu_count() or 1) - 1), games, seconds)
        self._answers: OrderedDict[Key, Any] = OrderedDict()
        self._refused: OrderedDict[Key, tuple[float, TooLong]] = OrderedDict()  # until when, and why
        self._asked: dict[Key, Asked] = {}

    async def odds(self, record: Record) -> list[ChoiceOdds]:
        """What stands beside each option of the question that waits."""
        return await self._answer(self.quick, odds_of, record)

    async def whole_odds(self, record: Record, option: str) -> WholeOdds:
        """All that an option of the question may lead to."""
        return await self._answer(self.quick, whole_odds_of, record, option)

    async def choice(self, record: Record, bot: str) -> str:
        """The name of the option that a bot chooses for the seat that is asked."""
        if bot in QUICK_BOTS:
            return await self._answer(self.quick, choice_of, record, bot)
        name, _, length = bot.partition(":")
        budget = read_budget(bot, length) if name == "mcts" and length else usual_budget(record.game)
        return await self._answer(self.slow, choice_of, record, bot, more=besides(budget))

    async def hint(self, record: Record, budget: str = "1.6s") -> Hint:
        """What a bot that thinks so long would choose, and why."""
        return await self._answer(self.slow, hint_of, record, budget, more=besides(read_budget(budget, budget)))

    async def review(self, record: Record, games: int, seat: int = 0) -> ReviewView:
        """What luck and decisions made of a game, from so many games played on from each moment."""
        return await self._answer(self.slow, review_of, record, games, seat, times=REVIEW)

    async def warm(self) -> None:
        """Start all processes."""
        crews = (self.quick, self.slow)
        await asyncio.gather(*(crew.ask(wake) for crew in crews for _ in crew.minds))

    def close(self) -> None:
        """End all processes; who still waits is told."""
        self.quick.close()
        self.slow.close()

    # ---- the same question is asked once -----------------------------------------------------------------------

    async def _answer(
        self, crew: Crew, function: Callable[..., T], record: Record, *args: object, times: int = 1, more: float = 0.0
    ) -> T:
        key = (function, msgspec.json.encode(record), *args)
        if key in self._answers:
            self._answers.move_to_end(key)
            known: T = self._answers[key]
            return known
        self._check_refused(key)
        if key not in self._asked:
            thinking = asyncio.ensure_future(crew.ask(function, record, *args, times=times, more=more))
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
        except TooLong as error:
            self._refuse(key, error)
            raise
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

    def _refuse(self, key: Key, error: TooLong) -> None:
        """Think no more about a question for a while: pages ask again and again, and all others would wait for it."""
        self._refused[key] = time.monotonic() + REFUSED, error
        while len(self._refused) > MOST_ANSWERS:
            self._refused.popitem(last=False)

    def _check_refused(self, key: Key) -> None:
        until, error = self._refused.get(key, (0.0, None))
        if error is not None and time.monotonic() < until:
            raise TooLong(str(error))
        self._refused.pop(key, None)
