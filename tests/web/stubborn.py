"""Games of pairs that are not to be thought about: bots never decide, or the rules never come to an end."""

from __future__ import annotations

from dataclasses import replace

from tests.endless import Endless, loop_without_python
from tests.web.pairs import PAIRS, Pairs
from undercroft.bots.steady import STEADY
from undercroft.core.game import Game


class Bottomless(Pairs):
    """Pairs whose rules never come to an end once a die is rolled."""

    def is_over(self) -> bool:
        if self.die:
            loop_without_python()
        return super().is_over()


ENDLESS: Game = replace(PAIRS, name="endless-pairs")
BOTTOMLESS: Game = replace(ENDLESS, name="bottomless-pairs", new=lambda edition, changes: Bottomless())
for name in ("endless-pairs", "bottomless-pairs"):
    STEADY[name] = Endless  # also where a worker imports this
