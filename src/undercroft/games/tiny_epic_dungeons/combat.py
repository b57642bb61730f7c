"""Attacks and Counter-Attacks."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option
from undercroft.games.tiny_epic_dungeons.belongings import discard_spell
from undercroft.games.tiny_epic_dungeons.bodies import defense_of, hurt, spend_focus
from undercroft.games.tiny_epic_dungeons.boons import bestow, heroes_within
from undercroft.games.tiny_epic_dungeons.checks import Checking, check
from undercroft.games.tiny_epic_dungeons.effects import can_hurt_boss, damage_enemies
from undercroft.games.tiny_epic_dungeons.enemies import add_goblin, answer_with, use_reactions
from undercroft.games.tiny_epic_dungeons.geometry import in_reach
from undercroft.games.tiny_epic_dungeons.pieces import (
    ALWAYS,
    AT_HERE,
    BEFORE_COUNTER,
    DEFENSE,
    DICE,
    ENEMY_TORCH,
    GOBLIN,
    LINE_OF_SIGHT,
    ON_COUNTER_DAMAGE,
    ON_MELEE,
    ON_MISSILE,
    ON_SPELL,
    RESULT,
    SAME_ROOM,
    SHIELD,
    SIGHT,
    TO_HEROES,
    TORCH,
    Spell,
)
from undercroft.games.tiny_epic_dungeons.powers import ready_power, use_up
from undercroft.games.tiny_epic_dungeons.state import (
    BOSS_TARGET,
    CENTRE,
    FIRST_MINION,
    NOBODY,
    SPELL_SLOTS,
    Dungeon,
    Hero,
)
from undercroft.games.tiny_epic_dungeons.torch import torch_down
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    ATTACKS,
    BEFORE_DIE,
    BOSS_TORCH,
    CANNOT_PAY,
    CANTRIP_ATTACKS,
    COUNTER_BY,
    COUNTER_MISSES,
    COUNTER_SHIELD,
    COUNTER_TORCH,
    COUNTERS,
    ENEMIES,
    ENEMY_DIE,
    MELEE,
    MISSILE,
    NO,
    SOURCES,
    SPELL_ATTACKS,
    SPELL_SWEEPS,
    STRIKE,
    SWEEP,
    USE,
)

CANTRIP: Final[i64] = SPELL_SLOTS  # the place of a mat's own attack Spell, after those that are carried


# ---- what can be attacked -----------------------------------------------------------------------------------------


def targets_in(game: Dungeon, hero: Hero, area: i64) -> list[int]:
    """The enemies in an area that a hero may attack, Goblins first, the Boss last."""
    found: list[int] = []
    for target in range(BOSS_TARGET + 1):
        at = game.enemy_at(target)
        if at >= 0 and area >> at & 1 and (target != BOSS_TARGET or can_hurt_boss(game, hero)):
            found.append(target)
    return found


def attack_options(game: Dungeon, hero: Hero) -> list[Option]:
    """Every attack on every enemy in its range (attack.ranges, attack.type-needs)."""
    options: list[Option] = []
    for target in targets_in(game, hero, in_reach(game, hero.at, SAME_ROOM, 0)):
        options.append(MELEE[target])
    for target in targets_in(game, hero, in_reach(game, hero.at, LINE_OF_SIGHT, 0)):
        options.append(MISSILE[target])
    for slot in range(CANTRIP + 1):
        spell = spell_in(game, hero, slot)
        if spell is None or not spell.attack:
            continue
        targets = targets_in(game, hero, in_reach(game, hero.at, spell.range, spell.n))
        if spell.all_enemies:
            if targets:
                options.append(SWEEP[slot])
        else:
            options.extend([STRIKE[slot][target] for target in targets])
    return options


def spell_in(game: Dungeon, hero: Hero, slot: i64) -> Spell | None:
    """A carried Spell, or the mat's cantrip."""
    if slot == CANTRIP:
        return hero.mat.cantrip
    return game.content.spells[hero.spells[slot]] if slot < len(hero.spells) else None


# ---- the attack ---------------------------------------------------------------------------------------------------


def attack(game: Dungeon, answer: Option) -> None:
    """Carry out the attack that was chosen."""
    hero = game.hero()
    if answer.family == MELEE[0].family:
        weapon_attack(game, ON_MELEE, answer.number - 1)
    elif answer.family == MISSILE[0].family:
        weapon_attack(game, ON_MISSILE, answer.number - 1)
    elif answer.family == SWEEP[0].family:
        slot = answer.number - 1
        spell = spell_in(game, hero, slot)
        assert spell is not None
        area = in_reach(game, hero.at, spell.range, spell.n)
        spell_attack(game, slot, spell, targets_in(game, hero, area))
    else:
        for slot in range(CANTRIP + 1):
            if answer.family == STRIKE[slot][0].family:
                spell = spell_in(game, hero, slot)
                assert spell is not None
                spell_attack(game, slot, spell, [answer.number - 1])
                return


def weapon_attack(game: Dungeon, kind: i64, target: i64) -> None:
    """A Melee Attack with Strength or a Missile Attack with Agility (attack.skills)."""
    game.table.tell(ATTACKS[kind], game.hero().mat.index, game.enemy_name(target))
    result = roll_attack(game, kind, kind, [target], 0, 0)
    resolve(game, kind, result, [target])


def spell_attack(game: Dungeon, slot: i64, spell: Spell, targets: list[int]) -> None:
    """A Spell Attack: one roll, its cost paid if it beats any Defense (spell.attack-spell, attack.spell-cost)."""
    hero = game.hero()
    if spell.all_enemies:
        game.table.tell(SPELL_SWEEPS, hero.mat.index, spell.index)
    elif slot == CANTRIP:
        game.table.tell(CANTRIP_ATTACKS, hero.mat.index, hero.mat.index, game.enemy_name(targets[0]))
    else:
        game.table.tell(SPELL_ATTACKS, hero.mat.index, spell.index, game.enemy_name(targets[0]))
    result = roll_attack(game, ON_SPELL, spell.skill, targets, spell.result, spell.cost_focus)
    if result > lowest_defense(game, ON_SPELL, targets):
        if hero.focus >= spell.cost_focus:
            spend_focus(game, hero, spell.cost_focus)
            if spell.discard and slot != CANTRIP:
                discard_spell(game, hero, hero.spells.pop(slot))
        else:
            game.table.tell(CANNOT_PAY, hero.mat.index)
            result = 0
    resolve(game, ON_SPELL, result, targets)


def roll_attack(game: Dungeon, kind: i64, skill: i64, targets: list[int], bonus: i64, price: i64) -> i64:
    """The Skill Check of an attack, against the lowest Defense among its targets."""
    checking = Checking(game.active, skill, kind, lowest_defense(game, kind, targets) + 1, price)
    checking.bonus = bonus
    if game.table.log is not None:
        checking.most_harm = most_harm(game, kind, targets)
    if len(targets) == 1:
        checking.bonus += special_of(game, kind, targets[0], RESULT)
        checking.more_dice += special_of(game, kind, targets[0], DICE)
    game.targets = targets
    result = check(game, checking)
    game.targets = []
    return result


def special_of(game: Dungeon, kind: i64, target: i64, do: i64) -> i64:
    """What an enemy's own power changes about attacks of that kind against it: their result or their dice."""
    change: i64 = 0
    special = None if target == BOSS_TARGET else game.enemy_card(target).special
    if special is not None and special.when == ALWAYS:
        for effect in special.effects:
            if effect.do == do and effect.on == kind:
                change += effect.by
    return change


def defense_against(game: Dungeon, kind: i64, target: i64, alone: bool) -> i64:
    """An enemy's Defense; among several targets of one roll, what changes its own result counts here instead."""
    defense = game.boss_mat().defense if target == BOSS_TARGET else game.enemy_card(target).defense
    return defense if alone else defense - special_of(game, kind, target, RESULT)


def lowest_defense(game: Dungeon, kind: i64, targets: list[int]) -> i64:
    """The lowest Defense among the targets."""
    return min([defense_against(game, kind, target, len(targets) == 1) for target in targets])


def most_harm(game: Dungeon, kind: i64, targets: list[int]) -> i64:
    """How far a result helps, counted from the lowest Defense: until it has done all that it can to every target."""
    lowest = lowest_defense(game, kind, targets)
    alone = len(targets) == 1
    return max([harm_to(game, target) + defense_against(game, kind, target, alone) - lowest for target in targets])


def harm_to(game: Dungeon, target: i64) -> i64:
    """The most that damage can do to an enemy."""
    if target == BOSS_TARGET:
        return sum(game.markers)
    return 1 if target < FIRST_MINION else game.minion_health[target - FIRST_MINION]


def resolve(game: Dungeon, kind: i64, result: i64, targets: list[int]) -> None:
    """Damage is the result minus Defense; then, if one of them lives and sees, a Counter-Attack (attack.damage)."""
    boss_struck = BOSS_TARGET in targets
    alone = len(targets) == 1
    damages = [max(0, result - defense_against(game, kind, target, alone)) for target in targets]
    specials = [NOBODY if target == BOSS_TARGET else game.enemy_name(target) for target in targets]
    damage_enemies(game, game.active, targets, damages)
    hero = game.hero()
    if game.end is not None or hero.health == 0:
        return
    if boss_struck:
        counter(game, kind, BOSS_TARGET)
        return
    seen = in_reach(game, hero.at, SIGHT, 0)
    able: list[int] = []
    for place in range(len(targets)):
        at = game.enemy_at(targets[place])
        # a Goblin that died may have made room for another in its slot
        if at >= 0 and seen >> at & 1 and game.enemy_name(targets[place]) == specials[place]:
            able.append(targets[place])
    if able:
        options = tuple([ENEMIES[target] for target in able])
        counter(game, kind, game.table.choose(game.active_seat(), COUNTER_BY, options).number - 1)


# ---- the Counter-Attack -------------------------------------------------------------------------------------------


def counter_of(game: Dungeon, target: i64) -> tuple[int, int, int]:
    """An enemy's modifiers against Melee, Missile and Spell Attacks."""
    return game.boss_mat().counter if target == BOSS_TARGET else game.enemy_card(target).counter


def counter(game: Dungeon, kind: i64, target: i64) -> None:
    """An enemy that was attacked strikes back: die plus modifier minus Defense (counter.when, counter.damage)."""
    number = game.active
    hero = game.hero()
    name = game.enemy_name(target)
    game.threat = name
    defense = defense_of(game, hero) + brace(game, number)
    modifier: i64 = counter_of(game, target)[kind]
    face: i64 = game.content.enemy_die[game.table.roll(ENEMY_DIE, len(game.content.enemy_die)) - 1]
    if face == ENEMY_TORCH:
        game.table.tell(COUNTER_TORCH, name)
        torch_down(game, 1)
        if target == BOSS_TARGET and game.end is None:
            boss_torch_effect(game, number)
        return
    if face == SHIELD:
        damage = max(0, modifier)
        game.table.tell(COUNTER_SHIELD, name, modifier)
    else:
        damage = max(0, face + modifier - defense)
        game.table.tell(COUNTERS, name, face, modifier, defense)
    if damage == 0:
        game.table.tell(COUNTER_MISSES, name)
        return
    hurt(game, hero, damage)
    after_counter_damage(game, kind, target, number)


def brace(game: Dungeon, number: i64) -> i64:
    """Defense bought for this Counter-Attack, before the Enemy Die is rolled (counter.abilities)."""
    hero = game.heroes[number]
    game.braced = 0
    used: i64 = 0
    while True:
        options: list[Option] = []
        for source in range(SOURCES):
            if not used >> source & 1 and ready_power(game, hero, source, BEFORE_COUNTER) is not None:
                options.append(USE[source])
        if not options:
            return game.braced
        options.append(NO)
        game.asked = number
        answer = game.table.choose(game.seat_of(number), BEFORE_DIE, tuple(options))
        if answer is NO:
            return game.braced
        source = answer.number - 1
        power = game.power(hero, source)
        assert power is not None
        used |= bit(source)
        use_up(game, number, source, power)
        for effect in power.effects:
            if effect.do == DEFENSE:
                game.braced += effect.by


def after_counter_damage(game: Dungeon, kind: i64, target: i64, number: i64) -> None:
    """What follows a Counter-Attack that dealt damage: a Minion's special, a Boss's rider, the hero's own cards."""
    if target == BOSS_TARGET:
        boss = game.boss_mat()
        if boss.rider_on == kind:
            answer_with(game, boss.rider, number, target, game.boss_at)
    else:
        special = game.enemy_card(target).special
        if special is not None and special.when == ON_COUNTER_DAMAGE:
            answer_with(game, special.effects, number, target, game.enemy_at(target))
    if game.heroes[number].health > 0:
        use_reactions(game, number, ON_COUNTER_DAMAGE)


def boss_torch_effect(game: Dungeon, number: i64) -> None:
    """The Boss's own effect of the Torch face, measured from where it now stands (boss.torch-face)."""
    game.table.tell(BOSS_TORCH, game.boss)
    for effect in game.boss_mat().torch_effect:
        if game.end is not None:
            return
        if effect.do == TORCH:
            torch_down(game, -effect.by)
        elif effect.do == GOBLIN:
            add_goblin(game, game.boss_at if effect.at == AT_HERE else CENTRE)
        elif effect.to == TO_HEROES:
            bestow(game, effect, heroes_within(game, game.boss_at, effect.within, False))
        else:
            bestow(game, effect, [number])
