"""Sets of small numbers as bits."""

from __future__ import annotations

from undercroft.core.bits import bit, bits_in


def test_every_number_has_a_bit_of_its_own_beyond_thirty_two_of_them() -> None:
    assert [bit(number) for number in range(63)] == [2**number for number in range(63)]


def test_the_numbers_of_a_set_are_counted() -> None:
    for number in range(62):
        assert bits_in(2**62 - 1 - 2**number) == 61
        assert bits_in(2**number) == 1
    assert bits_in(0) == 0
