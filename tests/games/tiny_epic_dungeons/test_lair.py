"""The Boss's Lair: opening it, entering it, moving about and leaving."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import Cell, Where, drawn_track, offered, when, whole_turn
from tests.games.tiny_epic_dungeons.deep import (
    BOSS,
    HAULER,
    LEECH,
    PINCHER,
    act,
    altars,
    boss,
    deep,
    goblin,
    goblins,
    health,
    heroes,
    printed,
    row,
    spaces,
    spot,
    to,
    track,
)
from tests.games.told import Told
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.bodies import dice_of, result_of
from undercroft.games.tiny_epic_dungeons.pieces import ON_MELEE, ON_MISSILE
from undercroft.games.tiny_epic_dungeons.state import Dungeon

DOOR: dict[Cell, str | tuple[str, str]] = {(3, 4): ("iron-mouth", "ew")}
VOLLEY = printed("spell.moth-volley", range="within", n=2, targets="one", mode="attack", skill="intellect")
CIRCLE = printed(
    "spell.hearth-circle", mode="cast", target=4, effects=[{"do": "health", "by": 2, "to": "heroes", "within": 1}]
)


def at_the_door(count: int = 2, **figures: Any) -> Dungeon:
    """Act 1, all Minions dead, the first hero at the Lair Door."""
    figures = {"rooms": DOOR, "seals": count, "at": [(3, 4)], **figures}
    return deep(count, **figures)


def in_act_two(at: list[Where], **figures: Any) -> Dungeon:
    """The Boss in its Lair, whose door is east of the Entrance."""
    figures = {"rooms": DOOR, "boss": BOSS, **figures}
    return deep(len(at), at=at, **figures)


def moves(game: Dungeon) -> list[str]:
    """The moves onto, about and off the mat that are offered."""
    return [name for name in offered(game) if name.startswith("space-") or name == "leave-lair"]


# ---- who may open it ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "lair.condition")
@pytest.mark.parametrize("third", ["not yet laid", "facedown", "never entered", "alive"])
def test_the_lair_stays_shut_while_a_minion_is_not_defeated(third: str) -> None:
    rooms = {**DOOR, (3, 2): ("ossuary-crossing", "ew")} if third == "never entered" else DOOR
    game = at_the_door(
        3, rooms=rooms, seals=2, facedown={(3, 2): "b"} if third == "facedown" else {},
        minions=[(LEECH, (3, 3))] if third == "alive" else [],
    )  # fmt: skip
    assert "open-lair" not in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "lair.condition")
@pytest.mark.parametrize("where", [(3, 3), (3, 5)])
def test_it_opens_from_the_lair_door_alone(where: Cell) -> None:
    game = at_the_door(rooms={**row(5, 5), **DOOR}, at=[where])
    assert "open-lair" not in offered(game)
    game = at_the_door(rooms={**row(5, 5), **DOOR})
    assert "open-lair" in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "lair.condition")
def test_the_last_minions_death_unlocks_it() -> None:
    game = at_the_door(seals=1, minions=[(LEECH, (3, 4), 1)])
    assert "open-lair" not in offered(game)
    when(game, "melee-5", "neither", "neither", dice=[6])
    assert "open-lair" in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "lair.any-hero")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_whichever_hero_is_there_may_open_it_on_its_turn_and_once(number: int) -> None:
    where: list[Cell] = [(3, 3)] * 3
    where[number] = (3, 4)
    game = at_the_door(3, at=where, active=number, heroic_left=0, moving=False)
    assert "open-lair" in offered(game)
    when(game, "open-lair", cards=[BOSS])
    assert "open-lair" not in offered(game)
    game = at_the_door(3, at=where, active=(number + 1) % 3)
    assert "open-lair" not in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "lair.flip-boss", "setup.boss-mat")
@pytest.mark.parametrize("key", [each.key for each in content.load("book", {}).bosses])
def test_a_boss_that_was_chosen_beforehand_is_not_drawn(key: str) -> None:
    game = at_the_door(changes={"play.boss": key})
    when(game, "open-lair")
    assert game.boss_mat().key == key


@pytest.mark.rule("tiny-epic-dungeons", "lair.optional")
def test_nobody_has_to_open_it() -> None:
    game = at_the_door()
    assert {"open-lair", "rest", "end-turn"} <= set(offered(game))
    whole_turn(game, "end-turn")
    assert game.act == 1


@pytest.mark.rule("tiny-epic-dungeons", "lair.closed-in-act-one")
def test_until_then_the_lair_door_is_a_room_like_any_other() -> None:
    game = at_the_door(rooms={**row(5, 5), **DOOR}, speed_left=2, goblins={1: (PINCHER, (3, 5))})
    assert moves(game) == []
    assert [name for name in offered(game) if name.startswith("go-")] == [to((3, 3)), to((3, 5))]
    when(game, to((3, 3)))
    act(game, "hero-1")
    assert (goblins(game)[0], health(game)) == ((3, 3), [8, 9])


@pytest.mark.rule("tiny-epic-dungeons", "lair.closed-in-act-one")
def test_revealing_the_lair_door_does_nothing_of_its_own() -> None:
    game = deep(facedown={(3, 4): "c", (3, 2): "a"}, seals=2)
    told = when(game, to((3, 4), "explore"))
    assert [name for name in told.names if name.split(".")[0] not in ("explore", "move")] == []
    assert (game.act, game.boss, spot(game.door)) == (1, -1, (3, 4))


# ---- what opening it does -------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "lair.flip-boss")
def test_nobody_knows_the_boss_before_and_it_may_be_any() -> None:
    keys = [boss.key for boss in at_the_door().content.bosses]
    assert len(keys) == 6
    for key in keys:
        game = at_the_door()
        assert game.boss == -1
        told = when(game, "open-lair", cards=[key])
        assert (game.act, game.boss_mat().key) == (2, key)
        assert told.figures("lair.opened") == [{"boss": game.boss, "hero": game.heroes[0].mat.index}]


@pytest.mark.rule("tiny-epic-dungeons", "lair.health-markers", "lair.boss-token")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_health_marker_for_each_hero_begins_on_eight_and_the_boss_in_its_lair(count: int) -> None:
    game = at_the_door(count)
    when(game, "open-lair", cards=[BOSS])
    assert game.markers == [8] * count
    assert spot(game.boss_at) == "lair"


@pytest.mark.rule("tiny-epic-dungeons", "lair.flip-torch")
@pytest.mark.parametrize(("count", "before", "top"), [(2, 30, 12), (3, 1, 17), (4, 5, 23), (2, 2, 12)])
def test_the_torch_goes_to_the_top_of_the_partys_column_and_resolves_nothing(count: int, before: int, top: int) -> None:
    there = {2: (PINCHER, (3, 3)), 4: (HAULER, (3, 4))}
    game = at_the_door(count, changes=drawn_track(2), goblins=there, torch=before)
    cards = game.goblins[:]
    told = when(game, "open-lair", cards=[BOSS])
    resolves_nothing(game, told, top, cards)


@pytest.mark.rule("tiny-epic-dungeons", "lair.flip-torch")
@pytest.mark.parametrize(("count", "top"), [(2, 12), (3, 17), (4, 23)])
def test_nothing_is_resolved_at_the_top_whatever_is_drawn_there(count: int, top: int) -> None:
    # the space 17 shows no symbol and no other space both: with both on each top either could be resolved by mistake
    there = {2: (PINCHER, (3, 3)), 4: (HAULER, (3, 4))}
    game = at_the_door(count, changes=track(2, [top], [top]), goblins=there, torch=5)
    cards = game.goblins[:]
    told = when(game, "open-lair", cards=[BOSS])
    resolves_nothing(game, told, top, cards)


def resolves_nothing(game: Dungeon, told: Told, top: int, cards: list[int]) -> None:
    """The Torch is at the top, Goblins 2 and 4 are where they were, and nothing but the opening happened."""
    assert game.torch == top
    assert (goblins(game), game.goblins) == (["nowhere", (3, 3), "nowhere", (3, 4)], cards)
    assert {name.split(".")[0] for name in told.names} == {"lair"}


@pytest.mark.rule("tiny-epic-dungeons", "lair.altars")
def test_every_encounter_in_the_dungeon_becomes_an_altar_beside_the_entrance() -> None:
    rooms = {**DOOR, (3, 2): ("ossuary-crossing", "ew"), (3, 1): ("gibbet-court", "ew"), (2, 3): ("toll-arch", "ns")}
    game = at_the_door(rooms=rooms)
    assert altars(game) == [(3, 3)]
    told = when(game, "open-lair", cards=[BOSS])
    assert altars(game) == [(3, 1), (3, 2), (3, 3)]
    assert told.figures("lair.altars") == [{"altars": 3}]


@pytest.mark.rule("tiny-epic-dungeons", "lair.order")
def test_opening_follows_its_order_and_costs_no_speed() -> None:
    rooms = {(3, 4): ("gutter-run", "ew"), (3, 5): ("iron-mouth", "w")}
    game = at_the_door(rooms=rooms, at=[(3, 3)], speed_left=3)
    when(game, to((3, 4)))
    when(game, to((3, 5)))
    told = when(game, "open-lair", cards=[BOSS])
    assert told.names == ["lair.opened", "lair.markers", "lair.boss-token", "lair.torch", "lair.altars"]
    when(game, "space-1")
    assert (heroes(game)[0], game.speed_left) == ("lair", 0)


# ---- on the mat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "lair.enter-cost")
@pytest.mark.parametrize(("start", "speed", "entered"), [((3, 4), 1, True), ((3, 3), 2, True), ((3, 3), 1, False)])
def test_entering_from_the_lair_door_costs_one_and_leads_to_the_first_space(
    start: Cell, speed: int, entered: bool
) -> None:
    game = in_act_two([start, (3, 3)], speed_left=speed)
    if start != (3, 4):
        assert moves(game) == []
        when(game, to((3, 4)))
    assert moves(game) == (["space-1"] if entered else [])
    if entered:
        when(game, "space-1")
        assert (heroes(game)[0], game.heroes[0].space, game.speed_left) == ("lair", 1, 0)


@pytest.mark.rule("tiny-epic-dungeons", "lair.one-room")
@pytest.mark.parametrize("space", [1, 2, 3, 4, 5, 6])
def test_from_every_hero_space_all_attacks_reach_everybody_on_the_mat(space: int) -> None:
    game = in_act_two([space, (3, 3)], changes=VOLLEY, goblins={1: (PINCHER, 1)}, spells=[["moth-volley"]])
    attacks = [f"{kind}-{target}" for kind in ("melee", "missile", "strike-first") for target in (1, 9)]
    assert set(attacks) <= set(offered(game))


@pytest.mark.rule("tiny-epic-dungeons", "lair.six-spaces", "check.modifiers")
@pytest.mark.parametrize(("space", "melee", "missile"), [(4, (2, 0), (0, 0)), (5, (0, 1), (0, 0)), (6, (0, 0), (0, 0))])
def test_a_hero_space_helps_with_what_it_says_and_with_nothing_else(
    space: int, melee: tuple[int, int], missile: tuple[int, int]
) -> None:
    help_of = {4: [{"do": "result", "by": 2, "on": "melee"}], 5: [{"do": "dice", "by": 1, "on": "melee"}]}
    game = in_act_two([space, (3, 3)], changes=boss(spaces=spaces(help_of)))
    hero = game.hero()
    for kind, more in ((ON_MELEE, melee), (ON_MISSILE, missile)):
        assert (result_of(game, hero, kind), dice_of(game, hero, kind)) == more


@pytest.mark.rule("tiny-epic-dungeons", "lair.six-spaces")
@pytest.mark.parametrize(
    ("others", "speed", "free"),
    [([1], 1, []), ([1], 2, ["space-2", "space-6"]), ([1, 2, 6], 2, []), ([1, 2, 6], 3, ["space-3", "space-5"])],
)
def test_a_hero_passes_over_taken_spaces_in_one_go_or_not_at_all(
    others: list[int], speed: int, free: list[str]
) -> None:
    game = in_act_two([(3, 4), *others], health=[9, 0, 0, 0], speed_left=speed)
    assert moves(game) == free
    for name in free:
        after = game.copy()
        when(after, name)
        assert (f"space-{after.heroes[0].space}", after.speed_left) == (name, 0)


@pytest.mark.rule("tiny-epic-dungeons", "lair.six-spaces", "lair.leave")
def test_a_hero_may_leave_over_a_taken_space() -> None:
    game = in_act_two([2, 1], speed_left=2)
    assert moves(game) == ["space-3", "space-6", "leave-lair"]
    when(game, "leave-lair")
    assert (heroes(game)[0], game.speed_left) == ((3, 4), 0)


@pytest.mark.rule("tiny-epic-dungeons", "lair.moving-inside", "lair.enemy-does-not-stop")
def test_with_speed_left_a_hero_walks_on_past_the_boss_and_goblins() -> None:
    game = in_act_two([(3, 4), (3, 3)], speed_left=3, goblins={1: (PINCHER, 1)})
    when(game, "space-1")
    assert moves(game) == ["space-2", "space-6", "leave-lair"]
    when(game, "space-6")
    assert moves(game) == ["space-1", "space-5"]
    told = when(game, "space-5")
    assert (game.heroes[0].space, game.speed_left) == (5, 0)
    assert told.figures("lair.space")[0] == {"hero": game.heroes[0].mat.index, "space": 5, "speed": 0}
    assert moves(game) == []


@pytest.mark.rule("tiny-epic-dungeons", "lair.leave")
@pytest.mark.parametrize(("space", "leaves"), [(1, True), (3, False), (2, False), (6, False)])
def test_the_way_out_is_the_first_space(space: int, leaves: bool) -> None:
    game = in_act_two([space, (3, 3)], speed_left=4)
    assert ("leave-lair" in moves(game)) == leaves


@pytest.mark.rule("tiny-epic-dungeons", "lair.leave")
@pytest.mark.parametrize("there", [True, False])
def test_leaving_costs_one_and_an_enemy_at_the_lair_door_ends_movement(there: bool) -> None:
    game = in_act_two([1, (3, 3)], speed_left=3, goblins={1: (PINCHER, (3, 4))} if there else {})
    when(game, "leave-lair")
    assert (heroes(game)[0], game.heroes[0].space, game.speed_left) == ((3, 4), 0, 2)
    assert game.moving is not there
    assert moves(game) == ([] if there else ["space-1"])


@pytest.mark.rule("tiny-epic-dungeons", "lair.goblins-enter")
def test_a_goblin_follows_heroes_onto_the_mat_and_takes_no_space() -> None:
    changes = {**goblin(PINCHER, speed=1), "figures.boss-action-damage": 0}
    game = in_act_two([2, (3, 3)], changes=changes, health=[9, 0], goblins={1: (PINCHER, (3, 4))})
    act(game)
    assert (goblins(game)[0], health(game)) == ("lair", [8, 0])
    assert moves(game) == ["space-1", "space-3"]


@pytest.mark.rule("tiny-epic-dungeons", "lair.goblins-enter")
def test_the_step_onto_the_mat_costs_a_goblin_one_of_its_speed() -> None:
    changes = {**goblin(PINCHER, speed=1), **goblin(HAULER, speed=2)}
    game = in_act_two([2, (3, 3)], changes=changes, health=[9, 0], goblins={1: (PINCHER, (3, 3)), 2: (HAULER, (3, 3))})
    act(game)
    assert goblins(game)[:2] == [(3, 4), "lair"]


@pytest.mark.rule("tiny-epic-dungeons", "lair.no-search")
def test_on_the_mat_one_can_fight_cast_or_rest_but_not_search_or_disarm() -> None:
    game = in_act_two([1, 2], changes=CIRCLE, spells=[["hearth-circle"]])
    options = set(offered(game))
    assert {"rest", "cast-1", "melee-9", "missile-9"} <= options
    assert not {"search", "disarm"} & options
