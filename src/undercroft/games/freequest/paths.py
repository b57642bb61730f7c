"""Where monsters can walk: worked out from the board alone."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.ground import NOWHERE, SIDES
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
    doors = board.doors_open
    figures = board.figures
    seen = bytearray(ground.size)
    seen[at] = 1
    ring: list[int] = [at]
    steps: i64 = 0
    while steps < most and ring:
        steps += 1
        after: list[int] = []
        for one in ring:
            for side in range(SIDES):
                other = ground.step(one, side, doors)
                if other == NOWHERE or seen[other]:
                    continue
                seen[other] = 1
                figure = figures[other]
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
    ground = board.ground
    doors = board.doors_open
    far = [-1] * ground.size
    far[at] = 0
    ring: list[int] = [at]
    steps: i64 = 0
    while ring:
        steps += 1
        after: list[int] = []
        for one in ring:
            for side in range(SIDES):
                other = ground.step(one, side, doors)
                if other != NOWHERE and far[other] < 0 and not board.is_solid(other):
                    far[other] = steps
                    after.append(other)
        ring = after
    return far
