"""From a scene's map to its picture: where each cell is drawn, what it says, and which part is seen first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from undercroft.core.scene import Cell, Map
from undercroft.web.icons import Icons, cell_words
from undercroft.web.options import OptionDrawing
from undercroft.web.tokens import TokenDrawing, draw_tokens

CELL = 48
"""The side of a map's cell, in the units of its picture."""
LEAST_EAST, LEAST_SOUTH = 9, 5
"""A map shows at least so many cells, so that the first few do not fill the whole board."""
LEAST_ROOMS_EAST, LEAST_ROOMS_SOUTH = 5, 3
"""Where places have room for several tokens they are drawn larger, and fewer are enough."""
MOST_EAST, MOST_SOUTH = 19, 13
"""And at most so many before one has to look around; then it is centred on what can be acted on."""

WAYS = ("north", "east", "south", "west")
DOORS = {"+": "closed door", "'": "open door", "=": "locked door", "~": "secret door"}
"""What the sides of a place may be that can be opened, by their marks."""


@dataclass(frozen=True)
class CellDrawing:
    """A cell of a map: where it is drawn, what it says, the options that act on it."""

    cell: Cell
    x: int
    y: int
    icon: str
    badge: str
    words: str
    options: tuple[OptionDrawing, ...]
    is_focus: bool
    is_way: bool = False
    """Whether a way of several steps leads there."""
    tokens: tuple[TokenDrawing, ...] = ()

    @property
    def numbers(self) -> str:
        """The numbers of its options, as many as fit."""
        numbers = [option.key for option in self.options]
        return ",".join(numbers[:2]) + ("+" if len(numbers) > 2 else "")


@dataclass(frozen=True)
class MapDrawing:
    """A map: its cells, and the part of it that is seen first, as x, y, width, height."""

    cells: tuple[CellDrawing, ...]
    view: tuple[int, int, int, int]
    start: str
    """The key of the cell where the keyboard's cursor begins."""
    focus: CellDrawing | None

    @property
    def view_box(self) -> str:
        """The view as SVG writes it."""
        return " ".join(str(number) for number in self.view)


def draw_map(
    item: Map,
    icons: Icons,
    acting: Mapping[str, tuple[OptionDrawing, ...]],
    ways: Mapping[str, int] | None = None,
    acts: str = "",
) -> MapDrawing:
    """A map with its cells, knowing the options that act on each and how many steps lead there, by its key.

    `acts` is the key of the token whose turn it is.
    """
    far = ways or {}
    drawn = (
        draw_cell(cell, icons, acting.get(cell.key, ()), cell.key == item.focus, far.get(cell.key, 0))
        for cell in item.cells
    )
    cells = tuple(replace(cell, tokens=draw_tokens(cell.cell, cell.x, cell.y, icons, acting, acts)) for cell in drawn)
    focus = next((cell for cell in cells if cell.is_focus), None)
    first = focus or next((cell for cell in cells if cell.options), cells[0] if cells else None)
    return MapDrawing(cells, map_view(cells), first.cell.key if first else "", focus)


def draw_cell(
    cell: Cell, icons: Icons, options: tuple[OptionDrawing, ...], is_focus: bool, steps: int = 0
) -> CellDrawing:
    """A cell at its place."""
    icon = icons.of(*cell_words(cell))
    x, y = cell.east * CELL, cell.south * CELL
    is_way = steps > 0 and not options
    words = cell_sentence(cell, options) + (f". A way of {steps} steps leads there" if is_way else "")
    return CellDrawing(cell, x, y, icon, badge(cell), words, options, is_focus, is_way)


def badge(cell: Cell) -> str:
    """The figure of a cell that its picture cannot tell: how much is left of so many, or the end of its mark."""
    found = re.search(r", (\d+) of \d+ ", cell.title) or re.search(r"(\d+)$", cell.mark if not cell.sides else "")
    return found[1] if found else ""


def cell_sentence(cell: Cell, options: tuple[OptionDrawing, ...]) -> str:
    """A cell for those who listen: what lies there, what is known of it, where it is, what can be done."""
    standing = (token.title for token in cell.tokens)
    parts = [cell.title, *standing, cell.note, *side_words(cell.sides), whereabouts(cell.east, cell.south)]
    sentence = ", ".join(part for part in parts if part)
    return ". ".join([sentence, *(f"{option.key}: {option.title}" for option in options)])


def side_words(sides: str) -> tuple[str, ...]:
    """What is on the sides of a place: its doors one by one, then walls and darkness."""
    doors = [f"{DOORS[side]} to the {way}" for way, side in zip(WAYS, sides, strict=False) if side in DOORS]
    rest = ((" and ".join(way for way, each in zip(WAYS, sides, strict=False) if each == side), side) for side in "#?")
    return (*doors, *(f"{'wall' if side == '#' else 'darkness'} to the {ways}" for ways, side in rest if ways))


def whereabouts(east: int, south: int) -> str:
    """A place in words, counted as the game counts."""
    ways = ((-south, "north"), (south, "south"), (east, "east"), (-east, "west"))
    return ", ".join(f"{steps} {way}" for steps, way in ways if steps > 0) or "where you came in"


def map_view(cells: tuple[CellDrawing, ...]) -> tuple[int, int, int, int]:
    """The part of a map that is seen first: all of it, or as much as is readable around what can be acted on."""
    if not cells:
        return (0, 0, LEAST_EAST * CELL, LEAST_SOUTH * CELL)
    whole = bounds(cells)
    acting = tuple(cell for cell in cells if cell.options or cell.is_focus) or cells
    around = bounds(acting)
    roomy = any(cell.tokens for cell in cells)
    least_east, least_south = (LEAST_ROOMS_EAST, LEAST_ROOMS_SOUTH) if roomy else (LEAST_EAST, LEAST_SOUTH)
    x, width = span(whole[0], whole[2], around[0], around[2], least_east, MOST_EAST)
    y, height = span(whole[1], whole[3], around[1], around[3], least_south, MOST_SOUTH)
    return (x, y, width, height)


def bounds(cells: tuple[CellDrawing, ...]) -> tuple[int, int, int, int]:
    """West, north, east and south of cells, counted in cells; east and south are just beyond the last."""
    east, south = [cell.cell.east for cell in cells], [cell.cell.south for cell in cells]
    return min(east), min(south), max(east) + 1, max(south) + 1


def span(first: int, end: int, around: int, around_end: int, least: int, most: int) -> tuple[int, int]:
    """Where a view begins and how long it is in one direction, in units, with half a cell of darkness at both ends."""
    length = end - first
    if length > most:
        middle = (around + around_end) / 2
        first = round(min(max(middle - most / 2, first), end - most))
        length = most
    extra = max(least - length, 0)
    return round((first - extra / 2 - 0.5) * CELL), (length + extra + 1) * CELL
