"""Effects on checks, effects that stand, and how often a power works (gap effect-vocabulary)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.arena import EAST, Effects, among, arena, corridor, loot, power, searching
from tests.games.tiny_epic_dungeons.board import head_of_turn, offered, when, whole_turn
from tests.games.told import Told
from undercroft.games.tiny_epic_dungeons.belongings import gain_loot
from undercroft.games.tiny_epic_dungeons.bodies import defense_of
from undercroft.games.tiny_epic_dungeons.enemies import enemies_act
from undercroft.games.tiny_epic_dungeons.state import Dungeon

SEFA = ("sefa-marrow", "odile-vant")
HERE = (3, 3)
CHARM = "use-6"


def standing(*effects: dict[str, Any], **figures: Any) -> Dungeon:
    """The first hero carries a charm whose effects stand."""
    changes = {"loot.ox-knuckle": loot("charm", "always", list(effects))}
    return arena(SEFA, changes=changes, loot=[["ox-knuckle"]], **figures)


def health(game: Dungeon) -> list[int]:
    """The Health of all heroes."""
    return [int(hero.health) for hero in game.heroes]


def focus(game: Dungeon) -> list[int]:
    """The Focus of all heroes."""
    return [int(hero.focus) for hero in game.heroes]


# ---- checks ---------------------------------------------------------------------------------------------------------


def roll_search(game: Dungeon, *answers: str, dice: list[int]) -> Told:
    """The first hero searches."""
    return when(game, "search", *answers, dice=dice)


def trying(effects: Effects, when: str = "on-check", **card: Any) -> Dungeon:
    """Sefa, with one die for Strength, in a room that is searched with it, with a charm."""
    changes = {"loot.ox-knuckle": loot("charm", when, effects, **card)}
    return searching("strength", 6, heroes=SEFA, changes=changes, loot=[["ox-knuckle"]], focus=[1])


@pytest.mark.rule("tiny-epic-dungeons", "check.modifiers")
@pytest.mark.parametrize(
    ("on", "result"), [("search", 7), ("strength", 7), ("agility", 5), ("disarm", 5), ("melee", 5)]
)
def test_result_is_added_to_such_checks_and_to_no_others(on: str, result: int) -> None:
    told = roll_search(trying([{"do": "result", "by": 2, "on": on}]), dice=[5])
    assert told.figures("check.result")[0]["result"] == result


@pytest.mark.rule("tiny-epic-dungeons", "check.modifiers")
@pytest.mark.parametrize("skill", ["strength", "agility", "intellect"])
@pytest.mark.parametrize("on", ["strength", "agility", "intellect"])
def test_result_on_a_skill_is_for_checks_with_that_skill(skill: str, on: str) -> None:
    charm = {"loot.ox-knuckle": loot("charm", "on-check", [{"do": "result", "by": 2, "on": on}])}
    game = searching(skill, 12, changes=charm, loot=[["ox-knuckle"]], focus=[0])
    told = roll_search(game, dice=[5] * {"strength": 3, "agility": 1, "intellect": 2}[skill])
    assert told.figures("check.result")[0]["result"] == (7 if on == skill else 5)


@pytest.mark.rule("tiny-epic-dungeons", "check.modifiers")
def test_while_dice_are_chosen_the_table_shows_what_is_added_to_them() -> None:
    effects: Effects = [{"do": "result", "by": 2, "on": "strength"}]
    charm = {"loot.ox-knuckle": loot("charm", "on-check", effects, cost_focus=1)}
    coat = {"loot.ring-jack": loot("body", "on-check", effects)}
    game = searching("strength", 12, changes=charm | coat, loot=[["ox-knuckle", "ring-jack"]], focus=[8])
    assert (roll_search(game.copy(), dice=[5, 4, 1]).asked, game.bonus) == ("check.dice", 0)
    roll_search(game, dice=[5, 4, 1])
    assert game.bonus == 2
    game = searching("strength", 12, changes=charm | coat, loot=[["ox-knuckle", "ring-jack"]], focus=[8])
    roll_search(game, CHARM, dice=[5, 4, 1])
    assert game.bonus == 4


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities")
def test_result_that_is_bought_lasts_for_that_check() -> None:
    game = trying([{"do": "result", "by": 2, "on": "strength"}], cost_focus=1)
    told = roll_search(game, CHARM, dice=[5])
    assert (told.figures("check.result")[0]["result"], focus(game)[0]) == (7, 0)
    assert game.hero().results == [0] * 10


@pytest.mark.rule("tiny-epic-dungeons", "hero.skills")
@pytest.mark.parametrize(("on", "dice"), [("strength", [5, 5]), ("search", [5, 5]), ("melee", [5])])
def test_dice_are_more_for_such_checks_and_for_no_others(on: str, dice: list[int]) -> None:
    roll_search(trying([{"do": "dice", "by": 1, "on": on}]), dice=dice)


def test_reroll_is_of_up_to_so_many_dice_each_once_before_any_is_changed() -> None:
    charm = {"loot.ox-knuckle": loot("charm", "on-check", [{"do": "reroll", "by": 2}], cost_focus=1)}

    def rolling() -> Dungeon:
        return searching("strength", 12, changes=charm, loot=[["ox-knuckle"]], focus=[3])

    told = roll_search(rolling(), CHARM, "reroll-3", dice=[6, 3, 1, 1])
    assert (told.asked, told.offered) == ("check.reroll", ["reroll-1", "reroll-2", "stop"])
    game = rolling()
    roll_search(game, CHARM, "reroll-3", dice=[6, 3, 1, 4])
    assert game.dice == [6, 3, 4], "meanwhile those that may still be rolled again lie first, as they are numbered"
    game = rolling()
    told = roll_search(game, CHARM, "reroll-3", "reroll-2", dice=[6, 3, 1, 1, 5])
    assert (game.dice, focus(game)[0], among(told.offered, "use")) == ([6, 5, 1], 2, [])
    game = rolling()
    roll_search(game, CHARM, "stop", dice=[6, 3, 1])
    assert game.dice == [6, 3, 1]
    told = roll_search(rolling(), "lower-1", dice=[6, 3, 1])
    assert among(told.offered, "use") == []


# ---- what stands ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "loot.in-force")
def test_defense_speed_and_the_tracks_change_as_long_as_the_card_is_carried() -> None:
    game = standing({"do": "defense", "by": 1}, {"do": "speed", "by": 1}, {"do": "max-health", "by": 2},
                    {"do": "max-focus", "by": -2})  # fmt: skip
    hero = game.hero()
    assert (defense_of(game, hero), hero.speed, hero.max_health, hero.max_focus) == (5, 4, 11, 6)
    when(game, "swap-4", rule=gain_loot, arguments=[0], cards=["spare-wick"])
    assert (defense_of(game, hero), hero.speed, hero.max_health, hero.max_focus) == (4, 3, 9, 8)


@pytest.mark.rule("tiny-epic-dungeons", "hero.speed")
def test_speed_is_changed_from_the_next_turn_on() -> None:
    game = arena(SEFA, changes={"loot.ox-knuckle": loot("charm", "always", [{"do": "speed", "by": 2}])})
    when(game, "keep", rule=gain_loot, arguments=[0], cards=["ox-knuckle"])
    assert game.speed_left == 3
    head_of_turn(game)
    assert game.speed_left == 5


def test_max_health_raised_leaves_the_marker_where_it_is() -> None:
    game = arena(SEFA, changes={"loot.ox-knuckle": loot("charm", "always", [{"do": "max-health", "by": 2}])})
    when(game, "keep", rule=gain_loot, arguments=[0], cards=["ox-knuckle"])
    assert (game.hero().max_health, game.hero().health) == (11, 9)


def test_max_focus_lowered_takes_the_marker_along() -> None:
    changes = {"loot.ox-knuckle": loot("charm", "always", [{"do": "max-focus", "by": -2}])}
    game = arena(SEFA, changes=changes, focus=[8])
    when(game, "keep", rule=gain_loot, arguments=[0], cards=["ox-knuckle"])
    assert (game.hero().max_focus, game.hero().focus) == (6, 6)


@pytest.mark.rule("tiny-epic-dungeons", "free.research", "check.modify-die")
@pytest.mark.parametrize(("by", "research", "change"), [(-1, 3, 1), (-9, 1, 1), (1, 5, 3)])
def test_cost_changes_the_price_of_a_free_action_never_below_one(by: int, research: int, change: int) -> None:
    effects = [{"do": "cost", "of": of, "by": by} for of in ("research", "modify-die")]
    game = standing(*effects, focus=[5])
    when(game, "research", "keep", cards=["mend"])
    assert focus(game)[0] == 5 - research
    charm = {"loot.ox-knuckle": loot("charm", "always", effects)}
    game = searching("agility", 6, changes=charm, loot=[["ox-knuckle"]], focus=[3])
    roll_search(game, "raise-1", *["count-1"] * (change < 3), dice=[3])
    assert focus(game)[0] == 3 - change


@pytest.mark.rule("tiny-epic-dungeons", "free.research", "check.modify-die", "loot.in-force")
def test_what_two_cards_take_off_a_price_adds_up() -> None:
    effects = [{"do": "cost", "of": of, "by": -1} for of in ("research", "modify-die")]
    changes = {"loot.ox-knuckle": loot("charm", "always", effects), "loot.ring-jack": loot("body", "always", effects),
               "figures.modify-die-cost": 4}  # fmt: skip
    game = searching("agility", 6, changes=changes, loot=[["ox-knuckle", "ring-jack"]], focus=[7])
    roll_search(game, "raise-1", "count-1", dice=[3])
    assert focus(game)[0] == 5
    game = arena(changes=changes, loot=[["ox-knuckle", "ring-jack"]], focus=[7])
    when(game, "research", "keep", cards=["mend"])
    assert focus(game)[0] == 5


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities")
def test_redirect_to_self_takes_damage_meant_for_another_in_the_room() -> None:
    guard = ("brannoch-tull", "sefa-marrow")
    game = arena(guard, at=[HERE, EAST], rooms=corridor(1), goblins={1: ("goblin-pincher", EAST)})
    assert (when(game, rule=enemies_act).asked, health(game)) == ("", [9, 8])
    game = arena(guard, minions=[("bell-warden", HERE)])
    told = when(game, "yes", rule=enemies_act)
    assert (health(game), told.figures("hero.redirects")) == ([7, 9], [{"hero": 0, "other": 2}])


# ---- how often ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities")
@pytest.mark.parametrize(("once", "next_turn"), [("turn", True), ("game", False)])
def test_what_works_once_a_turn_or_once_a_game_is_offered_no_more(once: str, next_turn: bool) -> None:
    changes = {"loot.ox-knuckle": loot("charm", "free", [{"do": "torch", "by": -1}], once=once)}
    game = arena(SEFA, changes=changes, loot=[["ox-knuckle"]], torch=20)
    when(game, CHARM)
    assert CHARM not in offered(game)
    game.hero().used_this_turn = 0
    assert (CHARM in offered(game)) is next_turn


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities", "turn.parts")
@pytest.mark.parametrize(("once", "again"), [("turn", True), ("game", False)])
def test_a_heros_next_turn_brings_back_what_works_once_a_turn(once: str, again: bool) -> None:
    changes = {"loot.ox-knuckle": loot("charm", "free", [{"do": "torch", "by": -1}], once=once)}
    game = arena(SEFA, changes=changes, loot=[["ox-knuckle"]], torch=20)
    whole_turn(game, CHARM, "end-turn")
    whole_turn(game, "end-turn")  # the other hero's
    assert game.active == 0
    head_of_turn(game)
    assert (CHARM in offered(game)) is again


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities")
def test_the_ability_of_a_mat_that_works_once_a_game_is_spent_for_good() -> None:
    ability = power("free", [{"do": "torch", "by": 2}], cost_focus=1, once="game")
    game = arena(SEFA, changes={"hero.sefa-marrow.ability": ability}, torch=10)
    when(game, "use-1")
    game.hero().used_this_turn = 0
    assert ("use-1" in offered(game), game.torch) == (False, 12)
