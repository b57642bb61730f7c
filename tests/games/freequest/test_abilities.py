"""What single heroes can do: first aid, sacrifice, guard, and the abilities of our own heroes."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import faces, given, hero, kill, offered, option_at, seat_asked, when, where
from tests.games.told import Told
from undercroft.games.freequest.pieces import DAMAGE_TAKEN_FOR_OTHERS
from undercroft.games.freequest.state import FreeQuest

# ---- first aid ------------------------------------------------------------------------------------------------------


def beside_a_medic(health: int, **more: object) -> FreeQuest:
    """A medic at (0,0) and a warrior with so much Health at (1,0)."""
    game = given(heroes={"medic": (0, 0), "warrior": (1, 0)}, **more)  # type: ignore[arg-type]
    hero(game, "warrior").health = health
    return game


@pytest.mark.rule("freequest", "ability.first-aid")
def test_each_success_against_the_patients_health_restores_one() -> None:
    game = beside_a_medic(3)
    told = when(game, "aid-1", dice=[3, 5, 1])
    assert hero(game, "warrior").health == 5
    assert faces(told, "ability.aided", "faces") == [[3, 5, 1]]
    assert game.board.actions_left == 1


@pytest.mark.rule("freequest", "ability.first-aid")
def test_no_second_try_before_a_monster_has_hurt_the_patient_again() -> None:
    game = beside_a_medic(3, monsters=[("goblin", (2, 0))])
    told = when(game, "aid-1", "end-turn", "end-turn", "end-round", dice=[1, 1, 1])
    assert "aid-1" not in told.offered
    told = when(game, "end-turn", "end-turn", "monster-0", "strike-1", "done", dice=[1, 2, 6])
    assert "hero.unhurt" in told.names
    assert "aid-1" not in offered(game)
    told = when(game, "end-turn", "end-turn", "monster-0", "strike-1", "done", dice=[6, 2, 2])
    assert "aid-1" in told.offered


@pytest.mark.rule("freequest", "ability.first-aid")
def test_damage_by_a_trap_does_not_count() -> None:
    game = beside_a_medic(4, traps={(1, 1): "dart-slit"})
    told = when(game, "aid-1", "end-turn", "step-south", "end-turn", dice=[1, 1, 1, 6, 1, 1, 2])
    assert told.figures("hero.hurt") == [{"hero": 0, "damage": 1, "health": 3}]
    assert "aid-1" not in when(game, "step-south").offered
    assert not [name for name in when(game, "end-move").offered if name.startswith("aid")]


@pytest.mark.rule("freequest", "ability.first-aid")
@pytest.mark.parametrize(("health", "offer"), [(8, False), (7, False), (6, True), (1, True)])
def test_it_is_offered_for_six_health_or_less(health: int, offer: bool) -> None:
    assert ("aid-1" in offered(beside_a_medic(health))) == offer


@pytest.mark.rule("freequest", "ability.first-aid")
def test_it_is_not_offered_at_full_health_nor_for_oneself_nor_from_afar() -> None:
    game = given(heroes={"medic": (0, 0), "wizard": (1, 0), "warrior": (1, 1), "ranger": (2, 0)})
    hero(game, "medic").health = hero(game, "warrior").health = hero(game, "ranger").health = 2
    assert not [name for name in offered(game) if name.startswith("aid")]


@pytest.mark.rule("freequest", "ability.first-aid")
def test_the_target_is_the_health_before_the_roll_and_the_maximum_stands() -> None:
    game = given(heroes={"medic": (0, 0), "wizard": (1, 0)})
    hero(game, "wizard").health = 4
    when(game, "aid-1", dice=[4, 4, 6])
    assert hero(game, "wizard").health == 5


@pytest.mark.rule("freequest", "ability.first-aid")
def test_at_zero_health_under_burning_rage_every_die_succeeds() -> None:
    game = beside_a_medic(0, monsters=[("goblin", (7, 0))])
    hero(game, "warrior").raging = True
    when(game, "aid-1", dice=[1, 1, 1])
    assert hero(game, "warrior").health == 3


@pytest.mark.rule("freequest", "ability.first-aid")
def test_the_dead_are_beyond_it() -> None:
    game = beside_a_medic(3)
    kill(game, "warrior")
    assert "aid-1" not in offered(game)


# ---- sacrifice ------------------------------------------------------------------------------------------------------


def struck(
    *answers: str, defender: tuple[int, int] = (0, 1), health: int = 5, dice: tuple[int, ...] = (6, 5, 1)
) -> FreeQuest:
    """A goblin strikes the wizard at (0,0) for two; the defender stands somewhere with so much Health."""
    game = given(heroes={"sworn-defender": defender, "wizard": (0, 0)}, players=2, monsters=[("goblin", (1, 0))])
    hero(game, "sworn-defender").health = health
    if health == 0:
        hero(game, "sworn-defender").raging = True
    when(game, "end-turn", "end-turn", "monster-0", "strike-1", *answers, dice=dice)
    return game


@pytest.mark.rule("freequest", "ability.sacrifice")
def test_the_defender_is_asked_after_the_dice_and_before_health_changes() -> None:
    game = struck()
    assert (seat_asked(game), hero(game, "wizard").health, hero(game, "sworn-defender").health) == (1, 5, 5)


@pytest.mark.rule("freequest", "ability.sacrifice")
@pytest.mark.parametrize(("answer", "defender", "wizard"), [("yes", 3, 5), ("no", 5, 3)])
def test_the_whole_damage_or_none_of_it(answer: str, defender: int, wizard: int) -> None:
    game = struck(answer)
    assert (hero(game, "sworn-defender").health, hero(game, "wizard").health) == (defender, wizard)


@pytest.mark.rule("freequest", "ability.sacrifice")
@pytest.mark.parametrize(("at", "health"), [((1, 1), 5), ((0, 2), 5), ((0, 1), 0)])
def test_neither_from_a_diagonal_square_nor_from_afar_nor_at_zero_health(at: tuple[int, int], health: int) -> None:
    game = struck(defender=at, health=health)
    assert (hero(game, "sworn-defender").health, hero(game, "wizard").health) == (health, 3)


@pytest.mark.rule("freequest", "ability.sacrifice")
def test_without_damage_nobody_is_asked() -> None:
    game = struck(dice=(1, 1, 6))
    assert (hero(game, "sworn-defender").health, hero(game, "wizard").health) == (5, 5)


@pytest.mark.rule("freequest", "ability.sacrifice")
def test_the_defender_does_not_roll_again_and_surplus_is_lost() -> None:
    game = struck("yes", health=1)
    assert (hero(game, "sworn-defender").dead, hero(game, "wizard").health) == (True, 5)


@pytest.mark.rule("freequest", "ability.sacrifice")
def test_it_costs_no_action_and_comes_any_number_of_times() -> None:
    game = given(heroes={"sworn-defender": (0, 1), "wizard": (0, 0)}, monsters=[("goblin", (1, 0)), ("goblin", (1, 1))])
    when(game, "end-turn", "end-turn", "monster-0", "strike-1", "yes", "done", dice=[6, 5, 1])
    when(game, "end-round", "end-turn", "end-turn", "monster-0", "strike-1", "yes", "done", dice=[6, 5, 1])
    told = when(game, "end-round")
    assert hero(game, "sworn-defender").health == 6
    assert game.board.actions_left == 2
    assert {"attack-1", "step-south"} <= set(told.offered)


@pytest.mark.rule("freequest", "ability.sacrifice", "improve.requirements-on-sheet")
def test_what_a_defender_suffers_for_others_is_counted_up_to_the_health_that_was_left() -> None:
    heroes = {"sworn-defender": (0, 1), "wizard": (0, 0)}
    game = given(heroes=heroes, monsters=[("orc", (1, 0)), ("goblin", (5, 3))])
    defender = hero(game, "sworn-defender")
    defender.health = 6
    when(game, "end-turn", "end-turn", "monster-0", "strike-1", "yes", "done", "end-round", dice=[6, 5, 4, 1])
    assert (defender.health, defender.deeds[DAMAGE_TAKEN_FOR_OTHERS]) == (3, 3)
    when(game, "end-turn", "end-turn", "monster-0", "strike-1", "no", "done", "end-round", dice=[6, 6, 1, 1])
    assert defender.deeds[DAMAGE_TAKEN_FOR_OTHERS] == 3
    when(game, "end-turn", "end-turn", "monster-0", "strike-1", "yes", "done", "end-round", dice=[6, 1, 1, 2])
    assert (defender.health, defender.deeds[DAMAGE_TAKEN_FOR_OTHERS]) == (2, 4)
    when(game, "end-turn", "end-turn", "monster-0", "strike-1", "yes", dice=[6, 5, 4, 1])
    assert (defender.dead, defender.deeds[DAMAGE_TAKEN_FOR_OTHERS]) == (True, 6)  # the third point was surplus


@pytest.mark.rule("freequest", "ability.sacrifice")
def test_a_traps_damage_can_be_suffered_too_and_its_other_effects_stay() -> None:
    game = given(heroes={"wizard": (0, 0), "sworn-defender": (1, 1)}, traps={(1, 0): "pitfall"})
    when(game, "step-east", "yes")
    assert (hero(game, "wizard").health, hero(game, "sworn-defender").health) == (5, 9)
    assert (hero(game, "wizard").in_pit, hero(game, "sworn-defender").in_pit) == (True, False)


@pytest.mark.rule("freequest", "ability.sacrifice")
def test_a_hazards_damage_can_be_suffered_too() -> None:
    game = given(heroes={"wizard": (0, 0), "sworn-defender": (1, 0)})
    when(game, "search-treasure", "yes", cards=["jar-of-lye"])
    assert (hero(game, "wizard").health, hero(game, "sworn-defender").health) == (5, 9)


@pytest.mark.rule("freequest", "ability.sacrifice")
def test_the_defender_suffers_nothing_in_the_defenders_own_stead() -> None:
    game = given(heroes={"sworn-defender": (0, 0), "wizard": (0, 1)}, monsters=[("goblin", (1, 0))])
    told = when(game, "end-turn", "end-turn", "monster-0", "strike-0", dice=[6, 5, 1])
    assert told.asked != "ability.sacrifice"
    assert hero(game, "sworn-defender").health == 8


# ---- guard ----------------------------------------------------------------------------------------------------------


def guarded() -> FreeQuest:
    """A defender at (0,0) guards the medic at (1,0); a goblin waits at (2,0)."""
    game = given(heroes={"sworn-defender": (0, 0), "medic": (1, 0), "wizard": (0, 1)}, monsters=[("goblin", (2, 0))])
    when(game, "guard-1")
    return game


def defended(told: Told) -> list[int]:
    """How many dice heroes defended with."""
    return [len(pool) for pool in faces(told, "monster.attacks", "against")]


@pytest.mark.rule("freequest", "ability.guard")
def test_the_guarded_have_a_die_more_until_the_defenders_next_turn() -> None:
    game = guarded()
    assert (game.board.did, game.board.actions_left) == (0, 2)
    round_of_blows = ["end-turn", "end-turn", "end-turn", "monster-0", "strike-1", "done"]
    told = when(game, *round_of_blows, dice=[1, 1, 6, 6])
    assert defended(told) == [2]
    told = when(game, *round_of_blows, dice=[1, 1, 6])
    assert defended(told) == [1]


@pytest.mark.rule("freequest", "ability.guard")
def test_the_defender_guards_once_in_a_turn() -> None:
    game = guarded()
    assert not [name for name in offered(game) if name.startswith("guard")]
    told = when(game, "end-turn", "end-turn", "end-turn", "end-round")
    assert {"guard-1", "guard-2"} <= set(told.offered)


@pytest.mark.rule("freequest", "ability.guard")
def test_only_an_adjacent_hero_is_guarded() -> None:
    game = given(heroes={"sworn-defender": (0, 0), "medic": (2, 0), "wizard": (1, 1)})
    assert not [name for name in offered(game) if name.startswith("guard")]
    assert "guard-2" in when(game, "step-east").offered


@pytest.mark.rule("freequest", "ability.guard")
def test_it_holds_when_either_moves_away() -> None:
    game = guarded()
    when(game, "step-south", "step-south", "end-move", "end-turn")
    assert where(game, "sworn-defender") == (0, 2)
    when(game, "step-south", "step-east", "step-east", "end-move", "end-turn", "end-turn")
    assert where(game, "medic") == (3, 1)
    told = when(game, "monster-0", "walk", option_at(game, (3, 0)), "strike-1", dice=[1, 1, 6, 6])
    assert defended(told) == [2]


@pytest.mark.rule("freequest", "ability.guard")
def test_it_ends_if_the_defender_dies() -> None:
    game = guarded()
    kill(game, "sworn-defender")
    assert hero(game, "medic").guarded_by == -1


# ---- our own heroes -------------------------------------------------------------------------------------------------


def roaring() -> FreeQuest:
    """A barbarian between three goblins."""
    monsters = [("goblin", (2, 1)), ("goblin", (1, 2)), ("goblin", (3, 2)), ("goblin", (7, 0))]
    return given(heroes={"barbarian": (2, 2)}, monsters=monsters)


def test_once_a_quest_a_barbarian_who_kills_attacks_again_in_the_same_action() -> None:
    game = roaring()
    told = when(game, "attack-0", "attack-1", dice=[6, 6, 6, 1, 1, 6, 6, 6, 1, 1])
    assert [name for name in told.names if name.startswith(("monster", "ability"))] == [
        "monster.dies", "ability.roared", "monster.dies",
    ]  # fmt: skip
    assert game.board.actions_left == 1
    told = when(game, "end-turn", "end-round", "attack-2", dice=[6, 6, 6, 1, 1])
    assert told.asked == "turn.choose-action"


def test_a_roar_is_offered_only_after_a_kill_and_may_be_kept() -> None:
    game = roaring()
    told = when(game, "attack-0", dice=[1, 1, 1, 6, 6])
    assert told.asked == "turn.choose-action"
    game = roaring()
    told = when(game, "attack-0", dice=[6, 6, 6, 1, 1])
    assert (told.asked, told.offered) == ("ability.roar", ["attack-1", "attack-2", "no"])
    game = roaring()
    when(game, "attack-0", "no", dice=[6, 6, 6, 1, 1])
    assert not hero(game, "barbarian").roared


def test_nobody_roars_with_nobody_left_in_reach() -> None:
    game = given(heroes={"barbarian": (2, 2)}, monsters=[("goblin", (2, 1)), ("goblin", (7, 0))])
    told = when(game, "attack-0", dice=[6, 6, 6, 1, 1])
    assert told.asked == "turn.choose-action"


def test_a_ranger_feels_a_hidden_trap_in_time() -> None:
    game = given(heroes={"ranger": (0, 0)}, traps={(1, 0): "pitfall"})
    told = when(game, "step-east", dice=[5, 1, 1])
    assert "ability.light-step" in told.names
    assert "trap.sprung" not in told.names
    assert (where(game, "ranger"), hero(game, "ranger").health) == ((1, 0), 6)
    assert (told.asked, "disarm-here" in told.offered) == ("turn.choose-action", True)


def test_a_ranger_without_a_success_sets_it_off_and_a_known_trap_is_not_tested() -> None:
    game = given(heroes={"ranger": (0, 0)}, traps={(1, 0): "pitfall"})
    assert "trap.sprung" in when(game, "step-east", dice=[4, 1, 1]).names
    game = given(heroes={"ranger": (0, 0)}, known_traps={(1, 0): "pitfall"})
    assert "trap.sprung" in when(game, "step-east").names


def test_a_delvers_one_sets_nothing_off() -> None:
    game = given(heroes={"delver": (0, 0)}, known_traps={(1, 0): "dart-slit"})
    told = when(game, "disarm-east", dice=[1, 2, 3, 4])
    assert "disarm.nothing" in told.names
    assert hero(game, "delver").health == 7
