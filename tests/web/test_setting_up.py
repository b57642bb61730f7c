"""How a table is set up: the settings of a game, and who sits where by them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.pairs import PAIRS
from tests.web.servers import ANY_RATE, serving, visitor_of
from tests.web.tables import TODAY, Opened
from undercroft.bots import find_bot
from undercroft.core.errors import ContentError, UndercroftError
from undercroft.core.game import Alternative, Setting
from undercroft.games.freequest import FREEQUEST
from undercroft.web import shelf
from undercroft.web.lists import lines_of
from undercroft.web.seating import Caller, Refusal
from undercroft.web.store import Store
from undercroft.web.tables import Opening, Tables
from undercroft.web.views import TableView

pytestmark = pytest.mark.xdist_group("setting up")  # which share a server

VERA, OTTO = Caller(visitor="vera"), Caller(visitor="otto")
PARTY = ["warrior", "wizard", "medic", "delver"]
REFEREED = {"play.quest": "cold-kiln", "play.party": PARTY, "play.referee": "person", "play.players": 2}
ALONE = {"play.quest": "cold-kiln", "play.party": PARTY}


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    for visitor in ("vera", "otto"):
        store.know_visitor(visitor)
    yield Tables(store, {"freequest": FREEQUEST, "pairs": PAIRS})
    store.close()


def opened(tables: Tables, changes: dict[str, Any], **more: Any) -> TableView:
    """A new table of FreeQuest, as the one who opened it sees it."""
    return tables.view(VERA, tables.open(Opening("freequest", seed="a", changes=changes, **more), "vera").table)


def seats_of(view: TableView) -> list[tuple[int, str, str]]:
    """The seats that are shown: number, holder, bot."""
    return [(seat.seat, seat.holder, seat.bot) for seat in view.seats]


# ---- who sits where --------------------------------------------------------------------------------------------------


def test_the_computer_is_the_referee_from_the_start_and_absent_seats_are_shown_nowhere(tables: Tables) -> None:
    view = opened(tables, ALONE)
    assert seats_of(view) == [(0, "bot", "steady"), (1, "you", "")]
    assert (view.seat, [bool(seat.invitation) for seat in view.seats]) == (1, [False, True])
    assert [line.players for line in lines_of(tables, "vera")] == [""]


def test_people_get_the_seats_that_the_settings_leave_to_them(tables: Tables) -> None:
    view = opened(tables, REFEREED)
    assert seats_of(view) == [(0, "you", ""), (1, "you", ""), (2, "you", "")]
    assert [line.players for line in lines_of(tables, "vera")] == ["3 of 3 seats played by people"]


def test_the_opener_may_take_one_seat_and_leave_the_others_to_guests(tables: Tables) -> None:
    view = opened(tables, REFEREED, seats=(0,))
    assert seats_of(view) == [(0, "you", ""), (1, "nobody", ""), (2, "nobody", "")]
    assert all(seat.invitation for seat in view.seats)
    tables.join("otto", view.table, 2, view.seats[2].invitation.rpartition("/")[2])
    assert tables.view(OTTO, view.table).seat == 2
    with pytest.raises(Refusal, match="somebody else's seat"):
        tables.view(OTTO, view.table, 0)


def test_bots_play_the_other_heroes_but_no_absent_one(tables: Tables) -> None:
    view = opened(tables, {**ALONE, "play.players": 3}, others="random")
    assert seats_of(view) == [(0, "bot", "steady"), (1, "you", ""), (2, "bot", "random"), (3, "bot", "random")]
    tables.take_back(VERA, view.table, 3)
    tables.give_to_bot(VERA, view.table, 1, "random")
    assert [seat.bot for seat in tables.look(view.table).seats] == ["steady", "random", "random", "", ""]


def test_who_only_watches_sees_the_heroes(tables: Tables) -> None:
    view = opened(tables, ALONE, seats=(), others="random")
    assert (seats_of(view), view.seat) == ([(0, "bot", "steady"), (1, "bot", "random")], 1)


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"seats": (0,)}, "the computer is the referee"),
        ({"seats": (2,)}, "without a second player"),
        ({"seats": (9,)}, "has no seat 9"),
        ({"bots": {3: "random"}}, "without a third player"),
        ({"others": "deep-thought"}, "there is no bot 'deep-thought'"),
    ],
)
def test_a_seat_that_the_settings_leave_to_nobody_is_refused(
    tables: Tables, wanted: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(UndercroftError, match=sentence):
        tables.open(Opening("freequest", changes=ALONE, **wanted), "vera")
    assert lines_of(tables, "vera") == []


@pytest.mark.parametrize(("seat", "sentence"), [(0, "the computer is the referee"), (4, "without a fourth player")])
def test_the_computers_seat_and_absent_ones_stay_so(tables: Tables, seat: int, sentence: str) -> None:
    view = opened(tables, ALONE)
    secret = tables.look(view.table).seats[seat].secret
    with pytest.raises(Refusal, match=sentence):
        tables.take_back(VERA, view.table, seat)
    with pytest.raises(Refusal, match=sentence):
        tables.give_to_bot(VERA, view.table, seat, "random")
    with pytest.raises(Refusal, match=sentence):
        tables.join("otto", view.table, seat, secret)
    with pytest.raises(Refusal, match="only seat"):
        tables.leave(VERA, view.table, 1)


def test_only_seats_for_people_have_secrets_to_be_told(tables: Tables) -> None:
    assert [seat[:2] for seat in tables.open(Opening("freequest", changes=ALONE)).seats] == [(1, "first player")]
    assert [seat[0] for seat in tables.open(Opening("freequest", changes=REFEREED)).seats] == [0, 1, 2]


def test_practice_keeps_the_computer_where_it_is(tables: Tables) -> None:
    view = opened(tables, ALONE)
    choice = view.scene.question
    assert choice is not None
    tables.choose(VERA, view.table, 0, 1, choice.choices[0].name)
    branch = tables.branch(VERA, view.table, 0)
    assert seats_of(tables.view(VERA, branch.table)) == [(0, "bot", "steady"), (1, "you", "")]
    record = tables.open_record(tables.record(VERA, view.table).to_text(), "otto")
    assert tables.look(record).bot == ""
    assert seats_of(tables.view(OTTO, tables.branch(OTTO, record, 1).table)) == [(0, "bot", "steady"), (1, "you", "")]


def test_a_replay_is_seen_from_the_heroes_and_from_no_seat_that_is_not_there(tables: Tables) -> None:
    view = opened(tables, ALONE)
    table = tables.open_record(tables.record(VERA, view.table).to_text(), "otto")
    replay = tables.replay(Caller(), table, 0)
    assert (replay.seat, replay.seats) == (1, (1,))  # the game goes on, and the referee's seat is the computer's
    with pytest.raises(Refusal):
        tables.replay(Caller(), table, 0, 0)
    assert tables.replay(VERA, view.table, 0).seats == (1,)
    with pytest.raises(Refusal, match="without a third player"):
        tables.replay(Caller(), table, 0, 3)


def test_the_days_dungeon_is_set_up_as_usual(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercroft.web.tables.today", lambda: TODAY)
    table = tables.open(Opening("freequest", day=TODAY), "vera").table
    assert tables.look(table).row.start.changes == FREEQUEST.usual_changes()
    assert tables.view(VERA, table).settings == FREEQUEST.usual_changes()


# ---- one screen for several ------------------------------------------------------------------------------------------


def choose(tables: Tables, table: str) -> TableView:
    """Choose for whoever is asked what a simple bot would; the table as it is seen then."""
    live = tables.look(table)
    decision = live.session.decision
    assert decision is not None
    option = live.session.consult(find_bot("steady", "freequest", f"seat {decision.seat}"))
    _, view = tables.choose(VERA, table, live.row.number, decision.seat, option.name)
    return view


def test_a_shared_screen_is_passed_to_the_referee_and_back_by_hand(tables: Tables) -> None:
    view = opened(tables, REFEREED)
    table = view.table
    passed: list[int | None] = []
    while len(passed) < 4:
        asked = view.turn
        view = choose(tables, table)
        if asked != view.turn and 0 in (asked, view.turn):
            assert view.seat == asked, "the next one takes the screen by a click"
            assert view.scene.question is None
            passed.append(view.turn)
        if view.turn == 0:
            assert tables.view(VERA, table).seat != 0, "nor does the page show the referee's map when it is opened anew"
            assert tables.view(VERA, table, 0).scene.question is not None
    assert passed[0] == 0
    assert len({*passed}) > 1


def test_news_turn_a_shared_screen_as_an_answer_does(tables: Tables) -> None:
    view = opened(tables, REFEREED)
    passed = 0
    while passed < 2:
        chooser = view.turn
        view = choose(tables, view.table)
        assert tables.later_view(VERA, view.table, chooser).seat == view.seat
        passed += view.turn == 0
    assert {tables.later_view(VERA, view.table, seat).seat for seat in (1, 2)} == {1, 2}


def test_a_shared_screen_goes_round_by_itself_among_those_who_know_the_same(tables: Tables) -> None:
    table = opened(tables, {**REFEREED, "play.referee": "fair"}).table
    seen = set()
    for _ in range(12):
        view = choose(tables, table)
        assert view.seat == view.turn
        seen.add(view.seat)
    assert seen == {1, 2}


# ---- settings --------------------------------------------------------------------------------------------------------


def test_a_setting_takes_its_alternatives_and_nothing_else() -> None:
    setting = Setting("play.eggs", "Eggs", 2, (Alternative(2, "Two"), Alternative("", "None")))
    assert (setting.read("2"), setting.read("")) == (2, "")
    with pytest.raises(UndercroftError, match="Eggs: '3' is none of the choices; there is 2, nothing"):
        setting.read("3")


@pytest.mark.slow
def test_every_setting_of_freequest_can_be_played_and_has_its_words() -> None:
    told: set[str] = set()
    for setting in FREEQUEST.settings():
        told.add(setting.path)
        assert setting.usual in [each.value for each in setting.alternatives]
        for each in setting.alternatives:
            told.add(f"{setting.path}.{each.value}")
            changes = {**FREEQUEST.usual_changes(), "play.heroes": 4, setting.path: each.value}
            if each.value == "two-lanterns":
                changes["play.heroes"] = 2
            FREEQUEST.new("book", changes)
    assert set(FREEQUEST.words().file.settings) <= told
    quests = FREEQUEST.settings()[0].alternatives
    assert len(quests) == 10
    assert all(each.title and each.summary for each in quests)


def test_the_usual_game_is_one_person_with_a_whole_party_against_the_computer() -> None:
    state = FREEQUEST.new("book", FREEQUEST.usual_changes())
    assert FREEQUEST.company(state) == ("steady", "", "absent", "absent", "absent")


def test_what_a_form_does_not_say_is_as_usual() -> None:
    assert shelf.settings_in(FREEQUEST, {}) == FREEQUEST.usual_changes()
    said = {"play.quest": "toll-house", "play.heroes": "3", "seed": "x"}
    wanted = {**FREEQUEST.usual_changes(), "play.quest": "toll-house", "play.heroes": 3}
    assert shelf.settings_in(FREEQUEST, said) == wanted


def test_settings_that_do_not_go_together_are_told_by_their_name() -> None:
    with pytest.raises(ContentError) as refused:
        FREEQUEST.new("book", {"play.heroes": 2, "play.players": 3})
    sentence = shelf.setting_trouble(FREEQUEST, str(refused.value))
    assert sentence == "Who leads the heroes: 3 are too many for a party of 2."


def test_settings_are_told_where_they_are_known() -> None:
    chosen: dict[str, str | int] = {"play.referee": "person", "play.heroes": 9}
    assert shelf.settings_told(FREEQUEST, chosen) == [("Who plays the monsters", "A person")]


def test_a_card_says_for_how_many_a_game_can_be_set_up() -> None:
    assert shelf.game_card(FREEQUEST).players == "1 to 5 players"
    assert shelf.game_card(PAIRS).players == "2 players"


# ---- pages and the door ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A program at the door of a server with FreeQuest."""
    folder = tmp_path_factory.mktemp("setting-up")
    game = "undercroft.games.freequest:FREEQUEST"
    with (
        serving(folder / "log", f"sqlite:///{folder}/tables.db", "--with", game, *ANY_RATE) as running,
        visitor_of(running.url) as client,
    ):
        yield client


def test_one_click_opens_the_usual_game(door: httpx.Client) -> None:
    page = door.post("/tables", data={"game": "freequest"})
    assert page.is_redirect
    table = page.headers["location"].removeprefix("/t/")
    seats = door.get(f"/api/tables/{table}").json()["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats] == [("referee", "steady"), ("first player", "")]
    assert "Which hero joins the party?" in door.get(f"/t/{table}").text


def test_the_games_page_opens_what_was_chosen_there(door: httpx.Client) -> None:
    page = door.get("/games/freequest").text
    assert page.count('type="radio"') == 10 + 4 + 4 + 4
    assert page.count(" checked") == 4
    form = {"game": "freequest", "play.quest": "three-sluices", "play.referee": "person", "play.players": "2"}
    table = door.post("/tables", data={**form, "seat": "0"}).headers["location"].removeprefix("/t/")
    seats = door.get(f"/api/tables/{table}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["referee", "first player", "second player"]
    assert 'data-seat="0"' in door.get(f"/t/{table}").text
    assert "Nobody sits there yet" in door.get(f"/t/{table}").text


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"play.quest": "fountain"}, "Quest: &#39;fountain&#39; is none of the choices"),
        ({"play.quest": "two-lanterns"}, "Heroes: Two Lanterns is for 2, not for 4."),
        ({"play.heroes": "2", "play.players": "3"}, "3 are too many for a party of 2."),
        ({"seat": "0"}, "the computer is the referee."),
        ({"seat": "x"}, "is not the number of a seat."),
    ],
)
def test_what_cannot_be_set_up_is_refused_on_the_page_that_keeps_what_was_chosen(
    door: httpx.Client, chosen: dict[str, str], sentence: str
) -> None:
    page = door.post("/tables", data={"game": "freequest", "seed": "amber", **chosen})
    assert page.status_code == 400
    assert sentence in page.text
    assert 'value="amber"' in page.text
    if "play.heroes" in chosen:
        assert 'name="play.heroes" value="2" checked' in page.text


def test_a_game_without_settings_has_a_page_too_and_none_has_none(door: httpx.Client) -> None:
    assert "Play" in door.get("/games/tin-helm").text
    assert door.get("/games/chess").status_code == 404


def test_programs_set_a_table_up_by_changes(door: httpx.Client) -> None:
    (game,) = [each for each in door.get("/api/games").json()["games"] if each["name"] == "freequest"]
    usual = {setting["path"]: setting["usual"] for setting in game["settings"]}
    assert usual == FREEQUEST.usual_changes()
    refereed = Opened(door, "freequest", changes={**usual, "play.referee": "person", "play.players": 4})
    assert list(refereed.seats) == [0, 1, 2, 3, 4]
    assert list(Opened(door, "freequest", changes=usual).seats) == [1]
    wrong = door.post("/api/tables", json={"game": "freequest", "changes": {"play.referee": "kind"}})
    assert wrong.status_code == 400
    assert "there is no referee 'kind'" in wrong.json()["error"]
