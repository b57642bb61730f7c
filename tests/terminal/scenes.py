"""Screens that nobody looks at, and scenes built by hand for them."""

from __future__ import annotations

import io

from rich.console import Console
from rich.text import Text

from undercroft.core.scene import Cell, CellKind, Choice, Map, Question, Scene, Slot, Zone
from undercroft.terminal.look import UNICODE, Glyphs, Look

KINDS: dict[str, tuple[CellKind, str]] = {
    "r3": ("enemy", "Rat, strength 3"),
    "s4": ("enemy", "Spider, strength 4"),
    "D6": ("boss", "Dragon, strength 6"),
    "##": ("wall", "Wall"),
    "[h": ("item", "Helm"),
    "$": ("shop", "Shop"),
    "<": ("stairs", "Stairs up"),
    ".": ("open", "open, once a rat"),
    ",": ("open", "open, once a wall"),
}


def look(width: int = 80, rows: int | None = 24, glyphs: Glyphs = UNICODE) -> Look:
    """A screen that nobody looks at; without rows it is no window."""
    console = Console(file=io.StringIO(), width=width, height=rows, color_system=None)
    return Look(console, glyphs, in_window=rows is not None)


def plain(lines: list[Text]) -> list[str]:
    """Lines as they look without any style."""
    return [line.plain for line in lines]


def map_of(*rows: str, east: int = 0, south: int = 0) -> Map:
    """A map from a picture: marks of two letters with a blank between; the first is at the place that is named."""
    cells = []
    for down, row in enumerate(rows):
        for right in range(0, len(row), 3):
            mark = row[right : right + 2].strip()
            if mark:
                kind, title = KINDS[mark]
                place = (east + right // 3, south + down)
                cells.append(Cell("{}/{}".format(*place), *place, kind, mark.replace(",", "."), title))
    return Map("map", "Floor", tuple(cells))


def choice(stem: str, target: str = "", where: str = "") -> Choice:
    """An option; its name is made of its label."""
    label = f"{stem}, {where}" if where else stem
    return Choice("-".join(label.lower().split()), label, "rule", stem, target, resigns=stem == "Give up")


def question(*choices: Choice) -> Question:
    """A question."""
    return Question("action", "What do you do?", "rule", choices)


def acts_on(drawn: Map, *keys: str) -> Question:
    """A question with an option for each of these cells."""
    titles = {cell.key: cell.title for cell in drawn.cells}
    return question(*(choice(f"Attack the {titles[key]}", key, f"at {key}") for key in keys))


def scene(drawn: Map | None = None, asked: Question | None = None, slots: tuple[Slot, ...] = ()) -> Scene:
    """A table with somebody's slots and a map."""
    zones = [Zone("hero", "Somebody", slots)] if slots else []
    if drawn is not None:
        zones.append(Zone("board", "Board", (drawn,)))
    return Scene("some-game", "Some Game", "somewhere", tuple(zones), question=asked)
