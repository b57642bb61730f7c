"""Where tokens stand in a place that has room for several: figures in rows, small things in the upper corner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from undercroft.core.scene import Cell, Token
from undercroft.web.icons import Icons
from undercroft.web.options import OptionDrawing

FIGURES = ("hero", "enemy", "boss", "body")
LEFT, TOP, ROOM_WIDE, ROOM_HIGH = 3, 12, 42, 34  # of the part of a cell where figures stand
SIZES = {1: 27, 2: 21, 3: 17, 4: 17, 5: 13.5, 6: 13.5}  # of a figure, by how many there are
SMALLEST = 11
SIGN = 13
SIGN_RIGHT = 33  # where the first small thing lies, the others to its left


@dataclass(frozen=True)
class TokenDrawing:
    """A token: where it is drawn and how large, its picture, the options that act on it."""

    token: Token
    x: float
    y: float
    size: float
    icon: str
    options: tuple[OptionDrawing, ...]
    is_figure: bool
    is_acting: bool

    @property
    def numbers(self) -> str:
        """The numbers of its options, as many as fit."""
        return self.options[0].key + ("+" if len(self.options) > 1 else "") if self.options else ""


def draw_tokens(
    cell: Cell, x: int, y: int, icons: Icons, acting: Mapping[str, tuple[OptionDrawing, ...]], acts: str
) -> tuple[TokenDrawing, ...]:
    """The tokens of a cell that lies at a point; `acts` is the key of whoever's turn it is."""
    figures = [token for token in cell.tokens if token.kind in FIGURES]
    signs = [token for token in cell.tokens if token.kind not in FIGURES]
    places = figure_places(len(figures))
    drawn = [
        TokenDrawing(
            token, x + left, y + top, size, icon_of(token, icons), acting.get(token.key, ()), True, token.key == acts
        )
        for token, (left, top, size) in zip(figures, places, strict=True)
    ]
    drawn += [
        TokenDrawing(token, x + SIGN_RIGHT - place * (SIGN + 1), y + 2, SIGN, icon_of(token, icons), (), False, False)
        for place, token in enumerate(signs)
    ]
    return tuple(drawn)


def icon_of(token: Token, icons: Icons) -> str:
    """The picture of a token: its own, or that of its kind."""
    return icons.of(token.title, token.kind)


def figure_places(count: int) -> list[tuple[float, float, float]]:
    """Where so many figures stand in a cell, from the left and the top, and how large they are."""
    size = SIZES.get(count, SMALLEST)
    across = count if count < 3 else 2 if count < 5 else 3
    rows = -(-count // across) if count else 0
    places = []
    for number in range(count):
        row, place = divmod(number, across)
        in_row = min(across, count - row * across)
        left = LEFT + (ROOM_WIDE - in_row * size) / 2 + place * size
        top = TOP + (ROOM_HIGH - rows * size) / 2 + row * size
        places.append((round(left, 2), round(top, 2), size))
    return places
