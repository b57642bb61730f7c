"""Decks: a card is drawn when it is seen, and what is known of the order is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import law
from undercroft.core.chance import Chance, Scripted, Seeded
from undercroft.core.decks import Deck
from undercroft.core.table import Table
from undercroft.core.vocabulary import Stream

BAG = Stream("bag", 0)


def scripted(*cards: int) -> tuple[Table, Scripted]:
    """A table where these cards are drawn."""
    chance = Scripted([], list(cards))
    return Table([], chance), chance


def test_a_draw_takes_the_card_that_chance_gives() -> None:
    table, chance = scripted(2, 0)
    deck = Deck([0, 1, 2])
    assert [deck.draw(table, BAG), deck.draw(table, BAG)] == [2, 0]
    assert deck.unseen == [1]
    chance.finish()


def test_the_last_card_is_no_surprise() -> None:
    table = Table([], Chance())  # which can decide nothing
    deck = Deck([7])
    assert deck.draw(table, BAG) == 7
    assert table.learned == 0
    assert len(deck) == 0


def test_a_draw_from_many_teaches_something() -> None:
    table, _ = scripted(1)
    Deck([0, 1]).draw(table, BAG)
    assert table.learned == 1


def test_a_card_that_was_looked_at_is_the_one_that_is_drawn() -> None:
    table, chance = scripted(1)
    deck = Deck([0, 1, 2])
    assert deck.look(table, BAG) == 1
    assert len(deck) == 3
    assert deck.look(table, BAG) == 1
    assert deck.draw(table, BAG) == 1
    assert deck.unseen == [0, 2]
    assert table.learned == 1
    chance.finish()


def test_a_card_put_on_top_comes_first_and_one_put_under_comes_last() -> None:
    table, chance = scripted(4)
    deck = Deck([3, 4])
    deck.put_under(8)
    deck.put_under(9)
    deck.put_on_top(1)
    deck.put_on_top(0)
    assert len(deck) == 6
    assert [deck.draw(table, BAG) for _ in range(6)] == [0, 1, 4, 3, 8, 9]
    assert table.learned == 1
    chance.finish()


def test_a_shuffle_forgets_the_order_and_takes_in_more_cards() -> None:
    deck = Deck([5, 3], top=[9], bottom=[0])
    deck.shuffle([4])
    assert (deck.unseen, deck.top, deck.bottom) == ([0, 3, 4, 5, 9], [], [])


def test_an_empty_deck_cannot_be_drawn_from() -> None:
    with pytest.raises(IndexError):
        Deck([]).draw(Table([], Chance()), BAG)


@law(80)
@given(st.integers(0, 12), st.text(max_size=6), st.data())
def test_whatever_is_done_every_card_comes_up_once(count: int, seed: str, data: st.DataObject) -> None:
    table = Table([], Seeded(seed))
    deck = Deck(list(range(count)))
    hand: list[int] = []
    for act in data.draw(st.lists(st.sampled_from(["draw", "look", "top", "under", "shuffle"]), max_size=25)):
        if act == "draw" and len(deck):
            hand.append(deck.draw(table, BAG))
        elif act == "look" and len(deck):
            assert deck.look(table, BAG) == deck.copy().draw(table, BAG)
        elif act == "top" and hand:
            deck.put_on_top(hand.pop())
        elif act == "under" and hand:
            deck.put_under(hand.pop())
        elif act == "shuffle":
            deck.shuffle([])
        assert len(deck) + len(hand) == count
    assert sorted([*hand, *(deck.draw(table, BAG) for _ in range(len(deck)))]) == list(range(count))


def test_a_copy_is_apart() -> None:
    deck = Deck([1, 2], top=[3], bottom=[4])
    other = deck.copy()
    other.shuffle([5])
    other.put_on_top(6)
    assert (deck.unseen, deck.top, deck.bottom) == ([1, 2], [3], [4])
    deck.put_under(0)
    assert other.bottom == []
