"""What a server remembers of its tables: sessions, as a cache of what the store holds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from undercroft.core.errors import ReplayError
from undercroft.core.game import Game
from undercroft.core.record import Record
from undercroft.core.session import Session
from undercroft.web.moments import cut, record_of, standing_of
from undercroft.web.rows import Deed, now
from undercroft.web.seating import Caller, Live, Refusal
from undercroft.web.store import Store, seen_at

LIVE_SESSIONS = 400


class Memory:
    """The tables that were used last; any other is begun anew from its record."""

    def __init__(self, store: Store, game: Callable[[str], Game]) -> None:
        self._store = store
        self._game = game
        self._live: OrderedDict[str, Live] = OrderedDict()
        store.journal.on_loss = self.forget

    def load(self, table: str) -> Live:
        """The table as the store has it now."""
        live = self._live.get(table)
        if live is not None and self._store.number(table) == live.row.number:
            self._live.move_to_end(table)
            return live
        row = self._store.table(table)
        if row is None:
            raise Refusal(404, f"there is no table {table[:20]!r} here")
        record = record_of(row, self._store.deeds(table, row.number))
        session, fits = begin(self._game(record.game), record)
        live = Live(row, self._store.seats(table), self._store.holders(table), session)
        if fits < len(record.choices):
            self.append(live, Deed(row.number + 1, "cut", 0, option=str(fits)), Caller())
        self.keep(live)
        return live

    def as_seen(self, table: str, number: int | None) -> Live:
        """A table for a deed: as it is in memory for who has seen that, as the store refuses what is stale."""
        live = self._live.get(table)
        if live is not None and live.row.number == number:
            self._live.move_to_end(table)
            return live
        return self.load(table)

    def peek(self, table: str) -> Live | None:
        """A table as it was last seen here, if it is in memory."""
        return self._live.get(table)

    def keep(self, live: Live) -> None:
        """Remember a table; the one that was not used for longest makes room."""
        self._live[live.row.id] = live
        while len(self._live) > LIVE_SESSIONS:
            self._live.popitem(last=False)

    def forget(self, tables: Sequence[str]) -> None:
        """Begin these tables anew when they are asked for."""
        for table in tables:
            self._live.pop(table, None)

    @contextmanager
    def or_forget(self, live: Live) -> Iterator[None]:
        """Forget a session if what was done to it did not reach the store."""
        try:
            yield
        except BaseException:
            self.forget([live.row.id])
            raise

    def append(self, live: Live, deed: Deed, caller: Caller) -> None:
        """Write a deed down; where several play, also that its doer is there."""
        standing = standing_of(live.session)
        seen = [seen_at(live.row.id, caller.visitor)] if len(live.people) > 1 and caller.visitor else ()
        self._store.journal.append(live.row.id, deed, standing, seen)
        live.row = replace(live.row, number=deed.number, changed=now(), standing=standing)


def begin(game: Game, record: Record) -> tuple[Session, int]:
    """A record's session as far as its choices fit the rules, and how many do."""
    game.check_edition(record.edition)
    if record.rules > game.rules_version:
        raise Refusal(409, f"this game was begun with newer rules of {game.title} than this server has")
    try:
        return Session(game, record), len(record.choices)
    except ReplayError as error:
        fits = error.number - 1
        return Session(game, cut(record, fits)), fits
