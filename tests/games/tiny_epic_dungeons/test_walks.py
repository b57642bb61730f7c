"""Oracles for ways: distances, sight, walks and moves about the Boss Mat, all found again by trying every path."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

import pytest

from tests.games.tiny_epic_dungeons.board import Cell, cell
from tests.games.tiny_epic_dungeons.deep import BOSS, PINCHER, ROOMS, act, deep, goblin, goblins, health, to
from undercroft.games.tiny_epic_dungeons.geometry import FAR, cells_of, distance, in_reach, line_of_sight, within
from undercroft.games.tiny_epic_dungeons.movement import mat_costs
from undercroft.games.tiny_epic_dungeons.pieces import ANY_PATH, LINE_OF_SIGHT, SAME_ROOM, SIGHT, WITHIN
from undercroft.games.tiny_epic_dungeons.state import LAIR, Dungeon

ALONE = [9, 0]  # the second hero lies unconscious beside the first
Grid = dict[Cell, str]  # exits by cell
SIDES = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
FACING = {"n": "s", "e": "w", "s": "n", "w": "e"}


def random_grid(random: Random) -> Grid:
    """Rooms grown from the Entrance, each with exits at random, one at least to where it grew from."""
    grid: Grid = {(3, 3): "nesw"}
    while len(grid) < random.randrange(5, len(ROOMS)):
        at = random.choice(list(grid))
        side = random.choice(grid[at])
        other = (at[0] + SIDES[side][0], at[1] + SIDES[side][1])
        if other not in grid and min(other) >= 0 and max(other) < 7:
            grid[other] = "".join(s for s in "nesw" if s == FACING[side] or random.random() < 0.6)
    return grid


def neighbours(grid: Grid, at: Cell) -> list[Cell]:
    """The rooms behind the passages of a room."""
    found = []
    for side in grid[at]:
        other = (at[0] + SIDES[side][0], at[1] + SIDES[side][1])
        if FACING[side] in grid.get(other, ""):
            found.append(other)
    return found


def shortest_paths(grid: Grid, start: Cell, goal: Cell) -> list[list[Cell]]:
    """Every shortest path, by trying ever longer ones."""
    paths = [[start]]
    while not any(path[-1] == goal for path in paths):
        paths = [[*path, beyond] for path in paths for beyond in neighbours(grid, path[-1]) if beyond not in path]
    return [path for path in paths if path[-1] == goal]


def sees(grid: Grid, start: Cell, goal: Cell) -> bool:
    """Whether a walk that never turns leads there."""
    for down, right in SIDES.values():
        at = start
        while at != goal:
            ahead = (at[0] + down, at[1] + right)
            if ahead not in neighbours(grid, at):
                break
            at = ahead
        else:
            return True
    return False


def laid(grid: Grid, door: Cell | None = None) -> dict[Cell, str | tuple[str, str]]:
    """The rooms of a grid, one of them perhaps the Lair Door."""
    rooms: dict[Cell, str | tuple[str, str]] = {}
    for number, (at, exits) in enumerate(grid.items()):
        if at != (3, 3):
            rooms[at] = ("iron-mouth" if at == door else ROOMS[number], exits)
    return rooms


def bits(cells: set[Cell]) -> list[int]:
    """Cells as the rules list them."""
    return sorted(cell(at) for at in cells)


# ---- distances and sight --------------------------------------------------------------------------------------------


def distances(grid: Grid, start: Cell) -> dict[Cell, int]:
    """Breadth first, room by room."""
    found = {start: 0}
    waiting = [start]
    while waiting:
        at = waiting.pop(0)
        for other in neighbours(grid, at):
            if other not in found:
                found[other] = found[at] + 1
                waiting.append(other)
    return found


@pytest.mark.rule(
    "tiny-epic-dungeons", "enemy.nearest", "range.same-room", "range.line-of-sight", "range.any-path", "range.within-n",
)  # fmt: skip
def test_distances_sight_and_ranges_are_those_of_a_plain_search() -> None:
    random = Random("distances")
    longest = 0
    for _ in range(120):
        grid = random_grid(random)
        game = deep(rooms=laid(grid))
        start = random.choice(list(grid))
        here = cell(start)
        away = distances(grid, start)
        longest = max(longest, *away.values())
        assert [distance(game, here, cell(at)) for at in grid] == [away[at] for at in grid]
        seen = {at for at in grid if at != start and sees(grid, start, at)}
        assert cells_of(line_of_sight(game, here)) == bits(seen)
        assert cells_of(in_reach(game, here, SAME_ROOM, 0)) == [here]
        assert cells_of(in_reach(game, here, LINE_OF_SIGHT, 0)) == bits(seen)
        assert cells_of(in_reach(game, here, SIGHT, 0)) == bits(seen | {start})
        assert cells_of(in_reach(game, here, ANY_PATH, 0)) == bits(set(grid))
        for n in range(6):
            near = bits({at for at in grid if away[at] <= n})
            assert cells_of(within(game, here, n)) == near
            assert cells_of(in_reach(game, here, WITHIN, n)) == near
    assert longest > 5


@pytest.mark.rule("tiny-epic-dungeons", "enemy.nearest", "range.lair-sealed", "lair.one-room")
def test_in_act_two_the_mat_is_one_room_beyond_the_lair_door_and_no_range_crosses_its_edge() -> None:
    random = Random("the mat")
    for _ in range(60):
        grid = random_grid(random)
        door = random.choice([at for at in grid if at != (3, 3)])
        game = deep(rooms=laid(grid, door), boss=BOSS)
        away = distances(grid, door)
        for at in grid:
            assert distance(game, cell(at), LAIR) == distance(game, LAIR, cell(at)) == away[at] + 1
            assert not in_reach(game, cell(at), WITHIN, 12) >> LAIR & 1
            assert not in_reach(game, cell(at), ANY_PATH, 0) >> LAIR & 1
        for range_ in (SAME_ROOM, LINE_OF_SIGHT, SIGHT, ANY_PATH, WITHIN):
            assert cells_of(in_reach(game, LAIR, range_, 4)) == [LAIR]
        game.act = 1
        assert distance(game, cell(door), LAIR) == FAR


# ---- walks ----------------------------------------------------------------------------------------------------------


def ends_of(grid: Grid, start: Cell, goal: Cell, speed: int, reach: str, n: int) -> set[Cell]:
    """Where a walk may end, by every shortest path."""
    ends = set()
    for path in shortest_paths(grid, start, goal):
        for steps, at in enumerate(path):
            near = sees(grid, goal, at) if reach == "sight" else len(path) - 1 - steps <= n
            if near or steps == speed:
                ends.add(at)
                break
    return ends


@pytest.mark.rule("tiny-epic-dungeons", "enemy.move-and-attack", "enemy.nearest", "enemy.nearest-tie")
@pytest.mark.parametrize(("reach", "n"), [("same-room", 0), ("within", 2), ("sight", 0)])
def test_walks_end_where_an_enumeration_of_all_shortest_paths_ends(reach: str, n: int) -> None:
    random = Random(f"walks {reach}")
    forks = strikes = 0
    for _ in range(150):
        grid = random_grid(random)
        start, goal = random.sample(list(grid), 2)
        speed = random.randrange(1, 4)
        changes = goblin(PINCHER, speed=speed, range=reach, **({"n": n} if n else {}))
        game = deep(changes=changes, rooms=laid(grid), at=[goal, goal], health=ALONE, goblins={1: (PINCHER, start)})
        ends = ends_of(grid, start, goal, speed, reach, n)
        asked = act(game.copy())
        assert asked.offered == ([to(end, "place") for end in sorted(ends)] if len(ends) > 1 else [])
        forks += len(ends) > 1
        for end in ends:
            after: Dungeon = game.copy()
            act(after, *[to(end, "place")] * (len(ends) > 1))
            near = end == goal or (reach == "sight" and sees(grid, goal, end))
            near = near or len(shortest_paths(grid, end, goal)[0]) - 1 <= n
            assert (goblins(after)[0], health(after)[0]) == (end, 8 if near else 9)
            strikes += near
    assert forks > 3
    assert strikes > 40


@pytest.mark.rule("tiny-epic-dungeons", "boss.moves-in-dungeon", "boss.moves-until-same-room", "altar.break")
def test_the_boss_is_offered_every_end_and_every_set_of_altars_on_its_shortest_paths() -> None:
    random = Random("the Boss's ways")
    forks = 0
    for _ in range(250):
        grid = random_grid(random)
        start, goal, door = random.sample([at for at in grid if at != (3, 3)], 3)
        sites = random.sample(list(grid), 4)
        speed = random.randrange(2, 5)
        game = deep(
            changes={f"boss.{BOSS}.speed": speed}, rooms=laid(grid, door), at=[goal, goal], health=ALONE, boss=BOSS,
            boss_at=start, altars=sum(1 << cell(at) for at in sites),
        )  # fmt: skip
        ways = set()
        for path in shortest_paths(grid, start, goal):
            walked = path[1 : speed + 1]
            ways.add((walked[-1], frozenset(walked) & frozenset(sites)))
        asked = act(game.copy())
        assert len(asked.offered) == (len(ways) if len(ways) > 1 else 0)
        forks += len(ways) > 1
        seen = set()
        for number in range(len(ways)):
            after = game.copy()
            act(after, *[f"way-{number + 1}"] * (len(ways) > 1))
            broken = frozenset(at for at in sites if not after.altars >> cell(at) & 1)
            seen.add((divmod(int(after.boss_at), 7), broken))
        assert seen == ways
    assert forks > 10


# ---- about the Boss Mat ---------------------------------------------------------------------------------------------


def least_cost(start: int, goal: int, taken: set[int]) -> int:
    """The least cost of reaching a Hero Space, or the Lair Door (0), over taken spaces alone; 0 if one cannot."""
    beside = {0: [1], **{n: [n % 6 + 1, (n - 2) % 6 + 1] for n in range(1, 7)}}
    beside[1].append(0)
    if goal == start or goal in taken:
        return 0
    costs = []
    for length in range(len(taken) + 1):
        for over in permutations(sorted(taken), length):
            path = [start, *over, goal]
            if all(after in beside[before] for before, after in pairwise(path)):
                costs.append(length + 1)
    return min(costs, default=0)


@pytest.mark.rule("tiny-epic-dungeons", "lair.six-spaces", "lair.moving-inside", "lair.enter-cost", "lair.leave")
def test_moves_about_the_mat_cost_what_trying_every_order_of_taken_spaces_says() -> None:
    rooms = laid({(3, 3): "nesw", (3, 4): "ew"}, (3, 4))
    for spaces in permutations(range(1, 7), 3):
        for mover in range(7):
            if mover in spaces or list(spaces) != sorted(spaces):
                continue
            game = deep(4, rooms=rooms, at=[mover or (3, 4), *spaces], boss=BOSS)
            costs = mat_costs(game, game.heroes[0])
            assert costs == [least_cost(mover, goal, set(spaces)) for goal in range(7)]
