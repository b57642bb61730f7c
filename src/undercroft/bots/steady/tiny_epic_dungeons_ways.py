"""Where a hero of Tiny Epic Dungeons can go this turn, and how good it is to be there."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_worth import NEVER, Outlook, trap_cost
from undercroft.core.bits import bit
from undercroft.games.tiny_epic_dungeons.geometry import beside, cells_of, layers, spread
from undercroft.games.tiny_epic_dungeons.pieces import TRAP_DANGER
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET, LAIR, Dungeon

ROOMS: Final[i64] = 50  # cells, and the Lair


class Roam:
    """The rooms in reach by the Speed that is left, first those without a trap on the way, then the others."""

    def __init__(self, outlook: Outlook, speed: i64) -> None:
        game = outlook.game
        here = outlook.hero.at
        self.here: Final = here
        self.foes: Final = foes_in(game)
        self.safe: Final[list[int]] = [bit(here)]  # by steps
        self.all: Final[list[int]] = [bit(here)]
        self.cells: i64 = bit(here)
        self.place: Final[list[int]] = [0] * ROOMS  # how good it is to be in each of them
        self.risk: Final[list[int]] = [0] * ROOMS
        if speed > 0 and game.moving and here != LAIR:
            armed = armed_traps(game)
            safe = self.spread_out(game, self.safe, speed, ~armed)
            self.cells = safe
            if armed:
                self.cells = self.spread_out(game, self.all, speed, -1)
                for cell in cells_of(self.cells & ~safe):
                    self.risk[cell] = trap_cost(outlook, cell) if armed >> cell & 1 else 20

    def spread_out(self, game: Dungeon, steps: list[int], speed: i64, allowed: i64) -> i64:
        """Fill in the rooms by steps; an enemy's room is entered but not left."""
        edge: i64 = bit(self.here)
        seen: i64 = edge
        lair: i64 = ~(bit(LAIR))
        for step in range(speed):
            leaving = edge if step == 0 else edge & ~self.foes
            edge = spread(game, leaving) & ~seen & lair & allowed
            if not edge:
                break
            steps.append(edge)
            seen |= edge
        return seen

    def steps_to(self, cell: i64) -> i64:
        """How many steps it takes to a room that is in reach."""
        for steps in (self.safe, self.all):
            for count in range(len(steps)):
                ring: i64 = steps[count]
                if ring >> cell & 1:
                    return count
        return 99

    def first_step(self, game: Dungeon, cell: i64) -> i64:
        """The first room on the way to one that is in reach."""
        for steps in (self.safe, self.all):
            for count in range(len(steps)):
                ring: i64 = steps[count]
                if not ring >> cell & 1:
                    continue
                way: i64 = bit(cell)
                for back in range(count - 1, 0, -1):
                    ring = steps[back]
                    way = spread(game, way) & ring & ~self.foes
                return lowest(way)
        return self.here

    def pull(self, game: Dungeon, goal: i64, worth: i64, step: i64) -> None:
        """Make it good to be near a room: worth so much there, and so much less with each step."""
        self.pull_rings(layers(game, goal), worth, step)

    def pull_rings(self, rings: list[int], worth: i64, step: i64) -> None:
        """The same for rooms by their distance from some goal."""
        for away in range(len(rings)):
            near: i64 = rings[away]
            near &= self.cells
            value = worth - step * away
            if value <= 0:
                return
            while near:
                cell = lowest(near)
                near &= near - 1
                if value > self.place[cell]:
                    self.place[cell] = value

    def best_cell(self, cells: i64) -> i64:
        """The best of these rooms, as far as they are in reach, or -1."""
        best: i64 = -1
        most: i64 = NEVER
        left = cells & self.cells
        while left:
            cell = lowest(left)
            left &= left - 1
            worth = self.place[cell] - self.risk[cell]
            if worth > most or (worth == most and cell == self.here):
                best = cell
                most = worth
        return best


def lowest(cells: i64) -> i64:
    """The first cell of a set."""
    cell: i64 = 0
    while not cells >> cell & 255:
        cell += 8
    while not cells >> cell & 1:
        cell += 1
    return cell


def rings_around(game: Dungeon, goals: i64) -> list[int]:
    """Rooms by their distance from any of these."""
    seen: i64 = goals
    edge: i64 = goals
    rings: list[int] = []
    while edge:
        rings.append(edge)
        edge = spread(game, edge) & ~seen
        seen |= edge
    return rings


def foes_in(game: Dungeon) -> i64:
    """The rooms with enemies."""
    foes: i64 = 0
    for target in range(BOSS_TARGET + 1):
        at = game.enemy_at(target)
        if at >= 0:
            foes |= bit(at)
    return foes


def armed_traps(game: Dungeon) -> i64:
    """The rooms with traps that are not disarmed."""
    armed: i64 = 0
    for cell in cells_of(game.rooms & ~game.disarmed):
        if game.card_at(cell).danger == TRAP_DANGER:
            armed |= bit(cell)
    return armed


def edges(game: Dungeon) -> tuple[list[int], list[int]]:
    """Facedown cards and the rooms that they can be entered from, pair by pair."""
    cells: list[int] = []
    rooms: list[int] = []
    for cell in cells_of(game.hidden):
        for side in range(4):
            other = beside(cell, side)
            if other >= 0 and game.rooms >> other & 1 and game.exits[other] >> (side + 2) % 4 & 1:
                cells.append(cell)
                rooms.append(other)
    return cells, rooms
