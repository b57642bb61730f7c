"""Taunts, and the altars that the Boss breaks on its way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import Cell, Where, offered, when
from tests.games.tiny_epic_dungeons.deep import (
    BOSS,
    LEECH,
    PINCHER,
    act,
    altars,
    boss,
    deep,
    goblin,
    goblins,
    halls,
    health,
    row,
    spot,
    to,
)
from undercroft.core.errors import ContentError
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.effects import split
from undercroft.games.tiny_epic_dungeons.state import Dungeon

Rooms = dict[Cell, str | tuple[str, str]]
ROOMS: Rooms = {**row(0, 5), (3, 6): ("iron-mouth", "w")}  # the Lair Door in the east
SITES = ("ossuary-crossing", "gibbet-court", "antler-hall", "long-cistern")


def loose(at: list[Where], **figures: Any) -> Dungeon:
    """Act 2, the Boss on its mat unless it says otherwise, no altars but those a test asks for."""
    figures = {"rooms": ROOMS, **figures}
    return deep(len(at), at=at, boss=BOSS, **figures)


def steps(game: Dungeon) -> list[str]:
    """What movement and Taunts are offered."""
    return [name for name in offered(game) if name == "taunt" or name.split("-")[0] in ("go", "space", "explore")]


# ---- taunting -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "taunt.action")
def test_four_speed_pay_for_two_taunts_and_no_step() -> None:
    game = loose([(3, 0), (3, 0)], speed_left=4)
    for left, end in ((2, (3, 4)), (0, (3, 1))):
        when(game, "taunt")
        assert (game.speed_left, spot(game.boss_at)) == (left, end)
    assert steps(game) == []
    assert game.heroic_left == 1


@pytest.mark.rule("tiny-epic-dungeons", "taunt.action")
def test_three_speed_pay_for_a_taunt_and_a_step() -> None:
    game = loose([(3, 0), (3, 0)], speed_left=3)
    told = when(game, "taunt")
    assert told.figures("boss.taunted") == [{"hero": game.heroes[0].mat.index, "boss": game.boss}]
    assert steps(game) == [to((3, 1))]


@pytest.mark.rule("tiny-epic-dungeons", "taunt.action")
@pytest.mark.parametrize(
    ("figures", "able"),
    [({"speed_left": 2}, True), ({"speed_left": 1}, False), ({"speed_left": 4, "moving": False}, False)],
)
def test_it_takes_two_speed_and_movement_that_has_not_ended(figures: dict[str, Any], able: bool) -> None:
    assert ("taunt" in offered(loose([(3, 0), (3, 0)], **figures))) == able


@pytest.mark.rule("tiny-epic-dungeons", "taunt.action")
def test_there_is_no_taunt_after_an_attack_nor_in_act_one() -> None:
    game = loose([(3, 0), (3, 0)], goblins={1: (PINCHER, (3, 0))})
    assert "taunt" in offered(game)
    when(game, "melee-1", "neither", dice=[6])
    assert "taunt" not in offered(game)
    assert "taunt" not in offered(deep(rooms=ROOMS, at=[(3, 0), (3, 0)]))


@pytest.mark.rule("tiny-epic-dungeons", "taunt.path")
def test_the_boss_stops_in_the_taunting_heros_room_and_does_not_attack() -> None:
    game = loose([(3, 3), (3, 3)], boss_at=(3, 5), altars=0)
    told = when(game, "taunt")
    assert (spot(game.boss_at), health(game)) == ((3, 3), [9, 9])
    assert told.names == ["boss.taunted", "boss.moves"]


@pytest.mark.rule("tiny-epic-dungeons", "taunt.path")
def test_it_passes_other_heroes_on_its_way() -> None:
    game = loose([(3, 0), (3, 4)], boss_at=(3, 5))
    when(game, "taunt")
    assert spot(game.boss_at) == (3, 2)


@pytest.mark.rule("tiny-epic-dungeons", "taunt.path")
@pytest.mark.parametrize("at", [(3, 3), 1])
def test_there_is_no_taunt_where_the_boss_already_is(at: Where) -> None:
    other = 2 if at == 1 else (3, 0)
    game = loose([at, other], boss_at=at)
    assert "taunt" not in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "taunt.path", "altar.break")
@pytest.mark.parametrize(("way", "broken"), [("way-1", (2, 3)), ("way-2", (3, 4))])
def test_the_heros_player_picks_among_ways_that_pass_other_altars(way: str, broken: Cell) -> None:
    rooms: Rooms = {(2, 3): (SITES[0], "nesw"), (3, 4): (SITES[1], "nesw"), (2, 4): ("spring-chapel", "nesw"),
                    (3, 2): ("iron-mouth", "e")}  # fmt: skip
    game = loose([(2, 4), (3, 2)], rooms=rooms, boss_at=(3, 3))
    asked = when(game.copy(), "taunt")
    assert (asked.asked, asked.offered) == ("taunt.path", ["way-1", "way-2"])
    when(game, "taunt", way)
    assert (spot(game.boss_at), game.covered) == ((2, 4), 1)
    assert broken not in altars(game)
    assert len(altars(game)) == 2


@pytest.mark.rule("tiny-epic-dungeons", "taunt.path")
def test_ways_that_end_apart_are_asked_about_and_others_are_not() -> None:
    square = halls((2, 3), (3, 4), (2, 4))
    rooms: Rooms = {**square, (3, 2): ("iron-mouth", "e")}
    slow = loose([(2, 4), (3, 2)], changes=boss(speed=1), rooms=rooms, boss_at=(3, 3))
    when(slow, "taunt", "way-2")
    assert spot(slow.boss_at) == (3, 4)
    fast = loose([(2, 4), (3, 2)], rooms=rooms, boss_at=(3, 3))
    assert when(fast, "taunt").asked == ""


@pytest.mark.rule("tiny-epic-dungeons", "taunt.out-of-lair")
def test_a_taunt_draws_the_boss_out_of_its_lair_past_heroes_on_the_mat() -> None:
    game = loose([(3, 2), 1])
    when(game, "taunt")
    assert spot(game.boss_at) == (3, 4)


@pytest.mark.rule("tiny-epic-dungeons", "taunt.out-of-lair")
@pytest.mark.parametrize(("start", "end"), [((3, 4), "lair"), ((3, 2), (3, 5)), ((3, 6), "lair")])
def test_a_taunt_from_the_mat_draws_it_home(start: Cell, end: Cell | str) -> None:
    game = loose([1, (3, 0)], boss_at=start)
    when(game, "taunt")
    assert spot(game.boss_at) == end


# ---- altars ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "altar.break")
@pytest.mark.parametrize("cause", ["taunt", "Enemy Actions"])
def test_the_boss_breaks_every_altar_that_it_enters_and_covers_the_highest_spaces(cause: str) -> None:
    rooms = {**ROOMS, (3, 2): (SITES[0], "ew"), (3, 0): (SITES[1], "e")}
    game = loose([(3, 1), (3, 1)], rooms=rooms, boss_at=(3, 4), health=[9, 0])
    assert altars(game) == [(3, 0), (3, 2), (3, 3)]
    told = when(game, "taunt") if cause == "taunt" else act(game)
    assert (spot(game.boss_at), altars(game)) == ((3, 1), [(3, 0)])
    assert [event["space"] for event in told.figures("altar.breaks")] == [6, 4]
    assert game.covered == 2


@pytest.mark.rule("tiny-epic-dungeons", "altar.break", "boss.altar-space-stops")
def test_health_markers_then_pass_the_covered_space() -> None:
    game = loose([(3, 2), (3, 2)], boss_at=(3, 4), markers=[6, 0])
    when(game, rule=split, arguments=[1])
    assert game.markers == [6, 0]
    when(game, "taunt")
    assert (altars(game), game.covered) == ([], 1)
    when(game, rule=split, arguments=[4])
    assert game.markers == [4, 0]


@pytest.mark.rule("tiny-epic-dungeons", "altar.break")
def test_an_altar_in_the_room_it_leaves_is_not_entered() -> None:
    game = loose([(3, 0), (3, 0)], boss_at=(3, 3))
    when(game, "taunt")
    assert (altars(game), game.covered) == ([(3, 3)], 0)


@pytest.mark.rule("tiny-epic-dungeons", "altar.heroes-cannot")
def test_heroes_and_goblins_leave_altars_alone() -> None:
    rooms = {**ROOMS, (3, 2): (SITES[0], "ew")}
    met = 1 << 3 * 7 + 2
    game = loose([(3, 1), (3, 1)], rooms=rooms, boss_at=(3, 6), met=met, goblins={1: (PINCHER, (3, 4))}, speed_left=2)
    when(game, to((3, 2)))
    when(game, to((3, 3)))
    when(game, "rest")
    assert (altars(game), game.covered) == ([(3, 2), (3, 3)], 0)


@pytest.mark.rule("tiny-epic-dungeons", "altar.surplus")
@pytest.mark.parametrize("spaces", [[6, 4, 2], [7, 3]])
def test_altars_beyond_the_tracks_spaces_are_removed_without_effect(spaces: list[int]) -> None:
    rooms = {**ROOMS, **{(3, column): (SITES[place], "ew") for place, column in enumerate((1, 2, 4, 5))}}
    game = loose([(3, 0)] * 4, changes=boss(altars=spaces, speed=6), rooms=rooms, boss_at=(3, 6))
    assert len(altars(game)) == 5
    told = when(game, "taunt")
    assert [event["space"] for event in told.figures("altar.breaks")] == spaces + [0] * (5 - len(spaces))
    assert (altars(game), game.covered) == ([], len(spaces))


@pytest.mark.rule("tiny-epic-dungeons", "altar.surplus")
def test_two_heroes_need_all_three_altars_for_three_spaces() -> None:
    rooms = {**ROOMS, (3, 4): (SITES[0], "ew"), (3, 2): (SITES[1], "ew")}
    game = loose([(3, 2), (3, 2)], changes=boss(speed=2), rooms=rooms, boss_at=(3, 5), markers=[3, 0])
    when(game, "taunt")
    assert not when(game, rule=split, arguments=[3]).ended
    assert (altars(game), game.covered, game.markers) == ([(3, 2)], 2, [2, 0])
    when(game, "taunt")
    assert when(game, rule=split, arguments=[2]).ended
    assert (altars(game), game.covered) == ([], 3)


@pytest.mark.rule("tiny-epic-dungeons", "altar.surplus")
def test_a_track_with_four_altar_spaces_is_refused() -> None:
    with pytest.raises(ContentError, match="altars"):
        content.load("book", boss(altars=[7, 5, 3, 1]))


@pytest.mark.rule("tiny-epic-dungeons", "altar.act-one-idle")
def test_in_act_one_neither_goblins_nor_minions_nor_heroes_touch_the_altar() -> None:
    changes = goblin(PINCHER, speed=1)
    game = deep(
        changes=changes, rooms=row(0, 5), at=[(3, 3), (3, 2)], health=[0, 9], goblins={1: (PINCHER, (3, 4))},
        minions=[(LEECH, (3, 5))],
    )  # fmt: skip
    act(game)
    assert goblins(game)[0] == (3, 3)
    act(game)
    assert (altars(game), game.covered, health(game)) == ([(3, 3)], 0, [0, 7])
