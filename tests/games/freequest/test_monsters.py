"""Monsters: what they do in the referee's turn, and their traits."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import (
    HALL,
    Place,
    faces,
    given,
    hero,
    learn,
    offered,
    option_at,
    place_of,
    put,
    square,
    when,
)
from undercroft.games.freequest.combat import can_strike
from undercroft.games.freequest.state import REFEREE_ACTS, FreeQuest

WIDE = ["aaaaaaaa"]
MISS = [1, 1, 6]  # a goblin against one Defense die


def referees_turn(game: FreeQuest) -> FreeQuest:
    """All heroes end their turns."""
    while game.board.phase != REFEREE_ACTS:
        when(game, "end-turn")
    return game


def at(game: FreeQuest, number: int = 0) -> Place | None:
    """Where a monster stands."""
    return place_of(game, game.board.monsters[number].at)


def destinations(game: FreeQuest, number: int = 0) -> set[Place | None]:
    """Where a monster could walk to."""
    asked = when(game.copy(), f"monster-{number}", "walk")
    assert asked.asked == "monster.move"
    codes = list(game.quest().codes)
    return {place_of(game, codes.index(int(name.split("-")[1]))) for name in asked.offered}


# ---- who acts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "monster.placed-only")
def test_a_monster_behind_a_closed_door_waits_and_cannot_be_targeted() -> None:
    game = given(
        ["aaaBB"],
        doors=[((2, 0), (3, 0))],
        heroes={"wizard": (2, 0)},
        hidden="B",
        lairs=[{"kind": "troll", "at": [3, 0]}],
    )
    learn(game, "wizard", "flame-burst", "immolate")
    assert not any(name.startswith(("attack", "cast")) for name in offered(game))
    told = when(game, "end-turn")
    assert told.names == ["round.begins", "turn.begins"]  # nobody acts
    told = when(game, "open-east", "end-turn")
    assert told.offered == ["monster-0", "end-round"]


@pytest.mark.rule("freequest", "monster.two-actions")
def test_a_monster_attacks_and_then_moves_away() -> None:
    game = referees_turn(given(WIDE, monsters=[("goblin", (1, 0))]))
    told = when(game, "monster-0", "strike-0", "walk", option_at(game, (5, 0)), dice=MISS)
    assert at(game) == (5, 0)
    assert told.asked == "turn.choose-action"


@pytest.mark.rule("freequest", "monster.two-actions")
@pytest.mark.parametrize("first", ["strike-0", "walk"])
def test_no_action_is_done_twice(first: str) -> None:
    game = referees_turn(given(HALL, heroes={"warrior": (1, 1)}, monsters=[("goblin", (1, 0))]))
    answers = [first] if first == "strike-0" else [first, option_at(game, (1, 2))]
    told = when(game, "monster-0", *answers, dice=MISS if first == "strike-0" else [])
    assert told.asked == "monster.action"
    assert first not in told.offered
    assert len(told.offered) == 2


@pytest.mark.rule("freequest", "monster.two-actions")
def test_monsters_act_one_after_the_other_in_the_referees_order_and_may_stay_idle() -> None:
    game = referees_turn(given(WIDE, monsters=[("goblin", (3, 0)), ("orc", (5, 0)), ("zombie", (7, 0))]))
    assert offered(game) == ["monster-0", "monster-1", "monster-2", "end-round"]
    told = when(game, "monster-1", "walk", option_at(game, (1, 0)))
    assert told.asked == "monster.action"  # it finishes before the next one starts
    told = when(game, "done")
    assert told.offered == ["monster-0", "monster-2", "end-round"]
    assert when(game, "end-round").asked == "turn.choose-action"


@pytest.mark.rule("freequest", "monster.two-actions")
def test_a_caster_has_two_of_its_three_actions() -> None:
    game = referees_turn(given(WIDE, monsters=[("marsh-notary", (1, 0))]))
    cast = [name for name in when(game.copy(), "monster-0").offered if name.startswith("monster-cast")]
    told = when(game, "monster-0", *cast, "strike-0", dice=[1, 1, 6, 1, 1, 1, 1, 6])
    assert told.asked == "turn.choose-action"


@pytest.mark.rule("freequest", "monster.no-other-actions")
def test_a_monster_moves_attacks_casts_or_is_done_and_nothing_else() -> None:
    game = given(
        HALL,
        heroes={"warrior": (1, 1), "medic": (6, 3)},
        monsters=[("goblin", (1, 0)), ("marsh-notary", (0, 1))],
        furniture={(2, 0): "table"},
        known_traps={(0, 0): "pitfall"},
    )
    hero(game, "medic").dead = True
    hero(game, "medic").body_at = square(game, (1, 0))
    when(game, "end-turn")
    assert when(game.copy(), "monster-0").offered == ["strike-0", "walk", "done"]
    cast = f"monster-cast-{game.content.monsters[game.board.monsters[1].kind.index].spells[0]}"
    assert when(game, "monster-1").offered == ["strike-0", cast, "walk", "done"]


# ---- Move -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "monster.movement")
def test_a_goblin_passes_a_goblin_and_does_not_end_there() -> None:
    game = referees_turn(given(["aaaaaa"], heroes={"warrior": (0, 0)}, monsters=[("goblin", (5, 0)), ("orc", (3, 0))]))
    assert destinations(game) == {(1, 0), (2, 0), (4, 0)}


@pytest.mark.rule("freequest", "monster.movement")
def test_a_goblin_passes_neither_heroes_nor_furniture() -> None:
    game = referees_turn(given(["aaaaaa"], heroes={"warrior": (3, 0)}, monsters=[("goblin", (5, 0))]))
    told = when(game, "monster-0", "walk")
    assert (at(game), told.asked) == ((4, 0), "monster.action")  # the only square
    game = referees_turn(
        given(["aaaaaa"], furniture={(3, 0): "table"}, heroes={"warrior": (0, 0)}, monsters=[("goblin", (5, 0))])
    )
    when(game, "monster-0", "walk")
    assert at(game) == (4, 0)


@pytest.mark.rule("freequest", "monster.movement")
def test_a_monster_walks_orthogonally_as_far_as_its_movement() -> None:
    game = referees_turn(given(["a" * 9] * 3, heroes={"warrior": (8, 2)}, monsters=[("zombie", (0, 0))]))
    assert destinations(game) == {
        (x, y) for x in range(9) for y in range(3) if 0 < x + y <= 4
    }  # fmt: skip


@pytest.mark.rule("freequest", "monster.doors")
def test_monsters_use_open_doors_only_and_stay_on_what_is_revealed() -> None:
    rows, doors = ["aaaBBBCC"], [((2, 0), (3, 0)), ((5, 0), (6, 0), "open")]
    game = given(rows, doors=doors, heroes={"warrior": (0, 0)}, monsters=[("goblin", (4, 0))])
    game = referees_turn(game)
    assert destinations(game) == {(3, 0), (5, 0), (6, 0), (7, 0)}
    game = given(rows, doors=doors, heroes={"warrior": (0, 0)}, hidden="C")
    put(game, "goblin", (4, 0))
    assert destinations(referees_turn(game)) == {(3, 0), (5, 0)}
    game = given(rows, doors=doors, heroes={"warrior": (2, 0)}, monsters=[("goblin", (4, 0))])
    when(game, "open-east", "end-turn")
    assert (1, 0) not in destinations(game)
    assert (3, 0) in destinations(game)


# ---- Attack ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "monster.attack")
def test_a_monster_attacks_by_the_same_contest() -> None:
    game = referees_turn(given(WIDE, monsters=[("goblin", (1, 0))]))
    hero(game, "warrior").shield = 1
    told = when(game, "monster-0", "strike-0", dice=[6, 3, 6, 1])
    assert (faces(told, "monster.attacks"), faces(told, "monster.attacks", "against")) == ([[6, 3]], [[6, 1]])
    assert hero(game, "warrior").health == 7


@pytest.mark.rule("freequest", "monster.attack")
def test_an_orc_against_whom_no_defense_die_is_left() -> None:
    game = referees_turn(given(WIDE, monsters=[("orc", (1, 0))]))
    hero(game, "warrior").shield = 1
    when(game, "monster-0", "strike-0", dice=[5, 3, 2, 5, 3])
    assert hero(game, "warrior").health == 7


STRIKES = {
    "goblin": {(1, 0), (0, 1), (1, 2), (2, 1)},
    "sluice-raker": {(x, y) for x in range(3) for y in range(3)} - {(1, 1)},
    "clay-spitter": {(x, y) for x in range(4) for y in range(4)} - {(1, 0), (0, 1), (1, 2), (2, 1), (1, 1)},
}


@pytest.mark.rule("freequest", "monster.attack")
@pytest.mark.parametrize("key", STRIKES)
def test_whom_a_monster_reaches(key: str) -> None:
    game = given(["aaaa"] * 4, heroes={"warrior": (1, 1)}, monsters=[(key, (3, 3))])
    monster, warrior = game.board.monsters[0], hero(game, "warrior")
    reached = {
        (x, y) for x in range(4) for y in range(4)
        if (x, y) != (1, 1) and can_strike(game.board, monster, square(game, (x, y)), warrior)
    }  # fmt: skip
    assert reached == STRIKES[key]


@pytest.mark.rule("freequest", "monster.attack")
@pytest.mark.parametrize("key", ["sluice-raker", "clay-spitter"])
def test_neither_reach_nor_range_goes_through_walls(key: str) -> None:
    game = referees_turn(given(["aBB", "aBB", "aaa"], heroes={"warrior": (0, 0)}, monsters=[(key, (1, 1))]))
    assert not any(name.startswith("strike") for name in when(game, "monster-0").offered)


# ---- Cast a Spell ---------------------------------------------------------------------------------------------------


def cast_options(game: FreeQuest, number: int) -> list[str]:
    """The spells that a monster may cast now."""
    return [name for name in when(game.copy(), f"monster-{number}").offered if name.startswith("monster-cast")]


@pytest.mark.rule("freequest", "monster.spells")
def test_each_spell_of_a_monster_works_once_a_quest_and_each_monster_has_its_own() -> None:
    game = referees_turn(given(WIDE, monsters=[("marsh-notary", (3, 0)), ("marsh-notary", (5, 0))]))
    (cast,) = cast_options(game, 0)
    told = when(game, "monster-0", cast, "done", dice=[1, 1, 6, 1, 1, 1])
    assert told.names == ["monster.casts", "hero.resists", "hero.hindered"]
    assert cast_options(game, 1) == [cast]
    when(game, "end-round", "end-turn")
    assert cast_options(game, 0) == []
    assert cast_options(game, 1) == [cast]


@pytest.mark.rule("freequest", "monster.spells")
def test_a_monster_casts_on_whom_it_sees() -> None:
    game = given(["aaaaBB"], doors=[((3, 0), (4, 0))], heroes={"warrior": (0, 0)}, monsters=[("marsh-notary", (4, 0))])
    assert cast_options(referees_turn(game), 0) == []
    game = given(["aaaaBB"], heroes={"warrior": (0, 0), "medic": (2, 0), "ranger": (5, 0)})
    put(game, "marsh-notary", (3, 0))
    (cast,) = cast_options(referees_turn(game), 0)
    told = when(game, "monster-0", cast)
    assert (told.asked, told.offered) == ("monster.cast", ["on-hero-0", "on-hero-1"])


@pytest.mark.rule("freequest", "monster.spell-resisted")
@pytest.mark.parametrize(("dice", "hindered"), [([4, 2, 2, 5, 4, 1, 1], True), ([6, 2, 2, 5, 4, 1, 1], False)])
def test_a_hero_resists_by_skill_against_magic(dice: list[int], hindered: bool) -> None:
    game = referees_turn(given(WIDE, heroes={"medic": (0, 0)}, monsters=[("marsh-notary", (3, 0))]))
    (cast,) = cast_options(game, 0)
    told = when(game, "monster-0", cast, dice=dice)
    assert faces(told, "hero.resists") == [dice[:3]]
    assert hero(game, "medic").hindered == hindered


def test_fine_print_leaves_a_hero_one_action_in_the_next_turn() -> None:
    game = given(WIDE, heroes={"medic": (0, 0)}, monsters=[("goblin", (7, 0))])
    hero(game, "medic").hindered = True
    when(game, "end-turn", "end-round")
    told = when(game, "search-traps")
    assert told.asked == "referee.next-monster"  # the one action is used, and there is nothing else to do
    when(game, "end-round")
    assert game.board.actions_left == 2


# ---- traits ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "monster.regenerates")
@pytest.mark.parametrize(("health", "after"), [(1, 2), (2, 3), (3, 3)])
def test_a_troll_regains_one_health_before_anybody_acts(health: int, after: int) -> None:
    game = given(WIDE, monsters=[("troll", (3, 0))])
    game.board.monsters[0].health = health
    told = when(game, "end-turn")
    assert game.board.monsters[0].health == after
    assert (told.asked, "monster.regenerated" in told.names) == ("referee.next-monster", after > health)


@pytest.mark.rule("freequest", "monster.regenerates")
def test_a_dead_troll_stays_dead_and_others_do_not_heal() -> None:
    game = given(WIDE, monsters=[("troll", (1, 0)), ("mummy", (5, 0))])
    game.board.monsters[0].health = game.board.monsters[1].health = 1
    when(game, "attack-0", "end-turn", dice=[6, 6, 6, 6, 1, 1, 1, 1])
    assert [one.health for one in game.board.monsters] == [0, 1]
    assert at(game) is None


def test_a_shelf_sitter_does_not_act_in_the_first_referees_turn_after_it_is_placed() -> None:
    game = given(
        ["aaaBB"], doors=[((2, 0), (3, 0))], heroes={"warrior": (2, 0)}, hidden="B",
        lairs=[{"kind": "shelf-sitter", "at": [3, 0]}],
    )  # fmt: skip
    told = when(game, "open-east", "end-turn")
    assert told.asked == "turn.choose-action"
    assert when(game, "end-turn").offered == ["monster-0", "end-round"]


def test_gutter_hounds_have_one_die_more_when_two_are_at_the_same_hero() -> None:
    game = referees_turn(
        given(HALL, heroes={"warrior": (1, 1)}, monsters=[("gutter-hound", (1, 0)), ("gutter-hound", (4, 3))])
    )
    told = when(game, "monster-0", "strike-0", "done", dice=[1, 1, 6])
    assert faces(told, "monster.attacks") == [[1, 1]]
    told = when(game, "monster-1", "walk", option_at(game, (2, 1)), "strike-0", dice=[1, 1, 1, 6])
    assert faces(told, "monster.attacks") == [[1, 1, 1]]


def test_another_kind_of_monster_is_no_pack() -> None:
    game = referees_turn(
        given(HALL, heroes={"warrior": (1, 1)}, monsters=[("gutter-hound", (1, 0)), ("goblin", (2, 1))])
    )
    assert faces(when(game, "monster-0", "strike-0", dice=[1, 1, 6]), "monster.attacks") == [[1, 1]]


def test_a_slag_warden_cannot_be_slowed() -> None:
    game = given(WIDE, heroes={"wizard": (0, 0)}, monsters=[("slag-warden", (3, 0))])
    learn(game, "wizard", "leaden-limbs", "immolate")
    assert [name for name in offered(game) if name.startswith("cast")] == ["cast-1"]


def test_nobody_searches_where_a_candle_eater_lives() -> None:
    game = given(
        ["aaBB"], doors=[((1, 0), (2, 0), "open")], heroes={"warrior": (0, 0), "medic": (2, 0)},
        monsters=[("candle-eater", (1, 0))],
    )  # fmt: skip
    assert not any(name.startswith("search") for name in offered(game))
    assert "search-traps" in when(game, "end-turn").offered  # another area
    game.board.monsters[0].at = -1
    assert "search-traps" in when(game, "end-turn").offered


@pytest.mark.parametrize(("loot", "left"), [(60, 35), (10, 0), (0, 0)])
def test_a_purse_eel_takes_gold_from_whom_it_hurts(loot: int, left: int) -> None:
    game = referees_turn(given(WIDE, monsters=[("purse-eel", (1, 0))]))
    hero(game, "warrior").loot = loot
    told = when(game, "monster-0", "strike-0", dice=[6, 1, 5])
    assert hero(game, "warrior").loot == left
    assert ("monster.looted" in told.names) == (loot > 0)


def test_a_purse_eel_that_misses_takes_nothing() -> None:
    game = referees_turn(given(WIDE, monsters=[("purse-eel", (1, 0))]))
    hero(game, "warrior").loot = 60
    when(game, "monster-0", "strike-0", dice=[1, 1, 5])
    assert hero(game, "warrior").loot == 60
