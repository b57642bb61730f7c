"""Combat (chapter 6 of the ledger), first examples."""

from __future__ import annotations

import pytest

from tests.games.tin_helm.board import enemy, given, when
from undercroft.games.tin_helm.combat import meet


@pytest.mark.rule("tin-helm", "combat.doubles-miss")
def test_a_double_misses_whatever_was_spent() -> None:
    game = given("gnome-alchemist", without=["potion"])
    told = when(
        game,
        meet,
        enemy(game, "wraith"),
        dice=[5, 5, 2, 2],
        answers=[("combat.attack", "spend-3")],
    )
    assert "hero.misses" in told.names
    assert "enemy.rolls" in told.names
    assert game.enemy_health == 6
    assert told.asked == "combat.attack"
