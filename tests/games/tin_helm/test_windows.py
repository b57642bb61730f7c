"""Cards that may be used at any time (chapter 5 of the ledger): when, when not, and where they go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from tests.games.tin_helm.board import enemy, given, held, loot_card, room, trapping, when
from undercroft.games.tin_helm.cards import FIND_CARD
from undercroft.games.tin_helm.combat import meet
from undercroft.games.tin_helm.places import cross_labyrinth, reach_water, search_grove, spring_trap
from undercroft.games.tin_helm.turns import descend, eat, explore

RESOLVE = ("room.choice", "resolve")
NOT_NOW = ("anytime.use", "nothing")
FIGHT = ("encounter.response", "fight")
DRINK = "drink-found-potion"


@dataclass
class Moment:
    """A moment at which a card may be used: how to get there, and the question's own options."""

    cards: Sequence[str]
    answers: Sequence[tuple[str, str]]
    asked: str
    own: Sequence[str]
    rule: Callable[..., Any] = explore
    dice: Sequence[int] = ()
    dice_without: Sequence[int] = ()  # what falls if no window opens on the way or there


WINDOW = ("anytime.use", ["nothing"])
MOMENTS = {
    "before the choice": Moment(["stash"], [], "room.choice", ["resolve", "skip"]),
    "before a trap": Moment(["statue", "kitchen"], [RESOLVE], *WINDOW),
    "before an energy trap": Moment(["statue", "chasm"], [RESOLVE], *WINDOW),
    "before a trap of nothing": Moment(["statue", "clearing"], [RESOLVE], *WINDOW),
    "before loot": Moment(["stash", "quarters"], [RESOLVE], *WINDOW),
    "before empty loot": Moment(["stash", "chasm"], [RESOLVE], *WINDOW),
    "before a shard": Moment(["statue", "stash"], [RESOLVE, NOT_NOW], *WINDOW),
    "before a campsite": Moment(
        ["sewers", "clearing"], [RESOLVE, NOT_NOW], "camp.choice", ["both", "rest", "forage", "neither"]
    ),
    "before fishing": Moment(
        ["waterfall", "stash"], [RESOLVE, ("place.altar", "decline")], "water.fish", ["fish", "decline"]
    ),
    "at an altar": Moment(["waterfall", "stash"], [RESOLVE], "place.altar", ["own-step", "decline"]),
    "at a grove": Moment(["waterfall", "corridor"], [RESOLVE], "place.grove", ["search", "decline"]),
    "at a Pigman": Moment(["waterfall", "quarters"], [RESOLVE], "place.pigman", ["blessing", "neither"]),
    "before a shrine": Moment(["waterfall", "clearing"], [RESOLVE], *WINDOW),
    "before paying at a labyrinth": Moment(["waterfall", "kitchen"], [RESOLVE], *WINDOW),
    "on meeting an enemy": Moment(["chasm", "stash"], [RESOLVE], "encounter.response", ["fight"]),
    "on meeting a Mimic": Moment(["stash", "sanctum"], [RESOLVE], "encounter.response", ["fight"]),
    "before an attack": Moment(
        ["chasm", "stash"], [RESOLVE, FIGHT], "combat.attack", ["plain-strike", "spend-1", "spend-2", "spend-3"]
    ),
    "before the enemy's attack": Moment(
        ["chasm", "stash"], [RESOLVE, FIGHT, ("combat.attack", "plain-strike")], *WINDOW, dice_without=[2, 2]
    ),
    "before the second attack": Moment(
        ["chasm", "corridor"],
        [RESOLVE, FIGHT, ("combat.attack", "plain-strike"), NOT_NOW],
        "combat.attack",
        ["plain-strike", "spend-1", "spend-2", "spend-3"],
        dice=[2, 2],
        dice_without=[2, 2],
    ),
    "at the end of a level": Moment([], [], *WINDOW, rule=descend),
}


@pytest.mark.rule("tin-helm", "window.any-time")
@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize(("card", "use"), [("potion", "drink-found-potion"), ("turnip", "eat-turnip")])
def test_there_is_a_window(name: str, card: str, use: str) -> None:
    moment = MOMENTS[name]
    game = given("gnome-parson", loot=[card])
    told = when(game, moment.rule, cards=moment.cards, dice=moment.dice, answers=moment.answers)
    assert told.asked == moment.asked
    own = ["blessing", "trade", "neither"] if (moment.asked, card) == ("place.pigman", "turnip") else moment.own
    assert told.offered == [*own, use]


@pytest.mark.rule("tin-helm", "window.any-time")
@pytest.mark.parametrize("name", MOMENTS)
def test_there_is_no_window_without_such_a_card(name: str) -> None:
    moment = MOMENTS[name]
    game = given("gnome-parson", loot=["shield", "sword", "symbol"], without=["scroll"])
    answers = [answer for answer in moment.answers if answer not in (NOT_NOW, FIGHT)]
    told = when(game, moment.rule, cards=moment.cards, dice=moment.dice_without, answers=answers)
    assert told.asked not in ("anytime.use", "encounter.response")
    assert not {"drink-potion", "drink-found-potion", "eat-turnip"} & set(told.offered)


@pytest.mark.rule("tin-helm", "window.any-time")
def test_a_potion_is_drunk_before_a_doom_skulls_first_attack() -> None:
    game = given("kroling-alchemist", health=3)
    answers = [FIGHT, ("anytime.use", "drink-potion")]
    told = when(game, meet, enemy(game, "doom-skull"), dice=[4, 4], answers=answers)
    assert told.names[:3] == ["enemy.met", "card.used", "enemy.rolls"]
    assert (game.health, held(game)) == (5, ["books"])


@pytest.mark.rule("tin-helm", "window.any-time")
def test_without_a_potion_a_doom_skull_attacks_at_once() -> None:
    game = given("kroling-alchemist", without=["potion"], health=3)
    told = when(game, meet, enemy(game, "doom-skull"), dice=[4, 4])
    assert told.names == ["enemy.met", "enemy.rolls"]
    assert told.asked == "combat.enemy-dice"


@pytest.mark.rule("tin-helm", "window.any-time")
def test_after_a_use_the_same_question_is_asked_again() -> None:
    game = given("kroling-alchemist", loot=["potion", "turnip"], health=2, energy=2)
    told = when(
        game,
        explore,
        cards=["stash"],
        answers=[("room.choice", "drink-potion"), ("room.choice", "eat-turnip"), ("room.choice", DRINK)],
    )
    assert told.names == ["room.seen", "card.used", "card.used", "card.used"]
    assert (told.asked, told.offered) == ("room.choice", ["resolve", "skip"])
    assert (game.health, game.energy, held(game)) == (6, 9, ["books"])


@pytest.mark.rule("tin-helm", "window.any-time")
def test_energy_gained_in_the_window_can_be_spent_in_the_attack() -> None:
    game = given("gnome-parson", loot=["turnip"], energy=0)
    answers = [FIGHT, ("combat.attack", "eat-turnip")]
    told = when(game, meet, enemy(game, "speyeder"), answers=answers)
    assert told.offered == ["plain-strike", "spend-1", "spend-2", "spend-3"]


@pytest.mark.rule("tin-helm", "window.any-time")
def test_nothing_is_used_between_the_own_roll_and_its_effect() -> None:
    game = given("kroling-alchemist", loot=["potion", "turnip"])
    told = when(game, meet, enemy(game, "speyeder"), dice=[3, 3], answers=[FIGHT, ("combat.attack", "spend-1")])
    assert (told.asked, told.offered) == ("combat.own-dice", ["keep", "flip-first", "flip-second"])


@pytest.mark.rule("tin-helm", "window.any-time")
def test_nothing_is_used_between_the_enemys_roll_and_its_effect() -> None:
    game = given("kroling-alchemist", loot=["potion", "turnip"])
    answers = [FIGHT, ("combat.attack", "plain-strike"), NOT_NOW]
    told = when(game, meet, enemy(game, "speyeder"), dice=[3, 1], answers=answers)
    assert (told.asked, told.offered) == ("combat.enemy-dice", ["keep", "flip-first", "flip-second"])


@pytest.mark.rule("tin-helm", "window.any-time")
def test_nothing_is_used_between_an_axe_throw_or_reroll_and_its_effect() -> None:
    game = given("kroling-marauder", loot=["potion", "turnip"])
    told = when(game, meet, enemy(game, "speyeder"), dice=[3, 1], answers=[FIGHT, ("combat.attack", "throw-axe")])
    assert (told.asked, told.offered) == ("combat.axe-throw-dice", ["keep", "flip-first", "flip-second"])
    game = given("human-marauder", loot=["potion", "turnip"])
    told = when(game, meet, enemy(game, "speyeder"), dice=[3, 3], answers=[FIGHT, ("combat.attack", "spend-1")])
    assert (told.asked, told.offered) == ("combat.own-dice", ["keep", "reroll"])


@pytest.mark.rule("tin-helm", "window.any-time")
def test_nothing_is_used_between_a_roll_outside_combat_and_its_effect() -> None:
    game = given("gnome-footpad", loot=["potion", "turnip", "gill-net"], health=9, energy=5, food=0)
    told = when(
        game, spring_trap, game.content.rooms[room(game, "kitchen")], dice=[1], answers=[("trap.disarm", "disarm")]
    )
    assert (told.names, told.asked) == (["trap.roll", "trap.health"], "")
    told = when(game, reach_water, dice=[5, 6, 1], answers=[("water.fish", "fish-with-net")])
    assert (told.names, told.asked) == (["water.roll"] * 3 + ["water.caught"], "")
    told = when(game, search_grove, dice=[1], answers=[("place.grove", "search")])
    assert (told.names, told.asked) == (["grove.roll", "grove.lost"], "")


# ---- death ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "window.not-after-death")
def test_no_potion_answers_a_deadly_blow() -> None:
    game = given("gnome-alchemist", health=2)
    answers = [FIGHT, ("combat.attack", "plain-strike"), NOT_NOW]
    told = when(game, meet, enemy(game, "speyeder"), dice=[4, 2], answers=answers)
    assert told.names[-2:] == ["enemy.hits", "end.slain"]
    assert (told.ended, told.asked, game.health, held(game)) == (True, "", 0, ["books", "potion"])


@pytest.mark.rule("tin-helm", "window.not-after-death")
def test_no_potion_answers_a_deadly_trap() -> None:
    game = given("gnome-alchemist", health=2)
    told = when(game, explore, cards=["sewers", "kitchen"], answers=[RESOLVE, NOT_NOW])
    assert told.names[-2:] == ["trap.health", "end.trapped"]
    assert (told.ended, told.asked, held(game)) == (True, "", ["books", "potion"])


@pytest.mark.rule("tin-helm", "window.not-after-death")
def test_no_potion_answers_a_deadly_labyrinth() -> None:
    game = given("gnome-alchemist", health=3, energy=0, food=0)
    told = when(game, cross_labyrinth, answers=[NOT_NOW])
    assert told.names == ["labyrinth.health", "end.lost-in-labyrinth"]
    assert (told.ended, told.asked, held(game)) == (True, "", ["books", "potion"])


@pytest.mark.rule("tin-helm", "window.not-after-death")
def test_no_potion_answers_deadly_hunger() -> None:
    game = given("gnome-alchemist", health=3, food=0)
    told = when(game, eat, answers=[NOT_NOW])
    assert told.names == ["level.hunger", "end.starved"]
    assert (told.ended, told.asked, held(game)) == (True, "", ["books", "potion"])


# ---- where used cards go --------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "window.discarded-loot-returns")
def test_a_potion_drunk_on_level_1_is_found_again_on_level_2() -> None:
    game = given("kroling-parson", loot=["potion"], food=1)
    when(game, explore, cards=["stash", "chasm"], answers=[("room.choice", DRINK), RESOLVE])
    assert held(game) == ["mace", "scroll"]
    when(game, descend)
    assert game.level == 2
    told = when(game, explore, cards=["stash", "catacombs"], answers=[RESOLVE])
    assert told.names[-1] == "loot.taken"
    assert loot_card(game, "potion") in game.kit.held


@pytest.mark.rule("tin-helm", "window.discarded-loot-returns")
@pytest.mark.parametrize(
    ("loot", "results"),
    [("turnip", "corridor"), ("wedge", "kitchen"), ("shield", "quarters"), ("potion", "catacombs")],
)
def test_loot_used_up_or_broken_is_found_again(loot: str, results: str) -> None:
    game = given("gnome-parson", loot=[loot], without=["scroll"])
    if loot == "turnip":
        when(game, explore, cards=["stash", "chasm"], answers=[("room.choice", "eat-turnip"), RESOLVE])
    elif loot == "potion":
        when(game, explore, cards=["stash", "chasm"], answers=[("room.choice", DRINK), RESOLVE])
    elif loot == "wedge":
        when(game, meet, enemy(game, "mimic"), answers=[("encounter.response", "use-wedge")])
    else:
        when(game, meet, enemy(game, "wraith"), dice=[6, 1], answers=[("combat.attack", "plain-strike")])
    assert held(game) == ["mace"]
    told = when(game, explore, cards=["statue", results], answers=[RESOLVE])
    assert told.names[-1] == "loot.taken"
    assert held(game) == ["mace", loot]


@pytest.mark.rule("tin-helm", "window.discarded-loot-returns")
def test_a_trapping_used_up_is_gone_for_good() -> None:
    game = given("kroling-alchemist", food=1)
    when(game, explore, cards=["stash", "chasm"], answers=[("room.choice", "drink-potion"), RESOLVE])
    assert held(game) == ["books"]
    when(game, descend)
    when(game, explore, cards=["stash", "catacombs"], answers=[RESOLVE])
    assert trapping(game, "potion") not in game.kit.held  # what is found is the other Potion
    assert loot_card(game, "potion") in game.kit.held
    finds = [card.loot for card in game.content.rooms if card.loot.kind == FIND_CARD]
    assert not any(game.content.cards[find.index].pair for find in finds)  # nothing finds trappings
