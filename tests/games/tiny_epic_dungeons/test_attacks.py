"""Attacks: which there are, whom they reach, what they do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.arena import EAST, among, arena, corridor
from tests.games.tiny_epic_dungeons.board import PAIR, find, offered, when
from tests.games.told import Told
from undercroft.games.tiny_epic_dungeons.state import NOBODY, Dungeon

ODILE = ("odile-vant", "sefa-marrow")
HERE = (3, 3)
ATTACKS = ("melee", "missile", "strike-first", "strike-second", "strike-cantrip", "sweep")


def attacks(game: Dungeon) -> list[str]:
    """The attacks among what is offered."""
    return among(offered(game), *ATTACKS)


def duel(**figures: Any) -> Dungeon:
    """Brannoch without Focus, and a Minion in his room with Defense 4, Health 5 and a modifier of 3 against Melee."""
    figures.setdefault("focus", [0])
    return arena(minions=[("glass-duelist", HERE)], **figures)


def goblins(*keys: str) -> dict[int, tuple[str, tuple[int, int]]]:
    """Goblins at the Entrance."""
    return {number: (key, HERE) for number, key in enumerate(keys, 1)}


def harm(told: Told) -> list[tuple[int, int]]:
    """Which enemies were hurt, and how much."""
    return [(each["enemy"], each["damage"]) for each in told.figures("enemy.hurt")]


# ---- which and whom -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "attack.types")
def test_an_attack_is_melee_missile_or_spell() -> None:
    game = arena(
        ODILE, spells=[["slate-shard", "candleburst"]], rooms=corridor(1),
        goblins={1: ("goblin-pincher", HERE), 2: ("goblin-slinger", EAST)},
    )  # fmt: skip
    assert attacks(game) == ["melee-1", "missile-2", "strike-first-1", "strike-second-2", "strike-cantrip-2"]


@pytest.mark.rule("tiny-epic-dungeons", "attack.type-needs")
@pytest.mark.parametrize(("heroes", "cantrip"), [(PAIR, []), (ODILE, ["strike-cantrip-2"])])
def test_everybody_can_strike_and_shoot_but_a_spell_attack_needs_a_spell(
    heroes: tuple[str, str], cantrip: list[str]
) -> None:
    game = arena(heroes, rooms=corridor(1), goblins={1: ("goblin-pincher", HERE), 2: ("goblin-slinger", EAST)})
    assert attacks(game) == ["melee-1", "missile-2", *cantrip]


@pytest.mark.rule("tiny-epic-dungeons", "attack.type-needs")
def test_a_spell_that_is_cast_makes_no_spell_attack() -> None:
    game = arena(spells=[["thunderous-no"]], goblins={1: ("goblin-pincher", HERE)})
    assert attacks(game) == ["melee-1"]


@pytest.mark.rule("tiny-epic-dungeons", "attack.skills")
@pytest.mark.parametrize(
    ("attack", "at", "dice"), [("melee-1", HERE, 3), ("missile-1", EAST, 1), ("strike-first-1", EAST, 2)]
)
def test_melee_takes_strength_missile_agility_and_spell_intellect(attack: str, at: tuple[int, int], dice: int) -> None:
    game = arena(rooms=corridor(1), goblins={1: ("goblin-pincher", at)}, spells=[["candleburst"]], focus=[0])
    told = when(game, attack, *[f"count-{dice}"] * (dice > 1), dice=[*[5] * (dice - 1), 4, 1])
    assert f"check.rolled-{('one', 'two', 'three')[dice - 1]}" in told.names


@pytest.mark.rule("tiny-epic-dungeons", "attack.ranges")
def test_melee_reaches_the_same_room_and_missile_the_line_of_sight() -> None:
    assert attacks(arena(goblins={1: ("goblin-pincher", HERE)})) == ["melee-1"]
    assert attacks(arena(rooms=corridor(2), goblins={1: ("goblin-pincher", (3, 5))})) == ["missile-1"]


@pytest.mark.rule("tiny-epic-dungeons", "attack.ranges")
def test_nothing_is_shot_round_a_corner() -> None:
    rooms = {EAST: ("spring-chapel", "wn"), (2, 4): ("old-guardroom", "s")}
    assert attacks(arena(rooms=rooms, goblins={1: ("goblin-pincher", (2, 4))})) == []


@pytest.mark.rule("tiny-epic-dungeons", "attack.ranges")
def test_an_enemy_beside_the_shooter_does_not_hinder_a_shot_at_another() -> None:
    game = arena(rooms=corridor(2), goblins={1: ("goblin-pincher", HERE), 2: ("goblin-slinger", (3, 5))})
    assert attacks(game) == ["melee-1", "missile-2"]


@pytest.mark.rule("tiny-epic-dungeons", "attack.ranges")
@pytest.mark.parametrize(
    ("spell", "reached"),
    [("slate-shard", [1]), ("candleburst", [2, 3]), ("wandering-ember", [1, 2, 3, 4]), ("moth-volley", [1, 2, 3])],
)
def test_a_spell_attack_has_its_own_range(spell: str, reached: list[int]) -> None:
    changes = {"spell.moth-volley.range": "within", "spell.moth-volley.n": 2}
    game = arena(
        changes=changes, spells=[[spell]],
        rooms={**corridor(2), (3, 6): ("barrel-chute", "nw"), (2, 6): ("listening-hall", "s")},
        goblins={1: ("goblin-pincher", HERE), 2: ("goblin-slinger", EAST), 3: ("goblin-drummer", (3, 5)),
                 4: ("goblin-hauler", (2, 6))},
    )  # fmt: skip
    assert among(attacks(game), "strike-first") == [f"strike-first-{number}" for number in reached]


@pytest.mark.rule("tiny-epic-dungeons", "attack.one-target")
def test_a_plain_attack_has_one_target_picked_before_the_roll() -> None:
    game = arena(goblins=goblins("goblin-pincher", "goblin-slinger"), focus=[0])
    assert attacks(game) == ["melee-1", "melee-2"]
    when(game, "melee-2", "count-1", "neither", dice=[6, 5, 5])
    assert [card == NOBODY for card in game.goblins] == [False, True, True, True]


# ---- the roll and the damage ----------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "attack.roll")
def test_an_attack_is_a_check_with_all_that_belongs_to_it() -> None:
    two_dice = {"hero.brannoch-tull.strength": 2}
    told = when(duel(changes=two_dice), "melee-5", dice=[5, 1])
    assert told.offered == ["count-1-2", "count-1", "count-2"]
    game = duel(changes=two_dice)
    told = when(game, "melee-5", "count-1-2", dice=[5, 1, 1])
    assert told.figures("check.result")[0] == {"hero": 0, "result": 6, "against": 5}
    assert (harm(told), game.minion_health) == ([(102, 2)], [3])


@pytest.mark.rule("tiny-epic-dungeons", "attack.damage")
@pytest.mark.parametrize(("die", "damage"), [(6, 2), (5, 1), (4, 0), (3, 0)])
def test_damage_is_the_result_minus_defense_and_never_less_than_nothing(die: int, damage: int) -> None:
    game = arena(("sefa-marrow", "odile-vant"), minions=[("glass-duelist", HERE)], focus=[0])
    told = when(game, "melee-5", dice=[die, 1])
    assert game.minion_health == [5 - damage]
    assert ("enemy.unhurt" in told.names) == (damage == 0)


@pytest.mark.rule("tiny-epic-dungeons", "attack.goblin-health")
@pytest.mark.parametrize(("die", "dies"), [(5, True), (4, False)])
def test_a_goblin_dies_from_any_damage(die: int, dies: bool) -> None:
    game = arena(("sefa-marrow", "odile-vant"), goblins=goblins("goblin-pincher"), focus=[0])
    told = when(game, "melee-1", *["neither"] * dies, dice=[die, *[1] * (not dies)])
    assert ("enemy.killed" in told.names, game.goblins[0] == NOBODY) == (dies, dies)


@pytest.mark.rule("tiny-epic-dungeons", "attack.minion-health")
def test_damage_to_a_minion_stays_and_kills_it_at_zero() -> None:
    game = duel()
    when(game, "melee-5", "count-1-3", dice=[5, 5, 2, 1])
    assert game.minion_health == [2]
    game.heroic_left = 1
    told = when(game, "melee-5", "count-1-3", "neither", "neither", dice=[6, 6, 2])
    assert told.figures("enemy.hurt") == [{"enemy": 102, "damage": 4, "health": 0}]
    assert "minion.killed" in told.names


# ---- several at once ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "attack.all-enemies")
def test_one_roll_is_compared_with_each_defense() -> None:
    game = arena(ODILE, spells=[["ring-of-cinders"]], goblins=goblins("goblin-pincher", "goblin-drummer"), focus=[5])
    told = when(game, "sweep-1", "count-1", "neither", dice=[6, 5, 5, 1])
    assert [card == NOBODY for card in game.goblins[:2]] == [True, False]
    assert (told.names.count("check.rolled-three"), game.hero().focus) == (1, 3)
    assert told.figures("attack.sweep") == [{"hero": 4, "spell": find(game.content.spells, "ring-of-cinders").index}]


@pytest.mark.rule("tiny-epic-dungeons", "attack.all-enemies")
def test_goblins_are_damaged_before_minions_and_rewards_come_after_all_damage() -> None:
    game = arena(
        ODILE, spells=[["ring-of-cinders"]], goblins=goblins("goblin-slinger", "goblin-pincher"),
        minions=[("glass-duelist", HERE), ("bell-warden", HERE)], focus=[3],
    )  # fmt: skip
    told = when(game, "sweep-1", "count-1", "reward-1", "neither", "enemy-6", dice=[6, 5, 5, 1])
    struck = [(name, told.events[place].figures["enemy"]) for place, name in enumerate(told.names)
              if name in ("enemy.killed", "enemy.hurt")]  # fmt: skip
    assert struck == [("enemy.killed", 1), ("enemy.killed", 0), ("enemy.hurt", 102), ("enemy.hurt", 100)]
    assert told.names.index("hero.focused") > max(
        place for place, name in enumerate(told.names) if name == "enemy.hurt"
    )


@pytest.mark.rule("tiny-epic-dungeons", "attack.all-enemies", "check.modifiers")
@pytest.mark.parametrize("beside", [[], ["goblin-pincher"]])
def test_what_weakens_attacks_on_one_enemy_counts_for_that_enemy_among_several(beside: list[str]) -> None:
    special = {"when": "always", "text": "Warded.", "effects": [{"do": "result", "by": -2, "on": "spell"}]}
    changes = {"goblin.goblin-slinger.special": special}
    game = arena(
        ODILE, changes=changes, spells=[["ring-of-cinders"]], goblins=goblins("goblin-slinger", *beside), focus=[3]
    )  # fmt: skip
    told = when(game, "sweep-1", "count-1", *["neither"] * len(beside), dice=[6, 5, 5, 1])
    assert (game.goblins[0] != NOBODY, told.names.count("enemy.killed")) == (True, len(beside))


# ---- what a Spell Attack costs --------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "attack.spell-cost")
def test_a_spell_attack_that_beats_no_defense_costs_nothing() -> None:
    game = arena(ODILE, spells=[["slate-shard"]], minions=[("glass-duelist", HERE)], focus=[5])
    when(game, "strike-first-5", "count-3", dice=[6, 5, 4, 1])
    assert (game.hero().focus, game.minion_health) == (5, [5])


@pytest.mark.rule("tiny-epic-dungeons", "attack.spell-cost")
def test_it_costs_when_one_of_several_is_beaten_and_nobody_is_asked() -> None:
    game = arena(ODILE, spells=[["ring-of-cinders"]], minions=[("glass-duelist", HERE), ("bell-warden", HERE)],
                 focus=[5])  # fmt: skip
    when(game, "sweep-1", "count-2", "enemy-5", dice=[6, 5, 5, 1])
    assert (game.hero().focus, game.minion_health) == (3, [4, 6])


@pytest.mark.rule("tiny-epic-dungeons", "attack.spell-cost", "counter.after-miss")
def test_what_cannot_be_paid_does_no_damage_and_is_still_answered() -> None:
    game = arena(ODILE, spells=[["slate-shard"]], minions=[("glass-duelist", HERE)], focus=[0])
    told = when(game, "strike-first-5", "count-1", dice=[6, 5, 5, 4])
    assert (game.minion_health, game.hero().focus, game.hero().health) == ([5], 0, 9 - (5 + 2 - 4))
    assert told.names.index("spell.cannot-pay") < told.names.index("counter.rolled")
