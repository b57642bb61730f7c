"""Trappings: chapter 8 of the ledger, the eight of them on four cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tin_helm.board import enemy, given, held, room, stack, trapping, when
from undercroft.games.tin_helm import TIN_HELM
from undercroft.games.tin_helm.combat import meet
from undercroft.games.tin_helm.places import camp, spring_trap
from undercroft.games.tin_helm.turns import explore

MISS = [1, 1]
UNDEAD = ["doom-skull", "skelepede", "wraith"]
LIVING = ["dark-rats", "mimic", "possessor", "speyeder", "watcher"]


def attack(*ways: str) -> list[tuple[str, str]]:
    """Answers to one question after another of how to attack."""
    return [("combat.attack", way) for way in ways]


@pytest.mark.parametrize(
    ("key", "name", "pair", "figures"),
    [
        pytest.param(key, name, pair, figures, id=clause, marks=pytest.mark.rule("tin-helm", f"trapping.{clause}"))
        for clause, key, name, pair, figures in (
            ("axe-reroll", "axe", "Axe", "axe-books", {"rerolls_doubles": True}),
            ("axe-throw", "axe", "Axe", "axe-books", {"can_be_thrown": True}),
            ("books", "books", "Books", "axe-books", {"rest_energy": 1, "rest_health": 0}),
            ("dagger", "dagger", "Dagger", "dagger-mace", {"first_card_damage": 1, "undead_damage": 0}),
            ("mace", "mace", "Mace", "dagger-mace", {"undead_damage": 1, "first_card_damage": 0}),
            ("potion", "potion", "Potion", "potion-bedroll", {"use_health": 2, "use_energy": 2}),
            ("bedroll", "bedroll", "Bedroll", "potion-bedroll", {"rest_health": 1, "rest_energy": 0}),
            (
                "scroll",
                "scroll",
                "Scroll",
                "scroll-toolkit",
                {"avoid_undead_only": True, "avoid_discards": True, "avoid_favor": 0, "avoid_once_per_level": False},
            ),
            ("toolkit", "toolkit", "Toolkit", "scroll-toolkit", {"disarm": [2, 1, 1, 0, 0, 0]}),
        )
    ],
)
def test_the_trapping_has_these_figures(key: str, name: str, pair: str, figures: dict[str, Any]) -> None:
    card = trapping(given(), key)
    assert (card.name, card.pair) == (name, pair)
    assert {field: getattr(card, field) for field in figures} == figures


# ---- Axe ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "trapping.axe-reroll")
def test_the_axe_rerolls_doubles_as_often_as_they_come_and_energy_is_paid_once() -> None:
    game = given("merfolk-marauder")
    answers = [*attack("spend-1"), ("combat.own-dice", "reroll"), ("combat.own-dice", "reroll")]
    told = when(game, meet, enemy(game, "wraith"), dice=[2, 2, 6, 6, 5, 1, *MISS], answers=answers)
    assert told.figures("hero.hits") == [{"enemy": enemy(game, "wraith"), "damage": 4 + 1, "left": 1}]
    assert game.energy == 10 - 1
    assert "axe" in held(game)


@pytest.mark.rule("tin-helm", "trapping.axe-reroll")
def test_a_double_may_be_kept_and_then_misses() -> None:
    game = given("merfolk-marauder")
    answers = [*attack("spend-1"), ("combat.own-dice", "keep")]
    told = when(game, meet, enemy(game, "wraith"), dice=[2, 2, *MISS], answers=answers)
    assert "hero.misses" in told.names
    assert game.enemy_health == 6


@pytest.mark.rule("tin-helm", "trapping.axe-reroll")
def test_the_axe_offers_nothing_for_dice_that_differ_nor_for_the_enemys_doubles() -> None:
    game = given("merfolk-marauder")
    told = when(game, meet, enemy(game, "wraith"), dice=[2, 1, 3, 3], answers=attack("spend-1"))
    assert "enemy.misses" in told.names
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "trapping.axe-reroll")
def test_without_the_axe_a_double_is_not_rerolled() -> None:
    game = given("merfolk-marauder", without=["axe"])
    told = when(game, meet, enemy(game, "wraith"), dice=[2, 2, *MISS], answers=attack("spend-1"))
    assert "hero.misses" in told.names
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "trapping.axe-throw")
def test_a_thrown_axe_deals_the_total_of_two_dice_less_defense_and_is_gone() -> None:
    game = given("merfolk-marauder")
    told = when(game, meet, enemy(game, "possessor"), dice=[4, 4], answers=attack("throw-axe"))
    assert told.figures("hero.hits") == [{"enemy": enemy(game, "possessor"), "damage": 7, "left": 0}]
    assert "enemy.defeated" in told.names
    assert held(game) == ["bedroll"]
    assert game.energy == 10


@pytest.mark.rule("tin-helm", "trapping.axe-throw")
def test_a_throw_stands_in_for_one_attack_and_can_be_made_once() -> None:
    game = given("merfolk-marauder", level=5)
    told = when(game, meet, enemy(game, "wraith"), dice=[2, 1, 3, 1], answers=attack("throw-axe"))
    assert game.enemy_health == 10 - 3
    assert game.health == 12 - 3
    assert told.names.count("enemy.rolls") == 1
    assert told.asked == "combat.attack"
    assert told.offered == ["plain-strike", "spend-1", "spend-2", "spend-3"]


@pytest.mark.rule("tin-helm", "trapping.axe-throw")
@pytest.mark.parametrize("extra", ["dagger", "mace", "none"])
@pytest.mark.parametrize("dice", [[3, 1], [2, 2]])
def test_neither_dagger_nor_mace_nor_sword_helps_a_throw(extra: str, dice: list[int]) -> None:
    game = given("human-marauder", extra=extra, loot=["sword"], first_card=True, level=5)
    when(game, meet, enemy(game, "wraith"), dice=[*dice, *MISS], answers=attack("throw-axe"))
    assert game.enemy_health == 10 - 4


@pytest.mark.rule("tin-helm", "trapping.axe-throw")
def test_the_axe_may_be_thrown_without_energy() -> None:
    game = given("merfolk-marauder", energy=0)
    assert when(game, meet, enemy(game, "wraith")).offered == ["plain-strike", "throw-axe"]


@pytest.mark.rule("tin-helm", "trapping.axe-throw")
def test_the_axe_is_thrown_in_combat_only() -> None:
    game = given("merfolk-marauder")
    stack(game, "chasm", "kitchen")
    assert when(game, explore).offered == ["resolve", "skip"]
    assert when(game, camp).offered == ["rest", "forage", "neither"]


# ---- Books and Bedroll ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "trapping.books")
def test_books_bring_one_more_energy_for_resting() -> None:
    game = given("gnome-alchemist", without=["potion"], health=6, energy=7, food=1)
    when(game, camp, answers=[("camp.choice", "both")])
    assert (game.health, game.energy, game.food) == (8, 9, 2)


@pytest.mark.rule("tin-helm", "trapping.books")
def test_books_bring_nothing_for_foraging_alone() -> None:
    game = given("gnome-alchemist", without=["potion"], health=6, energy=7, food=1)
    when(game, camp, answers=[("camp.choice", "forage")])
    assert (game.health, game.energy, game.food) == (6, 7, 2)


@pytest.mark.rule("tin-helm", "trapping.bedroll")
def test_the_bedroll_brings_one_more_health_for_resting() -> None:
    game = given("merfolk-marauder", health=5, energy=5, food=0)
    when(game, camp, answers=[("camp.choice", "rest")])
    assert (game.health, game.energy, game.food) == (8, 6, 0)


@pytest.mark.rule("tin-helm", "trapping.bedroll")
def test_the_bedroll_brings_nothing_for_foraging() -> None:
    game = given("merfolk-marauder", health=5, energy=5, food=0)
    when(game, camp, answers=[("camp.choice", "forage")])
    assert (game.health, game.energy, game.food) == (5, 5, 1)


@pytest.mark.rule("tin-helm", "trapping.books", "trapping.bedroll")
def test_without_books_or_bedroll_a_rest_brings_two_health_and_one_energy() -> None:
    game = given("gnome-footpad", health=5, energy=5)
    when(game, camp, answers=[("camp.choice", "rest")])
    assert (game.health, game.energy) == (7, 6)


# ---- Dagger and Mace ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "trapping.dagger")
def test_the_dagger_helps_in_a_room_you_chose_to_resolve() -> None:
    game = given("gnome-footpad", level=5)
    stack(game, "chasm", "quarters")
    answers = [("room.choice", "resolve"), *attack("spend-1")]
    told = when(game, explore, dice=[5, 2, *MISS], answers=answers)
    assert told.figures("hero.hits") == [{"enemy": enemy(game, "wraith"), "damage": 3 + 2 + 1, "left": 4}]


@pytest.mark.rule("tin-helm", "trapping.dagger")
def test_the_dagger_does_not_help_in_a_room_you_skipped_into() -> None:
    game = given("gnome-footpad", level=5)
    stack(game, "quarters", "chasm")
    told = when(game, explore, dice=[5, 2, *MISS], answers=[("room.choice", "skip"), *attack("spend-1")])
    assert told.figures("hero.hits") == [{"enemy": enemy(game, "wraith"), "damage": 3 + 2, "left": 5}]


@pytest.mark.rule("tin-helm", "trapping.dagger")
def test_a_double_misses_with_the_dagger_too() -> None:
    game = given("gnome-footpad")
    stack(game, "chasm", "quarters")
    answers = [("room.choice", "resolve"), *attack("spend-1")]
    told = when(game, explore, dice=[4, 4, *MISS], answers=answers)
    assert "hero.misses" in told.names
    assert game.enemy_health == 6


@pytest.mark.rule("tin-helm", "trapping.dagger")
def test_the_dagger_helps_in_every_combat_of_a_resolved_room() -> None:
    game = given("gnome-footpad")
    stack(game, "catacombs", "chasm")
    answers = [("room.choice", "resolve"), *attack("spend-2", "spend-1")]
    told = when(game, explore, dice=[5, 4, 5, 2], answers=answers)
    assert told.figures("hero.hits") == [
        {"enemy": enemy(game, "wraith"), "damage": 1 + 5 + 1, "left": 0},
        {"enemy": enemy(game, "skelepede"), "damage": 3 + 2 + 1 - 1, "left": 0},
    ]


@pytest.mark.rule("tin-helm", "trapping.dagger")
def test_the_dagger_helps_in_a_later_room_that_is_resolved_after_one_that_was_skipped() -> None:
    game = given("gnome-footpad")
    stack(game, "quarters", "chasm", "kitchen", "stash")
    when(game, explore, dice=[5, 1], answers=[("room.choice", "skip"), *attack("spend-1")])
    answers = [("room.choice", "resolve"), *attack("spend-1")]
    told = when(game, explore, dice=[2, 1], answers=answers)
    assert told.figures("hero.hits") == [{"enemy": enemy(game, "dark-rats"), "damage": 1 + 2 + 1, "left": 0}]


@pytest.mark.rule("tin-helm", "trapping.mace")
@pytest.mark.parametrize(
    ("foe", "damage"), [("wraith", 5), ("doom-skull", 5), ("skelepede", 5 - 1), ("dark-rats", 4), ("speyeder", 4)]
)
def test_the_mace_helps_against_the_undead_only(foe: str, damage: int) -> None:
    game = given("gnome-parson", without=["scroll"], level=5)
    opening = MISS if foe == "doom-skull" else []
    told = when(game, meet, enemy(game, foe), dice=[*opening, 4, 3, 2, 1], answers=attack("spend-1"))
    assert told.figures("hero.hits")[0]["damage"] == damage


@pytest.mark.rule("tin-helm", "trapping.mace")
def test_a_double_misses_the_undead_with_the_mace_too() -> None:
    game = given("gnome-parson", without=["scroll"])
    told = when(game, meet, enemy(game, "wraith"), dice=[4, 4, *MISS], answers=attack("spend-1"))
    assert "hero.misses" in told.names
    assert game.enemy_health == 6


# ---- Potion ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "trapping.potion")
def test_the_potion_can_be_drunk_in_combat_and_your_attack_is_still_to_come() -> None:
    game = given("gnome-alchemist", health=5, energy=5)
    answers = [("encounter.response", "fight"), ("combat.attack", "drink-potion")]
    told = when(game, meet, enemy(game, "wraith"), answers=answers)
    assert (game.health, game.energy) == (7, 7)
    assert held(game) == ["books"]
    assert told.asked == "combat.attack"
    assert told.offered == ["plain-strike", "spend-1", "spend-2", "spend-3"]


@pytest.mark.rule("tin-helm", "trapping.potion")
def test_the_potion_can_be_drunk_out_of_combat_and_need_not_be() -> None:
    game = given("gnome-alchemist", health=5, energy=5)
    kitchen = game.content.rooms[room(game, "kitchen")]
    when(game, spring_trap, kitchen, answers=[("anytime.use", "nothing")])
    assert (game.health, game.energy) == (3, 5)
    assert held(game) == ["books", "potion"]
    when(game, spring_trap, kitchen, answers=[("anytime.use", "drink-potion")])
    assert (game.health, game.energy) == (3 + 2 - 2, 7)
    assert held(game) == ["books"]


@pytest.mark.rule("tin-helm", "trapping.potion")
def test_drinking_the_potion_leaves_the_one_you_found() -> None:
    game = given("gnome-alchemist", loot=["potion"], health=2, energy=2)
    told = when(game, camp, answers=[("camp.choice", "drink-potion")])
    assert (game.health, game.energy) == (4, 4)
    assert told.offered == ["both", "rest", "forage", "neither", "drink-found-potion"]


# ---- Scroll ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "trapping.scroll")
@pytest.mark.parametrize("foe", UNDEAD)
def test_the_scroll_vanquishes_the_undead_on_meeting_them_without_favor_and_is_gone(foe: str) -> None:
    game = given("gnome-parson", favor=2)
    told = when(game, meet, enemy(game, foe), answers=[("encounter.response", "use-scroll")])
    assert told.names == ["enemy.met", "enemy.avoided"]
    assert told.asked == ""
    assert (game.health, game.favor) == (10, 2)
    assert held(game) == ["mace"]


@pytest.mark.rule("tin-helm", "trapping.scroll")
@pytest.mark.parametrize("foe", LIVING)
def test_the_scroll_is_not_offered_against_the_living(foe: str) -> None:
    game = given("gnome-parson", loot=["wedge"])
    told = when(game, meet, enemy(game, foe))
    assert told.asked == "encounter.response"
    assert told.offered == ["fight", "use-wedge"]


@pytest.mark.rule("tin-helm", "trapping.scroll")
def test_the_scroll_may_be_saved_and_works_once() -> None:
    game = given("gnome-parson")
    told = when(
        game, meet, enemy(game, "wraith"), dice=[6, 1], answers=[("encounter.response", "fight"), *attack("spend-3")]
    )
    assert "enemy.defeated" in told.names
    assert held(game) == ["mace", "scroll"]
    when(game, meet, enemy(game, "wraith"), answers=[("encounter.response", "use-scroll")])
    assert when(game, meet, enemy(game, "wraith")).asked == "combat.attack"


# ---- Toolkit --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "trapping.toolkit")
@pytest.mark.parametrize(("die", "damage"), [(1, 4), (2, 2), (3, 2), (4, 0), (5, 0), (6, 0)])
@pytest.mark.parametrize(("results", "track"), [("kitchen", "health"), ("chasm", "energy")])
def test_the_toolkit_doubles_keeps_or_disarms_a_trap_by_the_die(
    results: str, track: str, die: int, damage: int
) -> None:
    game = given("gnome-footpad")
    before = {"health": 9, "energy": 12}
    when(game, spring_trap, game.content.rooms[room(game, results)], dice=[die], answers=[("trap.disarm", "disarm")])
    assert {"health": game.health, "energy": game.energy} == {**before, track: before[track] - damage}
    assert held(game) == ["dagger", "toolkit"]


@pytest.mark.rule("tin-helm", "trapping.toolkit")
def test_the_toolkit_need_not_be_tried_and_then_nothing_is_rolled() -> None:
    game = given("gnome-footpad")
    when(game, spring_trap, game.content.rooms[room(game, "kitchen")], answers=[("trap.disarm", "take-damage")])
    assert game.health == 9 - 2


@pytest.mark.rule("tin-helm", "trapping.toolkit")
@pytest.mark.parametrize("results", ["clearing", "stash"])
def test_the_toolkit_is_not_offered_for_a_trap_of_nothing(results: str) -> None:
    game = given("gnome-footpad")
    told = when(game, spring_trap, game.content.rooms[room(game, results)])
    assert told.asked == ""
    assert (game.health, game.energy) == (9, 12)


@pytest.mark.rule("tin-helm", "trapping.toolkit")
def test_a_double_trap_can_kill() -> None:
    game = given("gnome-footpad", health=4)
    told = when(
        game, spring_trap, game.content.rooms[room(game, "kitchen")], dice=[1], answers=[("trap.disarm", "disarm")]
    )
    assert told.ended
    assert game.health == 0


@pytest.mark.rule("tin-helm", "trapping.toolkit")
@pytest.mark.parametrize(("results", "text"), [("kitchen", "2 health"), ("sewers", "1 energy")])
def test_the_trap_is_seen_before_you_decide_to_try(results: str, text: str) -> None:
    game = given("gnome-footpad")
    stack(game, "statue", results)
    told = when(game, explore, answers=[("room.choice", "resolve")])
    assert told.asked == "trap.disarm"
    assert told.offered == ["disarm", "take-damage"]
    assert TIN_HELM.facts(game)["trap"] == text


@pytest.mark.rule("tin-helm", "trapping.toolkit")
def test_without_the_toolkit_a_trap_is_taken_as_it_is() -> None:
    game = given("gnome-parson")
    told = when(game, spring_trap, game.content.rooms[room(game, "kitchen")])
    assert told.asked == ""
    assert game.health == 10 - 2
