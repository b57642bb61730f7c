"""Attacks, with weapons in hand, unarmed and from afar."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import equip, given, hero, item, offered, put, square, when, where
from tests.games.told import Told
from undercroft.core.ground import NOWHERE
from undercroft.games.freequest.contests import dice_of
from undercroft.games.freequest.sheets import put_on
from undercroft.games.freequest.state import FreeQuest

LONG_HALL = ["a" * 12] * 3


def attacks(options: list[str]) -> list[str]:
    """The attacks among what is offered."""
    return [name for name in options if name.startswith("attack")]


def pools(told: Told) -> tuple[list[int], list[int]]:
    """Both pools of the one attack that a hero has made."""
    (attack,) = told.figures("attack.rolled")
    return dice_of(attack["roll"]), dice_of(attack["against"])


def damage(told: Told) -> list[int]:
    """The damage that monsters have suffered."""
    return [figures["damage"] for figures in told.figures("attack.damage")]


def armed(weapon: str, monster: str, at: tuple[int, int] = (3, 2)) -> FreeQuest:
    """A warrior at (2,2) with a weapon in hand, and a monster."""
    game = given(heroes={"warrior": (2, 2)}, monsters=[(monster, at)])
    equip(game, "warrior", weapon)
    return game


# ---- whom -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "attack.adjacent")
@pytest.mark.parametrize("at", [(3, 2), (1, 2), (2, 1), (2, 3)])
def test_an_enemy_beside_the_hero_can_be_attacked(at: tuple[int, int]) -> None:
    game = given(heroes={"warrior": (2, 2)}, monsters=[("goblin", at)])
    assert attacks(offered(game)) == ["attack-0", "attack-unarmed-0"]


@pytest.mark.rule("freequest", "attack.adjacent")
def test_a_wall_between_them_prevents_it() -> None:
    walls = [((2, 0), (3, 0))]
    game = given(["aaabbb"], walls=walls, heroes={"warrior": (2, 0)}, monsters=[("goblin", (3, 0))])
    assert attacks(offered(game)) == []


@pytest.mark.rule("freequest", "attack.adjacent")
@pytest.mark.parametrize("at", [(4, 2), (2, 0), (7, 3)])
def test_an_enemy_further_off_cannot_be_attacked(at: tuple[int, int]) -> None:
    game = given(heroes={"warrior": (2, 2)}, monsters=[("goblin", at)])
    assert attacks(offered(game)) == []


@pytest.mark.rule("freequest", "attack.adjacent")
def test_one_attack_is_against_one_enemy() -> None:
    game = given(heroes={"warrior": (2, 2)}, monsters=[("goblin", (3, 2)), ("goblin", (1, 2))])
    assert attacks(offered(game)) == ["attack-0", "attack-unarmed-0", "attack-1", "attack-unarmed-1"]
    told = when(game, "attack-1", dice=[6, 6, 6, 6, 1, 1])
    assert [monster.at != NOWHERE for monster in game.board.monsters] == [True, False]
    assert attacks(told.offered) == []


@pytest.mark.rule("freequest", "attack.not-diagonal")
@pytest.mark.parametrize(("weapon", "offer"), [("shortsword", []), ("longsword", ["attack-0"])])
def test_only_weapons_marked_so_attack_diagonally(weapon: str, offer: list[str]) -> None:
    assert attacks(offered(armed(weapon, "goblin", (3, 3)))) == offer


# ---- the dice -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "attack.attack-dice")
@pytest.mark.parametrize(
    ("weapon", "dice"),
    [("dagger", 2), ("shortsword", 3), ("broadsword", 4), ("longsword", 4), ("staff", 2), ("battle-axe", 5)],
)
def test_a_hero_attacks_with_one_die_and_the_weapons(weapon: str, dice: int) -> None:
    told = when(armed(weapon, "goblin"), "attack-0", dice=[1] * dice + [6, 6])
    assert pools(told) == ([1] * dice, [6, 6])


@pytest.mark.rule("freequest", "attack.attack-dice")
def test_other_modifiers_are_added() -> None:
    game = armed("broadsword", "goblin")
    hero(game, "warrior").edge = 2
    hero(game, "warrior").raging = True
    hero(game, "warrior").rage_attack = 2
    told = when(game, "attack-0", dice=[1] * 8 + [6, 6])
    assert len(pools(told)[0]) == 8


@pytest.mark.rule("freequest", "attack.defense-dice")
@pytest.mark.parametrize(("monster", "dice"), [("troll", 4), ("goblin", 2), ("skeleton", 3), ("candle-eater", 1)])
def test_an_enemy_defends_with_its_defense(monster: str, dice: int) -> None:
    told = when(armed("dagger", monster), "attack-0", dice=[1, 1] + [5] * dice)
    assert pools(told) == ([1, 1], [5] * dice)


@pytest.mark.rule("freequest", "attack.compare")
def test_equal_dice_leave_and_the_highest_that_is_left_is_the_target() -> None:
    told = when(armed("shortsword", "hobgoblin"), "attack-0", dice=[6, 4, 4, 4, 3, 3])
    assert damage(told) == [2]
    game = armed("shortsword", "goblin")
    game.board.monsters[0].health = 3
    told = when(game, "attack-0", dice=[6, 4, 4, 4, 3])
    assert (damage(told), game.board.monsters[0].health) == ([2], 1)


# ---- damage ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "attack.damage")
def test_each_success_is_a_point_and_surplus_is_lost() -> None:
    game = armed("shortsword", "hobgoblin")
    told = when(game, "attack-0", dice=[6, 6, 6, 1, 1, 1])
    assert damage(told) == [3]
    (monster,) = game.board.monsters
    assert (monster.health, monster.at) == (0, NOWHERE)


@pytest.mark.rule("freequest", "attack.damage")
@pytest.mark.parametrize(("dice", "left"), [([6, 1, 1], 2), ([6, 6, 1], 1), ([6, 6, 6], 0)])
def test_each_point_lowers_health_by_one(dice: list[int], left: int) -> None:
    game = armed("shortsword", "troll")
    when(game, "attack-0", dice=[*dice, 2, 2, 2, 2])
    assert game.board.monsters[0].health == left


@pytest.mark.rule("freequest", "attack.damage")
def test_a_heros_health_does_not_go_below_zero() -> None:
    game = given(heroes={"warrior": (2, 2), "wizard": (7, 0)}, monsters=[("goblin", (3, 2))])
    hero(game, "warrior").health = 1
    told = when(game, "end-turn", "end-turn", "monster-0", "strike-0", dice=[6, 6, 1])
    assert told.figures("hero.hurt") == [{"hero": 0, "damage": 2, "health": 0}]


@pytest.mark.rule("freequest", "attack.fails")
def test_an_attack_without_a_success_has_used_the_action() -> None:
    game = armed("dagger", "candle-eater")
    told = when(game, "attack-0", dice=[2, 2, 5])
    assert told.names[:2] == ["attack.rolled", "attack.fails"]
    assert (damage(told), game.board.monsters[0].health) == ([], 1)
    assert attacks(told.offered) == []


@pytest.mark.rule("freequest", "attack.undefended")
def test_without_defense_dice_left_every_die_that_is_left_is_damage() -> None:
    game = armed("shortsword", "candle-eater")
    told = when(game, "attack-0", dice=[5, 1, 1, 5])
    assert damage(told) == [2]
    game = armed("dagger", "goblin")
    game.board.monsters[0].unpicked = 2
    told = when(game, "attack-0", dice=[3, 2])
    assert damage(told) == [2]


@pytest.mark.rule("freequest", "attack.monster-dies")
def test_a_dead_monsters_square_is_free_at_once() -> None:
    game = armed("broadsword", "goblin")
    told = when(game, "attack-0", dice=[6, 2, 2, 2, 3, 3])
    assert told.names[:3] == ["attack.rolled", "attack.damage", "monster.dies"]
    assert game.board.figures[square(game, (3, 2))] == 0
    when(game, "step-east", "end-move")
    assert where(game, "warrior") == (3, 2)


@pytest.mark.rule("freequest", "attack.monster-dies")
def test_a_dead_monster_does_not_act_and_leaves_nothing() -> None:
    game = armed("broadsword", "goblin")
    put(game, "goblin", (7, 0))
    told = when(game, "attack-0", "end-turn", dice=[6, 2, 2, 2, 3, 3])
    assert told.offered == ["monster-1", "end-round"]
    assert (hero(game, "warrior").loot, game.board.traps, game.board.rubble) == (0, {}, [])


# ---- one weapon -----------------------------------------------------------------------------------------------------


def with_two_weapons() -> FreeQuest:
    """A dagger in the main hand and a shortsword in the other, a troll beside."""
    game = armed("dagger", "troll")
    one = hero(game, "warrior")
    one.gear.append(item(game, "shortsword"))
    put_on(game.content, one, item(game, "shortsword"))
    return game


@pytest.mark.rule("freequest", "attack.one-weapon")
@pytest.mark.parametrize(("answer", "dice"), [("attack-0", 2), ("attack-other-hand-0", 3), ("attack-unarmed-0", 1)])
def test_of_two_weapons_in_hand_one_is_used(answer: str, dice: int) -> None:
    game = with_two_weapons()
    assert attacks(offered(game)) == ["attack-0", "attack-other-hand-0", "attack-unarmed-0"]
    told = when(game, answer, dice=[1] * dice + [6] * 4)
    assert len(pools(told)[0]) == dice
    assert attacks(told.offered) == []


@pytest.mark.rule("freequest", "attack.one-weapon")
def test_with_a_bow_in_hand_an_adjacent_enemy_is_attacked_unarmed() -> None:
    game = armed("short-bow", "goblin")
    assert attacks(offered(game)) == ["attack-unarmed-0"]
    assert pools(when(game, "attack-unarmed-0", dice=[5, 1, 1])) == ([5], [1, 1])


# ---- from afar ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "ranged.targets")
@pytest.mark.parametrize(("at", "offer"), [((2, 1), False), ((2, 2), True), ((10, 1), True), ((1, 0), False)])
def test_a_bow_reaches_every_monster_in_sight_that_is_not_adjacent(at: tuple[int, int], offer: bool) -> None:
    game = given(LONG_HALL, heroes={"warrior": (1, 1)}, monsters=[("goblin", at)])
    equip(game, "warrior", "short-bow")
    assert ("attack-0" in offered(game)) == offer


@pytest.mark.rule("freequest", "ranged.targets")
def test_a_bow_does_not_reach_what_is_out_of_sight() -> None:
    doors = [((3, 0), (4, 0))]
    game = given(["aaaaRRRR"], doors=doors, heroes={"warrior": (3, 0)}, monsters=[("goblin", (6, 0))])
    equip(game, "warrior", "short-bow")
    assert attacks(offered(game)) == []
    assert attacks(when(game, "open-east").offered) == ["attack-0"]


@pytest.mark.rule("freequest", "ranged.targets")
def test_a_bow_never_runs_out_of_arrows() -> None:
    game = given(LONG_HALL, heroes={"warrior": (1, 1)}, monsters=[("troll", (10, 1))])
    equip(game, "warrior", "short-bow")
    for _ in range(30):
        when(game, "attack-0", "end-turn", "end-round", dice=[1, 1, 1, 6, 6, 6, 6])
    assert "attack-0" in offered(game)


@pytest.mark.rule("freequest", "ranged.resolution")
def test_a_shot_is_an_attack_like_any_other() -> None:
    game = given(LONG_HALL, heroes={"warrior": (1, 1)}, monsters=[("troll", (9, 1))])
    equip(game, "warrior", "crossbow")
    told = when(game, "attack-0", dice=[5, 5, 3, 1, 5, 4, 4, 3])
    assert pools(told) == ([5, 5, 3, 1], [5, 4, 4, 3])
    assert damage(told) == [1]


@pytest.mark.rule("freequest", "ranged.uses-attack-action")
def test_who_has_shot_makes_no_other_attack() -> None:
    monsters = [("troll", (9, 1)), ("goblin", (1, 2))]
    game = given(LONG_HALL, heroes={"warrior": (1, 1)}, monsters=monsters)
    equip(game, "warrior", "crossbow")
    assert attacks(offered(game)) == ["attack-0", "attack-unarmed-1"]
    told = when(game, "attack-0", dice=[1, 1, 1, 1, 6, 6, 6, 6])
    assert attacks(told.offered) == []
    assert "step-east" in told.offered
