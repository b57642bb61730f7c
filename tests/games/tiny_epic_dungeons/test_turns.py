"""The turn: its parts and their order, what ends it, and the Torch after it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import TORCH, cell, drawn_track, offered, when, whole_turn
from tests.games.tiny_epic_dungeons.plain import FOUR, explore, go, plain, steps, where

EAST = (3, 4)
CORRIDOR = {EAST: ("old-guardroom", "esw"), (3, 5): ("gutter-run", "ew"), (3, 6): ("collapsed-vault", "w")}
SEARCH: dict[str, Any] = {"skill": "strength", "target": 6, "success": [{"do": "focus", "by": 1}], "failure": []}
LAIR = {(3, 2): ("iron-mouth", "ew")}
OTHER_WAY = ("sefa-marrow", "brannoch-tull")
HEROIC = ("rest", "search", "disarm", "cast", "melee", "missile", "strike", "sweep")


def heroic(options: list[str]) -> list[str]:
    """The Heroic Actions among what is offered."""
    return [name for name in options if name.split("-")[0] in HEROIC]


# ---- the parts ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "turn.parts")
def test_a_conscious_hero_may_move_act_use_free_actions_or_end_the_turn_at_once() -> None:
    game = plain(rooms=CORRIDOR, facedown={(2, 3): "a"}, goblins={1: ("goblin-pincher", (3, 3))})
    told = whole_turn(game)
    assert told.asked == "turn.next"
    assert told.offered == [go(EAST), explore((2, 3)), "melee-1", "rest", "reveal-adjacent", "research", "end-turn"]
    told = whole_turn(game, "end-turn")
    assert (told.asked, game.active) == ("", 1)


@pytest.mark.rule("tiny-epic-dungeons", "turn.one-heroic")
def test_a_failed_search_was_the_heroic_action_of_the_turn() -> None:
    game = plain(rooms=CORRIDOR, at=[EAST], changes={"card.old-guardroom.search": SEARCH}, focus=[4])
    assert heroic(offered(game)) == ["rest", "search"]
    told = when(game, "search", "count-1", dice=[5, 3])
    assert "check.fails" in told.names
    assert offered(game) == ["research", "end-turn"]


@pytest.mark.rule("tiny-epic-dungeons", "turn.one-heroic")
def test_each_kind_of_heroic_action_is_the_only_one_of_its_turn() -> None:
    cast = {"spell.mend.target": 4, "spell.mend.cost-focus": 0}
    search = {"card.old-guardroom.search": SEARCH}
    missile = {"goblin.goblin-pincher.defense": 2}
    for name, answers, dice in (
        ("rest", [], []),
        ("search", ["count-1"], [5, 3]),
        ("cast-1", ["count-1"], [3, 1]),
        ("missile-1", ["count-1", "neither"], [5, 3]),
    ):
        game = plain(
            rooms=CORRIDOR, at=[EAST, (3, 3)], spells=[["mend"]], changes={**cast, **search, **missile},
            goblins={1: ("goblin-pincher", (3, 6))}, focus=[4],
        )  # fmt: skip
        target = ["hero-1"] if name == "cast-1" else []
        when(game, name, *target, *answers, dice=dice)
        assert offered(game) == ["research", "end-turn"], name


@pytest.mark.rule("tiny-epic-dungeons", "turn.one-heroic")
def test_disarming_is_a_heroic_action_too() -> None:
    game = plain(rooms={EAST: ("needle-gallery", "ew")}, at=[EAST], focus=[4])
    when(game, "disarm", "count-1", dice=[5, 3])
    assert offered(game) == ["research", "end-turn"]


@pytest.mark.rule("tiny-epic-dungeons", "turn.one-heroic")
def test_a_mat_may_have_a_heroic_action_of_its_own_that_grants_another() -> None:
    ability = {
        "name": "Round", "text": "Round.", "when": "heroic", "cost-focus": 3, "once": "turn",
        "effects": [{"do": "step", "to": "any-room"}, {"do": "extra-heroic"}],
    }  # fmt: skip
    game = plain(("wend-oakley", "sefa-marrow"), rooms=CORRIDOR, changes={"hero.wend-oakley.ability": ability})
    when(game, "use-1", "place-27")
    assert where(game) == (3, 5)
    assert "rest" in offered(game)
    assert "use-1" not in offered(game)
    when(game, "rest")
    assert offered(game) == ["research", "end-turn"]


@pytest.mark.rule("tiny-epic-dungeons", "turn.free-actions-any-number")
def test_free_actions_are_limited_by_their_price_alone() -> None:
    game = plain(focus=[8])
    for left, spell in ((4, "mend"), (0, "farstep")):
        assert "research" in offered(game)
        when(game, "research", "keep", cards=[spell])
        assert game.heroes[0].focus == left
    assert "research" not in offered(game)


# ---- their order ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "turn.order-of-parts")
def test_after_the_heroic_action_no_step_and_no_taunt_but_free_actions() -> None:
    game = plain(
        rooms={**CORRIDOR, **LAIR}, boss="old-mother-tallow", goblins={1: ("goblin-pincher", (3, 6))}, focus=[4],
    )  # fmt: skip
    when(game, go(EAST))
    assert {"taunt", "research", go((3, 5))} <= set(offered(game))
    when(game, "missile-1", "count-1", "neither", dice=[5, 3])
    options = offered(game)
    assert game.speed_left == 2
    assert (steps(options), "taunt" in options, "research" in options) == ([], False, True)


@pytest.mark.rule("tiny-epic-dungeons", "turn.order-of-parts")
def test_a_hero_may_act_after_its_last_step_and_research_before_it() -> None:
    game = plain(rooms=CORRIDOR, focus=[4])
    told = whole_turn(game, go(EAST), "research", "decline", go((3, 5)), go((3, 6)), "rest", cards=["mend"])
    assert (where(game), game.speed_left, told.asked) == ((3, 6), 0, "turn.next")
    assert told.offered == ["research", "end-turn"]


@pytest.mark.rule("tiny-epic-dungeons", "turn.actions-do-not-nest")
def test_during_a_check_the_change_of_a_die_is_the_only_free_action() -> None:
    rooms = {EAST: ("needle-gallery", "ew")}
    game = plain(rooms=rooms, facedown={(2, 3): "a"}, focus=[8])
    assert {"research", "reveal-adjacent"} <= set(offered(game))
    told = when(game, go(EAST), dice=[4, 3])
    assert told.asked == "check.dice"
    assert {name.split("-")[0] for name in told.offered} == {"count", "raise", "lower"}


# ---- the Torch ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "turn.end-torch", "turn.end-torch-always")
@pytest.mark.parametrize("answers", [[], [go(EAST)], ["rest"], [go(EAST), "rest"]])
def test_at_the_end_of_every_turn_the_torch_moves_down_one_space(answers: list[str]) -> None:
    game = plain(rooms=CORRIDOR, torch=20)
    told = whole_turn(game, *answers, "end-turn")
    assert told.figures("torch.down") == [{"torch": 19}]
    assert told.names[-2:] == ["turn.ends", "torch.down"]
    assert game.torch == 19


@pytest.mark.rule("tiny-epic-dungeons", "turn.end-torch")
def test_the_space_the_torch_lands_on_is_resolved() -> None:
    game = plain(torch=19, changes=drawn_track(1))
    told = whole_turn(game, "end-turn", cards=["goblin-pincher"])
    assert told.names[-2:] == ["torch.down", "goblin.arrives"]
    assert game.goblin_at[0] == cell((3, 3))


@pytest.mark.rule("tiny-epic-dungeons", "turn.end-torch-always")
def test_the_torch_moves_after_the_turn_of_a_hero_that_began_it_unconscious() -> None:
    game = plain(health=[0], torch=20)
    told = whole_turn(game, "end-turn")
    assert {"turn.rises", "rest.rested"} <= set(told.names)
    assert game.torch == 19


@pytest.mark.rule("tiny-epic-dungeons", "turn.end-torch-always")
def test_the_torch_moves_after_the_turn_in_which_act_two_starts() -> None:
    game = plain(rooms=LAIR, at=[(3, 2)], seals=2, torch=20)
    whole_turn(game, "open-lair", "end-turn", cards=["old-mother-tallow"])
    assert (game.act, game.torch) == (2, 11)


@pytest.mark.rule("tiny-epic-dungeons", "turn.interrupts-finish")
def test_a_torch_that_moves_during_a_turn_is_resolved_and_then_the_turn_goes_on() -> None:
    goblins = {1: ("goblin-pincher", (3, 3)), 2: ("goblin-hauler", (3, 3))}
    changes = {**drawn_track(1), "goblin.goblin-pincher.defense": 9, "goblin.goblin-hauler.damage": 2}
    game = plain(OTHER_WAY, rooms=CORRIDOR, at=[(3, 3), (3, 6)], goblins=goblins, changes=changes, torch=21)
    told = whole_turn(
        game, "melee-1", "count-1", "research", "keep", "end-turn", dice=[5, 3, TORCH], cards=["mend"]
    )  # fmt: skip
    order = ["counter.torch", "torch.down", "torch.enemies", "enemy.attacks", "spell.drawn", "turn.ends"]
    assert [name for name in told.names if name in order] == [*order[:4], *order[3:], "torch.down"]
    assert (game.heroes[0].health, game.torch) == (6, 19)


# ---- what ends it ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "turn.unconscious-ends")
def test_a_hero_that_falls_ends_its_turn_once_what_felled_it_is_finished() -> None:
    game = plain(facedown={EAST: "a", (2, 3): "a"}, health=[1], torch=20)
    told = whole_turn(game, explore(EAST), cards=["toll-arch", "goblin-pincher"])
    assert told.figures("hero.damaged") == [{"hero": 0, "damage": 1, "health": 0}]
    assert told.names[-5:] == ["hero.falls", "goblin.arrives", "move.ends", "turn.ends", "torch.down"]
    assert (told.asked, game.goblin_at[0], game.torch, game.active) == ("", cell(EAST), 19, 1)


@pytest.mark.rule("tiny-epic-dungeons", "turn.unconscious-ends")
def test_others_that_the_same_effect_strikes_are_hurt_before_the_turn_ends() -> None:
    game = plain(
        FOUR[1:], facedown={(2, 3): "a"}, minions=[("bell-warden", (3, 3))], health=[1, 9, 9], torch=21,
        changes=drawn_track(1),
    )  # fmt: skip
    told = whole_turn(game, "reveal-adjacent")
    assert [hero.health for hero in game.heroes] == [0, 8, 8]
    assert "explore.flipped" not in told.names
    assert (told.asked, game.torch, game.active) == ("", 19, 1)


@pytest.mark.rule("tiny-epic-dungeons", "turn.next-hero")
def test_seats_follow_one_another_and_the_unconscious_are_not_skipped() -> None:
    game = plain(FOUR[:3], health=[9, 0, 9])
    order = []
    for _ in range(4):
        told = whole_turn(game, "end-turn")
        order.append(FOUR.index(game.content.heroes[told.figures("turn.begins")[0]["hero"]].key))
    assert order == [0, 1, 2, 0]
