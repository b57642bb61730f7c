"""What becomes of enemies that are killed, and what it brings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.arena import EAST, among, arena, carried, corridor, known, loot, only, searching
from tests.games.tiny_epic_dungeons.board import cell, drawn_track, find, given, offered, when
from undercroft.games.tiny_epic_dungeons.enemies import add_goblin
from undercroft.games.tiny_epic_dungeons.lair import can_open_lair
from undercroft.games.tiny_epic_dungeons.state import CENTRE, NOBODY, Dungeon

SEFA = ("sefa-marrow", "odile-vant")
ODILE = ("odile-vant", "sefa-marrow")
HERE = (3, 3)
KILL = [6]
ALL_GOBLINS = (
    "goblin-pincher", "goblin-slinger", "goblin-snuffer", "goblin-hauler", "goblin-hexer", "goblin-drummer",
)  # fmt: skip


def last_blow(**figures: Any) -> Dungeon:
    """Sefa, whose one die for Strength suffices against a Minion with 1 Health left."""
    figures.setdefault("minions", [("glass-duelist", HERE, 1)])
    return arena(SEFA, focus=[0], **figures)


# ---- Goblins --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "kill.goblin-return")
def test_a_killed_goblin_frees_its_number_for_the_next() -> None:
    goblins = {number: (ALL_GOBLINS[number - 1], HERE) for number in (1, 2, 3)}
    game = arena(SEFA, goblins=goblins, focus=[0])
    when(game, "melee-2", "neither", dice=KILL)
    slinger = find(game.content.goblins, "goblin-slinger").index
    assert (game.goblins[1], game.goblin_at[1], game.goblin_discards) == (NOBODY, NOBODY, [slinger])
    told = when(game, rule=add_goblin, arguments=[CENTRE], cards=["goblin-hexer"])
    assert told.figures("goblin.arrives")[0]["number"] == 2


@pytest.mark.rule("tiny-epic-dungeons", "kill.goblin-return", "components.goblin-cards")
def test_the_seventh_goblin_comes_from_the_reshuffled_discards() -> None:
    game = arena(SEFA, changes={f"goblin.{key}.defense": 4 for key in ALL_GOBLINS}, focus=[0])
    for number, key in enumerate(ALL_GOBLINS):
        when(game, rule=add_goblin, arguments=[CENTRE], cards=[key] * (len(game.goblin_deck) > 1))
        if number >= 3:
            game.heroic_left = 1
            when(game, "melee-4", "neither", dice=KILL)
    assert (len(game.goblin_deck), len(game.goblin_discards)) == (0, 3)
    when(game, rule=add_goblin, arguments=[CENTRE], cards=["goblin-hexer"])
    assert (len(game.goblin_deck), game.goblin_discards) == (2, [])


@pytest.mark.rule("tiny-epic-dungeons", "kill.goblin-reward")
def test_the_reward_is_on_the_card_and_may_be_declined() -> None:
    told = when(arena(SEFA, goblins={1: ("goblin-pincher", HERE)}, focus=[0]), "melee-1", dice=KILL)
    assert (told.asked, told.offered) == ("reward.goblin", ["reward-1", "neither"])
    game = arena(SEFA, goblins={1: ("goblin-pincher", HERE)}, focus=[0])
    when(game, "melee-1", "reward-1", "keep", dice=KILL, cards=["ring-jack"])
    assert carried(game) == ["ring-jack"]
    game = arena(SEFA, goblins={1: ("goblin-pincher", HERE)}, focus=[0])
    when(game, "melee-1", "neither", dice=KILL)
    assert carried(game) == []


@pytest.mark.rule("tiny-epic-dungeons", "kill.goblin-reward")
@pytest.mark.parametrize(("answer", "health", "focus"), [("reward-1", 5, 2), ("reward-2", 6, 0), ("neither", 5, 0)])
def test_of_several_rewards_the_hero_picks_one(answer: str, health: int, focus: int) -> None:
    game = arena(SEFA, goblins={1: ("goblin-slinger", HERE)}, health=[5], focus=[0])
    when(game, "melee-1", answer, dice=KILL)
    assert (game.hero().health, game.hero().focus) == (health, focus)


# ---- Minions --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "kill.minion-remove")
def test_a_killed_minion_leaves_the_game_for_good() -> None:
    game = last_blow(minions=[("glass-duelist", HERE, 1), ("bell-warden", EAST)], rooms=corridor(1))
    left = len(game.minion_deck)
    when(game, "melee-5", "neither", "neither", dice=KILL)
    assert (game.enemy_at(4), game.enemy_at(5)) == (NOBODY, cell(EAST))
    duelist = find(game.content.minions, "glass-duelist").index
    assert (len(game.minion_deck), duelist in game.minion_deck.unseen) == (left, False)
    game.heroic_left = 1
    assert among(offered(game), "melee", "missile") == ["missile-6"]


@pytest.mark.rule("tiny-epic-dungeons", "kill.minion-marker")
def test_the_markers_of_dead_minions_count_up_to_the_heroes_and_unlock_the_lair() -> None:
    game = last_blow(minions=[("glass-duelist", HERE, 1), ("bell-warden", HERE, 1)], door=CENTRE)
    for target, seals in (("melee-5", 1), ("melee-6", 2)):
        assert not can_open_lair(game, game.hero())
        game.heroic_left = 1
        when(game, target, "neither", "neither", dice=KILL)
        assert game.seals == seals
    assert (game.seals, can_open_lair(game, game.hero())) == (len(game.heroes), True)


@pytest.mark.rule("tiny-epic-dungeons", "kill.minion-reward")
def test_a_minion_brings_a_loot_or_a_spell_twice_the_first_seen_before_the_second() -> None:
    told = when(last_blow(), "melee-5", dice=KILL)
    assert (told.asked, told.offered) == ("reward.loot-or-spell", ["gain-loot", "gain-spell", "neither"])
    told = when(last_blow(), "melee-5", "gain-loot", "keep", dice=KILL, cards=["ring-jack"])
    assert (told.asked, "loot.drawn" in told.names) == ("reward.loot-or-spell", True)
    game = last_blow()
    when(game, "melee-5", "gain-loot", "keep", "gain-spell", "keep", dice=KILL, cards=["ring-jack", "mend"])
    assert (carried(game), known(game)) == (["ring-jack"], ["mend"])


@pytest.mark.rule("tiny-epic-dungeons", "kill.minion-reward")
def test_both_may_be_of_one_kind_and_each_may_be_declined() -> None:
    game = last_blow()
    when(game, "melee-5", "gain-loot", "keep", "gain-loot", "keep", dice=KILL, cards=["ring-jack", "ox-knuckle"])
    assert carried(game) == ["ring-jack", "ox-knuckle"]
    game = last_blow()
    when(game, "melee-5", "neither", "gain-spell", "decline", dice=KILL, cards=["mend"])
    assert (carried(game), known(game)) == ([], [])


@pytest.mark.rule("tiny-epic-dungeons", "kill.minion-torch")
@pytest.mark.parametrize(("torch", "after"), [(24, 30), (28, 31), (8, 14)])
def test_a_minions_death_lifts_the_torch_by_six_up_to_the_top(torch: int, after: int) -> None:
    game = last_blow(changes=drawn_track(1), torch=torch)
    told = when(game, "melee-5", "neither", "neither", dice=KILL)
    assert (game.torch, "torch.enemies" in told.names) == (after, False)


@pytest.mark.rule("tiny-epic-dungeons", "kill.order")
def test_a_kill_is_token_marker_reward_torch_and_then_the_others_counter_attack() -> None:
    game = arena(
        ODILE, spells=[["ring-of-cinders"]], minions=[("glass-duelist", HERE, 2), ("bell-warden", HERE)], focus=[3]
    )  # fmt: skip
    told = when(
        game, "sweep-1", "count-1", "gain-loot", "keep", "gain-spell", "keep", dice=[6, 5, 5, 1],
        cards=["ring-jack", "mend"],
    )  # fmt: skip
    order = ["minion.killed", "loot.drawn", "spell.drawn", "torch.up", "counter.rolled"]
    assert [name for name in told.names if name in order] == order
    assert told.figures("minion.killed") == [{"enemy": 102, "seals": 1, "heroes": 2}]
    assert told.figures("counter.rolled")[0]["enemy"] == 100


# ---- the Boss, and whose the reward is ------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "kill.boss")
def test_a_boss_dies_by_its_markers_and_brings_no_reward_but_the_end() -> None:
    assert "melee-9" not in offered(arena(boss_at=NOBODY))
    game = given(
        SEFA, changes={"boss.tithe-eater.defense": 5}, rooms={(2, 3): ("iron-mouth", "ns")}, boss="tithe-eater",
        at=[1, 3], door=17, covered=3, focus=[0],
    )  # fmt: skip
    game.markers = [1, 0]
    told = when(game, "melee-9", dice=KILL)
    assert (told.ended, told.names[-1], told.asked) == (True, "end.won", "")
    assert not {"torch.up", "loot.drawn", "minion.killed"} & set(told.names)


@pytest.mark.rule("tiny-epic-dungeons", "kill.who")
@pytest.mark.parametrize("active", [0, 1])
def test_the_reward_is_for_the_hero_whose_action_killed(active: int) -> None:
    changes = {"hero.sefa-marrow.strength": 1, "hero.odile-vant.strength": 1}
    game = arena(SEFA, changes=changes, goblins={1: ("goblin-pincher", HERE)}, focus=[0, 0], active=active)
    when(game, "melee-1", "reward-1", "keep", dice=KILL, cards=["ring-jack"])
    assert (carried(game, active), carried(game, 1 - active)) == (["ring-jack"], [])


@pytest.mark.rule("tiny-epic-dungeons", "kill.who")
def test_damage_without_an_attack_brings_the_reward_too() -> None:
    powder = loot("charm", "heroic", [{"do": "damage", "by": 1, "to": "enemies", "within": 1}], discard=True)
    game = arena(
        SEFA, changes={"loot.flash-powder": powder}, loot=[["flash-powder"]], rooms=corridor(1), torch=10,
        goblins={1: ("goblin-slinger", HERE)}, minions=[("glass-duelist", EAST, 1)], focus=[0],
    )  # fmt: skip
    told = when(game, "use-6", "reward-1", "gain-spell", "keep", "neither", cards=["mend"])
    assert (game.hero().focus, known(game), game.torch, game.seals) == (2, ["mend"], 16, 1)
    assert not [name for name in told.names if name.startswith("counter")]


@pytest.mark.rule("tiny-epic-dungeons", "kill.who")
def test_a_kill_by_a_spell_or_a_search_brings_the_reward_as_well() -> None:
    game = arena(ODILE, spells=[["thunderous-no"]], goblins={1: ("goblin-slinger", HERE)}, focus=[2, 0])
    when(game, "cast-1", "count-1", "pay", "reward-1", dice=[6, 5, 5])
    assert [hero.focus for hero in game.heroes] == [2, 0]
    blast = [{"do": "damage", "by": 1, "to": "enemies", "within": 1}]
    game = searching("agility", 5, success=blast, goblins={1: ("goblin-slinger", HERE)}, focus=[0, 0])
    when(game, "search", "reward-1", dice=[5])
    assert [hero.focus for hero in game.heroes] == [2, 0]


@pytest.mark.rule("tiny-epic-dungeons", "kill.minion-reward", "loot.discards")
def test_what_can_no_longer_be_drawn_is_not_offered() -> None:
    game = last_blow()
    only(game, "spells")
    assert when(game, "melee-5", dice=KILL).offered == ["gain-loot", "neither"]
