"""What a bot that thinks has found, in words."""

from __future__ import annotations

import io
import re
import signal
from math import hypot
from pathlib import Path

import pytest

import undercroft as house
from tests.terminal.driver import undercroft
from tests.terminal.scenes import look
from undercroft.bots import find_bot, thinking_bot
from undercroft.bots.mcts import Budget, Estimate, Mcts, Thought
from undercroft.core.scene import Question
from undercroft.core.session import Session
from undercroft.core.vocabulary import Event, Option
from undercroft.terminal.look import ASCII, Look
from undercroft.terminal.tell import Telling, tell_answer
from undercroft.terminal.thinking import hint_parts, note_of

BUDGET = 1000


def asked(session: Session) -> Question:
    """The question of a session."""
    question = session.scene().question
    assert question is not None
    return question


def thinker(session: Session, best: int, *found: tuple[float, float, int], paired: float = 1.0) -> Mcts:
    """A bot that has found a chance, its error and a number of games for each option, and likes the best of them.

    `paired` says how much surer the same chance makes their differences.
    """
    decision = session.decision
    assert decision is not None
    player = thinking_bot(session.game.name, "x", Budget(BUDGET, 0.0))
    pairs = zip(decision.options, found, strict=True)
    most, least_error = found[best - 1][:2]
    estimates = []
    for option, (chance, error, games) in pairs:
        behind = paired * (most - chance) / hypot(min(error, least_error), least_error)
        estimates.append(Estimate(option, games, chance, error, behind))
    player.thought = Thought(estimates, decision.options[best - 1], BUDGET, 0.42)
    return player


def drawn(player: Mcts, session: Session, window: Look) -> str:
    """A hint as it looks."""
    for part in hint_parts(player, asked(session), window):
        window.console.print(part)
    assert isinstance(window.console.file, io.StringIO)
    return window.console.file.getvalue()


@pytest.fixture
def session() -> Session:
    """A game at its first question, which has four options."""
    return house.start("tin-helm", seed="amber-gate-41")


# ---- a hint ----------------------------------------------------------------------------------------------------------


def test_a_clear_lead_is_told_with_what_it_leads(session: Session) -> None:
    player = thinker(session, 2, (0.4, 0.02, 300), (0.61, 0.02, 300), (0.5, 0.02, 300), (0.3, 0.02, 100))
    lines = drawn(player, session, look()).splitlines()
    assert lines[0] == "Looks best: 2 Gnome, about 61 % to win, against 50 % with 3."
    assert [line.split() for line in lines[2:6]] == [
        ["1", "Human", "40", "%", "±", "4", "█████", "300"],
        [">", "2", "Gnome", "61", "%", "±", "4", "████████", "300"],
        ["3", "Kroling", "50", "%", "±", "4", "███████", "300"],
        ["4", "Merfolk", "30", "%", "±", "4", "████", "100"],
    ]
    assert lines[6].startswith("An estimate from 1,000 games tried in 0.4 s, if the rest is played sensibly.")


def test_what_lies_within_the_noise_is_as_good_as_any(session: Session) -> None:
    player = thinker(session, 2, (0.6, 0.02, 300), (0.61, 0.02, 300), (0.62, 0.02, 300), (0.3, 0.02, 100))
    first = drawn(player, session, look()).splitlines()[0]
    assert first == "As good as any: 2 Gnome, about 61 % to win. Too close to tell apart: 1, 3."


def test_on_the_same_chance_a_small_lead_may_be_a_sure_one(session: Session) -> None:
    found = ((0.5, 0.05, 90), (0.58, 0.05, 90), (0.3, 0.05, 90), (0.3, 0.05, 90))
    assert drawn(thinker(session, 2, *found), session, look()).startswith("As good as any: 2 ")
    sure = thinker(session, 2, *found, paired=3.0)
    assert drawn(sure, session, look()).startswith("Looks best: 2 Gnome, about 58 % to win, against 50 % with 1.")


def test_an_option_dropped_early_is_rough_and_no_rival(session: Session) -> None:
    player = thinker(session, 2, (0.5, 0.01, 500), (0.6, 0.01, 500), (0.45, 0.14, 12), (0.55, 0.14, 12))
    text = " ".join(drawn(player, session, look()).split())
    assert text.startswith("Looks best: 2 Gnome, about 60 % to win, against 50 % with 1. ")
    assert "An option with few games fell behind early; its figure is rough." in text


def test_small_chances_have_a_decimal_and_none_is_said_to_be_none(session: Session) -> None:
    small = thinker(session, 1, (0.031, 0.002, 9), (0.012, 0.0001, 9), (0.0, 0.001, 9), (0.0, 0.001, 9))
    text = drawn(small, session, look())
    assert "about 3.1 % to win, against 1.2 % with 2." in text
    assert "1.2 %  ± 0.1 " in text
    nothing = thinker(session, 1, *[(0.0, 0.02, 20)] * 4)
    said = "As good as any: 1 Human. None of the games tried was won."
    assert drawn(nothing, session, look()).startswith(said)


def test_giving_up_is_no_advice() -> None:
    session = house.start("elbereth", seed="amber-gate-41")
    session.choose(0)
    assert session.decision is not None
    player = thinker(session, 1, *[(0.5, 0.01, 50)] * len(session.decision.options))
    assert "Give up" in [choice.label for choice in asked(session).choices]
    assert "Give up" not in drawn(player, session, look(rows=None))


def test_labels_are_short_only_where_that_tells_them_apart() -> None:
    session = house.start("elbereth", seed="lantern-7")
    session.choose(0)
    player = thinker(session, 1, *[(0.5, 0.01, 50)] * 5)
    text = drawn(player, session, look())
    assert re.search(r"^> 1  Attack the Rat \(3\)  ", text, re.MULTILINE)
    assert re.search(r"^  3  Break the wall: opens 3 spaces, 1 north  ", text, re.MULTILINE)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (60, 20), (40, 24)])
def test_a_hint_fits_its_window(columns: int, rows: int) -> None:
    session = house.start("elbereth", seed="x")
    player = thinker(session, 15, *[(0.5, 0.01, games) for games in range(15, 0, -1)])
    lines = drawn(player, session, look(columns, rows)).splitlines()
    assert max(len(line) for line in lines) <= columns
    assert len(lines) < rows
    assert any(line.startswith("> 15  ") for line in lines)


def test_a_low_window_leaves_out_what_fell_behind_first_and_says_so() -> None:
    session = house.start("elbereth", seed="x")
    player = thinker(session, 15, *[(0.5, 0.01, games) for games in range(15, 0, -1)])
    text = drawn(player, session, look(80, 14))
    assert "Not shown, as they fell behind first: 7-14." in " ".join(text.split())
    assert len(text.splitlines()) <= 12  # with the command above and the prompt below it fills the window
    assert re.findall(r"^[ >]*(\d+)  ", text, re.MULTILINE) == ["1", "2", "3", "4", "5", "6", "15"]


def test_a_screen_without_unicode_gets_a_hint_in_ascii(session: Session) -> None:
    player = thinker(session, 1, *[(0.5, 0.02, 50)] * 4)
    text = drawn(player, session, look(glyphs=ASCII))
    assert text.isascii()
    assert "50 %  +- 4  ########" in text


# ---- a note ----------------------------------------------------------------------------------------------------------


def test_a_note_tells_the_chance_and_the_next_best(session: Session) -> None:
    player = thinker(session, 2, (0.4, 0.02, 300), (0.61, 0.02, 300), (0.5, 0.02, 300), (0.3, 0.02, 100))
    assert " ".join(note_of(player, asked(session), look())) == "61 % ± 4 (next best: Kroling 50 %), 1,000 games, 0.4 s"


def test_a_note_does_not_call_a_higher_chance_the_next_best(session: Session) -> None:
    player = thinker(session, 2, (0.4, 0.02, 300), (0.49, 0.02, 300), (0.5, 0.02, 300), (0.3, 0.02, 100))
    assert " ".join(note_of(player, asked(session), look())).startswith("49 % ± 4 (as good: Kroling 50 %), ")


@pytest.mark.parametrize("bot", ["random", "steady"])
def test_a_bot_that_does_not_think_has_no_note(session: Session, bot: str) -> None:
    assert note_of(find_bot(bot, "tin-helm", "x"), asked(session), look()) == []


def test_a_note_stands_beside_its_choice_or_below_it(session: Session) -> None:
    note = ["61 %", "(next best: Kroling 50 %),", "1,000 games,", "0.4 s"]
    window = look(60)
    tell_answer(asked(session), session.option("gnome"), window, note)
    session.choose("gnome")
    tell_answer(asked(session), session.option("alchemist"), window, note[:1])
    assert isinstance(window.console.file, io.StringIO)
    assert window.console.file.getvalue() == (
        "  > Gnome: 6 health, 9 energy, 1 food. Rests and forages at\n"
        "    the same campsite.\n"
        "    61 % (next best: Kroling 50 %), 1,000 games, 0.4 s\n"
        "  > Alchemist: 3 health, 4 energy, +2/+4/+6, Books and\n"
        "    Potion   61 %\n"
    )


# ---- thinking and telling --------------------------------------------------------------------------------------------


def test_a_thinking_bot_is_watched_with_its_estimates(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "watch", "tin-helm", "--bot", "mcts:10", "--seed", "x")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    questions = re.findall(r"^\d+\. ", done.stdout, re.MULTILINE)
    other = r"(?: \((?:next best|as good): [^()]+(?:\([^()]*\)[^()]*)? %\))?"
    notes = re.findall(rf" \d+(?:\.\d)? % ± \d+(?:\.\d)?{other}, ", done.words)
    assert len(questions) == len(notes) > 5
    assert max(len(line) for line in done.stdout.splitlines()) <= 80


def test_what_is_said_is_checked(session: Session) -> None:
    telling = Telling(session, "mcts:10", look(), session.choose)
    telling.tell_next()
    assert isinstance(telling.player, Mcts)
    assert telling.player.candid


def test_control_c_in_the_middle_of_a_choice_waits_until_it_is_made_and_told(session: Session) -> None:
    def interrupted(option: Option) -> list[Event]:
        signal.raise_signal(signal.SIGINT)
        return session.choose(option)

    session.choose("gnome")
    window = look()
    telling = Telling(session, "mcts:10", window, interrupted)
    with pytest.raises(KeyboardInterrupt):
        telling.tell_next()
    assert len(session.choices) == 2
    assert session.decision is not None
    assert isinstance(window.console.file, io.StringIO)
    assert "goes down: " in window.console.file.getvalue()
