"""Special places (chapter 10 of the ledger): altar, campsite, grove, labyrinth, Pigman, shrine."""

from __future__ import annotations

import pytest

from tests.games.tin_helm.board import given, held, when
from undercroft.games import GAMES
from undercroft.games.tin_helm import content
from undercroft.games.tin_helm.cards import PLACES
from undercroft.games.tin_helm.places import cross_labyrinth, meet_pigman, pray, search_grove, visit
from undercroft.games.tin_helm.turns import explore

BOOK = content.load("book", {})
TABLES = GAMES["tin-helm"].ledger().tables
RESOLVE = ("room.choice", "resolve")
STEPS = [(0, 3, 1, 0), (4, 5, 2, 1), (6, 7, 3, 2), (8, 9, 4, 3)]  # favor from, to; health, energy

# ---- altar ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "place.altar")
def test_the_altar_has_these_steps() -> None:
    steps = [(step.favor, step.health, step.energy, step.top) for step in BOOK.altar]
    assert steps == [*[(least, health, energy, False) for least, _, health, energy in STEPS], (10, 0, 0, True)]
    rows = [(row["favor_min"], row["favor_max"], row["health"], row["energy"]) for row in TABLES["altar_step"][:-1]]
    assert rows == STEPS
    assert TABLES["altar_step"][-1]["choice"] == ["shard", "full_health"]


@pytest.mark.rule("tin-helm", "place.altar")
@pytest.mark.parametrize(
    ("favor", "health", "energy"),
    [(favor, step[2], step[3]) for step in STEPS for favor in range(step[0], step[1] + 1)],
)
def test_favor_gives_its_own_step_and_is_not_spent(favor: int, health: int, energy: int) -> None:
    game = given(health=3, energy=3, favor=favor)
    assert when(game, pray).offered == ["own-step", "decline"]  # and no lower one
    when(game, pray, answers=[("place.altar", "own-step")])
    assert (game.health, game.energy, game.favor, game.shards) == (3 + health, 3 + energy, favor, 0)


@pytest.mark.rule("tin-helm", "place.altar")
@pytest.mark.parametrize("favor", range(10, 16))
def test_ten_favor_give_a_shard_or_full_health(favor: int) -> None:
    game = given("kroling-parson", health=3, energy=3, favor=favor)
    assert when(game, pray).offered == ["shard", "full-health", "decline"]
    when(game, pray, answers=[("place.altar", "full-health")])
    assert (game.health, game.energy, game.favor, game.shards) == (12, 3, favor, 0)  # 12 is the starting health
    when(game, pray, answers=[("place.altar", "shard")])
    assert (game.health, game.favor, game.shards) == (12, favor, 1)


@pytest.mark.rule("tin-helm", "place.altar")
def test_a_second_altar_gives_again() -> None:
    game = given(favor=10)
    first = [RESOLVE, ("place.altar", "shard"), ("camp.choice", "neither")]
    when(game, explore, cards=["clearing", "stash"], answers=first)
    told = when(game, explore, cards=["corridor", "waterfall"], answers=[RESOLVE])
    assert (told.asked, told.offered) == ("place.altar", ["shard", "full-health", "decline"])
    when(game, pray, answers=[("place.altar", "shard")])
    assert (game.shards, game.favor) == (2, 10)


@pytest.mark.rule("tin-helm", "place.altar")
@pytest.mark.parametrize("favor", [0, 5, 9, 10, 15])
def test_an_altar_may_be_passed_by(favor: int) -> None:
    game = given(health=3, energy=3, favor=favor)
    before = game.figures()
    told = when(game, pray, answers=[("place.altar", "decline")])
    assert (told.names, game.figures()) == ([], before)


@pytest.mark.rule("tin-helm", "place.altar")
def test_a_blessing_stops_at_the_starting_values() -> None:
    game = given("kroling-parson", health=11, energy=10, favor=9)
    when(game, pray, answers=[("place.altar", "own-step")])
    assert (game.health, game.energy) == (12, 11)


# ---- campsite -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "place.campsite")
@pytest.mark.parametrize(
    ("hero", "choice", "figures"),
    [
        ("kroling-parson", "rest", (7, 6, 0)),
        ("kroling-parson", "forage", (5, 5, 1)),
        ("kroling-parson", "neither", (5, 5, 0)),
        ("kroling-alchemist", "rest", (7, 7, 0)),  # Books
        ("kroling-alchemist", "forage", (5, 5, 1)),
        ("kroling-marauder", "rest", (8, 6, 0)),  # Bedroll
        ("kroling-marauder", "forage", (5, 5, 1)),
        ("gnome-alchemist", "both", (7, 7, 1)),
        ("gnome-parson", "both", (7, 6, 1)),
    ],
)
def test_a_campsite_found_by_chance_is_like_one_of_the_icon(
    hero: str, choice: str, figures: tuple[int, int, int]
) -> None:
    without = ["potion"] if hero.endswith("alchemist") else []
    by_chance = given(
        hero, changes={"room.chasm.random": "place.campsite"}, without=without, health=5, energy=5, food=0
    )
    told = when(by_chance, explore, cards=["waterfall", "chasm"], answers=[RESOLVE, ("camp.choice", choice)])
    assert told.asked == "water.fish"
    assert (by_chance.health, by_chance.energy, by_chance.food) == figures
    by_icon = given(hero, without=without, health=5, energy=5, food=0)
    when(by_icon, visit, PLACES.index("campsite"), answers=[("camp.choice", choice)])
    assert by_icon.figures() == by_chance.figures()


# ---- grove ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "place.grove")
@pytest.mark.parametrize(("die", "energy", "food"), [(1, -1, 0), (2, 0, 0), (3, 0, 1), (4, 0, 1), (5, 0, 2), (6, 0, 2)])
def test_a_grove_by_the_die(die: int, energy: int, food: int) -> None:
    game = given(health=5, energy=5, food=1)
    told = when(game, search_grove, dice=[die], answers=[("place.grove", "search")])
    assert told.asked == ""
    assert (game.health, game.energy, game.food) == (5, 5 + energy, 1 + food)


@pytest.mark.rule("tin-helm", "place.grove")
def test_a_grove_takes_no_energy_from_who_has_none() -> None:
    game = given(health=5, energy=0, food=1)
    before = game.figures()
    when(game, search_grove, dice=[1], answers=[("place.grove", "search")])
    assert game.figures() == before


@pytest.mark.rule("tin-helm", "place.grove")
def test_mushrooms_beyond_the_fifth_food_are_left() -> None:
    game = given(food=4)
    when(game, search_grove, dice=[5], answers=[("place.grove", "search")])
    assert game.food == 5


@pytest.mark.rule("tin-helm", "place.grove")
def test_passing_a_grove_costs_nothing() -> None:
    game = given()
    before = game.figures()
    told = when(game, search_grove, answers=[("place.grove", "decline")])
    assert (told.names, game.figures()) == ([], before)


# ---- labyrinth ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "place.labyrinth-food")
@pytest.mark.parametrize("food", [1, 2, 5])
def test_with_food_a_labyrinth_costs_a_food_and_asks_nothing(food: int) -> None:
    game = given(food=food, energy=9, health=5)
    told = when(game, cross_labyrinth)
    assert (told.names, told.asked) == (["labyrinth.food"], "")
    assert (game.food, game.energy, game.health) == (food - 1, 9, 5)


@pytest.mark.rule("tin-helm", "place.labyrinth-energy")
@pytest.mark.parametrize("energy", [2, 3, 9])
def test_without_food_a_labyrinth_costs_two_energy(energy: int) -> None:
    game = given(food=0, energy=energy, health=5)
    told = when(game, cross_labyrinth)
    assert (told.names, told.asked) == (["labyrinth.energy"], "")
    assert (game.food, game.energy, game.health) == (0, energy - 2, 5)


@pytest.mark.rule("tin-helm", "place.labyrinth-health")
@pytest.mark.parametrize("energy", [0, 1])
def test_with_neither_a_labyrinth_costs_three_health_and_the_energy_is_kept(energy: int) -> None:
    game = given(food=0, energy=energy, health=5)
    told = when(game, cross_labyrinth)
    assert (told.names, told.asked) == (["labyrinth.health"], "")
    assert (game.food, game.energy, game.health) == (0, energy, 2)


@pytest.mark.rule("tin-helm", "place.labyrinth-health")
@pytest.mark.parametrize("health", [1, 2, 3])
def test_a_labyrinth_can_kill(health: int) -> None:
    game = given(food=0, energy=1, health=health)
    told = when(game, cross_labyrinth)
    outcome = game.outcome()
    assert outcome is not None
    assert (told.ended, outcome.won, outcome.end, game.health) == (True, False, "lost-in-labyrinth", 0)


@pytest.mark.rule("tin-helm", "place.labyrinth-health")
def test_a_potion_or_a_turnip_may_save_from_a_labyrinth() -> None:
    game = given(loot=["potion"], food=0, energy=0, health=3)
    told = when(game, cross_labyrinth, answers=[("anytime.use", "drink-found-potion")])
    assert told.names == ["card.used", "labyrinth.energy"]
    assert (game.energy, game.health) == (0, 5)
    game = given(loot=["turnip"], food=0, energy=0, health=3)
    told = when(game, cross_labyrinth, answers=[("anytime.use", "eat-turnip")])
    assert told.names == ["card.used", "labyrinth.energy"]
    assert (game.energy, game.health) == (1, 3)


# ---- Pigman ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "place.pigman")
def test_without_a_turnip_a_pigman_blesses_or_does_not() -> None:
    game = given(favor=4)
    assert when(game, meet_pigman).offered == ["blessing", "neither"]
    when(game, meet_pigman, answers=[("place.pigman", "neither")])
    assert game.favor == 4
    when(game, meet_pigman, answers=[("place.pigman", "blessing")])
    assert (game.favor, game.shards) == (5, 0)


@pytest.mark.rule("tin-helm", "place.pigman")
def test_a_pigman_trades_a_shard_for_a_turnip_and_then_does_not_bless() -> None:
    game = given(loot=["turnip"], favor=4)
    assert when(game, meet_pigman).offered[:3] == ["blessing", "trade", "neither"]
    told = when(game, meet_pigman, answers=[("place.pigman", "trade")])
    assert told.asked == ""
    assert (game.favor, game.shards, held(game)) == (4, 1, ["mace", "scroll"])
    game = given(loot=["turnip"], favor=4)
    told = when(game, meet_pigman, answers=[("place.pigman", "blessing")])
    assert told.asked == ""
    assert (game.favor, game.shards, held(game)) == (5, 0, ["mace", "scroll", "turnip"])


@pytest.mark.rule("tin-helm", "place.pigman")
def test_a_turnip_eaten_before_the_pigman_cannot_be_traded() -> None:
    game = given(loot=["turnip"], energy=0)
    told = when(game, meet_pigman, answers=[("place.pigman", "eat-turnip")])
    assert (told.asked, told.offered, game.energy) == ("place.pigman", ["blessing", "neither"], 3)


@pytest.mark.rule("tin-helm", "place.pigman")
def test_a_blessing_at_the_end_of_the_track_is_lost() -> None:
    game = given(favor=15)
    when(game, meet_pigman, answers=[("place.pigman", "blessing")])
    assert game.favor == 15


@pytest.mark.rule("tin-helm", "place.pigman")
def test_a_pigman_does_not_fight() -> None:
    game = given(loot=["ring", "wedge"], favor=4)
    told = when(game, explore, cards=["waterfall", "quarters"], answers=[RESOLVE])
    assert (told.names[-1], told.asked) == ("place.found", "place.pigman")
    assert told.offered == ["blessing", "neither"]
    assert "pigman" not in [card.key for card in game.content.enemies]


# ---- shrine ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "place.shrine")
def test_a_shrine_gives_a_shard() -> None:
    game = given()
    told = when(game, explore, cards=["waterfall", "clearing"], answers=[RESOLVE])
    assert told.names[2:] == ["place.found", "shrine.found", "shard.gained"]
    assert (game.shards, told.asked) == (1, "water.fish")


@pytest.mark.rule("tin-helm", "place.shrine")
def test_a_shrine_with_the_third_shard_wins_before_the_water() -> None:
    game = given(shards=2)
    told = when(game, explore, cards=["waterfall", "clearing"], answers=[RESOLVE])
    assert told.names[2:] == ["place.found", "shrine.found", "shard.gained", "end.won"]
    outcome = game.outcome()
    assert outcome is not None
    assert (told.ended, told.asked, outcome.won) == (True, "", True)
