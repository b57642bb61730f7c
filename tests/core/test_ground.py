"""Maps of squares: steps, doors, what is known of a map, sight and what it remembers."""

from __future__ import annotations

import pytest

from undercroft.core.bits import bit
from undercroft.core.ground import DOOR, MOST_REMEMBERED, NO_DOOR, NOWHERE, OPEN, ROCK, SIDES, WALL, Ground

NORTH, EAST, SOUTH, WEST = range(SIDES)


def draw(*rows: str, doors: tuple[tuple[int, int], ...] = ()) -> Ground:
    """A map of areas 0, 1, 2 and rock (#); walls between areas, and doors by a square and a side."""
    ground = Ground(len(rows[0]), len(rows))
    for at, letter in enumerate("".join(rows)):
        ground.area[at] = ROCK if letter == "#" else int(letter)
    for at in range(ground.size):
        for side in (EAST, SOUTH):
            other = ground.across(at, side)
            if other != NOWHERE and ground.area[at] == ground.area[other] != ROCK:
                ground.join(at, side, NO_DOOR)
    for number, (at, side) in enumerate(doors):
        ground.join(at, side, number)
    return ground


@pytest.fixture
def two_rooms() -> Ground:
    """Two rooms of two by two with a pillar beside them; door 0 joins them below, door 1 above."""
    return draw("0011#", "00112", doors=((6, EAST), (1, EAST)))


def steps(ground: Ground, at: int, doors: int = 0) -> list[int]:
    """Where one can step, side by side from the north."""
    return [ground.step(at, side, doors) for side in range(SIDES)]


def test_an_area_is_broad_from_two_squares_by_two_on() -> None:
    assert draw("0011#", "00122").broad_areas() == bit(0)
    assert draw("0011#", "00112").broad_areas() == bit(0) | bit(1)
    assert draw("0#", "0#").broad_areas() == 0


# ---- steps ----------------------------------------------------------------------------------------------------------


def test_across_is_the_square_on_the_other_side_rock_or_not() -> None:
    ground = draw("0#", "00")
    assert [ground.across(0, side) for side in range(SIDES)] == [NOWHERE, 1, 2, NOWHERE]
    assert [ground.across(3, side) for side in range(SIDES)] == [1, NOWHERE, NOWHERE, 2]


def test_the_end_of_a_row_is_not_beside_the_start_of_the_next() -> None:
    ground = draw("000", "000")
    assert ground.step(2, EAST, 0) == NOWHERE
    assert ground.step(3, WEST, 0) == NOWHERE


def test_one_steps_to_squares_of_the_same_area_and_not_into_rock(two_rooms: Ground) -> None:
    assert steps(two_rooms, 0) == [NOWHERE, 1, 5, NOWHERE]
    assert steps(two_rooms, 3) == [NOWHERE, NOWHERE, 8, 2]


def test_a_door_lets_one_through_only_while_it_is_open(two_rooms: Ground) -> None:
    assert two_rooms.step(6, EAST, 0b00) == NOWHERE
    assert two_rooms.step(6, EAST, 0b10) == NOWHERE
    assert two_rooms.step(6, EAST, 0b01) == 7
    assert two_rooms.step(7, WEST, 0b01) == 6
    assert two_rooms.step(1, EAST, 0b01) == NOWHERE


def test_what_is_between_two_squares_is_the_same_from_both_sides(two_rooms: Ground) -> None:
    for at in range(two_rooms.size):
        for side in range(SIDES):
            other = two_rooms.across(at, side)
            if other != NOWHERE:
                here, there = at * SIDES + side, other * SIDES + (side + 2) % SIDES
                assert two_rooms.edge[here] == two_rooms.edge[there]
                assert two_rooms.door[here] == two_rooms.door[there]


def test_what_is_between_is_a_wall_nothing_or_a_door(two_rooms: Ground) -> None:
    assert two_rooms.edge[0 * SIDES + EAST] == OPEN
    assert two_rooms.edge[1 * SIDES + EAST] == DOOR
    assert two_rooms.edge[8 * SIDES + EAST] == WALL


def test_squares_are_adjacent_if_the_edge_between_them_is_open(two_rooms: Ground) -> None:
    assert two_rooms.adjacent(0, 1, 0)
    assert two_rooms.adjacent(0, 5, 0)
    assert not two_rooms.adjacent(0, 6, 0)  # diagonal
    assert not two_rooms.adjacent(6, 7, 0)
    assert two_rooms.adjacent(6, 7, 1)
    assert not two_rooms.adjacent(0, 0, 0)


def test_the_side_of_a_neighbour_is_told_through_walls_too(two_rooms: Ground) -> None:
    assert [two_rooms.side_towards(6, other) for other in (1, 7, 5, 11, 0)] == [NORTH, EAST, WEST, NOWHERE, NOWHERE]


def test_squares_that_touch_at_a_corner_are_diagonal() -> None:
    ground = draw("000", "000", "000")
    assert [at for at in range(9) if ground.is_diagonal(4, at)] == [0, 2, 6, 8]
    assert [at for at in range(9) if ground.is_diagonal(0, at)] == [4]
    assert not ground.is_diagonal(2, 3)  # one row on, but at the other end of it


def test_what_stands_on_a_square_stops_no_step_here(two_rooms: Ground) -> None:
    two_rooms.solid[1] = 1
    assert two_rooms.step(0, EAST, 0) == 1  # who may not enter it is for the rules to say


# ---- what is known --------------------------------------------------------------------------------------------------


def test_with_all_areas_and_doors_known_a_map_is_the_same(two_rooms: Ground) -> None:
    two_rooms.solid[3] = 2
    known = two_rooms.known(0b111, 0b11)
    assert known is not two_rooms
    for name in ("area", "edge", "beyond", "door", "solid"):
        assert getattr(known, name) == getattr(two_rooms, name)


def test_of_an_unknown_area_nothing_is_in_any_list(two_rooms: Ground) -> None:
    two_rooms.solid[3] = 2
    known = two_rooms.known(0b001, 0b11)
    inside = [0, 1, 5, 6]
    for at in range(known.size):
        if at not in inside:
            assert known.area[at] == ROCK
            assert known.solid[at] == 0
            for side in range(SIDES):
                place = at * SIDES + side
                assert (known.edge[place], known.beyond[place], known.door[place]) == (WALL, NOWHERE, NO_DOOR)
    assert set(known.beyond) == {NOWHERE, *inside}
    assert [at for at in range(known.size) if known.area[at] != ROCK] == inside


def test_a_known_door_of_a_known_area_is_seen_but_leads_into_the_dark(two_rooms: Ground) -> None:
    known = two_rooms.known(0b001, 0b01)
    place = 6 * SIDES + EAST
    assert (known.edge[place], known.door[place], known.beyond[place]) == (DOOR, 0, NOWHERE)
    assert known.step(6, EAST, 0b01) == NOWHERE


def test_an_unknown_door_is_a_wall_also_between_known_areas(two_rooms: Ground) -> None:
    known = two_rooms.known(0b011, 0b01)
    place = 1 * SIDES + EAST
    assert (known.edge[place], known.door[place], known.beyond[place]) == (WALL, NO_DOOR, NOWHERE)
    assert known.step(1, EAST, 0b11) == NOWHERE
    assert known.step(6, EAST, 0b11) == 7


def test_two_maps_that_differ_in_the_dark_alone_are_known_as_the_same() -> None:
    one = draw("0011", "0011", doors=((1, EAST),))
    other = draw("0012", "00#2", doors=((1, EAST),))
    other.solid[3] = 5
    mine, theirs = one.known(0b001, 0b1), other.known(0b001, 0b1)
    for name in ("area", "edge", "beyond", "door", "solid"):
        assert getattr(mine, name) == getattr(theirs, name)


# ---- sight ----------------------------------------------------------------------------------------------------------


def test_sight_of_a_square_is_a_byte_for_every_square(two_rooms: Ground) -> None:
    assert list(two_rooms.sight(0, 0)) == [1, 1, 0, 0, 0, 1, 1, 0, 0, 0]
    assert list(two_rooms.sight(5, 0b01)) == [1, 1, 0, 1, 0, 1, 1, 1, 1, 0]  # past the jamb, not round it
    assert two_rooms.sees(6, 8, 0b01)
    assert not two_rooms.sees(6, 8, 0b10)


@pytest.mark.parametrize("doors", [0b00, 0b01, 0b10, 0b11])
def test_two_squares_are_in_line_where_they_see_each_other(two_rooms: Ground, doors: int) -> None:
    squares = [at for at in range(two_rooms.size) if two_rooms.area[at] != ROCK]
    for one in squares:
        in_line = [other for other in squares if two_rooms.in_line(one, other, doors)]
        assert in_line == [other for other in squares if two_rooms.sees(one, other, doors)]


def test_the_areas_in_sight_are_those_of_the_squares_in_sight(two_rooms: Ground) -> None:
    assert two_rooms.areas_in_sight(0, 0) == 0b001
    assert two_rooms.areas_in_sight(6, 0b01) == 0b011
    assert two_rooms.areas_in_sight(0, 0b10) == 0b011
    assert two_rooms.areas_in_sight(9, 0b11) == 0b100


def test_areas_in_sight_may_be_asked_before_or_after_sight(two_rooms: Ground) -> None:
    first = two_rooms.areas_in_sight(6, 0b01)
    two_rooms.sight(6, 0b01)
    assert two_rooms.areas_in_sight(6, 0b01) == first


def test_sight_is_remembered_by_square_and_doors(two_rooms: Ground) -> None:
    assert two_rooms.sight(0, 0) is two_rooms.sight(0, 0)
    assert two_rooms.sight(0, 0) != two_rooms.sight(0, 0b10)


def test_what_is_remembered_is_given_up_when_it_becomes_too_much() -> None:
    ground = draw("01", doors=((0, EAST),))
    first = ground.sight(0, 0)
    for doors in range(1, MOST_REMEMBERED):
        ground.sight(0, doors)
    assert ground.sight(0, 0) is first
    assert len(ground._sight) == len(ground._areas) == MOST_REMEMBERED
    assert list(ground.sight(1, 0)) == [0, 1]
    assert len(ground._sight) == len(ground._areas) == 1
    assert list(ground.sight(0, 0)) == list(first)
    assert [ground.areas_in_sight(0, doors) for doors in (0, 1)] == [0b01, 0b11]


def test_sight_is_not_mistaken_for_that_through_other_doors_however_many_there_are() -> None:
    ground = draw(*["0" * 15 + "1"] * 16)  # of 256 squares: with door 56 open, place and doors are beyond 64 bits
    ground.join(14, EAST, 56)
    assert ground.sight(14, 0)[15] == 0
    assert ground.sight(14, bit(56))[15] == 1
    assert ground.areas_in_sight(14, 0) == bit(0)
    assert ground.areas_in_sight(14, bit(56)) == bit(0) | bit(1)
