"""No page shows a seat that its visitor does not hold, whatever he does at a table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.laws import BRAWL
from undercroft.bots.random import RandomPlayer
from undercroft.core.scene import Scene
from undercroft.games import GAMES
from undercroft.web.seating import Caller, Refusal
from undercroft.web.store import Store
from undercroft.web.tables import Opening, Tables
from undercroft.web.views import ReplayView, TableView

VERA = Caller(visitor="vera")
KILN = {"play.quest": "cold-kiln", "play.party": ["warrior", "wizard"]}
TABLES = {
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
    "alone": Opening("tin-helm"),
}


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    store.know_visitor("vera")
    yield Tables(store, GAMES)
    store.close()


class Guest:
    """Somebody who does anything at a table, and checks what he is shown."""

    def __init__(self, tables: Tables, table: str, whims: random.Random) -> None:
        self.tables = tables
        self.table = table
        self.whims = whims
        self.seat: int | None = None
        self.shown: list[int] = []

    def see(self, view: TableView | ReplayView) -> None:
        """Look at a page: it is of a seat that is held, or all is over; the keeper's only if it was asked for."""
        live = self.tables.look(view.table)
        held = {seat for seat, visitor in live.holders if visitor == "vera"}
        assert view.seat in held or live.session.outcome is not None, (view.seat, held)
        keeper = live.session.game.keeper
        assert view.seat != keeper or self.seat == keeper or held == {keeper}, "the screen was not passed on"
        assert self.is_told(view.scene, live.session.scene(view.seat)) or isinstance(view, ReplayView)
        self.shown.append(view.seat)

    @staticmethod
    def is_told(scene: Scene, again: Scene) -> bool:
        """Whether what is shown is what the seat sees."""
        return scene == again

    def act(self) -> None:
        """Do something; what is refused is no page."""
        deed = self.whims.choice(
            [self.choose, self.choose, self.choose, self.undo, self.look, self.replay, self.pass_on]
        )
        try:
            deed()
        except Refusal:
            pass

    def choose(self) -> None:
        live = self.tables.look(self.table)
        decision = live.session.decision
        if decision is None:
            return self.see(self.tables.final_view(VERA, self.table))
        option = live.session.consult(RandomPlayer(str(live.row.number))).name
        if live.bot:
            return self.tables.choose_for_bot(self.table, live.row.number, option)
        _, view = self.tables.choose(VERA, self.table, live.row.number, self.seat, option)
        return self.see(view)

    def undo(self) -> None:
        self.see(self.tables.undo(VERA, self.table, self.tables.look(self.table).row.number, self.seat))

    def look(self) -> None:
        self.see(self.tables.view(VERA, self.table, self.seat))
        self.see(self.tables.later_view(VERA, self.table, self.seat))

    def replay(self) -> None:
        made = len(self.tables.look(self.table).session.choices)
        self.see(self.tables.replay(VERA, self.table, self.whims.randint(0, made), self.seat))

    def pass_on(self) -> None:
        """Hand the screen to another seat, or to any that there is."""
        seats = range(len(self.tables.look(self.table).seats))
        self.seat = self.whims.choice([None, *seats])
        self.look()


@pytest.mark.parametrize("name", TABLES)
def test_no_page_shows_a_seat_that_its_visitor_does_not_hold(tables: Tables, name: str) -> None:
    """Law: at a table, in a practice branch of it, and in a record of it that is brought along."""
    whims = random.Random(name)
    guest = Guest(tables, tables.open(TABLES[name], "vera").table, whims)
    for _ in range(60):
        guest.act()
    made = len(tables.look(guest.table).session.choices)
    branch = Guest(tables, tables.branch(VERA, guest.table, made // 2).table, whims)
    for _ in range(30):
        branch.act()
    assert len(guest.shown) > 10
    assert branch.shown


@pytest.mark.parametrize("name", TABLES)
def test_a_record_of_a_game_that_goes_on_is_seen_from_the_seats_of_people(tables: Tables, name: str) -> None:
    guest = Guest(tables, tables.open(TABLES[name], "vera").table, random.Random(name))
    for _ in range(10):
        guest.choose()
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
