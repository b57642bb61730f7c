"""A game of pairs whose simple bot never decides."""

from __future__ import annotations

from dataclasses import replace

from tests.endless import Endless
from tests.web.pairs import PAIRS
from undercroft.bots.steady import STEADY
from undercroft.core.game import Game

ENDLESS: Game = replace(PAIRS, name="endless-pairs")
STEADY["endless-pairs"] = Endless  # also where a worker imports this
