"""A square grid without edges: a place is one number, and its neighbours are a step away."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WIDE: Final = 4096  # half of it is further from the middle than any map reaches
ORIGIN: Final[i64] = WIDE * WIDE // 2 + WIDE // 2
SIDES: Final = 4


def beside(at: i64, side: i64) -> i64:
    """The place next to another: 0 to the north, 1 to the east, 2 to the south, 3 to the west."""
    if side == 0:
        return at - WIDE
    if side == 1:
        return at + 1
    return at + WIDE if side == 2 else at - 1


def place(east: i64, south: i64) -> i64:
    """The place so many steps to the east and to the south of the origin."""
    return ORIGIN + south * WIDE + east


def east_of(at: i64) -> i64:
    """How far east of the origin a place is."""
    return at % WIDE - WIDE // 2


def south_of(at: i64) -> i64:
    """How far south of the origin a place is."""
    return at // WIDE - WIDE // 2
