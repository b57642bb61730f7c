"""Very many random games of every game and edition: none may raise, and every deck must be dealt out whole.

`make soak` plays a million, compiled, on all cores. Ctrl-C ends early and says how far it came.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

import undercroft
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Seeded
from undercroft.core.players import Opening
from undercroft.core.table import Table
from undercroft.core.vocabulary import Event
from undercroft.games import GAMES

CHUNK = 2_000


def check_decks(events: list[Event], rooms: int) -> int:
    """Every finished level of Tin Helm shows each dungeon card once; returns how many levels were looked at."""
    levels, seen = 0, set[int]()
    for event in events:
        name = event.kind.name
        if name in ("room.resolved", "room.skipped"):
            pair = {event.a, event.b}
            if len(pair) < 2 or pair & seen:
                raise AssertionError(f"a card came up twice on one level: {sorted(pair)} after {sorted(seen)}")
            seen |= pair
        elif name == "level.done":
            if seen != set(range(rooms)):
                raise AssertionError(f"a level ended after the cards {sorted(seen)}")
            levels += 1
            seen = set()
    return levels


def soak(game_name: str, edition: str, first: int, count: int) -> tuple[int, int, int]:
    """Play games number `first` and on; returns games, decisions and whole levels seen."""
    game = GAMES[game_name]
    fresh = game.new(edition, {})
    openings = [list(opening) for opening in game.openings(fresh)]
    decisions = levels = 0
    for number in range(first, first + count):
        seed = f"soak/{edition}/{number}"
        player = Opening(openings[number % len(openings)], RandomPlayer(seed))
        table = Table([player] * len(game.seats), Seeded(seed))
        table.log = []
        state = fresh.copy()
        game.play(state, table)
        if state.outcome() is None:
            raise AssertionError(f"{game_name} {seed}: the game stopped without an end")
        decisions += player.made
        if game_name == "tin-helm":
            levels += check_decks(table.log, 12)
    return count, decisions, levels


def main() -> None:
    """Share the games among all cores and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="how many in all (default: a million)")
    arguments = parser.parse_args()
    kinds = [(name, edition) for name, game in GAMES.items() for edition in game.editions()]
    share = arguments.games // len(kinds)
    jobs = [
        (name, edition, first, min(CHUNK, share - first)) for first in range(0, share, CHUNK) for name, edition in kinds
    ]
    done = decisions = levels = 0
    began = time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        futures = [pool.submit(soak, *job) for job in jobs]
        try:
            for future in as_completed(futures):
                games, made, seen = future.result()
                done, decisions, levels = done + games, decisions + made, levels + seen
                print(f"\r{done:,} games", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    print(file=sys.stderr)
    how = "compiled" if undercroft.compiled() else "interpreted"
    editions = ", ".join(f"{name} {edition}" for name, edition in kinds)
    print(
        f"{done:,} random games ({editions}; all adventurers in turn), "
        f"{decisions:,} decisions, {levels:,} whole levels, each a permutation of its cards; no exception. "
        f"{time.perf_counter() - began:.0f} s, {how}."
    )


if __name__ == "__main__":
    main()
