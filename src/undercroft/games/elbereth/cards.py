"""The cards on the table: equipment and the kinds of dungeon cards, ready to be played with.

These never change during a game. `content.py` makes them from the data files. Cards of a kind are alike, so that a
dungeon card is known by its kind.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import below, bit
from undercroft.core.vocabulary import Option, Options
from undercroft.games.elbereth.vocabulary import DISCARDS, ITEMS, PIECES, PROTECTS, USES, WEAPONS

SORTS: Final = ("enemy", "wall", "item", "shop", "open-area", "boss", "up-stairs", "down-stairs")
ENEMY: Final = 0
WALL: Final = 1
ITEM: Final = 2
SHOP: Final = 3
OPEN_AREA: Final = 4
BOSS: Final = 5
UP_STAIRS: Final = 6
DOWN_STAIRS: Final = 7

OPEN_FACE: Final = (False, False, True, True, True, False, True, True)  # by sort (explore.open-cards)

COIN: Final = ITEMS.index("coin")
ALL_PIECES: Final = below(len(PIECES))
ALL_WEAPONS: Final = below(WEAPONS)


class Piece:
    """A piece of equipment; `number` is what a die shows to damage it at a wall."""

    def __init__(self, index: i64, key: str, name: str, number: i64, plural: bool) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.number: Final = number
        self.plural: Final = plural
        self.bit: Final[i64] = bit(index)
        self.offensive: Final = index < WEAPONS


class Kind:
    """A kind of dungeon card; `strength` is for enemies and bosses, `item` for items, the rest for bosses."""

    def __init__(self, index: i64, key: str, name: str, sort: i64, mark: str, count: i64) -> None:
        self.index: Final = index
        self.key: Final = key
        self.name: Final = name
        self.sort: Final = sort
        self.mark: Final = mark
        self.count: Final = count
        self.open_face: Final = OPEN_FACE[sort]
        self.strength: i64 = 0
        self.item: i64 = 0
        self.hits_needed: i64 = 1
        self.bribes: list[int] = []  # items that this boss takes


class Content:
    """All cards of an edition, its figures and its switches."""

    def __init__(self, floors: i64, removed: i64, start: i64) -> None:
        self.floors: Final = floors
        self.removed: Final = removed  # so many cards leave the game on each floor
        self.start: Final = start  # the pieces one begins with, as bits; 0: the player chooses two
        self.shop_restores_discarded = False
        self.last_dragon_wins = False
        self.boss_per_floor = False
        self.pieces: Final[list[Piece]] = []
        self.by_number: Final[list[Piece]] = []  # the piece with number 1 first
        self.kinds: Final[list[Kind]] = []
        self.ordinary: Final[list[int]] = []  # the kinds of all ordinary cards, a card each
        self.bosses: Final[list[int]] = []  # their kinds; without a boss per floor the dragon alone
        self.up_stairs: i64 = 0
        self.down_stairs: i64 = 0
        self._answers: Final[dict[int, Options]] = {}

    def answers(self, equipped: i64, gone: i64) -> Options:
        """What can be answered to a failed attack (attack.must-choose)."""
        key = equipped << len(PIECES) | gone
        answers = self._answers.get(key)
        if answers is None:
            answers = answers_to_failure(equipped, gone)
            self._answers[key] = answers
        return answers


def answers_to_failure(equipped: i64, gone: i64) -> Options:
    """Any set of the weapons at hand, one piece of protection, or the loss of any piece that is left."""
    answers: list[Option] = [use for use in USES if use.number & equipped == use.number]
    answers.extend([protect for protect in PROTECTS if equipped >> protect.number & 1])
    answers.extend([discard for discard in DISCARDS if not gone >> discard.number & 1])
    return tuple(answers)
