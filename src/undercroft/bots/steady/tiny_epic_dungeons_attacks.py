"""Attacks in Tiny Epic Dungeons: what each is worth, from where it can be made, and what the answer to it costs."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

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
from undercroft.games.tiny_epic_dungeons.combat import CANTRIP, spell_in
from undercroft.games.tiny_epic_dungeons.effects import can_hurt_boss, can_sink
from undercroft.games.tiny_epic_dungeons.geometry import in_reach
from undercroft.games.tiny_epic_dungeons.pieces import (
    ALWAYS,
    DEFENSE,
    DICE,
    ENEMY_TORCH,
    LINE_OF_SIGHT,
    ON_ATTACK,
    ON_STRENGTH,
    RESULT,
    SAME_ROOM,
    SHIELD,
)
from undercroft.games.tiny_epic_dungeons.powers import ready_power
from undercroft.games.tiny_epic_dungeons.state import BOSS_TARGET, FIRST_MINION, LAIR, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import MELEE, MISSILE, SOURCES, STRIKE, SWEEP


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
        worth = attack_worth(outlook, target, 0, 0, 0, 0, space)
        found.append(Attack(MELEE[target], target, worth, in_reach(game, at, SAME_ROOM, 0)))
        worth = attack_worth(outlook, target, 1, 1, 0, 0, space)
        found.append(Attack(MISSILE[target], target, worth, in_reach(game, at, LINE_OF_SIGHT, 0)))
        for slot in range(CANTRIP + 1):
            spell = spell_in(game, hero, slot)
            if spell is None or not spell.attack or hero.focus < spell.cost_focus:
                continue
            worth = attack_worth(outlook, target, 2, spell.skill, spell.result, spell.cost_focus, space)
            cells = in_reach(game, at, spell.range, spell.n)
            option = SWEEP[slot] if spell.all_enemies else STRIKE[slot][target]
            found.append(Attack(option, target, worth, cells))
    return found


def boss_room(game: Dungeon) -> i64:
    """How much damage the Boss's Health Markers can take before uncovered Altar spaces stop them."""
    room: i64 = 0
    for marker in game.markers:
        at: i64 = marker
        while at > 0 and can_sink(game, at):
            at -= 1
            room += 1
    return room


def attack_worth(outlook: Outlook, target: i64, kind: i64, skill: i64, extra: i64, cost: i64, space: i64) -> i64:
    """What an attack brings on average, less what it costs."""
    game = outlook.game
    hero = outlook.hero
    dice: i64 = hero.mat.skills[skill] + hero.dice[kind] + hero.dice[ON_STRENGTH + skill]
    bonus: i64 = extra + hero.results[kind] + hero.results[ON_STRENGTH + skill]
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
    cap: i64 = 1
    point: i64 = POINT
    kill: i64 = 0
    if target == BOSS_TARGET:
        boss = game.boss_mat()
        against = boss.defense
        modifier: i64 = boss.counter[kind]
        cap = boss_room(game)
        if cap == sum(game.markers):
            kill = VICTORY
    else:
        card = game.enemy_card(target)
        against = card.defense
        modifier = card.counter[kind]
        special = card.special
        if special is not None and special.when == ALWAYS:
            for effect in special.effects:
                if effect.on == kind:
                    if effect.do == DICE:
                        dice += effect.by
                    else:
                        bonus += effect.by
        if target < FIRST_MINION:
            point = min(900, goblin_worth(outlook, target))
        else:
            cap = game.minion_health[target - FIRST_MINION]
            kill = KILL
    if cap == 0:
        return NEVER
    dice = max(1, min(3, dice))
    need = against + 1 - bonus
    worth = weigh(outlook, dice, need, cap, point, kill, kind, cost)
    killed = outlook.odds.chance(dice, need + cap - 1, outlook.changes(cost)) if cap < 8 else 0
    worth -= cost * outlook.focus * outlook.odds.chance(dice, need, 1) // 1000
    return worth - counter_cost(outlook, modifier, min(defense, 7)) * (1000 - killed) // 1000


def weigh(outlook: Outlook, dice: i64, need: i64, cap: i64, point: i64, kill: i64, kind: i64, cost: i64) -> i64:
    """What the dice bring, with Focus spent where it pays, on dice or on a power of the hero's own."""
    price = outlook.change * outlook.focus
    worth = outlook.odds.worth(dice, need, cap, point, kill, outlook.changes(cost), price)
    for source in range(SOURCES):
        power = ready_power(outlook.game, outlook.hero, source, ON_ATTACK)
        if power is None or outlook.hero.focus < power.cost_focus + cost:
            continue
        for effect in power.effects:
            if effect.do == RESULT and effect.on == kind:
                changes = outlook.changes(cost + power.cost_focus)
                other = outlook.odds.worth(dice, need - effect.by, cap, point, kill, changes, price)
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
