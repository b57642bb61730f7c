"""The games of the house: one line per game."""

from __future__ import annotations

from undercroft.core.errors import UndercroftError, short
from undercroft.core.game import Game
from undercroft.games.elbereth import ELBERETH
from undercroft.games.freequest import FREEQUEST
from undercroft.games.tin_helm import TIN_HELM
from undercroft.games.tiny_epic_dungeons import TINY_EPIC_DUNGEONS

GAMES: dict[str, Game] = {
    TIN_HELM.name: TIN_HELM,
    ELBERETH.name: ELBERETH,
    FREEQUEST.name: FREEQUEST,
    TINY_EPIC_DUNGEONS.name: TINY_EPIC_DUNGEONS,
}


def find_game(game: object) -> Game:
    """A game by its name, or itself."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise UndercroftError(f"a game is named by text, as in start('tin-helm'), not by {short(game)}")
    if game not in GAMES:
        raise UndercroftError(f"there is no game {game!r} here; there is {', '.join(GAMES)}")
    return GAMES[game]
