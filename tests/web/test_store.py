"""The store: what is appended stays, in order, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

import undercroft
from undercroft.core.record import Reseed
from undercroft.web.journal import Stale
from undercroft.web.rows import Deed, Seat, Standing, TableRow, now
from undercroft.web.schema import METADATA
from undercroft.web.store import Store, StoreError, bot_at, holding, left_seat, new_secret_at

RECORD = undercroft.start("tin-helm", seed="amber-gate-41").record


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


def a_table(table: str, day: str = "", owner: str = "", kind: str = "game") -> TableRow:
    return TableRow(table, kind, RECORD, "", day, owner, "owner's secret", 0, now(), Standing(0))


def open_table(store: Store, table: str, holders: tuple[tuple[int, str], ...] = (), **more: str) -> None:
    for _, visitor in holders:
        store.know_visitor(visitor)
    store.open_table(a_table(table, **more), [Seat(0, "zero", ""), Seat(1, "one", "steady")], holders)


def choice(number: int, option: str = "human") -> Deed:
    return Deed(number, "choose", 0, "setup.race", option)


def test_a_table_is_read_as_it_was_opened(store: Store) -> None:
    open_table(store, "a", ((0, "vera"),), day="2026-11-16", owner="vera")
    row = store.table("a")
    assert row is not None
    assert (row.start, row.day, row.owner, row.number) == (RECORD, "2026-11-16", "vera", 0)
    assert store.seats("a") == [Seat(0, "zero", ""), Seat(1, "one", "steady")]
    assert store.holders("a") == [(0, "vera")]


def test_what_is_not_there_is_nothing(store: Store) -> None:
    assert store.table("a") is None
    assert store.number("a") is None
    assert store.deeds("a", 9) == []
    assert store.review("a", 0) is None
    assert store.name_of("nobody") == ""


def test_deeds_are_kept_in_order_with_all_they_say(store: Store) -> None:
    open_table(store, "a")
    undone = Deed(2, "undo", 0, practice=(Reseed(0, "other chance"),))
    store.journal.append("a", choice(1), Standing(1))
    store.journal.append("a", undone, Standing(0))
    store.journal.append("a", choice(3, "gnome"), Standing(1, True, True, 42, "escaped"))
    assert store.deeds("a", 3) == [choice(1), undone, choice(3, "gnome")]
    assert store.deeds("a", 2) == [choice(1), undone]
    row = store.table("a")
    assert row is not None
    assert row.number == 3
    assert row.standing == Standing(1, True, True, 42, "escaped")


@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_deed_with_another_number_than_the_next_is_refused_and_changes_nothing(store: Store, number: int) -> None:
    open_table(store, "a")
    store.journal.append("a", choice(1), Standing(1))
    with pytest.raises(Stale):
        store.journal.append("a", choice(number, "gnome"), Standing(9), [bot_at("a", 0, "random")])
    assert store.deeds("a", 9) == [choice(1)]
    assert store.number("a") == 1
    assert store.seats("a")[0].bot == ""


def test_nobody_waits_for_a_lock_of_postgresql_for_ever(postgres_url: str) -> None:
    store = Store(postgres_url)
    with store.reading() as db:
        limits = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
        assert [db.execute(text(f"SHOW {limit}")).scalar() for limit in limits] == ["5s", "10s", "30s"]
    store.close()


@pytest.mark.slow
def test_of_two_servers_that_append_at_once_one_is_told_to_look_again(store: Store, database: str) -> None:
    open_table(store, "a")
    other = Store(database)

    def press(server: Store) -> int:
        done = 0
        for number in range(1, 41):
            try:
                server.journal.append("a", choice(number), Standing(number))
                done += 1
            except Stale:
                pass
        return done

    with ThreadPoolExecutor(2) as threads:
        made = list(threads.map(press, (store, other)))
    other.close()
    number = store.number("a")
    assert number == sum(made)
    assert [deed.number for deed in store.deeds("a", 99)] == list(range(1, sum(made) + 1))


def test_what_changes_along_with_a_deed(store: Store) -> None:
    open_table(store, "a", ((0, "vera"), (1, "vera")))
    store.know_visitor("otto")
    changes = [left_seat("a", 1, "vera"), holding("a", 1, "otto"), new_secret_at("a", 1, "new"), bot_at("a", 1, "")]
    store.journal.append("a", Deed(1, "seat", 1), Standing(0), changes)
    assert store.holders("a") == [(0, "vera"), (1, "otto")]
    assert store.seats("a")[1] == Seat(1, "new", "")


def test_the_tables_of_a_visitor_come_with_his_seats(store: Store) -> None:
    open_table(store, "a", ((0, "vera"), (1, "vera")))
    open_table(store, "b", ((1, "otto"),))
    assert [(row.id, seats) for row, seats in store.tables_of("vera")] == [("a", [0, 1])]
    assert store.tables_of("nobody") == []


def test_the_day_s_tables_are_the_first_of_each_and_all_of_a_visitor_best_first(store: Store) -> None:
    rows = (
        ("a", "d", "game", "vera", 3, False),
        ("b", "d", "game", "vera", 9, True),
        ("c", "d", "game", "otto", 5, False),
        ("e", "d", "practice", "otto", 99, True),
        ("f", "e", "game", "otto", 99, True),
        ("g", "d", "game", "anna", None, False),
    )
    for table, day, kind, owner, score, won in rows:
        open_table(store, table, day=day, kind=kind, owner=owner)
        time.sleep(0.002)  # the time is kept to the millisecond
        if score is not None:
            store.journal.append(table, choice(1), Standing(1, True, won, score, "slain"))

    def shown(visitor: str) -> list[tuple[str, bool]]:
        return [(row.id, first) for row, first in store.finished_on("d", "tin-helm", visitor)]

    assert shown("otto") == [("c", True), ("a", True)]
    assert shown("vera") == [("b", False), ("c", True), ("a", True)]
    assert store.finished_on("d", "elbereth", "vera") == []


def test_names_and_when_somebody_was_seen(store: Store) -> None:
    open_table(store, "a", ((0, "vera"),))
    store.know_visitor("vera")
    store.rename("vera", "Vera")
    assert store.name_of("vera") == "Vera"
    assert store.names_of(["vera", "otto"]) == {"vera": "Vera"}
    store.see("vera", "a")
    assert store.last_seen("a")[0, "vera"] <= now()


def test_the_last_review_of_a_number_is_kept(store: Store) -> None:
    open_table(store, "a")
    store.keep_review("a", 1, "old")
    store.keep_review("a", 2, "new")
    assert store.review("a", 1) is None
    assert store.review("a", 2) == "new"


def test_the_migrations_build_what_the_program_expects(store: Store) -> None:
    with store.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        differences = compare_metadata(context, METADATA)
    assert differences == []


def test_a_store_that_is_opened_again_has_everything(store: Store, database: str) -> None:
    open_table(store, "a")
    store.journal.append("a", choice(1), Standing(1))
    again = Store(database)
    assert again.number("a") == 1
    again.close()


def test_a_store_of_a_newer_program_is_refused(store: Store, database: str) -> None:
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer version"):
        Store(database)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://here/db", "must be SQLite or PostgreSQL, not mysql"),
        ("tables.db", "is not the URL of a database"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot be opened"),
    ],
)
def test_a_bad_url_is_refused_in_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(StoreError, match=sentence):
        Store(url)


def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("This is no database, however long it goes on.\n" * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(f"sqlite:///{file}")
    assert file.read_text().startswith("This is no database")


def test_a_home_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    Store("sqlite:///~/new/tables.db").close()
    assert (tmp_path / "new" / "tables.db").is_file()


def test_what_the_database_complains_about_tells_no_secret(store: Store) -> None:
    open_table(store, "a")
    with pytest.raises(IntegrityError) as trouble:
        open_table(store, "a")
    assert "owner's secret" not in str(trouble.value)


def test_a_folded_log_loses_nothing(store: Store, database: str) -> None:
    open_table(store, "a")
    for number in range(1, 30):
        store.journal.append("a", choice(number), Standing(number))
    store.fold_log()
    again = Store(database)
    assert len(again.deeds("a", 99)) == 29
    again.close()
