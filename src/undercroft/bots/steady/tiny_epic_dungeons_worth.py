"""What things are worth in Tiny Epic Dungeons, in hundredths of a point of damage to a Minion or the Boss."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_odds import Odds, odds_for
from undercroft.core.bits import bit
from undercroft.games.tiny_epic_dungeons.checks import price_of_change
from undercroft.games.tiny_epic_dungeons.exploring import facedown_beside
from undercroft.games.tiny_epic_dungeons.geometry import in_reach
from undercroft.games.tiny_epic_dungeons.pieces import (
    DAMAGE,
    ENEMIES_ACT,
    FOCUS,
    GOBLIN,
    HEALTH,
    LOOT,
    ON_REST,
    ON_SEARCH,
    ON_STRENGTH,
    REVEAL,
    SPELL,
    TO_HEROES,
    TORCH,
    WITHIN,
    Effects,
)
from undercroft.games.tiny_epic_dungeons.powers import ready_power
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET, FIRST_MINION, GOBLINS, LAIR, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.torch import torch_top, track_of
from undercroft.games.tiny_epic_dungeons.vocabulary import SOURCES

POINT: Final[i64] = 100  # a point of damage to a Minion or the Boss
KILL: Final[i64] = 175  # a Minion's last point, on top: two cards, light and peace
VICTORY: Final[i64] = 2000
FOCUS_WORTH: Final[i64] = 24
HEALTH_WORTH: Final[i64] = 12
LAIR_HEALTH: Final[i64] = 15  # in Act 2
HEALTH_EACH: Final[i64] = 4  # and more for each hero
FALLING: Final[i64] = 22  # to fall in one's own turn ends it
LIGHT: Final[i64] = 97  # a space of the Torch
LOOT_WORTH: Final[i64] = 68  # a card for an empty slot
SPELL_WORTH: Final[i64] = 65
GOBLIN_WORTH: Final[i64] = 38  # a Goblin dead, and more the more there are
CROWD: Final[i64] = 40
TOO_MANY: Final[i64] = 50  # for each that the track will bring beyond four
HARM_AHEAD: Final[i64] = 5  # enemy actions that one thinks ahead
NEARLY_OUT: Final[i64] = 6
EMERGENCY: Final[i64] = 680  # the fifth would come within a round; half as much a round earlier
NEVER: Final[i64] = -1_000_000


class Outlook:
    """What a moment looks like to the hero who decides, and what its means are worth to it."""

    def __init__(self, game: Dungeon, number: i64) -> None:
        hero = game.heroes[number]
        self.game: Final = game
        self.number: Final = number
        self.hero: Final = hero
        self.odds: Final[Odds] = odds_for(game.content)
        self.turns_left: Final = turns_left(game)
        self.focus: Final[i64] = worth_of_focus(game, self.turns_left)
        self.health: Final[i64] = worth_of_health(game, self.turns_left)
        self.change: Final[i64] = price_of_change(game, hero)  # Focus for a change of a die
        self.crowd: Final[i64] = game.goblin_count()
        self.actions: Final[i64] = enemy_actions(game, game.torch)
        self.fifth: Final[i64] = spaces_to_fifth(game)
        self.surplus: Final[i64] = surplus(game) if game.act == 2 else 0

    def changes(self, reserve: i64) -> i64:
        """How many changes of dice the hero can pay for."""
        return max(0, self.hero.focus - reserve) // self.change

    def rest(self) -> i64:
        """What a Rest brings."""
        hero = self.hero
        figures = self.game.content.figures
        health: i64 = min(figures.rest_health, hero.max_health - hero.health)
        focus: i64 = min(figures.rest_focus, hero.max_focus - hero.focus)
        worth = health * self.health + focus * self.focus
        for source in range(SOURCES):
            power = ready_power(self.game, hero, source, ON_REST)
            if power is not None:
                worth += effects_worth(self, power.effects) // 2
        return worth


def turns_left(game: Dungeon) -> i64:
    """How many more turns this hero has before the light is out, this one included."""
    count = len(game.heroes)
    return (game.torch + count - 1) // count


def worth_of_focus(game: Dungeon, left: i64) -> i64:
    """Focus is for fights to come; in the last turn it is worth nothing."""
    if game.act == 2 and left <= 2:
        return FOCUS_WORTH // 2 if left == 2 else 1
    return FOCUS_WORTH


def worth_of_health(game: Dungeon, left: i64) -> i64:
    """Health is time to fight: more so in Act 2, where the Boss strikes everybody again and again."""
    if game.act != 2:
        return HEALTH_WORTH
    return LAIR_HEALTH + HEALTH_EACH * len(game.heroes) if left > 1 else 2


def enemy_actions(game: Dungeon, spaces: i64) -> i64:
    """How often enemies will act while the Torch moves so many spaces."""
    count: i64 = 0
    track = track_of(game)
    for space in range(max(1, game.torch - spaces), game.torch):
        if track.enemies[space]:
            count += 1
    return count


def spaces_to_fifth(game: Dungeon) -> i64:
    """How many spaces the Torch moves until there are five Goblins, if nobody kills one."""
    count = game.goblin_count()
    track = track_of(game)
    for space in range(game.torch - 1, 0, -1):
        if track.goblin[space]:
            count += 1
            if count > GOBLINS:
                return game.torch - space
    return 99


def surplus(game: Dungeon) -> i64:
    """How many Goblins the track will bring beyond four, if nobody kills one before the light is nearly out."""
    count = game.goblin_count() - GOBLINS
    track = track_of(game)
    for space in range(NEARLY_OUT, game.torch):
        if track.goblin[space]:
            count += 1
    return max(0, count)


def goblin_worth(outlook: Outlook, target: i64) -> i64:
    """What it brings to kill a Goblin."""
    game = outlook.game
    worth: i64 = GOBLIN_WORTH + CROWD * max(0, outlook.crowd - 1) + TOO_MANY * outlook.surplus
    card = game.content.goblins[game.goblins[target]]
    worth += outlook.health * card.damage * min(outlook.actions, HARM_AHEAD)
    rounds = outlook.fifth // len(game.heroes)
    if rounds < 3:
        worth += EMERGENCY // bit(rounds)
    most: i64 = 0
    for reward in card.rewards:
        most = max(most, effects_worth(outlook, reward))
    return worth + most


# ---- effects --------------------------------------------------------------------------------------------------------


def effects_worth(outlook: Outlook, effects: Effects) -> i64:
    """What effects bring to the hero who causes them."""
    worth: i64 = 0
    for effect in effects:
        worth += effect_worth(outlook, effect.do, effect.by, effect.to, effect.within)
    return worth


def effect_worth(outlook: Outlook, do: i64, by: i64, to: i64, within: i64) -> i64:
    """What one effect brings."""
    game = outlook.game
    hero = outlook.hero
    if do == HEALTH:
        if to == TO_HEROES:
            worth: i64 = 0
            for other in game.heroes:
                if other.at == hero.at:
                    worth += outlook.health * gain(by, other.health, other.max_health)
            return worth
        return outlook.health * gain(by, hero.health, hero.max_health)
    if do == FOCUS:
        return outlook.focus * gain(by, hero.focus, hero.max_focus)
    if do == LOOT:
        return by * loot_hope(outlook)
    if do == SPELL:
        return by * spell_hope(outlook)
    if do == TORCH:
        return LIGHT * gain(by, game.torch, torch_top(game))
    if do == REVEAL:
        return 15 * min(by, len(facedown_beside(game, hero.at)))
    if do == GOBLIN:
        return NEVER if game.goblin_count() == GOBLINS else -GOBLIN_WORTH - CROWD * outlook.crowd
    if do == ENEMIES_ACT:
        return -20 * (1 + game.goblin_count())
    if do == DAMAGE:
        return blast(outlook, by, in_reach(game, hero.at, WITHIN, within), True)
    return 0


def blast(outlook: Outlook, by: i64, area: i64, everybody: bool) -> i64:
    """What damage without a roll brings against the best target in an area, or all there."""
    game = outlook.game
    worth: i64 = 0
    for target in range(BOSS_TARGET):
        at = game.enemy_at(target)
        if at < 0 or at == LAIR or not area >> at & 1:
            continue
        if target < FIRST_MINION:
            gains = goblin_worth(outlook, target)
        else:
            gains = POINT * min(by, game.minion_health[target - FIRST_MINION])
        worth = worth + gains if everybody else max(worth, gains)
    return worth


def gain(by: i64, now: i64, most: i64) -> i64:
    """What is really gained or lost."""
    return min(by, most - now) if by > 0 else -min(-by, now)


def loot_hope(outlook: Outlook) -> i64:
    """What a Loot yet unseen is worth: less the more is carried already."""
    free: i64 = 0
    for card in outlook.hero.loot:
        if card == -1:
            free += 1
    return LOOT_WORTH * (1 + free) // 5 + 10


def spell_hope(outlook: Outlook) -> i64:
    """What a Spell yet unseen is worth."""
    hero = outlook.hero
    clever: i64 = hero.mat.skills[2]
    return SPELL_WORTH * clever * (3 - len(hero.spells)) // 9


# ---- checks ---------------------------------------------------------------------------------------------------------


def dice_for(hero: Hero, kind: i64, skill: i64) -> i64:
    """How many dice a check is rolled with, away from Hero Spaces."""
    return max(1, min(3, hero.mat.skills[skill] + hero.dice[kind] + hero.dice[ON_STRENGTH + skill]))


def bonus_for(hero: Hero, kind: i64, skill: i64) -> i64:
    """What is added to its result."""
    return hero.results[kind] + hero.results[ON_STRENGTH + skill]


def check_worth(outlook: Outlook, kind: i64, skill: i64, target: i64, success: i64, reserve: i64) -> i64:
    """What a check is worth whose success brings so much; any Skill means the best."""
    if success <= 0:
        return 0
    if skill == 3:
        return max(
            check_worth(outlook, kind, 0, target, success, reserve),
            check_worth(outlook, kind, 1, target, success, reserve),
            check_worth(outlook, kind, 2, target, success, reserve),
        )
    hero = outlook.hero
    need = target - bonus_for(hero, kind, skill)
    dice = dice_for(hero, kind, skill)
    price = outlook.change * outlook.focus
    return outlook.odds.worth(dice, need, 1, min(success, 1000), 0, outlook.changes(reserve), price)


def check_chance(outlook: Outlook, kind: i64, skill: i64, target: i64, changes: i64) -> i64:
    """How likely a check succeeds, in thousandths."""
    hero = outlook.hero
    if skill == 3:
        return max(
            check_chance(outlook, kind, 0, target, changes),
            check_chance(outlook, kind, 1, target, changes),
            check_chance(outlook, kind, 2, target, changes),
        )
    return outlook.odds.chance(dice_for(hero, kind, skill), target - bonus_for(hero, kind, skill), changes)


def search_worth(outlook: Outlook, cell: i64) -> i64:
    """What it is worth to search a room."""
    search = outlook.game.card_at(cell).search
    if search is None or (search.once and outlook.game.searched >> cell & 1):
        return NEVER
    if outlook.hero.focus < search.cost_focus:
        return NEVER
    success = effects_worth(outlook, search.success) - search.cost_focus * outlook.focus
    failure = effects_worth(outlook, search.failure)
    changes = outlook.changes(search.cost_focus)
    worth = check_worth(outlook, ON_SEARCH, search.skill, search.target, success, search.cost_focus)
    fails = 1000 - check_chance(outlook, ON_SEARCH, search.skill, search.target, changes)
    return worth + failure * fails // 1000


def trap_cost(outlook: Outlook, cell: i64) -> i64:
    """What it costs to walk into an armed trap."""
    trap = outlook.game.card_at(cell).trap
    if trap is None:
        return 0
    fails = 1000 - check_chance(outlook, 6, trap.evade_skill, trap.evade_target, outlook.changes(0) // 2)
    cost = trap.damage * outlook.health
    if trap.damage >= outlook.hero.health:
        cost += FALLING * 4
    return cost * fails // 1000 + 4


def disarm_worth(outlook: Outlook, cell: i64) -> i64:
    """What it is worth to try and disarm a trap."""
    trap = outlook.game.card_at(cell).trap
    if trap is None:
        return NEVER
    brings = max(loot_hope(outlook), spell_hope(outlook)) + 10
    return check_worth(outlook, 8, trap.disarm_skill, trap.disarm_target, brings, 0)
