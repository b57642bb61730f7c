"""The run of play: one action after another, whichever and wherever you like, until the game is over."""

from __future__ import annotations

from undercroft.core.state import State
from undercroft.core.table import Table
from undercroft.core.vocabulary import Option, Options
from undercroft.games.elbereth.combat import attack, recover
from undercroft.games.elbereth.exploration import descend
from undercroft.games.elbereth.places import break_wall, bribe, buy, pick_up
from undercroft.games.elbereth.setup import set_up
from undercroft.games.elbereth.state import HERO, IDLE, NOBODY, Elbereth
from undercroft.games.elbereth.vocabulary import (
    ACTION,
    BRIBES,
    BUYS,
    DESCEND,
    GAVE_UP,
    GIVE_UP,
    PICKUPS,
    PIECES,
    STUCK,
)


def play(state: State, table: Table) -> None:
    """Play on until the game is over, from set-up or before any action."""
    assert isinstance(state, Elbereth)
    state.table = table
    table.seat(state)
    if state.floor == 0:
        table.begin_turn()
        set_up(state)
    while state.end is None:
        table.begin_turn()
        take_action(state)
    state.table = IDLE


def take_action(game: Elbereth) -> None:
    """Choose an action and carry it out (explore.then-act); without one the game is lost (end.never-stuck)."""
    actions = possible_actions(game)
    if len(actions) == 1:
        game.finish(STUCK)
        return
    act(game, game.table.choose(HERO, ACTION, actions))


def possible_actions(game: Elbereth) -> Options:
    """All that can be done now; giving up is always among it."""
    actions = game.attacks[:]
    boss = game.boss
    if boss != NOBODY and not game.key_held:
        actions.extend([BRIBES[item] for item in game.kind(boss).bribes if game.has_item(item)])
    actions.extend(game.breaks)
    for number in game.items:
        if game.can_take(game.kind(number).item):
            actions.append(PICKUPS[number - 1])
    if game.shop_found and game.coin:
        actions.extend(purchases(game))
    if game.key_held and game.stairs_found:
        actions.append(DESCEND)
    actions.append(GIVE_UP)
    return tuple(actions)


def purchases(game: Elbereth) -> list[Option]:
    """The pieces that a shop sells: those face-down (shop.buy)."""
    wares = game.face_down()
    if game.content.shop_restores_discarded:
        wares |= game.gone
    return [BUYS[item] for item in range(len(PIECES)) if wares >> item & 1]


def act(game: Elbereth, answer: Option) -> None:
    """Carry out an action; whatever is not about it gives a boss that was hit once the time to recover."""
    if answer is GIVE_UP:
        game.finish(GAVE_UP)
        return
    family = answer.family
    if family != "bribe-with" and (family != "attack" or answer.number != game.boss):
        recover(game)
    if family == "attack":
        attack(game, answer.number)
    elif family == "break":
        break_wall(game, answer.number)
    elif family == "pick-up":
        pick_up(game, answer.number)
    elif family == "buy":
        buy(game, answer.number)
    elif family == "bribe-with":
        bribe(game, answer.number)
    else:
        descend(game)
