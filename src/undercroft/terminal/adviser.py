"""Who thinks in the terminal: a process beside the game that plays along, so that any thought can be ended.

The adviser gets a copy of the session and is told what is chosen; what it is asked it works out from there. Its bots
are made there and stay there, with all that they have in mind. Ctrl-C and a deadline end whatever it is thinking about,
and the next question goes to another one. Where no copy can be made it begins with the record, and for a game that only
this process knows one thinks here.
"""

from __future__ import annotations

import multiprocessing
import weakref
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from itertools import count
from typing import Any, TypeVar

from undercroft.bots import any_option, find_bot
from undercroft.bots.mcts import Estimate, Mcts, Thought
from undercroft.bots.verdict import be_candid
from undercroft.core.odds_words import AllOdds, Row, all_odds, short_odds
from undercroft.core.record import Record
from undercroft.core.session import Session
from undercroft.core.table import Player
from undercroft.core.vocabulary import Option
from undercroft.door import load
from undercroft.games import GAMES
from undercroft.lab.beside import Call, Mind, besides, can_fork, patience

NUMBERS = count()

T = TypeVar("T")
Told = tuple[list[tuple[int, float, float, float]], str, int, float]  # a thought as plain values


# ---- what is asked for -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recipe:
    """How a bot is made; under the same number it is always the same one."""

    number: int
    name: str
    game: str
    seed: str
    candid: bool
    thorough: bool

    def make(self) -> Player:
        """The bot."""
        player = find_bot(self.name, self.game, self.seed)
        if self.candid:
            be_candid(player)
        if isinstance(player, Mcts):
            player.thorough = self.thorough
        return player


class Bot:
    """A bot that thinks beside the game; `player` is what one knows of it here, with what it thought last."""

    def __init__(
        self, adviser: Adviser, name: str, game: str, seed: str, candid: bool = False, thorough: bool = False
    ) -> None:
        self.adviser = adviser
        self.recipe = Recipe(next(NUMBERS), name, game, seed, candid, thorough)
        self.player = self.recipe.make()

    @property
    def seconds(self) -> float:
        """How long it may think."""
        if not isinstance(self.player, Mcts):
            return patience()
        return patience() + besides(self.player.budget)

    def choose(self, session: Session) -> Option:
        """What it chooses; Unanswered if it does not decide."""
        name, told = self.adviser.ask(session, self.seconds, choice_of, self.recipe)
        if isinstance(self.player, Mcts) and told is not None:
            self.player.thought = thought_from(told, session)
        return session.option(name)

    def choose_and_say(self, session: Session) -> tuple[Option, str]:
        """What it chooses, and why, if it can say."""
        name, reason = self.adviser.ask(session, self.seconds, choice_and_reason_of, self.recipe)
        return session.option(name), reason


def spare_option(session: Session) -> Option:
    """What is chosen for a seat whose bot does not decide."""
    return session.option(any_option(session))


# ---- the adviser -----------------------------------------------------------------------------------------------------


class Adviser:
    """Thinks about one session at a time; for another one it begins anew."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.mind: Mind | None = None
        self.desk: Desk | None = None  # where one thinks here
        self._end: Callable[[], object] = nothing

    def ask(self, session: Session, seconds: float, function: Callable[..., T], *args: object) -> T:
        """What a function of this module makes of the session as it is now; Unanswered after so many seconds."""
        if session is not self.session:
            self._begin(session)
        made = tuple(option.name for option in session.choices)
        if self.mind is not None:
            return self.mind.ask(seconds, function, made, *args)
        assert self.desk is not None
        found: T = self.desk.call(function, (made, *args))
        return found

    def short_odds(self, session: Session) -> list[list[str]]:
        """For each option of the question a few telling words."""
        return self.ask(session, patience(), short_odds_of)

    def all_odds(self, session: Session, option: Option, arrow: str) -> AllOdds:
        """All that an option may lead to."""
        values, rows = self.ask(session, patience(), all_odds_of, option.name, arrow)
        values["rows"] = [Row(*row) for row in rows]
        return AllOdds(**values)

    def close(self) -> None:
        """Let it go."""
        self._end()
        self.session = self.mind = self.desk = None

    def _begin(self, session: Session) -> None:
        self.close()
        self.session = session
        set_up = way_to(session)
        if set_up is None:
            self.desk = Desk(session)
            return
        self.mind = Mind(set_up, "fork" if can_fork() else "spawn", "the error is above")
        self._end = weakref.finalize(self, self.mind.close)


def nothing() -> None:
    """There is nothing to end."""


def way_to(session: Session) -> Callable[[], Call] | None:
    """How a process gets to know a session; None if it cannot."""
    if multiprocessing.current_process().daemon:
        return None  # it may have none beside it, and can be ended itself
    if can_fork():
        return partial(sit_down, session)
    return partial(read, session.record) if GAMES.get(session.game.name) is session.game else None


# ---- in the process --------------------------------------------------------------------------------------------------


class Desk:
    """What the adviser has before it: the session, and the bots that it was asked for."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.bots: dict[int, Player] = {}

    def call(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """What a function makes of the session, after what has been chosen meanwhile."""
        made, *rest = args
        for name in made[len(self.session.choices) :]:
            self.session.choose(name)
        return function(self, *rest)

    def bot(self, recipe: Recipe) -> Player:
        """The bot of that number."""
        if recipe.number not in self.bots:
            self.bots[recipe.number] = recipe.make()
        return self.bots[recipe.number]


def sit_down(session: Session) -> Call:
    """Begin with a copy of the session."""
    return Desk(session).call


def read(record: Record) -> Call:
    """Begin with what is written of it."""
    return Desk(load(record)).call


def short_odds_of(desk: Desk) -> list[list[str]]:
    """A few telling words for each option."""
    return short_odds(desk.session, desk.session.scene())


def all_odds_of(desk: Desk, option: str, arrow: str) -> tuple[dict[str, Any], list[tuple[Any, ...]]]:
    """The whole odds as plain values, and their rows."""
    odds = all_odds(desk.session, desk.session.option(option), arrow)
    rows = [tuple(getattr(row, field.name) for field in fields(row)) for row in odds.rows]
    return {field.name: getattr(odds, field.name) for field in fields(odds) if field.name != "rows"}, rows


def choice_of(desk: Desk, recipe: Recipe) -> tuple[str, Told | None]:
    """What a bot chooses, and what it thought."""
    player = desk.bot(recipe)
    chosen = desk.session.consult(player)
    return chosen.name, told_of(player)


def choice_and_reason_of(desk: Desk, recipe: Recipe) -> tuple[str, str]:
    """What a bot chooses, and why."""
    player = desk.bot(recipe)
    reason = desk.session.reason_of(player)
    return desk.session.consult(player).name, reason


# ---- thoughts as plain values ----------------------------------------------------------------------------------------


def told_of(player: Player) -> Told | None:
    """What a bot thought last, for another process; None if it does not think."""
    if not isinstance(player, Mcts) or player.thought is None:
        return None
    thought = player.thought
    found = [(one.games, one.chance, one.error, one.behind) for one in thought.estimates]
    return found, thought.best.name, thought.simulations, thought.seconds


def thought_from(told: Told, session: Session) -> Thought:
    """The thought about a session's question that another process had."""
    found, best, simulations, seconds = told
    assert session.decision is not None
    pairs = zip(session.decision.options, found, strict=True)
    return Thought([Estimate(option, *one) for option, one in pairs], session.option(best), simulations, seconds)
