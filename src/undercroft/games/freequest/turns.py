"""A hero's turn: up to two different actions, and free acts between them. What is offered is read off the board."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.vocabulary import Option
from undercroft.games.freequest.bodies import lay_down, offer_bodies, take_all, take_body, take_item
from undercroft.games.freequest.combat import attack, heal, offer_attacks
from undercroft.games.freequest.contests import test
from undercroft.games.freequest.ending import ask_to_withdraw, complete_after_action, complete_after_turn, settle
from undercroft.games.freequest.movement import (
    end_move,
    finish_if_spent,
    is_passing,
    leap,
    offer_doors,
    offer_steps,
    open_door,
    take_step,
)
from undercroft.games.freequest.pieces import BODY, FIRST_AID, GUARD, HEALTH_RESTORED, NOTHING, POTION
from undercroft.games.freequest.referee import begin_referee_turn
from undercroft.games.freequest.searching import offer_searches, search
from undercroft.games.freequest.sheets import lose, may_wear, movement, put_away, put_on
from undercroft.games.freequest.spells import cast, offer_spells
from undercroft.games.freequest.state import (
    DID_ACTIVATE,
    DID_AID,
    DID_ATTACK,
    DID_CAST,
    DID_MOVE,
    DID_SEARCH,
    HEROES_ACT,
    NOBODY,
    Board,
    FreeQuest,
    Hero,
)
from undercroft.games.freequest.terrain import disarm, free, offer_terrain, unlock, work
from undercroft.games.freequest.vocabulary import (
    ACTION,
    AIDED,
    AIDS,
    DISARM_HERE,
    DRANK,
    DRINKS,
    END_MOVE,
    END_TURN,
    GUARDED,
    GUARDS,
    HEALED,
    LAY_DOWN,
    PUT_AWAY,
    PUTS_AWAY,
    SEARCH_DOORS,
    SEARCH_TRAPS,
    SEARCH_TREASURE,
    STEP,
    TURN,
    WEARS,
    WORN,
)

MOST_AIDED = 6  # Health above which no test could help


def heroes_step(game: FreeQuest) -> None:
    """One decision in the heroes' part of the round (turn.choose-action, move.step)."""
    board = game.board
    if board.turn == NOBODY:
        next_turn(game)
        return
    place = board.turn
    hero = board.hero()
    answer = game.table.choose(hero.seat, STEP if board.walking else ACTION, choices(board))
    if act(game, hero, answer):
        settle(game)
        complete_after_action(game)
    if board.end is None and board.phase == HEROES_ACT and board.turn == place and not hero.lives():
        end_turn(game)


def next_turn(game: FreeQuest) -> None:
    """The next hero who lives, or the referee after the last (play.take-turns)."""
    board = game.board
    board.turn += 1
    while board.turn < len(board.order):
        hero = board.hero()
        if hero.lives():
            begin_turn(game, hero)
            return
        board.turn += 1
    board.turn = NOBODY
    begin_referee_turn(game)


def begin_turn(game: FreeQuest, hero: Hero) -> None:
    """A hero's turn begins; who is hindered has one action only, and a guard given in the last turn is over."""
    board = game.board
    board.did = 0
    board.actions_left = 1 if hero.hindered else game.content.actions
    board.walking = False
    board.moved = False
    board.steps_left = 0
    board.came_home = 0
    board.changed = []
    hero.hindered = False
    hero.guarded = False
    hero.dropped = 0
    for other in board.heroes:
        if other.guarded_by == hero.index:
            other.guarded_by = NOBODY
    game.table.tell(TURN, hero.kind.index)


def end_turn(game: FreeQuest) -> None:
    """A turn ends when the player says so or the hero dies (turn.end)."""
    board = game.board
    hero = board.hero()
    board.walking = False
    settle(game)
    complete_after_turn(game, hero)
    if board.end is None:
        ask_to_withdraw(game)
    if board.end is None:
        next_turn(game)


# ---- what is offered ------------------------------------------------------------------------------------------------


def choices(board: Board) -> tuple[Option, ...]:
    """All that the hero whose turn it is may do now; from the board alone (info.offers-do-not-leak)."""
    hero = board.hero()
    options: list[Option] = []
    if board.walking:
        offer_steps(board, hero, board.steps_left, options)
        if not is_passing(board, hero):
            offer_free_acts(board, hero, options)
            options.append(END_MOVE)
        return tuple(options)
    if board.actions_left > 0:
        offer_actions(board, hero, options)
    offer_free_acts(board, hero, options)
    if board.did == 0 and not board.moved:
        offer_rearranging(board, hero, options)
    options.append(END_TURN)
    return tuple(options)


def offer_actions(board: Board, hero: Hero, options: list[Option]) -> None:
    """The actions that have not been taken this turn (turn.action-list)."""
    did = board.did
    if not did & DID_ATTACK and board.monsters:
        offer_attacks(board, hero, options)
    if not did & DID_MOVE:
        offer_steps(board, hero, movement(board.content, hero), options)
    if not did & DID_CAST:
        offer_spells(board, hero, options)
    if not did & DID_SEARCH:
        offer_searches(board, hero, options)
    if not did & DID_ACTIVATE:
        offer_terrain(board, hero, options)
    if not did & DID_AID and hero.can(FIRST_AID):
        for other in board.heroes:
            if may_aid(board, hero, other):
                options.append(AIDS[other.index])


def may_aid(board: Board, hero: Hero, other: Hero) -> bool:
    """Whether first aid could help somebody (ability.first-aid)."""
    return (
        other is not hero
        and other.lives()
        and not other.aided
        and other.health < other.full
        and other.health <= MOST_AIDED
        and board.adjacent(hero.at, other.at)
    )


def offer_free_acts(board: Board, hero: Hero, options: list[Option]) -> None:
    """Doors, guarding, potions, the dead (turn.free-acts)."""
    offer_doors(board, hero, options)
    if hero.can(GUARD) and not hero.guarded:
        for other in board.heroes:
            if other is not hero and other.lives() and board.adjacent(hero.at, other.at):
                options.append(GUARDS[other.index])
    for item in hero.gear:
        if board.content.items[item].sort == POTION and DRINKS[item] not in options:
            options.append(DRINKS[item])
    offer_bodies(board, hero, options)


def offer_rearranging(board: Board, hero: Hero, options: list[Option]) -> None:
    """What can be put on or away before the first action (equip.change); each thing once a turn."""
    calm = not board.sees_a_monster(hero)
    for item in hero.gear:
        if item in board.changed or not may_wear(board.content, hero, item):
            continue
        if board.content.items[item].place == BODY and not calm:
            continue
        option = PUTS_AWAY[item] if hero.wears(item) else WEARS[item]
        if option not in options:
            options.append(option)


# ---- what is done ---------------------------------------------------------------------------------------------------


def act(game: FreeQuest, hero: Hero, answer: Option) -> bool:
    """Do what was chosen; whether that was, or ended, an action."""
    board = game.board
    family = answer.family
    number = answer.number
    if family == "step":
        take_step(game, hero, number)
        return not board.walking
    if family == "leap" or family == "sure-leap":
        leap(game, hero, number, family == "sure-leap")
        return not board.walking
    if answer is END_MOVE:
        end_move(game, hero)
        return True
    if answer is END_TURN:
        end_turn(game)
        return False
    if free_act(game, hero, answer):
        walking = board.walking
        finish_if_spent(game, hero)
        return walking and not board.walking
    if family == "cast":
        cast(game, hero, number)
    elif answer is SEARCH_TREASURE or answer is SEARCH_TRAPS or answer is SEARCH_DOORS:
        search(game, hero, answer)
    elif family == "disarm":
        disarm(game, hero, number)
    elif answer is DISARM_HERE:
        disarm(game, hero, NOTHING)
    elif family == "work":
        work(game, hero, number)
    elif family == "unlock":
        unlock(game, hero, number)
    elif family == "free":
        free(game, hero, number)
    elif family == "aid":
        give_first_aid(game, hero, number)
    else:
        attack_with(game, hero, answer)
    return True


def attack_with(game: FreeQuest, hero: Hero, answer: Option) -> None:
    """The Attack action, with the weapon that the option says (ranged.uses-attack-action)."""
    game.board.did |= DID_ATTACK
    game.board.actions_left -= 1
    weapon = NOTHING
    if answer.family == "attack":
        weapon = hero.main_hand
    elif answer.family == "attack-other-hand":
        weapon = hero.other_hand
    attack(game, hero, answer.number, weapon)


def free_act(game: FreeQuest, hero: Hero, answer: Option) -> bool:
    """Do what costs no action, if the option is of that kind."""
    family = answer.family
    number = answer.number
    if family == "open":
        open_door(game, hero, number)
    elif family == "guard":
        hero.guarded = True
        game.board.heroes[number].guarded_by = hero.index
        game.table.tell(GUARDED, hero.kind.index, game.board.heroes[number].kind.index)
    elif family == "drink":
        drink(game, hero, number)
    elif family == "take-all":
        take_all(game, hero, number)
    elif family == "take-item":
        take_item(game, hero, number)
    elif family == "take-body":
        take_body(game, hero, number)
    elif answer is LAY_DOWN:
        lay_down(game, hero)
    elif family == "wear":
        change(game, hero, number, True)
    elif family == "put-away":
        change(game, hero, number, False)
    else:
        return False
    return True


def change(game: FreeQuest, hero: Hero, item: i64, wear: bool) -> None:
    """Put something on or away (equip.change)."""
    game.board.changed.append(item)
    if wear:
        put_on(game.content, hero, item)
        game.table.tell(WORN, hero.kind.index, item)
    else:
        put_away(game.content, hero, item)
        game.table.tell(PUT_AWAY, hero.kind.index, item)


def drink(game: FreeQuest, hero: Hero, index: i64) -> None:
    """A potion works once, for whoever drinks it."""
    item = game.content.items[index]
    lose(game.content, hero, index)
    game.table.tell(DRANK, hero.kind.index, index)
    hero.edge += item.next_attack
    hero.shield += item.shields
    if item.heals:
        restored = heal(game, hero, item.heals)
        game.table.tell(HEALED, hero.kind.index, restored, hero.health)


def give_first_aid(game: FreeQuest, hero: Hero, index: i64) -> None:
    """A Skill test against the other's Health; each success restores one (ability.first-aid)."""
    board = game.board
    board.did |= DID_AID
    board.actions_left -= 1
    other = board.heroes[index]
    restored = heal(game, other, test(game, hero.skill_dice, other.health))
    other.aided = True
    hero.deeds[HEALTH_RESTORED] += restored
    game.table.tell(AIDED, hero.kind.index, other.kind.index, board.roll, other.health)
