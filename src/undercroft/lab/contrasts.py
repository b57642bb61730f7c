"""Two groups of games held against each other: the difference of their win rates, and which differences to believe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

from undercroft.lab.intervals import rate, wilson

FEWEST = 5  # wins and losses that must be expected in either group, or nothing can be said
FALSE_SHARE = 0.05  # of the differences that are called sure, this share may be chance at the most


@dataclass(frozen=True)
class Group:
    """Some games, and how many of them were won."""

    games: int
    wins: int

    def as_json(self) -> dict[str, Any]:
        """The group as plain data."""
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": rate(self.wins, self.games),
            "win_rate_95": wilson(self.wins, self.games),
        }


def can_compare(one: Group, other: Group) -> bool:
    """Whether there are enough games to tell anything about a difference."""
    games, wins = one.games + other.games, one.wins + other.wins
    smaller = min(one.games, other.games)
    return games > 0 and smaller * min(wins, games - wins) >= FEWEST * games


def difference(one: Group, other: Group) -> float:
    """How much more often the first group wins."""
    return one.wins / one.games - other.wins / other.games


def difference_95(one: Group, other: Group) -> tuple[float, float]:
    """Newcombe's 95 % interval of the difference, from the Wilson intervals of the two."""
    share, against = one.wins / one.games, other.wins / other.games
    low, high = wilson(one.wins, one.games)
    against_low, against_high = wilson(other.wins, other.games)
    middle = share - against
    below = sqrt((share - low) ** 2 + (against_high - against) ** 2)
    above = sqrt((high - share) ** 2 + (against - against_low) ** 2)
    return middle - below, middle + above


def chance_of(one: Group, other: Group) -> float:
    """How likely so great a difference is where there is none: the p-value of the two-sided test of two shares."""
    games, wins = one.games + other.games, one.wins + other.wins
    share = wins / games
    error = sqrt(share * (1 - share) * (1 / one.games + 1 / other.games))
    return erfc(abs(difference(one, other)) / error / sqrt(2))


def benjamini_hochberg(chances: Sequence[float], false_share: float = FALSE_SHARE) -> list[bool]:
    """Which of many p-values stand if no more than this share of those that stand may be false."""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    standing = 0
    for rank, place in enumerate(order, 1):
        if chances[place] <= false_share * rank / len(chances):
            standing = rank
    stands = set(order[:standing])
    return [place in stands for place in range(len(chances))]
