"""News for those who watch, and bots that play at tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import httpx
import pytest
from starlette.requests import Request

from tests.endless import ALWAYS, SOON
from tests.web.servers import PATIENCE
from tests.web.thinkers import STUBBORN, give_no_more, wake_quickly
from undercroft.core.record import Record
from undercroft.games import GAMES
from undercroft.lab.beside import Stopping, TooLong, Unanswered
from undercroft.web.api import MOST_STREAMS, news_of, streamed
from undercroft.web.app import create_app, say_why
from undercroft.web.live import House, Watch
from undercroft.web.minds import Minds
from undercroft.web.seating import Caller, Refusal
from undercroft.web.settings import Settings
from undercroft.web.tables import Opened, Opening


@asynccontextmanager
async def a_house(folder: Path, game: str = "tests.web.pairs:PAIRS") -> AsyncIterator[House]:
    """A house of its own process and store."""
    settings = Settings(f"sqlite:///{folder}/tables.db", games=(game,), bot_pace=0.0)
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


# ---- bots that do not decide -----------------------------------------------------------------------------------------


async def nothing(minds: Minds) -> None:
    """Start no process before it is needed."""


@pytest.mark.parametrize("trouble", [TooLong("too long"), Unanswered("broke off")])
def test_a_simple_bot_or_chance_chooses_for_one_that_does_not_decide(
    trouble: Unanswered, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def nobody_knows(minds: Minds, record: Record, bot: str) -> str:
        asked.append(bot)
        if bot == "random" and len(record.choices) < 2:
            return "pass"
        raise trouble

    monkeypatch.setattr(Minds, "warm", nothing)
    monkeypatch.setattr(Minds, "choice", nobody_knows)

    async def story() -> None:
        async with a_house(tmp_path) as house:
            table = await house.ask(house.tables.open, Opening("pairs", seed="a", bots={0: "mcts:20", 1: "random"}))
            watching = asyncio.create_task(until_over(house, table.table))
            await asyncio.sleep(0)
            await house.stir(table.table)
            await asyncio.wait_for(watching, PATIENCE)
            live = await house.ask(house.tables.look, table.table)
            assert [option.name for option in live.session.choices[:2]] == ["pass", "pass"]
            assert len(live.session.choices) == 6

    asyncio.run(story())
    assert asked == ["mcts:20", "random", "random"] * 3


def test_nobody_chooses_for_a_bot_because_the_server_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asyncio.Event()

    async def stops(minds: Minds, record: Record, bot: str) -> str:
        asked.set()
        raise Stopping("the server is shutting down")

    monkeypatch.setattr(Minds, "warm", nothing)
    monkeypatch.setattr(Minds, "choice", stops)

    async def story() -> None:
        async with a_house(tmp_path) as house:
            table = await opened(house, Opening("pairs", seed="a", bots={0: "random"}))
            await asyncio.wait_for(asked.wait(), PATIENCE)
            assert await house.ask(house.tables.store.deeds, table.table, 99) == []

    asyncio.run(story())


@pytest.mark.slow
def test_a_bot_that_never_decides_costs_one_answer_and_the_game_goes_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_house(tmp_path, "tests.web.stubborn:ENDLESS") as house:
            house.minds.quick.seconds = SOON
            table = await opened(house, Opening("endless-pairs", seed="a", bots={0: "steady"}))
            async for _ in house.watch.news(table.table):
                if (await house.ask(house.tables.look, table.table)).row.number:
                    break
            house.minds.quick.seconds = ALWAYS
            live = await house.ask(house.tables.look, table.table)
            assert len(live.session.choices) == 1
            assert live.turn == 1
            assert len(await house.minds.odds(live.session.record)) == 3

    asyncio.run(asyncio.wait_for(story(), ALWAYS))


async def answers_about(client: httpx.AsyncClient, game: str) -> dict[str, httpx.Response]:
    """What a program and a browser hear about the first moment of a game, and of its review after six bets."""
    opened = (await client.post("/api/tables", json={"game": game, "seed": "a"})).json()
    token = {"Authorization": f"Bearer {opened['seats'][0]['secret']}"}
    api = [f"/api/tables/{opened['table']}/{path}" for path in ("odds", "odds/high", "hint")]
    told = {path: await client.get(path, headers=token) for path in api}
    table = (await client.post("/tables", data={"game": game, "seed": "b"})).headers["Location"]
    for path in ("odds", "odds/high", "hint"):
        told[path] = await client.get(f"{table}/{path}?seat=0&number=0", headers={"hx-request": "true"})
    assert (await client.get(table)).status_code == 200, "the table itself is there without any thought"
    for number in range(6):
        form = {"seat": number % 2, "number": number, "option": "pass"}
        assert (await client.post(f"{table}/choose", data=form)).status_code == 303
    return {**told, "review": await client.get(f"{table}/review")}


@pytest.mark.slow
def test_a_program_and_a_browser_are_told_what_never_ends_and_then_hear_the_next_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_no_more(monkeypatch)
    monkeypatch.setattr(Minds.hint, "__defaults__", ("0.01s",))

    async def story() -> None:
        app = create_app(Settings(f"sqlite:///{tmp_path}/tables.db", games=STUBBORN, patience=SOON))
        house: House = app.state.house
        wake_quickly(house.minds)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            told = await answers_about(client, "bottomless-pairs")
            assert {path: answer.status_code for path, answer in told.items()} == dict.fromkeys(told, 504)
            assert [path for path, answer in told.items() if "here was no answer" not in answer.text] == []
            house.minds.quick.seconds = house.minds.slow.seconds = ALWAYS
            told = await answers_about(client, "pairs")
            assert {path: answer.status_code for path, answer in told.items()} == dict.fromkeys(told, 200)
        await house.stop()

    with patch.dict(GAMES):
        asyncio.run(asyncio.wait_for(story(), ALWAYS))


def test_who_asked_what_took_too_long_gets_a_sentence() -> None:
    def told(path: str, *headers: tuple[bytes, bytes]) -> tuple[int, str]:
        request = Request({"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b""})
        answer = asyncio.run(say_why(request, TooLong("there was no answer within 60 s")))
        return answer.status_code, bytes(answer.body).decode()

    assert told("/api/tables/x/hint") == (504, '{"error":"there was no answer within 60 s"}')
    status, part = told("/t/x/hint", (b"hx-request", b"true"))
    assert status == 504
    assert "There was no answer within 60 s. The game goes on without it. Nothing was lost." in part
