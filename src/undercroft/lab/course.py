"""The course of a recorded game: its choices and what chance gave, one after the other, and the moments between.

Moment number i is the game just before step number i; after the last step there is one moment more, which is the end
or, in an unfinished game, the question that waits.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from undercroft.core.chance import Chance, Seeded
from undercroft.core.game import Game
from undercroft.core.players import Paused, find
from undercroft.core.pools import Pool
from undercroft.core.record import Record
from undercroft.core.session import Session
from undercroft.core.state import Outcome, State
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Event, Option, Options, Prompt, Stream
from undercroft.lab.futures import Moment

LONGEST = 150  # letters of what happened at a step


@dataclass
class Pick:
    """Chance gave something: after how many choices, from which stream, and what happened then, in sentences."""

    after: int
    stream: str
    told: list[str] = field(default_factory=list)


@dataclass
class Choice:
    """A seat chose something: the number of the choice, and its words."""

    number: int
    seat: int
    question: str
    options: Options
    labels: tuple[str, ...]
    chosen: int
    told: list[str] = field(default_factory=list)

    @property
    def option(self) -> Option:
        """What was chosen."""
        return self.options[self.chosen]


Step = Pick | Choice


@dataclass(frozen=True)
class Course:
    """A game from its start to its end, or to where it stands; `stretches` are moments with only choices between."""

    game: Game
    record: Record
    steps: list[Step]
    moments: list[Moment]
    outcome: Outcome | None
    stretches: list[range]


def follow(game: Game, record: Record) -> Course:
    """Play a record again and take down its course; ReplayError if its choices no longer fit."""
    Session(game, record)
    state = game.new(record.edition, record.changes)
    scribe = Scribe(game, record)
    try:
        game.play(state, scribe.table)
    except Paused:
        pass
    scribe.tell(state)
    outcome = state.outcome()
    if outcome is None:
        scribe.keep_moment()
    return Course(game, record, scribe.steps, scribe.moments, outcome, stretches(scribe.steps, len(scribe.moments)))


def stretches(steps: list[Step], count: int) -> list[range]:
    """So many moments, parted wherever chance gave something."""
    starts = [0, *(place + 1 for place, step in enumerate(steps) if isinstance(step, Pick))]
    ends = [*starts[1:], count]
    return [range(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


def what_happened(steps: list[Step], place: int) -> str:
    """A step in a few sentences; of one that nothing was told of, what was told next."""
    told = next((step.told for step in steps[place:] if step.told), [])
    if place == len(steps) - 1 and len(told) > 1:
        return f"{brief(told[:-1])} {told[-1]}"
    return brief(told)


def brief(sentences: list[str]) -> str:
    """As many sentences as make a line or two, at least one."""
    kept: list[str] = []
    for sentence in sentences:
        if kept and len(" ".join([*kept, sentence])) > LONGEST:
            return " ".join(kept) + " …"
        kept.append(sentence)
    return " ".join(kept)


class Scribe:
    """Lays the table for a record and takes down every step before it is made."""

    def __init__(self, game: Game, record: Record) -> None:
        self.game = game
        self.record = record
        self.steps: list[Step] = []
        self.moments: list[Moment] = []
        self.made = 0
        self.chance = Overheard(self, Seeded(record.seed))
        self.table = Table([Reader(self, seat) for seat in range(len(game.seats))], self.chance)
        self.trail = self.table.trail = Trail()
        self.log = self.table.log = list[Event]()
        self._told = 0
        self._given = [0] * len(game.vocabulary.streams)
        self._past = self._given[:]
        self._head: State | None = None

    def keep_moment(self) -> None:
        """The game as it is now."""
        trail = self.trail
        head = trail.checkpoint
        assert head is not None
        if head is not self._head:
            self._head = head
            self._past = self._given[:]
        self.moments.append(Moment(len(self.moments), head, self._past, trail.answers[:], trail.tape[:]))

    def pick(self, stream: Stream, draws: int = 1) -> None:
        """Chance is about to give something; what is unveiled card after card is one step."""
        self._tell_here()
        last = self.steps[-1] if self.steps else None
        if not (stream.unveils and isinstance(last, Pick) and last.stream == stream.name):
            self.keep_moment()
            heading = last.told.pop() if last and last.told and last.told[-1].endswith(":") else ""
            self.steps.append(Pick(self.made, stream.name, [heading] if heading else []))
        self._given[stream.index] += draws

    def choose(self, seat: int, prompt: Prompt, options: Options) -> Option:
        """What the record chooses here."""
        state = self._tell_here()
        if self.made == len(self.record.choices):
            raise Paused
        self.keep_moment()
        for reseed in self.record.practice:
            if reseed.at == self.made:
                self.chance.then = Seeded(reseed.seed)
        option = find(self.record.choices[self.made][1], options)
        assert option is not None
        self.made += 1
        self.steps.append(self._in_words(state, seat, prompt, options, option))
        return option

    def _in_words(self, state: State, seat: int, prompt: Prompt, options: Options, option: Option) -> Choice:
        game, words = self.game, self.game.words()
        facts = game.facts(state)
        labels = tuple(words.option(prompt, each, {**facts, **game.about(state, each)}) for each in options)
        return Choice(self.made, seat, words.question(prompt, facts), options, labels, options.index(option))

    def tell(self, state: State) -> None:
        """What happened since the last step goes with it."""
        words, nouns = self.game.words(), self.game.nouns(state)
        sentences = [words.event(event, nouns) for event in self.log[self._told :]]
        self._told = len(self.log)
        if self.steps:
            self.steps[-1].told.extend(sentence for sentence in sentences if sentence)

    def _tell_here(self) -> State:
        state = self.table.state
        assert state is not None
        self.tell(state)
        return state


class Reader(Player):
    """Sits on a seat and chooses what the record says."""

    def __init__(self, scribe: Scribe, seat: int) -> None:
        self.scribe = scribe
        self.seat = seat

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        return self.scribe.choose(self.seat, prompt, options)


class Overheard(Chance):
    """Another source of chance, of which the scribe hears before it gives anything."""

    def __init__(self, scribe: Scribe, then: Chance) -> None:
        self.scribe = scribe
        self.then = then

    def pick(self, stream: Stream, count: int) -> int:
        self.scribe.pick(stream)
        return self.then.pick(stream, count)

    def pick_pair(self, stream: Stream, sides: int) -> int:
        self.scribe.pick(stream)
        return self.then.pick_pair(stream, sides)

    def pick_card(self, stream: Stream, cards: list[int]) -> int:
        self.scribe.pick(stream)
        return self.then.pick_card(stream, cards)

    def pick_pool(self, stream: Stream, pool: Pool) -> int:
        self.scribe.pick(stream, pool.dice)
        return self.then.pick_pool(stream, pool)

    def again(self) -> None:
        self.then.again()
