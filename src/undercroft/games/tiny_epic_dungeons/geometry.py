"""Passages, distances and sight in the dungeon; sets of rooms are bits, the Lair is bit 49."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.games.tiny_epic_dungeons.pieces import ANY_PATH, LINE_OF_SIGHT, SAME_ROOM, SIGHT
from undercroft.games.tiny_epic_dungeons.state import LAIR, NOBODY, Dungeon

SIDE: Final[i64] = 7
FAR: Final[i64] = 99  # no way there
OPPOSITE: Final = (4, 8, 1, 2)  # by side: the exit that meets it


def beside(cell: i64, side: i64) -> i64:
    """The neighbouring cell to the north (0), east, south or west, or NOBODY beyond the grid (grid.edge-exit)."""
    if side == 0:
        return cell - SIDE if cell >= SIDE else NOBODY
    if side == 1:
        return cell + 1 if cell % SIDE < SIDE - 1 else NOBODY
    if side == 2:
        return cell + SIDE if cell < SIDE * (SIDE - 1) else NOBODY
    return cell - 1 if cell % SIDE > 0 else NOBODY


def join(game: Dungeon, cell: i64) -> None:
    """Make the passages of a room that has just been laid (grid.passage)."""
    exits = game.exits[cell]
    for side in range(4):
        other = beside(cell, side)
        if not exits >> side & 1 or other < 0 or not game.rooms >> other & 1:
            continue
        if game.exits[other] & OPPOSITE[side]:
            here, there = bit(cell), bit(other)
            if side == 0:
                game.north |= here
                game.south |= there
            elif side == 1:
                game.east |= here
                game.west |= there
            elif side == 2:
                game.south |= here
                game.north |= there
            else:
                game.west |= here
                game.east |= there


def spread(game: Dungeon, rooms: i64) -> i64:
    """The rooms one passage away from any of these."""
    reached: i64 = (
        (rooms & game.north) >> SIDE
        | (rooms & game.south) << SIDE
        | (rooms & game.east) << 1
        | (rooms & game.west) >> 1
    )
    if game.act == 2:
        door: i64 = bit(game.door)
        if rooms & door:
            reached |= bit(LAIR)
        if rooms >> LAIR & 1:
            reached |= door
    return reached


def next_to(game: Dungeon, cell: i64) -> i64:
    """The rooms one passage away, as bits."""
    return spread(game, bit(cell))


def distance(game: Dungeon, start: i64, goal: i64) -> i64:
    """The least number of passages between two rooms (enemy.nearest)."""
    seen: i64 = bit(start)
    edge: i64 = seen
    steps: i64 = 0
    while edge:
        if edge >> goal & 1:
            return steps
        edge = spread(game, edge) & ~seen
        seen |= edge
        steps += 1
    return FAR


def within(game: Dungeon, cell: i64, rooms: i64) -> i64:
    """All rooms at most so many passages away (range.within-n)."""
    seen: i64 = bit(cell)
    edge: i64 = seen
    while rooms > 0 and edge:
        edge = spread(game, edge) & ~seen
        seen |= edge
        rooms -= 1
    return seen


def layers(game: Dungeon, goal: i64) -> list[int]:
    """By distance from a room: the rooms that far from it."""
    seen: i64 = bit(goal)
    edge: i64 = seen
    result: list[int] = []
    while edge:
        result.append(edge)
        edge = spread(game, edge) & ~seen
        seen |= edge
    return result


def line_of_sight(game: Dungeon, cell: i64) -> i64:
    """The rooms on a straight path from this one; from the Lair, the Lair (range.line-of-sight, lair.one-room)."""
    if cell == LAIR:
        return bit(LAIR)
    seen: i64 = 0
    edge: i64 = (bit(cell) & game.north) >> SIDE
    while edge:
        seen |= edge
        edge = (edge & game.north) >> SIDE
    edge = (bit(cell) & game.south) << SIDE
    while edge:
        seen |= edge
        edge = (edge & game.south) << SIDE
    edge = (bit(cell) & game.east) << 1
    while edge:
        seen |= edge
        edge = (edge & game.east) << 1
    edge = (bit(cell) & game.west) >> 1
    while edge:
        seen |= edge
        edge = (edge & game.west) >> 1
    return seen


def in_reach(game: Dungeon, cell: i64, range_: i64, n: i64) -> i64:
    """The rooms that a range covers from here; nothing reaches over the edge of the Boss Mat (range.lair-sealed)."""
    here: i64 = bit(cell)
    if cell == LAIR or range_ == SAME_ROOM:
        return here
    if range_ == LINE_OF_SIGHT:
        return line_of_sight(game, cell)
    if range_ == SIGHT:
        return here | line_of_sight(game, cell)
    if range_ == ANY_PATH and n == 0:
        return game.rooms
    return within(game, cell, n) & game.rooms


def cells_of(bits: i64) -> list[int]:
    """The cells of a set, in their order."""
    cells: list[int] = []
    cell: i64 = 0
    while bits:
        if bits & 1:
            cells.append(cell)
        bits >>= 1
        cell += 1
    return cells
