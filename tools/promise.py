"""Learn what the head of a turn promises in Tiny Epic Dungeons, and write it beside the promise that reads it.

`make promise` runs this compiled; it takes some minutes. Games begin with steady and now and then a random action, for
as many turns as chance says; from there on steady plays alone, and what is learned is whether it wins from those turns.
A tenth of the games is kept apart to see how well it learned.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from undercroft.bots import find_bot
from undercroft.bots.promise.tiny_epic_dungeons_facts import facts
from undercroft.core.chance import Seeded
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games import find_game
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.lab.workers import Here, play_parts

GAME = "tiny-epic-dungeons"
FILE = Path(__file__).parent.parent / "src" / "undercroft" / "bots" / "promise" / "tiny_epic_dungeons.toml"
SEED = "promise"
PLAYERS = (2, 3, 4)
RANDOM = (0.0, 0.02, 0.06)  # how often a beginning is random
LONGEST_BEGINNING = 45  # turns
KEPT = 0.4  # of the turns: neighbours tell nearly the same
ACTS = ("act-one", "act-two")
SUMS = 16
EPOCHS = 10
BATCH = 512
RATE = 2e-3
APART = 10  # every so manieth game is kept apart
Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass
class Turns:
    """Turns of one act: their facts, whether they were won, and the games that they are from."""

    facts: list[list[float]] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    games: list[int] = field(default_factory=list)


class Witness(Player):
    """Plays with steady after a beginning that is partly random, and notes the turns after it."""

    def __init__(self, seed: str, randomness: float) -> None:
        self.chance = random.Random(seed)
        self.steady = find_bot("steady", GAME, seed)
        self.beginning = self.chance.randrange(LONGEST_BEGINNING)
        self.randomness = randomness
        self.turn = 0
        self.noted: list[tuple[int, list[float]]] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Dungeon)
        if state.act == 0:
            return self.chance.choice(options)
        if state.turns <= self.beginning:
            if self.chance.random() < self.randomness:
                return self.chance.choice(options)
        elif state.turns > self.turn:
            self.turn = state.turns
            if self.chance.random() < KEPT:
                self.noted.append((int(state.act), facts(state)))
        return self.steady.choose(state, prompt, options)


def witness_games(_: None, first: int, count: int) -> list[tuple[int, int, float, list[float]]]:
    """Some games: number, act, whether it was won, and facts for each turn noted."""
    game = find_game(GAME)
    fresh = {players: game.new("book", {"play.players": players}) for players in PLAYERS}
    found = []
    for number in range(first, first + count):
        seed = f"{SEED}/{number}"
        witness = Witness(seed, RANDOM[number // len(PLAYERS) % len(RANDOM)])
        state = fresh[PLAYERS[number % len(PLAYERS)]].copy()
        game.play(state, Table([witness for _ in game.seats], Seeded(seed)))
        outcome = state.outcome()
        assert outcome is not None
        found += [(number, act, float(outcome.won), noted) for act, noted in witness.noted]
    return found


def gather(games: int) -> list[Turns]:
    """The turns of many games by act."""
    acts = [Turns() for _ in ACTS]

    def progress(finished: int) -> None:
        print(f"\r{finished:,} of {games:,} games", end="", file=sys.stderr, flush=True)

    for _, part in play_parts(witness_games, None, games, Here(), progress):
        for number, act, won, noted in part:
            turns = acts[act - 1]
            turns.games.append(number)
            turns.won.append(won)
            turns.facts.append(noted)
    print(file=sys.stderr)
    return acts


def chances(weights: list[Floats], facts: Floats) -> tuple[Floats, Floats]:
    """The bent sums, and the chances they tell."""
    rows, constants, adds, constant = weights
    sums = np.maximum(0.0, facts @ rows + constants)
    return sums, 1.0 / (1.0 + np.exp(-(sums @ adds + constant)))


def learn(turns: Turns) -> list[Floats]:
    """Weights by stochastic gradient descent (Adam), those of the epoch that told the games kept apart best."""
    all_facts, won = np.array(turns.facts), np.array(turns.won)
    apart = np.array(turns.games) % APART == 0
    mean, spread = all_facts.mean(0), all_facts.std(0) + 1e-3
    scaled = (all_facts - mean) / spread
    chance = np.random.default_rng(0)
    count = scaled.shape[1]
    weights: list[Floats] = [
        chance.normal(0, count**-0.5, (count, SUMS)),
        np.zeros(SUMS),
        chance.normal(0, SUMS**-0.5, SUMS),
        np.log([won.mean() / (1 - won.mean())]),
    ]
    means, squares = [np.zeros_like(one) for one in weights], [np.zeros_like(one) for one in weights]
    seen, step, best, best_loss = np.flatnonzero(~apart), 0, weights, np.inf
    for epoch in range(EPOCHS):
        rate = RATE * (1 + np.cos(np.pi * epoch / EPOCHS)) / 2
        for batch in np.array_split(chance.permutation(seen), max(1, len(seen) // BATCH)):
            step += 1
            for place, slope in enumerate(slopes(weights, scaled[batch], won[batch])):
                means[place] += 0.1 * (slope - means[place])
                squares[place] += 0.001 * (slope * slope - squares[place])
                size = np.sqrt(squares[place] / (1 - 0.999**step)) + 1e-8
                weights[place] = weights[place] - rate * means[place] / (1 - 0.9**step) / size
        _, told = chances(weights, scaled[apart])
        loss = -np.mean(np.where(won[apart] > 0, np.log(told), np.log(1 - told)))
        if loss < best_loss:
            best, best_loss = [one.copy() for one in weights], float(loss)
    _, told = chances(best, scaled[apart])
    usual = won[apart].mean()
    print(
        f"{len(won):,} turns, {usual:.1%} won; mean square error {np.mean((told - won[apart]) ** 2):.4f}, "
        f"of always the same {usual * (1 - usual):.4f}; log loss {best_loss:.4f}"
    )
    rows = best[0] / spread[:, None]
    return [rows, best[1] - mean @ rows, best[2], best[3]]


def slopes(weights: list[Floats], facts: Floats, won: Floats) -> list[Floats]:
    """How the log loss of a batch changes with each weight."""
    sums, told = chances(weights, facts)
    wrong = (told - won) / len(won)
    back = np.outer(wrong, weights[2]) * (sums > 0)
    return [facts.T @ back, back.sum(0), sums.T @ wrong, wrong.sum(keepdims=True)]


def written(name: str, weights: list[Floats]) -> str:
    """A network as a table of the file."""
    rows, constants, adds, constant = weights
    lines = [f"[{name}]", f"constant = {constant[0]:.4f}", f"adds = {numbers(adds)}", "rows = ["]
    lines += [f"    {numbers(np.concatenate([[constants[place]], rows[:, place]]))}," for place in range(SUMS)]
    return "\n".join([*lines, "]", ""])


def numbers(row: Floats) -> str:
    """A list of numbers."""
    return f"[{', '.join(f'{number:.4f}' for number in row)}]"


def main() -> None:
    """Play, learn, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=90_000)
    arguments = parser.parse_args()
    tables = [written(name, learn(turns)) for name, turns in zip(ACTS, gather(arguments.games), strict=True)]
    FILE.write_text("# Learned by tools/promise.py.\n\n" + "\n".join(tables), encoding="utf-8")
    print(f"Written to {FILE.name}.")


if __name__ == "__main__":
    main()
