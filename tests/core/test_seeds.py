"""Seeds that a person can type."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.effort import law
from undercroft.core.seeds import FIRST, SECOND, words_for


def test_no_word_is_in_a_list_twice() -> None:
    assert len(set(FIRST)) == len(FIRST)
    assert len(set(SECOND)) == len(SECOND)


def test_neighbouring_numbers_give_seeds_of_their_own() -> None:
    count = 90 * len(SECOND) * len(FIRST)
    step = 61  # no factor of the count: the numbers visited are spread over all words
    seeds = {words_for(number) for number in range(0, count, step)}
    assert len(seeds) == len(range(0, count, step))
    assert words_for(count) == words_for(0)


@law(100)
@given(st.integers(0, 2**64))
def test_a_seed_is_two_words_and_a_number(number: int) -> None:
    assert re.fullmatch(r"[a-z]+-[a-z]+-[1-9][0-9]", words_for(number))
