"""The grid: places are numbers, told apart, with four neighbours each, and known by their way from the origin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import law
from undercroft.core.grid import ORIGIN, SIDES, WIDE, beside, east_of, place, south_of

STEPS = st.integers(1 - WIDE // 2, WIDE // 2 - 2)  # one step more to either side still lies on the grid
NORTH, EAST, SOUTH, WEST = range(SIDES)


@law(200)
@given(STEPS, STEPS)
def test_a_place_tells_its_way_from_the_origin(east: int, south: int) -> None:
    at = place(east, south)
    assert (east_of(at), south_of(at)) == (east, south)


@law(200)
@given(STEPS, STEPS)
def test_the_four_sides_are_one_step_away_clockwise_from_the_north(east: int, south: int) -> None:
    neighbours = [beside(place(east, south), side) for side in range(SIDES)]
    assert [(east_of(at) - east, south_of(at) - south) for at in neighbours] == [(0, -1), (1, 0), (0, 1), (-1, 0)]


@pytest.mark.parametrize(("there", "back"), [(NORTH, SOUTH), (EAST, WEST), (SOUTH, NORTH), (WEST, EAST)])
def test_there_and_back_is_where_one_was(there: int, back: int) -> None:
    assert beside(beside(ORIGIN, there), back) == ORIGIN == place(0, 0)


def test_places_near_the_origin_are_told_apart() -> None:
    near = range(-132, 133)  # as far as a floor of 132 cards in a row reaches
    assert len({place(east, south) for east in near for south in near}) == len(near) ** 2
