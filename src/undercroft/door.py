"""The Python door: start, load and play games by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from undercroft.bots import find_bot
from undercroft.core.chance import Seeded
from undercroft.core.errors import RecordError, UndercroftError
from undercroft.core.game import Game
from undercroft.core.record import FORMAT, Record, parse
from undercroft.core.session import Session
from undercroft.core.state import Outcome
from undercroft.core.table import Player, Table
from undercroft.games import find_game


def start(
    game: str | Game, seed: str = "undercroft", edition: str = "book", changes: Mapping[str, Any] | None = None
) -> Session:
    """A new game that waits for its first choice. The same seed and choices give the same game everywhere."""
    found = find_game(game) if isinstance(game, str) else game
    check_seed(seed)
    record = Record(
        undercroft=FORMAT,
        game=found.name,
        edition=found.check_edition(edition),
        seed=seed,
        rules=found.rules_version,
        changes=dict(changes or {}),
    )
    return Session(found, record)


def check_seed(seed: str) -> None:
    """Any characters will do, as long as they are whole."""
    if not isinstance(seed, str):
        raise UndercroftError(f"a seed is a text, and {seed!r} is none")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise UndercroftError(f"the seed {seed!r} holds half a character, which no file could keep") from None


def load(record: Record | str) -> Session:
    """The session that a record, or its text, describes; ReplayError if its choices no longer fit."""
    if isinstance(record, str):
        record, _ = parse(record, "the record")
    game = find_game(record.game)
    if record.edition not in game.editions():
        raise RecordError(f"the record is of edition {record.edition!r}, which {game.title} does not have")
    return Session(game, record)


def play(
    game: str | Game,
    players: Player | str | Sequence[Player | str],
    seed: str = "undercroft",
    edition: str = "book",
    changes: Mapping[str, Any] | None = None,
) -> Outcome:
    """Let players (or bots, by name) play a whole game at full speed; one for all seats or one for each."""
    found = find_game(game) if isinstance(game, str) else game
    given: list[Any] = list(players) if isinstance(players, (list, tuple)) else [players] * len(found.seats)
    for player in given:
        if not isinstance(player, (Player, str)):
            raise UndercroftError(f"{player!r} is neither a Player nor the name of a bot")
    if len(given) != len(found.seats):
        raise UndercroftError(f"{found.title} seats {len(found.seats)}, and {len(given)} players were given")
    check_seed(seed)
    state = found.new(found.check_edition(edition), changes or {})
    seated = [find_bot(player, found.name, seed) if isinstance(player, str) else player for player in given]
    found.play(state, Table(seated, Seeded(seed)))
    outcome = state.outcome()
    assert outcome is not None
    return outcome
