"""Skill Checks: rolling, changing and choosing Hero Dice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.arena import among, arena, loot, searching
from tests.games.tiny_epic_dungeons.board import when
from tests.games.told import Told
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.state import Dungeon

ODILE = ("odile-vant", "sefa-marrow")
SKILLS = ("strength", "agility", "intellect")


def result(told: Told) -> int:
    """What the one check came to."""
    (counted,) = told.figures("check.result")
    return counted["result"]


def gains(game: Dungeon, *answers: str, dice: list[int], health: int = 5, focus: int = 0) -> tuple[int, int]:
    """The Health and Focus that a search in vain brings."""
    hero = game.hero()
    hero.health, hero.focus = health, focus
    when(game, "search", *answers, dice=dice)
    return hero.health - health, hero.focus - focus


def hopeless(skill: str = "strength", **figures: Any) -> Dungeon:
    """A check that no dice can pass."""
    return searching(skill, 12, **figures)


# ---- rolling --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "check.roll", "hero.skills")
@pytest.mark.parametrize(
    ("hero", "skill", "dice"),
    [
        ("brannoch-tull", "strength", 3),
        ("brannoch-tull", "agility", 1),
        ("brannoch-tull", "intellect", 2),
        ("odile-vant", "agility", 2),
    ],
)
def test_as_many_dice_are_rolled_as_the_rating_says(hero: str, skill: str, dice: int) -> None:
    game = searching(skill, heroes=(hero, "sefa-marrow"), focus=[0])
    told = when(game, "search", *["count-1"] * (dice > 1), dice=[6, 5, 5][:dice])
    assert f"check.rolled-{('one', 'two', 'three')[dice - 1]}" in told.names


@pytest.mark.rule("tiny-epic-dungeons", "check.no-skill-zero", "hero.skills")
def test_everybody_can_try_everything_with_a_die_at_least() -> None:
    fewer = [{"do": "dice", "by": -3, "on": skill} for skill in SKILLS]
    changes = {"loot.ox-knuckle": loot("charm", "on-check", fewer)}
    for mat in content.load("book", {}).heroes:
        assert min(mat.skills) >= 1
        other = "sefa-marrow" if mat.key != "sefa-marrow" else "brannoch-tull"
        for skill in SKILLS:
            game = hopeless(skill, heroes=(mat.key, other), changes=changes, loot=[["ox-knuckle"]], focus=[0])
            assert "check.rolled-one" in when(game, "search", dice=[4]).names


@pytest.mark.rule("tiny-epic-dungeons", "check.any-skill")
def test_any_skill_is_named_before_the_dice_are_rolled() -> None:
    told = when(searching("any"), "search")
    assert (told.asked, told.offered) == ("check.skill", ["with-strength", "with-agility", "with-intellect"])
    told = when(searching("any"), "search", "with-intellect", "count-1", dice=[5, 5])
    assert "check.succeeds" in told.names


# ---- choosing -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "check.one-die-counts")
def test_any_die_may_be_the_result_even_a_low_one() -> None:
    game = hopeless(health=[5], focus=[0])
    told = when(game, "search", "count-2", dice=[6, 4, 3])
    assert (result(told), game.hero().health, game.hero().focus) == (4, 6, 1)


@pytest.mark.rule("tiny-epic-dungeons", "check.one-die-counts")
def test_a_single_die_leaves_no_choice() -> None:
    told = when(hopeless("agility", focus=[0]), "search", dice=[3])
    assert (result(told), told.asked) == (3, "")


@pytest.mark.rule("tiny-epic-dungeons", "check.plus-dice")
def test_ones_and_twos_may_be_added_to_the_chosen_die_as_one_likes() -> None:
    told = when(hopeless(focus=[0]), "search", dice=[6, 2, 1])
    with_six = [name for name in told.offered if name.startswith("count-1")]
    assert with_six == ["count-1-2-3", "count-1-2", "count-1-3", "count-1"]
    came_to = [result(when(hopeless(focus=[0]), "search", name, dice=[6, 2, 1])) for name in with_six]
    assert came_to == [9, 8, 7, 6]


@pytest.mark.rule("tiny-epic-dungeons", "check.plus-dice")
def test_higher_dice_cannot_be_added() -> None:
    told = when(hopeless("intellect", focus=[0]), "search", dice=[6, 3])
    assert told.offered == ["count-1", "count-2"]


@pytest.mark.rule("tiny-epic-dungeons", "check.plus-die-as-result")
def test_a_plus_die_may_be_the_result_and_take_another() -> None:
    told = when(hopeless("intellect", focus=[0]), "search", dice=[2, 1])
    assert told.offered == ["count-1-2", "count-1", "count-2"]
    came_to = [result(when(hopeless("intellect", focus=[0]), "search", name, dice=[2, 1])) for name in told.offered]
    assert came_to == [3, 2, 1]


# ---- unused dice ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "check.unused-focus")
@pytest.mark.parametrize(("choice", "focus"), [("count-1", 2), ("count-1-3", 1)])
def test_unused_dots_give_focus_and_an_added_die_is_used(choice: str, focus: int) -> None:
    assert gains(hopeless(), choice, dice=[5, 2, 3]) == (0, focus)


@pytest.mark.rule("tiny-epic-dungeons", "check.unused-focus")
@pytest.mark.parametrize(("face", "focus"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 0), (6, 0)])
def test_the_dot_is_on_one_to_four(face: int, focus: int) -> None:
    choice = {5: [], 6: ["count-2"]}.get(face, ["count-1"])  # two equal dice leave no choice
    assert gains(hopeless("intellect"), *choice, dice=[5, face])[1] == focus


@pytest.mark.rule("tiny-epic-dungeons", "check.unused-health")
def test_an_unused_six_gives_health() -> None:
    assert gains(hopeless(), "count-1", dice=[6, 6, 5]) == (1, 0)
    assert gains(hopeless(), dice=[6, 6, 6]) == (2, 0)


@pytest.mark.rule("tiny-epic-dungeons", "check.unused-even-on-failure")
@pytest.mark.parametrize(("switch", "focus"), [(True, 1), (False, 0)])
def test_unused_dice_pay_on_a_failure_too_unless_that_is_switched_off(switch: bool, focus: int) -> None:
    changes = {"switches.unused-dice-on-failure": switch}
    game = searching("intellect", 6, changes=changes, focus=[0])
    told = when(game, "search", "count-1", dice=[4, 3])
    assert ("check.fails" in told.names, game.hero().focus) == (True, focus)


@pytest.mark.rule("tiny-epic-dungeons", "check.unused-first")
def test_unused_dice_pay_for_what_the_check_has_won() -> None:
    game = arena(ODILE, spells=[["mend"]], health=[9, 2], focus=[0])
    told = when(game, "cast-1", "hero-2", "count-1", "pay", dice=[6, 3, 3])
    assert (game.hero().focus, game.heroes[1].health) == (0, 5)
    assert told.names.index("hero.focused") < told.names.index("hero.focus-spent")


# ---- the result -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "check.success")
@pytest.mark.parametrize(("die", "event"), [(5, "check.succeeds"), (4, "check.fails")])
def test_to_meet_the_number_is_enough(die: int, event: str) -> None:
    assert event in when(searching("agility", 5, focus=[0]), "search", dice=[die]).names


@pytest.mark.rule("tiny-epic-dungeons", "check.modifiers")
def test_a_bonus_changes_the_result_and_no_die() -> None:
    game = searching("agility", 5, loot=[["ox-knuckle"]], focus=[0])
    told = when(game, "search", dice=[4])
    assert (result(told), "check.succeeds" in told.names, game.hero().focus) == (5, True, 0)
    game = hopeless("intellect", loot=[["ox-knuckle"]], health=[5], focus=[0])
    when(game, "search", dice=[5, 5])
    assert (game.hero().focus, game.hero().health) == (0, 5)


@pytest.mark.rule("tiny-epic-dungeons", "check.modifiers")
def test_a_penalty_may_take_the_result_below_zero_but_not_the_damage() -> None:
    special = {"when": "always", "text": "Slippery.", "effects": [{"do": "result", "by": -4, "on": "melee"}]}
    changes = {"minion.glass-duelist.special": special}
    game = arena(("sefa-marrow", "odile-vant"), changes=changes, minions=[("glass-duelist", (3, 3))], focus=[0])
    told = when(game, "melee-5", dice=[1, 1])
    assert (result(told), game.minion_health) == (-3, [5])


# ---- changing dice --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-die")
def test_two_focus_turn_a_die_by_one_as_often_as_the_focus_lasts() -> None:
    game = searching("agility", 6, focus=[4])
    told = when(game, "search", "raise-1", "raise-1", dice=[4])
    assert (result(told), game.hero().focus) == (6, 0)
    game = searching("agility", 6, focus=[8])
    told = when(game, "search", "lower-1", "raise-1", dice=[4])
    assert (game.hero().focus, game.dice) == (4, [4])


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-die", "hero.focus")
def test_with_one_focus_no_change_is_offered() -> None:
    told = when(searching("intellect", focus=[1]), "search", dice=[4, 3])
    assert among(told.offered, "raise", "lower") == []
    told = when(searching("intellect", focus=[2]), "search", dice=[4, 3])
    assert among(told.offered, "raise", "lower") == ["raise-1", "lower-1", "raise-2", "lower-2"]


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-die")
def test_of_equal_dice_one_is_offered() -> None:
    told = when(searching("strength", focus=[2]), "search", dice=[4, 4, 3])
    assert among(told.offered, "raise", "lower") == ["raise-1", "lower-1", "raise-3", "lower-3"]


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-die-bounds")
@pytest.mark.parametrize(("face", "ways"), [(6, ["lower-1"]), (1, ["raise-1"]), (3, ["raise-1", "lower-1"])])
def test_a_die_goes_no_further_than_one_and_six(face: int, ways: list[str]) -> None:
    told = when(searching("agility", focus=[8]), "search", dice=[face])
    assert among(told.offered, "raise", "lower") == ways


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-die-new-face")
def test_a_changed_die_counts_in_every_way_as_its_new_face() -> None:
    game = hopeless("intellect", focus=[2])
    assert result(when(game, "search", "lower-2", "count-1-2", dice=[6, 3])) == 8
    assert gains(hopeless("intellect"), "raise-2", dice=[6, 5], focus=2) == (1, -2)
    assert gains(hopeless("intellect"), "lower-2", "count-1", dice=[6, 5], focus=2) == (0, -1)


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-not-enemy-die")
def test_the_enemy_die_is_not_changed_for_focus() -> None:
    game = arena(("sefa-marrow", "odile-vant"), minions=[("glass-duelist", (3, 3))], focus=[8])
    told = when(game, "melee-5", "count-1", dice=[1, 4])
    assert ("counter.rolled" in told.names, told.asked, game.hero().focus) == (True, "", 8)


@pytest.mark.rule("tiny-epic-dungeons", "check.sequence")
def test_focus_from_unused_dice_comes_too_late_for_a_change() -> None:
    told = when(searching("intellect", 6, focus=[1]), "search", dice=[5, 3])
    assert told.offered == ["count-1", "count-2"]


@pytest.mark.rule("tiny-epic-dungeons", "check.sequence", "turn.actions-do-not-nest")
def test_a_check_is_rolled_changed_counted_paid_out_compared_paid_for_and_applied() -> None:
    game = arena(ODILE, spells=[["mend"]], health=[5, 5], focus=[5])
    told = when(game, "cast-1", "hero-1", "raise-1", "count-1", "pay", dice=[5, 4, 4])
    steps = [
        "check.rolled-three", "hero.focus-spent", "check.die-changed", "check.result", "hero.focused", "check.succeeds",
        "hero.focus-spent", "spell.works", "hero.healed",
    ]  # fmt: skip
    assert [name for name in told.names if name in steps] == steps
    told = when(arena(ODILE, spells=[["mend"]], focus=[8]), "cast-1", "hero-1", dice=[5, 4, 4])
    assert among(told.offered, "research", "rest", "end-turn", "reveal-adjacent", "go") == []
