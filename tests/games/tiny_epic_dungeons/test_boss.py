"""The Boss: attacks on it, its Health Markers, its moves and its Counter-Attacks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import SHIELD, TORCH, Cell, Where, drawn_track, offered, when
from tests.games.tiny_epic_dungeons.deep import (
    BOSS,
    HAULER,
    PINCHER,
    act,
    boss,
    deep,
    goblins,
    health,
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
from undercroft.games.tiny_epic_dungeons.vocabulary import LONGEST_HEALTH

ROOMS: dict[Cell, str | tuple[str, str]] = {**row(0, 5), (3, 6): ("iron-mouth", "w")}  # the Lair Door in the east
CINDERS = printed("spell.ring-of-cinders", range="same-room", targets="all-enemies", result=0)
SHARD = printed("spell.slate-shard", range="line-of-sight", result=0)
POWDER = printed("loot.flash-powder", effects=[{"do": "damage", "by": 1, "to": "enemies", "within": 2}])
REGROWS = {"do": "enemy-health", "by": 1}
FACE_2, FACE_4 = 1, 3  # places on the Enemy Die


def before(at: list[Where], **figures: Any) -> Dungeon:
    """Act 2, the Boss on its mat unless it says otherwise."""
    return deep(len(at), rooms=ROOMS, at=at, boss=BOSS, **figures)


def splits(game: Dungeon, damage: int, *answers: str) -> set[tuple[int, ...]]:
    """What the Health Markers can come to by all choices of where damage goes."""
    after = game.copy()
    told = when(after, *answers, rule=split, arguments=[damage])
    if not told.asked:
        return {tuple(sorted(after.markers, reverse=True))}
    return set().union(*[splits(game, damage, *answers, option) for option in told.offered])


def attacks(game: Dungeon) -> list[str]:
    """The attacks on the Boss that are offered."""
    return [name for name in offered(game) if name in ("melee-9", "missile-9", "strike-first-9")]


# ---- attacking it ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "boss.attack-from-hero-space")
@pytest.mark.parametrize(
    ("hero", "boss_at", "reached"),
    [
        (1, 1, True), (4, 1, True), ((3, 6), 1, False),
        ((3, 3), (3, 3), False), ((3, 2), (3, 3), False), (1, (3, 6), False),
    ],
)  # fmt: skip
def test_it_can_be_attacked_from_a_hero_space_alone_and_on_the_mat_alone(
    hero: Where, boss_at: Where, reached: bool
) -> None:
    game = before([hero, (3, 0)], boss_at=boss_at, changes=SHARD, spells=[["slate-shard"]])
    assert attacks(game) == (["melee-9", "missile-9", "strike-first-9"] if reached else [])


@pytest.mark.rule("tiny-epic-dungeons", "boss.attack-roll")
def test_the_damage_is_the_result_minus_its_defense() -> None:
    changes = {**boss(defense=6), "hero.wend-oakley.strength": 3}
    game = before([1, (3, 0)], changes=changes, covered=3)
    told = when(game, "melee-9", "count-1-2-3", "marker-7", "marker-6", dice=[6, 2, 1, FACE_2])
    assert told.figures("check.result")[0]["result"] == 9
    assert game.markers == [8, 5]


@pytest.mark.rule("tiny-epic-dungeons", "boss.damage-split")
def test_the_attacker_divides_the_damage_as_it_likes() -> None:
    game = before([1, (3, 0)], covered=1)
    assert splits(game, 3) == {(8, 5), (7, 6)}
    assert splits(before([1, 2, 3], covered=3), 2) == {(8, 8, 6), (8, 7, 7)}


@pytest.mark.rule("tiny-epic-dungeons", "boss.damage-split", "boss.defeated")
def test_as_much_is_assigned_as_can_be_and_a_marker_on_zero_takes_no_more() -> None:
    game = before([1, (3, 0)], covered=3, markers=[3, 0])
    assert splits(game, 2) == {(1, 0)}
    assert splits(game, 9) == {(0, 0)}


@pytest.mark.rule("tiny-epic-dungeons", "boss.altar-space-stops")
@pytest.mark.parametrize(
    ("markers", "covered", "damage", "after"),
    [
        ([8, 0], 0, 4, {(6, 0)}),
        ([8, 8], 0, 4, {(6, 6)}),
        ([8, 8], 0, 3, {(7, 6)}),
        ([8, 8], 0, 9, {(6, 6)}),
        ([6, 6], 1, 3, {(5, 4)}),
        ([6, 3], 0, 3, {(6, 2)}),
        ([4, 0], 2, 1, {(3, 0)}),
    ],
)
def test_a_marker_stops_on_an_altar_space_without_an_altar_marker(
    markers: list[int], covered: int, damage: int, after: set[tuple[int, ...]]
) -> None:
    assert splits(before([1, (3, 0)], markers=markers, covered=covered), damage) == after


@pytest.mark.rule("tiny-epic-dungeons", "boss.no-healing")
@pytest.mark.parametrize(
    "changes",
    [
        boss(rider={"on": "melee", "effects": [REGROWS]}),
        boss(torch_effect={"effects": [REGROWS], "text": "It grows."}),
        boss(spaces=[{"n": n, "effects": [REGROWS]} for n in range(1, 7)]),
    ],
)
def test_no_boss_mat_may_heal_its_boss(changes: dict[str, Any]) -> None:
    with pytest.raises(ContentError, match="'enemy-health' is nothing for"):
        content.load("book", changes)


@pytest.mark.rule("tiny-epic-dungeons", "boss.no-healing")
def test_whatever_it_does_its_markers_stay_where_they_are() -> None:
    game = before([1, (3, 3)], changes=track(2, [], [9]), markers=[7, 5], torch=10)
    when(game, "melee-9", dice=[1, TORCH])
    assert game.markers == [7, 5]


@pytest.mark.rule("tiny-epic-dungeons", "boss.defeated")
@pytest.mark.parametrize(("markers", "die", "won"), [([1, 0], 6, True), ([1, 0], 5, False), ([1, 1], 6, False)])
def test_it_is_defeated_when_the_last_marker_reaches_zero(markers: list[int], die: int, won: bool) -> None:
    game = before([1, (3, 0)], covered=3, markers=markers)
    told = when(game, "melee-9", dice=[die] if won else [die, FACE_2])
    assert told.ended is won


@pytest.mark.rule("tiny-epic-dungeons", "boss.other-damage")
@pytest.mark.parametrize(
    ("hero", "boss_at", "covered", "after"),
    [((3, 6), 1, 1, 6), ((3, 3), (3, 3), 1, 6), (1, (3, 6), 1, 6), (1, 1, 1, 5), (1, 1, 0, 6)],
)
def test_other_damage_follows_the_same_rules(hero: Where, boss_at: Where, covered: int, after: int) -> None:
    game = before(
        [hero, (3, 0)], changes=POWDER, boss_at=boss_at, covered=covered, markers=[6, 0],
        goblins={1: (PINCHER, hero)}, loot=[["flash-powder"]],
    )  # fmt: skip
    told = when(game, "use-6", "neither")
    assert game.markers == [after, 0]
    assert not [name for name in told.names if name.startswith("counter")]


# ---- its moves ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "boss.leaves-empty-lair")
def test_with_only_the_unconscious_on_its_mat_it_goes_out_towards_the_nearest_hero() -> None:
    game = before([(3, 3), 1], health=[9, 0])
    act(game)
    assert spot(game.boss_at) == (3, 4)


@pytest.mark.rule("tiny-epic-dungeons", "boss.leaves-empty-lair")
def test_it_stays_with_a_conscious_hero_on_the_mat() -> None:
    game = before([(3, 6), 1], health=[9, 1])
    told = act(game)
    assert (spot(game.boss_at), "boss.moves" in told.names) == ("lair", False)


@pytest.mark.rule("tiny-epic-dungeons", "boss.moves-in-dungeon")
def test_it_walks_back_onto_the_mat_if_the_nearest_hero_is_there() -> None:
    game = before([1, (3, 4)], boss_at=(3, 6))
    act(game)
    assert spot(game.boss_at) == "lair"


@pytest.mark.rule("tiny-epic-dungeons", "boss.moves-in-dungeon")
@pytest.mark.parametrize(("answer", "end"), [("hero-1", "lair"), ("hero-2", (3, 5))])
def test_of_two_equally_near_the_active_player_picks(answer: str, end: Cell | str) -> None:
    game = before([1, (3, 5)], boss_at=(3, 6))
    act(game, answer)
    assert spot(game.boss_at) == end


@pytest.mark.rule("tiny-epic-dungeons", "boss.moves-until-same-room")
def test_it_goes_on_into_its_targets_room_though_that_is_long_within_reach() -> None:
    game = before([(3, 2), (3, 2)], boss_at=(3, 5), health=[9, 0])
    told = act(game)
    assert (spot(game.boss_at), health(game)) == ((3, 2), [7, 0])
    assert told.names[1:] == ["boss.moves", "altar.breaks", "boss.strikes", "hero.damaged"]


@pytest.mark.rule("tiny-epic-dungeons", "boss.counts-as-enemy")
def test_entering_its_room_ends_movement_though_it_cannot_be_attacked_there() -> None:
    game = before([(3, 3), (3, 0)], boss_at=(3, 4), speed_left=3)
    assert "move.ends" in when(game, to((3, 4))).names
    assert game.moving is False
    assert attacks(game) == []
    assert not [name for name in offered(game) if name.startswith("go-")]


@pytest.mark.rule("tiny-epic-dungeons", "boss.counts-as-enemy")
@pytest.mark.parametrize(("other", "health", "able"), [((3, 4), 9, True), ((3, 4), 0, False), ((3, 3), 9, False)])
@pytest.mark.parametrize(("card", "deed"), [("old-guardroom", "search"), ("needle-gallery", "disarm")])
def test_searching_and_disarming_beside_it_need_another_conscious_hero(
    card: str, deed: str, other: Cell, health: int, able: bool
) -> None:
    rooms = {**ROOMS, (3, 4): (card, "ew")}
    game = deep(rooms=rooms, at=[(3, 4), other], health=[9, health], boss=BOSS, boss_at=(3, 4))
    assert (deed in offered(game)) == able


# ---- its Counter-Attacks --------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "boss.always-counters")
@pytest.mark.parametrize("die", [1, 6])
def test_it_answers_every_attack_harmful_or_not(die: int) -> None:
    game = before([1, (3, 0)])
    told = when(game, "missile-9", dice=[die, FACE_4])
    assert ("boss.marker" in told.names) == (die == 6)
    assert health(game) == [6, 9]


@pytest.mark.rule("tiny-epic-dungeons", "boss.always-counters", "faq.one-counter")
def test_of_several_targets_it_is_the_one_that_answers() -> None:
    game = before([1, (3, 0)], changes=CINDERS, goblins={1: (PINCHER, 1)}, spells=[["ring-of-cinders"]])
    told = when(game, "sweep-1", dice=[1, FACE_4])
    assert [event["enemy"] for event in told.figures("counter.rolled")] == [game.enemy_name(8)]
    assert told.asked == ""


@pytest.mark.rule("tiny-epic-dungeons", "boss.counter-modifiers")
@pytest.mark.parametrize(
    ("attack", "face", "damage"),
    [
        ("melee-9", FACE_4, 3), ("missile-9", FACE_4, 1), ("strike-first-9", FACE_4, 2),
        ("melee-9", SHIELD, 3), ("missile-9", SHIELD, 1), ("melee-9", FACE_2, 1),
    ],
)  # fmt: skip
def test_its_own_modifiers_count_by_the_kind_of_attack(attack: str, face: int, damage: int) -> None:
    changes = {**SHARD, **boss(counter={"melee": 3, "missile": 1, "spell": 2}), "hero.wend-oakley.defense": 4}
    game = before([1, (3, 0)], changes=changes, spells=[["slate-shard"]])
    when(game, attack, dice=[1, face])
    assert health(game) == [9 - damage, 9]


@pytest.mark.rule("tiny-epic-dungeons", "boss.counter-modifiers")
@pytest.mark.parametrize(("attack", "defense", "left"), [("melee-9", 3, 5), ("missile-9", 3, 6), ("melee-9", 6, 9)])
def test_a_rider_follows_a_counter_attack_of_its_kind_that_hurts(attack: str, defense: int, left: int) -> None:
    rider = {"on": "melee", "effects": [{"do": "health", "by": -1}]}
    game = before([1, (3, 0)], changes={**boss(rider=rider), "hero.wend-oakley.defense": defense})
    when(game, attack, dice=[1, FACE_4])
    assert health(game) == [left, 9]


@pytest.mark.rule("tiny-epic-dungeons", "boss.torch-face")
def test_its_torch_moves_the_torch_resolves_the_space_and_then_does_its_own() -> None:
    game = before(
        [1, (3, 3)], changes=drawn_track(2), health=[1, 9], goblins={1: (PINCHER, 1), 2: (HAULER, (3, 0))}, torch=5
    )
    told = when(game, "melee-9", dice=[1, TORCH])
    parts = ("torch.down", "torch.enemies", "enemy.attacks", "boss.moves", "boss.strikes", "boss.torch-effect")
    assert [name for name in told.names if name in parts and name != "enemy.moves"] == list(parts)
    assert (goblins(game)[:2], spot(game.boss_at)) == (["lair", (3, 2)], (3, 4))
    assert (game.torch, health(game)) == (4, [0, 5])  # 2 by its action, 2 by its effect beside which it now stands


@pytest.mark.rule("tiny-epic-dungeons", "boss.torch-face", "end.at-once")
def test_a_torch_that_reaches_the_skull_comes_before_its_effect() -> None:
    game = before([1, (3, 3)], torch=1)
    told = when(game, "melee-9", dice=[1, TORCH])
    assert told.names[-2:] == ["torch.down", "end.torch"]
    assert health(game) == [9, 9]


@pytest.mark.rule("tiny-epic-dungeons", "boss.torch-effect-example", "boss.torch-face")
def test_two_damage_within_a_room_strike_the_mat_and_the_lair_door_whatever_the_defense() -> None:
    game = before([1, 4, (3, 6), (3, 5)], changes={"hero.sefa-marrow.defense": 7})
    when(game, "melee-9", dice=[1, TORCH])
    assert health(game) == [7, 7, 7, 9]


@pytest.mark.rule("tiny-epic-dungeons", "boss.torch-effect-example")
def test_each_boss_has_an_effect_of_its_own() -> None:
    darker = {"effects": [{"do": "torch", "by": -1}], "text": "Dark."}
    light = before([1, (3, 0)], changes=boss(torch_effect=darker))
    when(light, "melee-9", dice=[1, TORCH])
    assert (light.torch, health(light)) == (18, [9, 9])
    calling = {"effects": [{"do": "goblin", "at": "here"}], "text": "Come."}
    call = before([1, (3, 0)], changes=boss(torch_effect=calling))
    when(call, "melee-9", dice=[1, TORCH], cards=[HAULER])
    assert goblins(call)[0] == "lair"


@pytest.mark.rule("tiny-epic-dungeons", "boss.damage-split")
def test_the_longest_health_track_that_can_be_set_is_played_from_its_top() -> None:
    changes = {"figures.boss-track-top": LONGEST_HEALTH}
    game = before([1, 2], changes=changes, markers=[LONGEST_HEALTH, 3])
    told = when(game, rule=split, arguments=[1])
    assert told.offered == [f"marker-{LONGEST_HEALTH}", "marker-3"]
