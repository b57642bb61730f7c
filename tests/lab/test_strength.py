"""How strong a bot is: with the luck taken out, the same as by winning, only surer."""

from __future__ import annotations

import pytest

from undercroft.core.errors import UndercroftError
from undercroft.games import GAMES
from undercroft.lab.strength import Strength, measure_strength
from undercroft.lab.workers import Here

TIN_HELM = GAMES["tin-helm"]


def test_a_bot_held_against_itself_gains_nothing() -> None:
    found = measure_strength(TIN_HELM, "steady", 12, "itself", "steady", 5, place=Here(1))
    assert (found.gain, found.gain_margin) == (0.0, 0.0)
    assert found.games == 12


@pytest.mark.slow
def test_what_single_choices_lose_adds_up_to_what_is_won_less_often() -> None:
    """Random wins 1 % and steady 38 %: the choices of random, weighed one by one, must lose those 37 points."""
    found = measure_strength(TIN_HELM, "random", 36, "sums", "steady", 8, place=Here(2))
    assert abs(found.mean_gain + 0.37) < found.gain_margin
    assert 0.03 < found.gain_margin < 0.2


def test_more_workers_find_the_same() -> None:
    alone, shared = (
        measure_strength(TIN_HELM, "mcts:3", 4, "workers", "steady", 3, place=Here(workers)) for workers in (1, 2)
    )
    assert (alone.wins, alone.decisions) == (shared.wins, shared.decisions)
    assert alone.gain == pytest.approx(shared.gain)


def test_figures_are_those_of_the_sums() -> None:
    found = Strength(games=4, wins=1, decisions=40, seconds=0.2, gain=0.4, squares=0.1)
    assert (found.win_rate, found.mean_gain, found.milliseconds) == (0.25, 0.1, 5.0)
    variance = (0.1 - 4 * 0.1**2) / 3
    assert found.gain_margin == pytest.approx(1.96 * (variance / 4) ** 0.5, rel=1e-3)


@pytest.mark.parametrize(
    ("arguments", "words"), [({"against": "oracle"}, "no bot 'oracle'"), ({"continuations": -1}, "-1 continuations")]
)
def test_what_cannot_be_measured_is_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(UndercroftError, match=words):
        measure_strength(TIN_HELM, "steady", 2, "x", **arguments)  # type: ignore[arg-type]
