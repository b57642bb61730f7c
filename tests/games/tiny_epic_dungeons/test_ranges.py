"""Ranges: whom attacks, Spells and effects reach."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import Cell, Where, offered, when
from tests.games.tiny_epic_dungeons.deep import (
    BOSS,
    HAULER,
    PINCHER,
    SLINGER,
    act,
    deep,
    goblin,
    goblins,
    halls,
    health,
    printed,
    row,
)
from undercroft.games.tiny_epic_dungeons.state import Dungeon

EMBER = printed("spell.wandering-ember", range="any-path", targets="one", mode="attack", skill="intellect")
VOLLEY = printed("spell.moth-volley", range="within", n=4, targets="one", mode="attack", skill="intellect")
CIRCLE = printed(
    "spell.hearth-circle", target=1, cost_focus=0, effects=[{"do": "health", "by": 2, "to": "heroes", "within": 1}]
)
POWDER = printed(
    "loot.flash-powder", slot="charm", when="heroic", discard=True, effects=[
        {"do": "damage", "by": 1, "to": "enemies", "within": 1},
        {"do": "focus", "by": -1, "to": "heroes", "within": 1},
    ],
)  # fmt: skip
SALTS = printed(
    "loot.smelling-salts", slot="charm", when="free", discard=True, range="within", n=1,
    effects=[{"do": "health", "by": 3, "to": "target"}],
)  # fmt: skip
BEYOND = {**row(0, 5), (3, 6): ("iron-mouth", "w")}  # the Lair Door in the east, all else west of it


def attacks(game: Dungeon, *words: str) -> list[str]:
    """The attacks of these kinds that are offered."""
    return [name for name in offered(game) if name.rsplit("-", 1)[0] in words]


# ---- one target -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "range.same-room")
def test_the_same_room_is_at_no_distance() -> None:
    game = deep(rooms=row(4, 4), at=[(3, 3), (3, 4)], goblins={1: (PINCHER, (3, 3)), 2: (HAULER, (3, 4))})
    assert attacks(game, "melee") == ["melee-1"]


@pytest.mark.rule("tiny-epic-dungeons", "range.line-of-sight")
@pytest.mark.parametrize(
    ("first", "second", "seen"),
    [("ew", "ew", True), ("nw", "ew", False), ("ns", "ew", False), ("ew", "n", False), ("ew", "w", True)],
)
def test_a_straight_path_needs_a_passage_between_every_two_rooms(first: str, second: str, seen: bool) -> None:
    rooms = {(3, 1): ("spring-chapel", "nesw"), (3, 2): ("gutter-run", first), (3, 4): ("old-guardroom", second)}
    game = deep(rooms=rooms, at=[(3, 1), (3, 1)], goblins={1: (PINCHER, (3, 4))})
    assert attacks(game, "melee", "missile") == (["missile-1"] if seen else [])


@pytest.mark.rule("tiny-epic-dungeons", "range.line-of-sight")
def test_a_facedown_card_stops_the_line() -> None:
    game = deep(rooms=halls((3, 1), (3, 4)), facedown={(3, 2): "a"}, at=[(3, 1)] * 2, goblins={1: (PINCHER, (3, 4))})
    assert attacks(game, "missile") == []


@pytest.mark.rule("tiny-epic-dungeons", "range.line-of-sight")
@pytest.mark.parametrize(
    ("hero", "target", "seen"),
    [((3, 0), (3, 6), True), ((0, 3), (6, 3), True), ((3, 2), (2, 3), False), ((3, 3), (3, 3), False)],
)
def test_the_line_may_cross_the_grid_but_never_turns_nor_ends_where_it_began(
    hero: Cell, target: Cell, seen: bool
) -> None:
    cross = [(3, column) for column in range(7) if column != 3] + [(line, 3) for line in range(7) if line != 3]
    game = deep(rooms=halls(*cross), at=[hero, hero], goblins={1: (PINCHER, target)})
    assert attacks(game, "missile") == (["missile-1"] if seen else [])


@pytest.mark.rule("tiny-epic-dungeons", "range.sight-not-blocked")
def test_neither_goblins_nor_heroes_in_between_block_the_line() -> None:
    game = deep(
        rooms=row(4, 6), at=[(3, 3), (3, 5)], goblins={1: (PINCHER, (3, 4)), 2: (HAULER, (3, 6)), 3: (SLINGER, (3, 5))}
    )
    assert attacks(game, "missile") == ["missile-1", "missile-2", "missile-3"]


@pytest.mark.rule("tiny-epic-dungeons", "range.any-path")
def test_any_path_reaches_round_corners_however_far_and_the_same_room_too() -> None:
    winding = halls((3, 4), (2, 4), (2, 5), (1, 5), (1, 6))
    game = deep(
        changes=EMBER, rooms=winding, at=[(3, 3), (3, 3)], goblins={1: (PINCHER, (1, 6)), 2: (HAULER, (3, 3))},
        spells=[["wandering-ember"]],
    )  # fmt: skip
    assert attacks(game, "strike-first", "missile") == ["strike-first-1", "strike-first-2"]


@pytest.mark.rule("tiny-epic-dungeons", "range.within-n")
def test_within_four_rooms_counts_passages_from_none_to_four() -> None:
    line = halls((3, 4), (3, 5), (2, 5), (1, 5), (0, 5))  # 1 to 5 passages from the Entrance
    game = deep(
        changes=VOLLEY, rooms=line, at=[(3, 3), (3, 3)], spells=[["moth-volley"]],
        goblins={1: (PINCHER, (3, 3)), 2: (HAULER, (1, 5)), 3: (SLINGER, (0, 5))},
    )  # fmt: skip
    assert attacks(game, "strike-first") == ["strike-first-1", "strike-first-2"]


# ---- all ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "range.all")
def test_all_within_a_room_means_everybody_there_by_passages_and_the_one_who_acts() -> None:
    rooms = {
        (3, 4): ("gutter-run", "ew"), (3, 5): ("spring-chapel", "ew"), (2, 3): ("chandlers-store", "n"),
    }  # fmt: skip
    spared = ("goblin-drummer", (2, 3))
    game = deep(
        4,
        changes={**POWDER, **goblin("goblin-drummer")},
        rooms=rooms,
        at=[(3, 3), (3, 4), (2, 3), (3, 5)],
        focus=[3, 3, 3, 3],
        goblins={1: (PINCHER, (3, 3)), 2: (HAULER, (3, 4)), 3: spared, 4: (SLINGER, (3, 5))},
        loot=[["flash-powder"]],
    )
    told = when(game, "use-6", "neither", "neither")
    assert goblins(game) == ["nowhere", "nowhere", (2, 3), (3, 5)]
    assert [hero.focus for hero in game.heroes] == [2, 2, 3, 3]
    assert told.names.count("enemy.killed") == 2


# ---- the edge of the Boss Mat ---------------------------------------------------------------------------------------


def at_the_edge(at: list[Where], **figures: Any) -> Dungeon:
    """Act 2 with the Boss in its Lair."""
    return deep(len(at), rooms=BEYOND, at=at, boss=BOSS, **figures)


@pytest.mark.rule("tiny-epic-dungeons", "range.lair-sealed", "range.within-n", "act2.enemy-actions")
def test_the_bosss_own_damage_crosses_the_edge_and_counts_rooms_through_the_lair_door() -> None:
    game = at_the_edge([1, (3, 6), (3, 3), (3, 2)])
    act(game)
    assert health(game) == [7, 7, 7, 9]


@pytest.mark.rule("tiny-epic-dungeons", "range.lair-sealed")
@pytest.mark.parametrize(("healer", "other"), [((3, 6), 1), (1, (3, 6))])
def test_no_healing_crosses_it_in_either_direction(healer: Where, other: Where) -> None:
    game = at_the_edge(
        [healer, other], changes={**CIRCLE, **SALTS}, health=[4, 4], loot=[["smelling-salts"]],
        spells=[["hearth-circle"]],
    )  # fmt: skip
    when(game, "use-6")
    assert health(game) == [7, 4]
    when(game, "cast-1", dice=[1])
    assert health(game) == [9, 4]


@pytest.mark.rule("tiny-epic-dungeons", "range.lair-sealed")
@pytest.mark.parametrize(("hero", "target"), [((3, 6), 1), (1, (3, 6)), ((3, 5), 1)])
def test_no_attack_of_a_hero_crosses_it(hero: Where, target: Where) -> None:
    game = at_the_edge(
        [hero, hero if hero != 1 else 2], changes={**EMBER, **VOLLEY}, boss_at=(3, 0), goblins={1: (PINCHER, target)},
        spells=[["wandering-ember", "moth-volley"]],
    )  # fmt: skip
    assert attacks(game, "melee", "missile", "strike-first", "strike-second") == []


@pytest.mark.rule("tiny-epic-dungeons", "range.lair-sealed")
def test_no_effect_on_all_enemies_crosses_it() -> None:
    game = at_the_edge(
        [(3, 6), (3, 0)], changes=POWDER, goblins={1: (PINCHER, 1), 2: (HAULER, (3, 5))}, loot=[["flash-powder"]]
    )
    when(game, "use-6", "neither")
    assert goblins(game)[:2] == ["lair", "nowhere"]


@pytest.mark.rule("tiny-epic-dungeons", "range.lair-sealed", "lair.goblins-enter")
@pytest.mark.parametrize(("hero", "start", "end"), [(1, (3, 5), (3, 6)), ((3, 5), 1, (3, 6))])
def test_no_goblin_strikes_across_it(hero: Where, start: Where, end: Cell) -> None:
    changes = {**goblin(PINCHER, range="within", n=2, speed=1), "figures.boss-action-damage": 0}
    game = at_the_edge([hero, (3, 0)], changes=changes, health=[9, 0], goblins={1: (PINCHER, start)})
    act(game)
    assert goblins(game)[0] == end
    assert health(game) == [9 if hero == 1 else 8, 0]
