"""What else can be done: pick something up, break a wall, buy, bribe a boss."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.games.elbereth.cards import COIN
from undercroft.games.elbereth.combat import defeat
from undercroft.games.elbereth.exploration import turn_over
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.elbereth.vocabulary import (
    BOUGHT,
    BREAKS,
    BRIBED,
    PICKED_UP,
    WALL_BROKEN,
    WALL_DAMAGED,
    WALL_DIE,
    WALL_LOST,
    WALL_NOTHING,
    WALL_ROLLED,
)


def pick_up(game: Elbereth, number: i64) -> None:
    """Take an item; its card was open before, so that nothing new is uncovered (pickup.take-item)."""
    kind = game.kind(number)
    game.items.remove(number)
    game.turned[number] = 1
    if kind.item == COIN:
        game.coin = True
    else:
        game.equipped |= bit(kind.item)
    game.table.tell(PICKED_UP, kind.index)


def break_wall(game: Elbereth, number: i64) -> None:
    """Roll for the gear that suffers, then the wall opens whatever came of it (wall.always-opens)."""
    table = game.table
    die = table.roll(WALL_DIE, 6)
    game.die = die
    piece = game.content.by_number[die - 1]
    table.tell(WALL_ROLLED, die)
    if game.gone & piece.bit:
        table.tell(WALL_NOTHING)
    elif game.equipped & piece.bit:
        game.equipped &= ~piece.bit
        table.tell(WALL_DAMAGED, die, piece.index)
    else:
        game.gone |= piece.bit
        table.tell(WALL_LOST, die, piece.index)
    game.breaks.remove(BREAKS[number - 1])
    table.tell(WALL_BROKEN)
    turn_over(game, number)


def buy(game: Elbereth, item: i64) -> None:
    """Spend the coin on a piece (shop.buy)."""
    game.coin = False
    game.gone &= ~bit(item)
    game.equipped |= bit(item)
    game.table.tell(BOUGHT, item)


def bribe(game: Elbereth, item: i64) -> None:
    """Give the boss what it wants, for good, and it steps aside (boss.bribe-action, boss.bribe-permanent)."""
    if item == COIN:
        game.coin = False
        game.coin_gone = True
    else:
        game.equipped &= ~bit(item)
        game.gone |= bit(item)
    game.table.tell(BRIBED, game.kind(game.boss).index, item)
    defeat(game, game.boss)
