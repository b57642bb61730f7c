"""What Hero Dice come to: the best result with so many changes of a die, and what an attack is worth over all rolls."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.games.tiny_epic_dungeons.checks import MOST_DICE, SIDES
from undercroft.games.tiny_epic_dungeons.pieces import Content

CHANGES: Final[i64] = 8  # more changes of dice than anybody can pay for make no difference
WHOLE: Final[i64] = 1000  # chances are thousandths


class Odds:
    """Tables for one kind of Hero Die; a roll is packed as its faces from the highest, in sevens."""

    def __init__(self, plus: list[int]) -> None:
        self.rolls: Final[list[list[int]]] = [[] for _ in range(MOST_DICE + 1)]  # by number of dice
        self.weights: Final[list[list[int]]] = [[] for _ in range(MOST_DICE + 1)]
        self.best: Final[list[int]] = [0] * (343 * (CHANGES + 1))  # by roll and changes
        self.worths: Final[dict[int, int]] = {}
        self.chances: Final[dict[int, int]] = {}
        for dice in range(1, MOST_DICE + 1):
            fill_rolls(self, dice)
            fill_best(self, dice, plus)

    def chance(self, dice: i64, need: i64, changes: i64) -> i64:
        """How likely so many dice make a result, in thousandths, if so many changes can be paid for."""
        changes = min(changes, CHANGES)
        if need < 1:
            return WHOLE
        key: i64 = (dice * 16 + changes) * 64 + need
        known = self.chances.get(key)
        if known is not None:
            return known
        good: i64 = 0
        total: i64 = 0
        for place in range(len(self.rolls[dice])):
            weight: i64 = self.weights[dice][place]
            total += weight
            if self.best[self.rolls[dice][place] * (CHANGES + 1) + changes] >= need:
                good += weight
        result = good * WHOLE // total
        self.chances[key] = result
        return result

    def worth(self, dice: i64, need: i64, cap: i64, point: i64, kill: i64, changes: i64, price: i64) -> i64:
        """What an attack brings on average if dice are changed wherever that pays.

        Damage is counted from `need`, the result that deals 1; `price` is what a change costs.
        """
        changes = min(changes, CHANGES)
        key: i64 = (
            (((((dice * 16 + changes) * 64 + need + 16) * 64 + cap) * 1024 + point) * 4096 + kill) * 1024
        ) + price
        known = self.worths.get(key)
        if known is not None:
            return known
        total: i64 = 0
        weights: i64 = 0
        for place in range(len(self.rolls[dice])):
            weight: i64 = self.weights[dice][place]
            weights += weight
            total += weight * self.best_use(self.rolls[dice][place], need, cap, point, kill, changes, price)
        result = total // weights
        self.worths[key] = result
        return result

    def best_use(self, roll: i64, need: i64, cap: i64, point: i64, kill: i64, changes: i64, price: i64) -> i64:
        """The most that a roll can bring."""
        most: i64 = 0
        for change in range(changes + 1):
            harm = min(cap, self.best[roll * (CHANGES + 1) + change] - need + 1)
            if harm > 0:
                most = max(most, harm * point + (kill if harm == cap else 0) - change * price)
        return most


def pack(dice: list[int]) -> i64:
    """Dice from the highest as one number."""
    packed: i64 = 0
    for face in dice:
        packed = packed * 7 + face
    return packed


def fill_rolls(odds: Odds, dice: i64) -> None:
    """List the rolls of so many dice and how often each comes."""
    counts: dict[int, int] = {}
    total: i64 = 1
    for _ in range(dice):
        total *= SIDES
    for number in range(total):
        faces: list[int] = []
        rest: i64 = number
        for _ in range(dice):
            faces.append(rest % SIDES + 1)
            rest //= SIDES
        faces.sort(reverse=True)
        packed = pack(faces)
        counts[packed] = counts.get(packed, 0) + 1
    for packed, count in counts.items():
        odds.rolls[dice].append(packed)
        odds.weights[dice].append(count)


def unpack(roll: i64) -> list[int]:
    """The dice of a packed roll, from the highest."""
    faces: list[int] = []
    while roll:
        faces.insert(0, roll % 7)
        roll //= 7
    return faces


def fill_best(odds: Odds, dice: i64, plus: list[int]) -> None:
    """Work out the best result of each roll with more and more changes."""
    for roll in odds.rolls[dice]:
        odds.best[roll * (CHANGES + 1)] = best_as_it_lies(unpack(roll), plus)
    for change in range(1, CHANGES + 1):
        for roll in odds.rolls[dice]:
            most: i64 = odds.best[roll * (CHANGES + 1) + change - 1]
            for other in changed(unpack(roll)):
                most = max(most, odds.best[other * (CHANGES + 1) + change - 1])
            odds.best[roll * (CHANGES + 1) + change] = most


def best_as_it_lies(dice: list[int], plus: list[int]) -> i64:
    """The highest result: one die, and all others that can be added to it."""
    most: i64 = 0
    for die in range(len(dice)):
        result: i64 = dice[die]
        for other in range(len(dice)):
            if other != die:
                result += plus[dice[other]]
        most = max(most, result)
    return most


def changed(dice: list[int]) -> list[int]:
    """The rolls that a single change of a die makes."""
    found: list[int] = []
    for place in range(len(dice)):
        for face in (dice[place] - 1, dice[place] + 1):
            if 1 <= face <= SIDES:
                other = dice[:]
                other[place] = face
                other.sort(reverse=True)
                found.append(pack(other))
    return found


KNOWN: Final[dict[tuple[int, ...], Odds]] = {}


def odds_for(content: Content) -> Odds:
    """The tables for the Hero Die of some content, worked out once."""
    key = tuple(content.hero_plus)
    known = KNOWN.get(key)
    if known is None:
        known = Odds(content.hero_plus)
        KNOWN[key] = known
    return known
