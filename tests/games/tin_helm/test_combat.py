"""Combat: chapter 6 of the ledger, blow for blow."""

from __future__ import annotations

import pytest

from tests.games.tin_helm.board import enemy, given, held, stack, when
from undercroft.games.tin_helm.combat import fight, meet
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tin_helm.turns import explore

ALL = ["plain-strike", "spend-1", "spend-2", "spend-3"]
MISS = [1, 1]
ENEMIES = ["dark-rats", "doom-skull", "mimic", "possessor", "skelepede", "speyeder", "watcher", "wraith"]


def attack(*ways: str) -> list[tuple[str, str]]:
    """Answers to one question after another of how to attack."""
    return [("combat.attack", way) for way in ways]


def facing(game: TinHelm, key: str, health: int) -> TinHelm:
    """The game in the midst of a combat with an enemy that has so much health left."""
    game.enemy = enemy(game, key)
    game.enemy_health = health
    return game


# ---- before the first blow ------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "combat.start")
def test_an_enemy_shut_out_on_meeting_it_works_no_power_and_the_room_goes_on() -> None:
    game = given("gnome-footpad", loot=["wedge"], favor=3)
    stack(game, "old-well", "sewers")
    told = when(game, explore, answers=[("room.choice", "resolve"), ("encounter.response", "use-wedge")])
    assert told.figures("enemy.met") == [{"enemy": enemy(game, "watcher"), "health": 5}]
    assert "enemy.drains" not in told.names
    assert (game.energy, game.favor) == (12, 3)
    assert told.asked == "water.fish"


@pytest.mark.rule("tin-helm", "combat.start")
def test_a_combat_goes_in_order_named_then_avoidable_then_powers_then_attacks() -> None:
    game = given("gnome-footpad", loot=["wedge"])
    met = when(game, meet, enemy(game, "watcher"))
    assert met.names == ["enemy.met"]
    assert met.asked == "encounter.response"
    assert game.energy == 12

    game = given("gnome-footpad", loot=["wedge"])
    fought = when(game, meet, enemy(game, "watcher"), answers=[("encounter.response", "fight")])
    assert fought.names == ["enemy.met", "enemy.drains"]
    assert fought.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "combat.start")
def test_one_who_attacks_first_still_waits_until_you_chose_not_to_avoid_it() -> None:
    game = given("gnome-footpad", loot=["wedge"])
    told = when(game, meet, enemy(game, "doom-skull"))
    assert told.names == ["enemy.met"]
    assert told.offered == ["fight", "use-wedge"]


@pytest.mark.rule("tin-helm", "combat.start")
def test_with_nothing_to_avoid_it_the_fight_is_on_without_a_question() -> None:
    game = given("gnome-footpad")
    assert when(game, meet, enemy(game, "wraith")).asked == "combat.attack"


@pytest.mark.rule("tin-helm", "combat.avoided")
def test_after_an_enemy_avoided_the_rest_of_the_room_is_resolved() -> None:
    game = given("gnome-footpad", loot=["wedge"], favor=4, shards=1)
    stack(game, "kitchen", "sanctum")
    told = when(game, explore, answers=[("room.choice", "resolve"), ("encounter.response", "use-wedge")])
    assert told.figures("enemy.met") == [{"enemy": enemy(game, "possessor"), "health": 7}]
    assert told.asked == "camp.choice"
    assert (game.shards, game.favor) == (1, 4)


@pytest.mark.rule("tin-helm", "combat.avoided")
@pytest.mark.parametrize("foe", ENEMIES)
@pytest.mark.parametrize(("card", "price"), [("ring", 1), ("wedge", 0)])
def test_avoiding_brings_and_costs_nothing_but_the_price_of_the_ring(card: str, price: int, foe: str) -> None:
    game = given("gnome-footpad", loot=[card], favor=4)
    told = when(game, meet, enemy(game, foe), answers=[("encounter.response", f"use-{card}")])
    assert told.names == ["enemy.met", "enemy.avoided"]
    assert told.asked == ""
    assert game.favor == 4 - price
    assert (game.health, game.energy, game.food, game.shards) == (9, 12, 1, 0)


@pytest.mark.rule("tin-helm", "combat.avoided")
def test_a_vanquished_enemy_brings_no_favor_and_does_nothing() -> None:
    game = given("gnome-parson", favor=4)
    told = when(game, meet, enemy(game, "wraith"), answers=[("encounter.response", "use-scroll")])
    assert told.names == ["enemy.met", "enemy.avoided"]
    assert (game.health, game.favor) == (10, 4)


@pytest.mark.rule("tin-helm", "combat.no-retreat")
def test_after_an_exchange_of_blows_ring_wedge_and_scroll_are_of_no_use() -> None:
    game = given("gnome-parson", loot=["ring", "wedge"], favor=3)
    answers = [("encounter.response", "fight"), *attack("plain-strike")]
    told = when(game, meet, enemy(game, "wraith"), dice=[2, 1], answers=answers)
    assert told.asked == "combat.attack"
    assert told.offered == ALL
    assert held(game) == ["mace", "scroll", "ring", "wedge"]


@pytest.mark.rule("tin-helm", "combat.no-retreat")
@pytest.mark.parametrize(("foe", "dice"), [("watcher", []), ("doom-skull", [2, 1])])
def test_after_what_comes_before_your_first_blow_there_is_no_way_out_either(foe: str, dice: list[int]) -> None:
    game = given("gnome-parson", loot=["ring", "wedge"], favor=3)
    told = when(game, meet, enemy(game, foe), dice=dice, answers=[("encounter.response", "fight")])
    assert told.asked == "combat.attack"
    assert told.offered == ALL


@pytest.mark.rule("tin-helm", "combat.no-retreat")
def test_a_window_within_a_combat_offers_no_way_out_of_it() -> None:
    game = given("gnome-alchemist", loot=["ring", "wedge"], favor=3)
    answers = [("encounter.response", "fight"), *attack("plain-strike")]
    told = when(game, meet, enemy(game, "wraith"), answers=answers)
    assert told.asked == "anytime.use"
    assert told.offered == ["nothing", "drink-potion"]


@pytest.mark.rule("tin-helm", "combat.no-retreat")
def test_a_combat_goes_on_until_the_enemy_is_dead() -> None:
    game = given("gnome-footpad")
    blows = attack("plain-strike", "plain-strike", "plain-strike")
    told = when(game, meet, enemy(game, "dark-rats"), dice=[2, 1, 1, 2], answers=blows)
    kinds = [name for name in told.names if name in ("hero.strikes", "enemy.hits", "enemy.defeated")]
    assert kinds == ["hero.strikes", "enemy.hits", "hero.strikes", "enemy.hits", "hero.strikes", "enemy.defeated"]
    assert told.asked == ""


@pytest.mark.rule("tin-helm", "combat.no-retreat")
def test_a_combat_goes_on_until_you_are_dead() -> None:
    game = given("gnome-footpad", health=2)
    blows = attack("plain-strike", "plain-strike")
    told = when(game, meet, enemy(game, "dark-rats"), dice=[2, 1, 1, 2], answers=blows)
    assert told.ended
    assert (game.health, game.enemy_health) == (0, 1)


# ---- what an enemy card says ----------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "combat.enemy-health")
@pytest.mark.parametrize(
    ("foe", "heart"),
    [
        ("dark-rats", 2),
        ("doom-skull", 4),
        ("mimic", 4),
        ("possessor", 6),
        ("skelepede", 3),
        ("speyeder", 3),
        ("watcher", 4),
        ("wraith", 5),
    ],
)
def test_an_enemy_has_its_heart_and_the_dungeon_level_as_health(foe: str, heart: int) -> None:
    for level in (1, 2, 3, 4, 5):
        game = given("gnome-footpad", loot=["wedge"], level=level)
        told = when(game, meet, enemy(game, foe))
        assert game.enemy_health == heart + level
        assert told.figures("enemy.met") == [{"enemy": enemy(game, foe), "health": heart + level}]


@pytest.mark.rule("tin-helm", "combat.enemy-attack-value")
@pytest.mark.parametrize(("foe", "damage"), [("speyeder", 3), ("dark-rats", 2)])
def test_an_enemys_attack_value_is_added_to_its_dice(foe: str, damage: int) -> None:
    game = given("gnome-footpad")
    when(game, meet, enemy(game, foe), dice=[4, 2], answers=attack("plain-strike"))
    assert game.health == 9 - damage


@pytest.mark.rule("tin-helm", "combat.enemy-attack-value")
def test_an_enemy_that_misses_deals_not_even_its_attack_value() -> None:
    game = given("gnome-footpad")
    when(game, meet, enemy(game, "speyeder"), dice=[4, 4], answers=attack("plain-strike"))
    assert game.health == 9


@pytest.mark.rule("tin-helm", "combat.enemy-defense")
def test_an_enemys_defense_is_taken_off_your_damage() -> None:
    game = given("gnome-footpad")
    told = when(game, meet, enemy(game, "mimic"), dice=[4, 3, *MISS], answers=attack("spend-1"))
    assert told.figures("hero.hits") == [{"enemy": enemy(game, "mimic"), "damage": 2, "left": 3}]
    assert game.enemy_health == 5 - 2


@pytest.mark.rule("tin-helm", "combat.enemy-defense")
def test_a_defense_greater_than_the_damage_does_not_heal_the_enemy() -> None:
    game = given("gnome-footpad", changes={"enemy.mimic.defense": 9})
    told = when(game, meet, enemy(game, "mimic"), dice=[4, 3, *MISS], answers=attack("spend-1"))
    assert told.figures("hero.hits") == [{"enemy": enemy(game, "mimic"), "damage": 0, "left": 5}]
    assert game.enemy_health == 5


@pytest.mark.rule("tin-helm", "combat.favor-reward")
def test_favor_comes_before_the_shard_that_wins_and_is_scored() -> None:
    game = given("gnome-parson", shards=2, favor=3)
    told = when(game, meet, enemy(game, "possessor"), dice=[6, 1], answers=attack("spend-3"))
    assert told.ended
    assert told.names[-4:] == ["enemy.defeated", "favor.gained", "shard.gained", "end.won"]
    assert (game.favor, game.shards) == (5, 3)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.won
    assert outcome.score == 30 + (10 + 9 + 1) + 2 * 5 - 2


@pytest.mark.rule("tin-helm", "combat.favor-reward")
@pytest.mark.parametrize(
    ("foe", "favor"),
    [
        ("dark-rats", 1),
        ("doom-skull", 1),
        ("mimic", 1),
        ("possessor", 2),
        ("skelepede", 1),
        ("speyeder", 1),
        ("watcher", 2),
        ("wraith", 2),
    ],
)
def test_defeating_an_enemy_brings_its_favor(foe: str, favor: int) -> None:
    game = given("gnome-footpad", favor=4)
    opening = MISS if foe == "doom-skull" else []
    told = when(game, meet, enemy(game, foe), dice=[*opening, 6, 1], answers=attack("spend-3"))
    assert told.asked == ""
    assert game.favor == 4 + favor


@pytest.mark.rule("tin-helm", "combat.favor-reward")
def test_favor_comes_before_the_food_that_an_enemy_leaves() -> None:
    game = given("gnome-footpad")
    told = when(game, meet, enemy(game, "dark-rats"), dice=[6, 1], answers=attack("spend-3"))
    assert told.names[-3:] == ["enemy.defeated", "favor.gained", "food.won"]


@pytest.mark.rule("tin-helm", "combat.undead")
def test_exactly_skelepede_doom_skull_and_wraith_are_undead() -> None:
    undead = {foe.key for foe in given().content.enemies if foe.undead}
    assert undead == {"skelepede", "doom-skull", "wraith"}


# ---- your attack ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "combat.hero-first")
def test_you_attack_first() -> None:
    game = given("gnome-footpad")
    told = when(game, meet, enemy(game, "speyeder"))
    assert told.names == ["enemy.met"]
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "combat.hero-first")
def test_an_enemy_whose_power_says_so_attacks_before_you() -> None:
    game = given("gnome-footpad")
    told = when(game, meet, enemy(game, "doom-skull"), dice=[4, 1])
    assert told.names == ["enemy.met", "enemy.rolls", "enemy.hits"]
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "combat.spend-before-roll")
@pytest.mark.parametrize(("energy", "offered"), [(1, ALL[:2]), (2, ALL[:3]), (3, ALL), (12, ALL)])
def test_you_may_put_up_to_three_energy_into_an_attack_as_far_as_you_have_it(energy: int, offered: list[str]) -> None:
    game = given("gnome-footpad", energy=energy)
    assert when(game, meet, enemy(game, "wraith")).offered == offered


@pytest.mark.rule("tin-helm", "combat.spend-before-roll")
def test_energy_is_spent_even_if_the_attack_misses() -> None:
    game = given("gnome-alchemist", energy=2)
    answers = [("encounter.response", "fight"), *attack("spend-2"), ("anytime.use", "nothing")]
    told = when(game, meet, enemy(game, "wraith"), dice=[4, 4, *MISS], answers=answers)
    assert "hero.misses" in told.names
    assert game.energy == 0
    assert told.offered == ["plain-strike", "drink-potion"]


@pytest.mark.rule("tin-helm", "combat.spend-before-roll")
@pytest.mark.parametrize(("spent", "damage"), [(1, 1 + 3), (2, 1 + 5), (3, 1 + 7)])
def test_energy_is_paid_before_the_roll_and_more_of_it_hits_harder(spent: int, damage: int) -> None:
    game = given("gnome-parson", without=["mace", "scroll"], level=5)
    told = when(game, meet, enemy(game, "wraith"), dice=[3, 4, *MISS], answers=attack(f"spend-{spent}"))
    assert told.names[1:4] == ["hero.spends", "hero.rolls", "hero.hits"]
    assert told.figures("hero.spends") == [{"spent": spent, "energy": 12 - spent}]
    assert game.enemy_health == 10 - damage


@pytest.mark.rule("tin-helm", "combat.plain-strike")
def test_a_plain_strike_deals_one_that_no_defense_reduces_and_rolls_nothing() -> None:
    game = facing(given("gnome-footpad"), "mimic", 1)
    told = when(game, fight, game.foe(), answers=attack("plain-strike"))
    assert told.names == ["hero.strikes", "enemy.defeated", "favor.gained"]
    assert game.energy == 12


@pytest.mark.rule("tin-helm", "combat.plain-strike")
@pytest.mark.parametrize("extra", ["mace", "dagger", "none"])
def test_mace_dagger_and_sword_add_nothing_to_a_plain_strike(extra: str) -> None:
    game = given("human-marauder", extra=extra, without=["axe"], loot=["sword"], first_card=True)
    when(game, meet, enemy(game, "wraith"), dice=MISS, answers=attack("plain-strike"))
    assert game.enemy_health == 6 - 1


@pytest.mark.rule("tin-helm", "combat.plain-strike")
def test_a_plain_strike_leaves_nothing_to_reroll_or_to_flip() -> None:
    game = given("kroling-marauder")
    told = when(game, meet, enemy(game, "wraith"), dice=[4, 1], answers=attack("plain-strike"))
    assert told.names == ["enemy.met", "hero.strikes", "enemy.rolls"]
    assert told.asked == "combat.enemy-dice"


@pytest.mark.rule("tin-helm", "combat.plain-strike")
def test_without_energy_you_strike_plainly() -> None:
    game = given("gnome-footpad", energy=0)
    told = when(game, meet, enemy(game, "dark-rats"), dice=[*MISS, *MISS])
    assert [figures["left"] for figures in told.figures("hero.strikes")] == [2, 1, 0]
    assert told.asked == ""


@pytest.mark.rule("tin-helm", "combat.attack-roll")
@pytest.mark.parametrize("dice", [[2, 6], [6, 2]])
def test_damage_is_the_higher_die_less_the_lower_and_the_energys_bonus(dice: list[int]) -> None:
    game = given("gnome-parson")
    told = when(game, meet, enemy(game, "speyeder"), dice=dice, answers=attack("spend-2"))
    assert told.figures("hero.hits") == [{"enemy": enemy(game, "speyeder"), "damage": 9, "left": 0}]


@pytest.mark.rule("tin-helm", "combat.doubles-miss")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_double_misses_whatever_was_spent(face: int) -> None:
    game = given("gnome-alchemist", without=["potion"])
    told = when(game, meet, enemy(game, "wraith"), dice=[face, face, 2, 2], answers=attack("spend-3"))
    assert "hero.misses" in told.names
    assert "enemy.rolls" in told.names
    assert game.enemy_health == 6
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "combat.doubles-miss")
def test_a_double_that_is_rerolled_into_another_roll_does_not_miss() -> None:
    game = given("merfolk-marauder")
    answers = [*attack("spend-2"), ("combat.own-dice", "reroll")]
    told = when(game, meet, enemy(game, "speyeder"), dice=[3, 3, 4, 3], answers=answers)
    assert told.figures("hero.hits")[0]["damage"] == 1 + 5
    assert "hero.misses" not in told.names


@pytest.mark.rule("tin-helm", "combat.doubles-miss")
@pytest.mark.parametrize(
    ("dice", "turn", "misses"), [([3, 3], "flip-first", False), ([2, 5], "flip-second", True), ([2, 5], "keep", False)]
)
def test_only_the_dice_as_they_lie_after_a_flip_are_read(dice: list[int], turn: str, misses: bool) -> None:
    game = given("kroling-parson")
    answers = [*attack("spend-1"), ("combat.own-dice", turn)]
    told = when(game, meet, enemy(game, "dark-rats"), dice=[*dice, *(MISS if misses else [])], answers=answers)
    assert ("hero.misses" in told.names) is misses
    assert ("hero.hits" in told.names) is not misses


@pytest.mark.rule("tin-helm", "combat.doubles-miss")
def test_with_the_sword_a_double_is_no_miss() -> None:
    game = given("gnome-footpad", loot=["sword"])
    told = when(game, meet, enemy(game, "dark-rats"), dice=[4, 4], answers=attack("spend-1"))
    assert "hero.misses" not in told.names
    assert "enemy.defeated" in told.names


@pytest.mark.rule("tin-helm", "combat.apply-damage")
def test_damage_less_defense_comes_off_the_enemys_health() -> None:
    game = given("gnome-footpad", level=2)
    told = when(game, meet, enemy(game, "watcher"), dice=[5, 2, *MISS], answers=attack("spend-1"))
    assert told.figures("enemy.met")[0]["health"] == 6
    assert game.enemy_health == 6 - (5 - 1)


@pytest.mark.rule("tin-helm", "combat.win")
def test_an_enemy_without_health_is_defeated_and_does_not_strike_back() -> None:
    game = given("gnome-footpad", food=0)
    told = when(game, meet, enemy(game, "dark-rats"), dice=[6, 4], answers=attack("spend-2"))
    assert told.figures("hero.hits") == [{"enemy": enemy(game, "dark-rats"), "damage": 7, "left": 0}]
    assert "enemy.defeated" in told.names
    assert "enemy.rolls" not in told.names
    assert (game.favor, game.food, game.health) == (1, 1, 9)


@pytest.mark.rule("tin-helm", "combat.win")
def test_an_enemy_brought_to_exactly_nothing_is_defeated_and_one_left_with_one_is_not() -> None:
    game = facing(given("gnome-footpad"), "dark-rats", 3)
    assert "enemy.defeated" in when(game, fight, game.foe(), dice=[3, 2], answers=attack("spend-1")).names
    game = facing(given("gnome-footpad"), "dark-rats", 4)
    told = when(game, fight, game.foe(), dice=[3, 2, *MISS], answers=attack("spend-1"))
    assert "enemy.defeated" not in told.names
    assert game.enemy_health == 1


# ---- the enemy's attack ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "combat.enemy-strikes-back")
def test_an_enemy_left_alive_attacks_once_and_then_it_is_your_turn() -> None:
    game = given("gnome-footpad")
    told = when(game, meet, enemy(game, "dark-rats"), dice=[5, 4], answers=attack("plain-strike"))
    assert game.enemy_health == 2
    assert told.names.count("enemy.rolls") == 1
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "combat.enemy-strikes-back")
def test_an_enemy_strikes_back_after_a_miss_of_yours_as_well() -> None:
    game = given("gnome-footpad")
    told = when(game, meet, enemy(game, "dark-rats"), dice=[5, 5, 5, 4], answers=attack("spend-1"))
    assert told.names[-3:] == ["hero.misses", "enemy.rolls", "enemy.hits"]


@pytest.mark.rule("tin-helm", "combat.enemy-roll")
@pytest.mark.parametrize(("dice", "damage"), [([6, 1], 6), ([1, 6], 6), ([2, 2], 0), ([6, 6], 0), ([3, 4], 2)])
def test_the_enemy_deals_higher_less_lower_and_its_attack_value_unless_it_rolls_a_double(
    dice: list[int], damage: int
) -> None:
    game = given("gnome-footpad")
    told = when(game, meet, enemy(game, "wraith"), dice=dice, answers=attack("plain-strike"))
    assert game.health == 9 - damage
    assert ("enemy.misses" in told.names) is (damage == 0)


@pytest.mark.rule("tin-helm", "combat.shield-reduces")
@pytest.mark.parametrize(("dice", "damage"), [([4, 3], 0), ([6, 2], 3)])
def test_the_shield_takes_one_off_every_blow_unasked(dice: list[int], damage: int) -> None:
    game = given("gnome-footpad", loot=["shield"])
    told = when(game, meet, enemy(game, "dark-rats"), dice=dice, answers=attack("plain-strike"))
    assert game.health == 9 - damage
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "combat.shield-reduces")
def test_a_shield_never_heals() -> None:
    game = given("gnome-footpad", loot=["shield"], changes={"loot.shield.block": 4}, health=5)
    when(game, meet, enemy(game, "dark-rats"), dice=[4, 3], answers=attack("plain-strike"))
    assert game.health == 5


@pytest.mark.rule("tin-helm", "combat.shield-reduces")
@pytest.mark.parametrize(("dice", "damage"), [([6, 2], 0), ([6, 1], 1)])
def test_whatever_takes_something_off_a_blow_takes_it_off_together(dice: list[int], damage: int) -> None:
    changes = {"loot.shield.block": 3, "loot.sword.block": 1, "loot.shield.breaks-at": 9}
    game = given("gnome-footpad", loot=["shield", "sword"], changes=changes)
    told = when(game, meet, enemy(game, "dark-rats"), dice=dice, answers=attack("plain-strike"))
    assert game.health == 9 - damage
    assert [figures["blocked"] for figures in told.figures("card.blocks")] == [3, 1]


@pytest.mark.rule("tin-helm", "combat.damage-to-hero")
def test_damage_comes_off_your_health_and_alive_you_attack_again() -> None:
    game = given("gnome-footpad", health=5)
    told = when(game, meet, enemy(game, "dark-rats"), dice=[5, 1], answers=attack("plain-strike"))
    assert game.health == 1
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "combat.death")
@pytest.mark.parametrize("health", [4, 3, 1])
def test_without_health_you_are_slain_and_the_game_is_over(health: int) -> None:
    game = given("gnome-footpad", health=health)
    told = when(game, meet, enemy(game, "dark-rats"), dice=[5, 1], answers=attack("plain-strike"))
    assert told.ended
    assert told.names[-1] == "end.slain"
    assert game.health == 0
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.end, outcome.won) == ("slain", False)


# ---- what a hit is --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "combat.hit-defined")
@pytest.mark.parametrize(
    ("foe", "dice", "damage", "energy", "favor"),
    [
        ("speyeder", [2, 1], 1, 1, 0),
        ("speyeder", [3, 3], 0, 0, 0),
        ("wraith", [2, 1], 1, 0, 1),
        ("wraith", [3, 3], 0, 0, 0),
    ],
)
def test_a_hit_works_its_power_behind_a_shield_and_a_double_does_not(
    foe: str, dice: list[int], damage: int, energy: int, favor: int
) -> None:
    game = given("gnome-footpad", loot=["shield"], favor=2)
    told = when(game, meet, enemy(game, foe), dice=dice, answers=attack("plain-strike"))
    assert (game.health, game.energy, game.favor) == (9 - damage, 12 - energy, 2 - favor)
    lost = [figures["lost"] for name in ("enemy.saps", "enemy.shames") for figures in told.figures(name)]
    assert lost == [1] * (energy + favor)


@pytest.mark.rule("tin-helm", "combat.hit-defined")
@pytest.mark.parametrize("foe", ["speyeder", "wraith"])
def test_a_blow_that_the_shield_takes_whole_is_still_a_hit(foe: str) -> None:
    game = given("gnome-footpad", loot=["shield"], changes={f"enemy.{foe}.attack": 0}, favor=2)
    when(game, meet, enemy(game, foe), dice=[2, 1], answers=attack("plain-strike"))
    assert game.health == 9
    assert (game.energy, game.favor) == ((11, 2) if foe == "speyeder" else (12, 1))


@pytest.mark.rule("tin-helm", "combat.hit-defined")
def test_a_double_that_the_sword_makes_a_hit_is_one_for_the_mace_too() -> None:
    game = given("gnome-parson", without=["scroll"], loot=["sword"], level=5)
    when(game, meet, enemy(game, "wraith"), dice=[2, 2, *MISS], answers=attack("spend-1"))
    assert game.enemy_health == 10 - (5 + 1)


@pytest.mark.rule("tin-helm", "combat.hit-defined")
@pytest.mark.parametrize(("way", "dice", "damage"), [("plain-strike", [], 1), ("throw-axe", [2, 1], 3)])
def test_plain_strike_and_axe_throw_are_no_attack_rolls_that_the_mace_could_help(
    way: str, dice: list[int], damage: int
) -> None:
    game = given("human-marauder", extra="mace")
    when(game, meet, enemy(game, "wraith"), dice=[*dice, *MISS], answers=attack(way))
    assert game.enemy_health == 6 - damage
