"""Wandering monsters, which come with a search for treasure."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import (
    KILN,
    KILN_DOORS,
    Place,
    equip,
    faces,
    given,
    hero,
    item,
    offered,
    option_at,
    place_of,
    square,
    when,
)
from undercroft.bots.referee.freequest import lonely_square
from undercroft.games.freequest.state import OPEN_PIT, FreeQuest
from undercroft.games.freequest.vocabulary import SQUARES

SEARCH = "search-treasure"
CARD = ["something-was-asleep-here"]
MISS = [1, 1, 6]  # a goblin against one Defense die


def searching() -> FreeQuest:
    """A warrior in the stoking passage of the Cold Kiln."""
    return given(KILN, doors=KILN_DOORS, heroes={"warrior": (2, 4)}, hidden="*")


def squares(game: FreeQuest, *places: Place) -> list[str]:
    """The options of these squares."""
    return [option_at(game, at) for at in places]


@pytest.mark.rule("freequest", "wander.place")
def test_the_referee_picks_a_free_square_beside_the_searcher_but_not_the_starting_tile() -> None:
    game = searching()
    told = when(game, SEARCH, cards=CARD)
    assert told.asked == "wander.square"
    assert sorted(told.offered) == sorted(squares(game, (1, 4), (3, 4)))


@pytest.mark.rule("freequest", "wander.place")
def test_each_card_brings_the_next_of_the_quests_list_and_the_last_repeats() -> None:
    game = given(["aaaaBBBBCCCC"], wandering=["goblin", "orc"])
    warrior = hero(game, "warrior")
    for at in ((1, 0), (5, 0), (9, 0)):
        game.board.figures[warrior.at] = 0
        warrior.at = square(game, at)
        game.board.figures[warrior.at] = 1
        game.board.did, game.board.actions_left = 0, 2
        dice = [1, 1, 6] if at == (1, 0) else [1, 1, 1, 6]
        when(game, SEARCH, option_at(game, (at[0] + 1, 0)), cards=CARD, dice=dice)
    assert [one.kind.key for one in game.board.monsters] == ["goblin", "orc", "orc"]


@pytest.mark.rule("freequest", "wander.place")
def test_a_quest_that_lists_none_has_goblins() -> None:
    game = given()
    when(game, SEARCH, option_at(game, (1, 0)), cards=CARD, dice=MISS)
    assert [one.kind.key for one in game.board.monsters] == ["goblin"]


@pytest.mark.rule("freequest", "wander.place")
def test_with_no_free_square_beside_it_comes_to_the_nearest_of_the_area() -> None:
    game = given(["aaaaa", "aaaaa"], furniture={(1, 0): "table"}, heroes={"warrior": (0, 0), "medic": (0, 1)})
    told = when(game, SEARCH, cards=CARD)
    assert "monster.attacks" not in told.names
    assert place_of(game, game.board.monsters[0].at) == (1, 1)  # two steps away, and the only one


@pytest.mark.rule("freequest", "wander.place")
def test_with_no_free_square_in_the_area_nobody_comes_and_the_list_does_not_advance() -> None:
    game = given(["ABBB"], doors=[((0, 0), (1, 0), "open")], heroes={"warrior": (0, 0), "medic": (1, 0)})
    told = when(game, SEARCH, cards=CARD)
    assert told.names[-1] == "wander.nobody"
    assert (game.board.monsters, game.notes.wandered) == ([], 0)


@pytest.mark.rule("freequest", "wander.place")
def test_open_pits_are_not_used_and_armed_traps_do_not_matter() -> None:
    game = searching()
    game.board.traps[square(game, (1, 4))] = OPEN_PIT
    game.board.traps[square(game, (3, 4))] = 0
    when(game, SEARCH, cards=CARD, dice=MISS)
    assert place_of(game, game.board.monsters[0].at) == (3, 4)
    assert game.board.trap_state(square(game, (3, 4))) == 0


@pytest.mark.rule("freequest", "wander.attacks")
def test_it_attacks_at_once_and_acts_in_the_referees_turn_as_usual() -> None:
    game = given()
    told = when(game, SEARCH, option_at(game, (1, 0)), cards=CARD, dice=[6, 5, 2])
    assert told.names[-2:] == ["monster.attacks", "hero.hurt"]
    assert hero(game, "warrior").health == 6
    assert "attack-0" in told.offered  # the hero's turn goes on
    told = when(game, "end-turn", "monster-0", "strike-0", dice=[6, 5, 2])
    assert hero(game, "warrior").health == 4
    assert told.asked == "monster.action"


@pytest.mark.rule("freequest", "wander.attacks")
def test_it_attacks_once() -> None:
    game = given()
    told = when(game, SEARCH, option_at(game, (1, 0)), cards=CARD, dice=MISS)
    assert len(told.figures("monster.attacks")) == 1


def test_the_delver_of_the_worked_example() -> None:
    game = given(KILN, doors=KILN_DOORS, heroes={"delver": (2, 4), "ranger": (4, 4)}, hidden="*")
    equip(game, "delver", "shortsword", "helmet")
    asked = when(game.copy(), SEARCH, cards=CARD)
    options = tuple(SQUARES[int(name.split("-")[1])] for name in asked.offered)
    assert lonely_square(game.board, options).name == option_at(game, (1, 4))
    told = when(game, SEARCH, option_at(game, (1, 4)), cards=CARD, dice=[5, 2, 3, 3])
    assert faces(told, "monster.attacks") == [[5, 2]]
    assert hero(game, "delver").health == 6
    assert "attack-0" in offered(game)


def test_felt_soles_keep_it_from_attacking_at_once() -> None:
    game = given()
    hero(game, "warrior").gear.append(item(game, "felt-soles"))
    told = when(game, SEARCH, option_at(game, (1, 0)), cards=CARD)
    assert told.names[-1] == "wander.comes"
