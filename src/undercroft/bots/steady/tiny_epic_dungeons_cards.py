"""Loot, Spells and rewards in Tiny Epic Dungeons: what each is worth to whom, and what to keep."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.bots.steady.tiny_epic_dungeons_worth import (
    NEVER,
    Outlook,
    bonus_for,
    dice_for,
    effects_worth,
    loot_hope,
    spell_hope,
)
from undercroft.core.vocabulary import Option, Options
from undercroft.games.tiny_epic_dungeons.pieces import (
    DEFENSE,
    DICE,
    HEALTH,
    MAX_FOCUS,
    MAX_HEALTH,
    ON_STRENGTH,
    RESULT,
    REVEAL,
    SPEED,
    TO_HEROES,
    TORCH,
)
from undercroft.games.tiny_epic_dungeons.state import Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.vocabulary import DECLINE, GAIN_LOOT, GAIN_SPELL, KEEP, NEITHER, SWAP_HANDS


def main_attack(outlook: Outlook, hero: Hero) -> i64:
    """The kind of attack that a hero is best at: melee 0, missile 1, spell 2."""
    best: i64 = 0
    most: i64 = -1
    for kind in range(3):
        if kind == 2 and hero.mat.cantrip is None and not has_attack_spell(outlook.game, hero):
            continue
        worth = outlook.odds.worth(dice_for(hero, kind, kind), 6 - bonus_for(hero, kind, kind), 20, 100, 0, 1, 0)
        if worth > most:
            best, most = kind, worth
    return best


def has_attack_spell(game: Dungeon, hero: Hero) -> bool:
    """Whether a hero carries a Spell to attack with."""
    return any(game.content.spells[card].attack for card in hero.spells)


def loot_worth(outlook: Outlook, hero: Hero, index: i64) -> i64:
    """What a Loot is worth to a hero."""
    power = outlook.game.content.loot[index].power
    main = main_attack(outlook, hero)
    worth: i64 = 10
    for effect in power.effects:
        by = effect.by
        if effect.do == RESULT:
            if effect.on == main:
                worth += 80 * by
            elif effect.on == ON_STRENGTH + main:
                worth += 90 * by
            else:
                worth += 15 * by
        elif effect.do == DICE:
            if effect.on == main:
                worth += 90 * by if hero.mat.skills[main] < 3 else 0
            else:
                worth += 12 * by
        elif effect.do == DEFENSE:
            worth += (40 if power.when == 0 else 20) * by
        elif effect.do == SPEED:
            worth += 25 * by
        elif effect.do == MAX_HEALTH or effect.do == MAX_FOCUS:
            worth += 15 * by
        elif effect.do == TORCH:
            worth += 40 * by
        elif effect.do == HEALTH:
            worth += 12 * by
        else:
            worth += 15
    return worth


def spell_card_worth(outlook: Outlook, hero: Hero, index: i64) -> i64:
    """What a Spell is worth to a hero."""
    spell = outlook.game.content.spells[index]
    skill = spell.skill
    dice: i64 = (
        max(hero.mat.skills[0], hero.mat.skills[1], hero.mat.skills[2]) if skill == 3 else hero.mat.skills[skill]
    )
    if spell.attack:
        cantrip = 0 if hero.mat.cantrip is None else 20
        return dice * 15 + spell.result * 15 - spell.cost_focus * 8 + (10 if spell.range >= 3 else 0) - cantrip
    worth: i64 = 0
    for effect in spell.effects:
        if effect.do == HEALTH:
            worth += 10 * effect.by * (2 if effect.to == TO_HEROES else 1)
        elif effect.do == TORCH:
            worth += 40 * effect.by
        elif effect.do == REVEAL:
            worth += 8 * effect.by
        else:
            worth += 10
    return worth * dice // 3 - spell.cost_focus * 5


def keep_loot(outlook: Outlook, options: Options) -> Option:
    """Keep a Loot where it is worth more than what must go."""
    game = outlook.game
    hero = outlook.hero
    new = loot_worth(outlook, hero, game.drawn)
    best = DECLINE
    most: i64 = 0
    for option in options:
        if option is DECLINE:
            continue
        worth = new
        if option is SWAP_HANDS:
            for slot in range(2):
                if hero.loot[slot] >= 0:
                    worth -= loot_worth(outlook, hero, hero.loot[slot])
        elif option is not KEEP:
            worth -= loot_worth(outlook, hero, hero.loot[option.number - 1])
        if worth > most:
            best = option
            most = worth
    return best


def keep_spell(outlook: Outlook, options: Options) -> Option:
    """Keep a Spell where it is worth more than what must go."""
    game = outlook.game
    hero = outlook.hero
    new = spell_card_worth(outlook, hero, game.drawn)
    best = DECLINE
    most: i64 = 0
    for option in options:
        if option is DECLINE:
            continue
        worth = new + 20 if option is KEEP else new - spell_card_worth(outlook, hero, hero.spells[option.number - 1])
        if worth > most:
            best = option
            most = worth
    return best


def give_loot(outlook: Outlook, options: Options) -> Option:
    """Part with the Loot that is worth least."""
    hero = outlook.hero
    best = options[0]
    least: i64 = -NEVER
    for option in options:
        worth = loot_worth(outlook, hero, hero.loot[option.number - 1])
        if worth < least:
            best = option
            least = worth
    return best


def give_spell(outlook: Outlook, options: Options) -> Option:
    """Part with the Spell that is worth least."""
    hero = outlook.hero
    best = options[0]
    least: i64 = -NEVER
    for option in options:
        worth = spell_card_worth(outlook, hero, hero.spells[option.number - 1])
        if worth < least:
            best = option
            least = worth
    return best


def loot_or_spell(outlook: Outlook, options: Options) -> Option:
    """The kind of card that there is more to hope from."""
    if GAIN_SPELL in options and (GAIN_LOOT not in options or spell_hope(outlook) > loot_hope(outlook)):
        return GAIN_SPELL
    return GAIN_LOOT if GAIN_LOOT in options else options[0]


def best_reward(outlook: Outlook, options: Options) -> Option:
    """The reward of a Goblin that brings most."""
    rewards = outlook.game.content.goblins[outlook.game.threat].rewards
    best = options[0]
    most: i64 = NEVER
    for option in options:
        if option is not NEITHER:
            worth = effects_worth(outlook, rewards[option.number - 1])
            if worth > most:
                best = option
                most = worth
    return best
