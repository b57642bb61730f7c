"""What a search may know of a game without playing it to its end."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from undercroft.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Promise:
    """Tells chapters apart (floors, levels) and what the head of one promises."""

    def chapter(self, state: State) -> i64:
        """The number of the present chapter."""
        return 0

    def ahead(self, state: State) -> i64:
        """How many chapters a simulation plays on before it trusts what the head of one promises."""
        return 1

    def chance(self, state: State, seat: i64) -> float:
        """The chance that this seat wins, as seen from the head of a chapter."""
        return 0.0
