"""No page shows a seat that its visitor does not hold, whatever he does at a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import msgspec
import pytest
from fastapi import Request, Response

from tests.effort import tries
from tests.games.laws import BRAWL
from undercroft.bots.random import RandomPlayer
from undercroft.core.record import Record
from undercroft.core.scene import whole_log
from undercroft.core.session import Session
from undercroft.door import load
from undercroft.games import GAMES
from undercroft.web import api, ending_pages, table_pages
from undercroft.web.live import House
from undercroft.web.seating import Caller, Live, Refusal
from undercroft.web.store import Store
from undercroft.web.tables import Opening, Tables
from undercroft.web.thoughts import ChoiceOdds, odds_of
from undercroft.web.views import ReplayView, TableView
from undercroft.web.visitors import Visitor

P = ParamSpec("P")
T = TypeVar("T")
Page = dict[str, Any]  # what a page is drawn from

VERA = Caller(visitor="vera")
SEED = "amber-gate-41"
DEEDS = 50
KILN = {"play.quest": "cold-kiln", "play.party": ["warrior", "wizard"]}
EDITIONS = {f"{name} {edition}": Opening(name, edition) for name, game in GAMES.items() for edition in game.editions()}
TABLES = {
    **EDITIONS,
    "a computer referees": Opening("freequest", changes=KILN),
    "a computer referees for two": Opening("freequest", changes={**KILN, "play.players": 2}),
    "a brawl": Opening("freequest", changes=BRAWL.changes),
    "a shared screen": Opening("freequest", changes={**BRAWL.changes, "play.referee": "person"}),
    "a person referees for a bot": Opening(
        "freequest", changes={**BRAWL.changes, "play.referee": "person", "play.players": 0}
    ),
    "a bot in a person's place": Opening(
        "freequest", changes={**BRAWL.changes, "play.referee": "person"}, seats=(1,), others="steady"
    ),
    "three players": Opening("tiny-epic-dungeons", changes={"play.players": 3}, seats=(0, 2), others="random"),
}

SOON_OVER = [name for name, table in TABLES.items() if table.game == "elbereth" or "play.own" in table.changes]


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    store.know_visitor("vera")
    yield Tables(store, GAMES)
    store.close()


# ---- a house in which all is done at once ----------------------------------------------------------------------------


def at_once(page: Coroutine[Any, Any, T]) -> T:
    """What comes of a page that waits for nobody."""
    try:
        page.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise AssertionError("somebody is waited for")


class Thinker:
    """Thinks for whoever asks about a moment of a game, and checks that it is his to ask about."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.known: dict[bytes, list[ChoiceOdds]] = {}

    async def odds(self, record: Record) -> list[ChoiceOdds]:
        self.guest.wonder(record)
        moment = msgspec.json.encode(record)
        if moment not in self.known:
            self.known[moment] = odds_of(record)
        return self.known[moment]

    async def whole_odds(self, record: Record, option: str) -> str:
        return self.guest.wonder(record).option(option).name

    async def hint(self, record: Record) -> str:
        decision = self.guest.wonder(record).decision
        assert decision is not None
        return decision.options[0].name

    async def review(self, record: Record, games: int, seat: int) -> str:
        assert load(record).outcome is not None
        return "reviewed"


class Doors:
    """Pages of tables, answered here and now, for somebody who is given what they are drawn from."""

    is_htmx = True

    def __init__(self, tables: Tables, guest: Guest) -> None:
        self.tables = tables
        self.games = GAMES
        self.minds = Thinker(guest)
        self.caller = guest.caller
        self.id = guest.caller.visitor

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)

    async def do(self, table: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)

    insist = do

    async def stir(self, table: str) -> None:
        pass

    async def soon(self, thought: Coroutine[Any, Any, T], seconds: float) -> T:
        return await thought

    def page(self, template: str, status: int = 200, **values: Any) -> Page:
        return values

    def go_to(self, address: str) -> Page:
        return {"address": address}


# ---- who comes -------------------------------------------------------------------------------------------------------


class Guest:
    """Somebody who does anything at a table, by browser and by program, and checks what he is shown."""

    def __init__(self, tables: Tables, table: str, whims: random.Random, caller: Caller = VERA) -> None:
        self.tables = tables
        self.table = table
        self.whims = whims
        self.caller = caller
        self.seat: int | None = None  # from which he looks, if he says so
        self.named: int | None = None  # which his last request has named
        self.as_program = False
        self.is_tired = False  # of the game
        self.shown: list[int] = []
        self.asked = 0
        self.doors = Doors(tables, self)
        self.deeds: list[Callable[[], object]] = [
            *(self.choose,) * 8, self.undo, self.look, self.walk, self.odds, self.whole_odds, self.hint, self.log,
            self.replay, self.end, self.review, self.record, self.pass_on, self.change_seat, self.be_a_program,
        ]  # fmt: skip

    @property
    def at(self) -> tuple[House, Visitor, str]:
        """Where pages are asked for."""
        return cast("House", self.doors), cast("Visitor", self.doors), self.table

    @property
    def live(self) -> Live:
        """The table as it is: nobody else's server can have gone on with it."""
        return self.tables.peek(self.table) or self.tables.look(self.table)

    @property
    def held(self) -> set[int]:
        """The seats that are his."""
        return {seat for seat, visitor in self.live.holders if visitor == self.caller.visitor}

    def may_see(self, seat: int) -> bool:
        """Whether a seat is held, or all is over; that of the keeper only if it was asked for by name."""
        if self.as_program or self.live.session.outcome is not None:
            return True  # what a program sees is its own check
        keeper, held = self.live.session.game.keeper, self.held
        return seat in held and (seat != keeper or self.named == keeper or held == {keeper})

    def act(self, *deeds: Callable[[], object]) -> None:
        """Do one of these things, or anything; what is refused is no page."""
        with suppress(Refusal):
            self.see(self.whims.choice(deeds or self.deeds)())

    def see(self, page: object) -> None:
        """Look at a page."""
        if not isinstance(page, dict):
            return
        view: TableView | ReplayView | None = page.get("view", page.get("replay"))
        if view is None:
            return
        assert self.may_see(view.seat), (view.seat, self.held)
        if isinstance(view, TableView):
            assert view.scene == self.live.session.scene(view.seat)
        if "lines" in page:
            assert page["lines"] == tuple(whole_log(self.live.session))
        if page.get("odds"):
            question = view.scene.question
            assert question is not None
            assert [each.option for each in page["odds"]] == [choice.name for choice in question.choices]
        self.shown.append(view.seat)

    def wonder(self, record: Record) -> Session:
        """Have somebody think about a moment: it is the one that is shown, and a seat is asked that may be seen."""
        moment = load(record)
        assert record == self.live.session.record
        assert moment.decision is not None
        assert self.may_see(moment.decision.seat), (moment.decision.seat, self.held)
        self.asked += 1
        return moment

    # ---- what can be done --------------------------------------------------------------------------------------

    def any_option(self) -> str:
        live = self.live
        decision = live.session.decision
        if decision is None:
            return ""
        if self.is_tired:
            for option in decision.options:
                if option.resigns:
                    return option.name
        return live.session.consult(RandomPlayer(str(live.row.number))).name

    def any_seat(self) -> int:
        """A seat for a request that has to name one."""
        live = self.live
        others = [seat for seat in (self.seat, live.turn) if seat is not None]
        self.named = self.whims.choice([*others, *others, self.whims.randrange(len(live.seats))])
        return self.named

    def maybe_a_seat(self) -> int | None:
        """A seat for a request that need not name one."""
        self.named = self.whims.choice([None, self.seat, self.any_seat()])
        return self.named

    def choose(self) -> Any:
        live, option = self.live, self.any_option()
        if live.bot:
            return self.tables.choose_for_bot(self.table, live.row.number, option)
        seat = self.any_seat()
        self.named = seat if live.turn is None or self.whims.random() < 0.1 else live.turn
        return at_once(table_pages.choose(*self.at, self.named, live.row.number, option))

    def undo(self) -> Any:
        return at_once(table_pages.undo(*self.at, self.any_seat(), self.live.row.number))

    def walk(self) -> Any:
        live, seat = self.live, self.any_seat()
        target = self.whims.choice(["", *live.session.game.walks(live.session.state, seat)])
        return at_once(table_pages.walk(*self.at, seat, live.row.number, target))

    def look(self) -> Any:
        self.named = None
        self.see(at_once(table_pages.see_seats(*self.at)))
        self.see(at_once(table_pages.see_table(*self.at, self.maybe_a_seat())))
        return at_once(table_pages.see_body(*self.at, self.maybe_a_seat()))

    def odds(self) -> Any:
        return at_once(table_pages.see_odds(*self.at, self.live.row.number, self.any_seat()))

    def whole_odds(self) -> Any:
        moment = self.live.row.number, self.any_seat()
        return at_once(table_pages.see_whole_odds(*self.at, self.any_option(), *moment))

    def hint(self) -> Any:
        return at_once(table_pages.see_hint(*self.at, self.live.row.number, self.any_seat()))

    def log(self) -> Any:
        return at_once(table_pages.see_log(*self.at, self.maybe_a_seat()))

    def replay(self) -> Any:
        at = self.whims.randint(0, len(self.live.session.choices))
        return at_once(ending_pages.see_replay(*self.at, at, self.maybe_a_seat()))

    def end(self) -> Any:
        here = Request({"type": "http", "headers": [], "server": ("here", 80), "path": "/", "query_string": b""})
        return at_once(ending_pages.see_end(here, *self.at))

    def review(self) -> Any:
        at_once(ending_pages.see_review(*self.at))
        assert self.live.session.outcome is not None

    def record(self) -> Any:
        """The record holds what is to come: it is for who opened the table."""
        at_once(ending_pages.see_record(*self.at))
        assert self.live.row.owner == self.caller.visitor or self.live.session.outcome is not None

    def pass_on(self) -> Any:
        """Look from another seat, any that there is."""
        self.seat = self.whims.choice([None, *range(len(self.live.seats))])
        return self.look()

    def change_seat(self) -> Any:
        """Leave a seat, give it to a bot, or take it back."""
        what = self.whims.choice(["leave", "random", "take", "take", "take"])
        seat, self.named = self.any_seat(), None
        return at_once(table_pages.change_seat(*self.at, seat, what))

    def sit_down(self) -> None:
        """Take back all that can be had."""
        for seat in self.live.people:
            with suppress(Refusal):
                self.tables.take_back(self.caller, self.table, seat)

    def be_a_program(self) -> None:
        """Show the secret of a seat, or of the table's owner, and see what that seat may see."""
        live = self.live
        secrets = {seat.secret: seat.seat for seat in live.seats} if self.held else {}
        secret = self.whims.choice(["guessed", *([live.row.owner_secret, *secrets] if secrets else [])])
        house, caller, turn = self.at[0], Caller(secret=secret), live.turn
        self.as_program = True
        try:
            found = msgspec.json.decode(at_once(api.see_scene(house, caller, self.table)).body)
            assert found["seat"] == secrets[secret]
            assert msgspec.json.encode(found["scene"]) == msgspec.json.encode(live.session.scene(secrets[secret]))
            self.shown.append(secrets[secret])
            for answer in (
                at_once(api.all_odds(house, caller, self.table)),
                at_once(api.whole_odds(house, caller, self.table, self.any_option())),
                at_once(api.hint(house, caller, self.table)),
            ):
                assert isinstance(answer, Response)
                assert turn == secrets[secret]
        finally:
            self.as_program = False


@pytest.mark.parametrize("name", TABLES)
def test_no_page_shows_a_seat_that_its_visitor_does_not_hold(tables: Tables, name: str) -> None:
    """Law: at a table, in a practice branch of it, and in a record of it that is brought along."""
    whims = random.Random(name)
    guest = Guest(tables, tables.open(replace(TABLES[name], seed=SEED), "vera").table, whims)
    stranger = Guest(tables, guest.table, whims, Caller(visitor="sten"))
    for _ in range(DEEDS):
        if not guest.asked:
            guest.act(guest.choose)
            guest.act(guest.hint)
    assert guest.asked
    for _ in range(max(DEEDS, tries(DEEDS))):
        guest.act()
        stranger.act()
    assert len(guest.shown) > 10
    assert not stranger.shown or guest.live.session.outcome is not None
    guest.sit_down()
    branch = Guest(tables, tables.branch(VERA, guest.table, len(guest.live.session.choices) // 2).table, whims)
    branch.act(branch.look)
    for _ in range(DEEDS // 2):
        branch.act()
    assert branch.shown
    guest.is_tired = True
    for _ in range(DEEDS):
        if guest.live.session.outcome is None:
            guest.act(guest.choose)
    for deed in stranger.deeds:
        stranger.act(deed)
    assert bool(stranger.shown) == (guest.live.session.outcome is not None), "what is over is for all to see"
    assert stranger.shown or name not in SOON_OVER


@pytest.mark.parametrize("name", TABLES)
def test_a_record_of_a_game_that_goes_on_is_seen_from_the_seats_of_people(tables: Tables, name: str) -> None:
    opening = replace(TABLES[name], seed=SEED)
    guest = Guest(tables, tables.open(opening, "vera").table, random.Random(name))
    for _ in range(10):
        guest.act(guest.choose)
    live = tables.look(guest.table)
    table = tables.open_record(live.session.record.to_text(), "vera")
    people = set(live.people)
    for at in range(len(live.session.choices) + 1):
        assert set(tables.replay(VERA, table, at).seats) == people
        for seat in range(len(live.seats)):
            if seat in people:
                assert tables.replay(VERA, table, at, seat).seat == seat
            else:
                with pytest.raises(Refusal):
                    tables.replay(VERA, table, at, seat)


def test_an_undo_of_the_keepers_choice_does_not_show_the_keepers_table(tables: Tables) -> None:
    """Law: on a shared screen the referee's secrets are seen only after a click that hands it over."""
    opened = tables.open(TABLES["a shared screen"], "vera")
    for _ in range(200):
        live = tables.look(opened.table)
        decision = live.session.decision
        assert decision is not None
        if decision.seat == 1 and live.session.can_undo(0):
            break
        option = "end-turn" if any(one.name == "end-turn" for one in decision.options) else decision.options[0].name
        tables.choose(VERA, opened.table, live.row.number, decision.seat, option)
    else:
        pytest.fail("the referee never made a choice that taught nobody anything before the heroes were asked")
    view = tables.undo(VERA, opened.table, live.row.number, 1)
    assert (view.turn, view.seat) == (0, 1)
    assert view.scene.question is None


def test_the_log_is_told_to_the_seats_of_who_asks_alone(tables: Tables) -> None:
    opened = tables.open(TABLES["a shared screen"], "vera")
    secrets = {seat: secret for seat, _, secret in opened.seats}
    assert all(tables.log(Caller(secret=secret), opened.table, seat) for seat, secret in secrets.items())
    with pytest.raises(Refusal):
        tables.log(Caller(secret=secrets[0]), opened.table, 1)
    with pytest.raises(Refusal):
        tables.log(Caller(visitor="sten"), opened.table)
