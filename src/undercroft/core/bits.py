"""Sets of small numbers, from 0 to 62, as the bits of one whole number.

Never `1 << number`: compiled, the literal is a C int of 32 bits, and a shift beyond them is wrong without a word. What
no set can hold is refused here, in both builds alike; a shift by less than nothing or by more than 63 places would be
an error interpreted and anything at all compiled.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MOST: Final[i64] = 63  # numbers that a set can hold, so that it is never below 0
HIGHEST: Final[i64] = 2**62
ALL: Final[i64] = 2**63 - 1


def bit(number: i64) -> i64:
    """The set of this number alone."""
    if number < 0 or number >= MOST:
        raise ValueError(f"a set of bits holds the numbers from 0 to {MOST - 1}, not {number}")
    return HIGHEST >> (MOST - 1 - number)


def below(count: i64) -> i64:
    """The set of all numbers from 0 to `count` - 1."""
    if count < 0 or count > MOST:
        raise ValueError(f"a set of bits holds up to {MOST} numbers, not {count}")
    return ALL >> (MOST - count)


def bits_in(bits: i64) -> i64:
    """How many numbers are in a set."""
    count: i64 = 0
    while bits > 0:
        bits &= bits - 1
        count += 1
    return count


def lowest_free(bits: i64) -> i64:
    """The lowest number that is not in a set; MOST if all are."""
    number: i64 = 0
    while number < MOST and bits >> number & 1:
        number += 1
    return number


def end_of(bits: i64) -> i64:
    """The number after the highest in a set; 0 if it is empty."""
    number: i64 = 0
    while bits >> number > 0:
        number += 1
    return number
