"""Act 2 as a whole, and the questions that players ask most."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import Cell, Where, offered, when, whole_turn
from tests.games.tiny_epic_dungeons.deep import (
    BOSS,
    HAULER,
    PINCHER,
    SLINGER,
    act,
    deep,
    goblin,
    goblins,
    halls,
    health,
    heroes,
    printed,
    row,
    spot,
    to,
    track,
)
from undercroft.games.tiny_epic_dungeons.state import Dungeon

Rooms = dict[Cell, str | tuple[str, str]]
ROOMS: Rooms = {**row(0, 5), (3, 6): ("iron-mouth", "w")}  # the Lair Door in the east
CALL = printed(
    "spell.call-by-name", target=5, range="any-path", cost_focus=2, effects=[{"do": "health", "by": 2, "to": "target"}]
)
CINDERS = printed("spell.ring-of-cinders", range="same-room", targets="all-enemies", result=0)
FACE_4 = 3  # a place on the Enemy Die


def act_two(at: list[Where], **figures: Any) -> Dungeon:
    """Act 2, the Boss on its mat unless it says otherwise."""
    figures = {"rooms": ROOMS, **figures}
    return deep(len(at), at=at, boss=BOSS, **figures)


def steps(game: Dungeon) -> list[str]:
    """The steps that are offered."""
    return [name for name in offered(game) if name.split("-")[0] in ("go", "explore", "space")]


# ---- Act 2 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "act2.torch-each-turn")
def test_the_torch_still_falls_at_the_end_of_every_turn_on_its_new_track() -> None:
    game = act_two([(3, 0), (3, 0)], changes={**track(1, [21, 20], [21, 20])}, torch=22)
    for light in (21, 20):
        assert "torch.enemies" not in whole_turn(game, "end-turn").names
        assert game.torch == light


@pytest.mark.rule("tiny-epic-dungeons", "act2.enemy-actions")
def test_the_boss_moves_and_then_harms_all_conscious_heroes_within_four_rooms() -> None:
    rooms: Rooms = {**row(0, 6), (2, 0): ("iron-mouth", "s")}
    game = act_two(
        [(3, 2), (3, 6), (3, 1), (2, 0)], changes={"hero.sefa-marrow.defense": 7}, rooms=rooms, boss_at=(3, 5),
        health=[9, 9, 0, 0],
    )  # fmt: skip
    act(game)
    assert (spot(game.boss_at), health(game)) == ((3, 6), [7, 7, 0, 0])


@pytest.mark.rule("tiny-epic-dungeons", "act2.enemy-actions", "range.within-n")
def test_the_distance_is_measured_after_its_move() -> None:
    bend = halls(*[(3, column) for column in (0, 1, 2, 4, 5)], (4, 0), (5, 0), (6, 0), (6, 1), (6, 2))
    game = act_two([(3, 0), (6, 1), (6, 2)], rooms={**bend, (3, 6): ("iron-mouth", "w")}, boss_at=(3, 3))
    act(game)
    assert (spot(game.boss_at), health(game)) == ((3, 0), [7, 7, 9])


@pytest.mark.rule("tiny-epic-dungeons", "act2.enemy-actions")
def test_goblins_act_before_the_boss() -> None:
    game = act_two([(3, 3), (3, 0)], boss_at=(3, 5), health=[1, 9], goblins={1: (PINCHER, (3, 3))})
    told = act(game)
    assert told.names.index("hero.falls") < told.names.index("boss.moves")
    assert (spot(game.boss_at), health(game)) == ((3, 2), [0, 7])


@pytest.mark.rule("tiny-epic-dungeons", "act2.boss-damages-even-if-still", "act2.enemy-actions")
def test_a_boss_that_need_not_move_harms_all_the_same() -> None:
    game = act_two([1, (3, 3), (3, 2)])
    told = act(game)
    assert "boss.moves" not in told.names
    assert health(game) == [7, 7, 9]


@pytest.mark.rule("tiny-epic-dungeons", "act2.boss-damages-even-if-still")
def test_with_nobody_conscious_it_neither_moves_nor_strikes() -> None:
    game = act_two([(3, 5), 1], health=[0, 0])
    before = game.key()
    assert act(game).names == ["torch.enemies"]
    assert game.key() == before


@pytest.mark.rule("tiny-epic-dungeons", "act2.goblins-still-come")
def test_goblins_stay_more_of_them_come_and_the_fifth_loses() -> None:
    there = {1: (PINCHER, (3, 0)), 2: (HAULER, (3, 0)), 3: (SLINGER, (3, 0))}
    game = act_two([(3, 5), (3, 5)], changes=track(2, [20, 19], []), goblins=there, torch=21)
    whole_turn(game, "end-turn", cards=["goblin-drummer"])
    assert goblins(game) == [(3, 0), (3, 0), (3, 0), (3, 3)]
    assert whole_turn(game, "end-turn").names[-1] == "end.goblins"


@pytest.mark.rule("tiny-epic-dungeons", "act2.explore-on")
def test_heroes_explore_search_and_disarm_as_before() -> None:
    changes = printed("card.chandlers-store", exits=["N"])
    rooms: Rooms = {(3, 2): ("iron-mouth", "e"), (2, 3): ("old-guardroom", "s"), (4, 3): ("needle-gallery", "n")}
    game = act_two([(3, 3), (3, 3)], changes=changes, rooms=rooms, facedown={(3, 4): "c"}, deck=(0, 0, 2),
                   unseen_in_c=[1, 1, 1])  # fmt: skip
    searcher, disarmer = game.copy(), game.copy()
    told = when(game, to((3, 4), "explore"), cards=["room", "chandlers-store"])
    assert [name for name in told.names if name.startswith("explore")][:2] == ["explore.flipped", "explore.revealed"]
    assert (heroes(game)[0], game.hidden, told.ended) == ((3, 4), 0, False)
    when(searcher, to((2, 3)))
    assert "search" in offered(searcher)
    when(disarmer, to((4, 3)), dice=[1])
    assert "disarm" in offered(disarmer)


# ---- what players ask -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "faq.move-after-free-action")
def test_a_hero_moves_on_after_a_free_action() -> None:
    game = deep(rooms=row(4, 5), focus=[8, 0])
    when(game, "research", "decline", cards=["candleburst"])
    assert steps(game) == [to((3, 4))]


@pytest.mark.rule("tiny-epic-dungeons", "faq.move-after-free-action")
def test_a_free_action_does_not_bring_back_movement_that_an_enemy_has_ended() -> None:
    game = deep(rooms=row(4, 5), focus=[8, 0], goblins={1: (PINCHER, (3, 4))})
    when(game, to((3, 4)))
    when(game, "research", "decline", cards=["candleburst"])
    assert steps(game) == []


@pytest.mark.rule("tiny-epic-dungeons", "faq.free-action-mid-move")
def test_a_free_action_may_come_between_two_steps() -> None:
    rooms: Rooms = {(3, 4): ("gutter-run", "ew")}
    game = deep(changes=printed("card.chandlers-store", exits=["N"]), rooms=rooms,
                facedown={(3, 5): "a", (3, 2): "a"}, speed_left=2)  # fmt: skip
    when(game, to((3, 4)))
    when(game, "reveal-adjacent", cards=["chandlers-store"])
    when(game, to((3, 5)))
    assert (heroes(game)[0], game.speed_left, game.torch) == ((3, 5), 0, 19)


@pytest.mark.rule("tiny-epic-dungeons", "faq.boss-from-outside")
def test_nobody_shoots_the_boss_from_the_lair_door() -> None:
    game = act_two([(3, 6), 1])
    assert not [name for name in offered(game) if name.endswith("-9")]
    game = act_two([1, (3, 6)])
    assert [name for name in offered(game) if name.endswith("-9")] == ["melee-9", "missile-9"]


@pytest.mark.rule("tiny-epic-dungeons", "faq.spell-into-lair")
def test_a_spell_from_outside_reaches_no_hero_on_the_mat() -> None:
    game = act_two([(3, 6), (3, 0), 1], changes=CALL, spells=[["call-by-name"]])
    told = when(game, "cast-1")
    assert (told.asked, told.offered) == ("cast.target", ["hero-1", "hero-2"])


@pytest.mark.rule("tiny-epic-dungeons", "faq.one-counter")
@pytest.mark.parametrize("answer", [1, 3])
def test_of_several_survivors_the_one_that_the_player_picks_answers_alone(answer: int) -> None:
    changes = {**CINDERS, **goblin(PINCHER, defense=6), **goblin(SLINGER, defense=6), **goblin(HAULER, defense=6)}
    there = {number: (key, (3, 3)) for number, key in enumerate((PINCHER, SLINGER, HAULER), 1)}
    game = deep(changes=changes, goblins=there, spells=[["ring-of-cinders"]])
    asked = when(game.copy(), "sweep-1", dice=[1])
    assert (asked.asked, asked.offered) == ("attack.counter-attacker", ["enemy-1", "enemy-2", "enemy-3"])
    told = when(game, "sweep-1", f"enemy-{answer}", dice=[1, FACE_4])
    assert [event["enemy"] for event in told.figures("counter.rolled")] == [game.enemy_name(answer - 1)]


@pytest.mark.rule("tiny-epic-dungeons", "faq.dice-before-cost")
def test_focus_from_unused_dice_arrives_before_a_spells_cost_is_paid() -> None:
    changes = {**CALL, "hero.wend-oakley.intellect": 2}
    game = deep(changes=changes, health=[5, 9], focus=[1, 0], spells=[["call-by-name"]])
    when(game, "cast-1", "hero-1", "count-1", "pay", dice=[5, 3])
    assert (game.heroes[0].focus, health(game)) == (0, [7, 9])


@pytest.mark.rule("tiny-epic-dungeons", "faq.disarm-with-enemies", "faq.search-with-enemies")
@pytest.mark.parametrize(("other", "left", "able"), [((3, 4), 9, True), ((3, 4), 0, False), ((3, 3), 9, False)])
@pytest.mark.parametrize(("card", "deed"), [("needle-gallery", "disarm"), ("old-guardroom", "search")])
def test_disarming_and_searching_beside_enemies_need_another_conscious_hero(
    card: str, deed: str, other: Cell, left: int, able: bool
) -> None:
    rooms: Rooms = {(3, 4): (card, "ew")}
    game = deep(rooms=rooms, at=[(3, 4), other], health=[9, left], goblins={1: (PINCHER, (3, 4))})
    assert (deed in offered(game)) == able
    quiet = deep(rooms=rooms, at=[(3, 4), other], health=[9, left])
    assert deed in offered(quiet)
