"""Deeds on their way to the disk, one by one or gathered, and the room in which they are done."""

from __future__ import annotations

import asyncio
import itertools
import math
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import PoolProxiedConnection

from tests.web.servers import PATIENCE
from tests.web.test_store import choice, open_table
from undercroft.core.record import Reseed
from undercroft.web.journal import Journal, Losses, NotKept, Stale
from undercroft.web.room import SOON, TOGETHER, Closed, Room
from undercroft.web.rows import Deed, Standing
from undercroft.web.seating import Caller
from undercroft.web.settings import games_of
from undercroft.web.store import Store, holding
from undercroft.web.tables import Opening, Tables

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
    store.journal.on_loss = lost.extend
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
    lost = gather(store, "a")
    store.number("a")  # who reads has it written
    store.journal.append("b", choice(1), Standing(1))
    with pytest.raises(NotKept):
        store.journal.append("c", LARGE, Standing(0))
    assert lost == ["b"]
    store.journal.append("c", choice(1), Standing(1))  # what comes afterwards has room again
    losses = store.journal.settle()
    assert losses.deeds == {1}
    assert isinstance(losses.why, NotKept)
    assert numbers(other) == [1, 0, 1]
    assert store.journal.settle().deeds == set()
    store.journal.append("b", choice(1), Standing(1))
    assert numbers(other) == [1, 1, 1]


def test_a_disk_that_fails_at_the_last_moment_leaves_it_open(store: Store, other: Store) -> None:
    lost = gather(store, "ab")
    assert store.journal._connection is not None
    store.journal._connection.cursor().execute("ROLLBACK")  # so that there is nothing to commit
    store.journal._connection = cast("Any", Failing(store.journal._connection))
    losses = store.journal.settle()
    assert losses.deeds == {0, 1}
    assert isinstance(losses.why, DatabaseError)
    assert lost == ["a", "b"]
    assert numbers(other) == [0, 0, 0]


class Failing:
    """A connection that cannot commit."""

    def __init__(self, real: PoolProxiedConnection) -> None:
        self._real = real

    def commit(self) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    def __getattr__(self, name: str) -> object:
        return getattr(self._real, name)


def test_half_a_deed_is_never_kept(store: Store, other: Store) -> None:
    lost = gather(store, "b")
    with pytest.raises(UnicodeEncodeError):
        store.journal.append("a", choice(1, "\udcff"), Standing(1))
    store.journal.append("c", choice(1), Standing(1))
    assert store.journal.settle().deeds == {0}
    assert lost == ["b"]
    with pytest.raises(UnicodeEncodeError):
        store.journal.append("a", choice(1, "\udcff"), Standing(1))
    assert numbers(other) == [0, 0, 1]
    assert other.deeds("a", 9) == []


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

    def settle(self) -> Losses:
        return Losses(frozenset(range(self.appended)), DatabaseError(None, None, OSError("full")))

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
        room.close(PATIENCE)
        return answers

    first, looked, second, nothing, fault = asyncio.run(story())
    assert isinstance(first, DatabaseError)
    assert isinstance(second, DatabaseError)
    assert (looked, nothing) == ("looked", 0)
    assert isinstance(fault, ZeroDivisionError)


@pytest.mark.parametrize("odd", [StopIteration, MemoryError, asyncio.CancelledError, GeneratorExit])
def test_whatever_goes_wrong_harms_nobody_else(odd: type[BaseException], store: Store) -> None:
    def fail() -> None:
        raise odd

    async def story() -> list[object]:
        room = Room(store.journal)
        fault = asyncio.create_task(room.ask(fail))
        answers = [await room.ask(lambda: "before"), *await together(room, lambda: "first", lambda: "second")]
        with pytest.raises((RuntimeError, odd)):
            await fault
        room.close(PATIENCE)
        with pytest.raises(Closed):
            await room.ask(int)
        return answers

    assert asyncio.run(story()) == ["before", "first", "second"]


def test_those_who_are_done_do_not_wait_for_those_who_have_trouble(store: Store) -> None:
    order: list[str] = []

    def refuse() -> None:
        order.append("refused")
        raise NotKept("not now")

    async def ask(room: Room, name: str, work: Callable[[], object]) -> None:
        with suppress(NotKept):
            await room.ask(work)
        order.append(f"{name} knows")

    async def story() -> None:
        room = Room(store.journal)
        go_on, last = threading.Event(), threading.Event()
        works: dict[str, Callable[[], object]] = {"busy": go_on.wait, "first": refuse, "second": last.wait}
        asked = [asyncio.create_task(ask(room, name, work)) for name, work in works.items()]
        await asyncio.sleep(0.01)
        go_on.set()
        while "first knows" not in order:
            await asyncio.sleep(0.001)
        last.set()
        await asyncio.gather(*asked)
        room.close(PATIENCE)

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
    assert order[-1] == "second knows"


def count_commits(journal: Journal) -> list[None]:
    """A list that grows with each commit of the journal."""
    commits: list[None] = []
    flush = journal.flush

    def counted() -> None:
        if journal._connection is not None:  # whoever reads has it flushed, too, if there is anything
            commits.append(None)
        flush()

    journal.flush = counted  # type: ignore[method-assign]
    return commits


@pytest.mark.parametrize(("tick", "most"), [(0.0, TOGETHER), (2 * SOON, 1)], ids=["quick", "slow"])
def test_choices_that_wait_go_to_the_disk_together_unless_it_takes_too_long(
    tick: float, most: int, tmp_path: Path
) -> None:
    count = TOGETHER - 5  # and one that keeps the room busy until all of them wait

    async def story() -> None:
        tables = Tables(Store(f"sqlite:///{tmp_path}/tables.db"), games_of(()))
        ticks = itertools.count()
        room = Room(tables.store.journal, clock=lambda: tick * next(ticks))
        opened = [await room.ask(lambda: tables.open(Opening("tin-helm"))) for _ in range(count)]
        callers = [(table.table, Caller(secret=table.seats[0][2])) for table in opened]
        commits = count_commits(tables.store.journal)
        choices = [lambda t=table, c=caller: tables.choose(c, t, 0, None, "human") for table, caller in callers]
        answers = await together(room, *choices)
        assert not [answer for answer in answers if isinstance(answer, BaseException)]
        assert len(commits) == math.ceil(count / most)
        other = Store(f"sqlite:///{tmp_path}/tables.db")
        assert {other.number(table) for table, _ in callers} == {1}
        other.close()
        await room.ask(tables.store.close)
        room.close(PATIENCE)

    asyncio.run(story())
