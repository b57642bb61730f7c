"""Loot and Spells: drawing, keeping, carrying."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.arena import GAIN, arena, carried, known, loot, only, searching
from tests.games.tiny_epic_dungeons.board import find, head_of_turn, offered, when
from tests.games.told import Told
from undercroft.games.tiny_epic_dungeons.belongings import gain_loot, gain_spell
from undercroft.games.tiny_epic_dungeons.bodies import defense_of
from undercroft.games.tiny_epic_dungeons.enemies import enemies_act
from undercroft.games.tiny_epic_dungeons.state import Dungeon

DEFENSE = [{"do": "defense", "by": 1}]


def draw(game: Dungeon, key: str, *answers: str) -> Told:
    """The first hero gains a Loot."""
    return when(game, *answers, rule=gain_loot, arguments=[0], cards=[key])


def draw_spell(game: Dungeon, key: str, *answers: str) -> Told:
    """The first hero gains a Spell."""
    return when(game, *answers, rule=gain_spell, arguments=[0], cards=[key])


def pile(game: Dungeon, deck: str) -> list[str]:
    """The discard pile of a deck by ids."""
    if deck == "loot":
        return [game.content.loot[card].key for card in game.loot_discards]
    return [game.content.spells[card].key for card in game.spell_discards]


# ---- drawing and keeping --------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "loot.gain")
def test_a_drawn_card_is_seen_and_then_kept_or_declined() -> None:
    told = draw(arena(), "cauldron-lid")
    assert (told.names, told.asked, told.offered) == (["loot.drawn"], "loot.keep", ["keep", "decline"])
    game = arena()
    draw(game, "cauldron-lid", "keep")
    assert (carried(game), pile(game, "loot"), len(game.loot_deck)) == (["cauldron-lid"], [], 25)
    game = arena()
    draw(game, "cauldron-lid", "decline")
    assert (carried(game), pile(game, "loot")) == ([], ["cauldron-lid"])
    game = arena()
    draw_spell(game, "mend", "keep")
    assert (known(game), len(game.spell_deck)) == (["mend"], 13)


@pytest.mark.rule("tiny-epic-dungeons", "loot.gain", "loot.slots")
def test_a_new_card_may_take_the_place_of_one_that_is_carried() -> None:
    game = arena(loot=[["notched-falchion"]])
    told = draw(game, "cauldron-lid", "swap-1")
    assert (carried(game), pile(game, "loot")) == (["cauldron-lid"], ["notched-falchion"])
    assert told.names == ["loot.drawn", "loot.discarded"]


@pytest.mark.rule("tiny-epic-dungeons", "loot.slots")
def test_a_hero_has_two_hands_a_body_and_a_charm() -> None:
    game = arena(loot=[["notched-falchion", "cauldron-lid", "ring-jack", "ox-knuckle"]])
    assert len(carried(game)) == 4
    assert draw(game, "latch-crossbow").offered == ["swap-1", "swap-2", "decline"]
    game = arena(loot=[["notched-falchion", "cauldron-lid", "ring-jack", "ox-knuckle"]])
    assert draw(game, "marsh-hide").offered == ["swap-3", "decline"]
    game = arena(loot=[["notched-falchion", "cauldron-lid", "ring-jack", "ox-knuckle"]])
    assert draw(game, "spare-wick").offered == ["swap-4", "decline"]


@pytest.mark.rule("tiny-epic-dungeons", "loot.slots")
def test_a_hero_knows_two_spells() -> None:
    game = arena(spells=[["mend"]])
    assert draw_spell(game, "candleburst").offered == ["keep", "swap-1", "decline"]
    game = arena(spells=[["mend", "slate-shard"]])
    assert draw_spell(game, "candleburst").offered == ["swap-1", "swap-2", "decline"]
    game = arena(spells=[["mend", "slate-shard"]])
    draw_spell(game, "candleburst", "swap-1")
    assert (known(game), pile(game, "spells")) == (["slate-shard", "candleburst"], ["mend"])


@pytest.mark.rule("tiny-epic-dungeons", "loot.slots")
def test_what_needs_both_hands_fills_both() -> None:
    game = arena()
    draw(game, "gravediggers-maul", "keep")
    assert draw(game, "cauldron-lid").offered == ["swap-1", "decline"]
    game = arena(loot=[["gravediggers-maul"]])
    draw(game, "cauldron-lid", "swap-1")
    assert draw(game, "latch-crossbow").offered == ["keep", "swap-1", "decline"]


@pytest.mark.rule("tiny-epic-dungeons", "loot.slots")
@pytest.mark.parametrize("held", [["notched-falchion"], ["notched-falchion", "cauldron-lid"]])
def test_for_it_everything_in_hand_is_swapped(held: list[str]) -> None:
    game = arena(loot=[held])
    assert draw(game, "gravediggers-maul").offered == ["swap-hands", "decline"]
    game = arena(loot=[held])
    draw(game, "gravediggers-maul", "swap-hands")
    assert (carried(game), pile(game, "loot")) == (["gravediggers-maul"], held)


@pytest.mark.rule("tiny-epic-dungeons", "loot.discards")
def test_an_empty_deck_is_refilled_from_its_discards() -> None:
    game = arena(focus=[4])
    only(game, "spells")
    game.spell_discards = [find(game.content.spells, key).index for key in ("mend", "candleburst", "slate-shard")]
    when(game, "research", "keep", cards=["mend"])
    assert (known(game), len(game.spell_deck), game.spell_discards) == (["mend"], 2, [])


@pytest.mark.rule("tiny-epic-dungeons", "loot.discards")
def test_loot_that_is_shuffled_again_is_there_once() -> None:
    game = arena()
    only(game, "loot")
    game.loot_discards = [find(game.content.loot, key).index for key in ("cauldron-lid", "ring-jack", "ox-knuckle")]
    draw(game, "ring-jack", "keep")
    assert (carried(game), len(game.loot_deck), pile(game, "loot")) == (["ring-jack"], 2, [])
    draw(game, "ox-knuckle", "keep")
    when(game, "keep", rule=gain_loot, arguments=[0])  # the last card is no matter of chance
    assert sorted(carried(game)) == ["cauldron-lid", "ox-knuckle", "ring-jack"]
    assert when(game, rule=gain_loot, arguments=[0]).names == ["loot.nothing-left"]


@pytest.mark.rule("tiny-epic-dungeons", "loot.discards")
def test_from_nothing_nothing_is_gained() -> None:
    game = arena()
    only(game, "loot")
    only(game, "spells")
    told = when(game, rule=gain_loot, arguments=[0])
    assert (told.names, told.asked) == (["loot.nothing-left"], "")
    told = when(game, rule=gain_spell, arguments=[0])
    assert (told.names, told.asked) == (["loot.nothing-left"], "")
    game = arena(goblins={1: ("goblin-pincher", (3, 3))}, focus=[0])
    only(game, "loot")
    when(game, "melee-1", "count-1", "reward-1", dice=[6, 5, 5])
    assert carried(game) == []


@pytest.mark.rule("tiny-epic-dungeons", "loot.no-trading")
def test_heroes_in_one_room_hand_nothing_to_one_another() -> None:
    game = arena(loot=[["notched-falchion"], ["cauldron-lid"]], spells=[["mend"], ["candleburst"]], focus=[3])
    assert offered(game) == ["rest", "cast-1", "end-turn"]


# ---- what it does ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "loot.in-force")
def test_bonuses_of_the_same_kind_add_up() -> None:
    game = arena(loot=[["cauldron-lid", "ring-jack"]])
    assert defense_of(game, game.hero()) == 4 + 2
    draw(game, "marsh-hide", "swap-3")
    assert defense_of(game, game.hero()) == 4 + 1


@pytest.mark.rule("tiny-epic-dungeons", "loot.in-force")
@pytest.mark.parametrize("skill", ["strength", "intellect"])
def test_a_card_that_names_two_skills_counts_for_each(skill: str) -> None:
    both = [{"do": "result", "by": 1, "on": "strength"}, {"do": "result", "by": 1, "on": "intellect"}]
    changes = {"loot.ox-knuckle": loot("charm", "on-check", both)}
    game = searching(skill, changes=changes, loot=[["ox-knuckle"]], focus=[0])
    told = when(game, "search", dice=[4] * (3 if skill == "strength" else 2))
    assert told.figures("check.result")[0]["result"] == 5


@pytest.mark.rule("tiny-epic-dungeons", "loot.in-force")
def test_when_a_maximum_falls_the_marker_comes_down_to_the_new_top() -> None:
    game = arena(loot=[["marsh-hide"]], health=[11])
    assert (game.hero().max_health, game.hero().health) == (11, 11)
    draw(game, "ring-jack", "swap-3")
    assert (game.hero().max_health, game.hero().health) == (9, 9)


@pytest.mark.rule("tiny-epic-dungeons", "loot.in-force")
def test_the_loot_of_an_unconscious_hero_does_nothing() -> None:
    helps_others = loot("charm", "on-enemy-action", [{"do": "focus", "by": 1, "to": "heroes", "within": 0}])
    for health, focus in ((0, 0), (9, 1)):
        game = arena(
            ("sefa-marrow", "odile-vant"), changes={"loot.ox-knuckle": helps_others}, loot=[["ox-knuckle"]],
            minions=[("bell-warden", (3, 3))], health=[health, 9], focus=[0, 0],
        )  # fmt: skip
        when(game, rule=enemies_act)
        assert game.heroes[1].focus == focus


def armoured(body: int, **more: Any) -> Dungeon:
    """Brannoch with a lid (+1), another (+1) and something on the body."""
    changes = {
        "loot.latch-crossbow": loot("hand", "always", DEFENSE),
        "loot.ring-jack": loot("body", "always", [{"do": "defense", "by": body}]),
        **more.pop("changes", {}),
    }
    return arena(changes=changes, loot=[["cauldron-lid", "latch-crossbow", "ring-jack"]], **more)


@pytest.mark.rule("tiny-epic-dungeons", "loot.caps")
def test_standing_defense_counts_seven_at_most() -> None:
    game = armoured(1)
    assert defense_of(game, game.hero()) == 7
    game = armoured(2)
    assert defense_of(game, game.hero()) == 7


@pytest.mark.rule("tiny-epic-dungeons", "loot.caps")
def test_what_is_paid_for_one_counter_attack_comes_on_top() -> None:
    game = armoured(2, minions=[("glass-duelist", (3, 3))], focus=[1])
    told = when(game, "melee-5", "count-1", "use-1", dice=[6, 5, 5, 4])
    assert told.figures("counter.rolled")[0]["defense"] == 9


@pytest.mark.rule("tiny-epic-dungeons", "loot.caps")
@pytest.mark.parametrize(("by", "speed"), [(-1, 2), (1, 5), (2, 5)])
def test_speed_stays_between_two_and_five(by: int, speed: int) -> None:
    slow = [{"do": "speed", "by": by}]
    changes = {"loot.ox-knuckle": loot("charm", "always", slow), "loot.ring-jack": loot("body", "always", slow)}
    game = arena(changes=changes, loot=[["ox-knuckle", "ring-jack"]])
    head_of_turn(game)
    assert (game.hero().speed, game.speed_left) == (speed, speed)


@pytest.mark.rule("tiny-epic-dungeons", "loot.caps")
def test_the_hero_space_is_counted_within_the_seven() -> None:
    spaces = [{"n": n, "effects": DEFENSE if n > 1 else []} for n in range(1, 7)]
    game = armoured(
        1, changes={"boss.tithe-eater.spaces": spaces}, rooms={(2, 3): ("iron-mouth", "ns")}, boss="tithe-eater",
        at=[2, 1], door=17,
    )  # fmt: skip
    assert defense_of(game, game.hero()) == 7
    game.heroes[0].loot[2] = -1
    game.hero().count_up(game.content)
    assert defense_of(game, game.hero()) == 4 + 2 + 1
    game.hero().space = 1
    assert defense_of(game, game.hero()) == 4 + 2


@pytest.mark.rule("tiny-epic-dungeons", "loot.slots")
def test_a_card_that_takes_the_place_of_a_used_one_is_not_used() -> None:
    charms = {f"loot.{key}": loot("charm", "free", [GAIN], once="turn") for key in ("ox-knuckle", "spare-wick")}
    game = arena(changes=charms, loot=[["ox-knuckle"]], health=[5, 9])
    when(game, "use-6")
    assert "use-6" not in offered(game)
    draw(game, "spare-wick", "swap-4")
    assert "use-6" in offered(game)
