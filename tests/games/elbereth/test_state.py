"""The state: what its key must tell apart, since odds merge walks whose keys are the same."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.elbereth.board import given
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.elbereth.vocabulary import STUCK

DERIVED = {  # follows from the cards on the table, or is read before anything is merged
    "at", "attacks", "breaks", "items", "shop_found", "stairs_found", "boss", "seen", "die", "table", "content",
}  # fmt: skip
CHANGES: dict[str, Any] = {
    "floor": 3,
    "equipped": 1,
    "gone": 8,
    "coin": True,
    "coin_gone": True,
    "key_held": True,
    "bags": [[0, 1], [2]],
    "bosses": [20],
    "cards": [0, 2],
    "places": [5, 6],
    "turned": [0, 1],
    "hit_once": True,
    "target": 1,
    "end": STUCK,
}


def some_game() -> Elbereth:
    """A game with a card on the table and one in the deck."""
    return given(table={(0, -1): "E3"}, deck=["W"])


@pytest.mark.parametrize("name", CHANGES)
def test_what_differs_in_anything_that_matters_has_another_key(name: str) -> None:
    game, other = some_game(), some_game()
    assert game.key() == other.key()
    setattr(other, name, CHANGES[name])
    assert game.key() != other.key()


def test_every_part_of_a_state_is_in_its_key_or_follows_from_what_is() -> None:
    game = some_game()
    names = [name for name in dir(game) if not name.startswith("_")]
    assert {name for name in names if not callable(getattr(game, name))} == CHANGES.keys() | DERIVED
