"""Doors: opening them, what they block, and those that are locked."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import casts, equip, given, learn, offered, when, where
from undercroft.games.freequest.state import FreeQuest
from undercroft.games.freequest.vocabulary import V

TWO_ROOMS = ["KKKKKRRRR", "KKKKKRRRR", "KKKKKRRRR"]
DOOR = [((4, 2), (5, 2))]
LEVER = {"id": "lever", "name": "Lever", "at": [0, 0], "text": "Something falls behind the wall."}


@pytest.mark.rule("freequest", "door.free")
def test_opening_a_door_costs_no_movement() -> None:
    game = given(["aaaRRR"], doors=[((2, 0), (3, 0))])
    equip(game, "warrior", "platemail")
    when(game, "step-east", "step-east")
    assert game.board.steps_left == 2
    told = when(game, "open-east")
    assert (told.asked, game.board.steps_left) == ("move.step", 2)
    told = when(game, "step-east", "step-east")
    assert where(game, "warrior") == (4, 0)
    assert told.figures("move.moved") == [{"hero": 0, "squares": 4}]


@pytest.mark.rule("freequest", "door.free")
def test_opening_a_door_is_no_action() -> None:
    game = given(["aaaRRR"], doors=[((2, 0), (3, 0))], heroes={"warrior": (2, 0)})
    when(game, "open-east")
    assert (game.board.did, game.board.actions_left) == (0, 2)


@pytest.mark.rule("freequest", "door.move-open-move")
def test_one_move_leads_to_a_door_and_on_through_it() -> None:
    game = given(TWO_ROOMS, doors=DOOR, hidden="R", heroes={"warrior": (2, 2)})
    equip(game, "warrior", "platemail")
    told = when(game, "step-east", "step-east", "open-east", "step-east", "step-east")
    assert where(game, "warrior") == (6, 2)
    assert told.names.count("move.moved") == 1
    assert game.board.actions_left == 1


@pytest.mark.rule("freequest", "door.reach")
def test_a_door_is_opened_after_both_actions() -> None:
    game = given(TWO_ROOMS, doors=DOOR, heroes={"wizard": (4, 2)}, monsters=[("troll", (3, 2))])
    learn(game, "wizard", "immolate")
    told = when(game, "attack-0", casts(game, "immolate"), dice=[1, 1, 6, 6, 6, 6, 6, 6, 5, 4, 3, 2, 1])
    assert told.offered == ["open-east", "end-turn"]


@pytest.mark.rule("freequest", "door.reach")
@pytest.mark.parametrize("at", [(3, 2), (2, 2), (4, 1), (3, 1), (4, 0)])
def test_a_door_is_opened_only_from_a_square_that_it_borders(at: tuple[int, int]) -> None:
    game = given(TWO_ROOMS, doors=DOOR, heroes={"warrior": at})
    assert not [name for name in offered(game) if name.startswith("open-")]


@pytest.mark.rule("freequest", "door.reach")
def test_a_door_is_opened_from_either_side_and_in_ones_own_turn() -> None:
    game = given(TWO_ROOMS, doors=DOOR, heroes={"wizard": (0, 0), "warrior": (5, 2)})
    assert "open-west" not in offered(game)
    told = when(game, "end-turn", "open-west")
    assert told.figures("door.opened") == [{"hero": 0}]


@pytest.mark.rule("freequest", "door.reach")
def test_no_door_is_opened_from_an_allys_square() -> None:
    game = given(TWO_ROOMS, doors=DOOR, heroes={"warrior": (3, 2), "wizard": (4, 2)})
    told = when(game, "step-east")
    assert where(game, "warrior") == (4, 2)
    assert told.offered == ["step-north", "step-west"]


@pytest.mark.rule("freequest", "door.stays-open")
def test_an_opened_door_stays_open_and_nobody_is_offered_to_close_it() -> None:
    game = given(TWO_ROOMS, doors=DOOR, heroes={"warrior": (4, 2)}, monsters=[("goblin", (8, 0))])
    when(game, "open-east")
    seen: list[str] = []
    for answer in ("search-doors", "end-turn", "monster-0", "done", "step-east", "step-east", "end-move"):
        seen += when(game, answer).offered
        assert game.board.doors_open == 1
    assert game.board.round == 2
    assert not [name for name in seen if "open" in name or "close" in name]
    assert not [option.name for option in V.options if "close" in option.name]


@pytest.mark.rule("freequest", "door.closed-blocks")
def test_a_closed_door_blocks_steps_attacks_and_sight() -> None:
    game = given(TWO_ROOMS, doors=DOOR, heroes={"warrior": (4, 2), "ranger": (3, 2)}, monsters=[("goblin", (5, 2))])
    assert not {"step-east", "attack-0", "attack-unarmed-0"} & set(offered(game))
    assert "attack-0" not in when(game, "end-turn").offered
    assert when(game, "end-turn", "monster-0").offered == ["walk", "done"]


@pytest.mark.rule("freequest", "door.closed-blocks")
def test_an_open_door_blocks_nothing() -> None:
    game = given(TWO_ROOMS, doors=DOOR, heroes={"warrior": (4, 2), "ranger": (3, 2)}, monsters=[("goblin", (5, 2))])
    told = when(game, "open-east")
    assert {"attack-0", "attack-unarmed-0"} <= set(told.offered)
    assert "attack-0" in when(game, "end-turn").offered
    assert "strike-0" in when(game, "end-turn", "monster-0").offered
    game = given(TWO_ROOMS, doors=DOOR, heroes={"warrior": (4, 2)})
    assert "step-east" in when(game, "open-east").offered


def locked_in(**lock: object) -> FreeQuest:
    """A warrior at (1,0) between a lever at (0,0) and a locked door."""
    doors = [((1, 0), (2, 0), {"state": "locked", **lock})]
    return given(
        ["aaRR"],
        doors=doors,
        hidden="R",
        heroes={"warrior": (1, 0)},
        devices=[LEVER],
        quest_items=[{"id": "key", "name": "the brass key"}],
        treasure=[{"area": "a", "quest-items": ["key"]}],
    )


@pytest.mark.rule("freequest", "door.locked")
def test_a_locked_door_with_a_lever_opens_once_the_lever_is_worked() -> None:
    game = locked_in(levers=["lever"])
    assert not {"open-east", "unlock-east", "step-east"} & set(offered(game))
    told = when(game, "work-0")
    assert "door.sprang-open" in told.names
    assert "area.shown" in told.names
    assert "step-east" in told.offered
    assert game.board.actions_left == 1


@pytest.mark.rule("freequest", "door.locked")
def test_a_locked_door_with_a_key_opens_for_whoever_carries_it_as_an_action() -> None:
    game = locked_in(key="key")
    assert not {"open-east", "unlock-east", "step-east"} & set(offered(game))
    told = when(game, "search-treasure")
    assert told.figures("search.quest-item") != []
    assert "unlock-east" in told.offered
    told = when(game, "unlock-east")
    assert {"door.unlocked", "area.shown"} <= set(told.names)
    assert game.board.doors_open == 1
