"""Golden playthroughs: every edition of every game has one, and it still goes the same way."""

from __future__ import annotations

import json

import pytest

from tests.limits import GOLDEN_LIMITS
from tests.playthroughs import DIGESTS, GOLDEN, PLAYTHROUGHS, Playthrough, digests, written
from undercroft import GAMES

ANEW = "make playthroughs writes them anew, in a commit that says why"


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.path.stem)
def test_a_golden_playthrough_still_goes_the_same_way(playthrough: Playthrough) -> None:
    assert written(playthrough) == playthrough.path.read_text(encoding="utf-8"), ANEW


@pytest.mark.parametrize("name", GAMES)
def test_no_edition_lacks_a_golden_playthrough(name: str) -> None:
    editions = {playthrough.edition for playthrough in PLAYTHROUGHS if playthrough.game == name}
    assert editions == set(GAMES[name].editions())


@pytest.mark.parametrize("name", GAMES)
def test_every_playthrough_of_a_game_shows_another_opening(name: str) -> None:
    game = GAMES[name]
    shown = [one for one in PLAYTHROUGHS if one.game == name]
    assert len(shown) >= 4
    assert len({one.opening for one in shown}) == len(shown)
    assert all(one.after or one.opening in game.openings(game.new(one.edition, one.changes)) for one in shown)


def test_no_playthrough_lies_about_that_nobody_compares() -> None:
    compared = {DIGESTS.name, GOLDEN_LIMITS.name, *(one.path.name for one in PLAYTHROUGHS)}
    assert {path.name for path in GOLDEN.iterdir()} == compared


def test_interpreted_and_compiled_games_have_the_digests_that_are_written_down() -> None:
    assert digests() == json.loads(DIGESTS.read_text(encoding="utf-8")), ANEW
