"""Deeds on their way to the disk, one by one or gathered, and the room in which they are done."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DatabaseError

from tests.web.test_live import a_house
from tests.web.test_store import choice, open_table
from undercroft.core.record import Reseed
from undercroft.web.journal import Journal, Stale
from undercroft.web.room import TOGETHER, Room
from undercroft.web.rows import Deed, Standing
from undercroft.web.seating import Caller
from undercroft.web.store import Store, holding
from undercroft.web.tables import Opening

LARGE = Deed(1, "undo", 0, practice=(Reseed(0, "x" * 500_000),))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path}/tables.db")
    for table in "abc":
        open_table(opened, table)
    yield opened
    opened.close()


@pytest.fixture
def other(store: Store, tmp_path: Path) -> Iterator[Store]:
    """Another server with the same database."""
    opened = Store(f"sqlite:///{tmp_path}/tables.db")
    yield opened
    opened.close()


def numbers(store: Store) -> list[int | None]:
    return [store.number(table) for table in "abc"]


def gather(store: Store, tables: str) -> list[str]:
    """Gather the first deeds of tables; returns the list in which the lost ones will be."""
    lost: list[str] = []
    store.journal.forget = lost.extend
    assert store.journal.gather()
    for table in tables:
        store.journal.append(table, choice(1), Standing(1))
    return lost


# ---- the journal -----------------------------------------------------------------------------------------------------


def test_what_is_gathered_reaches_the_disk_together(store: Store, other: Store) -> None:
    lost = gather(store, "abc")
    assert numbers(other) == [0, 0, 0]
    store.journal.settle()
    assert numbers(other) == [1, 1, 1]
    store.journal.append("a", choice(2), Standing(2))
    assert numbers(other) == [2, 1, 1]
    assert lost == []


def test_who_reads_finds_what_is_gathered(store: Store, other: Store) -> None:
    gather(store, "a")
    assert store.number("a") == 1
    store.journal.append("b", choice(1), Standing(1))
    store.know_visitor("vera")
    assert numbers(other) == [1, 1, 0]
    store.journal.settle()


def test_who_is_too_late_takes_nothing_from_the_others(store: Store, other: Store) -> None:
    lost = gather(store, "a")
    with pytest.raises(Stale):
        store.journal.append("b", choice(2), Standing(2))
    store.journal.append("c", choice(1), Standing(1))
    store.journal.settle()
    assert numbers(other) == [1, 0, 1]
    assert lost == []


def test_a_full_disk_loses_all_that_is_gathered_and_says_so(store: Store, other: Store) -> None:
    event.listen(store._engine, "checkout", lambda connection, *_: connection.execute("PRAGMA max_page_count = 40"))
    lost = gather(store, "ab")
    with pytest.raises(DatabaseError, match="full"):
        store.journal.append("c", LARGE, Standing(0))
    assert lost == ["a", "b"]
    store.journal.append("c", choice(1), Standing(1))  # what comes afterwards has room again
    with pytest.raises(DatabaseError, match="full"):
        store.journal.settle()
    assert numbers(other) == [0, 0, 1]
    store.journal.append("a", choice(1), Standing(1))
    assert numbers(other) == [1, 0, 1]


def test_a_deed_that_contradicts_the_store_is_lost_alone_if_it_comes_first(store: Store, other: Store) -> None:
    lost = gather(store, "")
    with pytest.raises(Stale):
        store.journal.append("a", Deed(1, "seat", 0), Standing(0), [holding("a", 0, "a visitor nobody knows")])
    store.journal.append("b", choice(1), Standing(1))
    store.journal.settle()
    assert numbers(other) == [0, 1, 0]
    assert lost == []


# ---- the room --------------------------------------------------------------------------------------------------------


class FullDisk:
    """A journal that gathers and then cannot write."""

    def __init__(self) -> None:
        self.appended = 0

    def gather(self) -> bool:
        return True

    def settle(self) -> None:
        raise DatabaseError(None, None, OSError("full"))

    def deed(self) -> str:
        self.appended += 1
        return "done"


async def together(room: Room, *works: Callable[[], object]) -> list[object]:
    """Ask for things that wait while the room is busy, so that they are done in one go."""
    go_on = threading.Event()
    busy = asyncio.create_task(room.ask(go_on.wait))
    await asyncio.sleep(0)
    asked = [asyncio.create_task(room.ask(work)) for work in works]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(busy, return_exceptions=True)
    return list(await asyncio.gather(*asked, return_exceptions=True))


def test_nobody_is_told_that_a_deed_is_done_which_did_not_reach_the_disk() -> None:
    async def story() -> list[object]:
        disk = FullDisk()
        room = Room(cast("Journal", disk))
        answers = await together(room, disk.deed, lambda: "looked", disk.deed, int, lambda: 1 // 0)
        room.close()
        return answers

    first, looked, second, nothing, fault = asyncio.run(story())
    assert isinstance(first, DatabaseError)
    assert isinstance(second, DatabaseError)
    assert (looked, nothing) == ("looked", 0)
    assert isinstance(fault, ZeroDivisionError)


def test_choices_that_wait_go_to_the_disk_together(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_house(tmp_path) as house:
            tables = house.tables
            opened = [await house.ask(tables.open, Opening("tin-helm")) for _ in range(TOGETHER - 5)]
            callers = [(table.table, Caller(secret=table.seats[0][2])) for table in opened]
            for table, caller in callers:
                await house.ask(tables.view, caller, table)
            commits: list[object] = []
            flush = tables.store.journal.flush

            def counted() -> None:
                commits.append(None)
                flush()

            tables.store.journal.flush = counted  # type: ignore[method-assign]
            choices = [lambda t=table, c=caller: tables.choose(c, t, 0, None, "human") for table, caller in callers]
            answers = await together(house._room, *choices)
            assert not [answer for answer in answers if isinstance(answer, BaseException)]
            assert len(commits) <= 2  # one for what kept the room busy
            other = Store(f"sqlite:///{tmp_path}/tables.db")
            assert {other.number(table) for table, _ in callers} == {1}
            other.close()

    asyncio.run(story())
