"""How strong the bots are, as a table: win rates with their intervals, and the time for a decision.

`make strength` runs this compiled and writes docs/strength.md. It takes about an hour on two cores; --quick plays a
tenth of the games.
"""

from __future__ import annotations

import argparse
import sys
import time
from math import hypot
from pathlib import Path
from textwrap import wrap

import undercroft
from undercroft.core.game import Game
from undercroft.games import GAMES
from undercroft.games.freequest.quest_content import QUESTS, read_campaign
from undercroft.lab.intervals import wilson
from undercroft.lab.quests import LEVELS, measure, open_quest
from undercroft.lab.strength import Strength, measure_strength
from undercroft.lab.workers import Here

SEED = "strength"
CONTINUATIONS = 200
AGAINST = "steady"
GAMES_OF = {"random": 20_000, "steady": 20_000, "mcts:100": 1_000, "mcts:1000": 400, "mcts:5000": 200}
FEWER = {  # where a game takes longer
    "elbereth": {"mcts:100": 300, "mcts:1000": 120, "mcts:5000": 40},
    "freequest": {"random": 4_000, "steady": 4_000},
    "tiny-epic-dungeons": {"random": 4_000, "steady": 4_000},
}
BOTS_OF = {  # a search takes minutes for a game of theirs
    "freequest": ["random", "steady"],
    "tiny-epic-dungeons": ["random", "steady"],
}
QUEST_GAMES = 400
QUESTS_TOLD = (
    f"Each quest, won by steady heroes of its step, {QUEST_GAMES} games for each of the referee's levels, with 95 % "
    "intervals; half as many for smaller parties. A party is the same for all of these figures, and for `check quest`, "
    "`simulate` and `sweep`: each hero is the first in turn, and the bot chooses the others."
)
ABOUT = {
    "freequest": "The first quest of the campaign, four heroes (each is the first in turn, and the bot chooses the "
    "others), the fair computer referee.",
    "tiny-epic-dungeons": "One player with two heroes of the bot's choice, any Boss. [balance.md](balance.md) tells of "
    "`mcts`, and of all parties.",
}
PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
MADE_ANEW = (
    "`make strength` makes this page anew. Thinking stops early where a choice is clear, so the time for a decision is "
    "an average, on one core."
)
LUCK_TAKEN_OUT = (
    f"*Luck taken out*: wherever a bot chooses otherwise than `{AGAINST}`, {CONTINUATIONS} games are played on by "
    f"`{AGAINST}` from both choices, on the same chance. What its choices are worth more in that way, added up over a "
    f"game, is on average exactly by how much oftener it wins than `{AGAINST}`, to whose win rate it is added. It says "
    "the same as *won* with much less luck in it. ± is a 95 % interval."
)
HEAD = "| bot | games | won | 95 % | luck taken out | ms a decision |\n|---|---|---|---|---|---|"


def row(game: Game, bot: str, games: int, usual: Strength | None) -> tuple[Strength, str]:
    """Measure a bot; `usual` is what the bot came to that it is held against."""
    continuations = CONTINUATIONS if usual is not None and bot != AGAINST else 0
    began = time.perf_counter()
    found = measure_strength(game, bot, games, SEED, AGAINST, continuations)
    print(f"{game.title}: {bot}, {games:,} games in {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    low, high = found.win_rate_95()
    cells = [f"`{bot}`", f"{found.games:,}", percent(found.win_rate), f"{percent(low)} to {percent(high)}"]
    if usual is not None and continuations:
        low, high = usual.win_rate_95()
        margin = hypot(found.gain_margin, (high - low) / 2)
        cells.append(f"{percent(usual.win_rate + found.mean_gain)} ± {100 * margin:.1f}")
    else:
        cells.append("")
    cells.append(f"{found.milliseconds:.1f}" if found.milliseconds >= 0.1 else f"{found.milliseconds:.3f}")
    return found, "| " + " | ".join(cells) + " |"


def percent(share: float) -> str:
    """A share as a percentage."""
    return f"{100 * share:.1f} %"


def table(game: Game, share: float, bots: list[str]) -> list[str]:
    """All bots of a game."""
    lines = [HEAD]
    usual: Strength | None = None
    for bot in bots:
        games = max(2, round(share * FEWER.get(game.name, {}).get(bot, GAMES_OF.get(bot, 100))))
        found, line = row(game, bot, games, usual)
        usual = found if bot == AGAINST else usual
        print(line, flush=True)
        lines.append(line)
    return lines


def quests(share: float) -> list[str]:
    """How often steady heroes win each quest of FreeQuest, by its largest party and the referee's level."""
    games = max(2, round(share * QUEST_GAMES))
    lines = [
        f"| quest | step | heroes | {' | '.join(LEVELS)} | fair, smaller parties |",
        "|---|---|---|---|---|---|---|",
    ]
    for key in read_campaign(QUESTS).quests:
        file = open_quest(Path(key))
        cells = [file.quest.title, str(file.quest.step), str(file.sizes[-1])]
        for level in LEVELS:
            (party,) = measure(file, games, file.sizes[-1], level, SEED, Here()).parties
            cells.append(won(party.wins, party.games))
        smaller = [measure(file, games // 2, size, "fair", SEED, Here()).parties[0] for size in file.sizes[:-1]]
        cells.append(", ".join(f"{party.heroes}: {100 * party.wins / party.games:.0f} %" for party in smaller))
        lines.append("| " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
    return lines


def won(wins: int, games: int) -> str:
    """A win rate with its interval."""
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def page(tables: dict[str, list[str]]) -> str:
    """The page in docs."""
    made = "compiled" if undercroft.compiled() else "pure Python"
    about = f"Edition book, all starts evenly, seed `{SEED}`, version {undercroft.__version__} ({made}). {MADE_ANEW}"
    text = ["# How strong the bots are", "", *wrap(about, 120), "", *wrap(LUCK_TAKEN_OUT, 120)]
    for name, lines in tables.items():
        first = [*wrap(ABOUT[name], 120), ""] if name in ABOUT else []
        text += ["", f"## {GAMES[name].title}", "", *first, *lines]
        if name == "freequest":
            text += ["", *wrap(QUESTS_TOLD, 120), "", *quests(1.0)]
    return "\n".join(text) + "\n"


def main() -> None:
    """Measure and print, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(GAMES), help="only this game; no page is written")
    parser.add_argument(
        "--bots", default="", help=f"with commas between, {AGAINST} before thinking ones; {', '.join(GAMES_OF)}"
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the games; no page is written")
    arguments = parser.parse_args()
    tables = {}
    for name in [arguments.game] if arguments.game else GAMES:
        print(f"\n{GAMES[name].title}\n{HEAD}", flush=True)
        bots = arguments.bots.split(",") if arguments.bots else BOTS_OF.get(name, list(GAMES_OF))
        tables[name] = table(GAMES[name], 0.1 if arguments.quick else 1.0, bots)
    if arguments.game == "freequest":
        quests(0.1 if arguments.quick else 1.0)
    if not arguments.quick and not arguments.game:
        PAGE.write_text(page(tables), encoding="utf-8")
        print(f"\nWritten to {PAGE.name} in docs.", file=sys.stderr)


if __name__ == "__main__":
    main()
