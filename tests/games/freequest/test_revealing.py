"""Setting a quest up, and areas that are revealed when a hero first sees them."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import (
    KILN,
    KILN_DOORS,
    given,
    hero,
    offered,
    option_at,
    place_of,
    square,
    when,
)
from undercroft.games.freequest import content
from undercroft.games.freequest.state import FreeQuest, new_game

EAST = "step-east"
ROOM = ["aaaaBBB", "aaaaBBB"]
DOOR = [((3, 0), (4, 0))]
GOBLINS = [{"kind": "goblin", "at": [5, 0]}, {"kind": "goblin", "at": [6, 1]}]


def shown(game: FreeQuest) -> str:
    """The letters of the areas on the board, sorted."""
    return "".join(sorted(game.quest().areas[area].letter for area in game.board.shown))


def fresh(*party: str) -> FreeQuest:
    """The Cold Kiln before its set-up."""
    return new_game(content.load("book", {"play.quest": "cold-kiln", "play.party": list(party)}))


# ---- setting up -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "setup.placing-heroes")
def test_heroes_take_free_squares_of_the_starting_tile_in_their_order() -> None:
    game = fresh("warrior", "barbarian")
    tile = [option_at(read(game), at) for at in ((1, 5), (2, 5), (1, 6), (2, 6))]
    told = when(game.copy(), "first-1")
    assert (told.asked, told.offered) == ("setup.place-hero", tile)
    assert when(game, "first-1", tile[0]).offered == tile[1:]
    assert place_of(game, hero(game, "barbarian").at) == (1, 5)


def read(game: FreeQuest) -> FreeQuest:
    """The same game once its quest is read, for the numbers of squares."""
    copy = game.copy()
    when(copy)
    return copy


@pytest.mark.rule("freequest", "setup.order")
def test_a_quest_is_set_up_in_this_order() -> None:
    game = fresh("medic", "warrior")
    tile = [option_at(read(game), at) for at in ((1, 5), (2, 5))]
    told = when(game, "as-joined", "draft-0", "draft-1", "draft-2", *tile)
    entries = [name for place, name in enumerate(told.names) if name not in told.names[:place]]
    assert entries == [
        "hero.chosen", "quest.chosen", "setup.ordered", "setup.drafted", "treasure.shuffled", "setup.placed",
        "area.shown", "round.begins", "turn.begins",
    ]  # fmt: skip
    assert told.figures("round.begins") == [{"round": 1, "last": 60}]
    assert told.figures("turn.begins") == [{"hero": 2}]
    assert (game.board.briefing != "", game.board.goal) == (True, "Bring the kiln bell back to the starting tile.")


@pytest.mark.rule("freequest", "setup.order")
def test_briefing_and_objective_are_known_before_order_draft_and_places_are_chosen() -> None:
    game = fresh("medic", "warrior")
    told = when(game)
    assert told.asked == "setup.hero-order"
    assert game.board.goal != ""
    assert told.names == ["hero.chosen", "hero.chosen", "quest.chosen"]


# ---- what is seen ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "reveal.area-at-first-sight")
def test_an_area_is_revealed_as_a_whole_when_a_square_of_it_is_first_seen() -> None:
    game = given(KILN, doors=KILN_DOORS, heroes={"warrior": (2, 5)}, hidden="*")
    assert shown(game) == "Sb"
    when(game, "step-north")
    assert shown(game) == "Sb"
    when(game, EAST)  # (3, 4)
    assert shown(game) == "Sbc"
    when(game, EAST)  # (4, 4)
    assert shown(game) == "Sabc"
    when(game, EAST, "step-north", "step-north")  # (5, 2)
    assert shown(game) == "Sabc"
    told = when(game, "open-west")
    assert shown(game) == "KSabc"
    assert [game.book.texts[seen["text"]] for seen in told.figures("area.shown")] == ["Area K."]
    known = {place_of(game, at) for at in range(game.board.ground.size) if game.board.ground.area[at] >= 0}
    assert {(x, y) for x in range(1, 5) for y in range(1, 4)} <= known


@pytest.mark.rule("freequest", "reveal.area-at-first-sight")
def test_what_one_hero_has_seen_stays_revealed_for_all() -> None:
    game = given(KILN, doors=KILN_DOORS, heroes={"warrior": (4, 4), "medic": (1, 5)}, hidden="*")
    assert shown(game) == "Sabc"
    told = when(game, "step-west", "step-west", "end-move", "end-turn")
    assert shown(game) == "Sabc"
    assert "area.shown" not in told.names


@pytest.mark.rule("freequest", "reveal.placed-on-reveal")
def test_floor_doors_furniture_devices_and_monsters_are_placed() -> None:
    game = given(
        ["aaaaBBBCC", "aaaaBBBCC"],
        doors=[*DOOR, ((6, 1), (7, 1))],
        heroes={"warrior": (3, 0)},
        hidden="BC",
        furniture={(5, 1): "table"},
        devices=[{"id": "lever", "name": "lever", "at": [6, 0], "public": "A rusted lever", "text": "It moves."}],
        lairs=[{"kind": "goblin", "at": [5, 0]}, {"kind": "orc", "at": [4, 1]}, {"kind": "troll", "at": [8, 0]}],
    )
    assert (game.board.monsters, game.board.furniture, game.board.fixtures, game.board.doors_known) == ([], {}, [], 1)
    told = when(game, "open-east")
    assert told.names == ["door.opened", "area.shown", "monster.placed", "monster.placed"]
    assert [(one.kind.key, place_of(game, one.at)) for one in game.board.monsters] == [
        ("goblin", (5, 0)), ("orc", (4, 1)),
    ]  # fmt: skip
    assert game.board.furniture == {square(game, (5, 1)): "table"}
    assert [(one.name, one.public) for one in game.board.fixtures] == [("lever", "A rusted lever")]
    assert game.board.doors_known == 3


@pytest.mark.rule("freequest", "reveal.placed-on-reveal")
def test_monsters_wait_for_the_referees_turn() -> None:
    game = given(ROOM, doors=DOOR, heroes={"warrior": (3, 0)}, hidden="B", lairs=GOBLINS)
    told = when(game, "open-east")
    assert [place_of(game, one.at) for one in game.board.monsters] == [(5, 0), (6, 1)]
    assert "monster.attacks" not in told.names
    assert told.asked == "turn.choose-action"
    assert when(game, "end-turn").offered == ["monster-0", "monster-1", "end-round"]


@pytest.mark.rule("freequest", "reveal.placed-on-reveal")
@pytest.mark.parametrize(("party", "count"), [(["warrior"], 1), (["warrior", "medic"], 2)])
def test_some_monsters_wait_for_larger_parties_only(party: list[str], count: int) -> None:
    lairs = [{"kind": "goblin", "at": [5, 0]}, {"kind": "orc", "at": [6, 0], "from": 2}]
    heroes = {key: (3, place) for place, key in enumerate(party)}
    game = given(ROOM, doors=DOOR, heroes=heroes, hidden="B", lairs=lairs)
    when(game, "open-east")
    assert len(game.board.monsters) == count


@pytest.mark.rule("freequest", "reveal.stays-hidden")
def test_traps_secret_doors_and_treasure_are_not_shown() -> None:
    game = given(
        ["aaaaBBBCC", "aaaaBBBCC"],
        doors=[*DOOR, ((6, 1), (7, 1), "secret")],
        heroes={"warrior": (3, 0)},
        hidden="BC",
        traps={(5, 1): "pitfall"},
        treasure=[{"area": "B", "gold": 75}],
    )
    told = when(game, "open-east")
    assert told.names == ["door.opened", "area.shown"]
    view = game.view(1)
    assert (view.board.traps, view.board.doors_known, view.board.ground.edge[square(game, (6, 1)) * 4 + 1]) == (
        {},
        1,
        0,
    )
    assert (view.notes.traps, view.notes.gold, view.notes.quest) == ({}, [], None)
    assert game.notes.traps == {square(game, (5, 1)): 0}


@pytest.mark.rule("freequest", "reveal.does-not-stop")
def test_revealing_does_not_end_a_move() -> None:
    game = given(ROOM, doors=DOOR, heroes={"warrior": (1, 0)}, hidden="B", lairs=[{"kind": "goblin", "at": [6, 1]}])
    hero(game, "warrior").speed = 4
    when(game, EAST, EAST, "open-east")
    assert game.board.steps_left == 2
    assert EAST in offered(game)
    told = when(game, EAST, EAST)
    assert told.figures("move.moved") == [{"hero": 0, "squares": 4}]
