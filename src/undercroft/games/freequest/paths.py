"""Where monsters can walk: worked out from the board alone."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.ground import NO_DOOR, NOWHERE, SIDES
from undercroft.games.freequest.state import FIRST_MONSTER, OPEN_PIT, Board


class Walks:
    """The squares that a figure can walk to, with how many steps each takes, nearest first."""

    def __init__(self) -> None:
        self.squares: list[int] = []
        self.steps: list[int] = []


def reach_of(board: Board, at: i64, most: i64) -> Walks:
    """Where a monster on a square could go (monster.movement).

    It passes other monsters, traps and open pits, and ends on a free square that is no open pit (trap.monsters). It
    stays on what heroes know of the map (monster.doors). Its own square is not among them.
    """
    walks = Walks()
    ground = board.ground
    beyond = ground.beyond
    doors = ground.door
    open_ = board.doors_open
    figures = board.figures
    seen = [0] * ground.size
    seen[at] = 1
    ring: list[int] = [at]
    steps: i64 = 0
    while steps < most and ring:
        steps += 1
        after: list[int] = []
        for one in ring:
            here: i64 = one
            for side in range(SIDES):
                edge: i64 = here * SIDES + side
                other: i64 = beyond[edge]
                if other == NOWHERE or seen[other]:
                    continue
                door: i64 = doors[edge]
                if door != NO_DOOR and not open_ >> door & 1:
                    continue
                seen[other] = 1
                figure: i64 = figures[other]
                if 0 < figure < FIRST_MONSTER or board.is_solid(other):
                    continue
                after.append(other)
                if figure == 0 and board.trap_state(other) != OPEN_PIT:
                    walks.squares.append(other)
                    walks.steps.append(steps)
        ring = after
    return walks


def distances(board: Board, at: i64) -> list[int]:
    """How many steps every known square is from here, figures ignored; -1 where no way leads."""
    return distances_from(board, [at])


def distances_from(board: Board, starts: list[int]) -> list[int]:
    """The same from the nearest of some squares."""
    ground = board.ground
    beyond = ground.beyond
    doors = ground.door
    open_ = board.doors_open
    far = [-1] * ground.size
    for start in starts:
        far[start] = 0
    ring = starts
    steps: i64 = 0
    while ring:
        steps += 1
        after: list[int] = []
        for one in ring:
            here: i64 = one
            for side in range(SIDES):
                edge: i64 = here * SIDES + side
                other: i64 = beyond[edge]
                if other == NOWHERE or far[other] >= 0:
                    continue
                door: i64 = doors[edge]
                if (door == NO_DOOR or open_ >> door & 1) and not board.is_solid(other):
                    far[other] = steps
                    after.append(other)
        ring = after
    return far
