"""Ways for the steady bot of FreeQuest: how far things are on foot, and where heroes and monsters can get to.

All of it is read off the board, so nothing here knows more than the heroes do.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.ground import NO_DOOR, NOWHERE, SIDES
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.pieces import NOTHING
from undercroft.games.freequest.state import FIRST_MONSTER, NOBODY, OPEN_PIT, Board, Hero, Monster
from undercroft.games.freequest.vocabulary import END_MOVE, LEAPS, STEPS

NO_WAY: Final = -1
TRAP: Final = -1
NO_LEAPS: Final = 0  # what a hero would leap over
OVER_PITS: Final = 1
OVER_TRAPS: Final = 2
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
    figures = board.figures
    marks = marks_of(board)
    far = [NO_WAY] * ground.size
    rings: list[list[int]] = [goals]
    for goal in goals:
        far[goal] = 0
    place: i64 = 0
    while place < len(rings):
        for one in rings[place]:
            at: i64 = one
            if far[at] != place:
                continue
            near: i64 = place + 1
            if marks[at] == TRAP:
                near += TRAP_STEPS
            if figures[at] >= FIRST_MONSTER:
                near += MONSTER_STEPS
            for side in range(SIDES):
                edge: i64 = at * SIDES + side
                other: i64 = beyond[edge]
                if other == NOWHERE:
                    continue
                steps: i64 = near
                door: i64 = doors[edge]
                if door != NO_DOOR and closed >> door & 1:
                    if locked >> door & 1:
                        continue
                    steps += DOOR_STEPS
                known: i64 = far[other]
                if (known != NO_WAY and known <= steps) or marks[other] > 0:
                    continue
                far[other] = steps
                while len(rings) <= steps:
                    rings.append([])
                rings[steps].append(other)
        place += 1
    return far


def marks_of(board: Board) -> list[int]:
    """By square: above 0 if something solid is there, TRAP for a known trap, 0 for nothing."""
    marks = board.ground.solid[:]
    for at in board.rubble:
        marks[at] = 1
    for at in board.traps:
        marks[at] = TRAP
    return marks


def detour(board: Board, at: i64) -> i64:
    """How many steps further than it is a square seems, for what stands or lies on it."""
    more: i64 = 0
    if board.figures[at] >= FIRST_MONSTER:
        more = MONSTER_STEPS
    if at in board.traps:
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


def reach_of_hero(board: Board, hero: Hero, steps: i64, leaps: i64) -> Reach:
    """Where so many steps could take a hero: through companions, not past monsters, over known traps by leaps.

    Of ways that are equally long it is one over squares that somebody has trodden.
    """
    ground = board.ground
    beyond = ground.beyond
    doors = ground.door
    open_ = board.doors_open
    figures = board.figures
    marks = marks_of(board)
    reach = Reach(hero.at, ground.size)
    before = reach.before
    before[hero.at] = hero.at
    ring: list[int] = [hero.at]
    landing: list[int] = []  # squares that a leap reaches one step later
    if hero.in_pit:
        steps = min(steps, 1)
    if not board.traps or hero.carries != NOBODY or hero.in_pit:
        leaps = NO_LEAPS
    while steps > 0 and (ring or landing):
        steps -= 1
        trodden = landing
        fresh: list[int] = []
        landing = []
        for one in ring:
            at: i64 = one
            for side in range(SIDES):
                edge: i64 = at * SIDES + side
                other: i64 = beyond[edge]
                if other == NOWHERE or before[other] != NOWHERE:
                    continue
                door: i64 = doors[edge]
                if door != NO_DOOR and not open_ >> door & 1:
                    continue
                figure: i64 = figures[other]
                if figure >= FIRST_MONSTER or marks[other] > 0:
                    continue
                if marks[other] == TRAP:
                    fits = figure == 0 and (figures[at] == 0 or at == hero.at)
                    if steps > 0 and fits and leaps != NO_LEAPS:
                        if leaps == OVER_PITS and board.trap_state(other) != OPEN_PIT:
                            continue
                        leap_over(board, reach, at, other, side, landing)
                    continue
                before[other] = at
                if board.trodden[other]:
                    trodden.append(other)
                else:
                    fresh.append(other)
                if figure == 0:
                    reach.squares.append(other)
        ring = trodden + fresh
    return reach


def leap_over(board: Board, reach: Reach, at: i64, trap: i64, side: i64, landing: list[int]) -> None:
    """Note where a leap over a trap would end, if there is room and no shorter way."""
    to = landing_of(board, trap, side)
    if to != NOWHERE and reach.before[to] == NOWHERE:
        reach.before[to] = at
        landing.append(to)
        reach.squares.append(to)
        reach.risky.append(to)


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
    marks = marks_of(board)
    seen = [0] * ground.size
    ring: list[int] = []
    left: i64 = SWIFTEST
    while left >= 0:
        for foe in foes:  # the slow ones set out when the swift ones have that much left
            if foe.kind.move == left or (left == SWIFTEST and foe.kind.move > SWIFTEST):
                seen[foe.at] = 1
                ring.append(foe.at)
        if left == 0:
            break
        after: list[int] = []
        for one in ring:
            at: i64 = one
            for side in range(SIDES):
                edge: i64 = at * SIDES + side
                other: i64 = beyond[edge]
                if other == NOWHERE or seen[other]:
                    continue
                door: i64 = doors[edge]
                if door != NO_DOOR and not open_ >> door & 1:
                    continue
                if (0 < figures[other] < FIRST_MONSTER and other != without) or marks[other] > 0:
                    continue
                seen[other] = 1
                after.append(other)
        ring = after
        left -= 1
    return seen
