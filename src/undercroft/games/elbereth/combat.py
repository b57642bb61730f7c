"""Attacks: a roll against an enemy's strength, and what a failed one costs."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit, bits_in
from undercroft.core.vocabulary import Option
from undercroft.games.elbereth.cards import ALL_PIECES, ALL_WEAPONS, BOSS
from undercroft.games.elbereth.exploration import turn_over
from undercroft.games.elbereth.state import HERO, NOBODY, Elbereth
from undercroft.games.elbereth.vocabulary import (
    ATTACK_DIE,
    ATTACK_FAILED,
    ATTACK_HIT,
    ATTACK_MISSED,
    ATTACK_REACHED,
    ATTACK_ROLLED,
    ATTACKS,
    BEATEN,
    DAMAGED,
    ENEMY_BEATEN,
    HIT_ONCE,
    KEY_FOUND,
    PROTECTED,
    RECOVERED,
    WEAPON_DOWN,
    WEAPONS,
    WEAPONS_HIT,
    WEAPONS_SHORT,
    WEAPONS_USED,
    WON,
)


def attack(game: Elbereth, number: i64) -> None:
    """Roll against an enemy's strength (attack.choose-enemy, attack.success)."""
    table = game.table
    kind = game.kind(number)
    game.target = number
    game.die = table.roll(ATTACK_DIE, 6)
    table.tell(ATTACK_ROLLED, kind.index, game.die, kind.strength)
    tell_reach(game, kind.strength)
    if game.die >= kind.strength:
        table.tell(ATTACK_HIT)
        succeed(game, number)
    else:
        table.tell(ATTACK_MISSED, kind.index)
        fail(game, number)
    game.target = NOBODY


def tell_reach(game: Elbereth, strength: i64) -> None:
    """With how many weapons the roll would suffice: nothing happens, but odds speak of it.

    Where fewer weapons are certain to suffice, more are not worth a word.
    """
    reach: i64 = 1
    while reach <= min(bits_in(game.equipped & ALL_WEAPONS), strength - 1):
        if game.die + reach >= strength:
            game.table.tell(ATTACK_REACHED[reach - 1])
        reach += 1


def succeed(game: Elbereth, number: i64) -> None:
    """The enemy is hit, and beaten if that was enough of it (attack.defeat-flips, boss.ogre)."""
    kind = game.kind(number)
    if kind.hits_needed > 1 and not game.hit_once:
        game.hit_once = True
        game.table.tell(HIT_ONCE, kind.index)
        return
    game.table.tell(ENEMY_BEATEN, kind.index)
    defeat(game, number)


def defeat(game: Elbereth, number: i64) -> None:
    """A beaten or bribed enemy is turned over; the floor's boss leaves the key (attack.dragon-key)."""
    game.attacks.remove(ATTACKS[number - 1])
    game.hit_once = False
    if game.kind(number).sort == BOSS:
        game.key_held = True
        game.table.tell(KEY_FOUND)
        if game.content.last_dragon_wins and game.floor == game.content.floors:
            game.turned[number] = 1
            game.finish(WON)
            return
    turn_over(game, number)


def fail(game: Elbereth, number: i64) -> None:
    """Choose how to pay for a failed attack; who has nothing left to pay with has lost (attack.must-choose)."""
    if game.gone == ALL_PIECES:
        game.finish(BEATEN)
        return
    answer = game.table.choose(HERO, ATTACK_FAILED, game.content.answers(game.equipped, game.gone))
    if answer.family == "use":
        use_weapons(game, number, answer)
        return
    recover(game)
    game.equipped &= ~bit(answer.number)
    if answer.family == "protect-with":
        game.table.tell(PROTECTED, answer.number)
    else:
        game.gone |= bit(answer.number)
        game.table.tell(DAMAGED, answer.number)


def use_weapons(game: Elbereth, number: i64, answer: Option) -> None:
    """Turn weapons down, each for one more; it may suffice or not (attack.use-weapons, attack.weapons-success)."""
    table = game.table
    kind = game.kind(number)
    for piece in range(WEAPONS):
        if answer.number >> piece & 1:
            table.tell(WEAPON_DOWN, piece)
    game.equipped &= ~answer.number
    total = game.die + bits_in(answer.number)
    table.tell(WEAPONS_USED, total, kind.strength)
    if total >= kind.strength:
        table.tell(WEAPONS_HIT)
        succeed(game, number)
    else:
        table.tell(WEAPONS_SHORT, kind.index)
        recover(game)


def recover(game: Elbereth) -> None:
    """A boss that was hit once is whole again: the hits must come in succession (boss.ogre)."""
    if game.hit_once:
        game.hit_once = False
        game.table.tell(RECOVERED, game.kind(game.boss).index)
