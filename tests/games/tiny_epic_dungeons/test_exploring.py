"""Exploring: a facedown card is turned faceup by moving into it, and what is seen is kept."""

from __future__ import annotations

import pytest

from tests.games.tiny_epic_dungeons.board import Cell, bits, cell, offered, when
from tests.games.tiny_epic_dungeons.plain import explore, go, plain, steps, where

EAST = (3, 4)


@pytest.mark.rule("tiny-epic-dungeons", "explore.reveal-by-moving")
def test_a_card_behind_a_wall_of_the_heros_room_cannot_be_revealed() -> None:
    rooms = {(2, 3): ("gutter-run", "ns")}
    game = plain(rooms=rooms, facedown={(2, 4): "a", (1, 3): "a", EAST: "a"}, at=[(2, 3)])
    assert steps(offered(game)) == [go((3, 3)), explore((1, 3))]


@pytest.mark.rule("tiny-epic-dungeons", "explore.reveal-by-moving")
def test_a_card_two_rooms_away_cannot_be_revealed() -> None:
    rooms = {EAST: ("gutter-run", "ew")}
    game = plain(rooms=rooms, facedown={(3, 5): "a"})
    assert steps(offered(game)) == [go(EAST)]


@pytest.mark.rule("tiny-epic-dungeons", "explore.must-enter")
@pytest.mark.parametrize(("rotation", "exits"), [("rotate-sw", "sw"), ("rotate-nw", "nw")])
def test_whoever_reveals_a_card_by_moving_enters_it_for_one_speed(rotation: str, exits: str) -> None:
    game = plain(facedown={EAST: "a", (2, 3): "a"})
    seen = when(game, explore(EAST), cards=["barrel-chute"])
    assert seen.offered == ["rotate-sw", "rotate-nw"]
    game = plain(facedown={EAST: "a", (2, 3): "a"})
    when(game, explore(EAST), rotation, cards=["barrel-chute"])
    assert (where(game), game.speed_left) == (EAST, 2)
    assert game.exits[cell(EAST)] == bits(exits)


@pytest.mark.rule("tiny-epic-dungeons", "explore.sequence")
def test_speed_flip_rotation_new_cards_the_look_for_a_way_on_entry_and_danger_come_in_that_order() -> None:
    game = plain(facedown={EAST: "a", (2, 3): "a"}, deck=(9, 0, 0))
    told = when(game, explore(EAST), "rotate-nsw", cards=["fungus-kitchen", "goblin-pincher"])
    assert told.names == [
        "explore.flipped", "explore.revealed", "explore.rotated", "explore.laid", "explore.laid",
        "move.entered", "danger.goblin", "hero.damaged", "goblin.arrives", "move.ends",
    ]  # fmt: skip


@pytest.mark.rule("tiny-epic-dungeons", "explore.sequence")
def test_speed_is_spent_before_the_card_is_turned() -> None:
    game = plain(facedown={EAST: "a", (2, 3): "a"})
    when(game, explore(EAST), cards=["barrel-chute"])
    assert (game.speed_left, where(game)) == (2, (3, 3))


@pytest.mark.rule("tiny-epic-dungeons", "explore.sequence", "goal.race")
def test_a_dungeon_without_a_way_on_is_lost_before_the_room_is_entered() -> None:
    game = plain(facedown={EAST: "a"}, deck=(0, 0, 4))
    told = when(game, explore(EAST), cards=["chandlers-store"])
    assert (told.ended, told.names[-1]) == (True, "end.impassable")
    assert where(game) == (3, 3)


@pytest.mark.rule("tiny-epic-dungeons", "explore.sequence")
@pytest.mark.parametrize("at", [(2, 3), (3, 4), (4, 3), (3, 2)])
def test_a_card_is_explored_towards_every_side(at: Cell) -> None:
    game = plain(facedown={at: "a", (2, 4): "a"})
    when(game, explore(at), cards=["spring-chapel"])
    assert where(game) == at
    assert go((3, 3)) in offered(game)
