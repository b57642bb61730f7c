"""Who thinks in the terminal: what is asked is answered as it would be here, and a thought without an end is ended."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from pathlib import Path

import pytest

import undercroft as house
from tests.endless import ALWAYS, SOON, Deadly, Endless, Faulty, loop_deaf, loop_without_python
from tests.terminal.driver import Terminal, undercroft
from tests.terminal.scenes import look
from tests.web.pairs import PAIRS
from undercroft.bots import find_bot
from undercroft.bots.mcts import Mcts
from undercroft.bots.steady import STEADY
from undercroft.core.odds_words import all_odds, short_odds
from undercroft.core.record import FORMAT, Record
from undercroft.core.session import Session
from undercroft.lab import beside
from undercroft.lab.beside import TooLong
from undercroft.terminal import adviser as module
from undercroft.terminal.adviser import Adviser, Bot
from undercroft.terminal.company import UNDECIDED
from undercroft.terminal.play import Play
from undercroft.terminal.saves import Save

PLAY = ("play", "tin-helm", "--seed", "amber-gate-41")
NO_ANSWER = "there was no answer within 0.3 s, so the attempt was stopped"
PATIENCE = {"UNDERCROFT_PATIENCE": str(SOON)}
SITE = """
from tests.endless import Endless
from undercroft.bots.steady import STEADY

STEADY["tin-helm"] = Endless
"""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot has longer than any other thought."""
    monkeypatch.setattr(beside, "SIMULATION", 0.0)
    monkeypatch.setattr(beside, "LEEWAY", 0.0)


# ---- the same as here ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["random", "steady", "mcts:8"])
@pytest.mark.parametrize("game", ["tin-helm", "elbereth"])
def test_a_bot_beside_the_game_chooses_as_it_would_here(game: str, bot: str) -> None:
    session, adviser = house.start(game, seed="beside"), Adviser()
    here, beside_it = find_bot(bot, game, "x"), Bot(adviser, bot, game, "x")
    for _ in range(12):
        if session.decision is None:
            break
        chosen = session.consult(here)
        assert beside_it.choose(session) is chosen
        if isinstance(here, Mcts):
            assert isinstance(beside_it.player, Mcts)
            assert repr(beside_it.player.thought.estimates) == repr(here.thought.estimates)  # type: ignore[union-attr]
        session.choose(chosen)
    adviser.close()


def test_the_odds_are_those_that_one_works_out_here() -> None:
    session, adviser = house.start("tin-helm", seed="amber-gate-41"), Adviser()
    for _ in range(6):
        assert session.decision is not None
        assert adviser.short_odds(session) == short_odds(session, session.scene())
        option = session.decision.options[0]
        assert adviser.all_odds(session, option, ">") == all_odds(session, option, ">")
        session.choose(option)
    adviser.close()


def test_an_earlier_moment_is_another_session_and_known_as_well() -> None:
    session, adviser = house.start("tin-helm", seed="amber-gate-41"), Adviser()
    first = adviser.short_odds(session)
    session.choose(0)
    adviser.short_odds(session)
    assert adviser.short_odds(session.undo()) == first
    adviser.close()


def test_where_no_copy_can_be_made_the_record_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "can_fork", lambda: False)
    session, adviser = house.start("tin-helm", seed="amber-gate-41"), Adviser()
    session.choose(0)
    assert adviser.short_odds(session) == short_odds(session, session.scene())
    assert adviser.mind is not None
    assert adviser.mind.method == "spawn"
    session.choose(0)
    with pytest.raises(TooLong):
        adviser.ask(session, SOON, loop_deaf)
    assert adviser.short_odds(session) == short_odds(session, session.scene())
    adviser.close()


def test_a_game_that_only_this_process_knows_is_thought_about_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "can_fork", lambda: False)
    session = Session(PAIRS, Record(FORMAT, "pairs", "book", "x", 1, {}))
    adviser = Adviser()
    assert adviser.ask(session, ALWAYS, number_of_choices) == 0
    session.choose(0)
    assert adviser.ask(session, ALWAYS, number_of_choices) == 1
    assert adviser.mind is None


def number_of_choices(desk: module.Desk) -> int:
    return len(desk.session.choices)


def process_number(desk: module.Desk) -> int:
    return os.getpid()


def test_a_process_ends_with_its_adviser() -> None:
    adviser = Adviser()
    number = adviser.ask(house.start("tin-helm", seed="x"), ALWAYS, process_number)
    os.kill(number, 0)
    del adviser
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_a_save_is_free_when_it_is_closed_whoever_still_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERCROFT_HOME", str(tmp_path))
    session, adviser = house.start("tin-helm", seed="x"), Adviser()
    save = Save.create(session.record, "x")
    number = adviser.ask(session, ALWAYS, process_number)
    save.choice("a", "b")
    save.close()
    os.kill(number, 0)
    Save.open(save.path)[0].close()
    adviser.close()


# ---- thoughts that never end -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("double", "why"),
    [
        (Endless, NO_ANSWER),
        (Deadly, "thinking broke off 2 times in a row"),
        (Faulty, "this could not be thought about"),
    ],
)
def test_a_hint_without_an_end_is_a_sentence_and_the_game_goes_on(
    double: type[Endless], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STEADY, "tin-helm", double)
    patience = PATIENCE if double is Endless else {}
    done = undercroft(tmp_path, *PLAY, typed="hint 20\n2\nquit\n", **patience)
    assert done.returncode == 0
    assert f"No hint: {why}" in done.words
    assert "The question is still yours." in done.words
    assert "Saved. Go on with:" in done.words


@pytest.mark.parametrize(
    ("endless", "typed", "sentence", "times"),
    [
        ("all_odds", "odds 1", "No odds", 1),
        # once for each question, however often one looks
        ("short_odds", "look\nlook", "No odds stand beside these options", 2),
    ],
)
def test_odds_without_an_end_are_a_sentence_and_the_game_goes_on(
    endless: str, typed: str, sentence: str, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, endless, loop_without_python)
    done = undercroft(tmp_path, *PLAY, typed=f"{typed}\n2\nquit\n", **PATIENCE)
    assert done.words.count(f"{sentence}: {NO_ANSWER}.") == times
    assert "Saved. Go on with:" in done.words


@pytest.mark.usefixtures("impatient")
def test_auto_hands_back_if_its_bot_does_not_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STEADY, "tin-helm", Endless)
    done = undercroft(tmp_path, *PLAY, typed="auto steady\n2\nquit\n", **PATIENCE)
    assert f"It did not decide: {NO_ANSWER}." in done.words
    assert "steady made no choice; now it is your turn." in done.words
    assert "Saved. Go on with:" in done.words


@pytest.mark.usefixtures("impatient")
def test_a_bot_that_is_watched_and_does_not_decide_is_named_with_choice_and_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STEADY, "tin-helm", Endless)
    done = undercroft(tmp_path, "watch", "tin-helm", "--seed", "amber", **PATIENCE)
    assert done.returncode == 1  # it was asked for rightly, and failed
    assert done.stderr == f"undercroft: steady did not decide on choice 1 of tin-helm, seed 'amber': {NO_ANSWER}\n"


def test_chance_decides_for_a_seat_of_the_computer_s_that_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERCROFT_HOME", str(tmp_path))
    monkeypatch.setitem(STEADY, "pairs", Endless)
    monkeypatch.setattr(Bot, "seconds", property(lambda bot: SOON if bot.recipe.name == "steady" else ALWAYS))
    game = replace(PAIRS, company=lambda state: ("", "steady"))
    window = look()
    play = Play(window, Session(game, Record(FORMAT, "pairs", "book", "x", 1, {})), None)
    play.answer("pass")
    assert len(play.session.choices) == 2
    assert play.session.asked_seat == 0
    assert isinstance(window.console.file, io.StringIO)
    said = " ".join(window.console.file.getvalue().split())
    assert said.count(UNDECIDED) == 1
    play.answer("auto random 2")
    said = " ".join(window.console.file.getvalue().split())
    assert said.count(UNDECIDED) == 3
    assert play.session.outcome is not None
    play.adviser.close()


def test_control_c_ends_a_hint_that_lets_nothing_else_run(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(SITE)
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parent.parent.parent)])
    terminal = Terminal(tmp_path, *PLAY, PYTHONPATH=path)
    terminal.read_until(" > ")
    terminal.send("hint\n")
    terminal.read_until("Ctrl-C stops.")
    terminal.interrupt()
    assert "No hint, then; the question is still yours." in terminal.read_until(" > ")
    terminal.type("2")
    terminal.send("quit\n")
    said, code = terminal.leave()
    assert "Saved. Go on with:" in said
    assert code == 0


def test_patience_that_is_none_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed="quit\n", UNDERCROFT_PATIENCE="soon")
    assert done.stderr == (
        "undercroft: UNDERCROFT_PATIENCE takes a number of seconds up to 86400, such as 60, and 'soon' is not one\n"
    )
