"""Set-up: two pieces of equipment, then the first floor."""

from __future__ import annotations

from undercroft.games.elbereth.exploration import first_floor
from undercroft.games.elbereth.state import HERO, Elbereth
from undercroft.games.elbereth.vocabulary import EQUIPMENT, EQUIPPED, STARTS


def set_up(game: Elbereth) -> None:
    """Choose before any card is seen (setup.choose-two), lay the stairs, explore (setup.first-exploration)."""
    start = game.content.start
    if start == 0:
        start = game.table.choose(HERO, EQUIPMENT, STARTS).number
    game.equipped = start
    for piece in game.content.pieces:
        if start & piece.bit:
            game.table.tell(EQUIPPED, piece.index)
    first_floor(game)
