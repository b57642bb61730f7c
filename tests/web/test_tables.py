"""The tables: who may do what, and that a table is the same after any server's end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update

from tests.terminal.old_saves import DOES_NOT_FIT, ENDED, FIT, GOES_ON
from tests.web.pairs import PAIRS
from tests.web.tables import TODAY
from undercroft.core.errors import RecordError, UndercroftError
from undercroft.core.record import Record
from undercroft.core.seeds import words_for
from undercroft.games import GAMES
from undercroft.web.keys import seed_of_the_day
from undercroft.web.lists import lines_of, results_of
from undercroft.web.schema import CHOICES, HOLDINGS, TABLES
from undercroft.web.seating import Caller, Refusal
from undercroft.web.store import Store
from undercroft.web.tables import Opened, Opening, Tables

GAMES_HERE = {**GAMES, "pairs": PAIRS}
VERA, OTTO = Caller(visitor="vera"), Caller(visitor="otto")


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    monkeypatch.setattr("undercroft.web.tables.today", lambda: TODAY)
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    for visitor in ("vera", "otto"):
        store.know_visitor(visitor)
    yield Tables(store, GAMES_HERE)
    store.close()


def again(tables: Tables) -> Tables:
    """The same tables as another server sees them."""
    return Tables(tables.store, GAMES_HERE)


def secret_of(opened: Opened, seat: int = 0) -> Caller:
    return Caller(secret=opened.seats[seat][2])


def choose(tables: Tables, caller: Caller, table: str, option: str, seat: int | None = None) -> None:
    tables.choose(caller, table, tables.look(table).row.number, seat, option)


def play_pairs(tables: Tables, caller: Caller, table: str, options: str) -> None:
    for option in options.split():
        choose(tables, caller, table, option)


# ---- opening ---------------------------------------------------------------------------------------------------------


def test_a_table_opens_with_the_seed_that_was_asked_for(tables: Tables) -> None:
    opened = tables.open(Opening("tin-helm", seed="amber-gate-41"), "vera")
    assert tables.record(VERA, opened.table).seed == "amber-gate-41"
    assert tables.view(VERA, opened.table).seed == "amber-gate-41"


def test_two_tables_have_different_seeds_ids_and_secrets(tables: Tables) -> None:
    first, second = (tables.open(Opening("pairs")) for _ in range(2))
    assert tables.look(first.table).row.start.seed != tables.look(second.table).row.start.seed
    secrets = [first.owner, second.owner, *(seat[2] for seat in (*first.seats, *second.seats))]
    assert len(set(secrets)) == 6
    assert min(map(len, secrets)) >= 22  # 128 bits in base64


@pytest.mark.parametrize(
    ("opening", "sentence"),
    [
        (Opening("chess"), "there is no game 'chess'"),
        (Opening("tin-helm", edition="gilded"), "no edition 'gilded'"),
        (Opening("tin-helm", seed="x" * 81), "at most 80 letters"),
        (Opening("tin-helm", seed="\ud800"), "half a character"),
        (Opening("tin-helm", bots={0: "deep-thought"}), "there is no bot 'deep-thought'"),
        (Opening("tin-helm", bots={1: "steady"}), "has no seat 1"),
        (Opening("pairs", bots={1: "steady"}), "does not know pairs"),
        (Opening("tin-helm", changes={"enemy.wraith.helth": 3}), "helth"),
        (Opening("tin-helm", day="2020-02-02"), "the dungeon of 2020-02-02 is closed"),
        (Opening("tin-helm", day=TODAY, edition="printed"), "by the book, by people"),
        (Opening("tin-helm", day=TODAY, bots={0: "steady"}), "by the book, by people"),
        (Opening("tin-helm", bots={0: "mcts:3600s"}), "at most 2 s"),
        (Opening("tin-helm", bots={0: "mcts:1000000"}), "or 5000 simulations"),
        (Opening("tin-helm", bots={0: f"mcts:0.{'5' * 60}s"}), "at most 40 letters"),
    ],
)
def test_a_table_that_cannot_be_is_refused(tables: Tables, opening: Opening, sentence: str) -> None:
    with pytest.raises(UndercroftError, match=sentence):
        tables.open(opening, "vera")
    assert lines_of(tables, "vera") == []


# ---- choosing --------------------------------------------------------------------------------------------------------


def test_a_choice_is_in_the_store_when_it_is_acknowledged(tables: Tables) -> None:
    opened = tables.open(Opening("tin-helm", seed="a"))
    _, view = tables.choose(secret_of(opened), opened.table, 0, None, "human")
    assert view.number == 1
    other = again(tables)
    assert other.record(Caller(secret=opened.owner), opened.table).choices == (("setup.race", "human"),)


def test_a_choice_is_answered_with_what_happened(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"))
    lines, view = tables.choose(secret_of(opened), opened.table, 0, None, "pass")
    assert [line.text for line in lines] == ["West passes."]
    assert view.scene.log[-1] == lines[-1]


def test_another_server_goes_on_where_this_one_is(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    other = again(tables)
    for number, server in enumerate((tables, other, other, tables, tables, other)):
        server.choose(VERA, opened.table, number, None, "high")
    assert tables.view(VERA, opened.table).scene == other.view(VERA, opened.table).scene
    assert tables.view(VERA, opened.table).scene.ending is not None


@pytest.mark.parametrize(
    ("caller", "number", "seat", "option", "status"),
    [
        (VERA, 0, 0, "pass", 409),
        (VERA, 2, 0, "pass", 409),
        (VERA, 1, 0, "pass", 409),
        (VERA, 1, 1, "castle", 400),
        (VERA, 1, 7, "pass", 404),
        (OTTO, 1, 1, "pass", 403),
        (Caller(secret="guessed"), 1, 1, "pass", 403),
        (Caller(), 1, 1, "pass", 403),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(
    tables: Tables, caller: Caller, number: int, seat: int, option: str, status: int
) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    choose(tables, VERA, opened.table, "high")
    before = tables.view(VERA, opened.table, 1)
    with pytest.raises(Refusal) as refused:
        tables.choose(caller, opened.table, number, seat, option)
    assert refused.value.status == status
    assert tables.view(VERA, opened.table, 1) == before
    assert again(tables).view(VERA, opened.table, 1) == before


def test_a_choice_that_does_not_reach_the_store_was_never_made(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    before = tables.view(VERA, opened.table, 0)
    with tables.store.writing() as db:
        db.execute(CHOICES.insert().values(table_id=opened.table, number=1, deed="seat", seat=0, prompt="", option="",
                                           practice="[]", at=""))  # fmt: skip
    with pytest.raises(UndercroftError, match="faster"):
        choose(tables, VERA, opened.table, "high")
    assert tables.view(VERA, opened.table, 0) == before


def test_an_unknown_table_is_unknown(tables: Tables) -> None:
    with pytest.raises(Refusal, match="there is no table 'nowhere'"):
        tables.view(VERA, "nowhere")


# ---- taking back -----------------------------------------------------------------------------------------------------


def test_an_undo_takes_back_what_taught_nobody_anything(tables: Tables) -> None:
    opened = tables.open(Opening("tin-helm", seed="a"), "vera")
    start = tables.view(VERA, opened.table)
    choose(tables, VERA, opened.table, "human")
    view = tables.undo(VERA, opened.table, 1, 0)
    assert view.scene == start.scene
    assert view.number == 2
    assert tables.record(VERA, opened.table).choices == ()
    assert again(tables).view(VERA, opened.table) == view


def test_an_undo_past_a_roll_is_refused_and_practice_leaves_the_game_as_it_is(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    choose(tables, VERA, opened.table, "high")
    before = tables.view(VERA, opened.table, 0)
    assert (before.can_undo, before.may_practise) == (False, True)
    with pytest.raises(Refusal, match="something was learned since"):
        tables.undo(VERA, opened.table, 1, 0)
    branch = tables.practise(VERA, opened.table, 1, 0)
    view = tables.view(VERA, branch.table)
    assert (view.practice, view.parent, view.choices) == (True, opened.table, 0)
    assert tables.view(VERA, opened.table, 0) == before
    assert [line.table for line in lines_of(tables, "vera") if line.practice] == [branch.table]


def test_in_practice_everything_can_be_taken_back(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    play_pairs(tables, VERA, opened.table, "high low")
    branch = tables.practise(VERA, opened.table, 2, 0).table
    play_pairs(tables, VERA, branch, "high high low")
    for _ in range(4):
        number = tables.look(branch).row.number
        tables.undo(VERA, branch, number, tables.view(VERA, branch).seat)
    view = tables.view(VERA, branch)
    assert (view.choices, view.practice, view.can_undo) == (0, True, False)
    assert again(tables).view(VERA, branch) == view


def test_nobody_practises_with_what_another_player_holds(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    tables.join("otto", opened.table, 1, opened.seats[1][2])
    choose(tables, VERA, opened.table, "high", 0)
    number = tables.look(opened.table).row.number
    with pytest.raises(Refusal, match="others play here too"):
        tables.practise(VERA, opened.table, number, 0)
    with pytest.raises(Refusal, match="others play here too"):
        tables.branch(VERA, opened.table, 0)
    assert not tables.view(VERA, opened.table).may_practise


# ---- seats -----------------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_scene_only(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"))
    beasts = {seat: tables.view(secret_of(opened, seat), opened.table).scene for seat in (0, 1)}
    own = {seat: [item for zone in scene.zones for item in zone.items] for seat, scene in beasts.items()}
    for seat in (0, 1):
        with pytest.raises(Refusal, match="somebody else's seat"):
            tables.view(secret_of(opened, seat), opened.table, 1 - seat)
    assert own[0] != own[1]
    assert beasts[0].question is not None
    assert beasts[1].question is None


def test_who_is_invited_takes_the_seat_and_its_secret_from_the_owner(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    assert [seat.holder for seat in tables.view(VERA, opened.table).seats] == ["you", "you"]
    tables.join("otto", opened.table, 1, opened.seats[1][2])
    assert [seat.holder for seat in tables.view(VERA, opened.table).seats] == ["you", "somebody"]
    assert [seat.holder for seat in tables.view(OTTO, opened.table).seats] == ["somebody", "you"]
    assert tables.view(VERA, opened.table).seats[1].invitation == ""
    with pytest.raises(Refusal, match="not valid"):
        tables.join("vera", opened.table, 1, opened.seats[1][2])
    with pytest.raises(Refusal, match="somebody else's seat"):
        tables.view(VERA, opened.table, 1)


def test_the_only_seat_can_be_shared(tables: Tables) -> None:
    opened = tables.open(Opening("tin-helm", seed="a"), "vera")
    tables.join("otto", opened.table, 0, opened.seats[0][2])
    choose(tables, OTTO, opened.table, "human")
    choose(tables, VERA, opened.table, "footpad")
    assert tables.view(OTTO, opened.table).choices == 2


def test_a_seed_is_for_nobody_where_several_play_until_the_game_is_over(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="amber-gate-41"), "vera")
    assert tables.view(VERA, opened.table).seed == "amber-gate-41"
    tables.join("otto", opened.table, 1, opened.seats[1][2])
    assert "amber-gate-41" not in repr(tables.view(VERA, opened.table))
    assert "amber-gate-41" not in repr(tables.view(OTTO, opened.table))
    assert tables.replay(OTTO, opened.table, 0).seed == ""
    for caller in (VERA, OTTO, Caller()):
        with pytest.raises(Refusal, match="holds the seed"):
            tables.record(caller, opened.table)
    for number in range(6):
        choose(tables, VERA if number % 2 == 0 else OTTO, opened.table, "pass")
    assert tables.view(OTTO, opened.table).seed == "amber-gate-41"
    assert tables.record(Caller(), opened.table).seed == "amber-gate-41"


def test_a_practice_branch_does_not_tell_the_seed_of_the_game_it_left(tables: Tables) -> None:
    opened = tables.open(Opening("tin-helm", seed="amber-gate-41"), "vera")
    tables.join("otto", opened.table, 0, opened.seats[0][2])
    choose(tables, OTTO, opened.table, "human")
    branch = tables.practise(OTTO, opened.table, tables.look(opened.table).row.number, 0)
    assert "amber-gate-41" not in repr(tables.view(OTTO, branch.table))
    assert tables.replay(OTTO, branch.table, 0).seed == ""
    for caller in (OTTO, Caller(secret=branch.owner)):
        with pytest.raises(Refusal, match="holds the seed"):
            tables.record(caller, branch.table)
    assert tables.record(VERA, branch.table).seed == "amber-gate-41"
    assert "amber-gate-41" not in tables.record(VERA, branch.table).practice[0].seed


def test_who_comes_back_finds_his_seat_untouched_by_practice_while_a_bot_played_it(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    tables.join("otto", opened.table, 1, opened.seats[1][2])
    tables.give_to_bot(OTTO, opened.table, 1, "random")
    choose(tables, VERA, opened.table, "high", 0)
    with pytest.raises(Refusal, match="others play here too"):
        tables.branch(VERA, opened.table, 0)


def test_the_seats_of_a_branch_stay_as_they_are(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a", bots={1: "random"}), "vera")
    choose(tables, VERA, opened.table, "high", 0)
    branch = tables.branch(VERA, opened.table, 0)
    assert [seat[0] for seat in branch.seats] == [0]
    with pytest.raises(Refusal, match="stay as they are"):
        tables.take_back(VERA, branch.table, 1)


def test_an_invitation_is_used_up_where_several_play(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    tables.leave(VERA, opened.table, 1)
    link = tables.view(VERA, opened.table).seats[1].invitation.rpartition("/")[2]
    assert link != opened.seats[1][2]
    tables.join("otto", opened.table, 1, link)
    with pytest.raises(Refusal, match="not valid any more"):
        tables.join("anna", opened.table, 1, link)
    assert tables.view(Caller(secret=tables.look(opened.table).seats[1].secret), opened.table).seat == 1
    tables.leave(OTTO, opened.table, 1)
    with pytest.raises(Refusal, match="needs an invitation"):
        tables.view(OTTO, opened.table)


def test_who_holds_both_seats_takes_back_whichever_chose_last(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    _, view = tables.choose(VERA, opened.table, 0, 0, "pass")
    assert (view.seat, view.can_undo) == (1, True)
    assert tables.undo(VERA, opened.table, 1, 1).choices == 0


def test_who_chooses_is_seen(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    with tables.store.writing() as db:
        db.execute(update(HOLDINGS).values(seen="2020-02-02T00:00:00.000+00:00"))
    choose(tables, VERA, opened.table, "pass", 0)
    assert all(seen > "2026" for seen in tables.store.last_seen(opened.table).values())


def test_a_seat_given_to_a_bot_is_played_by_it_until_it_is_taken_back(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    tables.give_to_bot(VERA, opened.table, 0, "random")
    live = tables.look(opened.table)
    assert live.bot == "random"
    with pytest.raises(Refusal, match="random plays this seat"):
        choose(tables, VERA, opened.table, "high", 0)
    tables.choose_for_bot(opened.table, live.row.number, "high")
    assert tables.look(opened.table).turn == 1
    tables.take_back(VERA, opened.table, 0)
    assert tables.look(opened.table).seats[0].bot == ""
    assert [deed.deed for deed in tables.store.deeds(opened.table, 99)] == ["seat", "choose", "seat"]


def test_the_owner_hands_a_silent_seat_to_a_bot_but_no_other(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    tables.join("otto", opened.table, 1, opened.seats[1][2])
    with pytest.raises(Refusal, match="was here a moment ago"):
        tables.give_to_bot(VERA, opened.table, 1, "random")
    with pytest.raises(Refusal, match="only who opened the table"):
        tables.give_to_bot(OTTO, opened.table, 0, "random")
    long_ago = (datetime.now(UTC) - timedelta(minutes=5)).isoformat(timespec="seconds")
    with tables.store.writing() as db:
        db.execute(update(HOLDINGS).where(HOLDINGS.c.visitor == "otto").values(seen=long_ago))
    assert tables.view(VERA, opened.table).seats[1].silent
    tables.give_to_bot(VERA, opened.table, 1, "random")
    assert tables.view(OTTO, opened.table).seats[1].bot == "random"
    with pytest.raises(Refusal, match="only who sits there"):
        tables.take_back(VERA, opened.table, 1)
    tables.take_back(OTTO, opened.table, 1)
    assert tables.look(opened.table).seats[1].bot == ""


def test_a_seat_can_be_left_and_taken_by_somebody_else(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    tables.leave(VERA, opened.table, 1)
    seats = tables.view(VERA, opened.table).seats
    assert [seat.holder for seat in seats] == ["you", "nobody"]
    tables.join("otto", opened.table, 1, seats[1].invitation.rpartition("/")[2])
    assert tables.view(OTTO, opened.table).seat == 1


# ---- replays ---------------------------------------------------------------------------------------------------------


def test_a_replay_shows_every_moment_and_what_was_chosen_next(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    scenes = [tables.view(VERA, opened.table, 0).scene]
    for option in "high low pass high low low".split():
        choose(tables, VERA, opened.table, option)
        scenes.append(tables.view(VERA, opened.table, 0).scene)
    replays = [tables.replay(Caller(), opened.table, at) for at in range(7)]
    assert [replay.scene for replay in replays] == scenes
    assert [replay.chosen for replay in replays] == ["high", "", "pass", "", "low", "", ""]
    assert tables.replay(Caller(), opened.table, 99).at == 6


def test_play_on_from_here_is_practice_with_other_chance(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    play_pairs(tables, VERA, opened.table, "high low high low high low")
    branches = [tables.branch(OTTO, opened.table, 2).table for _ in range(8)]
    for branch in branches:
        view = tables.view(OTTO, branch)
        assert (view.practice, view.choices, view.parent) == (True, 2, opened.table)
        choose(tables, OTTO, branch, "high")
    rolls = {tables.log(OTTO, branch)[-2:] for branch in branches}
    assert len(rolls) > 1
    with pytest.raises(Refusal, match="the game is over there"):
        tables.branch(OTTO, opened.table, 6)
    with pytest.raises(Refusal, match="there is no moment 7"):
        tables.branch(OTTO, opened.table, 7)


def test_a_record_that_somebody_brings_is_looked_at_and_played_on(tables: Tables) -> None:
    opened = tables.open(Opening("tin-helm", seed="a"), "vera")
    choose(tables, VERA, opened.table, "human")
    table = tables.open_record(tables.record(VERA, opened.table).to_text(), "otto")
    assert tables.replay(Caller(), table, 0).chosen == "human"
    assert tables.view(OTTO, tables.branch(OTTO, table, 1).table).choices == 1
    assert [line.table for line in lines_of(tables, "otto") if not line.practice] == []


def test_a_record_cannot_be_changed(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    table = tables.open_record(tables.record(VERA, opened.table).to_text(), "vera")
    with pytest.raises(Refusal, match="this is a record"):
        tables.choose(VERA, table, 0, 0, "high")
    with pytest.raises(Refusal, match="this is a record"):
        tables.undo(VERA, table, 0, 0)
    with pytest.raises(Refusal, match="stay as they are"):
        tables.give_to_bot(VERA, table, 0, "random")
    assert tables.look(table).row.number == 0


def test_a_record_that_is_none_is_refused(tables: Tables) -> None:
    with pytest.raises(RecordError, match="not an Undercroft record"):
        tables.open_record("Dear diary", "otto")


def test_choices_that_no_longer_fit_are_cut_off_and_nothing_is_deleted(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    play_pairs(tables, VERA, opened.table, "high low high")
    with tables.store.writing() as db:
        db.execute(update(CHOICES).where(CHOICES.c.number == 2).values(option="double"))
    later = again(tables)
    assert later.view(VERA, opened.table).choices == 1
    choose(later, VERA, opened.table, "pass")
    assert again(tables).record(VERA, opened.table).choices == (("pairs.bet", "high"), ("pairs.bet", "pass"))
    assert [deed.deed for deed in tables.store.deeds(opened.table, 9)] == ["choose"] * 3 + ["cut", "choose"]


def test_what_is_cut_from_a_practice_branch_stays_practice_on_every_server(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    play_pairs(tables, VERA, opened.table, "high low high")
    branch = tables.branch(VERA, opened.table, 3).table
    start = tables.look(branch).row.start
    broken = msgspec.structs.replace(start, choices=(start.choices[0], ("pairs.bet", "double"), start.choices[2]))
    with tables.store.writing() as db:
        db.execute(update(TABLES).where(TABLES.c.id == branch).values(start=msgspec.json.encode(broken).decode()))
        db.execute(update(TABLES).where(TABLES.c.id == branch).values(number=0))
    first = again(tables).look(branch).session.record
    assert first == again(tables).look(branch).session.record
    assert (len(first.choices), [reseed.at for reseed in first.practice]) == (1, [1])


@pytest.mark.parametrize(
    ("record", "fits"),
    [(GOES_ON, len(GOES_ON.choices)), (ENDED, len(ENDED.choices)), (DOES_NOT_FIT, FIT)],
    ids=["goes on", "was over", "no longer fits"],
)
def test_a_table_of_older_rules_goes_on_as_far_as_it_fits(tables: Tables, record: Record, fits: int) -> None:
    opened = tables.open(Opening("freequest", seed=record.seed, changes=record.changes), "vera")
    was_over = record is ENDED
    with tables.store.writing() as db:
        start = msgspec.json.encode(msgspec.structs.replace(record, choices=())).decode()
        for number, (prompt, option) in enumerate(record.choices, 1):
            db.execute(CHOICES.insert().values(table_id=opened.table, number=number, deed="choose", seat=1,
                                               prompt=prompt, option=option, practice="[]", at=""))  # fmt: skip
        made = len(record.choices)
        db.execute(update(TABLES).values(start=start, number=made, made=made, finished=was_over, won=was_over))
    later = again(tables)
    view = later.view(VERA, opened.table)
    assert (view.choices, view.scene.ending) == (fits, None)
    assert view.scene.question is not None
    assert [line.finished for line in lines_of(later, "vera")] == [False]
    choose(later, VERA, opened.table, view.scene.question.choices[0].name)
    assert tables.record(VERA, opened.table).choices[:fits] == record.choices[:fits]
    deeds = tables.store.deeds(opened.table, later.look(opened.table).row.number)
    assert tuple((deed.prompt, deed.option) for deed in deeds)[: len(record.choices)] == record.choices


def test_a_game_of_newer_rules_is_left_alone(tables: Tables) -> None:
    opened = tables.open(Opening("pairs", seed="a"), "vera")
    newer = msgspec.structs.replace(tables.look(opened.table).row.start, rules=99)
    with tables.store.writing() as db:
        db.execute(update(TABLES).values(start=msgspec.json.encode(newer).decode()))
    with pytest.raises(Refusal, match="newer rules"):
        again(tables).view(VERA, opened.table)
    assert [line.status for line in lines_of(again(tables), "vera")] == [
        "cannot be opened by this version of the program"
    ]


# ---- lists -----------------------------------------------------------------------------------------------------------


def test_tables_that_go_on_stand_before_finished_ones(tables: Tables) -> None:
    done = tables.open(Opening("pairs", seed="a"), "vera").table
    going = tables.open(Opening("pairs", seed="a"), "vera").table
    play_pairs(tables, VERA, done, "pass pass pass pass pass pass")
    lines = lines_of(tables, "vera")
    assert [(line.table, line.finished, line.your_turn) for line in lines] == [
        (going, False, True),
        (done, True, False),
    ]


def test_the_dungeon_of_the_day_is_the_same_for_everybody_and_another_tomorrow(tables: Tables) -> None:
    first, second = (tables.open(Opening("tin-helm", day=TODAY), visitor).table for visitor in ("vera", "otto"))
    assert tables.look(first).row.start.seed == tables.look(second).row.start.seed == seed_of_the_day("tin-helm", TODAY)
    assert len({seed_of_the_day("tin-helm", f"2026-11-{day:02}") for day in range(1, 31)}) == 30
    assert seed_of_the_day("tin-helm", "2026-11-16") != seed_of_the_day("elbereth", "2026-11-16")
    assert words_for(0) != words_for(1)


def test_the_first_try_counts_for_the_day(tables: Tables) -> None:
    tables.store.rename("vera", "Vera")
    tries = []
    for visitor in ("vera", "vera", "otto"):
        tries.append(tables.open(Opening("pairs", day=TODAY), visitor).table)
        time.sleep(0.002)
    for table, visitor in zip(tries[::-1], ("otto", "vera", "vera"), strict=True):
        play_pairs(tables, Caller(visitor=visitor), table, "pass pass pass pass pass pass")
    seen_by_otto = results_of(tables, "otto", "pairs", TODAY)
    assert {(result.table, result.who, result.yours) for result in seen_by_otto} == {
        (tries[0], "Vera", False),
        (tries[2], "", True),
    }
    seen_by_vera = results_of(tables, "vera", "pairs", TODAY)
    assert [(result.table, result.first) for result in seen_by_vera][2:] == [(tries[1], False)]


def test_a_first_try_that_was_left_does_not_let_the_second_count(tables: Tables) -> None:
    tables.open(Opening("pairs", day=TODAY), "vera")
    time.sleep(0.002)  # the time is kept to the millisecond
    second = tables.open(Opening("pairs", day=TODAY), "vera").table
    play_pairs(tables, VERA, second, "pass pass pass pass pass pass")
    assert [result.first for result in results_of(tables, "vera", "pairs", TODAY)] == [False]
    assert results_of(tables, "otto", "pairs", TODAY) == []
