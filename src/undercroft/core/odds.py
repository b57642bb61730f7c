"""Exact odds by running the rules again for every outcome of chance; no game contains any odds of its own.

A walk is a tree whose nodes are picks of chance. Each node gathers what its outcomes lead to and hands the average to
the node above, so that an outcome that the rules roll again (`table.roll_again`) simply does not count at its node:
what is left is the distribution given that it did not happen. Where the rules go on by themselves for long (a fight
in which only one answer is left), walks stop at each such answer, those that have become the same state are merged,
and one of them goes on for all.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Final

from mypy_extensions import i64

from undercroft.core.chance import Chance, Enumerated, Replayed, RolledAgain, Seeded, TooDeep, Unveiled, Veiled
from undercroft.core.errors import RuleError, short
from undercroft.core.players import Paused, Probe
from undercroft.core.table import Play, Player, Table, Trail
from undercroft.core.vocabulary import Event, EventKind, Option

Told = tuple[tuple[int, int], ...]  # notable events as (kind, thing or -1), each once, in order of first happening
BranchKey = tuple[Fraction, tuple[object, ...], str, Told]
Key = tuple[tuple[object, ...], str, Told]  # figures or state, what is asked next, what happened

SAMPLES: Final = 4_000
NOTHING: Final = -1
ENDLESS: Final = 1_000_000
SHOWN: Final = 3  # outcomes of a repr


class Branch:
    """One thing that may happen: how likely, the figures then, what is asked next, what happened on the way.

    `happened` holds (kind, thing) pairs: the index of an event kind and the thing it is about, or -1.
    """

    def __init__(self, probability: Fraction, figures: tuple[object, ...], asked: str, happened: Told) -> None:
        self.probability: Final = probability
        self.figures: Final = figures
        self.asked: Final = asked
        self.happened: Final = happened

    def __repr__(self) -> str:
        return f"<{self.probability} {self.figures} {self.happened} then {self.asked or 'the end'}>"

    def key(self) -> BranchKey:
        """All of it."""
        return self.probability, self.figures, self.asked, self.happened

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Branch) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[type[Branch], BranchKey]:
        return Branch, self.key()


class Odds:
    """All that an option may lead to, most likely first; exact, or from so many samples.

    `kinds` and `figure_names` say what the numbers stand for, if a game has said so.
    """

    def __init__(
        self,
        branches: list[Branch],
        before: tuple[int, ...],
        samples: int,
        kinds: list[EventKind] | None = None,
        figure_names: tuple[str, ...] = (),
        let_be: bool = False,
    ) -> None:
        self.branches: Final = branches
        self.before: Final = before
        self.samples: Final = samples
        self.let_be = let_be  # whether dice that one could have done something about were let be on the way
        self.kinds: list[EventKind] = kinds or []
        self.figure_names: tuple[str, ...] = figure_names

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Odds)
            and self.branches == other.branches
            and self.before == other.before
            and self.samples == other.samples
            and self.kinds == other.kinds
            and self.figure_names == other.figure_names
            and self.let_be == other.let_be
        )

    def __hash__(self) -> int:
        return hash((self.before, self.samples, len(self.branches)))

    def __reduce__(self) -> tuple[type[Odds], tuple[object, ...]]:
        return Odds, (self.branches, self.before, self.samples, self.kinds, self.figure_names, self.let_be)

    def __repr__(self) -> str:
        count = len(self.branches)
        how = "exact" if self.exact else f"from {self.samples} samples"
        shown = "; ".join(self._line(branch) for branch in self.branches[:SHOWN])
        more = f"; {count - SHOWN} more" if count > SHOWN else ""
        return f"<Odds of {count} {'outcome' if count == 1 else 'outcomes'}, {how}: {shown}{more}>"

    def _line(self, branch: Branch) -> str:
        """An outcome in a line: how likely, what happens, which figures are others then, what is asked next."""
        parts: list[str] = [self.kinds[kind].name for kind, _ in branch.happened if kind < len(self.kinds)]
        for name, before, after in zip(self.figure_names, self.before, branch.figures, strict=False):
            if before != after:
                parts.append(f"{name} {before} to {after}")
        told = f" {', '.join(parts)}," if parts else ""
        return f"{branch.probability}{told} then {branch.asked or 'the end'}"

    @property
    def exact(self) -> bool:
        """Whether these are all outcomes with their true probabilities."""
        return self.samples == 0

    @property
    def margin(self) -> float:
        """How far off a probability can be, at 95 %: 0 if exact, and at most this if sampled."""
        return 0.0 if self.exact else 0.98 / self.samples**0.5

    def of(self, event: object, thing: object = NOTHING) -> Fraction:
        """How likely a notable event, or its name, is to happen, once or more; with a thing, about that thing."""
        kind = self._kind(event)
        if not isinstance(thing, int) or isinstance(thing, bool):
            raise RuleError(f"a thing is meant by its number, as events tell it, not by {short(thing)}")
        total = Fraction(0)
        for branch in self.branches:
            for told, about in branch.happened:
                if told == kind.index and thing in (NOTHING, about):
                    total += branch.probability
                    break
        return total

    def _kind(self, event: object) -> EventKind:
        """A notable event of this game that is meant by itself or by its name."""
        if isinstance(event, EventKind) and not self.kinds:  # no game has said which there are
            return event
        for kind in self.kinds:
            if (kind is event or kind.name == event) and kind.notable:
                return kind
        raise RuleError(f"{short(event)} is not an event that odds speak of")

    def spread(self, figure: object) -> dict[int, Fraction]:
        """The distribution of one of the figures afterwards, by its name or its place."""
        place = self._place(figure)
        result: dict[int, Fraction] = {}
        for branch in self.branches:
            value = branch.figures[place]
            assert isinstance(value, int)
            result[value] = result.get(value, Fraction(0)) + branch.probability
        return dict(sorted(result.items()))

    def _place(self, figure: object) -> int:
        """Where a figure stands among all of them."""
        if isinstance(figure, str) and figure in self.figure_names:
            return self.figure_names.index(figure)
        if isinstance(figure, int) and not isinstance(figure, bool) and 0 <= figure < len(self.before):
            return figure
        raise RuleError(f"{short(figure)} is not a figure; there is {', '.join(self.figure_names)}")


class Spread:
    """A distribution as whole numbers over a common whole."""

    def __init__(self) -> None:
        self.parts: dict[Key, int] = {}
        self.whole = 1
        self.kept = 0

    def add(self, key: Key, weight: int) -> None:
        """One more outcome that leads there for certain."""
        self.parts[key] = self.parts.get(key, 0) + self.whole * weight
        self.kept += weight

    def merge(self, other: Spread, weight: int) -> None:
        """One more outcome that leads to another distribution."""
        if other.kept == 0:  # all of it is rolled again
            return
        theirs = other.whole * other.kept
        common = self.whole * theirs // gcd(self.whole, theirs)
        mine = common // self.whole
        if mine != 1:
            for key in self.parts:
                self.parts[key] *= mine
            self.whole = common
        factor = common // theirs * weight
        for key, part in other.parts.items():
            self.parts[key] = self.parts.get(key, 0) + part * factor
        self.kept += weight


class Walk:
    """Runs the rules from a trail's checkpoint, through its answers and what is chosen now, to the next decision.

    Unless it may `unveil`, it ends as well where the unknown is about to be shown, and names the stream as what is
    asked next.
    """

    def __init__(self, play: Play, trail: Trail, chosen: list[Option], seats: int, follow: bool, unveil: bool) -> None:
        checkpoint = trail.checkpoint
        assert checkpoint is not None
        self.play: Final = play
        self.checkpoint: Final = checkpoint
        self.tape: Final = trail.tape
        self.unveil: Final = unveil
        self.probe: Final = Probe([*trail.answers, *chosen], follow, len(trail.answers))
        self.probe.seat = trail.asked
        self.players: Final[list[Player]] = [self.probe for _ in range(seats)]

    def run(self, tape: list[int], chance: Chance, to_pass: i64) -> Key:
        """One way through, as the key of its outcome; `probe.forced` tells if it stopped at a single answer."""
        probe = self.probe
        probe.begin(to_pass)
        state = self.checkpoint.copy()
        probe.state = state
        table = Table(self.players, Replayed(tape, chance))
        table.asks_everything = True
        table.log = probe.log
        asked = ""
        try:
            self.play(state, table)
        except Paused:
            asked = probe.asked
        except Unveiled as unveiled:
            asked = unveiled.name
        return (state.key() if probe.forced else state.figures()), asked, told(probe.log)


def told(log: list[Event]) -> Told:
    """The notable events of a log, each once."""
    seen: dict[tuple[int, int], None] = {}
    for event in log:
        kind = event.kind
        if kind.notable:
            seen[(kind.index, event.a if kind.about else NOTHING)] = None
    return tuple(seen)


class Stop:
    """Where walks wait at a single answer: how likely, and by which chance one of them came here."""

    def __init__(self, tape: list[int], passed: i64) -> None:
        self.tape: Final = tape
        self.passed: Final = passed
        self.probability = Fraction(0)


def odds(
    play: Play,
    trail: Trail,
    option: Option,
    seats: int,
    before: tuple[int, ...],
    follow: bool,
    limit: int,
    samples: int = SAMPLES,
    unveil: bool = False,
) -> Odds:
    """The odds of an option from here to the next decision."""
    walk = Walk(play, trail, [option], seats, follow, unveil)
    exact = enumerate_all(walk, limit)
    if exact is None:
        return as_odds(sample(walk, samples), before, samples)
    result = as_odds(exact, before, 0)
    result.let_be = walk.probe.let_be
    return result


def enumerate_all(walk: Walk, limit: int) -> dict[Key, Fraction] | None:
    """The exact distribution, or None where finding it takes more than `limit` runs."""
    result: dict[Key, Fraction] = {}
    first = Stop(walk.tape, 0)
    first.probability = Fraction(1)
    waiting: list[Stop] = [first]
    runs = limit
    while waiting:
        merged: dict[Key, Stop] = {}
        for stop in waiting:
            spread = Spread()
            try:
                runs = spread_from(walk, stop, spread, merged, runs)
            except TooDeep:
                return None
            if runs <= 0:
                return None
            whole = spread.whole * spread.kept
            for key, part in spread.parts.items():
                probability = stop.probability * Fraction(part, whole)
                if key in merged:
                    merged[key].probability += probability
                else:
                    result[key] = result.get(key, Fraction(0)) + probability
        waiting = list(merged.values())
    return result


def spread_from(walk: Walk, stop: Stop, spread: Spread, merged: dict[Key, Stop], runs: int) -> int:
    """Walk every outcome from a stop to the next decision or stop; returns how many runs are left."""
    chance = Enumerated(walk.unveil)
    path = chance.path
    nodes: list[Spread] = [spread]  # nodes[depth] gathers the outcomes of the pick at that depth
    while runs > 0:
        runs -= 1
        chance.begin()
        try:
            key: Key | None = walk.run(stop.tape, chance, stop.passed)
        except RolledAgain:
            key = None
        while len(nodes) <= len(path):
            nodes.append(Spread())
        if key is not None:
            nodes[-1].add(key, chance.weight())
            if walk.probe.forced and key not in merged:
                merged[key] = Stop([*stop.tape, *chance.tape()], stop.passed + 1)
        while path:
            if chance.advance():
                break
            gathered = nodes.pop()
            nodes[-1].merge(gathered, chance.weight())
        if not path:
            break
    return runs


def sample(walk: Walk, count: int) -> dict[Key, Fraction]:
    """What came of so many tries with chance of their own."""
    result: dict[Key, Fraction] = {}
    for number in range(count):
        chance: Chance = Seeded(f"sample {number}")
        key = walk.run(walk.tape, chance if walk.unveil else Veiled(chance), ENDLESS)
        result[key] = result.get(key, Fraction(0)) + Fraction(1, count)
    return result


def as_odds(distribution: dict[Key, Fraction], before: tuple[int, ...], samples: int) -> Odds:
    """A distribution as branches, most likely first."""
    branches = [Branch(probability, key[0], key[1], key[2]) for key, probability in distribution.items()]
    branches.sort(key=lambda branch: (-branch.probability, branch.asked, branch.happened, repr(branch.figures)))
    return Odds(branches, before, samples)
