"""Sets of small numbers as bits."""

from __future__ import annotations

import pytest

from undercroft.core.bits import ALL, MOST, below, bit, bits_in, end_of, lowest_free


def test_every_number_has_a_bit_of_its_own_beyond_thirty_two_of_them() -> None:
    assert [bit(number) for number in range(MOST)] == [2**number for number in range(63)]


def test_all_numbers_below_one_are_a_set() -> None:
    assert [below(count) for count in range(MOST + 1)] == [2**count - 1 for count in range(64)]


@pytest.mark.parametrize("number", [-64, -2, -1, 63, 64, 65, 127, 128])
def test_a_number_that_no_set_holds_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"from 0 to 62, not {number}"):
        bit(number)
    if number != MOST:
        with pytest.raises(ValueError, match=f"up to 63 numbers, not {number}"):
            below(number)


def test_the_numbers_of_a_set_are_counted() -> None:
    for number in range(62):
        assert bits_in(2**62 - 1 - 2**number) == 61
        assert bits_in(2**number) == 1
    assert bits_in(0) == 0
    assert bits_in(ALL) == MOST


def test_the_lowest_number_that_is_free_is_found_even_if_none_is() -> None:
    for number in range(MOST):
        assert lowest_free(ALL - 2**number) == number
    assert lowest_free(ALL) == MOST
    assert lowest_free(0) == 0


def test_a_set_ends_after_its_highest_number() -> None:
    assert [end_of(2**number) for number in range(MOST)] == list(range(1, 64))
    assert end_of(ALL) == MOST
    assert end_of(0) == 0


@pytest.mark.parametrize("bits", [-1, -(2**31), -(2**63)])
def test_what_is_no_set_keeps_nobody_counting(bits: int) -> None:
    assert bits_in(bits) == 0
    assert end_of(bits) == 0
    assert lowest_free(bits) <= MOST
