"""The journal: deeds on their way to the disk.

Every deed waits for the disk before it is acknowledged. What is done while the disk writes can be gathered and goes
there together, so that many wait for one write and not each for those before it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Dialect, Engine, Executable, bindparam, insert, update
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection

from undercroft.core.errors import UndercroftError
from undercroft.web.rows import Deed, Standing, deed_values, now, standing_values
from undercroft.web.schema import CHOICES, TABLES

FASTER = "somebody was faster; look again"
REFUSED = "the store does not take it just now; nothing was changed, try again"

Failure = TypeVar("Failure", bound=Exception)

log = logging.getLogger("undercroft.web")

MOVE_ON = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("which"), TABLES.c.number == bindparam("seen"))
    .values({name: bindparam(name) for name in ("number", "changed", "made", "finished", "won", "score", "ending")})
)
WRITE_DOWN = insert(CHOICES)


class Stale(UndercroftError):
    """Somebody was faster: the table is no longer as the deed supposes."""


class NotKept(UndercroftError):
    """The store refuses to take a deed, and those that were gathered with it are taken back."""


class Spoken:
    """A statement in the words of a database, for its driver itself, which takes half the time."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        self._text = str(compiled)
        self._order: list[str] | None = compiled.positiontup
        self._known: dict[str, Any] = compiled.construct_params(_check=False)

    def execute(self, cursor: DBAPICursor, values: Mapping[str, Any] = MappingProxyType({})) -> int:
        """Execute it with these values; how many rows it changed."""
        all_values = {**self._known, **values}
        cursor.execute(self._text, all_values if self._order is None else [all_values[name] for name in self._order])
        return cursor.rowcount


class Losses(NamedTuple):
    """Which deeds did not reach the disk, by their numbers in the journal, and why."""

    deeds: frozenset[int]
    why: Exception | None


class Journal:
    """Appends deeds, each at once or several together."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._errors = engine.dialect.loaded_dbapi
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._move_on = Spoken(MOVE_ON, engine.dialect)
        self._write_down = Spoken(WRITE_DOWN, engine.dialect)
        self._connection: PoolProxiedConnection | None = None
        self._gathers = False
        self._tables: list[str] = []  # of the deeds that are not on the disk yet
        self._lost: set[int] = set()
        self._why: Exception | None = None
        self.appended = 0
        """How many deeds were appended so far, settled or not."""
        self.on_loss: Callable[[Sequence[str]], None] | None = None
        """Is told the tables whose deeds were lost on their way."""

    def append(self, table: str, deed: Deed, standing: Standing, also: Sequence[Executable] = ()) -> None:
        """Write down a deed and where the game stands after it; unless deeds are gathered it is then on the disk."""
        time = now()
        moved = {"which": table, "seen": deed.number - 1, "number": deed.number, "changed": time}
        moved |= standing_values(standing)
        written = {"table_id": table, "at": time, **deed_values(deed)}
        others = [Spoken(statement, self._engine.dialect) for statement in also]
        try:
            cursor = self._begun().cursor()
            if self._move_on.execute(cursor, moved) != 1:
                raise Stale(FASTER)
            self._write_down.execute(cursor, written)
            for statement in others:
                statement.execute(cursor)
        except Stale:
            raise  # nothing was changed
        except self._errors.IntegrityError:
            self._lose(NotKept(REFUSED))
            raise Stale(FASTER) from None
        except (self._errors.Error, SQLAlchemyError) as error:
            log.error("the store refuses a deed: %s", error)
            raise self._lose(NotKept(REFUSED)) from error
        except BaseException:
            self._lose(NotKept(REFUSED))
            raise
        else:
            self._tables.append(table)
            self.appended += 1
        finally:
            if not self._gathers:
                self.flush()

    def gather(self) -> bool:
        """Let deeds wait for `settle` from now on; whether that can be done.

        Only SQLite has one writer at a time. Elsewhere two servers that gather could wait for each other.
        """
        self._gathers = self._is_sqlite
        return self._gathers

    def flush(self) -> None:
        """Have on the disk what was gathered so far; who reads must find it."""
        if self._connection is None:
            return
        try:
            self._connection.commit()
        except self._errors.Error as error:
            raise self._lose(DatabaseError(None, None, error, hide_parameters=True)) from error
        self._tables.clear()
        self._leave()

    def settle(self) -> Losses:
        """Have all deeds on the disk that were gathered; says which of them were lost."""
        self._gathers = False
        with suppress(DatabaseError):  # which is what the losses tell
            self.flush()
        losses = Losses(frozenset(self._lost), self._why)
        self._lost.clear()
        self._why = None
        return losses

    def _begun(self) -> PoolProxiedConnection:
        """The connection, in a transaction that writes."""
        if self._connection is None:
            self._connection = self._engine.raw_connection()
            if self._is_sqlite:
                self._connection.cursor().execute("BEGIN IMMEDIATE")
        return self._connection

    def _leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _lose(self, why: Failure) -> Failure:
        """Take back what has not reached the disk."""
        if self._connection is not None:
            self._connection.invalidate()
        self._leave()
        lost, self._tables = self._tables, []
        if lost:
            self._lost.update(range(self.appended - len(lost), self.appended))
            self._why = why
            if self.on_loss is not None:
                self.on_loss(lost)
        return why
