"""The games behind a review: continuations of every moment of a game, and more where much happened.

Continuation number k is the same possible future wherever it sets in. The first numbers are played everywhere: they
rank the options of every choice and say where more is to be played. What a choice cost is told from later numbers
alone, so that the best option has no more good luck than what was chosen when the two are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from undercroft.bots import find_bot
from undercroft.core.errors import UndercroftError
from undercroft.core.game import Game
from undercroft.core.record import parse
from undercroft.core.table import MakePlayer
from undercroft.games import find_game
from undercroft.lab.chances import Wins, gap_between, over
from undercroft.lab.course import Choice, Course, Pick, follow
from undercroft.lab.futures import answer_at, play_options, play_stretch
from undercroft.lab.workers import GAME_SECONDS, Endless, Place, play_parts

DEEPER = 3  # where much happened there are so many times as many continuations
DEEPER_PICKS = 7  # of good and of bad luck: more than are shown, as their order may change
DEEPER_CHOICES = 5
CONTINUATION = 20.0  # seconds that one may take, with those of all the moments or options of a piece of work
SWEEP = 50  # continuations in a piece of work


# ---- pieces of work --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """What is reviewed, and who plays on; picklable if game and bot are names, so that a worker can play a part."""

    game: str | Game
    record: str
    bot: str | MakePlayer
    seed: str
    seat: int

    @property
    def course(self) -> Course:
        """The course of the game."""
        return find_course(self.game, self.record)

    @property
    def make_player(self) -> MakePlayer:
        """Who plays on."""
        return partial(find_bot, self.bot, self.course.game.name) if isinstance(self.bot, str) else self.bot


@lru_cache(maxsize=1)
def find_course(game: str | Game, record: str) -> Course:
    """The course that a record describes, found once in every process."""
    return follow(find_game(game), parse(record, "the record")[0])


@dataclass(frozen=True)
class Along:
    """Continuations from all moments of a stretch."""

    stretch: int
    first: int
    count: int

    def play(self, case: Case) -> list[list[int]]:
        """The results, moment by moment."""
        course, places = case.course, case.course.stretches[self.stretch]
        steps = [course.steps[place] for place in places if place < len(course.steps)]
        chosen = [step.option for step in steps if isinstance(step, Choice)]
        moments = course.moments[places.start : places.stop]
        game, seats = course.game, len(course.game.seats)
        return play_stretch(
            game.play, moments, chosen, seats, case.seat, case.make_player, case.seed, self.first, self.count
        )


@dataclass(frozen=True)
class Instead:
    """Continuations after some of the options of a choice."""

    place: int
    options: tuple[int, ...]
    first: int
    count: int

    def play(self, case: Case) -> list[list[int]]:
        """The results, option by option."""
        course, step = case.course, case.course.steps[self.place]
        assert isinstance(step, Choice)
        moment, options = course.moments[self.place], [step.options[option] for option in self.options]
        game, seats = course.game, len(course.game.seats)
        return play_options(
            game.play, moment, options, seats, case.seat, case.make_player, case.seed, self.first, self.count
        )


@dataclass(frozen=True)
class Ranked:
    """The best that a ranking found among the options that were not chosen, and its wins."""

    option: int
    wins: Wins


@dataclass(frozen=True)
class Rank:
    """The search for the best option that was not chosen; `count` continuations are shared out in every round."""

    place: int
    count: int

    def play(self, case: Case) -> Ranked:
        """Let all of them play, then the better half, and so on; what the bot would choose stays till the end."""
        course, step = case.course, case.course.steps[self.place]
        assert isinstance(step, Choice)
        moment, seats = course.moments[self.place], len(course.game.seats)
        usual = step.options.index(answer_at(course.game.play, moment, case.make_player(case.seed), seats))
        wins = [Wins() for _ in step.options]
        left = [option for option in range(len(wins)) if option != step.chosen]
        first = 0
        while True:
            each = max(1, self.count // len(left))
            for option, played in zip(left, Instead(self.place, tuple(left), first, each).play(case), strict=True):
                wins[option].add(first, played)
            left.sort(key=lambda option: (-wins[option].share, option))
            if len(left) <= 2:
                return Ranked(left[0], wins[left[0]])
            better = left[: (len(left) + 1) // 2]
            if usual in left[len(better) :]:
                better[-1] = usual
            left = better
            first += each


Piece = Along | Instead | Rank


@dataclass(frozen=True)
class Work:
    """Pieces of work on a case, numbered."""

    case: Case
    pieces: tuple[Piece, ...]


def games_in(pieces: tuple[Piece, ...]) -> int:
    """How many games some pieces count for."""
    return sum(piece.count for piece in pieces)


def play_pieces(work: Work, first: int, count: int) -> list[Any]:
    """What came of pieces number `first` and on."""
    return [piece.play(work.case) for piece in work.pieces[first : first + count]]


# ---- sampling --------------------------------------------------------------------------------------------------------


@dataclass
class Samples:
    """All that was played for a case: the wins of each moment and of better options, and what the rankings found."""

    case: Case
    games: int
    wins: list[Wins] = field(default_factory=list)
    better: dict[int, Wins] = field(default_factory=dict)
    ranked: dict[int, Ranked] = field(default_factory=dict)
    done: float = 0.0  # of what was planned
    worth: float = 1.0  # what a game counts for there
    interrupted: bool = False

    def __post_init__(self) -> None:
        self.course = self.case.course
        self.wins = [Wins() for _ in self.course.moments]
        outcome = self.course.outcome
        if outcome is not None:
            self.wins.append(over(self.case.seat in outcome.winners))

    @property
    def complete(self) -> bool:
        """Whether every moment was looked at."""
        return all(wins.games for wins in self.wins)

    def sweep(self) -> tuple[Piece, ...]:
        """A look at every moment, the ranking of all options, then the other continuations of every moment."""
        count, stretches = min(SWEEP, self.games), range(len(self.course.stretches))
        looks = [Along(stretch, 0, count) for stretch in stretches]
        ranks = [Rank(place, self.games // 2) for place in self.own_choices()]
        rest = [piece for stretch in stretches for piece in self.along(stretch, count, self.games)]
        return (*looks, *ranks, *rest)

    def own_choices(self) -> Iterator[int]:
        """Where this seat chose."""
        for place, step in enumerate(self.course.steps):
            if isinstance(step, Choice) and step.seat == self.case.seat:
                yield place

    def along(self, stretch: int, first: int, end: int) -> Iterator[Piece]:
        """Continuations of a stretch in pieces."""
        for start in range(first, end, SWEEP):
            yield Along(stretch, start, min(SWEEP, end - start))

    def go_deeper(self) -> tuple[Piece, ...]:
        """More continuations wherever luck or a choice did most, or a choice may have cost much."""
        end = self.games * DEEPER
        costly = self.perhaps_costly()
        steps = [*self.greatest(Pick, DEEPER_PICKS), *self.greatest(Choice, DEEPER_CHOICES)]
        wanted = {*steps, *(place + 1 for place in steps), *costly}
        pieces: list[Piece] = []
        for number, stretch in enumerate(self.course.stretches):
            if not wanted.isdisjoint(stretch):
                pieces.extend(self.along(number, self.games, end))
        for place in costly:
            best = (self.ranked[place].option,)
            for start in range(self.games, end, SWEEP):
                pieces.append(Instead(place, best, start, min(SWEEP, end - start)))
        return tuple(pieces)

    def greatest(self, kind: type[Pick] | type[Choice], count: int) -> list[int]:
        """The steps of a kind that raised the chance most, and those that lowered it most, so far."""
        changes = [
            (self.wins[place + 1].share - self.wins[place].share, place)
            for place, step in enumerate(self.course.steps)
            if isinstance(step, kind)
        ]
        changes.sort()
        return [place for change, place in {*changes[:count], *changes[-count:]} if change]

    def perhaps_costly(self) -> list[int]:
        """The choices that fell most behind the best option found, doubts considered, and those that did most harm."""
        gains: list[tuple[float, int]] = []
        for place, ranked in self.ranked.items():
            gain = gap_between(ranked.wins, self.wins[place + 1])
            gains.append((gain.value - gain.margin / 2, place))
        gains.sort(reverse=True)
        harm = [place for place in self.greatest(Choice, DEEPER_CHOICES) if place in self.ranked and self.fell(place)]
        return sorted({*(place for _, place in gains[:DEEPER_CHOICES]), *harm})

    def fell(self, place: int) -> bool:
        """Whether a step lowered the chance."""
        return self.wins[place + 1].share < self.wins[place].share

    def take(self, piece: Piece, result: Any) -> None:
        """A piece of work is done."""
        self.done += piece.count * self.worth
        if isinstance(piece, Rank):
            self.ranked[piece.place] = result
        elif isinstance(piece, Instead):
            self.better.setdefault(piece.place, Wins()).add(piece.first, result[0])
        else:
            for place, results in zip(self.course.stretches[piece.stretch], result, strict=True):
                self.wins[place].add(piece.first, results)

    @property
    def planned(self) -> int:
        """How many games will be played, roughly: how much there is to deepen is not known before."""
        stretches = min(len(self.course.stretches), 3 * DEEPER_PICKS)
        choices = min(len(list(self.own_choices())), 2 * DEEPER_CHOICES)
        return games_in(self.sweep()) + (stretches + choices) * self.games * (DEEPER - 1)

    def count_as_rest(self, pieces: tuple[Piece, ...]) -> None:
        """Let these pieces count for all that is left of the plan, be it more or less than they are."""
        self.worth = (self.planned - self.done) / (games_in(pieces) or 1)

    def play(self, pieces: tuple[Piece, ...], place: Place, progress: Callable[[int], None]) -> None:
        """Have pieces of work done; Ctrl-C keeps what is finished and is raised again."""
        if not pieces:
            return
        bound = GAME_SECONDS + CONTINUATION * max(piece.count for piece in pieces)
        try:
            for first, part in play_parts(play_pieces, Work(self.case, pieces), len(pieces), place, seconds=bound):
                for piece, result in zip(pieces[first:], part):
                    self.take(piece, result)
                progress(round(self.done))
        except Endless as error:
            raise self.endless(pieces[error.number], bound) from None

    def endless(self, piece: Piece, seconds: float) -> UndercroftError:
        """What is said if the games of a piece of work do not end."""
        place = self.course.stretches[piece.stretch].start if isinstance(piece, Along) else piece.place
        choices = sum(isinstance(step, Choice) for step in self.course.steps[:place])
        bot = self.case.bot if isinstance(self.case.bot, str) else "the bot"
        played = f"games that {bot} played on after choice {choices} with the seed {self.case.seed!r}"
        return UndercroftError(f"{played} had not ended after {seconds:g} s, so the review was stopped")
