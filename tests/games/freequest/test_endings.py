"""How a quest ends: its objective, the way home, the last round."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.freequest.board import casts, given, hero, item, kill, learn, load_up, option_at, put, square, when
from undercroft.games.freequest.pieces import BODIES_BROUGHT_OUT, QUESTS
from undercroft.games.freequest.state import CAPTIVE, NOBODY, FreeQuest

EAST = "step-east"
WEST = "step-west"
ROWS = ["SSaaaBB", "SSaaaBB"]
BELL: dict[str, Any] = {
    "quest_items": [{"id": "bell", "name": "the bell"}],
    "objective": {"kind": "item", "ref": "bell"},
}
BEYOND = {"kind": "reach", "ref": ["B"]}  # an objective that nobody achieves by walking about in a


def at_home(*keys: str, **more: Any) -> FreeQuest:
    """Heroes on the starting tile, but for the first, who is in the hallway one step east of it."""
    places = [(2, 0), (1, 1), (0, 1), (0, 0)]
    return given(ROWS, **{"heroes": dict(zip(keys, places, strict=False)), "objective": BEYOND, **more})


def done(game: FreeQuest) -> FreeQuest:
    """The objective is achieved: somebody has stood in B."""
    game.board.reached |= 1 << game.quest().ground.area[square(game, (5, 0))]
    return game


# ---- the objective --------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "quest.objective")
def test_the_objective_is_told_at_the_start() -> None:
    assert given(ROWS, goal="Ring it twice.").view(1).board.goal == "Ring it twice."


@pytest.mark.rule("freequest", "quest.objective")
def test_a_monster_to_kill_is_done_when_it_dies() -> None:
    game = given(
        ROWS,
        heroes={"warrior": (3, 0)},
        hidden="a",
        lairs=[{"kind": "orc", "at": [4, 0], "id": "chief", "name": "Old Grint"}, {"kind": "goblin", "at": [3, 1]}],
        objective={"kind": "kill", "ref": "chief"},
    )
    told = when(game, "attack-1", "end-turn", "end-round", dice=[6, 6, 6, 6, 1, 1])
    assert not game.board.achieved
    told = when(game, "attack-0", dice=[6, 6, 6, 6, 1, 1])
    assert told.names[-2:] == ["monster.dies", "quest.objective"]
    assert game.board.achieved


@pytest.mark.rule("freequest", "quest.objective", "attack.monster-dies")
def test_of_several_monsters_to_kill_each_counts_once_dead_and_nobody_else_does() -> None:
    lairs = [{"kind": "orc", "at": [4, 0], "id": "grint"}, {"kind": "orc", "at": [3, 1], "id": "grunt"}]
    objective = {"kind": "kill", "ref": ["grint", "grunt"]}
    game = given(ROWS, heroes={"warrior": (3, 0)}, hidden="a", lairs=lairs, objective=objective)
    put(game, "orc", (2, 0))  # one that wandered in
    killed = []
    for number in (2, 0, 1):
        told = when(game, f"attack-{number}", "end-turn", *["end-round"] * (number != 1), dice=[6, 6, 6, 6, 1, 1])
        killed.append((game.board.killed, "quest.objective" in told.names))
    assert killed == [(0b00, False), (0b01, False), (0b11, True)]


@pytest.mark.rule("freequest", "quest.objective")
def test_an_item_must_be_taken_up_again_if_its_carrier_dies() -> None:
    game = given(
        ROWS,
        heroes={"warrior": (3, 0), "medic": (2, 0)},
        treasure=[{"area": "a", "quest-items": ["bell"]}],
        **BELL,
    )
    assert "quest.objective" in when(game, "search-treasure").names
    when(game, "end-turn")
    kill(game, "warrior")
    when(game, "end-turn")
    assert not game.board.achieved
    when(game, EAST, "take-all-0", WEST, "end-move")
    assert (game.board.achieved, hero(game, "medic").quest_items) == (True, 1)
    assert when(game, "end-turn", WEST, "end-move").ended


@pytest.mark.rule("freequest", "quest.objective")
def test_an_item_that_lies_on_the_starting_tile_counts() -> None:
    game = given(ROWS, heroes={"medic": (2, 0), "warrior": (1, 1)}, **BELL)
    hero(game, "warrior").quest_items = 1
    kill(game, "warrior")
    assert "end.complete" in when(game, WEST, "end-move").names


@pytest.mark.rule("freequest", "quest.objective", "body.lost-forever")
def test_an_item_on_a_body_counts_while_a_living_hero_carries_the_body() -> None:
    game = given(ROWS, heroes={"medic": (2, 0), "warrior": (3, 0), "ranger": (4, 1)}, **BELL)
    hero(game, "warrior").quest_items = 1
    kill(game, "warrior")
    assert "quest.objective" not in when(game, "end-turn", "end-turn").names
    when(game, EAST, "take-body-1", "end-move")
    assert game.board.achieved
    when(game, "lay-down", "end-turn")
    assert not game.board.achieved


@pytest.mark.rule("freequest", "quest.objective")
def test_what_was_reached_or_worked_stays_achieved() -> None:
    game = given(["SSaaaaa", "SSaaabb"], heroes={"warrior": (4, 1)}, objective={"kind": "reach", "ref": ["b"]})
    when(game, EAST, "end-move")
    assert game.board.achieved
    when(game, "end-turn", WEST, "end-move")
    assert game.board.achieved
    lever = {"id": "lever", "name": "lever", "at": [3, 0], "text": "It moves."}
    game = given(ROWS, heroes={"warrior": (2, 0)}, devices=[lever], objective={"kind": "device", "ref": "lever"})
    assert "quest.objective" in when(game, "work-0").names


@pytest.mark.rule("freequest", "quest.objective")
def test_a_captive_is_carried_home_like_a_dead_hero() -> None:
    game = given(
        ROWS,
        heroes={"warrior": (4, 0)},
        captive={"at": [3, 0], "name": "the clerk"},
        objective={"kind": "rescue"},
    )
    warrior = hero(game, "warrior")
    when(game, WEST, f"take-body-{CAPTIVE}", "end-move", "end-turn")
    assert (warrior.carries, game.board.achieved) == (CAPTIVE, True)
    told = when(game, WEST, WEST, "end-move")
    assert "end.complete" in told.names


@pytest.mark.rule("freequest", "quest.objective")
@pytest.mark.parametrize(("steps", "achieved"), [(1, False), (2, True)])
def test_a_captive_who_was_laid_down_is_safe_on_the_starting_tile_alone(steps: int, achieved: bool) -> None:
    captive = {"at": [3, 0], "name": "the clerk"}
    game = given(ROWS, heroes={"warrior": (3, 0), "medic": (4, 1)}, captive=captive, objective={"kind": "rescue"})
    assert not game.board.achieved
    when(game, f"take-body-{CAPTIVE}", *[WEST] * steps, "lay-down", "end-move", "end-turn")
    assert (hero(game, "warrior").carries, game.board.achieved) == (NOBODY, achieved)


# ---- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "quest.complete")
def test_a_quest_is_complete_when_all_who_live_are_back_on_the_tile() -> None:
    game = done(at_home("ranger", "warrior", "medic"))
    kill(game, "medic").body_at = square(game, (5, 0))
    told = when(game, WEST, "end-move")
    assert "end.complete" in told.names
    assert [one.lost for one in game.board.heroes] == [False, False, True]
    assert hero(game, "medic").gear == []


@pytest.mark.rule("freequest", "quest.complete")
def test_without_the_objective_the_way_home_ends_nothing() -> None:
    assert not when(at_home("warrior", "medic"), WEST, "end-move").ended


@pytest.mark.rule("freequest", "quest.complete")
def test_all_must_stand_on_the_tile_at_the_same_time() -> None:
    game = done(at_home("warrior", "medic"))
    told = when(game, "end-turn", EAST, "end-move", "end-turn", WEST, "end-move")
    assert not told.ended  # the medic is out again
    assert when(game, "end-turn", WEST, "end-move").ended


@pytest.mark.rule("freequest", "quest.complete")
def test_the_quest_ends_whatever_monsters_remain() -> None:
    game = done(at_home("warrior", monsters=[("troll", (3, 0))]))
    assert when(game, WEST, "end-move").ended


@pytest.mark.rule("freequest", "quest.complete")
def test_a_death_in_the_heros_own_turn_completes_nothing() -> None:
    game = done(at_home("wizard", "warrior", known_traps={(3, 0): "pitfall"}))
    hero(game, "wizard").health = 1
    told = when(game, EAST)
    assert "hero.dies" in told.names
    assert (told.ended, told.asked, game.board.hero().kind.key) == (False, "turn.choose-action", "warrior")
    assert "end.complete" in when(game, "end-turn").names
    assert hero(game, "wizard").lost


@pytest.mark.rule("freequest", "quest.complete")
def test_the_body_of_who_dies_beside_the_tile_can_be_fetched() -> None:
    game = done(at_home("wizard", "warrior", monsters=[("goblin", (3, 0))]))
    wizard = hero(game, "wizard")
    wizard.health = 1
    told = when(game, "end-turn", "end-turn", "monster-0", "strike-0", "done", dice=[6, 6, 1])
    assert "hero.dies" in told.names
    assert (told.ended, told.asked) == (False, "turn.choose-action")
    told = when(game, "step-north", EAST, "take-body-0", WEST, "end-move")
    assert "end.complete" in told.names
    assert (wizard.lost, wizard.awaits_vigil) == (False, True)


@pytest.mark.rule("freequest", "quest.complete")
def test_what_is_done_from_the_tile_completes_the_quest_at_the_end_of_the_turn() -> None:
    lairs = [{"kind": "goblin", "at": [3, 0], "id": "chief", "name": "Old Grint"}]
    game = given(ROWS, heroes={"ranger": (1, 0)}, hidden="a", lairs=lairs, objective={"kind": "kill", "ref": "chief"})
    told = when(game, "attack-0", dice=[6, 6, 6, 1, 1])
    assert "quest.objective" in told.names
    assert (told.ended, told.asked) == (False, "turn.choose-action")
    assert "end.complete" in when(game, "end-turn").names


@pytest.mark.rule("freequest", "quest.complete")
def test_who_came_home_before_the_objective_was_achieved_completes_the_quest_at_the_end_of_the_turn() -> None:
    lairs = [{"kind": "goblin", "at": [4, 0], "id": "chief", "name": "Old Grint"}]
    game = given(ROWS, heroes={"ranger": (2, 0)}, hidden="a", lairs=lairs, objective={"kind": "kill", "ref": "chief"})
    hero(game, "ranger").gear.append(item(game, "blue-flask"))
    told = when(game, WEST, "end-move", "attack-0", dice=[6, 6, 6, 1, 1])
    assert "quest.objective" in told.names
    assert (told.ended, told.asked) == (False, "turn.choose-action")
    assert "end.complete" in when(game, "end-turn").names


@pytest.mark.rule("freequest", "quest.complete")
def test_a_step_within_the_tile_brings_nobody_home() -> None:
    game = done(given(ROWS, heroes={"warrior": (0, 0)}, objective=BEYOND))
    hero(game, "warrior").gear.append(item(game, "blue-flask"))
    told = when(game, EAST, "end-move")
    assert game.board.in_start(hero(game, "warrior").at)
    assert (told.ended, told.asked) == (False, "turn.choose-action")
    assert "end.complete" in when(game, "end-turn").names


@pytest.mark.rule("freequest", "quest.complete")
def test_who_comes_home_by_a_spell_completes_the_quest() -> None:
    game = done(given(ROWS, heroes={"wizard": (1, 0), "warrior": (3, 0)}, objective=BEYOND))
    learn(game, "wizard", "homeward")
    told = when(game, casts(game, "homeward"), "on-hero-1", option_at(game, (0, 0)))
    assert "end.complete" in told.names


@pytest.mark.rule("freequest", "quest.complete")
def test_who_comes_home_and_dies_of_it_completes_nothing() -> None:
    game = done(at_home("warrior", "medic"))
    warrior = hero(game, "warrior")
    warrior.raging, warrior.health = True, 0  # and no monster in sight
    told = when(game, WEST, "end-move")
    assert "hero.dies" in told.names
    assert (told.ended, told.asked, game.board.hero().kind.key) == (False, "turn.choose-action", "medic")
    assert "end.complete" in when(game, "end-turn").names
    assert warrior.awaits_vigil


@pytest.mark.rule("freequest", "quest.players-may-wait")
def test_a_hero_who_goes_back_for_a_body_keeps_the_quest_running() -> None:
    game = done(at_home("warrior", "medic", "wizard", rounds=60))
    kill(game, "wizard").body_at = square(game, (3, 0))
    for _ in range(20):
        assert not when(game, "end-turn", "end-turn").ended
    when(game, EAST, "take-body-2", "end-move", "end-turn", "end-turn")
    told = when(game, WEST, WEST, "end-move")
    assert told.ended
    assert (hero(game, "wizard").awaits_vigil, hero(game, "warrior").counters[BODIES_BROUGHT_OUT]) == (True, 1)


@pytest.mark.rule("freequest", "improve.through-quests", "body.lost-forever")
def test_who_dies_at_home_was_brought_out_by_nobody() -> None:
    game = done(at_home("warrior", "medic", "wizard"))
    kill(game, "medic")
    assert when(game, WEST, "end-move").ended
    assert hero(game, "medic").awaits_vigil
    assert [one.counters[BODIES_BROUGHT_OUT] for one in game.board.heroes] == [0, 0, 0]


@pytest.mark.rule("freequest", "improve.through-quests", "body.lost-forever")
def test_bringing_a_body_out_counts_for_whoever_carried_it_last_and_comes_home() -> None:
    game = done(at_home("warrior", "medic", "wizard", rounds=60))
    kill(game, "wizard").body_at = square(game, (2, 0))
    when(game, "take-body-2", WEST, "lay-down", EAST, EAST, "end-move", "end-turn", "end-turn")
    alone = game.copy()
    kill(alone, "warrior")
    when(alone, "end-turn", "end-turn")
    assert when(game, WEST, WEST, "end-move").ended
    assert [one.counters[BODIES_BROUGHT_OUT] for one in game.board.heroes] == [1, 0, 0]
    assert (hero(alone, "wizard").awaits_vigil, alone.outcome() is not None) == (True, True)
    assert [one.counters[BODIES_BROUGHT_OUT] for one in alone.board.heroes] == [0, 0, 0]


@pytest.mark.rule("freequest", "improve.through-quests", "fail.cost")
def test_bringing_a_body_out_of_a_quest_that_failed_does_not_count() -> None:
    game = at_home("warrior", "wizard", round=2)
    kill(game, "wizard").body_at = square(game, (2, 0))
    told = when(game, "take-body-1", WEST, "end-move", "end-turn", "yes")
    assert "end.withdrew" in told.names
    assert hero(game, "wizard").awaits_vigil
    assert hero(game, "warrior").counters[BODIES_BROUGHT_OUT] == 0


@pytest.mark.rule("freequest", "quest.round-limit")
def test_after_the_last_round_only_those_on_the_tile_come_home() -> None:
    game = at_home("warrior", "medic", round=60)
    hero(game, "medic").loot = hero(game, "warrior").loot = 30
    told = when(game, "end-turn", "end-turn")
    assert "end.time-up" in told.names
    assert told.ended
    medic, warrior = hero(game, "medic"), hero(game, "warrior")
    assert (medic.lost, medic.dead, medic.savings, medic.gear) == (False, False, 30, [item(game, "shortsword")])
    assert (warrior.lost, warrior.savings, warrior.gear) == (True, 0, [])
    outcome = game.outcome()
    assert outcome is not None
    assert not outcome.won


@pytest.mark.rule("freequest", "quest.round-limit")
def test_with_nobody_on_the_tile_the_last_round_is_a_wipe() -> None:
    game = at_home("warrior", round=60)
    told = when(game, "end-turn")
    assert told.asked == "fail.result"


@pytest.mark.rule("freequest", "quest.round-limit")
def test_the_last_round_is_sixty_unless_the_quest_names_another_and_all_know_it() -> None:
    assert given(ROWS).view(1).board.rounds == 60
    game = at_home("warrior", rounds=12, round=11)
    assert game.view(1).board.rounds == 12
    assert when(game, "end-turn").asked == "turn.choose-action"
    assert when(game, "end-turn").asked == "fail.result"


@pytest.mark.rule("freequest", "quest.round-limit")
def test_whoever_was_left_outside_with_a_body_is_lost_with_it() -> None:
    game = at_home("warrior", "medic", "wizard", round=60)
    load_up(game, "warrior", "wizard")
    when(game, "end-turn", "end-turn")
    assert [one.lost for one in game.board.heroes] == [True, False, True]


@pytest.mark.rule("freequest", "quest.survivors-healed")
def test_survivors_return_to_full_health_and_the_dead_do_not() -> None:
    game = done(at_home("warrior", "medic", "wizard"))
    load_up(game, "warrior", "wizard")
    hero(game, "warrior").health, hero(game, "medic").health, hero(game, "wizard").health = 1, 2, 0
    when(game, WEST, "end-move")
    assert [(one.health, one.dead) for one in game.board.heroes] == [(8, False), (6, False), (0, True)]


@pytest.mark.rule("freequest", "quest.survivors-healed")
def test_survivors_are_healed_after_a_withdrawal_too() -> None:
    game = at_home("warrior", round=2)
    hero(game, "warrior").health = 1
    told = when(game, WEST, "end-move", "end-turn", "yes")
    assert "end.withdrew" in told.names
    assert hero(game, "warrior").health == 8


def test_what_is_found_becomes_savings_and_the_reward_is_paid() -> None:
    game = done(at_home("warrior", reward=100))
    warrior = hero(game, "warrior")
    warrior.loot = 35
    told = when(game, WEST, "end-move")
    assert told.figures("quest.reward") == [{"hero": 0, "gold": 100}]
    assert (warrior.savings, warrior.loot, warrior.counters[QUESTS]) == (135, 0, 1)
