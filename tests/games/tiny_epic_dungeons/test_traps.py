"""Traps: evading them, what they do otherwise, and when they are harmless."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import cell, drawn_track, offered, when, whole_turn
from tests.games.tiny_epic_dungeons.plain import TRAP, go, plain, where
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.games.tiny_epic_dungeons.torch import land

EAST = (3, 4)


def trapped(**figures: Any) -> Dungeon:
    """An armed trap lies faceup east of the Entrance, a quiet room behind it."""
    rooms = {EAST: ("needle-gallery", "ew"), (3, 5): ("listening-hall", "esw")}
    return plain(rooms=rooms, facedown={(2, 3): "a"}, **figures)


@pytest.mark.rule("tiny-epic-dungeons", "trap.evade")
def test_a_trap_is_evaded_by_a_check_that_reaches_its_target() -> None:
    game = trapped(focus=[0])
    told = when(game, go(EAST), "count-1-2", dice=[4, 2])
    assert told.figures("check.result") == [{"hero": 0, "result": 6, "against": 5}]
    assert "trap.evaded" in told.names
    assert game.heroes[0].health == 9
    assert game.heroic_left == 1


@pytest.mark.rule("tiny-epic-dungeons", "trap.evade")
def test_nobody_enters_an_armed_trap_without_a_check() -> None:
    told = when(trapped(), go(EAST), dice=[4, 3])
    assert told.asked == "check.dice"
    assert told.names == ["move.entered", "trap.springs", "check.rolled-two", "check.for-2"]


@pytest.mark.rule("tiny-epic-dungeons", "trap.evade")
def test_a_die_may_be_changed_for_focus_while_evading() -> None:
    game = trapped(focus=[2])
    when(game, go(EAST), "raise-1", "count-1", dice=[4, 3])
    assert (game.heroes[0].health, game.heroes[0].focus) == (9, 1)  # 2 paid, 1 from the unused 3


@pytest.mark.rule("tiny-epic-dungeons", "trap.fail-damage")
def test_a_failed_check_costs_the_traps_damage_whatever_the_defense() -> None:
    changes = {"hero.brannoch-tull.agility": 1, "hero.brannoch-tull.defense": 4}
    game = trapped(health=[6], focus=[0], changes=changes)
    told = when(game, go(EAST), dice=[3])
    assert told.figures("hero.damaged") == [{"hero": 0, "damage": 2, "health": 4}]
    assert "trap.evaded" not in told.names


@pytest.mark.rule("tiny-epic-dungeons", "trap.fail-damage")
@pytest.mark.parametrize("damage", [1, 3])
def test_the_damage_is_the_cards_own(damage: int) -> None:
    game = trapped(focus=[0], changes={"card.needle-gallery.trap": {**TRAP, "damage": damage}})
    when(game, go(EAST), "count-1", dice=[4, 3])
    assert game.heroes[0].health == 9 - damage


@pytest.mark.rule("tiny-epic-dungeons", "trap.every-entry", "danger.check-on-entry")
def test_leaving_and_coming_back_in_one_turn_needs_two_checks() -> None:
    game = trapped()
    first = when(game, go(EAST), "count-1", dice=[5, 3])
    when(game, go((3, 3)))
    second = when(game, go(EAST), "count-1", dice=[4, 3])
    assert first.names.count("trap.springs") + second.names.count("trap.springs") == 2
    assert (game.heroes[0].health, game.speed_left) == (7, 0)


@pytest.mark.rule("tiny-epic-dungeons", "trap.every-entry")
def test_every_hero_that_enters_makes_a_check_of_its_own() -> None:
    game = trapped(at=[EAST, (3, 3)], active=1)
    told = when(game, go(EAST), "count-1", dice=[4, 3])
    assert "trap.springs" in told.names
    assert [hero.health for hero in game.heroes] == [9, 7]


@pytest.mark.rule("tiny-epic-dungeons", "trap.every-entry")
def test_starting_a_turn_in_a_trap_needs_no_check() -> None:
    game = trapped(at=[EAST])
    told = whole_turn(game)
    assert (told.asked, told.names) == ("turn.next", ["turn.begins"])


@pytest.mark.rule("tiny-epic-dungeons", "trap.every-entry")
def test_entering_by_a_spell_needs_a_check() -> None:
    changes = {
        "spell.farstep.skill": "intellect", "spell.farstep.target": 5, "spell.farstep.cost-focus": 0,
        "spell.farstep.effects": [{"do": "step", "to": "any-room"}],
    }  # fmt: skip
    game = trapped(spells=[["farstep"]], focus=[0], changes=changes)
    told = when(game, "cast-1", "count-1", "place-26", "count-1", dice=[5, 4, 4, 3])
    assert "trap.strikes" in told.names
    assert (where(game), game.heroes[0].health) == (EAST, 7)


@pytest.mark.rule("tiny-epic-dungeons", "trap.enemies-unharmed")
def test_a_minion_walks_through_an_armed_trap_unharmed() -> None:
    game = trapped(minions=[("bell-warden", (3, 5))], changes=drawn_track(1), health=[9, 0])
    told = when(game, rule=land)
    assert (game.minion_at, game.minion_health) == ([cell((3, 3))], [6])
    assert "trap.springs" not in told.names


@pytest.mark.rule("tiny-epic-dungeons", "trap.disarm-afterwards")
@pytest.mark.parametrize("die", [4, 5])
def test_a_trap_may_be_disarmed_right_after_the_check_however_that_went(die: int) -> None:
    game = trapped(focus=[0])
    when(game, go(EAST), "count-1", dice=[die, 3])
    assert "disarm" in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "trap.disarm-afterwards")
def test_a_trap_may_be_disarmed_on_a_later_turn() -> None:
    game = trapped(at=[EAST])
    assert "disarm" in whole_turn(game).offered


@pytest.mark.rule("tiny-epic-dungeons", "trap.disarmed-is-safe", "setup.disarm-markers")
def test_a_disarmed_trap_is_harmless_for_everybody() -> None:
    game = trapped(at=[EAST, (3, 3)], focus=[0])
    when(game, "disarm", "count-1", "neither", dice=[6, 3])
    assert game.disarmed == 1 << cell(EAST)
    game.active, game.moving, game.speed_left, game.heroic_left = 1, True, 3, 1
    told = when(game, go(EAST))
    assert told.names == ["move.entered"]
    assert "disarm" not in offered(game)
    assert "rest" in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "trap.disarmed-is-safe")
def test_a_trap_that_was_not_disarmed_stays_armed() -> None:
    game = trapped(at=[EAST], focus=[0])
    when(game, "disarm", "count-1", dice=[5, 3])
    assert game.disarmed == 0


@pytest.mark.rule("tiny-epic-dungeons", "trap.unrevealed-harmless")
def test_a_trap_revealed_from_afar_waits_for_the_first_hero() -> None:
    game = plain(facedown={EAST: "a"}, deck=(9, 0, 0))
    told = when(game, "reveal-adjacent", cards=["needle-gallery"])
    assert not {"trap.springs", "check.rolled-two", "hero.damaged"} & set(told.names)
    told = when(game, go(EAST), dice=[4, 3])
    assert told.asked == "check.dice"
    assert "trap.springs" in told.names
