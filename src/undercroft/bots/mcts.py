"""A bot that thinks: Monte-Carlo tree search over games that are played on from here.

A simulation copies the state at the turn's head, replays what was chosen and rolled since, and plays on with chance of
its own. The first choice is made for it, so that every option is tried; the next few are the tree's (trees.py); the
rest is left to a simple bot. It ends with the game or, where there is a promise for the game (promise/), at the head
of a chapter soon to come, which tells the chance of winning with less noise than one end does.

At the first choice the options race. All that are still in are tried on the same chance, sample by sample, so that
luck speaks for none of them. One that is clearly behind leaves at once, and after each lap the lower half leaves. In
the end the simple bot's own choice stands unless another did better by more than chance explains.

Nothing here sees more than a seat does: states are imagined for it, and the game's own chance is out of reach.
"""

from __future__ import annotations

import time
from math import sqrt
from typing import Final

from mypy_extensions import i64

from undercroft.bots.promise.chapters import Promise
from undercroft.bots.trees import NO_END, Arm, Halted, Walk, Walker
from undercroft.core.bits import bit
from undercroft.core.chance import Replayed, Seeded
from undercroft.core.errors import RuleError
from undercroft.core.state import State
from undercroft.core.table import MakePlayer, Play, Player, Table, Trail
from undercroft.core.vocabulary import Option, Options, Prompt

PROGRESS: Final = 0.1  # what a lost game is worth, at most, for how far it came
DOUBT: Final = 1.5  # by so many standard errors must another option lead the simple bot's choice
BEHIND: Final = 3.0  # by so many is an option clearly behind, and leaves
SURE: Final = 2.0  # by so many must an option be behind for it to be no rival of the best
LOOK: Final[i64] = 8  # after so many samples, or an eighth more, it is seen who is behind
FEWEST_CHECKS: Final[i64] = 20  # whole games that check a promise
MOST_CHECKS: Final[i64] = 400

EstimateKey = tuple[Option, int, float, float, float]


class Budget:
    """How long to think about one choice: so many simulations, or so many seconds; 0 is no limit of that kind."""

    def __init__(self, simulations: i64, seconds: float) -> None:
        self.simulations: Final = simulations
        self.seconds: Final = seconds

    def __repr__(self) -> str:
        return f"Budget(simulations={self.simulations}, seconds={self.seconds})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Budget) and (self.simulations, self.seconds) == (other.simulations, other.seconds)

    def __hash__(self) -> int:
        return hash((self.simulations, self.seconds))

    def __reduce__(self) -> tuple[type[Budget], tuple[int, float]]:
        return Budget, (self.simulations, self.seconds)

    def used(self, simulations: i64, began: float) -> float:
        """How much of it is gone: all from 1 on."""
        share = 0.0
        if self.simulations > 0:
            share = float(simulations) / float(self.simulations)
        if self.seconds > 0.0:
            share = max(share, (time.perf_counter() - began) / self.seconds)
        return share


class Estimate:
    """An option's chance of winning for the seat that is asked, its standard error, and the games that were tried.

    `behind` says by how many standard errors the best option leads it where both met the same chance, which is much
    surer than the difference of the two chances.
    """

    def __init__(self, option: Option, games: i64, chance: float, error: float, behind: float) -> None:
        self.option: Final = option
        self.games: Final = games
        self.chance: Final = chance
        self.error: Final = error
        self.behind: Final = behind

    def __repr__(self) -> str:
        return f"<{self.option.name}: {self.chance:.1%} in {self.games} games, standard error {self.error:.1%}>"

    def key(self) -> EstimateKey:
        """All of it."""
        return self.option, self.games, self.chance, self.error, self.behind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Estimate) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[type[Estimate], EstimateKey]:
        return Estimate, self.key()


class Thought:
    """What a search found: an estimate for every option in the order offered, and the best of them."""

    def __init__(self, estimates: list[Estimate], best: Option, simulations: i64, seconds: float) -> None:
        self.estimates: Final = estimates
        self.best: Final = best
        self.simulations: Final = simulations
        self.seconds: Final = seconds

    def __repr__(self) -> str:
        return (
            f"<Thought: {self.best.name} is best; {self.simulations} games in {self.seconds:.1f} s: {self.estimates}>"
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Thought)
            and self.estimates == other.estimates
            and self.best is other.best
            and self.simulations == other.simulations
            and self.seconds == other.seconds
        )

    def __hash__(self) -> int:
        return hash((self.best.name, self.simulations, self.seconds))

    def __reduce__(self) -> tuple[type[Thought], tuple[object, ...]]:
        return Thought, (self.estimates, self.best, self.simulations, self.seconds)

    def rivals(self) -> list[Estimate]:
        """The options that may be as good as the best: chance alone would explain its lead."""
        return [one for one in self.estimates if one.option is not self.best and one.games and one.behind <= SURE]


class Mcts(Player):
    """Thinks before every choice; `thought` is what it thought last.

    It may sit on any number of seats: the trail knows who is asked. A `thorough` bot uses all of its budget, where
    others stop as soon as the choice is clear; its estimates are better. A `candid` one checks a promise by some whole
    games besides: its choices are the same, and its estimates are true for any edition.
    """

    def __init__(
        self, play: Play, seats: i64, make_simple: MakePlayer, seed: str, budget: Budget, promise: Promise | None
    ) -> None:
        self.play: Final = play
        self.seats: Final = seats
        self.make_simple: Final = make_simple
        self.seed: Final = seed
        self.budget: Final = budget
        self.promise: Final = promise
        self.thorough = False
        self.candid = False
        self.thought: Thought | None = None
        self.thoughts: i64 = 0
        self.trail: Trail | None = None

    def join(self, table: Table) -> None:
        self.trail = table.keep_trail()

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        trail = self.trail
        if trail is None or trail.checkpoint is None:
            raise RuleError("a bot that thinks must sit at a table from the start, or be consulted by a session")
        self.thoughts += 1
        thought = Race(self, trail, trail.checkpoint, state, prompt, options).run()
        self.thought = thought
        return thought.best


class Runner:
    """An option in the race: what each of its samples was worth, and what they tell of its chance."""

    def __init__(self, option: Option) -> None:
        self.arm: Final = Arm(option)
        self.worths: Final[list[float]] = []
        self.worth = 0.0
        self.chance = 0.0
        self.squares = 0.0
        self.running = not option.resigns

    def take(self, worth: float, chance: float) -> None:
        """One more sample."""
        self.worths.append(worth)
        self.worth += worth
        self.chance += chance
        self.squares += chance * chance

    def mean(self) -> float:
        """What it was worth on average."""
        return self.worth / float(len(self.worths)) if self.worths else -1.0

    def lead(self, other: Runner) -> float:
        """By how many standard errors it leads another, over the samples that both have."""
        count = min(len(self.worths), len(other.worths))
        if count == 0:
            return 0.0
        total = 0.0
        squares = 0.0
        for sample in range(count):
            difference = self.worths[sample] - other.worths[sample]
            total += difference
            squares += difference * difference
        samples = float(count)
        mean = total / samples
        spread = squares / samples - mean * mean + 0.25 / samples  # a few samples that agree prove little
        return mean / sqrt(max(spread, 0.0) / samples)

    def estimate(self, best: Runner, checked: Checked) -> Estimate:
        """Its chance of winning, with the error of a smoothed mean, so that a few games all won are not certain."""
        games = len(self.worths)
        if games == 0:
            return Estimate(self.arm.option, 0, 0.0, 0.5, 0.0)
        samples = float(games)
        mean = self.chance / samples
        spread = max(self.squares / samples - mean * mean, 0.0) + 0.25 / samples
        error = sqrt(spread / samples + checked.error * checked.error)
        behind = 0.0 if self is best else best.lead(self)
        return Estimate(self.arm.option, games, min(max(mean + checked.shift, 0.0), 1.0), error, behind)


class Checked:
    """How much more often whole games are won than a promise says, and that figure's standard error."""

    def __init__(self, shift: float, error: float) -> None:
        self.shift: Final = shift
        self.error: Final = error


class Race:
    """One choice being thought about."""

    def __init__(
        self, bot: Mcts, trail: Trail, checkpoint: State, state: State, prompt: Prompt, options: Options
    ) -> None:
        self.budget: Final = bot.budget
        self.play: Final = bot.play
        self.promise: Final = bot.promise
        self.thorough: Final = bot.thorough
        self.candid: Final = bot.candid
        self.seat: Final = trail.asked
        self.seed: Final = f"{bot.seed} thinks {bot.thoughts}"
        self.checkpoint: Final = checkpoint
        self.tape: Final = trail.tape
        self.walk: Final = Walk(trail.answers)
        promise = bot.promise
        if promise is not None:
            self.walk.halt = promise.chapter(state) + promise.ahead(state)
        self.walkers: Final[list[Player]] = []
        for seat in range(bot.seats):
            simple = bot.make_simple(f"{self.seed} for {seat}")
            self.walkers.append(Walker(self.walk, seat, simple, promise))
        self.runners: Final = [Runner(option) for option in options]
        self.trusted: Final = self.find(bot.make_simple(self.seed).choose(state, prompt, options))
        self.trusted.running = True
        self.simulations: i64 = 0
        self.samples: i64 = 0
        self.next_look: i64 = LOOK

    def find(self, option: Option) -> Runner:
        """The runner of an option."""
        for runner in self.runners:
            if runner.arm.option is option:
                return runner
        raise RuleError(f"{option!r} is not offered")

    def run(self) -> Thought:
        """Lap after lap, the lower half leaving after each."""
        began = time.perf_counter()
        laps = 1
        while bit(laps) < self.count_running():
            laps += 1
        for lap in range(laps):
            end = float(lap + 1) / float(laps)
            while self.count_running() > 1 and self.budget.used(self.simulations, began) < end:
                self.sample()
            self.halve()
        if self.samples == 0:
            self.sample()
        best = self.best()
        checked = self.check(best) if self.candid and self.promise is not None else Checked(0.0, 0.0)
        estimates = [runner.estimate(best, checked) for runner in self.runners]
        return Thought(estimates, best.arm.option, self.simulations, time.perf_counter() - began)

    # ---- simulations -------------------------------------------------------------------------------------------

    def sample(self) -> None:
        """Try all that still run on the same chance; drop those that are clearly behind."""
        for runner in self.runners:
            if runner.running:
                self.simulate(runner, self.samples)
        self.samples += 1
        if self.samples == self.next_look:
            self.next_look += max(self.samples // 8, LOOK)
            if not self.thorough:
                self.drop_those_behind()

    def simulate(self, runner: Runner, number: i64) -> None:
        """Play on with a runner's option, and note what it was worth wherever it was decided."""
        self.simulations += 1
        walk = self.walk
        walk.begin(runner.arm)
        state = self.play_on(number)
        runner.take(self.worth(state, self.seat), self.chance(state, self.seat))
        for place in range(len(walk.nodes)):
            node = walk.nodes[place]
            arm = walk.arms[place]
            worth = self.worth(state, node.seat)
            node.visits += 1.0
            node.worth += worth
            arm.visits += 1.0
            arm.worth += worth

    def play_on(self, number: i64) -> State:
        """The state at the end of the game, or where the walk halts; the same number has the same chance."""
        chance = Seeded(f"{self.seed}/{number}")
        state = self.checkpoint.copy()
        self.walk.set_out(state, self.seat, chance)
        for walker in self.walkers:  # what it kept in mind of the last simulation is not true in this one
            walker.forget()
        try:
            self.play(state, Table(self.walkers, Replayed(self.tape, chance)))
        except Halted:
            pass
        return state

    def chance(self, state: State, seat: i64) -> float:
        """How likely a seat wins from where a simulation ended."""
        outcome = state.outcome()
        if outcome is not None:
            return 1.0 if seat in outcome.winners else 0.0
        promise = self.promise
        assert promise is not None
        return promise.chance(state, seat)

    def worth(self, state: State, seat: i64) -> float:
        """The same, and a little for how far a lost game came, unless a promise tells that better."""
        chance = self.chance(state, seat)
        return PROGRESS * state.progress(seat) if chance == 0.0 and self.promise is None else chance

    def check(self, best: Runner) -> Checked:
        """Play the best option's first samples again, on the same chance, to the end of the game."""
        walk = self.walk
        promised = walk.halt
        walk.halt = NO_END
        count = min(max(self.simulations // 20, FEWEST_CHECKS), MOST_CHECKS, len(best.worths))
        total = 0.0
        squares = 0.0
        for number in range(count):
            self.simulations += 1
            walk.begin(Arm(best.arm.option))
            missed = self.chance(self.play_on(number), self.seat) - best.worths[number]
            total += missed
            squares += missed * missed
        walk.halt = promised
        games = float(count)
        mean = total / games
        return Checked(mean, sqrt((max(squares / games - mean * mean, 0.0) + 0.25 / games) / games))

    # ---- the race ----------------------------------------------------------------------------------------------

    def count_running(self) -> i64:
        """How many are still in the race."""
        count: i64 = 0
        for runner in self.runners:
            if runner.running:
                count += 1
        return count

    def leader(self) -> Runner:
        """The best on average of those that still run."""
        best: Runner | None = None
        for runner in self.runners:
            if runner.running and (best is None or runner.mean() > best.mean()):
                best = runner
        assert best is not None
        return best

    def drop_those_behind(self) -> None:
        """Out with those whose distance chance does not explain any more."""
        leader = self.leader()
        for runner in self.runners:
            if runner.running and leader.lead(runner) > BEHIND:
                runner.running = False

    def halve(self) -> None:
        """Out with the lower half; two always stay, and the simple bot's choice does."""
        most = max((self.count_running() + 1) // 2, 2)
        while self.count_running() > most:
            worst: Runner | None = None
            for runner in self.runners:
                if runner.running and runner is not self.trusted and (worst is None or runner.mean() < worst.mean()):
                    worst = runner
            assert worst is not None
            worst.running = False

    def best(self) -> Runner:
        """The leader, unless the simple bot's choice is as good as far as one can tell."""
        leader = self.leader()
        return self.trusted if self.trusted.running and leader.lead(self.trusted) <= DOUBT else leader
