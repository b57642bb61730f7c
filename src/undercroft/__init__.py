"""Undercroft: tabletop dungeon games as real software.

    import undercroft

    session = undercroft.start("tin-helm", seed="amber-gate-41")
    session.decision                       # what is asked, and all the answers there are
    session.choose("gnome")                # by an option, its name or its place; gives the events
    session.odds("alchemist").spread("health")
    session.undo()                         # a free undo, or a practice branch
    text = session.record.to_text()        # a whole game in a few hundred bytes
    undercroft.load(text)

    undercroft.play("elbereth", "steady", seed="1")         # a whole game of bots: an Outcome
    undercroft.play("elbereth", MyPlayer(), seed="1")       # or of a Player of your own

`start` and `load` give a live Session; `play` lets players play a whole game; `Player` is what to subclass for a bot,
`Chance` for a source of chance. `GAMES` holds the games by name. Outcomes, decisions, options, events, odds, records
and sessions can be compared, copied and pickled, so whole games can be played in other processes:

    with multiprocessing.Pool() as pool:
        outcomes = pool.map(functools.partial(undercroft.play, "tin-helm", "steady"), map(str, range(1000)))

What cannot be done is said in one sentence: whatever you ask of these doors, of a session and of its odds, every error
is an UndercroftError. What rules make at full speed (states, events, outcomes, decisions and the rest) believes whoever
makes or asks it, and an error of a Player's or a Chance's own is passed on.
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
