"""What Python itself tells about the package: help, docstrings, signatures and reprs, the same in both builds."""

from __future__ import annotations

import inspect
import pydoc

import pytest

import undercroft
from undercroft import core
from undercroft.bots import mcts
from undercroft.core import bits, session, table

PUBLIC = [name for name in undercroft.__all__ if name not in ("GAMES",)]


def page() -> str:
    """The page of `help(undercroft)`, plain, and in one line: where they break depends on the Python."""
    return " ".join(pydoc.plain(pydoc.render_doc(undercroft)).replace("|", " ").split()).replace("( ", "(")


@pytest.mark.parametrize(
    "said",
    [
        "tabletop dungeon games as real software",
        "A game in progress: `decision`, `choose`, `odds`, `undo`, `scene`, `events`, `record`, `outcome`.",
        "Answer the question with an option, its name, or its place in the list; returns what happened.",
        "What an option leads to, up to the next decision, with exact probabilities.",
        "The session before the last choice.",
        "All that an option may lead to, most likely first; exact, or from so many samples.",
        "The distribution of one of the figures afterwards, by its name or its place.",
        "What answers for a seat. A bot of your own overrides `choose`.",
        "Decides what nobody decides. A source of chance of your own overrides `pick`.",
        "How a game ended: who won (seats), by what end, with what score and, if it earned one, which rank.",
        "One answer to a question; `number` is a figure the rules may attach to it (spend-2: 2).",
        "A choice that the rules do not offer; nothing has changed.",
        "Whether this is a practice branch, which no longer is the game that its seed tells.",
        "A new game that waits for its first choice.",
        "choose(self, ",
        "odds(self, ",
        "<Game elbereth: Elbereth>",
    ],
)
def test_help_is_a_page_one_reads(said: str) -> None:
    assert said in page()


@pytest.mark.parametrize("name", PUBLIC)
def test_everything_public_says_what_it_is(name: str) -> None:
    value = getattr(undercroft, name)
    assert inspect.getdoc(value)
    if not inspect.isclass(value) or issubclass(value, Exception):
        return
    for key, member in vars(value).items():
        if not key.startswith("_") and (inspect.isroutine(member) or isinstance(member, property)):
            assert inspect.getdoc(getattr(value, key)), f"{name}.{key}"


def test_modules_functions_and_properties_keep_their_docstrings() -> None:
    assert str(session.__doc__).startswith("A live game that waits for a choice.\n\nThe rules run in a greenlet")
    assert bits.bit.__doc__ == "The set of this number alone."
    assert inspect.getdoc(session.Session.practice) == (
        "Whether this is a practice branch, which no longer is the game that its seed tells."
    )
    assert str(inspect.getdoc(mcts.Mcts)).startswith(
        "Thinks before every choice; `thought` is what it thought last.\n\n"
    )
    assert inspect.getdoc(table.Table.roll) == "Roll one die."
    assert core.__doc__


def test_signatures_are_those_of_the_source() -> None:
    assert list(inspect.signature(undercroft.Session.undo).parameters) == ["self", "seat"]
    odds = inspect.signature(undercroft.Session.odds).parameters
    assert [(name, odds[name].default) for name in list(odds)[2:]] == [
        ("follow", False), ("limit", 20_000), ("samples", 4_000), ("unveil", False),
    ]  # fmt: skip
    assert list(inspect.signature(bits.bit).parameters) == ["number"]
    assert list(inspect.signature(undercroft.Session).parameters) == ["game", "record"]
    assert "rules_version" in inspect.signature(undercroft.Game).parameters


# ---- reprs ----------------------------------------------------------------------------------------------------------


def test_a_session_shows_how_the_game_stands() -> None:
    game = undercroft.start("tin-helm", seed="amber")
    assert repr(game) == (
        "<Session: Tin Helm, book edition, seed 'amber'; "
        "choice 1, hero is asked setup.race: human, gnome, kroling, merfolk>"
    )
    game.choose("gnome")
    game.choose("parson")
    game.choose(0)
    assert repr(game.undo()).startswith("<Session: practice of Tin Helm, book edition, seed 'amber'; choice 3, hero is")
    while game.decision is not None:
        game.choose(0)
    assert f"; over after {len(game.choices)} choices: Outcome(end=" in repr(game)


def test_odds_show_the_likeliest_outcomes() -> None:
    game = undercroft.start("tin-helm", seed="amber")
    assert repr(game.odds("gnome")) == "<Odds of 1 outcome, exact: 1 then setup.class>"
    game.choose("gnome")
    game.choose("parson")
    shown = repr(game.odds("resolve"))
    assert shown.startswith(f"<Odds of {len(game.odds('resolve').branches)} outcome")
    assert "room.resolved" in shown
    assert repr(game.odds("resolve", limit=0, samples=40)).startswith("<Odds of ")
    assert ", from 40 samples: " in repr(game.odds("resolve", limit=0, samples=40))


def test_games_thoughts_and_budgets_can_be_read() -> None:
    assert repr(undercroft.GAMES["elbereth"]) == "<Game elbereth: Elbereth>"
    assert repr(mcts.Budget(100, 0.5)) == "Budget(simulations=100, seconds=0.5)"
