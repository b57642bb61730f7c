"""Raising the dead: the vigil."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import faces, given, hero, in_town, item, kill, load_up, offered, square, when
from undercroft.games.freequest.contests import chances
from undercroft.games.freequest.state import IS_OPEN, FreeQuest

ROWS = ["SSaaaBB", "SSaaaBB"]
ALIVE = [6, 6, 1, 1]  # two successes without gold


def waiting(gold: int = 400, returns: int = 0, players: int = 1) -> FreeQuest:
    """A warrior with gold between quests, and a medic who was brought out dead."""
    game = given(ROWS, heroes={"warrior": (1, 0), "medic": (2, 0)}, players=players)
    kill(game, "medic")
    hero(game, "warrior").savings = gold
    medic = hero(game, "medic")
    medic.awaits_vigil, medic.returns = True, returns
    game.chronicle.standing[0] = IS_OPEN
    return in_town(game)


# ---- who is raised --------------------------------------------------------------------------------------------------


def brought_out(body: str) -> FreeQuest:
    """A quest is complete; the medic's body lies where `body` says."""
    game = given(ROWS, heroes={"warrior": (2, 0), "medic": (3, 1)}, objective={"kind": "reach", "ref": "a"})
    if body == "carried":
        load_up(game, "warrior", "medic")
    else:
        kill(game, "medic").body_at = square(game, (3, 1) if body == "left" else (0, 0))
    when(game, "step-east", "step-west", "step-west", "end-move")
    return in_town(game)


@pytest.mark.rule("freequest", "raise.chance")
@pytest.mark.parametrize(("body", "offer"), [("carried", True), ("on the tile", True), ("left", False)])
def test_only_a_body_that_was_brought_out_may_come_back(body: str, offer: bool) -> None:
    told = when(brought_out(body))
    assert told.asked == ("shop.trade" if offer else "hero.choose")
    assert ("vigil-1" in told.offered) == offer


@pytest.mark.rule("freequest", "raise.chance")
def test_it_is_not_certain() -> None:
    for steps in range(5):
        assert 0 < chances(2 + steps, 2)[0] < 1


# ---- the offering ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "raise.vigil-offering")
@pytest.mark.parametrize(("gold", "steps"), [(1000, 5), (400, 5), (399, 4), (150, 2), (99, 1), (0, 1)])
def test_gold_is_offered_in_hundreds_up_to_four_of_them(gold: int, steps: int) -> None:
    told = when(waiting(gold), "vigil-1")
    assert told.asked == "raise.offering"
    assert told.offered == ["no-vigil", *[f"offer-{step}" for step in range(steps)]]


@pytest.mark.rule("freequest", "raise.vigil-offering")
def test_any_heroes_of_the_party_pay_the_dead_one_too() -> None:
    game = waiting(50)
    hero(game, "medic").savings = 70
    when(game, "vigil-1", "offer-1", dice=[6, 6, 1, 1, 2])
    assert [one.savings for one in game.board.heroes] == [0, 20]


@pytest.mark.rule("freequest", "raise.vigil-offering")
def test_whoever_is_to_pay_must_agree() -> None:
    game = waiting(50, players=2)
    hero(game, "medic").savings = 70
    told = when(game, "vigil-1", "offer-1", "no")
    assert [one.savings for one in game.board.heroes] == [50, 70]
    assert "vigil-1" in told.offered  # another proposal may be made
    when(game, "vigil-1", "offer-1", "yes", dice=[6, 6, 1, 1, 2])
    assert [one.savings for one in game.board.heroes] == [0, 20]


@pytest.mark.rule("freequest", "raise.vigil-offering")
def test_loot_that_came_out_with_the_body_may_be_offered() -> None:
    game = given(ROWS, heroes={"warrior": (2, 0), "medic": (3, 1)}, objective={"kind": "reach", "ref": "a"})
    load_up(game, "warrior", "medic")
    hero(game, "medic").loot = 100
    when(game, "step-east", "step-west", "step-west", "end-move")
    assert "offer-1" in when(in_town(game), "vigil-1").offered


# ---- the contest ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "raise.vigil-contest")
def test_two_dice_and_one_for_each_hundred_against_two() -> None:
    game = waiting()
    told = when(game, "vigil-1", "offer-2", dice=[6, 4, 2, 1, 6, 3])
    assert (faces(told, "raise.vigil"), faces(told, "raise.vigil", "against")) == ([[6, 4, 2, 1]], [[6, 3]])
    assert "raise.marked" in told.names  # one success


@pytest.mark.rule("freequest", "raise.vigil-contest")
@pytest.mark.parametrize("returns", [0, 1, 3])
def test_death_has_one_die_more_for_each_return(returns: int) -> None:
    told = when(waiting(returns=returns), "vigil-1", "offer-0", dice=[6, 6, *[1] * (2 + returns)])
    assert faces(told, "raise.vigil", "against") == [[1] * (2 + returns)]


@pytest.mark.rule("freequest", "raise.vigil-whole")
def test_with_two_successes_the_hero_returns_whole() -> None:
    game = waiting()
    medic = hero(game, "medic")
    medic.health = 0
    told = when(game, "vigil-1", "offer-1", dice=[6, 5, 1, 2, 1])
    assert "raise.whole" in told.names
    assert (medic.dead, medic.health, medic.most_health, medic.returns) == (False, 6, 6, 1)
    assert medic.gear == [item(game, "shortsword")]


@pytest.mark.rule("freequest", "raise.vigil-marked")
@pytest.mark.parametrize(("most", "after"), [(6, 5), (2, 1), (1, 1)])
def test_with_one_success_the_hero_returns_with_one_health_less_for_good(most: int, after: int) -> None:
    game = waiting()
    medic = hero(game, "medic")
    medic.most_health = most
    when(game, "vigil-1", "offer-0", dice=[6, 2, 5, 1])
    assert (medic.dead, medic.health, medic.full, medic.most_health, medic.returns) == (False, after, after, after, 1)


@pytest.mark.rule("freequest", "raise.vigil-lost")
def test_without_success_the_hero_is_lost_and_the_gold_is_spent() -> None:
    game = waiting(400)
    medic = hero(game, "medic")
    told = when(game, "vigil-1", "offer-0", dice=[2, 2, 5, 1])
    assert "raise.lost" in told.names
    assert medic.lost
    assert told.asked == "hero.choose"
    game = waiting(400)
    when(game, "vigil-1", "offer-3", dice=[2, 2, 2, 2, 2, 5, 1])
    assert hero(game, "warrior").savings == 100


@pytest.mark.rule("freequest", "raise.vigil-lost")
def test_the_equipment_of_who_stays_dead_is_shared() -> None:
    game = waiting()
    hero(game, "medic").gear.append(item(game, "helmet"))
    told = when(game, "vigil-1", "offer-0", "hero-4", "to-hero-0", "to-hero-1", dice=[2, 2, 5, 1])
    warrior, fresh = game.board.heroes
    assert (warrior.gear[-1], fresh.gear[-1]) == (item(game, "shortsword"), item(game, "helmet"))
    assert told.asked == "shop.trade"


@pytest.mark.rule("freequest", "raise.once-and-now")
def test_a_body_without_a_vigil_is_buried_before_the_next_quest() -> None:
    game = waiting()
    medic = hero(game, "medic")
    told = when(game, "ready", "hero-4", "to-hero-0")
    assert medic.lost
    assert "raise.lost" in told.names
    assert "vigil-1" not in told.offered
    assert game.board.heroes[1].kind.key == "barbarian"


@pytest.mark.rule("freequest", "raise.once-and-now")
def test_a_vigil_may_be_put_off_and_is_held_once() -> None:
    game = waiting()
    told = when(game, "vigil-1", "no-vigil")
    assert "vigil-1" in told.offered
    told = when(game, "vigil-1", "offer-0", dice=ALIVE)
    assert "vigil-1" not in told.offered


@pytest.mark.rule("freequest", "raise.once-and-now")
def test_after_a_wipe_somebody_still_sees_to_the_vigils() -> None:
    game = waiting()
    warrior = hero(game, "warrior")
    warrior.dead = warrior.awaits_vigil = True
    assert offered(game) == ["ready", "vigil-0", "vigil-1"]
    when(game, "vigil-1", "offer-0", "vigil-0", "offer-0", dice=[*ALIVE, *ALIVE])
    assert [one.dead for one in game.board.heroes] == [False, False]


# ---- the worked examples and the odds of the gap --------------------------------------------------------------------


def test_the_rangers_vigil() -> None:
    game = given(ROWS, heroes={"warrior": (1, 0), "ranger": (2, 0)})
    kill(game, "ranger").awaits_vigil = True
    hero(game, "warrior").savings = 200
    when(in_town(game), "vigil-1", "offer-2", dice=[6, 4, 2, 1, 6, 3])
    assert (hero(game, "ranger").health, hero(game, "ranger").full) == (5, 5)


def test_the_barbarians_second_vigil() -> None:
    game = given(ROWS, heroes={"warrior": (1, 0), "barbarian": (2, 0)})
    barbarian = kill(game, "barbarian")
    barbarian.awaits_vigil, barbarian.returns = True, 1
    when(in_town(game), "vigil-1", "offer-0", dice=[3, 1, 4, 4, 2])
    assert barbarian.lost


@pytest.mark.parametrize(
    ("returns", "odds"),
    [
        (0, ["52.5/35.5/12.0", "34.1/33.7/32.2", "25.5/14.7/59.8", "19.7/10.3/70.0", "15.5/7.3/77.2"]),
        (1, ["65.9/27.4/6.6", "51.1/29.8/19.1", "38.0/26.9/35.1", "30.1/15.2/54.7", "24.2/11.3/64.5"]),
        (2, ["74.5/21.4/4.1", "62.0/25.8/12.2", "50.5/25.8/23.6", "40.3/22.9/36.8", "33.0/15.0/52.0"]),
    ],
)
def test_the_odds_of_a_vigil(returns: int, odds: list[str]) -> None:
    for steps, written in enumerate(odds):
        chance = chances(2 + steps, 2 + returns)
        percent = [100 * chance[0], 100 * chance[1], 100 * sum(chance[2:])]
        assert "/".join(f"{each:.1f}" for each in percent) == written
