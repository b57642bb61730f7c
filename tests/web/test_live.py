"""News for those who watch, and bots that play at tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from starlette.requests import Request

from undercroft.web.api import MOST_STREAMS, news_of, streamed
from undercroft.web.live import House, Watch
from undercroft.web.seating import Caller, Refusal
from undercroft.web.settings import Settings
from undercroft.web.tables import Opened, Opening

PATIENCE = 60.0


@asynccontextmanager
async def a_house(folder: Path) -> AsyncIterator[House]:
    """A house of its own process and store."""
    settings = Settings(f"sqlite:///{folder}/tables.db", games=("tests.web.pairs:PAIRS",), bot_pace=0.0)
    house = House(settings)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


async def opened(house: House, opening: Opening) -> Opened:
    table = await house.ask(house.tables.open, opening)
    await house.stir(table.table)
    return table


async def until_over(house: House, table: str) -> list[int]:
    """The numbers that a watcher hears of until the game is over."""
    heard: list[int] = []
    async for number in house.watch.news(table):
        heard += [] if number is None else [number]
        if (await house.ask(house.tables.look, table)).session.outcome is not None:
            return heard
    return heard


def test_a_watcher_hears_each_number_once_and_no_other_table_s() -> None:
    async def story() -> None:
        watch = Watch()
        news = watch.news("a")
        assert await anext(news) is None
        watch.tell("b", 9)
        watch.tell("a", 1)
        watch.tell("a", 1)
        watch.tell("a", 2)
        assert (await anext(news), await anext(news)) == (1, 2)
        assert watch.tables == ["a"]
        await news.aclose()
        assert watch.tables == []

    asyncio.run(story())


@pytest.mark.slow
def test_bots_play_a_whole_game_while_somebody_watches(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_house(tmp_path) as house:
            table = await house.ask(house.tables.open, Opening("pairs", seed="a", bots={0: "random", 1: "random"}))
            watching = asyncio.create_task(until_over(house, table.table))
            await asyncio.sleep(0)
            await house.stir(table.table)
            heard = await asyncio.wait_for(watching, PATIENCE)
            assert heard == sorted(set(heard))
            live = await house.ask(house.tables.look, table.table)
            assert len(live.session.choices) == 6

    asyncio.run(story())


@pytest.mark.slow
def test_what_another_server_does_is_heard_of(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_house(tmp_path) as here, a_house(tmp_path) as there:
            table = await opened(here, Opening("pairs", seed="a"))
            news = here.watch.news(table.table)
            assert await anext(news) is None
            await there.ask(there.tables.choose, Caller(secret=table.seats[0][2]), table.table, 0, None, "pass")
            assert await asyncio.wait_for(anext(news), PATIENCE) == 1
            await news.aclose()

    asyncio.run(story())


@pytest.mark.slow
def test_two_servers_bots_do_not_choose_twice(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_house(tmp_path) as here, a_house(tmp_path) as there:
            table = await here.ask(here.tables.open, Opening("pairs", seed="a", bots={0: "random", 1: "random"}))
            watching = asyncio.create_task(until_over(here, table.table))
            await asyncio.sleep(0)
            await asyncio.gather(here.stir(table.table), there.stir(table.table))
            await asyncio.wait_for(watching, PATIENCE)
            deeds = await here.ask(here.tables.store.deeds, table.table, 99)
            assert [deed.number for deed in deeds] == [1, 2, 3, 4, 5, 6]

    asyncio.run(story())


def test_a_client_watches_so_many_tables_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_house(tmp_path) as house:
            table = await opened(house, Opening("pairs", seed="a"))
            caller = Caller(secret=table.seats[0][2])
            request = Request({"type": "http", "client": ("192.0.2.7", 1)})
            news = [streamed(house, caller, table.table, "192.0.2.7") for _ in range(MOST_STREAMS)]
            for stream in news:
                await anext(stream)
            with pytest.raises(Refusal, match="too many tables"):
                news_of(request, house, caller, table.table)
            await news.pop().aclose()
            assert house.streams["192.0.2.7"] == MOST_STREAMS - 1
            for stream in news:
                await stream.aclose()
            assert not house.streams

    asyncio.run(story())
