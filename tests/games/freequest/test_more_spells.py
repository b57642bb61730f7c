"""The other sixteen spells, and what a monster casts: the ledger's gaps "Movement spells" and "More spells"."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import (
    HALL,
    casts,
    faces,
    given,
    hero,
    learn,
    offered,
    option_at,
    place_of,
    square,
    when,
    where,
)
from undercroft.games.freequest.pieces import HEALTH_RESTORED, SPELLS_CAST
from undercroft.games.freequest.sheets import attack_dice, defense_dice
from undercroft.games.freequest.state import NOBODY, OPEN_PIT, FreeQuest

EAST = "step-east"
LONG = ["a" * 15]


def known_pits(game: FreeQuest, *at: tuple[int, int]) -> None:
    """Known pitfalls on these squares."""
    for one in at:
        game.board.traps[square(game, one)] = 0


def cast_offered(game: FreeQuest, key: str) -> bool:
    """Whether a spell can be cast now."""
    return casts(game, key) in offered(game)


# ---- attack spells --------------------------------------------------------------------------------------------------


def test_hail_of_nails_attacks_up_to_three_monsters_with_two_dice_each() -> None:
    game = given(
        heroes={"wizard": (0, 0)}, monsters=[("orc", (2, 0)), ("orc", (3, 0)), ("orc", (4, 0)), ("orc", (5, 0))]
    )
    learn(game, "wizard", "hail-of-nails")
    told = when(
        game, casts(game, "hail-of-nails"), "on-monster-3", "on-monster-0", "on-monster-2",
        dice=[6, 1, 5, 5, 1, 1, 5, 5, 6, 6, 5, 5],
    )  # fmt: skip
    assert faces(told, "spell.attacked") == [[6, 1], [1, 1], [6, 6]]
    assert [one.health for one in game.board.monsters] == [1, 1, 0, 0]


def test_hail_of_nails_names_each_monster_once_and_may_stop_at_one() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("orc", (2, 0)), ("goblin", (1, 0))])
    learn(game, "wizard", "hail-of-nails")
    assert when(game.copy(), casts(game, "hail-of-nails"), "on-monster-1").offered == ["on-monster-0", "enough"]
    told = when(game, casts(game, "hail-of-nails"), "on-monster-1", "enough", dice=[1, 1, 6, 6])
    assert len(told.figures("spell.attacked")) == 1


def test_cold_ring_attacks_all_that_can_be_seen_on_the_eight_squares_around() -> None:
    game = given(
        ["AAABB", "AAABB", "AAABB"],
        heroes={"wizard": (2, 1)},
        monsters=[("orc", (1, 0)), ("orc", (2, 2)), ("orc", (3, 1)), ("orc", (3, 0)), ("orc", (0, 1))],
    )
    learn(game, "wizard", "cold-ring")
    told = when(game, casts(game, "cold-ring"), dice=[6, 6, 6, 1, 1, 1, 1, 1, 6, 6])
    assert faces(told, "spell.attacked") == [[6, 6, 6], [1, 1, 1]]
    assert [one.health for one in game.board.monsters] == [0, 1, 1, 1, 1]  # two behind a wall, one too far


def test_cold_ring_needs_a_monster_around() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("orc", (2, 0))])
    learn(game, "wizard", "cold-ring")
    assert not cast_offered(game, "cold-ring")


@pytest.mark.parametrize("key", ["hail-of-nails", "cold-ring", "flame-burst"])
def test_nobody_with_a_body_on_the_back_attacks_by_a_spell(key: str) -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 0)}, monsters=[("orc", (1, 0))])
    wizard = learn(game, "wizard", key, "immolate")
    assert cast_offered(game, key)
    hero(game, "warrior").dead, wizard.carries = True, 1
    assert not cast_offered(game, key)
    assert cast_offered(game, "immolate")


def test_unpicking_hurts_and_takes_a_defense_die_for_the_rest_of_the_quest() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("hobgoblin", (1, 0))])
    learn(game, "wizard", "unpicking")
    told = when(game, casts(game, "unpicking"), "attack-0", dice=[1, 1, 1, 6, 1, 1, 1, 1, 1, 1, 6, 6])
    assert told.figures("attack.damage") == [{"monster": 2, "damage": 1}]
    assert faces(told, "attack.rolled", "against") == [[6, 6]]


def test_unpicking_is_cancelled_by_one_success() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("hobgoblin", (1, 0))])
    learn(game, "wizard", "unpicking")
    told = when(game, casts(game, "unpicking"), dice=[6, 1, 1, 5, 1, 1, 1, 1])
    assert told.names == ["spell.cast", "spell.resisted", "spell.cancelled"]
    assert (game.board.monsters[0].health, game.board.monsters[0].unpicked) == (2, 0)


def test_unpicking_never_leaves_less_than_no_defense_dice() -> None:
    game = given(heroes={"warrior": (0, 0)}, monsters=[("gutter-hound", (1, 0))])
    game.board.monsters[0].unpicked = 3
    assert "monster.dies" in when(game, "attack-0", dice=[1, 1, 1, 1]).names


# ---- healing spells -------------------------------------------------------------------------------------------------


def test_warm_hands_restore_two_to_the_caster_and_all_beside() -> None:
    game = given(heroes={"wizard": (1, 1), "warrior": (1, 0), "medic": (0, 1), "ranger": (2, 2)})
    wizard = learn(game, "wizard", "warm-hands")
    for one in game.board.heroes:
        one.health = 4
    when(game, casts(game, "warm-hands"))
    assert [one.health for one in game.board.heroes] == [5, 6, 6, 4]
    assert wizard.deeds[HEALTH_RESTORED] == 5


def test_shared_breath_divides_the_health_of_two_as_the_caster_likes() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 3)})
    wizard = learn(game, "wizard", "shared-breath")
    wizard.health, hero(game, "warrior").health = 1, 7
    asked = when(game.copy(), casts(game, "shared-breath"))
    assert asked.offered == ["keep-1", "keep-2", "keep-3", "keep-4", "keep-5"]
    when(game, casts(game, "shared-breath"), "keep-5")
    assert (wizard.health, hero(game, "warrior").health) == (5, 3)


def test_shared_breath_gives_nobody_more_than_the_maximum() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 3)})
    wizard = learn(game, "wizard", "shared-breath")
    wizard.health, hero(game, "warrior").health = 4, 7
    assert when(game, casts(game, "shared-breath")).offered == ["keep-3", "keep-4", "keep-5"]


def test_shared_breath_is_divided_among_the_healthiest_heroes_there_can_be() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 3)})
    wizard = learn(game, "wizard", "shared-breath")
    for one in (wizard, hero(game, "warrior")):
        one.most_health = one.full = one.health = 40 + 4 * 3  # on a sheet, and by four things worn
    wizard.health = 51
    assert when(game, casts(game, "shared-breath")).offered == ["keep-51", "keep-52"]


def test_shared_breath_needs_two_health_between_the_two() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 3)}, monsters=[("goblin", (7, 3))])
    wizard = learn(game, "wizard", "shared-breath")
    wizard.health, hero(game, "warrior").health, hero(game, "warrior").raging = 1, 0, True
    assert not cast_offered(game, "shared-breath")
    wizard.health = 2
    when(game, casts(game, "shared-breath"))
    assert (wizard.health, hero(game, "warrior").health) == (1, 1)


@pytest.mark.parametrize(("health", "after"), [(1, 4), (2, 5), (3, None)])
def test_last_ember_is_for_who_has_two_health_or_less(health: int, after: int | None) -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 3)})
    learn(game, "wizard", "last-ember")
    hero(game, "warrior").health = health
    assert cast_offered(game, "last-ember") == (after is not None)
    if after is not None:
        when(game, casts(game, "last-ember"))
        assert hero(game, "warrior").health == after


def test_last_ember_reaches_the_caster_too() -> None:
    game = given(heroes={"wizard": (0, 0)})
    learn(game, "wizard", "last-ember").health = 2
    when(game, casts(game, "last-ember"))
    assert hero(game, "wizard").health == 5


# ---- buffs ----------------------------------------------------------------------------------------------------------


def test_leaden_limbs_leave_a_monster_one_action_in_the_next_referees_turn() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("goblin", (2, 0))])
    learn(game, "wizard", "leaden-limbs")
    told = when(
        game, casts(game, "leaden-limbs"), "end-turn", "monster-0", "walk", option_at(game, (1, 0)),
        dice=[1, 1, 2, 2, 2, 2, 2],
    )  # fmt: skip
    assert told.asked == "turn.choose-action"  # it does not come to strike
    told = when(game, "end-turn", "monster-0", "strike-0", "walk", option_at(game, (5, 0)), dice=[1, 1, 6])
    assert "monster.moved" in told.names


def test_leaden_limbs_are_cancelled_by_one_success() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("goblin", (2, 0))])
    learn(game, "wizard", "leaden-limbs")
    told = when(game, casts(game, "leaden-limbs"), dice=[6, 1, 2, 2, 2, 2, 2])
    assert "spell.cancelled" in told.names
    assert not game.board.monsters[0].slowed


def test_borrowed_shield_lasts_to_the_end_of_the_referees_turn() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 0)}, monsters=[("goblin", (6, 0))])
    learn(game, "wizard", "borrowed-shield")
    when(game, casts(game, "borrowed-shield"), "on-hero-1")
    assert defense_dice(hero(game, "warrior")) == 3
    told = when(game, "end-turn", "end-turn", "monster-0", "strike-1", "done", dice=[6, 6, 6, 6, 1])
    assert faces(told, "monster.attacks", "against") == [[6, 6, 1]]
    assert defense_dice(hero(game, "warrior")) == 1


def test_keen_edge_waits_for_the_next_attack() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (3, 3)}, monsters=[("troll", (1, 0))])
    learn(game, "wizard", "keen-edge")
    when(game, "end-turn", casts(game, "keen-edge"), "on-hero-0", "end-turn", "end-round", "end-turn")
    when(game, "end-turn", "end-round")
    warrior = hero(game, "warrior")
    assert attack_dice(game.content, warrior, warrior.main_hand) == 6
    told = when(game, "attack-0", dice=[1] * 6 + [6] * 4)
    assert faces(told, "attack.rolled") == [[1] * 6]
    assert attack_dice(game.content, warrior, warrior.main_hand) == 4


def test_ward_of_straw_takes_two_from_the_next_damage_and_is_gone() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("troll", (1, 0))])
    wizard = learn(game, "wizard", "ward-of-straw")
    told = when(game, casts(game, "ward-of-straw"), "end-turn", "monster-0", "strike-0", dice=[6, 6, 6, 1, 5])
    assert told.figures("spell.warded") == [{"hero": 1, "damage": 2}]
    assert (wizard.health, wizard.ward) == (4, 0)


def test_ward_of_straw_is_not_used_up_by_an_attack_that_fails_and_can_stop_all_damage() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("goblin", (1, 0)), ("goblin", (0, 1))])
    wizard = learn(game, "wizard", "ward-of-straw")
    when(
        game, casts(game, "ward-of-straw"), "end-turn", "monster-0", "strike-0", "done", "monster-1", "strike-0",
        dice=[1, 1, 6, 6, 6, 1],
    )  # fmt: skip
    assert (wizard.health, wizard.ward) == (5, 0)


def test_a_defenders_sacrifice_takes_the_damage_before_the_ward_is_asked() -> None:
    game = given(heroes={"wizard": (0, 0), "sworn-defender": (0, 1)}, monsters=[("troll", (1, 0))])
    wizard = learn(game, "wizard", "ward-of-straw")
    when(game, casts(game, "ward-of-straw"), "on-hero-0", "end-turn", "end-turn")
    when(game, "monster-0", "strike-0", "yes", dice=[6, 6, 6, 1, 5])
    assert (wizard.health, wizard.ward, hero(game, "sworn-defender").health) == (5, 2, 7)


def test_owls_candle_shows_the_traps_and_secret_doors_of_one_area_in_sight() -> None:
    game = given(
        ["aaaabbbb", "CCCCDDDD"],
        doors=[((1, 0), (1, 1), "secret"), ((5, 0), (5, 1), "secret")],
        traps={(2, 0): "pitfall", (6, 0): "snare", (0, 1): "bell-wire"},
        heroes={"wizard": (0, 0)},
    )
    learn(game, "wizard", "owls-candle")
    shown = [game.quest().areas[area].letter for area in game.board.shown]
    areas = [letter for letter in shown if letter in "ab"]  # the rooms are out of sight
    asked = when(game.copy(), casts(game, "owls-candle"))
    assert asked.offered == [f"on-area-{shown.index(letter)}" for letter in areas]
    told = when(game, casts(game, "owls-candle"), f"on-area-{shown.index('b')}")
    assert told.figures("spell.candle") == [{"found": 2}]
    assert list(game.board.traps) == [square(game, (6, 0))]
    assert game.board.doors_known == 2


def test_modifiers_of_different_spells_add_up() -> None:
    game = given(heroes={"warrior": (0, 0)}, monsters=[("goblin", (1, 0))])
    warrior = hero(game, "warrior")
    warrior.raging, warrior.rage_attack, warrior.rage_defense, warrior.edge, warrior.shield = True, 2, -2, 2, 2
    assert (attack_dice(game.content, warrior, warrior.main_hand), defense_dice(warrior)) == (8, 1)


# ---- Hare's Gift and Smoke Walk -------------------------------------------------------------------------------------


def test_hares_gift_adds_four_squares_to_one_move() -> None:
    game = given(LONG, heroes={"wizard": (0, 0)})
    learn(game, "wizard", "hares-gift")
    told = when(game, casts(game, "hares-gift"), *[EAST] * 12)
    assert told.figures("move.moved") == [{"hero": 1, "squares": 12}]
    when(game, "end-turn", *["step-west"] * 8)
    assert where(game, "wizard") == (4, 0)


@pytest.mark.rule("freequest", "move.rate", "spell.read-the-spell")
def test_hares_gift_is_gone_with_the_move_it_was_for() -> None:
    game = given(LONG, heroes={"wizard": (0, 0)})
    learn(game, "wizard", "hares-gift")
    told = when(game, casts(game, "hares-gift"), EAST, "end-move")  # eleven squares are lost
    assert told.figures("move.moved") == [{"hero": 1, "squares": 1}]
    told = when(game, "end-turn", *[EAST] * 8)
    assert told.figures("move.moved") == [{"hero": 1, "squares": 8}]
    known_pits(game, (10, 0))
    told = when(game, "end-turn", "leap-east", dice=[6, 1])
    assert "jump.surely" not in told.names


def test_hares_gift_counts_before_the_halving_for_a_body() -> None:
    game = given(LONG, heroes={"wizard": (0, 0), "warrior": (14, 0)})
    wizard = learn(game, "wizard", "hares-gift")
    hero(game, "warrior").dead, hero(game, "warrior").at, wizard.carries = True, -1, 1
    told = when(game, casts(game, "hares-gift"), *[EAST] * 6)
    assert told.figures("move.moved") == [{"hero": 1, "squares": 6}]


def test_hares_gift_makes_every_leap_over_one_or_two_squares_sure() -> None:
    game = given(LONG, heroes={"wizard": (0, 0)})
    learn(game, "wizard", "hares-gift")
    known_pits(game, (1, 0), (3, 0), (4, 0), (6, 0), (7, 0), (8, 0))
    told = when(game, casts(game, "hares-gift"), "leap-east", "leap-east", "leap-east", dice=[4, 1])
    assert [name for name in told.names if name.startswith("jump")] == ["jump.surely", "jump.surely", "jump.fell"]
    assert where(game, "wizard") == (7, 0)  # three squares need a roll


def test_hares_gift_waits_for_the_next_move() -> None:
    game = given(LONG, heroes={"wizard": (0, 0), "warrior": (2, 0)})
    learn(game, "wizard", "hares-gift")
    when(game, casts(game, "hares-gift"), "on-hero-1", "end-turn", "end-turn", "end-turn")
    told = when(game, *[EAST] * 12)
    assert told.figures("move.moved") == [{"hero": 0, "squares": 12}]


def test_smoke_walk_passes_monsters_and_furniture() -> None:
    game = given(
        LONG, furniture={(2, 0): "table"}, heroes={"wizard": (0, 0)}, monsters=[("goblin", (1, 0)), ("orc", (4, 0))]
    )
    learn(game, "wizard", "smoke-walk")
    assert EAST not in offered(game)
    told = when(game, casts(game, "smoke-walk"), EAST)
    assert told.offered == [EAST, "step-west"]  # no stop in the middle
    told = when(game, EAST, EAST)
    assert "end-move" in told.offered
    when(game, EAST, EAST, "end-move")
    assert where(game, "wizard") == (5, 0)
    assert [game.board.figures[square(game, (x, 0))] for x in range(6)] == [0, 10, 0, 0, 11, 1]


def test_smoke_walk_offers_no_step_from_which_no_free_square_is_in_reach() -> None:
    game = given(["a" * 12], heroes={"wizard": (0, 0)}, monsters=[("orc", (x, 0)) for x in range(1, 9)])
    learn(game, "wizard", "smoke-walk").move = 8
    assert EAST not in when(game, casts(game, "smoke-walk")).offered
    hero(game, "wizard").speed = 9
    assert EAST in offered(game)


def test_smoke_walk_ends_with_the_move() -> None:
    game = given(LONG, heroes={"wizard": (0, 0)}, monsters=[("goblin", (1, 0))])
    learn(game, "wizard", "smoke-walk")
    when(game, casts(game, "smoke-walk"), EAST, EAST, "end-move")
    assert "step-west" not in when(game, "end-round").offered


def test_smoke_walk_springs_traps_and_stops_at_walls() -> None:
    game = given(["AAaaaa"], traps={(3, 0): "pitfall"}, heroes={"wizard": (2, 0)})
    learn(game, "wizard", "smoke-walk")
    told = when(game, casts(game, "smoke-walk"))
    assert [name for name in told.offered if name.startswith("step")] == [EAST]
    assert "trap.sprung" in when(game, EAST).names


# ---- Change of Places, Undertow, Homeward ---------------------------------------------------------------------------


def test_change_of_places_exchanges_two_heroes() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 3), "medic": (7, 0)})
    learn(game, "wizard", "change-of-places")
    told = when(game, casts(game, "change-of-places"), "on-hero-1", "on-hero-2")
    assert (where(game, "warrior"), where(game, "medic")) == ((7, 0), (5, 3))
    assert EAST in told.offered  # it was no Move
    assert [game.board.figures[square(game, at)] for at in ((0, 0), (7, 0), (5, 3))] == [1, 2, 3]


def test_change_of_places_with_a_monster_is_cancelled_if_it_resists() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("goblin", (5, 3))])
    learn(game, "wizard", "change-of-places")
    told = when(game.copy(), casts(game, "change-of-places"), dice=[6, 1, 5, 1, 1, 1, 1])
    assert told.names == ["spell.cast", "spell.resisted", "spell.cancelled"]
    when(game, casts(game, "change-of-places"), dice=[5, 1, 6, 1, 1, 1, 1])
    assert (where(game, "wizard"), place_of(game, game.board.monsters[0].at)) == ((5, 3), (0, 0))
    assert [game.board.figures[square(game, at)] for at in ((0, 0), (5, 3))] == [10, 1]


def test_change_of_places_is_entering_for_a_hero() -> None:
    game = given(
        ["aaaa", "###b", "###b"],
        traps={(3, 0): "pitfall"},
        heroes={"wizard": (0, 0)},
        monsters=[("goblin", (3, 0))],
        hidden="b",
    )
    learn(game, "wizard", "change-of-places")
    told = when(game, casts(game, "change-of-places"), dice=[1, 1, 6, 1, 1, 1, 1])
    assert ("area.shown" in told.names, "trap.sprung" in told.names) == (True, True)
    assert hero(game, "wizard").in_pit


def test_change_of_places_takes_a_body_along_and_frees_from_a_pit() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 3), "medic": (7, 0)})
    wizard = learn(game, "wizard", "change-of-places")
    hero(game, "medic").dead, wizard.carries, wizard.in_pit = True, 2, True
    game.board.traps[square(game, (0, 0))] = OPEN_PIT
    when(game, casts(game, "change-of-places"), "on-hero-0")
    assert (where(game, "wizard"), wizard.carries, wizard.in_pit) == ((5, 3), 2, False)
    assert hero(game, "warrior").in_pit


def test_undertow_moves_a_monster_up_to_four_squares() -> None:
    game = given(LONG, heroes={"wizard": (0, 0)}, monsters=[("goblin", (6, 0))])
    learn(game, "wizard", "undertow")
    dice = [6, 2, 6, 4, 3, 3, 1]
    asked = when(game.copy(), casts(game, "undertow"), dice=dice)
    assert sorted(asked.offered) == sorted(option_at(game, (x, 0)) for x in range(2, 11))
    told = when(game, casts(game, "undertow"), option_at(game, (2, 0)), dice=dice)
    assert told.figures("spell.pulled") == [{"monster": 0, "squares": 4}]
    assert place_of(game, game.board.monsters[0].at) == (2, 0)


def test_undertow_is_one_square_shorter_for_each_success() -> None:
    game = given(LONG, heroes={"wizard": (0, 0)}, monsters=[("mummy", (6, 0))])
    learn(game, "wizard", "undertow")
    asked = when(game, casts(game, "undertow"), dice=[5, 4, 4, 5, 3, 2, 2, 1])
    assert sorted(asked.offered) == sorted(option_at(game, (x, 0)) for x in range(4, 9))


def test_undertow_follows_the_monsters_rules_and_spares_the_starting_tile() -> None:
    game = given(
        ["SSaaaaaa"],
        heroes={"wizard": (4, 0)},
        monsters=[("goblin", (3, 0)), ("orc", (2, 0))],
        furniture={(7, 0): "table"},
    )
    learn(game, "wizard", "undertow")
    told = when(game, casts(game, "undertow"), "on-monster-0", dice=[1, 1, 6, 1, 1, 1, 1])
    assert told.names[-1] == "spell.pulled"  # past the orc is only the tile: it stays
    assert place_of(game, game.board.monsters[0].at) == (3, 0)


def test_undertow_does_not_lead_into_the_unknown() -> None:
    game = given(["aaaB"], doors=[((2, 0), (3, 0), "open")], heroes={"wizard": (0, 0)}, monsters=[("goblin", (2, 0))])
    game.board.areas = game.board.areas & ~(1 << game.quest().ground.area[3])
    game.board.ground = game.quest().known(game.board.areas, 1)
    learn(game, "wizard", "undertow")
    asked = when(game, casts(game, "undertow"), dice=[1, 1, 6, 1, 1, 1, 1])
    assert sorted(asked.offered) == sorted(option_at(game, (x, 0)) for x in (1, 2))


def test_homeward_sets_a_hero_on_a_free_square_of_the_starting_tile() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (5, 0), "medic": (0, 5)})
    learn(game, "wizard", "homeward")
    asked = when(game.copy(), casts(game, "homeward"), "on-hero-1")
    assert asked.offered == [option_at(game, at) for at in ((1, 5), (0, 6), (1, 6))]
    told = when(game, casts(game, "homeward"), "on-hero-1", option_at(game, (1, 6)))
    assert where(game, "warrior") == (1, 6)
    assert "step-south" in told.offered


def test_homeward_is_not_for_who_sees_a_monster_or_carries_a_body_or_what_the_quest_is_about() -> None:
    game = given(
        heroes={"wizard": (0, 0), "warrior": (5, 0)},
        quest_items=[{"id": "bell", "name": "the bell"}, {"id": "key", "name": "a key"}],
        objective={"kind": "item", "ref": "bell"},
    )
    wizard = learn(game, "wizard", "homeward")
    assert when(game.copy(), casts(game, "homeward")).offered == ["on-hero-0", "on-hero-1"]
    wizard.quest_items = 2  # the key
    assert when(game.copy(), casts(game, "homeward")).offered == ["on-hero-0", "on-hero-1"]
    wizard.quest_items = 1  # the bell
    hero(game, "warrior").carries = 2
    assert not cast_offered(game, "homeward")
    wizard.quest_items, hero(game, "warrior").carries = 0, NOBODY
    game = given(heroes={"wizard": (0, 0)}, monsters=[("goblin", (5, 3))])
    learn(game, "wizard", "homeward")
    assert not cast_offered(game, "homeward")


def test_homeward_needs_room_on_the_tile() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (0, 5), "medic": (1, 5), "ranger": (0, 6)})
    learn(game, "wizard", "homeward")
    assert cast_offered(game, "homeward")
    game.board.figures[square(game, (1, 6))] = 10
    assert not cast_offered(game, "homeward")


def test_homeward_leaves_a_pit_behind() -> None:
    game = given(heroes={"wizard": (0, 0)})
    wizard = learn(game, "wizard", "homeward")
    wizard.in_pit = True
    when(game, casts(game, "homeward"), option_at(game, (0, 5)))
    assert not wizard.in_pit


# ---- all of them ----------------------------------------------------------------------------------------------------


def test_every_cast_counts_as_one() -> None:
    game = given(HALL, heroes={"wizard": (0, 0)})
    wizard = learn(game, "wizard", "keen-edge", "ward-of-straw")
    when(game, casts(game, "keen-edge"), "end-turn", casts(game, "ward-of-straw"))
    assert wizard.deeds[SPELLS_CAST] == 2


def test_a_spell_that_helps_nobody_is_still_offered_where_its_text_allows() -> None:
    game = given(heroes={"wizard": (0, 0)})
    learn(game, "wizard", "borrowed-shield", "keen-edge", "ward-of-straw", "owls-candle", "hares-gift", "smoke-walk")
    assert sum(name.startswith("cast-") for name in offered(game)) == 6
