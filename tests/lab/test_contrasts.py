"""Two groups held against each other: answers from the papers that the methods come from."""

from __future__ import annotations

import pytest

from undercroft.lab.contrasts import Group, benjamini_hochberg, can_compare, chance_of, difference, difference_95

PAPER = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
]  # fmt: skip


def test_newcombes_own_example() -> None:
    one, other = Group(70, 56), Group(80, 48)
    assert difference(one, other) == pytest.approx(0.2)
    assert difference_95(one, other) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_twice_the_standard_error_is_what_chance_does_in_one_of_22() -> None:
    assert chance_of(Group(50, 20), Group(50, 30)) == pytest.approx(0.04550, abs=1e-5)


def test_groups_that_win_alike_differ_by_chance_for_sure() -> None:
    assert chance_of(Group(50, 20), Group(100, 40)) == pytest.approx(1)


def test_benjamini_and_hochbergs_own_example() -> None:
    assert benjamini_hochberg(PAPER) == [True] * 4 + [False] * 11


def test_the_order_does_not_matter() -> None:
    assert benjamini_hochberg(PAPER[::-1]) == [False] * 11 + [True] * 4


def test_a_middling_value_stands_if_a_greater_one_does() -> None:
    assert benjamini_hochberg([0.04, 0.045, 0.05]) == [True, True, True]
    assert benjamini_hochberg([]) == []


@pytest.mark.parametrize(
    ("one", "other", "enough"),
    [
        (Group(10, 5), Group(10, 5), True),  # five wins and five losses to be expected on either side
        (Group(9, 5), Group(10, 5), False),
        (Group(10, 0), Group(10, 10), True),
        (Group(1000, 2), Group(1000, 2), False),
        (Group(1000, 998), Group(1000, 998), False),
        (Group(0, 0), Group(100, 50), False),
        (Group(0, 0), Group(0, 0), False),
    ],
)
def test_too_few_games_are_not_compared(one: Group, other: Group, enough: bool) -> None:
    assert can_compare(one, other) is enough
    assert can_compare(other, one) is enough
