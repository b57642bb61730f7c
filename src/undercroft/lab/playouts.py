"""Whole games one after the other at full speed: the lab's inner loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from undercroft.core.chance import Seeded
from undercroft.core.players import find
from undercroft.core.state import Outcome, State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt

MakePlayer = Callable[[str], Player]


class Guide(Player):
    """Counts decisions, and makes the first ones as an opening says as far as that fits."""

    def __init__(self, opening: list[str], player: Player) -> None:
        self.opening: Final = opening
        self.player: Final = player
        self.count: i64 = 0

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        count = self.count
        self.count = count + 1
        if count < len(self.opening):
            option = find(self.opening[count], options)
            if option is not None:
                return option
        return self.player.choose(state, prompt, options)


@mypyc_attr(acyclic=True)
class Played:
    """One finished game: its number in the run, its opening, how it ended and after how many decisions."""

    def __init__(self, number: i64, opening: i64, outcome: Outcome, decisions: i64) -> None:
        self.number: Final = number
        self.opening: Final = opening
        self.outcome: Final = outcome
        self.decisions: Final = decisions


def play_games(
    fresh: State,
    play: Callable[[State, Table], None],
    seats: i64,
    make_player: MakePlayer,
    openings: list[list[str]],
    seed: str,
    first: i64,
    count: i64,
) -> list[Played]:
    """Games number `first` and on; number n has the seed SEED/n and the openings in turn, whoever plays it when."""
    result: list[Played] = []
    number = first
    while number < first + count:
        opening = number % len(openings)
        text = f"{seed}/{number}"
        guide = Guide(openings[opening], make_player(text))
        state = fresh.copy()
        play(state, Table([guide for _ in range(seats)], Seeded(text)))
        outcome = state.outcome()
        assert outcome is not None
        result.append(Played(number, opening, outcome, guide.count))
        number += 1
    return result
