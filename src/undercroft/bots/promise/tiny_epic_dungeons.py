"""What the head of a turn of Tiny Epic Dungeons promises.

A small network for each act, learned from the turns of many games of the book edition, in which steady went on after a
beginning with now and then a random action. `make promise` learns it anew after a change of cards or figures, on other
seeds than those of any measurement. With other editions it still tells better from worse.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mypy_extensions import i64

from undercroft.bots.promise.chapters import Promise
from undercroft.bots.promise.networks import Network, read_networks
from undercroft.bots.promise.tiny_epic_dungeons_facts import facts
from undercroft.core.state import State
from undercroft.games.tiny_epic_dungeons.state import Dungeon

FILE: Final = Path(__file__).with_name("tiny_epic_dungeons.toml")
TURNS_AHEAD: Final[i64] = 2  # besides one for each hero: with fewer, errands look idle, as their fruits come later
BEFORE: Final = 0.15  # promised while there are no heroes yet
LEARNED: Final[dict[str, Network]] = {}


class TinyEpicDungeonsPromise(Promise):
    """Every hero's turn is a chapter."""

    def __init__(self) -> None:
        if not LEARNED:
            LEARNED.update(read_networks(FILE))
        self.act_one: Final = LEARNED["act-one"]
        self.act_two: Final = LEARNED["act-two"]

    def chapter(self, state: State) -> i64:
        assert isinstance(state, Dungeon)
        return state.turns

    def ahead(self, state: State) -> i64:
        assert isinstance(state, Dungeon)
        return TURNS_AHEAD + len(state.heroes)

    def chance(self, state: State, seat: i64) -> float:
        assert isinstance(state, Dungeon)
        if state.act == 0:
            return BEFORE
        network = self.act_two if state.act == 2 else self.act_one
        return network.chance(facts(state))
