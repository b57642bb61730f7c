"""How hard Tiny Epic Dungeons is: by players, Boss and hero, for the bot that thinks and for the simple one.

`make balance` runs this compiled and writes docs/balance.md. Bosses come in turn and parties at random, so that
everything meets everything. It takes about an hour on two cores; --games says how many are played for each number of
players. Ctrl-C ends it early, and what is finished is told.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

import undercroft
from undercroft.bots import find_bot, usual_budget
from undercroft.core.chance import Seeded
from undercroft.core.table import Table
from undercroft.games import find_game
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.lab.intervals import wilson
from undercroft.lab.workers import Here, play_parts, seconds_for

GAME = find_game("tiny-epic-dungeons")
SEED = "balance"
PLAYERS = (1, 2, 3, 4)
GAMES_OF = {"mcts": 250, "steady": 2_000}  # for each number of players
PAGE = Path(__file__).parent.parent / "docs" / "balance.md"


@dataclass(frozen=True)
class Trial:
    """A bot's games with so many players."""

    bot: str
    players: int


@dataclass(frozen=True)
class Ended:
    """One game: who played it against whom, and how far it came."""

    players: int
    party: tuple[str, ...]
    boss: str
    won: bool
    in_act_two: bool


def fresh() -> Dungeon:
    """A state of the book edition, for its content."""
    state = GAME.new("book", {})
    assert isinstance(state, Dungeon)
    return state


def play_some(trial: Trial, first: int, count: int) -> list[Ended]:
    """Games number `first` and on."""
    content = fresh().content
    heroes, bosses = [mat.key for mat in content.heroes], [mat.key for mat in content.bosses]
    found = []
    for number in range(first, first + count):
        seed = f"{SEED}/{trial.players}/{number}"
        party = random.Random(seed).sample(heroes, max(2, trial.players))
        boss = bosses[number % len(bosses)]
        state = GAME.new("book", {"play.players": trial.players, "play.party": party, "play.boss": boss})
        assert isinstance(state, Dungeon)
        bot = find_bot(trial.bot, GAME.name, seed)
        GAME.play(state, Table([bot for _ in GAME.seats], Seeded(seed)))
        outcome = state.outcome()
        assert outcome is not None
        found.append(Ended(trial.players, tuple(party), boss, bool(outcome.won), state.act == 2))
    return found


def play_all(bot: str, games: int, found: list[Ended]) -> None:
    """Add the games of a bot with every number of players, as they are finished."""
    for players in PLAYERS:

        def progress(finished: int, players: int = players) -> None:
            print(f"\r{bot}, {players} at the table: {finished} of {games} ", end="", file=sys.stderr, flush=True)

        parts = play_parts(play_some, Trial(bot, players), games, Here(), progress, seconds_for(bot))
        try:
            for _, part in parts:
                found += part
        finally:
            parts.close()
            print(file=sys.stderr)


def share(games: Iterable[bool]) -> str:
    """A share with its interval."""
    told = list(games)
    if not told:
        return ""
    low, high = wilson(sum(told), len(told))
    return f"{100 * sum(told) / len(told):.1f} % ({100 * low:.0f} to {100 * high:.0f})"


def by_players(thinking: list[Ended], simple: list[Ended]) -> list[str]:
    """Won, and Act 2 reached, for each number of players."""
    lines = ["| players | games | won | Act 2 reached | won by `steady` | Act 2 reached |", "|---|---|---|---|---|---|"]
    for players in PLAYERS:
        games = [one for one in thinking if one.players == players]
        others = [one for one in simple if one.players == players]
        cells = [f"{players}" if players > 1 else "1, with two heroes", f"{len(games)}"]
        cells += [share(one.won for one in games), share(one.in_act_two for one in games)]
        cells += [share(one.won for one in others), share(one.in_act_two for one in others)]
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, "", f"Of all games {share(one.won for one in thinking)} are won."]


def by_boss(thinking: list[Ended], simple: list[Ended]) -> list[str]:
    """Won against each Boss."""
    lines = ["| Boss | games | won | won by `steady` |", "|---|---|---|---|"]
    for mat in fresh().content.bosses:
        games = [one for one in thinking if one.boss == mat.key]
        others = [one for one in simple if one.boss == mat.key]
        cells = [mat.name, f"{len(games)}", share(one.won for one in games), share(one.won for one in others)]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def by_hero(thinking: list[Ended], simple: list[Ended]) -> list[str]:
    """Won with each hero in the party, and how far that is from what is usual."""
    usual = sum(one.won for one in thinking) / max(1, len(thinking))
    lines = ["| hero | games | won with it | points from the mean | won by `steady` |", "|---|---|---|---|---|"]
    for mat in fresh().content.heroes:
        games = [one for one in thinking if mat.key in one.party]
        others = [one for one in simple if mat.key in one.party]
        rate = sum(one.won for one in games) / max(1, len(games))
        cells = [mat.name, f"{len(games)}", share(one.won for one in games), f"{100 * (rate - usual):+.1f}"]
        lines.append(f"| {' | '.join([*cells, share(one.won for one in others)])} |")
    return lines


def page(thinking: list[Ended], simple: list[Ended]) -> str:
    """The page in docs."""
    budget = usual_budget(GAME.name).simulations
    made = "compiled" if undercroft.compiled() else "pure Python"
    about = (
        f"Edition book, version {undercroft.__version__} ({made}), seed `{SEED}`. Every Boss in turn, parties at "
        f"random; `mcts` with its usual budget of {budget} simulations leads all heroes unless it says `steady`. In "
        "brackets 95 % intervals. `make balance` makes this page anew."
    )
    parts = [
        ["# How hard Tiny Epic Dungeons is", "", *wrap(about, 120)],
        ["## By players", "", *by_players(thinking, simple)],
        ["## By Boss", "", *by_boss(thinking, simple)],
        ["## By hero", "", *by_hero(thinking, simple)],
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def main() -> None:
    """Play, print, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES_OF["mcts"], help="of the bot that thinks, for each number")
    parser.add_argument("--bot", default="mcts", help="another bot than the usual one; no page is written")
    arguments = parser.parse_args()
    simple: list[Ended] = []
    thinking: list[Ended] = []
    try:
        play_all("steady", GAMES_OF["steady"], simple)
        play_all(arguments.bot, arguments.games, thinking)
    except KeyboardInterrupt:
        pass  # what is finished is told
    told = page(thinking, simple)
    print(told)
    if arguments.bot == "mcts" and len(thinking) == arguments.games * len(PLAYERS):
        PAGE.write_text(told, encoding="utf-8")
        print(f"Written to {PAGE.name} in docs.", file=sys.stderr)


if __name__ == "__main__":
    main()
