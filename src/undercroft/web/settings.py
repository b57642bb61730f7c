"""How a server is set up."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from platformdirs import user_data_dir

from undercroft.core.errors import UndercroftError
from undercroft.core.game import Game
from undercroft.games import GAMES
from undercroft.lab.beside import patience

LOOPBACK = ("localhost", "127.0.0.1", "::1", "[::1]")


def default_database() -> str:
    """SQLite in the user's data folder, beside the saves of the terminal."""
    home = os.environ.get("UNDERCROFT_HOME") or user_data_dir("undercroft", appauthor=False)
    return f"sqlite:///{Path(home) / 'tables.db'}"


@dataclass(frozen=True)
class Settings:
    """What can be chosen when a server starts; `games` names further games as module:NAME."""

    database: str = field(default_factory=default_database)
    games: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    """The names that the server answers to; empty: any. Keeps other sites' names from pointing here."""
    secure: bool = False
    """Whether cookies go over HTTPS only."""
    rate: float = 25.0
    """Requests a second that one client may make in the long run; 0: any number."""
    burst: float = 150.0
    """Requests that one client may make at once."""
    bot_pace: float = 0.6
    """Seconds between the choices of a bot, so that one can follow them."""
    quick_minds: int = 1
    slow_minds: int = 2
    """Processes for odds and quick bots, and for what takes seconds: a hint need not wait for a review."""
    patience: float = field(default_factory=patience)
    """Seconds that a thought may take before it is ended, a review ten times as many."""


def games_of(further: tuple[str, ...]) -> Mapping[str, Game]:
    """The games of the house, and further ones by module:NAME, which are known to the whole process from now on."""
    for path in further:
        module, _, name = path.partition(":")
        try:
            game = getattr(import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise UndercroftError(f"{path!r} does not name a game as module:NAME: {error}") from error
        if not isinstance(game, Game):
            raise UndercroftError(f"{path!r} is not a Game")
        GAMES[game.name] = game
    return GAMES
