"""Whole games one after the other at full speed: the lab's inner loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from undercroft.core.chance import Seeded
from undercroft.core.players import Opening
from undercroft.core.state import Outcome, State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt


class Counter(Player):
    """Counts the decisions of another player."""

    def __init__(self, player: Player) -> None:
        self.player: Final = player
        self.count: i64 = 0

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.count += 1
        return self.player.choose(state, prompt, options)


class Played:
    """One finished game of a run."""

    def __init__(self, number: i64, opening: i64, outcome: Outcome, decisions: i64, level: tuple[int, ...]) -> None:
        self.number: Final = number
        self.opening: Final = opening
        self.outcome: Final = outcome
        self.decisions: Final = decisions
        self.figures: Final = level


def playout(
    fresh: State,
    play: Callable[[State, Table], None],
    player: Player,
    seats: i64,
    seed: str,
    opening: list[str],
) -> tuple[State, i64]:
    """Play one game from a state before set-up, with these first choices; returns its end and how many decisions."""
    state = fresh.copy()
    counter = Counter(player)
    guided: Player = Opening(opening, counter) if opening else counter
    seated: list[Player] = [guided for _ in range(seats)]
    play(state, Table(seated, Seeded(seed)))
    return state, counter.count + len(opening)
