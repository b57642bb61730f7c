"""Chances of winning as shares of numbered games, and the differences between them."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt

from undercroft.lab.intervals import Z_95, Interval, wilson


@dataclass
class Wins:
    """Which continuations of a moment were played and won, as bits; `certain` is a moment at which all is over."""

    played: int = 0
    won: int = 0
    certain: bool = False

    def add(self, first: int, results: list[int]) -> None:
        """Continuations number `first` and on."""
        bits = sum(1 << place for place, result in enumerate(results) if result)
        self.played |= ((1 << len(results)) - 1) << first
        self.won |= bits << first

    def since(self, first: int) -> Wins:
        """The continuations with this number and later ones alone."""
        return Wins(self.played >> first << first, self.won >> first << first)

    @property
    def games(self) -> int:
        """How many were played."""
        return self.played.bit_count()

    @property
    def share(self) -> float:
        """The share that was won."""
        return self.won.bit_count() / self.games

    @property
    def interval(self) -> Interval:
        """Its 95 % interval."""
        return (self.share, self.share) if self.certain else wilson(self.won.bit_count(), self.games)


@dataclass(frozen=True)
class Gap:
    """A difference of chances, and how far off it can be, at 95 %."""

    value: float
    margin: float

    @property
    def p_value(self) -> float:
        """How likely so great a difference is where there is none."""
        if not self.margin:
            return float(self.value == 0.0)
        return erfc(abs(self.value) / self.margin * Z_95 / sqrt(2))


def over(won: bool) -> Wins:
    """The moment at which a game is over."""
    return Wins(1, int(won), certain=True)


def gap_between(one: Wins, other: Wins) -> Gap:
    """How much more often one is won than the other, continuations with the same number being paired.

    One of each kind is added to the pairs that differ (Bonett and Price), so that a few equal pairs do not look like
    certainty.
    """
    value = one.share - other.share
    if one.certain or other.certain:
        open_one = other if one.certain else one
        guess = (open_one.won.bit_count() + 1) / (open_one.games + 2)
        return Gap(value, 0.0 if open_one.certain else Z_95 * sqrt(guess * (1 - guess) / open_one.games))
    both = one.played & other.played
    pairs = both.bit_count()
    only_one = (one.won & ~other.won & both).bit_count() + 1
    only_other = (other.won & ~one.won & both).bit_count() + 1
    won_both = (one.won & other.won & both).bit_count()
    whole = pairs + 2
    share, other_share = (won_both + only_one) / whole, (won_both + only_other) / whole
    covariance = won_both / whole - share * other_share
    variance = share * (1 - share) / one.games + other_share * (1 - other_share) / other.games
    variance -= 2 * covariance * pairs / (one.games * other.games)
    return Gap(value, Z_95 * sqrt(max(variance, 0.0)))
