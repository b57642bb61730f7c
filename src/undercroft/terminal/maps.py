"""Maps as lines of text: in boxes, in rows of marks, or in words for whoever has no window to look at.

A cell that an option acts on bears the option's number: on the upper edge of its box, or before its mark with a colon
between (12:r3), so that nothing is told by colour alone. The cell that a question is about bears an arrow instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from rich.text import Text

from undercroft.core.scene import Cell, Map, Question, Scene
from undercroft.core.words import in_ranges
from undercroft.terminal.lines import INDENT, indented, joined, wrap
from undercroft.terminal.look import DANGER, MUTED, STRONG, Look

POINTER = "->"
MIDDLE = "middle"
MARK = 2  # letters of a mark, unless a map has longer ones
DIGITS = 2  # of the numbers of options; fixed, so that the map stays where it is when options come and go
LEAST_ROWS = 3
ASIDE = 4  # blanks between a map and what its marks mean
FAR_MORE = 1_000  # what a cell that can be acted on counts against one that cannot
STYLES = {
    "hero": STRONG,
    "boss": DANGER,
    "enemy": STRONG,
    "wall": "",
    "stairs": STRONG,
    "shop": STRONG,
    "item": STRONG,
    "device": STRONG,
    "trap": DANGER,
    "body": STRONG,
    "furniture": "",
    "start": MUTED,
    "open": MUTED,
    "room": "",
    "facedown": MUTED,
    "space": "",
}
SELDOM_TOLD = ("stairs", "shop", "item", "open")

Numbers = Mapping[str, Sequence[int]]  # the options that act on a thing, by its key


class Frame(NamedTuple):
    """A part of a map: its first and last column and row."""

    west: int
    east: int
    north: int
    south: int

    @property
    def columns(self) -> range:
        """Its columns, from west to east."""
        return range(self.west, self.east + 1)

    @property
    def rows(self) -> range:
        """Its rows, from north to south."""
        return range(self.north, self.south + 1)


def numbers_of(question: Question | None) -> dict[str, list[int]]:
    """Which options act on which things."""
    found: dict[str, list[int]] = {}
    for number, choice in enumerate(question.choices if question is not None else (), 1):
        if choice.target:
            found.setdefault(choice.target, []).append(number)
    return found


def maps_of(scene: Scene) -> list[Map]:
    """The maps on the table."""
    zones = (zone for zone in scene.zones if not zone.aside)
    return [item for zone in zones for item in zone.items if isinstance(item, Map) and item.cells]


def cells_shown(scene: Scene) -> frozenset[str]:
    """The keys of all cells on the table's maps."""
    return frozenset(cell.key for drawn in maps_of(scene) for cell in drawn.cells)


def is_narrow(drawn: Map, numbers: Numbers, look: Look) -> bool:
    """Whether all columns of a map fit the window."""
    return len(whole(drawn.cells).columns) <= Pen(drawn, numbers, look).columns()


# ---- how much of it fits ---------------------------------------------------------------------------------------------


def whole(cells: Sequence[Cell]) -> Frame:
    """The frame around all cells."""
    east, south = [cell.east for cell in cells], [cell.south for cell in cells]
    return Frame(min(east), max(east), min(south), max(south))


def worth_of(drawn: Map, numbers: Numbers) -> list[int]:
    """What each cell counts: what can be acted on, or what a question is about, far more than the rest."""
    return [FAR_MORE if cell.key in numbers or cell.key == drawn.focus else 1 for cell in drawn.cells]


def best_frame(drawn: Map, columns: int, rows: int, worth: Sequence[int]) -> Frame:
    """The part of so many columns and rows that is worth most."""
    cells = drawn.cells
    frame = whole(cells)
    west, east = best_part([cell.east for cell in cells], worth, frame.columns, columns)
    north, south = best_part([cell.south for cell in cells], worth, frame.rows, rows)
    return Frame(west, east, north, south)


def best_part(places: Sequence[int], worth: Sequence[int], line: range, most: int) -> tuple[int, int]:
    """The first and the last place of the part of a line that is worth most, the middle one of equals."""
    if len(line) <= most:
        return line[0], line[-1]

    def value(first: int) -> tuple[int, int]:
        inside = sum(part for place, part in zip(places, worth, strict=True) if first <= place < first + most)
        return inside, -abs(2 * first + most - 1 - line[0] - line[-1])

    first = max(range(line[0], line[-1] - most + 2), key=value)
    return first, first + most - 1


def what_is_cut(cells: Sequence[Cell], numbers: Numbers, frame: Frame) -> str:
    """What lies outside of a frame, and which options are about it; empty if nothing does."""
    around = whole(cells)
    sides = (
        (frame.north - around.north, "row", "above"),
        (around.south - frame.south, "row", "below"),
        (frame.west - around.west, "column", "to the left"),
        (around.east - frame.east, "column", "to the right"),
    )
    missing: dict[str, list[int]] = {}
    for cell in cells:
        missing.setdefault(side_of(cell, frame), []).extend(numbers.get(cell.key, ()))
    cut = []
    for count, word, where in sides:
        options = sorted(missing.get(where, ()))
        named = f" ({in_ranges(options, ' ')})" if options else ""
        cut += [f"{count} {word if count == 1 else f'{word}s'} {where}{named}"] if count else []
    return f"Cut: {', '.join(cut)}; look shows all." if cut else ""


def side_of(cell: Cell, frame: Frame) -> str:
    """Where a cell lies outside of a frame; beyond a corner, above or below; empty if it lies inside."""
    if cell.south not in frame.rows:
        return "above" if cell.south < frame.north else "below"
    if cell.east not in frame.columns:
        return "to the left" if cell.east < frame.west else "to the right"
    return ""


# ---- drawn -----------------------------------------------------------------------------------------------------------


class Pen:
    """Draws the cells of one map, all of the same width."""

    def __init__(self, drawn: Map, numbers: Numbers, look: Look) -> None:
        self.cells = drawn.cells
        self.focus = drawn.focus
        self.at = {(cell.east, cell.south): cell for cell in drawn.cells}
        self.numbers = numbers
        self.look = look
        self.digits = max(DIGITS, *(len(self.number(cell)) for cell in drawn.cells))
        self.mark = max(MARK, *(len(cell.mark) for cell in drawn.cells))
        self.wide = self.digits + 1 + self.mark + 1

    def number(self, cell: Cell) -> str:
        """The number of the option that acts on a cell; a plus stands for more that follow."""
        options = self.numbers.get(cell.key, ())
        if cell.key == self.focus and not options:
            return POINTER
        return f"{options[0]}{'+' if len(options) > 1 else ''}" if options else ""

    def columns(self) -> int:
        """How many columns fit the window."""
        return max(1, (self.look.width - INDENT) // self.wide)

    def row(self, south: int, columns: range) -> Text:
        """A row of marks, each with the number before it."""
        line = Text()
        for east in columns:
            cell = self.at.get((east, south))
            if cell is None:
                line.append(" " * self.wide)
                continue
            number = self.number(cell)
            line.append(f"{number:>{self.digits}}", self.look.accent)
            line.append(":" if cell.key in self.numbers else " ", MUTED)
            line.append(f"{cell.mark:<{self.mark}} ", STYLES[cell.kind])
        return line

    def row_of_boxes(self, south: int, columns: range) -> list[Text]:
        """A row of boxes, three lines of text."""
        boxes = [self.box(self.at.get((east, south))) for east in columns]
        return [joined(parts, "") for parts in zip(*boxes, strict=True)]

    def box(self, cell: Cell | None) -> tuple[Text, Text, Text]:
        """A cell's box with the mark in it and the number on its upper edge; what lies open needs no box."""
        if cell is None or (cell.kind == "open" and cell.key not in self.numbers):
            blank = Text(" " * self.wide)
            return blank, Text(f"{cell.mark if cell is not None else '':^{self.wide}}", MUTED), blank
        glyphs, inside = self.look.glyphs, self.wide - 2
        number = self.number(cell)
        edge = "" if number else MUTED
        upper = Text(glyphs.corners[0], edge).append(number, self.look.accent)
        upper.append(glyphs.across * (inside - len(number)) + glyphs.corners[1], edge)
        middle = Text(glyphs.down, edge).append(f"{cell.mark:^{inside}}", STYLES[cell.kind]).append(glyphs.down, edge)
        return upper, middle, Text(glyphs.corners[2] + glyphs.across * inside + glyphs.corners[3], edge)


def in_boxes(drawn: Map, numbers: Numbers, look: Look, beside: Sequence[Text]) -> list[Text]:
    """A map of little boxes, all its rows."""
    pen = Pen(drawn, numbers, look)
    frame = best_frame(drawn, pen.columns(), len(whole(drawn.cells).rows), worth_of(drawn, numbers))
    lines = [line for south in frame.rows for line in pen.row_of_boxes(south, frame.columns)]
    return [*with_legend(indented(lines, INDENT), beside, look), *cut_lines(drawn, numbers, frame, look)]


def in_rows(drawn: Map, numbers: Numbers, look: Look, beside: Sequence[Text], most: int | None = None) -> list[Text]:
    """A map of one line a row, on so many lines at most, the note on what is cut among them.

    Where not even a few rows fit, a map on which nothing can be done is left out.
    """
    idle = not any(cell.key in numbers or cell.key == drawn.focus for cell in drawn.cells)
    if idle and most is not None and most <= LEAST_ROWS and most < len(whole(drawn.cells).rows):
        return wrap(Text(f"{drawn.title}: look shows it.", MUTED), look, INDENT)
    pen = Pen(drawn, numbers, look)
    frame, note = fitting_frame(drawn, numbers, look, pen.columns(), most)
    lines = indented([pen.row(south, frame.columns) for south in frame.rows], INDENT)
    return [*with_legend(lines, beside, look), *note]


def fitting_frame(drawn: Map, numbers: Numbers, look: Look, columns: int, most: int | None) -> tuple[Frame, list[Text]]:
    """As many rows as so many lines hold together with the note on what is cut, and that note."""
    rows = len(whole(drawn.cells).rows)
    while True:
        frame = best_frame(drawn, columns, rows, worth_of(drawn, numbers))
        note = cut_lines(drawn, numbers, frame, look)
        if most is None or rows <= LEAST_ROWS or rows + len(note) <= most:
            return frame, note
        rows -= 1


def in_parts(drawn: Map, numbers: Numbers, look: Look) -> list[Text]:
    """The whole map, one line a row; what is too wide is drawn in parts, one below the other."""
    pen = Pen(drawn, numbers, look)
    frame = whole(drawn.cells)
    lines: list[Text] = []
    for heading, columns in parts_of(frame, pen.columns()):
        lines.extend([*heading, *(pen.row(south, columns) for south in frame.rows)])
    return indented(lines, INDENT)


def parts_of(frame: Frame, wide: int) -> list[tuple[list[Text], range]]:
    """So many columns at a time, each part with its heading where there are several."""
    parts = [frame.columns[first : first + wide] for first in range(0, len(frame.columns), wide)]
    if len(parts) == 1:
        return [([], parts[0])]
    return [
        ([Text(f"Part {number} of {len(parts)}, from left to right:", MUTED)], columns)
        for number, columns in enumerate(parts, 1)
    ]


def cut_lines(drawn: Map, numbers: Numbers, frame: Frame, look: Look) -> list[Text]:
    """A note on what is cut, if anything is."""
    note = what_is_cut(drawn.cells, numbers, frame)
    return wrap(Text(note, MUTED), look, INDENT) if note else []


# ---- what marks mean -------------------------------------------------------------------------------------------------


def full_legend(drawn: Map) -> list[Text]:
    """What all marks of a map stand for."""
    return meanings(drawn, STYLES, (), 0)


def noted(drawn: Map) -> list[Text]:
    """What else is known of single cells, each with its place."""
    notes: dict[str, list[str]] = {}
    for cell in sorted(drawn.cells, key=lambda cell: (cell.south, cell.east)):
        if cell.note:
            where = [steps(cell.south, "south", "north"), steps(cell.east, "east", "west")]
            place = ", ".join(part for part in where if part != MIDDLE) or f"in the {MIDDLE}"
            notes.setdefault(cell.note, []).append(f"{cell.title.partition(',')[0]} ({place})")
    return [Text(f"{note[:1].upper()}{note[1:]}: {'; '.join(cells)}.", MUTED) for note, cells in notes.items()]


def short_legend(drawn: Map, numbers: Numbers) -> list[Text]:
    """What those marks stand for that no option speaks of; of opponents and walls one does sooner or later."""
    told = {cell.mark for cell in drawn.cells if cell.key in numbers}
    return meanings(drawn, SELDOM_TOLD, told, MARK)


def meanings(drawn: Map, kinds: Iterable[str], without: Collection[str], wide: int) -> list[Text]:
    """What the marks of cells of these kinds stand for, but for some, each mark so wide."""
    marks = {
        cell.mark: kind for kind in kinds for cell in drawn.cells if cell.kind == kind and cell.mark not in without
    }
    return [
        Text().append(f"{mark:<{wide}} ", STYLES[kind]).append(meaning(drawn, mark), MUTED)
        for mark, kind in marks.items()
    ]


def meaning(drawn: Map, mark: str) -> str:
    """What a mark stands for; of what is merely open it does not matter what it was."""
    cells = [cell for cell in drawn.cells if cell.mark == mark]
    return "open" if any(cell.kind == "open" for cell in cells) else in_common({cell.title for cell in cells})


def with_legend(lines: list[Text], legend: Sequence[Text], look: Look) -> list[Text]:
    """A map with as much of its legend at its right as costs no row, in columns; where it is too wide, without."""
    told = lines
    for first in range(0, len(legend), len(lines)):
        part = legend[first : first + len(lines)]
        column = max(line.cell_len for line in told) + ASIDE
        if any(column + text.cell_len > look.width for text in part):
            break
        beside = [line + Text(" " * (column - line.cell_len)) + text for line, text in zip(told, part, strict=False)]
        told = [*beside, *told[len(beside) :]]
    return told


def in_common(titles: Collection[str]) -> str:
    """What titles share at their beginning, up to a comma; all of them if they share nothing."""
    parts = [title.split(", ") for title in titles]
    shared = takewhile(lambda same: len(set(same)) == 1, zip(*parts, strict=False))
    return ", ".join(same[0] for same in shared) or " or ".join(sorted(titles))


# ---- in words --------------------------------------------------------------------------------------------------------


def in_words(drawn: Map, look: Look) -> list[Text]:
    """The map row by row from the north, each from the west, without what is merely open."""
    lines = wrap(Text(f"{drawn.title}, row by row:", MUTED), look, INDENT)
    for south in whole(drawn.cells).rows:
        row = sorted(
            (cell.east, f"{cell.title}, {cell.note}" if cell.note else cell.title)
            for cell in drawn.cells
            if cell.south == south and cell.kind != "open"
        )
        told = "; ".join(f"{steps(east, 'east', 'west')} {title}" for east, title in row)
        if told:
            lines.extend(wrap(Text(f"{steps(south, 'south', 'north').capitalize()}: {told}."), look, INDENT, INDENT))
    return lines


def steps(count: int, forward: str, backward: str) -> str:
    """How far a place is from the middle, one way or the other."""
    return f"{abs(count)} {forward if count > 0 else backward}" if count else MIDDLE
