"""Counter-Attacks: when they come, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.arena import EAST, among, arena, corridor
from tests.games.tiny_epic_dungeons.board import SHIELD, TORCH, drawn_track, when, whole_turn
from tests.games.told import Told
from undercroft.games.tiny_epic_dungeons.scene_words import about, facts
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import COUNT

ODILE = ("odile-vant", "sefa-marrow")
SEFA = ("sefa-marrow", "odile-vant")
HERE = (3, 3)
TWO, THREE, FOUR, FIVE = 1, 2, 3, 4  # where the Enemy Die has these numbers


def duel(**figures: Any) -> Dungeon:
    """Sefa, with one die for Strength, and a Minion with Defense 4, Health 5 and modifiers 3, 1 and 2."""
    figures.setdefault("focus", [0])
    return arena(SEFA, minions=[("glass-duelist", HERE)], **figures)


def counters(told: Told) -> list[str]:
    """What the Enemy Die has shown."""
    return [name for name in told.names if name in ("counter.rolled", "counter.shield", "counter.torch")]


# ---- when -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "counter.when")
def test_an_enemy_that_lives_and_sees_the_attacker_strikes_back() -> None:
    told = when(duel(), "melee-5", dice=[6, FIVE])
    assert counters(told) == ["counter.rolled"]
    game = arena(rooms=corridor(2), minions=[("glass-duelist", (3, 5))], focus=[0])
    assert counters(when(game, "missile-5", dice=[6, TWO])) == ["counter.rolled"]


@pytest.mark.rule("tiny-epic-dungeons", "counter.when")
def test_an_enemy_round_the_corner_does_not() -> None:
    rooms = {EAST: ("spring-chapel", "wn"), (2, 4): ("old-guardroom", "s")}
    game = arena(ODILE, rooms=rooms, minions=[("glass-duelist", (2, 4))], spells=[["wandering-ember"]], focus=[5])
    told = when(game, "strike-first-5", "count-1", dice=[6, 5, 5])
    assert (game.minion_health, counters(told)) == ([3], [])


@pytest.mark.rule("tiny-epic-dungeons", "counter.after-miss")
def test_an_attack_that_misses_is_answered_too() -> None:
    game = arena(SEFA, goblins={1: ("goblin-pincher", HERE)}, focus=[0])
    told = when(game, "melee-1", dice=[3, FIVE])
    assert (counters(told), game.hero().health) == (["counter.rolled"], 9 - (5 + 1 - 4))


@pytest.mark.rule("tiny-epic-dungeons", "counter.dead-do-not")
def test_the_dead_do_not_strike_back() -> None:
    game = arena(SEFA, goblins={1: ("goblin-pincher", HERE)}, focus=[0])
    assert counters(when(game, "melee-1", "neither", dice=[5])) == []
    game = arena(SEFA, minions=[("glass-duelist", HERE, 1)], focus=[0])
    assert counters(when(game, "melee-5", "neither", "neither", dice=[5])) == []


@pytest.mark.rule("tiny-epic-dungeons", "counter.one-per-attack", "counter.no-chain")
def test_one_of_several_that_were_attacked_strikes_back_and_the_player_says_which() -> None:
    def swept() -> Dungeon:
        return arena(
            ODILE, spells=[["ring-of-cinders"]], goblins={1: ("goblin-drummer", HERE)},
            minions=[("glass-duelist", HERE)], focus=[5],
        )  # fmt: skip

    told = when(swept(), "sweep-1", "count-1", dice=[6, 5, 5])
    assert (told.asked, told.offered) == ("attack.counter-attacker", ["enemy-1", "enemy-5"])
    game = swept()
    told = when(game, "sweep-1", "count-1", "enemy-5", dice=[6, 5, 5, FIVE])
    assert told.figures("counter.rolled") == [{"enemy": 102, "die": 5, "modifier": 2, "defense": 4}]
    assert (game.hero().health, told.asked) == (9 - 3, "")


@pytest.mark.rule("tiny-epic-dungeons", "counter.one-per-attack")
def test_a_bystander_never_strikes_back() -> None:
    game = duel(goblins={1: ("goblin-pincher", HERE)})
    assert counters(when(game, "melee-1", "neither", dice=[6])) == []


@pytest.mark.rule("tiny-epic-dungeons", "counter.no-chain", "counter.one-per-attack")
def test_a_counter_attack_provokes_nothing_further() -> None:
    game = duel(focus=[4])
    told = whole_turn(game, "melee-5", "count-1", dice=[5, FIVE])
    assert (counters(told), told.asked) == (["counter.rolled"], "turn.next")


# ---- what it does ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "counter.damage")
@pytest.mark.parametrize(("die", "modifier", "damage"), [(FIVE, 3, 4), (TWO, 1, 0), (TWO, 3, 1), (THREE, 1, 0)])
def test_damage_is_die_plus_modifier_minus_defense(die: int, modifier: int, damage: int) -> None:
    game = duel(changes={"minion.glass-duelist.counter.melee": modifier})
    told = when(game, "melee-5", dice=[1, die])
    assert game.hero().health == 9 - damage
    assert ("counter.no-damage" in told.names) == (damage == 0)


@pytest.mark.rule("tiny-epic-dungeons", "counter.modifiers")
def test_each_kind_of_attack_has_a_modifier_of_its_own() -> None:
    lost = []
    for attack, at in (("melee-5", HERE), ("missile-5", EAST), ("strike-cantrip-5", EAST)):
        game = arena(ODILE, rooms=corridor(1), minions=[("glass-duelist", at)], focus=[0])
        dice = {"melee-5": [1], "missile-5": [3, 3], "strike-cantrip-5": [3, 3, 3]}[attack]
        when(game, attack, dice=[*dice, FIVE])
        lost.append(9 - game.hero().health)
    assert lost == [5 + 3 - 4, 5 + 1 - 4, 5 + 2 - 4]


@pytest.mark.rule("tiny-epic-dungeons", "counter.torch", "turn.interrupts-finish")
def test_the_torch_face_moves_the_torch_and_does_no_damage() -> None:
    game = duel(changes=drawn_track(1), torch=12, at=[HERE, EAST], rooms=corridor(1), focus=[4])
    told = whole_turn(game, "melee-5", "count-1", dice=[1, TORCH])
    assert (game.torch, "torch.enemies" in told.names) == (11, True)
    assert (game.hero().health, told.asked) == (9 - 2, "turn.next")  # the Minion's own action, no Counter-Attack
    game = duel(torch=13)
    when(game, "melee-5", dice=[1, TORCH])
    assert (game.torch, game.hero().health) == (12, 9)


@pytest.mark.rule("tiny-epic-dungeons", "counter.shield")
@pytest.mark.parametrize(("defense", "modifier"), [(2, 3), (5, 3), (5, 0), (2, 0)])
def test_the_shield_does_the_modifier_alone_whatever_the_defense(defense: int, modifier: int) -> None:
    changes = {"hero.sefa-marrow.defense": defense, "minion.glass-duelist.counter.melee": modifier}
    game = duel(changes=changes)
    told = when(game, "melee-5", dice=[1, SHIELD])
    assert game.hero().health == 9 - modifier
    assert told.figures("counter.shield") == [{"enemy": 102, "modifier": modifier}]


@pytest.mark.rule("tiny-epic-dungeons", "counter.shield")
def test_a_number_that_equals_defense_does_the_same_as_the_shield() -> None:
    game = duel()
    when(game, "melee-5", dice=[1, FOUR])
    assert game.hero().health == 9 - 3


# ---- timing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "counter.timing")
def test_unused_dice_heal_before_the_counter_attack() -> None:
    game = arena(minions=[("glass-duelist", HERE)], health=[1], focus=[0])
    when(game, "melee-5", "count-2", dice=[6, 5, 5, TWO])
    assert (game.hero().health, game.minion_health) == (1, [4])


@pytest.mark.rule("tiny-epic-dungeons", "counter.timing", "kill.order")
def test_a_reward_of_the_attack_counts_for_the_counter_attack() -> None:
    game = arena(
        ODILE, spells=[["ring-of-cinders"]], goblins={1: ("goblin-pincher", HERE), 2: ("goblin-drummer", HERE)},
        focus=[3],
    )  # fmt: skip
    told = when(
        game, "sweep-1", "count-1", "reward-1", "keep", dice=[6, 5, 5, FIVE], cards=["cauldron-lid"]
    )  # fmt: skip
    assert told.figures("counter.rolled") == [{"enemy": 5, "die": 5, "modifier": 1, "defense": 5}]
    order = ["hero.focus-spent", "enemy.killed", "loot.drawn", "counter.rolled"]
    assert [name for name in told.names if name in order] == order


@pytest.mark.rule("tiny-epic-dungeons", "counter.abilities")
def test_defense_is_bought_between_the_damage_and_the_enemy_die() -> None:
    game = arena(minions=[("glass-duelist", HERE)], focus=[2])
    told = when(game, "melee-5", "count-1", dice=[6, 5, 5])
    assert (told.asked, among(told.offered, "use")) == ("counter.ability", ["use-1"])
    assert (told.figures("enemy.hurt") != [], counters(told)) == (True, [])
    game = arena(minions=[("glass-duelist", HERE)], focus=[2])
    told = when(game, "melee-5", "count-1", "use-1", dice=[6, 5, 5, FIVE])
    assert told.figures("counter.rolled") == [{"enemy": 102, "die": 5, "modifier": 3, "defense": 6}]


@pytest.mark.rule("tiny-epic-dungeons", "counter.abilities")
def test_who_may_buy_more_defense_is_told_what_is_bought_already() -> None:
    game = arena(minions=[("glass-duelist", HERE)], loot=[["cellar-door"]], focus=[2])
    when(game, "melee-5", "count-1", dice=[6, 5, 5])
    assert facts(game)["defense"] == 4
    game = arena(minions=[("glass-duelist", HERE)], loot=[["cellar-door"]], focus=[2])
    told = when(game, "melee-5", "count-1", "use-1", dice=[6, 5, 5])
    assert (told.asked, facts(game)["defense"]) == ("counter.ability", 6)
    game = arena(minions=[("glass-duelist", HERE)], loot=[["cellar-door"]], focus=[2])
    told = when(game, "melee-5", "count-1", "use-1", "no", dice=[6, 5, 5, FIVE])
    assert told.figures("counter.rolled")[0]["defense"] == 6


@pytest.mark.rule("tiny-epic-dungeons", "attack.spell-cost")
def test_who_cannot_pay_for_a_hit_is_told_so_before_the_dice_are_counted() -> None:
    verdicts = []
    for focus, left_over in ((0, 5), (1, 5), (1, 4), (2, 5)):  # a 4 pays 1 Focus, before the Spell is paid for
        game = arena(ODILE, spells=[["ring-of-cinders"]], goblins={1: ("goblin-pincher", HERE)}, focus=[focus])
        when(game, "sweep-1", dice=[6, 5, left_over])
        verdicts.append(str(about(game, COUNT[0][0])["verdict"]).split(", +")[0])
    lacking = "no damage, as 2 Focus cannot be paid"
    assert verdicts == [lacking, lacking, "kills it", "kills it"]
