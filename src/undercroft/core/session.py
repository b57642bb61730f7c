"""A live game that waits for a choice.

The rules run in a greenlet of their own and are suspended wherever they ask; `choose` resumes them. Everything else
(undo, practice, odds, forks) is replay: the record rebuilds any moment of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

import msgspec
from greenlet import getcurrent, greenlet
from mypy_extensions import i64, mypyc_attr

from undercroft.core import odds as exact
from undercroft.core import stepping_in
from undercroft.core.chance import Chance, Replayed, Seeded
from undercroft.core.errors import RecordError, ReplayError, RuleError, short, shown, whole_number
from undercroft.core.game import Game
from undercroft.core.players import Cue, Repeat, find
from undercroft.core.record import FORMAT, Record, Reseed, checked
from undercroft.core.state import Outcome, State
from undercroft.core.table import Play, Player, Table, Trail, kind_of, names, not_offered, refuse_answer
from undercroft.core.vocabulary import Event, EventKind, Option, Options, Prompt

if TYPE_CHECKING:
    from undercroft.core.rules import Rule
    from undercroft.core.scene import Line, Scene


DecisionKey = tuple[int, int, Prompt, Options]


@mypyc_attr(acyclic=True)
class Decision:
    """A question that waits: whose it is, what is asked, and all the answers there are."""

    def __init__(self, number: i64, seat: i64, prompt: Prompt, options: Options) -> None:
        self.number: Final = number
        self.seat: Final = seat
        self.prompt: Final = prompt
        self.options: Final = options

    def __repr__(self) -> str:
        return f"<decision {self.number}: {self.prompt.name}: {names(self.options)}>"

    def key(self) -> DecisionKey:
        """All of it."""
        return self.number, self.seat, self.prompt, self.options

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[type[Decision], DecisionKey]:
        return Decision, self.key()


class Stage:
    """Where the rules of a session run: what they ask, what they are answered, and who waits for them.

    It does not know its session. What a suspended greenlet holds on its stack no garbage collector can see, so a way
    from there back to the session would keep every session alive for ever. Nor does it keep the table, at which it is
    known itself: without a circle a finished session is gone as soon as nobody holds it.
    """

    def __init__(self) -> None:
        self.seat: i64 = 0
        self.prompt: Prompt | None = None
        self.options: Options = ()
        self.answer: Option | None = None
        self.back: Any = getcurrent()  # who waits, and how to switch there
        self.leave: Any = self.back.switch

    def run(self, play: Play, state: State, table: Table) -> None:
        """The greenlet: play, and return when the game is over."""
        play(state, table)

    def asked(self) -> Prompt | None:
        """The question that waits, or None once the game is over."""
        return self.prompt

    def ask(self, seat: i64, prompt: Prompt, options: Options) -> Option:
        """Suspend the rules until somebody answers."""
        self.seat = seat
        self.prompt = prompt
        self.options = options
        self.leave()
        answer = self.answer
        assert answer is not None
        return answer


class Asker(Player):
    """Sits on a session's seat and puts each question on the stage."""

    def __init__(self, stage: Stage, seat: i64) -> None:
        self.stage: Final = stage
        self.seat: Final = seat

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        return self.stage.ask(self.seat, prompt, options)


def able(player: object) -> Player:
    """Somebody who can be asked what to choose, and why."""
    if isinstance(player, Player):
        return player
    raise RuleError(f"only a Player can be consulted, not {short(player)}")


class Session:
    """A game in progress: `decision`, `choose`, `odds`, `undo`, `scene`, `events`, `record`, `outcome`."""

    def __init__(self, game: object, record: object) -> None:
        if not isinstance(game, Game):
            raise RuleError(f"a session is played by a Game, not by {short(game)}; start() finds one by its name")
        if not isinstance(record, Record):
            raise RecordError(
                f"a session begins with a Record, not with {short(record)}; load() takes its text as well"
            )
        given, record = record, checked(record, "the record")
        if record.game != game.name:
            raise RecordError(f"the record is of {short(record.game)}, not of {game.title}")
        self.game: Final[Game] = game
        self._start: Final[Record] = record
        self.decision: Decision | None = None
        self.outcome: Outcome | None = None
        self.events: Final[list[Event]] = []
        self.lines: Final[list[Line]] = []  # what happened in words, of so many events
        self.worded: i64 = 0
        self.real: Session | None = None
        self._practice: tuple[Reseed, ...] = record.practice
        self._branches: i64 = len(record.practice)
        self._prompts: Final[list[Prompt]] = []
        self._choices: Final[list[Option]] = []
        self._seats: Final[list[int]] = []
        self._marks: Final[list[int]] = []  # what had been learned when each choice was asked for
        self._state: Final[State] = game.new(record.edition, given.changes)  # before dates are texts, and sets lists
        self._table: Final = Table([], Seeded(record.seed))
        self._trail: Final = Trail()
        self._table.trail = self._trail
        self._table.log = self.events
        self._stage: Final = Stage()
        for seat in range(len(game.seats)):
            self._table.players.append(Asker(self._stage, seat))
        self._rules: Final[Any] = greenlet(self._stage.run)
        self._enter: Final[Any] = self._rules.switch
        self._enter(game.play, self._state, self._table)
        self._take_question()
        self._repeat(record.choices)

    def __repr__(self) -> str:
        record = self._start
        practice = "practice of " if self._practice else ""
        return (
            f"<Session: {practice}{self.game.title}, {record.edition} edition, seed {record.seed!r}; {self._stands()}>"
        )

    def _stands(self) -> str:
        """How the game stands, in a few words."""
        decision, outcome = self.decision, self.outcome
        if outcome is not None:
            return f"over after {len(self._choices)} choices: {outcome!r}"
        if decision is None:
            return f"stopped at an error after {len(self._choices)} choices"
        seat = self.game.seats[decision.seat]
        return f"choice {decision.number}, {seat} is asked {decision.prompt.name}: {names(decision.options)}"

    def __eq__(self, other: object) -> bool:
        """Sessions are equal if their records are: both stand at the same moment of the same game."""
        return isinstance(other, Session) and self.game is other.game and self.record == other.record

    def __hash__(self) -> int:
        return hash((self._start.game, self._start.edition, self._start.seed))  # what no choice changes

    def __reduce__(self) -> tuple[Callable[[Game, Record, Session | None, int], Session], tuple[object, ...]]:
        return again, (self.game, self.record, self.real, self._branches)

    # ---- the game ----------------------------------------------------------------------------------------------

    def choose(self, choice: object) -> list[Event]:
        """Answer the question with an option, its name, or its place in the list; returns what happened."""
        decision = self.decision
        option = self.option(choice)
        assert decision is not None
        before = len(self.events)
        self._return_here()
        if self._practice:
            self._reseed()
        self._prompts.append(decision.prompt)
        self._choices.append(option)
        self._seats.append(decision.seat)
        self._marks.append(self._table.learned)
        self._stage.answer = option
        try:
            self._resume()
        except BaseException:  # a fault in the rules, or Ctrl-C: the choice was not played
            self._forget_last()
            raise
        return self.events[before:]

    def option(self, choice: object) -> Option:
        """The option that a name, a place in the list (from 0) or an option stands for, if it is offered."""
        decision = self.decision
        if decision is None and self.outcome is None:
            raise RuleError("the game stopped at an error; load its record to go on from the last choice")
        if decision is None:
            raise RuleError("the game is over; there is nothing to choose")
        options = decision.options
        if isinstance(choice, Option):
            for option in options:
                if option is choice:
                    return option
        elif isinstance(choice, str):
            named = find(choice, options)
            if named is not None:
                return named
        elif isinstance(choice, int) and not isinstance(choice, bool) and 0 <= choice < len(options):
            return options[choice]
        if not isinstance(choice, (Option, str, int)) or isinstance(choice, bool):
            raise RuleError(f"choose by an option, its name or its place in the list, not by {short(choice)}")
        raise RuleError(f"{short(choice)} is not offered here; {decision.prompt.name} offers {names(options)}")

    @property
    def state(self) -> State:
        """The state as it is now; look, do not touch."""
        return self._state

    @property
    def choices(self) -> list[Option]:
        """All that was chosen so far."""
        return self._choices[:]

    @property
    def record(self) -> Record:
        """The game up to now as a record."""
        start = self._start
        return Record(
            undercroft=FORMAT,
            game=start.game,
            edition=start.edition,
            seed=start.seed,
            rules=self.game.rules_version,
            changes=deepcopy(start.changes) if start.changes else {},  # which whoever is given it may change
            practice=self._practice,
            choices=tuple((prompt.name, option.name) for prompt, option in zip(self._prompts, self._choices)),
        )

    def scene(self, seat: object = None) -> Scene:
        """What a seat may see, as data; without a seat, what whoever is asked may see."""
        from undercroft.core.scene import with_question

        return with_question(self, self.asked_seat if seat is None else self._seat(seat))

    def _seat(self, seat: object) -> int:
        """A seat that somebody named, if there is such a one."""
        number = whole_number("seat", seat, 0)
        if number >= len(self.game.seats):
            raise RuleError(f"{self.game.title} has no seat {number}; its seats are 0 to {len(self.game.seats) - 1}")
        return number

    @property
    def asked_seat(self) -> int:
        """The seat that is asked; once the game is over, one that knows no more than the others."""
        if self.decision is not None:
            return int(self.decision.seat)
        return min(1, len(self.game.seats) - 1)

    @property
    def last_seat(self) -> int:
        """The seat that made the last choice, or -1 before the first."""
        return self._seats[-1] if self._seats else -1

    def why(self) -> list[Rule]:
        """The clauses behind the last event and behind the question, as far as there are any."""
        ids: list[str] = []
        if self.events:
            ids.append(self.events[-1].kind.rule)
        if self.decision is not None:
            ids.append(self.decision.prompt.rule)
        rules = self.game.ledger().rules
        return [rules[key] for key in dict.fromkeys(ids) if key in rules]

    # ---- taking back -------------------------------------------------------------------------------------------

    @property
    def practice(self) -> bool:
        """Whether this is a practice branch, which no longer is the game that its seed tells."""
        return bool(self._practice)

    def can_undo(self, seat: object = None) -> bool:
        """Whether the last choice can be taken back freely: nothing was learned since, and it was this seat's."""
        if seat is not None:
            self._seat(seat)
        if not self._choices or (seat is not None and self._seats[-1] != seat):
            return False
        return self._marks[-1] == self._table.learned

    def undo(self, seat: object = None) -> Session:
        """The session before the last choice.

        If it was this seat's (with no seat named, whoever made it) and nothing was learned since, the choice is as if
        it had never been made. Otherwise a practice branch is opened, with other chance from there on; this session
        stays as it is, and the branch's `real` leads back to it.
        """
        if not self._choices:
            raise RuleError("there is nothing to take back")
        record = self.record
        count = len(self._choices) - 1
        practice = tuple(reseed for reseed in record.practice if reseed.at <= count)
        free = self.can_undo(seat)
        if free and record.practice and not practice:
            practice = (Reseed(count, record.practice[-1].seed),)  # practice stays practice: its player knows too much
        if not free:
            self._branches += 1
            practice = (*practice, Reseed(count, f"{record.seed} practice {count} {self._branches}"))
        earlier = msgspec.structs.replace(record, practice=practice, choices=record.choices[:count])
        back = Session(self.game, earlier)
        back._branches = self._branches
        back.real = self.real if free or self.real is not None else self
        return back

    # ---- looking ahead -----------------------------------------------------------------------------------------

    def odds(
        self,
        choice: object,
        follow: object = False,
        limit: object = 20_000,
        samples: object = exact.SAMPLES,
        unveil: object = False,
    ) -> exact.Odds:
        """What an option leads to, up to the next decision, with exact probabilities.

        `follow` looks past questions that have a passive answer (keep the dice, use nothing) by giving it. Where a
        stream unveils the unknown (a dungeon laid card by card) odds look no further, unless `unveil` is set. Where
        there are more than `limit` ways for it to go, the odds come from so many samples and say so.
        """
        option = self.option(choice)
        before = self._state.figures()
        runs = whole_number("limit", limit, 0)
        tries = whole_number("samples", samples, 1)
        result = exact.odds(
            self.game.play, self._trail, option, len(self.game.seats), before, bool(follow), runs, tries, bool(unveil)
        )
        result.kinds = self.game.vocabulary.events
        result.figure_names = self.game.figure_names
        return result

    def step_in(self, choice: object, wanted: object, limit: object = 2_000) -> stepping_in.SteppingIn | None:
        """What can still be made of the dice that an option rolls, by rolling again or turning one.

        Odds let such dice be. `wanted` is the event that one hopes for most. None where finding out takes more than
        `limit` runs of the rules.
        """
        option = self.option(choice)
        if not isinstance(wanted, EventKind) or wanted not in self.game.vocabulary.events:
            raise RuleError(f"what is wanted must be a kind of event of {self.game.title}, not {short(wanted)}")
        runs = whole_number("limit", limit, 0)
        prompts = self.game.vocabulary.prompts
        passive = [prompt.passive for prompt in prompts if prompt.passive is not None]
        weighs = any(prompt.means for prompt in prompts)
        return stepping_in.step_in(
            self.game.play, self._trail, option, len(self.game.seats), passive, wanted, runs, weighs
        )

    def consult(self, player: object) -> Option:
        """What a player would choose here; nothing is chosen."""
        decision = self.decision
        if decision is None:
            raise RuleError("the game is over; there is nothing to choose")
        player = able(player)
        player.join(self._table)
        try:
            answer = player.choose(self._state.view(decision.seat), decision.prompt, decision.options)
        except TypeError as error:
            refuse_answer(error, decision.prompt, decision.options)
        if answer not in decision.options:
            raise not_offered(answer, decision.prompt, decision.options)
        return answer

    def reason_of(self, player: object) -> str:
        """Why a player would choose so here, in a sentence, if it can say."""
        decision = self.decision
        if decision is None:
            return ""
        asked: Any = able(player)  # by which it may answer anything, and mypyc does not notice it before we do
        reason = asked.reason(self._state.view(decision.seat), decision.prompt, decision.options)
        if isinstance(reason, str):
            return reason
        raise RuleError(f"{decision.prompt.name}: a Player gives its reason in words, not by {kind_of(reason)}")

    def fork(self, players: object, chance: object) -> State:
        """Play this moment to the end of the game with other players and other chance; returns how it ended.

        There is a player for each seat. Nothing of the session's own chance to come is used or seen.
        """
        if not isinstance(players, (list, tuple)) or len(players) != len(self.game.seats):
            raise RuleError(f"a fork takes a list of {len(self.game.seats)}, a Player for each seat")
        for player in players:
            if not isinstance(player, Player):
                raise RuleError(f"only a Player can take a seat, not {short(player)}")
        if not isinstance(chance, Chance):
            raise RuleError(f"a fork needs a source of chance, such as Seeded('another seed'), not {short(chance)}")
        trail = self._trail
        checkpoint = trail.checkpoint
        assert checkpoint is not None
        state = checkpoint.copy()
        cue = Cue(trail.answers)
        table = Table([Repeat(cue, player) for player in players], Replayed(trail.tape, chance))
        self.game.play(state, table)
        return state

    # ---- the greenlet ------------------------------------------------------------------------------------------

    def _return_here(self) -> None:
        """Let the rules come back to whoever calls now; a greenlet cannot cross threads."""
        stage = self._stage
        current = getcurrent()
        if current is stage.back:
            return
        try:
            self._rules.parent = current
        except ValueError:
            raise RuleError("a session is played in the thread that began it; load its record in the other") from None
        stage.back = current
        stage.leave = current.switch

    def _forget_last(self) -> None:
        for kept in (self._prompts, self._choices, self._seats, self._marks):
            kept.pop()
        self.decision = None

    def _resume(self) -> None:
        self._stage.prompt = None
        self._enter()
        self._take_question()

    def _take_question(self) -> None:
        stage = self._stage
        prompt = stage.asked()
        if prompt is None:
            self.decision = None
            self.outcome = self._state.outcome()
        else:
            self.decision = Decision(len(self._choices) + 1, stage.seat, prompt, stage.options)

    def _reseed(self) -> None:
        for reseed in self._practice:
            if reseed.at == len(self._choices):
                self._table.chance = Seeded(reseed.seed)

    def _repeat(self, choices: tuple[tuple[str, str], ...]) -> None:
        for number, (prompt, name) in enumerate(choices, 1):
            decision = self.decision
            if decision is None:
                raise ReplayError(f"choice {number}, {shown(name)}, does not fit: the game is over before it", number)
            option = find(name, decision.options)
            if decision.prompt.name != prompt or option is None:
                asked = f"{decision.prompt.name} offers {names(decision.options)}"
                raise ReplayError(f"choice {number}, {shown(f'{prompt} {name}')}, does not fit: {asked}", number)
            self.choose(option)


def again(game: Game, record: Record, real: Session | None, branches: int) -> Session:
    """A session that was copied, or sent by its record: the choices are made once more."""
    session = Session(game, record)
    session.real = real
    session._branches = branches
    return session
