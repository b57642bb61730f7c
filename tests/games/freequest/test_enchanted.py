"""Enchanted items and the yew bow: what each of them does."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import (
    casts,
    equip,
    faces,
    given,
    hero,
    item,
    learn,
    offered,
    square,
    when,
    where,
)
from undercroft.games.freequest.setup import begin_quest
from undercroft.games.freequest.sheets import attack_dice, defense_dice, movement, refresh
from undercroft.games.freequest.state import FreeQuest, Hero

LONG = ["a" * 10]
DISARM = "disarm-east"


def carrying(game: FreeQuest, who: str, *keys: str) -> Hero:
    """Put things into a hero's pack."""
    one = hero(game, who)
    one.gear += [item(game, key) for key in keys]
    refresh(game.content, one)
    return one


# ---- Lamplighter's Hood ---------------------------------------------------------------------------------------------


def dark_room() -> FreeQuest:
    """A room with a trap and a secret door."""
    return given(["AAABB"], doors=[((2, 0), (3, 0), "secret")], hidden="B", traps={(1, 0): "pitfall"})


def test_the_hood_finds_secret_doors_with_a_search_for_traps() -> None:
    game = dark_room()
    assert defense_dice(equip(game, "warrior", "lamplighters-hood")) == 2
    told = when(game, "search-traps")
    assert told.names == ["search.traps", "search.doors"]
    assert (len(game.board.traps), game.board.doors_known) == (1, 1)


def test_the_hood_adds_nothing_to_a_search_for_doors_and_nothing_from_the_pack() -> None:
    game = dark_room()
    equip(game, "warrior", "lamplighters-hood")
    when(game, "search-doors")
    assert (game.board.traps, game.board.doors_known) == ({}, 1)
    game = dark_room()
    carrying(game, "warrior", "lamplighters-hood")
    when(game, "search-traps")
    assert (len(game.board.traps), game.board.doors_known) == (1, 0)


# ---- Nine-Knot Rope -------------------------------------------------------------------------------------------------


def furnished(length: int) -> FreeQuest:
    """A warrior with the rope before so many tables."""
    game = given(LONG, furniture={(1 + place, 0): "table" for place in range(length)})
    carrying(game, "warrior", "nine-knot-rope")
    return game


@pytest.mark.parametrize("length", [1, 2])
def test_the_rope_makes_a_leap_over_one_or_two_squares_sure_in_platemail_too(length: int) -> None:
    game = furnished(length)
    equip(game, "warrior", "platemail", "nine-knot-rope")
    told = when(game, "sure-leap-east")
    assert told.names[0] == "jump.surely"
    assert where(game, "warrior") == (length + 1, 0)


def test_the_rope_is_no_good_for_three_squares() -> None:
    names = offered(furnished(3))
    assert "leap-east" in names
    assert "sure-leap-east" not in names


def test_the_rope_works_once_a_quest_and_is_never_forced() -> None:
    game = furnished(1)
    assert {"leap-east", "sure-leap-east"} <= set(offered(game))
    told = when(game, "leap-east", "leap-west", dice=[4, 1, 4, 1])
    assert "sure-leap-east" in told.offered
    told = when(game, "sure-leap-east")
    assert "sure-leap-west" not in told.offered
    when(game, rule=lambda game: begin_quest(game, 0))
    assert hero(game, "warrior").powers_used == []


# ---- The Sulking Blade ----------------------------------------------------------------------------------------------


def attack(game: FreeQuest, *dice: int) -> list[int]:
    """Attack the troll once more; the dice that were rolled."""
    game.board.did, game.board.actions_left = 0, 2
    return faces(when(game, "attack-0", dice=list(dice)), "attack.rolled")[0]


def test_the_sulking_blade_has_two_dice_more_after_a_failure() -> None:
    game = given(LONG, monsters=[("gutter-hound", (1, 0))])
    game.board.monsters[0].health = 9
    equip(game, "warrior", "the-sulking-blade")
    assert attack(game, 2, 2, 1, 5) == [2, 2, 1]
    assert attack(game, 2, 2, 2, 2, 6, 5) == [2, 2, 2, 2, 6]  # a success, and the charge is gone
    assert attack(game, 1, 1, 1, 6) == [1, 1, 1]
    assert attack(game, 1, 1, 1, 1, 1, 6) == [1, 1, 1, 1, 1]  # another failure: a new charge, which does not add up
    assert attack(game, 1, 1, 1, 1, 1, 6) == [1, 1, 1, 1, 1]


def test_the_blade_sulks_only_about_its_own_attacks() -> None:
    game = given(LONG, monsters=[("gutter-hound", (1, 0))])
    warrior = equip(game, "warrior", "the-sulking-blade")
    warrior.sulking = True
    assert attack_dice(game.content, warrior, warrior.main_hand) == 5
    when(game, "attack-unarmed-0", dice=[1, 6])
    assert warrior.sulking


# ---- Widow's Thimble ------------------------------------------------------------------------------------------------


def at_a_trap() -> FreeQuest:
    """A medic with the thimble beside a known pitfall, with another behind it."""
    game = given(LONG, heroes={"medic": (0, 0)}, known_traps={(1, 0): "pitfall", (2, 0): "pitfall"})
    carrying(game, "medic", "widows-thimble")
    return game


def test_the_thimble_turns_a_die_once_a_quest() -> None:
    game = at_a_trap()
    told = when(game, DISARM, "turn-a-die", "end-turn", dice=[1, 1, 1])
    assert "disarm.success" in told.names
    told = when(game, DISARM, dice=[1, 3, 2])
    assert "trap.sprung" in told.names


def test_the_thimble_may_be_kept() -> None:
    game = at_a_trap()
    told = when(game, DISARM, "keep-the-dice", dice=[4, 3, 2])
    assert "disarm.nothing" in told.names
    assert hero(game, "medic").powers_used == []


def test_the_thimble_is_not_asked_for_after_a_success() -> None:
    assert when(at_a_trap(), DISARM, dice=[5, 1, 1]).asked == "turn.choose-action"


# ---- Bellows Locket -------------------------------------------------------------------------------------------------


def struck(*answers: str) -> FreeQuest:
    """A wizard with the locket and 2 Health is hit for three."""
    game = given(LONG, heroes={"wizard": (0, 0), "warrior": (9, 0)}, monsters=[("orc", (1, 0))])
    carrying(game, "wizard", "bellows-locket").health = 2
    when(game, "end-turn", "end-turn", "monster-0", "strike-0", *answers, dice=[6, 6, 6, 1])
    return game


def test_the_locket_leaves_one_health_once_a_quest() -> None:
    game = struck("yes", "done")
    assert (hero(game, "wizard").health, hero(game, "wizard").lives()) == (1, True)
    when(game, "end-turn", "end-turn", "monster-0", "strike-0", dice=[6, 6, 6, 1])
    assert not hero(game, "wizard").lives()


def test_nobody_is_forced_to_breathe() -> None:
    assert not hero(struck("no"), "wizard").lives()


# ---- what works from the pack ---------------------------------------------------------------------------------------


def test_the_ferrymans_boots_go_one_square_further() -> None:
    game = given(LONG)
    warrior = carrying(game, "warrior", "ferrymans-boots")
    assert movement(game.content, warrior) == 9
    when(game, *["step-east"] * 9)
    assert where(game, "warrior") == (9, 0)


def test_the_chalk_ring_adds_a_magic_die_and_no_spell() -> None:
    game = given(LONG, heroes={"wizard": (0, 0)}, monsters=[("goblin", (4, 0))])
    wizard = carrying(game, "wizard", "chalk-ring")
    learn(game, "wizard", "immolate")
    told = when(game, casts(game, "immolate"), dice=[1, 1, 1, 1, 1, 1, 1, 6])
    assert faces(told, "spell.resisted", "against") == [[1, 1, 1, 1, 1, 6]]
    assert wizard.spells_allowed == 10


# ---- the yew bow ----------------------------------------------------------------------------------------------------


def test_a_yew_bow_rolls_a_one_again_for_who_has_not_moved() -> None:
    game = given(LONG, heroes={"ranger": (0, 0)}, monsters=[("troll", (5, 0))])
    equip(game, "ranger", "yew-bow")
    told = when(game.copy(), "attack-0", dice=[1, 5, 3, 2, 6, 6, 6, 6, 4])
    assert faces(told, "attack.rolled") == [[4, 5, 3, 2]]
    told = when(game, "step-east", "end-move", "attack-0", dice=[1, 5, 3, 2, 6, 6, 6, 6])
    assert faces(told, "attack.rolled") == [[1, 5, 3, 2]]


def test_only_one_die_of_a_yew_bow_is_rolled_again_and_only_once() -> None:
    game = given(LONG, heroes={"ranger": (0, 0)}, monsters=[("troll", (5, 0))])
    equip(game, "ranger", "yew-bow")
    told = when(game, "attack-0", dice=[1, 1, 3, 2, 6, 6, 6, 6, 1])
    assert faces(told, "attack.rolled") == [[1, 1, 3, 2]]


def test_a_trap_found_by_the_hood_can_be_disarmed() -> None:
    game = dark_room()
    equip(game, "warrior", "lamplighters-hood")
    told = when(game, "search-traps")
    assert DISARM in told.offered
    assert list(game.board.traps) == [square(game, (1, 0))]
