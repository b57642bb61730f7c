"""Scenes: what is the same in every game, the question, the log and the end."""

from __future__ import annotations

import msgspec
import pytest

import undercroft
from undercroft.bots.random import RandomPlayer
from undercroft.core.scene import LOG_LINES, Scene
from undercroft.core.session import Session


def played_out(seed: str) -> Session:
    """A session at its end, played at random."""
    session, player = undercroft.start("tin-helm", seed=seed), RandomPlayer(seed)
    while session.decision is not None:
        session.choose(player.choose(session.state, session.decision.prompt, session.decision.options))
    return session


def test_a_scene_holds_the_question_with_all_its_choices() -> None:
    session = undercroft.start("tin-helm")
    question = session.scene().question
    assert question is not None
    assert session.decision is not None
    assert question.prompt == "setup.race"
    assert [choice.name for choice in question.choices] == [option.name for option in session.decision.options]
    assert question.rule == session.decision.prompt.rule
    assert all(choice.rule and choice.label for choice in question.choices)


def test_a_seat_that_is_not_asked_sees_no_question() -> None:
    assert undercroft.start("tin-helm").scene(seat=1).question is None


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_log_holds_the_last_lines(seed: str) -> None:
    session = played_out(seed)
    scene = session.scene()
    assert len(session.events) > LOG_LINES
    assert len(scene.log) == LOG_LINES
    assert scene.log[-1].rule == session.events[-1].kind.rule


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_finished_game_shows_its_ending_and_no_question(seed: str) -> None:
    session = played_out(seed)
    scene, outcome = session.scene(), session.outcome
    assert scene.question is None
    assert scene.ending is not None
    assert outcome is not None
    assert (scene.ending.end, scene.ending.won, scene.ending.score) == (outcome.end, outcome.won, outcome.score)


def test_a_scene_says_that_it_is_practice() -> None:
    session = played_out("a")
    assert not session.scene().practice
    branch = session.undo()
    assert branch.scene().practice


def test_a_scene_goes_to_json_and_back() -> None:
    scene = played_out("a").scene()
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
