"""Traps: entering, disarming, and each kind of trap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.games.freequest.board import (
    HALL,
    Place,
    equip,
    faces,
    given,
    hero,
    offered,
    option_at,
    place_of,
    square,
    when,
    where,
)
from undercroft.games.freequest.pieces import TRAPS_DISARMED
from undercroft.games.freequest.state import ARMED, OPEN_PIT, FreeQuest

EAST = "step-east"
WEST = "step-west"
DISARM = "disarm-east"
LONG = ["a" * 10]


def known() -> FreeQuest:
    """A medic (Skill 3) at (0, 0) beside a known trap at (1, 0)."""
    return given(LONG, heroes={"medic": (0, 0)}, known_traps={(1, 0): "pitfall"})


def state_at(game: FreeQuest, at: Place) -> int:
    """What is known of a trap on a square: ARMED, OPEN_PIT or -1."""
    return int(game.board.trap_state(square(game, at)))


# ---- disarming ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "disarm.announce-and-enter")
def test_a_hero_who_has_moved_may_still_step_onto_a_trap_to_disarm_it() -> None:
    game = given(LONG, heroes={"medic": (2, 0)}, known_traps={(4, 0): "pitfall"})
    told = when(game, EAST, "end-move")
    assert DISARM in told.offered
    told = when(game, DISARM, dice=[4, 3, 2])
    assert where(game, "medic") == (4, 0)
    assert "trap.sprung" not in told.names


@pytest.mark.rule("freequest", "disarm.announce-and-enter")
def test_a_trap_must_be_known_armed_free_and_beside() -> None:
    assert DISARM not in offered(given(LONG, traps={(1, 0): "pitfall"}))
    assert DISARM not in offered(given(LONG, known_traps={(2, 0): "pitfall"}))
    assert DISARM not in offered(given(LONG, known_traps={(1, 0): "pitfall"}, monsters=[("goblin", (1, 0))]))
    behind = given(["AABB"], doors=[((1, 0), (2, 0))], heroes={"warrior": (1, 0)}, known_traps={(2, 0): "pitfall"})
    assert DISARM not in offered(behind)
    assert DISARM in when(behind, "open-east").offered
    game = known()
    game.board.traps[square(game, (1, 0))] = OPEN_PIT
    assert DISARM not in offered(game)


@pytest.mark.rule("freequest", "disarm.announce-and-enter")
def test_a_hero_on_the_square_tries_again_from_there() -> None:
    game = known()
    when(game, DISARM, "end-turn", dice=[4, 3, 2])
    assert "disarm-here" in offered(game)
    when(game, "disarm-here", dice=[6, 1, 1])
    assert (state_at(game, (1, 0)), where(game, "medic")) == (-1, (1, 0))


@pytest.mark.rule("freequest", "disarm.announce-and-enter")
@pytest.mark.parametrize(("held", "how"), [("in_pit", True), ("snared", 4)])
def test_who_cannot_leave_the_square_disarms_only_what_is_on_it(held: str, how: bool | int) -> None:
    game = given(LONG, heroes={"medic": (0, 0)}, known_traps={(1, 0): "dart-slit", (0, 0): "dart-slit"})
    setattr(hero(game, "medic"), held, how)
    assert [name for name in offered(game) if name.startswith("disarm")] == ["disarm-here"]


@pytest.mark.rule("freequest", "disarm.announce-and-enter")
def test_the_step_shows_what_is_seen_from_there() -> None:
    game = given(["aaa#", "##b#"], heroes={"medic": (0, 0)}, known_traps={(1, 0): "pitfall"}, hidden="b")
    assert "area.shown" in when(game, DISARM, dice=[6, 6, 6]).names


@pytest.mark.rule("freequest", "disarm.test", "disarm.success")
@pytest.mark.parametrize(("roll", "disarmed"), [([5, 1, 1], True), ([6, 1, 1], True), ([4, 4, 4], False)])
def test_skill_is_rolled_against_five_and_one_success_is_enough(roll: list[int], disarmed: bool) -> None:
    game = known()
    told = when(game, DISARM, dice=roll)
    assert faces(told, "disarm.success" if disarmed else "disarm.nothing", "faces") == [roll]
    assert state_at(game, (1, 0)) == (-1 if disarmed else ARMED)


@pytest.mark.rule("freequest", "disarm.success")
def test_a_disarmed_trap_is_plain_floor_for_good() -> None:
    game = known()
    when(game, DISARM, dice=[5, 1, 1])
    assert (where(game, "medic"), hero(game, "medic").deeds[TRAPS_DISARMED]) == ((1, 0), 1)
    told = when(game, EAST, WEST, WEST, EAST, "end-move")
    assert "trap.sprung" not in told.names
    assert game.notes.traps == {}


@pytest.mark.rule("freequest", "disarm.triggered")
def test_no_success_and_a_one_sets_the_trap_off() -> None:
    game = known()
    told = when(game, DISARM, dice=[4, 1, 2])
    assert told.names[:2] == ["disarm.triggered", "trap.sprung"]
    assert (hero(game, "medic").health, hero(game, "medic").in_pit) == (5, True)
    assert "search-traps" in told.offered  # a second action is still allowed


@pytest.mark.rule("freequest", "disarm.triggered")
def test_a_vault_that_is_set_off_in_disarming_comes_down() -> None:
    game = given(LONG, heroes={"medic": (0, 0)}, known_traps={(1, 0): "loose-vault"})
    when(game, DISARM, option_at(game, (2, 0)), dice=[4, 1, 2])
    assert (hero(game, "medic").health, where(game, "medic")) == (4, (2, 0))
    assert game.board.is_solid(square(game, (1, 0)))


@pytest.mark.rule("freequest", "disarm.nothing")
def test_without_a_success_or_a_one_nothing_happens_and_the_hero_may_walk_off() -> None:
    game = known()
    when(game, DISARM, "end-turn", dice=[4, 3, 2])
    assert (state_at(game, (1, 0)), where(game, "medic")) == (ARMED, (1, 0))
    told = when(game, EAST, "end-move")
    assert (told.names, hero(game, "medic").health) == (["move.moved"], 6)


@pytest.mark.rule("freequest", "disarm.nothing")
def test_nobody_passes_a_hero_on_an_armed_trap() -> None:
    game = given(LONG, heroes={"medic": (1, 0), "warrior": (3, 0)}, known_traps={(2, 0): "pitfall"})
    when(game, DISARM, "end-turn", dice=[4, 3, 2])
    assert WEST not in offered(game)
    del game.board.traps[square(game, (2, 0))]
    assert WEST in offered(game)


@pytest.mark.rule("freequest", "disarm.anyone")
def test_any_hero_may_try_with_empty_hands_beside_a_monster_and_under_a_body() -> None:
    game = given(
        HALL,
        heroes={"barbarian": (0, 0), "medic": (5, 0)},
        monsters=[("goblin", (0, 1))],
        known_traps={(1, 0): "pitfall"},
    )
    barbarian = equip(game, "barbarian")
    assert DISARM in offered(game)
    hero(game, "medic").dead, barbarian.carries = True, 1
    assert DISARM in offered(game)


def test_the_delvers_steady_fingers() -> None:
    game = given(LONG, heroes={"delver": (0, 0)}, known_traps={(1, 0): "pitfall"})
    told = when(game, DISARM, dice=[1, 2, 3, 4])
    assert told.names[0] == "disarm.nothing"
    assert "trap.sprung" not in told.names


# ---- entering -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "trap.enter")
@pytest.mark.parametrize("hidden", [True, False])
def test_entering_an_armed_trap_sets_it_off_and_ends_the_move(hidden: bool) -> None:
    traps = {(2, 0): "dart-slit"}
    game = given(LONG, traps=traps) if hidden else given(LONG, known_traps=traps)
    told = when(game, EAST, EAST, dice=[1, 1, 1, 6])
    assert told.names[:4] == ["trap.sprung", "trap.attacks", "hero.unhurt", "move.moved"]
    assert told.asked == "turn.choose-action"
    assert not any(name.startswith("step") for name in told.offered)
    assert (where(game, "warrior"), state_at(game, (2, 0)), game.notes.traps) == ((2, 0), ARMED, {})


@pytest.mark.rule("freequest", "trap.full-effect")
def test_a_pitfall_hurts_without_any_roll() -> None:
    game = given(LONG, traps={(1, 0): "pitfall"})
    equip(game, "warrior", "platemail", "shield", "helmet")
    when(game, EAST)
    assert hero(game, "warrior").health == 7


@pytest.mark.rule("freequest", "trap.full-effect")
def test_a_dart_slit_attacks_with_three_dice_against_the_heros_defense() -> None:
    game = given(LONG, traps={(1, 0): "dart-slit"})
    equip(game, "warrior", "helmet")
    told = when(game, EAST, dice=[6, 5, 1, 4, 2])
    assert (faces(told, "trap.attacks"), faces(told, "trap.attacks", "against")) == ([[6, 5, 1]], [[4, 2]])
    assert hero(game, "warrior").health == 6


@pytest.mark.rule("freequest", "trap.after-trigger")
@pytest.mark.parametrize(
    ("kind", "left"),
    [("snare", -1), ("bell-wire", -1), ("loose-vault", -1), ("dart-slit", ARMED), ("pitfall", OPEN_PIT)],
)
def test_what_is_left_of_a_trap_is_its_own(kind: str, left: int) -> None:
    game = given(LONG, traps={(1, 0): kind}, monsters=[("goblin", (9, 0))])
    answers = {"loose-vault": [option_at(game, (2, 0))], "bell-wire": [option_at(game, (9, 0))]}
    when(game, EAST, *answers.get(kind, []), dice=[1, 1, 1, 6] if kind == "dart-slit" else [])
    assert (state_at(game, (1, 0)), game.notes.traps) == (left, {})


@pytest.mark.rule("freequest", "trap.after-trigger")
def test_a_sprung_pitfall_cannot_be_disarmed_and_can_be_leapt() -> None:
    game = given(LONG, traps={(1, 0): "pitfall"}, heroes={"medic": (0, 0), "warrior": (5, 0)})
    when(game, EAST, "end-turn", "end-turn", EAST)  # in and out again
    game.board.did, game.board.actions_left = 0, 2
    assert "disarm-west" not in offered(game)
    assert "leap-west" in offered(game)
    when(game, "leap-west", dice=[4, 1, 1])
    assert (where(game, "medic"), hero(game, "medic").health) == ((0, 0), 5)


# ---- monsters -------------------------------------------------------------------------------------------------------


def walks(game: FreeQuest, to: Place) -> None:
    """The referee lets the first monster walk."""
    when(game, "end-turn")
    when(game, "monster-0", "walk", option_at(game, to))


@pytest.mark.rule("freequest", "trap.monsters")
def test_a_monster_passes_a_hidden_trap_and_nobody_learns_of_it() -> None:
    game = given(LONG, traps={(4, 0): "pitfall"}, monsters=[("goblin", (6, 0))])
    walks(game, (1, 0))
    assert place_of(game, game.board.monsters[0].at) == (1, 0)
    assert (game.board.traps, list(game.notes.traps)) == ({}, [square(game, (4, 0))])
    assert game.board.monsters[0].health == 1


@pytest.mark.rule("freequest", "trap.monsters")
def test_a_monster_may_stop_on_an_armed_trap() -> None:
    game = given(LONG, known_traps={(4, 0): "pitfall"}, monsters=[("goblin", (6, 0))])
    walks(game, (4, 0))
    assert state_at(game, (4, 0)) == ARMED


@pytest.mark.rule("freequest", "trap.monsters")
def test_a_monster_passes_an_open_pit_and_does_not_stop_in_it() -> None:
    game = given(LONG, monsters=[("goblin", (3, 0))])
    game.board.traps[square(game, (2, 0))] = OPEN_PIT
    when(game, "end-turn")
    told = when(game.copy(), "monster-0", "walk")
    assert option_at(game, (1, 0)) in told.offered
    assert option_at(game, (2, 0)) not in told.offered
    told = when(game, "monster-0", "walk", option_at(game, (1, 0)), "strike-0", dice=[6, 1, 5])
    assert hero(game, "warrior").health == 7


# ---- pitfall --------------------------------------------------------------------------------------------------------


def in_a_pit(monsters: Sequence[tuple[str, Place]] = (), known_traps: Mapping[Place, str] | None = None) -> FreeQuest:
    """A warrior, in the turn after falling into a pit at (1, 1)."""
    game = given(
        HALL, traps={(1, 1): "pitfall"}, heroes={"warrior": (1, 0)}, monsters=monsters, known_traps=known_traps
    )
    when(game, "step-south", "end-turn", *["end-round"] * bool(monsters))
    return game


def test_out_of_a_pit_a_move_leads_one_square_and_ends() -> None:
    game = in_a_pit()
    assert (hero(game, "warrior").health, hero(game, "warrior").in_pit) == (7, True)
    told = when(game, EAST)
    assert told.names == ["trap.climbed", "move.moved"]
    assert told.asked == "turn.choose-action"
    assert (where(game, "warrior"), hero(game, "warrior").in_pit) == ((2, 1), False)


def test_in_a_pit_one_fights_and_searches_but_neither_leaps_nor_disarms_beside() -> None:
    game = in_a_pit(known_traps={(2, 1): "dart-slit"}, monsters=[("goblin", (1, 2))])
    names = offered(game)
    assert {"attack-0", "search-traps", "step-north"} <= set(names)
    assert not any(name.startswith(("leap", "disarm")) for name in names)
    when(game, "end-turn", "monster-0", "strike-0", dice=[6, 1, 5])
    assert hero(game, "warrior").health == 6


def test_an_open_pit_catches_whoever_enters() -> None:
    game = in_a_pit()
    when(game, EAST, "end-turn", WEST)
    assert (hero(game, "warrior").health, hero(game, "warrior").in_pit) == (6, True)


def test_who_has_no_free_square_beside_stays_in_the_pit() -> None:
    game = given(["aaa"], traps={(1, 0): "pitfall"}, heroes={"warrior": (0, 0), "medic": (2, 0)})
    when(game, EAST, "end-turn", "end-turn")
    assert [name for name in offered(game) if name.startswith("step")] == [WEST]
    game.board.figures[0] = 10
    assert not any(name.startswith("step") for name in offered(game))


def test_the_ranger_who_falls_short_over_a_pitfall() -> None:
    game = given(LONG, heroes={"ranger": (0, 0)}, known_traps={(1, 0): "pitfall"}, monsters=[("goblin", (4, 0))])
    told = when(game, "leap-east", dice=[3, 3, 1])
    ranger = hero(game, "ranger")
    assert (ranger.health, ranger.in_pit, where(game, "ranger")) == (5, True, (1, 0))
    assert "attack-0" in told.offered  # the bow
    assert not any(name.startswith("step") for name in told.offered)


# ---- dart slit ------------------------------------------------------------------------------------------------------


def test_the_ranger_who_fumbles_a_dart_slit() -> None:
    game = given(LONG, heroes={"ranger": (0, 0)}, known_traps={(1, 0): "dart-slit"})
    equip(game, "ranger", "dagger", "leather")
    when(game, DISARM, dice=[1, 3, 2, 5, 4, 2, 4, 1])
    assert (hero(game, "ranger").health, state_at(game, (1, 0))) == (4, ARMED)


def test_a_dart_slit_is_ready_for_the_next_visitor() -> None:
    game = given(LONG, traps={(1, 0): "dart-slit"}, heroes={"warrior": (0, 0), "medic": (2, 0)})
    when(game, EAST, "end-turn", "end-turn", WEST, "end-move", "end-turn", dice=[1, 1, 1, 6])
    assert "trap.sprung" in when(game, WEST, dice=[1, 1, 1, 6]).names


# ---- loose vault ----------------------------------------------------------------------------------------------------


def test_a_loose_vault_hurts_for_two_and_fills_its_square_with_rubble() -> None:
    game = given(HALL, traps={(1, 1): "loose-vault"}, heroes={"warrior": (1, 0)})
    told = when(game, "step-south")
    assert told.asked == "trap.choice"
    assert sorted(told.offered) == sorted(option_at(game, at) for at in ((1, 0), (2, 1), (1, 2), (0, 1)))
    game = given(HALL, traps={(1, 1): "loose-vault"}, heroes={"warrior": (1, 0)})
    when(game, "step-south", option_at(game, (1, 2)))
    assert (hero(game, "warrior").health, where(game, "warrior")) == (6, (1, 2))
    assert game.board.is_solid(square(game, (1, 1)))
    assert "step-north" not in when(game, "end-turn").offered
    assert "leap-north" in offered(game)


def test_jumping_aside_from_a_loose_vault_is_entering() -> None:
    game = given(HALL, traps={(1, 1): "loose-vault", (2, 1): "pitfall"}, heroes={"warrior": (1, 0)})
    when(game, "step-south", option_at(game, (2, 1)))
    assert (hero(game, "warrior").health, hero(game, "warrior").in_pit) == (5, True)


def test_without_room_to_jump_a_loose_vault_hurts_for_three_and_no_rubble_falls() -> None:
    game = given(["aaaa"], traps={(2, 0): "loose-vault"}, furniture={(1, 0): "table"}, monsters=[("goblin", (3, 0))])
    told = when(game, "leap-east", dice=[4, 1])
    assert "trap.rubble" not in told.names
    assert (hero(game, "warrior").health, where(game, "warrior")) == (5, (2, 0))
    assert (state_at(game, (2, 0)), game.board.rubble) == (-1, [])


def test_who_dies_under_a_loose_vault_lies_beside_it() -> None:
    game = given(HALL, traps={(1, 1): "loose-vault"}, heroes={"warrior": (1, 0), "medic": (7, 3)})
    hero(game, "warrior").health = 2
    told = when(game, "step-south", option_at(game, (2, 1)))
    assert "hero.dies" in told.names
    assert place_of(game, hero(game, "warrior").body_at) == (2, 1)


# ---- snare ----------------------------------------------------------------------------------------------------------


def snared() -> FreeQuest:
    """A warrior in a snare at (1, 0), a medic beside at (2, 0)."""
    game = given(LONG, heroes={"warrior": (0, 0), "medic": (2, 0)}, traps={(1, 0): "snare"})
    when(game, EAST)
    return game


def test_a_snare_does_no_damage_and_holds() -> None:
    game = snared()
    assert hero(game, "warrior").health == 8
    when(game, "end-turn", "end-turn")
    names = offered(game)
    assert not any(name.startswith(("step", "leap")) for name in names)
    assert {"free-0", "search-traps"} <= set(names)


@pytest.mark.parametrize(("roll", "free"), [([4, 1], True), ([3, 1], False)])
def test_a_skill_test_against_four_frees_from_a_snare(roll: list[int], free: bool) -> None:
    game = snared()
    told = when(game, "free-0", dice=roll)
    assert ("trap.got-free" in told.names, hero(game, "warrior").snared == 0) == (free, free)
    assert "turn.begins" in told.names  # it was the second action


def test_a_neighbour_may_free_from_a_snare() -> None:
    game = snared()
    when(game, "end-turn", "free-0", dice=[1, 4, 1])
    assert hero(game, "warrior").snared == 0


def test_who_is_too_far_away_frees_nobody() -> None:
    game = given(LONG, heroes={"warrior": (0, 0), "medic": (5, 0)}, traps={(1, 0): "snare"})
    told = when(game, EAST, "end-turn")
    assert "free-0" not in told.offered


def test_who_is_in_a_snare_can_attack_and_cast() -> None:
    game = given(LONG, heroes={"warrior": (0, 0)}, traps={(1, 0): "snare"}, monsters=[("goblin", (2, 0))])
    assert "attack-0" in when(game, EAST).offered


# ---- bell wire ------------------------------------------------------------------------------------------------------


def test_a_bell_wire_lets_the_referee_move_every_monster_up_to_three_squares() -> None:
    game = given(LONG, traps={(1, 0): "bell-wire"}, monsters=[("zombie", (6, 0)), ("goblin", (9, 0))])
    told = when(game.copy(), EAST)
    assert told.asked == "trap.bell"
    assert sorted(told.offered) == sorted(option_at(game, (x, 0)) for x in (3, 4, 5, 6, 7, 8))
    told = when(game, EAST, option_at(game, (3, 0)), option_at(game, (9, 0)))
    assert [place_of(game, one.at) for one in game.board.monsters] == [(3, 0), (9, 0)]
    assert told.figures("monster.moved") == [{"monster": 5, "squares": 3}]
    told = when(game, "end-turn")
    assert told.offered == ["monster-0", "monster-1", "end-round"]  # it was no action
    assert option_at(game, (6, 0)) in when(game, "monster-1", "walk").offered  # where it was the floor is free again


def test_a_bell_wire_does_no_damage() -> None:
    game = given(LONG, traps={(1, 0): "bell-wire"})
    when(game, EAST)
    assert hero(game, "warrior").health == 8


# ---- the ranger's light step ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "sprung"), [([5, 1, 1], False), ([4, 4, 1], True)])
def test_light_step_may_keep_a_hidden_trap_from_going_off(roll: list[int], sprung: bool) -> None:
    game = given(LONG, heroes={"ranger": (0, 0)}, traps={(1, 0): "pitfall"})
    told = when(game, EAST, dice=roll)
    assert ("trap.sprung" in told.names) == sprung
    assert (where(game, "ranger"), told.asked) == ((1, 0), "turn.choose-action")
    assert state_at(game, (1, 0)) == (OPEN_PIT if sprung else ARMED)


def test_light_step_does_not_help_with_a_known_trap() -> None:
    game = given(LONG, heroes={"ranger": (0, 0)}, known_traps={(1, 0): "pitfall"})
    assert "trap.sprung" in when(game, EAST).names
