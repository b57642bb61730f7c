"""The players the engine itself needs."""

from __future__ import annotations

import pytest

from tests.core.toy import AGAIN, BLAST, CLIMB, DIG, HOW, KEEP, LEAVE, LOOK, PICK, UP, WORK, Mine
from undercroft.core.errors import ReplayError, ScriptError
from undercroft.core.players import Cue, Opening, Paused, Probe, Repeat, ScriptedPlayer, find
from undercroft.core.table import Player
from undercroft.core.vocabulary import Prompt


def test_an_option_is_found_among_those_offered() -> None:
    assert find("dig", WORK) is DIG
    assert find("up", WORK) is None


def test_an_opening_is_played_and_then_another_player() -> None:
    player = Opening(["pick", "dig"], Player())
    assert [player.choose(Mine(), HOW, WORK) for _ in range(3)] == [PICK, DIG, WORK[0]]


def test_an_opening_that_does_not_fit_says_which_choice() -> None:
    player = Opening(["dig", "fly"], Player())
    player.choose(Mine(), HOW, WORK)
    with pytest.raises(ReplayError, match=r"choice 2, fly, does not fit: mine\.how offers scrape, dig") as refused:
        player.choose(Mine(), HOW, WORK)
    assert refused.value.number == 2


def test_a_cue_is_repeated_by_whoever_is_asked() -> None:
    cue = Cue([DIG, BLAST])
    left, right = Repeat(cue, Player()), Repeat(cue, Player())
    assert left.choose(Mine(), HOW, WORK) is DIG
    assert right.choose(Mine(), HOW, WORK) is BLAST
    assert right.choose(Mine(), HOW, WORK) is WORK[0]


def test_a_script_must_fit_the_question_and_the_options() -> None:
    with pytest.raises(ScriptError, match=r"answers mine\.look with keep, the game asks mine\.how"):
        ScriptedPlayer([("mine.look", "keep")]).choose(Mine(), HOW, WORK)
    with pytest.raises(ScriptError, match=r"answers mine\.how with fly, the game asks mine\.how: scrape"):
        ScriptedPlayer([("mine.how", "fly")]).choose(Mine(), HOW, WORK)


def test_a_script_stops_at_the_first_question_it_does_not_answer() -> None:
    player = ScriptedPlayer([("mine.how", "dig")])
    assert player.choose(Mine(), HOW, WORK) is DIG
    with pytest.raises(Paused):
        player.choose(Mine(), LOOK, (KEEP, AGAIN))
    assert (player.asked, player.offered) == ("mine.look", ["keep", "again"])
    player.finish()


def test_answers_that_no_question_asked_for_are_complained_about() -> None:
    with pytest.raises(ScriptError, match=r"left over in the script: \[\('mine\.how', 'dig'\)\]"):
        ScriptedPlayer([("mine.how", "dig")]).finish()


def test_a_probe_repeats_passes_single_answers_and_stops_at_a_decision() -> None:
    probe = Probe([DIG, LEAVE], follow=False)
    probe.begin(1)
    assert probe.choose(Mine(), CLIMB, (UP,)) is UP  # within what is repeated: no stop
    assert probe.choose(Mine(), HOW, WORK) is DIG
    assert probe.choose(Mine(), HOW, WORK) is LEAVE
    assert probe.choose(Mine(), CLIMB, (UP,)) is UP  # the one to pass
    with pytest.raises(Paused):
        probe.choose(Mine(), CLIMB, (UP,))
    assert (probe.asked, probe.forced) == ("mine.climb", True)
    probe.begin(0)
    assert [probe.choose(Mine(), HOW, WORK) for _ in range(2)] == [DIG, LEAVE]
    with pytest.raises(Paused):
        probe.choose(Mine(), LOOK, (KEEP, AGAIN))
    assert (probe.asked, probe.forced) == ("mine.look", False)


def test_a_probe_that_follows_gives_the_passive_answer() -> None:
    probe = Probe([], follow=True)
    probe.begin(1)
    assert probe.choose(Mine(), LOOK, (KEEP, AGAIN)) is KEEP
    assert probe.choose(Mine(), LOOK, (KEEP,)) is KEEP
    with pytest.raises(Paused):
        probe.choose(Mine(), LOOK, (KEEP, AGAIN))
    assert probe.forced
    probe.begin(1)
    with pytest.raises(Paused):
        probe.choose(Mine(), HOW, WORK)
    assert not probe.forced


def test_a_probe_that_follows_does_not_stop_between_a_roll_and_its_effect() -> None:
    probe = Probe([], follow=True)
    probe.begin(0)
    turned = Prompt("mine.turned", 9, "mine.look", KEEP, mid_roll=True, ends_odds=False)
    assert probe.choose(Mine(), turned, (KEEP, AGAIN)) is KEEP
    with pytest.raises(Paused):
        probe.choose(Mine(), LOOK, (KEEP, AGAIN))
    assert probe.forced


def test_a_probe_stops_where_odds_end_even_for_a_single_answer() -> None:
    probe = Probe([], follow=True)
    probe.begin(1)
    ends = Prompt("mine.lies", 9, "mine.look", None, mid_roll=False, ends_odds=True)
    with pytest.raises(Paused):
        probe.choose(Mine(), ends, (AGAIN,))
    assert (probe.asked, probe.forced) == ("mine.lies", False)
