"""The tables of a server and the games that are played at them.

All of this runs in one thread, because a session lives in the thread that began it. A session is only a cache of what
the store holds: who looks asks the store first whether anybody else has gone on, and begins anew from there if so; who
does something is refused by the store if so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec
from sqlalchemy import Executable

from undercroft.bots import any_option
from undercroft.core.errors import RecordError, RuleError
from undercroft.core.game import Game
from undercroft.core.record import FORMAT, Record, Reseed, parse
from undercroft.core.scene import Line, whole_log
from undercroft.core.session import Session
from undercroft.door import check_seed
from undercroft.web.journal import Stale
from undercroft.web.keys import new_id, new_secret, random_seed, same, seed_of_the_day
from undercroft.web.memory import Memory, begin
from undercroft.web.moments import chosen_next, cut, standing_of
from undercroft.web.rows import Deed, Seat, TableRow, now, today
from undercroft.web.seating import (
    Caller,
    Live,
    Refusal,
    Rights,
    Sitting,
    arrange,
    check_bots,
    check_is_a_persons,
    check_is_a_seat,
    check_is_asked,
    check_is_played,
    check_is_there,
    check_number,
    check_seat,
    check_seats,
    check_turn,
    is_offered,
    is_silent,
    may_know_seed,
    may_practise,
    others_at,
    rights_of,
    seat_after,
    seat_after_undo,
    seat_views,
    seats_to_look_from,
    undoer,
    which_seat,
)
from undercroft.web.store import Store, bot_at, holding, left_seat, new_secret_at
from undercroft.web.views import ReplayView, TableView

LONGEST_SEED = 80
MOST_CHANGES = 200
MOST_CHOICES = 20_000  # of a record that somebody brings along


@dataclass(frozen=True)
class Opening:
    """How a table is opened; `day` makes it that day's dungeon, whose seed nobody chooses.

    `bots` play seats by number; `seats` and `others` say where the opener sits, and who plays the rest (`Sitting`).
    """

    game: str
    edition: str = "book"
    seed: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)
    bots: Mapping[int, str] = field(default_factory=dict)
    day: str = ""
    seats: tuple[int, ...] | None = None
    others: str = ""


@dataclass(frozen=True)
class Opened:
    """A new table with the secrets of its owner and of the seats that are for people (number, name, secret)."""

    table: str
    owner: str
    seats: tuple[tuple[int, str, str], ...]


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self.store = store
        self.games = games
        self._memory = Memory(store, self.game)

    def game(self, name: str) -> Game:
        """The game of that name."""
        if name not in self.games:
            raise Refusal(404, f"there is no game {name[:40]!r} here; there is {', '.join(self.games)}")
        return self.games[name]

    # ---- opening -----------------------------------------------------------------------------------------------

    def open(self, opening: Opening, visitor: str = "") -> Opened:
        """A new table; a visitor who opens it in a browser gets every seat for people that no bot plays."""
        game = self.game(opening.game)
        day = opening.day
        if day and day != today():
            raise Refusal(409, f"the dungeon of {day} is closed; today is {today()}")
        seed = seed_of_the_day(game.name, day) if day else opening.seed or random_seed()
        if len(seed) > LONGEST_SEED:
            raise Refusal(400, f"a seed has at most {LONGEST_SEED} letters")
        if len(opening.changes) > MOST_CHANGES:
            raise Refusal(400, f"at most {MOST_CHANGES} changes can be made")
        others = {seat: opening.others for seat in range(len(game.seats)) if opening.others}
        if day and (opening.bots or others or opening.changes or opening.edition != "book"):
            raise Refusal(400, "the day's dungeon is played by the book, by people")
        check_seed(seed)
        check_bots(game, {**others, **opening.bots})
        check_seats(game, opening.seats or ())
        edition = game.check_edition(opening.edition)
        changes = game.usual_changes() if day else dict(opening.changes)
        record = Record(FORMAT, game.name, edition, seed, game.rules_version, changes)
        sitting = Sitting(opening.bots, opening.seats, opening.others)
        return self._set_up(record, "game", visitor, sitting, day=day)

    def open_record(self, text: str, visitor: str) -> str:
        """A table at which a record can be looked at; returns its id."""
        record, _ = parse(text, "the record")
        if len(record.choices) > MOST_CHOICES:
            raise RecordError(f"the record has {len(record.choices)} choices; at most {MOST_CHOICES} can be shown")
        return self._set_up(record, "record", visitor, Sitting()).table

    def branch(self, caller: Caller, table: str, at: int) -> Opened:
        """A practice table that goes on from a moment of another, with other chance."""
        live = self._memory.load(table)
        rights = rights_of(live, caller)
        if not may_practise(live, rights, caller):
            raise Refusal(403, "others play here too; once the game is over anybody may play on from any moment")
        record = live.session.record
        if not 0 <= at <= len(record.choices):
            raise Refusal(400, f"there is no moment {at}; the game has {len(record.choices)} choices")
        if at == len(record.choices) and live.session.outcome is not None:
            raise Refusal(409, "the game is over there; go back a step and play on from that moment")
        earlier = cut(record, at)
        reseed = Reseed(at, f"practice {new_id()}")
        start = msgspec.structs.replace(earlier, practice=(*earlier.practice, reseed))
        bots = {seat.seat: seat.bot for seat in live.seats if seat.bot}
        opened = self._set_up(start, "practice", caller.visitor, Sitting(bots), parent=table)
        own = tuple(seat for seat in opened.seats if not bots.get(seat[0]))
        return replace(opened, seats=own)

    def practise(self, caller: Caller, table: str, number: int, seat: int | None) -> Opened:
        """A practice table one choice back."""
        live, _, _ = self._for_deed(caller, table, number, seat)
        if not live.session.choices:
            raise Refusal(409, "there is nothing to take back")
        return self.branch(caller, table, len(live.session.choices) - 1)

    def _set_up(
        self,
        record: Record,
        kind: Literal["game", "practice", "record"],
        visitor: str,
        sitting: Sitting,
        day: str = "",
        parent: str = "",
    ) -> Opened:
        game = self.game(record.game)
        session, fits = begin(game, record)
        bots, own = arrange(session, sitting)
        if kind == "record":
            bots = {}  # it is only looked at
        seats = [Seat(seat, new_secret(), bots.get(seat, "")) for seat in range(len(game.seats))]
        start = msgspec.structs.replace(record, choices=record.choices[:fits], rules=game.rules_version)
        row = TableRow(new_id(), kind, start, parent, day, visitor, new_secret(), 0, now(), standing_of(session))
        holders = [(seat, visitor) for seat in own if visitor]
        live = Live(row, seats, holders, session)
        self.store.open_table(row, seats, holders)
        self._memory.keep(live)
        shown = tuple((seat, game.seats[seat], seats[seat].secret) for seat in live.people)
        return Opened(row.id, row.owner_secret, shown)

    # ---- looking -----------------------------------------------------------------------------------------------

    def view(self, caller: Caller, table: str, seat: int | None = None) -> TableView:
        """A table as the caller sees it from one of his seats: the one that is wanted, or whose turn it is."""
        live = self._memory.load(table)
        rights = rights_of(live, caller)
        return self._view(live, rights, caller, which_seat(live, rights, seat))

    def later_view(self, caller: Caller, table: str, seat: int | None) -> TableView:
        """A table after news of it, for who looked from a seat: now from his that is asked, if one is."""
        live = self._memory.load(table)
        rights = rights_of(live, caller)
        return self._next_view(live, rights, caller, which_seat(live, rights, seat))

    def final_view(self, caller: Caller, table: str) -> TableView:
        """A finished game, as anybody may see it."""
        live = self._memory.load(table)
        if live.session.outcome is None:
            raise Refusal(409, "this game is not over yet")
        return self._view(live, rights_of(live, caller), caller, live.teller)

    def replay(self, caller: Caller, table: str, at: int, seat: int | None = None) -> ReplayView:
        """A moment of a game: of an open one for anybody, of one that goes on for those who play it."""
        live = self._memory.load(table)
        rights = rights_of(live, caller)
        usual = live.teller if live.is_open else which_seat(live, rights, seat)
        seen_from = usual if seat is None else seat
        check_is_a_seat(live, seen_from)
        check_is_there(live.session.game, live.company, seen_from)
        seats = seats_to_look_from(live, rights)
        if seen_from not in seats:
            raise Refusal(403, f"what the {live.session.game.seats[seen_from]} sees is shown once the game is over")
        record = live.session.record
        place = min(at, len(record.choices))
        moment = live.session if place == len(record.choices) else Session(live.session.game, cut(record, place))
        name, label = chosen_next(record, place, moment, seen_from)
        return ReplayView(
            table=table,
            game=moment.game,
            edition=record.edition,
            seat=seen_from,
            scene=moment.scene(seen_from),
            at=place,
            choices=len(record.choices),
            chosen=name,
            label=label,
            seed=record.seed if self._may_know_seed(live, caller) else "",
            finished=live.session.outcome is not None,
            parent=live.row.parent,
            seats=seats,
        )

    def log(self, caller: Caller, table: str, seat: int | None = None) -> tuple[Line, ...]:
        """All that has happened at a table, in sentences."""
        live = self._memory.load(table)
        which_seat(live, rights_of(live, caller), seat)
        return tuple(whole_log(live.session))

    def record(self, caller: Caller, table: str) -> Record:
        """The record, which holds the seed."""
        live = self._memory.load(table)
        if not self._may_know_seed(live, caller):
            raise Refusal(403, "the record holds the seed: until the game is over it is only for who opened the table")
        return live.session.record

    def question(self, caller: Caller, table: str, number: int | None, seat: int | None) -> tuple[Record, int]:
        """The record up to the question that waits for a seat, for those who think about it, and the number."""
        live, _, asked = self._for_deed(caller, table, number, seat)
        check_turn(live, asked)
        return live.session.record, live.row.number

    def finished_record(self, table: str) -> tuple[Record, int, int]:
        """The record of a finished game, the table's number, and the first seat of people, whose game it was."""
        live = self._memory.load(table)
        if live.session.outcome is None:
            raise Refusal(409, "a game is reviewed when it is over")
        return live.session.record, live.row.number, live.teller

    def seated(self, caller: Caller, table: str) -> int:
        """The table's number, for those who have a seat there."""
        live = self._memory.load(table)
        which_seat(live, rights_of(live, caller), None)
        return live.row.number

    def peek(self, table: str) -> Live | None:
        """A table as it was last seen here, if it is in memory."""
        return self._memory.peek(table)

    def look(self, table: str) -> Live:
        """A table, for those who only want to know what anybody may know; look, do not touch."""
        return self._memory.load(table)

    def _view(self, live: Live, rights: Rights, caller: Caller, seat: int) -> TableView:
        row, session = live.row, live.session
        scene = session.scene(seat)
        return TableView(
            table=row.id,
            number=row.number,
            game=session.game,
            edition=row.start.edition,
            seat=seat,
            seats=seat_views(live, rights, caller, self.store),
            scene=scene,
            turn=live.turn,
            can_undo=session.can_undo(undoer(live, rights, seat)) or (session.practice and bool(session.choices)),
            may_practise=bool(session.choices) and may_practise(live, rights, caller),
            choices=len(session.choices),
            owner=rights.owner,
            practice=session.practice,
            parent=row.parent,
            seed=row.start.seed if self._may_know_seed(live, caller) else "",
            day=row.day,
            settings={
                setting.path: row.start.changes[setting.path]
                for setting in session.game.settings()
                if setting.path in row.start.changes
            },
            record=session.record if scene.question is not None else None,
        )

    def _may_know_seed(self, live: Live, caller: Caller) -> bool:
        """A practice branch has the seed of the game that it left, and is no way to learn it."""
        if live.row.kind == "practice":
            return self._may_know_seed(self._memory.load(live.row.parent), caller)
        return may_know_seed(live, rights_of(live, caller), caller)

    # ---- doing -------------------------------------------------------------------------------------------------

    def choose(
        self, caller: Caller, table: str, number: int, seat: int | None, option: str
    ) -> tuple[tuple[Line, ...], TableView]:
        """Make a choice; it is in the store when this returns. Returns what happened, and the table after it."""
        live, rights, chooser = self._for_deed(caller, table, number, seat)
        check_is_asked(live, chooser)
        lines = self._choose(live, chooser, option, caller)
        return lines, self._next_view(live, rights, caller, chooser)

    def walk(self, caller: Caller, table: str, number: int, seat: int | None, target: str) -> TableView:
        """Make the choices that lead to a cell, one by one, until something happens on the way."""
        live, rights, walker = self._for_deed(caller, table, number, seat)
        check_is_asked(live, walker)
        way = live.session.game.walks(live.session.state, walker).get(target, ())
        if not way or not is_offered(live.session, walker, way[0]):
            raise Refusal(400, f"no way leads to {target[:40]!r} from here")
        for step, option in enumerate(way):
            if not is_offered(live.session, walker, option):
                break
            try:
                happened = self._choose(live, walker, option, caller)
            except Stale:
                if step == 0:
                    raise
                break  # somebody else was faster; the steps so far are made
            if happened:
                break
        return self._next_view(self._memory.load(table), rights, caller, walker)

    def _next_view(self, live: Live, rights: Rights, caller: Caller, seat: int) -> TableView:
        """The table after a choice, from the caller's seat that is asked next, if one is."""
        return self._view(live, rights, caller, seat_after(live, rights, seat))

    def choose_for_bot(self, table: str, number: int, option: str) -> None:
        """Make a bot's choice; any option, if it has none, so that nobody waits for it for ever."""
        live = self._memory.load(table)
        check_number(live, number)
        if live.turn is None or not live.bot:
            raise Stale("no bot is asked here any more")
        self._choose(live, live.turn, option or any_option(live.session), Caller())

    def undo(self, caller: Caller, table: str, number: int, seat: int | None) -> TableView:
        """Take the last choice back, where nothing was learned since; in a practice branch whatever it was."""
        live, rights, sitting = self._for_deed(caller, table, number, seat)
        check_is_played(live)
        whose = undoer(live, rights, sitting)
        session = live.session
        if not session.choices:
            raise Refusal(409, "there is nothing to take back")
        if not session.can_undo(whose) and not session.practice:
            raise Refusal(409, "something was learned since, so this choice stands; you may practise from before it")
        earlier = session.undo(whose)
        earlier.real = None
        with self._memory.or_forget(live):
            live.session = earlier
            self._memory.append(
                live, Deed(live.row.number + 1, "undo", whose, practice=earlier.record.practice), caller
            )
        return self._view(live, rights, caller, seat_after_undo(live, sitting, whose))

    def _for_deed(self, caller: Caller, table: str, number: int | None, seat: int | None) -> tuple[Live, Rights, int]:
        """A table for somebody who wants to do something there, and his seat; None: who asks does not care which."""
        live = self._memory.as_seen(table, number)
        rights = rights_of(live, caller)
        chosen = which_seat(live, rights, seat)
        check_seat(live, rights, chosen)
        if number is not None:
            check_number(live, number)
        return live, rights, chosen

    def _choose(self, live: Live, seat: int, option: str, caller: Caller) -> tuple[Line, ...]:
        session = live.session
        decision = session.decision
        assert decision is not None
        try:
            chosen = session.option(option)
        except RuleError:
            offered = ", ".join(choice.name for choice in decision.options)
            raise Refusal(400, f"{option[:40]!r} is not offered here; there is {offered}") from None
        deed = Deed(live.row.number + 1, "choose", seat, decision.prompt.name, chosen.name)
        before = len(whole_log(session))
        with self._memory.or_forget(live):
            session.choose(chosen)
            self._memory.append(live, deed, caller)
        return tuple(whole_log(session)[before:])

    # ---- seats -------------------------------------------------------------------------------------------------

    def join(self, visitor: str, table: str, seat: int, secret: str) -> None:
        """Sit down by invitation, from an owner with other seats instead of him; where several play it is used up."""
        live = self.invited(table, seat, secret)
        if (seat, visitor) in live.holders:
            return
        owner = live.row.owner
        changes: list[Executable] = [holding(table, seat, visitor)]
        has_others = any(held != seat and holder == owner for held, holder in live.holders)
        if (seat, owner) in live.holders and has_others:
            changes.append(left_seat(table, seat, owner))
        if len(live.people) > 1:
            changes.append(new_secret_at(table, seat, new_secret()))
        self._change_seat(live, seat, changes)

    def invited(self, table: str, seat: int, secret: str) -> Live:
        """The table that an invitation is for, if it is valid."""
        live = self._memory.load(table)
        check_is_a_persons(live, seat)
        if not same(live.seats[seat].secret, secret):
            raise Refusal(403, "this invitation is not valid any more; ask for a new link")
        return live

    def give_to_bot(self, caller: Caller, table: str, seat: int, bot: str) -> None:
        """Let a bot play a seat: one's own, or, for the owner, one whose player has been silent for a while."""
        live = self._memory.load(table)
        rights = rights_of(live, caller)
        check_is_a_persons(live, seat)
        if seat not in rights.seats and not rights.owner:
            raise Refusal(403, "only who opened the table, or sits there, can give this seat to a bot")
        seen = self.store.last_seen(table)
        others = [seen.get((seat, visitor), "") for visitor in others_at(live, seat, caller)]
        if seat not in rights.seats and others and not all(is_silent(time) for time in others):
            raise Refusal(409, "somebody sits there and was here a moment ago; wait two minutes")
        check_bots(live.session.game, {seat: bot})
        self._change_seat(live, seat, [bot_at(table, seat, bot)])

    def take_back(self, caller: Caller, table: str, seat: int) -> None:
        """Play a seat oneself again that a bot has played: one's own, or for the owner one that nobody holds."""
        live = self._memory.load(table)
        rights = rights_of(live, caller)
        check_is_a_persons(live, seat)
        held = any(number == seat for number, _ in live.holders)
        if seat not in rights.seats and (held or not rights.owner):
            raise Refusal(403, "only who sits there can take this seat back")
        changes: list[Executable] = [bot_at(table, seat, "")]
        if caller.visitor and seat not in rights.seats:
            changes.append(holding(table, seat, caller.visitor))
        self._change_seat(live, seat, changes)

    def leave(self, caller: Caller, table: str, seat: int) -> None:
        """Give a seat up; whoever opened the table has a new invitation for it."""
        live = self._memory.load(table)
        check_seat(live, rights_of(live, caller), seat)
        if len(live.people) == 1:
            raise Refusal(409, "this is the only seat; simply leave the page, the table waits")
        changes = [left_seat(table, seat, caller.visitor), new_secret_at(table, seat, new_secret())]
        self._change_seat(live, seat, changes)

    def _change_seat(self, live: Live, seat: int, changes: Sequence[Executable]) -> None:
        """Change a seat, as a deed, so that everybody hears of it."""
        if live.row.kind != "game":
            raise Refusal(409, "the seats of a practice branch or of a record stay as they are")
        self._memory.forget([live.row.id])
        self.store.journal.append(live.row.id, Deed(live.row.number + 1, "seat", seat), live.row.standing, changes)
