"""Odds for whoever steps in: the best that can be made of dice that lie there, by rolling again or turning one.

Plain odds let such dice be. Here every question between a roll and its effect, if it is the same seat's, is a choice;
those that have become alike are one, and the answer is taken that makes an event likeliest. Dice may be rolled again
without end, so that a question can lead back to itself: the answers are found by going round until nothing changes,
and their chance then follows exactly, as each question is put in terms of those before it. A walk ends where chance
would go on after something notable has happened: the dice have been read.

Where a game tells what dice are good for before anybody counts them (`Prompt.means`), taking them as they lie is an
answer as well, and leads to what was told. Such walks are told apart by all that was rolled and chosen, as a state's
key need not know the dice that lie on the table.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mypy_extensions import i64

from undercroft.core.chance import Chance, Replayed, TooDeep, Unveiled
from undercroft.core.errors import RuleError, short
from undercroft.core.odds import ENDLESS, Key, Spread, Stop, Told, Walk, spread_from, told
from undercroft.core.players import Paused, Probe
from undercroft.core.pools import Pool
from undercroft.core.state import State
from undercroft.core.table import Play, Player, Table, Trail
from undercroft.core.vocabulary import EventKind, Option, Options, Prompt, Stream

ROUNDS: Final = 500  # of looking for better answers
CLEARLY: Final = 1e-9  # what makes one answer better than another
MOST_QUESTIONS: Final = 200
MOST_MEANS: Final = 10  # that one may use on the same dice


class Until(Chance):
    """Another source, up to where the dice have been read; it remembers the last roll and what had been chosen then."""

    def __init__(self, chance: Chance, probe: Probe, tape: list[int]) -> None:
        self.chance: Final = chance
        self.probe: Final = probe
        self.last: i64 = tape[-1] if tape else 0
        self.made: i64 = 0
        self.rolled: Final[list[int]] = []

    def pick(self, stream: Stream, count: i64) -> i64:
        self._look()
        return self._keep(self.chance.pick(stream, count))

    def pick_pair(self, stream: Stream, sides: i64) -> i64:
        self._look()
        return self._keep(self.chance.pick_pair(stream, sides))

    def pick_card(self, stream: Stream, cards: list[int]) -> i64:
        self._look()
        return self._keep(self.chance.pick_card(stream, cards))

    def pick_pool(self, stream: Stream, pool: Pool) -> i64:
        self._look()
        return self._keep(self.chance.pick_pool(stream, pool))

    def _keep(self, rolled: i64) -> i64:
        self.last = rolled
        self.rolled.append(rolled)
        return rolled

    def _look(self) -> None:
        self.made = self.probe.made
        if self.probe.is_settled():
            raise Unveiled("")

    def again(self) -> None:
        self.chance.again()


class Bystander(Player):
    """Somebody else at the table, who lets things be."""

    def __init__(self, probe: Probe) -> None:
        self.probe: Final = probe

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.probe.steps_in = False
        answer = self.probe.choose(state, prompt, options)
        self.probe.steps_in = True
        return answer


class Step(Walk):
    """Walks from one question about dice to the next, or to what comes of them."""

    def __init__(self, play: Play, trail: Trail, chosen: list[Option], seats: int, most_means: int) -> None:
        super().__init__(play, trail, chosen, seats, True, False)
        self.weighs: Final = most_means > 0
        self.probe.most_means = most_means
        self.offered: Final[dict[Key, Options]] = {}
        self.given: Final[dict[Key, list[Option]]] = {}  # what was let be on the way to what is offered
        self.lies: Final[dict[Key, bool]] = {}  # whether the first of what is offered takes the dice as they lie
        for seat in range(seats):
            if seat != trail.asked:
                self.players[seat] = Bystander(self.probe)

    def run(self, tape: list[int], chance: Chance, to_pass: i64) -> Key:
        probe = self.probe
        probe.begin(ENDLESS)
        probe.steps_in = True
        state = self.checkpoint.copy()
        probe.state = state
        until = Until(chance, probe, tape)
        table = Table(self.players, Replayed(tape, until))
        table.asks_everything = True
        table.weighs = self.weighs
        table.log = probe.log
        try:
            self.play(state, table)
        except Paused:
            if probe.forced:
                key = self.key_of(state, until, tape)
                if key not in self.offered:  # another way there may have let other things be
                    self.offered[key] = probe.offered
                    self.given[key] = probe.given[:]
                    self.lies[key] = probe.opened
                return key
        except Unveiled:
            pass
        return (), "", told(probe.log)

    def key_of(self, state: State, until: Until, tape: list[int]) -> Key:
        """What a question has in common with those that are the same."""
        probe = self.probe
        if self.weighs:
            return (tuple(probe.answers), tuple(tape), tuple(until.rolled)), probe.asked, told(probe.log)
        since = tuple([option.name for option in probe.answers[until.made : probe.made]])
        return (state.key(), until.last, since), probe.asked, ()


class Lead:
    """What an answer leads to: other questions, and what happens."""

    def __init__(self, questions: dict[int, Fraction], ends: list[tuple[Told, Fraction]]) -> None:
        self.questions: Final = questions
        self.ends: Final = ends

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lead) and self.questions == other.questions and self.ends == other.ends

    def __hash__(self) -> int:
        return hash((len(self.questions), tuple(self.ends)))

    def __reduce__(self) -> tuple[type[Lead], tuple[object, ...]]:
        return Lead, (self.questions, self.ends)

    def chance_of(self, kinds: list[EventKind]) -> Fraction:
        """How likely one of some events is to happen before any other question."""
        wanted = [kind.index for kind in kinds]
        total = Fraction(0)
        for happened, chance in self.ends:
            for index, _ in happened:
                if index in wanted:
                    total += chance
                    break
        return total


class Question:
    """Dice that one may do something about: how to come there, all answers, and what each leads to."""

    def __init__(self, chosen: list[Option], tape: list[int], options: Options, leads: list[Lead]) -> None:
        self.chosen: Final = chosen
        self.tape: Final = tape
        self.options: Final = options
        self.leads: Final = leads

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Question)
            and self.chosen == other.chosen
            and self.tape == other.tape
            and self.options == other.options
            and self.leads == other.leads
        )

    def __hash__(self) -> int:
        return hash((tuple(self.chosen), self.options, tuple(self.leads)))

    def __reduce__(self) -> tuple[type[Question], tuple[object, ...]]:
        return Question, (self.chosen, self.tape, self.options, self.leads)


class Best:
    """How likely an event can be made, and the options that make it so."""

    def __init__(self, chance: Fraction, options: list[Option]) -> None:
        self.chance: Final = chance
        self.options: Final = options

    def __repr__(self) -> str:
        return f"<Best {self.chance} by {', '.join([option.name for option in self.options]) or 'letting things be'}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Best) and self.chance == other.chance and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.chance, tuple(self.options)))

    def __reduce__(self) -> tuple[type[Best], tuple[object, ...]]:
        return Best, (self.chance, self.options)


def wanted_among(kinds: object) -> list[EventKind]:
    """The events that somebody asks about, by their kinds."""
    if isinstance(kinds, (list, tuple)):
        found = [kind for kind in kinds if isinstance(kind, EventKind)]
        if len(found) == len(kinds):
            return found
    raise RuleError(f"what is wanted must be kinds of events, as in game.vocabulary.events, not {short(kinds)}")


class SteppingIn:
    """All questions about dice that an option leads to; the first of them is the option itself."""

    def __init__(self, questions: list[Question], passive: list[Option]) -> None:
        self.questions: Final = questions
        self.passive: Final = passive

    def __repr__(self) -> str:
        about = len(self.questions) - 1
        return f"<SteppingIn: {about} {'question' if about == 1 else 'questions'} about dice>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SteppingIn) and self.questions == other.questions and self.passive == other.passive

    def __hash__(self) -> int:
        return hash((tuple(self.questions), tuple(self.passive)))

    def __reduce__(self) -> tuple[type[SteppingIn], tuple[object, ...]]:
        return SteppingIn, (self.questions, self.passive)

    def tells(self, kind: object) -> bool:
        """Whether an event may happen at all, whatever one does."""
        kinds = wanted_among([kind])
        return any(lead.chance_of(kinds) > 0 for question in self.questions for lead in question.leads)

    def best(self, kind: object) -> Best:
        """The best that can be made of an event."""
        return self.best_of([kind])

    def best_of(self, kinds: object) -> Best:
        """The best that can be made of events of which any will do."""
        wanted = wanted_among(kinds)
        gains = [[lead.chance_of(wanted) for lead in question.leads] for question in self.questions]
        answers = self._answers([[float(gain) for gain in each] for each in gains])
        chance = self._chance([each[answer] for each, answer in zip(gains, answers)], answers)
        return Best(chance, self._used(answers))

    def left_alone(self, kind: object) -> Fraction:
        """How likely an event is if nobody steps in."""
        return self.left_alone_of([kind])

    def left_alone_of(self, kinds: object) -> Fraction:
        """How likely any of some events is if nobody steps in."""
        wanted = wanted_among(kinds)
        answers = [self._passive_of(question) for question in self.questions]
        pairs = zip(self.questions, answers)
        return self._chance([question.leads[answer].chance_of(wanted) for question, answer in pairs], answers)

    def _passive_of(self, question: Question) -> int:
        for number, option in enumerate(question.options):
            if option in self.passive:
                return number
        return 0

    def _answers(self, gains: list[list[float]]) -> list[int]:
        """The place of the best answer to each question; of those that are alike, the passive one."""
        values = [0.0 for _ in self.questions]
        for _ in range(ROUNDS):
            before = values[:]
            for place in range(len(values)):
                values[place] = max(self._worths(place, gains[place], values))
            if max([abs(new - old) for new, old in zip(values, before)]) < CLEARLY / 1000:
                break
        return [self._choice(place, gains[place], values) for place in range(len(values))]

    def _worths(self, place: int, gains: list[float], values: list[float]) -> list[float]:
        leads = self.questions[place].leads
        return [
            gain + sum([float(chance) * values[other] for other, chance in lead.questions.items()])
            for gain, lead in zip(gains, leads)
        ]

    def _choice(self, place: int, gains: list[float], values: list[float]) -> int:
        worths = self._worths(place, gains, values)
        options = self.questions[place].options
        best = max(worths)
        for number, option in enumerate(options):
            if option in self.passive and worths[number] > best - CLEARLY:
                return number
        return worths.index(best)

    def _chance(self, gains: list[Fraction], answers: list[int]) -> Fraction:
        """The exact chance with these answers: the last question in terms of those before it, and so on."""
        rows = [dict(question.leads[answer].questions) for question, answer in zip(self.questions, answers)]
        for last in range(len(rows) - 1, -1, -1):
            back = rows[last].pop(last, Fraction(0))
            scale = 1 / (1 - back) if back != 1 else Fraction(0)
            gains[last] *= scale
            for other in range(last):
                chance = rows[other].pop(last, Fraction(0))
                if chance:
                    gains[other] += chance * gains[last]
                    for place, further in rows[last].items():
                        rows[other][place] = rows[other].get(place, Fraction(0)) + chance * further * scale
        return gains[0]

    def _used(self, answers: list[int]) -> list[Option]:
        """The options that are not passive, where these answers lead."""
        seen = [0]
        used: list[Option] = []
        for place in seen:  # grows on the way
            question = self.questions[place]
            option = question.options[answers[place]]
            if place and option not in self.passive and option not in used:
                used.append(option)
            seen.extend([other for other in question.leads[answers[place]].questions if other not in seen])
        return used


def step_in(
    play: Play, trail: Trail, option: Option, seats: int, passive: list[Option], wanted: EventKind, limit: int,
    weighs: bool = False,
) -> SteppingIn | None:  # fmt: skip
    """The questions about dice that an option leads to, or None where finding them takes more than `limit` runs.

    Where what is wanted most is certain already, nothing else is tried. A game that `weighs` tells what dice are good
    for before they are counted; where all that can be done about them takes too many runs, one such means is.
    """
    if not weighs:
        return all_questions(play, trail, option, seats, passive, wanted, limit, 0)
    found = all_questions(play, trail, option, seats, passive, wanted, limit, MOST_MEANS)
    return found or all_questions(play, trail, option, seats, passive, wanted, limit, 1)


def all_questions(
    play: Play, trail: Trail, option: Option, seats: int, passive: list[Option], wanted: EventKind, limit: int,
    most_means: int,
) -> SteppingIn | None:  # fmt: skip
    """The questions about dice with so many means used at most, or None where they take too many runs."""
    found = SteppingIn([Question([], trail.tape, (option,), [])], passive[:])
    places: dict[Key, int] = {}
    runs = limit
    for question in found.questions:  # grows on the way
        for answer in question.options[len(question.leads) :]:
            settled = question.leads and question.leads[0].chance_of([wanted]) == 1
            if settled and question.options[0] in found.passive:
                question.leads.append(question.leads[0])
                continue
            chosen = [*question.chosen, answer]
            walk = Step(play, trail, chosen, seats, most_means)
            spread = Spread()
            merged: dict[Key, Stop] = {}
            try:
                runs = spread_from(walk, Stop(question.tape, 0), spread, merged, runs)
            except TooDeep:
                return None
            if runs <= 0 or spread.kept == 0 or len(found.questions) > MOST_QUESTIONS:
                return None
            question.leads.append(lead_of(spread, merged, walk, chosen, found, places))
    return found


def lead_of(
    spread: Spread, merged: dict[Key, Stop], walk: Step, chosen: list[Option], found: SteppingIn,
    places: dict[Key, int],
) -> Lead:  # fmt: skip
    """What an answer leads to; questions that are new are added."""
    lead = Lead({}, [])
    whole = spread.whole * spread.kept
    for key, part in spread.parts.items():
        if key not in merged:
            lead.ends.append((key[2], Fraction(part, whole)))
            continue
        if key not in places:
            places[key] = len(found.questions)
            found.questions.append(question_at(key, merged[key], walk, chosen, found.passive))
        lead.questions[places[key]] = Fraction(part, whole)
    return lead


def question_at(key: Key, stop: Stop, walk: Step, chosen: list[Option], passive: list[Option]) -> Question:
    """A question that is new; where no answer was passive, the first takes the dice as they lie."""
    options = walk.offered[key]
    question = Question([*chosen, *walk.given[key]], stop.tape, options, [])
    if walk.lies[key]:
        question.leads.append(Lead({}, [(key[2], Fraction(1))]))
        if options[0] not in passive:
            passive.append(options[0])
    return question
