"""Heroes: Health and Focus, abilities, Skills, and lying unconscious."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.arena import (
    CROSS,
    EAST,
    among,
    arena,
    carried,
    corridor,
    known,
    loot,
    power,
    searching,
)
from tests.games.tiny_epic_dungeons.board import TORCH, cell, drawn_track, head_of_turn, offered, when, whole_turn
from undercroft.games.tiny_epic_dungeons.bodies import defense_of
from undercroft.games.tiny_epic_dungeons.enemies import enemies_act
from undercroft.games.tiny_epic_dungeons.state import Dungeon

SEFA_FIRST = ("sefa-marrow", "brannoch-tull")
ACTIONS = ("melee", "missile", "rest", "search", "disarm", "cast")


def before_trap(heroes: tuple[str, str] = SEFA_FIRST, damage: int = 2, **more: Any) -> Dungeon:
    """The first hero beside a trap that is evaded with Strength against 5."""
    trap = {
        "evade": {"skill": "strength", "target": 5},
        "damage": damage,
        "disarm": {"skill": "strength", "target": 5},
    }  # fmt: skip
    changes = {"card.needle-gallery.trap": trap, **more.pop("changes", {})}
    return arena(heroes, changes=changes, rooms={EAST: ("needle-gallery", "ew")}, **more)


INTO_TRAP = f"go-{cell(EAST) + 1}"


# ---- Health and Focus -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "hero.health")
def test_damage_lowers_health_and_what_is_too_much_is_lost() -> None:
    game = before_trap(health=[5], focus=[0])
    when(game, INTO_TRAP, dice=[3])
    assert game.hero().health == 3
    game = before_trap(damage=5, health=[2], focus=[0])
    told = when(game, INTO_TRAP, dice=[3])
    assert (game.hero().health, "hero.falls" in told.names) == (0, True)


@pytest.mark.rule("tiny-epic-dungeons", "hero.focus")
def test_what_takes_focus_stops_at_zero_and_a_hero_without_any_is_awake() -> None:
    game = searching("agility", 6, failure=[{"do": "focus", "by": -2}], focus=[1])
    when(game, "search", dice=[3])
    assert (game.hero().focus, game.hero().conscious) == (0, True)
    assert {"rest", "search", "end-turn", "go-25"} <= set(offered(searching(focus=[0])))


@pytest.mark.rule("tiny-epic-dungeons", "hero.caps")
def test_health_and_focus_stop_at_the_top_of_their_tracks() -> None:
    game = arena(changes={"hero.brannoch-tull.max-focus": 6}, health=[8], focus=[4])
    when(game, "rest")
    assert (game.hero().health, game.hero().focus) == (9, 6)


# ---- abilities ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities")
@pytest.mark.parametrize("focus", [1, 5])
def test_a_paid_ability_is_offered_once_at_its_moment_and_paid_first(focus: int) -> None:
    game = arena(minions=[("glass-duelist", (3, 3))], focus=[focus])
    assert among(offered(game), "use") == []
    told = when(game, "melee-5", "count-1", dice=[3, 5, 5])
    assert (told.asked, told.offered) == ("counter.ability", ["use-1", "no"])
    game = arena(minions=[("glass-duelist", (3, 3))], focus=[focus])
    told = when(game, "melee-5", "count-3", "use-1", dice=[5, 5, 3, 4])
    assert (game.hero().focus, game.hero().health) == (focus - 1, 9 - (5 + 3 - 4 - 2))
    assert told.names.index("hero.focus-spent") < told.names.index("counter.rolled")


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities")
def test_what_one_cannot_pay_for_is_not_offered() -> None:
    game = arena(minions=[("glass-duelist", (3, 3))], focus=[0])
    told = when(game, "melee-5", "count-3", dice=[5, 5, 3, 4])
    assert (told.asked, game.hero().health) == ("", 9 - (5 + 3 - 4))


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities")
def test_a_passive_ability_works_by_itself() -> None:
    game = before_trap(focus=[0])
    told = when(game, INTO_TRAP, dice=[5])
    assert (told.asked, game.hero().focus) == ("", 1)


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities")
@pytest.mark.parametrize(("answer", "focus", "drawn"), [("yes", 1, ["cauldron-lid"]), ("no", 4, [])])
def test_a_paid_ability_is_never_used_unasked(answer: str, focus: int, drawn: list[str]) -> None:
    ability = power("on-evade-success", [{"do": "loot", "by": 1}], cost_focus=3, once="turn")
    changes = {"hero.sefa-marrow.ability": ability}
    game = before_trap(changes=changes, focus=[3])
    told = when(game, INTO_TRAP, "count-1", dice=[5])
    assert (told.asked, told.offered) == ("hero.reaction", ["yes", "no"])
    game = before_trap(changes=changes, focus=[3])
    keeps = ["keep"] if answer == "yes" else []
    when(game, INTO_TRAP, "count-1", answer, *keeps, dice=[5], cards=drawn)
    assert (game.hero().focus, carried(game)) == (focus, drawn)


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities")
@pytest.mark.parametrize(("answer", "health"), [("yes", [8, 9]), ("no", [9, 8])])
def test_a_passive_ability_that_says_may_is_optional(answer: str, health: list[int]) -> None:
    game = arena(goblins={1: ("goblin-pincher", (3, 3))})
    when(game, "hero-2", answer, rule=enemies_act)
    assert [hero.health for hero in game.heroes] == health


# ---- Speed, Defense, Skills -----------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "hero.speed")
def test_speed_is_renewed_at_the_start_of_each_turn() -> None:
    game = arena(SEFA_FIRST, rooms=corridor(3))
    whole_turn(game, "go-26", "go-27", "go-28", "end-turn")
    assert game.speed_left == 0
    game.active = 0
    head_of_turn(game)
    assert game.speed_left == 3


@pytest.mark.rule("tiny-epic-dungeons", "hero.defense")
def test_defense_does_nothing_against_enemy_actions_traps_and_ambushes() -> None:
    tough = {"hero.sefa-marrow.defense": 5}
    game = arena(SEFA_FIRST, changes=tough, at=[EAST], rooms=corridor(1), minions=[("glass-duelist", EAST)])
    when(game, rule=enemies_act)
    assert game.hero().health == 9 - 2
    game = before_trap(changes=tough, focus=[0])
    when(game, INTO_TRAP, dice=[3])
    assert game.hero().health == 9 - 2
    game = arena(SEFA_FIRST, changes={**tough, "card.toll-arch.danger": "goblin"}, rooms={EAST: ("toll-arch", CROSS)})
    when(game, INTO_TRAP, cards=["goblin-pincher"])
    assert game.hero().health == 9 - 1


@pytest.mark.rule("tiny-epic-dungeons", "hero.defense")
def test_defense_reduces_the_damage_of_a_counter_attack() -> None:
    game = arena(SEFA_FIRST, changes={"hero.sefa-marrow.defense": 5}, minions=[("glass-duelist", (3, 3))], focus=[0])
    when(game, "melee-5", dice=[1, 4])
    assert (defense_of(game, game.hero()), game.hero().health) == (5, 9 - (5 + 3 - 5))


@pytest.mark.rule("tiny-epic-dungeons", "hero.skills")
@pytest.mark.parametrize(("skill", "by", "dice"), [("strength", 1, 3), ("agility", -1, 1), ("intellect", 1, 3)])
def test_more_or_fewer_dice_never_leave_one_to_three(skill: str, by: int, dice: int) -> None:
    changes = {"loot.ox-knuckle": loot("charm", "on-check", [{"do": "dice", "by": by, "on": skill}])}
    game = searching(skill, 12, changes=changes, loot=[["ox-knuckle"]], focus=[0])
    when(game, "search", *["count-1"] * (dice > 1), dice=[6, 5, 5][:dice])


# ---- unconscious ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious")
def test_an_unconscious_hero_lies_where_it_fell_and_keeps_what_it_has() -> None:
    game = arena(
        SEFA_FIRST, minions=[("glass-duelist", EAST)], rooms=corridor(1), at=[EAST], health=[1], focus=[1],
        loot=[["ox-knuckle"]], spells=[["mend"]],
    )  # fmt: skip
    told = when(game, "melee-5", dice=[1, 3])
    assert told.figures("hero.damaged") == [{"hero": 2, "damage": 3, "health": 0}]
    hero = game.hero()
    assert (hero.conscious, hero.at, hero.focus) == (False, cell(EAST), 1)
    assert (carried(game), known(game)) == (["ox-knuckle"], ["mend"])


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious-must-rest", "rest.required-unconscious")
def test_whoever_starts_unconscious_rests_first_and_has_no_other_heroic_action() -> None:
    game = searching(changes={"hero.brannoch-tull.max-focus": 7}, health=[0], focus=[1], spells=[["mend"]])
    told = whole_turn(game)
    assert told.names[:3] == ["turn.begins", "turn.rises", "rest.rested"]
    assert (game.hero().health, game.hero().focus) == (3, 6)
    assert (told.asked, among(told.offered, *ACTIONS)) == ("turn.next", [])


@pytest.mark.rule("tiny-epic-dungeons", "hero.rise-may-move")
def test_after_rising_a_hero_may_move_and_use_free_actions() -> None:
    game = arena(rooms=corridor(1), health=[0], focus=[0], goblins={1: ("goblin-pincher", (3, 3))})
    told = whole_turn(game)
    assert told.offered == ["go-26", "research", "end-turn"]
    assert (game.speed_left, game.hero().focus) == (3, 5)


@pytest.mark.rule("tiny-epic-dungeons", "hero.rise-may-move")
def test_a_hero_that_has_risen_meets_the_usual_dangers() -> None:
    game = before_trap(health=[0], focus=[0])
    told = whole_turn(game, INTO_TRAP, "count-1", "end-turn", dice=[2])
    assert (game.heroes[0].health, "trap.strikes" in told.names) == (1, True)


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious-ignored")
def test_enemies_walk_past_an_unconscious_hero_to_a_conscious_one() -> None:
    game = arena(
        at=[(3, 3), (3, 6)], rooms={**corridor(2), (3, 6): ("barrel-chute", "ew")}, health=[0],
        minions=[("glass-duelist", (3, 3))],
    )  # fmt: skip
    when(game, rule=enemies_act)
    assert (game.minion_at, game.heroes[0].health) == ([cell((3, 5))], 0)


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious-ignored")
def test_damage_to_all_heroes_skips_the_unconscious() -> None:
    game = arena(minions=[("bell-warden", (3, 3))], health=[0, 5])
    told = when(game, rule=enemies_act)
    assert [damage["hero"] for damage in told.figures("hero.damaged")] == [2]
    assert [hero.health for hero in game.heroes] == [0, 4]


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious-passive")
def test_an_unconscious_hero_is_no_help_with_search_and_disarm() -> None:
    goblin = {1: ("goblin-pincher", EAST)}
    assert "search" in offered(searching(at=[EAST, EAST], goblins=goblin))
    assert "search" not in offered(searching(at=[EAST, EAST], goblins=goblin, health=[9, 0]))
    trap = before_trap(at=[EAST, EAST], goblins=goblin, health=[9, 0])
    assert "disarm" not in offered(trap)


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious-passive")
def test_the_passive_ability_of_an_unconscious_hero_sleeps() -> None:
    game = arena(goblins={1: ("goblin-pincher", (3, 3))}, health=[0, 9])
    told = when(game, rule=enemies_act)
    assert (told.asked, game.heroes[1].health) == ("", 8)


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious-healed")
def test_a_hero_healed_by_another_is_conscious_at_once_and_need_not_rest() -> None:
    heal_one = {"spell.mend.effects": [{"do": "health", "by": 1, "to": "target"}]}
    game = arena(
        changes=heal_one, spells=[["mend"]], health=[9, 0], focus=[8, 0], goblins={1: ("goblin-pincher", (3, 3))}
    )
    told = when(game, "cast-1", "hero-2", "count-1", "pay", dice=[5, 3])
    assert ("hero.wakes" in told.names, game.heroes[1].health) == (True, 1)
    game.active = 1
    told = whole_turn(game)
    assert {"melee-1", "rest", "end-turn"} <= set(told.offered)
    assert (game.heroes[1].health, game.heroes[1].focus) == (1, 0)


@pytest.mark.rule("tiny-epic-dungeons", "hero.damage-together")
def test_damage_to_several_strikes_them_at_the_same_time() -> None:
    changes = {"minion.bell-warden.damage": 2}
    game = arena(("sefa-marrow", "odile-vant"), changes=changes, minions=[("bell-warden", (3, 3))], health=[2, 2])
    told = when(game, rule=enemies_act)
    struck = [name for name in told.names if name in ("hero.damaged", "hero.falls")]
    assert struck == ["hero.damaged", "hero.damaged", "hero.falls", "hero.falls"]
    assert [hero.health for hero in game.heroes] == [0, 0]


@pytest.mark.rule("tiny-epic-dungeons", "hero.damage-together", "turn.unconscious-ends")
def test_an_active_hero_that_falls_with_others_ends_its_turn_after_the_effect() -> None:
    failure = [{"do": "health", "by": -2, "to": "heroes", "within": 1}]
    game = searching("agility", 6, failure=failure, health=[2, 2], focus=[0])
    told = whole_turn(game, "search", dice=[1])
    assert [hero.health for hero in game.heroes] == [0, 0]
    assert (told.names[-2:], game.active) == (["turn.ends", "torch.down"], 1)


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious-off-turn")
def test_a_hero_that_falls_on_anothers_turn_does_not_end_it() -> None:
    game = arena(
        changes=drawn_track(1), torch=21, at=[(3, 3), EAST], rooms=corridor(1), health=[9, 1], focus=[4],
        minions=[("glass-duelist", (3, 3))], goblins={1: ("goblin-pincher", EAST)},
    )  # fmt: skip
    told = whole_turn(game, "melee-5", "count-3", "no", dice=[5, 5, 3, TORCH])
    assert [hero.conscious for hero in game.heroes] == [True, False]
    assert (told.asked, "research" in told.offered) == ("turn.next", True)


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious-off-turn")
def test_a_hero_felled_by_the_torch_at_the_end_of_a_turn_simply_lies_down() -> None:
    game = arena(
        SEFA_FIRST, changes=drawn_track(1), torch=21, at=[(3, 3), EAST], rooms=corridor(1), health=[9, 1],
        goblins={1: ("goblin-pincher", EAST)},
    )  # fmt: skip
    told = whole_turn(game, "end-turn")
    assert (game.heroes[1].conscious, game.active, told.ended) == (False, 1, False)
    assert game.heroes[1].at == cell(EAST)


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious-passive")
@pytest.mark.parametrize(("health", "focus"), [(9, 3), (1, 0)])
def test_a_counter_attack_that_fells_a_hero_wakes_none_of_its_powers(health: int, focus: int) -> None:
    awake = {"hero.sefa-marrow.passive": power("on-counter-damage", [{"do": "focus", "by": 3}])}
    game = arena(
        ("sefa-marrow", "brannoch-tull"),
        changes=awake,
        minions=[("glass-duelist", (3, 3))],
        health=[health, 9],
        focus=[0],
    )
    when(game, "melee-5", dice=[1, 4])
    assert game.heroes[0].focus == focus
