"""Bots by name."""

from __future__ import annotations

from functools import partial
from typing import Final

from undercroft.bots.deputies import Deputies
from undercroft.bots.mcts import Budget, Mcts
from undercroft.bots.promise import PROMISES
from undercroft.bots.random import RandomPlayer
from undercroft.bots.steady import STEADY
from undercroft.core.errors import UndercroftError, short, shown, text
from undercroft.core.game import ABSENT, Game
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.table import Player
from undercroft.games import find_game

QUICK_BOTS: Final = ("random", "steady")
BOTS: Final = (*QUICK_BOTS, "mcts")
USUAL_BUDGET: Final = Budget(1000, 0.0)
USUAL_BUDGETS: Final = {"tiny-epic-dungeons": Budget(20, 0.0)}  # what its promise tells needs few simulations
LONGEST: Final = 3600.0
MOST: Final = 1_000_000_000


def find_bot(name: object, game: object, seed: object) -> Player:
    """A new player of that name for a game; what it leaves to chance comes from the seed, apart from the game's own.

    `mcts` thinks for a thousand simulations about each choice (or as the game's usual budget says), `mcts:5000` for
    five thousand, `mcts:0.5s` for half a second.
    """
    return bot_of(text("the name of a bot", name), text("the name of a game", game), text("a seed", seed))


def bot_of(name: str, game: str, seed: str) -> Player:
    """The same, of texts."""
    kind, colon, budget = name.partition(":")
    if kind == "mcts":
        return thinking_bot(game, seed, read_budget(name, budget) if colon else usual_budget(game))
    if name == "random":
        return RandomPlayer(seed)
    if name == "steady" and game in STEADY:
        return STEADY[game](seed)
    if name in BOTS:
        raise UndercroftError(f"the bot {name!r} does not know {shown(game)}")
    raise UndercroftError(f"there is no bot {short(name)}; there is {', '.join(BOTS)}")


def deputies_of(name: str, game: Game, state: State, seed: str) -> list[Player | None]:
    """By seat: the bot that holds it by the game's own settings, where that is another than this one."""
    return [
        find_bot(named, game.name, f"{seed} seat {seat}") if named not in ("", ABSENT, name) else None
        for seat, named in enumerate(game.company(state))
    ]


def bot_for_all(name: str, game: Game, state: State, seed: str) -> Player:
    """A bot for all seats, but for those that another holds by the game's own settings (a computer referee)."""
    deputies = deputies_of(name, game, state, seed)
    bot = find_bot(name, game.name, seed)
    return Deputies(bot, deputies) if any(deputies) else bot


def thinking_bot(game: str, seed: str, budget: Budget) -> Mcts:
    """A bot that searches, with the best simple bot that the game has."""
    found = find_game(game)
    simple = partial(find_bot, simple_bot(game), game)
    promise = PROMISES[game]() if game in PROMISES else None
    return Mcts(found.play, len(found.seats), simple, seed, budget, promise)


def simple_bot(game: str) -> str:
    """The best simple bot that a game has."""
    return "steady" if game in STEADY else "random"


def any_option(session: Session) -> str:
    """The name of an option that chance chooses, for a seat whose own bot does not answer; never to give up."""
    player = RandomPlayer(f"{session.record.seed} anything {len(session.choices)}")
    return session.consult(player).name


def usual_budget(game: str) -> Budget:
    """How long a bot thinks about each choice if nobody says."""
    return USUAL_BUDGETS.get(game, USUAL_BUDGET)


def read_budget(name: str, text: str) -> Budget:
    """The budget that a bot's name ends in."""
    plain = text.removesuffix("s")
    if plain == text and text.isascii() and text.isdigit() and len(text) <= 10 and 0 < int(text) <= MOST:
        return Budget(int(text), 0.0)
    try:
        seconds = float(plain)
    except ValueError:
        seconds = 0.0
    if plain != text and 0.0 < seconds <= LONGEST:
        return Budget(0, seconds)
    raise UndercroftError(f"{short(name)}: say how long to think, as in mcts:2000 (simulations) or mcts:0.5s (seconds)")
