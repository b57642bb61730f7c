"""What the steady bot's party does while no enemy is in sight: one errand at a time, and all go along.

The first errand of the list that can be reached is done by whoever is nearest to it; the others keep close behind. A
door into the unknown is opened by the first in the order, at the start of the turn and with everybody near, so that all
can act before any monster does.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.freequest_fights import enemies
from undercroft.bots.steady.freequest_paths import NO_WAY, ways_to
from undercroft.core.bits import bit
from undercroft.core.ground import DOOR, NOWHERE, OPEN, SIDES
from undercroft.games.freequest.pieces import KILL, NOTHING, POTION, REACH_AREA, STAYS
from undercroft.games.freequest.sheets import movement
from undercroft.games.freequest.state import CAPTIVE, NOBODY, Board, Hero

TAKE_THINGS: Final = 1  # of a dead hero who carried what the quest is about
TAKE_CAPTIVE: Final = 2
HUNT: Final = 3
WORK: Final = 4
UNLOCK: Final = 5
ENTER: Final = 6
SEARCH: Final = 7
EXPLORE: Final = 8
SEARCH_ALL: Final = 9  # hallways, too, and where guards sleep
LOOK_FOR_DOORS: Final = 10

LOW: Final = 3  # Health at which a hero leaves risks to others
LAGGARD: Final = 30  # steps that an errand seems further to such a hero
HOPELESS: Final = 6  # a party gives up with less than one in so many of its Health left
SPARE_ROUNDS: Final = 2  # to be home before the last round
LONG_WAY: Final = 20  # rounds that are enough to get home from anywhere
PATROL: Final = 5  # rounds to look for secret doors in one area before the next


class Errand:
    """What to do, about what, who does it, and how far it is to where that can be done."""

    def __init__(self, kind: i64, about: i64, doer: i64, far: list[int]) -> None:
        self.kind: Final = kind
        self.about: Final = about
        self.doer: Final = doer
        self.far: Final = far


def leader_of(board: Board) -> Hero:
    """The first hero in the order who lives."""
    for index in board.order:
        if board.heroes[index].lives():
            return board.heroes[index]
    return board.heroes[board.order[0]]


# ---- when to go home ------------------------------------------------------------------------------------------------


def wants_home(board: Board) -> bool:
    """Whether there is nothing left to do here but to get home."""
    return board.achieved or is_hopeless(board) or is_late(board)


def is_hopeless(board: Board) -> bool:
    """Whether most of the party's Health is gone, potions counted."""
    health: i64 = 0
    full: i64 = 0
    for hero in board.heroes:
        full += hero.full
        if hero.lives():
            health += hero.health
            for index in hero.gear:
                if board.content.items[index].sort == POTION:
                    health += board.content.items[index].heals
    return health * HOPELESS < full


def is_late(board: Board) -> bool:
    """Whether the rounds that are left are just enough to get home."""
    left = board.rounds - board.round
    if left > LONG_WAY:
        return False
    home = ways_to(board, start_squares(board))
    for hero in board.heroes:
        if hero.lives() and home[hero.at] > (left - SPARE_ROUNDS) * movement(board.content, hero):
            return True
    return left <= SPARE_ROUNDS


def start_squares(board: Board) -> list[int]:
    """The squares of the starting tile."""
    area = board.ground.area
    return [at for at in range(board.ground.size) if area[at] == board.start]


# ---- which errand ---------------------------------------------------------------------------------------------------


def next_errand(board: Board) -> Errand:
    """The errand that comes first."""
    leader = leader_of(board)
    from_leader = ways_to(board, [leader.at])
    for kind in (TAKE_THINGS, TAKE_CAPTIVE, HUNT, WORK, UNLOCK, ENTER, SEARCH, EXPLORE, SEARCH_ALL):
        errand = nearest_errand(board, from_leader, kind)
        if errand is not None:
            return errand
    return patrol(board)


def nearest_errand(board: Board, from_leader: list[int], kind: i64) -> Errand | None:
    """The errand of a kind that is nearest to the leader, if there is any."""
    places: list[int] = []  # squares where it can be done
    about: list[int] = []  # and what it is about
    if kind == TAKE_THINGS:
        find_things(board, places, about)
    elif kind == TAKE_CAPTIVE:
        if board.captive_at != NOWHERE and not board.in_start(board.captive_at):
            places.append(board.captive_at)
            about.append(CAPTIVE)
    elif kind == HUNT:
        find_prey(board, places, about)
    elif kind == WORK:
        find_devices(board, places, about)
    elif kind == UNLOCK:
        find_locks(board, places, about)
    elif kind == ENTER:
        if board.objective == REACH_AREA:
            find_squares(board, board.areas & ~board.reached, places, about)
    elif kind == SEARCH:
        find_squares(board, rooms_of(board, unsearched(board)), places, about)
    elif kind == SEARCH_ALL:
        find_squares(board, unsearched(board), places, about)
    else:
        find_unknown(board, places, about)
    best: i64 = NOWHERE
    for place in range(len(places)):
        steps = from_leader[places[place]]
        if steps != NO_WAY and (best == NOWHERE or steps < from_leader[places[best]]):
            best = place
    if best == NOWHERE:
        return None
    goals = [places[place] for place in range(len(places)) if about[place] == about[best]]
    far = ways_to(board, goals)
    return Errand(kind, about[best], doer_of(board, kind, about[best], far), far)


def doer_of(board: Board, kind: i64, about: i64, far: list[int]) -> i64:
    """Who does an errand: the leader what is dangerous, who has the key what is locked, else whoever is nearest."""
    leader = leader_of(board).index
    if kind in (EXPLORE, HUNT, ENTER):
        return leader
    best = leader
    least: i64 = -1
    for hero in board.heroes:
        if not hero.lives() or hero.snared or far[hero.at] == NO_WAY:
            continue
        if kind == UNLOCK and not hero.quest_items >> board.keys[about] & 1:
            continue
        steps = far[hero.at]
        if hero.health <= LOW or hero.carries != NOBODY:
            steps += LAGGARD
        if least < 0 or steps < least:
            best = hero.index
            least = steps
    return best


def find_things(board: Board, places: list[int], about: list[int]) -> None:
    """Dead heroes who had keys or what the quest is about."""
    for hero in board.heroes:
        if hero.dead and hero.body_at != NOWHERE and hero.quest_items and not board.in_start(hero.body_at):
            places.append(hero.body_at)
            about.append(hero.index)


def find_prey(board: Board, places: list[int], about: list[int]) -> None:
    """Enemies that are somewhere about; guards only where the quest may be to kill them."""
    for monster in enemies(board):
        places.append(monster.at)
        about.append(monster.number)
    if not places and board.objective == KILL:
        for monster in board.monsters:
            if monster.at != NOWHERE:
                places.append(monster.at)
                about.append(monster.number)


def find_devices(board: Board, places: list[int], about: list[int]) -> None:
    """Devices that nobody has worked yet, from their squares or from beside them."""
    for place in range(len(board.fixtures)):
        fixture = board.fixtures[place]
        if not fixture.uses or board.worked >> fixture.device & 1:
            continue
        if not board.is_solid(fixture.at):
            places.append(fixture.at)
            about.append(place)
        for side in range(SIDES):
            other = board.step(fixture.at, side)
            if other != NOWHERE and not board.is_solid(other):
                places.append(other)
                about.append(place)


def find_locks(board: Board, places: list[int], about: list[int]) -> None:
    """Locked doors to which somebody has the key."""
    held: i64 = 0
    for hero in board.heroes:
        if hero.lives():
            held |= hero.quest_items
    if not held or not board.doors_locked:
        return
    ground = board.ground
    for at in range(ground.size):
        if ground.area[at] < 0:
            continue
        for side in range(SIDES):
            door = ground.door[at * SIDES + side]
            if door >= 0 and board.doors_locked >> door & 1 and door in board.keys and held >> board.keys[door] & 1:
                places.append(at)
                about.append(door)


def unsearched(board: Board) -> i64:
    """The areas that nobody has searched for treasure, as bits."""
    left = board.areas & ~bit(board.start)
    for hero in board.heroes:
        left &= ~hero.searched
    return left


def rooms_of(board: Board, areas: i64) -> i64:
    """The rooms among some areas, as far as one can tell, without those where a guard sleeps."""
    if not areas:
        return 0
    rooms = areas & board.ground.broad_areas()
    for monster in board.monsters:
        if monster.at != NOWHERE and monster.kind.temper == STAYS:
            rooms &= ~bit(board.ground.area[monster.at])
    return rooms


def find_squares(board: Board, areas: i64, places: list[int], about: list[int]) -> None:
    """The squares of some areas where one could stand."""
    if not areas:
        return
    ground = board.ground
    for at in range(ground.size):
        area = ground.area[at]
        if area >= 0 and areas >> area & 1 and not board.is_solid(at) and board.trap_state(at) == NOTHING:
            places.append(at)
            about.append(area)


def find_unknown(board: Board, places: list[int], about: list[int]) -> None:
    """Squares beside a door that leads into the unknown, and where the map ends in the dark."""
    ground = board.ground
    for at in range(ground.size):
        if ground.area[at] < 0 or board.is_solid(at):
            continue
        for side in range(SIDES):
            place = at * SIDES + side
            if ground.beyond[place] != NOWHERE:
                continue
            edge = ground.edge[place]
            if edge == OPEN or (edge == DOOR and not board.doors_locked >> ground.door[place] & 1):
                places.append(at)
                about.append(place)


def patrol(board: Board) -> Errand:
    """Nothing is left that is known: look for secret doors, in one area after another."""
    places: list[int] = []
    about: list[int] = []
    area = board.shown[board.round // PATROL % len(board.shown)]
    find_squares(board, bit(area), places, about)
    return Errand(LOOK_FOR_DOORS, area, leader_of(board).index, ways_to(board, places))


# ---- the dead -------------------------------------------------------------------------------------------------------


def body_to_fetch(board: Board, hero: Hero) -> i64:
    """Which of the dead this hero should bring home, now that the objective is done; NOBODY if none."""
    if not board.achieved or hero.carries != NOBODY:
        return NOBODY
    for dead in board.heroes:
        if not dead.dead or dead.body_at == NOWHERE or board.in_start(dead.body_at):
            continue
        far = ways_to(board, [dead.body_at])
        if far[hero.at] == NO_WAY or not is_nearest(board, hero, far):
            continue
        home = ways_to(board, start_squares(board))
        rounds = 2 + far[hero.at] // hero.speed + 2 * home[dead.body_at] // hero.speed
        if board.round + rounds + SPARE_ROUNDS < board.rounds:
            return dead.index
    return NOBODY


def is_nearest(board: Board, hero: Hero, far: list[int]) -> bool:
    """Whether no other hero with empty arms is nearer."""
    for other in board.heroes:
        if other is hero or not other.lives() or other.carries != NOBODY or far[other.at] == NO_WAY:
            continue
        if far[other.at] < far[hero.at] or (far[other.at] == far[hero.at] and other.index < hero.index):
            return False
    return True
