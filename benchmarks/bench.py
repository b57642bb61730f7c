"""How fast it is: one table, interpreted against compiled, measured in the same run on one core.

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
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Seeded
from undercroft.core.game import Game
from undercroft.core.players import Paused, Probe
from undercroft.core.session import Session
from undercroft.core.table import Player, Table
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
    ("rebuild_us", "a whole game rebuilt from its record, microseconds", "{:,.0f}"),
    ("odds_ms", "exact odds of an attack and its answer, milliseconds", "{:,.2f}"),
)
HIGHER_IS_BETTER = ("playout_decisions", "playout_games", "logged_decisions", "steps")


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
        played = play_games(fresh, game.play, 1, RandomPlayer, openings, "bench", 0, count)
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
            table = Table([RandomPlayer(f"bench/{number}")], Seeded(f"bench/{number}"))
            table.log = []
            game.play(fresh.copy(), table)
        return round(count * decisions_per_game)

    return work


def steps(count: int) -> int:
    """Whole games through sessions; counts steps."""
    done = 0
    for number in range(count):
        session = undercroft.start("tin-helm", seed=f"bench {number}")
        decision, mix = session.decision, number
        while decision is not None:
            mix = (mix * 1103515245 + 12345) & 0x7FFFFFFF
            options = decision.options
            session.choose(options[(mix >> 8) % len(options)])
            done += 1
            decision = session.decision
    return done


def start(count: int) -> int:
    """Sessions that are started and dropped."""
    for number in range(count):
        undercroft.start("tin-helm", seed=f"bench {number}")
    return count


def middle() -> Session:
    """A session in the middle of a fight, some rooms into the game."""
    session = undercroft.start("tin-helm", seed="bench")
    session.choose("gnome")
    session.choose("parson")
    while True:
        decision = session.decision
        assert decision is not None
        if decision.prompt.name == "combat.attack" and decision.number > 12:
            return session
        session.choose("spend-1" if "spend-1" in [option.name for option in decision.options] else 0)


def replay(session: Session) -> Callable[[int], int]:
    """Replay to the session's present and stop there."""

    def work(count: int) -> int:
        for _ in range(count):
            probe = Probe([], False)
            try:
                session.fork([probe], Seeded("bench"))
            except Paused:
                continue
        return count

    return work


def fork(session: Session) -> Callable[[int], int]:
    """Replay to the session's present and play a random game from there."""

    def work(count: int) -> int:
        for number in range(count):
            players: list[Player] = [RandomPlayer(f"fork {number}")]
            session.fork(players, Seeded(f"fork {number}"))
        return count

    return work


def rebuild(count: int) -> int:
    """Load a finished game from its record."""
    session = undercroft.start("tin-helm", seed="bench")
    while session.decision is not None:
        session.choose(0)
    for _ in range(count):
        undercroft.load(session.record)
    return count


def odds(session: Session) -> Callable[[int], int]:
    """The exact odds of an attack with energy, through the enemy's answer."""

    def work(count: int) -> int:
        for _ in range(count):
            assert session.odds("spend-1").exact
        return count

    return work


def measure() -> dict[str, float]:
    """All figures of this interpreter."""
    game = GAMES["tin-helm"]
    session = middle()
    decisions = best(playouts(game))
    per_second = best(games(game))
    return {
        "playout_decisions": decisions,
        "playout_games": per_second,
        "logged_decisions": best(logged(game, decisions / per_second)),
        "steps": best(steps),
        "start_us": best(start, higher=False) * 1e6,
        "replay_us": best(replay(session), higher=False) * 1e6,
        "fork_us": best(fork(session), higher=False) * 1e6,
        "rebuild_us": best(rebuild, higher=False) * 1e6,
        "odds_ms": best(odds(session), higher=False) * 1e3,
    }


def main() -> None:
    """Measure here, or here and in the compiled environment, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiled", help="the compiled environment's python")
    parser.add_argument("--measure", action="store_true", help="print this interpreter's figures as JSON")
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps({"compiled": undercroft.compiled(), **measure()}))
        return
    interpreters = [sys.executable, *([arguments.compiled] if arguments.compiled else [])]
    columns = []
    for interpreter in interpreters:
        command = [interpreter, __file__, "--measure"]
        columns.append(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    show(columns)


def show(columns: list[dict[str, float]]) -> None:
    """The table."""
    titles = ["compiled" if column["compiled"] else "interpreted" for column in columns]
    print(f"{'Tin Helm, edition book, one core':68}" + "".join(f"{title:>13}" for title in titles), end="")
    print(f"{'ratio':>8}" if len(columns) == 2 else "")
    for key, label, form in ROWS:
        print(f"{label:68}" + "".join(f"{form.format(column[key]):>13}" for column in columns), end="")
        if len(columns) == 2:
            ratio = columns[1][key] / columns[0][key]
            print(f"{ratio if key in HIGHER_IS_BETTER else 1 / ratio:7.1f}x", end="")
        print()


if __name__ == "__main__":
    main()
