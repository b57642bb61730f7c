"""The Boss's tour in Tiny Epic Dungeons: which altars, in which order, and who leads it there."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_ways import ROOMS, Roam
from undercroft.bots.steady.tiny_epic_dungeons_worth import Outlook
from undercroft.core.bits import bit, bits_in
from undercroft.core.vocabulary import Option, Options
from undercroft.games.tiny_epic_dungeons.enemies import boss_ways
from undercroft.games.tiny_epic_dungeons.geometry import FAR, cells_of, layers
from undercroft.games.tiny_epic_dungeons.pieces import ENCOUNTER_CARD
from undercroft.games.tiny_epic_dungeons.state import CENTRE, LAIR, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import GO, TAUNT

SHORT: Final[i64] = 3  # a taunt that brings the Boss so far is worth its Speed
MOST_ALTARS: Final[i64] = 3  # on the track of any Boss


class Tour:
    """The altars, how far everything is from each, and how many must still be broken.

    Before the Lair is open these are the altars that there will be, and as many as the greediest Boss could need.
    """

    def __init__(self, game: Dungeon) -> None:
        self.boss_at: Final[i64] = game.boss_at if game.act == 2 else LAIR
        self.left: Final[i64] = game.altars if game.act == 2 else altars_to_come(game)
        self.altars: Final = cells_of(self.left)
        self.far: Final[list[list[int]]] = [distances(game, cell) for cell in self.altars]
        self.home: Final = distances(game, LAIR if game.act == 2 else game.door)
        most: i64 = MOST_ALTARS
        if game.act == 2:
            most = len(game.boss_mat().altars) - game.covered
        else:
            for far in (*self.far, self.home):
                far[LAIR] = far[game.door] + 1
        self.need: Final[i64] = min(len(self.altars), most)

    def length(self, cell: i64, altars: i64, need: i64) -> i64:
        """The Boss's way from a room through so many of these altars and home."""
        if need <= 0:
            return self.home[cell]
        least: i64 = FAR * 10
        for place in range(len(self.altars)):
            altar = self.altars[place]
            if altars >> altar & 1:
                way = self.far[place][cell] + self.length(altar, altars & ~(bit(altar)), need - 1)
                least = min(least, way)
        return least

    def stops(self, cell: i64, altars: i64, need: i64) -> list[int]:
        """The altars of the shortest tour in their order, and then the Lair."""
        found: list[int] = []
        while need > 0:
            best: i64 = -1
            least: i64 = FAR * 100
            for place in range(len(self.altars)):
                altar = self.altars[place]
                if altars >> altar & 1:
                    way = self.far[place][cell] + self.length(altar, altars & ~(bit(altar)), need - 1)
                    if way < least:
                        best = altar
                        least = way
            found.append(best)
            cell = best
            altars &= ~(bit(best))
            need -= 1
        found.append(LAIR)
        return found

    def posts(self) -> list[int]:
        """The stops without those that the Boss passes on its way to the next."""
        found: list[int] = []
        since: i64 = self.boss_at
        walked: i64 = 0
        last: i64 = self.boss_at
        for stop in self.stops(self.boss_at, self.left, self.need):
            walked += self.way(last, stop)
            if found and self.way(since, stop) == walked and stop != LAIR:
                found[-1] = stop
            else:
                since = last
                walked = self.way(last, stop)
                found.append(stop)
            last = stop
        return found

    def way(self, start: i64, stop: i64) -> i64:
        """How far a stop is from a room."""
        return self.home[start] if stop == LAIR else self.far[self.altars.index(stop)][start]

    def after(self, game: Dungeon, end: i64, broken: i64) -> i64:
        """What is left of the tour once the Boss has come somewhere and broken altars on its way."""
        return self.length(end, game.altars & ~broken, max(0, self.need - bits_in(broken)))


def distances(game: Dungeon, start: i64) -> list[int]:
    """How far each room is from one."""
    result = [int(FAR)] * ROOMS
    rings = layers(game, start)
    for away in range(len(rings)):
        for cell in cells_of(rings[away]):
            result[cell] = away
    return result


def altars_to_come(game: Dungeon) -> i64:
    """Where altars will be once the Lair is open."""
    found: i64 = bit(CENTRE)
    for cell in cells_of(game.rooms):
        if game.card_at(cell).type == ENCOUNTER_CARD:
            found |= bit(cell)
    return found


def best_way(game: Dungeon, options: Options) -> Option:
    """Of the Boss's ways, the one that shortens its tour most."""
    tour = Tour(game)
    best = options[0]
    least: i64 = FAR * 100
    for option in options:
        place = option.number - 1
        left = tour.after(game, game.ways[place], game.ways_altars[place])
        if left < least:
            best = option
            least = left
    return best


def taunt_gain(game: Dungeon, tour: Tour, cell: i64, now: i64) -> i64:
    """By how much a taunt from some room shortens the tour."""
    if cell == game.boss_at:
        return 0
    ends, broken = boss_ways(game, cell)
    least: i64 = FAR * 100
    for place in range(len(ends)):
        least = min(least, tour.after(game, ends[place], broken[place]))
    return now - least


def lead_boss(outlook: Outlook, tour: Tour, post: i64, options: Options) -> Option | None:
    """Taunt the Boss from where that shortens its tour most, or go there."""
    game = outlook.game
    hero = outlook.hero
    if TAUNT not in options:
        return None
    now = tour.length(game.boss_at, game.altars, tour.need)
    price = game.content.figures.taunt_speed
    best = hero.at
    most = taunt_gain(game, tour, hero.at, now)
    roam = Roam(outlook, game.speed_left - price)
    for cell in cells_of(roam.cells & ~roam.foes):
        if cell != hero.at and roam.risk[cell] < 30:
            gain = taunt_gain(game, tour, cell, now)
            if gain > most:
                best = cell
                most = gain
    full = min(game.boss_mat().speed, now)
    if most <= 0 or (most < min(full, SHORT) and hero.at != post):
        return None
    if best == hero.at:
        return TAUNT
    return GO[roam.first_step(game, best)]


def post_of(outlook: Outlook, tour: Tour) -> i64:
    """Where this hero should be: each post of the tour has the nearest hero who is still free.

    Before the Lair is open, the Lair Door comes first.
    """
    game = outlook.game
    posts = tour.posts()
    if game.act == 1:
        posts.insert(0, LAIR)
    free = list(range(len(game.heroes)))
    for post in posts:
        nearest: i64 = -1
        for number in free:
            if nearest < 0 or tour.way(game.heroes[number].at, post) < tour.way(game.heroes[nearest].at, post):
                nearest = number
        if nearest == outlook.number or nearest < 0:
            return post
        free.remove(nearest)
    return LAIR
