"""Games played on from any moment of another: the inner loop of a review.

Continuation number k takes its chance from the seed SEED/k, and in every stream it stands where the game itself stood.
So it is one and the same possible future wherever it sets in: before and after a roll, or after one answer and after
another, continuation k differs in nothing but that, and much of the noise cancels out in the difference.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.chance import Seeded, Sfc32
from undercroft.core.players import Paused
from undercroft.core.pools import Pool
from undercroft.core.state import State
from undercroft.core.table import MakePlayer, Play, Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt, Stream


class Moment:
    """A moment of a game: a turn's head, and what was answered and what chance gave since.

    `past` counts by stream what chance had given before that turn, a pool of dice die by die.
    """

    def __init__(self, number: i64, head: State, past: list[int], answers: list[Option], tape: list[int]) -> None:
        self.number: Final = number
        self.head: Final = head
        self.past: Final = past
        self.answers: Final = answers
        self.tape: Final = tape


class Abreast(Seeded):
    """Repeats a tape, then goes on with chance of its own, which in every stream has come just as far by then."""

    def __init__(self, seed: str, past: list[int], tape: list[int]) -> None:
        super().__init__(seed)
        self.past: Final = past
        self.tape: Final = tape
        self.position: i64 = 0

    def pick(self, stream: Stream, count: i64) -> i64:
        own = super().pick(stream, count)
        position = self.position
        if position >= len(self.tape):
            return own
        self.position = position + 1
        return self.tape[position]

    def pick_pool(self, stream: Stream, pool: Pool) -> i64:
        position = self.position
        if position >= len(self.tape):
            return super().pick_pool(stream, pool)
        for _ in range(pool.dice):  # the tape has the whole pool as one number
            super().pick(stream, pool.sides)
        self.position = position + 1
        return self.tape[position]

    def _open(self, stream: Stream) -> Sfc32:
        generator = super()._open(stream)
        if stream.index < len(self.past):
            for _ in range(self.past[stream.index]):
                generator.next()
        return generator


class Follower(Player):
    """Repeats answers, then lets another player go on, and counts how long that one chooses what was chosen then."""

    def __init__(self, answers: list[Option], chosen: list[Option], then: Player) -> None:
        self.answers: Final = answers
        self.chosen: Final = chosen
        self.then: Final = then
        self.made: i64 = 0
        self.agreed: i64 = 0
        self.astray = False

    def join(self, table: Table) -> None:
        self.then.join(table)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        made = self.made
        if made < len(self.answers):
            self.made = made + 1
            return self.answers[made]
        answer = self.then.choose(state, prompt, options)
        if not self.astray:
            self.astray = self.agreed == len(self.chosen) or answer is not self.chosen[self.agreed]
            if not self.astray:
                self.agreed += 1
        return answer


class FirstAnswer(Player):
    """Keeps what another player chooses first, and stops the game there."""

    def __init__(self, then: Player) -> None:
        self.then: Final = then
        self.answer: Option | None = None

    def join(self, table: Table) -> None:
        self.then.join(table)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.answer = self.then.choose(state, prompt, options)
        raise Paused


def answer_at(play: Play, moment: Moment, player: Player, seats: i64) -> Option:
    """What a player would choose at a moment at which somebody is asked."""
    first = FirstAnswer(player)
    follower = Follower(moment.answers, [], first)
    try:
        play(moment.head.copy(), Table([follower for _ in range(seats)], Abreast("", moment.past, moment.tape)))
    except Paused:
        pass
    answer = first.answer
    assert answer is not None
    return answer


def is_won(play: Play, moment: Moment, player: Player, seats: i64, seat: i64, seed: str) -> bool:
    """Play on from a moment; whether this seat is among those that win."""
    state = moment.head.copy()
    play(state, Table([player for _ in range(seats)], Abreast(seed, moment.past, moment.tape)))
    outcome = state.outcome()
    assert outcome is not None
    return seat in outcome.winners


def play_stretch(
    play: Play,
    moments: list[Moment],
    chosen: list[Option],
    seats: i64,
    seat: i64,
    make_player: MakePlayer,
    seed: str,
    first: i64,
    count: i64,
) -> list[list[int]]:
    """For moments between which there was nothing but these choices: 1 for every continuation won, 0 for the others.

    A player who chooses what was chosen passes through the next moment as well, so that one game counts for both. The
    players of different moments are seeded apart: what one left to its seed must not decide where the next begins.
    """
    won: list[list[int]] = [[] for _ in moments]
    number = first
    while number < first + count:
        text = f"{seed}/{number}"
        place: i64 = 0
        while place < len(moments):
            moment = moments[place]
            player = Follower(moment.answers, chosen[place:], make_player(f"{text}/{moment.number}"))
            result = 1 if is_won(play, moment, player, seats, seat, text) else 0
            after = min(place + player.agreed + 1, len(moments))
            while place < after:
                won[place].append(result)
                place += 1
        number += 1
    return won


def play_options(
    play: Play,
    moment: Moment,
    options: list[Option],
    seats: i64,
    seat: i64,
    make_player: MakePlayer,
    seed: str,
    first: i64,
    count: i64,
) -> list[list[int]]:
    """For each of these answers to a moment's question: 1 for every continuation won, 0 for the others."""
    won: list[list[int]] = []
    for option in options:
        answers = [*moment.answers, option]
        results: list[int] = []
        number = first
        while number < first + count:
            text = f"{seed}/{number}"
            player = Follower(answers, [], make_player(f"{text}/{moment.number}"))
            results.append(1 if is_won(play, moment, player, seats, seat, text) else 0)
            number += 1
        won.append(results)
    return won
