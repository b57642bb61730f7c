"""Whole games one after the other at full speed: the lab's inner loop."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from undercroft.core.chance import Seeded
from undercroft.core.players import Opening
from undercroft.core.state import Outcome, State
from undercroft.core.table import MakePlayer, Play, Table


@mypyc_attr(acyclic=True)
class Played:
    """One finished game: its number in the run, its opening, how it ended, its figures then, how many decisions."""

    def __init__(self, number: i64, opening: i64, outcome: Outcome, figures: tuple[int, ...], decisions: i64) -> None:
        self.number: Final = number
        self.opening: Final = opening
        self.outcome: Final = outcome
        self.figures: Final = figures
        self.decisions: Final = decisions


def play_games(
    fresh: State,
    play: Play,
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
        player = Opening(openings[opening], make_player(text))
        state = fresh.copy()
        play(state, Table([player for _ in range(seats)], Seeded(text)))
        outcome = state.outcome()
        assert outcome is not None
        result.append(Played(number, opening, outcome, state.figures(), player.made))
        number += 1
    return result
