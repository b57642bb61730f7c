"""Chance: the generator against a second implementation, streams apart, scripts used up, replays and walks."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import law
from undercroft.core.chance import (
    Chance,
    Enumerated,
    Replayed,
    RolledAgain,
    Scripted,
    Seeded,
    Sfc32,
    Unveiled,
    Veiled,
    generator_for,
)
from undercroft.core.errors import ScriptError
from undercroft.core.vocabulary import Stream

WORD = st.integers(0, 2**32 - 1)
DICE = Stream("dice", 0)
CARDS = Stream("cards", 1)
DUNGEON = Stream("dungeon", 2, unveils=True)
UNEVEN = 3 * 2**29  # a quarter of all words must be rejected for it


class Reference:
    """sfc32 as its author describes it, in plain whole numbers."""

    def __init__(self, a: int = 0, b: int = 0, c: int = 0, number: int = 1) -> None:
        self.a, self.b, self.c, self.number = a, b, c, number

    def word(self) -> int:
        """The next word."""
        word = (self.a + self.b + self.number) % 2**32
        self.number += 1
        self.a = self.b ^ (self.b // 2**9)
        self.b = (self.c * 9) % 2**32
        self.c = ((self.c * 2**21) % 2**32 + self.c // 2**11 + word) % 2**32
        return word

    def take_in(self, *letters: int) -> None:
        """Each letter changes the first word, and a round follows."""
        for letter in letters:
            self.a ^= letter
            self.word()

    def below(self, count: int) -> int:
        """The high word of a product, of which those with too low a low word do not count."""
        while True:
            high, low = divmod(self.word() * count, 2**32)
            if low >= 2**32 % count:
                return high


def reference_stream(seed: str, name: str) -> Reference:
    """The seed, a mark that is no letter, the name, and twenty rounds."""
    result = Reference()
    result.take_in(*seed.encode(), 256, *name.encode(), *[0] * 20)
    return result


@law(40)
@given(WORD, WORD, WORD)
def test_the_generator_gives_the_words_of_the_reference(a: int, b: int, c: int) -> None:
    generator, its = Sfc32(a, b, c, 1), Reference(a, b, c)
    assert [generator.next() for _ in range(200)] == [its.word() for _ in range(200)]


@law(60)
@given(WORD, WORD, WORD, st.one_of(st.sampled_from([1, 2, 6, 12, 36, UNEVEN]), st.integers(1, 2**31 - 1)))
def test_numbers_below_a_count_are_those_of_the_reference(a: int, b: int, c: int, count: int) -> None:
    generator, its = Sfc32(a, b, c, 1), Reference(a, b, c)
    assert [generator.below(count) for _ in range(50)] == [its.below(count) for _ in range(50)]


def test_a_known_seed_always_rolls_the_same() -> None:
    chance = Seeded("amber-gate-41")
    assert [chance.pick(DICE, 6) + 1 for _ in range(20)] == [3, 1, 3, 4, 4, 3, 5, 5, 3, 6, 3, 5, 3, 3, 2, 3, 2, 3, 6, 1]


@pytest.mark.parametrize("count", [2, 6, 7, 12, 36])
def test_every_number_below_a_count_is_as_likely(count: int) -> None:
    generator = generator_for("even").branch(b"")
    tally = Counter(generator.below(count) for _ in range(count * 2_000))
    assert sorted(tally) == list(range(count))
    assert sum((seen - 2_000) ** 2 / 2_000 for seen in tally.values()) < bound(count - 1)


def test_rejection_keeps_the_remainders_even() -> None:
    generator = generator_for("uneven").branch(b"")
    tally = Counter(generator.below(UNEVEN) % 3 for _ in range(30_000))
    assert sum((seen - 10_000) ** 2 / 10_000 for seen in tally.values()) < bound(2)


def bound(freedom: int) -> float:
    """What chi-square stays below but once in a million (Laurent and Massart, x = 13.9)."""
    return freedom + 2 * sqrt(freedom * 13.9) + 2 * 13.9


@law(40)
@given(st.text(max_size=20))
def test_any_text_seeds_a_stream_together_with_its_name(seed: str) -> None:
    chance, its = Seeded(seed), reference_stream(seed, "cards")
    assert [chance.pick(CARDS, 12) for _ in range(20)] == [its.below(12) for _ in range(20)]


@law(60)
@given(st.text(max_size=8), st.lists(st.sampled_from([DICE, CARDS]), max_size=60))
def test_drawing_from_one_stream_never_changes_another(seed: str, order: list[Stream]) -> None:
    mixed = Seeded(seed)
    drawn: dict[str, list[int]] = {DICE.name: [], CARDS.name: []}
    for stream in order:
        drawn[stream.name].append(mixed.pick(stream, 6))
    for stream in (DICE, CARDS):
        alone = Seeded(seed)
        assert drawn[stream.name] == [alone.pick(stream, 6) for _ in drawn[stream.name]]


def test_streams_and_seeds_differ_from_each_other() -> None:
    def first(seed: str, stream: Stream) -> tuple[int, ...]:
        chance = Seeded(seed)
        return tuple(chance.pick(stream, 6) for _ in range(20))

    assert len({first(seed, stream) for seed in ("a", "b", "A", "") for stream in (DICE, CARDS)}) == 8


def test_a_pair_is_any_of_all_pairs() -> None:
    chance = Seeded("pairs")
    tally = Counter(chance.pick_pair(DICE, 6) for _ in range(36_000))
    assert sorted(tally) == list(range(36))
    assert sum((seen - 1_000) ** 2 / 1_000 for seen in tally.values()) < bound(35)


# ---- scripts --------------------------------------------------------------------------------------------------------


def test_scripted_dice_and_cards_come_in_their_order() -> None:
    chance = Scripted([3, 1, 6], [7])
    assert chance.pick(DICE, 6) == 2
    assert chance.pick_pair(DICE, 6) == 0 * 6 + 5
    assert chance.pick_card(CARDS, [4, 7, 9]) == 1
    chance.finish()


@pytest.mark.parametrize("die", [0, 7, -1])
def test_a_script_refuses_a_face_that_the_die_has_not(die: int) -> None:
    with pytest.raises(ScriptError, match=f"dice: the script says {die} on a die with 6 sides"):
        Scripted([die], []).pick(DICE, 6)


def test_a_script_refuses_a_card_that_is_not_there() -> None:
    with pytest.raises(ScriptError, match="draws card 5, which is not among"):
        Scripted([], [5]).pick_card(CARDS, [1, 2])


def test_a_script_that_is_used_up_says_so() -> None:
    with pytest.raises(ScriptError, match="no scripted die is left"):
        Scripted([], [1]).pick(DICE, 6)
    with pytest.raises(ScriptError, match="no scripted card is left"):
        Scripted([1], []).pick_card(CARDS, [1, 2])


@pytest.mark.parametrize(("dice", "cards"), [([1], []), ([], [2]), ([3, 4], [5])])
def test_whatever_a_script_has_left_over_is_complained_about(dice: list[int], cards: list[int]) -> None:
    chance = Scripted([6, *dice], cards)
    chance.pick(DICE, 6)
    with pytest.raises(ScriptError, match="left over in the script"):
        chance.finish()


def test_a_script_is_not_touched_by_its_list_changing_later() -> None:
    dice = [2]
    chance = Scripted(dice, [])
    dice.append(3)
    chance.pick(DICE, 6)
    chance.finish()


# ---- replays, walks and chance of one's own -------------------------------------------------------------------------


class Sure(Chance):
    """Always the last outcome; notes when something is made again."""

    def __init__(self) -> None:
        self.agains = 0

    def pick(self, stream: Stream, count: int) -> int:
        return count - 1

    def again(self) -> None:
        self.agains += 1


def test_a_replay_gives_its_tape_and_then_another_source() -> None:
    chance = Replayed([2, 9, 1], Sure())
    assert chance.pick(DICE, 6) == 2
    assert chance.pick_pair(DICE, 6) == 9
    assert chance.pick_card(CARDS, [1, 2, 3]) == 1
    assert chance.pick(DICE, 6) == 5
    assert chance.pick_pair(DICE, 6) == 35
    assert chance.pick_card(CARDS, [1, 2, 3]) == 2


def test_only_a_pick_that_is_not_on_the_tape_is_made_again() -> None:
    then = Sure()
    chance = Replayed([0, 3], then)
    chance.pick(DICE, 6)
    chance.again()
    assert then.agains == 0
    chance.pick(DICE, 6)
    chance.pick(DICE, 6)
    chance.again()
    assert then.agains == 1


def test_a_walk_takes_the_first_outcome_wherever_its_path_ends() -> None:
    chance = Enumerated()
    assert [chance.pick(DICE, 6), chance.pick(DICE, 4)] == [0, 0]
    assert (chance.path, chance.counts) == ([0, 0], [6, 4])
    chance.path[-1] = 3
    chance.begin()
    assert [chance.pick(DICE, 6), chance.pick(DICE, 4), chance.pick_pair(DICE, 6)] == [0, 3, 0]
    assert chance.counts == [6, 4, 36]
    with pytest.raises(RolledAgain):
        chance.again()


def test_a_walk_ends_where_something_would_be_unveiled() -> None:
    chance = Enumerated()
    assert chance.pick(DICE, 6) == 0
    with pytest.raises(Unveiled) as unveiled:
        chance.pick_card(DUNGEON, [1, 2, 3])
    assert unveiled.value.name == "dungeon"
    assert (chance.path, chance.counts) == ([0], [6])


def test_a_walk_that_may_unveil_goes_on() -> None:
    chance = Enumerated(unveil=True)
    assert [chance.pick(DICE, 6), chance.pick_card(DUNGEON, [1, 2, 3])] == [0, 0]
    assert chance.counts == [6, 3]


def test_veiled_chance_is_another_up_to_what_it_would_unveil() -> None:
    then = Sure()
    chance = Veiled(then)
    assert chance.pick(DICE, 6) == 5
    assert chance.pick_pair(DICE, 6) == 35
    assert chance.pick_card(CARDS, [1, 2, 3]) == 2
    chance.again()
    assert then.agains == 1
    with pytest.raises(Unveiled, match="dungeon"):
        chance.pick(DUNGEON, 6)
    with pytest.raises(Unveiled, match="dungeon"):
        chance.pick_card(DUNGEON, [1, 2])


def test_dice_that_unveil_are_veiled_as_pairs_too() -> None:
    for chance in (Enumerated(), Veiled(Sure())):
        with pytest.raises(Unveiled, match="dungeon"):
            chance.pick_pair(DUNGEON, 6)


def test_veiled_chance_draws_the_cards_and_pairs_of_the_other() -> None:
    chance = Veiled(Scripted([2, 5], [9]))
    assert chance.pick_pair(DICE, 6) == 1 * 6 + 4
    assert chance.pick_card(CARDS, [7, 8, 9]) == 2


def test_what_was_unveiled_before_is_no_secret() -> None:
    for then in (Enumerated(), Veiled(Sure())):
        chance = Replayed([3], then)
        assert chance.pick_card(DUNGEON, [1, 2, 3, 4]) == 3
        with pytest.raises(Unveiled):
            chance.pick_card(DUNGEON, [1, 2, 3])


def test_chance_that_decides_nothing_names_the_stream() -> None:
    with pytest.raises(ScriptError, match="cannot decide dice"):
        Chance().pick(DICE, 6)


def test_chance_of_ones_own_needs_only_pick() -> None:
    chance: Chance = Sure()
    assert chance.pick_pair(DICE, 6) == 35
    assert chance.pick_card(CARDS, [5, 6]) == 1
