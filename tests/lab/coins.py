"""A toy game whose chances can be done by hand: choose a coin, name it, flip it thrice, win with two heads."""

from __future__ import annotations

from pathlib import Path

from undercroft.core.game import Edition, Game
from undercroft.core.record import FORMAT, Record
from undercroft.core.rules import Ledger
from undercroft.core.scene import Scene
from undercroft.core.session import Session
from undercroft.core.state import Outcome, State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt, Vocabulary
from undercroft.core.words import Words, WordsFile

FLIPS = 3
ENOUGH = 2

V = Vocabulary(things=())
COIN = V.stream("coin")
FAIR = V.option("fair", number=2)
BENT = V.option("bent", number=1)
GONE = V.option("gone", number=0)
PENNY = V.option("penny")
FLORIN = V.option("florin")
WHICH = V.prompt("coin.which", "coin")
NAME = V.prompt("coin.name", "coin")
HEADS = V.event("coin.heads", "coin", "heads")
TAILS = V.event("coin.tails", "coin")

WORDS = Words(
    WordsFile(
        prompts={"coin.which": "Which coin?", "coin.name": "What is it called?"},
        moments={},
        options={"fair": "Fair", "bent": "Bent", "gone": "Without heads", "penny": "Penny", "florin": "Florin"},
        choices={},
        events={"coin.heads": "Heads, which makes {heads}.", "coin.tails": ""},
        odds={},
        ends={"won": "Won.", "lost": "Lost."},
        figures={"heads": "heads"},
        score="Heads",
    )
)


class Coins(State):
    """How many quarters of its flips are heads, how often it was flipped, and with what luck."""

    def __init__(self, quarters: int = -1, flipped: int = 0, heads: int = 0) -> None:
        self.quarters = quarters
        self.flipped = flipped
        self.heads = heads

    def copy(self) -> Coins:
        return Coins(self.quarters, self.flipped, self.heads)

    def outcome(self) -> Outcome | None:
        if self.flipped < FLIPS:
            return None
        won = self.heads >= ENOUGH
        return Outcome("won" if won else "lost", (0,) if won else (1,), self.heads, "")


def play(state: State, table: Table) -> None:
    """Choose and name a coin, then flip it; a turn is a flip."""
    assert isinstance(state, Coins)
    table.seat(state)
    if state.quarters < 0:
        table.begin_turn()
        state.quarters = int(table.choose(0, WHICH, (FAIR, BENT, GONE)).number)
        table.choose(0, NAME, (PENNY, FLORIN))
    while state.flipped < FLIPS:
        table.begin_turn()
        state.flipped += 1
        if table.roll(COIN, 4) <= state.quarters:
            state.heads += 1
            table.tell(HEADS, state.heads)
        else:
            table.tell(TAILS)


class PlaysFair(Player):
    """Takes the fair coin and calls it Florin."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        return FAIR if prompt is WHICH else FLORIN


def plays_fair(seed: str) -> Player:
    """A new such player."""
    return PlaysFair()


def chance(heads: float, flips: int, needed: int) -> float:
    """The chance of so many heads, by hand."""
    if needed <= 0:
        return 1.0
    if needed > flips:
        return 0.0
    return heads * chance(heads, flips - 1, needed - 1) + (1 - heads) * chance(heads, flips - 1, needed)


def coins_game(seats: tuple[str, ...] = ("flipper",)) -> Game:
    """The toy as a game."""
    return Game(
        name="coins",
        title="Coins",
        summary="Flip.",
        accent="#ffffff",
        seats=seats,
        rules_version=1,
        data=Path("nowhere"),
        vocabulary=V,
        figure_names=("heads",),
        ends=("won", "lost"),
        editions=lambda: {"book": Edition("book", "Book", "As it is.")},
        new=lambda edition, changes: Coins(),
        play=play,
        openings=lambda state: ((),),
        scene=lambda state, seat: Scene("coins", "Coins", "", ()),
        nouns=lambda state: {},
        facts=lambda state: {},
        rank_name=lambda state, rank: "",
        words=lambda: WORDS,
        ledger=lambda: Ledger("Coins", [], {}),
    )


def coins_record(seed: str, *choices: str) -> Record:
    """A game of coins: which one, and what it is called."""
    prompts = (WHICH.name, NAME.name)
    return Record(
        undercroft=FORMAT, game="coins", edition="book", seed=seed, rules=1, choices=tuple(zip(prompts, choices))
    )


def heads_of(record: Record) -> list[bool]:
    """Which of a finished game's flips were heads."""
    return [event.kind is HEADS for event in Session(coins_game(), record).events]
