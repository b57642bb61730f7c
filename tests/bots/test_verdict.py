"""What a bot that thinks has found, in words that every screen uses."""

from __future__ import annotations

from math import hypot

import pytest

import undercroft as house
from undercroft.bots import find_bot, thinking_bot
from undercroft.bots.mcts import Budget, Estimate, Mcts, Thought
from undercroft.bots.verdict import Verdict, advice, be_candid, chance_text, margin_text, source, verdict_of
from undercroft.core.session import Session


def found(best: int, *estimates: tuple[float, float, int], game: str = "tin-helm") -> tuple[Verdict, Thought]:
    """What comes of a chance, its error and a number of games for each option of a first question."""
    session = house.start(game, seed="amber-gate-41")
    question, decision = session.scene().question, session.decision
    assert question is not None
    assert decision is not None
    most, error_of_best = estimates[best - 1][:2]
    thought = Thought(
        [
            Estimate(option, games, chance, error, (most - chance) / hypot(error, error_of_best))
            for option, (chance, error, games) in zip(decision.options, estimates, strict=True)
        ],
        decision.options[best - 1],
        1000,
        0.42,
    )
    player = thinking_bot(game, "x", Budget(1000, 0.0))
    player.thought = thought
    return verdict_of(player, question), thought


def test_a_clear_lead_is_told_with_what_it_leads() -> None:
    verdict, _ = found(2, (0.4, 0.02, 300), (0.61, 0.02, 300), (0.5, 0.02, 300), (0.3, 0.02, 100))
    assert advice(verdict) == ("Looks best: ", "2 Gnome", ", about 61 % to win, against 50 % with 3.")
    assert verdict.runner_up is verdict.candidates[2]
    assert verdict.rivals == []
    assert verdict.is_clear


def test_what_lies_within_the_noise_is_as_good_as_any() -> None:
    verdict, _ = found(2, (0.6, 0.02, 300), (0.61, 0.02, 300), (0.62, 0.02, 300), (0.3, 0.02, 100))
    sentence = "As good as any: 2 Gnome, about 61 % to win. Too close to tell apart: 1, 3."
    assert "".join(advice(verdict)) == sentence
    assert not verdict.is_clear


def test_where_nothing_was_won_nothing_is_promised() -> None:
    verdict, _ = found(1, *[(0.0, 0.02, 20)] * 4)
    assert "".join(advice(verdict)) == "As good as any: 1 Human. None of the games tried was won."
    assert not verdict.is_clear


def test_the_one_that_had_to_be_beaten_was_tried_at_length() -> None:
    verdict, thought = found(2, (0.5, 0.01, 500), (0.6, 0.01, 500), (0.45, 0.14, 12), (0.55, 0.14, 12))
    assert verdict.runner_up is verdict.candidates[0]
    assert source(thought, verdict, verdict.candidates) == (
        "An estimate from 1,000 games tried in 0.4 s, if the rest is played sensibly. "
        "An option with few games fell behind early; its figure is rough."
    )


def test_what_is_not_shown_is_named() -> None:
    verdict, thought = found(1, *[(0.5, 0.02, 250)] * 4)
    said = source(thought, verdict, verdict.candidates[:1])
    assert said.endswith(" Not shown, as they fell behind first: 2-4.")
    assert "Not shown" not in source(thought, verdict, verdict.candidates)


@pytest.mark.parametrize(
    ("chance", "error", "small", "texts"),
    [
        (0.61, 0.02, False, ("61 %", "± 4")),
        (0.61, 0.0001, False, ("61 %", "± 1")),
        (0.031, 0.002, True, ("3.1 %", "± 0.4")),
        (0.5, 9.0, False, ("50 %", "± 100")),
        (0.001, 0.02, False, ("< 1 %", "± 4")),
    ],
)
def test_figures_pretend_no_more_than_they_know(
    chance: float, error: float, small: bool, texts: tuple[str, str]
) -> None:
    option = house.start("tin-helm", seed="x").option(0)
    estimate = Estimate(option, 100, chance, error, 0.0)
    assert (chance_text(chance, small), margin_text(estimate, small)) == texts
    assert margin_text(estimate, small, "+-") == texts[1].replace("±", "+-")


def test_who_thinks_is_made_to_check_and_who_does_not_is_left_alone() -> None:
    thinker = find_bot("mcts:10", "tin-helm", "x")
    be_candid(thinker)
    assert isinstance(thinker, Mcts)
    assert thinker.candid
    be_candid(find_bot("steady", "tin-helm", "x"))


def test_giving_up_is_no_candidate_unless_it_is_all_that_is_left() -> None:
    session: Session = house.start("elbereth", seed="amber-gate-41")
    session.choose(0)
    question, decision = session.scene().question, session.decision
    assert question is not None
    assert decision is not None
    player = thinking_bot("elbereth", "x", Budget(10, 0.0))
    for best in (decision.options[0], session.option("give-up")):
        player.thought = Thought([Estimate(each, 9, 0.5, 0.1, 0.0) for each in decision.options], best, 9, 1.0)
        labels = [candidate.label for candidate in verdict_of(player, question).candidates]
        assert ("Give up" in labels) is (best.name == "give-up")
