"""The bots: they play by the rules, repeat themselves for a seed, and steady is much better than random."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import undercroft
from tests.playthroughs import bots_for
from undercroft.bots import find_bot
from undercroft.bots.random import RandomPlayer
from undercroft.core.errors import UndercroftError
from undercroft.core.state import State
from undercroft.core.vocabulary import Vocabulary
from undercroft.games import GAMES
from undercroft.lab.simulate import simulate


@pytest.mark.parametrize(("game", "bot"), [(game, bot) for game in GAMES for bot in bots_for(game)])
def test_a_bot_plays_the_same_game_for_the_same_seed(game: str, bot: str) -> None:
    for edition in GAMES[game].editions():
        for seed in ("one", "two", "three"):
            first = undercroft.play(game, bot, seed=seed, edition=edition)
            assert undercroft.play(game, bot, seed=seed, edition=edition) == first


@pytest.mark.parametrize("edition", ["book", "printed"])
def test_steady_wins_tin_helm_at_least_five_times_as_often_as_random(edition: str) -> None:
    random = simulate("tin-helm", "random", 1_200, "strength", edition=edition, workers=2).as_json()
    steady = simulate("tin-helm", "steady", 1_200, "strength", edition=edition, workers=2).as_json()
    assert steady["win_rate_95"][0] > 5 * random["win_rate_95"][1]


def test_random_uses_every_option_about_equally() -> None:
    player = find_bot("random", "tin-helm", "fair")
    session = undercroft.start("tin-helm")
    assert session.decision is not None
    counts = {option.name: 0 for option in session.decision.options}
    for _ in range(4_000):
        counts[player.choose(session.state, session.decision.prompt, session.decision.options).name] += 1
    assert all(850 < count < 1_150 for count in counts.values())


@pytest.mark.parametrize("place", range(4))
def test_random_never_gives_up_and_uses_all_other_options_about_equally(place: int) -> None:
    words = Vocabulary(things=())
    options = [words.option(name) for name in ("fight", "flee", "hide")]
    options.insert(place, words.option("give-up", resigns=True))
    player = RandomPlayer("brave")
    counts = Counter(player.choose(State(), words.prompt(str(n), "r"), tuple(options)).name for n in range(3_000))
    assert sorted(counts) == ["fight", "flee", "hide"]
    assert all(850 < count < 1_150 for count in counts.values())


@pytest.mark.parametrize("name", GAMES)
def test_no_bot_gives_a_game_up(name: str) -> None:
    for bot, edition, seed in product(bots_for(name), GAMES[name].editions(), range(10)):
        assert undercroft.play(name, bot, seed=f"on {seed}", edition=edition).end != "gave-up"


def test_an_unknown_bot_is_refused_in_a_sentence() -> None:
    with pytest.raises(UndercroftError, match="there is no bot 'clever'; there is random, steady"):
        undercroft.play("tin-helm", "clever")


def test_the_number_of_players_must_fit_the_seats() -> None:
    with pytest.raises(UndercroftError, match="seats 1, and 2 players"):
        undercroft.play("tin-helm", ["random", "random"])
