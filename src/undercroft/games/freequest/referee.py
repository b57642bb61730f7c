"""The referee's turn: each placed monster may perform up to two different actions."""

from __future__ import annotations

from undercroft.core.ground import NOWHERE
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.combat import can_strike, square_of, strike
from undercroft.games.freequest.ending import check_last_round, settle
from undercroft.games.freequest.paths import reach_of
from undercroft.games.freequest.spells import hinder, put_monster
from undercroft.games.freequest.state import (
    DID_ATTACK,
    DID_CAST,
    DID_MOVE,
    HEROES_ACT,
    NOBODY,
    REFEREE,
    REFEREE_ACTS,
    Board,
    FreeQuest,
    Matter,
    Monster,
)
from undercroft.games.freequest.vocabulary import (
    DONE,
    END_ROUND,
    MONSTER_ACTION,
    MONSTER_CAST_ON,
    MONSTER_CASTS,
    MONSTER_MOVE,
    MONSTER_MOVED,
    NEXT_MONSTER,
    ON_HERO,
    REFEREE_TURN,
    REGENERATED,
    ROUND,
    SQUARES,
    STRIKES,
    WAKES,
    WALK,
)


def begin_referee_turn(game: FreeQuest) -> None:
    """All heroes have acted; whatever regenerates does so first (monster.regenerates)."""
    board = game.board
    board.phase = REFEREE_ACTS
    board.acting = NOBODY
    told = False
    for monster in board.monsters:
        if monster.at == NOWHERE:
            continue
        if not told:
            game.table.tell(REFEREE_TURN, board.round)
            told = True
        monster.acted = monster.asleep
        monster.asleep = False
        if monster.kind.regenerates and monster.health < monster.most_health:
            monster.health = min(monster.health + monster.kind.regenerates, monster.most_health)
            game.table.tell(REGENERATED, monster.noun, monster.health)


def referee_step(game: FreeQuest) -> None:
    """One decision of the referee: which monster is next, or what it does (monster.two-actions)."""
    board = game.board
    if board.acting == NOBODY:
        answer = game.table.choose(REFEREE, NEXT_MONSTER, next_monsters(board))
        if answer is END_ROUND:
            end_referee_turn(game)
            return
        board.acting = answer.number
        board.did = 0
        board.actions_left = 1 if board.monsters[answer.number].slowed else game.content.actions
        return
    monster = board.monsters[board.acting]
    answer = game.table.choose(REFEREE, MONSTER_ACTION, monster_actions(board, monster))
    if answer is DONE:
        finish_monster(board, monster)
        return
    board.actions_left -= 1
    if answer is WALK:
        board.did |= DID_MOVE
        walk(game, monster)
    elif answer.family == "strike":
        board.did |= DID_ATTACK
        strike(game, monster, board.heroes[answer.number])
    else:
        board.did |= DID_CAST
        spell = game.content.spells[answer.number]
        on = game.ask(REFEREE, MONSTER_CAST_ON, tuple(heroes_in_sight(board, monster)), Matter(spell=spell.index))
        hinder(game, monster, spell, board.heroes[on.number])
    settle(game)
    if board.end is None and (board.actions_left <= 0 or monster.at == NOWHERE):
        finish_monster(board, monster)


def next_monsters(board: Board) -> tuple[Option, ...]:
    """The monsters that have not acted, and the end of the turn."""
    options: list[Option] = []
    for monster in board.monsters:
        if monster.at != NOWHERE and not monster.acted:
            options.append(WAKES[monster.number])
    options.append(END_ROUND)
    return tuple(options)


def monster_actions(board: Board, monster: Monster) -> tuple[Option, ...]:
    """What the acting monster can do: Move, Attack, Cast a Spell, each once (monster.no-other-actions)."""
    options: list[Option] = []
    if not board.did & DID_ATTACK:
        for hero in board.heroes:
            if hero.lives() and can_strike(board, monster, monster.at, hero):
                options.append(STRIKES[hero.index])
    if not board.did & DID_CAST:
        for spell in monster.kind.spells:
            if not monster.spells_used >> spell & 1 and heroes_in_sight(board, monster):
                options.append(MONSTER_CASTS[spell])
    if not board.did & DID_MOVE and can_walk(board, monster):
        options.append(WALK)
    options.append(DONE)
    return tuple(options)


def can_walk(board: Board, monster: Monster) -> bool:
    """Whether there is any square to walk to."""
    return bool(reach_of(board, monster.at, monster.kind.move).squares)


def heroes_in_sight(board: Board, monster: Monster) -> list[Option]:
    """The heroes that a monster sees."""
    sight = board.ground.sight(monster.at, board.doors_open)
    return [ON_HERO[hero.index] for hero in board.heroes if hero.lives() and sight[hero.at]]


def walk(game: FreeQuest, monster: Monster) -> None:
    """A monster's Move, straight to the square where it ends (monster.movement)."""
    board = game.board
    walks = reach_of(board, monster.at, monster.kind.move)
    options = tuple([SQUARES[board.codes[at]] for at in walks.squares])
    to = square_of(board, game.table.choose(REFEREE, MONSTER_MOVE, options))
    put_monster(board, monster, to)
    game.table.tell(MONSTER_MOVED, monster.noun, walks.steps[walks.squares.index(to)])


def finish_monster(board: Board, monster: Monster) -> None:
    """A monster has acted."""
    monster.acted = True
    board.acting = NOBODY


def end_referee_turn(game: FreeQuest) -> None:
    """The round is over: what lasted until now ends, and the next begins unless this was the last."""
    board = game.board
    board.acting = NOBODY
    for monster in board.monsters:
        monster.slowed = False
    for hero in board.heroes:
        hero.shield = 0
    settle(game)
    check_last_round(game)
    if board.end is None:
        begin_round(game)


def begin_round(game: FreeQuest) -> None:
    """A new round begins with the first hero who lives (play.take-turns)."""
    board = game.board
    board.round += 1
    board.phase = HEROES_ACT
    board.turn = NOBODY
    game.table.tell(ROUND, board.round, board.rounds)
