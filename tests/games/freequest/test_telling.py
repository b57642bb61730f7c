"""What is told names everybody whom it is about, and nobody twice."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import given, when
from tests.games.freequest.test_questions import labels
from tests.games.told import Told
from undercroft.games.freequest import FREEQUEST
from undercroft.games.freequest.scene import nouns
from undercroft.games.freequest.state import FreeQuest


def sentences(game: FreeQuest, told: Told) -> list[str]:
    """What is told, in words."""
    return [FREEQUEST.words().event(event, nouns(game)) for event in told.events]


# ---- snares ---------------------------------------------------------------------------------------------------------


def snared() -> FreeQuest:
    """A warrior in a snare, with a medic beside; the warrior has an action left."""
    game = given(["aaaaaaaa"], heroes={"warrior": (0, 0), "medic": (2, 0)}, traps={(1, 0): "snare"})
    when(game, "step-east")
    return game


@pytest.mark.rule("freequest", "terrain.what")
@pytest.mark.parametrize(
    ("roll", "said"),
    [
        ([4, 1], "The Warrior rolls 4, 1 and gets free of the snare."),
        ([3, 1], "The Warrior rolls 3, 1 and does not get free of the snare."),
    ],
)
def test_a_hero_who_gets_out_of_a_snare_alone_is_named_once(roll: list[int], said: str) -> None:
    game = snared()
    assert labels(game, when(game))["free-0"] == "Free yourself from the snare"
    assert sentences(game, when(game, "free-0", dice=roll))[0] == said


@pytest.mark.rule("freequest", "terrain.what")
@pytest.mark.parametrize(
    ("roll", "said"),
    [
        ([1, 4, 1], "The Medic rolls 1, 4, 1 and frees the Warrior."),
        ([1, 3, 1], "The Medic rolls 1, 3, 1; the snare holds the Warrior."),
    ],
)
def test_a_hero_who_frees_another_names_the_other(roll: list[int], said: str) -> None:
    game = snared()
    when(game, "end-turn")
    assert labels(game, when(game))["free-0"] == "Free Warrior from the snare"
    assert sentences(game, when(game, "free-0", dice=roll))[0] == said
