"""What goes on at the tables while people look: news for watchers, bots that play, chores."""

from __future__ import annotations

import asyncio
import gc
import logging
import sqlite3
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from undercroft.bots import simple_bot
from undercroft.core.errors import UndercroftError
from undercroft.core.record import Record
from undercroft.lab.beside import Unanswered
from undercroft.web.journal import Stale
from undercroft.web.minds import Busy, Minds
from undercroft.web.room import Room
from undercroft.web.seating import MOVED_ON, Refusal
from undercroft.web.settings import Settings, games_of
from undercroft.web.store import Store
from undercroft.web.tables import Tables

FIRST_PAGES = 1.0  # seconds after the start in which nobody needs to think yet
LOOK_AROUND = 0.7  # seconds between two looks at what other servers have done
QUIET = 15.0  # seconds after which a watcher is told that nothing has happened
FOLD_EVERY = 60.0  # seconds: the disk is busy with it for a tenth of one
TIDY_EVERY = 900.0  # seconds
IDLE = 3.0  # seconds after which nobody plays
BUSY_PAUSE = 2.0  # seconds that a bot waits if too many think already
FAREWELL = 5.0  # seconds that what is being done gets at the end
TRIES = 3  # of a deed at a table where others are faster

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("undercroft.web")


class Watch:
    """Who waits for news of which table."""

    def __init__(self) -> None:
        self._waiting: defaultdict[str, set[asyncio.Queue[int | None]]] = defaultdict(set)
        self._last: dict[str, int] = {}
        self._closed = False

    @property
    def tables(self) -> list[str]:
        """The tables that somebody watches."""
        return list(self._waiting)

    def close(self) -> None:
        """Let all who wait go home."""
        self._closed = True
        for queues in self._waiting.values():
            for queue in queues:
                queue.put_nowait(None)

    def tell(self, table: str, number: int) -> None:
        """Say that a table has got as far as a number, to all who do not know yet."""
        if table not in self._waiting or self._last.get(table, -1) >= number:
            return
        self._last[table] = number
        for queue in self._waiting[table]:
            queue.put_nowait(number)

    async def news(self, table: str) -> AsyncGenerator[int | None, None]:
        """The numbers that a table gets to; None at first, and now and then if nothing happens."""
        queue: asyncio.Queue[int | None] = asyncio.Queue()
        self._waiting[table].add(queue)
        try:
            yield None
            while not self._closed:
                try:
                    yield await asyncio.wait_for(queue.get(), QUIET)
                except TimeoutError:
                    yield None
        finally:
            self._waiting[table].discard(queue)
            if not self._waiting[table]:
                del self._waiting[table]
                self._last.pop(table, None)


class Moment(NamedTuple):
    """A table at which a bot may be asked."""

    record: Record
    number: int
    bot: str
    has_people: bool


class House:
    """The tables of a server with all that moves around them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.games = games_of(settings.games)
        self.tables = Tables(Store(settings.database), self.games)
        self.minds = Minds(settings.quick_minds, settings.slow_minds, settings.games, settings.patience)
        self.watch = Watch()
        self.streams: Counter[str] = Counter()
        """How many streams of news each client has."""
        self._room = Room(self.tables.store.journal)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._busy = 0.0
        self._played_by_bots: set[str] = set()

    async def start(self) -> None:
        """Begin to look around."""
        self._begin(self._look_around())
        self._begin(self._tidy_up())
        self._begin(self._fold_log())
        self._begin(self._warm())

    async def _warm(self) -> None:
        """Start those who think before anybody asks them, but after the first pages."""
        await asyncio.sleep(FIRST_PAGES)
        with suppress(UndercroftError):  # whoever asks next starts them, or is told
            await self.minds.warm()

    async def stop(self) -> None:
        """Let everything go."""
        self.watch.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.minds.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.ask(self.tables.store.close), FAREWELL)
        self._room.close(FAREWELL)

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in the room of the tables."""
        return await self._room.ask(partial(function, *args, **kwargs))

    async def do(self, table: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that changes a table, then tell the others and let bots go on."""
        self._busy = asyncio.get_running_loop().time()

        def done() -> tuple[T, tuple[int, str] | None]:
            result, live = function(*args, **kwargs), self.tables.peek(table)
            return result, None if live is None else (live.row.number, live.bot)

        try:
            result, news = await self.ask(done)
        except Stale:
            raise Refusal(409, MOVED_ON) from None
        if news is None:
            self._begin(self._stir(table))  # apart: what is done is done, whether others can be told or not
        else:
            self._spread(table, *news)
        return result

    async def insist(self, table: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something that is as right after what somebody else did meanwhile: then it is tried again."""
        for _ in range(TRIES - 1):
            try:
                result = await self.ask(function, *args, **kwargs)
            except Stale:
                continue
            self._begin(self._stir(table))
            return result
        return await self.do(table, function, *args, **kwargs)

    async def stir(self, table: str) -> None:
        """Tell those who watch a table how far it is, and wake a bot whose turn it is."""
        self._spread(table, *await self.ask(self._news_of, table))

    def _spread(self, table: str, number: int, bot: str) -> None:
        self.watch.tell(table, number)
        if bot:
            self.wake_bots(table)

    async def _stir(self, table: str) -> None:
        try:
            await self.stir(table)
        except (SQLAlchemyError, UndercroftError) as error:
            log.warning("the news of table %s could not be told: %s", table, error)

    def _news_of(self, table: str) -> tuple[int, str]:
        live = self.tables.look(table)
        return live.row.number, live.bot

    async def soon(self, thought: Coroutine[object, object, T], seconds: float) -> T | None:
        """What somebody thinks, if it does not take long; otherwise it is thought to its end, for who asks next."""
        task = asyncio.create_task(thought)
        self._tasks.add(task)
        task.add_done_callback(self._thought)
        done, _ = await asyncio.wait({task}, timeout=seconds)
        return task.result() if done and task.exception() is None else None

    def _thought(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.info("not thought to its end: %s", task.exception())

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- others ------------------------------------------------------------------------------------------------

    async def _look_around(self) -> None:
        """Notice what other servers do at the tables that are watched here."""
        while True:
            await asyncio.sleep(LOOK_AROUND)
            if not self.watch.tables:
                continue
            try:
                numbers = await self.ask(self.tables.store.numbers, self.watch.tables)
            except SQLAlchemyError as error:
                log.warning("the store does not answer: %s", error)
                continue
            for table, number in numbers.items():
                self.watch.tell(table, number)

    async def _tidy_up(self) -> None:
        """Look for garbage now and then while nobody plays: it stops everything for a moment."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(TIDY_EVERY)
            while loop.time() - self._busy < IDLE:
                await asyncio.sleep(IDLE)
            gc.collect()

    async def _fold_log(self) -> None:
        """Let the store fold its log, in a thread of its own."""
        while True:
            await asyncio.sleep(FOLD_EVERY)
            try:
                await asyncio.to_thread(self.tables.store.fold_log)
            except (SQLAlchemyError, sqlite3.Error) as error:
                log.warning("the store's log could not be folded: %s", error)

    # ---- bots --------------------------------------------------------------------------------------------------

    def wake_bots(self, table: str) -> None:
        """Let bots play at a table as long as it is their turn."""
        if table not in self._played_by_bots:
            self._played_by_bots.add(table)
            self._begin(self._play_bots(table))

    async def _play_bots(self, table: str) -> None:
        failures = 0
        try:
            while failures < TRIES:
                moment = await self.ask(self._moment, table)
                if not moment.bot:
                    return
                try:
                    await self._play_bot(table, moment)
                    failures = 0
                except (Stale, Refusal):
                    failures += 1  # another server's bot was faster, or somebody took the seat
                except Busy:
                    await asyncio.sleep(BUSY_PAUSE)
                if not moment.has_people and table not in self.watch.tables:
                    return  # nobody plays and nobody looks; whoever looks next wakes it
        except (SQLAlchemyError, UndercroftError) as error:
            log.warning("a bot at table %s stopped: %s", table, error)
        finally:
            self._played_by_bots.discard(table)

    def _moment(self, table: str) -> Moment:
        live = self.tables.look(table)
        return Moment(live.session.record, live.row.number, live.bot, any(not seat.bot for seat in live.present))

    async def _play_bot(self, table: str, moment: Moment) -> None:
        pause = asyncio.sleep(self.settings.bot_pace)
        option, _ = await asyncio.gather(self._choice_of(table, moment), pause)
        await self.ask(self.tables.choose_for_bot, table, moment.number, option)
        self.watch.tell(table, moment.number + 1)

    async def _choice_of(self, table: str, moment: Moment) -> str:
        """What the bot chooses, or a simple one for it, if it does not answer; empty if neither does."""
        for bot in dict.fromkeys((moment.bot, simple_bot(moment.record.game))):
            try:
                return await self.minds.choice(moment.record, bot)
            except Unanswered as error:
                log.warning("the bot %s does not decide at table %s, %d: %s", bot, table, moment.number, error)
        return ""
