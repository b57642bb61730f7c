"""What the engine asks of a game's state, and how a game ends."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from undercroft.core.chance import Chance
from undercroft.core.errors import UndercroftError


@mypyc_attr(acyclic=True)
class Outcome:
    """How a game ended: who won (seats), by what end, with what score and, if it earned one, which rank."""

    def __init__(self, end: str, winners: tuple[int, ...], score: int, rank: str) -> None:
        self.end: Final = end
        self.winners: Final = winners
        self.score: Final = score
        self.rank: Final = rank

    @property
    def won(self) -> bool:
        """Whether anybody won; in a solo or co-operative game, whether you did."""
        return bool(self.winners)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Outcome)
            and self.end == other.end
            and self.winners == other.winners
            and self.score == other.score
            and self.rank == other.rank
        )

    def __hash__(self) -> int:
        return hash((self.end, self.winners, self.score, self.rank))

    def __reduce__(self) -> tuple[type[Outcome], tuple[str, tuple[int, ...], int, str]]:
        return Outcome, (self.end, self.winners, self.score, self.rank)

    def __repr__(self) -> str:
        return f"Outcome(end={self.end!r}, won={self.won}, score={self.score}, rank={self.rank!r})"


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Everything of a game that can change, as plain data."""

    def copy(self) -> State:
        """The same state, apart: nothing done to one is seen in the other."""
        return self

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        raise UndercroftError("a state cannot be sent to another process by itself; send its session, or the record")

    def view(self, seat: int) -> State:
        """What a seat may know of it. A game without secrets shows everything."""
        return self

    def imagine(self, seat: int, chance: Chance) -> None:
        """Make all that this seat may not know as chance would have it; for search, on a copy, never in play.

        A game without secrets has nothing to imagine.
        """

    def veil(self, seat: int) -> None:
        """Let the rules stop (`chance.Unveiled`) where they would show this seat something new; for odds, on a copy.

        Where nobody can know whether there is anything to show, there is nothing. A game without secrets has no veil.
        """

    def progress(self, seat: int) -> float:
        """How far this seat has come, from 0 to 1: tells lost games apart, and says nothing of won ones."""
        return 0.0

    def key(self) -> tuple[object, ...]:
        """All that can change as plain values: states with the same key at the same question have the same future."""
        return ()

    def figures(self) -> tuple[int, ...]:
        """The tracked figures, in the order of the game's `figure_names`."""
        return ()

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return None
