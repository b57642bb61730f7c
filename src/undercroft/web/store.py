"""The store: every table, who sits there, and every choice, in SQLite or PostgreSQL.

What was done at a table is only ever appended, each deed under the next number. Deeds of a table are unique by number,
so of two processes that append at the same time one is told to look again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError

from undercroft.core.errors import UndercroftError
from undercroft.web.journal import Journal
from undercroft.web.rows import (
    Deed,
    Seat,
    TableRow,
    deed_of,
    now,
    table_of,
    table_values,
)
from undercroft.web.schema import CHOICES, HOLDINGS, REVIEWS, SEATS, TABLES, VISITORS

MIGRATIONS = Path(__file__).with_name("migrations")
LOG_PAGES = 20_000  # of SQLite's log at the most; a server folds it long before
BUSY = 10.0  # seconds that a writer waits for another process
IMPATIENT = {
    "connect_timeout": 5,
    "options": "-c lock_timeout=5s -c statement_timeout=10s -c idle_in_transaction_session_timeout=30s",
}
"""For PostgreSQL: all tables of a server wait for one that waits."""
MIGRATION_LOCK = 7_340_211  # any number, as long as every server knows the same
MOST_OF_A_DAY = 200
LATEST = 60  # tables that a list shows at the most


HOW_FAR = select(TABLES.c.number).where(TABLES.c.id == bindparam("which"))


class StoreError(UndercroftError):
    """The store cannot be opened or does not answer."""


# ---- opening ---------------------------------------------------------------------------------------------------------


def open_engine(url: str) -> Engine:
    """A connection to the database of that URL; a bad one is refused in a sentence."""
    try:
        parsed = make_url(url)
        if parsed.drivername in ("postgresql", "postgres"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise StoreError(f"the database must be SQLite or PostgreSQL, not {parsed.get_backend_name()}")
        if parsed.get_backend_name() == "postgresql":
            return create_engine(parsed, connect_args=IMPATIENT, pool_pre_ping=True, hide_parameters=True)
        if parsed.database in (None, "", ":memory:"):
            raise StoreError("SQLite needs a file to keep the tables in: sqlite:///FILE")
        path = Path(str(parsed.database)).expanduser()
        path.parent.mkdir(parents=True, exist_ok=True)
        # Errors must not tell the values: secrets are among them.
        engine = create_engine(parsed.set(database=str(path)), connect_args={"timeout": BUSY}, hide_parameters=True)
    except OSError as error:
        raise StoreError(f"the folder of the database cannot be made: {error.strerror}: {error.filename}") from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise StoreError(f"{url!r} is not the URL of a database: sqlite:///FILE or postgresql://...") from error
    except ModuleNotFoundError as error:
        raise StoreError("PostgreSQL needs one more package: pip install 'undercroft[postgres]'") from error
    event.listen(engine, "connect", prepare_sqlite)
    event.listen(engine, "begin", begin_sqlite)
    return engine


def prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    """Let readers read while one writes, and have what is committed on the disk."""
    connection.isolation_level = None  # transactions are begun below, not by the driver
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"wal_autocheckpoint = {LOG_PAGES}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def begin_sqlite(connection: Connection) -> None:
    """A transaction that will write waits for its turn at once: later on SQLite would refuse instead of waiting."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def upgrade(engine: Engine) -> None:
    """Bring the database to what this version of the program expects; several servers may start at once."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.execution_options(writes=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            for limit in ("lock_timeout", "statement_timeout"):
                connection.execute(text(f"SET LOCAL {limit} = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise StoreError(f"the database is of a newer version of the program: {error}") from error


# ---- the store -------------------------------------------------------------------------------------------------------


class Store:
    """Reads and appends; every method is one transaction."""

    def __init__(self, url: str) -> None:
        self._engine = open_engine(url)
        self._writing = self._engine.execution_options(writes=True)
        self.journal = Journal(self._engine)
        try:
            upgrade(self._engine)
        except DatabaseError as error:
            raise StoreError(f"the database cannot be opened: {error.orig}") from error

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def fold_log(self) -> None:
        """Move what SQLite has written to its log into the database, which else a choice would have to wait for."""
        if self._engine.dialect.name != "sqlite":
            return
        connection = self._engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            connection.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads."""
        self.journal.flush()
        with self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; it is on the disk when this ends."""
        self.journal.flush()
        with self._writing.begin() as connection:
            yield connection

    # ---- visitors

    def know_visitor(self, visitor: str) -> None:
        """Remember a visitor."""
        with self.writing() as db:
            if db.execute(select(VISITORS.c.id).where(VISITORS.c.id == visitor)).first() is None:
                db.execute(insert(VISITORS).values(id=visitor, name="", since=now()))

    def name_of(self, visitor: str) -> str:
        """What a visitor wants to be called."""
        with self.reading() as db:
            return db.execute(select(VISITORS.c.name).where(VISITORS.c.id == visitor)).scalar() or ""

    def names_of(self, visitors: Iterable[str]) -> dict[str, str]:
        """What visitors want to be called."""
        with self.reading() as db:
            rows = db.execute(select(VISITORS.c.id, VISITORS.c.name).where(VISITORS.c.id.in_(list(visitors))))
            return {row.id: row.name for row in rows}

    def rename(self, visitor: str, name: str) -> None:
        """Call a visitor by another name."""
        with self.writing() as db:
            db.execute(update(VISITORS).where(VISITORS.c.id == visitor).values(name=name))

    # ---- tables

    def open_table(self, table: TableRow, seats: Sequence[Seat], holders: Sequence[tuple[int, str]]) -> None:
        """A new table, its seats, and the visitors who hold some of them."""
        with self.writing() as db:
            db.execute(insert(TABLES).values(**table_values(table)))
            db.execute(
                insert(SEATS),
                [{"table_id": table.id, "seat": seat.seat, "secret": seat.secret, "bot": seat.bot} for seat in seats],
            )
            for seat, visitor in holders:
                db.execute(holding(table.id, seat, visitor))

    def table(self, table: str) -> TableRow | None:
        """The table of that id."""
        with self.reading() as db:
            row = db.execute(select(TABLES).where(TABLES.c.id == table)).first()
            return None if row is None else table_of(row)

    def number(self, table: str) -> int | None:
        """How many deeds a table has."""
        with self.reading() as db:
            return db.execute(HOW_FAR, {"which": table}).scalar()

    def numbers(self, tables: Iterable[str]) -> dict[str, int]:
        """How many deeds tables have."""
        with self.reading() as db:
            rows = db.execute(select(TABLES.c.id, TABLES.c.number).where(TABLES.c.id.in_(list(tables))))
            return {row.id: row.number for row in rows}

    def deeds(self, table: str, number: int) -> list[Deed]:
        """All that was done at a table up to a number, in order."""
        with self.reading() as db:
            own = (CHOICES.c.table_id == table, CHOICES.c.number <= number)
            rows = db.execute(select(CHOICES).where(*own).order_by(CHOICES.c.number))
            return [deed_of(row) for row in rows]

    def tables_of(self, visitor: str) -> list[tuple[TableRow, list[int]]]:
        """The tables at which a visitor has a seat, the latest first, with the seats."""
        with self.reading() as db:
            rows = db.execute(
                select(TABLES, HOLDINGS.c.seat)
                .join(HOLDINGS, HOLDINGS.c.table_id == TABLES.c.id)
                .where(HOLDINGS.c.visitor == visitor)
                .order_by(TABLES.c.changed.desc(), TABLES.c.id, HOLDINGS.c.seat)
                .limit(LATEST * 4)
            ).all()
        found: dict[str, tuple[TableRow, list[int]]] = {}
        for row in rows:
            found.setdefault(row.id, (table_of(row), []))[1].append(row.seat)
        return list(found.values())[:LATEST]

    def finished_on(self, day: str, game: str, visitor: str) -> list[tuple[TableRow, bool]]:
        """The finished tables of a day's dungeon that were their owner's first, and all those of a visitor.

        The second value says whether it was the first, by when it was opened.
        """
        of_the_day = (TABLES.c.day == day, TABLES.c.game == game, TABLES.c.kind == "game")
        opened = select(TABLES.c.owner, func.min(TABLES.c.since).label("first"))
        first = opened.where(*of_the_day).group_by(TABLES.c.owner).subquery()
        is_first = TABLES.c.since == first.c.first
        query = select(TABLES, is_first.label("is_first")).join(first, first.c.owner == TABLES.c.owner)
        shown = query.where(*of_the_day, TABLES.c.finished, or_(is_first, TABLES.c.owner == visitor))
        ordered = shown.order_by(TABLES.c.won.desc(), TABLES.c.score.desc(), TABLES.c.since, TABLES.c.id)
        with self.reading() as db:
            return [(table_of(row), bool(row.is_first)) for row in db.execute(ordered.limit(MOST_OF_A_DAY))]

    # ---- seats

    def seats(self, table: str) -> list[Seat]:
        """The seats of a table."""
        with self.reading() as db:
            rows = db.execute(select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.seat))
            return [Seat(row.seat, row.secret, row.bot) for row in rows]

    def holders(self, table: str) -> list[tuple[int, str]]:
        """Who holds which seat of a table."""
        with self.reading() as db:
            rows = db.execute(select(HOLDINGS).where(HOLDINGS.c.table_id == table).order_by(HOLDINGS.c.seat))
            return [(row.seat, row.visitor) for row in rows]

    def last_seen(self, table: str) -> dict[tuple[int, str], str]:
        """When the holders of a table's seats were last seen there, by seat and visitor."""
        with self.reading() as db:
            rows = db.execute(select(HOLDINGS).where(HOLDINGS.c.table_id == table))
            return {(row.seat, row.visitor): row.seen for row in rows}

    def see(self, visitor: str, table: str) -> None:
        """Remember that a visitor is at a table now."""
        with self.writing() as db:
            db.execute(seen_at(table, visitor))

    # ---- reviews

    def review(self, table: str, number: int) -> str | None:
        """The review of a table as it stands."""
        with self.reading() as db:
            own = (REVIEWS.c.table_id == table, REVIEWS.c.number == number)
            return db.execute(select(REVIEWS.c.review).where(*own)).scalar()

    def keep_review(self, table: str, number: int, review: str) -> None:
        """Keep a review; the last one counts."""
        with self.writing() as db:
            db.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table))
            db.execute(insert(REVIEWS).values(table_id=table, number=number, review=review))


# ---- what changes along with a deed ----------------------------------------------------------------------------------


def bot_at(table: str, seat: int, bot: str) -> Executable:
    """Let a bot play a seat, or nobody."""
    return update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(bot=bot)


def holding(table: str, seat: int, visitor: str) -> Executable:
    """Give a visitor a seat."""
    return insert(HOLDINGS).values(visitor=visitor, table_id=table, seat=seat, seen=now())


def left_seat(table: str, seat: int, visitor: str) -> Executable:
    """Take a seat from a visitor."""
    held = (HOLDINGS.c.table_id == table, HOLDINGS.c.seat == seat, HOLDINGS.c.visitor == visitor)
    return delete(HOLDINGS).where(*held)


def seen_at(table: str, visitor: str) -> Executable:
    """The statement that a visitor is at a table now."""
    return update(HOLDINGS).where(HOLDINGS.c.table_id == table, HOLDINGS.c.visitor == visitor).values(seen=now())


def new_secret_at(table: str, seat: int, secret: str) -> Executable:
    """Give a seat another secret."""
    return update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(secret=secret)
