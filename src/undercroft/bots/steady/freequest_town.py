"""What the steady bot of FreeQuest does between quests: vigils, lessons, the shop, and gifts that help.

A hero buys what brings most for its price. Whoever has gold left and no use for it gives it to a companion who has.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.vocabulary import Option, Options
from undercroft.games.freequest.pieces import ARMOUR, BODY, HEAD, NOTHING, PACK, TWO_HANDS, WEAPON, Item
from undercroft.games.freequest.state import NOBODY, Board, Hero
from undercroft.games.freequest.vocabulary import AMOUNTS, BUYS, GIVES_GOLD, GIVES_ITEM, READY, SELLS, TO_HERO

ATTACK: Final = 25  # what a die is worth, and a square of Movement
DEFENSE: Final = 30
MOVE: Final = 7
DIAGONAL: Final = 5
SLOWEST: Final = 4  # no armour that leaves less Movement
OFFERING: Final = 2  # hundreds of gold for one of the dead


def at_the_counter(board: Board, options: Options) -> Option:
    """Raise the dead, learn, put on what is better, buy, give, and be ready."""
    hero = board.heroes[board.at_counter]
    for option in options:
        family = option.family
        if family == "vigil" or family == "learn" or (family == "wear" and is_better_gear(board, hero, option.number)):
            return option
    if hero.dead:
        return READY
    ware = best_ware(board, hero, hero.savings)
    if ware != NOTHING and BUYS[ware] in options:
        return BUYS[ware]
    item = spare_item(board, hero)
    if item != NOTHING:
        gift = GIVES_ITEM[item]
        if who_needs(board, hero, item) != NOBODY and gift in options:
            return gift
        if SELLS[item] in options:
            return SELLS[item]
    friend = who_lacks_gold(board, hero)
    if friend != NOBODY and GIVES_GOLD[friend] in options:
        return GIVES_GOLD[friend]
    return READY


# ---- what is better -------------------------------------------------------------------------------------------------


def is_better_gear(board: Board, hero: Hero, index: i64) -> bool:
    """Whether something is better than what a hero holds or wears in its place."""
    return hero.kind.may_use[index] and not hero.wears(index) and gain_of(board, hero, board.content.items[index]) > 0


def gain_of(board: Board, hero: Hero, item: Item) -> i64:
    """How much better off a hero would be with an item in hand or on, against what it would replace."""
    if item.place == PACK:
        return 0
    if item.place == HEAD:
        return worth_of(item) - worth_at(board, hero.head)
    if item.place == BODY:
        if hero.move + item.move < SLOWEST:
            return 0
        return worth_of(item) - worth_at(board, hero.body)
    if item.sort == ARMOUR:
        if hero.other_hand >= 0 and board.content.items[hero.other_hand].sort == ARMOUR:
            return worth_of(item) - worth_at(board, hero.other_hand)
        return worth_of(item) if hero.other_hand >= NOTHING else 0
    if hero.main_hand == NOTHING:
        return worth_of(item)
    held = board.content.items[hero.main_hand]
    if item.ranged != held.ranged:
        return 0
    gain = worth_of(item) - worth_of(held)
    if hero.other_hand >= 0 and board.content.items[hero.other_hand].sort == WEAPON:
        gain = min(gain, worth_of(item) - worth_at(board, hero.other_hand))
    elif hero.other_hand >= 0 and item.place == TWO_HANDS:
        gain -= worth_at(board, hero.other_hand)
    return gain


def worth_of(item: Item) -> i64:
    """What an item's figures are worth."""
    worth = ATTACK * item.attack + DEFENSE * item.defense + MOVE * item.move
    if item.diagonal:
        worth += DIAGONAL
    return worth + 1 if item.enchanted else worth


def worth_at(board: Board, index: i64) -> i64:
    """The same for what is in a place, if anything is."""
    return worth_of(board.content.items[index]) if index >= 0 else 0


# ---- the shop -------------------------------------------------------------------------------------------------------


def best_ware(board: Board, hero: Hero, purse: i64) -> i64:
    """What a hero would buy with so much gold; NOTHING if nothing helps."""
    best: i64 = NOTHING
    most: i64 = 0
    for item in board.content.items:
        if not item.in_shop or item.cost > purse or item.index in hero.gear:
            continue
        if is_better_gear(board, hero, item.index) and not is_stopgap(board, hero, item):
            worth = 1000 * gain_of(board, hero, item) // item.cost
            if worth > most:
                best = item.index
                most = worth
    return best


def is_stopgap(board: Board, hero: Hero, item: Item) -> bool:
    """Whether a hero could save for something better of the same place, and should: mail instead of leather."""
    if item.place != BODY:
        return False
    for other in board.content.items:
        better = other.in_shop and other.place == BODY and hero.kind.may_use[other.index]
        if better and other.cost <= 2 * item.cost and gain_of(board, hero, other) > gain_of(board, hero, item):
            return True
    return False


def spare_item(board: Board, hero: Hero) -> i64:
    """Something in the pack that is of no use to its owner; NOTHING if there is none."""
    for index in hero.gear:
        item = board.content.items[index]
        if item.place == PACK or hero.wears(index) or index == hero.lent or is_better_gear(board, hero, index):
            continue
        if item.sort == WEAPON and item.ranged != holds_bow(board, hero) and hero.kind.may_use[index]:
            continue  # a blade beside a bow, or a bow beside a blade
        return index
    return NOTHING


def holds_bow(board: Board, hero: Hero) -> bool:
    """Whether a hero has a ranged weapon in hand."""
    return hero.main_hand >= 0 and board.content.items[hero.main_hand].ranged


# ---- gifts ----------------------------------------------------------------------------------------------------------


def who_needs(board: Board, hero: Hero, item: i64) -> i64:
    """The companion who gains most by an item; NOBODY if none does."""
    best: i64 = NOBODY
    most: i64 = 0
    for other in board.heroes:
        if other is hero or other.dead or item in other.gear or not is_better_gear(board, other, item):
            continue
        gain = gain_of(board, other, board.content.items[item])
        if gain > most:
            best = other.index
            most = gain
    return best


def who_lacks_gold(board: Board, hero: Hero) -> i64:
    """The companion who could buy something with this hero's gold; NOBODY if none could."""
    if hero.savings <= 0:
        return NOBODY
    for other in board.heroes:
        if other is not hero and not other.dead and best_ware(board, other, other.savings + hero.savings) != NOTHING:
            return other.index
    return NOBODY


def whom_to_give(board: Board, options: Options) -> Option:
    """The companion for whom the thing at hand was meant."""
    if board.at_counter != NOBODY:
        hero = board.heroes[board.at_counter]
        item = spare_item(board, hero)
        if item != NOTHING:
            other = who_needs(board, hero, item)
            if other != NOBODY and TO_HERO[other] in options:
                return TO_HERO[other]
    return options[0]


def best_gift(options: Options) -> Option:
    """All of the gold: whoever gives has no use for it."""
    return AMOUNTS[4] if AMOUNTS[4] in options else options[0]


def best_offering(options: Options) -> Option:
    """Two hundred for the dead, or what there is."""
    best = options[0]
    for option in options:
        if option.family == "offer" and option.number <= OFFERING:
            best = option
    return best
