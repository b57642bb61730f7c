"""Casting Spells, and Spells that are attacks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.arena import EAST, among, arena, corridor, known
from tests.games.tiny_epic_dungeons.board import find, given, offered, when, whole_turn
from undercroft.games.tiny_epic_dungeons.state import Dungeon

ODILE = ("odile-vant", "sefa-marrow")


def caster(*spells: str, **figures: Any) -> Dungeon:
    """Odile, with three dice for Intellect, and her Spells."""
    return arena(ODILE, spells=[list(spells)], **figures)


@pytest.mark.rule("tiny-epic-dungeons", "spell.cast")
def test_a_spell_that_succeeds_is_paid_for_and_works() -> None:
    game = caster("mend", health=[9, 4], focus=[5])
    told = when(game, "cast-1", "hero-2", "count-1", "pay", dice=[6, 5, 5])
    assert (game.heroes[1].health, game.hero().focus, game.heroic_left) == (7, 3, 0)
    assert ("spell.works" in told.names, known(game)) == (True, ["mend"])


@pytest.mark.rule("tiny-epic-dungeons", "spell.cast", "check.unused-first")
def test_what_unused_dice_give_comes_on_top() -> None:
    game = caster("mend", health=[9, 4], focus=[5])
    when(game, "cast-1", "hero-2", "count-1", "pay", dice=[6, 4, 5])
    assert game.hero().focus == 5 + 1 - 2


@pytest.mark.rule("tiny-epic-dungeons", "spell.failure")
def test_a_failed_spell_costs_nothing_but_the_action() -> None:
    game = caster("mend", health=[9, 4], focus=[5])
    told = when(game, "cast-1", "hero-2", "count-3", dice=[6, 5, 3])
    assert ("check.fails" in told.names, told.asked) == (True, "")
    assert (game.heroes[1].health, game.hero().focus, game.heroic_left, known(game)) == (4, 5, 0, ["mend"])


@pytest.mark.rule("tiny-epic-dungeons", "spell.cannot-pay")
def test_a_spell_may_be_begun_without_focus_but_does_not_work_unpaid() -> None:
    game = caster("mend", health=[9, 4], focus=[0])
    assert "cast-1" in offered(game)
    told = when(game, "cast-1", "hero-2", "count-1", dice=[6, 5, 3])
    assert ("check.succeeds" in told.names, "spell.cannot-pay" in told.names) == (True, True)
    assert (game.heroes[1].health, game.hero().focus) == (4, 1)


@pytest.mark.rule("tiny-epic-dungeons", "spell.cannot-pay")
def test_paying_may_be_declined() -> None:
    game = caster("mend", health=[9, 4], focus=[5])
    when(game, "cast-1", "hero-2", "count-1", "do-not-pay", dice=[6, 5, 5])
    assert (game.heroes[1].health, game.hero().focus, known(game)) == (4, 5, ["mend"])


@pytest.mark.rule("tiny-epic-dungeons", "spell.reusable")
def test_a_spell_may_be_cast_turn_after_turn() -> None:
    game = caster("mend", health=[3, 9], focus=[8])
    for health in (6, 9):
        whole_turn(game, "cast-1", "hero-1", "count-1", "pay", "end-turn", dice=[6, 5, 5])
        assert (game.heroes[0].health, known(game)) == (health, ["mend"])
        game.active = 0


@pytest.mark.rule("tiny-epic-dungeons", "spell.reusable")
def test_a_spell_that_says_so_is_discarded_once_it_has_worked() -> None:
    game = caster("second-dawn", "mend", torch=10, focus=[3])
    when(game, "cast-1", "with-intellect", "count-1", "pay", dice=[6, 5, 5])
    dawn = find(game.content.spells, "second-dawn").index
    assert (game.torch, known(game), game.spell_discards) == (14, ["mend"], [dawn])
    game = caster("second-dawn", focus=[3])
    when(game, "cast-1", "with-strength", "count-1", dice=[4])
    assert (known(game), game.spell_discards) == (["second-dawn"], [])


@pytest.mark.rule("tiny-epic-dungeons", "spell.target-first")
def test_the_target_is_named_before_the_dice_are_rolled() -> None:
    told = when(caster("mend"), "cast-1")
    assert (told.asked, told.offered, "check.rolled-three" in told.names) == (
        "cast.target",
        ["hero-1", "hero-2"],
        False,
    )


@pytest.mark.rule("tiny-epic-dungeons", "spell.target-first")
def test_only_targets_in_range_are_offered() -> None:
    game = caster("mend", rooms=corridor(3), at=[(3, 3), (3, 6)])
    told = when(game, "cast-1", dice=[6, 5, 5])  # the only target is no question
    assert told.asked == "check.dice"
    game = caster("mend", rooms=corridor(3), at=[(3, 3), (3, 5)])
    assert when(game, "cast-1").offered == ["hero-1", "hero-2"]


@pytest.mark.rule("tiny-epic-dungeons", "spell.target-first")
def test_without_a_target_in_range_a_spell_is_not_offered() -> None:
    assert among(offered(caster("thunderous-no")), "cast") == []
    far = caster("thunderous-no", rooms={EAST: ("spring-chapel", "wn"), (2, 4): ("old-guardroom", "s")},
                 goblins={1: ("goblin-pincher", (2, 4))})  # fmt: skip
    assert among(offered(far), "cast") == []
    seen = caster("thunderous-no", rooms=corridor(2), goblins={1: ("goblin-pincher", (3, 5))})
    assert among(offered(seen), "cast") == ["cast-1"]


@pytest.mark.rule("tiny-epic-dungeons", "spell.not-an-attack")
def test_a_spell_that_is_no_attack_provokes_no_counter_attack() -> None:
    game = caster("thunderous-no", rooms=corridor(1), minions=[("glass-duelist", (3, 3))], focus=[8])
    told = when(game, "cast-1", "count-1", "pay", "place-26", dice=[6, 5, 5])
    assert (game.minion_health, game.minion_at) == ([4], [25])
    assert not [name for name in told.names if name.startswith("counter")]


@pytest.mark.rule("tiny-epic-dungeons", "spell.attack-spell")
def test_an_attack_spell_is_an_attack_with_one_roll_for_both() -> None:
    game = caster("candleburst", rooms=corridor(1), minions=[("bell-warden", EAST)], focus=[5])
    assert among(offered(game), "cast", "strike-first") == ["strike-first-5"]
    told = when(game, "strike-first-5", "count-1-3", dice=[6, 5, 1, 1])
    assert told.figures("enemy.hurt") == [{"enemy": 100, "damage": 2, "health": 4}]
    assert (game.hero().focus, told.names.count("check.rolled-three")) == (3, 1)
    assert "counter.rolled" in told.names


@pytest.mark.rule("tiny-epic-dungeons", "spell.attack-spell", "spell.reusable")
def test_a_boss_can_be_struck_with_an_attack_spell_on_the_mat() -> None:
    changes = {"boss.tithe-eater.defense": 5}
    game = given(
        ODILE, changes=changes, rooms={(2, 3): ("iron-mouth", "ns")}, boss="tithe-eater", at=[2, 1], door=17,
        spells=[["slate-shard"]],
    )  # fmt: skip
    assert "strike-first-9" in offered(game)
