"""What the laws of every game share: the dungeons they are tried in, players, and how games are played and compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

import undercroft
from undercroft import GAMES, Game, Session, State
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Chance, Seeded
from undercroft.core.odds import NOTHING, Told
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Event, Option, Options, Prompt

STEPS = 5_000
GIVES_UP = 35
SEEDS = st.text(max_size=8)
WHIMS = st.lists(st.integers(0, GIVES_UP), max_size=40)


@dataclass(frozen=True)
class Dungeon:
    """A game in one of its editions, perhaps with changes."""

    name: str
    edition: str
    changes: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name}-{self.edition}{'-small' if self.changes else ''}"

    @property
    def game(self) -> Game:
        """The game."""
        return GAMES[self.name]

    def new(self) -> State:
        """A state before set-up."""
        return self.game.new(self.edition, self.changes)

    def start(self, seed: str) -> Session:
        """A game that waits for its first choice."""
        return undercroft.start(self.game, seed=seed, edition=self.edition, changes=self.changes)

    def table(self, player: Player, chance: Chance) -> Table:
        """A table with one player on all seats, and a log."""
        table = Table([player for _ in self.game.seats], chance)
        table.log = []
        return table

    def play(self, player: Player, seed: str) -> tuple[State, list[Event]]:
        """A whole game, and all that happened in it."""
        table, state = self.table(player, Seeded(seed)), self.new()
        self.game.play(state, table)
        assert table.log is not None
        return state, table.log


EDITIONS = [Dungeon(name, edition) for name, game in GAMES.items() for edition in game.editions()]

# Where a game takes a good player or a long time to see all of it, a dungeon that anybody can cross.
SMALL = [
    Dungeon(
        "elbereth",
        "bosses",
        {
            "figures.floors": 3,
            "figures.removed": 2,
            **{f"card.{key}.count": 0 for key in "spider snake".split()},
            **{f"card.item-{key}.count": 0 for key in "sword staff bow armour helm gauntlets".split()},
            **{f"card.{key}.count": 1 for key in "rat wall item-coin shop".split()},
            **{f"boss.{key}.strength": 3 for key in "knight mage marksman merchant smith ogre dragon".split()},
        },
    )
]
DUNGEONS = [*EDITIONS, *SMALL]

every_game = pytest.mark.parametrize("name", GAMES)
every_edition = pytest.mark.parametrize("dungeon", EDITIONS, ids=str)
every_dungeon = pytest.mark.parametrize("dungeon", DUNGEONS, ids=str)


def law(examples: int) -> settings:
    """How often a law is tried; the same tries each time."""
    return settings(max_examples=examples, deadline=None, derandomize=True)


# ---- players --------------------------------------------------------------------------------------------------------


class Whimsical(Player):
    """Answers by a list of numbers, of which one gives up where that is possible, then at random."""

    def __init__(self, whims: list[int], seed: str = "") -> None:
        self.whims = iter(list(whims))
        self.random = RandomPlayer(seed)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        whim = next(self.whims, None)
        if whim is None:
            return self.random.choose(state, prompt, options)
        wanted = [option for option in options if option.resigns == (whim == GIVES_UP)] or options
        return wanted[whim % len(wanted)]


class Listening(Player):
    """Notes what another player is asked, and stops a game without end."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.offered: list[tuple[Prompt, Options]] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.offered.append((prompt, options))
        assert len(self.offered) <= STEPS, "this game does not end"
        return self.player.choose(state, prompt, options)


class Stop(Exception):
    """Ends a game where somebody wants to look at it."""


class Stopper(Whimsical):
    """Plays by whims and stops at a decision."""

    def __init__(self, whims: list[int], seed: str, count: int) -> None:
        super().__init__(whims, seed)
        self.left = count

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if self.left == 0:
            raise Stop
        self.left -= 1
        return super().choose(state, prompt, options)


class Follower(Player):
    """Repeats answers; at the question after, notes the state and stops."""

    def __init__(self, answers: list[Option]) -> None:
        self.answers = answers
        self.made = 0
        self.asked = ""
        self.log: list[Event] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if self.made == len(self.answers):
            self.asked = prompt.name
            raise Stop
        self.made += 1
        if self.made == len(self.answers):
            self.log.clear()
        return self.answers[self.made - 1]


# ---- games part of the way ------------------------------------------------------------------------------------------


def steps(session: Session, player: Player) -> Iterator[Session]:
    """The session at each of its decisions, played by a player."""
    while session.decision is not None:
        yield session
        decision = session.decision
        session.choose(player.choose(session.state.view(decision.seat), decision.prompt, decision.options))


def part_way(dungeon: Dungeon, whims: list[int], seed: str, count: int) -> Session:
    """A session after so many choices, or at its last decision if there are fewer."""
    session = dungeon.start(seed)
    for _ in steps(session, Whimsical(whims, seed)):
        pass
    again = dungeon.start(seed)
    for option in session.choices[: min(count, len(session.choices) - 1)]:
        again.choose(option)
    return again


def stopped_at(dungeon: Dungeon, whims: list[int], seed: str, count: int) -> tuple[Trail, Chance]:
    """The trail of a game that is stopped after so many choices, or at its end, and its chance from there on."""
    table = dungeon.table(Stopper(whims, seed, count), Seeded(seed))
    trail = Trail()
    table.trail = trail
    with suppress(Stop):
        dungeon.game.play(dungeon.new(), table)
    return trail, table.chance


# ---- what is compared -----------------------------------------------------------------------------------------------


def face(session: Session) -> tuple[object, ...]:
    """All that can be seen of a session from outside."""
    decision = session.decision
    return (
        (decision.number, decision.seat, decision.prompt, decision.options) if decision else None,
        portrait(session.state),
        list(session.events),
        session.record,
        session.outcome,
    )


def portrait(thing: object) -> object:
    """All attributes of a state, and of what it copies along, as plain values; what it shares, by identity."""
    if isinstance(thing, (int, str, Fraction, type(None))):
        return thing
    if isinstance(thing, (list, tuple)):
        return tuple(portrait(part) for part in thing)
    if isinstance(thing, dict):
        return tuple((portrait(key), portrait(value)) for key, value in thing.items())
    if not hasattr(thing, "copy"):
        return None if isinstance(thing, Table) else id(thing)
    names = [name for name in dir(thing) if not name.startswith("_")]
    values = [(name, getattr(thing, name)) for name in names]
    return tuple((name, portrait(value)) for name, value in values if not callable(value))


def told(events: list[Event]) -> Told:
    """The notable events of a list, each once, as odds tell them."""
    pairs = [(event.kind.index, event.a if event.kind.about else NOTHING) for event in events if event.kind.notable]
    return tuple(dict.fromkeys(pairs))
