"""Dice: static tests, and contests of one pool against another.

Equal dice of both pools leave one for one; the highest die that the defender has left is the target, and each attacking
die above it is a success. After the discarding no die equals the target (contest.equality-cannot-occur).
"""

from __future__ import annotations

from math import comb
from typing import Final

from mypy_extensions import i64

from undercroft.core.pools import Pool
from undercroft.games.freequest.state import FreeQuest
from undercroft.games.freequest.vocabulary import CONTEST_DICE, TEST_DICE

SIDES: Final = 6
LIE: Final = 7  # dice as they lie are kept as digits of this base, the first in the highest place
MOST_DICE: Final = 12  # of one side: more are not rolled
NO_TARGET: Final = 0


def contest(game: FreeQuest, attack: i64, defense: i64) -> i64:
    """Roll one side's dice against the other's; the attacker's successes (contest.pools, contest.successes)."""
    attack = within(attack)
    defense = within(defense)
    packed = game.table.roll_pool(CONTEST_DICE, contest_pool(attack, defense))
    board = game.board
    board.roll = 0
    board.against = 0
    place: i64 = SIDES ** (attack + defense - 1) if attack + defense else 1
    for number in range(attack + defense):
        face = packed // place % SIDES + 1
        place //= SIDES
        if number < attack:
            board.roll = board.roll * LIE + face
        else:
            board.against = board.against * LIE + face
    return successes(board.roll, board.against)


def within(dice: i64) -> i64:
    """So many dice as can be rolled: none below zero (dice.pool-floor)."""
    return min(max(dice, 0), MOST_DICE)


def successes(roll: i64, against: i64) -> i64:
    """What an attacker's dice come to against a defender's, both as they lie (contest.discard-equal)."""
    attacking = tally(roll)
    defending = tally(against)
    count: i64 = 0
    face: i64 = SIDES
    while face > 0:
        have = attacking >> 4 * face & 15
        meets = defending >> 4 * face & 15
        if meets > have:
            return count  # this face is the target (contest.target)
        count += have - meets
        face -= 1
    return count  # no target: all that is left counts (contest.no-defender-dice)


def target(roll: i64, against: i64) -> i64:
    """The highest die that the defender has left, or NO_TARGET."""
    attacking = tally(roll)
    defending = tally(against)
    face: i64 = SIDES
    while face > 0:
        if defending >> 4 * face & 15 > attacking >> 4 * face & 15:
            return face
        face -= 1
    return NO_TARGET


def tally(roll: i64) -> i64:
    """How many dice show each face, four bits a face."""
    count: i64 = 0
    one: i64 = 1  # by 24 places at most, for which a C int will do: `bit` would be a call for every die
    while roll:
        count += one << 4 * (roll % LIE)
        roll //= LIE
    return count


def test(game: FreeQuest, dice: i64, goal: i64) -> i64:
    """A static test: roll dice against a fixed number; the successes (test.roll, test.success)."""
    dice = within(dice)
    packed = game.table.roll_pool(TEST_DICE, test_pool(dice, goal))
    board = game.board
    board.roll = 0
    board.against = 0
    place: i64 = SIDES ** (dice - 1) if dice else 1
    count: i64 = 0
    for _ in range(dice):
        face = packed // place % SIDES + 1
        place //= SIDES
        board.roll = board.roll * LIE + face
        if face >= goal:
            count += 1
    return count


def shows(roll: i64, face: i64) -> bool:
    """Whether any die of a roll shows a face."""
    return bool(tally(roll) >> 4 * face & 15)


def dice_of(roll: i64) -> list[int]:
    """The faces of dice as they lie, in the order in which they were rolled."""
    faces: list[int] = []
    while roll:
        faces.append(roll % LIE)
        roll //= LIE
    faces.reverse()
    return faces


def as_they_lie(faces: list[int]) -> i64:
    """Faces as one number."""
    roll: i64 = 0
    for face in faces:
        roll = roll * LIE + face
    return roll


# ---- which rolls come to the same -----------------------------------------------------------------------------------

CONTESTS: Final[dict[int, Pool]] = {}
TESTS: Final[dict[int, Pool]] = {}


def contest_pool(attack: i64, defense: i64) -> Pool:
    """The dice of a contest; what it comes to is the number of successes."""
    key = attack * 64 + defense
    pool = CONTESTS.get(key)
    if pool is None:
        counted = count_contest(attack, defense)
        weights = [weight for weight, _ in counted.values()]
        pool = Pool(attack + defense, SIDES, weights, [pack(faces) for _, faces in counted.values()])
        CONTESTS[key] = pool
    return pool


def count_contest(attack: int, defense: int) -> dict[int, tuple[int, list[int]]]:
    """By number of successes: how many rolls come to it, and one of them.

    Face by face from the highest: so many attacking dice show it, so many defending. The first face of which the
    defender has more is the target, and nothing below it counts.
    """
    states: dict[tuple[int, int, int, bool], tuple[int, list[int], list[int]]] = {
        (attack, defense, 0, False): (1, [], [])
    }
    for face in range(SIDES, 0, -1):
        after: dict[tuple[int, int, int, bool], tuple[int, list[int], list[int]]] = {}
        for (dice, guard, count, barred), (weight, roll, against) in states.items():
            fewest, least = (dice, guard) if face == 1 else (0, 0)
            for have in range(fewest, dice + 1):
                for meets in range(least, guard + 1):
                    stops = barred or meets > have
                    key = (dice - have, guard - meets, count if stops else count + have - meets, stops)
                    ways = weight * comb(dice, have) * comb(guard, meets)
                    known = after.get(key)
                    if known is None:
                        after[key] = (ways, roll + [face] * have, against + [face] * meets)
                    else:
                        after[key] = (known[0] + ways, known[1], known[2])
        states = after
    result: dict[int, tuple[int, list[int]]] = {}
    for (_, _, count, _), (weight, roll, against) in sorted(states.items()):
        known_weight, faces = result.get(count, (0, roll + against))
        result[count] = (known_weight + weight, faces)
    return result


def test_pool(dice: i64, goal: i64) -> Pool:
    """The dice of a test; what it comes to is the number of successes and whether any die shows 1."""
    goal = min(max(goal, 1), SIDES + 1)
    key = dice * 64 + goal
    pool = TESTS.get(key)
    if pool is None:
        states: dict[tuple[int, bool], tuple[int, list[int]]] = {(0, False): (1, [])}
        for _ in range(dice):
            after: dict[tuple[int, bool], tuple[int, list[int]]] = {}
            for (count, one), (weight, faces) in states.items():
                for face in range(1, SIDES + 1):
                    meaning = (count + (1 if face >= goal else 0), one or face == 1)
                    known = after.get(meaning)
                    after[meaning] = (weight, [*faces, face]) if known is None else (known[0] + weight, known[1])
            states = after
        pool = Pool(dice, SIDES, [weight for weight, _ in states.values()], [pack(f) for _, f in states.values()])
        TESTS[key] = pool
    return pool


def pack(faces: list[int]) -> int:
    """Faces as `Pool` packs them."""
    packed = 0
    for face in faces:
        packed = packed * SIDES + face - 1
    return packed


# ---- how likely a contest comes to what -----------------------------------------------------------------------------

CHANCES: Final[dict[int, list[float]]] = {}


def chances(attack: i64, defense: i64) -> list[float]:
    """By number of successes: how likely a contest comes to it."""
    attack = within(attack)
    defense = within(defense)
    key = attack * 64 + defense
    known = CHANCES.get(key)
    if known is None:
        known = [0.0] * (attack + 1)
        for count, (weight, _) in count_contest(attack, defense).items():
            known[count] = float(weight) / float(SIDES ** (attack + defense))
        CHANCES[key] = known
    return known


def mean_damage(attack: i64, defense: i64) -> float:
    """The damage of an attack on average."""
    total = 0.0
    odds = chances(attack, defense)
    for count in range(len(odds)):
        total += float(count) * odds[count]
    return total


def chance_of(attack: i64, defense: i64, damage: i64) -> float:
    """How likely an attack does at least so much damage."""
    total = 0.0
    odds = chances(attack, defense)
    for count in range(max(damage, 0), len(odds)):
        total += odds[count]
    return total
