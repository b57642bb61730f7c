"""A toy game for tests of the engine: a mine with gold, stones and little air, whose odds can be done by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from undercroft.core.decks import Deck
from undercroft.core.game import Edition, Game
from undercroft.core.record import FORMAT, Record
from undercroft.core.rules import Ledger, Rule
from undercroft.core.scene import Scene
from undercroft.core.session import Session
from undercroft.core.state import Outcome, State
from undercroft.core.table import Table
from undercroft.core.vocabulary import Options, Vocabulary
from undercroft.core.words import Words, WordsFile

V = Vocabulary(things=("stone",))
ROCK = V.stream("rock")
BAG = V.stream("bag")
VEIN = V.stream("vein", unveils=True)

SCRAPE = V.option("scrape")
DIG = V.option("dig")
BLAST = V.option("blast")
TUNNEL = V.option("tunnel")
PICK = V.option("pick")
LEAVE = V.option("leave")
UP = V.option("up")
KEEP = V.option("keep")
AGAIN = V.option("again")
SINK = V.option("sink")
WORK: Options = (SCRAPE, DIG, BLAST, TUNNEL, PICK, LEAVE)

HOW = V.prompt("mine.how", "mine.work")
LOOK = V.prompt("mine.look", "mine.look", KEEP)
CLIMB = V.prompt("mine.climb", "mine.climb")

SCRAPED = V.event("mine.scraped", "mine.work", "gold")
FOUND = V.event("mine.found", "mine.work", "gold", notable=True)
BLASTED = V.event("mine.blasted", "mine.work", "die", notable=True)
FIZZLED = V.event("mine.fizzled", "mine.work", notable=True)
PICKED = V.event("mine.picked", "mine.work", "stone", "left", notable=True)
DROPPED = V.event("mine.dropped", "mine.climb", notable=True)
LEFT = V.event("mine.left", "mine.climb", "gold", notable=True)


class Mine(State):
    """Gold in hand, air left to climb with, stones in a bag."""

    def __init__(self, gold: int = 0, air: int = 2, stones: int = 3) -> None:
        self.gold = gold
        self.air = air
        self.deck = Deck(list(range(stones)))
        self.over = False

    def copy(self) -> Mine:
        other = Mine(self.gold, self.air)
        other.deck = self.deck.copy()
        other.over = self.over
        return other

    def key(self) -> tuple[object, ...]:
        return (self.gold, self.air, tuple(self.deck.unseen), self.over)

    def figures(self) -> tuple[int, ...]:
        return (self.gold, self.air)

    def outcome(self) -> Outcome | None:
        return Outcome("left", (0,), self.gold, "") if self.over else None


def play(state: State, table: Table) -> None:
    """Work until the miner leaves."""
    assert isinstance(state, Mine)
    table.seat(state)
    table.begin_turn()
    while not state.over:
        take_turn(state, table)
        table.begin_turn()


def take_turn(mine: Mine, table: Table) -> None:
    """One piece of work."""
    answer = table.choose(0, HOW, WORK if len(mine.deck) else tuple(option for option in WORK if option is not PICK))
    if answer is SCRAPE:
        mine.gold += 1
        table.tell(SCRAPED, mine.gold)
    elif answer is DIG:
        dig(mine, table)
    elif answer is BLAST:
        blast(mine, table)
    elif answer is TUNNEL:
        tunnel(mine, table)
    elif answer is PICK:
        stone = mine.deck.draw(table, BAG)
        table.tell(PICKED, stone, len(mine.deck))
    else:
        leave(mine, table)


def dig(mine: Mine, table: Table) -> None:
    """Five or six finds gold; the miner may try again as often as it pleases."""
    while True:
        if table.roll(ROCK, 6) >= 5:
            mine.gold += 1
            table.tell(FOUND, mine.gold)
        if table.choose(0, LOOK, (KEEP, AGAIN)) is KEEP:
            return


def blast(mine: Mine, table: Table) -> None:
    """As much gold as the die shows, and a 1 fizzles and is rolled again."""
    while True:
        die = table.roll(ROCK, 4)
        if die > 1:
            break
        table.tell(FIZZLED)
        table.roll_again()
    mine.gold += die
    table.tell(BLASTED, die)


def tunnel(mine: Mine, table: Table) -> None:
    """Heads, a blast; tails, as much gold as an ordinary die with four sides shows."""
    if table.roll(ROCK, 2) == 1:
        blast(mine, table)
    else:
        mine.gold += table.roll(ROCK, 4)
        table.tell(FOUND, mine.gold)


def leave(mine: Mine, table: Table) -> None:
    """Climb while there is air; at every step a coin tells whether a piece of gold is dropped."""
    while mine.air:
        table.choose(0, CLIMB, (UP,))
        mine.air -= 1
        if table.roll(ROCK, 2) == 1 and mine.gold:
            mine.gold -= 1
            table.tell(DROPPED)
    mine.over = True
    table.tell(LEFT, mine.gold)


def play_deep(state: State, table: Table) -> None:
    """Other rules: a miner who sinks shafts, and whose die decides whether the next stone of the vein is seen."""
    assert isinstance(state, Mine)
    table.seat(state)
    table.begin_turn()
    while table.choose(0, HOW, (SINK, LEAVE)) is SINK:
        sink(state, table)
        table.begin_turn()
    state.over = True


def sink(mine: Mine, table: Table) -> None:
    """Five or six finds gold and shows a stone, as long as there are any; the miner may try again."""
    while True:
        if table.roll(ROCK, 6) >= 5:
            mine.gold += 1
            table.tell(FOUND, mine.gold)
            if len(mine.deck):
                table.tell(PICKED, mine.deck.draw(table, VEIN), len(mine.deck))
        if table.choose(0, LOOK, (KEEP, AGAIN)) is KEEP:
            return


LEDGER = Ledger(
    "Mine",
    [Rule(key, f"What {key} says.", "toy", "rule", "none") for key in ("mine.work", "mine.look", "mine.climb")],
    {},
)


def mine_game(
    rules: Callable[[State, Table], None] = play, gold: int = 0, air: int = 2, seats: tuple[str, ...] = ("miner",)
) -> Game:
    """The mine as a game, perhaps with other rules."""
    return Game(
        name="mine",
        title="Mine",
        summary="Dig.",
        accent="#ffffff",
        seats=seats,
        rules_version=7,
        data=Path("nowhere"),
        vocabulary=V,
        figure_names=("gold", "air"),
        ends=("left",),
        editions=lambda: {"book": Edition("book", "Book", "As it is.")},
        new=lambda edition, changes: Mine(gold, air),
        play=rules,
        openings=lambda state: ((),),
        scene=lambda state, seat: Scene("mine", "Mine", "underground", ()),
        nouns=lambda state: {},
        facts=lambda state: {},
        rank_name=lambda state, rank: "",
        words=lambda: Words(WordsFile({}, {}, {}, {}, {}, {}, {}, {}, "Score")),
        ledger=lambda: LEDGER,
    )


def mine_record(seed: str = "deep", choices: tuple[tuple[str, str], ...] = ()) -> Record:
    """A record of the mine."""
    return Record(undercroft=FORMAT, game="mine", edition="book", seed=seed, rules=7, choices=choices)


def mine_session(seed: str = "deep", gold: int = 0, air: int = 2) -> Session:
    """A new game of the mine."""
    return Session(mine_game(gold=gold, air=air), mine_record(seed))
