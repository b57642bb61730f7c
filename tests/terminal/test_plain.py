"""Drawing: percents, odds in words, and tables that fit."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from rich.console import Console

import undercroft as house
from undercroft.bots import find_bot
from undercroft.core.scene import Card, Dice, Pile, Scene, Track, Zone
from undercroft.core.session import Session
from undercroft.terminal.endings import ending_card, play_command
from undercroft.terminal.look import ASCII, UNICODE, Glyphs, Look, printable, shell_word
from undercroft.terminal.odds_text import percent, short_odds
from undercroft.terminal.plain import Detail, ask, fitting, tableau


def look(width: int = 80, rows: int | None = 24, glyphs: Glyphs = UNICODE) -> Look:
    """A screen that nobody looks at."""
    return Look(Console(file=io.StringIO(), width=width, color_system=None), glyphs, rows)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 1000), "< 1 %"),
        (Fraction(1, 100), "1 %"),
        (Fraction(5, 6), "83 %"),
        (Fraction(1, 8), "13 %"),
        (Fraction(99, 100), "99 %"),
        (Fraction(999, 1000), "> 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_percents_are_whole_and_honest_at_the_ends(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_odds_beside_the_options_are_those_of_the_rules() -> None:
    session = house.start("tin-helm", seed="amber-gate-41")
    for choice in ("gnome", "alchemist", "resolve", "fight", "nothing"):
        session.choose(choice)
    assert session.decision is not None
    words = dict(zip([option.name for option in session.decision.options], short_odds(session, session.scene())))
    assert words["plain-strike"] == ["hit 100 %", "be hit 83 %", "-1.9 health"]
    assert words["spend-1"][:3] == ["kill 33 %", "hit 83 %", "be hit 56 %"]
    assert words["drink-potion"] == ["+1 health"]


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (50, 24)])
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_table_and_question_fit_the_window_in_whole_games(seed: str, columns: int, rows: int) -> None:
    session = house.start("tin-helm", seed=seed, edition="printed")
    bot = find_bot("steady", "tin-helm", seed)
    before: Scene | None = None
    window = look(columns, rows)
    while session.decision is not None:
        scene = session.scene()
        assert scene.question is not None
        asked = ask(scene.question, [["kill 83 %", "hit 83 %", "-1.9 health"] for _ in scene.question.choices], window)
        lines = fitting([], scene, before, "amber-gate-41", asked, window)
        assert max(line.cell_len for line in lines) <= columns
        assert len(lines) < rows or columns < 80
        before = scene
        decision = session.decision
        session.choose(bot.choose(session.state, decision.prompt, decision.options))
    assert max(line.cell_len for line in ending_card(session, window)) <= columns


@pytest.mark.parametrize("detail", list(Detail))
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_any_scene_can_be_drawn(detail: Detail, glyphs: Glyphs) -> None:
    cards = tuple(
        Card(
            f"c{n}",
            f"A card with a very long title, number {n}",
            "kind",
            ("a line",) * n,
            (Track("x", "X", 1, 30),),
            "used",
        )
        for n in range(9)
    )
    scene = Scene(
        "some-game",
        "Some Game",
        "somewhere",
        (
            Zone("hero", "Somebody", (Track("gold", "Gold", -3), Track("health", "Health", 0, 0), *cards)),
            Zone("board", "Board", (*cards, Dice("d", "Dice", ()), Pile("p", "Pile", 0))),
            Zone("empty", "Empty", ()),
        ),
    )
    drawn = tableau(scene, scene, "seed", look(glyphs=glyphs), detail)
    assert max(line.cell_len for line in drawn) <= 80
    assert "Gold -3" in "\n".join(line.plain for line in drawn)


def test_the_same_seed_again_is_a_command_that_gives_the_same_game() -> None:
    session = house.start(
        "tin-helm", "it's a seed", "printed", {"enemy.wraith.health": 9, "switches.food-heals": False}
    )
    assert play_command(session.record) == (
        "undercroft play tin-helm --seed 'it'\"'\"'s a seed' --edition printed "
        "--set enemy.wraith.health=9 --set switches.food-heals=false"
    )


def test_a_practice_end_says_that_it_does_not_count() -> None:
    session = finished(house.start("tin-helm", seed="amber-gate-41"))
    branch = session
    while not branch.practice:
        branch = branch.undo()
    card = "\n".join(line.plain for line in ending_card(finished(branch), look()))
    assert "PRACTICE: this does not count" in card


def finished(session: Session) -> Session:
    """The session, played to its end by the first option."""
    while session.decision is not None:
        session.choose(0)
    return session


@pytest.mark.parametrize(
    ("text", "shown", "word"),
    [
        ("amber-gate-41", "amber-gate-41", "amber-gate-41"),
        ("a b", "a b", "'a b'"),
        ("a\x1b'", r"a\x1b'", r"$'a\x1b\''"),
        ("\u202e", r"\u202e", r"$'\u202e'"),
    ],
)
def test_control_characters_are_shown_escaped(text: str, shown: str, word: str) -> None:
    assert printable(text) == shown
    assert shell_word(text) == word
