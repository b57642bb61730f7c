"""What the thimble makes of a disarm, beside the plain odds: they agree with all rolls, counted by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tests.games.freequest.board import given, hero, item
from undercroft.core.odds_words import Chances, chances_of
from undercroft.core.record import FORMAT, Record
from undercroft.core.session import Session
from undercroft.games.freequest import FREEQUEST
from undercroft.games.freequest.sheets import refresh
from undercroft.games.freequest.state import FreeQuest

LONG = ["a" * 10]
DISARM = "disarm-east"
MADE, FUMBLED = 5, 1  # a die of 5 or 6 disarms a trap; a roll without one, but with a 1, sets it off


def at_a_trap(skill: int, *gear: str) -> FreeQuest:
    """A medic who rolls so many dice beside a known pitfall."""
    game = given(LONG, heroes={"medic": (0, 0)}, known_traps={(1, 0): "pitfall"})
    medic = hero(game, "medic")
    medic.skill = skill
    medic.gear += [item(game, key) for key in gear]
    refresh(game.content, medic)
    assert medic.skill_dice == skill
    return game


def beside(make: Callable[[], FreeQuest]) -> Chances:
    """What stands beside disarming."""
    game = replace(FREEQUEST, new=lambda edition, changes: make(), openings=lambda state: ((),))
    live = Session(game, Record(FORMAT, game.name, "book", "a seed", 1))
    return chances_of(live, live.option(DISARM), live.odds(DISARM, follow=True))


def shares(skill: int) -> tuple[Fraction, Fraction]:
    """How many of all rolls disarm the trap, and how many do if one die may be turned to any face."""
    rolls = list(product(range(1, 7), repeat=skill))
    plain = [any(face >= MADE for face in roll) for roll in rolls]
    turned = [
        made or any(face >= MADE for place in range(skill) for face in (*roll[:place], 6, *roll[place + 1 :]))
        for made, roll in zip(plain, rolls, strict=True)
    ]
    return Fraction(sum(plain), len(rolls)), Fraction(sum(turned), len(rolls))


def fumbles(skill: int) -> Fraction:
    """How many of all rolls set the trap off as they lie."""
    rolls = list(product(range(1, 7), repeat=skill))
    return Fraction(sum(max(roll, default=0) < MADE and FUMBLED in roll for roll in rolls), len(rolls))


@pytest.mark.rule("freequest", "disarm.test")
@pytest.mark.parametrize("skill", [0, 1, 2, 3, 4])
def test_beside_a_disarm_stands_what_a_turned_die_makes_of_it(skill: int) -> None:
    told = beside(lambda: at_a_trap(skill, "widows-thimble"))
    plain, turned = shares(skill)
    assert told.plain.get("disarm it", Fraction(0)) == plain
    assert told.plain.get("set it off", Fraction(0)) == fumbles(skill)
    assert told.helped == ({"disarm it": {"with a turned die": turned}} if turned > plain else {})


def test_who_has_no_thimble_or_has_used_it_sees_plain_odds_alone() -> None:
    def used() -> FreeQuest:
        game = at_a_trap(3, "widows-thimble")
        hero(game, "medic").powers_used.append(item(game, "widows-thimble"))
        return game

    for make in (used, lambda: at_a_trap(3)):
        told = beside(make)
        assert told.plain["disarm it"] == shares(3)[0]
        assert told.helped == {}
