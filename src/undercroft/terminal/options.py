"""What the commands' options mean: their kinds, and texts into numbers, seeds and changes."""

from __future__ import annotations

import json
import secrets
from typing import Annotated, Any

import typer

from undercroft.bots import BOTS
from undercroft.core.content import parse_change
from undercroft.core.errors import UndercroftError
from undercroft.core.seeds import words_for
from undercroft.games import GAMES
from undercroft.terminal.look import printable

SEED_BITS = 64
INTERRUPTED = 130

FIRST, LAST = next(iter(GAMES)), next(reversed(GAMES))  # the games that examples speak of

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game: " + ", ".join(GAMES) + ".")]
Seed = Annotated[str | None, typer.Option(metavar="WORDS", help="Any words; the same words give the same game.")]
EditionName = Annotated[str | None, typer.Option(metavar="E", help="Which edition; `undercroft games` lists them.")]
Changes = Annotated[
    list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Change a value of the game; may be repeated.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
BotName = Annotated[str, typer.Option(metavar="|".join(BOTS), help="Who plays.")]


def random_seed() -> str:
    """Words that nobody has chosen."""
    return words_for(secrets.randbits(SEED_BITS))


def seed_of(text: str) -> str:
    """A seed as it is recorded: bytes that are no text become their escapes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def read_changes(texts: list[str] | None) -> dict[str, Any]:
    """The changes of all --set."""
    return dict(parse_change(seed_of(text)) for text in texts or [])


def whole_number(option: str, text: str, least: int) -> int:
    """The whole number that an option gives."""
    plain = text.replace("_", "").replace(",", "")
    if not (plain.isascii() and plain.isdigit()) or len(plain) > 15 or int(plain) < least:
        raise UndercroftError(f"{option} takes a whole number, {least} or more, and {printable(text, 40)!r} is none")
    return int(plain)


def seconds(option: str, text: str) -> float:
    """The number of seconds that an option gives."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 3600:
        raise UndercroftError(f"{option} takes a number of seconds up to 3600, and {printable(text, 40)!r} is none")
    return value


def write_json(data: dict[str, Any]) -> None:
    """One object on standard output."""
    print(json.dumps(data, indent=2))
