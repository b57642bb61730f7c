"""The edition `printed`: where the printed game differs from the book, and only there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from tests.games.tin_helm.board import Answers, enemy, given, held, labels, room, stack, when
from tests.games.told import Told
from undercroft.games.tin_helm import content
from undercroft.games.tin_helm.cards import (
    ALTAR_PLACE,
    GROVE_PLACE,
    LABYRINTH_PLACE,
    PIGMAN_PLACE,
    SHRINE_PLACE,
)
from undercroft.games.tin_helm.combat import meet
from undercroft.games.tin_helm.places import camp, find_loot, reach_water, spring_trap, visit
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tin_helm.turns import descend, explore

EATING = ["eat-for-health", "eat-for-energy"]
MISS = [1, 1]


def attack(*ways: str) -> list[tuple[str, str]]:
    """Answers to one question after another of how to attack."""
    return [("combat.attack", way) for way in ways]


def test_only_these_three_records_differ_from_the_book() -> None:
    _, book = content.read(content.DATA, "book", {})
    _, printed = content.read(content.DATA, "printed", {})
    differing = [field.name for field in fields(book) if getattr(book, field.name) != getattr(printed, field.name)]
    assert differing == ["class_", "switches"]
    assert [key for key in book.class_ if book.class_[key] != printed.class_[key]] == ["marauder"]
    assert (book.switches.food_heals, book.switches.net_always_fishes) == (False, False)
    assert (printed.switches.food_heals, printed.switches.net_always_fishes) == (True, True)


# ---- food -----------------------------------------------------------------------------------------------------------


def before_a_room(game: TinHelm, answers: Answers) -> Told:
    stack(game, "stash", "chasm")
    return when(game, explore, answers=answers)


def on_meeting_an_enemy(game: TinHelm, answers: Answers) -> Told:
    return when(game, meet, enemy(game, "wraith"), answers=answers)


def before_your_attack(game: TinHelm, answers: Answers) -> Told:
    return when(game, meet, enemy(game, "wraith"), answers=[("encounter.response", "fight"), *answers])


def before_an_enemys_attack(game: TinHelm, answers: Answers) -> Told:
    begun = [("encounter.response", "fight"), *attack("plain-strike")]
    return when(game, meet, enemy(game, "wraith"), answers=[*begun, *answers], dice=MISS if answers else [])


def before_a_trap(game: TinHelm, answers: Answers) -> Told:
    return when(game, spring_trap, game.content.rooms[room(game, "kitchen")], answers=answers)


def before_loot(game: TinHelm, answers: Answers) -> Told:
    return when(game, find_loot, game.content.rooms[room(game, "statue")], answers=answers)


def at(place: int) -> Callable[[TinHelm, Answers], Told]:
    return lambda game, answers: when(game, visit, place, answers=answers)


def at_a_campsite(game: TinHelm, answers: Answers) -> Told:
    return when(game, camp, answers=answers)


def at_water(game: TinHelm, answers: Answers) -> Told:
    return when(game, reach_water, answers=answers)


def at_the_end_of_a_level(game: TinHelm, answers: Answers) -> Told:
    return when(game, descend, answers=answers)


MOMENTS: dict[str, tuple[str, Callable[[TinHelm, Answers], Told]]] = {
    "before-a-room": ("room.choice", before_a_room),
    "on-meeting-an-enemy": ("encounter.response", on_meeting_an_enemy),
    "before-your-attack": ("combat.attack", before_your_attack),
    "before-an-enemys-attack": ("anytime.use", before_an_enemys_attack),
    "before-a-trap": ("anytime.use", before_a_trap),
    "before-loot": ("anytime.use", before_loot),
    "at-an-altar": ("place.altar", at(ALTAR_PLACE)),
    "at-a-grove": ("place.grove", at(GROVE_PLACE)),
    "in-a-labyrinth": ("anytime.use", at(LABYRINTH_PLACE)),
    "at-a-pigman": ("place.pigman", at(PIGMAN_PLACE)),
    "at-a-shrine": ("anytime.use", at(SHRINE_PLACE)),
    "at-a-campsite": ("camp.choice", at_a_campsite),
    "at-water": ("water.fish", at_water),
    "at-the-end-of-a-level": ("anytime.use", at_the_end_of_a_level),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_food_may_be_eaten_at_any_time_for_health_or_energy(moment: str) -> None:
    asked, come_to = MOMENTS[moment]
    game = given("gnome-parson", edition="printed", without=["scroll"], food=3, health=5, energy=5)
    told = come_to(game, [])
    assert told.asked == asked
    assert told.offered[-2:] == EATING

    for answer, health, energy in (("eat-for-health", 1, 0), ("eat-for-energy", 0, 1)):
        game = given("gnome-parson", edition="printed", without=["scroll"], food=1, health=5, energy=5)
        told = come_to(game, [(asked, answer)])
        assert told.figures("food.eaten") == [{"food": 0, "health": health, "energy": energy}]
        assert game.food == 0
        assert not set(EATING) & set(told.offered)


def test_food_may_be_eaten_where_a_power_or_a_card_asks_its_own_question() -> None:
    game = given("merfolk-footpad", edition="printed", food=1)
    assert when(game, reach_water).offered == ["gain-health", "gain-energy", "neither", *EATING]
    assert before_a_trap(game, []).offered == ["disarm", "take-damage", *EATING]


@pytest.mark.parametrize("moment", MOMENTS)
def test_by_the_book_food_is_never_offered_for_eating(moment: str) -> None:
    asked, come_to = MOMENTS[moment]
    game = given("gnome-parson", edition="book", without=["scroll"], loot=["turnip"], food=3, health=5, energy=5)
    told = come_to(game, [])
    assert told.asked == asked
    assert "eat-turnip" in told.offered
    assert not set(EATING) & set(told.offered)


@pytest.mark.parametrize(("answer", "health", "energy"), [("eat-for-health", 6, 5), ("eat-for-energy", 5, 6)])
def test_a_food_eaten_raises_health_or_energy_by_one(answer: str, health: int, energy: int) -> None:
    game = given("gnome-parson", edition="printed", food=2, health=5, energy=5)
    told = when(game, camp, answers=[("camp.choice", answer), ("camp.choice", "neither")])
    assert (game.health, game.energy, game.food) == (health, energy, 1)
    assert told.asked == ""


def test_food_may_be_eaten_as_long_as_there_is_any() -> None:
    game = given("gnome-parson", edition="printed", food=3, health=5, energy=5)
    meals = [("camp.choice", "eat-for-health"), ("camp.choice", "eat-for-energy"), ("camp.choice", "eat-for-health")]
    told = when(game, camp, answers=meals)
    assert (game.health, game.energy, game.food) == (7, 6, 0)
    assert told.offered == ["both", "rest", "forage", "neither"]


@pytest.mark.parametrize("answer", EATING)
def test_food_lifts_nothing_above_its_cap(answer: str) -> None:
    game = given("gnome-parson", edition="printed", food=2)
    when(game, camp, answers=[("camp.choice", answer)])
    assert (game.health, game.energy, game.food) == (10, 12, 1)


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({}, ["nothing to gain", "nothing to gain"]),
        ({"health": 5}, ["1 health", "nothing to gain"]),
        ({"energy": 5}, ["nothing to gain", "1 energy"]),
        ({"health": 5, "energy": 5}, ["1 health", "1 energy"]),
    ],
)
def test_food_says_what_there_is_room_for(figures: dict[str, Any], said: list[str]) -> None:
    game = given("gnome-parson", edition="printed", food=2, **figures)
    told = before_a_room(game, [])
    assert told.asked == "room.choice"
    label = labels(game, told)
    assert [label[option] for option in EATING] == [
        f"Eat 1 food for health: {said[0]}",
        f"Eat 1 food for energy: {said[1]}",
    ]


def test_without_food_no_window_opens() -> None:
    game = given("gnome-parson", edition="printed", food=0)
    told = before_a_trap(game, [])
    assert told.asked == ""
    assert game.health == 10 - 2


def test_food_eaten_on_the_stairs_is_missing_at_the_meal() -> None:
    game = given("gnome-parson", edition="printed", food=1, health=4)
    told = when(game, descend, answers=[("anytime.use", "eat-for-health")])
    assert "level.hunger" in told.names
    assert (game.health, game.food, game.level) == (4 + 1 - 3, 0, 2)


@pytest.mark.parametrize(
    ("answers", "dice", "asked"),
    [
        (attack("spend-1"), [3, 3], "combat.own-dice"),
        (attack("throw-axe"), [3, 3], "combat.axe-throw-dice"),
        ([*attack("plain-strike"), ("anytime.use", "nothing")], [3, 1], "combat.enemy-dice"),
    ],
)
def test_between_a_roll_and_its_effect_nothing_is_eaten(
    answers: list[tuple[str, str]], dice: list[int], asked: str
) -> None:
    game = given("kroling-marauder", edition="printed", food=3, health=5)
    told = when(game, meet, enemy(game, "wraith"), dice=dice, answers=[("encounter.response", "fight"), *answers])
    assert told.asked == asked
    assert not set(EATING) & set(told.offered)


def test_food_does_not_save_from_a_blow_already_taken() -> None:
    game = given("gnome-parson", edition="printed", without=["scroll"], food=3, health=2)
    answers = [("encounter.response", "fight"), *attack("plain-strike"), ("anytime.use", "nothing")]
    told = when(game, meet, enemy(game, "wraith"), dice=[3, 1], answers=answers)
    assert told.ended
    assert (game.health, game.food) == (0, 3)


# ---- the Marauder ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "bonus"), [("printed", (3, 6, 8)), ("book", (1, 5, 8))])
def test_the_marauder_hits_for_three_six_or_eight_more(edition: str, bonus: tuple[int, int, int]) -> None:
    for spent, more in enumerate(bonus, 1):
        game = given("merfolk-marauder", edition=edition, food=0, level=5)
        told = when(game, meet, enemy(game, "wraith"), dice=[3, 2, *MISS], answers=attack(f"spend-{spent}"))
        assert told.figures("hero.hits")[0]["damage"] == 1 + more


# ---- the Gill Net ---------------------------------------------------------------------------------------------------


def test_the_gill_net_fishes_at_every_water_without_being_asked() -> None:
    game = given("gnome-parson", edition="printed", loot=["gill-net"], food=0)
    told = when(game, reach_water, dice=[5, 2, 6])
    assert told.asked == ""
    assert game.food == 2
    assert "gill-net" in held(game)


def test_the_gill_net_fishes_after_the_window_in_which_food_may_be_eaten() -> None:
    game = given("gnome-parson", edition="printed", loot=["gill-net"], food=5, health=5)
    told = when(
        game, reach_water, dice=[5, 2, 6], answers=[("anytime.use", "eat-for-health"), ("anytime.use", "nothing")]
    )
    assert told.asked == ""
    assert (game.health, game.food) == (6, 5)


def test_merfolk_recover_before_the_gill_net_fishes() -> None:
    game = given("merfolk-footpad", edition="printed", loot=["gill-net"], food=0, health=5)
    told = when(game, reach_water, dice=[4, 4, 4], answers=[("water.merfolk", "gain-health")])
    assert told.asked == ""
    assert game.health == 6


def test_without_the_gill_net_fishing_is_a_choice_of_one_die() -> None:
    game = given("gnome-parson", edition="printed", food=0)
    assert when(game, reach_water).offered == ["fish", "decline"]


def test_by_the_book_the_gill_net_is_a_choice() -> None:
    game = given("gnome-parson", edition="book", loot=["gill-net"], food=0)
    told = when(game, reach_water)
    assert told.asked == "water.fish"
    assert told.offered == ["fish", "fish-with-net", "decline"]


# ---- rulings that the book shares -----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["printed", "book"])
def test_favor_never_falls_below_nothing(edition: str) -> None:
    game = given("gnome-footpad", edition=edition, food=0, favor=1)
    when(game, meet, enemy(game, "wraith"), dice=[2, 1, 2, 1], answers=attack("plain-strike", "plain-strike"))
    assert game.favor == 0


@pytest.mark.parametrize("edition", ["printed", "book"])
def test_a_loss_is_scored(edition: str) -> None:
    game = given("gnome-footpad", edition=edition, food=0, favor=4, shards=2, level=3, health=1, energy=6)
    told = when(game, meet, enemy(game, "dark-rats"), dice=[2, 1], answers=attack("plain-strike"))
    assert told.ended
    outcome = game.outcome()
    assert outcome is not None
    assert not outcome.won
    assert outcome.score == 2 * 10 + (0 + 6 + 0) + 2 * 4 - 2 * 3
    assert outcome.rank == ""
