"""What is thought about a moment, without any process: odds, hints, choices and reviews as plain values."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import undercroft as house
from undercroft.bots import find_bot
from undercroft.bots.mcts import Estimate
from undercroft.bots.verdict import Candidate, Verdict, advice
from undercroft.core.errors import ReplayError, RuleError, UndercroftError
from undercroft.core.odds_words import percent, short_odds
from undercroft.core.record import Record
from undercroft.core.session import Session
from undercroft.games import GAMES
from undercroft.web.review_view import ReviewView
from undercroft.web.thoughts import (
    SESSIONS,
    ChoiceOdds,
    Hint,
    Sessions,
    WholeOdds,
    choice_of,
    hint_of,
    hint_option,
    odds_of,
    review_of,
    wake,
    whole_odds_of,
)

MOMENTS = 6


def moments(game: str, count: int = MOMENTS) -> list[Session]:
    """The first moments of a game that a steady bot plays, each as a session of its own."""
    played = house.start(game, seed="amber-gate-41")
    bot = find_bot("steady", game, "x")
    found = [house.load(played.record)]
    while len(found) < count:
        played.choose(played.consult(bot))
        found.append(house.load(played.record))
    return found


def finished() -> Record:
    """A game that was given up at once."""
    session = house.start("elbereth", seed="x")
    session.choose(0)
    session.choose("give-up")
    return session.record


def again(value: Any, kind: Any) -> Any:
    """A value that was written as JSON and read again."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def is_helped(odds: ChoiceOdds, word: str) -> bool:
    """Whether a word that will not come by itself may come with what one may use besides."""
    return any(helped.startswith(f"{word} ") and 0.0 < chance <= 1.0 for helped, chance in odds.helped)


# ---- odds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_odds_beside_options_are_those_of_the_other_screen(game: str) -> None:
    for session in moments(game):
        odds = odds_of(session.record)
        assert session.decision is not None
        assert [each.option for each in odds] == [option.name for option in session.decision.options]
        assert [list(each.words) for each in odds] == short_odds(session, session.scene())
        assert all(0.0 < chance <= 1.0 or is_helped(each, word) for each in odds for word, chance in each.bars)
        assert all(
            f"({percent(Fraction(each.helped[0][1]))} with" in " ".join(each.words) for each in odds if each.helped
        )
        assert again(odds, list[ChoiceOdds]) == pickle.loads(pickle.dumps(odds)) == odds


def test_a_bar_is_as_long_as_its_word_says() -> None:
    for session in moments("tin-helm"):
        for each in odds_of(session.record):
            for word, (name, chance) in zip(each.words, each.bars, strict=False):
                assert word.startswith(f"{name} ")
                if each.exact and 0.01 <= chance <= 0.99:
                    assert abs(int(word.removeprefix(f"{name} ").split()[0]) - chance * 100) <= 0.5


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_odds_of_an_option_add_up(game: str) -> None:
    session = moments(game)[-1]
    assert session.decision is not None
    question = session.scene().question
    assert question is not None
    for choice in question.choices[:3]:
        odds = whole_odds_of(session.record, choice.name)
        assert (odds.option, odds.label) == (choice.name, choice.label)
        assert sum(row.chance for row in odds.rows) == pytest.approx(1)
        assert all(row.share == row.chance for row in odds.rows)
        assert f"{len(odds.rows)} outcome" in odds.notes[0]
        assert ("Then " in odds.notes[0]) is all(not row.then for row in odds.rows)
        assert again(odds, WholeOdds) == odds


def test_what_may_turn_up_is_a_note() -> None:
    session = house.start("elbereth", seed="amber-gate-41")
    session.choose(0)
    assert session.decision is not None
    wall = next(option for option in session.decision.options if option.family == "break")
    notes = whole_odds_of(session.record, wall.name).notes
    assert notes[1].startswith("What may turn up: ")
    assert notes[2].startswith("These come from ")


# ---- bots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["random", "steady", "mcts:20"])
def test_a_bot_chooses_what_is_offered_and_the_same_again(game: str, bot: str) -> None:
    for session in moments(game, 1 if GAMES[game].settings() else 3):
        assert session.decision is not None
        chosen = choice_of(session.record, bot)
        assert chosen in [option.name for option in session.decision.options]
        assert choice_of(session.record, bot) == chosen


def test_a_bot_does_not_choose_the_same_at_every_moment() -> None:
    places = set()
    for session in moments("elbereth", 12):
        assert session.decision is not None
        names = [option.name for option in session.decision.options]
        places.add(names.index(choice_of(session.record, "random")))
    assert len(places) > 1


def test_thinking_about_a_moment_does_not_change_what_comes_of_it() -> None:
    played = house.start("tin-helm", seed="amber-gate-41")
    for answer in ("gnome", "alchemist", "resolve", "fight", "nothing", "plain-strike"):
        odds_of(played.record)
        choice_of(played.record, "mcts:10")
        hint_of(played.record, "10")
        session = SESSIONS.at(played.record)
        played.choose(answer)
        assert SESSIONS.at(played.record) is session
        assert session.events == played.events


def test_a_hint_for_the_seat_that_knows_more_says_what_the_computer_would_do() -> None:
    changes = {"play.quest": "cold-kiln", "play.party": ["warrior", "wizard"], "play.referee": "person"}
    session = house.start("freequest", seed="fqx56", changes=changes)
    bot = find_bot("steady", "freequest", "fqx56")
    while session.asked_seat != session.game.keeper:
        session.choose(session.consult(bot))
    hint = hint_of(session.record, "60")
    assert hint.advice.startswith("The computer would: ")
    assert hint.candidates == ()
    assert hint.source
    assert session.decision is not None
    assert hint.best in [option.name for option in session.decision.options]


def test_a_hint_names_the_best_and_all_its_rivals() -> None:
    session = moments("tin-helm")[-1]
    hint = hint_of(session.record, "60")
    best = next(candidate for candidate in hint.candidates if candidate.option == hint.best)
    assert f"{best.number} {best.label}" in hint.advice
    assert all(candidate.share == candidate.chance for candidate in hint.candidates)
    assert hint.source.startswith("An estimate from ")
    assert again(hint, Hint) == hint


@pytest.mark.parametrize(
    ("rivals", "chance", "marked"),
    [(False, 0.5, [True, False]), (True, 0.5, [False, False]), (False, 0.0, [False, False])],
)
def test_an_option_is_called_best_only_where_the_advice_names_one(
    rivals: bool, chance: float, marked: list[bool]
) -> None:
    options = house.start("tin-helm", seed="x").decision
    assert options is not None
    first, second = (
        Candidate(number, option.name, Estimate(option, 100, chance, 0.02, 0.0))
        for number, option in enumerate(options.options[:2], 1)
    )
    verdict = Verdict([first, second], first, second, [second] if rivals else [])
    assert [hint_option(candidate, verdict).best for candidate in verdict.candidates] == marked
    assert advice(verdict)[0].startswith("Looks best") is any(marked)


def test_a_budget_that_is_none_is_refused() -> None:
    with pytest.raises(UndercroftError, match="say how long to think"):
        hint_of(moments("tin-helm", 1)[0].record, "soon")


@pytest.mark.slow
def test_a_review_can_be_kept_and_drawn_again() -> None:
    session = house.start("tin-helm", seed="amber-gate-41")
    bot = find_bot("random", "tin-helm", "x")
    while session.decision is not None:
        session.choose(session.consult(bot))
    view = review_of(session.record, 20, 0)
    assert view.verdict.startswith(("You won. ", "You lost. "))
    assert view.figures.startswith(("You won a game", "You lost a game"))
    assert view.games == 20
    assert again(view, ReviewView) == pickle.loads(pickle.dumps(view)) == view


# ---- refusals --------------------------------------------------------------------------------------------------------


def test_a_finished_game_has_no_odds_no_choice_and_no_hint() -> None:
    record = finished()
    for think in (
        odds_of,
        lambda moment: whole_odds_of(moment, "give-up"),
        lambda moment: choice_of(moment, "steady"),
        lambda moment: hint_of(moment, "10"),
    ):
        with pytest.raises(RuleError, match="the game is over"):
            think(record)


def test_what_is_not_offered_has_no_odds() -> None:
    with pytest.raises(RuleError, match="is not offered here"):
        whole_odds_of(moments("tin-helm", 1)[0].record, "dragon")


def test_an_error_is_the_same_on_the_other_side_of_a_pipe() -> None:
    for error in (RuleError("not here"), UndercroftError("no")):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy)) == (type(error), str(error))
    copy = pickle.loads(pickle.dumps(ReplayError("choice 3 does not fit", 3)))
    assert isinstance(copy, ReplayError)
    assert (str(copy), copy.number) == ("choice 3 does not fit", 3)


# ---- sessions --------------------------------------------------------------------------------------------------------


def test_the_next_moment_is_played_on_and_an_earlier_one_replayed() -> None:
    kept = Sessions(4)
    early, late = (session.record for session in (moments("tin-helm")[2], moments("tin-helm")[5]))
    session = kept.at(early)
    assert kept.at(late) is session
    assert session.record == late
    assert kept.at(late) is session
    assert kept.at(early) is not session
    assert kept.at(early).record == early


def test_games_of_one_seed_that_part_are_two_sessions() -> None:
    kept = Sessions(4)
    start = house.start("tin-helm", seed="amber-gate-41").record
    gnome, human = (msgspec.structs.replace(start, choices=(("setup.race", name),)) for name in ("gnome", "human"))
    first = kept.at(gnome)
    assert kept.at(human) is not first
    assert kept.at(gnome) is first
    assert first.record == gnome


def test_practice_is_another_game() -> None:
    kept = Sessions(4)
    session = house.start("tin-helm", seed="amber-gate-41")
    for answer in ("gnome", "alchemist", "resolve"):
        session.choose(answer)
    real = kept.at(session.record)
    practice = session.undo()
    practice.choose("resolve")
    assert practice.practice
    branch = kept.at(practice.record)
    assert branch is not real
    assert branch.record == practice.record
    assert branch.events == practice.events


def test_only_so_many_are_kept_and_the_oldest_goes_first() -> None:
    kept = Sessions(2)
    first, second, third = (house.start("tin-helm", seed=seed).record for seed in "abc")
    held = [kept.at(first), kept.at(second)]
    assert kept.at(first) is held[0]
    kept.at(third)
    assert len(kept.kept) == 2
    assert kept.at(first) is held[0]
    assert kept.at(second) is not held[1]


def test_choices_that_do_not_fit_are_refused_with_the_first_of_them() -> None:
    kept = Sessions(4)
    record = moments("tin-helm", 2)[1].record
    kept.at(record)
    wrong = msgspec.structs.replace(record, choices=(*record.choices, ("setup.class", "dragon")))
    with pytest.raises(ReplayError) as refused:
        kept.at(wrong)
    assert refused.value.number == 2
    assert kept.at(record).record == record


def test_all_games_wake() -> None:
    wake()
