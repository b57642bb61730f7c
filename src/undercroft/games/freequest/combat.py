"""Attacks, damage and death."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.ground import NOWHERE, SIDES
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.contests import LIE, contest, dice_of, successes
from undercroft.games.freequest.pieces import (
    DAMAGE_TAKEN_FOR_OTHERS,
    KILLS,
    LOOTS,
    NOTHING,
    PACK_HUNTER,
    QUICK_DRAW,
    RANGED,
    REACH,
    ROAR,
    SACRIFICE,
    SECOND_BREATH,
    SULKS,
    WEAPON,
    Item,
)
from undercroft.games.freequest.sheets import attack_dice, defense_dice
from undercroft.games.freequest.state import (
    CAPTIVE,
    NOBODY,
    REFEREE,
    Board,
    FreeQuest,
    Hero,
    Matter,
    Monster,
)
from undercroft.games.freequest.vocabulary import (
    ATTACK_FAILED,
    ATTACKED,
    ATTACKS,
    BREATH,
    BREATHED,
    CONTEST_DICE,
    GOLD_SNATCHED,
    HERO_DIED,
    HERO_UNHURT,
    HURT_HERO,
    HURT_MONSTER,
    MONSTER_ATTACKED,
    MONSTER_DIED,
    NO,
    OTHER_HAND,
    ROAR_ON,
    ROARED,
    SACRIFICED,
    SQUARES,
    SULKED,
    TILE_SQUARE,
    UNARMED,
    WARDED,
    YES,
)
from undercroft.games.freequest.vocabulary import SACRIFICE as ASK_SACRIFICE

MOST_SNATCHED: Final = 25  # gold that a monster takes at once

# ---- whom a hero can attack -----------------------------------------------------------------------------------------


def offer_attacks(board: Board, hero: Hero, options: list[Option]) -> None:
    """One enemy, with a weapon in hand or unarmed (attack.one-weapon); none with a body on the back."""
    if hero.carries != NOBODY:
        return
    main = weapon_in(board, hero.main_hand)
    other = weapon_in(board, hero.other_hand)
    for monster in board.monsters:
        if monster.at == NOWHERE:
            continue
        adjacent = board.adjacent(hero.at, monster.at)
        if main is not None and can_hit(board, hero, main, monster.at, adjacent):
            options.append(ATTACKS[monster.number])
        if other is not None and can_hit(board, hero, other, monster.at, adjacent):
            options.append(OTHER_HAND[monster.number])
        if adjacent:
            options.append(UNARMED[monster.number])


def weapon_in(board: Board, index: i64) -> Item | None:
    """The weapon in a hand, if what is there is one."""
    if index < 0:
        return None
    item = board.content.items[index]
    return item if item.sort == WEAPON else None


def can_hit(board: Board, hero: Hero, weapon: Item, at: i64, adjacent: bool) -> bool:
    """Whether a weapon reaches a square from here (ranged.targets, equip.diagonal)."""
    if weapon.ranged:
        return board.sees(hero.at, at) and (not adjacent or hero.can(QUICK_DRAW))
    if adjacent:
        return True
    return weapon.diagonal and board.ground.is_diagonal(hero.at, at) and board.sees(hero.at, at)


# ---- a hero attacks -------------------------------------------------------------------------------------------------


def attack(game: FreeQuest, hero: Hero, number: i64, weapon: i64) -> None:
    """The Attack action against one enemy (attack.adjacent)."""
    board = game.board
    monster = board.monsters[number]
    dice = attack_dice(game.content, hero, weapon)
    item = board.content.items[weapon] if weapon >= 0 else None
    hero.edge = 0
    sulks = item is not None and item.power == SULKS
    if sulks:
        hero.sulking = False
    monster.provoked = True
    made = contest(game, dice, monster_defense(monster))
    if item is not None and item.steady and not board.moved:
        made = roll_a_one_again(game)
    game.table.tell(ATTACKED, hero.kind.index, monster.noun, board.roll, board.against)
    if made == 0 and sulks:
        hero.sulking = True
        game.table.tell(SULKED, hero.kind.index, weapon)
    was_adjacent = board.adjacent(hero.at, monster.at)
    hurt_monster(game, monster, made, hero)
    if monster.at == NOWHERE and was_adjacent and hero.can(ROAR) and not hero.roared and hero.lives():
        roar(game, hero, weapon)


def roll_a_one_again(game: FreeQuest) -> i64:
    """One Attack die that shows 1 is rolled again, once; the successes then."""
    board = game.board
    faces = dice_of(board.roll)
    if 1 not in faces:
        return successes(board.roll, board.against)
    faces[faces.index(1)] = game.table.roll(CONTEST_DICE, 6)
    board.roll = 0
    for face in faces:
        board.roll = board.roll * LIE + face
    return successes(board.roll, board.against)


def roar(game: FreeQuest, hero: Hero, weapon: i64) -> None:
    """Once a quest, when an adjacent monster dies by the hero's attack, attack again as part of the same action."""
    board = game.board
    targets: list[Option] = []
    item = weapon_in(board, weapon)
    for monster in board.monsters:
        if monster.at == NOWHERE:
            continue
        adjacent = board.adjacent(hero.at, monster.at)
        if can_hit(board, hero, item, monster.at, adjacent) if item is not None else adjacent:
            targets.append(ATTACKS[monster.number])
    if not targets:
        return
    answer = game.ask(hero.seat, ROAR_ON, (*targets, NO), Matter(hero=hero.index, item=weapon))
    if answer is not NO:
        hero.roared = True
        game.table.tell(ROARED, hero.kind.index)
        attack(game, hero, answer.number, weapon)


def monster_defense(monster: Monster) -> i64:
    """The dice that a monster defends with."""
    return max(monster.kind.defense - monster.unpicked, 0)


def hurt_monster(game: FreeQuest, monster: Monster, damage: i64, by: Hero | None) -> None:
    """Damage to a monster; at zero Health it is dead and leaves the board (attack.damage, attack.monster-dies)."""
    if damage <= 0:
        game.table.tell(ATTACK_FAILED, monster.noun)
        return
    monster.provoked = True
    monster.health = max(monster.health - damage, 0)
    game.table.tell(HURT_MONSTER, monster.noun, damage)
    if monster.health == 0:
        game.board.figures[monster.at] = 0
        monster.at = NOWHERE
        if monster.lair != NOTHING:
            game.board.killed |= bit(monster.lair)
        if by is not None:
            by.deeds[KILLS] += 1
        game.table.tell(MONSTER_DIED, monster.noun)


# ---- a monster attacks ----------------------------------------------------------------------------------------------


def can_strike(board: Board, monster: Monster, at: i64, hero: Hero) -> bool:
    """Whether a monster on a square could attack a hero (monster.attack)."""
    adjacent = board.adjacent(at, hero.at)
    if monster.kind.traits & RANGED:
        return not adjacent and board.sees(at, hero.at)
    if adjacent:
        return True
    return bool(monster.kind.traits & REACH) and board.ground.is_diagonal(at, hero.at) and board.sees(at, hero.at)


def strike_dice(board: Board, monster: Monster, hero: Hero) -> i64:
    """The dice of a monster's attack; a pack hunter has one more with another of its kind at the hero's side."""
    dice = monster.kind.attack
    if monster.kind.traits & PACK_HUNTER:
        for other in board.monsters:
            same = other is not monster and other.kind is monster.kind and other.at != NOWHERE
            if same and board.adjacent(other.at, hero.at):
                return dice + 1
    return dice


def strike(game: FreeQuest, monster: Monster, hero: Hero) -> None:
    """A monster attacks a hero (monster.attack)."""
    board = game.board
    damage = contest(game, strike_dice(board, monster, hero), defense_dice(hero))
    game.table.tell(MONSTER_ATTACKED, monster.noun, hero.kind.index, board.roll, board.against)
    hurt = suffer(game, hero, damage, True)
    if hurt is not None and monster.kind.traits & LOOTS and hurt.loot:
        gold = min(hurt.loot, MOST_SNATCHED)
        hurt.loot -= gold
        game.table.tell(GOLD_SNATCHED, monster.noun, hurt.kind.index, gold)


# ---- damage to heroes -----------------------------------------------------------------------------------------------


def suffer(game: FreeQuest, hero: Hero, damage: i64, by_monster: bool) -> Hero | None:
    """Damage is about to hit a hero; returns who has suffered any of it (ability.sacrifice, death.at-zero)."""
    if damage <= 0:
        game.table.tell(HERO_UNHURT, hero.kind.index)
        return None
    victim = hero
    for other in game.board.heroes:
        if not may_stand_in(game.board, other, hero):
            continue
        stakes = Matter(hero=other.index, other=hero.index, amount=damage)
        if game.ask(other.seat, ASK_SACRIFICE, (YES, NO), stakes) is YES:
            victim = other
            other.deeds[DAMAGE_TAKEN_FOR_OTHERS] += min(damage, other.health)
            game.table.tell(SACRIFICED, other.kind.index, hero.kind.index, damage)
            break
    if victim.ward:
        game.table.tell(WARDED, victim.kind.index, min(victim.ward, damage))
        damage = max(damage - victim.ward, 0)
        victim.ward = 0
        if damage == 0:
            return None
    if by_monster:
        victim.aided = False
    if damage >= victim.health and not victim.raging and breathes_again(game, victim):
        return victim
    victim.health = max(victim.health - damage, 0)
    game.table.tell(HURT_HERO, victim.kind.index, damage, victim.health)
    if victim.health == 0 and not victim.raging:
        die(game, victim)
    return victim


def may_stand_in(board: Board, other: Hero, hero: Hero) -> bool:
    """Whether another hero could suffer damage in this one's stead."""
    return (
        other is not hero
        and other.can(SACRIFICE)
        and other.lives()
        and other.health > 0
        and board.adjacent(other.at, hero.at)
    )


def breathes_again(game: FreeQuest, hero: Hero) -> bool:
    """Whether an item keeps a hero alive with one Health, once a quest and if the hero wants it."""
    for index in hero.gear:
        if game.content.items[index].power != SECOND_BREATH or index in hero.powers_used:
            continue
        if game.ask(hero.seat, BREATH, (YES, NO), Matter(hero=hero.index, item=index)) is YES:
            hero.powers_used.append(index)
            hero.health = 1
            game.table.tell(BREATHED, hero.kind.index, index)
            return True
    return False


def die(game: FreeQuest, hero: Hero) -> None:
    """A hero is dead: the figure leaves the board, a tile marks the square (death.tile, body.carrier-dies)."""
    board = game.board
    at = hero.at
    game.table.tell(HERO_DIED, hero.kind.index)
    if board.figures[at] == hero.index + 1:
        board.figures[at] = 0
    hero.dead = True
    hero.raging = False
    hero.in_pit = False
    hero.snared = 0
    hero.at = NOWHERE
    lies_at = tile_square(game, hero, at)
    hero.body_at = lies_at
    if hero.carries == CAPTIVE:
        board.captive_at = lies_at
    elif hero.carries != NOBODY:
        board.heroes[hero.carries].body_at = lies_at
    hero.carries = NOBODY
    for other in board.heroes:
        if other.guarded_by == hero.index:
            other.guarded_by = NOBODY


def tile_square(game: FreeQuest, hero: Hero, at: i64) -> i64:
    """Where a dead hero lies: here, or on one of the nearest free squares if this one cannot be entered any more."""
    board = game.board
    if not board.is_solid(at):
        return at
    seen: list[int] = [at]
    ring: list[int] = [at]
    while ring:
        after: list[int] = []
        for one in ring:
            for side in range(SIDES):
                other = board.step(one, side)
                if other != NOWHERE and other not in seen:
                    seen.append(other)
                    after.append(other)
        free = [SQUARES[board.codes[other]] for other in after if board.is_free(other)]
        if free:
            answer = game.ask(REFEREE, TILE_SQUARE, tuple(free), Matter(hero=hero.index))
            return square_of(board, answer)
        ring = after
    return at


def square_of(board: Board, answer: Option) -> i64:
    """The square that an option stands for."""
    return board.codes.index(answer.number)


def heal(game: FreeQuest, hero: Hero, health: i64) -> i64:
    """Restore Health, up to the maximum; how much it was (health.maximum)."""
    restored = max(min(health, hero.full - hero.health), 0)
    hero.health += restored
    return restored
