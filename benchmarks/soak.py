"""Very many games of every game and edition: none may raise, and what was dealt in each must fit its cards.

`make soak` plays a million at random, compiled, on all cores, and then asks for odds, a hint and a simple bot's choice
at moments of random games: none may fail, or take longer than a thought may. Ctrl-C ends early and says how far it
came.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from functools import cache, partial
from pathlib import Path
from tempfile import gettempdir

import undercroft
from undercroft.bots import QUICK_BOTS, find_bot, simple_bot
from undercroft.bots.referee.freequest import FreeQuestReferee
from undercroft.bots.steady import STEADY
from undercroft.core.chance import Seeded, generator_for
from undercroft.core.errors import ContentError, UndercroftError
from undercroft.core.players import Opening
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Event
from undercroft.games import GAMES, find_game
from undercroft.games.elbereth import ELBERETH
from undercroft.games.elbereth.cards import BOSS
from undercroft.games.elbereth.content import load
from undercroft.games.freequest.content import load as box
from undercroft.games.freequest.pieces import CUNNING, FAIR, GENTLE
from undercroft.games.tiny_epic_dungeons.content import load as dungeon_box
from undercroft.lab.beside import Mind, patience
from undercroft.web.minds import prepare
from undercroft.web.thoughts import choice_of, hint_of, odds_of, whole_odds_of

CHUNK = 2_000
ROOMS = set(range(12))
QUESTING = "freequest"
DARK = "tiny-epic-dungeons"
LONG = (QUESTING, DARK)
SELDOM = 50  # of the games that are a hundred times as long there are so many times less, unless one asks for them
APART = 12  # choices between two moments that are asked about, more or less
MOMENTS = 10  # of a game
HINT = "24"  # simulations
LEVELS = (GENTLE, FAIR, CUNNING)
REFEREES = len(LEVELS) + 1  # the computer at each level, and then whoever plays the heroes


# ---- what is looked at ----------------------------------------------------------------------------------------------


def check_levels(edition: str, events: list[Event]) -> int:
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
            if seen != ROOMS:
                raise AssertionError(f"a level ended after the cards {sorted(seen)}")
            levels += 1
            seen = set()
    return levels


def check_floors(edition: str, events: list[Event]) -> int:
    """Floors of Elbereth come in order with the right decks, of which each card laid is one; returns how many."""
    cards, sizes = load(edition, {}), deck_sizes(edition)
    floors = deck = 0
    laid: Counter[int] = Counter()
    bosses: Counter[int] = Counter()
    for event in events:
        name = event.kind.name
        if name == "floor.begins":
            floors, deck = floors + 1, event.b
            if (event.a, deck) != (floors, sizes[floors]):
                raise AssertionError(f"floor {event.a} began after floor {floors - 1} with a deck of {deck}")
            laid.clear()
        elif name == "explore.laid":
            deck -= 1
            laid[event.a] += 1
            if event.b != deck:
                raise AssertionError(f"floor {floors}: {event.b} cards are left in the deck and not {deck}")
            if laid[event.a] > cards.kinds[event.a].count:
                raise AssertionError(f"floor {floors}: {laid[event.a]} times {cards.kinds[event.a].key}")
            if cards.boss_per_floor and cards.kinds[event.a].sort == BOSS:
                bosses[event.a] += 1
    if bosses and max(bosses.values()) > 1:
        raise AssertionError(f"a boss came twice: {bosses}")
    return floors


@cache
def deck_sizes(edition: str) -> Mapping[int, int]:
    """How many cards the ledger gives each floor's deck."""
    tables = ELBERETH.ledger().tables
    if edition == "ten-floors":
        ordinary = sum(row["count_ten_floors"] for row in tables["default_deck"])
        return {floor: ordinary - 7 * (floor - 1) + 2 for floor in range(1, 11)}
    if edition.startswith("forty-nine"):
        return {row["floor"]: row["ordinary_forty_nine"] + 2 for row in tables["floor"]}
    return {row["floor"]: row["deck"] for row in tables["floor"]}


def check_rounds(edition: str, events: list[Event]) -> int:
    """Rounds of FreeQuest come in order, nobody dies twice, and there is one end; returns how many rounds."""
    rounds, ends = 0, 0
    dead: set[int] = set()
    for event in events:
        name = event.kind.name
        if name == "round.begins":
            rounds += 1
            if event.a != rounds:
                raise AssertionError(f"round {event.a} came after round {rounds - 1}")
        elif name == "hero.dies":
            if event.a in dead:
                raise AssertionError(f"hero {event.a} died twice")
            dead.add(event.a)
        elif event.kind.name.startswith("end."):
            ends += 1
    if ends != 1:
        raise AssertionError(f"the quest ended {ends} times")
    return rounds


def check_light(edition: str, events: list[Event]) -> int:
    """In Tiny Epic Dungeons every turn takes light, heroes follow one another, and there is one end; returns turns."""
    turns, ends, torch, goblins = 0, 0, 0, 0
    order: list[int] = []
    for event in events:
        name = event.kind.name
        if name == "setup.done":
            torch = event.c
        elif name == "lair.torch" or name == "torch.up":
            torch = event.a
        elif name == "torch.down":
            torch -= 1
            if event.a != torch:
                raise AssertionError(f"the Torch went down to {event.a} and not to {torch}")
        elif name == "turn.begins":
            order.append(event.a)
            turns += 1
        elif name == "goblin.arrives":
            goblins += 1
        elif name == "enemy.killed":
            goblins -= 1
        elif name.startswith("end."):
            ends += 1
        if not 0 <= goblins <= 4:
            raise AssertionError(f"there are {goblins} goblins")
    heroes = len(set(order[:4]))
    if any(order[place] != order[place - heroes] for place in range(heroes, turns)):
        raise AssertionError(f"heroes did not take turns in their order: {order}")
    if ends != 1:
        raise AssertionError(f"the game ended {ends} times")
    return turns


CHECKS: dict[str, tuple[Callable[[str, list[Event]], int], str]] = {
    "tin-helm": (check_levels, "whole levels, each a permutation of its cards"),
    "elbereth": (check_floors, "floors, each laid card by card from what its deck can hold"),
    "freequest": (check_rounds, "rounds, in order, each life ended once"),
    DARK: (check_light, "turns, in order, each taking light"),
}


# ---- games ----------------------------------------------------------------------------------------------------------


@cache
def quests(edition: str) -> list[tuple[str, int]]:
    """Every quest with every party that it is for."""
    book = box(edition, {}).book
    return [(quest.key, heroes) for quest in book.quests for heroes in range(quest.least, quest.most + 1)]


def a_quest(edition: str, number: int) -> State:
    """A quest of FreeQuest, each party size and referee in turn."""
    every = quests(edition)
    quest, heroes = every[number // REFEREES % len(every)]
    return find_game(QUESTING).new(edition, {"play.quest": quest, "play.heroes": heroes})


def a_dungeon(edition: str, number: int) -> State:
    """A game of Tiny Epic Dungeons, each number of players with each Boss in turn."""
    boss = bosses(edition)[number // 4 % len(bosses(edition))]
    return find_game(DARK).new(edition, {"play.players": number % 4 + 1, "play.boss": boss})


@cache
def bosses(edition: str) -> list[str]:
    """All Bosses of Tiny Epic Dungeons."""
    return [boss.key for boss in dungeon_box(edition, {}).bosses]


def soak(bot: str, game_name: str, edition: str, first: int, count: int) -> tuple[str, int, int, int]:
    """Play games number `first` and on; returns the game, and how many games, decisions and levels were seen."""
    game, check = find_game(game_name), CHECKS[game_name][0]
    fresh = game.new(edition, {})
    openings = [list(opening) for opening in game.openings(fresh)]
    decisions = levels = 0
    for number in range(first, first + count):
        seed = f"soak/{edition}/{number}"
        player = Opening(openings[number % len(openings)], find_bot(bot, game_name, seed))
        table = Table([player] * len(game.seats), Seeded(seed))
        table.log = []
        state = fresh.copy()
        if game_name == QUESTING:
            state = a_quest(edition, number)
            if number % REFEREES < len(LEVELS):
                table.players[0] = FreeQuestReferee(number % REFEREES)
        elif game_name == DARK:
            state = a_dungeon(edition, number)
        try:
            game.play(state, table)
            levels += check(edition, table.log)
            if state.outcome() is None:
                raise AssertionError("the game stopped without an end")
        except Exception as trouble:
            trouble.add_note(f"{game_name} {edition}, {bot}, seed {seed}, {' '.join(player.choices)}")
            raise
        decisions += player.made
    return game_name, count, decisions, levels


# ---- thoughts -------------------------------------------------------------------------------------------------------


@cache
def mind() -> Mind:
    """Who thinks: a process of its own, as on a server, so that a thought without an end is noticed."""
    return Mind(partial(prepare, ()))


def think(bot: str, game_name: str, edition: str, number: int, moments: int) -> tuple[str, int, int, int]:
    """Ask about so many moments of random games; returns the game, and how many games, choices and moments."""
    games = choices = asked = 0
    while asked < moments:
        session = begun(game_name, edition, f"{number}/{games}")
        asked += think_along(session, find_bot(bot, game_name, session.record.seed), moments - asked)
        games, choices = games + 1, choices + len(session.choices)
    return game_name, games, choices, asked


def think_along(session: Session, player: Player, most: int) -> int:
    """Play a game and ask about at most so many moments of it, now and then; returns about how many."""
    chance = generator_for(session.record.seed).branch(b"asks")
    asked, wait = 0, chance.below(APART)
    while session.decision is not None and asked < most:
        if wait <= 0:
            ask(session, chance.below(len(session.decision.options)))
            asked, wait = asked + 1, chance.below(2 * APART)
        wait -= 1
        session.choose(session.consult(player))
    return int(asked)


def begun(game_name: str, edition: str, number: str) -> Session:
    """A new game with settings of its own; not all of them go together."""
    game, seed = find_game(game_name), f"soak/{edition}/{number}"
    chance = generator_for(f"{game_name} {seed}").branch(b"settings")
    while True:
        changes = {
            setting.path: setting.alternatives[chance.below(len(setting.alternatives))].value
            for setting in game.settings()
        }
        try:
            return undercroft.start(game, seed, edition, changes)
        except ContentError:
            continue


def ask(session: Session, option: int) -> None:
    """Ask all that can be asked about a moment; one that makes trouble is kept as a record."""
    record, decision = session.record, session.decision
    assert decision is not None
    questions: list[tuple[Callable[..., object], tuple[object, ...]]] = [
        (odds_of, ()),
        (whole_odds_of, (decision.options[option].name,)),
        (choice_of, (simple_bot(record.game),)),
        (hint_of, (HINT,)),
    ]
    for function, args in questions:
        try:
            mind().ask(patience(), function, record, *args)
        except UndercroftError as trouble:
            path = Path(gettempdir(), f"soak-{record.game}-{len(record.choices)}.record")
            path.write_text(record.to_text(), encoding="utf-8")
            raise AssertionError(f"{function.__name__}{args} of {path}: {trouble}") from None


# ---- all of it ------------------------------------------------------------------------------------------------------


def main() -> None:
    """Share the games among all cores and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="how many in all (default: a million)")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--bot", choices=QUICK_BOTS, default="random", help="who plays (default: random)")
    parser.add_argument("--thoughts", type=int, default=5_000, help="about how many moments to ask (default: 5000)")
    arguments = parser.parse_args()
    bot = arguments.bot
    kinds = [
        (name, edition)
        for name, game in GAMES.items()
        if name in ([arguments.game] if arguments.game else GAMES) and (bot != "steady" or name in STEADY)
        for edition in game.editions()
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        try:
            if arguments.games:
                play_all(pool, bot, kinds, arguments.games, bool(arguments.game))
            if arguments.thoughts:
                think_all(pool, bot, kinds, arguments.thoughts)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)


def play_all(pool: Executor, bot: str, kinds: list[tuple[str, str]], games: int, one: bool) -> None:
    """Play so many games, of long ones fewer unless one game alone is wanted."""
    share = -(-games // len(kinds))  # rounded up
    shares = {name: -(-share // SELDOM) if name in LONG and not one else share for name, _ in kinds}
    jobs = [
        (bot, name, edition, first, min(CHUNK, shares[name] - first))
        for first in range(0, share, CHUNK)
        for name, edition in kinds
        if first < shares[name]
    ]
    found = Counted("games", [pool.submit(soak, *job) for job in jobs])
    looked_at = "; ".join(f"{find_game(name).title}: {count:,} {CHECKS[name][1]}" for name, count in found.seen.items())
    print(
        f"{found.games:,} {bot} games ({listed(kinds)}; all openings in turn), {found.decisions:,} decisions; "
        f"no exception. {looked_at}. {found}"
    )


def think_all(pool: Executor, bot: str, kinds: list[tuple[str, str]], moments: int) -> None:
    """Ask about so many moments."""
    share = -(-moments // len(kinds))
    jobs = [
        (bot, name, edition, number, min(MOMENTS, share - number * MOMENTS))
        for number in range(-(-share // MOMENTS))
        for name, edition in kinds
    ]
    found = Counted("games thought about", [pool.submit(think, *job) for job in jobs])
    print(
        f"{found.seen.total():,} moments of {found.games:,} {bot} games ({listed(kinds)}): odds, an option's odds, "
        f"a simple bot's choice and a hint, each within {patience():g} s. {found}"
    )


def listed(kinds: list[tuple[str, str]]) -> str:
    """The games and editions in a row."""
    return ", ".join(f"{name} {edition}" for name, edition in kinds)


class Counted:
    """What came of jobs, as they end; Ctrl-C is as good an end as any."""

    def __init__(self, what: str, jobs: list[Future[tuple[str, int, int, int]]]) -> None:
        self.games = self.decisions = 0
        self.seen: Counter[str] = Counter()
        self.began = time.perf_counter()
        try:
            for job in as_completed(jobs):
                name, games, decisions, seen = job.result()
                self.games, self.decisions = self.games + games, self.decisions + decisions
                self.seen[name] += seen
                print(f"\r{self.games:,} {what}", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            for job in jobs:
                job.cancel()
        print(file=sys.stderr)

    def __str__(self) -> str:
        how = "compiled" if undercroft.compiled() else "interpreted"
        return f"{time.perf_counter() - self.began:.0f} s, {how}."


if __name__ == "__main__":
    main()
