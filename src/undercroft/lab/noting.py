"""Games played as the lab always plays them, with notes: what was offered, what was taken, what happened when.

A thing of note is known by numbers. A choice is its prompt's index times the number of options of the game, and its
option's index; options that only number what lies on the table (attack-1, attack-2) count as the first of them. A
happening is its event's kind and, where the event is about a thing, that thing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from undercroft.core.chance import Seeded
from undercroft.core.errors import ReplayError
from undercroft.core.players import find
from undercroft.core.state import Outcome, State
from undercroft.core.table import MakePlayer, Play, Player, Table, names
from undercroft.core.vocabulary import Event, EventKind, Option, Options, Prompt

Sight = Callable[[State, Prompt, Option], None]

THINGS: Final = 1_000_000  # more than any game has
STRETCH: Final = 10  # decisions; when something happened is noted to this grain


class Notes:
    """What is noted of one game while it is played; the opening's choices are made here and are nobody's decision."""

    def __init__(self, opening: list[str], groups: list[int], sight: Sight) -> None:
        self.opening: Final = opening
        self.groups: Final = groups
        self.sight: Final = sight
        self.log: Final[list[Event]] = []
        self.marks: Final[list[int]] = []  # how long the log was at each decision
        self.offered: Final[set[int]] = set()
        self.taken: Final[set[int]] = set()
        self.made: i64 = 0

    def open(self, prompt: Prompt, options: Options) -> Option:
        """The opening's next choice."""
        name = self.opening[self.made]
        option = find(name, options)
        if option is None:
            number = self.made + 1
            raise ReplayError(f"choice {number}, {name}, does not fit: {prompt.name} offers {names(options)}", number)
        return option

    def take(self, state: State, prompt: Prompt, options: Options, answer: Option) -> None:
        """Somebody has decided."""
        groups = self.groups
        start: i64 = prompt.index * len(groups)
        for option in options:
            self.offered.add(start + groups[option.index])
        key: i64 = start + groups[answer.index]
        if key not in self.taken:
            self.taken.add(key)
            self.sight(state, prompt, answer)


class Noted(Player):
    """Plays as another player does, and notes it."""

    def __init__(self, notes: Notes, then: Player) -> None:
        self.notes: Final = notes
        self.then: Final = then

    def join(self, table: Table) -> None:
        self.then.join(table)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        notes = self.notes
        notes.marks.append(len(notes.log))
        if notes.made < len(notes.opening):
            answer = notes.open(prompt, options)
            notes.sight(state, prompt, answer)
        else:
            answer = self.then.choose(state, prompt, options)
            notes.take(state, prompt, options, answer)
        notes.made += 1
        return answer


@mypyc_attr(acyclic=True)
class NotedGame:
    """One finished game and its notes; `seen` says in which stretch of the game each happening was first seen."""

    def __init__(
        self, outcome: Outcome, figures: tuple[int, ...], last: Event | None, notes: Notes, seen: dict[int, int]
    ) -> None:
        self.outcome: Final = outcome
        self.figures: Final = figures
        self.last: Final = last
        self.decisions: Final[i64] = notes.made
        self.offered: Final = notes.offered
        self.taken: Final = notes.taken
        self.seen: Final = seen


def play_noted(
    fresh: State,
    play: Play,
    seats: i64,
    make_player: MakePlayer,
    opening: list[str],
    seed: str,
    groups: list[int],
    counted: list[bool],
    sight: Sight,
) -> NotedGame:
    """One whole game with its notes; `counted` says of each kind of event whether it is worth one."""
    notes = Notes(opening, groups, sight)
    player = make_player(seed)
    state = fresh.copy()
    table = Table([Noted(notes, player) for _ in range(seats)], Seeded(seed))
    table.log = notes.log
    play(state, table)
    outcome = state.outcome()
    assert outcome is not None
    last = notes.log[len(notes.log) - 1] if notes.log else None
    return NotedGame(outcome, state.figures(), last, notes, first_seen(notes, counted))


def first_seen(notes: Notes, counted: list[bool]) -> dict[int, int]:
    """In which stretch of the game each happening was first seen."""
    seen: dict[int, int] = {}
    marks = notes.marks
    made: i64 = 0
    for place, event in enumerate(notes.log):
        while made < len(marks) and marks[made] <= place:
            made += 1
        kind = event.kind
        if counted[kind.index]:
            key: i64 = happening(kind, event.a)
            if key not in seen:
                seen[key] = made // STRETCH
    return seen


def happening(kind: EventKind, thing: i64) -> i64:
    """The number of a happening."""
    return kind.index * THINGS + (thing if kind.about else 0)
