"""Movement: how far, through what, and what ends it."""

from __future__ import annotations

import pytest

from tests.games.tiny_epic_dungeons.board import drawn_track, offered, when, whole_turn
from tests.games.tiny_epic_dungeons.plain import FOUR, explore, go, plain, steps, where

CORRIDOR = {(3, 4): ("gutter-run", "ew"), (3, 5): ("listening-hall", "esw"), (3, 6): ("collapsed-vault", "w")}
PINCHER = "goblin-pincher"
FREE_DAMAGE = {"loot.spare-wick.effects": [{"do": "damage", "by": 1, "to": "enemies", "within": 0}]}
TALLOW = {"boss.old-mother-tallow.speed": 3}
LAIR = {(3, 2): ("iron-mouth", "ew")}


# ---- how far --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "move.speed-limit", "move.step-cost", "turn.move-part")
def test_three_steps_with_a_speed_of_three_and_no_fourth() -> None:
    game = plain(rooms=CORRIDOR)
    for left, room in ((2, (3, 4)), (1, (3, 5)), (0, (3, 6))):
        told = when(game, go(room))
        assert (where(game), game.speed_left) == (room, left)
        assert told.figures("move.entered")[0]["speed"] == left
    assert steps(offered(game)) == []


@pytest.mark.rule("tiny-epic-dungeons", "move.step-cost", "turn.move-part")
def test_a_step_that_reveals_a_room_costs_one_like_any_other() -> None:
    game = plain(rooms={(3, 4): CORRIDOR[3, 4], (3, 5): CORRIDOR[3, 5]}, facedown={(3, 6): "a", (4, 3): "a"})
    when(game, go((3, 4)))
    when(game, go((3, 5)))
    assert game.speed_left == 1
    when(game, explore((3, 6)), cards=["chandlers-store"])
    assert (where(game), game.speed_left) == ((3, 6), 0)


@pytest.mark.rule("tiny-epic-dungeons", "move.step-cost")
def test_speed_that_is_not_spent_is_lost() -> None:
    game = plain(rooms=CORRIDOR)
    whole_turn(game, go((3, 4)), "end-turn")
    whole_turn(game, "end-turn")
    assert game.active == 0
    whole_turn(game)
    assert game.speed_left == 3


@pytest.mark.rule("tiny-epic-dungeons", "move.may-stand-still")
def test_a_hero_may_stop_before_and_after_every_step() -> None:
    game = plain(rooms=CORRIDOR)
    assert offered(game)[-1] == "end-turn"
    when(game, go((3, 4)))
    assert offered(game)[-1] == "end-turn"
    whole_turn(game, "end-turn")
    assert where(game) == (3, 4)


# ---- through what ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "move.through-passages")
def test_only_where_both_sides_have_an_exit_there_is_a_step() -> None:
    rooms = {
        (2, 3): ("gutter-run", "ns"),
        (3, 4): ("listening-hall", "nes"),  # a wall towards the Entrance
        (2, 4): ("spring-chapel", "nesw"),  # diagonal
    }
    game = plain(rooms=rooms)
    assert steps(offered(game)) == [go((2, 3))]
    when(game, go((2, 3)))
    assert steps(offered(game)) == [go((3, 3))]


@pytest.mark.rule("tiny-epic-dungeons", "move.through-passages")
def test_north_east_south_and_west_are_the_ways_on() -> None:
    crosses = {(2, 3): ("gutter-run", "ns"), (3, 4): ("needle-gallery", "ew"), (4, 3): ("spring-chapel", "nesw")}
    game = plain(rooms=crosses, facedown={(3, 2): "a"})
    assert steps(offered(game)) == [go((2, 3)), go((3, 4)), go((4, 3)), explore((3, 2))]


@pytest.mark.rule("tiny-epic-dungeons", "move.free-actions-between-steps")
def test_free_actions_fit_between_two_steps() -> None:
    game = plain(rooms=CORRIDOR, focus=[4, 4], speed_left=2)
    when(game, go((3, 4)))
    when(game, "research", "keep", cards=["mend"])
    when(game, go((3, 5)))
    assert (where(game), game.speed_left, game.heroes[0].focus) == ((3, 5), 0, 0)


@pytest.mark.rule("tiny-epic-dungeons", "move.no-blocking")
def test_four_heroes_and_two_goblins_share_a_room() -> None:
    goblins = {1: (PINCHER, (3, 4)), 2: ("goblin-hauler", (3, 4))}
    game = plain(FOUR, rooms=CORRIDOR, at=[(3, 3), (3, 4), (3, 4), (3, 4)], goblins=goblins)
    when(game, go((3, 4)))
    assert [where(game, number) for number in range(4)] == [(3, 4)] * 4
    assert (game.goblin_at[0], game.goblin_at[1]) == (25, 25)


@pytest.mark.rule("tiny-epic-dungeons", "move.no-blocking")
def test_heroes_walk_past_one_another() -> None:
    game = plain(FOUR, rooms=CORRIDOR, at=[(3, 3), (3, 4), (3, 4), (3, 4)])
    when(game, go((3, 4)))
    when(game, go((3, 5)))
    assert (where(game), game.speed_left) == ((3, 5), 1)


@pytest.mark.rule("tiny-epic-dungeons", "move.no-blocking")
def test_a_hero_space_is_for_one_hero() -> None:
    game = plain(rooms=LAIR, boss="old-mother-tallow", at=[(3, 2), 1], speed_left=1)
    assert steps(offered(game)) == [go((3, 3))]


# ---- what ends it ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "move.enemy-room-ends")
def test_entering_an_enemys_room_ends_movement_but_not_the_turn() -> None:
    game = plain(rooms=CORRIDOR, goblins={1: (PINCHER, (3, 4))})
    told = when(game, go((3, 4)))
    assert "move.ends" in told.names
    options = offered(game)
    assert game.speed_left == 2
    assert steps(options) == []
    assert {"melee-1", "rest", "research"} <= set(options)


@pytest.mark.rule("tiny-epic-dungeons", "move.enemy-room-ends")
@pytest.mark.parametrize(("goblins", "taunts"), [({}, True), ({1: (PINCHER, (3, 4))}, False)])
def test_after_entering_an_enemys_room_no_taunt_is_possible(goblins: dict[int, tuple[str, int]], taunts: bool) -> None:
    game = plain(rooms={**CORRIDOR, **LAIR}, boss="old-mother-tallow", goblins=goblins)
    when(game, go((3, 4)))
    assert ("taunt" in offered(game)) == taunts


@pytest.mark.rule("tiny-epic-dungeons", "move.enemy-room-ends")
def test_a_minion_ends_movement_as_well() -> None:
    game = plain(rooms=CORRIDOR, minions=[("bell-warden", (3, 4))])
    when(game, go((3, 4)))
    assert steps(offered(game)) == []


@pytest.mark.rule("tiny-epic-dungeons", "move.enemy-room-ends-even-if-killed")
def test_movement_stays_ended_when_the_enemy_dies() -> None:
    game = plain(rooms=CORRIDOR, goblins={1: (PINCHER, (3, 4))}, loot=[["spare-wick"]], changes=FREE_DAMAGE)
    when(game, go((3, 4)))
    when(game, "use-6", "neither")
    assert game.goblin_count() == 0
    assert steps(offered(game)) == []


@pytest.mark.rule("tiny-epic-dungeons", "move.enemy-room-ends-even-if-killed")
def test_movement_stays_ended_when_the_enemy_is_driven_off() -> None:
    game = plain(("ysolt-fenn", "sefa-marrow"), rooms=CORRIDOR, goblins={1: (PINCHER, (3, 4))})
    when(game, go((3, 4)))
    when(game, "use-1", "place-27")
    assert game.goblin_at[0] == 26
    assert steps(offered(game)) == []


@pytest.mark.rule("tiny-epic-dungeons", "move.start-beside-enemy")
def test_a_hero_that_starts_beside_an_enemy_leaves_with_all_its_speed() -> None:
    game = plain(rooms=CORRIDOR, minions=[("bell-warden", (3, 3))])
    whole_turn(game, go((3, 4)), go((3, 5)), go((3, 6)))
    assert (where(game), game.speed_left) == ((3, 6), 0)


@pytest.mark.rule("tiny-epic-dungeons", "move.enemy-arrives")
def test_an_enemy_that_walks_in_does_not_end_movement() -> None:
    game = plain(
        rooms=CORRIDOR, facedown={(2, 3): "a", (4, 5): "a"}, at=[(3, 3), (3, 6)], goblins={1: (PINCHER, (3, 4))},
        changes=drawn_track(1), torch=21,
    )  # fmt: skip
    told = when(game, "reveal-adjacent", cards=["chandlers-store"])
    assert not told.ended
    assert game.goblin_at[0] == game.heroes[0].at
    assert (game.heroes[0].health, game.speed_left) == (8, 3)
    assert steps(offered(game)) == [go((2, 3)), go((3, 4))]


@pytest.mark.rule("tiny-epic-dungeons", "move.enemy-arrives")
def test_a_goblin_added_at_the_entrance_does_not_end_movement() -> None:
    game = plain(rooms=CORRIDOR, facedown={(2, 3): "a", (4, 5): "a"}, changes=drawn_track(1), torch=19)
    when(game, "reveal-adjacent", cards=[PINCHER, "chandlers-store"])
    assert game.goblin_at[0] == game.heroes[0].at
    assert go((3, 4)) in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "move.enemy-arrives")
def test_the_boss_that_comes_by_a_taunt_does_not_end_movement() -> None:
    game = plain(rooms={**CORRIDOR, **LAIR}, boss="old-mother-tallow", changes=TALLOW)
    when(game, "taunt")
    assert game.boss_at == game.heroes[0].at
    assert (game.speed_left, steps(offered(game))) == (1, [go((3, 2)), go((3, 4))])


@pytest.mark.rule("tiny-epic-dungeons", "move.ambush-ends")
@pytest.mark.parametrize(
    ("source", "cards", "attack"),
    [("a", ["toll-arch", PINCHER], "melee-1"), ("b", ["ossuary-crossing", "bell-warden"], "melee-5")],
)
def test_an_ambush_ends_movement_and_leaves_the_heroic_action(source: str, cards: list[str], attack: str) -> None:
    game = plain(facedown={(3, 4): source, (4, 3): "a"}, speed_left=4)
    rotation = [] if source == "a" else ["rotate-nsw"]
    when(game, explore((3, 4)), *rotation, cards=cards)
    assert game.speed_left == 3
    assert steps(offered(game)) == []
    assert attack in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "move.trap-does-not-end")
def test_after_a_trap_that_struck_the_hero_walks_on() -> None:
    rooms = {(3, 4): ("needle-gallery", "ew"), (3, 5): CORRIDOR[3, 5]}
    game = plain(rooms=rooms, health=[5], focus=[0], speed_left=2)
    when(game, go((3, 4)), "count-1", dice=[4, 3])
    assert game.heroes[0].health == 3
    assert go((3, 5)) in offered(game)
    when(game, go((3, 5)))
    assert game.speed_left == 0


@pytest.mark.rule("tiny-epic-dungeons", "move.trap-does-not-end")
def test_after_a_trap_that_was_evaded_the_hero_walks_on() -> None:
    rooms = {(3, 4): ("needle-gallery", "ew"), (3, 5): CORRIDOR[3, 5]}
    game = plain(rooms=rooms, focus=[0])
    when(game, go((3, 4)), "count-1", dice=[5, 3])
    assert (game.heroes[0].health, game.speed_left) == (9, 2)
    assert go((3, 5)) in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "move.trap-does-not-end")
def test_a_trap_that_knocks_the_hero_out_ends_the_turn() -> None:
    rooms = {(3, 4): ("needle-gallery", "ew"), (3, 5): CORRIDOR[3, 5]}
    game = plain(rooms=rooms, health=[2], focus=[0])
    told = whole_turn(game, go((3, 4)), "count-1", dice=[4, 3])
    assert told.names[-3:] == ["hero.falls", "turn.ends", "torch.down"]
    assert (told.asked, where(game), game.active) == ("", (3, 4), 1)
