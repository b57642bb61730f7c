"""The dead and what they leave: taking up, carrying, laying down."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.ground import NOWHERE
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.sheets import gain, refresh
from undercroft.games.freequest.state import CAPTIVE, NOBODY, Board, FreeQuest, Hero
from undercroft.games.freequest.vocabulary import (
    LAID_CAPTIVE_DOWN,
    LAID_DOWN,
    LAY_DOWN,
    TAKES_ALL,
    TAKES_BODY,
    TAKES_ITEM,
    TOOK_BODY,
    TOOK_CAPTIVE,
    TOOK_ITEM,
    TOOK_THINGS,
)


def offer_bodies(board: Board, hero: Hero, options: list[Option]) -> None:
    """What lies on the hero's square, and laying down (body.retrieve, body.one-at-a-time, body.lay-down)."""
    for other in board.heroes:
        if not other.dead or other.body_at != hero.at:
            continue
        if other.gear or other.loot or other.quest_items:
            options.append(TAKES_ALL[other.index])
            for item in other.gear:
                if TAKES_ITEM[item] not in options:
                    options.append(TAKES_ITEM[item])
        if hero.carries == NOBODY and not hero.dropped >> other.index & 1:
            options.append(TAKES_BODY[other.index])
    if board.captive_at == hero.at and hero.carries == NOBODY and not hero.dropped >> CAPTIVE & 1:
        options.append(TAKES_BODY[CAPTIVE])
    if hero.carries != NOBODY:
        options.append(LAY_DOWN)


def take_all(game: FreeQuest, hero: Hero, index: i64) -> None:
    """Take everything that a dead hero carried."""
    other = game.board.heroes[index]
    for item in other.gear[:]:
        take_from(game, hero, other, item)
    for area in range(len(game.notes.holder)):
        if game.notes.holder[area] == index:
            game.notes.holder[area] = hero.index
    hero.loot += other.loot
    hero.quest_items |= other.quest_items
    other.loot = 0
    other.quest_items = 0
    game.table.tell(TOOK_THINGS, hero.kind.index, other.kind.index)


def take_item(game: FreeQuest, hero: Hero, item: i64) -> None:
    """Take one thing that lies here."""
    for other in game.board.heroes:
        if other.dead and other.body_at == hero.at and item in other.gear:
            take_from(game, hero, other, item)
            game.table.tell(TOOK_ITEM, hero.kind.index, item)
            return


def take_from(game: FreeQuest, hero: Hero, other: Hero, item: i64) -> None:
    """A thing changes hands; it goes into the pack."""
    other.gear.remove(item)
    strip(other, item)
    refresh(game.content, other)
    gain(game.content, hero, item)


def strip(hero: Hero, item: i64) -> None:
    """What is gone is neither held nor worn."""
    if item not in hero.gear:
        if hero.main_hand == item:
            hero.main_hand = -1
            hero.other_hand = max(hero.other_hand, -1)
        if hero.other_hand == item:
            hero.other_hand = -1
        if hero.head == item:
            hero.head = -1
        if hero.body == item:
            hero.body = -1


def take_body(game: FreeQuest, hero: Hero, index: i64) -> None:
    """Take up a dead hero or the captive: half speed from now on (body.half-speed)."""
    board = game.board
    hero.carries = index
    if index == CAPTIVE:
        board.captive_at = NOWHERE
        game.table.tell(TOOK_CAPTIVE, hero.kind.index, board.quest)
    else:
        board.heroes[index].body_at = NOWHERE
        board.heroes[index].brought_by = hero.index
        game.table.tell(TOOK_BODY, hero.kind.index, board.heroes[index].kind.index)
    if board.walking:
        board.steps_left //= game.content.carry_divisor


def lay_down(game: FreeQuest, hero: Hero) -> None:
    """Lay down what is carried on the hero's own square."""
    board = game.board
    if hero.carries == CAPTIVE:
        board.captive_at = hero.at
        game.table.tell(LAID_CAPTIVE_DOWN, hero.kind.index, board.quest)
    else:
        other = board.heroes[hero.carries]
        other.body_at = hero.at
        game.table.tell(LAID_DOWN, hero.kind.index, other.kind.index)
    hero.dropped |= bit(hero.carries)
    hero.carries = NOBODY
