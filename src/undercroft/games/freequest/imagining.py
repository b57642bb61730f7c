"""What heroes cannot know, as chance would have it: a quest made up around all that lies on the board, for search.

Of the true quest no more is used than heroes are told (`told_of`). The map goes on where the known one ends: behind
each door into the unknown and each edge in the dark a room is drawn, and further rooms behind those. What is wanted and
nobody has seen lies in one of them, or where nobody has searched; so do the keys of locked doors, while doors without a
keyhole are opened by devices. Monsters wait as far as the quest's budget of threat is not used up, and a few traps. If
nothing is left to explore, there is a secret door. All that is wanted can be reached.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import MOST, below, bit, bits_in, end_of, lowest_free
from undercroft.core.chance import Chance
from undercroft.core.ground import DOOR, NO_DOOR, NOWHERE, ROCK, SIDES, WALL, Ground
from undercroft.games.freequest.pieces import (
    CLOSED,
    FETCH,
    KILL,
    LOCKED,
    NOTHING,
    REACH_AREA,
    RESCUE,
    ROOM,
    SECRET,
    VAULT,
    WORK_DEVICE,
    Area,
    Book,
    Content,
    Device,
    Door,
    Lair,
    MonsterKind,
    Quest,
    code,
)
from undercroft.games.freequest.quest_checks import MOST_LAIRS, budget
from undercroft.games.freequest.setup import notes_for
from undercroft.games.freequest.state import CAPTIVE, CREATING, HEROES_ACT, IS_OPEN, ORDERING, Board, FreeQuest
from undercroft.games.freequest.vocabulary import IMAGINED, MOST_DEVICES, ON_AREA

ALL_DOORS: Final[i64] = below(MOST)
MOST_AREAS: Final[i64] = 8  # besides the starting tile, as in every quest
MOST_BITS: Final[i64] = 54  # areas and doors that are drawn freely; tunnels and secret doors may be a few more
FEWEST_AREAS: Final[i64] = 5
MOST_BRANCHES: Final[i64] = 12  # tries to draw a further room
MOST_TUNNELS: Final[i64] = 3
MOST_IN_ROOM: Final[i64] = 4  # monsters
SHARE: Final[i64] = 85  # so many hundredths of the budget of threat do quests use
TILE_WIDTH: Final[i64] = 24  # of the map that is drawn before any of it is known, with the starting tile in the middle
TILE_HEIGHT: Final[i64] = 18


def imagine(game: FreeQuest, chance: Chance) -> None:
    """Replace the quest, the notes and the quest book by others that heroes could as well be in."""
    board = game.board
    true = game.notes.quest
    if true is None:
        game.book = book_before_a_quest(game, chance)
    else:
        quest = told_of(board, true, board.ground.width, board.ground.height)
        quest.codes.extend(board.codes)
        sketch = Sketch(board, quest, unseen_of(board, true), len(board.heroes), chance)
        sketch.draw()
        board.codes = quest.codes
        board.doors_known = sketch.doors_known
        board.doors_open &= sketch.doors_known
        board.doors_locked &= sketch.doors_known
        game.book = Book()
        game.notes = notes_for(quest, 0)
    game.book.nouns.extend([kind.name for kind in game.content.monsters])
    game.book.things.extend([0] * len(game.chronicle.standing))
    game.chronicle.taken = [0] * len(game.chronicle.standing)


# ---- what is told ---------------------------------------------------------------------------------------------------


def told_of(board: Board, true: Quest, width: i64, height: i64) -> Quest:
    """A quest of which no more is written than heroes are told of the true one."""
    quest = Quest(true.index, true.key, true.title, Ground(width, height))
    quest.step = true.step
    quest.least = true.least
    quest.most = true.most
    quest.briefing = true.briefing
    quest.goal = true.goal
    quest.objective = true.objective
    quest.captive_name = true.captive_name
    quest.rounds = true.rounds
    quest.start = board.start
    quest.wanted = true.wanted & seen_of(board, true.objective)
    quest.wandering.append(weakest(board.content).index)
    return quest


def weakest(content: Content) -> MonsterKind:
    """The first of the weakest kinds of monsters: all that is sure to wander about."""
    best = content.monsters[0]
    for kind in content.monsters:
        if kind.threat < best.threat:
            best = kind
    return best


def seen_of(board: Board, objective: i64) -> i64:
    """What the goal could be about and lies on the board, as bits; all may know which of it is meant."""
    seen: i64 = 0
    if objective == FETCH:
        seen = board.sought
    elif objective == KILL:
        seen = lairs_seen(board)
    elif objective == REACH_AREA:
        seen = board.areas
    elif objective == WORK_DEVICE:
        for fixture in board.fixtures:
            seen |= bit(fixture.device)
    return seen


def lairs_seen(board: Board) -> i64:
    """The lairs whose monsters have been placed, as bits."""
    seen: i64 = 0
    for monster in board.monsters:
        if monster.lair != NOTHING:
            seen |= bit(monster.lair)
    return seen


def unseen_of(board: Board, true: Quest) -> i64:
    """How many wanted monsters, places, devices or captives nobody has seen yet; the goal tells how many there are."""
    if true.objective == RESCUE:
        carried = any(hero.carries == CAPTIVE for hero in board.heroes)
        return 0 if carried or board.captive_at != NOWHERE else 1
    if true.objective == REACH_AREA:
        return 1 if true.wanted & board.areas == 0 else 0
    return bits_in(true.wanted & ~seen_of(board, true.objective))


# ---- before a quest -------------------------------------------------------------------------------------------------


def book_before_a_quest(game: FreeQuest, chance: Chance) -> Book:
    """A quest book with a quest made up for each one that may be chosen."""
    content = game.content
    party = len(game.board.heroes)
    if game.board.phase == CREATING:
        party = len(content.party) or content.heroes_wanted
    book = Book()
    for true in game.book.quests:
        if content.quest == true.index or (content.quest == NOTHING and game.chronicle.standing[true.index] == IS_OPEN):
            board = bare_board(game, true)
            quest = told_of(board, true, TILE_WIDTH, TILE_HEIGHT)
            quest.codes.extend(board.codes)
            Sketch(board, quest, unseen_of(board, true), party, chance).draw()
        else:
            quest = told_of(game.board, true, 0, 0)
        book.quests.append(quest)
    return book


def bare_board(game: FreeQuest, true: Quest) -> Board:
    """A board with a starting tile in the middle and nothing else."""
    board = Board(game.content)
    board.phase = ORDERING
    board.objective = true.objective
    board.sought = true.wanted if true.objective == FETCH else 0
    ground = Ground(TILE_WIDTH, TILE_HEIGHT)
    x = TILE_WIDTH // 2
    y = TILE_HEIGHT // 2
    first = y * TILE_WIDTH + x
    for at in (first, first + 1, first + TILE_WIDTH, first + TILE_WIDTH + 1):
        ground.area[at] = board.start
    ground.join(first, 1, NO_DOOR)
    ground.join(first, 2, NO_DOOR)
    ground.join(first + TILE_WIDTH, 1, NO_DOOR)
    ground.join(first + 1, 2, NO_DOOR)
    board.ground = ground
    board.codes = [code(at % TILE_WIDTH - x, at // TILE_WIDTH - y) for at in range(ground.size)]
    board.figures = [0] * ground.size
    board.trodden = bytearray(ground.size)
    return board


# ---- the sketch -----------------------------------------------------------------------------------------------------


class Rectangle:
    """A room that grows until something is in its way."""

    def __init__(self, ground: Ground, at: i64) -> None:
        self.ground: Final = ground
        self.north: i64 = at // ground.width
        self.south: i64 = self.north
        self.west: i64 = at % ground.width
        self.east: i64 = self.west

    def grow(self, side: i64) -> bool:
        """One row or column more on a side, if all of it is unknown; whether it was."""
        if side == 0 and self.is_free(self.north - 1, self.north - 1, self.west, self.east):
            self.north -= 1
        elif side == 1 and self.is_free(self.north, self.south, self.east + 1, self.east + 1):
            self.east += 1
        elif side == 2 and self.is_free(self.south + 1, self.south + 1, self.west, self.east):
            self.south += 1
        elif side == 3 and self.is_free(self.north, self.south, self.west - 1, self.west - 1):
            self.west -= 1
        else:
            return False
        return True

    def is_free(self, north: i64, south: i64, west: i64, east: i64) -> bool:
        """Whether nothing is known of these squares."""
        ground = self.ground
        if north < 0 or west < 0 or south >= ground.height or east >= ground.width:
            return False
        for y in range(north, south + 1):
            for x in range(west, east + 1):
                if ground.area[y * ground.width + x] != ROCK:
                    return False
        return True


class Sketch:
    """A quest while it is made up: first the map, then what lies on it."""

    def __init__(self, board: Board, quest: Quest, unseen: i64, party: i64, chance: Chance) -> None:
        self.board: Final = board
        self.quest: Final = quest
        self.ground: Final = quest.ground
        self.unseen: Final = unseen
        self.party: Final = party
        self.chance: Final = chance
        self.known: Final = board.areas | bit(board.start)
        self.areas: i64 = self.known  # that are drawn, as bits
        self.doors: i64 = 0
        self.doors_known: i64 = 0
        self.rooms: Final[list[int]] = []  # areas that are made up, in the order in which they are
        self.squares: Final[list[list[int]]] = []  # and their squares
        self.solid: Final = board.ground.solid[:]  # by square: what one cannot walk over, rubble too
        self.taken: Final = board.ground.solid[:]  # and where nothing more can be put
        self.far: list[int] = []  # where one can walk at all, by square
        self.near: list[int] = []  # where one can walk before any more doors are unlocked
        self.lairs: i64 = lairs_seen(board)  # numbers that are used, as bits
        self.held: i64 = 0  # quest items that heroes have, or that are laid out
        self.searched: i64 = bit(board.start)  # where nothing can lie any more
        for hero in board.heroes:
            self.held |= hero.quest_items
            self.searched |= hero.searched
        for at in board.rubble:
            self.solid[at] = 1

    def pick(self, count: i64) -> i64:
        """A number from 0 to count - 1."""
        return self.chance.pick(IMAGINED, count)

    def draw(self) -> None:
        """All of it."""
        frontier = self.copy_known()
        for place in self.shuffled(frontier):
            self.draw_beyond(place // SIDES, place % SIDES, self.ground.door[place])
        self.draw_more()
        self.join_all()
        self.walk()
        if self.lacks_room():
            self.draw_secret_room()
            self.walk()
        self.list_areas()
        self.list_devices()
        self.open_locks()
        self.place_wanted()
        self.place_monsters()
        self.place_gold_and_traps()

    def shuffled(self, numbers: list[int]) -> list[int]:
        """The same numbers in any order."""
        for last in range(len(numbers) - 1, 0, -1):
            other = self.pick(last + 1)
            number = numbers[other]
            numbers[other] = numbers[last]
            numbers[last] = number
        return numbers

    # ---- the map -----------------------------------------------------------------------------------------------

    def copy_known(self) -> list[int]:
        """Take over the known map; the edges where it ends, each as square and side."""
        known = self.board.ground
        ground = self.ground
        ground.area[:] = known.area
        ground.edge[:] = known.edge
        ground.beyond[:] = known.beyond
        ground.door[:] = known.door
        ground.solid[:] = known.solid
        frontier: list[int] = []
        for at in range(known.size):
            if known.area[at] == ROCK:
                continue
            for side in range(SIDES):
                place = at * SIDES + side
                edge = known.edge[place]
                if edge == DOOR:
                    self.copy_door(known.door[place], at, side)
                if edge != WALL and known.beyond[place] == NOWHERE:
                    frontier.append(place)
        self.doors_known = self.doors
        return frontier

    def copy_door(self, index: i64, at: i64, side: i64) -> None:
        """Take over a known door."""
        if self.doors >> index & 1:
            return
        self.doors |= bit(index)
        locked = self.board.doors_locked >> index & 1
        door = Door(index, at, side, LOCKED if locked else CLOSED)
        if locked:
            door.key = self.board.keys.get(index, NOTHING)
        self.quest.doors.append(door)

    def new_area(self, squares: list[int]) -> None:
        """These squares are an area of their own, with the lowest number that is free."""
        index = lowest_free(self.areas)
        if self.rooms and self.is_full():
            index = self.rooms[len(self.rooms) - 1]
            self.squares[len(self.rooms) - 1].extend(squares)
        else:
            self.areas |= bit(index)
            self.rooms.append(index)
            self.squares.append(squares)
        for at in squares:
            self.ground.area[at] = index

    def is_full(self) -> bool:
        """Whether there are as many areas and doors as can be told apart; more squares belong to the last room."""
        return end_of(self.areas) >= len(ON_AREA) or end_of(self.areas) + end_of(self.doors) >= MOST_BITS

    def new_door(self, at: i64, side: i64, state: i64) -> i64:
        """A door with the lowest number that is free, or none where all are taken."""
        index = lowest_free(self.doors)
        if index == MOST:
            return NO_DOOR
        self.doors |= bit(index)
        self.quest.doors.append(Door(index, at, side, state))
        return index

    def draw_beyond(self, at: i64, side: i64, door: i64) -> None:
        """Draw a room or a hallway behind an edge, unless something is drawn there already."""
        to = self.ground.across(at, side)
        if self.ground.area[to] == ROCK:
            if door == NO_DOOR and self.pick(2) == 0:
                self.draw_room(to, side, 3 + self.pick(4), 1)
            else:
                self.draw_room(to, side, 3 + self.pick(3), 3 + self.pick(2))
        self.ground.join(at, side, door)

    def draw_room(self, at: i64, side: i64, depth: i64, breadth: i64) -> None:
        """A room that one comes into on a square, as large as asked or as there is space for."""
        room = Rectangle(self.ground, at)
        left = self.pick(breadth)
        right = breadth - 1 - left
        depth -= 1
        while depth > 0 or left > 0 or right > 0:
            depth = depth - 1 if depth > 0 and room.grow(side) else 0
            left = left - 1 if left > 0 and room.grow((side + 3) % SIDES) else 0
            right = right - 1 if right > 0 and room.grow((side + 1) % SIDES) else 0
        squares: list[int] = []
        width = self.ground.width
        for y in range(room.north, room.south + 1):
            for x in range(room.west, room.east + 1):
                here = y * width + x
                squares.append(here)
                if x > room.west:
                    self.ground.join(here - 1, 1, NO_DOOR)
                if y > room.north:
                    self.ground.join(here - width, 2, NO_DOOR)
        self.new_area(squares)

    def draw_more(self) -> None:
        """Further rooms behind those that are made up, and from the starting tile where nobody has looked out of it."""
        enough = FEWEST_AREAS + self.pick(MOST_AREAS - FEWEST_AREAS + 1)
        start: list[int] = []
        if self.board.phase < HEROES_ACT:
            start = [at for at in range(self.ground.size) if self.ground.area[at] == self.board.start]
        tries = MOST_BRANCHES
        while tries > 0 and bits_in(self.areas) - 1 < enough and not self.is_full():
            tries -= 1
            rooms = len(self.rooms)
            choices = rooms + 1 if start else rooms
            if choices == 0:
                return
            room = self.pick(choices)
            if room < rooms:
                self.draw_branch(self.squares[room], self.pick(4) == 0)
            else:
                self.draw_branch(start, False)

    def draw_branch(self, squares: list[int], is_open: bool) -> None:
        """A room behind any wall of an area, through a door or without one."""
        places = self.walls_of(squares)
        if places:
            place = places[self.pick(len(places))]
            at = place // SIDES
            side = place % SIDES
            self.draw_beyond(at, side, NO_DOOR if is_open else self.new_door(at, side, CLOSED))

    def walls_of(self, squares: list[int]) -> list[int]:
        """The walls of some squares behind which nothing is known, each as square and side."""
        ground = self.ground
        found: list[int] = []
        for at in squares:
            if self.solid[at]:
                continue
            for side in range(SIDES):
                to = ground.across(at, side)
                if to != NOWHERE and ground.area[to] == ROCK and ground.edge[at * SIDES + side] == WALL:
                    found.append(at * SIDES + side)
        return found

    # ---- ways --------------------------------------------------------------------------------------------------

    def walk(self) -> None:
        """Find out where one can walk."""
        self.far = self.reach(0)
        shut = self.without_key()
        self.near = self.reach(shut) if shut else self.far

    def reach(self, shut: i64) -> list[int]:
        """By square: 1 if one can walk there from the starting tile while these doors are shut."""
        ground = self.ground
        doors = ALL_DOORS & ~shut
        found = [0] * ground.size
        squares: list[int] = []
        first = ground.area.index(self.board.start)
        found[first] = 1
        squares.append(first)
        done: i64 = 0
        while done < len(squares):
            at = squares[done]
            done += 1
            for side in range(SIDES):
                other = ground.step(at, side, doors)
                if other != NOWHERE and not found[other] and not self.solid[other]:
                    found[other] = 1
                    squares.append(other)
        return found

    def without_key(self) -> i64:
        """The locked doors that nobody has a key for, as bits."""
        shut: i64 = 0
        for door in self.quest.doors:
            if door.state == LOCKED and (door.key == NOTHING or not self.held >> door.key & 1):
                shut |= bit(door.index)
        return shut

    def join_all(self) -> None:
        """What was shown from afar, or is cut off by rubble, is joined to the rest by tunnels."""
        for _ in range(MOST_TUNNELS):
            reached = self.reach(0)
            if not self.is_cut_off(reached):
                return
            if not self.dig_tunnel(reached, self.known):
                self.dig_tunnel(reached, 0)

    def is_cut_off(self, reached: list[int]) -> bool:
        """Whether there is any floor where one cannot walk."""
        ground = self.ground
        return any(ground.area[at] != ROCK and not reached[at] and not self.solid[at] for at in range(ground.size))

    def dig_tunnel(self, reached: list[int], shunned: i64) -> bool:
        """The shortest way from where one can walk to where one cannot, at neither end in these areas."""
        ground = self.ground
        came: list[int] = [NOWHERE] * (ground.size * SIDES)  # by edge: the edge before it
        seen = [0] * ground.size
        edges: list[int] = []
        for at in range(ground.size):
            if reached[at] and not shunned >> ground.area[at] & 1:
                for side in range(SIDES):
                    edges.append(at * SIDES + side)
        done: i64 = 0
        while done < len(edges):
            place = edges[done]
            done += 1
            to = ground.across(place // SIDES, place % SIDES)
            if to == NOWHERE or ground.edge[place] != WALL or reached[to] or seen[to] or self.solid[to]:
                continue
            if ground.area[to] == ROCK:
                seen[to] = 1
                for side in range(SIDES):
                    came[to * SIDES + side] = place
                    edges.append(to * SIDES + side)
            elif not shunned >> ground.area[to] & 1:
                self.open_tunnel(came, place)
                return True
        return False

    def open_tunnel(self, came: list[int], place: i64) -> None:
        """Make a hallway of the way that led to an edge; where it meets known walls there are secret doors."""
        path: list[int] = []
        edges: list[int] = []
        while place != NOWHERE:
            edges.append(place)
            if came[place] != NOWHERE:
                path.append(place // SIDES)
            place = came[place]
        if path:
            self.new_area(path)
        for each in edges:
            self.join_by_stealth(each // SIDES, each % SIDES)

    def join_by_stealth(self, at: i64, side: i64) -> None:
        """Take a wall away, or put a secret door into it if heroes know the wall."""
        ground = self.ground
        to = ground.across(at, side)
        is_known = (self.known >> ground.area[at] | self.known >> ground.area[to]) & 1
        ground.join(at, side, self.new_door(at, side, SECRET) if is_known else NO_DOOR)

    def lacks_room(self) -> bool:
        """Whether something must lie somewhere, and there is nowhere left."""
        if not self.spots(self.near):
            for door in self.quest.doors:
                if door.state != LOCKED:
                    continue
                if door.key == NOTHING and not self.levers():
                    return True
                if door.key != NOTHING and not self.held >> door.key & 1 and not self.unsearched(self.near):
                    return True
        if self.spots(self.far):
            return False
        return self.unseen > 0 or (self.board.sought & ~self.held != 0 and not self.unsearched(self.far))

    def draw_secret_room(self) -> None:
        """A room behind a secret door somewhere."""
        places = self.walls_of([at for at in range(self.ground.size) if self.near[at]])
        if places:
            place = places[self.pick(len(places))]
            at = place // SIDES
            side = place % SIDES
            self.draw_room(self.ground.across(at, side), side, 3, 3)
            self.join_by_stealth(at, side)

    # ---- where things may be -----------------------------------------------------------------------------------

    def spots(self, reached: list[int]) -> list[int]:
        """The areas that are made up and where one can walk."""
        found: list[int] = []
        for room in range(len(self.rooms)):
            for at in self.squares[room]:
                if reached[at]:
                    found.append(room)
                    break
        return found

    def unsearched(self, reached: list[int]) -> list[int]:
        """The known areas that nobody has searched for treasure and where one can walk."""
        return self.areas_of(reached, self.known & ~self.searched)

    def areas_of(self, reached: list[int], areas: i64) -> list[int]:
        """Those of these areas where one can walk, in the order of their squares."""
        found: list[int] = []
        for at in range(self.ground.size):
            area = self.ground.area[at]
            if area != ROCK and reached[at] and areas >> area & 1:
                areas &= ~bit(area)
                found.append(area)
        return found

    def levers(self) -> list[int]:
        """The devices in reach that may still do something; if there are any, those that nobody has worked."""
        fresh: list[int] = []
        others: list[int] = []
        for fixture in self.board.fixtures:
            if not fixture.uses or not self.is_in_reach(fixture.at):
                continue
            if self.board.worked >> fixture.device & 1:
                others.append(fixture.device)
            else:
                fresh.append(fixture.device)
        return fresh or others

    def is_in_reach(self, at: i64) -> bool:
        """Whether one can walk to a square or beside it before any more doors are unlocked."""
        if self.near[at]:
            return True
        for side in range(SIDES):
            other = self.ground.step(at, side, ALL_DOORS)
            if other != NOWHERE and self.near[other]:
                return True
        return False

    def deep(self, spots: list[int]) -> i64:
        """One of some rooms, rather one that was made up late and so lies deep."""
        return spots[max(self.pick(len(spots)), self.pick(len(spots)))]

    def take_square(self, room: i64) -> i64:
        """A square of a room for something, or NOWHERE if all are taken."""
        squares = self.squares[room]
        first = self.pick(len(squares))
        for place in range(len(squares)):
            at = squares[(first + place) % len(squares)]
            if not self.taken[at]:
                self.taken[at] = 1
                return at
        return NOWHERE

    def take_spot(self, spots: list[int]) -> i64:
        """A square for something in one of some rooms, or NOWHERE."""
        if not spots:
            return NOWHERE
        at = self.take_square(self.deep(spots))
        for spot in spots:
            if at == NOWHERE:
                at = self.take_square(spot)
        return at

    # ---- what lies there ---------------------------------------------------------------------------------------

    def list_areas(self) -> None:
        """Write down the areas; a number that none has stands for an empty one."""
        index: i64 = 0
        while self.areas >> index:
            self.quest.areas.append(Area(index, "", ROOM))
            index += 1
        for at in range(self.ground.size):
            if self.ground.area[at] != ROCK:
                self.quest.areas[self.ground.area[at]].squares.append(at)

    def list_devices(self) -> None:
        """Write down the known devices, which do nothing as far as anybody knows; numbers between them stay empty."""
        most: i64 = NOTHING
        for fixture in self.board.fixtures:
            most = max(most, fixture.device)
            self.taken[fixture.at] = 1
        nowhere = self.quest.areas[self.board.start].squares[0]  # that area is revealed, and nothing is placed there
        for index in range(most + 1):
            device = Device(index, "", "", nowhere)
            for fixture in self.board.fixtures:
                if fixture.device == index:
                    device = Device(index, "", fixture.name, fixture.at)
                    device.public = fixture.public
                    device.test = fixture.test
                    device.uses = fixture.uses
            self.quest.devices.append(device)

    def new_device(self, spots: list[int]) -> Device | None:
        """A device in one of some rooms, if there is space."""
        at = self.take_spot(spots)
        index = len(self.quest.devices)
        if at == NOWHERE or index >= MOST_DEVICES:
            return None
        device = Device(index, "", "lever", at)
        self.quest.devices.append(device)
        return device

    def open_locks(self) -> None:
        """What opens a locked door lies where one can walk without opening any."""
        for door in self.quest.doors:
            if door.state != LOCKED:
                continue
            if door.key != NOTHING:
                if not self.held >> door.key & 1:
                    self.place_item(door.key, self.near)
                continue
            levers = self.levers()
            if levers:
                self.quest.devices[levers[self.pick(len(levers))]].opens.append(door.index)
            else:
                device = self.new_device(self.spots(self.near))
                if device is not None:
                    device.opens.append(door.index)

    def place_item(self, item: i64, reached: list[int]) -> None:
        """A quest item lies in a room that is made up, or where nobody has searched."""
        self.held |= bit(item)
        spots = self.spots(reached)
        left = self.unsearched(reached)
        if spots and (not left or self.pick(4) > 0):
            area = self.rooms[self.deep(spots)]
        else:
            if not left:
                left = self.areas_of(reached, self.known & ~bit(self.board.start))
            if not left:
                return
            area = left[self.pick(len(left))]
        self.quest.areas[area].quest_items |= bit(item)

    def place_wanted(self) -> None:
        """What the quest is about and nobody has seen."""
        quest = self.quest
        spots = self.spots(self.far)
        if quest.objective == FETCH:
            index: i64 = 0
            while quest.wanted >> index:
                if quest.wanted >> index & 1 and not self.held >> index & 1:
                    self.place_item(index, self.far)
                index += 1
        elif quest.objective == RESCUE:
            if self.unseen:
                quest.captive = self.take_spot(spots)
        elif quest.objective == REACH_AREA:
            if self.unseen and spots:
                quest.wanted |= bit(self.rooms[self.deep(spots)])
        elif quest.objective == WORK_DEVICE:
            for _ in range(self.unseen):
                device = self.new_device(spots)
                quest.wanted |= bit(MOST_DEVICES if device is None else device.index)
        things = quest.wanted if quest.objective == FETCH else 0
        for door in quest.doors:
            if door.key != NOTHING:
                things |= bit(door.key)
        while things >> len(quest.quest_items):
            quest.quest_items.append("something")

    # ---- dangers -----------------------------------------------------------------------------------------------

    def place_monsters(self) -> None:
        """What is left of the budget of threat, spread over the rooms; first whom the quest is about."""
        whole = budget(self.party, self.quest.step)
        left = whole * SHARE // 100
        for monster in self.board.monsters:
            if monster.lair != NOTHING:
                left -= monster.kind.threat * monster.most_health // monster.kind.health
        if self.quest.objective == KILL:
            spots = self.spots(self.far)
            for number in range(self.unseen):
                left -= self.place_wanted_monster(spots, left // (2 * (self.unseen - number)))
        rooms = self.shuffled(list(range(len(self.rooms))))
        for place in range(len(rooms)):
            share = left // (len(rooms) - place)
            share = min(share * (50 + self.pick(101)) // 100, whole * 3 // 4)
            left -= self.fill_room(rooms[place], share)

    def place_wanted_monster(self, spots: list[int], most: i64) -> i64:
        """The strongest monster of at most this threat, or else the weakest; how much it is."""
        kinds = self.board.content.monsters
        best = weakest(self.board.content)
        for kind in kinds:
            if best.threat < kind.threat <= most:
                best = kind
        index = self.new_lair(best.index, self.take_spot(spots))
        self.quest.wanted |= bit(index)
        return best.threat

    def fill_room(self, room: i64, most: i64) -> i64:
        """Monsters of at most this threat together; how much it is."""
        kinds = self.board.content.monsters
        spent: i64 = 0
        for _ in range(min(MOST_IN_ROOM, (len(self.squares[room]) + 1) // 2)):
            fitting = [kind.index for kind in kinds if kind.threat <= most - spent]
            if not fitting or lowest_free(self.lairs) >= MOST_LAIRS:
                break
            kind = fitting[self.pick(len(fitting))]
            at = self.take_square(room)
            if at == NOWHERE:
                break
            self.new_lair(kind, at)
            spent += kinds[kind].threat
        return spent

    def new_lair(self, kind: i64, at: i64) -> i64:
        """A monster that waits somewhere; its number. One that has no place is never met."""
        index = lowest_free(self.lairs)
        self.lairs |= bit(index)
        if at != NOWHERE:
            self.quest.lairs.append(Lair(index, kind, at, 1, kind))
        return index

    def place_gold_and_traps(self) -> None:
        """A little gold where nobody has searched, a trap here and there where nobody has looked or trodden."""
        kinds = [kind.index for kind in self.board.content.traps if kind.effect != VAULT]
        everywhere = [1] * self.ground.size
        for index in self.areas_of(everywhere, self.areas & ~self.searched):
            if self.pick(4) == 0:
                self.quest.areas[index].gold = 25 * (1 + self.pick(4))
        for index in self.areas_of(everywhere, self.areas & ~self.board.safe_areas):
            squares = self.quest.areas[index].squares
            at = squares[self.pick(len(squares))]
            if kinds and self.pick(3) == 0 and self.may_hide_trap(at):
                self.quest.traps[at] = kinds[self.pick(len(kinds))]

    def may_hide_trap(self, at: i64) -> bool:
        """Whether a trap could lie on a square without anybody having noticed."""
        board = self.board
        return not (
            self.taken[at]
            or self.solid[at]
            or board.trodden[at]
            or board.figures[at]
            or at in board.traps
            or at == board.captive_at
        )
