"""The part of a search below its first choice: a tree of questions, and players that walk down it.

The tree is open-loop: a node is a question after some choices, whatever chance did in between, so that it stays small
enough to learn from. Its options are tried by PUCT: what did well so far, what was tried little, and above all what a
simple bot would choose there.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from undercroft.bots.promise.chapters import Promise
from undercroft.core.chance import Chance
from undercroft.core.state import State
from undercroft.core.table import Player
from undercroft.core.vocabulary import Option, Options, Prompt

TRUST: Final = 0.6  # how much of a node's attention the simple bot's choice has from the start
REACH: Final = 0.5  # how far a node looks beyond what did best
NO_END: Final[i64] = 2**40  # a chapter that no game reaches


class Halted(Exception):
    """Ends a simulation at the head of a chapter."""


class Arm:
    """One option of a node: how often it was tried, what that was worth in all, and the questions that it led to."""

    def __init__(self, option: Option) -> None:
        self.option: Final = option
        self.visits = 0.0
        self.worth = 0.0
        self.nodes: Final[list[Node]] = []

    def find(self, prompt: Prompt, seat: i64) -> Node | None:
        """The node of a question, if this seat was asked it here before."""
        for node in self.nodes:
            if node.prompt is prompt and node.seat == seat:
                return node
        return None

    def grow(self, prompt: Prompt, seat: i64) -> Node:
        """A new node for a question."""
        node = Node(prompt, seat)
        self.nodes.append(node)
        return node


class Node:
    """A question to a seat; open-loop, so that its options need not always be the same."""

    def __init__(self, prompt: Prompt, seat: i64) -> None:
        self.prompt: Final = prompt
        self.seat: Final = seat
        self.visits = 0.0
        self.worth = 0.0
        self.arms: Final[list[Arm]] = []

    def arm(self, option: Option) -> Arm:
        """The arm of an option, new if it was never offered here."""
        for arm in self.arms:
            if arm.option is option:
                return arm
        arm = Arm(option)
        self.arms.append(arm)
        return arm

    def pick(self, options: Options, trusted: Option) -> Arm:
        """The arm to try next."""
        usual = self.worth / self.visits
        reach = REACH * sqrt(self.visits)
        others = (1.0 - TRUST) / float(len(options))
        best = self.arm(trusted)
        most = -1.0
        for option in options:
            arm = self.arm(option)
            prior = others + TRUST if option is trusted else others
            worth = arm.worth / arm.visits if arm.visits > 0.0 else usual
            score = worth + reach * prior / (1.0 + arm.visits)
            if score > most:
                best = arm
                most = score
        return best


class Walk:
    """One simulation on its way: what is replayed, then the choice to try, then the tree, then the simple bots."""

    def __init__(self, answers: list[Option]) -> None:
        self.answers: Final = answers
        self.made: i64 = 0
        self.halt = NO_END  # the chapter at whose head simulations end
        self.first: Option | None = None  # the choice to try, until it is made
        self.arm: Arm | None = None  # where the walk stands, while it is in the tree
        self.nodes: Final[list[Node]] = []
        self.arms: Final[list[Arm]] = []
        self.state: State | None = None  # the state that walks, until it is imagined
        self.seat: i64 = 0
        self.chance: Chance | None = None

    def set_out(self, state: State, seat: i64, chance: Chance) -> None:
        """A state sets out; at the moment that is thought about it is imagined for the seat that thinks."""
        self.state = state
        self.seat = seat
        self.chance = chance

    def imagine(self) -> None:
        """Forget what the seat cannot know."""
        state = self.state
        chance = self.chance
        assert state is not None
        assert chance is not None
        state.imagine(self.seat, chance)

    def begin(self, arm: Arm) -> None:
        """Another simulation, with the choice of this arm."""
        self.made = 0
        self.first = arm.option
        self.arm = arm
        self.nodes.clear()
        self.arms.clear()

    def is_replaying(self) -> bool:
        """Whether the moment that is thought about is still to come."""
        return self.made < len(self.answers)

    def replay(self) -> Option:
        """The next of the choices that were made already."""
        self.made += 1
        return self.answers[self.made - 1]

    def descend(self, arm: Arm, seat: i64, prompt: Prompt, options: Options, trusted: Option) -> Option:
        """One node further, or out of the tree by a new one."""
        node = arm.find(prompt, seat)
        if node is None:
            node = arm.grow(prompt, seat)
            picked = node.arm(trusted)
            self.arm = None
        else:
            picked = node.pick(options, trusted)
            self.arm = picked
        self.nodes.append(node)
        self.arms.append(picked)
        return picked.option


class Walker(Player):
    """Sits on a seat during simulations, with a simple bot to turn to."""

    def __init__(self, walk: Walk, seat: i64, simple: Player, promise: Promise | None) -> None:
        self.walk: Final = walk
        self.seat: Final = seat
        self.simple: Final = simple
        self.promise: Final = promise

    def forget(self) -> None:
        self.simple.forget()

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        walk = self.walk
        if walk.is_replaying():
            return walk.replay()
        first = walk.first
        if first is not None:
            walk.first = None
            walk.imagine()
            return first
        promise = self.promise
        if promise is not None and promise.chapter(state) >= walk.halt:
            raise Halted
        usual = self.simple.choose(state, prompt, options)
        arm = walk.arm
        return usual if arm is None else walk.descend(arm, self.seat, prompt, options, usual)
