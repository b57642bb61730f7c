"""From a scene's plan to its picture: the walls and doors between its squares, and the furniture on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from undercroft.core.scene import Cell, Map
from undercroft.web.icons import Icons, cell_words, slug
from undercroft.web.maps import CELL, DOORS, WAYS
from undercroft.web.options import OptionDrawing

DoorState = Literal["closed", "open", "locked", "secret"]
STATES: dict[str, DoorState] = {"+": "closed", "'": "open", "=": "locked", "~": "secret"}
FIGURES = ("hero", "enemy", "boss")
NORTH, EAST, SOUTH = 0, 1, 2
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""How far east and south the neighbour on each side is."""
TAB = 10
DARK_DEPTH = 16
"""How far light falls into the dark, in the units of the picture."""

Place = tuple[int, int]
Edge = tuple[int, int, bool]
"""A line between two places: the place to the east or south of it, and whether it runs from west to east."""


@dataclass(frozen=True)
class DoorDrawing:
    """A door: the middle of its edge, how far it is turned, its state, and the options that act on it."""

    key: str
    x: int
    y: int
    turn: int
    state: DoorState
    words: str
    options: tuple[OptionDrawing, ...]
    tab: int
    """How far beside its edge the number of its option stands, so that nobody stands on it."""
    is_ghost: bool


@dataclass(frozen=True)
class Block:
    """A piece of furniture: the rectangle that it fills, and its picture in the middle."""

    key: str
    x: int
    y: int
    width: int
    height: int
    icon: str
    mark: str
    is_ghost: bool

    @property
    def size(self) -> int:
        """How large its picture is: larger where there is more room in both directions."""
        return 44 if min(self.width, self.height) > CELL else 28


@dataclass(frozen=True)
class Gloom:
    """An edge to the dark, where light falls a little way into it."""

    x: int
    y: int
    width: int
    height: int
    way: str


@dataclass(frozen=True)
class PlanDrawing:
    """What a plan has besides its cells; walls are lines as SVG writes them, those that only one seat knows apart."""

    walls: str
    hidden_walls: str
    doors: tuple[DoorDrawing, ...]
    blocks: tuple[Block, ...]
    glooms: tuple[Gloom, ...]
    figures: dict[str, str]
    """What the elements of figures are called on the page, by their cells; who moves keeps the name."""


def draw_plan(item: Map, icons: Icons, acting: Mapping[str, tuple[OptionDrawing, ...]]) -> PlanDrawing:
    """The walls, doors and furniture of a plan, knowing the options that act on doors by their keys."""
    cells = {(cell.east, cell.south): cell for cell in item.cells}
    walls: dict[Edge, bool] = {}  # whether all may know of it
    doors: dict[Edge, DoorDrawing] = {}
    glooms: list[Gloom] = []
    for cell in item.cells:
        for side, mark in enumerate(cell.sides):
            edge = edge_of(cell, side)
            if mark == "#":
                walls[edge] = walls.get(edge, False) or is_known(cell, cells)
            elif mark in DOORS:
                door = draw_door(cell, side, acting, not is_known(cell, cells))
                doors[edge] = both_sides(doors[edge], door) if edge in doors else door
            elif mark == "?" and neighbour(cell, side) not in cells:
                glooms.append(draw_gloom(cell, side))
    known = [edge for edge, by_all in walls.items() if by_all and edge not in doors]
    hidden = [edge for edge, by_all in walls.items() if not by_all and edge not in doors]
    blocks = draw_blocks([cell for cell in item.cells if cell.kind == "furniture"], icons)
    figures = name_figures([cell for cell in item.cells if cell.kind in FIGURES])
    return PlanDrawing(lines(known), lines(hidden), tuple(doors.values()), blocks, tuple(glooms), figures)


def name_figures(cells: list[Cell]) -> dict[str, str]:
    """A name for each figure, by its cell's key: its title and mark; one that has been given is not given again."""
    names: dict[str, str] = {}
    for cell in cells:
        name = f"{slug(cell.title)}-{slug(cell.mark)}"
        names[cell.key] = cell.key if cell.ghost or name in names.values() else name
    return names


def neighbour(cell: Cell, side: int) -> Place:
    """The place on a side of a cell."""
    east, south = STEPS[side]
    return cell.east + east, cell.south + south


def is_known(cell: Cell, cells: Mapping[Place, Cell]) -> bool:
    """Whether all know of the square itself: a hidden trap may lie where everybody looks."""
    if not cell.ghost or cell.kind != "trap":
        return not cell.ghost
    beside = (cells.get(neighbour(cell, side)) for side, mark in enumerate(cell.sides) if mark == " ")
    return any(other is not None and not other.ghost for other in beside)


# ---- edges -----------------------------------------------------------------------------------------------------------


def edge_of(cell: Cell, side: int) -> Edge:
    """The line on a side of a cell."""
    return cell.east + (side == EAST), cell.south + (side == SOUTH), side % 2 == 0


def lines(edges: Iterable[Edge]) -> str:
    """Edges as a path, those that run on drawn as one line."""
    level = sorted((south, east) for east, south, is_level in edges if is_level)
    upright = sorted((east, south) for east, south, is_level in edges if not is_level)
    parts = [f"M{first * CELL} {line * CELL}h{count * CELL}" for line, first, count in runs(level)]
    parts += [f"M{line * CELL} {first * CELL}v{count * CELL}" for line, first, count in runs(upright)]
    return "".join(parts)


def runs(places: list[Place]) -> list[tuple[int, int, int]]:
    """Sorted places on lines as runs: the line, the first place, how many follow each other."""
    found: list[tuple[int, int, int]] = []
    for line, place in places:
        if found and found[-1][0] == line and sum(found[-1][1:]) == place:
            found[-1] = (line, found[-1][1], found[-1][2] + 1)
        else:
            found.append((line, place, 1))
    return found


def draw_door(cell: Cell, side: int, acting: Mapping[str, tuple[OptionDrawing, ...]], is_ghost: bool) -> DoorDrawing:
    """A door, called by its cell and side, with the options that act on it from there."""
    east, south, is_level = edge_of(cell, side)
    key = f"{cell.key}-{WAYS[side]}"
    options = acting.get(key, ())
    words = ". ".join([DOORS[cell.sides[side]], *(f"{option.key}: {option.title}" for option in options)])
    x = east * CELL + (CELL // 2 if is_level else 0)
    y = south * CELL + (0 if is_level else CELL // 2)
    tab = -TAB if side in (NORTH, EAST) else TAB
    return DoorDrawing(key, x, y, 0 if is_level else 90, STATES[cell.sides[side]], words, options, tab, is_ghost)


def both_sides(one: DoorDrawing, other: DoorDrawing) -> DoorDrawing:
    """A door that two cells know: the one with options, a ghost only if it is for both."""
    return replace(one if one.options else other, is_ghost=one.is_ghost and other.is_ghost)


def draw_gloom(cell: Cell, side: int) -> Gloom:
    """Light that falls out of a cell into the dark."""
    x, y = cell.east * CELL, cell.south * CELL
    if side % 2 == 0:
        return Gloom(x, y + CELL if side == SOUTH else y - DARK_DEPTH, CELL, DARK_DEPTH, WAYS[side])
    return Gloom(x + CELL if side == EAST else x - DARK_DEPTH, y, DARK_DEPTH, CELL, WAYS[side])


# ---- furniture -------------------------------------------------------------------------------------------------------


def draw_blocks(cells: list[Cell], icons: Icons) -> tuple[Block, ...]:
    """Furniture: squares of one name that fill a rectangle are one piece."""
    pieces = gather(cells)
    return tuple(block for piece in pieces for block in blocks_of(piece, icons))


def gather(cells: list[Cell]) -> list[list[Cell]]:
    """Squares of one name that lie side by side, together."""
    left = {(cell.east, cell.south): cell for cell in cells}
    pieces: list[list[Cell]] = []
    while left:
        _, first = left.popitem()
        piece = [first]
        for cell in piece:  # grows while it is walked through
            for side in range(len(STEPS)):
                other = left.get(neighbour(cell, side))
                if other is not None and (other.title, other.ghost) == (cell.title, cell.ghost):
                    piece.append(left.pop(neighbour(cell, side)))
        pieces.append(piece)
    return pieces


def blocks_of(piece: list[Cell], icons: Icons) -> list[Block]:
    """A piece of furniture as one block if it is a rectangle, else square by square."""
    west, north = min(cell.east for cell in piece), min(cell.south for cell in piece)
    width = max(cell.east for cell in piece) + 1 - west
    height = max(cell.south for cell in piece) + 1 - north
    if width * height != len(piece):
        return [block for cell in piece for block in blocks_of([cell], icons)]
    cell = min(piece, key=lambda each: (each.south, each.east))
    icon = icons.of(*cell_words(cell))
    return [Block(cell.key, west * CELL, north * CELL, width * CELL, height * CELL, icon, cell.mark, cell.ghost)]
