"""Bots by name."""

from __future__ import annotations

from undercroft.bots.random import RandomPlayer
from undercroft.bots.steady import STEADY
from undercroft.core.errors import UndercroftError
from undercroft.core.table import Player

BOTS = ("random", "steady")


def find_bot(name: str, game: str, seed: str) -> Player:
    """A new player of that name for a game; what it leaves to chance comes from the seed, apart from the game's own."""
    if name == "random":
        return RandomPlayer(seed)
    if name == "steady" and game in STEADY:
        return STEADY[game](seed)
    if name in BOTS:
        raise UndercroftError(f"the bot {name!r} does not know {game}")
    raise UndercroftError(f"there is no bot {name!r}; there is {', '.join(BOTS)}")
