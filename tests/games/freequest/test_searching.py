"""Search: for treasure, traps or secret doors."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import KILN, KILN_DOORS, given, hero, item, offered, square, when
from undercroft.games.freequest.pieces import SECRET_DOORS_FOUND
from undercroft.games.freequest.state import FreeQuest

SEARCHES = ["search-treasure", "search-traps", "search-doors"]
TWO_ROOMS = ["AAABBB", "AAABBB"]
KEY = [{"id": "key", "name": "a key"}]
NOTHING = "potsherds"


def searches(game: FreeQuest) -> list[str]:
    """The kinds of search that are offered."""
    return [name for name in offered(game) if name.startswith("search")]


def full_room() -> FreeQuest:
    """Two heroes in a room with traps, a secret door, gold and a key; the next room has a trap as well."""
    return given(
        TWO_ROOMS,
        doors=[((2, 0), (3, 0), "secret")],
        heroes={"warrior": (0, 0), "medic": (0, 1)},
        hidden="B",
        traps={(1, 1): "pitfall", (2, 1): "snare", (4, 0): "pitfall"},
        treasure=[{"area": "A", "gold": 75, "quest-items": ["key"]}],
        quest_items=KEY,
    )


@pytest.mark.rule("freequest", "search.what")
@pytest.mark.parametrize("rows", [TWO_ROOMS, ["aaabbb"]])
def test_a_room_or_a_hallway_is_searched_for_one_of_three_things(rows: list[str]) -> None:
    assert searches(given(rows)) == SEARCHES


@pytest.mark.rule("freequest", "search.one-thing")
@pytest.mark.parametrize(
    ("kind", "traps", "doors", "gold"),
    [("search-traps", 2, 0, 0), ("search-doors", 0, 1, 0), ("search-treasure", 0, 0, 75)],
)
def test_one_search_looks_for_one_thing_and_there_is_no_second_in_the_turn(
    kind: str, traps: int, doors: int, gold: int
) -> None:
    game = full_room()
    told = when(game, kind)
    found = (len(game.board.traps), game.board.doors_known, hero(game, "warrior").loot)
    assert found == (traps, doors, gold)
    assert not any(name.startswith("search") for name in told.offered)
    assert "step-east" in told.offered


@pytest.mark.rule("freequest", "search.traps")
def test_a_search_for_traps_shows_every_trap_of_the_area_and_of_no_other() -> None:
    game = full_room()
    told = when(game, "search-traps")
    assert sorted(game.board.traps) == [square(game, (1, 1)), square(game, (2, 1))]
    assert told.figures("search.traps") == [{"hero": 0, "found": 2}]
    assert list(game.notes.traps) == [square(game, (4, 0))]


@pytest.mark.rule("freequest", "search.traps")
def test_traps_that_were_found_stay_armed() -> None:
    game = full_room()
    when(game, "search-traps")
    told = when(game, "step-east", "step-south")
    assert "trap.sprung" in told.names


@pytest.mark.rule("freequest", "search.traps")
def test_it_is_said_if_there_is_no_trap() -> None:
    assert when(given(), "search-traps").figures("search.traps") == [{"hero": 0, "found": 0}]


@pytest.mark.rule("freequest", "search.secret-doors")
def test_a_secret_door_is_found_from_either_side_and_is_then_an_ordinary_closed_door() -> None:
    game = given(KILN, doors=KILN_DOORS, heroes={"warrior": (10, 4)}, hidden="*")
    assert "open-south" not in offered(game)
    told = when(game, "search-doors")
    assert told.figures("search.doors") == [{"hero": 0, "found": 1}]
    assert hero(game, "warrior").deeds[SECRET_DOORS_FOUND] == 1
    assert "open-south" in told.offered
    assert "step-south" not in told.offered
    told = when(game, "open-south", "step-south")
    assert "move.step" in told.asked
    game = given(KILN, doors=KILN_DOORS, heroes={"warrior": (10, 5)}, hidden="*")
    assert "open-north" in when(game, "search-doors").offered


@pytest.mark.rule("freequest", "search.secret-doors")
def test_a_secret_door_is_not_found_from_another_area() -> None:
    game = given(KILN, doors=KILN_DOORS, heroes={"warrior": (4, 1)}, hidden="*")
    assert when(game, "search-doors").figures("search.doors") == [{"hero": 0, "found": 0}]
    assert not game.board.doors_known & 8


@pytest.mark.rule("freequest", "search.secret-doors")
def test_until_it_is_found_a_secret_door_is_wall_for_monsters_too() -> None:
    game = given(
        ["AAABB"], doors=[((2, 0), (3, 0), "secret")], heroes={"warrior": (0, 0)}, monsters=[("goblin", (4, 0))]
    )
    when(game, "end-turn")
    when(game, "monster-0", "walk")  # one square is all there is, so nobody is asked
    assert game.board.monsters[0].at == square(game, (3, 0))
    assert "monster-0" not in offered(game)


@pytest.mark.rule("freequest", "search.treasure-placed")
def test_the_searcher_gets_all_that_is_placed_and_the_next_one_draws_a_card() -> None:
    game = full_room()
    told = when(game, "search-treasure", "end-turn")
    warrior = hero(game, "warrior")
    assert (warrior.loot, warrior.quest_items) == (75, 1)
    assert "treasure.drawn" not in told.names
    assert list(game.board.thing_names.values()) == ["a key"]
    told = when(game, "search-treasure", cards=[NOTHING])
    assert "treasure.drawn" in told.names
    assert (hero(game, "medic").loot, hero(game, "medic").quest_items) == (0, 0)


@pytest.mark.rule("freequest", "search.treasure-placed")
def test_placed_items_go_into_the_searchers_pack() -> None:
    game = given(TWO_ROOMS, treasure=[{"area": "A", "items": ["helmet", "felt-soles"]}])
    when(game, "search-treasure")
    warrior = hero(game, "warrior")
    assert warrior.gear[1:] == [item(game, "helmet"), item(game, "felt-soles")]
    assert not warrior.wears(item(game, "helmet"))


@pytest.mark.rule("freequest", "search.secret-doors", "search.traps")
def test_a_search_tells_how_many_it_found() -> None:
    doors = [((0, 0), (0, 1), "secret"), ((2, 0), (2, 1), "secret"), ((1, 0), (1, 1))]
    game = given(["aaa", "BBB"], doors=doors, traps={(1, 0): "pitfall", (2, 0): "snare"}, hidden="B")
    assert when(game, "search-doors", "end-turn").figures("search.doors") == [{"hero": 0, "found": 2}]
    assert when(game, "search-traps").figures("search.traps") == [{"hero": 0, "found": 2}]


@pytest.mark.rule("freequest", "search.treasure-deck")
def test_where_nothing_is_placed_a_card_is_drawn() -> None:
    game = given(["aaaBBB"], treasure=[{"area": "B", "gold": 30}], heroes={"warrior": (0, 0), "medic": (3, 0)})
    told = when(game, "search-treasure", "end-turn", cards=["tax-in-a-jar"])
    assert told.figures("treasure.drawn")[0]["hero"] == 0
    assert (hero(game, "warrior").loot, len(game.board.deck)) == (50, 35)
    assert "treasure.drawn" not in when(game, "search-treasure").names
    assert (hero(game, "medic").loot, len(game.board.deck)) == (30, 35)


@pytest.mark.rule("freequest", "search.wandering-warning")
def test_only_a_search_for_treasure_brings_a_wandering_monster() -> None:
    for kind in ("search-traps", "search-doors"):
        game = given()
        when(game, kind)
        assert game.board.monsters == []
    told = when(given(), "search-treasure", cards=["something-was-asleep-here"])
    assert told.asked == "wander.square"


@pytest.mark.rule("freequest", "search.once-per-hero-and-area")
def test_each_hero_searches_an_area_for_treasure_once() -> None:
    game = given(TWO_ROOMS, doors=[((2, 0), (3, 0), "open")], heroes={"warrior": (2, 0), "medic": (0, 0)})
    when(game, "search-treasure", "end-turn", cards=[NOTHING])
    assert searches(game) == SEARCHES
    when(game, "end-turn")
    assert searches(game) == SEARCHES[1:]
    assert game.view(2).board.heroes[0].searched != 0
    when(game, "step-east", "end-move")
    assert searches(game) == SEARCHES  # another area


@pytest.mark.rule("freequest", "search.once-per-hero-and-area")
@pytest.mark.parametrize("kind", ["search-traps", "search-doors"])
def test_searches_for_traps_and_secret_doors_may_be_repeated(kind: str) -> None:
    game = given()
    when(game, kind, "end-turn")
    assert kind in offered(game)


@pytest.mark.rule("freequest", "search.not-the-starting-tile")
def test_the_starting_tile_holds_no_treasure() -> None:
    assert searches(given(heroes={"warrior": (0, 5)})) == SEARCHES[1:]


@pytest.mark.rule("freequest", "search.monsters-do-not-forbid")
def test_a_room_with_a_monster_in_it_can_be_searched() -> None:
    game = given(TWO_ROOMS, monsters=[("goblin", (1, 0))])
    assert searches(game) == SEARCHES


@pytest.mark.rule("freequest", "search.always-offered")
def test_searching_is_offered_whether_or_not_there_is_anything_to_find() -> None:
    empty = given(TWO_ROOMS, hidden="B", heroes={"warrior": (0, 0), "medic": (0, 1)})
    assert offered(empty) == offered(full_room())
    for kind in SEARCHES:
        full, bare = full_room(), empty.copy()
        when(full, kind, "end-turn")
        when(bare, kind, "end-turn", cards=[NOTHING] if kind == "search-treasure" else [])
        assert searches(full) == searches(bare) == SEARCHES
