"""What the head of a floor of Elbereth promises.

A logistic regression by the floors that are left: for each, what every fact adds to the logarithm of the odds. It was
fitted to a million floors of the book edition, reached by steady with now and then a random action and played on by
steady alone, on other seeds than those of any measurement. Over single floors it is off by about one point in a
hundred. With other cards and figures it still tells better from worse.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from undercroft.bots.promise.chapters import Promise
from undercroft.bots.steady.elbereth import THOUSAND, cards_in_deck
from undercroft.core.bits import bits_in
from undercroft.core.state import State
from undercroft.games.elbereth.cards import ALL_WEAPONS
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.elbereth.vocabulary import PIECES, WEAPONS

# A constant; then for each weapon and each protection equipped, for each of them discarded, for a coin, for each card
# of a weapon and of a protection in the deck; for each weapon times each protection, for the weapons squared, for
# being without a weapon, for the pieces discarded squared.
FLOORS: Final[list[list[float]]] = [
    [1.63, 0.60, 0.15, -0.26, -0.28, 0.00, 0.00, 0.00, 0.38, 0.22, -0.42, -0.03],  # the last floor
    [0.54, 0.41, 0.18, -0.09, -0.17, 0.04, -0.48, -0.62, 0.14, 0.14, -0.57, -0.06],
    [-0.20, 0.53, 0.24, -0.10, -0.06, 0.16, -0.21, -0.37, 0.09, 0.06, -0.21, -0.08],
    [-0.35, 0.50, 0.22, -0.25, -0.07, 0.24, -0.14, -0.23, 0.06, 0.02, -0.01, -0.09],
    [-0.04, 0.41, 0.25, -0.53, -0.21, 0.28, -0.15, -0.19, 0.01, 0.00, -0.05, -0.07],
    [0.53, 0.34, 0.29, -0.82, -0.44, 0.20, -0.28, -0.15, -0.04, -0.01, -0.09, -0.05],
    [0.20, 0.15, 0.26, 0.00, 0.00, 0.00, -0.15, -0.14, 0.18, 0.11, 0.04, 0.00],  # the first of seven
]


class ElberethPromise(Promise):
    """Floors are the chapters."""

    def chapter(self, state: State) -> i64:
        assert isinstance(state, Elbereth)
        return state.floor

    def chance(self, state: State, seat: i64) -> float:
        assert isinstance(state, Elbereth)
        left = min(state.content.floors - state.floor + 1, len(FLOORS))
        adds = FLOORS[left - 1]
        odds = adds[0]
        for place, fact in enumerate(facts(state)):
            odds += adds[place + 1] * fact
        return 1.0 / (1.0 + exp(-odds))


def facts(game: Elbereth) -> list[float]:
    """All that the promise is made of, in the order of the figures above."""
    weapons = float(bits_in(game.equipped & ALL_WEAPONS))
    protections = float(bits_in(game.equipped & ~ALL_WEAPONS))
    lost_weapons = float(bits_in(game.gone & ALL_WEAPONS))
    lost_protections = float(bits_in(game.gone & ~ALL_WEAPONS))
    lost = lost_weapons + lost_protections
    in_deck = cards_in_deck(game)
    return [
        weapons,
        protections,
        lost_weapons,
        lost_protections,
        1.0 if game.coin else 0.0,
        float(sum(in_deck[:WEAPONS])) / THOUSAND,
        float(sum(in_deck[WEAPONS : len(PIECES)])) / THOUSAND,
        weapons * protections,
        weapons * weapons,
        1.0 if weapons == 0.0 else 0.0,
        lost * lost,
    ]
