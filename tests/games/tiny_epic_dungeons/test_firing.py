"""Nothing in the box is idle."""

from __future__ import annotations

import pytest

import undercroft
from tests.games.tiny_epic_dungeons.firing import play_until_all_fired

MOST_GAMES = 2_000


@pytest.mark.slow
@pytest.mark.skipif(not undercroft.compiled(), reason="takes minutes interpreted")
def test_every_card_effect_room_and_boss_does_its_part_in_some_game() -> None:
    ledger = play_until_all_fired(MOST_GAMES)
    assert not ledger.missing, f"never fired in {ledger.games} games: {', '.join(sorted(ledger.missing))}"
