"""The editions, and every switch both ways."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import TORCH, Cell, Where, offered, when
from tests.games.tiny_epic_dungeons.deep import (
    BOSS,
    HAULER,
    LEECH,
    PINCHER,
    boss,
    deep,
    goblins,
    health,
    minions,
    printed,
    row,
    spot,
    to,
    track,
)
from undercroft.core.errors import ContentError
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.effects import split
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.games.tiny_epic_dungeons.torch import torch_down

Rooms = dict[Cell, str | tuple[str, str]]
ROOMS: Rooms = {**row(0, 5), (3, 6): ("iron-mouth", "w")}  # the Lair Door in the east
SEARCH = {"skill": "strength", "target": 6, "success": [{"do": "health", "by": 1}], "failure": []}
FACE_4 = 3  # a place on the Enemy Die


def act_two(edition: str, at: list[Where], **figures: Any) -> Dungeon:
    """Act 2, the Boss on its mat unless it says otherwise."""
    return deep(len(at), edition=edition, rooms=ROOMS, at=at, boss=BOSS, **figures)


# ---- what differs ---------------------------------------------------------------------------------------------------


def test_the_book_comes_first_and_the_printed_game_second() -> None:
    assert list(content.editions()) == ["book", "printed"]
    assert all(edition.title and edition.summary for edition in content.editions().values())


def test_the_printed_game_differs_in_two_figures_and_four_switches() -> None:
    _, book = content.read(content.DATA, "book", {})
    _, other = content.read(content.DATA, "printed", {})
    tables = [each.name for each in fields(book) if getattr(book, each.name) != getattr(other, each.name)]
    assert tables == ["figures", "switches"]
    differing = {
        name: (getattr(getattr(book, table), name), getattr(getattr(other, table), name))
        for table in tables
        for name in getattr(book, table).__struct_fields__
        if getattr(getattr(book, table), name) != getattr(getattr(other, table), name)
    }
    assert differing == {
        "taunt_speed": (2, 0),
        "taunt_focus": (0, 2),
        "unused_dice_on_failure": (True, False),
        "boss_attackable_in_dungeon": (False, True),
        "markers_stop_on_altar": (True, False),
        "passed_spaces_resolved": (True, False),
    }
    assert book.switches.encounters_wait_for_entry is True


# ---- the price of a Taunt -------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "taunt.action")
@pytest.mark.parametrize(
    ("edition", "speed", "focus", "moving", "able"),
    [
        ("book", 2, 0, True, True), ("book", 1, 8, True, False), ("book", 4, 8, False, False),
        ("printed", 0, 2, False, True), ("printed", 4, 1, True, False),
    ],
)  # fmt: skip
def test_a_taunt_costs_speed_by_the_book_and_focus_in_the_printed_game(
    edition: str, speed: int, focus: int, moving: bool, able: bool
) -> None:
    game = act_two(edition, [(3, 0), (3, 0)], speed_left=speed, focus=[focus, 0], moving=moving)
    assert ("taunt" in offered(game)) == able
    if able:
        when(game, "taunt")
        assert (game.speed_left, game.heroes[0].focus, spot(game.boss_at)) == (0, 0, (3, 4))


@pytest.mark.rule("tiny-epic-dungeons", "taunt.action")
def test_a_taunt_may_cost_both_but_never_nothing() -> None:
    changes = {"figures.taunt-speed": 1, "figures.taunt-focus": 1}
    game = act_two("book", [(3, 0), (3, 0)], changes=changes, focus=[3, 0], speed_left=3)
    when(game, "taunt")
    assert (game.speed_left, game.heroes[0].focus) == (2, 2)
    with pytest.raises(ContentError, match="a Taunt costs Speed or Focus"):
        content.load("book", {"figures.taunt-speed": 0})


# ---- spaces that the Torch passes -----------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "torch.one-space-at-a-time")
@pytest.mark.parametrize(
    ("edition", "act", "goblin_comes", "enemies_act"),
    [("book", 1, True, True), ("book", 2, True, True), ("printed", 1, False, False), ("printed", 2, False, True)],
)
def test_in_the_printed_game_a_torch_passes_symbols_except_enemy_actions_in_act_two(
    edition: str, act: int, goblin_comes: bool, enemies_act: bool
) -> None:
    changes = {**track(act, [20], [19]), "figures.boss-action-damage": 0}
    game = deep(
        edition=edition, changes=changes, rooms=ROOMS, at=[(3, 0), (3, 1)], health=[9, 0],
        goblins={1: (PINCHER, (3, 0))}, boss=BOSS if act == 2 else "", torch=21,
    )  # fmt: skip
    when(game, rule=torch_down, arguments=[3], cards=[HAULER] * goblin_comes)
    assert game.torch == 18
    assert game.goblin_count() == 1 + goblin_comes
    assert health(game)[0] == 9 - enemies_act


@pytest.mark.rule("tiny-epic-dungeons", "torch.down-and-land", "torch.both-symbols")
@pytest.mark.parametrize("edition", ["book", "printed"])
def test_where_it_comes_to_rest_everything_counts_in_both(edition: str) -> None:
    game = deep(edition=edition, changes=track(1, [19], [19]), at=[(3, 3), (3, 3)], health=[9, 0], torch=21)
    when(game, rule=torch_down, arguments=[2], cards=[HAULER])
    assert (goblins(game)[0], health(game)) == ((3, 3), [8, 0])


@pytest.mark.rule("tiny-epic-dungeons", "torch.skull")
@pytest.mark.parametrize("edition", ["book", "printed"])
def test_no_torch_passes_the_skull(edition: str) -> None:
    game = deep(edition=edition, torch=1)
    assert when(game, rule=torch_down, arguments=[3]).names == ["torch.down", "end.torch"]


@pytest.mark.rule("tiny-epic-dungeons", "torch.one-space-at-a-time", "boss.torch-face")
@pytest.mark.parametrize("edition", ["book", "printed"])
def test_two_effects_that_move_it_one_space_each_land_twice(edition: str) -> None:
    effect = {"effects": [{"do": "torch", "by": -1}], "text": "Dark."}
    changes = {**track(2, [20], []), **boss(torch_effect=effect)}
    game = act_two(edition, [1, (3, 0)], changes=changes, torch=21)
    when(game, "melee-9", dice=[1, TORCH], cards=[HAULER])
    assert (game.torch, goblins(game)[0]) == (19, (3, 3))


# ---- unused dice ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "check.unused-even-on-failure")
@pytest.mark.parametrize(
    ("edition", "dice", "focus"),
    [("book", [5, 3], 1), ("printed", [5, 3], 0), ("book", [6, 3], 1), ("printed", [6, 3], 1)],
)
def test_unused_dice_pay_after_a_failure_by_the_book_alone(edition: str, dice: list[int], focus: int) -> None:
    changes = {**printed("card.old-guardroom", search=SEARCH), "hero.wend-oakley.strength": 2}
    game = deep(edition=edition, changes=changes, rooms={(3, 4): ("old-guardroom", "ew")}, at=[(3, 4), (3, 3)])
    when(game, "search", "count-1", dice=dice)
    assert game.heroes[0].focus == focus


# ---- the Boss in the dungeon ----------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "boss.attack-from-hero-space")
@pytest.mark.parametrize(
    ("hero", "boss_at", "attacks"),
    [
        ((3, 3), (3, 3), ["melee-9"]),
        ((3, 2), (3, 5), ["missile-9"]),
        (1, (3, 6), []),
        ((3, 6), 1, []),
        (1, 1, ["melee-9", "missile-9"]),
    ],
)
def test_in_the_printed_game_the_boss_can_be_fought_wherever_it_is(
    hero: Where, boss_at: Where, attacks: list[str]
) -> None:
    game = act_two("printed", [hero, (3, 0)], boss_at=boss_at)
    assert [name for name in offered(game) if name.endswith("-9")] == attacks
    book = act_two("book", [hero, (3, 0)], boss_at=boss_at)
    assert [name for name in offered(book) if name.endswith("-9")] == (attacks if boss_at == 1 else [])


@pytest.mark.rule("tiny-epic-dungeons", "boss.attack-from-hero-space", "boss.always-counters")
def test_there_it_is_hurt_and_answers_as_on_its_mat() -> None:
    game = act_two("printed", [(3, 2), (3, 0)], boss_at=(3, 5), covered=3)
    when(game, "missile-9", dice=[6, FACE_4])
    assert (game.markers, health(game)) == ([8, 7], [6, 9])


@pytest.mark.rule("tiny-epic-dungeons", "boss.other-damage")
@pytest.mark.parametrize(("edition", "markers"), [("book", [8, 8]), ("printed", [8, 7])])
def test_there_other_damage_reaches_it_too(edition: str, markers: list[int]) -> None:
    effects = [{"do": "damage", "by": 1, "to": "enemies", "within": 1}]
    game = act_two(
        edition, [(3, 2), (3, 0)], changes=printed("loot.flash-powder", effects=effects), boss_at=(3, 3), covered=3,
        goblins={1: (PINCHER, (3, 2))}, loot=[["flash-powder"]],
    )  # fmt: skip
    when(game, "use-6", "neither")
    assert game.markers == markers


# ---- Altar spaces ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "boss.altar-space-stops")
@pytest.mark.parametrize(
    ("edition", "covered", "stop"), [("book", 0, 6), ("printed", 0, 7), ("book", 1, 4), ("printed", 1, 5)]
)
def test_an_uncovered_altar_space_stops_a_marker_on_it_or_in_the_printed_game_above_it(
    edition: str, covered: int, stop: int
) -> None:
    game = act_two(edition, [1, (3, 0)], markers=[8, 0], covered=covered)
    when(game, rule=split, arguments=[5])
    assert game.markers == [stop, 0]


@pytest.mark.rule("tiny-epic-dungeons", "boss.altar-space-stops")
def test_with_every_space_covered_nothing_stops_it_in_either() -> None:
    for edition in ("book", "printed"):
        game = act_two(edition, [1, (3, 0)], markers=[8, 0], covered=3)
        assert when(game, rule=split, arguments=[8]).ended


# ---- enemies seen from afar -----------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "danger.revealed-from-afar")
@pytest.mark.parametrize("waits", [True, False])
@pytest.mark.parametrize(
    ("source", "card", "enemy", "damage"), [("a", "toll-arch", HAULER, 1), ("b", "ossuary-crossing", LEECH, 2)]
)
def test_an_enemy_revealed_from_afar_waits_for_whoever_enters_or_appears_at_once(
    source: str, card: str, enemy: str, damage: int, waits: bool
) -> None:
    changes = {"switches.encounters-wait-for-entry": waits, **printed(f"card.{card}", exits=["N", "E", "S", "W"])}
    game = deep(changes=changes, facedown={(3, 4): source}, deck=(3, 0, 0))
    when(game, "reveal-adjacent", cards=[card] if waits else [card, enemy])
    there = [(3, 4)] in (minions(game), goblins(game)[:1])
    assert (there, health(game)) == (not waits, [9, 9])
    when(game, to((3, 4)), cards=[enemy] if waits else [])
    assert [(3, 4)] in (minions(game), goblins(game)[:1])
    assert (health(game), game.moving) == ([9 - damage if waits else 9, 9], False)
