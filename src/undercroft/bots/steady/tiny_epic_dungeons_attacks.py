"""Attacks in Tiny Epic Dungeons: what each is worth, from where it can be made, and what the answer to it costs."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_odds import WHOLE
from undercroft.bots.steady.tiny_epic_dungeons_worth import (
    KILL,
    LIGHT,
    NEVER,
    POINT,
    VICTORY,
    Outlook,
    goblin_worth,
)
from undercroft.core.vocabulary import Option
from undercroft.games.tiny_epic_dungeons.checks import MOST_DICE
from undercroft.games.tiny_epic_dungeons.combat import CANTRIP, counter_of, defense_against, special_of, spell_in
from undercroft.games.tiny_epic_dungeons.effects import boss_room, can_hurt_boss
from undercroft.games.tiny_epic_dungeons.geometry import in_reach
from undercroft.games.tiny_epic_dungeons.pieces import (
    AGILITY,
    DEFENSE,
    DICE,
    ENEMY_TORCH,
    LINE_OF_SIGHT,
    ON_ATTACK,
    ON_MELEE,
    ON_MISSILE,
    ON_SPELL,
    ON_STRENGTH,
    RESULT,
    SAME_ROOM,
    SHIELD,
    STRENGTH,
    Spell,
)
from undercroft.games.tiny_epic_dungeons.powers import ready_power
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET, FIRST_MINION, LAIR
from undercroft.games.tiny_epic_dungeons.vocabulary import MELEE, MISSILE, SOURCES, STRIKE, SWEEP

MOST_FOR_A_POINT: Final[i64] = 900  # even for the Goblin that would make them too many
FAR_FROM_DEAD: Final[i64] = 8  # with so much Health one attack does not kill
MOST_DEFENSE: Final[i64] = 7  # beyond it the Enemy Die does no more harm


class Means:
    """What an attack is made with: its kind, the Skill, what is added to the result, and the Focus that it costs."""

    def __init__(self, kind: i64, skill: i64, extra: i64, cost: i64) -> None:
        self.kind: Final = kind
        self.skill: Final = skill
        self.extra: Final = extra
        self.cost: Final = cost


HAND: Final = Means(ON_MELEE, STRENGTH, 0, 0)
BOW: Final = Means(ON_MISSILE, AGILITY, 0, 0)


def spell_means(spell: Spell) -> Means:
    """A Spell Attack."""
    return Means(ON_SPELL, spell.skill, spell.result, spell.cost_focus)


class Attack:
    """One attack on one enemy: what it is worth, and the cells that it can be made from, as bits."""

    def __init__(self, option: Option, target: i64, worth: i64, cells: i64) -> None:
        self.option: Final = option
        self.target: Final = target
        self.worth: Final = worth
        self.cells: Final = cells


def attacks_of(outlook: Outlook) -> list[Attack]:
    """Every attack on every enemy, wherever the hero would have to go for it."""
    game = outlook.game
    hero = outlook.hero
    found: list[Attack] = []
    for target in range(BOSS_TARGET + 1):
        at = game.enemy_at(target)
        if at < 0 or (target == BOSS_TARGET and at == LAIR and hero.space == 0):
            continue
        if target == BOSS_TARGET and not can_hurt_boss(game, hero):
            continue
        space = hero.space
        worth = attack_worth(outlook, target, HAND, space)
        found.append(Attack(MELEE[target], target, worth, in_reach(game, at, SAME_ROOM, 0)))
        worth = attack_worth(outlook, target, BOW, space)
        found.append(Attack(MISSILE[target], target, worth, in_reach(game, at, LINE_OF_SIGHT, 0)))
        for slot in range(CANTRIP + 1):
            spell = spell_in(game, hero, slot)
            if spell is None or not spell.attack or hero.focus < spell.cost_focus:
                continue
            worth = attack_worth(outlook, target, spell_means(spell), space)
            cells = in_reach(game, at, spell.range, spell.n)
            option = SWEEP[slot] if spell.all_enemies else STRIKE[slot][target]
            found.append(Attack(option, target, worth, cells))
    return found


class Prize:
    """What a result may win: from where on it does something, how much more helps, and what that is worth."""

    def __init__(self, need: i64) -> None:
        self.need: i64 = need
        self.cap: i64 = 1
        self.point: i64 = POINT
        self.kill: i64 = 0

    def brings(self, result: i64) -> i64:
        """What a result is worth, bonuses aside."""
        harm = min(self.cap, result - self.need + 1)
        if harm <= 0:
            return 0
        return harm * self.point + (self.kill if harm == self.cap else 0)


def enemy_prize(outlook: Outlook, target: i64, need: i64) -> Prize:
    """What an attack may win from one enemy."""
    game = outlook.game
    prize = Prize(need)
    if target == BOSS_TARGET:
        prize.cap = boss_room(game)
        if prize.cap == sum(game.markers):
            prize.kill = VICTORY
    elif target < FIRST_MINION:
        prize.point = goblin_worth(outlook, target)
    else:
        prize.cap = game.minion_health[target - FIRST_MINION]
        prize.kill = KILL
    return prize


def attack_worth(outlook: Outlook, target: i64, means: Means, space: i64) -> i64:
    """What an attack from a Hero Space, or from the dungeon, brings on average, less what it costs."""
    game = outlook.game
    hero = outlook.hero
    kind = means.kind
    skill = means.skill
    dice: i64 = hero.mat.skills[skill] + hero.dice[kind] + hero.dice[ON_STRENGTH + skill]
    bonus: i64 = means.extra + hero.results[kind] + hero.results[ON_STRENGTH + skill]
    defense = hero.defense
    if space > 0:
        for effect in game.boss_mat().spaces[space - 1]:
            if effect.do == DEFENSE:
                defense += effect.by
            elif effect.on == kind or effect.on == ON_STRENGTH + skill:
                if effect.do == DICE:
                    dice += effect.by
                elif effect.do == RESULT:
                    bonus += effect.by
    if target != BOSS_TARGET:
        dice += special_of(game, kind, target, DICE)
        bonus += special_of(game, kind, target, RESULT)
    prize = enemy_prize(outlook, target, defense_against(game, kind, target, True) + 1 - bonus)
    if prize.cap == 0:
        return NEVER
    prize.point = min(MOST_FOR_A_POINT, prize.point)
    dice = max(1, min(MOST_DICE, dice))
    worth = weigh(outlook, dice, prize, means)
    last = prize.need + prize.cap - 1
    killed = outlook.odds.chance(dice, last, outlook.changes(means.cost)) if prize.cap < FAR_FROM_DEAD else 0
    worth -= means.cost * outlook.focus * outlook.odds.chance(dice, prize.need, 1) // WHOLE
    answer = counter_cost(outlook, counter_of(game, target)[kind], min(defense, MOST_DEFENSE))
    return worth - answer * (WHOLE - killed) // WHOLE


def weigh(outlook: Outlook, dice: i64, prize: Prize, means: Means) -> i64:
    """What the dice bring, with Focus spent where it pays, on dice or on a power of the hero's own."""
    price = outlook.change * outlook.focus
    cap, point, kill = prize.cap, prize.point, prize.kill
    worth = outlook.odds.worth(dice, prize.need, cap, point, kill, outlook.changes(means.cost), price)
    for source in range(SOURCES):
        power = ready_power(outlook.game, outlook.hero, source, ON_ATTACK)
        if power is None or outlook.hero.focus < power.cost_focus + means.cost:
            continue
        for effect in power.effects:
            if effect.do == RESULT and effect.on == means.kind:
                changes = outlook.changes(means.cost + power.cost_focus)
                other = outlook.odds.worth(dice, prize.need - effect.by, cap, point, kill, changes, price)
                worth = max(worth, other - power.cost_focus * outlook.focus)
    return worth


def counter_cost(outlook: Outlook, modifier: i64, defense: i64) -> i64:
    """What a Counter-Attack costs on average."""
    health = outlook.hero.health
    lost: i64 = 0
    for face in outlook.game.content.enemy_die:
        if face == ENEMY_TORCH:
            lost += LIGHT
        elif face == SHIELD:
            lost += max(0, min(modifier, health)) * outlook.health
        else:
            lost += max(0, min(face + modifier - defense, health)) * outlook.health
    return lost // len(outlook.game.content.enemy_die)
