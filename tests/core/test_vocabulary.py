"""The vocabulary: every word once, with a stable place; events and their figures."""

from __future__ import annotations

import pytest

from undercroft.core.vocabulary import Event, Vocabulary


def test_words_keep_the_order_in_which_they_were_declared() -> None:
    words = Vocabulary(things=())
    assert [words.option(name).index for name in ("a", "b", "c")] == [0, 1, 2]
    assert [words.prompt(name, "r").index for name in ("a", "b")] == [0, 1]
    assert [words.event(name, "r").index for name in ("a", "b")] == [0, 1]
    assert [words.stream(name).index for name in ("a", "b")] == [0, 1]


@pytest.mark.parametrize("kind", ["option", "prompt", "event", "stream"])
def test_a_word_declared_twice_is_refused(kind: str) -> None:
    words = Vocabulary(things=())

    def declare() -> None:
        if kind in ("prompt", "event"):
            getattr(words, kind)("camp", "rule")
        else:
            getattr(words, kind)("camp")

    declare()
    with pytest.raises(ValueError, match=f"{kind} camp is declared twice"):
        declare()
    assert len(getattr(words, f"{kind}s")) == 1


def test_an_event_carries_at_most_four_figures() -> None:
    words = Vocabulary(things=())
    assert words.event("four", "r", "a", "b", "c", "d").figures == ("a", "b", "c", "d")
    with pytest.raises(ValueError, match="event five: an event carries at most four figures"):
        words.event("five", "r", "a", "b", "c", "d", "e")


def test_an_event_is_about_its_first_figure_if_that_stands_for_a_thing() -> None:
    words = Vocabulary(things=("enemy",))
    assert words.event("met", "r", "enemy", "health").about
    assert not words.event("hurt", "r", "damage", "enemy").about
    assert not words.event("rest", "r").about


def test_an_option_is_found_by_its_name() -> None:
    words = Vocabulary(things=())
    option = words.option("spend-2", "r", 2)
    assert words.find_option("spend-2") is option
    assert option.number == 2
    assert words.find_option("spend-3") is None


def test_options_of_a_family_differ_in_a_number_alone() -> None:
    words = Vocabulary(things=())
    attacks = words.family("attack", "r", 3)
    assert [(option.name, option.number) for option in attacks] == [("attack-1", 1), ("attack-2", 2), ("attack-3", 3)]
    assert {(option.family, option.rule, option.resigns) for option in attacks} == {("attack", "r", False)}
    assert words.options == list(attacks)
    assert words.find_option("attack-2") is attacks[1]


def test_a_family_may_be_named_and_an_option_without_one_is_its_own() -> None:
    words = Vocabulary(things=())
    assert words.option("buy-bow", "r", 2, "buy").family == "buy"
    assert words.option("camp").family == "camp"


def test_a_family_with_a_name_that_is_taken_is_refused() -> None:
    words = Vocabulary(things=())
    words.option("attack-2")
    with pytest.raises(ValueError, match="option attack-2 is declared twice"):
        words.family("attack", "r", 3)


def test_only_what_is_said_to_resigns_or_unveils() -> None:
    words = Vocabulary(things=())
    assert [words.option("camp").resigns, words.option("give-up", resigns=True).resigns] == [False, True]
    assert [words.stream("dice").unveils, words.stream("dungeon", unveils=True).unveils] == [False, True]


def test_events_are_equal_if_kind_and_figures_are() -> None:
    words = Vocabulary(things=())
    hit, miss = words.event("hit", "r", "damage", "left"), words.event("miss", "r")
    assert Event(hit, 3, 1, 0, 0) == Event(hit, 3, 1, 0, 0)
    assert hash(Event(hit, 3, 1, 0, 0)) == hash(Event(hit, 3, 1, 0, 0))
    assert Event(hit, 3, 1, 0, 0) != Event(hit, 1, 3, 0, 0)
    assert Event(hit, 0, 0, 0, 0) != Event(miss, 0, 0, 0, 0)
    assert Event(hit, 3, 1, 0, 0) != "hit"
    elsewhere = Vocabulary(()).event("hit", "r", "damage", "left")
    assert (elsewhere.name, elsewhere.index) == (hit.name, hit.index)
    assert Event(hit, 3, 1, 0, 0) != Event(elsewhere, 3, 1, 0, 0)
    assert Event(hit, 3, 1, 0, 0).figures == {"damage": 3, "left": 1}
    assert Event(miss, 0, 0, 0, 0).figures == {}


def test_words_show_themselves_by_name() -> None:
    words = Vocabulary(things=())
    hit = words.event("hit", "r", "damage")
    shown = [words.option("fight"), words.prompt("ask", "r"), hit, words.stream("dice"), Event(hit, 4, 0, 0, 0)]
    assert [repr(word) for word in shown] == ["fight", "ask", "hit", "dice", "<hit damage 4>"]
