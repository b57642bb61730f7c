"""Movement: how far, through whom, past what."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import (
    equip,
    given,
    hero,
    kill,
    load_up,
    offered,
    option_at,
    seat_asked,
    square,
    when,
    where,
)
from undercroft.games.freequest.paths import distances
from undercroft.games.freequest.sheets import movement
from undercroft.games.freequest.state import FreeQuest

CORRIDOR = ["aaaaaaaa"]


def steps(options: list[str]) -> list[str]:
    """The steps among what is offered."""
    return [name.removeprefix("step-") for name in options if name.startswith("step-")]


# ---- how far --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "move.rate")
def test_six_steps_with_a_movement_of_six_and_no_seventh() -> None:
    game = given(CORRIDOR, heroes={"sworn-defender": (0, 0)})
    told = when(game, *["step-east"] * 5)
    assert told.asked == "move.step"
    told = when(game, "step-east")
    assert where(game, "sworn-defender") == (6, 0)
    assert (told.asked, steps(told.offered)) == ("turn.choose-action", [])
    assert told.figures("move.moved") == [{"hero": 3, "squares": 6}]


@pytest.mark.rule("freequest", "move.rate")
def test_each_step_costs_one_and_nothing_is_rolled() -> None:
    game = given()
    for left, answer in ((7, "step-east"), (6, "step-south"), (5, "step-west"), (4, "step-north")):
        when(game, answer)
        assert game.board.steps_left == left


@pytest.mark.rule("freequest", "move.reduced-rate")
@pytest.mark.parametrize(
    ("who", "worn", "carries", "rate"),
    [
        ("sworn-defender", "platemail ferrymans-boots", True, 1),
        ("sworn-defender", "platemail", False, 2),
        ("sworn-defender", "platemail", True, 1),
        ("sworn-defender", "ferrymans-boots", True, 3),
        ("sworn-defender", "chainmail ferrymans-boots", False, 5),
        ("warrior", "chainmail", True, 3),
        ("warrior", "leather helmet shield", False, 8),
    ],
)
def test_armour_first_then_half_for_a_body(who: str, worn: str, carries: bool, rate: int) -> None:
    game = given(["a" * 10], heroes={who: (0, 0), "wizard": (9, 0)})
    equip(game, who, "broadsword", *worn.split())
    if carries:
        load_up(game, who, "wizard")
    goes_just(game, who, rate)


@pytest.mark.rule("freequest", "move.reduced-rate")
@pytest.mark.parametrize("carries", [False, True])
def test_movement_is_never_below_one(carries: bool) -> None:
    # the slowest hero in platemail has a Movement of 2, and of 1 with a body: only one who is slower can show the floor
    game = given(["a" * 10], heroes={"warrior": (0, 0), "wizard": (9, 0)}, changes={"hero.warrior.move": 4})
    equip(game, "warrior", "broadsword", "platemail")
    if carries:
        load_up(game, "warrior", "wizard")
    goes_just(game, "warrior", 1)


def goes_just(game: FreeQuest, who: str, rate: int) -> None:
    """A hero goes so many squares east, and then the Move is over."""
    assert movement(game.content, hero(game, who)) == rate
    when(game, *["step-east"] * rate)
    assert where(game, who) == (rate, 0)
    assert not game.board.walking


@pytest.mark.rule("freequest", "move.reduced-rate")
def test_armour_in_the_pack_does_not_slow() -> None:
    game = given()
    equip(game, "warrior", "leather", "platemail")
    assert movement(game.content, hero(game, "warrior")) == 8


# ---- allies ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "move.through-allies")
def test_a_hero_walks_through_an_ally_for_two_movement() -> None:
    game = given(CORRIDOR, heroes={"warrior": (0, 0), "wizard": (1, 0)})
    when(game, "step-east", "step-east")
    assert (where(game, "warrior"), where(game, "wizard")) == ((2, 0), (1, 0))
    assert game.board.steps_left == 6
    assert game.board.figures[:3] == [0, 2, 1]


@pytest.mark.rule("freequest", "move.through-allies")
def test_a_hero_walks_through_allies_who_stand_in_a_row() -> None:
    game = given(CORRIDOR, heroes={"warrior": (0, 0), "wizard": (1, 0), "medic": (2, 0)})
    when(game, "step-east", "step-east", "step-east", "end-move")
    assert where(game, "warrior") == (3, 0)


@pytest.mark.rule("freequest", "move.no-sharing")
def test_without_the_movement_to_leave_an_allys_square_it_is_not_entered() -> None:
    game = given(CORRIDOR, heroes={"sworn-defender": (0, 0), "wizard": (6, 0)})
    told = when(game, *["step-east"] * 5)
    assert game.board.steps_left == 1
    assert steps(told.offered) == ["west"]


@pytest.mark.rule("freequest", "move.no-sharing")
@pytest.mark.parametrize(("left", "offer"), [(1, False), (2, False), (3, True)])
def test_two_allies_in_a_row_take_three_movement(left: int, offer: bool) -> None:
    walked = 6 - left
    heroes = {"sworn-defender": (0, 0), "wizard": (walked + 1, 0), "medic": (walked + 2, 0)}
    told = when(given(["a" * 10], heroes=heroes), *["step-east"] * walked)
    assert ("step-east" in told.offered) == offer


@pytest.mark.rule("freequest", "move.no-sharing")
def test_an_allys_square_with_no_free_square_behind_it_is_not_entered() -> None:
    game = given(["aaa"], heroes={"warrior": (1, 0), "wizard": (2, 0)})
    assert steps(offered(game)) == ["west"]
    game = given(["aaa"], heroes={"warrior": (0, 0), "wizard": (1, 0)}, monsters=[("goblin", (2, 0))])
    assert steps(offered(game)) == []
    game = given(["aaa"], heroes={"warrior": (0, 0), "wizard": (1, 0)}, furniture={(2, 0): "Table"})
    assert steps(offered(game)) == []


@pytest.mark.rule("freequest", "move.no-sharing")
def test_a_square_that_nobody_knows_yet_does_not_count_as_free() -> None:
    rows = ["aaRR"]
    doors = [((1, 0), (2, 0))]
    game = given(rows, doors=doors, hidden="R", heroes={"warrior": (0, 0), "wizard": (1, 0)})
    assert steps(offered(game)) == []
    when(game, "end-turn", "open-east", "end-turn")
    assert steps(offered(game)) == ["east"]


@pytest.mark.rule("freequest", "move.no-sharing")
def test_in_an_allys_square_a_hero_can_only_step_on() -> None:
    game = given(
        CORRIDOR,
        heroes={"warrior": (0, 0), "wizard": (1, 0)},
        known_traps={(2, 0): "pitfall"},
        monsters=[("orc", (7, 0))],
    )
    told = when(game, "step-east")
    assert (told.asked, told.offered) == ("move.step", ["step-east", "step-west"])


# ---- what stops a hero ----------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "move.orthogonal")
@pytest.mark.parametrize(("way", "to"), [("north", (2, 1)), ("east", (3, 2)), ("south", (2, 3)), ("west", (1, 2))])
def test_steps_lead_to_the_four_neighbours(way: str, to: tuple[int, int]) -> None:
    game = given(heroes={"warrior": (2, 2)})
    assert steps(offered(game)) == ["north", "east", "south", "west"]
    when(game, f"step-{way}")
    assert where(game, "warrior") == to


@pytest.mark.rule("freequest", "move.not-past-monsters")
def test_a_monsters_square_is_not_entered() -> None:
    game = given(heroes={"warrior": (2, 2)}, monsters=[("goblin", (3, 2))])
    assert steps(offered(game)) == ["north", "south", "west"]


@pytest.mark.rule("freequest", "move.not-past-monsters")
def test_walking_by_a_monster_is_free() -> None:
    game = given(heroes={"warrior": (2, 2)}, monsters=[("goblin", (3, 2))])
    told = when(game, "step-north", "step-east", "step-east")
    assert where(game, "warrior") == (4, 1)
    assert (game.board.steps_left, told.asked, told.names) == (5, "move.step", [])


@pytest.mark.rule("freequest", "move.not-through-furniture")
def test_furniture_is_leapt_and_not_walked_through() -> None:
    game = given(heroes={"warrior": (2, 2)}, furniture={(3, 2): "Table"})
    assert steps(offered(game)) == ["north", "south", "west"]
    assert "leap-east" in offered(game)
    game = given(heroes={"warrior": (2, 2)}, furniture={(3, 2): "Table"}, monsters=[("goblin", (4, 2))])
    assert "leap-east" not in offered(game)


@pytest.mark.rule("freequest", "move.not-through-furniture")
def test_no_monster_stands_on_furniture_or_walks_through_it() -> None:
    game = given(CORRIDOR, heroes={"warrior": (0, 0)}, furniture={(3, 0): "Table"}, monsters=[("goblin", (5, 0))])
    told = when(game, "end-turn", "monster-0", "walk")
    assert told.offered == [option_at(game, at) for at in ((6, 0), (4, 0), (7, 0))]


@pytest.mark.rule("freequest", "move.walls")
def test_walls_rock_and_closed_doors_stop_a_step() -> None:
    game = given(["aabb"], walls=[((1, 0), (2, 0))], heroes={"warrior": (1, 0)})
    assert steps(offered(game)) == ["west"]
    game = given(["aa#a"], heroes={"warrior": (1, 0)})
    assert steps(offered(game)) == ["west"]
    game = given(["aaRR"], doors=[((1, 0), (2, 0))], heroes={"warrior": (1, 0)})
    assert steps(offered(game)) == ["west"]


@pytest.mark.rule("freequest", "move.walls")
def test_a_room_and_a_hallway_side_by_side_have_a_wall_between_them() -> None:
    game = given(["aaRR"], heroes={"warrior": (1, 0)})
    assert steps(offered(game)) == ["west"]


@pytest.mark.rule("freequest", "move.walls")
def test_an_open_door_is_passed_for_one_movement() -> None:
    game = given(["aaRR"], doors=[((1, 0), (2, 0), "open")], heroes={"warrior": (1, 0)})
    when(game, "step-east")
    assert (where(game, "warrior"), game.board.steps_left) == ((2, 0), 7)


# ---- step by step ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "move.step-by-step")
def test_a_step_that_reveals_an_area_leaves_the_rest_of_the_movement() -> None:
    game = given(["aaaaaaaa", "####RR##"], doors=[((4, 0), (4, 1), "open")], hidden="R")
    equip(game, "warrior", "platemail", "ferrymans-boots")
    assert "area.shown" not in when(game, "step-east").names
    told = when(game, "step-east")
    assert "area.shown" in told.names
    assert (told.asked, game.board.steps_left) == ("move.step", 3)


@pytest.mark.rule("freequest", "move.step-by-step")
def test_a_hero_changes_course_and_stops_at_will() -> None:
    game = given(heroes={"warrior": (2, 2)})
    told = when(game, "step-north", "step-east", "step-south", "end-move")
    assert where(game, "warrior") == (3, 2)
    assert (told.asked, steps(told.offered)) == ("turn.choose-action", [])


@pytest.mark.rule("freequest", "move.orthogonal", "move.walls", "move.not-through-furniture")
def test_the_steps_to_every_square_are_counted_round_walls_rock_and_furniture_whoever_stands_there() -> None:
    game = given(["aaaa", "a##a", "aBBa"], heroes={"warrior": (1, 0)}, furniture={(3, 1): "Table"},
                 monsters=[("goblin", (0, 1))])  # fmt: skip
    far = distances(game.board, square(game, (1, 0)))
    assert [far[square(game, (x, y))] for y in range(3) for x in range(4)] == [1, 0, 1, 2, 2, -1, -1, -1, 3, -1, -1, -1]
    game = given(["aa", "aS"], heroes={"warrior": (0, 0)})  # the last square of the map has neighbours nowhere
    assert distances(game.board, square(game, (0, 0))) == [0, 1, 1, 2]


# ---- what lies about ------------------------------------------------------------------------------------------------


def with_a_body(**more: object) -> FreeQuest:
    """A warrior at (0,0), the wizard's body at (1,0)."""
    game = given(CORRIDOR, heroes={"warrior": (0, 0), "wizard": (1, 0)}, **more)  # type: ignore[arg-type]
    kill(game, "wizard")
    return game


@pytest.mark.rule("freequest", "move.dead-tiles-free")
def test_a_hero_passes_over_a_body_and_ends_a_move_on_it() -> None:
    game = with_a_body()
    when(game, "step-east", "end-move")
    assert where(game, "warrior") == (1, 0)
    game = with_a_body()
    when(game, "step-east", "step-east", "end-move")
    assert where(game, "warrior") == (2, 0)


@pytest.mark.rule("freequest", "move.dead-tiles-free")
def test_a_monster_ends_its_move_on_a_body() -> None:
    game = with_a_body(monsters=[("goblin", (5, 0))])
    told = when(game, "end-turn", "monster-0", "walk", option_at(game, (1, 0)))
    assert game.board.monsters[0].at == square(game, (1, 0))
    assert told.offered == ["strike-0", "done"]


@pytest.mark.rule("freequest", "move.dead-tiles-free")
def test_a_body_does_not_block_sight() -> None:
    game = with_a_body(monsters=[("goblin", (5, 0))])
    equip(game, "warrior", "crossbow")
    assert "attack-0" in offered(game)


@pytest.mark.rule("freequest", "move.dead-tiles-free")
def test_a_trap_under_a_body_goes_off_before_anything_is_taken_up() -> None:
    game = with_a_body(known_traps={(1, 0): "dart-slit"})
    told = when(game, "step-east", dice=[6, 2, 1, 3])
    assert told.names == ["trap.sprung", "trap.attacks", "hero.hurt", "move.moved", "quest.objective"]
    assert {"take-all-1", "take-body-1"} <= set(told.offered)
    assert hero(game, "warrior").health == 7


@pytest.mark.rule("freequest", "move.dead-tiles-free")
def test_whom_the_trap_kills_takes_nothing_up() -> None:
    game = with_a_body(known_traps={(1, 0): "dart-slit"})
    hero(game, "warrior").health = 1
    told = when(game, "step-east", dice=[6, 6, 6, 3])
    assert told.asked == "fail.result"


@pytest.mark.rule("freequest", "move.ally-on-armed-trap")
def test_an_ally_on_an_armed_trap_is_not_passed() -> None:
    heroes = {"medic": (2, 2), "warrior": (4, 2)}
    game = given(heroes=heroes, known_traps={(3, 2): "dart-slit"})
    when(game, "disarm-east", "end-turn", dice=[4, 3, 2])
    assert where(game, "medic") == (3, 2)
    assert (seat_asked(game), steps(offered(game))) == (1, ["north", "east", "south"])


@pytest.mark.rule("freequest", "move.ally-on-armed-trap")
def test_an_ally_in_an_open_pit_is_not_passed() -> None:
    game = given(heroes={"medic": (2, 2), "warrior": (4, 2)}, traps={(3, 2): "pitfall"})
    when(game, "step-east", "end-turn")
    assert hero(game, "medic").in_pit
    assert steps(offered(game)) == ["north", "east", "south"]


@pytest.mark.rule("freequest", "move.ally-on-armed-trap")
def test_an_ally_on_a_trap_that_was_disarmed_is_passed() -> None:
    game = given(heroes={"medic": (2, 2), "warrior": (4, 2)}, known_traps={(3, 2): "dart-slit"})
    when(game, "disarm-east", "end-turn", dice=[5, 3, 2])
    assert steps(offered(game)) == ["north", "east", "south", "west"]
