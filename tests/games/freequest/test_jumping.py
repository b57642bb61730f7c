"""Jumping: leaps over furniture and traps, and where one comes down."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import (
    equip,
    given,
    hero,
    load_up,
    offered,
    option_at,
    square,
    when,
    where,
)
from undercroft.games.freequest.contests import dice_of
from undercroft.games.freequest.state import FreeQuest

CORRIDOR = ["aaaaaaaa"]
MEDIC = {"medic": (2, 2)}  # Skill 3
TWO_PITS = {(3, 2): "pitfall", (4, 2): "pitfall"}
TWO_TABLES = {(3, 2): "Table", (4, 2): "Table"}


def leaps(options: list[str]) -> list[str]:
    """The leaps among what is offered."""
    return [name for name in options if "leap" in name]


def steps(options: list[str]) -> list[str]:
    """The steps among what is offered."""
    return [name for name in options if name.startswith("step-")]


def pits(first: int, count: int) -> dict[tuple[int, int], str]:
    """So many pitfalls in a row of a corridor."""
    return {(first + more, 0): "pitfall" for more in range(count)}


def open_up(game: FreeQuest, *pits: tuple[int, int]) -> FreeQuest:
    """Let known pitfalls be open pits."""
    for at in pits:
        game.board.traps[square(game, at)] |= 1
    return game


# ---- what can be leapt ----------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "jump.what")
@pytest.mark.parametrize("trap", ["pitfall", "dart-slit", "loose-vault", "snare", "bell-wire"])
def test_a_known_trap_can_be_leapt_and_a_hidden_one_cannot(trap: str) -> None:
    assert leaps(offered(given(heroes=MEDIC, known_traps={(3, 2): trap}))) == ["leap-east"]
    assert leaps(offered(given(heroes=MEDIC, traps={(3, 2): trap}))) == []


@pytest.mark.rule("freequest", "jump.what")
def test_furniture_and_an_open_pit_can_be_leapt() -> None:
    assert leaps(offered(given(heroes=MEDIC, furniture={(3, 2): "Table"}))) == ["leap-east"]
    assert leaps(offered(open_up(given(heroes=MEDIC, known_traps={(3, 2): "pitfall"}), (3, 2)))) == ["leap-east"]


@pytest.mark.rule("freequest", "jump.what")
def test_neither_figures_nor_walls_rock_and_doors_can_be_leapt() -> None:
    assert leaps(offered(given(heroes=MEDIC, monsters=[("goblin", (3, 2))]))) == []
    assert leaps(offered(given(heroes={**MEDIC, "warrior": (3, 2)}))) == []
    assert leaps(offered(given(["aa#aa"], heroes={"medic": (1, 0)}))) == []
    assert leaps(offered(given(["aabb"], walls=[((1, 0), (2, 0))], heroes={"medic": (1, 0)}))) == []
    assert leaps(offered(given(["aaRR"], doors=[((1, 0), (2, 0))], heroes={"medic": (1, 0)}))) == []


@pytest.mark.rule("freequest", "jump.what")
def test_monsters_never_leap() -> None:
    game = given(CORRIDOR, heroes={"medic": (0, 0)}, furniture={(4, 0): "Table"}, monsters=[("goblin", (6, 0))])
    told = when(game, "end-turn", "monster-0")
    assert told.offered == ["walk", "done"]
    assert when(game, "walk").offered == [option_at(game, at) for at in ((7, 0), (5, 0))]


# ---- a part of a Move -----------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "jump.during-move")
def test_a_move_of_six_holds_two_leaps_and_two_steps() -> None:
    game = given(
        CORRIDOR, heroes={"sworn-defender": (0, 0)}, known_traps={(1, 0): "pitfall"}, furniture={(4, 0): "Table"}
    )
    told = when(game, "leap-east", dice=[4, 1])
    assert (where(game, "sworn-defender"), game.board.steps_left, told.asked) == ((2, 0), 4, "move.step")
    told = when(game, "step-east", "leap-east", dice=[1, 5])
    assert (where(game, "sworn-defender"), game.board.steps_left) == ((5, 0), 1)
    told = when(game, "step-east")
    assert where(game, "sworn-defender") == (6, 0)
    assert told.figures("move.moved") == [{"hero": 3, "squares": 6}]
    assert (told.asked, game.board.actions_left) == ("turn.choose-action", 1)
    assert "search-traps" in told.offered


@pytest.mark.rule("freequest", "jump.during-move")
def test_after_a_move_there_is_no_leap() -> None:
    game = given(heroes=MEDIC, known_traps={(3, 2): "pitfall"})
    told = when(game, "step-north", "step-south", "end-move")
    assert leaps(told.offered) == []


# ---- the line -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "jump.straight-line")
def test_a_leap_of_two_lands_on_the_first_square_beyond() -> None:
    game = given(heroes=MEDIC, known_traps=TWO_PITS)
    assert leaps(offered(game)) == ["leap-east"]
    told = when(game, "leap-east", dice=[4, 5, 1])
    assert where(game, "medic") == (5, 2)
    assert told.figures("jump.leapt")[0]["squares"] == 2
    assert "trap.sprung" not in told.names


@pytest.mark.rule("freequest", "jump.straight-line")
def test_a_mixed_run_cannot_be_leapt() -> None:
    assert leaps(offered(given(heroes=MEDIC, known_traps={(3, 2): "pitfall"}, furniture={(4, 2): "Table"}))) == []
    assert leaps(offered(given(heroes=MEDIC, known_traps={(4, 2): "pitfall"}, furniture={(3, 2): "Table"}))) == []


@pytest.mark.rule("freequest", "jump.straight-line")
def test_a_run_of_different_traps_can_be_leapt() -> None:
    game = open_up(given(heroes=MEDIC, known_traps={(3, 2): "dart-slit", (4, 2): "pitfall"}), (4, 2))
    assert leaps(offered(game)) == ["leap-east"]


@pytest.mark.rule("freequest", "jump.straight-line")
def test_there_must_be_a_free_square_to_land_on() -> None:
    ally = {**MEDIC, "warrior": (5, 2)}
    assert leaps(offered(given(heroes=ally, known_traps=TWO_PITS))) == []
    assert leaps(offered(given(heroes=MEDIC, monsters=[("goblin", (5, 2))], known_traps=TWO_PITS))) == []
    assert leaps(offered(given(["aaa"], heroes={"medic": (1, 0)}, known_traps={(2, 0): "pitfall"}))) == []


@pytest.mark.rule("freequest", "jump.straight-line")
def test_nobody_may_be_in_the_run() -> None:
    game = open_up(given(heroes={**MEDIC, "warrior": (4, 2)}, known_traps=TWO_PITS), (3, 2), (4, 2))
    assert leaps(offered(game)) == []


@pytest.mark.rule("freequest", "jump.straight-line")
def test_no_wall_or_closed_door_may_be_crossed() -> None:
    pit = {(1, 0): "pitfall"}
    at = {"medic": (0, 0)}
    assert leaps(offered(given(["aabb"], walls=[((1, 0), (2, 0))], heroes=at, known_traps=pit))) == []
    assert leaps(offered(given(["aaRR"], doors=[((1, 0), (2, 0))], heroes=at, known_traps=pit))) == []
    assert leaps(offered(given(["aaRR"], doors=[((1, 0), (2, 0), "open")], heroes=at, known_traps=pit))) == [
        "leap-east"
    ]


@pytest.mark.rule("freequest", "jump.straight-line")
def test_a_run_begins_next_to_the_hero_and_goes_in_one_of_four_directions() -> None:
    assert leaps(offered(given(heroes=MEDIC, known_traps={(4, 2): "pitfall"}))) == []
    assert leaps(offered(given(heroes=MEDIC, known_traps={(3, 1): "pitfall"}))) == []
    around = {(2, 1): "pitfall", (3, 2): "pitfall", (1, 2): "pitfall"}
    assert leaps(offered(given(heroes=MEDIC, known_traps=around))) == ["leap-north", "leap-east", "leap-west"]


# ---- what it takes --------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "jump.movement-needed")
@pytest.mark.parametrize(
    ("worn", "run", "offer"),
    [  # a Movement of 2, then of 3
        ("platemail", 1, ["leap-east"]),
        ("platemail", 2, []),
        ("platemail ferrymans-boots", 2, ["leap-east"]),
        ("platemail ferrymans-boots", 3, []),
    ],
)
def test_a_leap_that_begins_a_move_needs_a_movement_beyond_its_squares(worn: str, run: int, offer: list[str]) -> None:
    game = given(CORRIDOR, heroes={"sworn-defender": (0, 0)}, known_traps=pits(1, run))
    equip(game, "sworn-defender", *worn.split())
    assert leaps(offered(game)) == offer


@pytest.mark.rule("freequest", "jump.movement-needed")
@pytest.mark.parametrize(
    ("left", "run", "offer"), [(1, 1, []), (2, 1, ["leap-east"]), (2, 2, []), (3, 2, ["leap-east"])]
)
def test_a_leap_in_a_move_needs_a_movement_left_beyond_its_squares(left: int, run: int, offer: list[str]) -> None:
    walked = 6 - left
    game = given(["a" * 10], heroes={"sworn-defender": (0, 0)}, known_traps=pits(walked + 1, run))
    told = when(game, *["step-east"] * walked)
    assert (game.board.steps_left, leaps(told.offered)) == (left, offer)


@pytest.mark.rule("freequest", "jump.movement-needed")
def test_the_movement_that_is_left_counts() -> None:
    game = given(CORRIDOR, heroes={"warrior": (0, 0)}, known_traps={(4, 0): "pitfall"})
    equip(game, "warrior", "platemail")
    told = when(game, "step-east", "step-east", "step-east")
    assert (game.board.steps_left, leaps(told.offered)) == (1, [])
    game = given(CORRIDOR, heroes={"warrior": (1, 0)}, known_traps={(4, 0): "pitfall"})
    equip(game, "warrior", "platemail")
    told = when(game, "step-east", "step-east")
    assert (game.board.steps_left, leaps(told.offered)) == (2, ["leap-east"])


@pytest.mark.rule("freequest", "jump.movement-needed")
@pytest.mark.parametrize("squares", [1, 2, 3])
def test_each_obstacle_and_the_landing_cost_one_movement(squares: int) -> None:
    traps = {(3 + more, 2): "pitfall" for more in range(squares)}
    game = given(heroes=MEDIC, known_traps=traps)
    when(game, "leap-east", dice=[6, 6, 6])
    assert (where(game, "medic"), game.board.steps_left) == ((3 + squares, 2), 8 - squares - 1)


@pytest.mark.rule("freequest", "jump.roll")
def test_a_leap_rolls_skill_against_four() -> None:
    told = when(given(heroes=MEDIC, known_traps={(3, 2): "pitfall"}), "leap-east", dice=[4, 3, 1])
    (leapt,) = told.figures("jump.leapt")
    assert dice_of(leapt["faces"]) == [4, 3, 1]
    told = when(given(heroes=MEDIC, known_traps={(3, 2): "pitfall"}), "leap-east", dice=[3, 3, 3])
    assert "jump.fell" in told.names


@pytest.mark.rule("freequest", "jump.success-per-square")
def test_each_success_carries_over_one_square() -> None:
    game = given(heroes=MEDIC, known_traps={(3, 2): "pitfall"})
    when(game, "leap-east", dice=[4, 1, 1])
    assert where(game, "medic") == (4, 2)
    game = given(heroes=MEDIC, known_traps=TWO_PITS)
    when(game, "leap-east", dice=[4, 5, 1])
    assert where(game, "medic") == (5, 2)
    game = given(heroes=MEDIC, known_traps=TWO_PITS)
    assert "jump.fell" in when(game, "leap-east", dice=[4, 1, 1]).names


@pytest.mark.rule("freequest", "jump.fail-trap", "move.step-by-step")
@pytest.mark.parametrize(("dice", "squares"), [([1, 1, 1], 2), ([4, 1, 1], 3)])
def test_squares_that_a_fall_came_over_are_counted_with_the_steps(dice: list[int], squares: int) -> None:
    game = given(heroes={"medic": (1, 2)}, known_traps={(3, 2): "pitfall", (4, 2): "pitfall"})
    told = when(game, "step-east", "leap-east", dice=dice)
    assert told.figures("move.moved") == [{"hero": 2, "squares": squares}]


@pytest.mark.rule("freequest", "jump.success-per-square")
def test_more_successes_than_needed_do_nothing() -> None:
    game = given(heroes=MEDIC, known_traps={(3, 2): "pitfall"})
    when(game, "leap-east", dice=[6, 6, 6])
    assert (where(game, "medic"), game.board.steps_left) == ((4, 2), 6)


# ---- coming down ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "jump.fail-furniture")
def test_who_fails_at_furniture_stays_and_has_no_movement_left() -> None:
    game = given(heroes=MEDIC, furniture=TWO_TABLES, monsters=[("goblin", (2, 1))])
    told = when(game, "leap-east", dice=[4, 2, 1])
    assert "jump.short" in told.names
    assert (where(game, "medic"), hero(game, "medic").health) == ((2, 2), 6)
    assert (steps(told.offered), leaps(told.offered)) == ([], [])
    assert "attack-0" in told.offered


@pytest.mark.rule("freequest", "jump.fail-furniture")
def test_who_fails_at_furniture_keeps_the_steps_made_before() -> None:
    game = given(heroes={"medic": (1, 2)}, furniture=TWO_TABLES)
    told = when(game, "step-east", "leap-east", dice=[4, 2, 1])
    assert where(game, "medic") == (2, 2)
    assert (told.asked, steps(told.offered)) == ("turn.choose-action", [])


@pytest.mark.rule("freequest", "jump.fail-trap")
@pytest.mark.parametrize(("dice", "at"), [([4, 1, 1], (4, 2)), ([1, 2, 3], (3, 2))])
def test_who_fails_falls_where_the_successes_end(dice: list[int], at: tuple[int, int]) -> None:
    game = given(heroes=MEDIC, known_traps=TWO_PITS)
    told = when(game, "leap-east", dice=dice)
    assert where(game, "medic") == at
    assert (hero(game, "medic").health, hero(game, "medic").in_pit) == (5, True)
    assert told.names[:3] == ["jump.fell", "trap.sprung", "trap.in-pit"]
    assert (told.asked, steps(told.offered), leaps(told.offered)) == ("turn.choose-action", [], [])
    assert "search-traps" in told.offered


@pytest.mark.rule("freequest", "jump.fail-trap")
def test_who_fails_over_an_open_pit_falls_in() -> None:
    game = open_up(given(heroes=MEDIC, known_traps={(3, 2): "pitfall"}), (3, 2))
    when(game, "leap-east", dice=[3, 3, 1])
    assert (where(game, "medic"), hero(game, "medic").health, hero(game, "medic").in_pit) == ((3, 2), 5, True)


@pytest.mark.rule("freequest", "jump.fail-trap")
def test_only_the_trap_where_one_comes_down_goes_off() -> None:
    game = given(heroes=MEDIC, known_traps={(3, 2): "dart-slit", (4, 2): "pitfall"})
    told = when(game, "leap-east", dice=[4, 1, 1])
    assert told.figures("trap.sprung") == [{"hero": 2, "trap": 0}]
    game = given(heroes=MEDIC, known_traps={(3, 2): "dart-slit", (4, 2): "pitfall"})
    told = when(game, "leap-east", dice=[1, 1, 1, 6, 5, 2, 3])
    assert told.figures("trap.sprung") == [{"hero": 2, "trap": 1}]
    assert hero(game, "medic").health == 4


@pytest.mark.rule("freequest", "jump.landing-hidden-trap")
def test_landing_on_a_hidden_trap_sets_it_off_and_ends_the_move() -> None:
    game = given(heroes=MEDIC, known_traps={(3, 2): "pitfall"}, traps={(4, 2): "pitfall"})
    told = when(game, "leap-east", dice=[4, 1, 1])
    assert where(game, "medic") == (4, 2)
    assert told.names[:2] == ["jump.leapt", "trap.sprung"]
    assert (told.asked, steps(told.offered)) == ("turn.choose-action", [])


# ---- who leaps badly ------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "jump.platemail")
@pytest.mark.parametrize(("dice", "event"), [([5, 5], "jump.fell"), ([6, 1], "jump.leapt")])
def test_in_platemail_only_a_six_succeeds(dice: list[int], event: str) -> None:
    game = given(heroes={"warrior": (2, 2)}, known_traps={(3, 2): "pitfall"})
    equip(game, "warrior", "platemail")
    assert event in when(game, "leap-east", dice=dice).names


@pytest.mark.rule("freequest", "jump.platemail")
def test_other_armour_does_not_hinder_a_leap() -> None:
    game = given(heroes={"warrior": (2, 2)}, known_traps={(3, 2): "pitfall"})
    equip(game, "warrior", "chainmail", "helmet", "shield")
    assert "jump.leapt" in when(game, "leap-east", dice=[4, 1]).names


@pytest.mark.rule("freequest", "jump.not-carrying")
def test_with_a_body_on_the_back_there_is_no_leap() -> None:
    game = given(heroes={"medic": (2, 2), "wizard": (6, 0)}, known_traps={(3, 2): "pitfall"})
    assert leaps(offered(game)) == ["leap-east"]
    load_up(game, "medic", "wizard")
    assert leaps(offered(game)) == []
