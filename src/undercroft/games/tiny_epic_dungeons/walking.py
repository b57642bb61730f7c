"""Where a hero can walk in one go: the steps to every room in reach, for screens on which one points at a room.

It is no rule: each step is a choice of its own. Rooms with an enemy, an armed trap or somebody who waits are entered
by a step of their own, never on the way.
"""

from __future__ import annotations

from undercroft.core.state import State
from undercroft.games.tiny_epic_dungeons.geometry import cells_of, next_to
from undercroft.games.tiny_epic_dungeons.pieces import NO_DANGER, TRAP_DANGER
from undercroft.games.tiny_epic_dungeons.state import LAIR, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import GO


def walks(state: State, seat: int) -> dict[str, tuple[str, ...]]:
    """By room: the steps that lead there, at least two, through rooms in which nothing happens."""
    assert isinstance(state, Dungeon)
    game = state
    ways: dict[str, tuple[str, ...]] = {}
    if game.act == 0 or game.active_seat() != seat or not game.moving:
        return ways
    start = game.hero().at
    if start == LAIR:
        return ways
    seen = {int(start)}
    ring: list[tuple[int, tuple[str, ...]]] = [(int(start), ())]
    for _ in range(game.speed_left):
        after: list[tuple[int, tuple[str, ...]]] = []
        for at, way in ring:
            for cell in cells_of(next_to(game, at)):
                if cell in seen or cell == LAIR or not is_calm(game, cell):
                    continue
                seen.add(cell)
                longer = (*way, GO[cell].name)
                after.append((cell, longer))
                if len(longer) > 1:
                    ways[f"cell-{cell}"] = longer
        ring = after
    return ways


def is_calm(game: Dungeon, cell: int) -> bool:
    """Whether nothing happens to whoever enters a room."""
    danger = game.card_at(cell).danger
    met = game.disarmed if danger == TRAP_DANGER else game.met
    return not game.enemy_in(cell) and (danger == NO_DANGER or bool(met >> cell & 1))
