"""Line of sight and areas: the ledger's cases, the clauses' own, and an exact tracer that shares no code."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from undercroft.core.errors import ContentError
from undercroft.core.ground import DOOR, NO_DOOR, NOWHERE, OPEN, ROCK, SIDES, WALL, Ground
from undercroft.core.rules import read_ledger
from undercroft.games.freequest import content
from undercroft.games.freequest.pieces import HALLWAY, ROOM, START, Quest
from undercroft.games.freequest.quest_content import QUESTS, quest_from, read_quest_file

LEDGER = read_ledger(content.DATA / "rules.toml").tables
CASES: list[dict[str, Any]] = LEDGER["sight_case"]
THINGS = content.content_of(*content.read(content.DATA, "book", {}))
CHANCE = 0.15  # of rock, and of a wall

Square = tuple[int, int]


def draw(rows: list[str], walls: list[list[int]], door: list[int] | None = None, hallways: str = "") -> Ground:
    """A board: # is rock, letters are areas; between areas are walls, but not between hallways."""
    ground = Ground(len(rows[0]), len(rows))
    letters = sorted({letter for row in rows for letter in row if letter != "#"})
    for at, letter in enumerate("".join(rows)):
        ground.area[at] = ROCK if letter == "#" else letters.index(letter)
    barred = [{(x, y), (right, below)} for x, y, right, below in walls]
    for at in range(ground.size):
        for side in (1, 2):
            other = ground.across(at, side)
            if other == NOWHERE or ROCK in (ground.area[at], ground.area[other]):
                continue
            mine, theirs = letters[ground.area[at]], letters[ground.area[other]]
            between = {(at % ground.width, at // ground.width), (other % ground.width, other // ground.width)}
            if (mine == theirs or (mine in hallways and theirs in hallways)) and between not in barred:
                ground.join(at, side, NO_DOOR)
    if door is not None:
        one, other = door[1] * ground.width + door[0], door[3] * ground.width + door[2]
        ground.join(one, ground.side_towards(one, other), 0)
    return ground


def sees(ground: Ground, one: Square, other: Square, doors: int = 0) -> bool:
    """Whether two squares are in sight of each other; the answer must be the same from both."""
    here, there = (y * ground.width + x for x, y in (one, other))
    there_and_back = [ground.sees(here, there, doors), ground.sees(there, here, doors)]
    assert there_and_back[0] == there_and_back[1]
    return there_and_back[0]


def with_rock(width: int, height: int, *pillars: Square) -> Ground:
    """Open floor with pillars."""
    rows = ["".join("#" if (x, y) in pillars else "a" for x in range(width)) for y in range(height)]
    return draw(rows, [])


# ---- the clauses ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "sight.definition", "sight.symmetric", "sight.corner")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_case_of_the_ledger_both_ways(case: dict[str, Any]) -> None:
    ground = draw(case["rows"], case["walls"], case.get("door"), case.get("hallways", ""))
    doors = 1 if case.get("door_state") == "open" else 0
    assert sees(ground, tuple(case["from"]), tuple(case["to"]), doors) == case["sees"]


@pytest.mark.rule("freequest", "sight.definition")
def test_through_an_open_door_one_sees_what_the_line_between_the_centres_leaves_free() -> None:
    ground = draw(["RRR", "RRR", "hhh"], [], [1, 1, 1, 2], "h")
    room = [(x, y) for y in range(2) for x in range(3)]
    assert [square for square in room if sees(ground, (1, 2), square, 1)] == room
    assert [square for square in room if sees(ground, (0, 2), square, 1)] == [(2, 0), (1, 1), (2, 1)]
    assert [square for square in room if sees(ground, (1, 2), square, 0)] == []


@pytest.mark.rule("freequest", "sight.not-blocking")
def test_furniture_does_not_block_sight_and_a_pillar_does() -> None:
    ground = with_rock(5, 1)
    ground.solid[2] = 1
    assert sees(ground, (0, 0), (4, 0))  # and figures, traps and the dead are not part of a map at all
    assert not sees(with_rock(5, 1, (2, 0)), (0, 0), (4, 0))


@pytest.mark.rule("freequest", "sight.corner")
def test_a_line_through_a_corner_needs_one_way_round_it() -> None:
    assert sees(with_rock(2, 2, (1, 0)), (0, 0), (1, 1))
    assert sees(with_rock(2, 2, (0, 1)), (0, 0), (1, 1))
    assert not sees(with_rock(2, 2, (1, 0), (0, 1)), (0, 0), (1, 1))
    for walls, open_ in (
        ([[0, 0, 1, 0]], True),  # the end of a wall
        ([[0, 0, 1, 0], [1, 0, 1, 1]], True),  # round a corner of walls
        ([[0, 0, 1, 0], [0, 1, 1, 1]], False),  # a straight wall
        ([[0, 0, 1, 0], [0, 0, 0, 1]], False),  # shut in
        ([[1, 0, 1, 1], [0, 0, 0, 1]], False),  # one wall on either way
    ):
        assert sees(draw(["aa", "aa"], walls), (0, 0), (1, 1)) == open_


@pytest.mark.rule("freequest", "sight.self-and-near")
def test_a_square_sees_itself_and_its_neighbours() -> None:
    ground = draw(["aaa", "aaa", "aaa"], [[0, 0, 1, 0]])
    for at in range(ground.size):
        assert ground.sees(at, at, 0)
        for side in range(SIDES):
            other = ground.step(at, side, 0)
            assert other == NOWHERE or ground.sees(at, other, 0)
    assert not sees(ground, (0, 0), (1, 0))


@pytest.mark.rule("freequest", "sight.you-can-see")
def test_a_square_that_is_shown_need_not_be_in_sight() -> None:
    quest = kiln()
    in_the_hallway, in_the_room = (9, 4), (4, 2)
    assert not sees(quest.ground, in_the_room, in_the_hallway, 0)
    assert not sees(quest.ground, in_the_room, in_the_hallway, 0b1111)
    everything = quest.known(0b1111111, 0b1111)
    assert not everything.sees(2 * 13 + 4, 4 * 13 + 9, 0b1111)
    assert sees(quest.ground, (5, 2), (5, 4), 0)


@pytest.mark.rule("freequest", "sight.algorithm")
@pytest.mark.parametrize(
    ("to", "crossed", "corners"),
    [
        ((2, 1), {(1, 0), (1, 1)}, []),
        ((3, 1), {(1, 0), (2, 1)}, [((2, 0), (1, 1))]),
        ((2, 2), {(1, 1)}, [((1, 0), (0, 1)), ((2, 1), (1, 2))]),
        ((4, 0), {(1, 0), (2, 0), (3, 0)}, []),
        ((1, 3), {(0, 1), (1, 2)}, [((0, 2), (1, 1))]),
    ],
)
def test_a_line_crosses_these_squares_and_corners(
    to: Square, crossed: set[Square], corners: list[tuple[Square, Square]]
) -> None:
    squares = [(x, y) for y in range(4) for x in range(5) if (x, y) not in ((0, 0), to)]
    assert {pillar for pillar in squares if not sees(with_rock(5, 4, pillar), (0, 0), to)} == crossed
    for pair in corners:
        assert not sees(with_rock(5, 4, *pair), (0, 0), to)


@pytest.mark.rule("freequest", "sight.diagonal-reach")
def test_a_diagonal_square_is_reached_past_one_pillar_and_not_between_two() -> None:
    for pillars, reached in (([(1, 0)], True), ([(0, 1)], True), ([(1, 0), (0, 1)], False), ([], True)):
        ground = with_rock(2, 2, *pillars)
        assert ground.is_diagonal(0, 3)
        assert sees(ground, (0, 0), (1, 1)) == reached


# ---- oracles --------------------------------------------------------------------------------------------------------


def random_board(seed: int, width: int = 12, height: int = 10) -> tuple[Ground, int]:
    """A board with rock and walls strewn over it, a few doors in their places, and which doors are open."""
    dice = random.Random(seed)
    rows = ["".join("#" if dice.random() < CHANCE else "a" for _ in range(width)) for _ in range(height)]
    walls = []
    for y in range(height):
        for x in range(width):
            walls += [[x, y, x + 1, y]] if dice.random() < CHANCE else []
            walls += [[x, y, x, y + 1]] if dice.random() < CHANCE else []
    ground = draw(rows, walls)
    number = 0
    for at in range(ground.size):
        for side in (1, 2):
            if ground.edge[at * SIDES + side] == OPEN and dice.random() < 0.05:
                ground.join(at, side, number)
                number += 1
    return ground, dice.getrandbits(max(number, 1))


@pytest.mark.rule("freequest", "sight.symmetric")
def test_sight_is_mutual_on_random_boards() -> None:
    pairs = in_sight = 0
    for seed in range(15):
        ground, doors = random_board(seed)
        floor = [at for at in range(ground.size) if ground.area[at] != ROCK]
        sight = {at: ground.sight(at, doors) for at in floor}
        for one in floor:
            for other in floor:
                pairs += 1
                in_sight += sight[one][other]
                assert sight[one][other] == sight[other][one], (seed, one, other)
    assert pairs > 100_000
    assert 0.05 < in_sight / pairs < 0.95


def passes(ground: Ground, one: Square, other: Square, doors: int) -> bool:
    """Whether one may look from a square to its neighbour: neither rock nor a wall nor a closed door."""
    x, y = other
    if not (0 <= x < ground.width and 0 <= y < ground.height) or ground.area[y * ground.width + x] == ROCK:
        return False
    at = one[1] * ground.width + one[0]
    place = at * SIDES + {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}[(x - one[0], y - one[1])]
    return ground.edge[place] == OPEN or (ground.edge[place] == DOOR and bool(doors >> ground.door[place] & 1))


def traced(ground: Ground, one: Square, other: Square, doors: int) -> bool:
    """Sight by exact geometry: where the segment meets grid lines, and in which square it is between them."""
    start = (one[0] + Fraction(1, 2), one[1] + Fraction(1, 2))
    way = (Fraction(other[0] - one[0]), Fraction(other[1] - one[1]))
    meets = {Fraction(0), Fraction(1)}
    for axis in (0, 1):
        if way[axis]:
            low, high = sorted((one[axis], other[axis]))
            meets |= {(line - start[axis]) / way[axis] for line in range(low + 1, high + 1)}
    squares = []
    for before, after in pairwise(sorted(meets)):
        middle = (before + after) / 2
        squares.append((int(start[0] + middle * way[0]), int(start[1] + middle * way[1])))
    for here, there in pairwise(squares):
        if here[0] == there[0] or here[1] == there[1]:
            if not passes(ground, here, there, doors):
                return False
            continue
        ways = [(there[0], here[1]), (here[0], there[1])]
        if not any(passes(ground, here, by, doors) and passes(ground, by, there, doors) for by in ways):
            return False
    return True


@pytest.mark.slow
@pytest.mark.rule("freequest", "sight.algorithm")
def test_an_exact_tracer_agrees() -> None:
    seen = unseen = 0
    for seed in range(100, 103):
        ground, doors = random_board(seed, 9, 7)
        floor = [at for at in range(ground.size) if ground.area[at] != ROCK]
        for one in floor:
            for other in floor:
                ends = [(at % ground.width, at // ground.width) for at in (one, other)]
                expected = traced(ground, ends[0], ends[1], doors)
                assert ground.sees(one, other, doors) == expected, (seed, ends)
                seen += expected
                unseen += not expected
    assert min(seen, unseen) > 1_000


# ---- areas ----------------------------------------------------------------------------------------------------------


def kiln() -> Quest:
    """The sample quest of the ledger."""
    return read_quest_file(QUESTS / "cold-kiln.toml", THINGS)


def edge(quest: Quest, one: Square, other: Square) -> int:
    """What is between two squares."""
    ground = quest.ground
    here, there = (y * ground.width + x for x, y in (one, other))
    return ground.edge[here * SIDES + ground.side_towards(here, there)]


def tiny(map_: str, heroes: tuple[int, int] = (1, 4), **more: Any) -> Quest:
    """A quest of a starting tile S and hallways, in which hallway a is to be reached."""
    letters = sorted(set(map_) - set("#\nS"))
    areas = {"S": {"kind": "start"}} | {letter: {"kind": "hallway"} for letter in letters}
    document = {
        "id": "tiny", "title": "Tiny", "step": 1, "heroes": heroes, "briefing": "Go.", "goal": "Go and return.",
        "objective": {"kind": "reach", "ref": "a"}, "map": map_, "areas": areas, **more,
    }  # fmt: skip
    return quest_from(document, THINGS, "tiny.toml")


@pytest.mark.rule("freequest", "area.partition")
def test_every_floor_square_is_in_one_area_and_rooms_are_walled() -> None:
    quest = kiln()
    ground = quest.ground
    letters = {area.letter: area for area in quest.areas}
    assert ground.area[2 * 13 + 4] == letters["K"].index
    assert ground.area[2 * 13 + 5] == letters["a"].index
    assert edge(quest, (4, 2), (5, 2)) == DOOR
    assert edge(quest, (4, 1), (5, 1)) == WALL
    assert edge(quest, (3, 2), (4, 2)) == OPEN  # within K
    assert edge(quest, (5, 3), (5, 4)) == OPEN  # from hallway a to hallway b
    assert edge(quest, (1, 4), (1, 5)) == OPEN  # from hallway b to the starting tile
    assert edge(quest, (1, 3), (1, 4)) == WALL
    assert edge(quest, (10, 4), (10, 5)) == DOOR  # a secret one
    squares = [at for area in quest.areas for at in area.squares]
    assert sorted(squares) == [at for at in range(ground.size) if ground.area[at] != ROCK]
    for at in squares:
        for side in (1, 2):
            other = ground.across(at, side)
            if other == NOWHERE or ground.area[other] == ROCK:
                assert ground.edge[at * SIDES + side] == WALL
            elif ground.area[other] != ground.area[at] and ground.door[at * SIDES + side] == NO_DOOR:
                kinds = {quest.areas[ground.area[each]].kind for each in (at, other)}
                assert ground.edge[at * SIDES + side] == (WALL if ROOM in kinds else OPEN)


@pytest.mark.rule("freequest", "area.partition")
def test_between_hallways_the_map_may_draw_a_wall_or_a_door() -> None:
    quest = tiny("SSaa\nSSbb", walls=[{"at": [[2, 0], [2, 1]]}], doors=[{"at": [[3, 0], [3, 1]]}])
    assert edge(quest, (2, 0), (2, 1)) == WALL
    assert edge(quest, (3, 0), (3, 1)) == DOOR
    assert edge(quest, (1, 0), (2, 0)) == OPEN


@pytest.mark.rule("freequest", "area.hallway-stretch")
def test_a_bent_hallway_is_refused_and_split_at_the_bend_it_is_accepted() -> None:
    with pytest.raises(ContentError) as refused:
        tiny("SSaaaa\nSS###a\n#####a")
    assert str(refused.value) == (
        "tiny.toml: areas a: (2, 0) and (5, 1) do not see each other, so this is more than one stretch of hallway"
    )
    assert [area.kind for area in tiny("SSaaaa\nSS###b\n#####b").areas] == [START, HALLWAY, HALLWAY]


@pytest.mark.rule("freequest", "area.starting-tile")
def test_the_starting_tile_has_room_for_all_and_counts_as_a_hallway() -> None:
    with pytest.raises(ContentError) as refused:
        tiny("SSaa\n#Saa")
    assert str(refused.value) == "tiny.toml: areas S: 3 squares are too few for 4 heroes"
    for map_, heroes, last in (("SSaa\n#Saa", (1, 3), 1), ("SSaa\nSSaa", (1, 4), 1), ("SSSSaa", (4, 4), 3)):
        quest = tiny(map_, heroes)
        assert quest.areas[quest.start].kind == START
        assert edge(quest, (last, 0), (last + 1, 0)) == OPEN
    with pytest.raises(ContentError, match="more than one stretch of hallway"):
        tiny("SSS\n##S\naaS")
