"""A turn in Act 1 of Tiny Epic Dungeons: where to go, what to turn faceup, whom to fight, when to rest."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_answers import freedom
from undercroft.bots.steady.tiny_epic_dungeons_attacks import Attack, attacks_of
from undercroft.bots.steady.tiny_epic_dungeons_ways import Roam, edges, rings_around
from undercroft.bots.steady.tiny_epic_dungeons_worth import (
    LIGHT,
    NEVER,
    Outlook,
    blast,
    check_worth,
    disarm_worth,
    effect_worth,
    search_worth,
)
from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option, Options
from undercroft.games.tiny_epic_dungeons.geometry import cells_of, in_reach
from undercroft.games.tiny_epic_dungeons.pieces import (
    DAMAGE,
    ENCOUNTER_CARD,
    FREE,
    GOBLIN_DANGER,
    HEALTH,
    ON_CAST,
    PUSH,
    REVEAL,
    STEP,
    TO_ENEMIES,
    TO_HEROES,
    TO_TARGET,
    TORCH,
    TRAP_DANGER,
    Effects,
)
from undercroft.games.tiny_epic_dungeons.state import FIRST_MINION, GOBLINS, Dungeon
from undercroft.games.tiny_epic_dungeons.torch import torch_top
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    CAST,
    DISARM,
    END_TURN,
    EXPLORE,
    GO,
    RESEARCH,
    REST,
    SEARCH,
    USE,
)

USING: Final = USE[0].family
CASTING: Final = CAST[0].family
NEW_ROOM: Final[i64] = 45  # a card turned faceup
FREEDOM: Final[i64] = 2  # for the space around it
ENCOUNTER_HOPE: Final[i64] = 37  # and more, where an Encounter may lie
DOOR_HOPE: Final[i64] = 49
ENCOUNTER: Final[i64] = 135  # a room whose Minion waits for somebody to enter
FRONT: Final[i64] = 71  # to be where cards lie facedown
FRONT_STEP: Final[i64] = 6
FIGHT_STEP: Final[i64] = 10


class Plan:
    """The best that was found so far: what to do for it now."""

    def __init__(self) -> None:
        self.option: Option = END_TURN
        self.worth: i64 = NEVER
        self.goal: Option = END_TURN  # the action at the end of the way

    def weigh(self, worth: i64, option: Option, goal: Option) -> None:
        """Take this instead if it is better."""
        if worth > self.worth:
            self.worth = worth
            self.option = option
            self.goal = goal


def act_one(outlook: Outlook, options: Options) -> Option:
    """What to do now in Act 1."""
    game = outlook.game
    free = free_action(outlook, options)
    if free is not None:
        return free
    roam = Roam(outlook, game.speed_left)
    attacks = attacks_of(outlook)
    pull_to_fights(outlook, roam, attacks)
    plan = Plan()
    explore(outlook, roam, plan)
    weigh_actions(outlook, roam, plan, attacks, options)
    return settle(outlook, plan, options)


def settle(outlook: Outlook, plan: Plan, options: Options) -> Option:
    """The plan's next step; Research comes before a Rest that would give more Focus than there is room for."""
    if plan.goal is REST and plan.option is REST and RESEARCH in options and worth_research(outlook):
        return RESEARCH
    return plan.option if plan.option in options else END_TURN


def worth_research(outlook: Outlook) -> bool:
    """Whether a Rest would pay for a Spell."""
    hero = outlook.hero
    figures = outlook.game.content.figures
    price = max(1, figures.research_cost + hero.research_less)
    overflow = hero.focus + figures.rest_focus - hero.max_focus
    return overflow >= price - 1 and len(hero.spells) < 2 and hero.mat.skills[2] >= 2


# ---- fights and places ----------------------------------------------------------------------------------------------


def pull_to_fights(outlook: Outlook, roam: Roam, attacks: list[Attack]) -> None:
    """It is good to be near where one will attack next."""
    game = outlook.game
    for attack in attacks:
        if attack.worth > 0 and attack.target >= FIRST_MINION:
            roam.pull_rings(rings_around(game, attack.cells & game.rooms), attack.worth * 7 // 10, FIGHT_STEP)
        elif attack.worth > 0 and (outlook.crowd >= 2 or outlook.fifth <= 3 * len(game.heroes)):
            roam.pull_rings(rings_around(game, attack.cells & game.rooms), attack.worth * 6 // 10, FIGHT_STEP)


def weigh_actions(outlook: Outlook, roam: Roam, plan: Plan, attacks: list[Attack], options: Options) -> None:
    """Weigh all Heroic Actions, each from the best room for it, or just to be somewhere."""
    game = outlook.game
    anywhere = roam.best_cell(roam.cells)
    weigh_at(outlook, roam, plan, anywhere, 0, END_TURN)
    if game.heroic_left < 1:
        return
    weigh_at(outlook, roam, plan, anywhere, outlook.rest(), REST)
    for attack in attacks:
        weigh_at(outlook, roam, plan, roam.best_cell(attack.cells), attack.worth, attack.option)
    for cell in cells_of(roam.cells & game.rooms):
        if roam.foes >> cell & 1:
            continue
        card = game.card_at(cell)
        if card.search is not None:
            weigh_at(outlook, roam, plan, cell, search_worth(outlook, cell), SEARCH)
        if card.danger == TRAP_DANGER and not game.disarmed >> cell & 1:
            weigh_at(outlook, roam, plan, cell, disarm_worth(outlook, cell), DISARM)
    for option in options:
        if option.family == CASTING or option.family == USING:
            weigh_at(outlook, roam, plan, roam.here, special_worth(outlook, option), option)


def weigh_at(outlook: Outlook, roam: Roam, plan: Plan, cell: i64, worth: i64, action: Option) -> None:
    """Weigh an action in some room, and the way there."""
    if cell < 0 or worth < -500:
        return
    total = worth + roam.place[cell] - roam.risk[cell]
    if total > plan.worth:
        option = action if cell == roam.here else GO[roam.first_step(outlook.game, cell)]
        plan.weigh(total, option, action)


# ---- exploring ------------------------------------------------------------------------------------------------------


def explore(outlook: Outlook, roam: Roam, plan: Plan) -> None:
    """Weigh every facedown card in reach, and pull towards those that are not."""
    game = outlook.game
    waiting = waiting_encounters(game)
    if waiting:
        roam.pull_rings(rings_around(game, waiting), ENCOUNTER, FRONT_STEP)
    cells, rooms = edges(game)
    if not cells:
        return
    front: i64 = 0
    for room in rooms:
        front |= bit(room)
    most: i64 = 0
    worths: list[int] = []
    goblins = goblin_share(game)
    for cell in cells:
        worth = reveal_worth(outlook, cell, goblins)
        worths.append(worth)
        most = max(most, worth)
    if most <= 0:
        return
    roam.pull_rings(rings_around(game, front), FRONT, FRONT_STEP)
    after: i64 = max(20, outlook.rest()) if game.heroic_left > 0 else 0
    for place in range(len(cells)):
        room = rooms[place]
        if not roam.cells >> room & 1 or (roam.foes >> room & 1 and room != roam.here):
            continue
        steps = roam.steps_to(room)
        if not game.moving or steps >= game.speed_left or worths[place] <= 0:
            continue
        worth = worths[place] + after + FRONT - roam.risk[room] - 3 * steps
        if worth > plan.worth:
            step = EXPLORE[cells[place]] if room == roam.here else GO[roam.first_step(game, room)]
            plan.weigh(worth, step, EXPLORE[cells[place]])


def waiting_encounters(game: Dungeon) -> i64:
    """Encounters that lie faceup but have not been entered."""
    found: i64 = 0
    for cell in cells_of(game.rooms & ~game.met):
        if game.card_at(cell).type == ENCOUNTER_CARD:
            found |= bit(cell)
    return found


def goblin_share(game: Dungeon) -> i64:
    """How many in a hundred of the Rooms that nobody has seen hide a Goblin."""
    if not game.unseen_rooms:
        return 0
    goblins: i64 = 0
    for card in game.unseen_rooms:
        if game.content.dungeon[card].danger == GOBLIN_DANGER:
            goblins += 1
    return goblins * 100 // len(game.unseen_rooms)


def reveal_worth(outlook: Outlook, cell: i64, goblins: i64) -> i64:
    """What it brings to enter a facedown card."""
    game = outlook.game
    source = game.facedown[cell]
    worth: i64 = NEW_ROOM + FREEDOM * freedom(game, cell)
    if source == 1 and ENCOUNTER_CARD in game.unseen_in_b:
        worth += ENCOUNTER_HOPE
    elif source == 2:
        worth += DOOR_HOPE if game.door < 0 else -30
    if ENCOUNTER_CARD not in game.unseen_in_b and game.door >= 0:
        return 0
    if goblins > 0 and game.goblin_count() >= GOBLINS:
        return NEVER
    if outlook.crowd >= GOBLINS - 1:
        worth -= 3 * goblins
    return worth


# ---- powers and Spells ----------------------------------------------------------------------------------------------


def free_action(outlook: Outlook, options: Options) -> Option | None:
    """A Free Action of the hero's own cards that is worth its price."""
    game = outlook.game
    for option in options:
        if option.family != USING:
            continue
        power = game.power(outlook.hero, option.number - 1)
        if power is None or power.when != FREE:
            continue
        worth = aimed_worth(outlook, power.effects, power.range, power.n)
        if worth > power.cost_focus * outlook.focus + (30 if power.discard else 0):
            return option
    return None


def special_worth(outlook: Outlook, option: Option) -> i64:
    """What a Spell that is cast, or a power as Heroic Action, brings."""
    game = outlook.game
    hero = outlook.hero
    if option.family == CASTING:
        spell = game.content.spells[hero.spells[option.number - 1]]
        if hero.focus < spell.cost_focus:
            return NEVER
        success = aimed_worth(outlook, spell.effects, spell.range, spell.n) - spell.cost_focus * outlook.focus
        return check_worth(outlook, ON_CAST, spell.skill, spell.target, success, spell.cost_focus)
    power = game.power(hero, option.number - 1)
    if power is None or power.when == FREE:
        return NEVER
    return aimed_worth(outlook, power.effects, power.range, power.n) - power.cost_focus * outlook.focus - 20


def aimed_worth(outlook: Outlook, effects: Effects, range_: i64, n: i64) -> i64:
    """What effects bring if they are aimed well."""
    game = outlook.game
    hero = outlook.hero
    worth: i64 = 0
    for effect in effects:
        if effect.do == HEALTH and effect.by > 0 and effect.to in (TO_TARGET, TO_HEROES):
            area = (
                in_reach(game, hero.at, range_, n)
                if effect.to == TO_TARGET
                else in_reach(game, hero.at, 4, effect.within)
            )
            worth += healing(outlook, effect.by, area, effect.to == TO_HEROES)
        elif effect.do == TORCH:
            spare = torch_top(game) - game.torch
            if spare >= effect.by and (game.act == 2 or game.torch <= 6):
                worth += LIGHT * effect.by
        elif effect.do == DAMAGE:
            area = (
                in_reach(game, hero.at, 4, effect.within)
                if effect.to == TO_ENEMIES
                else in_reach(game, hero.at, range_, n)
            )
            worth += blast(outlook, effect.by, area, effect.to == TO_ENEMIES)
        elif effect.do == REVEAL:
            if game.seals < len(game.heroes) or game.door < 0:
                worth += effect_worth(outlook, effect.do, effect.by, effect.to, effect.within)
        elif effect.do not in (STEP, PUSH):
            worth += effect_worth(outlook, effect.do, effect.by, effect.to, effect.within)
    return worth


def healing(outlook: Outlook, by: i64, area: i64, everybody: bool) -> i64:
    """What it brings to heal the neediest hero in an area, or everybody there."""
    worth: i64 = 0
    for hero in outlook.game.heroes:
        if area >> hero.at & 1:
            gains = min(by, hero.max_health - hero.health) * outlook.health + (60 if hero.health == 0 else 0)
            worth = worth + gains if everybody else max(worth, gains)
    return worth
