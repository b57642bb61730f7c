"""What the head of a floor of Elbereth promises."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from undercroft.bots.promise.chapters import Promise
from undercroft.bots.steady.elbereth import cards_in_deck
from undercroft.core.state import State
from undercroft.games.elbereth.cards import ALL_WEAPONS, COIN
from undercroft.games.elbereth.state import Elbereth, count
from undercroft.games.elbereth.vocabulary import WEAPONS

LEFT: Final[list[float]] = [0.293, 0.293, 0.293, 0.014, -0.135, -0.207, -0.115]
LEFT_: Final[list[float]] = [0.0, 1.047, 0.293, 0.014, -0.135, -0.207, -0.115]


class ElberethPromise(Promise):
    def chapter(self, state: State) -> i64:
        assert isinstance(state, Elbereth)
        return state.floor

    def chance(self, state: State, seat: i64) -> float:
        assert isinstance(state, Elbereth)
        left = state.content.floors - state.floor + 1
        in_deck = cards_in_deck(state)
        weapons = float(count(state.equipped & ALL_WEAPONS))
        others = float(count(state.equipped & ~ALL_WEAPONS))
        lost_weapons = float(count(state.gone & ALL_WEAPONS))
        lost_others = float(count(state.gone & ~ALL_WEAPONS))
        coin = 1.0 if state.coin else 0.0
        deck_weapons = 0.0
        deck_others = 0.0
        for piece in range(6):
            if piece < WEAPONS:
                deck_weapons += float(in_deck[piece]) / 1000.0
            else:
                deck_others += float(in_deck[piece]) / 1000.0
        late = 1.0 / float(left)
        x = LEFT_[min(left, 6)]
        x += (0.291 + 1.325 * late) * weapons + (0.274 + 0.135 * late) * others
        x += (-0.639 + 0.242 * late) * lost_weapons + (-0.441 + 0.009 * late) * lost_others
        x += (0.253 - 0.294 * late) * coin
        x += (-0.222 + 0.357 * late) * deck_weapons + (0.18 - 1.594 * late) * deck_others
        x += -0.197 * float(in_deck[COIN]) / 1000.0 - 0.123 * float(in_deck[COIN + 1]) / 1000.0
        return 1.0 / (1.0 + exp(-x))
