"""The Python door: start, load and play games by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from undercroft.bots import find_bot
from undercroft.core.chance import Seeded
from undercroft.core.errors import RecordError, UndercroftError, short, text
from undercroft.core.game import Game
from undercroft.core.record import FORMAT, Record, checked, parse
from undercroft.core.session import Session
from undercroft.core.state import Outcome
from undercroft.core.table import Player, Table
from undercroft.games import find_game


def start(
    game: str | Game, seed: str = "undercroft", edition: str = "book", changes: Mapping[str, Any] | None = None
) -> Session:
    """A new game that waits for its first choice. The same seed and choices give the same game everywhere."""
    found = find_game(game)
    check_seed(seed)
    record = Record(
        undercroft=FORMAT,
        game=found.name,
        edition=found.check_edition(edition),
        seed=seed,
        rules=found.rules_version,
        changes=check_changes(changes),
    )
    return Session(found, record)


def check_changes(changes: Mapping[str, Any] | None) -> dict[str, Any]:
    """Changes as a dict of paths and values."""
    if changes is None:
        return {}
    if not isinstance(changes, Mapping) or not all(isinstance(path, str) for path in changes):
        wanted = "changes must be a dict of paths and values, as in {'figures.levels': 3}"
        raise UndercroftError(f"{wanted}, not {short(changes)}")
    return dict(changes)


def check_seed(seed: str) -> None:
    """Any characters will do, as long as they are whole."""
    try:
        text("a seed", seed).encode()
    except UnicodeEncodeError:
        raise UndercroftError(f"the seed {seed!r} holds half a character, which no file could keep") from None


def load(record: Record | str) -> Session:
    """The session that a record, or its text, describes; ReplayError if its choices no longer fit."""
    if isinstance(record, str):
        record, _ = parse(record, "the record")
    if not isinstance(record, Record):
        raise RecordError(f"a record is loaded from a Record or its text, not from {short(record)}")
    record = checked(record, "the record")
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
    found = find_game(game)
    given: list[Any] = list(players) if isinstance(players, (list, tuple)) else [players] * len(found.seats)
    for player in given:
        if not isinstance(player, (Player, str)):
            raise UndercroftError(f"{short(player)} is neither a Player nor the name of a bot")
    if len(given) != len(found.seats):
        raise UndercroftError(f"{found.title} seats {len(found.seats)}, and {len(given)} players were given")
    check_seed(seed)
    state = found.new(found.check_edition(edition), check_changes(changes))
    seated = [find_bot(player, found.name, seed) if isinstance(player, str) else player for player in given]
    found.play(state, Table(seated, Seeded(seed)))
    outcome = state.outcome()
    assert outcome is not None
    return outcome
