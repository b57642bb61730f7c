"""Dying heroes: when, what is left, who carries it, what comes home; and gold."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import (
    casts,
    equip,
    faces,
    given,
    hero,
    in_town,
    item,
    kill,
    learn,
    load_up,
    offered,
    option_at,
    place_of,
    seat_asked,
    square,
    when,
    where,
)
from undercroft.games.freequest.state import NOBODY, REFEREE, FreeQuest
from undercroft.games.freequest.vocabulary import COMPLETE

PLAIN = ["aaaaaa"] * 6
CORRIDOR = ["a" * 10]
HOME = ["SSaaa", "SSaaa"]
PAIR = {"warrior": (0, 0), "wizard": (1, 0)}


def lies_at(game: FreeQuest, who: str) -> tuple[int, int] | None:
    """Where a dead hero's tile is."""
    return place_of(game, hero(game, who).body_at)


def keys(game: FreeQuest, who: str) -> list[str]:
    """What a hero has, or what lies with a dead one."""
    return [game.content.items[index].key for index in hero(game, who).gear]


def with_a_body(**more: object) -> FreeQuest:
    """A warrior at (0,0) of a corridor, the wizard's body at (1,0)."""
    game = given(CORRIDOR, heroes=PAIR, **more)  # type: ignore[arg-type]
    kill(game, "wizard")
    return game


# ---- death ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "death.at-zero")
def test_a_hero_at_zero_health_is_dead_before_the_next_decision() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (5, 3)}, monsters=[("goblin", (1, 0))])
    hero(game, "warrior").health = 1
    told = when(game, "end-turn", "end-turn", "monster-0", "strike-0", dice=[6, 5, 1])
    assert told.names[-2:] == ["hero.hurt", "hero.dies"]
    assert (hero(game, "warrior").dead, hero(game, "warrior").health) == (True, 0)
    assert (told.asked, told.offered) == ("monster.action", ["walk", "done"])


@pytest.mark.rule("freequest", "death.at-zero")
def test_whatever_the_cause() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (5, 3)}, traps={(1, 0): "pitfall"})
    hero(game, "warrior").health = 1
    when(game, "step-east")
    assert hero(game, "warrior").dead
    game = given(heroes={"warrior": (0, 0), "wizard": (5, 3)})
    hero(game, "warrior").health = 1
    when(game, "search-treasure", cards=["jar-of-lye"])
    assert hero(game, "warrior").dead


@pytest.mark.rule("freequest", "death.at-zero")
def test_one_health_is_enough_to_live() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (5, 3)}, traps={(1, 0): "pitfall"})
    hero(game, "warrior").health = 2
    when(game, "step-east")
    assert (hero(game, "warrior").dead, hero(game, "warrior").health) == (False, 1)


@pytest.mark.rule("freequest", "death.at-zero")
def test_burning_rage_is_the_exception() -> None:
    game = given(monsters=[("goblin", (1, 0))])
    one = hero(game, "warrior")
    one.health, one.raging, one.rage_attack, one.rage_defense = 1, True, 2, -2
    when(game, "end-turn", "monster-0", "strike-0", dice=[6, 5])
    assert (one.dead, one.health) == (False, 0)


@pytest.mark.rule("freequest", "death.tile")
def test_a_tile_marks_the_square_with_body_and_equipment() -> None:
    game = given(PLAIN, heroes={"warrior": (4, 4), "wizard": (0, 0)}, monsters=[("goblin", (5, 4))])
    one = hero(game, "warrior")
    one.gear.append(item(game, "blue-flask"))
    one.health, one.loot = 1, 30
    when(game, "end-turn", "end-turn", "monster-0", "strike-0", dice=[6, 5, 1])
    assert (where(game, "warrior"), lies_at(game, "warrior")) == (None, (4, 4))
    assert game.board.figures[square(game, (4, 4))] == 0
    assert (keys(game, "warrior"), one.loot) == (["broadsword", "blue-flask"], 30)
    when(game, "walk", option_at(game, (4, 4)))
    assert game.board.monsters[0].at == square(game, (4, 4))


@pytest.mark.rule("freequest", "death.tile")
def test_where_rubble_fills_the_square_the_referee_chooses_one_of_the_nearest() -> None:
    game = given(PLAIN, heroes={"warrior": (0, 2), "wizard": (1, 1)}, traps={(1, 2): "loose-vault"})
    hero(game, "warrior").health = 2
    nearest = [option_at(game, at) for at in ((2, 2), (1, 3), (0, 2))]
    told = when(game, "step-east")
    assert (told.asked, seat_asked(game), told.offered) == ("death.tile-square", REFEREE, nearest)
    game = given(PLAIN, heroes={"warrior": (0, 2), "wizard": (1, 1)}, traps={(1, 2): "loose-vault"})
    hero(game, "warrior").health = 2
    when(game, "step-east", option_at(game, (1, 3)))
    assert lies_at(game, "warrior") == (1, 3)
    assert game.board.is_solid(square(game, (1, 2)))


@pytest.mark.rule("freequest", "death.player-waits")
def test_a_dead_heros_player_has_no_turn_and_keeps_the_heroes_view() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (3, 0)}, players=2)
    kill(game, "wizard")
    for _ in range(4):
        told = when(game, "end-turn")
        assert (told.asked, seat_asked(game)) == ("turn.choose-action", 1)
    assert game.board.round == 5
    view = game.view(hero(game, "wizard").seat)
    assert view is game.view(1)
    assert view.notes.quest is None
    assert view is not game.view(REFEREE)


@pytest.mark.rule("freequest", "death.spells-lost")
def test_what_a_dead_wizard_has_cast_goes_on_and_the_rest_is_nobodys() -> None:
    game = given(heroes={"barbarian": (1, 1), "wizard": (0, 0)}, monsters=[("troll", (0, 1))])
    learn(game, "wizard", "burning-rage", "immolate")
    hero(game, "wizard").health = 1
    when(game, "end-turn", casts(game, "burning-rage"), "on-hero-0", "end-turn")
    told = when(game, "monster-0", "strike-1", "done", dice=[6, 6, 6, 6, 1])
    assert (hero(game, "wizard").dead, hero(game, "barbarian").raging) == (True, True)
    assert not [name for name in told.offered if name.startswith("cast")]
    told = when(game, "attack-0", "step-north", "step-west", dice=[1] * 5 + [6] * 4)
    assert faces(told, "attack.rolled") == [[1] * (1 + 2 + 2)]
    when(game, "take-all-1", "end-move")
    assert (where(game, "barbarian"), hero(game, "barbarian").spells) == ((0, 0), 0)
    told = when(game, "end-turn", "end-round")
    assert not [name for name in told.offered if name.startswith("cast")]


# ---- taking up ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "body.retrieve")
def test_a_hero_takes_a_sword_in_passing_and_the_body_stays() -> None:
    game = given(CORRIDOR, heroes={"warrior": (0, 0), "barbarian": (1, 0)})
    kill(game, "barbarian")
    told = when(game, "step-east")
    assert {"take-all-1", "take-body-1", f"take-item-{item(game, 'shortsword')}"} <= set(told.offered)
    told = when(game, f"take-item-{item(game, 'shortsword')}")
    assert (told.asked, game.board.steps_left) == ("move.step", 7)
    when(game, "step-east", "end-move")
    assert where(game, "warrior") == (2, 0)
    assert (keys(game, "warrior"), keys(game, "barbarian")) == (["broadsword", "shortsword"], [])
    assert lies_at(game, "barbarian") == (1, 0)


@pytest.mark.rule("freequest", "body.retrieve")
def test_all_that_the_dead_carried_can_be_taken() -> None:
    game = with_a_body()
    dead = hero(game, "wizard")
    dead.loot, dead.quest_items = 40, 1
    dead.gear.append(item(game, "blue-flask"))
    when(game, "step-east", "take-all-1")
    one = hero(game, "warrior")
    assert (keys(game, "warrior"), one.loot, one.quest_items) == (["broadsword", "dagger", "blue-flask"], 40, 1)
    assert (keys(game, "wizard"), dead.loot, dead.quest_items, lies_at(game, "wizard")) == ([], 0, 0, (1, 0))


@pytest.mark.rule("freequest", "body.retrieve")
def test_of_three_pieces_two_are_taken_and_loot_and_quest_items_stay() -> None:
    game = given(CORRIDOR, heroes={"warrior": (0, 0), "sworn-defender": (1, 0)})
    dead = equip(game, "sworn-defender", "shortsword", "helmet", "blue-flask")
    dead.loot, dead.quest_items = 40, 1
    kill(game, "sworn-defender")
    told = when(game, "step-east", *[f"take-item-{item(game, key)}" for key in ("helmet", "blue-flask")])
    one = hero(game, "warrior")
    assert (keys(game, "warrior"), one.loot, one.quest_items) == (["broadsword", "helmet", "blue-flask"], 0, 0)
    assert (keys(game, "sworn-defender"), dead.loot, dead.quest_items) == (["shortsword"], 40, 1)
    assert f"take-item-{item(game, 'shortsword')}" in told.offered
    assert {"take-all-1", "take-body-1"} <= set(told.offered)
    assert lies_at(game, "sworn-defender") == (1, 0)


@pytest.mark.rule("freequest", "body.retrieve", "equip.adds-dice")
def test_what_was_taken_from_the_dead_is_worn_by_nobody() -> None:
    game = given(CORRIDOR, heroes={"warrior": (0, 0), "sworn-defender": (1, 0)})
    dead = equip(game, "sworn-defender", "broadsword", "shield", "helmet", "platemail")
    kill(game, "sworn-defender")
    when(game, "step-east", "take-all-1")
    assert (dead.main_hand, dead.other_hand, dead.head, dead.body, dead.defense) == (-1, -1, -1, -1, 1)
    assert keys(game, "warrior") == ["broadsword", "broadsword", "shield", "helmet", "platemail"]


@pytest.mark.rule("freequest", "body.retrieve", "equip.hands")
@pytest.mark.parametrize(("taken", "left"), [("helmet", (True, True, False)), ("broadsword", (False, True, True))])
def test_what_is_left_with_the_dead_stays_in_its_place(taken: str, left: tuple[bool, bool, bool]) -> None:
    game = given(CORRIDOR, heroes={"warrior": (0, 0), "sworn-defender": (1, 0)})
    dead = equip(game, "sworn-defender", "broadsword", "shield", "helmet")
    kill(game, "sworn-defender")
    when(game, "step-east", f"take-item-{item(game, taken)}")
    assert (dead.main_hand >= 0, dead.other_hand >= 0, dead.head >= 0) == left


@pytest.mark.rule("freequest", "body.retrieve")
def test_things_and_body_or_nothing_at_all() -> None:
    game = with_a_body()
    told = when(game, "step-east", "take-all-1", "take-body-1")
    assert (keys(game, "warrior"), hero(game, "warrior").carries) == (["broadsword", "dagger"], 1)
    game = with_a_body()
    told = when(game, "step-east", "step-east")
    assert (keys(game, "warrior"), hero(game, "warrior").carries, told.asked) == (["broadsword"], NOBODY, "move.step")


@pytest.mark.rule("freequest", "body.retrieve")
def test_the_body_takes_along_what_is_left_with_it() -> None:
    game = with_a_body()
    when(game, "step-east", "take-body-1", "step-east", "lay-down")
    assert (lies_at(game, "wizard"), keys(game, "wizard")) == ((2, 0), ["dagger"])


@pytest.mark.rule("freequest", "body.retrieve")
def test_who_stands_there_takes_things_up_outside_a_move() -> None:
    game = with_a_body()
    when(game, "step-east", "end-move", "end-turn")
    told = when(game, "take-all-1", "take-body-1")
    assert (game.board.did, game.board.actions_left) == (0, 2)
    assert "step-east" in told.offered


@pytest.mark.rule("freequest", "body.retrieve")
def test_nothing_is_taken_from_a_square_away() -> None:
    assert not [name for name in offered(with_a_body()) if name.startswith("take")]


@pytest.mark.rule("freequest", "body.retrieve")
def test_monsters_take_nothing() -> None:
    game = with_a_body(monsters=[("purse-eel", (5, 0))])
    hero(game, "wizard").loot = 40
    when(game, "end-turn", "monster-0", "walk", option_at(game, (1, 0)), "done")
    assert (keys(game, "wizard"), hero(game, "wizard").loot, lies_at(game, "wizard")) == (["dagger"], 40, (1, 0))


# ---- carrying -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "body.half-speed")
def test_a_carrier_with_a_movement_of_seven_goes_three_squares() -> None:
    game = given(CORRIDOR, heroes={"sworn-defender": (0, 0), "wizard": (1, 0)})
    equip(game, "sworn-defender", "shortsword", "ferrymans-boots")
    load_up(game, "sworn-defender", "wizard")
    when(game, "step-east", "step-east", "step-east")
    assert (where(game, "sworn-defender"), game.board.walking) == ((3, 0), False)


@pytest.mark.rule("freequest", "body.half-speed")
@pytest.mark.parametrize(
    ("who", "gear", "left", "half"),
    [
        ("warrior", "broadsword", 7, 3),
        ("warrior", "chainmail ferrymans-boots", 6, 3),
        ("warrior", "chainmail", 5, 2),
        ("warrior", "platemail ferrymans-boots", 4, 2),
        ("warrior", "platemail", 3, 1),
        ("sworn-defender", "platemail ferrymans-boots", 2, 1),
    ],
)
def test_taking_up_a_body_halves_the_movement_that_is_left(who: str, gear: str, left: int, half: int) -> None:
    game = given(CORRIDOR, heroes={who: (0, 0), "wizard": (1, 0)})
    kill(game, "wizard")
    equip(game, who, *gear.split())
    when(game, "step-east")
    assert game.board.steps_left == left
    when(game, "take-body-1")
    assert game.board.steps_left == half


@pytest.mark.rule("freequest", "body.half-speed")
def test_half_of_one_is_the_end_of_the_move() -> None:
    game = given(CORRIDOR, heroes={"sworn-defender": (0, 0), "wizard": (1, 0)})
    equip(game, "sworn-defender", "platemail")
    kill(game, "wizard")
    told = when(game, "step-east", "take-body-1")
    assert (told.asked, "step-east" in told.offered) == ("turn.choose-action", False)


@pytest.mark.rule("freequest", "body.half-speed")
def test_laying_down_gives_nothing_back() -> None:
    game = with_a_body()
    when(game, "step-east", "take-body-1")
    assert game.board.steps_left == 3
    when(game, "lay-down")
    assert game.board.steps_left == 3


@pytest.mark.rule("freequest", "body.half-speed")
def test_a_carrier_can_always_go_one_square() -> None:
    game = given(CORRIDOR, heroes=PAIR)
    hero(game, "warrior").speed = 1  # no armour makes a hero so slow: half of what the slowest has is still 1
    load_up(game, "warrior", "wizard")
    when(game, "step-east")
    assert where(game, "warrior") == (1, 0)


@pytest.mark.rule("freequest", "body.no-attacks")
def test_a_carrier_makes_no_attack_and_casts_none() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (3, 3)}, monsters=[("goblin", (1, 0))])
    learn(game, "wizard", "flame-burst", "immolate", "hail-of-nails", "cold-ring")
    attacks = {
        "attack-0",
        "attack-unarmed-0",
        *[casts(game, key) for key in ("flame-burst", "hail-of-nails", "cold-ring")],
    }
    assert attacks | {casts(game, "immolate")} <= set(offered(game))
    load_up(game, "wizard", "warrior")
    assert not attacks & set(offered(game))
    assert casts(game, "immolate") in offered(game)


@pytest.mark.rule("freequest", "body.no-attacks")
def test_a_carrier_searches_disarms_and_opens_doors() -> None:
    game = given(
        ["aaRR"], doors=[((1, 0), (2, 0))], heroes={"warrior": (1, 0), "wizard": (3, 0)}, known_traps={(0, 0): "snare"}
    )
    load_up(game, "warrior", "wizard")
    assert {"search-treasure", "search-traps", "disarm-west", "open-east"} <= set(offered(game))


@pytest.mark.rule("freequest", "body.no-jumps")
@pytest.mark.parametrize("obstacle", ["trap", "furniture"])
def test_a_carrier_does_not_leap(obstacle: str) -> None:
    traps, furniture = ({(1, 0): "pitfall"}, {}) if obstacle == "trap" else ({}, {(1, 0): "Table"})
    game = given(heroes={"warrior": (0, 0), "wizard": (3, 3)}, known_traps=traps, furniture=furniture)
    assert "leap-east" in offered(game)
    load_up(game, "warrior", "wizard")
    assert "leap-east" not in offered(game)


@pytest.mark.rule("freequest", "body.one-at-a-time")
def test_a_carrier_takes_a_second_heros_things_but_not_the_body() -> None:
    game = given(CORRIDOR, heroes={"warrior": (0, 0), "wizard": (1, 0), "medic": (5, 0)})
    load_up(game, "warrior", "medic")
    kill(game, "wizard")
    told = when(game, "step-east")
    assert "take-all-1" in told.offered
    assert "take-body-1" not in told.offered
    when(game, "take-all-1")
    assert keys(game, "warrior") == ["broadsword", "dagger"]


@pytest.mark.rule("freequest", "body.lay-down")
def test_a_carrier_lays_the_body_down_and_fights() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (3, 3)}, monsters=[("goblin", (1, 0))])
    load_up(game, "warrior", "wizard")
    assert "attack-0" not in offered(game)
    told = when(game, "lay-down")
    assert lies_at(game, "wizard") == (0, 0)
    assert (game.board.did, game.board.actions_left) == (0, 2)
    assert "attack-0" in told.offered
    assert "take-body-1" not in told.offered
    told = when(game, "attack-0", "step-south", "step-north", dice=[6, 6, 6, 6, 1, 1])
    assert "take-all-1" in told.offered
    assert "take-body-1" not in told.offered
    told = when(game, "end-move", "end-turn")
    assert "take-body-1" in told.offered


@pytest.mark.rule("freequest", "body.lay-down")
def test_a_body_is_laid_down_between_two_steps_but_not_in_an_allys_square() -> None:
    heroes = {"warrior": (0, 0), "wizard": (9, 0), "medic": (2, 0)}
    game = given(CORRIDOR, heroes=heroes)
    load_up(game, "warrior", "wizard")
    assert "lay-down" in when(game, "step-east").offered
    assert when(game, "step-east").offered == ["step-east", "step-west"]
    told = when(game, "step-east")
    assert where(game, "warrior") == (3, 0)
    assert "lay-down" in told.offered
    when(game, "lay-down")
    assert lies_at(game, "wizard") == (3, 0)


@pytest.mark.rule("freequest", "body.lay-down")
def test_of_two_bodies_laid_down_in_a_turn_neither_is_taken_up_again() -> None:
    game = given(CORRIDOR, heroes={"warrior": (0, 0), "wizard": (9, 0), "medic": (1, 0)})
    load_up(game, "warrior", "wizard")
    kill(game, "medic")
    told = when(game, "step-east", "lay-down", "take-body-2", "lay-down")
    assert (lies_at(game, "wizard"), lies_at(game, "medic")) == ((1, 0), (1, 0))
    assert not [name for name in told.offered if name.startswith("take-body")]


@pytest.mark.rule("freequest", "body.lay-down")
def test_another_hero_may_take_it_up_in_the_same_round() -> None:
    game = given(CORRIDOR, heroes={"warrior": (1, 0), "wizard": (9, 0), "medic": (0, 0)})
    load_up(game, "warrior", "wizard")
    told = when(game, "lay-down", "step-east", "end-move", "end-turn", "step-east")
    assert "take-body-1" in told.offered


@pytest.mark.rule("freequest", "body.carrier-dies")
def test_a_carrier_who_dies_lies_there_with_the_body() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (3, 3), "medic": (7, 3)}, traps={(1, 0): "pitfall"})
    load_up(game, "warrior", "wizard")
    hero(game, "warrior").health = 1
    when(game, "step-east")
    assert (lies_at(game, "warrior"), lies_at(game, "wizard")) == ((1, 0), (1, 0))
    assert (keys(game, "warrior"), keys(game, "wizard")) == (["broadsword"], ["dagger"])
    assert hero(game, "warrior").carries == NOBODY


# ---- what comes home ------------------------------------------------------------------------------------------------


def go_home(game: FreeQuest) -> None:
    """The medic at (3,1) walks home over (2,1) with the objective done."""
    told = when(game, "step-west", "step-west", "end-move")
    assert "end.complete" in told.names


def party_with_a_body_at(at: tuple[int, int]) -> FreeQuest:
    game = given(HOME, heroes={"medic": (3, 1), "warrior": at})
    kill(game, "warrior")
    return game


@pytest.mark.rule("freequest", "body.lost-forever")
def test_a_body_on_the_starting_tile_is_retrieved() -> None:
    game = party_with_a_body_at((1, 0))
    go_home(game)
    dead = hero(game, "warrior")
    assert (dead.lost, dead.awaits_vigil, keys(game, "warrior")) == (False, True, ["broadsword"])


@pytest.mark.rule("freequest", "body.lost-forever")
def test_a_body_in_the_hallway_beside_it_is_lost_with_all_that_lies_there() -> None:
    game = party_with_a_body_at((2, 0))
    go_home(game)
    dead = hero(game, "warrior")
    assert (dead.lost, dead.awaits_vigil, keys(game, "warrior")) == (True, False, [])


@pytest.mark.rule("freequest", "body.lost-forever")
def test_a_body_that_is_carried_home_is_retrieved() -> None:
    game = given(HOME, heroes={"medic": (3, 1), "warrior": (4, 1)})
    load_up(game, "medic", "warrior")
    go_home(game)
    assert (hero(game, "warrior").lost, hero(game, "warrior").awaits_vigil) == (False, True)


@pytest.mark.rule("freequest", "body.lost-forever")
def test_equipment_that_was_taken_up_comes_home_without_the_body() -> None:
    game = party_with_a_body_at((2, 1))
    when(game, "step-west", "take-all-1")
    when(game, "step-west", "end-move")
    assert keys(game, "medic") == ["shortsword", "broadsword"]
    assert hero(game, "warrior").lost


@pytest.mark.rule("freequest", "body.lost-forever")
def test_one_hero_brings_two_bodies_one_after_the_other() -> None:
    game = given(HOME, heroes={"medic": (2, 1), "warrior": (2, 0), "wizard": (4, 0)})
    kill(game, "warrior")
    kill(game, "wizard")
    when(game, "step-north", "take-body-1", "step-west", "lay-down", "step-east", "end-move", "end-turn")
    when(game, "step-east", "step-east", "take-body-2", "step-west", "step-west", "step-west")
    told = when(game)
    assert told.ended
    assert game.board.end is COMPLETE
    assert [one.awaits_vigil for one in game.board.heroes] == [False, True, True]


# ---- gold -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "gold.loot-and-savings")
def test_loot_is_lost_with_a_hero_and_savings_pass_to_the_next() -> None:
    game = party_with_a_body_at((2, 0))
    dead = hero(game, "warrior")
    dead.savings, dead.loot = 200, 75
    go_home(game)
    assert (dead.savings, dead.loot) == (200, 0)
    told = when(in_town(game), "hero-4")
    fresh = hero(game, "barbarian")
    assert (fresh.savings, fresh.loot) == (200, 0)
    assert told.figures("gold.inherited") == [{"hero": 4, "gold": 200, "other": dead.kind.index}]


@pytest.mark.rule("freequest", "gold.loot-and-savings")
def test_a_living_heros_loot_joins_the_savings_at_the_end() -> None:
    game = given(HOME, heroes={"medic": (3, 1)})
    one = hero(game, "medic")
    one.savings, one.loot = 10, 75
    go_home(game)
    assert (one.savings, one.loot) == (85, 0)


@pytest.mark.rule("freequest", "gold.loot-and-savings")
def test_gold_that_is_found_is_loot_until_then() -> None:
    game = given(treasure=[{"area": "a", "gold": 75}])
    one = hero(game, "warrior")
    when(game, "search-treasure")
    assert (one.savings, one.loot) == (0, 75)


@pytest.mark.rule("freequest", "gold.loot-and-savings")
def test_loot_lies_with_the_dead_and_savings_do_not() -> None:
    game = with_a_body()
    dead = hero(game, "wizard")
    dead.savings, dead.loot = 200, 75
    when(game, "step-east", "take-all-1")
    one = hero(game, "warrior")
    assert (one.savings, one.loot, dead.savings, dead.loot) == (0, 75, 200, 0)
