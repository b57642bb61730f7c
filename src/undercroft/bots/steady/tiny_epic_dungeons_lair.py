"""Act 2 of Tiny Epic Dungeons: lead the Boss from altar to altar, then fight it in its Lair."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_attacks import BOW, HAND, attack_worth, attacks_of, spell_means
from undercroft.bots.steady.tiny_epic_dungeons_tour import Tour, lead_boss, post_of
from undercroft.bots.steady.tiny_epic_dungeons_turn import Plan, free_action, pull_to_fights, settle, weigh_actions
from undercroft.bots.steady.tiny_epic_dungeons_ways import Roam, armed_traps, edges, foes_in, rings_around
from undercroft.bots.steady.tiny_epic_dungeons_worth import NEVER, Outlook, enemy_actions
from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option, Options
from undercroft.games.tiny_epic_dungeons.combat import CANTRIP, spell_in
from undercroft.games.tiny_epic_dungeons.effects import boss_room
from undercroft.games.tiny_epic_dungeons.geometry import FAR, cells_of, distance, within
from undercroft.games.tiny_epic_dungeons.pieces import EXTRA_HEROIC, STEP, Effects
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET, LAIR, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    END_TURN,
    GO_TO_SPACE,
    LEAVE_LAIR,
    OPEN_LAIR,
    PLACES,
    USE,
)

POST: Final[i64] = 1500  # to be where the Boss is to be led
POST_STEP: Final[i64] = 80
EARLY: Final[i64] = 12  # light that is left when the party should be at its posts, and for each hero 2 more
LATE: Final[i64] = 2  # and when the Lair must be opened, besides a turn for everybody
LEAP: Final[i64] = 1  # steps beyond one's reach that a leap is worth
HUNT: Final[i64] = 2  # rounds before the fifth Goblin in which somebody goes for the others
FEW: Final[i64] = 1  # as many Goblins may be left then
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


def fear_boss(outlook: Outlook, roam: Roam) -> None:
    """It is less good to be where the Boss will strike before one's next turn."""
    game = outlook.game
    figures = game.content.figures
    blows = enemy_actions(game, len(game.heroes))
    if blows == 0:
        return
    cost = blows * figures.boss_action_damage * outlook.health
    for cell in cells_of(roam.cells & within(game, game.boss_at, figures.boss_action_range)):
        roam.place[cell] -= cost


def leaping(outlook: Outlook, options: Options) -> Option | None:
    """A power that takes the hero to any room and leaves it a Heroic Action."""
    for option in options:
        if option.family == USE[0].family:
            power = outlook.game.power(outlook.hero, option.number - 1)
            if power is not None and has(power.effects, STEP) and has(power.effects, EXTRA_HEROIC):
                return option
    return None


def has(effects: Effects, do: i64) -> bool:
    """Whether effects do something."""
    return any(effect.do == do for effect in effects)


def leap_to(game: Dungeon, options: Options) -> Option:
    """Where to leap: to one's post, or in Act 1 to a quiet room where cards lie facedown."""
    outlook = Outlook(game, game.active)
    goals: list[int] = []
    if game.door >= 0 and (game.act == 2 or game.seals == len(game.heroes)):
        post = post_of(outlook, Tour(game))
        goals.append(game.door if post == LAIR else post)
    else:
        goals.extend(edges(game)[1])
    foes = foes_in(game) | armed_traps(game)
    for goal in goals:
        if PLACES[goal] in options and not foes >> goal & 1:
            return PLACES[goal]
    for goal in goals:
        if PLACES[goal] in options:
            return PLACES[goal]
    return options[0]


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
    leap = leaping(outlook, options)
    if leap is not None and distance(game, hero.at, post) > game.speed_left + LEAP:
        return leap
    roam = Roam(outlook, game.speed_left)
    roam.pull(game, post, POST, POST_STEP)
    fear_boss(outlook, roam)
    plan = Plan()
    weigh_actions(outlook, roam, plan, attacks_of(outlook), options)
    return settle(outlook, plan, options)


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
    worth = max(attack_worth(outlook, BOSS_TARGET, HAND, space), attack_worth(outlook, BOSS_TARGET, BOW, space))
    for slot in range(CANTRIP + 1):
        spell = spell_in(game, hero, slot)
        if spell is not None and spell.attack and hero.focus >= spell.cost_focus:
            worth = max(worth, attack_worth(outlook, BOSS_TARGET, spell_means(spell), space))
    return worth
