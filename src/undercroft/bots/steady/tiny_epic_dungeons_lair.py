"""Act 2 of Tiny Epic Dungeons: lead the Boss from altar to altar, then fight it in its Lair."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_attacks import attack_worth, attacks_of, boss_room
from undercroft.bots.steady.tiny_epic_dungeons_turn import Plan, free_action, settle, weigh_actions
from undercroft.bots.steady.tiny_epic_dungeons_ways import ROOMS, Roam
from undercroft.bots.steady.tiny_epic_dungeons_worth import NEVER, Outlook
from undercroft.core.vocabulary import Option, Options
from undercroft.games.tiny_epic_dungeons.combat import CANTRIP, spell_in
from undercroft.games.tiny_epic_dungeons.enemies import boss_ways
from undercroft.games.tiny_epic_dungeons.geometry import FAR, ONE, cells_of, layers
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET, LAIR, Dungeon, bits_in
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    END_TURN,
    GO,
    GO_TO_SPACE,
    LEAVE_LAIR,
    TAUNT,
)

POST: Final[i64] = 150  # to be where the Boss is to be led
POST_STEP: Final[i64] = 12


class Tour:
    """The altars, how far everything is from each, and how many must still be broken."""

    def __init__(self, game: Dungeon) -> None:
        self.altars: Final = cells_of(game.altars)
        self.far: Final[list[list[int]]] = [distances(game, cell) for cell in self.altars]
        self.home: Final = distances(game, LAIR)
        self.need: Final[i64] = min(len(self.altars), len(game.boss_mat().altars) - game.covered)

    def length(self, cell: i64, altars: i64, need: i64) -> i64:
        """The Boss's way from a room through so many of these altars and home."""
        if need <= 0:
            return self.home[cell]
        least: i64 = FAR * 10
        for place in range(len(self.altars)):
            altar = self.altars[place]
            if altars >> altar & 1:
                way = self.far[place][cell] + self.length(altar, altars & ~(ONE << altar), need - 1)
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
                    way = self.far[place][cell] + self.length(altar, altars & ~(ONE << altar), need - 1)
                    if way < least:
                        best = altar
                        least = way
            found.append(best)
            cell = best
            altars &= ~(ONE << best)
            need -= 1
        found.append(LAIR)
        return found

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
    if game.boss_at == LAIR and hero.at == LAIR and boss_room(game) > 0:
        return fight(outlook, options)
    tour = Tour(game)
    led = game.boss_at == LAIR and (tour.need == 0 or boss_room(game) > 0)
    if tour.need > 0 or game.boss_at != LAIR:
        lead = lead_boss(outlook, tour, options)
        if lead is not None:
            return lead
    post = post_of(outlook, tour)
    if led and tour.home[hero.at] <= game.speed_left and game.heroic_left > 0:
        post = LAIR
    return go_to_post(outlook, options, post)


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


def lead_boss(outlook: Outlook, tour: Tour, options: Options) -> Option | None:
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
    if most <= 0:
        return None
    if best == hero.at:
        return TAUNT
    return GO[roam.first_step(game, best)]


def post_of(outlook: Outlook, tour: Tour) -> i64:
    """Where this hero should be: each stop of the tour has the nearest hero who is still free."""
    game = outlook.game
    stops = tour.stops(game.boss_at, game.altars, tour.need)
    free = list(range(len(game.heroes)))
    for stop in stops:
        far = tour.home if stop == LAIR else tour.far[tour.altars.index(stop)]
        nearest: i64 = -1
        for number in free:
            if nearest < 0 or far[game.heroes[number].at] < far[game.heroes[nearest].at]:
                nearest = number
        if nearest == outlook.number or nearest < 0:
            return stop
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
