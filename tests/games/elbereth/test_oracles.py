"""Oracles: the last floor is won as often as a calculation says that shares no code with the rules, and dice, walls,
bags and explorations come out as counted by hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import pytest

from tests.games.elbereth.board import act, bits, given, kind, laid, when
from undercroft.core.chance import Chance
from undercroft.core.odds import Odds, odds
from undercroft.core.state import State
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Option, Options, Prompt, Stream
from undercroft.games.elbereth import ELBERETH, content
from undercroft.games.elbereth.exploration import descend, draw, first_floor
from undercroft.games.elbereth.state import BOSS_TO_COME, OLDER, Elbereth
from undercroft.games.elbereth.turns import play
from undercroft.games.elbereth.vocabulary import (
    ACTION,
    ATTACK_HIT,
    ATTACK_REACHED,
    ATTACKS,
    BREAKS,
    LAID,
    WALL_DAMAGED,
    WALL_LOST,
    WALL_NOTHING,
)

# the rules' own words and numbers, written out
PIECES = ("sword", "staff", "bow", "armour", "helm", "gauntlets")
WEAPONS, PROTECTION = (0, 1, 2), (3, 4, 5)
Pieces = tuple[str, ...]  # for each piece: up, down or gone
ALL_PIECES: list[Pieces] = list(product(("up", "down", "gone"), repeat=6))
DECKS = {
    "book": (44, 37, 30, 23, 16, 9, 2),
    "bosses": (44, 37, 30, 23, 16, 9, 2),
    "forty-nine": (51, 44, 37, 30, 23, 16, 9),
    "forty-nine-gentle": (51, 44, 37, 30, 23, 16, 9),
    "forty-nine-grim": (51, 44, 37, 30, 23, 16, 9),
    "ten-floors": (65, 58, 51, 44, 37, 30, 23, 16, 9, 2),
}
SHOPS = {
    "book": 2, "bosses": 2, "forty-nine": 1, "forty-nine-gentle": 2, "forty-nine-grim": 1, "ten-floors": 3
}  # fmt: skip
FLOORS = [(edition, floor) for edition, decks in DECKS.items() for floor in range(1, len(decks) + 1)]

every_floor = pytest.mark.parametrize(("edition", "floor"), FLOORS)


def test_the_tables_written_here_are_those_of_the_ledger() -> None:
    tables = ELBERETH.ledger().tables
    assert tuple(row["deck"] for row in tables["floor"]) == DECKS["book"]
    assert tuple(row["ordinary_forty_nine"] + 2 for row in tables["floor"]) == DECKS["forty-nine"]
    bosses = {row["key"]: (row["strength"], row["hits_needed"], tuple(row["bribe"])) for row in tables["boss"]}
    assert bosses == {key: (guard.strength, guard.hits, guard.takes) for key, guard in GUARDS.items()}
    chances = {row["id"]: row["distribution"] for row in tables["chance"]}
    assert chances["roll.attack"].startswith("success (7 - s)/6 without weapons")
    assert chances["roll.wall"].startswith("e/6 an equipped piece is turned down, d/6 a face-down piece is discarded")


# ---- the last floor: a calculation ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Guard:
    """Who stands before the last stairs."""

    strength: int = 6
    hits: int = 1
    takes: tuple[str, ...] = ()


GUARDS = {
    "dragon": Guard(),
    "knight": Guard(takes=("sword",)),
    "mage": Guard(takes=("staff",)),
    "marksman": Guard(takes=("bow",)),
    "merchant": Guard(takes=("coin",)),
    "smith": Guard(takes=("armour", "helm", "gauntlets")),
    "ogre": Guard(strength=5, hits=2),
}


@cache
def by_hand(guard: Guard, pieces: Pieces, coin: bool, hits_left: int) -> Fraction:
    """How likely the best player is to win who has found the stairs and faces their guard."""
    had = {name for name, side in zip(PIECES, pieces, strict=True) if side == "up"} | ({"coin"} if coin else set())
    if had & set(guard.takes):
        return Fraction(1)
    total = Fraction(0)
    for die in range(1, 7):
        if die >= guard.strength:
            total += after_hit(guard, pieces, coin, hits_left)
        elif set(pieces) != {"gone"}:
            total += max(payments(guard, pieces, coin, hits_left, die))
    return total / 6


def after_hit(guard: Guard, pieces: Pieces, coin: bool, hits_left: int) -> Fraction:
    """One hit less to go; after the last one nobody bars the stairs."""
    return Fraction(1) if hits_left == 1 else by_hand(guard, pieces, coin, hits_left - 1)


def payments(guard: Guard, pieces: Pieces, coin: bool, hits_left: int, die: int) -> Iterator[Fraction]:
    """What each way to pay for a failed attack is worth."""
    weapons = [piece for piece in WEAPONS if pieces[piece] == "up"]
    for number in range(1, len(weapons) + 1):
        for used in combinations(weapons, number):
            left = changed(pieces, used, "down")
            if die + number >= guard.strength:
                yield after_hit(guard, left, coin, hits_left)
            else:
                yield by_hand(guard, left, coin, guard.hits)
    for piece in PROTECTION:
        if pieces[piece] == "up":
            yield by_hand(guard, changed(pieces, (piece,), "down"), coin, guard.hits)
    for piece in range(6):
        if pieces[piece] != "gone":
            yield by_hand(guard, changed(pieces, (piece,), "gone"), coin, guard.hits)


def changed(pieces: Pieces, which: tuple[int, ...], side: str) -> Pieces:
    """The pieces with some of them turned or discarded."""
    return tuple(side if piece in which else old for piece, old in enumerate(pieces))


@pytest.mark.parametrize(
    ("pieces", "chance"),
    [
        ("gone gone gone gone gone gone", "1/6"),
        ("gone gone down gone gone gone", "11/36"),  # 1/6, and once more for the bow
        ("up gone gone gone gone gone", "29/54"),  # 1/3 with the sword, and 11/36 where it is turned down in vain
        ("gone gone gone gone up gone", "91/216"),  # the helm is turned down, then discarded: three rolls
    ],
)
def test_the_calculation_agrees_with_pen_and_paper(pieces: str, chance: str) -> None:
    assert by_hand(GUARDS["dragon"], tuple(pieces.split()), False, 1) == Fraction(chance)


# ---- the last floor: every way to play it ---------------------------------------------------------------------------


class Asked(Exception):
    """Ends a run where a player would decide."""

    def __init__(self, prompt: Prompt, options: Options) -> None:
        self.prompt = prompt
        self.options = options


class Rolled(Exception):
    """Ends a run where chance would decide."""

    def __init__(self, count: int) -> None:
        self.count = count


class Answers(Player):
    """Gives these answers, then ends the run."""

    def __init__(self, answers: list[Option]) -> None:
        self.answers = iter(answers)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        answer = next(self.answers, None)
        if answer is None:
            raise Asked(prompt, options)
        return answer


class Picks(Chance):
    """Gives these outcomes, then ends the run."""

    def __init__(self, picks: list[int]) -> None:
        self.picks = iter(picks)

    def pick(self, stream: Stream, count: int) -> int:
        pick = next(self.picks, None)
        if pick is None:
            raise Rolled(count)
        return pick


class EveryWay:
    """Plays by the engine with every option and every outcome, and knows the best chance to win."""

    def __init__(self) -> None:
        self.known: dict[tuple[object, ...], Fraction] = {}

    def best(self, head: Elbereth) -> Fraction:
        """The chance to win before an action."""
        key = head.key()
        if key not in self.known:
            self.known[key] = self.follow(head, [], [])
        return self.known[key]

    def follow(self, head: Elbereth, answers: list[Option], picks: list[int]) -> Fraction:
        """The chance to win after these answers and outcomes since then."""
        state = head.copy()
        try:
            play(state, Table([Answers(answers)], Picks(picks)))
        except Rolled as rolled:
            ways = [self.follow(head, answers, [*picks, pick]) for pick in range(rolled.count)]
            return sum(ways, Fraction(0)) / rolled.count
        except Asked as asked:
            if answers and asked.prompt is ACTION:
                return self.best(state)
            return max(self.follow(head, [*answers, option], picks) for option in asked.options)
        outcome = state.outcome()
        assert outcome is not None
        return Fraction(int(outcome.won))


def last_floor(boss: str = "", changes: Mapping[str, Any] | None = None) -> Elbereth:
    """The seventh floor as the engine lays it after the sixth; with a boss, in the edition of the bosses."""
    game = given(
        edition="bosses" if boss else "book",
        changes=changes,
        floor=6,
        table={(1, 0): "D", (0, 1): f"B:{boss}" if boss else "R"},
        turned=[(0, 1)],
        deck=["E3", "E4", "E5", "W", "W", "S", "i:bow"],
        key_held=True,
        bosses=[kind(content.load("bosses", {}), f"B:{boss}")] if boss else [],
    )
    when(game, descend, cards=["B" if boss else "R"])
    return game


def with_pieces(game: Elbereth, pieces: Pieces, coin: bool = False) -> Elbereth:
    """The same floor with other equipment."""
    copy = game.copy()
    copy.equipped = bits([name for name, side in zip(PIECES, pieces, strict=True) if side == "up"])
    copy.gone = bits([name for name, side in zip(PIECES, pieces, strict=True) if side == "gone"])
    copy.coin = coin
    return copy


def by_the_engine(floor: Elbereth, coin: bool = False) -> dict[Pieces, Fraction]:
    """The best chance to win on a floor for all equipment that one can have."""
    every_way = EveryWay()
    return {pieces: every_way.best(with_pieces(floor, pieces, coin)) for pieces in ALL_PIECES}


def calculated(guard: str, coin: bool = False) -> dict[Pieces, Fraction]:
    """The same by the calculation."""
    return {pieces: by_hand(GUARDS[guard], pieces, coin, GUARDS[guard].hits) for pieces in ALL_PIECES}


def test_the_last_floor_holds_only_the_stairs_and_the_dragon() -> None:
    game = last_floor()
    assert laid(game) == {(0, 0): "up-stairs", (0, -1): "dragon", (1, 0): "down-stairs"}
    assert (game.floor, game.deck_size()) == (7, 0)


@pytest.mark.slow
@pytest.mark.parametrize("coin", [False, True])
def test_the_last_floor_is_won_as_often_as_calculated_and_a_coin_is_no_use(coin: bool) -> None:
    assert by_the_engine(last_floor(), coin) == calculated("dragon")


@pytest.mark.slow
def test_who_need_not_take_the_last_stairs_wins_as_often() -> None:
    assert by_the_engine(last_floor(changes={"switches.last-dragon-wins": True})) == calculated("dragon")


@pytest.mark.slow
@pytest.mark.parametrize(("boss", "coin"), [*((boss, False) for boss in GUARDS), ("merchant", True)])
def test_the_last_floor_is_won_as_often_as_calculated_against_every_boss(boss: str, coin: bool) -> None:
    assert by_the_engine(last_floor(boss), coin) == calculated(boss, coin)


# ---- dice -----------------------------------------------------------------------------------------------------------


def odds_of(game: Elbereth, option: Option, unveil: bool = False) -> Odds:
    """What an action leads to, exactly."""
    trail = Trail()
    trail.begin(game)
    result = odds(play, trail, option, 1, game.figures(), False, 20_000, unveil=unveil)
    assert result.exact
    return result


@pytest.mark.parametrize("weapons", range(4))
@pytest.mark.parametrize(("card", "strength"), [("E2", 2), ("E3", 3), ("E4", 4), ("E5", 5), ("R", 6)])
def test_each_weapon_at_hand_makes_a_hit_possible_with_one_face_more(card: str, strength: int, weapons: int) -> None:
    game = given(equipped=PIECES[:weapons], table={(0, -1): card, (1, 0): "W"})
    result = odds_of(game, ATTACKS[0])
    assert result.of(ATTACK_HIT) == Fraction(7 - strength, 6)
    reached = [result.of(kind) for kind in ATTACK_REACHED]
    told = min(weapons, strength - 1)  # so many are certain to suffice, and more are not spoken of
    assert reached[:told] == [Fraction(7 - strength + reach, 6) for reach in range(1, told + 1)]
    assert reached[told:] == [0] * (3 - told)
    assert sum(can_hit(game, die) for die in range(1, 7)) == min(7 - strength + weapons, 6)


def can_hit(game: Elbereth, die: int) -> bool:
    """Whether the enemy with number 1 can be beaten with this roll, with whatever weapons."""
    told = act(game.copy(), "attack-1", dice=[die])
    if told.asked != "attack.failed":
        return "enemy.beaten" in told.names
    uses = [name for name in told.offered if name.startswith("use-")]
    return any("enemy.beaten" in act(game.copy(), "attack-1", use, dice=[die]).names for use in uses)


def test_a_wall_turns_down_what_is_up_takes_what_is_down_and_spares_the_rest() -> None:
    game = given(table={(0, -1): "W"}, deck=["W", "W"])
    for pieces in ALL_PIECES:
        result = odds_of(with_pieces(game, pieces), BREAKS[0])
        found = [result.of(event) * 6 for event in (WALL_DAMAGED, WALL_LOST, WALL_NOTHING)]
        assert found == [pieces.count(side) for side in ("up", "down", "gone")]


# ---- bags -----------------------------------------------------------------------------------------------------------


class Found(Exception):
    """Ends a run in which a card that is looked for came up."""


class Watching(Chance):
    """Misses the cards that are looked for so many times, then finds one; `likely` is how likely that is.

    Which other card comes up instead is all the same.
    """

    def __init__(self, wanted: set[int], misses: int) -> None:
        self.wanted = wanted
        self.misses = misses
        self.likely = Fraction(1)

    def pick_card(self, stream: Stream, cards: list[int]) -> int:
        others = [place for place, card in enumerate(cards) if card not in self.wanted]
        if len(others) == len(cards):
            return 0
        if self.misses == 0:
            self.likely *= 1 - Fraction(len(others), len(cards))
            raise Found
        self.misses -= 1
        self.likely *= Fraction(len(others), len(cards))
        return others[0] if others else 0


def chance_to_see(floor: Elbereth, wanted: set[int], number: int) -> Fraction:
    """How likely one of the wanted cards is among the first so many of the deck."""
    total, misses = Fraction(0), 0
    while True:
        watching = Watching(wanted, misses)
        game = floor.copy()
        game.table = Table([], watching)
        try:
            seen = {draw(game)[0] for _ in range(number)}
        except Found:
            total += watching.likely
            misses += 1
        else:
            return total + (watching.likely if seen & wanted else 0)


def fresh_floor(edition: str, floor: int) -> Elbereth:
    """A floor before its first card is laid, when nothing was seen of those above but stairs and bosses."""
    cards = content.load(edition, {})
    if floor == 1:
        game, begin = Elbereth(cards), first_floor
    else:
        boss = "B:knight" if edition == "bosses" else "R"
        table = {(1, 0): "D", (0, 1): boss}
        game, begin = given(edition=edition, floor=floor - 1, table=table, turned=[(0, 1)], key_held=True), descend
        older = [[OLDER] * (DECKS[edition][above] - 2) for above in range(1, floor - 1)]
        game.bags = [cards.ordinary[:], *older]
        game.bosses = cards.bosses[floor - 1 :] if edition == "bosses" else []
    game.table = Table([], Picks([]))
    with pytest.raises(Rolled):
        begin(game)
    assert len(game.cards) == 1
    return game


@every_floor
def test_the_boss_lies_among_the_first_four_cards_as_often_as_any_card(edition: str, floor: int) -> None:
    game = fresh_floor(edition, floor)
    deck = DECKS[edition][floor - 1]
    assert game.deck_size() == deck
    first = min(4, deck)
    assert chance_to_see(game, {BOSS_TO_COME, *game.content.bosses}, first) == Fraction(first, deck)


@every_floor
@pytest.mark.parametrize("card", ["item-helm", "shop"])
def test_a_card_is_left_in_the_deck_as_often_as_the_cards_that_left_allow(edition: str, floor: int, card: str) -> None:
    game = fresh_floor(edition, floor)
    copies = {"item-helm": 1, "shop": SHOPS[edition]}[card]
    ordinary, left = DECKS[edition][0] - 2, DECKS[edition][floor - 1] - 2
    none = Fraction(comb(ordinary - copies, left), comb(ordinary, left))
    assert chance_to_see(game, {kind(game.content, card)}, game.deck_size()) == 1 - none


# ---- exploration ----------------------------------------------------------------------------------------------------

Place = tuple[int, int]
OPEN = {"U", "D", "S", "C", "i:helm"}


def laid_around(opened: list[Place], taken: set[Place], deck: tuple[str, ...]) -> int:
    """How many cards of a deck are laid: the first open card with an empty side gets the next, until none has one."""
    opened, taken = list(opened), set(taken)
    for number, card in enumerate(deck):
        sides = [(east + x, south + y) for east, south in opened for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))]
        empty = next((side for side in sides if side not in taken), None)
        if empty is None:
            return number
        taken.add(empty)
        if card in OPEN:
            opened.append(empty)
    return len(deck)


@pytest.mark.parametrize(
    ("table", "broken"),
    [
        ({(0, -1): "E3", (1, 0): "W", (0, 1): "W", (-1, 0): "W"}, (1, 0)),
        ({(0, -1): "C", (1, 0): "W", (0, 1): "W", (-1, 0): "W", (0, -2): "W", (1, -1): "W", (-1, -1): "W"}, (1, -1)),
        ({(0, -1): "W", (1, 0): "S", (0, 1): "W", (-1, 0): "W", (1, -1): "W", (2, 0): "W", (1, 1): "W"}, (0, 1)),
    ],
)
def test_cards_come_to_the_table_as_often_as_in_all_orders_of_the_deck(table: dict[Place, str], broken: Place) -> None:
    deck = ("E4", "E5", "S", "D", "R", "i:helm")
    game = given(gone=PIECES, table=table, deck=deck)
    found: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for branch in odds_of(game, BREAKS[list(table).index(broken)], unveil=True).branches:
        found[tuple(card for event, card in branch.happened if event == LAID.index)] += branch.probability
    opened = [(0, 0), *(place for place, card in table.items() if card in OPEN), broken]
    expected: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for order in permutations(deck):
        seen = order[: laid_around(opened, {(0, 0), *table}, order)]
        expected[tuple(kind(game.content, card) for card in seen)] += Fraction(1, 720)
    assert found == expected
