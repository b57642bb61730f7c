"""The lab's intervals and p-values against those of SciPy, which works them out in other ways."""

from __future__ import annotations

from math import sqrt

import pytest
import scipy  # which reads its parts when they are first used

from undercroft.lab.chances import Gap, Wins, gap_between, over
from undercroft.lab.contrasts import Group, benjamini_hochberg, chance_of, difference, difference_95
from undercroft.lab.intervals import MANY, Z_95, Difference, student_95, wilson
from undercroft.lab.rows import Rows

pytestmark = pytest.mark.xdist_group("scipy")

SHARES = [
    (0, 1),
    (1, 1),
    (1, 2),
    (0, 40),
    (3, 40),
    (20, 40),
    (39, 40),
    (40, 40),
    (1, 1000),
    (437, 1000),
    (50_000, 99_999),
]
GROUPS = [
    (Group(10, 5), Group(12, 7)),
    (Group(50, 20), Group(50, 30)),
    (Group(1000, 437), Group(500, 260)),
    (Group(4000, 3990), Group(30, 25)),
    (Group(20_000, 9_000), Group(20_000, 9_001)),
]


def test_the_normal_quantile() -> None:
    assert pytest.approx(scipy.stats.norm.ppf(0.975), rel=1e-15) == Z_95


def test_student_with_any_degrees_of_freedom() -> None:
    for freedom in (*range(1, MANY + 50), 999, 10_000, 10_000_000):
        assert student_95(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), rel=2e-9), freedom


@pytest.mark.parametrize(("wins", "games"), SHARES)
def test_wilson(wins: int, games: int) -> None:
    expected = scipy.stats.binomtest(wins, games).proportion_ci(0.95, method="wilson")
    assert wilson(wins, games) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(("one", "other"), GROUPS)
def test_newcombe(one: Group, other: Group) -> None:
    """His tenth method: the distances of each share from the ends of its own interval, added as errors are."""
    ends = [
        scipy.stats.binomtest(group.wins, group.games).proportion_ci(0.95, method="wilson") for group in (one, other)
    ]
    shares = [group.wins / group.games for group in (one, other)]
    low = sqrt((shares[0] - ends[0].low) ** 2 + (ends[1].high - shares[1]) ** 2)
    high = sqrt((ends[0].high - shares[0]) ** 2 + (shares[1] - ends[1].low) ** 2)
    middle = difference(one, other)
    assert difference_95(one, other) == pytest.approx((middle - low, middle + high), rel=1e-9)


@pytest.mark.parametrize(("one", "other"), GROUPS)
def test_the_chance_of_a_difference_is_that_of_the_table_of_four(one: Group, other: Group) -> None:
    table = [[group.wins, group.games - group.wins] for group in (one, other)]
    expected = scipy.stats.chi2_contingency(table, correction=False).pvalue
    assert chance_of(one, other) == pytest.approx(expected, rel=1e-9)


def test_benjamini_and_hochberg_of_many_chances() -> None:
    for seed in range(30):
        chances = list(scipy.stats.beta.rvs(0.2, 1, size=1 + seed, random_state=seed))
        adjusted = scipy.stats.false_discovery_control(chances, method="bh")
        assert benjamini_hochberg(chances) == [bool(each <= 0.05) for each in adjusted]


@pytest.mark.parametrize("pairs", [2, 3, 5, 30, 400])
def test_the_interval_of_scores_is_students_of_differences_that_stray_two_points_more(pairs: int) -> None:
    scores = [int(each) for each in scipy.stats.norm.rvs(3, 20, size=pairs, random_state=pairs)]
    found, a, b = Difference(), Rows(), Rows()
    a.won = b.won = [False] * pairs
    a.score, b.score = [0] * pairs, scores
    found.take(a, b)
    mean = sum(scores) / pairs
    strayed = sum((score - mean) ** 2 for score in scores) + 2
    expected = scipy.stats.t.interval(0.95, pairs - 1, loc=mean, scale=sqrt(strayed / (pairs - 1) / pairs))
    assert found.mean_score_95() == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize(("only_a", "only_b", "both", "pairs"), [(0, 0, 3, 5), (3, 9, 20, 100), (40, 2, 1, 400)])
def test_the_interval_of_wins_is_that_of_a_mean_of_differences_with_one_more_of_each_kind(
    only_a: int, only_b: int, both: int, pairs: int
) -> None:
    """Bonett and Price: the plain interval of the differences -1, 0, 1, after one -1 and one 1 are added to them."""
    differences = [-1] * (only_a + 1) + [1] * (only_b + 1) + [0] * (pairs - only_a - only_b)
    error = scipy.stats.tstd(differences) * sqrt((len(differences) - 1) / len(differences)) / sqrt(len(differences))
    expected = scipy.stats.norm.interval(0.95, loc=sum(differences) / len(differences), scale=error)
    assert Difference(pairs, both, only_a, only_b).win_rate_95() == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("value", "margin"), [(0.1, 0.05), (-0.02, 0.3), (0.0, 0.1), (0.4, 0.01)])
def test_the_chance_of_a_gap(value: float, margin: float) -> None:
    expected = 2 * scipy.stats.norm.sf(abs(value) / (margin / scipy.stats.norm.ppf(0.975)))
    assert Gap(value, margin).p_value == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_a_gap_of_whole_pairs_reaches_as_far_as_their_interval_does_but_for_the_pairs_added() -> None:
    """All continuations played on both sides: the spread of Bonett and Price, over the pairs there are."""
    one, other = Wins(), Wins()
    one.add(0, [1, 0] * 60 + [1] * 30 + [0] * 50)
    other.add(0, [1, 1] * 60 + [1] * 20 + [0] * 60)
    pairs = 200
    found = Difference(pairs, only_a=10, only_b=60)  # 10 won by one alone, 60 by the other
    low, high = found.win_rate_95()
    gap = gap_between(other, one)
    assert gap.value == pytest.approx(found.win_rate)
    assert gap.margin == pytest.approx((high - low) / 2 * sqrt((pairs + 2) / pairs), rel=1e-9)


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (7, 10), (400, 1000)])
def test_a_gap_to_the_end_of_a_game_strays_as_one_share_does(wins: int, games: int) -> None:
    moment = Wins()
    moment.add(0, [1] * wins + [0] * (games - wins))
    guess = (wins + 1) / (games + 2)
    expected = scipy.stats.norm.ppf(0.975) * scipy.stats.bernoulli(guess).std() / sqrt(games)
    assert gap_between(over(True), moment).margin == pytest.approx(expected, rel=1e-9)
    assert gap_between(moment, over(False)).margin == pytest.approx(expected, rel=1e-9)
