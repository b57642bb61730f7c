"""Ways for the steady bot of FreeQuest: how far things are on foot, and where heroes and monsters can get to.

All of it is read off the board, so nothing here knows more than the heroes do.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.ground import NO_DOOR, NOWHERE, SIDES
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.pieces import NOTHING
from undercroft.games.freequest.state import FIRST_MONSTER, NOBODY, Board, Hero, Monster
from undercroft.games.freequest.vocabulary import END_MOVE, LEAPS, STEPS

NO_WAY: Final = -1
TRAP_STEPS: Final = 8  # a known trap is worth a detour of so many steps
MONSTER_STEPS: Final = 6  # and so is a monster in the way
DOOR_STEPS: Final = 1  # a closed door between two known places has to be opened
SWIFTEST: Final = 10  # steps that the swiftest monsters walk


def ways_to(board: Board, goals: list[int]) -> list[int]:
    """By square: how many steps it is from there to the nearest of some squares; NO_WAY where no way leads.

    Known traps and monsters count as detours, companions not at all.
    """
    ground = board.ground
    beyond = ground.beyond
    doors = ground.door
    closed = ~board.doors_open
    locked = board.doors_locked
    far = [NO_WAY] * ground.size
    rings: list[list[int]] = [goals]
    for at in goals:
        far[at] = 0
    place: i64 = 0
    while place < len(rings):
        for one in rings[place]:
            if far[one] != place:
                continue
            near = place + 1 + detour(board, one)
            for side in range(SIDES):
                other = beyond[one * SIDES + side]
                if other == NOWHERE:
                    continue
                steps = near
                door = doors[one * SIDES + side]
                if door != NO_DOOR and closed >> door & 1:
                    if locked >> door & 1:
                        continue
                    steps += DOOR_STEPS
                known = far[other]
                if (known != NO_WAY and known <= steps) or board.is_solid(other):
                    continue
                far[other] = steps
                while len(rings) <= steps:
                    rings.append([])
                rings[steps].append(other)
        place += 1
    return far


def detour(board: Board, at: i64) -> i64:
    """How many steps further than it is a square seems, for what stands or lies on it."""
    more: i64 = 0
    if board.figures[at] >= FIRST_MONSTER:
        more = MONSTER_STEPS
    if board.trap_state(at) != NOTHING:
        more += TRAP_STEPS
    return more


def next_on_the_way(board: Board, hero: Hero, far: list[int]) -> i64:
    """On which side of a hero the way goes on; NOWHERE at its end."""
    ground = board.ground
    best: i64 = NOWHERE
    least = far[hero.at]
    for side in range(SIDES):
        other = ground.beyond[hero.at * SIDES + side]
        if other == NOWHERE or far[other] == NO_WAY:
            continue
        door = ground.door[hero.at * SIDES + side]
        if door != NO_DOOR and board.doors_locked >> door & 1:
            continue
        steps = far[other] + detour(board, other)
        if steps < least:
            best = side
            least = steps
    return best


class Reach:
    """Where a hero could end a Move without treading on a known trap; the square where the hero stands comes first."""

    def __init__(self, at: i64, size: i64) -> None:
        self.squares: Final[list[int]] = [at]
        self.before: Final[list[int]] = [NOWHERE] * size  # by square: the one before it on the way there
        self.risky: Final[list[int]] = []  # squares that are reached by a leap

    def way(self, to: i64) -> list[int]:
        """The squares on the way to one of them, the last step first."""
        found: list[int] = []
        start = self.squares[0]
        while to != start:
            found.append(to)
            to = self.before[to]
        return found

    def is_risky(self, to: i64) -> bool:
        """Whether the way to a square leads over a leap."""
        while to != self.squares[0]:
            if to in self.risky:
                return True
            to = self.before[to]
        return False


def reach_of_hero(board: Board, hero: Hero, steps: i64, leaps: bool) -> Reach:
    """Where so many steps could take a hero: through companions, not past monsters, over a known trap if need be."""
    ground = board.ground
    beyond = ground.beyond
    doors = ground.door
    open_ = board.doors_open
    figures = board.figures
    reach = Reach(hero.at, ground.size)
    before = reach.before
    before[hero.at] = hero.at
    ring: list[int] = [hero.at]
    landing: list[int] = []  # squares that a leap reaches one step later
    if hero.in_pit:
        steps = min(steps, 1)
    leaps = leaps and bool(board.traps) and hero.carries == NOBODY and not hero.in_pit
    while steps > 0 and (ring or landing):
        steps -= 1
        after = landing
        landing = []
        for trodden in (1, 0):  # rather over squares that somebody has trodden
            for one in ring:
                if board.trodden[one] != trodden:
                    continue
                for side in range(SIDES):
                    other = beyond[one * SIDES + side]
                    if other == NOWHERE or before[other] != NOWHERE:
                        continue
                    door = doors[one * SIDES + side]
                    if door != NO_DOOR and not open_ >> door & 1:
                        continue
                    figure = figures[other]
                    if figure >= FIRST_MONSTER or board.is_solid(other):
                        continue
                    if board.trap_state(other) != NOTHING:
                        if leaps and steps > 0 and figure == 0 and (figures[one] == 0 or one == hero.at):
                            far = landing_of(board, other, side)
                            if far != NOWHERE and before[far] == NOWHERE:
                                before[far] = one
                                landing.append(far)
                                reach.squares.append(far)
                                reach.risky.append(far)
                        continue
                    before[other] = one
                    after.append(other)
                    if figure == 0:
                        reach.squares.append(other)
        ring = after
    return reach


def landing_of(board: Board, trap: i64, side: i64) -> i64:
    """Where a leap over a single trap ends, or NOWHERE."""
    at = board.step(trap, side)
    return at if at != NOWHERE and board.is_free(at) and board.trap_state(at) == NOTHING else NOWHERE


def stride(board: Board, one: i64, other: i64) -> Option:
    """The step from a square to one beside it, or the leap to one further on."""
    side = board.ground.side_towards(one, other)
    if side != NOWHERE:
        return STEPS[side]
    for side in range(SIDES):
        trap = board.step(one, side)
        if trap != NOWHERE and board.step(trap, side) == other:
            return LEAPS[side]
    return END_MOVE


def overrun(board: Board, foes: list[Monster], without: i64) -> list[int]:
    """By square: 1 where one of these monsters could stand after a Move, if a hero were not on a certain square.

    Monsters do not pass heroes, so whoever stands in a doorway keeps them off all who are behind.
    """
    ground = board.ground
    beyond = ground.beyond
    doors = ground.door
    open_ = board.doors_open
    figures = board.figures
    seen = [0] * ground.size
    ring: list[int] = []
    left: i64 = SWIFTEST
    while left >= 0:
        after: list[int] = []
        for foe in foes:  # the slow ones set out when the swift ones have that much left
            if foe.kind.move == left or (left == SWIFTEST and foe.kind.move > SWIFTEST):
                seen[foe.at] = 1
                ring.append(foe.at)
        if left > 0:
            for one in ring:
                for side in range(SIDES):
                    other = beyond[one * SIDES + side]
                    if other == NOWHERE or seen[other]:
                        continue
                    door = doors[one * SIDES + side]
                    if door != NO_DOOR and not open_ >> door & 1:
                        continue
                    if (0 < figures[other] < FIRST_MONSTER and other != without) or board.is_solid(other):
                        continue
                    seen[other] = 1
                    after.append(other)
        ring = after
        left -= 1
    return seen
