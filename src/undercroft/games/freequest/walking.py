"""Where a hero can walk in one go: the steps to every square in reach, for screens on which one points at a square.

Worked out from the board alone, so that it tells nobody more than they know. It is no rule: each step is a choice of
its own, and what happens on the way may end the walk.
"""

from __future__ import annotations

from undercroft.core.ground import NOWHERE, SIDES
from undercroft.core.state import State
from undercroft.games.freequest.pieces import NOTHING
from undercroft.games.freequest.sheets import movement
from undercroft.games.freequest.state import DID_MOVE, HEROES_ACT, NOBODY, Board, FreeQuest
from undercroft.games.freequest.vocabulary import STEPS


def walks(state: State, seat: int) -> dict[str, tuple[str, ...]]:
    """By square: the steps that lead there, at least two, over free squares without a known trap."""
    assert isinstance(state, FreeQuest)
    board = state.board
    left = steps_left(board, seat)
    ways: dict[str, tuple[str, ...]] = {}
    if left < 2:
        return ways
    start = int(board.hero().at)
    seen = {start}
    ring: list[tuple[int, tuple[str, ...]]] = [(start, ())]
    for _ in range(left):
        after: list[tuple[int, tuple[str, ...]]] = []
        for at, way in ring:
            for side in range(SIDES):
                other = int(board.step(at, side))
                if other == NOWHERE or other in seen:
                    continue
                seen.add(other)
                if not board.is_free(other) or board.trap_state(other) != NOTHING:
                    continue
                longer = (*way, STEPS[side].name)
                after.append((other, longer))
                if len(longer) > 1:
                    ways[f"square-{board.codes[other]}"] = longer
        ring = after
    return ways


def steps_left(board: Board, seat: int) -> int:
    """How many squares whoever is asked may still walk; none for another seat, in a pit, or in a snare."""
    if board.phase != HEROES_ACT or board.turn == NOBODY:
        return 0
    hero = board.hero()
    if hero.seat != seat or not hero.lives() or hero.in_pit or hero.snared:
        return 0
    if board.walking:
        return int(board.steps_left)
    if board.actions_left > 0 and not board.did & DID_MOVE:
        return int(movement(board.content, hero))
    return 0
