"""The record sheet: what a hero's dice and figures come to with all that is held and worn."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.games.freequest.pieces import (
    ARMOUR,
    BODY,
    HAND,
    HEAD,
    NOTHING,
    PACK,
    POTION,
    SULKS,
    TWO_HANDS,
    WEAPON,
    Content,
    Item,
)
from undercroft.games.freequest.state import BOTH_HANDS, NOBODY, Hero


def refresh(content: Content, hero: Hero) -> None:
    """Work out anew what is held, worn and carried (equip.adds-dice)."""
    hero.defense = content.base_defense
    hero.speed = hero.move
    hero.skill_dice = hero.skill
    hero.magic_dice = hero.magic
    hero.leap_more = 0
    hero.full = hero.most_health
    for index in hero.gear:
        item = content.items[index]
        if item.place == PACK and item.sort != POTION:
            add(hero, item)
    for index in (hero.main_hand, hero.other_hand, hero.head, hero.body):
        if index >= 0:
            add(hero, content.items[index])
    hero.health = min(hero.health, hero.full)


def add(hero: Hero, item: Item) -> None:
    """Add an item's figures; a weapon's Attack counts only for attacks with it (attack.one-weapon)."""
    hero.defense += item.defense
    hero.speed += item.move
    hero.skill_dice += item.skill
    hero.magic_dice += item.magic
    hero.leap_more += item.leap_target
    hero.full += item.health


def attack_dice(content: Content, hero: Hero, weapon: i64) -> i64:
    """The dice of an attack with a weapon, or unarmed (attack.attack-dice)."""
    dice = content.base_attack + hero.edge
    if hero.raging:
        dice += hero.rage_attack
    if weapon >= 0:
        item = content.items[weapon]
        dice += item.attack
        if hero.sulking and item.power == SULKS:
            dice += item.number
    for index in hero.gear:
        item = content.items[index]
        if item.place == PACK or (item.sort == ARMOUR and hero.wears(index)):
            dice += item.attack
    return dice


def defense_dice(hero: Hero) -> i64:
    """The dice that a hero defends with now (dice.pool-floor)."""
    dice = hero.defense + hero.shield
    if hero.raging:
        dice += hero.rage_defense
    if hero.guarded_by != NOBODY:
        dice += 1
    return max(dice, 0)


def movement(content: Content, hero: Hero) -> i64:
    """How far a Move takes a hero: armour first, then half for whoever carries, never below 1 (move.reduced-rate)."""
    rate = hero.speed + hero.hare
    if hero.carries != NOBODY:
        rate //= content.carry_divisor
    return max(rate, 1)


# ---- holding and wearing --------------------------------------------------------------------------------------------


def may_wear(content: Content, hero: Hero, index: i64) -> bool:
    """Whether a hero could hold or wear an item at all (equip.restricted)."""
    return content.items[index].place != PACK and hero.kind.may_use[index]


def put_on(content: Content, hero: Hero, index: i64) -> None:
    """Hold or wear an item; what was in its place goes into the pack (equip.hands, equip.slots)."""
    item = content.items[index]
    if item.place == HEAD:
        hero.head = index
    elif item.place == BODY:
        hero.body = index
    elif item.place == TWO_HANDS:
        hero.main_hand = index
        hero.other_hand = BOTH_HANDS
    elif item.place == HAND:
        take_in_hand(content, hero, index, item.sort == WEAPON)
    refresh(content, hero)


def take_in_hand(content: Content, hero: Hero, index: i64, is_weapon: bool) -> None:
    """A weapon goes into the main hand first, a shield into the other; never two shields."""
    if hero.other_hand == BOTH_HANDS:
        hero.main_hand = NOTHING
        hero.other_hand = NOTHING
    if not is_weapon:
        hero.other_hand = index
    elif hero.main_hand == NOTHING or hero.other_hand != NOTHING:
        hero.main_hand = index
    else:
        hero.other_hand = index


def put_away(content: Content, hero: Hero, index: i64) -> None:
    """Put what is held or worn into the pack."""
    if hero.main_hand == index:
        hero.main_hand = NOTHING
        if hero.other_hand == BOTH_HANDS:
            hero.other_hand = NOTHING
        elif hero.other_hand >= 0 and content.items[hero.other_hand].sort == WEAPON:
            hero.main_hand = hero.other_hand
            hero.other_hand = NOTHING
    elif hero.other_hand == index:
        hero.other_hand = NOTHING
    elif hero.head == index:
        hero.head = NOTHING
    elif hero.body == index:
        hero.body = NOTHING
    refresh(content, hero)


def gain(content: Content, hero: Hero, index: i64) -> None:
    """An item goes into the pack."""
    hero.gear.append(index)
    refresh(content, hero)


def lose(content: Content, hero: Hero, index: i64) -> None:
    """An item leaves; one that is held or worn is put away first, unless there is another of its kind."""
    if hero.gear.count(index) == worn_count(hero, index):
        put_away(content, hero, index)
    hero.gear.remove(index)
    refresh(content, hero)


def worn_count(hero: Hero, index: i64) -> i64:
    """How many of an item are held or worn."""
    count: i64 = 0
    for worn in (hero.main_hand, hero.other_hand, hero.head, hero.body):
        if worn == index:
            count += 1
    return count


def arm(content: Content, hero: Hero) -> None:
    """Put on all that a hero starts with, in the order of the sheet."""
    for index in hero.gear:
        if may_wear(content, hero, index) and not hero.wears(index) and has_room(content, hero, index):
            put_on(content, hero, index)
    refresh(content, hero)


def has_room(content: Content, hero: Hero, index: i64) -> bool:
    """Whether an item could be put on without putting anything away."""
    place = content.items[index].place
    if place == HEAD:
        return hero.head == NOTHING
    if place == BODY:
        return hero.body == NOTHING
    if place == TWO_HANDS:
        return hero.main_hand == NOTHING and hero.other_hand == NOTHING
    if content.items[index].sort == ARMOUR:
        return hero.other_hand == NOTHING
    return hero.main_hand == NOTHING


def has_weapon(content: Content, hero: Hero) -> bool:
    """Whether a hero owns any weapon that the hero may use (between.lent-weapon)."""
    return any(content.items[index].sort == WEAPON and hero.kind.may_use[index] for index in hero.gear)
