"""The table: the one door between rules and the world.

Rules call `choose`, `roll`, `roll_pair`, `roll_pool`, `draw_position` (through a deck), `tell` and `learn`. Who
answers, where chance comes from and who listens is decided by whoever lays the table.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Final, NoReturn

from mypy_extensions import i64, mypyc_attr

from undercroft.core.chance import INTERPRETED, Chance
from undercroft.core.errors import RuleError, ScriptError, UndercroftError
from undercroft.core.pools import Pool
from undercroft.core.state import State
from undercroft.core.vocabulary import Event, EventKind, Option, Options, Prompt, Stream


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """What answers for a seat. A bot of your own overrides `choose`."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        """Pick one of the options; the state is what the seat may see, and is not to be changed."""
        return options[0]

    def reason(self, state: State, prompt: Prompt, options: Options) -> str:
        """Why it would choose so, in a sentence; nothing if it has no reason to give."""
        return ""

    def join(self, table: Table) -> object:
        """A table is laid for this player; one that looks ahead asks it to keep a trail."""
        return None

    def forget(self) -> object:
        """Another game begins, or this one from elsewhere: whoever keeps something in mind between choices drops it."""
        return None

    def __reduce__(self) -> tuple[object, ...]:
        kept = getattr(self, "__dict__", None)
        if kept is None and type(self) is not Player:  # compiled, only what is written in Python has one
            raise UndercroftError(
                f"{type(self).__name__} cannot be sent to another process or copied; send the name of the bot"
            )
        return new_player, (type(self),), kept or None


def new_player(kind: type[Player]) -> Player:
    """A player that was copied or sent, before it knows anything."""
    return kind.__new__(kind)


class Trail:
    """What happened since the last turn began: a copy of the state then, the answers and what chance gave.

    Any moment is its checkpoint, replayed; undo, odds and search all start from here.
    """

    def __init__(self) -> None:
        self.checkpoint: State | None = None
        self.answers: list[Option] = []
        self.tape: list[int] = []
        self.asked: i64 = 0  # the seat that was asked last

    def begin(self, state: State) -> None:
        """A turn begins: forget the last one."""
        self.checkpoint = state.copy()
        self.answers = []
        self.tape = []


class Table:
    """Seats with their players, chance, and perhaps a log and a trail."""

    def __init__(self, players: list[Player], chance: Chance) -> None:
        self.players: Final = players
        self.chance = chance
        self.log: list[Event] | None = None
        self.trail: Trail | None = None
        self.state: State | None = None
        self.asks_everything = False  # ask also where there is a single option
        self.weighs = False  # tell also what dice have become good for, which only odds for whoever steps in want
        self.learned: i64 = 0  # how often anybody learned something: undo is free while it stands still
        for player in players:
            player.join(self)

    def keep_trail(self) -> Trail:
        """The trail that is kept from now on; one for all who look ahead."""
        trail = self.trail
        if trail is None:
            trail = self.trail = Trail()
        return trail

    def seat(self, state: State) -> None:
        """Lay a state on the table; the game's main loop does this first."""
        self.state = state

    def begin_turn(self) -> None:
        """The head of a turn: from a copy of the state as it is now the game can be played on."""
        if self.trail is not None and self.state is not None:
            self.trail.begin(self.state)

    def choose(self, seat: i64, prompt: Prompt, options: Options) -> Option:
        """Let a seat decide. A single option is taken without asking."""
        if len(options) == 1 and not self.asks_everything:
            return options[0]
        state = self.state
        assert state is not None
        if self.trail is not None:
            self.trail.asked = seat
        try:
            answer = self.players[seat].choose(state.view(seat), prompt, options)
        except TypeError as error:
            refuse_answer(error, prompt, options)
        for option in options:
            if option is answer:
                if self.trail is not None:
                    self.trail.answers.append(option)
                return option
        raise not_offered(answer, prompt, options)

    def roll(self, stream: Stream, sides: i64) -> i64:
        """Roll one die."""
        try:
            outcome = self.chance.pick(stream, sides)
        except (TypeError, ValueError) as error:
            refuse_outcome(error, stream)
        return self._keep(stream, outcome, sides) + 1

    def roll_pair(self, stream: Stream, sides: i64) -> tuple[i64, i64]:
        """Roll two dice at once."""
        try:
            outcome = self.chance.pick_pair(stream, sides)
        except (TypeError, ValueError) as error:
            refuse_outcome(error, stream)
        outcome = self._keep(stream, outcome, sides * sides)
        return outcome // sides + 1, outcome % sides + 1

    def roll_pool(self, stream: Stream, pool: Pool) -> i64:
        """Roll a whole pool of dice at once, packed as `Pool` says; no dice, no roll."""
        if pool.dice == 0:
            return 0
        try:
            outcome = self.chance.pick_pool(stream, pool)
        except (TypeError, ValueError) as error:
            refuse_outcome(error, stream)
        return self._keep(stream, outcome, pool.outcomes)

    def roll_again(self) -> None:
        """The roll just made does not count: nothing has come of it, no notable event either, and it is rolled anew."""
        self.chance.again()

    def draw_position(self, stream: Stream, cards: list[int]) -> i64:
        """Where in a bag of cards the one lies that is drawn; the last one is no surprise."""
        if len(cards) == 1:
            return 0
        try:
            outcome = self.chance.pick_card(stream, cards)
        except (TypeError, ValueError) as error:
            refuse_outcome(error, stream)
        return self._keep(stream, outcome, len(cards))

    def _keep(self, stream: Stream, outcome: i64, count: i64) -> i64:
        """What chance gave, checked, counted as learned, and taped if there is a trail."""
        if INTERPRETED:  # compiled it is a number, or there was an error before
            try:
                outcome = index(outcome)
            except TypeError as error:
                refuse_outcome(error, stream)
        if not 0 <= outcome < count:
            raise ScriptError(f"{stream.name}: {outcome} is not one of {count} outcomes counted from 0")
        self.learned += 1
        if self.trail is not None:
            self.trail.tape.append(outcome)
        return outcome

    def learn(self) -> None:
        """Somebody was taught something without any roll or draw."""
        self.learned += 1

    def tell(self, kind: EventKind, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        """Something happened."""
        if self.log is not None:
            self.log.append(Event(kind, a, b, c, d))


Play = Callable[[State, Table], None]  # a game's main loop
TOO_LARGE: Final = "int too large to convert to i64"  # mypyc's words
MakePlayer = Callable[[str], Player]  # a new player whose own chance comes from a seed


def not_offered(answer: object, prompt: Prompt, options: Options) -> RuleError:
    """The error that a player deserves whose answer is not among the options."""
    given = f"{answer!r} is not offered" if isinstance(answer, Option) else no_option(kind_of(answer))
    return RuleError(f"{prompt.name}: {given}; choose one of {names(options)}")


def refuse_answer(error: TypeError, prompt: Prompt, options: Options) -> NoReturn:
    """The same, where mypyc notices an answer that is not even an option before we see it.

    The words are mypyc's, whose version is pinned; tests/core/test_door.py would notice others. An error of the
    player's own stays what it is.
    """
    _, expected, given = str(error).partition("Option object expected; got ")
    if not expected:
        raise error
    kind = given.partition("[")[0].rpartition(".")[2]  # without what a tuple holds and where a class is from
    raise RuleError(f"{prompt.name}: {no_option(kind)}; choose one of {names(options)}") from None


def kind_of(given: object) -> str:
    """What kind of thing somebody gave, for a sentence."""
    return "None" if given is None else type(given).__name__


def refuse_outcome(error: TypeError | ValueError, stream: Stream) -> NoReturn:
    """The error that a source of chance deserves whose outcome is no whole number, or one beyond all bounds.

    The words are Python's and mypyc's. An error of the source's own stays what it is.
    """
    kind, is_no_number, _ = str(error).partition(" object cannot be interpreted as an integer")
    if is_no_number:
        kind = kind.strip("'")
        raise ScriptError(f"{stream.name}: chance decides by a whole number, not by {kind}") from None
    if kind == TOO_LARGE:
        raise ScriptError(f"{stream.name}: a number beyond 64 bits is not one of the outcomes") from None
    raise error


def no_option(kind: str) -> str:
    """What is wrong with an answer of another kind, in words that do for both builds."""
    return f"a Player answers with an option, not with {kind}"


def names(options: Options) -> str:
    """The options' names, for a sentence."""
    return ", ".join(option.name for option in options)
