"""How fast it is: a table for each game, interpreted against compiled, measured in the same run on one core.

`make bench` runs this with both environments. Each figure is the best of several rounds, so that whatever else the
machine does disturbs it least.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable

import undercroft
from undercroft.bots import find_bot
from undercroft.bots.mcts import Budget, Mcts
from undercroft.bots.random import RandomPlayer
from undercroft.bots.steady import STEADY
from undercroft.core.chance import Seeded
from undercroft.core.game import Game
from undercroft.core.players import Paused, Probe
from undercroft.core.session import Session
from undercroft.core.table import Table
from undercroft.games import GAMES
from undercroft.lab.playouts import play_games

ROUNDS = 5
SECONDS = 0.6  # how long a round takes, roughly
ROWS = (
    ("playout_decisions", "random playouts, silent: decisions a second", "{:,.0f}"),
    ("playout_games", "random playouts, silent: games a second", "{:,.0f}"),
    ("logged_decisions", "random playouts, event log kept: decisions a second", "{:,.0f}"),
    ("steps", "steps through a Session from Python, a second", "{:,.0f}"),
    ("start_us", "starting a Session and dropping it, microseconds", "{:,.1f}"),
    ("replay_us", "replay from the turn's head to now, and an exception to stop, us", "{:,.1f}"),
    ("fork_us", "fork in mid-game and playout to the end, microseconds", "{:,.1f}"),
    ("first_simulations", "thinking, whole games from the first decision: simulations a second", "{:,.0f}"),
    ("simulations", "thinking, whole games from mid-game: simulations a second", "{:,.0f}"),
    ("replay_share", "thinking, from mid-game: the share that is replay and an exception, %", "{:,.1f}"),
    ("rebuild_us", "a whole game rebuilt from its record, microseconds", "{:,.0f}"),
    ("odds_ms", "exact odds of an attack, milliseconds", "{:,.2f}"),
)
MIDDLES = {  # opening, where to stop, the attack to look at, and after how many choices
    "tin-helm": (("gnome", "parson"), "combat.attack", "spend-1", 12),
    "elbereth": (("start-with-sword-helm",), "action.choose", "attack", 8),
    "freequest": (("hero-0",), "turn.choose-action", "attack", 12),
    "tiny-epic-dungeons": (("take-1",), "turn.next", "melee", 12),
}
HIGHER_IS_BETTER = (
    "playout_decisions",
    "playout_games",
    "logged_decisions",
    "steps",
    "first_simulations",
    "simulations",
)


def best(work: Callable[[int], int], higher: bool = True) -> float:
    """Units of work a second (or seconds a unit) in the best of some rounds; `work(n)` does n and returns its units."""
    count, took = 1, 0.0
    while took < SECONDS / 4:
        count *= 2
        began = time.perf_counter()
        work(count)
        took = time.perf_counter() - began
    count = max(1, round(count * SECONDS / took))
    rates = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        units = work(count)
        rates.append(units / (time.perf_counter() - began))
    return max(rates) if higher else 1 / max(rates)


def playouts(game: Game) -> Callable[[int], int]:
    """Silent random games; counts decisions."""
    fresh = game.new("book", {})
    openings = [list(opening) for opening in game.openings(fresh)]

    def work(count: int) -> int:
        played = play_games(fresh, game.play, len(game.seats), RandomPlayer, openings, "bench", 0, count)
        return sum(one.decisions for one in played)

    return work


def games(game: Game) -> Callable[[int], int]:
    """Silent random games; counts games."""
    work = playouts(game)
    return lambda count: 0 * work(count) + count


def logged(game: Game, decisions_per_game: float) -> Callable[[int], int]:
    """Random games with the log kept; counts decisions by their mean."""
    fresh = game.new("book", {})

    def work(count: int) -> int:
        for number in range(count):
            player = RandomPlayer(f"bench/{number}")
            table = Table([player for _ in game.seats], Seeded(f"bench/{number}"))
            table.log = []
            game.play(fresh.copy(), table)
        return round(count * decisions_per_game)

    return work


def steps(game: Game) -> Callable[[int], int]:
    """Whole games through sessions, never given up; counts steps."""

    def work(count: int) -> int:
        done = 0
        for number in range(count):
            session = undercroft.start(game, seed=f"bench {number}")
            decision, mix = session.decision, number
            while decision is not None:
                mix = (mix * 1103515245 + 12345) & 0x7FFFFFFF
                options = decision.options
                option = options[(mix >> 8) % len(options)]
                session.choose(options[0] if option.resigns else option)
                done += 1
                decision = session.decision
        return done

    return work


def start(game: Game) -> Callable[[int], int]:
    """Sessions that are started and dropped."""

    def work(count: int) -> int:
        for number in range(count):
            undercroft.start(game, seed=f"bench {number}")
        return count

    return work


def middle(game: Game) -> tuple[Session, str]:
    """A session in the middle of a game, and an attack that it offers."""
    opening, prompt, attack, after = MIDDLES[game.name]
    session = undercroft.start(game, seed="bench")
    guide = find_bot("steady", game.name, "bench")
    for choice in opening:
        session.choose(choice)
    while True:
        decision = session.decision
        assert decision is not None
        attacks = [option.name for option in decision.options if option.family == attack]
        if decision.prompt.name == prompt and decision.number > after and attacks:
            return session, attacks[0]
        way = session.consult(guide) if len(game.seats) > 1 else 0  # where there is a way to an enemy to be found
        session.choose(attacks[0] if attacks else way)


def replay(session: Session) -> Callable[[int], int]:
    """Replay to the session's present and stop there."""

    def work(count: int) -> int:
        for _ in range(count):
            probe = Probe([], False)
            try:
                session.fork([probe for _ in session.game.seats], Seeded("bench"))
            except Paused:
                continue
        return count

    return work


def fork(session: Session) -> Callable[[int], int]:
    """Replay to the session's present and play a random game from there."""

    def work(count: int) -> int:
        for number in range(count):
            player = RandomPlayer(f"fork {number}")
            session.fork([player for _ in session.game.seats], Seeded(f"fork {number}"))
        return count

    return work


def thinking(session: Session) -> Callable[[int], int]:
    """Simulations of a bot that thinks, each to the end of the game, with the game's steady bot to play on."""
    game = session.game

    def work(count: int) -> int:
        bot = Mcts(game.play, len(game.seats), STEADY[game.name], "bench", Budget(count, 0.0), None)
        bot.thorough = True
        session.consult(bot)
        assert bot.thought is not None
        return int(bot.thought.simulations)

    return work


def rebuild(game: Game) -> Callable[[int], int]:
    """Load a finished game from its record."""
    session = undercroft.start(game, seed="bench")
    while session.decision is not None:
        session.choose(0)

    def work(count: int) -> int:
        for _ in range(count):
            undercroft.load(session.record)
        return count

    return work


def odds(session: Session, attack: str) -> Callable[[int], int]:
    """The exact odds of an attack, up to the next question."""

    def work(count: int) -> int:
        for _ in range(count):
            assert session.odds(attack).exact
        return count

    return work


def measure(game: Game) -> dict[str, float]:
    """All figures of a game in this interpreter."""
    session, attack = middle(game)
    decisions = best(playouts(game))
    per_second = best(games(game))
    replay_us = best(replay(session), higher=False) * 1e6
    simulations = best(thinking(session))
    return {
        "playout_decisions": decisions,
        "playout_games": per_second,
        "logged_decisions": best(logged(game, decisions / per_second)),
        "steps": best(steps(game)),
        "start_us": best(start(game), higher=False) * 1e6,
        "replay_us": replay_us,
        "fork_us": best(fork(session), higher=False) * 1e6,
        "first_simulations": best(thinking(undercroft.start(game, seed="bench"))),
        "simulations": simulations,
        "replay_share": replay_us * simulations / 1e4,
        "rebuild_us": best(rebuild(game), higher=False) * 1e6,
        "odds_ms": best(odds(session, attack), higher=False) * 1e3,
    }


def main() -> None:
    """Measure here, or here and in the compiled environment, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiled", help="the compiled environment's python")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--measure", action="store_true", help="print this interpreter's figures as JSON")
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps({"compiled": undercroft.compiled(), **measure(GAMES[arguments.game])}))
        return
    interpreters = [sys.executable, *([arguments.compiled] if arguments.compiled else [])]
    for name in [arguments.game] if arguments.game else GAMES:
        columns = []
        for interpreter in interpreters:
            command = [interpreter, __file__, "--measure", "--game", name]
            columns.append(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
        show(GAMES[name], columns)


def show(game: Game, columns: list[dict[str, float]]) -> None:
    """The table of a game."""
    titles = ["compiled" if column["compiled"] else "interpreted" for column in columns]
    print(f"{f'{game.title}, edition book, one core':68}" + "".join(f"{title:>13}" for title in titles), end="")
    print(f"{'ratio':>8}" if len(columns) == 2 else "")
    for key, label, form in ROWS:
        print(f"{label:68}" + "".join(f"{form.format(column[key]):>13}" for column in columns), end="")
        if len(columns) == 2:
            ratio = columns[1][key] / columns[0][key]
            print(f"{ratio if key in HIGHER_IS_BETTER else 1 / ratio:7.1f}x", end="")
        print()
    print()


if __name__ == "__main__":
    main()
