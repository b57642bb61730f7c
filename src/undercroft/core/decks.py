"""Decks that draw when seen: a shuffled deck is a bag, and a card comes out of it when somebody looks at it.

So no state holds an order that nobody has seen yet, and every card that turns up is a chance event with exact odds.
What is known of the order (a card looked at and left on top, a card put back under) is kept as known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from undercroft.core.table import Table
    from undercroft.core.vocabulary import Stream


@mypyc_attr(acyclic=True)
class Deck:
    """The unseen cards, in a fixed order that means nothing, between the known top and the known bottom."""

    def __init__(self, unseen: list[int], top: list[int] | None = None, bottom: list[int] | None = None) -> None:
        self.unseen: Final = unseen
        self.top: Final[list[int]] = [] if top is None else top  # the last is the topmost
        self.bottom: Final[list[int]] = [] if bottom is None else bottom  # the last is the lowest

    def copy(self) -> Deck:
        """The same deck, apart."""
        return Deck(self.unseen[:], self.top[:], self.bottom[:])

    def __len__(self) -> int:
        return len(self.top) + len(self.unseen) + len(self.bottom)

    def draw(self, table: Table, stream: Stream) -> i64:
        """Take the top card."""
        if self.top:
            return self.top.pop()
        if self.unseen:
            return self.unseen.pop(table.draw_position(stream, self.unseen))
        return self.bottom.pop(0)

    def look(self, table: Table, stream: Stream) -> i64:
        """See the top card and leave it there."""
        card = self.draw(table, stream)
        self.top.append(card)
        return card

    def put_on_top(self, card: i64) -> None:
        """Lay a known card on top."""
        self.top.append(card)

    def put_under(self, card: i64) -> None:
        """Lay a known card at the bottom."""
        self.bottom.append(card)

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle these cards and all that is left together; nothing of the order is known any more."""
        together = sorted([*self.top, *self.unseen, *self.bottom, *cards])
        self.top.clear()
        self.bottom.clear()
        self.unseen[:] = together
