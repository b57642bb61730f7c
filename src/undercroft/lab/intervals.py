"""How far from the truth a figure may be: 95 % intervals of shares, and of differences within pairs of games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt, tan

from undercroft.lab.rows import Rows

Interval = tuple[float, float]

Z_95 = 1.959963984540054
MANY = 200  # degrees of freedom


def rate(part: int, whole: int) -> float | None:
    """A share, or None of nothing."""
    return part / whole if whole else None


def wilson(wins: int, games: int) -> Interval:
    """Wilson's 95 % interval for a share."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    spread = Z_95 * sqrt(share * (1 - share) / games + Z_95**2 / (4 * games**2))
    middle = share + Z_95**2 / (2 * games)
    whole = 1 + Z_95**2 / games
    low = 0.0 if wins == 0 else (middle - spread) / whole
    high = 1.0 if wins == games else (middle + spread) / whole
    return low, high


def student_95(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches with so many degrees of freedom."""
    return exact_student_95(freedom) if freedom < MANY else nearly_student_95(freedom)


@lru_cache(maxsize=MANY)
def exact_student_95(freedom: int) -> float:
    """The same, from the distribution itself, halving the interval in which it must lie until it is a point."""
    low, high = 0.0, pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if student_within(middle, freedom) < 0.95 else (low, middle)
    return sqrt(freedom) * tan(high)


def student_within(angle: float, freedom: int) -> float:
    """How likely Student's t is to lie within sqrt(freedom) * tan(angle) (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    odd = freedom % 2
    term = total = 0.0 if freedom == 1 else cos(angle) if odd else 1.0
    for number in range(2 + odd, freedom - 1, 2):
        term *= cos(angle) ** 2 * (number - 1) / number
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def nearly_student_95(freedom: int) -> float:
    """The same by Cornish and Fisher's expansion; with many degrees of freedom it is right to nine digits."""
    z = Z_95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


@dataclass
class Difference:
    """What pairs of games say of b against a: the sums that the intervals need, so that no game has to be kept."""

    pairs: int = 0
    both: int = 0
    only_a: int = 0
    only_b: int = 0
    score: int = 0  # of b minus a, summed
    squares: int = 0

    def take(self, a: Rows, b: Rows) -> None:
        """Take in more pairs: game i of one side with game i of the other."""
        for a_won, b_won, a_score, b_score in zip(a.won, b.won, a.score, b.score, strict=True):
            self.pairs += 1
            self.both += a_won and b_won
            self.only_a += a_won and not b_won
            self.only_b += b_won and not a_won
            self.score += b_score - a_score
            self.squares += (b_score - a_score) ** 2

    @property
    def neither(self) -> int:
        """How many pairs nobody won."""
        return self.pairs - self.both - self.only_a - self.only_b

    @property
    def win_rate(self) -> float | None:
        """How much oftener b wins."""
        return rate(self.only_b - self.only_a, self.pairs)

    @property
    def mean_score(self) -> float | None:
        """How much more b scores."""
        return rate(self.score, self.pairs)

    def win_rate_95(self) -> Interval:
        """The interval of Bonett and Price: as if each side had won one more pair alone.

        Their two pairs keep the interval honest where the sides seldom differ: after n pairs without any difference it
        is not zero but about 2.8 / n wide on either side, for that is how many could have been missed.
        """
        if self.pairs == 0:
            return -1.0, 1.0
        pairs = self.pairs + 2
        middle = (self.only_b - self.only_a) / pairs
        spread = Z_95 * sqrt(((self.only_a + self.only_b + 2) / pairs - middle**2) / pairs)
        return max(-1.0, middle - spread), min(1.0, middle + spread)

    def mean_score_95(self) -> Interval | None:
        """Student's interval, as if the differences strayed two points more, so that it is never of no width."""
        if self.pairs < 2:
            return None
        mean = self.score / self.pairs
        strayed = max(0.0, self.squares - self.pairs * mean**2) + 2
        spread = student_95(self.pairs - 1) * sqrt(strayed / (self.pairs - 1) / self.pairs)
        return mean - spread, mean + spread
