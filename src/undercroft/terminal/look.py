"""How the terminal looks: one console, the colours and glyphs of the house, and text that is safe to show anywhere."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass
from typing import TextIO

from rich.console import Console
from rich.text import Text

from undercroft.core.errors import cut
from undercroft.core.scene import Standing
from undercroft.terminal.percents import Printer

STRONG = "bold"
MUTED = "dim"
DANGER = "bold #c8433f"
NARROWEST = 40


@dataclass(frozen=True)
class Token:
    """How a tracked figure looks on every screen of the house: never by colour alone."""

    glyph: str
    style: str


TOKENS = {
    "health": Token("♥", "#c8433f"),
    "energy": Token("↯", "#e0b13b"),
    "food": Token("●", "#b07a4a"),
    "favor": Token("✦", "#8fb4d9"),
}


@dataclass(frozen=True)
class Glyphs:
    """What lines, bars and pips are drawn with."""

    corners: str
    across: str
    down: str
    full: str
    empty: str
    bar: str
    dot: str
    arrow: str
    cut: str
    lost: str
    times: str
    ways: str = ""
    """A place by its openings: to the north counts 1, to the east 2, to the south 4, to the west 8."""


UNICODE = Glyphs("╭╮╰╯", "─", "│", "●", "○", "█", "·", "→", "…", "✕", "×", "▪╹╺┗╻┃┏┣╸┛━┻┓┫┳╋")
ASCII = Glyphs("++++", "-", "|", "*", ".", "#", "-", "->", "...", "x", "x")


class Look:
    """Where things are drawn and with what."""

    def __init__(self, console: Console, glyphs: Glyphs, in_window: bool) -> None:
        self.console = console
        self.glyphs = glyphs
        self.in_window = in_window
        self.accent = STRONG  # the question, and nothing else; the game's own colour once there is one

    @property
    def width(self) -> int:
        """How wide a line may be."""
        return max(self.console.width, NARROWEST)

    @property
    def rows(self) -> int | None:
        """How many rows the window has now, for it may be dragged; None where no screen has to be filled."""
        return self.console.height if self.in_window else None

    def token(self, key: str) -> Token:
        """The token of a track: its own, or that of its last word (enemy-health: health)."""
        token = TOKENS.get(key) or TOKENS.get(key.rpartition("-")[2]) or Token("", "")
        return token if self.glyphs is UNICODE else Token("", token.style)

    def standing(self, standing: Standing) -> str:
        """The glyph of something that one has, misses, or has lost for good."""
        return {"had": self.glyphs.full, "missing": self.glyphs.empty, "gone": self.glyphs.lost}[standing]

    def show(self, *lines: Text | str) -> None:
        """Print lines."""
        for line in lines:
            self.console.print(Text(line) if isinstance(line, str) else line)

    def show_command(self, before: str, command: str) -> None:
        """A command to copy, on one line however long it is."""
        self.console.print(Text(before, MUTED).append(command, "not dim bold"), soft_wrap=True)


def look_at(stream: TextIO) -> Look:
    """A look for a stream: colour only on a terminal that wants it, plain glyphs where others cannot be encoded."""
    console = make_console(stream)
    unicode = console.encoding.lower().startswith("utf")
    return Look(console, UNICODE if unicode else ASCII, stream.isatty())


def make_console(stream: TextIO) -> Console:
    """A console without escape codes, except on a terminal that wants colour."""
    if has_colour(stream):
        return Printer(file=stream, highlight=False, markup=False, emoji=False)
    return Printer(file=stream, highlight=False, markup=False, emoji=False, color_system=None, force_terminal=False)


def has_colour(stream: TextIO) -> bool:
    """Whether a stream takes colours and moving bars."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def survive_any_text() -> None:
    """What a stream cannot encode or decode is replaced and never ends a game; a closed stream is an empty one."""
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY))
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def printable(text: str, most: int = 10_000) -> str:
    """A text with control characters escaped, and cut if it is very long."""
    return cut("".join(letter if letter.isprintable() else escaped(letter) for letter in text), most)


def escaped(letter: str) -> str:
    """A letter by its number."""
    return letter.encode("unicode_escape").decode("ascii")


def program() -> str:
    """How the command is called here, for sentences that name one: `make play` calls it by its path."""
    return os.environ.get("UNDERCROFT_COMMAND") or "undercroft"


def shell_word(text: str) -> str:
    """A text as one word of a command that can be pasted into a shell."""
    if text.isprintable():
        return shlex.quote(text)
    inside = text.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + "".join(letter if letter.isprintable() else escaped(letter) for letter in inside) + "'"
