"""A toy game for two: each seat holds a beast that the other may not see, and bets on a die against it."""

from __future__ import annotations

from pathlib import Path

from undercroft.core.chance import Chance
from undercroft.core.decks import Deck
from undercroft.core.game import Edition, Game
from undercroft.core.rules import Ledger, Rule
from undercroft.core.scene import Card, Dice, Pile, Scene, Track, Zone
from undercroft.core.state import Outcome, State
from undercroft.core.table import Table
from undercroft.core.vocabulary import Option, Vocabulary
from undercroft.core.words import Noun, Words, WordsFile

BEASTS = ("Heron", "Otter", "Badger", "Lynx", "Raven", "Stoat")  # worth 1 to 6; no page says one but its holder's
UNKNOWN = -1
SEATS = ("west", "east")
ROUNDS = 3

V = Vocabulary(things=("seat",))
DEAL = V.stream("deal")
DIE = V.stream("die")
HIGH = V.option("high", "bet.high")
LOW = V.option("low", "bet.low")
PASS = V.option("pass", "bet.pass")
BET = V.prompt("pairs.bet", "bet.high", PASS)
DEALT = V.event("pairs.dealt", "deal.hidden")
PASSED = V.event("pairs.passed", "bet.pass", "seat")
ROLLED = V.event("pairs.rolled", "bet.high", "seat", "die")
SCORED = V.event("pairs.scored", "bet.high", "seat", notable=True)

WORDS = Words(
    WordsFile(
        prompts={"pairs.bet": "How do you bet?"},
        moments={"pairs.bet": "at the next bet"},
        options={"high": "Above your beast", "low": "Below your beast", "pass": "Pass"},
        choices={},
        events={
            "pairs.dealt": "Each seat gets a beast, face down.",
            "pairs.passed": "{seat} passes.",
            "pairs.rolled": "{seat} bets and rolls {die}.",
            "pairs.scored": "{seat} scores.",
        },
        odds={"pairs.scored": "a point"},
        ends={"over": "The bets are over."},
        figures={"west": "West", "east": "East"},
        score="Points of the best",
    )
)
CLAUSES = {
    "deal.hidden": "Each seat is dealt a beast that only it may look at.",
    "bet.high": "Above: a point if the die shows more than your beast is worth.",
    "bet.low": "Below: a point if the die shows less.",
    "bet.pass": "Pass: nothing is rolled.",
}
LEDGER = Ledger("Pairs", [Rule(key, text, "toy", "rule", "none") for key, text in CLAUSES.items()], {})


class Pairs(State):
    """The beasts dealt, the points, how often anybody has bet, and the last roll."""

    def __init__(self) -> None:
        self.beasts: list[int] = []
        self.points = [0, 0]
        self.bets = 0
        self.die = 0

    def copy(self) -> Pairs:
        other = type(self)()
        other.beasts = self.beasts[:]
        other.points = self.points[:]
        other.bets = self.bets
        other.die = self.die
        return other

    def is_over(self) -> bool:
        return self.bets == ROUNDS * len(SEATS)

    def view(self, seat: int) -> Pairs:
        seen = self.copy()
        if not self.is_over():
            seen.beasts = [beast if owner == seat else UNKNOWN for owner, beast in enumerate(self.beasts)]
        return seen

    def imagine(self, seat: int, chance: Chance) -> None:
        if self.beasts:
            others = [beast for beast in range(len(BEASTS)) if beast != self.beasts[seat]]
            self.beasts[1 - seat] = others[chance.pick(DEAL, len(others))]

    def key(self) -> tuple[object, ...]:
        return (*self.beasts, *self.points, self.bets, self.die)

    def figures(self) -> tuple[int, ...]:
        return tuple(self.points)

    def outcome(self) -> Outcome | None:
        if not self.is_over():
            return None
        best = max(self.points)
        return Outcome("over", tuple(seat for seat, points in enumerate(self.points) if points == best), best, "")


def play(state: State, table: Table) -> None:
    """Deal, then bet in turn; a turn is a bet."""
    assert isinstance(state, Pairs)
    table.seat(state)
    table.begin_turn()
    if not state.beasts:
        deck = Deck(list(range(len(BEASTS))))
        state.beasts = [deck.draw(table, DEAL) for _ in SEATS]
        table.tell(DEALT)
    while not state.is_over():
        table.begin_turn()
        bet(state, table, state.bets % len(SEATS))
        state.bets += 1


def bet(pairs: Pairs, table: Table, seat: int) -> None:
    """One bet of a seat against its own beast."""
    answer = table.choose(seat, BET, (HIGH, LOW, PASS))
    if answer is PASS:
        table.tell(PASSED, seat)
        return
    pairs.die = table.roll(DIE, 6)
    table.tell(ROLLED, seat, pairs.die)
    worth = pairs.beasts[seat] + 1
    if (answer is HIGH and pairs.die > worth) or (answer is LOW and pairs.die < worth):
        pairs.points[seat] += 1
        table.tell(SCORED, seat)


def scene(state: State, seat: int) -> Scene:
    """The points, the last roll, and the beasts that a seat may see."""
    assert isinstance(state, Pairs)
    points = tuple(Track(name, name.title(), state.points[owner], ROUNDS) for owner, name in enumerate(SEATS))
    beasts = tuple(beast_item(name, beast) for name, beast in zip(SEATS, state.beasts))
    dice = (Dice("dice", "Last roll", (state.die,)),) if state.die else ()
    status = "over" if state.is_over() else f"round {state.bets // len(SEATS) + 1} of {ROUNDS}"
    return Scene(
        "pairs", "Pairs", status, (Zone("hero", SEATS[seat].title(), points), Zone("board", "Bets", (*beasts, *dice)))
    )


def beast_item(owner: str, beast: int) -> Card | Pile:
    """A beast that is seen, or a card face down."""
    if beast == UNKNOWN:
        return Pile(f"beast-{owner}", f"A beast of {owner}, face down", 1)
    return Card(f"beast-{owner}", BEASTS[beast], "beast", (f"worth {beast + 1}",))


def target(state: State, option: Option) -> str:
    """Bets are made on one's own beast."""
    assert isinstance(state, Pairs)
    return "" if option is PASS else f"beast-{SEATS[state.bets % len(SEATS)]}"


PAIRS = Game(
    name="pairs",
    title="Pairs",
    summary="Bet on a die against a beast that only you can see.",
    accent="#5b8dd9",
    seats=SEATS,
    rules_version=1,
    data=Path(__file__).parent,
    vocabulary=V,
    figure_names=SEATS,
    ends=("over",),
    editions=lambda: {"book": Edition("book", "Book", "As it is.")},
    new=lambda edition, changes: Pairs(),
    play=play,
    openings=lambda state: ((),),
    scene=scene,
    nouns=lambda state: {"seat": [Noun(name.title()) for name in SEATS]},
    facts=lambda state: {},
    rank_name=lambda state, rank: "",
    words=lambda: WORDS,
    ledger=lambda: LEDGER,
    target=target,
)
