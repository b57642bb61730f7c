"""How a game ends: the victory, the three defeats, and which of them counts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import when, whole_turn
from tests.games.tiny_epic_dungeons.deep import (
    BOSS,
    DEEP,
    HAULER,
    LEECH,
    PARTY,
    PINCHER,
    SLINGER,
    deep,
    goblin,
    goblins,
    printed,
    row,
    to,
    track,
)
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Seeded
from undercroft.core.state import Outcome
from undercroft.core.table import Table
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.exploring import facedown_beside, turn_faceup
from undercroft.games.tiny_epic_dungeons.geometry import beside, cells_of
from undercroft.games.tiny_epic_dungeons.pieces import ENCOUNTER_CARD
from undercroft.games.tiny_epic_dungeons.setup import set_up
from undercroft.games.tiny_epic_dungeons.state import Dungeon, new_game
from undercroft.games.tiny_epic_dungeons.torch import torch_down
from undercroft.games.tiny_epic_dungeons.vocabulary import WON

DOOR = {(3, 4): ("iron-mouth", "ew")}
CLOSED = {(2, 3): ("chandlers-store", "s"), (4, 3): ("gutter-run", "n"), (3, 2): ("barrel-chute", "e")}
HORDE = {1: PINCHER, 2: SLINGER, 3: HAULER, 4: "goblin-drummer"}
DEAD_END = "collapsed-vault"
ENDS = printed(f"card.{DEAD_END}", exits=["N"]) | printed("card.spring-chapel", exits=["N", "E", "S", "W"])


def before_the_boss(**figures: Any) -> Dungeon:
    """A hero on the mat before a Boss with Defense 5, all its Altar spaces covered."""
    return deep(rooms=DOOR, at=[1, (3, 4)], boss=BOSS, covered=3, **figures)


def last_card(source: str, **figures: Any) -> Dungeon:
    """One facedown card is left, east of the Entrance."""
    return deep(changes=ENDS, rooms=CLOSED, facedown={(3, 4): source}, **figures)


# ---- how far a party came -------------------------------------------------------------------------------------------


def test_rooms_and_seals_and_then_the_bosss_wounds_and_altars_tell_how_far_a_party_came() -> None:
    ways = [
        deep(), deep(rooms=row(4, 6)), deep(rooms=row(4, 6), seals=1), deep(rooms=row(4, 6), seals=2),
        deep(rooms=DOOR, boss=BOSS), deep(rooms=DOOR, boss=BOSS, covered=1),
        deep(rooms=DOOR, boss=BOSS, markers=[8, 4], covered=1), deep(rooms=DOOR, boss=BOSS, markers=[2, 4], covered=3),
    ]  # fmt: skip
    far = [game.progress(0) for game in ways]
    assert 0 < far[0] < far[-1] < 1
    assert far == sorted(set(far))


# ---- won ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "end.win", "end.no-score", "boss.defeated")
def test_the_heroes_win_when_every_health_marker_is_on_zero() -> None:
    game = before_the_boss(markers=[1, 0])
    told = when(game, "melee-9", dice=[6])
    assert told.names[-2:] == ["boss.marker", "end.won"]
    assert game.outcome() == Outcome("won", (0, 1), 1, "")


@pytest.mark.rule("tiny-epic-dungeons", "end.at-once", "end.win-before-loss")
def test_a_killing_blow_wins_above_the_skull_without_a_counter_attack_or_an_end_of_turn() -> None:
    game = before_the_boss(markers=[1, 0], torch=1)
    told = whole_turn(game, "melee-9", dice=[6])
    assert told.names[-1] == "end.won"
    assert "turn.ends" not in told.names
    assert game.torch == 1


# ---- lost -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "end.lose-goblin")
def test_four_goblins_are_safe_until_another_is_called_for() -> None:
    changes = {**track(1, [20, 19], []), **goblin("goblin-drummer")}
    there = {number: (key, (3, 3)) for number, key in HORDE.items() if number < 4}
    game = deep(changes=changes, goblins=there, torch=21)
    assert not when(game, rule=torch_down, arguments=[1], cards=["goblin-drummer"]).ended
    assert game.goblin_count() == 4
    told = when(game, rule=torch_down, arguments=[1])
    assert (told.names[-1], told.asked) == ("end.goblins", "")
    assert game.outcome() == Outcome("goblins", (), 0, "")


@pytest.mark.rule("tiny-epic-dungeons", "end.lose-torch", "end.no-score")
@pytest.mark.parametrize("boss", ["", BOSS])
def test_the_skull_loses_the_game_in_either_act(boss: str) -> None:
    game = deep(rooms=DOOR, boss=boss, torch=1)
    assert whole_turn(game, "end-turn").names[-1] == "end.torch"
    assert game.outcome() == Outcome("torch", (), 0, "")


@pytest.mark.rule("tiny-epic-dungeons", "end.lose-impassable", "end.no-score")
def test_a_dead_end_behind_the_last_facedown_card_loses_the_game_whatever_the_deck_holds() -> None:
    game = last_card("a", deck=(6, 0, 0))
    told = when(game, to((3, 4), "explore"), cards=[DEAD_END])
    assert told.names[-1] == "end.impassable"
    assert game.outcome() == Outcome("impassable", (), 0, "")


@pytest.mark.rule("tiny-epic-dungeons", "end.lose-impassable")
def test_it_is_checked_once_new_cards_are_laid() -> None:
    game = last_card("a", deck=(1, 0, 0))
    assert not when(game, to((3, 4), "explore"), "place-27", cards=["spring-chapel"]).ended
    game = last_card("a")
    assert when(game, to((3, 4), "explore"), cards=["spring-chapel"]).names[-1] == "end.impassable"


@pytest.mark.rule("tiny-epic-dungeons", "end.lose-impassable")
def test_the_lair_door_as_the_last_card_is_no_defeat() -> None:
    game = last_card("c")
    assert not when(game, to((3, 4), "explore")).ended
    assert game.hidden == 0


@pytest.mark.rule("tiny-epic-dungeons", "end.lose-impassable")
def test_a_dead_end_is_no_defeat_while_another_card_lies_facedown() -> None:
    game = deep(changes=ENDS, facedown={(3, 4): "a", (3, 2): "a"})
    assert not when(game, to((3, 4), "explore"), cards=[DEAD_END]).ended


# ---- which end ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "end.two-losses")
@pytest.mark.parametrize("count", [4, 0])
def test_on_a_skull_that_calls_for_a_fifth_goblin_the_torch_is_the_reason(count: int) -> None:
    game = deep(goblins={number: (key, (3, 3)) for number, key in HORDE.items() if number <= count}, torch=1)
    symbols = game.content.tracks[0].goblin  # which no data file can put on the skull
    symbols[0] = True
    try:
        told = when(game, rule=torch_down, arguments=[1])
    finally:
        symbols[0] = False
    assert told.names == ["torch.down", "end.torch"]


@pytest.mark.rule("tiny-epic-dungeons", "end.at-once")
def test_nothing_follows_an_end_and_no_second_one() -> None:
    changes = track(1, [3, 2], [3, 2])
    game = deep(changes=changes, goblins={number: (key, (3, 3)) for number, key in HORDE.items()}, torch=4)
    told = when(game, rule=torch_down, arguments=[4])
    assert told.names == ["torch.down", "end.goblins"]
    assert game.torch == 3


@pytest.mark.rule("tiny-epic-dungeons", "end.at-once")
def test_only_the_first_end_counts() -> None:
    game = deep(torch=1)
    told = when(game, rule=torch_down, arguments=[1])
    game.finish(WON)
    assert told.names.count("end.torch") == 1
    assert game.outcome() == Outcome("torch", (), 0, "")


# ---- the turn comes first -------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "end.deadline-order-of-turn")
def test_a_goblin_killed_this_turn_makes_room_for_the_next() -> None:
    there = {number: (key, (3, 3)) for number, key in HORDE.items()}
    game = deep(changes=track(1, [20], []), goblins=there, torch=21)
    told = whole_turn(game, "melee-2", "neither", dice=[6], cards=["goblin-hexer"])
    assert not told.ended
    assert told.figures("goblin.arrives")[0]["number"] == 2
    assert (game.goblin_count(), goblins(game)[1]) == (4, (3, 3))


@pytest.mark.rule("tiny-epic-dungeons", "end.deadline-order-of-turn")
def test_a_minion_killed_on_the_last_space_lifts_the_torch_before_it_falls() -> None:
    game = deep(minions=[(LEECH, (3, 3), 1)], seals=1, torch=1)
    told = whole_turn(game, "melee-5", "neither", "neither", dice=[6])
    assert [event["torch"] for event in told.figures("torch.up")] == [7]
    assert (game.torch, told.ended) == (6, False)


@pytest.mark.rule("tiny-epic-dungeons", "end.deadline-order-of-turn")
def test_opening_the_lair_on_the_last_space_saves_the_game() -> None:
    game = deep(rooms=DOOR, at=[(3, 4), (3, 3)], seals=2, torch=1)
    assert not whole_turn(game, "open-lair", "end-turn", cards=[BOSS]).ended
    assert game.torch == 11


# ---- the Encounters -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "end.encounters-always-found")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_wherever_the_lair_door_may_lie_every_encounter_lies_on_the_grid(players: int) -> None:
    doors = 0
    for seed in range(40):
        play = {"play.players": players, "play.party": list(PARTY[:players]), "play.starts": 1}
        game = new_game(content.load("book", {**DEEP, **play}))
        table = Table([RandomPlayer(f"{seed}") for _ in range(4)], Seeded(f"encounters {seed}"))
        table.seat(game)
        game.table = table
        set_up(game)
        random = Random(seed)
        while game.hidden and game.end is None:
            ways = [(at, side) for at in cells_of(game.rooms) for side in facedown_beside(game, at)]
            at, side = random.choice(ways)
            turn_faceup(game, beside(at, side), side)
            if game.door >= 0 or 2 in game.facedown:
                seen = [at for at in cells_of(game.rooms) if game.card_at(at).type == ENCOUNTER_CARD]
                lying = list(game.facedown).count(1)
                assert game.left[:2] == [0, 0]
                assert len(game.unseen_in_b) == lying
                assert len(seen) + list(game.unseen_in_b).count(ENCOUNTER_CARD) == players
        doors += game.door >= 0
    assert doors > 10
