"""Activate the Terrain: devices and what they do, locked doors and their keys."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.freequest.board import given, hero, offered, place_of, square, when
from undercroft.games.freequest.state import FreeQuest

EAST = "step-east"
ROWS = ["aaaaBBB", "aaaaBBB"]
SHUT = [((3, 0), (4, 0), {"id": "gate", "state": "locked", "levers": ["lever"]})]
KEYED = [((3, 0), (4, 0), {"state": "locked", "key": "key"})]


def device(key: str = "lever", at: tuple[int, int] = (2, 0), **more: Any) -> dict[str, Any]:
    """A device's record."""
    return {"id": key, "name": key, "at": list(at), "text": f"The {key} moves.", "public": f"A rusted {key}", **more}


def with_device(**more: Any) -> FreeQuest:
    """A medic (Skill 3) at (1, 0) beside a device at (2, 0)."""
    return given(ROWS, heroes={"medic": (1, 0)}, devices=[device(**more)])


# ---- the action -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "terrain.what")
def test_a_lever_and_a_trap_take_the_action_and_a_door_does_not() -> None:
    game = given(
        ROWS,
        doors=[((3, 0), (4, 0))],
        heroes={"medic": (3, 0)},
        devices=[device(at=(2, 0), uses=2)],
        known_traps={(3, 1): "pitfall"},
    )
    told = when(game, "open-east")
    assert {"work-0", "disarm-south"} <= set(told.offered)
    assert game.board.actions_left == 2
    told = when(game.copy(), "work-0")
    assert not {"work-0", "disarm-south"} & set(told.offered)
    assert EAST in told.offered
    told = when(game, "disarm-south", dice=[6, 6, 6])
    assert not any(name.startswith(("work", "disarm")) for name in told.offered)
    assert game.board.actions_left == 1


@pytest.mark.rule("freequest", "terrain.device")
@pytest.mark.parametrize(
    ("at", "reached"), [((0, 0), False), ((1, 0), True), ((2, 0), True), ((2, 1), True), ((1, 1), False)]
)
def test_a_device_is_worked_from_its_square_or_beside_it(at: tuple[int, int], reached: bool) -> None:
    game = given(ROWS, heroes={"medic": at}, devices=[device()])
    assert ("work-0" in offered(game)) == reached


@pytest.mark.rule("freequest", "terrain.device")
def test_a_wall_or_closed_door_keeps_a_device_out_of_reach() -> None:
    game = given(ROWS, doors=[((3, 0), (4, 0))], heroes={"medic": (3, 0)}, devices=[device(at=(4, 0))])
    assert "work-0" not in offered(game)
    assert "work-0" in when(game, "open-east").offered


@pytest.mark.rule("freequest", "terrain.device")
def test_what_a_device_needs_is_public_and_what_it_does_is_not() -> None:
    game = with_device(test=5, gold=60)
    (fixture,) = game.view(1).board.fixtures
    assert (fixture.name, fixture.public, fixture.test) == ("lever", "A rusted lever", 5)
    assert not {"gold", "opens", "shows", "trap", "places", "text"} & set(dir(fixture))
    assert game.view(1).notes.quest is None


@pytest.mark.rule("freequest", "terrain.device")
def test_one_activation_per_action() -> None:
    game = with_device(uses=3, gold=10)
    when(game, "work-0")
    assert hero(game, "medic").loot == 10
    assert "work-0" not in offered(game)


# ---- what devices do ------------------------------------------------------------------------------------------------


def test_a_device_works_as_often_as_it_has_uses() -> None:
    game = with_device(uses=2, gold=10)
    when(game, "work-0", "end-turn", "work-0", "end-turn")
    assert hero(game, "medic").loot == 20
    assert "work-0" not in offered(game)


def test_the_text_of_a_device_is_told_when_it_works() -> None:
    game = with_device()
    (worked,) = when(game, "work-0").figures("device.worked")
    assert game.book.texts[worked["text"]] == "The lever moves."


def test_a_failed_test_uses_nothing_up_and_may_be_tried_again() -> None:
    game = with_device(test=5, gold=60)
    told = when(game, "work-0", "end-turn", dice=[4, 1, 2])
    assert told.names[0] == "device.failed"
    when(game, "work-0", dice=[4, 5, 2])
    assert hero(game, "medic").loot == 60
    assert "work-0" not in offered(game)


@pytest.mark.parametrize(("roll", "sprung"), [([4, 1, 2], True), ([4, 3, 2], False), ([5, 1, 1], False)])
def test_a_chest_springs_its_trap_on_a_failure_with_a_one(roll: list[int], sprung: bool) -> None:
    chest = device("chest", test=5, gold=60) | {"trap-on-one": "dart-slit"}
    game = given(ROWS, heroes={"medic": (1, 0)}, devices=[chest], furniture={(2, 0): "chest"})
    told = when(game, "work-0", dice=[*roll, *([6, 6, 6, 5] if sprung else [])])
    assert ("trap.sprung" in told.names) == sprung
    assert hero(game, "medic").health == (3 if sprung else 6)
    assert game.board.traps == {}


def test_a_device_may_spring_a_trap_when_it_works() -> None:
    game = with_device(trap="snare")
    when(game, "work-0")
    assert hero(game, "medic").snared == 4


def test_a_device_opens_doors_and_what_is_behind_is_seen() -> None:
    game = given(
        ROWS,
        doors=[((3, 0), (4, 0), {"id": "gate"})],
        heroes={"medic": (1, 0)},
        hidden="B",
        devices=[device(opens=["gate"])],
        lairs=[{"kind": "goblin", "at": [5, 0]}],
    )
    told = when(game, "work-0")
    assert told.names == ["device.worked", "door.sprang-open", "area.shown", "monster.placed"]
    assert game.board.doors_open == 1


def test_a_device_may_open_a_secret_door() -> None:
    game = given(
        ROWS,
        doors=[((3, 0), (4, 0), {"id": "gate", "state": "secret"})],
        heroes={"medic": (3, 0)},
        hidden="B",
        devices=[device(opens=["gate"])],
    )
    assert "open-east" not in offered(game)
    assert EAST in when(game, "work-0").offered


def test_a_device_shows_an_area_and_places_monsters() -> None:
    game = given(
        ROWS,
        heroes={"medic": (1, 0)},
        hidden="B",
        devices=[device(shows=["B"], places=[{"monster": "orc", "at": [3, 1]}])],
        lairs=[{"kind": "goblin", "at": [5, 0]}],
    )
    told = when(game, "work-0")
    assert told.names == ["device.worked", "area.shown", "monster.placed", "monster.placed"]
    assert [(one.kind.key, place_of(game, one.at)) for one in game.board.monsters] == [
        ("goblin", (5, 0)), ("orc", (3, 1)),
    ]  # fmt: skip


def test_what_a_device_places_finds_the_nearest_free_square() -> None:
    game = given(ROWS, heroes={"medic": (1, 0)}, devices=[device(places=[{"monster": "orc", "at": [1, 0]}])])
    when(game, "work-0")
    assert place_of(game, game.board.monsters[0].at) in {(0, 0), (2, 0), (1, 1)}


@pytest.mark.rule("freequest", "area.starting-tile")
def test_what_a_device_places_never_appears_on_the_starting_tile() -> None:
    bell = device(at=(0, 2), places=[{"monster": "orc", "at": [0, 2]}, {"monster": "goblin", "at": [0, 2]}])
    game = given(["SS##", "SS##", "aaaa"], heroes={"medic": (0, 2)}, devices=[bell])
    when(game, "work-0")
    assert [place_of(game, one.at) for one in game.board.monsters] == [(1, 2), (2, 2)]
    game = given(["SS##", "SS##", "a###"], heroes={"medic": (0, 2)}, devices=[bell])
    when(game, "work-0")
    assert game.board.monsters == []  # room is left on the tile only


def test_a_gate_with_several_levers_opens_with_the_last_of_them() -> None:
    levers = [device("west", (0, 0)), device("east", (2, 0))]
    gate = ((3, 0), (4, 0), {"state": "locked", "levers": ["west", "east"]})
    game = given(ROWS, doors=[gate], heroes={"medic": (1, 0)}, devices=levers)
    when(game, "work-1", "end-turn")
    assert (game.board.doors_open, game.board.doors_locked) == (0, 1)
    told = when(game, "work-0")
    assert "door.sprang-open" in told.names
    assert (game.board.doors_open, game.board.doors_locked) == (1, 0)


def test_a_lever_may_open_a_gate_that_nobody_has_seen() -> None:
    gate = ((5, 0), (6, 0), {"id": "gate", "state": "locked", "levers": ["lever"]})
    game = given(
        ["aaaaBBC", "aaaaBBC"],
        doors=[((3, 0), (4, 0)), gate],
        heroes={"medic": (1, 0)},
        hidden="BC",
        devices=[device()],
    )
    when(game, "work-0", EAST, EAST, "open-east")
    assert game.board.doors_locked == 0
    assert game.board.ground.area[square(game, (6, 0))] >= 0  # seen through the open gate


# ---- locked doors ---------------------------------------------------------------------------------------------------


def locked() -> FreeQuest:
    """A locked door east of the medic, and its key as a thing of the quest."""
    return given(ROWS, doors=KEYED, heroes={"medic": (3, 0)}, hidden="B", quest_items=[{"id": "key", "name": "a key"}])


def test_a_locked_door_opens_for_whoever_has_the_key_and_takes_the_action() -> None:
    game = locked()
    assert not {"open-east", "unlock-east"} & set(offered(game))
    hero(game, "medic").quest_items = 1
    told = when(game, "unlock-east")
    assert told.names == ["door.unlocked", "area.shown"]
    assert EAST in told.offered
    assert game.board.actions_left == 1


def test_a_door_that_hangs_on_levers_has_no_key() -> None:
    game = given(ROWS, doors=SHUT, heroes={"medic": (3, 0)}, devices=[device()])
    hero(game, "medic").quest_items = 1
    assert not {"open-east", "unlock-east"} & set(offered(game))
