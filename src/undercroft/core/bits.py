"""Sets of small numbers as the bits of one whole number."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

HIGHEST: Final[i64] = 1 << 62


def bit(number: i64) -> i64:
    """The set of this number alone, from 0 to 62.

    Not `1 << number`: compiled, the literal is a C int of 32 bits, and a shift beyond them is wrong without a word.
    """
    return HIGHEST >> (62 - number)


def bits_in(bits: i64) -> i64:
    """How many numbers are in a set."""
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
