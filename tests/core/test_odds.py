"""Odds of the toy game against distributions done by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, sqrt

import pytest

from tests.core.toy import (
    BLAST,
    BLASTED,
    DIG,
    DROPPED,
    FIZZLED,
    FOUND,
    HOW,
    LEAVE,
    LEFT,
    PICK,
    PICKED,
    ROCK,
    SCRAPE,
    SINK,
    TUNNEL,
    WORK,
    Mine,
    mine_game,
    mine_record,
    mine_session,
    play,
    play_deep,
    tunnel,
)
from undercroft.core.chance import Seeded
from undercroft.core.errors import RuleError
from undercroft.core.odds import SAMPLES, Odds, odds
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.table import Table, Trail
from undercroft.core.vocabulary import Option

GOLD = 0


def odds_of(option: Option, mine: Mine | None = None, follow: bool = False, limit: int = 20_000) -> Odds:
    """The odds of an option at the head of a turn."""
    trail = Trail()
    trail.begin(mine or Mine())
    return odds(play, trail, option, 1, (0, 2), follow, limit)


def by_hand(**parts: str) -> dict[int, Fraction]:
    """A distribution as gold_2="1/3"."""
    return {int(name.removeprefix("gold_")): Fraction(part) for name, part in parts.items()}


@pytest.mark.parametrize("option", WORK)
@pytest.mark.parametrize("follow", [False, True])
def test_odds_always_add_up_to_one(option: Option, follow: bool) -> None:
    result = odds_of(option, Mine(gold=3, air=4), follow)
    assert sum(branch.probability for branch in result.branches) == 1
    assert result.exact


def test_what_is_sure_has_one_branch() -> None:
    (branch,) = odds_of(SCRAPE, Mine(gold=6)).branches
    assert branch.probability == 1
    assert (branch.figures, branch.asked, branch.happened) == ((7, 2), "mine.how", ())


def test_one_die() -> None:
    result = odds_of(DIG)
    assert result.spread(GOLD) == by_hand(gold_0="2/3", gold_1="1/3")
    assert result.of(FOUND) == Fraction(1, 3)
    assert {branch.asked for branch in result.branches} == {"mine.look"}
    assert result.before == (0, 2)


def test_following_gives_the_passive_answer_and_looks_further() -> None:
    result = odds_of(DIG, follow=True)
    assert result.spread(GOLD) == by_hand(gold_0="2/3", gold_1="1/3")
    assert {branch.asked for branch in result.branches} == {"mine.how"}


def test_a_roll_that_does_not_count_leaves_the_others_as_likely_as_each_other() -> None:
    result = odds_of(BLAST)
    assert result.spread(GOLD) == by_hand(gold_2="1/3", gold_3="1/3", gold_4="1/3")
    assert result.of(BLASTED) == 1
    assert result.of(FIZZLED) == 0


def test_a_roll_that_does_not_count_changes_nothing_before_it() -> None:
    result = odds_of(TUNNEL)
    assert result.spread(GOLD) == by_hand(gold_1="1/8", gold_2="7/24", gold_3="7/24", gold_4="7/24")
    assert result.of(BLASTED) == Fraction(1, 2)


def test_a_card_is_any_of_those_left_and_told_apart() -> None:
    result = odds_of(PICK)
    assert [result.of(PICKED, stone) for stone in range(4)] == [Fraction(1, 3)] * 3 + [0]
    assert result.of(PICKED) == 1
    assert len(result.branches) == 3


def test_the_last_card_is_sure() -> None:
    (branch,) = odds_of(PICK, Mine(stones=1)).branches
    assert branch.probability == 1


@pytest.mark.parametrize(("gold", "air"), [(0, 1), (3, 2), (2, 5), (12, 12)])
def test_single_answers_are_walked_to_the_end(gold: int, air: int) -> None:
    result = odds_of(LEAVE, Mine(gold=gold, air=air))
    expected: dict[int, Fraction] = {}
    for dropped in range(air + 1):
        left = max(gold - dropped, 0)
        expected[left] = expected.get(left, Fraction(0)) + Fraction(comb(air, dropped), 2**air)
    assert result.spread(GOLD) == dict(sorted(expected.items()))
    assert result.of(LEFT) == 1
    assert result.of(DROPPED) == (1 - Fraction(1, 2**air) if gold else 0)
    assert {branch.asked for branch in result.branches} == {""}


def test_walks_that_have_become_alike_are_merged() -> None:
    assert odds_of(LEAVE, Mine(gold=20, air=20), limit=900).exact  # a million walks if they were not


def test_where_there_are_too_many_outcomes_odds_are_sampled_and_say_so() -> None:
    result = odds_of(TUNNEL, limit=1)
    assert not result.exact
    assert result.samples == SAMPLES
    assert sum(branch.probability for branch in result.branches) == 1
    for gold, chance in odds_of(TUNNEL).spread(GOLD).items():
        assert abs(result.spread(GOLD)[gold] - chance) < Fraction(1, 25)  # five standard deviations


def test_a_sample_says_how_far_off_it_can_be() -> None:
    assert odds_of(TUNNEL).margin == 0
    assert odds_of(TUNNEL, limit=1).margin == pytest.approx(1.96 * sqrt(0.25 / SAMPLES))


def test_a_session_names_events_and_figures() -> None:
    result = mine_session().odds("dig")
    assert result.of("mine.found") == result.of(FOUND) == Fraction(1, 3)
    assert result.spread("gold") == result.spread(GOLD)
    for unspoken in ("mine.scraped", "mine.lost"):
        with pytest.raises(RuleError, match=f"'{unspoken}' is not an event that odds speak of"):
            result.of(unspoken)


def test_branches_come_most_likely_first_and_always_in_the_same_order() -> None:
    first, second = odds_of(TUNNEL), odds_of(TUNNEL)
    chances = [branch.probability for branch in first.branches]
    assert chances == sorted(chances, reverse=True)
    assert [repr(branch) for branch in first.branches] == [repr(branch) for branch in second.branches]


def test_what_happened_before_the_option_is_not_part_of_it() -> None:
    session = mine_session()
    session.choose("dig")
    assert session.decision is not None
    assert session.decision.prompt.name == "mine.look"
    result = session.odds("keep")
    assert [branch.happened for branch in result.branches] == [()]
    again = session.odds("again")
    assert again.of(FOUND) == Fraction(1, 3)


def test_asking_for_odds_changes_nothing() -> None:
    asked, quiet = mine_session(), mine_session()
    for choice in ("dig", "again", "keep", "tunnel", "pick", "leave"):
        for option in asked.decision.options if asked.decision else ():
            asked.odds(option)
        assert asked.choose(choice) == quiet.choose(choice)
    assert asked.record == quiet.record


def test_a_hundred_thousand_tries_agree() -> None:
    chance = Seeded("tries")
    tally: Counter[int] = Counter()
    for _ in range(100_000):
        mine = Mine()
        tunnel(mine, Table([], chance))
        tally[mine.gold] += 1
    for gold, expected in odds_of(TUNNEL).spread(GOLD).items():
        assert abs(tally[gold] - 100_000 * expected) < 5 * 158  # five standard deviations at most


def test_rules_that_roll_on_and_on_are_sampled() -> None:
    def restless(state: State, table: Table) -> None:
        assert isinstance(state, Mine)
        table.seat(state)
        table.begin_turn()
        table.choose(0, HOW, (SCRAPE, LEAVE))
        while table.roll(ROCK, 6) < 6:
            state.gold += 1
        state.over = True

    trail = Trail()
    trail.begin(Mine())
    result = odds(restless, trail, SCRAPE, 1, (0, 2), False, 20_000)
    assert (result.exact, result.samples) == (False, SAMPLES)
    assert abs(result.spread(GOLD)[0] - Fraction(1, 6)) < 3 * result.margin


def test_an_unknown_figure_is_refused_in_a_sentence() -> None:
    with pytest.raises(RuleError, match="'silver' is not a figure; there is gold, air"):
        mine_session().odds("scrape").spread("silver")


# ---- what is unveiled -----------------------------------------------------------------------------------------------


def deep_odds(unveil: bool, follow: bool = False, limit: int = 20_000, stones: int = 3) -> Odds:
    """The odds of a shaft."""
    trail = Trail()
    trail.begin(Mine(stones=stones))
    return odds(play_deep, trail, SINK, 1, (0, 2), follow, limit, unveil=unveil)


@pytest.mark.parametrize(("follow", "asked"), [(False, "mine.look"), (True, "mine.how")])
def test_odds_end_where_something_is_unveiled_and_name_the_stream(follow: bool, asked: str) -> None:
    result = deep_odds(unveil=False, follow=follow)
    assert result.exact
    assert {branch.asked: branch.probability for branch in result.branches} == {
        asked: Fraction(2, 3),
        "vein": Fraction(1, 3),
    }
    assert result.of(FOUND) == Fraction(1, 3)
    assert result.of(PICKED) == 0
    assert result.spread(GOLD) == by_hand(gold_0="2/3", gold_1="1/3")


@pytest.mark.parametrize(("follow", "asked"), [(False, "mine.look"), (True, "mine.how")])
def test_odds_that_unveil_go_on_to_the_next_decision(follow: bool, asked: str) -> None:
    result = deep_odds(unveil=True, follow=follow)
    assert result.exact
    assert {branch.asked for branch in result.branches} == {asked}
    assert [result.of(PICKED, stone) for stone in range(3)] == [Fraction(1, 9)] * 3
    assert result.spread(GOLD) == by_hand(gold_0="2/3", gold_1="1/3")


def test_the_last_stone_is_no_secret() -> None:
    result = deep_odds(unveil=False, stones=1)
    assert {branch.asked for branch in result.branches} == {"mine.look"}
    assert result.of(PICKED, 0) == Fraction(1, 3)


def test_sampled_odds_end_there_as_well_unless_they_unveil() -> None:
    veiled, unveiled = (deep_odds(unveil, limit=1) for unveil in (False, True))
    assert (veiled.samples, unveiled.samples) == (SAMPLES, SAMPLES)
    assert {branch.asked for branch in veiled.branches} == {"mine.look", "vein"}
    assert {branch.asked for branch in unveiled.branches} == {"mine.look"}
    assert veiled.of(PICKED) == 0
    for result in (veiled, unveiled):
        assert sum(branch.probability for branch in result.branches) == 1
        assert abs(result.of(FOUND) - Fraction(1, 3)) < Fraction(1, 25)  # five standard deviations
    assert abs(unveiled.of(PICKED, 0) - Fraction(1, 9)) < Fraction(1, 40)


def test_a_session_looks_past_what_was_unveiled_this_turn_and_no_further_unless_asked() -> None:
    session = Session(mine_game(play_deep), mine_record("deep"))
    while not any(event.kind is PICKED for event in session.events):
        session.choose("sink")
        if not any(event.kind is PICKED for event in session.events):
            session.choose("keep")
    assert session.decision is not None
    assert session.decision.prompt.name == "mine.look"
    again = session.odds("again")
    assert {branch.asked: branch.probability for branch in again.branches} == {
        "mine.look": Fraction(2, 3),
        "vein": Fraction(1, 3),
    }
    assert session.odds("again", unveil=True).of("mine.picked") == Fraction(1, 3)
