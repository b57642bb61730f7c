"""A map of squares with walls and doors between them: who can step where, and who sees whom.

Squares are numbered row by row; a side is 0 to the north, 1 to the east, 2 to the south, 3 to the west. Each square
belongs to an area or is rock. Doors are numbered; which of them are open is a set of bits that whoever asks brings
along, so that a map never changes. What is known of a map so far is a map of its own (`Ground.known`), in which all
the rest is rock.

Sight runs along the straight line between the centres of two squares, in whole numbers. A line through a corner point
passes if one of the two ways round the corner is open. So sight is mutual.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit

SIDES: Final = 4
NOWHERE: Final = -1
ROCK: Final = -1
NO_DOOR: Final = -1

WALL: Final = 0  # what is between two squares
OPEN: Final = 1
DOOR: Final = 2

UNKNOWN: Final = -1
FEW_DOORS: Final[i64] = 2**40  # such sets of open doors can be told from each other by 64 bits, wherever one stands
MOST_REMEMBERED: Final = 20_000  # lines of sight, by where one stands and which doors are open


class Ground:
    """A map, or what is known of one. It does not change once it is built."""

    def __init__(self, width: i64, height: i64) -> None:
        size = width * height
        self.width: Final = width
        self.height: Final = height
        self.size: Final = size
        self.area: Final[list[int]] = [ROCK] * size
        self.edge: Final[list[int]] = [WALL] * (size * SIDES)  # WALL, OPEN or DOOR
        self.beyond: Final[list[int]] = [NOWHERE] * (size * SIDES)  # NOWHERE behind a wall and in the dark
        self.door: Final[list[int]] = [NO_DOOR] * (size * SIDES)
        self.solid: Final[list[int]] = [0] * size  # what stands there and stops all who walk, if anything
        self._sight: Final[dict[int, bytes]] = {}
        self._areas: Final[dict[int, int]] = {}
        self._broad: i64 = UNKNOWN

    # ---- how it is built ---------------------------------------------------------------------------------------

    def across(self, at: i64, side: i64) -> i64:
        """The square on the other side of an edge, rock or not; NOWHERE off the map."""
        x = at % self.width
        if side == 0:
            return at - self.width if at >= self.width else NOWHERE
        if side == 1:
            return at + 1 if x + 1 < self.width else NOWHERE
        if side == 2:
            return at + self.width if at + self.width < self.size else NOWHERE
        return at - 1 if x > 0 else NOWHERE

    def join(self, at: i64, side: i64, door: i64) -> None:
        """Take the wall away from between two squares, or put a door into it."""
        other = self.across(at, side)
        for place, there in ((at * SIDES + side, other), (other * SIDES + (side + 2) % SIDES, at)):
            self.edge[place] = OPEN if door == NO_DOOR else DOOR
            self.beyond[place] = there
            self.door[place] = door

    def known(self, areas: i64, doors: i64) -> Ground:
        """What is known of this map to somebody who knows these areas and these doors."""
        ground = Ground(self.width, self.height)
        for at in range(self.size):
            area = self.area[at]
            if area == ROCK or not areas >> area & 1:
                continue
            ground.area[at] = area
            ground.solid[at] = self.solid[at]
            for side in range(SIDES):
                place = at * SIDES + side
                door = self.door[place]
                if self.edge[place] == WALL or (door != NO_DOOR and not doors >> door & 1):
                    continue
                other = self.beyond[place]
                ground.edge[place] = self.edge[place]
                ground.door[place] = door
                if areas >> self.area[other] & 1:
                    ground.beyond[place] = other
        return ground

    def broad_areas(self) -> i64:
        """The areas that are at least two squares wide and long, as bits."""
        if self._broad == UNKNOWN:
            area = self.area
            found: i64 = 0
            for at in range(self.size - self.width - 1):
                here = area[at]
                if here != ROCK and not found >> here & 1:
                    below = at + self.width
                    if area[at + 1] == here and area[below] == here and area[below + 1] == here:
                        found |= bit(here)
            self._broad = found
        return self._broad

    # ---- steps -------------------------------------------------------------------------------------------------

    def step(self, at: i64, side: i64, doors: i64) -> i64:
        """The square next to another, if no wall, closed door, rock or darkness is between; else NOWHERE."""
        place = at * SIDES + side
        door = self.door[place]
        if door != NO_DOOR and not doors >> door & 1:
            return NOWHERE
        return self.beyond[place]

    def adjacent(self, one: i64, other: i64, doors: i64) -> bool:
        """Whether two squares share an edge that is open."""
        for side in range(SIDES):  # noqa: SIM110
            if self.step(one, side, doors) == other:
                return True
        return False

    def side_towards(self, one: i64, other: i64) -> i64:
        """On which side of a square another lies, if they share an edge; else NOWHERE."""
        for side in range(SIDES):
            if self.across(one, side) == other:
                return side
        return NOWHERE

    def is_diagonal(self, one: i64, other: i64) -> bool:
        """Whether two squares touch at a corner alone."""
        across = one % self.width - other % self.width
        down = one // self.width - other // self.width
        return (across == 1 or across == -1) and (down == 1 or down == -1)

    # ---- sight -------------------------------------------------------------------------------------------------

    def sees(self, one: i64, other: i64, doors: i64) -> bool:
        """Whether two squares are in sight of each other."""
        return self.sight(one, doors)[other] == 1

    def in_line(self, one: i64, other: i64, doors: i64) -> bool:
        """The same without looking at any other square, for those that are asked about once."""
        return self._trace(one, other, doors) != NOWHERE

    def sight(self, at: i64, doors: i64) -> bytes:
        """By square: 1 if it is in sight from here."""
        key = self._key(at, doors)
        seen = self._sight.get(key)
        if seen is None:
            seen = self._look_around(at, doors, key)
        return seen

    def areas_in_sight(self, at: i64, doors: i64) -> i64:
        """The areas of all squares in sight from here, and of those that a line to them touches, as bits."""
        key = self._key(at, doors)
        if key not in self._areas:
            self._look_around(at, doors, key)
        return self._areas[key]

    def _key(self, at: i64, doors: i64) -> int:
        """Where one stands and which doors are open as one number, of any size: with many doors 64 bits are too few.

        Then no i64 may take part: compiled, the whole sum would be one.
        """
        if 0 <= doors < FEW_DOORS:
            return doors * self.size + at
        key: int = doors
        size: int = self.size
        place: int = at
        return key * size + place

    def _look_around(self, at: i64, doors: i64, key: int) -> bytes:
        if len(self._sight) >= MOST_REMEMBERED:
            self._sight.clear()
            self._areas.clear()
        seen = bytearray(self.size)
        areas: i64 = 0
        for other in range(self.size):
            if self.area[other] == ROCK:
                continue
            touched = self._trace(at, other, doors)
            if touched != NOWHERE:
                seen[other] = 1
                areas |= touched
        result = bytes(seen)
        self._sight[key] = result
        self._areas[key] = areas
        return result

    def _trace(self, one: i64, other: i64, doors: i64) -> i64:
        """Walk the line between two centres; the areas that it touches, or NOWHERE if something bars it."""
        width = self.width
        x = one % width
        y = one // width
        across = other % width - x
        down = other // width - y
        east_or_west: i64 = 1 if across > 0 else 3
        south_or_north: i64 = 2 if down > 0 else 0
        columns = across if across > 0 else -across
        rows = down if down > 0 else -down
        at = one
        column: i64 = 0
        row: i64 = 0
        area = self.area[one]
        touched: i64 = bit(area)
        while column < columns or row < rows:
            left = (2 * column + 1) * rows
            right = (2 * row + 1) * columns
            if left < right:
                at = self.step(at, east_or_west, doors)
                column += 1
            elif left > right:
                at = self.step(at, south_or_north, doors)
                row += 1
            else:
                first = self.step(at, east_or_west, doors)
                second = self.step(at, south_or_north, doors)
                at = NOWHERE
                if first != NOWHERE:
                    end = self.step(first, south_or_north, doors)
                    if end != NOWHERE:
                        at = end
                        touched |= bit(self.area[first])
                if second != NOWHERE:
                    end = self.step(second, east_or_west, doors)
                    if end != NOWHERE:
                        at = end
                        touched |= bit(self.area[second])
                column += 1
                row += 1
            if at == NOWHERE:
                return NOWHERE
            if self.area[at] != area:
                area = self.area[at]
                touched |= bit(area)
        return touched
