"""Spells: who may cast what on whom, the draft, resistance, and the four spells of the document."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import (
    casts,
    equip,
    faces,
    given,
    hero,
    in_town,
    kill,
    learn,
    offered,
    option_at,
    spell,
    when,
)
from undercroft.games.freequest.setup import begin_quest
from undercroft.games.freequest.sheets import attack_dice, defense_dice
from undercroft.games.freequest.state import DRAFTING, FreeQuest

TWO_ROOMS = ["AAABBB"]
DOOR = [((2, 0), (3, 0))]
AROUND_A_CORNER = ["aaaaa", "###b#", "###b#"]


def casts_offered(game: FreeQuest) -> list[str]:
    """The spells that can be cast now."""
    return [game.content.spells[int(name.split("-")[1])].key for name in offered(game) if name.startswith("cast-")]


def draft(game: FreeQuest, *answers: str) -> list[str]:
    """Who drafts, pick by pick, if spells are shared out with these answers."""
    for one in game.board.heroes:
        one.spells = 0
    game.board.phase = DRAFTING
    told = when(game, *answers)
    return [game.content.heroes[drafted["hero"]].key for drafted in told.figures("setup.drafted")]


def picks(count: int) -> list[str]:
    """So many picks from the top of the list."""
    return [f"draft-{number}" for number in range(count)]


# ---- who casts ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "spell.who-casts")
def test_nobody_without_magic_casts() -> None:
    game = given(heroes={"barbarian": (0, 0)}, monsters=[("goblin", (3, 0))])
    learn(game, "barbarian", "flame-burst")
    assert casts_offered(game) == []


@pytest.mark.rule("freequest", "spell.who-casts")
def test_nobody_casts_a_spell_that_is_not_held_or_spent() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("goblin", (3, 0))])
    wizard = learn(game, "wizard", "flame-burst", "immolate")
    assert casts_offered(game) == ["flame-burst", "immolate"]
    wizard.spent = wizard.spells
    assert casts_offered(game) == []


@pytest.mark.rule("freequest", "spell.line-of-sight")
def test_every_spell_needs_its_target_in_sight() -> None:
    game = given(TWO_ROOMS, doors=DOOR, heroes={"wizard": (2, 0), "warrior": (3, 0)}, monsters=[("goblin", (5, 0))])
    learn(game, "wizard", "flame-burst", "burning-rage", "keen-edge")
    told = when(game, casts(game, "keen-edge"))
    assert told.figures("spell.blessed") == [{"hero": 1, "spell": spell(game, "keen-edge")}]  # only on herself
    game.board.did, game.board.actions_left = 0, 2
    assert casts_offered(game) == []
    assert casts(game, "burning-rage") in when(game, "open-east").offered
    assert casts(game, "flame-burst") in offered(game)


@pytest.mark.rule("freequest", "spell.no-weapon")
@pytest.mark.parametrize("gear", [(), ("platemail", "battle-axe"), ("shield", "dagger")])
def test_arms_and_armour_do_not_matter_for_casting(gear: tuple[str, ...]) -> None:
    game = given(heroes={"warrior": (0, 0)}, monsters=[("goblin", (3, 0))])
    learn(game, "warrior", "immolate").magic = 3
    equip(game, "warrior", *gear)
    told = when(game, casts(game, "immolate"), dice=[1, 1, 6, 6, 6])
    assert told.names == ["spell.cast", "spell.resisted", "attack.damage", "monster.dies"]


@pytest.mark.rule("freequest", "spell.not-the-attack-action")
def test_an_attack_spell_and_an_attack_fit_into_one_turn() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("goblin", (1, 0)), ("orc", (3, 0))])
    equip(game, "wizard", "staff")
    learn(game, "wizard", "flame-burst", "immolate")
    told = when(game, casts(game, "flame-burst"), "on-monster-1", "attack-0", dice=[1, 1, 1, 1, 6, 6, 6, 6, 1, 1])
    assert told.names[:3] == ["spell.cast", "spell.attacked", "attack.fails"]
    assert told.names[3:6] == ["attack.rolled", "attack.damage", "monster.dies"]
    assert casts(game, "immolate") not in told.offered


@pytest.mark.rule("freequest", "spell.read-the-spell")
def test_a_spell_does_what_is_written_in_it_and_nothing_else() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (1, 0)}, monsters=[("goblin", (2, 0))])
    learn(game, "wizard", "healing-water")
    hero(game, "warrior").health = 2
    before = game.copy()
    told = when(game, casts(game, "healing-water"))
    assert told.names == ["spell.cast", "hero.healed"]
    assert hero(game, "warrior").health == 7
    hero(before, "warrior").health = 7
    hero(before, "wizard").spent = hero(before, "wizard").spells
    hero(before, "wizard").deeds = hero(game, "wizard").deeds
    before.board.did, before.board.actions_left = game.board.did, 1
    assert game.key() == before.key()


# ---- once a quest ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "spell.spent", "spell.immolate")
def test_a_spell_that_was_resisted_entirely_is_spent() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("mummy", (3, 0))])
    wizard = learn(game, "wizard", "immolate")
    told = when(game, casts(game, "immolate"), dice=[6, 6, 5, 1, 1, 1, 1, 1])
    assert told.figures("spell.resisted")[0]["successes"] == 3
    assert game.board.monsters[0].health == 2
    assert wizard.spent == wizard.spells


@pytest.mark.rule("freequest", "spell.once-per-quest")
def test_a_spell_is_cast_once_and_comes_back_with_the_next_quest() -> None:
    game = given(["SSaaaa", "SSaaaa"], heroes={"wizard": (2, 0)}, hidden="a", lairs=[{"kind": "goblin", "at": [5, 0]}])
    learn(game, "wizard", "flame-burst", "immolate")
    when(game, casts(game, "flame-burst"), "end-turn", dice=[1, 1, 1, 1, 6, 6])
    when(game, "end-round")
    assert casts_offered(game) == ["immolate"]
    when(game, rule=lambda game: begin_quest(game, 0))
    told = when(game, *picks(10), option_at(game, (0, 0)))
    assert len(told.figures("setup.drafted")) == 10
    assert "flame-burst" in casts_offered(game)


# ---- the draft ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "spell.draft")
def test_casters_pick_in_turn_until_each_has_enough() -> None:
    game = given(heroes={"medic": (0, 0), "ranger": (1, 0)})
    assert draft(game, *picks(4)) == ["medic", "ranger", "medic", "medic"]


@pytest.mark.rule("freequest", "spell.draft")
def test_the_wizard_goes_on_when_the_medic_has_three() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (2, 0), "medic": (1, 0)})
    assert draft(game, *picks(13)) == ["wizard", "medic"] * 3 + ["wizard"] * 7


@pytest.mark.rule("freequest", "spell.draft")
def test_the_draft_goes_by_the_order_of_turns() -> None:
    game = given(heroes={"medic": (0, 0), "ranger": (1, 0)})
    game.board.order = [1, 0]
    assert draft(game, *picks(4)) == ["ranger", "medic", "medic", "medic"]


@pytest.mark.rule("freequest", "spell.draft")
def test_the_draft_ends_when_no_spell_is_left() -> None:
    game = given(heroes={"wizard": (0, 0)})
    hero(game, "wizard").spells_allowed = 30
    assert len(draft(game, *picks(19))) == 20  # the last one is no choice
    assert hero(game, "wizard").spells == (1 << 20) - 1


@pytest.mark.rule("freequest", "spell.no-duplicates")
def test_a_spell_that_is_taken_is_not_on_offer_any_more() -> None:
    game = given(heroes={"wizard": (0, 0), "ranger": (1, 0)})
    water = f"draft-{spell(game, 'healing-water')}"
    game.board.phase = DRAFTING
    told = when(game, water)
    assert told.asked == "setup.draft-spell"
    assert len(told.offered) == 19
    assert water not in told.offered


# ---- resistance, Flame Burst, Immolate ------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "spell.resist")
def test_only_a_spell_that_says_so_is_resisted_by_skill_against_magic() -> None:
    game = given(heroes={"wizard": (0, 0), "medic": (0, 1)}, monsters=[("mummy", (3, 0))])
    learn(game, "wizard", "flame-burst")
    learn(game, "medic", "immolate")
    burst = when(game, casts(game, "flame-burst"), "end-turn", dice=[1, 1, 1, 1, 6, 6, 6, 6])
    assert "spell.resisted" not in burst.names
    burnt = when(game, casts(game, "immolate"), dice=[6, 2, 2, 5, 1, 1])
    assert (faces(burnt, "spell.resisted"), faces(burnt, "spell.resisted", "against")) == ([[6, 2, 2]], [[5, 1, 1]])
    assert burnt.figures("spell.resisted")[0]["successes"] == 1  # the monster's


@pytest.mark.rule("freequest", "spell.flame-burst")
def test_flame_burst_attacks_with_four_dice() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("orc", (3, 0))])
    learn(game, "wizard", "flame-burst")
    told = when(game, casts(game, "flame-burst"), dice=[6, 5, 2, 1, 5, 3])
    assert told.names == ["spell.cast", "spell.attacked", "attack.damage", "monster.dies"]
    assert told.figures("attack.damage")[0]["damage"] == 1


@pytest.mark.rule("freequest", "spell.flame-burst")
def test_nothing_adds_to_flame_burst_and_it_reaches_a_neighbour() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("troll", (1, 0))])
    wizard = learn(game, "wizard", "flame-burst")
    wizard.edge = 2
    told = when(game, casts(game, "flame-burst"), dice=[6, 6, 6, 6, 5, 5, 5, 5])
    assert told.figures("attack.damage")[0]["damage"] == 4
    assert wizard.edge == 2


@pytest.mark.rule("freequest", "spell.immolate")
@pytest.mark.parametrize(("resistance", "damage"), [([1, 1, 1], 2), ([6, 1, 1], 1), ([6, 6, 1], 0), ([6, 6, 6], 0)])
def test_immolate_burns_for_two_less_each_success_of_the_monster(resistance: list[int], damage: int) -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("hobgoblin", (3, 0))])
    learn(game, "wizard", "immolate")
    told = when(game, casts(game, "immolate"), dice=[*resistance, 5, 4, 3, 2, 1])
    assert game.board.monsters[0].health == 2 - damage
    assert "spell.attacked" not in told.names


# ---- Healing Water --------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "spell.healing-water")
def test_healing_water_restores_five_up_to_the_maximum() -> None:
    game = given(heroes={"wizard": (0, 0), "medic": (1, 0)})
    learn(game, "wizard", "healing-water")
    hero(game, "medic").health = 2
    told = when(game, casts(game, "healing-water"))
    assert hero(game, "medic").health == 6
    assert told.figures("hero.healed")[0]["restored"] == 4


@pytest.mark.rule("freequest", "spell.healing-water")
def test_healing_water_does_not_reach_the_caster_a_diagonal_neighbour_or_the_far_side_of_a_door() -> None:
    game = given(
        ["AABB", "AABB"], doors=[((1, 0), (2, 0))], heroes={"wizard": (1, 0), "medic": (2, 0), "ranger": (0, 1)}
    )
    learn(game, "wizard", "healing-water")
    for key in ("wizard", "medic", "ranger"):
        hero(game, key).health = 1
    assert casts_offered(game) == []
    assert casts(game, "healing-water") in when(game, "open-east").offered


@pytest.mark.rule("freequest", "spell.healing-water")
def test_healing_water_helps_who_rages_at_zero_and_not_the_dead() -> None:
    game = given(heroes={"wizard": (1, 0), "medic": (2, 0), "warrior": (0, 0)}, monsters=[("goblin", (5, 0))])
    learn(game, "wizard", "healing-water")
    hero(game, "medic").health, hero(game, "medic").dead = 0, True
    assert casts_offered(game) == []
    hero(game, "warrior").health, hero(game, "warrior").raging = 0, True
    when(game, casts(game, "healing-water"))
    assert (hero(game, "medic").health, hero(game, "warrior").health) == (0, 5)


# ---- Burning Rage ---------------------------------------------------------------------------------------------------


def raging(rows: list[str], at: tuple[int, int], monster: tuple[int, int], health: int = 0) -> FreeQuest:
    """A warrior under Burning Rage and a goblin."""
    game = given(rows, heroes={"warrior": at}, monsters=[("goblin", monster)])
    warrior = hero(game, "warrior")
    warrior.health, warrior.raging, warrior.rage_attack, warrior.rage_defense = health, True, 2, -2
    return game


@pytest.mark.rule("freequest", "spell.burning-rage")
def test_burning_rage_gives_two_attack_dice_and_takes_two_defense_dice() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (1, 0)}, monsters=[("troll", (2, 0))])
    learn(game, "wizard", "burning-rage")
    warrior = equip(game, "warrior", "broadsword", "helmet")
    assert (attack_dice(game.content, warrior, warrior.main_hand), defense_dice(warrior)) == (4, 2)
    when(game, casts(game, "burning-rage"), "on-hero-1")
    assert (attack_dice(game.content, warrior, warrior.main_hand), defense_dice(warrior)) == (6, 0)
    when(game, "end-turn", "attack-0", "end-turn", "monster-0", "strike-1", dice=[1] * 6 + [6] * 4 + [5, 4, 4, 4])
    assert (game.board.monsters[0].health, warrior.health) == (3, 4)


@pytest.mark.rule("freequest", "spell.burning-rage")
def test_burning_rage_keeps_alive_at_zero_health() -> None:
    game = given(heroes={"wizard": (0, 3), "warrior": (1, 0)}, monsters=[("orc", (2, 0))])
    learn(game, "wizard", "burning-rage")
    warrior = hero(game, "warrior")
    warrior.health = 1
    when(game, casts(game, "burning-rage"), "on-hero-1", "end-turn", "end-turn")
    told = when(game, "monster-0", "strike-1", "done", "end-turn", dice=[6, 6, 6])
    assert (warrior.health, warrior.lives()) == (0, True)
    assert "attack-0" in told.offered


@pytest.mark.rule("freequest", "spell.burning-rage", "spell.burning-rage-cast")
def test_burning_rage_is_for_any_hero_in_sight_who_sees_a_monster() -> None:
    rows = ["aaaaab", "#####b", "#####b"]
    game = given(rows, heroes={"wizard": (0, 0), "warrior": (5, 0), "medic": (2, 0)})
    learn(game, "wizard", "burning-rage")
    assert casts_offered(game) == []
    game = given(rows, heroes={"wizard": (0, 0), "warrior": (5, 0), "medic": (2, 0)}, monsters=[("goblin", (5, 2))])
    learn(game, "wizard", "burning-rage")
    when(game, casts(game, "burning-rage"))  # the warrior alone sees the goblin
    assert [one.raging for one in game.board.heroes] == [False, True, False]
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 0)}, monsters=[("goblin", (5, 2))])
    learn(game, "wizard", "burning-rage")
    assert when(game, casts(game, "burning-rage")).offered == ["on-hero-0", "on-hero-1"]


@pytest.mark.rule("freequest", "spell.burning-rage-end")
def test_who_kills_the_last_monster_in_sight_at_zero_health_dies() -> None:
    game = raging(["aaaaa"], (0, 0), (1, 0))
    told = when(game, "attack-0", dice=[6, 5, 5, 4, 4, 4, 1, 1])
    assert told.names[2:] == ["monster.dies", "spell.rage-ends", "hero.dies", "end.all-dead"]


@pytest.mark.rule("freequest", "spell.burning-rage-end")
def test_rage_ends_when_a_monster_walks_out_of_sight() -> None:
    game = given(AROUND_A_CORNER, heroes={"warrior": (0, 0), "medic": (1, 0)}, monsters=[("goblin", (3, 0))])
    warrior = hero(game, "warrior")
    warrior.health, warrior.raging = 0, True
    when(game, "end-turn", "end-turn")
    told = when(game, "monster-0", "walk", option_at(game, (3, 2)))
    assert told.names[:3] == ["monster.moved", "spell.rage-ends", "hero.dies"]
    assert not warrior.lives()


@pytest.mark.rule("freequest", "spell.burning-rage-end")
def test_rage_does_not_end_between_steps() -> None:
    game = raging(AROUND_A_CORNER, (3, 0), (0, 0))
    when(game, "step-south", "step-north", "end-move")
    assert hero(game, "warrior").lives()
    game = raging(AROUND_A_CORNER, (3, 0), (0, 0), health=3)
    told = when(game, "step-south", "end-move")
    assert "spell.rage-ends" in told.names
    assert (hero(game, "warrior").raging, hero(game, "warrior").health) == (False, 3)
    when(game, "end-turn", "end-round", "step-north", "end-move")
    assert not hero(game, "warrior").raging  # it is over for good


@pytest.mark.rule("freequest", "spell.burning-rage-end")
def test_rage_ends_with_a_move_that_a_body_cuts_short() -> None:
    game = given(AROUND_A_CORNER, heroes={"warrior": (3, 0), "medic": (3, 1)}, monsters=[("goblin", (0, 0))])
    kill(game, "medic")
    warrior = hero(game, "warrior")
    warrior.health, warrior.raging, warrior.speed = 0, True, 2
    told = when(game, "step-south", "take-body-1")
    assert told.names[:4] == ["body.taken", "move.moved", "spell.rage-ends", "hero.dies"]


@pytest.mark.rule("freequest", "spell.burning-rage-at-zero")
def test_at_zero_health_more_damage_does_nothing_and_healing_counts_from_zero() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (1, 0)}, monsters=[("troll", (2, 0))])
    learn(game, "wizard", "healing-water")
    warrior = hero(game, "warrior")
    warrior.health, warrior.raging = 0, True
    when(game, "end-turn", "end-turn", "monster-0", "strike-1", dice=[6, 6, 6, 6, 1])
    assert (warrior.health, warrior.lives()) == (0, True)
    when(game, "done", casts(game, "healing-water"))
    assert warrior.health == 5


@pytest.mark.rule("freequest", "spell.burning-rage-quest-end")
def test_rage_ends_with_the_quest_and_the_hero_dies_on_the_starting_tile() -> None:
    game = given(["SSaaaa", "SSaaaa"], heroes={"warrior": (2, 0)}, monsters=[("goblin", (5, 0))], reward=100)
    warrior = hero(game, "warrior")
    warrior.health, warrior.raging = 0, True
    told = when(game, "step-east", "step-west", "step-west", "end-move")
    assert told.ended
    assert [name for name in told.names if name in ("end.complete", "hero.dies", "body.out", "quest.reward")] == [
        "end.complete", "hero.dies", "body.out",
    ]  # fmt: skip
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.won
    assert (warrior.dead, warrior.awaits_vigil, warrior.health, warrior.counters[0]) == (True, True, 0, 0)
    assert "vigil-0" in offered(in_town(game))
