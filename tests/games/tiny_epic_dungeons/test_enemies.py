"""Enemy Actions: whom enemies seek, how they walk, whom they strike."""

from __future__ import annotations

import pytest

from tests.games.tiny_epic_dungeons.board import TORCH, Cell, Spoken, given, when, whole_turn
from tests.games.tiny_epic_dungeons.deep import (
    HAULER,
    LEECH,
    PINCHER,
    RIDER,
    SLINGER,
    act,
    deep,
    goblin,
    goblins,
    halls,
    health,
    minions,
    row,
    to,
    track,
)
from undercroft.core.chance import Scripted
from undercroft.core.table import Table
from undercroft.games.tiny_epic_dungeons.enemies import enemies_act

ALONE = [9, 0]  # the second hero lies unconscious wherever it is
SQUARE = halls((3, 4), (2, 3), (2, 4))


# ---- moving and attacking -------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "enemy.move-and-attack")
@pytest.mark.parametrize(("start", "end", "left"), [((3, 0), (3, 2), 9), ((3, 1), (3, 3), 8), ((3, 3), (3, 3), 8)])
def test_an_enemy_walks_up_to_its_speed_and_strikes_if_that_brings_it_into_range(
    start: Cell, end: Cell, left: int
) -> None:
    game = deep(rooms=row(0, 2), at=[(3, 3), (3, 3)], health=ALONE, goblins={1: (PINCHER, start)})
    told = act(game)
    assert (goblins(game)[0], health(game)) == (end, [left, 0])
    assert told.names.count("enemy.moves") == (start != end)


@pytest.mark.rule("tiny-epic-dungeons", "enemy.move-and-attack")
def test_it_stops_as_soon_as_its_target_is_in_range() -> None:
    game = deep(
        changes=goblin(SLINGER, range="sight", speed=3),
        rooms=halls((3, 2), (3, 1), (3, 0), (2, 3)),
        at=[(2, 3), (2, 3)],
        health=ALONE,
        goblins={1: (SLINGER, (3, 1))},
    )
    act(game)
    assert (goblins(game)[0], health(game)) == ((3, 3), [8, 0])


@pytest.mark.rule("tiny-epic-dungeons", "enemy.no-dice")
def test_an_enemys_attack_needs_no_die_and_heeds_no_defense() -> None:
    game = deep(changes={"hero.wend-oakley.defense": 5}, health=ALONE, goblins={1: (PINCHER, (3, 3))})
    told = act(game)
    assert health(game) == [8, 0]
    assert told.names == ["torch.enemies", "enemy.attacks", "hero.damaged"]


@pytest.mark.rule("tiny-epic-dungeons", "enemy.every-trigger")
def test_enemies_act_as_often_as_the_torch_triggers_them_in_a_turn() -> None:
    game = deep(changes=track(1, [], [20, 19]), health=ALONE, goblins={1: (PINCHER, (3, 3))}, torch=21)
    told = whole_turn(game, "melee-1", dice=[1, TORCH])
    assert (told.names.count("torch.enemies"), game.torch, health(game)) == (2, 19, [7, 0])


# ---- the order ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "enemy.order-goblins")
def test_what_one_goblin_does_counts_before_the_next_one_acts() -> None:
    game = deep(
        rooms=row(4, 6),
        at=[(3, 3), (3, 6)],
        health=[1, 9],
        goblins={2: (HAULER, (3, 4)), 1: (PINCHER, (3, 4))},
    )
    told = act(game)
    assert (goblins(game)[:2], health(game)) == ([(3, 3), (3, 6)], [0, 8])
    assert told.names.index("hero.falls") < [*told.names, ""].index("enemy.moves", 2)


@pytest.mark.rule("tiny-epic-dungeons", "enemy.order-minions")
def test_the_minion_that_was_met_first_acts_first() -> None:
    rooms = {(3, 4): ("ossuary-crossing", "ew"), (3, 2): ("gibbet-court", "ew")}
    game = deep(rooms=rooms, at=[(3, 3), (3, 3)], active=1)
    when(game, to((3, 2)), cards=[RIDER])
    game.active, game.moving, game.speed_left = 0, True, 4
    when(game, to((3, 4)), cards=[LEECH])
    order = [event["enemy"] for event in act(game).figures("enemy.attacks")]
    assert [game.content.minions[name - 100].key for name in order] == [RIDER, LEECH]
    assert (minions(game), health(game)) == ([(3, 2), (3, 4)], [6, 6])


# ---- the nearest hero -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "enemy.nearest")
def test_the_nearest_hero_is_nearest_by_passages_not_as_the_crow_flies() -> None:
    detour = {(2, 3): ("gutter-run", "ns"), (1, 3): ("barrel-chute", "es"), (1, 4): ("old-guardroom", "sw")}
    behind = {(2, 4): ("listening-hall", "ns"), (3, 4): ("chandlers-store", "n")}
    west = {(3, 2): ("spring-chapel", "ew"), (3, 1): ("toll-arch", "ew"), (3, 0): ("powder-cellar", "e")}
    game = deep(rooms={**detour, **behind, **west}, at=[(3, 4), (3, 0)], goblins={1: (PINCHER, (3, 3))})
    act(game)
    assert goblins(game)[0] == (3, 1)


@pytest.mark.rule("tiny-epic-dungeons", "enemy.nearest-tie")
def test_of_two_equally_near_the_active_player_picks_the_target() -> None:
    game = deep(rooms=row(1, 5), at=[(3, 1), (3, 5)], active=1, goblins={1: (PINCHER, (3, 3))})
    silent, asked = Spoken([]), Spoken(["hero-1"])
    table = Table([silent, asked], Scripted([], []))
    table.seat(game)
    game.table = table
    enemies_act(game)
    assert asked.questions == ["enemy.target"]
    assert (goblins(game)[0], health(game)) == ((3, 1), [8, 9])


@pytest.mark.rule("tiny-epic-dungeons", "enemy.nearest-tie")
@pytest.mark.parametrize(("targets", "away", "asked"), [("one", 0, True), ("all", 0, False), ("all", 1, True)])
def test_nobody_is_asked_whom_an_enemy_goes_to_that_strikes_all_in_its_room(
    targets: str, away: int, asked: bool
) -> None:
    changes = goblin(PINCHER, targets=targets)
    game = deep(changes=changes, rooms=row(1, 5), at=[(3, 3)] * 2, goblins={1: (PINCHER, (3, 3 + away))})
    assert (act(game).asked == "enemy.target") == asked


@pytest.mark.rule("tiny-epic-dungeons", "enemy.nearest-tie")
@pytest.mark.parametrize(("answer", "end"), [("place-18", (2, 3)), ("place-26", (3, 4))])
def test_of_equally_short_ways_that_end_apart_the_active_player_picks_one(answer: str, end: Cell) -> None:
    game = deep(
        changes=goblin(PINCHER, speed=1),
        rooms=SQUARE,
        at=[(2, 4), (2, 4)],
        health=ALONE,
        goblins={1: (PINCHER, (3, 3))},
    )
    asked = act(game.copy())
    assert (asked.asked, asked.offered) == ("enemy.path", ["place-18", "place-26"])
    act(game, answer)
    assert goblins(game)[0] == end


@pytest.mark.rule("tiny-epic-dungeons", "enemy.nearest-tie")
def test_ways_that_end_in_the_same_room_raise_no_question() -> None:
    game = deep(rooms=SQUARE, at=[(2, 4), (2, 4)], health=ALONE, goblins={1: (PINCHER, (3, 3))})
    assert act(game).asked == ""
    assert goblins(game)[0] == (2, 4)


@pytest.mark.rule("tiny-epic-dungeons", "enemy.target-fixed")
@pytest.mark.parametrize(("answer", "end", "left"), [("hero-1", (3, 3), [8, 9]), ("hero-2", (3, 2), [9, 8])])
def test_an_enemy_does_not_stop_for_a_hero_that_is_not_its_target(answer: str, end: Cell, left: list[int]) -> None:
    game = deep(
        changes=goblin(SLINGER, range="sight", speed=3),
        rooms=halls((3, 1), (3, 2), (4, 3), (2, 2), (1, 2)),
        at=[(4, 3), (1, 2)],
        goblins={1: (SLINGER, (3, 1))},
    )
    act(game, answer)
    assert (goblins(game)[0], health(game)) == (end, left)


@pytest.mark.rule("tiny-epic-dungeons", "enemy.target-fixed")
def test_the_target_is_chosen_anew_at_the_next_action() -> None:
    game = deep(at=[(3, 3), (3, 3)], goblins={1: (PINCHER, (3, 3))})
    act(game, "hero-1")
    act(game, "hero-2")
    assert health(game) == [8, 8]


@pytest.mark.rule("tiny-epic-dungeons", "enemy.no-conscious-hero")
def test_with_nobody_conscious_goblins_and_minions_do_nothing() -> None:
    game = deep(
        rooms=row(4, 6),
        at=[(3, 3), (3, 4)],
        health=[0, 0],
        goblins={1: (PINCHER, (3, 3)), 2: (SLINGER, (3, 6))},
        minions=[(LEECH, (3, 5))],
    )
    before = game.key()
    assert act(game).names == ["torch.enemies"]
    assert game.key() == before


# ---- whom an attack strikes -----------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "enemy.one-target")
def test_a_plain_attack_hurts_the_target_alone() -> None:
    game = deep(3, at=[(3, 3)] * 3, goblins={1: (PINCHER, (3, 3))})
    assert act(game, "hero-2").names.count("enemy.attacks") == 1
    assert health(game) == [9, 8, 9]


@pytest.mark.rule("tiny-epic-dungeons", "enemy.one-target")
def test_an_attack_on_all_heroes_hurts_every_conscious_one_in_range() -> None:
    changes = goblin(PINCHER, targets="all", range="all-within", n=1)
    game = deep(
        4, changes=changes, rooms=row(4, 5), at=[(3, 3), (3, 4), (3, 3), (3, 5)], health=[9, 9, 0, 9],
        goblins={1: (PINCHER, (3, 3))},
    )  # fmt: skip
    assert act(game).names.count("enemy.attacks") == 2
    assert health(game) == [8, 8, 0, 9]


@pytest.mark.rule("tiny-epic-dungeons", "enemy.range")
@pytest.mark.parametrize("start", [(3, 3), (3, 4), (3, 6)])
def test_an_enemy_with_sight_strikes_in_its_own_room_and_along_a_line_without_moving(start: Cell) -> None:
    game = deep(rooms=row(4, 6), at=[(3, 3), (3, 3)], health=ALONE, goblins={1: (SLINGER, start)})
    assert "enemy.moves" not in act(game).names
    assert (goblins(game)[0], health(game)) == (start, [8, 0])


@pytest.mark.rule("tiny-epic-dungeons", "enemy.range")
def test_without_another_range_an_enemy_must_come_into_the_room() -> None:
    game = deep(rooms=row(4, 6), at=[(3, 3), (3, 3)], health=ALONE, goblins={1: (PINCHER, (3, 4))})
    act(game)
    assert (goblins(game)[0], health(game)) == ((3, 3), [8, 0])


@pytest.mark.rule("tiny-epic-dungeons", "enemy.range")
def test_a_range_of_rooms_follows_passages_round_corners() -> None:
    changes = goblin(PINCHER, range="within", n=2, speed=1)
    game = deep(
        changes=changes, rooms=halls((3, 4), (2, 4), (1, 4)), at=[(1, 4)] * 2, health=ALONE,
        goblins={1: (PINCHER, (3, 3)), 2: (HAULER, (3, 4))},
    )  # fmt: skip
    act(game)
    assert (goblins(game)[:2], health(game)) == ([(3, 4), (1, 4)], [7, 0])


# ---- where enemies walk ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "enemy.walk-freely")
def test_enemies_pass_each_other_the_unconscious_and_traps() -> None:
    rooms = {**row(0, 2), (3, 1): ("needle-gallery", "ew")}
    game = deep(
        changes=goblin(PINCHER, speed=3),
        rooms=rooms,
        at=[(3, 3), (3, 2)],
        health=ALONE,
        goblins={1: (PINCHER, (3, 0)), 2: (SLINGER, (3, 1))},
        minions=[(LEECH, (3, 2), 1)],
    )
    act(game)
    assert (goblins(game)[:2], health(game)) == ([(3, 3), (3, 1)], [6, 0])


@pytest.mark.rule("tiny-epic-dungeons", "enemy.walk-freely")
@pytest.mark.parametrize("between", ["wall", "facedown card"])
def test_a_wall_or_a_facedown_card_sends_them_the_long_way_round(between: str) -> None:
    around = {(2, 4): ("gutter-run", "ew"), (2, 3): ("barrel-chute", "es"), (2, 5): ("old-guardroom", "sw")}
    rooms = {**around, (3, 5): ("spring-chapel", "nw")}
    if between == "wall":
        rooms[3, 4] = ("listening-hall", "ns")
    game = deep(
        rooms=rooms, facedown={(3, 4): "a"} if between != "wall" else {}, at=[(3, 3)] * 2, health=ALONE,
        goblins={1: (PINCHER, (3, 5))},
    )  # fmt: skip
    hidden = game.hidden
    act(game)
    assert (goblins(game)[0], game.hidden) == ((2, 4), hidden)


@pytest.mark.rule("tiny-epic-dungeons", "enemy.walk-freely")
def test_nothing_leads_over_the_edge_of_the_grid() -> None:
    rows = [(2, 6), (3, 4), (3, 5), (3, 6), (4, 0), (4, 1), (4, 2), (4, 3)]
    game = deep(changes=goblin(PINCHER, speed=1), rooms=halls(*rows), at=[(4, 0)] * 2, health=ALONE,
                goblins={1: (PINCHER, (3, 6))})  # fmt: skip
    act(game)
    assert goblins(game)[0] == (3, 5)


@pytest.mark.rule("tiny-epic-dungeons", "hero.unconscious")
@pytest.mark.parametrize(("health", "kept"), [(2, ["ring-jack"]), (3, [])])
def test_who_is_felled_keeps_what_an_attack_would_have_taken(health: int, kept: list[str]) -> None:
    changes = {"minion.pawnbroker.damage": 2}
    game = given(changes=changes, minions=[("pawnbroker", (3, 3))], health=[health, 0], loot=[["ring-jack"]])
    when(game, rule=enemies_act)
    carried = [game.content.loot[card].key for card in game.heroes[0].loot if card >= 0]
    assert carried == kept
