"""Pools of dice that are rolled at once, and which of their rolls come to the same.

A roll of many dice has far more outcomes than meanings: of the 46,656 rolls of four dice against two only the number
of hits matters. A `Pool` lists the meanings, each with the number of rolls behind it and one of them as an example, so
that odds walk a few outcomes and stay exact. Where a game is really played every die is rolled.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64


class Pool:
    """So many dice with so many sides.

    A roll is packed into one number: each die counted from 0, the first in the highest place. `weights` says how many
    rolls come to each meaning, `examples` shows one of them.
    """

    def __init__(self, dice: i64, sides: i64, weights: list[int], examples: list[int]) -> None:
        outcomes: i64 = 1
        for _ in range(dice):
            outcomes *= sides
        self.dice: Final = dice
        self.sides: Final = sides
        self.outcomes: Final = outcomes
        self.weights: Final = weights
        self.examples: Final = examples


def faces(packed: i64, dice: i64, sides: i64) -> list[int]:
    """The dice of a packed roll in the order in which they were rolled, counted from 1."""
    result = [0] * dice
    for place in range(dice):
        result[dice - 1 - place] = packed % sides + 1
        packed //= sides
    return result
