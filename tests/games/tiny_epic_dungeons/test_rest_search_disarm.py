"""Heroic Actions: Rest, Search Room, Disarm Trap."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.arena import CROSS, EAST, arena, carried, corridor, known, searching
from tests.games.tiny_epic_dungeons.board import cell, given, offered, when
from undercroft.games.tiny_epic_dungeons.state import Dungeon

GOBLIN = {1: ("goblin-pincher", EAST)}
TWO_GOBLINS = {1: ("goblin-pincher", EAST), 2: ("goblin-slinger", EAST)}
TRAP = {
    "evade": {"skill": "agility", "target": 5},
    "damage": 2,
    "disarm": {"skill": "agility", "target": 6},
}  # fmt: skip


def at_trap(**figures: Any) -> Dungeon:
    """The first hero, with one die for Agility, in the room of a trap that is disarmed with Agility against 6."""
    figures.setdefault("at", [EAST])
    rooms = {EAST: ("needle-gallery", CROSS)}
    return arena(changes={"card.needle-gallery.trap": TRAP}, rooms=rooms, focus=[0], **figures)


# ---- Rest -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "rest.gain")
def test_a_rest_gives_three_health_and_five_focus() -> None:
    changes = {"hero.brannoch-tull.max-health": 8, "hero.brannoch-tull.max-focus": 7}
    game = arena(changes=changes, health=[2], focus=[1])
    told = when(game, "rest")
    assert (game.hero().health, game.hero().focus, told.asked) == (5, 6, "")


@pytest.mark.rule("tiny-epic-dungeons", "rest.anywhere")
def test_a_hero_may_rest_beside_enemies_and_on_the_boss_mat() -> None:
    assert "rest" in offered(arena(minions=[("glass-duelist", (3, 3))]))
    mat = given(rooms={(2, 3): ("iron-mouth", "ns")}, boss="tithe-eater", at=[2], door=cell((2, 3)))
    assert "rest" in offered(mat)


@pytest.mark.rule("tiny-epic-dungeons", "rest.anywhere")
def test_a_rest_may_be_to_no_effect() -> None:
    game = arena()
    when(game, "rest")
    assert (game.hero().health, game.hero().focus, game.heroic_left) == (9, 8, 0)


# ---- Search ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "search.check")
def test_only_a_room_with_an_ability_can_be_searched() -> None:
    assert "search" in offered(searching())
    assert "search" not in offered(searching(at=[(3, 3)]))


@pytest.mark.rule("tiny-epic-dungeons", "search.check", "check.success")
@pytest.mark.parametrize(("die", "health", "focus"), [(5, 6, 3), (4, 5, 1)])
def test_success_gives_the_benefit_and_failure_the_penalty(die: int, health: int, focus: int) -> None:
    game = searching("agility", 5, failure=[{"do": "focus", "by": -2}], health=[5], focus=[3])
    when(game, "search", "count-1", dice=[die])
    assert (game.hero().health, game.hero().focus) == (health, focus)


@pytest.mark.rule("tiny-epic-dungeons", "search.check")
def test_failure_without_a_penalty_does_nothing_but_uses_the_action() -> None:
    game = searching("agility", 5, health=[5], focus=[0])
    when(game, "search", dice=[4])
    assert (game.hero().health, game.hero().focus, game.heroic_left) == (5, 0, 0)


@pytest.mark.rule("tiny-epic-dungeons", "search.again")
@pytest.mark.parametrize("die", [5, 4])
def test_a_room_may_be_searched_again_by_anybody_however_it_went(die: int) -> None:
    game = searching("agility", 5, at=[EAST, EAST], focus=[0])
    when(game, "search", dice=[die])
    for active in (0, 1):
        game.active, game.heroic_left = active, 1
        assert "search" in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "search.again")
@pytest.mark.parametrize(("die", "again"), [(5, False), (4, True)])
def test_a_search_that_works_once_is_spent_for_everybody_by_its_first_success(die: int, again: bool) -> None:
    game = searching("agility", 5, once="game", at=[EAST, EAST], focus=[0])
    when(game, "search", dice=[die])
    for active in (0, 1):
        game.active, game.heroic_left = active, 1
        assert ("search" in offered(game)) is again


@pytest.mark.rule("tiny-epic-dungeons", "search.enemies", "players.solo-heroes-are-others")
@pytest.mark.parametrize("solo", [False, True])
def test_enemies_prevent_a_search_unless_another_hero_keeps_them_busy(solo: bool) -> None:
    assert "search" not in offered(searching(goblins=GOBLIN, solo=solo))
    assert "search" not in offered(searching(goblins=GOBLIN, at=[EAST, (3, 3)], solo=solo))
    assert "search" in offered(searching(goblins=TWO_GOBLINS, at=[EAST, EAST], solo=solo))


@pytest.mark.rule("tiny-epic-dungeons", "search.enemies")
def test_an_enemy_in_another_room_prevents_no_search() -> None:
    assert "search" in offered(searching(goblins={1: ("goblin-pincher", (3, 3))}))


@pytest.mark.rule("tiny-epic-dungeons", "search.cost")
def test_a_cost_is_paid_after_the_check() -> None:
    game = searching("agility", 5, cost=3, health=[5], focus=[4])
    told = when(game, "search", "count-1", "pay", dice=[5])
    assert (game.hero().health, game.hero().focus) == (6, 1)
    assert told.names.index("check.succeeds") < told.names.index("hero.focus-spent")


@pytest.mark.rule("tiny-epic-dungeons", "search.cost")
def test_who_cannot_pay_gets_nothing_and_no_penalty() -> None:
    game = searching("intellect", 5, failure=[{"do": "health", "by": -1}], cost=3, health=[5], focus=[1])
    told = when(game, "search", "count-1", dice=[5, 3])
    assert (game.hero().health, game.hero().focus, game.heroic_left) == (5, 2, 0)
    assert "spell.cannot-pay" in told.names


@pytest.mark.rule("tiny-epic-dungeons", "search.cost")
def test_who_will_not_pay_gets_nothing_and_no_penalty() -> None:
    game = searching("agility", 5, failure=[{"do": "health", "by": -1}], cost=3, health=[5], focus=[4])
    when(game, "search", "count-1", "do-not-pay", dice=[5])
    assert (game.hero().health, game.hero().focus) == (5, 4)


@pytest.mark.rule("tiny-epic-dungeons", "search.cost", "search.again")
@pytest.mark.parametrize(("answer", "focus", "again"), [("pay", 1, False), ("do-not-pay", 4, True)])
def test_what_nobody_paid_for_can_still_be_found(answer: str, focus: int, again: bool) -> None:
    game = searching("agility", 5, cost=3, once="game", at=[EAST, EAST], focus=[4])
    told = when(game, "search", "count-1", dice=[5])
    assert (told.asked, told.offered, told.names[-1]) == ("search.pay", ["pay", "do-not-pay"], "check.succeeds")
    game = searching("agility", 5, cost=3, once="game", at=[EAST, EAST], focus=[4])
    told = when(game, "search", "count-1", answer, dice=[5])
    assert ("search.found" in told.names, game.hero().focus) == (not again, focus)
    for active in (0, 1):
        game.active, game.heroic_left = active, 1
        assert ("search" in offered(game)) is again


@pytest.mark.rule("tiny-epic-dungeons", "search.cost")
def test_a_failed_search_costs_no_focus() -> None:
    game = searching("agility", 5, cost=3, focus=[4])
    told = when(game, "search", "count-1", dice=[4])
    assert (told.asked, game.hero().focus) == ("", 4)


# ---- Disarm ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "disarm.check")
def test_only_an_armed_trap_in_the_heros_room_can_be_disarmed() -> None:
    assert "disarm" in offered(at_trap())
    assert "disarm" not in offered(at_trap(at=[(3, 3)]))
    assert "disarm" not in offered(at_trap(disarmed=1 << cell(EAST)))
    assert "disarm" not in offered(arena(at=[EAST], rooms=corridor(1)))


@pytest.mark.rule("tiny-epic-dungeons", "disarm.check", "disarm.success")
def test_success_makes_the_trap_harmless_and_brings_a_card_of_ones_choice() -> None:
    told = when(at_trap(), "disarm", dice=[6])
    assert (told.asked, told.offered) == ("reward.loot-or-spell", ["gain-loot", "gain-spell", "neither"])
    game = at_trap()
    when(game, "disarm", "gain-loot", "keep", dice=[6], cards=["cauldron-lid"])
    assert (game.disarmed, carried(game), known(game)) == (1 << cell(EAST), ["cauldron-lid"], [])
    game = at_trap()
    when(game, "disarm", "gain-spell", "keep", dice=[6], cards=["mend"])
    assert (game.disarmed, carried(game), known(game)) == (1 << cell(EAST), [], ["mend"])


@pytest.mark.rule("tiny-epic-dungeons", "disarm.failure")
def test_a_failed_attempt_does_nothing_and_may_be_repeated() -> None:
    game = at_trap(health=[5])
    told = when(game, "disarm", dice=[5])
    assert ("check.fails" in told.names, told.asked, game.disarmed, game.hero().health) == (True, "", 0, 5)
    game.heroic_left = 1
    assert "disarm" in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "disarm.enemies")
def test_enemies_prevent_disarming_unless_another_hero_keeps_them_busy() -> None:
    assert "disarm" not in offered(at_trap(goblins=GOBLIN))
    assert "disarm" in offered(at_trap(goblins=GOBLIN, at=[EAST, EAST]))
