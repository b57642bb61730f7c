"""Undercroft: tabletop dungeon games as real software.

    session = undercroft.start("tin-helm", seed="amber-gate-41")
    session.choose("gnome")

`start` and `load` give a live Session; `play` lets players play a whole game; `Player` is what to subclass for a bot.
"""

from __future__ import annotations

from undercroft.core.build import compiled
from undercroft.core.chance import Chance
from undercroft.core.errors import ContentError, RecordError, ReplayError, RuleError, UndercroftError
from undercroft.core.game import Game
from undercroft.core.odds import Odds
from undercroft.core.record import Record
from undercroft.core.session import Decision, Session
from undercroft.core.state import Outcome, State
from undercroft.core.table import Player
from undercroft.core.vocabulary import Event, Option, Prompt
from undercroft.door import load, play, start
from undercroft.games import GAMES

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Chance",
    "ContentError",
    "Decision",
    "Event",
    "Game",
    "Odds",
    "Option",
    "Outcome",
    "Player",
    "Prompt",
    "Record",
    "RecordError",
    "ReplayError",
    "RuleError",
    "Session",
    "State",
    "UndercroftError",
    "compiled",
    "load",
    "play",
    "start",
]
