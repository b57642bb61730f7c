"""Quests that cannot be played are refused in one sentence that names file, record, and field or square."""

from __future__ import annotations

import re
import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.games.spoiling import spoil
from undercroft.core.content import read_toml
from undercroft.core.errors import ContentError
from undercroft.core.rules import read_ledger
from undercroft.games.freequest import content
from undercroft.games.freequest.pieces import LOCKED, NOTHING
from undercroft.games.freequest.quest_checks import budget, threats
from undercroft.games.freequest.quest_content import QUESTS, quest_from, read_book, read_quest_file

THINGS = content.content_of(*content.read(content.DATA, "book", {}))

Document = dict[str, Any]

MAP = """
#############
#AAAA#BBBB#C#
#AAAA#BBBB#C#
#AAAA#BBBB#C#
#hhhhhhhhhhh#
#SS#####EEEE#
#SS#####EEEE#
#############
"""


def sample() -> Document:
    """A small quest in which everything is as it should be: four rooms on a hallway, B locked, C behind a lever."""
    return {
        "id": "sample",
        "title": "A Sample",
        "step": 1,
        "briefing": "Fetch the cup.",
        "goal": "Bring the cup back.",
        "objective": {"kind": "item", "ref": "cup"},
        "map": MAP,
        "areas": {
            "S": {"kind": "start"},
            "h": {"kind": "hallway", "text": "A hallway."},
            "A": {"kind": "room", "text": "A room.", "notes": "The key is here."},
            "B": {"kind": "room"},
            "C": {"kind": "room"},
            "E": {"kind": "room"},
        },
        "doors": [
            {"at": [[2, 3], [2, 4]]},
            {"at": [[7, 3], [7, 4]], "state": "locked", "key": "key"},
            {"at": [[11, 3], [11, 4]], "state": "locked", "id": "lever-door"},
            {"at": [[9, 4], [9, 5]], "state": "secret"},
        ],
        "furniture": [{"name": "table", "at": [2, 1], "size": [2, 1]}],
        "devices": [{"id": "lever", "name": "lever", "at": [9, 3], "opens": ["lever-door"], "text": "Click."}],
        "traps": [{"kind": "pitfall", "at": [5, 4]}, {"kind": "dart-slit", "at": [7, 2]}],
        "monsters": [
            {"kind": "goblin", "at": [1, 1], "id": "first"},
            {"kind": "orc", "at": [8, 1], "from": 2},
            {"kind": "zombie", "at": [10, 6], "from": 4},
        ],
        "treasure": [{"area": "A", "gold": 20, "quest-items": ["key"]}, {"area": "C", "quest-items": ["cup"]}],
        "quest-items": [{"id": "key", "name": "the key"}, {"id": "cup", "name": "the cup"}],
    }


def refusal(document: Document) -> str:
    """What is said about a quest."""
    with pytest.raises(ContentError) as refused:
        quest_from(document, THINGS, "sample.toml")
    assert "\n" not in str(refused.value)
    place, _, sentence = str(refused.value).partition(": ")
    assert place == "sample.toml"
    return sentence


def changed(path: str, value: Any) -> Document:
    """The sample with one value changed: the path's words are keys, numbers count records from 1; + adds a record."""
    document = sample()
    at: Any = document
    *words, last = path.split(".")
    for word in words:
        at = at[int(word) - 1] if isinstance(at, list) else at[word]
    if last == "+":
        at.append(value)
    elif isinstance(at, list):
        at[int(last) - 1] = value
    else:
        at[last] = value
    return document


def redrawn(*rows: str, **changes: Any) -> Document:
    """The sample with other rows of its map, from the top, and further changes."""
    old = MAP.strip().split("\n")
    return sample() | {"map": "\n".join([*rows, *old[len(rows) :]])} | changes


def test_the_sample_is_good() -> None:
    quest = quest_from(sample(), THINGS, "sample.toml")
    assert [area.letter for area in quest.areas] == ["S", "h", "A", "B", "C", "E"]
    assert (quest.least, quest.most, quest.rounds, quest.wandering) == (1, 4, 60, [0])
    assert [door.state == LOCKED for door in quest.doors] == [False, True, True, False]
    assert (quest.doors[1].key, quest.doors[2].key, quest.devices[0].opens) == (0, NOTHING, [2])
    assert (quest.areas[2].gold, quest.areas[2].quest_items, quest.areas[4].quest_items) == (20, 0b01, 0b10)


# ---- what a file may say --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("titel", "A Sample", "unknown field 'titel'; do you mean 'title'?"),
        ("step", 6, "step: takes at most 5"),
        ("step", "one", "step: takes a whole number"),
        ("title", "", "title: takes at least 1"),
        ("title", "bell\x07", "title: there are characters in it that cannot be shown"),
        ("briefing", "x" * 901, "briefing: takes at most 900"),
        ("id", "The Kiln", "id: 'The Kiln' is not an id, as for example cold-kiln is"),
        ("heroes", [0, 4], "heroes[0]: takes at least 1"),
        ("heroes", [1, 5], "heroes[1]: takes at most 4"),
        ("heroes", [4, 2], "heroes: at least 4 are more than at most 2"),
        ("heroes", 4, "heroes: takes a list"),
        ("rounds", 5, "rounds: takes at least 10"),
        ("on-wipe", "shame", "on-wipe: 'shame' is none of the values"),
        ("reward", -1, "reward: takes at least 0"),
        ("wandering", ["gobblin"], "wandering: there is no monster 'gobblin'; do you mean 'goblin'?"),
        ("opens", ["nowhere"], "opens: there is no quest 'nowhere'"),
        ("after-lost", ["nowhere"], "after-lost: there is no quest 'nowhere'"),
        ("areas.A", {"kind": "cave"}, "areas A: kind: 'cave' is none of the values"),
        ("areas.A", {"text": "A room."}, "areas A: the field 'kind' is missing"),
        ("areas.AA", {"kind": "room"}, "areas: 'AA' is not a single letter or figure"),
        ("areas.Z", {"kind": "room"}, "areas Z: it is not on the map"),
        ("doors.1", {"at": [[2, 3], [2, 4]], "stat": "open"}, "doors 1: unknown field 'stat'; do you mean 'state'?"),
        ("doors.1", {"at": [[2, 3]]}, "doors 1: at: takes 2 entries"),
        ("doors.1.state", "ajar", "doors 1: state: 'ajar' is none of the values"),
        ("doors.1.id", "lever-door", "doors 3: id: 'lever-door' is there twice"),
        ("doors.2.key", "kee", "doors 2: key: there is no quest item 'kee'; do you mean 'key'?"),
        ("doors.3.levers", ["leaver"], "doors 3: levers: there is no device 'leaver'; do you mean 'lever'?"),
        ("doors.3.levers", ["lever", "lever"], "doors 3: levers: 'lever' is there twice"),
        ("furniture.1.size", [0, 1], "furniture 1: size[0]: takes at least 1"),
        ("devices.1.id", "le ver", "devices 1: id: 'le ver' is not an id, as for example cold-kiln is"),
        ("devices.1.text", "", "devices 1: text: takes at least 1"),
        ("devices.1.test", 7, "devices 1: test: takes at most 6"),
        ("devices.1.opens", [5], "devices 1: opens: there is no door 5; there are 4"),
        ("devices.1.opens", ["door"], "devices 1: opens: there is no door 'door'"),
        ("devices.1.shows", ["Q"], "devices 1: shows: there is no area 'Q'"),
        ("devices.1.trap", "dart", "devices 1: trap: there is no trap 'dart'"),
        ("devices.1.places", [{"monster": "cow", "at": [8, 3]}], "devices 1: places: there is no monster 'cow'"),
        ("devices.+", {"id": "lever", "name": "x", "at": [8, 3], "text": "x"}, "devices 2: id: 'lever' is there twice"),
        ("traps.1.kind", "pit", "traps 1: kind: there is no trap 'pit'"),
        ("monsters.1.kind", "cow", "monsters 1: kind: there is no monster 'cow'"),
        ("monsters.1.from", 5, "monsters 1: from: takes at most 4"),
        ("monsters.1.at", [1, 2, 3], "monsters 1: at: takes 2 entries"),
        ("monsters.2.id", "first", "monsters 2: id: 'first' is there twice"),
        ("treasure.1.area", "Q", "treasure 1: area: there is no area 'Q'"),
        ("treasure.1.items", ["spoon"], "treasure 1: items: there is no item 'spoon'"),
        (
            "treasure.1.quest-items",
            ["kea"],
            "treasure 1: quest-items: there is no quest item 'kea'; do you mean 'key'?",
        ),
        ("quest-items.2.id", "key", "quest-items 2: id: 'key' is there twice"),
        ("objective", {"kind": "feast"}, "objective: kind: 'feast' is none of the values"),
        ("objective.ref", "spoon", "objective: ref: there is no quest item 'spoon'"),
        ("objective.ref", ["cup", "cup"], "objective: ref: 'cup' is there twice"),
        ("objective", {"kind": "kill", "ref": "orc"}, "objective: ref: there is no monster with the id 'orc'"),
        ("captive", {"at": [1, 2]}, "captive: the field 'name' is missing"),
    ],
)
def test_a_record_that_says_what_cannot_be_said_is_refused(path: str, value: Any, said: str) -> None:
    assert refusal(changed(path, value)).startswith(said)


@pytest.mark.parametrize("field", ["id", "title", "step", "briefing", "goal", "objective", "map", "areas"])
def test_a_field_that_is_missing_is_named(field: str) -> None:
    document = sample()
    del document[field]
    assert refusal(document) == f"the field '{field}' is missing"


# ---- the map --------------------------------------------------------------------------------------------------------


def test_rows_of_different_lengths_are_refused() -> None:
    assert refusal(redrawn("#############", "#AAAA#BBBB#C")) == "map: row 2 has 12 squares and the first has 13"


def test_maps_that_are_too_large_are_refused() -> None:
    assert refusal(changed("map", "S" * 32)) == "map: it is 32 x 1; it can be 31 x 24 at most"
    assert refusal(changed("map", "\n".join("S" * 25))) == "map: it is 1 x 25; it can be 31 x 24 at most"


def test_a_letter_without_an_area_is_refused() -> None:
    assert refusal(redrawn("#############", "#AAAA#BBBX#C#")) == "map: (9, 1): there is no area 'X'"


def test_an_area_in_two_parts_is_refused() -> None:
    document = redrawn("#############", "#AAAA#BBBB#A#")
    assert refusal(document) == "areas A: (11, 1) and (1, 1) are not joined within the area"


def test_a_bent_hallway_is_refused() -> None:
    document = redrawn("#############", "#AAAA#BBBBhC#", "#AAAA#BBBBhC#", "#AAAA#BBBBhC#")
    said = "areas h: (10, 1) and (1, 4) do not see each other, so this is more than one stretch of hallway"
    assert refusal(document) == said


def test_more_than_eight_areas_besides_the_start_are_refused() -> None:
    rooms = "ABCDEFGHI"
    areas: Document = {"S": {"kind": "start"}} | {letter: {"kind": "room"} for letter in rooms}
    document = sample() | {"map": f"SSSS{rooms}", "areas": areas, "doors": []}
    for name in ("furniture", "devices", "traps", "monsters", "treasure"):
        document[name] = []
    document |= {"objective": {"kind": "reach", "ref": "A"}, "quest-items": []}
    assert refusal(document) == "areas: there are 9 besides the starting tile; there can be 8"
    document["map"] = document["map"][:-1] + "#"
    del document["areas"]["I"]
    document["doors"] = [{"at": [[x, 0], [x + 1, 0]]} for x in range(3, 11)]
    assert len(quest_from(document, THINGS, "sample.toml").areas) == 9


def test_too_many_doors_are_refused() -> None:
    rows = ["A" * 30, "B" * 30, "S" * 30]
    doors = [{"at": [[x, y], [x, y + 1]]} for y in range(2) for x in range(29)]
    document = sample() | {"map": "\n".join(rows), "doors": doors}
    document["areas"] = {"S": {"kind": "start"}, "A": {"kind": "room"}, "B": {"kind": "room"}}
    for name in ("furniture", "devices", "traps", "monsters", "treasure", "quest-items"):
        document[name] = []
    document["objective"] = {"kind": "reach", "ref": "A"}
    assert refusal(document) == "doors: areas and doors together can be 60, and there are more"
    document["doors"] = doors[1:]
    assert len(quest_from(document, THINGS, "sample.toml").doors) == 57


def test_too_many_devices_or_monsters_are_refused() -> None:
    device = {"id": "x", "name": "x", "at": [1, 2], "text": "x"}
    document = changed("devices", [device | {"id": f"x-{number}"} for number in range(17)])
    assert refusal(document | {"doors": sample()["doors"][:1]}) == "devices: there are 17; there can be 16"
    document = changed("monsters", [{"kind": "goblin", "at": [1, 1]}] * 41)
    assert refusal(document) == "monsters: there are 41; there can be 40"


# ---- the starting tile ----------------------------------------------------------------------------------------------


def test_there_is_one_starting_tile() -> None:
    document = changed("areas.S.kind", "hallway")
    assert refusal(document) == "areas: there are 0 starting tiles; there must be one"
    document = changed("areas.E.kind", "start")
    assert refusal(document) == "areas: there are 2 starting tiles; there must be one"


def test_the_starting_tile_has_room_for_all() -> None:
    document = sample()
    document["map"] = MAP.replace("#SS#####EEEE#\n####", "#S######EEEE#\n####")
    assert refusal(document) == "areas S: 3 squares are too few for 4 heroes"
    document["heroes"] = [1, 3]
    document["monsters"].pop()
    assert quest_from(document, THINGS, "sample.toml").most == 3


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("traps.1.at", [1, 5], "traps 1: (1, 5) is on the starting tile, and that must be empty"),
        ("monsters.1.at", [2, 6], "monsters 1: (2, 6) is on the starting tile, and that must be empty"),
        ("furniture.1", {"name": "table", "at": [1, 6]}, "furniture 1: (1, 6) is on the starting tile, and that must"),
        ("devices.1.at", [1, 5], "devices 1: (1, 5) is on the starting tile, and that must be empty"),
        ("treasure.1.area", "S", "areas S: there can be no treasure on the starting tile"),
    ],
)
def test_nothing_lies_on_the_starting_tile(path: str, value: Any, said: str) -> None:
    assert refusal(changed(path, value)).startswith(said)


# ---- doors and walls ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("doors.3.at", [[9, 3], [11, 3]], "doors 3: (9, 3) and (11, 3) are not neighbours"),
        ("doors.1.at", [[2, 3], [2, 3]], "doors 1: (2, 3) and (2, 3) are not neighbours"),
        ("doors.1.at", [[2, 3], [3, 4]], "doors 1: (2, 3) and (3, 4) are not neighbours"),
        ("doors.1.at", [[12, 4], [13, 4]], "doors 1: (13, 4) is not on the map, which is 13 x 8"),
        ("doors.1.at", [[-1, 4], [0, 4]], "doors 1: (-1, 4) is not on the map, which is 13 x 8"),
        ("doors.1.at", [[4, 2], [5, 2]], "doors 1: it leads nowhere, because (5, 2) is rock"),
        ("doors.1.at", [[2, 2], [2, 3]], "doors 1: on both sides is the area A; a door joins two"),
        ("doors.+", {"at": [[2, 4], [2, 3]]}, "doors 5: doors 1 is there already"),
        ("furniture.1.at", [1, 3], "doors 1: the table at (2, 3) stands in its way"),
        ("doors.1.key", "key", "doors 1: it has a key or levers, but it is not locked"),
        ("doors.1.levers", ["lever"], "doors 1: it has a key or levers, but it is not locked"),
        ("doors.2.levers", ["lever"], "doors 2: it has both a key and levers; one of them is enough"),
        ("devices.1.opens", [], "doors 3: it is locked, and nothing opens it"),
        ("walls", [{"at": [[2, 3], [2, 4]]}], "walls 1: there is a wall already"),
        ("walls", [{"at": [[2, 4], [3, 4]]}], "walls 1: both squares are in the area h; a wall stands between two"),
        ("walls", [{"at": [[2, 4], [4, 4]]}], "walls 1: (2, 4) and (4, 4) are not neighbours"),
        ("walls", [{"at": [[1, 4], [1, 5]]}, {"at": [[1, 5], [1, 4]]}], "walls 2: there is a wall already"),
    ],
)
def test_doors_and_walls_stand_between_two_areas(path: str, value: Any, said: str) -> None:
    assert refusal(changed(path, value)).startswith(said)


# ---- what lies on the map -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("monsters.1.at", [0, 0], "monsters 1: (0, 0) is rock"),
        ("monsters.1.at", [20, 0], "monsters 1: (20, 0) is not on the map, which is 13 x 8"),
        ("traps.1.at", [5, 3], "traps 1: (5, 3) is rock"),
        ("devices.1.at", [5, 2], "devices 1: (5, 2) is rock"),
        ("furniture.1.at", [4, 1], "furniture 1: (5, 1) is rock"),
        ("furniture.1", {"name": "cart", "at": [3, 3], "size": [1, 2]}, "furniture 1: it stands in h and A; it must"),
        ("furniture.+", {"name": "chair", "at": [3, 1]}, "furniture 2: (3, 1) is taken by the table"),
        ("monsters.1.at", [3, 1], "monsters 1: (3, 1) is taken by the table"),
        ("monsters.2.at", [1, 1], "monsters 2: (1, 1) is taken by monster 1"),
        ("monsters.2.at", [7, 2], "monsters 2: (7, 2) is taken by the Dart Slit"),
        ("traps.1.at", [2, 1], "traps 1: (2, 1) is taken by the table"),
        ("traps.1.at", [7, 2], "traps 2: (7, 2) has a trap already"),
        ("devices.1.at", [8, 1], "devices 1: (8, 1) is taken by monster 2"),
        (
            "devices.+",
            {"id": "other", "name": "other", "at": [9, 3], "text": "x"},
            "devices 2: (9, 3) is taken by the lever",
        ),
        (
            "devices.1.places",
            [{"monster": "goblin", "at": [7, 2]}],
            "devices 1: places: (7, 2) is taken by the Dart Slit",
        ),
        (
            "devices.1.places",
            [{"monster": "goblin", "at": [9, 5]}],
            "devices 1: places: (9, 5) is in the area E, which the device neither stands in nor shows",
        ),
        ("devices.1.trap-on-one", "snare", "devices 1: trap-on-one: there is no test that could fail"),
        ("devices.1.trap", "pitfall", "devices 1: the Pitfall needs a square of its own"),
        ("devices.1.trap", "loose-vault", "devices 1: the Loose Vault needs a square of its own"),
        ("treasure.1.quest-items", [], "quest-items 1: the key lies nowhere; it must lie in one area"),
        (
            "treasure.2.quest-items",
            ["cup", "key"],
            "quest-items 1: the key lies in A and in C; it must lie in one area",
        ),
    ],
)
def test_things_lie_on_floor_and_not_on_each_other(path: str, value: Any, said: str) -> None:
    assert refusal(changed(path, value)).startswith(said)


def test_a_device_may_stand_on_furniture_but_two_may_not() -> None:
    document = changed("devices.1.at", [2, 1])
    assert quest_from(document, THINGS, "sample.toml").devices[0].at == 13 + 2
    document["devices"].append({"id": "other", "name": "other", "at": [2, 1], "text": "x"})
    assert refusal(document) == "devices 2: (2, 1) is taken by the lever"


def test_a_device_without_a_free_square_beside_it_is_refused() -> None:
    document = sample()
    document["furniture"].append({"name": "heap", "at": [8, 2], "size": [2, 2]})
    document["traps"].pop()
    document["furniture"].append({"name": "wall of books", "at": [9, 1]})
    document["devices"][0]["at"] = [9, 2]
    assert refusal(document) == "devices 1: there is no free square beside the lever"


def test_an_enchanted_item_lies_in_one_place() -> None:
    document = changed("treasure.1.items", ["widows-thimble"])
    document["treasure"].append({"area": "E", "items": ["dagger", "dagger", "widows-thimble"]})
    said = "treasure: Widow's Thimble exists once, and lies in sample, area A and in sample, area E"
    assert refusal(document) == said


# ---- ways -----------------------------------------------------------------------------------------------------------


def test_a_square_that_nobody_can_walk_to_is_refused() -> None:
    document = changed("furniture.1", {"name": "shelf", "at": [4, 1], "size": [1, 2]})
    document["furniture"].append({"name": "crate", "at": [3, 3]})
    assert refusal(document) == "areas A: one cannot walk to (4, 3) from the start"
    document = sample()
    document["doors"].pop()  # the only one of E
    assert refusal(document) == "areas E: one cannot walk to (8, 5) from the start"


def test_a_square_that_a_loose_vault_would_cut_off_is_refused() -> None:
    document = changed("traps.1", {"kind": "loose-vault", "at": [11, 2]})
    assert refusal(document) == "areas C: one cannot walk to (11, 1) once loose vaults have come down"
    document = changed("traps.1", {"kind": "loose-vault", "at": [11, 1]})
    assert quest_from(document, THINGS, "sample.toml").traps


def test_a_loose_vault_that_others_would_cut_off_is_refused() -> None:
    document = changed("traps", [{"kind": "loose-vault", "at": [11, 1]}, {"kind": "loose-vault", "at": [11, 2]}])
    assert refusal(document) == "traps 1: (11, 1) would be cut off by other loose vaults"


def test_a_key_behind_its_own_door_is_refused() -> None:
    document = changed("treasure.1.area", "B")
    assert refusal(document) == "doors 2: the key lies behind it"


def test_keys_behind_each_others_doors_are_refused() -> None:
    document = changed("doors.3", {"at": [[11, 3], [11, 4]], "state": "locked", "key": "cup"})
    document["treasure"] = [{"area": "C", "quest-items": ["key"]}, {"area": "B", "quest-items": ["cup"]}]
    document["objective"] = {"kind": "reach", "ref": "A"}
    document["devices"] = []
    assert refusal(document) == "doors 2: the key lies behind it"


def test_a_lever_behind_its_own_door_is_refused() -> None:
    document = changed("devices.1.at", [11, 2])
    assert refusal(document) == "doors 3: what opens it lies behind it"
    document["devices"][0]["opens"] = []
    document["doors"][2]["levers"] = ["lever"]
    assert refusal(document) == "doors 3: what opens it lies behind it"


def looped() -> Document:
    """Rooms A and B round a ring of hallways: without the vault at (2, 3) one comes to A through the locked door."""
    document = sample()
    document |= {
        "map": "AAAA#\na##b#\na##b#\na##b#\nccccc\n#SSSS",
        "areas": {letter: {"kind": "hallway"} for letter in "abc"} | {"S": {"kind": "start"}, "A": {"kind": "room"}},
        "doors": [{"at": [[0, 0], [0, 1]]}, {"at": [[3, 0], [3, 1]], "state": "locked", "key": "key"}],
        "traps": [{"kind": "loose-vault", "at": [0, 2]}],
        "treasure": [{"area": "A", "quest-items": ["key", "cup"]}],
        "furniture": [],
        "devices": [],
        "monsters": [],
    }
    return document


def test_a_key_that_a_loose_vault_would_cut_off_is_refused() -> None:
    assert refusal(looped()) == "doors 2: the key may be cut off by loose vaults"
    document = looped()
    document["treasure"] = [{"area": "b", "quest-items": ["key"]}, {"area": "A", "quest-items": ["cup"]}]
    assert quest_from(document, THINGS, "sample.toml").traps


def test_an_objective_that_a_loose_vault_would_cut_off_is_refused() -> None:
    document = looped()
    document["doors"][1] = {"at": [[3, 0], [3, 1]], "state": "secret"}
    assert refusal(document) == "objective: it may be cut off by loose vaults"


SECRET = (
    "objective: it cannot be reached without finding a secret door; if the briefing hints at one, "
    "write secret-way = true"
)


@pytest.mark.parametrize(
    "changes",
    [
        {"treasure": [{"area": "A", "quest-items": ["key"]}, {"area": "E", "quest-items": ["cup"]}]},
        {"treasure": [{"area": "E", "quest-items": ["key"]}, {"area": "B", "quest-items": ["cup"]}]},
        {"objective": {"kind": "reach", "ref": "E"}},
        {"objective": {"kind": "reach", "ref": ["A", "E"]}},
        {"objective": {"kind": "rescue"}, "captive": {"at": [9, 6], "name": "Nan"}},
        {
            "objective": {"kind": "kill", "ref": "boss"},
            "monsters": [{"kind": "goblin", "at": [9, 6], "id": "boss", "health": 1}],
        },
        {
            "objective": {"kind": "device", "ref": "wheel"},
            "devices": [*sample()["devices"], {"id": "wheel", "name": "wheel", "at": [9, 6], "text": "Creak."}],
        },
    ],
)
def test_an_objective_behind_a_secret_door_is_refused_unless_the_briefing_hints_at_it(changes: Document) -> None:
    document = sample() | deepcopy(changes)
    assert refusal(document) == SECRET
    assert quest_from(document | {"secret-way": True}, THINGS, "sample.toml").secret_way


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"objective": {"kind": "rescue"}}, "objective: there is no captive to rescue"),
        (
            {"objective": {"kind": "rescue", "ref": "nan"}, "captive": {"at": [1, 2], "name": "Nan"}},
            "objective: ref: a rescue names nothing; the captive is enough",
        ),
        ({"captive": {"at": [1, 2], "name": "Nan"}}, "captive: only the objective 'rescue' has one"),
        (
            {"objective": {"kind": "rescue"}, "captive": {"at": [1, 1], "name": "Nan"}},
            "captive: (1, 1) is taken by monster 1",
        ),
        ({"objective": {"kind": "reach"}}, "objective: it wants nothing"),
        ({"objective": {"kind": "reach", "ref": "S"}}, "objective: the heroes stand on the starting tile already"),
    ],
)
def test_an_objective_that_makes_no_sense_is_refused(changes: Document, said: str) -> None:
    assert refusal(sample() | changes) == said


def test_a_monster_that_must_be_killed_is_there_for_every_party() -> None:
    document = changed("objective", {"kind": "kill", "ref": "boss"})
    document["monsters"][1]["id"] = "boss"
    assert refusal(document) == "objective: monster 2 is not there for one hero"
    document["heroes"] = [2, 4]
    assert quest_from(document, THINGS, "sample.toml").wanted == 0b10


def test_a_monster_that_no_party_meets_is_refused() -> None:
    assert refusal(changed("heroes", [1, 3])) == "monsters 3: from: there are never 4 heroes in this quest"


# ---- threat ---------------------------------------------------------------------------------------------------------


def test_the_budgets_are_those_of_the_ledger() -> None:
    gaps = read_ledger(content.DATA / "rules.toml").tables["gap"]
    design: str = next(gap["design"] for gap in gaps if gap["needs"] == "Monsters")
    rows = re.findall(r"^ ([1-5]) +(\d+) +(\d+) +(\d+) +(\d+)$", design, re.MULTILINE)
    assert len(rows) == 5
    for step, *sizes in rows:
        assert [budget(heroes, int(step)) for heroes in range(1, 5)] == [int(size) for size in sizes]


def test_monsters_beyond_the_budget_of_a_party_are_refused() -> None:
    document = changed("monsters.2", {"kind": "troll", "at": [8, 1], "from": 2})
    document["areas"]["A"]["kind"] = "room"
    document["monsters"].append({"kind": "hobgoblin", "at": [10, 5], "from": 2})
    said = "monsters: 2 heroes would meet a threat of 204; at step 1 it can be 192"
    assert refusal(document) == said
    assert quest_from(document | {"step": 2}, THINGS, "sample.toml").step == 2


def test_what_a_device_places_counts() -> None:
    document = changed("devices.1.places", [{"monster": "zombie", "at": [8, 3]}])
    document["monsters"] = [{"kind": "hobgoblin", "at": [1, 1]}]
    assert threats(quest_from(document, THINGS, "sample.toml"), THINGS, 1) == [0, 0, 34, 21, 0, 0]
    document["devices"][0]["places"].append({"monster": "zombie", "at": [7, 3]})
    said = "monsters: one hero would meet a threat of 76; at step 1 it can be 72"
    assert refusal(document) == said
    document["devices"][0]["places"][1]["from"] = 2
    assert threats(quest_from(document, THINGS, "sample.toml"), THINGS, 2) == [0, 0, 34, 42, 0, 0]


def test_a_monster_with_more_health_is_that_much_more_of_a_threat() -> None:
    document = changed("monsters", [{"kind": "goblin", "at": [1, 1], "health": 2}])
    assert threats(quest_from(document, THINGS, "sample.toml"), THINGS, 1) == [0, 0, 27, 0, 0, 0]
    document["monsters"][0]["health"] = 8
    assert refusal(document) == "monsters: one hero would meet a threat of 81; at step 1 it can be 72"
    document["monsters"] = [{"kind": "hobgoblin", "at": [1, 1], "health": 1, "from": 2}]
    assert sum(threats(quest_from(document, THINGS, "sample.toml"), THINGS, 2)) == 51


def test_one_room_holds_three_quarters_of_the_budget_at_most() -> None:
    document = changed("monsters.2", {"kind": "mummy", "at": [8, 1], "from": 2, "health": 4})
    document["monsters"].append({"kind": "orc", "at": [6, 1], "from": 2})
    said = "areas B: 2 heroes would meet a threat of 154 there; at step 1 it can be 144 in one area"
    assert refusal(document) == said
    document["monsters"][1]["health"] = 3
    assert sum(threats(quest_from(document, THINGS, "sample.toml"), THINGS, 2)) == 140


def test_a_single_monster_may_be_all_that_a_single_hero_meets_in_a_room() -> None:
    document = changed("monsters", [{"kind": "goblin", "at": [1, 1], "health": 6}])
    assert threats(quest_from(document, THINGS, "sample.toml"), THINGS, 1)[2] * 4 > budget(1, 1) * 3
    document["monsters"] = [{"kind": "goblin", "at": [x, 2], "health": 1} for x in (1, 2, 3)]
    document["monsters"].append({"kind": "goblin", "at": [1, 1]})
    assert refusal(document) == "areas A: one hero would meet a threat of 63 there; at step 1 it can be 54 in one area"


# ---- the book -------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the quests, to be spoilt."""
    return Path(shutil.copytree(QUESTS, tmp_path / "quests"))


def book_refusal(folder: Path, own: Document | None = None) -> str:
    """What is said about a book."""
    with pytest.raises(ContentError) as refused:
        read_book(folder, THINGS, own)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_the_copy_is_good_before_it_is_spoilt(folder: Path) -> None:
    assert len(read_book(folder, THINGS).quests) == len(read_toml(folder / "campaign.toml")["quests"])


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("campaign.toml", '"quarter-day",', "", "campaign.toml: quests: quarter-day.toml is in the folder and not"),
        ("campaign.toml", '"quarter-day",', '"no-day",', "toll-house.toml: opens: there is no quest 'quarter-day'"),
        ("campaign.toml", "quests = [", 'quests = ["lost", ', "lost.toml: the file is missing from quests"),
        ("campaign.toml", "quests = [", 'quests = ["cold-kiln", ', "campaign.toml: quests: 'cold-kiln' is there twice"),
        ("campaign.toml", "quests = [", 'quests = ["../x", ', "campaign.toml: quests: '../x' is not an id, as for"),
        ("campaign.toml", 'first = ["cold-kiln"]', "first = []", "campaign.toml: first: takes at least 1"),
        ("campaign.toml", 'first = ["cold-kiln"]', 'first = ["x"]', "campaign.toml: first: there is no quest 'x'"),
        ("campaign.toml", "first", "begin", "campaign.toml: unknown field 'begin'"),
        ("cold-kiln.toml", 'id = "cold-kiln"', 'id = "kiln"', "cold-kiln.toml: id: it is 'kiln'; in this file it must"),
        ("quarter-day.toml", "last = true", "last = false", "campaign.toml: none of the quests is the last"),
        (
            "snuffed-vault.toml",
            ', "two-lanterns"]',
            "]",
            "campaign.toml: nothing opens the quest 'two-lanterns'",
        ),
        (
            "toll-house.toml",
            "the-sulking-blade",
            "bellows-locket",
            "campaign.toml: treasure: Bellows Locket exists once, and lies in toll-house, area O and in slag-works, ",
        ),
    ],
)
def test_a_book_that_does_not_hang_together_is_refused(folder: Path, file: str, old: str, new: str, said: str) -> None:
    spoil(folder / file, old, new)
    if said.startswith("campaign.toml: quests: quarter-day"):
        spoil(folder / "toll-house.toml", '"quarter-day"', "")
        spoil(folder / "slag-works.toml", '"quarter-day"', "")
    assert book_refusal(folder).startswith(said)


def test_a_players_own_quest_stands_at_the_end_of_the_book() -> None:
    own = sample() | {"opens": ["cold-kiln"]}
    book = read_book(QUESTS, THINGS, own)
    assert (book.quests[-1].key, book.quests[-1].index) == ("sample", len(book.quests) - 1)
    assert book.quests[-1].opens == [0]
    assert book.first == [0]
    assert book.texts[-3:] == ["A hallway.", "A room.", "Click."]


def test_a_players_own_quest_is_refused_like_any_other() -> None:
    said = book_refusal(QUESTS, changed("monsters.1.kind", "cow"))
    assert said == "own quest: monsters 1: kind: there is no monster 'cow'"
    assert book_refusal(QUESTS, changed("id", "cold-kiln")) == (
        "own quest: id: there is a quest 'cold-kiln' in the book already"
    )


def test_a_file_is_read_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text((QUESTS / "cold-kiln.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert read_quest_file(path, THINGS).key == "cold-kiln"
    spoil(path, "at = [[4, 6], [5, 6]]", "at = [[4, 6], [6, 6]]")
    with pytest.raises(ContentError, match=r"^mine\.toml: doors 3: \(4, 6\) and \(6, 6\) are not neighbours$"):
        read_quest_file(path, THINGS)
    path.write_text("map = [", encoding="utf-8")
    with pytest.raises(ContentError, match=r"^mine\.toml: "):
        read_quest_file(path, THINGS)
