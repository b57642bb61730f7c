"""The Python door: start, load and play by name."""

from __future__ import annotations

import pytest

import undercroft
from undercroft.core.errors import ContentError, ReplayError, UndercroftError
from undercroft.core.record import Record
from undercroft.core.state import Outcome


def test_a_game_starts_by_name_or_as_a_value() -> None:
    by_name = undercroft.start("tin-helm", seed="amber")
    as_value = undercroft.start(undercroft.GAMES["tin-helm"], seed="amber")
    assert by_name.record == as_value.record
    assert by_name.record.edition == "book"


@pytest.mark.parametrize(
    ("game", "edition", "said"),
    [
        ("chess", "book", "there is no game 'chess' here; there is tin-helm"),
        ("tin-helm", "gold", "Tin Helm has no edition 'gold'; it has book, printed"),
    ],
)
def test_what_is_not_here_is_refused_with_what_is(game: str, edition: str, said: str) -> None:
    with pytest.raises(UndercroftError, match=said):
        undercroft.start(game, edition=edition)
    with pytest.raises(UndercroftError, match=said):
        undercroft.play(game, "random", edition=edition)


def test_changes_are_played_and_recorded() -> None:
    session = undercroft.start("tin-helm", changes={"race.gnome.health": 50})
    session.choose("gnome")
    events = session.choose("alchemist")
    assert events[0].figures["health"] == 53
    again = undercroft.load(session.record.to_text())
    assert again.events == session.events


def test_bad_changes_are_refused_before_anything_begins() -> None:
    with pytest.raises(ContentError, match="do you mean 'gnome'"):
        undercroft.start("tin-helm", changes={"race.gnom.health": 50})
    with pytest.raises(ContentError):
        undercroft.play("tin-helm", "random", changes={"race.gnome.health": "many"})


def test_bots_play_whole_games_and_the_same_seed_gives_the_same_game() -> None:
    first = [undercroft.play("tin-helm", "random", seed=str(number)) for number in range(10)]
    second = [undercroft.play("tin-helm", ["random"], seed=str(number)) for number in range(10)]
    assert first == second
    assert len(set(first)) > 3
    assert all(isinstance(outcome, Outcome) for outcome in first)


def test_a_player_of_ones_own_may_sit_down() -> None:
    assert undercroft.play("tin-helm", undercroft.Player(), seed="x") == undercroft.play(
        "tin-helm", [undercroft.Player()], seed="x"
    )


def test_the_wrong_number_of_players_and_an_unknown_bot_are_refused() -> None:
    with pytest.raises(UndercroftError, match="seats 1, and 2 players were given"):
        undercroft.play("tin-helm", ["random", "random"])
    with pytest.raises(UndercroftError, match="there is no bot 'clever'; there is random"):
        undercroft.play("tin-helm", "clever")


def test_a_record_whose_choices_no_longer_fit_says_where() -> None:
    record = Record(
        undercroft=1, game="tin-helm", edition="book", seed="x", rules=1,
        choices=(("setup.race", "gnome"), ("setup.class", "marauder")),
    )  # fmt: skip
    with pytest.raises(ReplayError, match=r"choice 2, setup\.class marauder, does not fit") as refused:
        undercroft.load(record)
    assert refused.value.number == 2


def test_outcomes_are_equal_by_what_they_say() -> None:
    won = Outcome("won", (0,), 50, "steady-hand")
    assert won == Outcome("won", (0,), 50, "steady-hand")
    assert hash(won) == hash(Outcome("won", (0,), 50, "steady-hand"))
    assert won != Outcome("won", (0,), 51, "steady-hand")
    assert won != "won"
    assert won.won
    assert not Outcome("slain", (), 3, "").won


def test_the_package_says_whether_it_is_compiled() -> None:
    assert undercroft.compiled() in (True, False)
