"""Odds in words: percents, what stands beside an option, and the whole distribution as rows."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import undercroft as house
from undercroft.bots import find_bot
from undercroft.core.odds_words import MOST_WORDS, all_odds, odds_beside, percent, short_odds
from undercroft.core.session import Session


def before_a_room() -> Session:
    """A game of Tin Helm at a room in which much may happen."""
    session = house.start("tin-helm", seed="dump")
    for answer in ("gnome", "alchemist"):
        session.choose(answer)
    return session


def in_a_fight() -> Session:
    """A game of Tin Helm at the first question of a fight."""
    session = house.start("tin-helm", seed="amber-gate-41")
    for answer in ("gnome", "alchemist", "resolve", "fight", "nothing"):
        session.choose(answer)
    return session


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 1000), "< 1 %"),
        (Fraction(1, 100), "1 %"),
        (Fraction(5, 6), "83 %"),
        (Fraction(1, 8), "13 %"),
        (Fraction(99, 100), "99 %"),
        (Fraction(999, 1000), "> 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_percents_are_whole_and_honest_at_the_ends(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_odds_beside_the_options_are_those_of_the_rules() -> None:
    session = in_a_fight()
    assert session.decision is not None
    words = dict(zip([option.name for option in session.decision.options], short_odds(session, session.scene())))
    assert words["plain-strike"] == ["hit 100 %", "be hit 83 %", "-1.9 health"]
    assert words["spend-1"][:3] == ["kill 33 %", "hit 83 %", "be hit 56 %"]
    assert words["drink-potion"] == ["+1 health"]


def test_every_word_comes_with_its_chance() -> None:
    session = in_a_fight()
    assert session.decision is not None
    strike = dict(zip(map(str, session.decision.options), odds_beside(session, session.scene()), strict=True))[
        "spend-1"
    ]
    assert strike.exact
    assert strike.chances == {"kill": Fraction(1, 3), "hit": Fraction(5, 6), "be hit": Fraction(5, 9)}
    assert strike.words[:3] == ["kill 33 %", "hit 83 %", "be hit 56 %"]


def test_there_are_no_more_words_than_one_can_read() -> None:
    session = before_a_room()
    odds = odds_beside(session, session.scene())
    assert len(all_odds(session, session.option("resolve")).summary) > MOST_WORDS
    assert max(len(each.chances) for each in odds) == MOST_WORDS


def test_without_a_question_there_are_no_odds() -> None:
    session = house.start("elbereth", seed="x")
    session.choose(0)
    session.choose("give-up")
    assert session.decision is None
    assert odds_beside(session, session.scene()) == []


def test_the_rows_are_all_that_can_happen_the_likeliest_first() -> None:
    session = in_a_fight()
    odds = all_odds(session, session.option("plain-strike"))
    chances = [row.chance for row in odds.rows]
    assert sum(chances) == 1
    assert chances == sorted(chances, reverse=True)
    assert len({(row.changes, row.happens, row.then) for row in odds.rows}) == len(odds.rows)
    assert odds.note.startswith(f"{len(odds.rows)} outcomes, exact.")
    hit = sum((row.chance for row in odds.rows if "be hit" in row.happens.split(", ")), Fraction(0))
    assert f"be hit {percent(hit)}" in odds.summary


def test_changes_are_told_with_the_arrow_that_can_be_shown() -> None:
    session = in_a_fight()
    potion = session.option("drink-potion")
    assert re.fullmatch(r"health \d+→\d+", all_odds(session, potion).rows[0].changes)
    assert re.fullmatch(r"health \d+->\d+", all_odds(session, potion, "->").rows[0].changes)


def test_what_all_outcomes_have_in_common_is_said_once() -> None:
    session = in_a_fight()
    odds = all_odds(session, session.option("drink-potion"))
    assert not odds.parts_ways
    assert f" Then {odds.rows[0].then}." in odds.note
    before = before_a_room()
    assert all_odds(before, before.option("resolve")).parts_ways


def test_what_may_turn_up_beyond_the_unknown_is_told_apart() -> None:
    session = house.start("elbereth", seed="amber-gate-41")
    session.choose(0)
    assert session.decision is not None
    wall = next(option for option in session.decision.options if option.family == "break")
    odds = all_odds(session, wall)
    assert any(re.fullmatch(r"Rat ~\d+ %", word) for word in odds.beyond)
    assert odds.beyond_note == "These come from 2,000 tries, give or take 2.2 points."
    tin_helm = in_a_fight()
    plain = all_odds(tin_helm, tin_helm.option("plain-strike"))
    assert (plain.beyond, plain.beyond_note) == ([], "")


def on_a_quest(seat: int) -> Session:
    """A game of FreeQuest at a question of the referee's, or of a hero who may step and search."""
    session = house.start("freequest", seed="lamp", changes={"play.quest": "cold-kiln", "play.party": ["warrior"]})
    player = find_bot("steady", "freequest", "lamp")
    while session.decision is not None:
        offered = {option.family for option in session.decision.options}
        if session.asked_seat == seat and (seat == 0 or {"step", "search-treasure"} <= offered):
            return session
        session.choose(session.consult(player))
    raise AssertionError("never asked")


def test_odds_are_exact_by_what_a_seat_can_know() -> None:
    """A step may lead into a trap that nobody has found, and a search ends where odds see nothing."""
    session = on_a_quest(1)
    assert session.decision is not None
    options = {option.family: option for option in session.decision.options}
    step, search = all_odds(session, options["step"]), all_odds(session, options["search-treasure"])
    assert step.note.startswith("1 outcome, exact by all that you can know.")
    assert [(row.changes, row.then) for row in step.rows] == [("nothing", "the next step")]
    assert [(row.changes, row.then) for row in search.rows] == [("nothing yet", "something new is seen")]
    referee = on_a_quest(0)
    assert referee.decision is not None
    assert " exact. " in all_odds(referee, referee.decision.options[-1]).note
