"""How strong a bot is: how often it wins, how long it thinks, and how much oftener it wins than another bot.

Whether a single game is won says little. But the difference between two bots is made of single choices: over the games
of one bot, what each of its choices is worth more than the other bot's choice, if the other plays on from there, adds
up on average to exactly the difference of their win rates. (Nothing is neglected: it holds for any two ways to play,
and is known as the performance difference lemma.) So wherever the bot chooses otherwise, games are played on from both
choices on the same chance, and the luck of the game itself drops out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any, Final

from undercroft.bots import deputies_of, find_bot
from undercroft.core.chance import Seeded
from undercroft.core.errors import UndercroftError
from undercroft.core.game import Game
from undercroft.core.players import Opening
from undercroft.core.state import State
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games import find_game
from undercroft.lab.futures import Moment, play_options
from undercroft.lab.intervals import Z_95, Interval, wilson
from undercroft.lab.rows import Job, make_job
from undercroft.lab.workers import THINKING_SECONDS, Here, Place, play_parts


@dataclass(frozen=True)
class Trial:
    """A bot's games, the bot that it is held against, and how often games are played on from each of two choices."""

    job: Job
    against: str
    continuations: int


@dataclass
class Strength:
    """What a trial came to; parts of it add up."""

    games: int = 0
    wins: int = 0
    decisions: int = 0
    seconds: float = 0.0
    """Of thinking, on one core."""
    gain: float = 0.0
    """What the choices were worth more than those of the other bot, summed over the games."""
    squares: float = 0.0

    def add(self, other: Strength) -> None:
        """Take in another part."""
        self.games += other.games
        self.wins += other.wins
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.gain += other.gain
        self.squares += other.squares

    @property
    def win_rate(self) -> float:
        """The share won."""
        return self.wins / self.games

    def win_rate_95(self) -> Interval:
        """Its interval."""
        return wilson(self.wins, self.games)

    @property
    def mean_gain(self) -> float:
        """How much oftener it wins than the other bot."""
        return self.gain / self.games

    @property
    def gain_margin(self) -> float:
        """How far off that can be, at 95 %."""
        if self.games < 2:
            return 1.0
        variance = max(self.squares / self.games - self.mean_gain**2, 0.0) * self.games / (self.games - 1)
        return Z_95 * sqrt(variance / self.games)

    @property
    def milliseconds(self) -> float:
        """Of thinking, for one decision."""
        return 1000 * self.seconds / max(self.decisions, 1)


class Judged(Player):
    """A bot whose choices are weighed against those of another."""

    def __init__(self, game: Game, trial: Trial, state: State, seed: str) -> None:
        self.game: Final = game
        self.trial: Final = trial
        self.seed: Final = seed
        self.bot: Final = find_bot(trial.job.bot, game.name, seed)
        self.other: Final = find_bot(trial.against, game.name, f"{seed} other")
        self.deputies: Final = deputies_of(trial.job.bot, game, state, seed)
        self.trail: Trail = Trail()
        self.decisions = 0
        self.seconds = 0.0
        self.gain = 0.0

    def join(self, table: Table) -> None:
        self.trail = table.keep_trail()
        self.bot.join(table)
        self.other.join(table)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        deputy = self.deputies[self.trail.asked] if self.deputies else None
        if deputy is not None:
            return deputy.choose(state, prompt, options)
        began = time.process_time()
        answer = self.bot.choose(state, prompt, options)
        self.seconds += time.process_time() - began
        self.decisions += 1
        if self.trial.continuations:
            usual = self.other.choose(state, prompt, options)
            if usual is not answer:
                self.gain += self.advantage(answer, usual)
        return answer

    def advantage(self, answer: Option, usual: Option) -> float:
        """How much oftener games are won after one answer than after another, if the other bot plays on."""
        trail, count = self.trail, self.trial.continuations
        assert trail.checkpoint is not None
        moment = Moment(self.decisions, trail.checkpoint, [], list(trail.answers), list(trail.tape))
        make_player = partial(find_bot, self.trial.against, self.game.name)
        seats = len(self.game.seats)
        seed = f"{self.seed} judged {self.decisions}"
        won, lost = play_options(
            self.game.play, moment, [answer, usual], seats, trail.asked, make_player, seed, 0, count
        )
        return (sum(won) - sum(lost)) / count


def play_trial(trial: Trial, first: int, count: int) -> Strength:
    """Play a part of a trial."""
    job = trial.job
    game = find_game(job.game)
    fresh = game.new(job.edition, job.changes)
    openings = game.openings(fresh)
    strength = Strength()
    for number in range(first, first + count):
        seed = f"{job.seed}/{number}"
        judged = Judged(game, trial, fresh, seed)
        player = Opening(list(openings[number % len(openings)]), judged)
        state = fresh.copy()
        game.play(state, Table([player for _ in game.seats], Seeded(seed)))
        outcome = state.outcome()
        assert outcome is not None
        won = outcome.won
        strength.add(Strength(1, won, judged.decisions, judged.seconds, judged.gain, judged.gain**2))
    return strength


def measure_strength(
    game: Game,
    bot: str,
    games: int,
    seed: str,
    against: str = "steady",
    continuations: int = 0,
    edition: str = "book",
    changes: dict[str, Any] | None = None,
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
) -> Strength:
    """Play so many games; without continuations nothing is held against another bot. Ctrl-C keeps what is finished."""
    if continuations < 0:
        raise UndercroftError(f"{continuations} continuations cannot be played; ask for 0 or more")
    find_bot(against, game.name, seed)
    trial = Trial(make_job(game, bot, seed, edition, changes or {}), against, continuations)
    strength = Strength()
    parts = play_parts(play_trial, trial, games, place or Here(), progress, THINKING_SECONDS, seed)
    try:
        for _, part in parts:
            strength.add(part)
    except KeyboardInterrupt:
        pass
    finally:
        parts.close()
    return strength
