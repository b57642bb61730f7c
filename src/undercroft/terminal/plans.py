"""Plans, which are maps with walls between their squares, as lines of text or in words.

A square is four letters wide, and a line for walls lies between two rows of squares. Before the mark of what is there
stands the number of the option that acts on it, and a sign: a colon after a number (3:g1), an arrow at whoever acts
(->Wa), a tilde at what not everybody at the table knows of (~g). So nothing is told by colour alone. Where squares have
room for several tokens, these stand on a line of their own below.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from rich.text import Text

from undercroft.core.scene import Cell, Map, Token
from undercroft.terminal.lines import INDENT, indented, wrap
from undercroft.terminal.look import MUTED, UNICODE, Look
from undercroft.terminal.maps import (
    FAR_MORE,
    STYLES,
    Frame,
    Numbers,
    best_frame,
    cut_lines,
    full_legend,
    meanings,
    parts_of,
    steps,
    whole,
    with_legend,
)

WIDE = 4  # letters of a square, unless a number and a mark together are longer
MOST_WIDE = 8  # of a square with tokens; those that do not fit are counted
LEAST_LINES = 5  # of a plan on which nothing can be done; it is left out rather than cut to less
ARROW = "->"
UNSEEN = "~"
WALL, DARK, NOTHING = "#", "?", " "
TELLING = " ?#~=+'"  # what a side may be, the least telling first; of two squares the better informed is believed
DOORS = {"+": "closed", "'": "open", "=": "locked", "~": "secret"}
COMPASS = ("north", "east", "south", "west")
JOINTS = " │─╰││╭├─╯─┴╮┤┬┼"  # by the arms of a corner: 1 to the north, 2 east, 4 south, 8 west
JOINTS_IN_ASCII = " |-+||++-+-+++++"
FAR = 8  # squares from the focus; beyond it all are equally far when a plan is cut
A_FIGURE = 20  # what a figure counts against a bare square then
FIGURES = ("hero", "enemy", "boss")
TOLD_BESIDE = ("boss", "enemy", "device", "trap", "body", "start", "item", "stairs", "furniture", "room")


def plan_in_lines(
    drawn: Map, numbers: Numbers, look: Look, beside: Sequence[Text], most: int | None = None
) -> list[Text]:
    """A plan on so many lines at most, the note on what is cut among them.

    Where room is short, lines between rows go first on which no wall would be drawn, then rows far from what matters,
    and in the end a plan on which nothing can be done.
    """
    idle = not any(cell.key in numbers or cell.key == drawn.focus for cell in drawn.cells)
    if idle and most is not None and most <= LEAST_LINES and most < least_lines(drawn, numbers, look):
        return wrap(Text(f"{drawn.title}: look shows it.", MUTED), look, INDENT)
    pen = PlanPen(drawn, numbers, look)
    rows = len(whole(drawn.cells).rows)
    while True:
        frame = best_frame(drawn, pen.columns(), rows, worth_of_squares(drawn, numbers))
        note = cut_lines(drawn, numbers, frame, look)
        for tight in (False, True):
            lines = pen.lines(frame, tight=tight)
            if most is None or len(lines) + len(note) <= most or (tight and rows == 1):
                return [*with_legend(indented(lines, INDENT), beside, look), *note]
        rows -= 1


def least_lines(drawn: Map, numbers: Numbers, look: Look) -> int:
    """How many lines a plan takes if none of its rows is cut."""
    pen = PlanPen(drawn, numbers, look)
    frame = best_frame(drawn, pen.columns(), len(whole(drawn.cells).rows), worth_of_squares(drawn, numbers))
    return len(pen.lines(frame, tight=True)) + len(cut_lines(drawn, numbers, frame, look))


def plan_in_parts(drawn: Map, numbers: Numbers, look: Look) -> list[Text]:
    """The whole plan; what is too wide is drawn in parts, one below the other."""
    pen = PlanPen(drawn, numbers, look)
    lines: list[Text] = []
    for heading, columns in parts_of(whole(drawn.cells), pen.columns()):
        lines.extend(heading)
        rows = [cell.south for cell in drawn.cells if cell.east in columns]
        if rows:
            lines.extend(pen.lines(Frame(columns[0], columns[-1], min(rows), max(rows))))
    return indented(lines, INDENT)


def worth_of_squares(drawn: Map, numbers: Numbers) -> list[int]:
    """What each square counts when a plan is cut: what can be acted on, then figures, then what is near the focus."""
    focus = next((cell for cell in drawn.cells if cell.key == drawn.focus), None)
    worth = []
    for cell in drawn.cells:
        far = FAR if focus is None else max(abs(cell.east - focus.east), abs(cell.south - focus.south))
        near = 1 + max(0, FAR - far) + (A_FIGURE if cell.kind in FIGURES and not cell.ghost else 0)
        worth.append(FAR_MORE if cell.key in numbers or cell is focus else near)
    return worth


# ---- drawn -----------------------------------------------------------------------------------------------------------


class Walls(NamedTuple):
    """What lies between squares, by the square to the east of it and by the one to the south of it."""

    down: dict[tuple[int, int], str]
    across: dict[tuple[int, int], str]


def walls_of(cells: Sequence[Cell]) -> Walls:
    """What is between these squares and around them."""
    walls = Walls({}, {})
    for cell in cells:
        if not cell.sides:
            continue
        here, east, south = (cell.east, cell.south), (cell.east + 1, cell.south), (cell.east, cell.south + 1)
        edges = ((walls.across, here), (walls.down, east), (walls.across, south), (walls.down, here))
        for (kind, place), side in zip(edges, cell.sides, strict=True):
            kind[place] = max(kind.get(place, NOTHING), side, key=TELLING.index)
    return walls


class PlanPen:
    """Draws the squares of one plan, all of the same width, and the walls around them."""

    def __init__(self, drawn: Map, numbers: Numbers, look: Look) -> None:
        self.cells = drawn.cells
        self.focus = drawn.focus
        self.numbers = numbers
        self.look = look
        self.at = {(cell.east, cell.south): cell for cell in drawn.cells}
        self.joints = JOINTS if look.glyphs is UNICODE else JOINTS_IN_ASCII
        self.wide = max(WIDE, *(len("".join(self.inside(cell))) for cell in drawn.cells))
        self.has_tokens = any(cell.tokens for cell in drawn.cells)
        if self.has_tokens:
            marks = max(sum(len(token.mark) for token in cell.tokens) for cell in drawn.cells)
            self.wide = max(self.wide, min(MOST_WIDE, marks + 1))

    def columns(self) -> int:
        """How many columns fit the window, with the walls around them."""
        return max(1, (self.look.width - INDENT - 1) // (self.wide + 1))

    def lines(self, frame: Frame, *, tight: bool = False) -> list[Text]:
        """A part of the plan, from the north; a tight one without lines on which no wall would be drawn."""
        inside = [cell for cell in self.cells if cell.east in frame.columns and cell.south in frame.rows]
        walls = walls_of(inside)
        lines = []
        for south in range(frame.north, frame.south + 2):
            if not tight or any(walls.across.get((east, south), NOTHING) != NOTHING for east in frame.columns):
                lines.append(self.between_rows(south, frame.columns, walls))
            if south <= frame.south:
                lines.append(self.row(south, frame.columns, walls))
                if any(cell.tokens for cell in inside if cell.south == south):
                    lines.append(self.row_of_tokens(south, frame.columns, walls))
        return lines

    def row(self, south: int, columns: range, walls: Walls) -> Text:
        """A row of squares with what is between them."""
        line = Text()
        for east in columns:
            line.append(self.upright(walls.down.get((east, south), NOTHING)))
            cell = self.at.get((east, south))
            if cell is None:
                line.append(" " * self.wide)
                continue
            number, sign, mark = self.inside(cell)
            pointed = cell.key in self.numbers or cell.key == self.focus
            line.append(number + sign, self.look.accent if pointed else MUTED)
            line.append(f"{mark:<{self.wide - len(number + sign)}}", MUTED if cell.ghost else STYLES[cell.kind])
        return line.append(self.upright(walls.down.get((columns[-1] + 1, south), NOTHING)))

    def row_of_tokens(self, south: int, columns: range, walls: Walls) -> Text:
        """What stands on a row of squares."""
        line = Text()
        for east in columns:
            line.append(self.upright(walls.down.get((east, south), NOTHING)))
            cell = self.at.get((east, south))
            tokens = self.tokens(cell.tokens) if cell is not None else Text()
            line.append_text(tokens).append(" " * (self.wide - tokens.cell_len))
        return line.append(self.upright(walls.down.get((columns[-1] + 1, south), NOTHING)))

    def tokens(self, tokens: Sequence[Token]) -> Text:
        """Tokens side by side, apart where there is room for it; of too many some are only counted."""
        shown = list(tokens)
        while sum(len(token.mark) for token in shown) + (2 if len(shown) < len(tokens) else 0) > self.wide:
            shown.pop()
        more = f"+{len(tokens) - len(shown)}" if len(shown) < len(tokens) else ""
        letters = sum(len(token.mark) for token in shown) + len(more)
        between = " " if letters + len(shown) <= self.wide else ""
        text = Text(between)
        for token in shown:
            text.append(token.mark, STYLES[token.kind]).append(between)
        return text.append(more, MUTED)[: self.wide]

    def inside(self, cell: Cell) -> tuple[str, str, str]:
        """What stands in a square: a number, a sign and a mark; they give up the sign where there is no room for it."""
        options = self.numbers.get(cell.key, ())
        number = f"{options[0]}{'+' if len(options) > 1 else ''}" if options else " "
        if cell.ghost:
            return number, UNSEEN if cell.kind != "open" else " ", cell.mark if cell.kind != "open" else UNSEEN
        if cell.key == self.focus:
            return (number, ARROW[-1], cell.mark) if options else (ARROW[0], ARROW[-1], cell.mark)
        if not options:
            return number, " ", cell.mark
        return number, ":" if len(number) + 1 + len(cell.mark) <= WIDE else "", cell.mark

    def upright(self, side: str) -> str:
        """A wall, a door or nothing between two squares of a row."""
        return self.look.glyphs.down if side == WALL else side

    def between_rows(self, south: int, columns: range, walls: Walls) -> Text:
        """The walls and doors to the north of a row."""
        line: list[str] = []
        for east in columns:
            line.append(self.joint(east, south, walls))
            side = walls.across.get((east, south), NOTHING)
            line.append(self.look.glyphs.across * self.wide if side == WALL else f"{side * 2:^{self.wide}}")
        return Text("".join([*line, self.joint(columns[-1] + 1, south, walls)]))

    def joint(self, east: int, south: int, walls: Walls) -> str:
        """The corner to the north-west of a square; a door stands in a wall, too."""
        arms = (
            walls.down.get((east, south - 1)),
            walls.across.get((east, south)),
            walls.down.get((east, south)),
            walls.across.get((east - 1, south)),
        )
        return self.joints[sum(1 << place for place, arm in enumerate(arms) if arm not in (None, NOTHING, DARK))]


# ---- what marks mean -------------------------------------------------------------------------------------------------


def legend_beside(drawn: Map) -> list[Text]:
    """What those marks stand for that are not heroes or bare floor."""
    return [*token_meanings(drawn, TOLD_BESIDE), *meanings(drawn, TOLD_BESIDE, (), 2)]


def token_meanings(drawn: Map, kinds: Sequence[str]) -> list[Text]:
    """What the marks of tokens of these kinds stand for."""
    tokens = [token for cell in drawn.cells for token in cell.tokens]
    told = {token.mark: token for kind in kinds for token in tokens if token.kind == kind}
    return [Text().append(f"{mark:<2} ", STYLES[token.kind]).append(token.title, MUTED) for mark, token in told.items()]


def legend_of_plan(drawn: Map) -> list[Text]:
    """What all marks and signs of a plan stand for."""
    sides = {side for cell in drawn.cells for side in cell.sides}
    told = [(mark, f"{state} door") for mark, state in DOORS.items()]
    told += [(DARK, "the dark")]
    signs = [(mark, words) for mark, words in told if mark in sides]
    if any(cell.ghost for cell in drawn.cells):
        signs.append((f"{UNSEEN} before a mark", "not known to all"))
    if drawn.focus:
        signs.append((ARROW, "acts now"))
    tokens = token_meanings(drawn, tuple(STYLES))
    return [*tokens, *full_legend(drawn), *(Text(f"{mark} ").append(words, MUTED) for mark, words in signs)]


# ---- in words --------------------------------------------------------------------------------------------------------


def plan_in_words(drawn: Map, look: Look) -> list[Text]:
    """The plan row by row from the north, each from the west: what is on squares, doors, and where the dark begins."""
    lines = wrap(Text(f"{drawn.title}, row by row:", MUTED), look, INDENT)
    for south in whole(drawn.cells).rows:
        row = sorted((cell for cell in drawn.cells if cell.south == south), key=lambda cell: cell.east)
        told = [(cell.east, words) for cell in row if (words := square_in_words(cell, drawn))]
        runs = "; ".join(f"{place} {words}" for place, words in gathered(told))
        if runs:
            lines.extend(wrap(Text(f"{steps(south, 'south', 'north').capitalize()}: {runs}."), look, INDENT, INDENT))
    return lines


def square_in_words(cell: Cell, drawn: Map) -> str:
    """What is on a square and on its sides; nothing, if it is bare floor."""
    sides = [words for side, way in zip(cell.sides, COMPASS, strict=False) if (words := side_in_words(side, way))]
    if cell.kind == "open" and not sides and not cell.note and not cell.tokens and cell.key != drawn.focus:
        return ""
    told = [cell.title, *(token.title for token in cell.tokens if not is_told_in(token, cell))]
    if cell.key == drawn.focus:
        told.insert(*turn_in_words(cell, told))
    if cell.ghost and "," not in cell.title:  # a title that is more than a name says so itself
        told.append("not known to all")
    known = [words_of(words) for words in told]
    told += [note for note in cell.note.rstrip(".").split("; ") if words_of(note) not in known and note]
    return ", ".join([*told, *sides])


def turn_in_words(cell: Cell, told: list[str]) -> tuple[int, str]:
    """That somebody here acts now, and behind which of the words for the place and what is there it stands."""
    heroes = [token.title for token in cell.tokens if token.kind in ("hero", "body") and token.title in told]
    if not heroes or cell.kind in FIGURES:
        return 1, "acts now"
    return told.index(heroes[-1]) + 1, "acts now" if len(heroes) == 1 else "one of them acts now"


def is_told_in(token: Token, cell: Cell) -> bool:
    """Whether the title of a token's place names it, or the note there begins with it."""
    return token.title == cell.title or cell.note.startswith(f"{token.title}: ")


def words_of(text: str) -> frozenset[str]:
    """The words of a text, whatever their order: a disarmed trap and "trap, disarmed" are the same."""
    return frozenset(re.findall(r"\w+", text.casefold()))


def side_in_words(side: str, way: str) -> str:
    """A door and its state, or the dark; walls go without saying."""
    if side in DOORS:
        return f"door to the {way}, {DOORS[side]}"
    return f"dark to the {way}" if side == DARK else ""


def gathered(told: Sequence[tuple[int, str]]) -> list[tuple[str, str]]:
    """Squares side by side that read the same, as one, each with its place."""
    result = []
    counted = enumerate(told)
    for (words, _), run in groupby(counted, key=lambda item: (item[1][1], item[1][0] - item[0])):
        places = [east for _, (east, _) in run]
        first, last = steps(places[0], "east", "west"), steps(places[-1], "east", "west")
        result.append((first if first == last else f"{first} to {last}", words))
    return result
