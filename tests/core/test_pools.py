"""Pools of dice: rolled die by die in play, counted by what they come to in odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from undercroft.core.chance import Enumerated, Replayed, Scripted, Seeded, Veiled
from undercroft.core.odds import odds
from undercroft.core.pools import Pool, faces
from undercroft.core.state import State
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Vocabulary

V = Vocabulary(things=())
DICE = V.stream("dice")
GO = V.option("go")
STAY = V.option("stay")
ASK = V.prompt("ask", "x")
SIXES = Pool(3, 6, [125, 75, 15, 1], [0, 5, 35, 215])  # of three dice, by how many show a six


class Tally(State):
    """How many sixes came up."""

    def __init__(self) -> None:
        self.sixes = -1

    def copy(self) -> Tally:
        other = Tally()
        other.sixes = self.sixes
        return other

    def figures(self) -> tuple[int, ...]:
        return (self.sixes,)


def play(state: State, table: Table) -> None:
    """Ask once, roll three dice."""
    assert isinstance(state, Tally)
    table.seat(state)
    table.begin_turn()
    if table.choose(0, ASK, (GO, STAY)) is GO:
        state.sixes = faces(table.roll_pool(DICE, SIXES), 3, 6).count(6)


def test_the_dice_of_a_pool_are_rolled_one_after_the_other() -> None:
    chance = Scripted([4, 1, 6], [])
    packed = Table([], chance).roll_pool(DICE, SIXES)
    chance.finish()
    assert faces(packed, 3, 6) == [4, 1, 6]


def test_a_seed_gives_a_pool_the_dice_that_it_would_give_singly() -> None:
    one, other = Table([], Seeded("dice")), Table([], Seeded("dice"))
    for _ in range(50):
        assert faces(one.roll_pool(DICE, SIXES), 3, 6) == [other.roll(DICE, 6) for _ in range(3)]


def test_a_pool_of_no_dice_is_not_rolled() -> None:
    table = Table([], Scripted([], []))
    assert table.roll_pool(DICE, Pool(0, 6, [1], [0])) == 0
    assert table.learned == 0


def test_a_tape_repeats_a_pool_as_one_pick() -> None:
    table = Table([], Seeded("tape"))
    trail = table.keep_trail()
    packed = table.roll_pool(DICE, SIXES)
    assert trail.tape == [packed]
    again = Table([], Replayed(trail.tape, Veiled(Seeded("other"))))
    assert again.roll_pool(DICE, SIXES) == packed
    assert again.roll_pool(DICE, SIXES) == Table([], Seeded("other")).roll_pool(DICE, SIXES)


def test_odds_weigh_what_a_pool_comes_to() -> None:
    trail = Trail()
    trail.checkpoint = Tally()
    found = odds(play, trail, GO, 1, (-1,), False, 100)
    rolls = [roll.count(6) for roll in product(range(1, 7), repeat=3)]
    assert found.exact
    assert found.spread(0) == {sixes: Fraction(rolls.count(sixes), 216) for sixes in range(4)}


def test_a_walk_can_be_repeated_from_its_tape() -> None:
    chance = Enumerated()
    seen = []
    while True:
        chance.begin()
        table = Table([Player()], chance)
        pools = [table.roll_pool(DICE, SIXES), table.roll(DICE, 2) - 1, table.roll_pool(DICE, SIXES)]
        assert chance.tape() == pools
        seen.append((chance.weight(), *pools))
        while chance.path and not chance.advance():
            pass
        if not chance.path:
            break
    assert len(seen) == 4 * 2 * 4
