"""What effects do, word by word, as the ledger's gap effect-vocabulary describes them: mostly as a charm that is used.

Those on checks and those that stand are in test_standing_effects.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons import test_standing_effects
from tests.games.tiny_epic_dungeons.arena import (
    CROSS,
    EAST,
    Effects,
    Record,
    among,
    arena,
    carried,
    corridor,
    known,
    loot,
    place,
    searching,
)
from tests.games.tiny_epic_dungeons.board import cell, drawn_track, find, offered, when
from undercroft.games.tiny_epic_dungeons.pieces import EFFECTS
from undercroft.games.tiny_epic_dungeons.state import CENTRE, FIRST_MINION, NOBODY, Dungeon

SEFA = ("sefa-marrow", "odile-vant")
HERE = (3, 3)
CHARM = "use-6"
WEST = (3, 2)
ON_MAT: dict[str, Any] = {"rooms": {(2, 3): ("iron-mouth", "ns")}, "boss": "tithe-eater", "door": 17}


def charmed(effects: Effects, *, when: str = "heroic", heroes: tuple[str, str] = SEFA, card: Record | None = None,
            **figures: Any) -> Dungeon:  # fmt: skip
    """The first hero carries a charm with these effects."""
    changes = {
        "loot.ox-knuckle": loot("charm", when, effects, **({"discard": True} if card is None else card)),
        **figures.pop("changes", {}),
    }
    worn = [["ox-knuckle", *figures.pop("also", [])]]
    return arena(heroes, changes=changes, loot=worn, **figures)


def failing(effects: Effects, **figures: Any) -> tuple[Dungeon, Any]:
    """A search with one die that fails and does this; returns the game and what to do it with."""
    game = searching("strength", 6, failure=effects, heroes=SEFA, focus=[0], **figures)
    return game, {"dice": [1]}


def health(game: Dungeon) -> list[int]:
    """The Health of all heroes."""
    return [int(hero.health) for hero in game.heroes]


def focus(game: Dungeon) -> list[int]:
    """The Focus of all heroes."""
    return [int(hero.focus) for hero in game.heroes]


def test_every_effect_of_the_vocabulary_is_tried_here() -> None:
    tried = [*globals(), *vars(test_standing_effects)]
    missing = [do for do in EFFECTS if not any(name.startswith(f"test_{do.replace('-', '_')}_") for name in tried)]
    assert missing == []


# ---- heroes ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "hero.caps", "hero.health", "range.all")
def test_health_is_gained_up_to_the_top_and_lost_down_to_nothing() -> None:
    game = charmed([{"do": "health", "by": 3}], health=[8, 2])
    when(game, CHARM)
    assert health(game) == [9, 2]
    game = charmed([{"do": "health", "by": 2, "to": "heroes", "within": 1}], health=[3, 0], at=[HERE, EAST],
                   rooms=corridor(2))  # fmt: skip
    when(game, CHARM)
    assert health(game) == [5, 2]
    game = charmed([{"do": "health", "by": -5, "to": "heroes", "within": 0}], health=[7, 3])
    when(game, CHARM)
    assert health(game) == [2, 0]  # whatever the Defense


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious-ignored")
def test_health_is_not_lost_by_the_unconscious() -> None:
    game = charmed([{"do": "health", "by": -1, "to": "heroes", "within": 0}], health=[7, 0])
    told = when(game, CHARM)
    assert (health(game), "hero.falls" in told.names) == ([6, 0], False)


def test_health_for_one_at_a_distance_is_aimed() -> None:
    card = {"discard": True, "range": "within", "n": 1}
    game = charmed([{"do": "health", "by": 2, "to": "target"}], card=card, health=[3, 3])
    told = when(game, CHARM)
    assert (told.asked, told.offered) == ("effect.target", ["hero-1", "hero-2"])
    game = charmed([{"do": "health", "by": 2, "to": "target"}], card=card, health=[3, 3])
    when(game, CHARM, "hero-2")
    assert health(game) == [3, 5]


@pytest.mark.rule("tiny-epic-dungeons", "hero.focus", "hero.unconscious-ignored")
def test_focus_is_gained_up_to_the_top_and_lost_down_to_nothing() -> None:
    game = charmed([{"do": "focus", "by": 3}], focus=[6, 0])
    when(game, CHARM)
    assert focus(game) == [8, 0]
    game = charmed([{"do": "focus", "by": -2, "to": "heroes", "within": 0}], focus=[1, 5], health=[9, 0])
    when(game, CHARM)
    assert focus(game) == [0, 5]  # losses skip the unconscious


@pytest.mark.rule("tiny-epic-dungeons", "loot.gain")
def test_loot_is_drawn_one_after_another_or_discarded_as_one_likes() -> None:
    game = charmed([{"do": "loot", "by": 2}])
    told = when(game, CHARM, "keep", cards=["ring-jack", "cauldron-lid"])
    assert (told.asked, carried(game)) == ("loot.keep", ["ring-jack"])
    game, script = failing([{"do": "loot", "by": -1}], loot=[["cauldron-lid", "ring-jack"]])
    told = when(game, "search", "give-3", **script)
    assert carried(game) == ["cauldron-lid"]
    game, script = failing([{"do": "loot", "by": -2}], loot=[["cauldron-lid"]])
    when(game, "search", **script)
    assert carried(game) == []


@pytest.mark.rule("tiny-epic-dungeons", "loot.gain")
def test_spell_is_drawn_or_discarded_as_one_likes() -> None:
    game = charmed([{"do": "spell", "by": 1}])
    when(game, CHARM, "keep", cards=["mend"])
    assert known(game) == ["mend"]
    game, script = failing([{"do": "spell", "by": -1}], spells=[["mend", "candleburst"]])
    when(game, "search", "give-1", **script)
    assert known(game) == ["candleburst"]


def test_space_moves_a_hero_on_along_the_free_hero_spaces() -> None:
    game = charmed([{"do": "space", "by": 2}], at=[1, 2], **ON_MAT)
    when(game, CHARM)
    assert [hero.space for hero in game.heroes] == [4, 2]
    game = charmed([{"do": "space", "by": -1}], at=[1, 2], **ON_MAT)
    when(game, CHARM)
    assert [hero.space for hero in game.heroes] == [6, 2]


def test_space_moves_several_in_seat_order_from_the_active_one_and_nobody_elsewhere() -> None:
    sweep: Effects = [{"do": "space", "by": 1, "to": "heroes", "within": 0}]
    game = charmed(sweep, at=[1, 2], **ON_MAT)
    when(game, CHARM)
    assert [hero.space for hero in game.heroes] == [3, 4]
    game = charmed([*sweep, {"do": "health", "by": 1}], at=[1, HERE], **ON_MAT)
    when(game, CHARM)
    assert [(hero.space, hero.at) for hero in game.heroes] == [(2, 49), (0, CENTRE)]


@pytest.mark.rule("tiny-epic-dungeons", "trap.every-entry", "move.enemy-room-ends")
def test_step_goes_to_any_room_and_counts_as_entering_it() -> None:
    rooms = {**corridor(2), WEST: ("needle-gallery", "ew")}
    trap = {"evade": {"skill": "strength", "target": 6}, "damage": 2, "disarm": {"skill": "strength", "target": 5}}
    changes = {"card.needle-gallery.trap": trap}
    step: Effects = [{"do": "step", "to": "any-room"}]
    game = charmed(step, when="free", changes=changes, rooms=rooms, focus=[0])
    told = when(game, CHARM)
    assert (told.asked, told.offered) == ("effect.step", [place(WEST), place(EAST), place((3, 5))])
    game = charmed(step, when="free", changes=changes, rooms=rooms, focus=[0])
    when(game, CHARM, place(WEST), dice=[5])
    assert (game.hero().at, game.hero().health, game.moving, game.speed_left) == (cell(WEST), 7, True, 3)
    game = charmed(step, when="free", rooms=rooms, goblins={1: ("goblin-pincher", (3, 5))})
    when(game, CHARM, place((3, 5)))
    assert (game.hero().at, game.moving) == (cell((3, 5)), False)


@pytest.mark.rule("tiny-epic-dungeons", "range.lair-sealed")
def test_step_never_leads_onto_or_off_the_boss_mat() -> None:
    step: Effects = [{"do": "step", "to": "any-room"}]
    assert CHARM not in offered(charmed(step, at=[1, 2], **ON_MAT))
    game = charmed([*step, {"do": "focus", "by": 1}], at=[1, 2], focus=[0], **ON_MAT)
    when(game, CHARM)
    assert (game.hero().at, game.hero().space, game.hero().focus) == (49, 1, 1)
    game = charmed(step, at=[HERE], **ON_MAT)
    when(game, CHARM)  # the Lair Door is the only other room
    assert (game.hero().at, game.hero().space) == (17, 0)


@pytest.mark.rule("tiny-epic-dungeons", "turn.one-heroic")
def test_extra_heroic_gives_one_more_heroic_action_a_turn() -> None:
    again: Effects = [{"do": "extra-heroic"}, {"do": "focus", "by": 1}]
    limited = {"once": "turn"}
    game = charmed(
        [*again], card=limited, also=["ring-jack"], focus=[0],
        changes={"loot.ring-jack": loot("body", "heroic", [{"do": "extra-heroic"}], **limited)},
    )  # fmt: skip
    assert among(offered(game), "use") == ["use-5", CHARM]
    when(game, CHARM)
    assert (game.heroic_left, among(offered(game), "use", "rest")) == (1, ["rest"])
    when(game, "rest")
    assert (game.heroic_left, offered(game)) == (0, ["research", "end-turn"])


@pytest.mark.rule("tiny-epic-dungeons", "turn.one-heroic")
def test_extra_heroic_of_a_second_card_adds_nothing() -> None:
    again: Effects = [{"do": "extra-heroic"}, {"do": "focus", "by": 1}]
    changes = {"loot.ring-jack": loot("body", "heroic", again, once="turn")}
    game = charmed(again, card={"once": "turn"}, also=["ring-jack"], focus=[0], changes=changes)
    when(game, CHARM)
    when(game, "use-5")
    assert (game.heroic_left, focus(game)[0]) == (0, 2)


# ---- the dungeon ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "torch.up", "torch.one-space-at-a-time")
def test_torch_goes_up_without_and_down_with_what_its_spaces_do() -> None:
    signs = {"torch.enemies", "goblin.arrives"}  # enemies act on space 8, a Goblin comes on space 7
    game = charmed([{"do": "torch", "by": 2}], changes=drawn_track(1), torch=6)
    told = when(game, CHARM)
    assert (game.torch, signs & set(told.names)) == (8, set())
    game = charmed([{"do": "torch", "by": -2}], changes=drawn_track(1), torch=9)
    told = when(game, CHARM, cards=["goblin-pincher"])
    assert (game.torch, [name for name in told.names if name in signs]) == (7, ["torch.enemies", "goblin.arrives"])


@pytest.mark.rule("tiny-epic-dungeons", "end.lose-goblin")
@pytest.mark.parametrize(("at", "where"), [("here", EAST), ("entrance", HERE)])
def test_goblin_is_added_without_an_ambush_and_a_fifth_loses(at: str, where: tuple[int, int]) -> None:
    effects: Effects = [{"do": "goblin", "at": at}]
    game = charmed(effects, rooms=corridor(1), at=[EAST])
    when(game, CHARM, cards=["goblin-pincher"])
    assert (game.goblin_at[0], health(game)) == (cell(where), [9, 9])
    four = ("goblin-pincher", "goblin-slinger", "goblin-drummer", "goblin-hauler")
    game = charmed(effects, goblins={number: (key, HERE) for number, key in enumerate(four, 1)})
    assert when(game, CHARM).ended


@pytest.mark.rule("tiny-epic-dungeons", "torch.enemy-actions")
def test_enemies_act_lets_all_enemies_act() -> None:
    game = charmed([{"do": "enemies-act"}], at=[HERE, EAST], rooms=corridor(1), goblins={1: ("goblin-pincher", HERE)},
                   minions=[("glass-duelist", EAST)])  # fmt: skip
    told = when(game, CHARM)
    assert ("torch.down" in told.names, health(game)) == (False, [8, 7])


@pytest.mark.rule("tiny-epic-dungeons", "danger.revealed-from-afar")
def test_reveal_turns_up_to_so_many_cards_without_light_or_danger() -> None:
    changes = {"card.toll-arch.exits": list("NESW"), "card.toll-arch.danger": "goblin",
               "card.spring-chapel.exits": list("NESW")}  # fmt: skip
    around = {(2, 3): "a", EAST: "a", (4, 3): "a"}

    def scouting() -> Dungeon:
        return charmed([{"do": "reveal", "by": 2}], changes=changes, facedown=around, deck=(9, 0, 0), torch=20)

    told = when(scouting(), CHARM)
    assert told.offered == [place((2, 3)), place(EAST), place((4, 3)), "stop"]
    game = scouting()
    told = when(game, CHARM, place(EAST), place((4, 3)), cards=["toll-arch", "spring-chapel"])
    assert (told.names.count("explore.flipped"), told.asked) == (2, "")
    assert (game.torch, game.goblin_count()) == (20, 0)
    told = when(scouting(), CHARM, place(EAST), "stop", cards=["toll-arch"])
    assert told.names.count("explore.flipped") == 1


# ---- enemies --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "spell.not-an-attack", "range.all")
def test_damage_hits_without_a_check_and_without_an_answer() -> None:
    blast: Effects = [{"do": "damage", "by": 2, "to": "enemies", "within": 1}]
    game = charmed(
        blast, rooms=corridor(2), goblins={1: ("goblin-pincher", EAST), 2: ("goblin-slinger", (3, 5))},
        minions=[("glass-duelist", HERE)],
    )  # fmt: skip
    told = when(game, CHARM, "neither")
    assert ([card == NOBODY for card in game.goblins[:2]], game.minion_health) == ([True, False], [3])
    assert not [name for name in told.names if name.startswith(("check", "counter"))]
    assert CHARM not in offered(charmed(blast))


def test_damage_to_one_is_aimed() -> None:
    card = {"discard": True, "range": "sight"}
    game = charmed(
        [{"do": "damage", "by": 1, "to": "target"}], card=card, rooms=corridor(1),
        goblins={1: ("goblin-pincher", HERE)}, minions=[("glass-duelist", EAST)],
    )  # fmt: skip
    when(game, CHARM, "enemy-5")
    assert (game.minion_health, game.goblins[0] != NOBODY) == ([4], True)


@pytest.mark.rule("tiny-epic-dungeons", "boss.other-damage")
@pytest.mark.parametrize(("at", "markers"), [(1, [8, 7]), ((2, 3), [8, 8])])
def test_damage_reaches_the_boss_from_the_mat_alone(at: Any, markers: list[int]) -> None:
    blast: Effects = [{"do": "damage", "by": 1, "to": "enemies", "within": 1}, {"do": "focus", "by": 1}]
    game = charmed(blast, at=[at, 3], **ON_MAT)
    when(game, CHARM)
    assert game.markers == markers


def test_push_drives_an_enemy_off_step_by_step() -> None:
    card = {"discard": True, "range": "sight"}
    rooms = {EAST: ("spring-chapel", CROSS), (3, 5): ("old-guardroom", "w"), (2, 4): ("barrel-chute", "sw"),
             (2, 3): ("listening-hall", CROSS)}  # fmt: skip

    def pushing() -> Dungeon:
        return charmed([{"do": "push", "by": 2}], card=card, rooms=rooms, minions=[("glass-duelist", HERE)])

    game = pushing()
    told = when(game, CHARM, place(EAST))
    assert (told.asked, told.offered) == ("effect.push-path", [place((2, 4)), place((3, 5)), "stop"])
    assert game.threat == game.enemy_name(FIRST_MINION)  # who is driven off, for whoever asks
    game = pushing()
    told = when(game, CHARM, place(EAST), place((3, 5)))
    assert [figures["room"] for figures in told.figures("enemy.pushed")] == [
        find(game.content.dungeon, key).index for key in ("spring-chapel", "old-guardroom")
    ]
    assert (game.minion_at, game.minion_health) == ([cell((3, 5))], [5])
    game = pushing()
    when(game, CHARM, place(EAST), "stop")
    assert game.minion_at == [cell(EAST)]


def test_push_needs_a_room_farther_off_and_never_moves_the_boss() -> None:
    card = {"discard": True, "range": "sight"}
    dead_end = {EAST: ("spring-chapel", "w")}
    game = charmed([{"do": "push", "by": 2}], card=card, rooms=dead_end, goblins={1: ("goblin-pincher", EAST)})
    assert CHARM not in offered(game)
    both: Effects = [{"do": "push", "by": 2}, {"do": "damage", "by": 1, "to": "target"}]
    game = charmed(both, card=card, rooms=dead_end, goblins={1: ("goblin-pincher", EAST)})
    assert when(game, CHARM).asked == "reward.goblin"
    assert game.goblin_at[0] != cell(EAST)  # it dies where it stands
    assert CHARM not in offered(charmed([{"do": "push", "by": 1}], card=card, at=[1, 2], **ON_MAT))


@pytest.mark.rule("tiny-epic-dungeons", "range.lair-sealed")
@pytest.mark.parametrize(("hero", "goblin"), [(HERE, (2, 3)), (1, 2)])
def test_nothing_is_pushed_over_the_edge_of_the_boss_mat(hero: Any, goblin: Any) -> None:
    card = {"discard": True, "range": "sight"}
    figures = {**ON_MAT, "goblins": {1: ("goblin-pincher", goblin)}}
    assert CHARM not in offered(charmed([{"do": "push", "by": 1}], card=card, at=[hero, HERE], **figures))


@pytest.mark.parametrize(("left", "after"), [(3, 5), (5, 6), (6, 6)])
def test_enemy_health_comes_back_up_to_the_minions_maximum(left: int, after: int) -> None:
    special = {"when": "on-counter-damage", "text": "Drinks.", "effects": [{"do": "enemy-health", "by": 2}]}
    game = arena(
        SEFA, changes={"minion.bell-warden.special": special}, minions=[("bell-warden", HERE, left)], focus=[0]
    )  # fmt: skip
    when(game, "melee-5", dice=[1, 4])
    assert game.minion_health == [after]
