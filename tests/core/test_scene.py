"""Scenes: what is the same in every game, the question, the log and the end."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

import undercroft
from tests.core.toy import WORK, mine_game, mine_record
from undercroft.bots.random import RandomPlayer
from undercroft.core.scene import LOG_LINES, Cell, Choice, Item, Line, Map, Scene, Slot, Zone, gather_lists, told_once
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.vocabulary import Option
from undercroft.core.words import WHERE, Facts, Words, WordsFile


def played_out(seed: str) -> Session:
    """A session at its end, played at random."""
    session, player = undercroft.start("tin-helm", seed=seed), RandomPlayer(seed)
    while session.decision is not None:
        session.choose(player.choose(session.state, session.decision.prompt, session.decision.options))
    return session


def test_a_scene_holds_the_question_with_all_its_choices() -> None:
    session = undercroft.start("tin-helm")
    question = session.scene().question
    assert question is not None
    assert session.decision is not None
    assert question.prompt == "setup.race"
    assert [choice.name for choice in question.choices] == [option.name for option in session.decision.options]
    assert question.rule == session.decision.prompt.rule
    assert all(choice.rule and choice.label for choice in question.choices)


def test_a_seat_that_is_not_asked_sees_no_question() -> None:
    session = undercroft.start("tiny-epic-dungeons", changes={"play.players": 2})
    assert [seat for seat in range(2) if session.scene(seat=seat).question] == [session.asked_seat]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_log_holds_the_last_lines(seed: str) -> None:
    session = played_out(seed)
    scene = session.scene()
    assert len(session.events) > LOG_LINES
    assert len(scene.log) == LOG_LINES
    assert scene.log[-1].rule == session.events[-1].kind.rule


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_finished_game_shows_its_ending_and_no_question(seed: str) -> None:
    session = played_out(seed)
    scene, outcome = session.scene(), session.outcome
    assert scene.question is None
    assert scene.ending is not None
    assert outcome is not None
    assert (scene.ending.end, scene.ending.won, scene.ending.score) == (outcome.end, outcome.won, outcome.score)


def test_a_scene_says_that_it_is_practice() -> None:
    session = played_out("a")
    assert not session.scene().practice
    branch = session.undo()
    assert branch.scene().practice


def test_a_scene_goes_to_json_and_back() -> None:
    scene = played_out("a").scene()
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


# ---- what choices are about -----------------------------------------------------------------------------------------


def labelled_mine() -> Session:
    """The mine with words: digging and blasting are alike but for where, and only stones lie about."""
    labels = {option.name: option.name.capitalize() for option in WORK}
    labels |= {"dig": "Work {how}{where}", "blast": "Work {how}{where}", "scrape": "{gold} more"}
    events = {"mine.scraped": "", "mine.left": "You come up with {gold}.", "mine.dropped": "You drop some."}
    words = WordsFile({"mine.how": "How?"}, {}, labels, {}, events, {}, {"left": "Up again."}, {}, "Gold")

    def about(state: State, option: Option) -> Facts:
        return {WHERE: f", {option.name} side", "gold": 1} if option.name in ("dig", "blast") else {}

    def target(state: State, option: Option) -> str:
        return "stones" if option.name == "pick" else ""

    facts: Facts = {"how": "hard", "gold": 7, WHERE: ""}
    game = replace(mine_game(), words=lambda: Words(words), facts=lambda state: facts, about=about, target=target)
    return Session(game, mine_record())


def choices_of(session: Session) -> dict[str, Choice]:
    """The choices by name."""
    question = session.scene().question
    assert question is not None
    return {choice.name: choice for choice in question.choices}


def test_a_label_tells_what_its_option_is_about_and_a_stem_all_but_where() -> None:
    choices = choices_of(labelled_mine())
    assert choices["dig"].label == "Work hard, dig side"
    assert choices["blast"].label == "Work hard, blast side"
    assert choices["dig"].stem == choices["blast"].stem == "Work hard"
    assert choices["scrape"].label == choices["scrape"].stem == "7 more"


def test_a_choice_names_what_it_acts_on_if_it_acts_on_anything() -> None:
    choices = choices_of(labelled_mine())
    assert {choice.target for choice in choices.values()} == {"", "stones"}
    assert choices["pick"].target == "stones"


def test_a_game_that_says_nothing_of_targets_has_none_and_whole_stems() -> None:
    choices = choices_of(undercroft.start("tin-helm"))
    assert all((choice.target, choice.stem) == ("", choice.label) for choice in choices.values())


def test_the_end_says_what_its_score_counts() -> None:
    session = labelled_mine()
    session.choose("leave")
    ending = session.scene().ending
    assert ending is not None
    assert (ending.counts, ending.score, ending.text) == ("Gold", 0, "Up again.")


def test_an_event_without_words_is_left_out_of_the_log() -> None:
    session = labelled_mine()
    session.choose("scrape")
    assert len(session.events) == 1
    assert session.scene().log == ()
    session.choose("leave")
    assert session.scene().log[-1].text.startswith("You come up")


@pytest.mark.parametrize(
    "item",
    [
        Slot("sword", "Sword", "gone", "gone for good"),
        Map("floor", "Floor", (Cell("card-1", -1, 2, "enemy", "r3", "Rat"), Cell("card-2", 0, 0, "open", ".", "open"))),
    ],
)
def test_slots_and_maps_go_to_json_and_back(item: Item) -> None:
    scene = Scene("g", "G", "", (Zone("z", "Z", (item,)),))
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_a_scene_refuses_a_standing_or_a_kind_of_cell_that_there_is_not() -> None:
    slot = Zone("z", "Z", (Slot("sword", "Sword", "had", "equipped"),))
    field = Zone("z", "Z", (Map("floor", "Floor", (Cell("card-1", 0, 0, "wall", "#", "Wall"),)),))
    for zone, right, place in ((slot, b'"had"', "standing"), (field, b'"wall"', "kind")):
        with pytest.raises(msgspec.ValidationError, match=place):
            msgspec.json.decode(msgspec.json.encode(zone).replace(right, b'"lost"'), type=Zone)


def test_a_list_in_the_log_is_one_line() -> None:
    texts = ("You look around:", "Rat.", "Wall.", "Rat.", "The wall falls.", "You look around:")
    lines = [Line(text, "laid" if len(text) < 6 else text) for text in texts]
    told = [line.text for line in gather_lists(lines)]
    assert told == ["You look around: Rat \u00d72, Wall.", "The wall falls.", "You look around:"]


def test_what_happens_several_times_in_a_row_is_told_once() -> None:
    lines = [Line(text, text) for text in ("A card is laid.", "A card is laid.", "You go.", "A card is laid.")]
    assert [line.text for line in gather_lists(lines)] == ["A card is laid \u00d72.", "You go.", "A card is laid."]
    assert [line.text for line in told_once(lines, "x")] == ["A card is laid x2.", "You go.", "A card is laid."]


@pytest.mark.parametrize("game", ["tin-helm", "elbereth"])
def test_the_log_of_a_scene_goes_on_where_the_last_one_ended(game: str) -> None:
    session, player = undercroft.start(game, seed="amber-gate-41"), RandomPlayer("log")
    before: tuple[str, ...] = ()
    while session.decision is not None:
        session.choose(player.choose(session.state, session.decision.prompt, session.decision.options))
        now = tuple(line.text for line in session.scene().log)
        kept = next(kept for kept in range(len(before), -1, -1) if before[len(before) - kept :] == now[:kept])
        assert kept == len(before) or len(now) == LOG_LINES
        assert kept or len(now) == len(before) == 0 or not before
        before = now
