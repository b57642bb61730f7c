"""Act 2 of Tiny Epic Dungeons: lead the Boss from altar to altar, then fight it in its Lair."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_attacks import attack_worth, attacks_of, boss_room
from undercroft.bots.steady.tiny_epic_dungeons_turn import Plan, free_action, pull_to_fights, settle, weigh_actions
from undercroft.bots.steady.tiny_epic_dungeons_ways import ROOMS, Roam, rings_around
from undercroft.bots.steady.tiny_epic_dungeons_worth import NEVER, Outlook
from undercroft.core.bits import bit, bits_in
from undercroft.core.vocabulary import Option, Options
from undercroft.games.tiny_epic_dungeons.combat import CANTRIP, spell_in
from undercroft.games.tiny_epic_dungeons.enemies import boss_ways
from undercroft.games.tiny_epic_dungeons.geometry import FAR, cells_of, layers
from undercroft.games.tiny_epic_dungeons.pieces import ENCOUNTER_CARD
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET, CENTRE, LAIR, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    END_TURN,
    GO,
    GO_TO_SPACE,
    LEAVE_LAIR,
    OPEN_LAIR,
    TAUNT,
)

POST: Final[i64] = 1500  # to be where the Boss is to be led
POST_STEP: Final[i64] = 60
SHORT: Final[i64] = 2  # a taunt that brings the Boss so far is worth its Speed
MOST_ALTARS: Final[i64] = 3  # on the track of any Boss
EARLY: Final[i64] = 12  # light that is left when the party should be at its posts, and for each hero 2 more
LATE: Final[i64] = 2  # and when the Lair must be opened, besides a turn for everybody
HUNT: Final[i64] = 2  # rounds before the fifth Goblin in which somebody goes for the others
FEW: Final[i64] = 0  # as many Goblins may be left then
READY: Final[i64] = 2  # as much Health or Focus may lack till then


def before_lair(outlook: Outlook, options: Options) -> Option:
    """All Minions are dead: gather what the light allows, go to the posts of the tour, and open the Lair."""
    game = outlook.game
    hero = outlook.hero
    free = free_action(outlook, options)
    if free is not None:
        return free
    tour = Tour(game)
    post = post_of(outlook, tour)
    goal = game.door if post == LAIR else post
    away = tour.way(hero.at, post)
    turns = (away + hero.speed - 1) // hero.speed
    count = len(game.heroes)
    hurry = game.torch - LATE - count * (turns + 1) <= 0
    gather = game.torch - EARLY - count * (turns + 2) <= 0
    if OPEN_LAIR in options and may_open(game):
        return OPEN_LAIR
    roam = Roam(outlook, game.speed_left)
    attacks = attacks_of(outlook)
    pull_to_fights(outlook, roam, attacks)
    if hurry:
        roam.pull(game, goal, 3000, 200)
    elif not gather:
        roam.pull(game, goal, 20, 1)
    elif outlook.crowd > 0 and post != LAIR:
        roam.pull_rings(rings_around(game, goblins_in(game)), 600, 60)
    else:
        roam.pull(game, goal, 600, 60)
    plan = Plan()
    weigh_actions(outlook, roam, plan, attacks, options)
    return settle(outlook, plan, options)


def may_open(game: Dungeon) -> bool:
    """Whether to open the Lair: the party is rested and rid of Goblins, or the light demands it."""
    if game.torch <= 2:
        return True
    if game.heroic_left < 1 or not game.moving:
        return False
    if game.torch <= LATE + len(game.heroes):
        return True
    if game.torch > EARLY + 2 * len(game.heroes) or game.goblin_count() > FEW:
        return False
    return all(hero.health >= hero.max_health - READY and hero.focus >= hero.max_focus - READY for hero in game.heroes)


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


def act_two(outlook: Outlook, options: Options) -> Option:
    """What to do now in Act 2."""
    game = outlook.game
    hero = outlook.hero
    free = free_action(outlook, options)
    if free is not None:
        return free
    if is_hunter(outlook):
        return hunt(outlook, options)
    if game.boss_at == LAIR and hero.at == LAIR and boss_room(game) > 0:
        return fight(outlook, options)
    tour = Tour(game)
    led = game.boss_at == LAIR and (tour.need == 0 or boss_room(game) > 0)
    post = post_of(outlook, tour)
    if tour.need > 0 or game.boss_at != LAIR:
        lead = lead_boss(outlook, tour, post, options)
        if lead is not None:
            return lead
    if led and tour.home[hero.at] <= game.speed_left and game.heroic_left > 0:
        post = LAIR
    return go_to_post(outlook, options, post)


def is_hunter(outlook: Outlook) -> bool:
    """Whether the fifth Goblin is near, and this hero is the one to go for those that are there."""
    game = outlook.game
    rounds: i64 = 1 if outlook.hero.at == LAIR else HUNT
    if outlook.fifth > rounds * len(game.heroes) or game.heroic_left < 1:
        return False
    far = hunting_ways(game)
    mine = far[outlook.number]
    return mine < FAR and all(mine <= other for other in far)


def hunting_ways(game: Dungeon) -> list[int]:
    """How far each hero is from the nearest Goblin; farther for those who would leave the Lair, or cannot go."""
    goblins = goblins_in(game)
    rings = rings_around(game, goblins)
    far: list[int] = []
    for hero in game.heroes:
        way: i64 = FAR
        for away in range(len(rings)):
            ring: i64 = rings[away]
            if ring >> hero.at & 1:
                way = away
        if hero.health == 0:
            way += FAR
        elif hero.at == LAIR and not goblins >> LAIR & 1:
            way += 4
        far.append(way)
    return far


def hunt(outlook: Outlook, options: Options) -> Option:
    """Go for the Goblins."""
    game = outlook.game
    hero = outlook.hero
    goblins = goblins_in(game)
    if hero.at == LAIR and not goblins >> LAIR & 1 and LEAVE_LAIR in options:
        return LEAVE_LAIR
    roam = Roam(outlook, game.speed_left)
    roam.pull_rings(rings_around(game, goblins), POST, POST_STEP)
    plan = Plan()
    weigh_actions(outlook, roam, plan, attacks_of(outlook), options)
    return settle(outlook, plan, options)


def goblins_in(game: Dungeon) -> i64:
    """The rooms with Goblins."""
    found: i64 = 0
    for at in game.goblin_at:
        if at >= 0:
            found |= bit(at)
    return found


def go_to_post(outlook: Outlook, options: Options, post: i64) -> Option:
    """Walk towards a post, with the best Heroic Action on the way."""
    game = outlook.game
    hero = outlook.hero
    if post == LAIR and (hero.at == game.door or hero.at == LAIR):
        space = best_space(outlook, options)
        if space is not None:
            return space
    if post != LAIR and hero.at == LAIR and LEAVE_LAIR in options:
        return LEAVE_LAIR
    roam = Roam(outlook, game.speed_left)
    roam.pull(game, post, POST, POST_STEP)
    plan = Plan()
    weigh_actions(outlook, roam, plan, attacks_of(outlook), options)
    return settle(outlook, plan, options)


# ---- the tour -------------------------------------------------------------------------------------------------------


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


# ---- the fight ------------------------------------------------------------------------------------------------------


def fight(outlook: Outlook, options: Options) -> Option:
    """On the mat with the Boss: the best Hero Space, then an attack or a Rest."""
    game = outlook.game
    if game.heroic_left < 1:
        return END_TURN
    space = best_space(outlook, options)
    if space is not None:
        return space
    plan = Plan()
    roam = Roam(outlook, 0)
    weigh_actions(outlook, roam, plan, attacks_of(outlook), options)
    return settle(outlook, plan, options)


def best_space(outlook: Outlook, options: Options) -> Option | None:
    """A Hero Space to go to, or None if the hero is on the best already."""
    hero = outlook.hero
    best: Option | None = None
    most: i64 = space_worth(outlook, hero.space) if hero.space > 0 else NEVER
    for option in options:
        if option.family == GO_TO_SPACE[0].family:
            worth = space_worth(outlook, option.number) - 3
            if worth > most:
                best = option
                most = worth
    return best


def space_worth(outlook: Outlook, space: i64) -> i64:
    """What the best attack on the Boss from a Hero Space is worth."""
    game = outlook.game
    hero = outlook.hero
    worth = max(
        attack_worth(outlook, BOSS_TARGET, 0, 0, 0, 0, space), attack_worth(outlook, BOSS_TARGET, 1, 1, 0, 0, space)
    )
    for slot in range(CANTRIP + 1):
        spell = spell_in(game, hero, slot)
        if spell is not None and spell.attack and hero.focus >= spell.cost_focus:
            cost = spell.cost_focus
            worth = max(worth, attack_worth(outlook, BOSS_TARGET, 2, spell.skill, spell.result, cost, space))
    return worth
