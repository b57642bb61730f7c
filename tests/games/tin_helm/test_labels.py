"""A label promises what there is room for, and says so where there is nothing to gain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.tin_helm.board import given, labels, when
from undercroft.games.tin_helm.places import camp, meet_pigman, pray, reach_water, search_grove
from undercroft.games.tin_helm.state import TinHelm

LOW = {"health": 3, "energy": 3, "food": 0}
FULL = {"food": 5}  # on a table that is given, health and energy are full


@pytest.mark.parametrize(
    ("hero", "rule", "figures", "said"),
    [
        ("merfolk-footpad", reach_water, LOW, {"gain-health": "1 health", "gain-energy": "1 energy"}),
        ("merfolk-footpad", reach_water, FULL, {"gain-health": "nothing to gain", "gain-energy": "nothing to gain"}),
        ("kroling-parson", meet_pigman, {"favor": 14}, {"blessing": "1 favor"}),
        ("kroling-parson", meet_pigman, {"favor": 15}, {"blessing": "nothing to gain"}),
        ("kroling-parson", pray, {"health": 3, "favor": 10}, {"full-health": "9 health"}),
        ("kroling-parson", pray, {"favor": 10}, {"full-health": "nothing to gain"}),
        ("kroling-parson", pray, {"favor": 4}, {"own-step": "nothing to gain"}),
        ("kroling-parson", search_grove, LOW, {"search": "1 -1 energy, 2 nothing, 3-4 1 food, 5-6 2 food"}),
        ("kroling-parson", search_grove, {"food": 4}, {"search": "1 -1 energy, 2 nothing, 3-6 1 food"}),
        ("kroling-parson", search_grove, {**FULL, "energy": 0}, {"search": "1-6 nothing"}),
        ("kroling-parson", camp, LOW, {"rest": "2 health, 1 energy", "forage": "1 food"}),
        ("kroling-parson", camp, FULL, {"rest": "nothing to gain", "forage": "nothing to gain"}),
        ("gnome-parson", camp, LOW, {"both": "2 health, 1 energy, 1 food"}),
        ("gnome-parson", camp, {**FULL, "energy": 3}, {"both": "1 energy"}),
        ("gnome-parson", camp, {"food": 4}, {"both": "1 food"}),
        ("gnome-parson", camp, FULL, {"both": "nothing to gain"}),
    ],
)
def test_a_label_promises_what_there_is_room_for(
    hero: str, rule: Callable[[TinHelm], None], figures: dict[str, Any], said: dict[str, str]
) -> None:
    game = given(hero, **figures)
    label = labels(game, when(game, rule))
    assert {option: label[option].partition(": ")[2] for option in said} == said


def test_water_says_what_it_is_good_for_even_where_there_is_nothing_to_gain() -> None:
    game = given("merfolk-footpad", energy=3)
    label = labels(game, when(game, reach_water))
    assert label["gain-health"] == "Recover health: nothing to gain"
    assert label["gain-energy"] == "Recover energy: 1 energy"
