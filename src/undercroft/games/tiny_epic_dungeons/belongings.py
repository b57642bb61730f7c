"""Loot and Spells: drawing, keeping, swapping, losing them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.vocabulary import Option
from undercroft.games.tiny_epic_dungeons.pieces import BODY, CHARM, HAND, LootCard
from undercroft.games.tiny_epic_dungeons.state import (
    BOTH_HANDS,
    FIRST_LOOT,
    HANDS,
    LOOT_SLOTS,
    NOBODY,
    SPELL_SLOTS,
    Dungeon,
    Hero,
)
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    DECLINE,
    DISCARD_LOOT,
    DISCARD_SPELL,
    GIVE,
    KEEP,
    KEEP_LOOT,
    KEEP_SPELL,
    LOOT_DECK,
    LOOT_DECLINED,
    LOOT_DRAWN,
    NOTHING_LEFT,
    SPELL_DECK,
    SPELL_DECLINED,
    SPELL_DRAWN,
    SWAP,
    SWAP_HANDS,
)

BODY_SLOT: Final[i64] = 2
CHARM_SLOT: Final[i64] = 3


def loot_left(game: Dungeon) -> bool:
    """Whether any Loot can be drawn."""
    return len(game.loot_deck) + len(game.loot_discards) > 0


def spells_left(game: Dungeon) -> bool:
    """Whether any Spell can be drawn."""
    return len(game.spell_deck) + len(game.spell_discards) > 0


def gain_loot(game: Dungeon, number: i64) -> None:
    """A hero draws a Loot and keeps it, swaps it or declines it (loot.gain)."""
    hero = game.heroes[number]
    if not loot_left(game):
        game.table.tell(NOTHING_LEFT, hero.mat.index)
        return
    if len(game.loot_deck) == 0:
        game.loot_deck.shuffle(game.loot_discards)
        game.loot_discards = []
    drawn = game.loot_deck.draw(game.table, LOOT_DECK)
    game.table.tell(LOOT_DRAWN, drawn, hero.mat.index)
    card = game.content.loot[drawn]
    game.about_spells = False
    game.drawn = drawn
    game.asked = number
    answer = game.table.choose(game.seat_of(number), KEEP_LOOT, tuple(ways_to_keep(hero, card)))
    game.drawn = NOBODY
    if answer is DECLINE:
        discard_loot(game, hero, drawn)
        return
    if answer is SWAP_HANDS:
        drop_slot(game, hero, 0)
        drop_slot(game, hero, 1)
    elif answer.family == SWAP[0].family:
        drop_slot(game, hero, answer.number - 1)
    put_on(hero, card)
    hero.count_up(game.content)


def ways_to_keep(hero: Hero, card: LootCard) -> list[Option]:
    """Keep in a free slot, swap with what fits there, or decline (loot.slots)."""
    if card.slot != HAND:
        slot = BODY_SLOT if card.slot == BODY else CHARM_SLOT
        return [SWAP[slot] if hero.loot[slot] >= 0 else KEEP, DECLINE]
    first, second = hero.loot[0], hero.loot[1]
    if card.hands == HANDS:
        return [KEEP if first == NOBODY and second == NOBODY else SWAP_HANDS, DECLINE]
    ways: list[Option] = []
    if first == NOBODY or second == NOBODY:
        ways.append(KEEP)
    if first >= 0:
        ways.append(SWAP[0])
    if second >= 0:
        ways.append(SWAP[1])
    ways.append(DECLINE)
    return ways


def put_on(hero: Hero, card: LootCard) -> None:
    """Lay a card into a free slot."""
    if card.slot == BODY:
        hero.loot[BODY_SLOT] = card.index
    elif card.slot == CHARM:
        hero.loot[CHARM_SLOT] = card.index
    elif card.hands == HANDS:
        hero.loot[0] = card.index
        hero.loot[1] = BOTH_HANDS
    else:
        hero.loot[0 if hero.loot[0] == NOBODY else 1] = card.index


def drop_slot(game: Dungeon, hero: Hero, slot: i64) -> None:
    """Discard what is in a slot, if anything is."""
    card = hero.loot[slot]
    if card < 0:
        return
    hero.loot[slot] = NOBODY
    hero.used_this_turn &= ~(bit(FIRST_LOOT + slot))
    if slot == 0 and hero.loot[1] == BOTH_HANDS:
        hero.loot[1] = NOBODY
    discard_loot(game, hero, card)
    hero.count_up(game.content)


def discard_loot(game: Dungeon, hero: Hero, card: i64) -> None:
    """A Loot goes to the discard pile; it can be drawn again (loot.discards)."""
    game.loot_discards.append(card)
    game.table.tell(LOOT_DECLINED, card, hero.mat.index)


def lose_loot(game: Dungeon, number: i64) -> None:
    """A hero discards a Loot of its choice, if it has any."""
    hero = game.heroes[number]
    options = [GIVE[slot] for slot in range(LOOT_SLOTS) if hero.loot[slot] >= 0]
    if options:
        game.asked = number
        game.about_spells = False
        answer = game.table.choose(game.seat_of(number), DISCARD_LOOT, tuple(options))
        drop_slot(game, hero, answer.number - 1)


def gain_spell(game: Dungeon, number: i64) -> None:
    """A hero draws a Spell and keeps it, swaps it or declines it (loot.gain)."""
    hero = game.heroes[number]
    if not spells_left(game):
        game.table.tell(NOTHING_LEFT, hero.mat.index)
        return
    if len(game.spell_deck) == 0:
        game.spell_deck.shuffle(game.spell_discards)
        game.spell_discards = []
    drawn = game.spell_deck.draw(game.table, SPELL_DECK)
    game.table.tell(SPELL_DRAWN, drawn, hero.mat.index)
    options: list[Option] = []
    if len(hero.spells) < SPELL_SLOTS:
        options.append(KEEP)
    options.extend([SWAP[slot] for slot in range(len(hero.spells))])
    options.append(DECLINE)
    game.about_spells = True
    game.drawn = drawn
    game.asked = number
    answer = game.table.choose(game.seat_of(number), KEEP_SPELL, tuple(options))
    game.drawn = NOBODY
    if answer is DECLINE:
        discard_spell(game, hero, drawn)
        return
    if answer is not KEEP:
        discard_spell(game, hero, hero.spells.pop(answer.number - 1))
    hero.spells.append(drawn)


def discard_spell(game: Dungeon, hero: Hero, card: i64) -> None:
    """A Spell goes to the discard pile."""
    game.spell_discards.append(card)
    game.table.tell(SPELL_DECLINED, card, hero.mat.index)


def lose_spell(game: Dungeon, number: i64) -> None:
    """A hero discards a Spell of its choice, if it has any."""
    hero = game.heroes[number]
    if hero.spells:
        options = tuple([GIVE[slot] for slot in range(len(hero.spells))])
        game.asked = number
        game.about_spells = True
        answer = game.table.choose(game.seat_of(number), DISCARD_SPELL, options)
        discard_spell(game, hero, hero.spells.pop(answer.number - 1))
