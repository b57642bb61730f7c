"""Intervals that hold what they promise, also where differences are rare."""

from __future__ import annotations

from math import comb

import pytest

from undercroft.lab.intervals import Difference, student_95, wilson
from undercroft.lab.rows import Rows

Z = 1.959963984540054


def test_wilson_agrees_with_the_equation_that_defines_it() -> None:
    """The ends of the interval are where the distance to the share is 1.96 standard errors of the end itself."""
    for wins, games in ((1, 10), (37, 400), (399, 400)):
        for end in wilson(wins, games):
            distance = abs(wins / games - end)
            assert distance == pytest.approx(Z * (end * (1 - end) / games) ** 0.5)


def test_wilson_at_the_ends() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0


def test_student_agrees_with_the_printed_tables() -> None:
    for freedom, printed in ((1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (29, 2.045), (99, 1.984), (999, 1.962)):
        assert student_95(freedom) == pytest.approx(printed, abs=0.0005)


def pairs(*games: tuple[bool, bool, int, int]) -> tuple[Rows, Rows]:
    """Pairs of games: whether a and b won, and what they scored."""
    a, b = Rows(), Rows()
    a.won, b.won = [game[0] for game in games], [game[1] for game in games]
    a.score, b.score = [game[2] for game in games], [game[3] for game in games]
    return a, b


def test_pairs_are_counted_by_who_won_them() -> None:
    found = Difference()
    found.take(*pairs((True, True, 9, 9), (True, False, 9, 2)))
    found.take(*pairs((False, True, 1, 8), (False, True, 2, 8), (False, False, 1, 3)))
    assert (found.both, found.only_a, found.only_b, found.neither) == (1, 1, 2, 1)
    assert found.win_rate == 1 / 5
    assert found.mean_score == 8 / 5
    low, high = found.win_rate_95()
    assert low < 1 / 5 < high


def test_the_score_interval_agrees_with_students_where_scores_differ_much() -> None:
    differences = [100, -300, 250, 500, -50, 0, 900, 120, 40, -10]
    found = Difference()
    found.take(*pairs(*((False, False, 0, value) for value in differences)))
    mean = sum(differences) / 10
    error = (sum((value - mean) ** 2 for value in differences) / 9 / 10) ** 0.5
    assert found.mean_score_95() == pytest.approx((mean - 2.262 * error, mean + 2.262 * error), rel=1e-3)


def test_no_difference_seen_is_not_no_difference() -> None:
    found = Difference()
    found.take(*pairs(*[(True, True, 5, 5)] * 100))
    assert found.win_rate_95() == pytest.approx((-0.0272, 0.0272), abs=1e-4)
    assert found.mean_score_95() == pytest.approx((-0.0282, 0.0282), abs=1e-4)


def test_nothing_is_known_of_no_pairs() -> None:
    assert Difference().win_rate_95() == (-1.0, 1.0)
    assert Difference().win_rate is None
    assert Difference().mean_score_95() is None


@pytest.mark.parametrize("pairs_played", [40, 100])
@pytest.mark.parametrize(("only_a", "only_b"), [(0.01, 0.01), (0.02, 0.06), (0.1, 0.1), (0.2, 0.05), (0.25, 0.25)])
def test_the_interval_covers_the_true_difference_as_often_as_it_says(
    pairs_played: int, only_a: float, only_b: float
) -> None:
    """Its exact coverage, added up over all that can happen."""
    covered = 0.0
    for a in range(pairs_played + 1):
        for b in range(pairs_played + 1 - a):
            low, high = Difference(pairs_played, 0, a, b).win_rate_95()
            if low <= only_b - only_a <= high:
                rest = pairs_played - a - b
                ways = comb(pairs_played, a) * comb(pairs_played - a, b)
                covered += ways * only_a**a * only_b**b * (1 - only_a - only_b) ** rest
    assert covered >= 0.94
