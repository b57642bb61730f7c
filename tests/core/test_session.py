"""Sessions: choosing, refusing, taking back, practising, looking ahead; on the toy game."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable

import msgspec
import pytest

import undercroft
from tests.core.toy import DIG, HOW, LEAVE, UP, Mine, mine_game, mine_record, mine_session
from undercroft.core.chance import Scripted, Seeded
from undercroft.core.errors import ReplayError, RuleError
from undercroft.core.record import Record, Reseed
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt

Face = tuple[str, tuple[str, ...], tuple[object, ...], int, Record]


def face(session: Session) -> Face:
    """All that can be seen of a session from outside."""
    decision = session.decision
    prompt = decision.prompt.name if decision else ""
    options = tuple(option.name for option in decision.options) if decision else ()
    return prompt, options, session.state.key(), len(session.events), session.record


# ---- choosing -------------------------------------------------------------------------------------------------------


def test_a_new_session_waits_for_its_first_choice() -> None:
    session = mine_session()
    decision = session.decision
    assert decision is not None
    assert (decision.number, decision.seat, decision.prompt.name) == (1, 0, "mine.how")
    assert repr(decision) == "<decision 1: mine.how: scrape, dig, blast, tunnel, pick, leave>"
    assert (session.events, session.choices, session.outcome, session.practice) == ([], [], None, False)


@pytest.mark.parametrize("choice", [DIG, "dig", 1])
def test_a_choice_is_an_option_its_name_or_its_place(choice: Option | str | int) -> None:
    session = mine_session()
    session.choose(choice)
    assert session.choices == [DIG]
    assert session.record.choices == (("mine.how", "dig"),)


def test_choosing_returns_what_happened() -> None:
    session = mine_session()
    first = session.choose("scrape")
    assert [event.kind.name for event in first] == ["mine.scraped"]
    second = session.choose("pick")
    assert [event.kind.name for event in second] == ["mine.picked"]
    assert session.events == [*first, *second]


@pytest.mark.parametrize("choice", [UP, "up", "fly", "", 6, -1])
def test_a_choice_that_is_not_offered_is_refused_and_changes_nothing(choice: Option | str | int) -> None:
    session = mine_session()
    session.choose("scrape")
    before, decision = face(session), session.decision
    with pytest.raises(RuleError, match=r"is not offered here; mine\.how offers scrape, dig"):
        session.choose(choice)
    assert face(session) == before
    assert session.decision is decision


def test_a_single_option_is_neither_asked_nor_recorded() -> None:
    session = mine_session(air=3)
    session.choose("leave")
    assert session.decision is None
    assert session.record.choices == (("mine.how", "leave"),)


def test_when_the_game_is_over_there_is_nothing_to_choose() -> None:
    session = mine_session(gold=5, air=0)
    session.choose("leave")
    assert session.outcome is not None
    assert (session.outcome.end, session.outcome.score) == ("left", 5)
    with pytest.raises(RuleError, match="the game is over"):
        session.choose("dig")
    with pytest.raises(RuleError, match="the game is over"):
        session.odds("dig")
    assert session.record.choices == (("mine.how", "leave"),)


def test_two_sessions_never_disturb_each_other() -> None:
    left, right, alone = mine_session("a"), mine_session("b"), mine_session("a")
    for choice in ("dig", "again", "again", "keep", "blast"):
        mixed = left.choose(choice)
        right.choose(choice)
        assert mixed == alone.choose(choice)


def test_the_clauses_behind_the_last_event_and_the_question_answer_why() -> None:
    session = mine_session()
    assert [rule.id for rule in session.why()] == ["mine.work"]
    session.choose("dig")
    assert "mine.look" in [rule.id for rule in session.why()]


def broken(state: State, table: Table) -> None:
    """Rules that fail after the first choice."""
    table.seat(state)
    table.begin_turn()
    table.choose(0, HOW, (DIG, LEAVE))
    raise ZeroDivisionError("a fault in the rules")


def test_a_fault_in_the_rules_comes_out_where_the_choice_was_made() -> None:
    session = Session(mine_game(rules=broken), mine_record())
    with pytest.raises(ZeroDivisionError, match="a fault in the rules"):
        session.choose("dig")


def two_seats(state: State, table: Table) -> None:
    """Both seats decide in turn."""
    assert isinstance(state, Mine)
    table.seat(state)
    table.begin_turn()
    for seat in (0, 1, 1, 0):
        table.choose(seat, HOW, (DIG, LEAVE))
    state.over = True


def test_a_decision_says_whose_it_is() -> None:
    session = Session(mine_game(rules=two_seats, seats=("left", "right")), mine_record())
    seats = []
    while session.decision is not None:
        seats.append(session.decision.seat)
        session.choose(0)
    assert seats == [0, 1, 1, 0]


def test_a_session_that_nobody_holds_is_given_back() -> None:
    gc.collect()
    before = sum(isinstance(thing, Session) for thing in gc.get_objects())
    for number in range(20):
        mine_session(str(number)).choose("dig")
    gc.collect()
    assert sum(isinstance(thing, Session) for thing in gc.get_objects()) == before


# ---- records --------------------------------------------------------------------------------------------------------


def test_a_record_rebuilds_the_session() -> None:
    session = mine_session()
    for choice in ("dig", "again", "keep", "pick"):
        session.choose(choice)
    again = Session(session.game, session.record)
    assert face(again) == face(session)
    assert again.events == session.events


@pytest.mark.parametrize(
    ("choices", "number", "said"),
    [
        ((("mine.how", "fly"),), 1, "choice 1, mine.how fly, does not fit: mine.how offers"),
        ((("mine.how", "scrape"), ("mine.look", "keep")), 2, "choice 2, mine.look keep, does not fit: mine.how offers"),
        ((("mine.how", "leave"), ("mine.how", "dig")), 2, "choice 2, dig, does not fit: the game is over before it"),
    ],
)
def test_a_record_that_does_not_fit_says_at_which_choice(
    choices: tuple[tuple[str, str], ...], number: int, said: str
) -> None:
    with pytest.raises(ReplayError) as refused:
        Session(mine_game(), mine_record(choices=choices))
    assert refused.value.number == number
    assert str(refused.value).startswith(said)


# ---- taking back ----------------------------------------------------------------------------------------------------


def test_a_choice_that_taught_nothing_is_taken_back_as_if_never_made() -> None:
    session, never = mine_session(), mine_session()
    session.choose("scrape")
    assert session.can_undo()
    back = session.undo()
    assert face(back) == face(never)
    assert (back.practice, back.real) == (False, None)
    assert back.choose("dig") == never.choose("dig")


def test_after_a_roll_taking_back_opens_a_practice_branch() -> None:
    session = mine_session()
    session.choose("scrape")
    before = face(session)
    session.choose("blast")
    after, decision = face(session), session.decision
    assert not session.can_undo()
    branch = session.undo()
    assert branch.practice
    assert branch.real is session
    assert branch.record.practice
    assert face(branch)[:4] == before[:4]
    assert face(session) == after
    assert session.decision is decision
    assert not session.practice


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_what_was_rolled_before_the_choice_stays_in_practice(seed: str) -> None:
    session = mine_session(seed)
    for _ in range(4):
        session.choose("blast")
    before, events = face(session), list(session.events)
    session.choose("blast")
    branch = session.undo()
    assert face(branch)[:4] == before[:4]
    assert branch.events == events


def test_an_undo_of_the_first_choice_leads_back_to_the_beginning() -> None:
    session = mine_session()
    session.choose("blast")
    branch = session.undo()
    assert branch.choices == []
    assert branch.practice
    with pytest.raises(RuleError, match="there is nothing to take back"):
        branch.undo()


def test_practice_has_dice_of_its_own() -> None:
    session = mine_session("own dice")
    real = [session.choose("blast") for _ in range(12)]
    branch: Session = session
    for _ in range(12):
        branch = branch.undo()
    assert branch.choices == []
    assert [branch.choose("blast") for _ in range(12)] != real


def test_every_practice_branch_of_a_moment_has_dice_of_its_own() -> None:
    session = mine_session()
    session.choose("blast")
    branches = [session.undo() for _ in range(6)]
    assert len({branch.record.to_text() for branch in branches}) == 6
    for branch in branches:
        for _ in range(12):
            branch.choose("blast")
    assert len({tuple(branch.events) for branch in branches}) == 6


def test_practice_of_practice_leads_back_to_the_real_game() -> None:
    session = mine_session()
    session.choose("blast")
    branch = session.undo()
    branch.choose("blast")
    deeper = branch.undo()
    assert deeper.practice
    assert deeper.real is session
    assert deeper.record.practice != branch.record.practice


def test_a_free_undo_in_practice_stays_in_practice() -> None:
    session = mine_session()
    session.choose("blast")
    branch = session.undo()
    branch.choose("scrape")
    back = branch.undo()
    assert back.practice
    assert back.real is session
    assert back.record == branch.undo().record


def test_what_practice_has_shown_cannot_be_taken_back_into_the_real_game() -> None:
    session = mine_session()
    session.choose("scrape")
    session.choose("blast")
    branch = session.undo().undo()  # the scrape taught nothing, the blast did
    assert branch.choices == []
    assert branch.practice
    assert branch.real is session


def test_a_practice_record_rebuilds_the_branch_with_its_dice() -> None:
    session = mine_session()
    session.choose("blast")
    session.choose("dig")
    branch = session.undo()
    for choice in ("dig", "again", "keep", "blast"):
        branch.choose(choice)
    again = Session(branch.game, branch.record)
    assert face(again) == face(branch)
    assert again.events == branch.events
    assert again.practice
    assert again.choose("blast") == branch.choose("blast")


def test_the_true_future_is_untouched_by_practice() -> None:
    session, alone = mine_session(), mine_session()
    for choice in ("blast", "dig"):
        session.choose(choice)
        alone.choose(choice)
    branch = session.undo()
    branch.choose("blast")
    branch.choose("leave")
    for choice in ("again", "again", "keep", "blast", "leave"):
        assert session.choose(choice) == alone.choose(choice)


# ---- looking ahead --------------------------------------------------------------------------------------------------


class Leaver(Player):
    """Leaves as soon as it can."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        return LEAVE if LEAVE in options else options[0]


def test_a_fork_plays_on_from_this_very_moment() -> None:
    session = mine_session(gold=3)
    session.choose("dig")
    gold = session.state.figures()[0]
    end = session.fork([Leaver()], Scripted([1, 2], []))
    assert end.figures() == (gold - 1, 0)


def test_a_fork_leaves_the_session_as_it_was() -> None:
    session, alone = mine_session(), mine_session()
    session.choose("dig")
    alone.choose("dig")
    before = face(session)
    session.fork([Leaver()], Seeded("elsewhere"))
    assert face(session) == before
    assert session.choose("again") == alone.choose("again")
    assert session.choose("again") == alone.choose("again")


def test_a_fork_never_sees_what_is_to_come() -> None:
    record = mine_record("one", (("mine.how", "dig"), ("mine.look", "again")))
    real = Session(mine_game(), record)
    other = Session(mine_game(), msgspec.structs.replace(record, practice=(Reseed(2, "another future"),)))
    assert real.state.key() == other.state.key()
    for number in range(5):
        ends = [session.fork([Leaver()], Seeded(str(number))).key() for session in (real, other)]
        assert ends[0] == ends[1]
    assert [real.choose("again") for _ in range(30)] != [other.choose("again") for _ in range(30)]


# ---- faults ---------------------------------------------------------------------------------------------------------


def test_another_thread_is_refused_and_nothing_is_recorded() -> None:
    session = mine_session()
    before = face(session)
    refused: list[str] = []

    def elsewhere() -> None:
        with pytest.raises(RuleError) as refusal:
            session.choose("scrape")
        refused.append(str(refusal.value))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert refused == ["a session is played in the thread that began it; load its record in the other"]
    assert face(session) == before
    session.choose("scrape")
    assert [option.name for option in session.choices] == ["scrape"]


def test_a_choice_that_a_fault_cut_short_is_not_recorded() -> None:
    def faulty(state: State, table: Table) -> None:
        table.seat(state)
        table.begin_turn()
        table.choose(0, HOW, (DIG, LEAVE))
        raise ZeroDivisionError("a fault in the rules")

    session = Session(mine_game(faulty), mine_record())
    with pytest.raises(ZeroDivisionError):
        session.choose("dig")
    assert session.record.choices == ()
    with pytest.raises(RuleError, match="the game stopped at an error"):
        session.choose("dig")


def test_a_seat_takes_back_only_its_own_choice_freely() -> None:
    def in_turns(state: State, table: Table) -> None:
        assert isinstance(state, Mine)
        table.seat(state)
        table.begin_turn()
        table.choose(0, HOW, (DIG, LEAVE))
        table.choose(1, HOW, (DIG, LEAVE))
        table.choose(0, HOW, (DIG, LEAVE))
        state.over = True

    session = Session(mine_game(in_turns, seats=("one", "two")), mine_record())
    session.choose("dig")
    assert session.can_undo(0)
    session.choose("leave")
    assert session.can_undo(1)
    assert not session.can_undo(0)
    assert session.undo(0).practice
    assert not session.undo(1).practice


def test_a_seat_that_is_not_there_and_a_yes_for_a_place_are_refused() -> None:
    session = undercroft.start("tin-helm", seed="a")
    session.choose(0)
    asked: list[Callable[[object], object]] = [session.scene, session.undo, session.can_undo]
    for ask in asked:
        with pytest.raises(RuleError, match=r"^Tin Helm has no seat 1; its seats are 0 to 0$"):
            ask(1)
    with pytest.raises(RuleError, match=r"^choose by an option, its name or its place in the list, not by True$"):
        session.choose(True)
