"""Enemies: chapter 7 of the ledger, the eight cards and what each of them does."""

from __future__ import annotations

import pytest

from tests.games.tin_helm.board import enemy, given, held, when
from undercroft.games.tin_helm.combat import fight, meet

MISS = [1, 1]


def attack(*ways: str) -> list[tuple[str, str]]:
    """Answers to one question after another of how to attack."""
    return [("combat.attack", way) for way in ways]


@pytest.mark.parametrize(
    ("key", "name", "heart", "attack_value", "defense", "favor", "undead"),
    [
        pytest.param(*card, id=str(card[0]), marks=pytest.mark.rule("tin-helm", f"enemy.{card[0]}"))
        for card in (
            ("dark-rats", "Dark Rats", 2, 0, 0, 1, False),
            ("doom-skull", "Doom Skull", 4, 0, 0, 1, True),
            ("mimic", "Mimic", 4, 1, 1, "level", False),
            ("possessor", "Possessor", 6, 1, 1, 2, False),
            ("skelepede", "Skelepede", 3, 0, 1, 1, True),
            ("speyeder", "Speyeder", 3, 1, 0, 1, False),
            ("watcher", "Watcher", 4, 1, 1, 2, False),
            ("wraith", "Wraith", 5, 1, 0, 2, True),
        )
    ],
)
def test_the_enemy_card_has_these_figures(
    key: str, name: str, heart: int, attack_value: int, defense: int, favor: int | str, undead: bool
) -> None:
    cards = {card.key: card for card in given().content.enemies}
    card = cards[key]
    assert card.name == name
    assert (card.health, card.attack, card.defense) == (heart, attack_value, defense)
    assert card.favor == (-1 if favor == "level" else favor)
    assert card.undead is undead


# ---- Dark Rats ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "enemy.dark-rats")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (4, 5), (5, 5)])
def test_dark_rats_defeated_leave_a_food_up_to_the_limit(before: int, after: int) -> None:
    game = given("gnome-footpad", food=before, favor=2)
    when(game, meet, enemy(game, "dark-rats"), dice=[6, 4], answers=attack("spend-2"))
    assert game.food == after
    assert game.favor == 3


@pytest.mark.rule("tin-helm", "enemy.dark-rats")
@pytest.mark.parametrize(("card", "favor"), [("ring", 1), ("wedge", 2)])
def test_dark_rats_avoided_leave_no_food(card: str, favor: int) -> None:
    game = given("gnome-footpad", loot=[card], food=0, favor=2)
    when(game, meet, enemy(game, "dark-rats"), answers=[("encounter.response", f"use-{card}")])
    assert (game.food, game.favor) == (0, favor)


# ---- Doom Skull -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "enemy.doom-skull")
def test_the_doom_skull_attacks_first_and_then_by_turns() -> None:
    game = given("gnome-footpad", level=5)
    dice = [2, 1, 4, 3, 1, 2, 3, 4]
    told = when(game, meet, enemy(game, "doom-skull"), dice=dice, answers=attack("spend-1", "spend-2"))
    rolls = [name for name in told.names if name in ("enemy.rolls", "hero.rolls")]
    assert rolls == ["enemy.rolls", "hero.rolls", "enemy.rolls", "hero.rolls"]
    assert game.health == 9 - 1 - 1
    assert "enemy.defeated" in told.names


@pytest.mark.rule("tin-helm", "enemy.doom-skull")
def test_the_doom_skull_can_kill_before_any_attack_of_yours() -> None:
    game = given("gnome-footpad", health=1)
    told = when(game, meet, enemy(game, "doom-skull"), dice=[2, 1])
    assert told.ended
    assert told.names == ["enemy.met", "enemy.rolls", "enemy.hits", "end.slain"]


# ---- Mimic ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "enemy.mimic")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_mimic_brings_favor_by_the_dungeon_level_once(level: int) -> None:
    game = given("gnome-footpad", level=level, favor=1)
    told = when(game, meet, enemy(game, "mimic"), dice=[6, 1], answers=attack("spend-3"))
    assert told.figures("favor.gained") == [{"gained": level, "favor": 1 + level}]
    assert game.favor == 1 + level


# ---- Possessor ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "enemy.possessor")
def test_the_possessor_defeated_leaves_a_shard() -> None:
    game = given("gnome-footpad", favor=1)
    when(game, meet, enemy(game, "possessor"), dice=[6, 1], answers=attack("spend-3"))
    assert (game.favor, game.shards) == (3, 1)


@pytest.mark.rule("tin-helm", "enemy.possessor")
def test_the_possessor_avoided_leaves_neither_favor_nor_shard() -> None:
    game = given("gnome-footpad", loot=["wedge"], favor=1)
    when(game, meet, enemy(game, "possessor"), answers=[("encounter.response", "use-wedge")])
    assert (game.favor, game.shards) == (1, 0)
    assert held(game) == ["dagger", "toolkit"]


# ---- Skelepede ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "enemy.skelepede")
def test_the_skelepede_rolls_doubles_again_until_its_dice_differ() -> None:
    game = given("gnome-footpad")
    told = when(game, meet, enemy(game, "skelepede"), dice=[3, 3, 5, 5, 6, 4], answers=attack("plain-strike"))
    assert game.health == 9 - 2
    assert "enemy.misses" not in told.names
    assert told.names.count("enemy.rerolls") == 2


@pytest.mark.rule("tin-helm", "enemy.skelepede")
def test_a_roll_of_the_skelepede_that_a_kroling_turns_into_a_double_is_rolled_again() -> None:
    game = given("kroling-alchemist", without=["potion"])
    answers = [*attack("plain-strike"), ("combat.enemy-dice", "flip-first")]
    told = when(game, meet, enemy(game, "skelepede"), dice=[6, 1, 4, 4, 5, 2], answers=answers)
    assert game.health == 11 - 3
    assert "enemy.misses" not in told.names
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "enemy.skelepede")
def test_a_roll_of_the_skelepede_that_a_kroling_lowers_is_not_rolled_again() -> None:
    game = given("kroling-alchemist", without=["potion"])
    answers = [*attack("plain-strike"), ("combat.enemy-dice", "flip-second")]
    when(game, meet, enemy(game, "skelepede"), dice=[6, 2], answers=answers)
    assert game.health == 11 - 1


# ---- Speyeder -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "enemy.speyeder")
@pytest.mark.parametrize(
    ("dice", "damage", "before", "after"), [([3, 1], 3, 4, 3), ([3, 1], 3, 0, 0), ([4, 4], 0, 4, 4)]
)
def test_a_hit_of_the_speyeder_takes_an_energy_as_far_as_there_is_one(
    dice: list[int], damage: int, before: int, after: int
) -> None:
    game = given("gnome-alchemist", energy=before)
    answers = [("encounter.response", "fight"), *attack("plain-strike"), ("anytime.use", "nothing")]
    told = when(game, meet, enemy(game, "speyeder"), dice=dice, answers=answers)
    assert (game.health, game.energy) == (9 - damage, after)
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "enemy.speyeder")
def test_every_hit_of_the_speyeder_takes_an_energy() -> None:
    game = given("gnome-footpad")
    blows = attack("plain-strike", "plain-strike")
    when(game, meet, enemy(game, "speyeder"), dice=[2, 1, 1, 2], answers=blows)
    assert game.energy == 12 - 2


@pytest.mark.rule("tin-helm", "enemy.speyeder")
def test_a_hit_of_the_speyeder_that_kills_does_nothing_more() -> None:
    game = given("gnome-footpad", health=3)
    told = when(game, meet, enemy(game, "speyeder"), dice=[3, 1], answers=attack("plain-strike"))
    assert told.ended
    assert told.names[-2:] == ["enemy.hits", "end.slain"]
    assert game.energy == 12


# ---- Watcher --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "enemy.watcher")
def test_the_watcher_takes_an_energy_before_your_first_attack_and_never_again() -> None:
    game = given("gnome-footpad")
    told = when(game, meet, enemy(game, "watcher"), dice=[3, 1], answers=attack("plain-strike"))
    assert told.names.count("enemy.drains") == 1
    assert told.names.index("enemy.drains") < told.names.index("hero.strikes")
    assert game.energy == 12 - 1


@pytest.mark.rule("tin-helm", "enemy.watcher")
def test_the_watchers_price_may_leave_only_the_plain_strike_or_the_axe() -> None:
    game = given("merfolk-marauder", energy=1)
    told = when(game, meet, enemy(game, "watcher"))
    assert game.energy == 0
    assert told.asked == "combat.attack"
    assert told.offered == ["plain-strike", "throw-axe"]


@pytest.mark.rule("tin-helm", "enemy.watcher")
def test_the_watchers_price_may_leave_only_the_plain_strike() -> None:
    game = given("gnome-alchemist", energy=1)
    told = when(game, meet, enemy(game, "watcher"), answers=[("encounter.response", "fight")])
    assert told.asked == "combat.attack"
    assert told.offered == ["plain-strike", "drink-potion"]


@pytest.mark.rule("tin-helm", "enemy.watcher")
def test_without_energy_the_watcher_takes_none() -> None:
    game = given("merfolk-marauder", energy=0)
    when(game, meet, enemy(game, "watcher"))
    assert (game.energy, game.health) == (0, 12)


@pytest.mark.rule("tin-helm", "enemy.watcher")
def test_a_watcher_avoided_costs_no_energy() -> None:
    game = given("gnome-footpad", loot=["ring"], favor=1)
    when(game, meet, enemy(game, "watcher"), answers=[("encounter.response", "use-ring")])
    assert game.energy == 12


# ---- Wraith ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "enemy.wraith")
def test_every_hit_of_the_wraith_takes_a_favor_but_never_one_you_do_not_have() -> None:
    game = given("gnome-footpad", favor=1)
    first = when(game, meet, enemy(game, "wraith"), dice=[2, 1], answers=attack("plain-strike"))
    assert game.favor == 0
    assert first.figures("enemy.shames") == [{"enemy": enemy(game, "wraith"), "lost": 1, "favor": 0}]
    second = when(game, fight, game.foe(), dice=[2, 1], answers=attack("plain-strike"))
    assert game.favor == 0
    assert second.names.count("enemy.hits") == 1


@pytest.mark.rule("tin-helm", "enemy.wraith")
def test_a_miss_of_the_wraith_takes_no_favor() -> None:
    game = given("gnome-footpad", favor=5)
    when(game, meet, enemy(game, "wraith"), dice=[2, 2, 2, 1], answers=attack("plain-strike", "plain-strike"))
    assert game.favor == 5 - 1


@pytest.mark.rule("tin-helm", "enemy.wraith")
def test_a_wraith_that_takes_more_favor_than_you_have_leaves_none() -> None:
    game = given("gnome-footpad", changes={"enemy.wraith.favor-per-hit": 3}, favor=2)
    when(game, meet, enemy(game, "wraith"), dice=[2, 1], answers=attack("plain-strike"))
    assert game.favor == 0
