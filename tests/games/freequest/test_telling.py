"""What is told names everybody whom it is about, and nobody twice."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import casts, given, learn, option_at, when
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


# ---- spells ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "spell.read-the-spell")
@pytest.mark.parametrize(
    ("answers", "dice", "said"),
    [
        (("on-hero-0", "on-hero-1"), [], "The Wizard and the Warrior have changed places."),
        (("on-hero-1", "on-hero-0"), [], "The Warrior and the Wizard have changed places."),
        (("on-hero-1", "on-monster-0"), [5, 1, 6, 1, 1, 1, 1], "The Warrior and the Goblin have changed places."),
    ],
)
def test_who_has_changed_places_is_named(answers: tuple[str, ...], dice: list[int], said: str) -> None:
    heroes = {"wizard": (1, 0), "warrior": (2, 0)}
    game = given(["aaaaaaaa"], heroes=heroes, monsters=[("goblin", (6, 0))])
    learn(game, "wizard", "change-of-places")
    told = when(game, casts(game, "change-of-places"), *answers, dice=dice)
    assert [line for line in sentences(game, told) if "changed places" in line] == [said]


@pytest.mark.rule("freequest", "spell.read-the-spell")
def test_a_monster_that_is_not_dragged_at_all_is_not_dragged_0_squares() -> None:
    game = given(["aaaaaaaa"], heroes={"wizard": (1, 0)}, monsters=[("goblin", (6, 0))])
    learn(game, "wizard", "undertow")
    told = when(game, casts(game, "undertow"), option_at(game, (6, 0)), dice=[5, 1, 6, 1, 1, 1, 1])
    assert told.figures("spell.pulled")[0]["squares"] == 0
    assert "The Goblin stays where it is." in sentences(game, told)
