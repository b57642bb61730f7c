"""Loot: chapter 9 of the ledger and its clause on finding a card twice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tin_helm.board import enemy, given, held, loot_card, room, stack, when
from tests.games.told import Told
from undercroft.games.tin_helm.cards import ALTAR_PLACE, PIGMAN_PLACE
from undercroft.games.tin_helm.combat import meet
from undercroft.games.tin_helm.places import camp, find_loot, reach_water, visit
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tin_helm.turns import descend, explore

MISS = [1, 1]
ENEMIES = ["dark-rats", "doom-skull", "mimic", "possessor", "skelepede", "speyeder", "watcher", "wraith"]
FOUND_IN = {
    "gill-net": "sewers",
    "potion": "catacombs",
    "ring": "statue",
    "shield": "quarters",
    "sword": "waterfall",
    "symbol": "clearing",
    "turnip": "corridor",
    "wedge": "kitchen",
}


def attack(*ways: str) -> list[tuple[str, str]]:
    """Answers to one question after another of how to attack."""
    return [("combat.attack", way) for way in ways]


def finds(game: TinHelm, key: str, answers: list[tuple[str, str]] | None = None) -> Told:
    """The game when a loot icon is resolved by the results side that names this card."""
    return when(game, find_loot, game.content.rooms[room(game, FOUND_IN[key])], answers=answers or [])


@pytest.mark.parametrize(
    ("key", "name", "figures"),
    [
        pytest.param(key, name, figures, id=clause, marks=pytest.mark.rule("tin-helm", f"loot.{clause}"))
        for clause, key, name, figures in (
            ("gill-net", "gill-net", "Gill Net", {"fishing_dice": 3}),
            ("potion", "potion", "Potion", {"use_health": 2, "use_energy": 2}),
            (
                "ring",
                "ring",
                "Ring",
                {"avoid_favor": 1, "avoid_once_per_level": True, "avoid_discards": False, "avoid_undead_only": False},
            ),
            ("shield", "shield", "Shield", {"block": 1, "breaks_at": 6}),
            ("sword", "sword", "Sword", {"doubles_damage": 5, "rerolls_doubles": False}),
            ("symbol", "symbol", "Symbol", {"altar_steps": 1}),
            ("turnip-pigman", "turnip", "Turnip", {"trades_for_shard": True}),
            ("turnip-energy", "turnip", "Turnip", {"use_energy": 3, "use_health": 0}),
            (
                "wedge",
                "wedge",
                "Wedge",
                {"avoid_favor": 0, "avoid_once_per_level": False, "avoid_discards": True, "avoid_undead_only": False},
            ),
        )
    ],
)
def test_the_loot_card_has_these_figures(key: str, name: str, figures: dict[str, Any]) -> None:
    card = loot_card(given(), key)
    assert card.name == name
    assert {field: getattr(card, field) for field in figures} == figures


# ---- one of each ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "loot.one-of-each")
@pytest.mark.parametrize("key", FOUND_IN)
def test_a_loot_card_that_you_hold_is_not_found_again(key: str) -> None:
    game = given("gnome-footpad", loot=[key])
    before = game.key()
    told = finds(game, key, answers=[("anytime.use", "nothing")] if key in ("potion", "turnip") else [])
    assert told.names == ["loot.held"]
    assert game.key() == before
    assert held(game).count(key) == 1


@pytest.mark.rule("tin-helm", "loot.one-of-each")
def test_the_potion_of_an_alchemist_and_the_one_you_find_are_two_cards() -> None:
    game = given("gnome-alchemist", health=1, energy=1)
    finds(game, "potion", answers=[("anytime.use", "nothing")])
    assert held(game) == ["books", "potion", "potion"]
    told = when(game, camp, answers=[("camp.choice", "drink-potion"), ("camp.choice", "drink-found-potion")])
    assert (game.health, game.energy) == (5, 5)
    assert held(game) == ["books"]
    assert told.offered == ["both", "rest", "forage", "neither"]


# ---- Gill Net -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "loot.gill-net")
@pytest.mark.parametrize(
    ("food", "dice", "after"),
    [(0, [5, 2, 6], 2), (4, [5, 5, 6], 5), (0, [4, 4, 4], 0), (0, [5, 6, 5], 3), (1, [1, 1, 5], 2)],
)
def test_the_gill_net_fishes_with_three_dice_and_each_success_is_a_food(food: int, dice: list[int], after: int) -> None:
    game = given("gnome-footpad", loot=["gill-net"], food=food)
    when(game, reach_water, dice=dice, answers=[("water.fish", "fish-with-net")])
    assert game.food == after
    assert "gill-net" in held(game)


@pytest.mark.rule("tin-helm", "loot.gill-net")
def test_the_gill_net_may_be_left_aside() -> None:
    game = given("gnome-footpad", loot=["gill-net"], food=0)
    assert when(game, reach_water).offered == ["fish", "fish-with-net", "decline"]
    when(game, reach_water, dice=[5], answers=[("water.fish", "fish")])
    assert game.food == 1
    when(game, reach_water, answers=[("water.fish", "decline")])
    assert game.food == 1


@pytest.mark.rule("tin-helm", "loot.gill-net")
def test_without_the_gill_net_there_is_one_die() -> None:
    game = given("gnome-footpad")
    assert when(game, reach_water).offered == ["fish", "decline"]


# ---- Potion ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "loot.potion")
def test_a_potion_drunk_heals_goes_back_and_can_be_found_again() -> None:
    game = given("gnome-footpad", loot=["potion"], health=3, energy=0)
    stack(game, "stash", "catacombs")
    drunk = when(game, explore, answers=[("room.choice", "drink-found-potion")])
    assert (game.health, game.energy) == (5, 2)
    assert held(game) == ["dagger", "toolkit"]
    assert drunk.offered == ["resolve", "skip"]

    stack(game, "stash", "catacombs")
    when(game, explore, answers=[("room.choice", "resolve")])
    assert held(game) == ["dagger", "toolkit", "potion"]


@pytest.mark.rule("tin-helm", "loot.potion")
def test_a_found_potion_can_be_drunk_in_combat_before_the_enemys_attack() -> None:
    game = given("gnome-footpad", loot=["potion"], health=3, energy=3)
    answers = [("encounter.response", "fight"), *attack("plain-strike"), ("anytime.use", "drink-found-potion")]
    when(game, meet, enemy(game, "dark-rats"), dice=[4, 1], answers=answers)
    assert (game.health, game.energy) == (3 + 2 - 3, 3 + 2)


# ---- Ring -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "loot.ring")
def test_the_ring_needs_a_favor() -> None:
    game = given("gnome-footpad", loot=["ring"], favor=0)
    assert when(game, meet, enemy(game, "wraith")).asked == "combat.attack"


@pytest.mark.rule("tin-helm", "loot.ring")
def test_the_ring_buys_you_out_of_one_fight_a_level_for_a_favor() -> None:
    game = given("gnome-footpad", loot=["ring"], favor=2)
    told = when(game, meet, enemy(game, "wraith"), answers=[("encounter.response", "use-ring")])
    assert told.names == ["enemy.met", "enemy.avoided"]
    assert game.favor == 1
    assert "ring" in held(game)
    assert when(game, meet, enemy(game, "wraith")).asked == "combat.attack"
    when(game, descend)
    again = when(game, meet, enemy(game, "wraith"))
    assert again.asked == "encounter.response"
    assert again.offered == ["fight", "use-ring"]


@pytest.mark.rule("tin-helm", "loot.ring")
def test_a_ring_that_was_found_and_not_offered_before_works_on_the_same_level() -> None:
    game = given("gnome-footpad", favor=2)
    assert when(game, meet, enemy(game, "wraith")).asked == "combat.attack"
    finds(game, "ring")
    when(game, meet, enemy(game, "wraith"), answers=[("encounter.response", "use-ring")])
    assert game.favor == 1


@pytest.mark.rule("tin-helm", "loot.ring")
def test_a_fight_that_was_chosen_leaves_the_ring_for_the_next_enemy() -> None:
    game = given("gnome-footpad", loot=["ring"], favor=2)
    answers = [("encounter.response", "fight"), *attack("spend-3")]
    when(game, meet, enemy(game, "dark-rats"), dice=[6, 1], answers=answers)
    assert when(game, meet, enemy(game, "wraith")).offered == ["fight", "use-ring"]


@pytest.mark.rule("tin-helm", "loot.ring")
@pytest.mark.parametrize("foe", ENEMIES)
def test_the_ring_works_on_any_enemy_before_anything_it_does_and_brings_no_reward(foe: str) -> None:
    game = given("gnome-footpad", loot=["ring"], favor=3, level=2)
    told = when(game, meet, enemy(game, foe), answers=[("encounter.response", "use-ring")])
    assert told.names == ["enemy.met", "enemy.avoided"]
    assert game.figures() == (9, 12, 1, 2, 0, 2, 0)


# ---- Shield ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "loot.shield")
def test_a_blow_of_six_is_still_reduced_and_then_the_shield_is_gone() -> None:
    game = given("gnome-footpad", loot=["shield"])
    when(game, meet, enemy(game, "wraith"), dice=[6, 1], answers=attack("plain-strike"))
    assert game.health == 9 - 5
    assert held(game) == ["dagger", "toolkit"]
    finds(game, "shield")
    assert held(game) == ["dagger", "toolkit", "shield"]


@pytest.mark.rule("tin-helm", "loot.shield")
def test_a_blow_of_five_leaves_the_shield_whole() -> None:
    game = given("gnome-footpad", loot=["shield"])
    when(game, meet, enemy(game, "wraith"), dice=[6, 2], answers=attack("plain-strike"))
    assert game.health == 9 - 4
    assert "shield" in held(game)


@pytest.mark.rule("tin-helm", "loot.shield")
def test_blows_add_up_to_nothing_for_the_shield_and_each_is_one_less() -> None:
    game = given("gnome-footpad", loot=["shield"])
    blows = attack("plain-strike", "plain-strike")
    when(game, meet, enemy(game, "wraith"), dice=[5, 2, 2, 5], answers=blows)
    assert game.health == 9 - 3 - 3
    assert "shield" in held(game)


@pytest.mark.rule("tin-helm", "loot.shield")
def test_a_blow_after_the_one_that_broke_the_shield_is_taken_whole() -> None:
    game = given("human-marauder", without=["axe"], loot=["shield"])
    blows = attack("plain-strike", "plain-strike")
    when(game, meet, enemy(game, "wraith"), dice=[1, 6, 2, 5], answers=blows)
    assert game.health == 14 - 5 - 4


# ---- Sword ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "loot.sword")
def test_a_double_with_the_sword_deals_five_less_defense_whatever_was_spent() -> None:
    game = given("merfolk-marauder", loot=["sword"], level=5)
    answers = [*attack("spend-3"), ("combat.own-dice", "keep")]
    told = when(game, meet, enemy(game, "watcher"), dice=[4, 4, *MISS], answers=answers)
    assert told.figures("hero.hits")[0]["damage"] == 4
    assert game.enemy_health == 9 - 4
    assert game.energy == 10 - 1 - 3


@pytest.mark.rule("tin-helm", "loot.sword")
@pytest.mark.parametrize("face", [1, 2, 6])
@pytest.mark.parametrize("spent", [1, 2, 3])
def test_the_mace_adds_to_a_double_with_the_sword(face: int, spent: int) -> None:
    game = given("gnome-parson", without=["scroll"], loot=["sword"], level=5)
    when(game, meet, enemy(game, "wraith"), dice=[face, face, *MISS], answers=attack(f"spend-{spent}"))
    assert game.enemy_health == 10 - 6


@pytest.mark.rule("tin-helm", "loot.sword")
@pytest.mark.parametrize(("first_card", "damage"), [(True, 6), (False, 5)])
def test_the_dagger_adds_to_a_double_with_the_sword(first_card: bool, damage: int) -> None:
    game = given("gnome-footpad", loot=["sword"], level=5, first_card=first_card)
    when(game, meet, enemy(game, "wraith"), dice=[3, 3, *MISS], answers=attack("spend-2"))
    assert game.enemy_health == 10 - damage


@pytest.mark.rule("tin-helm", "loot.sword")
def test_with_sword_and_axe_a_double_may_still_be_rerolled() -> None:
    game = given("merfolk-marauder", loot=["sword"], level=5)
    answers = [*attack("spend-3"), ("combat.own-dice", "reroll")]
    when(game, meet, enemy(game, "wraith"), dice=[4, 4, 3, 2, *MISS], answers=answers)
    assert game.enemy_health == 10 - (1 + 8)


@pytest.mark.rule("tin-helm", "loot.sword")
def test_the_sword_changes_neither_dice_that_differ_nor_the_enemys_doubles() -> None:
    game = given("gnome-footpad", loot=["sword"], level=5)
    told = when(game, meet, enemy(game, "wraith"), dice=[3, 4, 4, 4], answers=attack("spend-1"))
    assert game.enemy_health == 10 - (1 + 2)
    assert "enemy.misses" in told.names


# ---- Symbol ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "loot.symbol")
@pytest.mark.parametrize(
    ("answer", "health", "energy", "shards"), [("own-step", 5, 4, 0), ("shard", 1, 1, 1), ("full-health", 9, 1, 0)]
)
def test_favor_of_eight_with_the_symbol_reaches_the_top_of_the_altar(
    answer: str, health: int, energy: int, shards: int
) -> None:
    game = given("gnome-footpad", loot=["symbol"], favor=8, health=1, energy=1)
    assert when(game, visit, ALTAR_PLACE).offered == ["own-step", "shard", "full-health", "decline"]
    when(game, visit, ALTAR_PLACE, answers=[("place.altar", answer)])
    assert (game.health, game.energy, game.shards, game.favor) == (health, energy, shards, 8)
    assert "symbol" in held(game)


@pytest.mark.rule("tin-helm", "loot.symbol")
@pytest.mark.parametrize(
    ("favor", "own", "following"),
    [
        (0, (1, 0), (2, 1)),
        (3, (1, 0), (2, 1)),
        (4, (2, 1), (3, 2)),
        (5, (2, 1), (3, 2)),
        (6, (3, 2), (4, 3)),
        (7, (3, 2), (4, 3)),
    ],
)
def test_the_symbol_lifts_the_altars_gift_by_one_step_if_you_like(
    favor: int, own: tuple[int, int], following: tuple[int, int]
) -> None:
    for answer, gift in (("own-step", own), ("next-step", following), ("decline", (0, 0))):
        game = given("gnome-footpad", loot=["symbol"], favor=favor, health=1, energy=1)
        when(game, visit, ALTAR_PLACE, answers=[("place.altar", answer)])
        assert (game.health - 1, game.energy - 1) == gift
        assert (game.shards, game.favor) == (0, favor)
        assert "symbol" in held(game)


@pytest.mark.rule("tin-helm", "loot.symbol")
@pytest.mark.parametrize("favor", [10, 15])
def test_above_the_top_step_of_the_altar_there_is_none(favor: int) -> None:
    game = given("gnome-footpad", loot=["symbol"], favor=favor)
    assert when(game, visit, ALTAR_PLACE).offered == ["shard", "full-health", "decline"]


@pytest.mark.rule("tin-helm", "loot.symbol")
def test_without_the_symbol_the_altar_gives_your_own_step() -> None:
    game = given("gnome-footpad", favor=8)
    assert when(game, visit, ALTAR_PLACE).offered == ["own-step", "decline"]


# ---- Turnip ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "loot.turnip-pigman")
def test_a_pigman_gives_a_shard_for_the_turnip_and_then_no_blessing() -> None:
    game = given("gnome-footpad", loot=["turnip"], favor=4)
    met = when(game, visit, PIGMAN_PLACE)
    assert met.offered == ["blessing", "trade", "neither", "eat-turnip"]
    told = when(game, visit, PIGMAN_PLACE, answers=[("place.pigman", "trade")])
    assert told.asked == ""
    assert (game.shards, game.favor) == (1, 4)
    assert held(game) == ["dagger", "toolkit"]


@pytest.mark.rule("tin-helm", "loot.turnip-pigman")
@pytest.mark.parametrize(("answer", "favor"), [("blessing", 5), ("neither", 4)])
def test_the_turnip_is_kept_if_it_is_not_traded(answer: str, favor: int) -> None:
    game = given("gnome-footpad", loot=["turnip"], favor=4)
    when(game, visit, PIGMAN_PLACE, answers=[("place.pigman", answer)])
    assert (game.shards, game.favor) == (0, favor)
    assert "turnip" in held(game)


@pytest.mark.rule("tin-helm", "loot.turnip-pigman")
def test_a_turnip_eaten_before_the_pigmans_eyes_can_no_longer_be_traded() -> None:
    game = given("gnome-footpad", loot=["turnip"], energy=1)
    told = when(game, visit, PIGMAN_PLACE, answers=[("place.pigman", "eat-turnip")])
    assert game.energy == 4
    assert told.offered == ["blessing", "neither"]


@pytest.mark.rule("tin-helm", "loot.turnip-energy")
def test_a_turnip_eaten_in_combat_gives_three_energy_for_the_attack_to_come() -> None:
    game = given("gnome-footpad", loot=["turnip"], energy=0, health=5)
    answers = [("encounter.response", "fight"), ("combat.attack", "eat-turnip")]
    told = when(game, meet, enemy(game, "wraith"), answers=answers)
    assert (game.energy, game.health) == (3, 5)
    assert held(game) == ["dagger", "toolkit"]
    assert told.asked == "combat.attack"
    assert told.offered == ["plain-strike", "spend-1", "spend-2", "spend-3"]


@pytest.mark.rule("tin-helm", "loot.turnip-energy")
def test_a_turnip_does_not_lift_energy_above_its_cap() -> None:
    game = given("human-marauder", loot=["turnip"], energy=8)
    when(game, camp, answers=[("camp.choice", "eat-turnip")])
    assert game.energy == 9
    assert "turnip" not in held(game)


# ---- Wedge ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "loot.wedge")
def test_the_wedge_shuts_out_a_possessor_and_goes_back_to_the_supply() -> None:
    game = given("gnome-footpad", loot=["wedge"])
    stack(game, "old-well", "sanctum")
    answers = [("room.choice", "resolve"), ("encounter.response", "use-wedge")]
    told = when(game, explore, answers=answers)
    assert told.figures("enemy.met") == [{"enemy": enemy(game, "possessor"), "health": 7}]
    assert told.asked == "water.fish"
    assert (game.shards, game.favor) == (0, 0)
    assert held(game) == ["dagger", "toolkit"]
    finds(game, "wedge")
    again = when(game, meet, enemy(game, "possessor"), answers=[("encounter.response", "use-wedge")])
    assert "enemy.avoided" in again.names


@pytest.mark.rule("tin-helm", "loot.wedge")
@pytest.mark.parametrize("foe", ENEMIES)
def test_the_wedge_works_on_any_enemy_without_favor_and_brings_no_reward(foe: str) -> None:
    game = given("gnome-footpad", loot=["wedge"], level=2)
    told = when(game, meet, enemy(game, foe), answers=[("encounter.response", "use-wedge")])
    assert told.names == ["enemy.met", "enemy.avoided"]
    assert game.figures() == (9, 12, 1, 0, 0, 2, 0)
    assert held(game) == ["dagger", "toolkit"]


@pytest.mark.rule("tin-helm", "loot.wedge")
def test_the_wedge_is_kept_if_you_fight_and_is_offered_on_meeting_an_enemy_only() -> None:
    game = given("gnome-footpad", loot=["wedge"])
    told = when(game, meet, enemy(game, "wraith"), answers=[("encounter.response", "fight")])
    assert told.offered == ["plain-strike", "spend-1", "spend-2", "spend-3"]
    assert "wedge" in held(game)
