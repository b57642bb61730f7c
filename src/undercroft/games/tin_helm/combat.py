"""Combat: blow for blow until one of the two is dead.

1. The enemy is named; its health is its heart plus the dungeon level.
2. A card may avoid or vanquish it: then there is no fight and no reward.
3. What works before combat works.
4. You attack, unless the enemy attacks first; if it lives, it attacks; and so on.

An attack: pay energy, roll both dice, perhaps reroll or flip. A double misses. Otherwise the difference of the dice and
the energy's bonus, less the enemy's defense, is the damage. A plain strike costs nothing, rolls nothing and cannot be
defended against. The enemy attacks in the same way with its own dice, without energy.
"""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.tin_helm.anytime import open_window
from undercroft.games.tin_helm.cards import Card, Enemy
from undercroft.games.tin_helm.state import HERO, NOBODY, TinHelm
from undercroft.games.tin_helm.vocabulary import (
    ATTACK,
    ATTACK_MENUS,
    ATTACK_OR_THROW_MENUS,
    AXE_DICE,
    BLOCKED,
    BROKEN,
    DICE_FLIP,
    DICE_REROLL,
    DICE_REROLL_OR_FLIP,
    ENCOUNTER,
    ENCOUNTER_MENUS,
    ENEMY_AVOIDED,
    ENEMY_DEFEATED,
    ENEMY_DICE,
    ENEMY_DRAINS,
    ENEMY_HITS,
    ENEMY_MET,
    ENEMY_MISSES,
    ENEMY_REROLLS,
    ENEMY_ROLLS,
    ENEMY_SAPS,
    ENEMY_SHAMES,
    FAVOR_GAINED,
    FIGHT,
    FLIP_FIRST,
    FLIP_SECOND,
    FOE_DICE,
    FOOD_WON,
    HERO_DICE,
    HERO_FLIPS,
    HERO_HITS,
    HERO_MISSES,
    HERO_REROLLS,
    HERO_ROLLS,
    HERO_SPENDS,
    HERO_STRIKES,
    HERO_THROWS,
    KEEP,
    OWN_DICE,
    PLAIN_STRIKE,
    REROLL,
    SLAIN,
    THROW_AXE,
)

# ---- the course of a combat -----------------------------------------------------------------------------------------


def meet(game: TinHelm, enemy: i64) -> None:
    """An enemy is named: fight it, or use a card instead (combat.start)."""
    foe = game.content.enemies[enemy]
    game.enemy = enemy
    game.enemy_health = foe.health + game.level  # combat.enemy-health
    game.first = game.second = 0
    game.table.tell(ENEMY_MET, enemy, game.enemy_health)
    if respond(game, foe):
        fight(game, foe)
    if game.end is not None:
        return
    game.enemy = NOBODY
    game.enemy_health = 0
    game.first = game.second = 0


def respond(game: TinHelm, foe: Enemy) -> bool:
    """Fight (True), or avoid or vanquish the enemy with a card (combat.avoided)."""
    offered: i64 = 0
    for card in game.kit.avoiders:
        if can_avoid(game, card, foe):
            offered |= card.avoid.number
    answer = game.ask(ENCOUNTER, ENCOUNTER_MENUS[offered])
    if answer is FIGHT:
        return True
    for card in game.kit.avoiders:
        if card.avoid is answer:
            avoid(game, card)
            break
    return False


def can_avoid(game: TinHelm, card: Card, foe: Enemy) -> bool:
    """Whether the card works on this enemy now (loot.ring, loot.wedge, trapping.scroll)."""
    if card.avoid_undead_only and not foe.undead:
        return False
    if card.avoid_once_per_level and game.used & card.bit:
        return False
    return game.favor >= card.avoid_favor


def avoid(game: TinHelm, card: Card) -> None:
    """Pay the card's price; the enemy is gone without any reward."""
    game.favor -= card.avoid_favor
    game.used |= card.bit
    if card.avoid_discards:
        game.discard(card)
    game.table.tell(ENEMY_AVOIDED, game.enemy, card.index)


def fight(game: TinHelm, foe: Enemy) -> None:
    """Attacks in turn until one side is dead (combat.hero-first, combat.no-retreat)."""
    if foe.energy_before_combat and game.energy:
        game.lose_energy(foe.energy_before_combat)
        game.table.tell(ENEMY_DRAINS, foe.index, game.energy)
    if foe.attacks_first:
        enemy_attacks(game, foe)
    while game.end is None:
        hero_attacks(game, foe)
        if game.enemy_health == 0:
            win(game, foe)
            return
        enemy_attacks(game, foe)  # combat.enemy-strikes-back


def win(game: TinHelm, foe: Enemy) -> None:
    """Favor first, then what this enemy leaves (combat.win, combat.favor-reward)."""
    game.table.tell(ENEMY_DEFEATED, foe.index)
    favor = game.gain_favor(game.level if foe.favor < 0 else foe.favor)
    if favor:
        game.table.tell(FAVOR_GAINED, favor, game.favor)
    if foe.food_reward:
        game.table.tell(FOOD_WON, foe.index, game.gain_food(foe.food_reward))
    for _ in range(foe.shard_reward):
        if game.end is None:
            game.gain_shard()


# ---- your attack ----------------------------------------------------------------------------------------------------


def hero_attacks(game: TinHelm, foe: Enemy) -> None:
    """Choose how to attack, and do it (combat.spend-before-roll)."""
    answer: Option | None = None
    while answer is None:
        menus = ATTACK_MENUS if game.kit.thrown is None else ATTACK_OR_THROW_MENUS
        answer = game.ask_once(ATTACK, menus[min(game.energy, 3)])
    if answer is PLAIN_STRIKE:
        strike(game)
    elif answer is THROW_AXE:
        throw(game, foe)
    else:
        swing(game, foe, answer.number)


def strike(game: TinHelm) -> None:
    """A sure blow that no defense reduces (combat.plain-strike)."""
    damage = min(game.content.figures.plain_strike, game.enemy_health)
    game.enemy_health -= damage
    game.table.tell(HERO_STRIKES, game.enemy, damage, game.enemy_health)


def swing(game: TinHelm, foe: Enemy, energy: i64) -> None:
    """Pay, roll, read the dice (combat.attack-roll, combat.doubles-miss)."""
    game.energy -= energy
    game.table.tell(HERO_SPENDS, energy, game.energy)
    roll_own_dice(game)
    doubles_damage = game.kit.doubles_damage
    if game.first == game.second and doubles_damage == 0:
        game.table.tell(HERO_MISSES, game.enemy)
        return
    if game.first == game.second:
        damage = doubles_damage  # loot.sword: in place of dice and energy
    else:
        damage = difference(game) + game.bonus[energy]
    if game.first_card:
        damage += game.kit.first_card_damage  # trapping.dagger
    if foe.undead:
        damage += game.kit.undead_damage  # trapping.mace
    wound(game, foe, damage)


def roll_own_dice(game: TinHelm) -> None:
    """Roll, then reroll doubles or flip a die as long as you can and like (trapping.axe-reroll, race.kroling)."""
    roll_hero_pair(game)
    while True:
        can_reroll = game.kit.rerolls_doubles and game.first == game.second
        if can_reroll and game.flips:
            options = DICE_REROLL_OR_FLIP
        elif can_reroll:
            options = DICE_REROLL
        elif game.flips:
            options = DICE_FLIP
        else:
            return
        answer = game.table.choose(HERO, OWN_DICE, options)
        if answer is KEEP:
            return
        if answer is REROLL:
            game.table.tell(HERO_REROLLS)
            roll_hero_pair(game)
        else:
            flip(game, answer)


def roll_hero_pair(game: TinHelm) -> None:
    """Both dice, as they lie."""
    game.first, game.second = game.table.roll_pair(HERO_DICE, 6)
    game.table.tell(HERO_ROLLS, game.first, game.second)


def throw(game: TinHelm, foe: Enemy) -> None:
    """Give up the Axe: both dice together, never a miss (trapping.axe-throw)."""
    thrown = game.kit.thrown
    assert thrown is not None
    game.discard(thrown)
    game.first, game.second = game.table.roll_pair(HERO_DICE, 6)
    game.table.tell(HERO_THROWS, thrown.index, game.first, game.second)
    offer_flip(game, AXE_DICE)
    wound(game, foe, game.first + game.second)


def wound(game: TinHelm, foe: Enemy, damage: i64) -> None:
    """Take the enemy's defense off the damage and the rest off its health (combat.apply-damage)."""
    damage = max(damage - foe.defense, 0)
    game.enemy_health -= min(damage, game.enemy_health)
    game.table.tell(HERO_HITS, game.enemy, damage, game.enemy_health)


def difference(game: TinHelm) -> i64:
    """The higher die less the lower."""
    return game.first - game.second if game.first > game.second else game.second - game.first


# ---- the flip of the Kroling ----------------------------------------------------------------------------------------


def offer_flip(game: TinHelm, prompt: Prompt) -> bool:
    """Once a level a Kroling may turn a die over (race.kroling); whether one was turned."""
    if not game.flips:
        return False
    options: Options = DICE_FLIP
    answer = game.table.choose(HERO, prompt, options)
    if answer is KEEP:
        return False
    flip(game, answer)
    return True


def flip(game: TinHelm, answer: Option) -> None:
    """Opposite faces add up to seven."""
    game.flips -= 1
    if answer is FLIP_FIRST:
        game.table.tell(HERO_FLIPS, game.first, 7 - game.first)
        game.first = 7 - game.first
    elif answer is FLIP_SECOND:
        game.table.tell(HERO_FLIPS, game.second, 7 - game.second)
        game.second = 7 - game.second


# ---- the enemy's attack ---------------------------------------------------------------------------------------------


def enemy_attacks(game: TinHelm, foe: Enemy) -> None:
    """The enemy rolls: a double misses, otherwise it hits (combat.enemy-roll, combat.hit-defined)."""
    open_window(game)
    roll_enemy_dice(game, foe)
    if game.first == game.second:
        game.table.tell(ENEMY_MISSES, foe.index)
        return
    blow = difference(game) + foe.attack
    damage = blow - block(game, blow)
    game.lose_health(damage)
    game.table.tell(ENEMY_HITS, foe.index, damage, game.health)
    if game.health == 0:
        game.finish(SLAIN)
        return
    if foe.energy_per_hit and game.energy:
        lost = game.lose_energy(foe.energy_per_hit)
        game.table.tell(ENEMY_SAPS, foe.index, lost, game.energy)
    if foe.favor_per_hit and game.favor:
        lost = min(foe.favor_per_hit, game.favor)
        game.favor -= lost
        game.table.tell(ENEMY_SHAMES, foe.index, lost, game.favor)


def roll_enemy_dice(game: TinHelm, foe: Enemy) -> None:
    """Both dice; one that never misses rolls doubles again, also those a flip has made (enemy.skelepede)."""
    roll_enemy_pair(game, foe)
    while offer_flip(game, FOE_DICE):
        if not foe.rerolls_doubles or game.first != game.second:
            continue
        game.table.tell(ENEMY_REROLLS, foe.index)
        roll_enemy_pair(game, foe)


def roll_enemy_pair(game: TinHelm, foe: Enemy) -> None:
    """Roll until the dice are such as this enemy lets lie."""
    while True:
        game.first, game.second = game.table.roll_pair(ENEMY_DICE, 6)
        game.table.tell(ENEMY_ROLLS, foe.index, game.first, game.second)
        if not foe.rerolls_doubles or game.first != game.second:
            return
        game.table.tell(ENEMY_REROLLS, foe.index)
        game.table.roll_again()


def block(game: TinHelm, blow: i64) -> i64:
    """What cards take off a blow (combat.shield-reduces); a heavy blow breaks them (loot.shield)."""
    blocked: i64 = 0
    for card in game.kit.blockers:
        reduced = min(card.block, blow - blocked)
        blocked += reduced
        game.table.tell(BLOCKED, card.index, reduced)
        if card.breaks_at and blow >= card.breaks_at:
            game.discard(card)
            game.table.tell(BROKEN, card.index)
    return blocked
