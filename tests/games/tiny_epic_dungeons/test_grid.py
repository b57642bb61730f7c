"""The grid: cells, exits and passages, rotation, and the facedown cards that are laid."""

from __future__ import annotations

import pytest

from tests.games.tiny_epic_dungeons.board import Cell, bits, cell, drawn_track, find, offered, when
from tests.games.tiny_epic_dungeons.plain import explore, go, lay, plain, steps, where
from tests.games.told import Told
from undercroft.games.tiny_epic_dungeons.geometry import beside, distance, line_of_sight, next_to, spread
from undercroft.games.tiny_epic_dungeons.pieces import orientations_of
from undercroft.games.tiny_epic_dungeons.state import CENTRE, LAIR, Dungeon
from undercroft.games.tiny_epic_dungeons.torch import land

STRAIGHT_NORTH = {(2, 3): ("gutter-run", "ns"), (1, 3): ("needle-gallery", "ns")}


def laid(told: Told) -> list[Cell]:
    """Where facedown cards were laid, in order."""
    return [divmod(figures["place"], 7) for figures in told.figures("explore.laid")]


def hidden(game: Dungeon) -> list[Cell]:
    """The cells with a facedown card."""
    return [divmod(each, 7) for each in range(49) if game.hidden >> each & 1]


def reach(game: Dungeon, start: Cell, goal: Cell) -> int:
    """The distance between two cells."""
    return int(distance(game, cell(start), cell(goal)))


# ---- cells ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "grid.size")
def test_the_entrance_is_the_middle_and_three_cards_lie_beyond_it_on_each_side() -> None:
    assert divmod(int(CENTRE), 7) == (3, 3)
    for side, edge in enumerate([(0, 3), (3, 6), (6, 3), (3, 0)]):
        at = int(CENTRE)
        for _ in range(3):
            at = int(beside(at, side))
        assert divmod(at, 7) == edge
        assert beside(at, side) < 0


@pytest.mark.rule("tiny-epic-dungeons", "grid.size", "grid.edge-exit")
def test_a_card_in_the_first_row_draws_nothing_for_its_north_exit() -> None:
    game = plain(rooms=STRAIGHT_NORTH, facedown={(0, 3): "a", (3, 4): "a"}, at=[(1, 3)], deck=(9, 0, 0))
    told = when(game, explore((0, 3)), cards=["spring-chapel"])
    assert laid(told) == [(0, 4), (0, 2)]
    assert game.left == [7, 0, 0]
    assert steps(offered(game)) == [go((1, 3)), explore((0, 4)), explore((0, 2))]


@pytest.mark.rule("tiny-epic-dungeons", "grid.edge-exit")
def test_an_exit_out_of_the_grid_is_a_wall() -> None:
    rooms = {
        (3, 4): ("needle-gallery", "ew"), (3, 5): ("old-guardroom", "esw"), (4, 0): ("spring-chapel", "nesw"),
    }  # fmt: skip
    game = plain(rooms=rooms, facedown={(3, 6): "a", (2, 3): "a"}, at=[(3, 5)], deck=(9, 0, 0))
    when(game, explore((3, 6)), cards=["gutter-run"])
    assert hidden(game) == [(2, 3)]
    assert next_to(game, cell((3, 6))) == 1 << cell((3, 5))
    assert not line_of_sight(game, cell((3, 6))) >> cell((4, 0)) & 1
    assert steps(offered(game)) == [go((3, 5))]


@pytest.mark.rule("tiny-epic-dungeons", "grid.cells", "grid.new-facedown")
def test_no_card_is_laid_where_one_lies() -> None:
    rooms = {(2, 3): ("listening-hall", "nes"), (2, 5): ("old-guardroom", "nsw")}
    game = plain(rooms=rooms, facedown={(2, 4): "a", (1, 4): "b"}, at=[(2, 3)], deck=(9, 0, 0))
    told = when(game, explore((2, 4)), cards=["spring-chapel"])
    assert laid(told) == [(3, 4)]
    assert game.facedown[cell((1, 4))] == 1
    assert game.card_at(cell((2, 5))).key == "old-guardroom"
    for each in range(49):
        assert (game.room[each] >= 0) + (game.facedown[each] >= 0) <= 1
        assert (game.room[each] >= 0) == bool(game.rooms >> each & 1)
        assert (game.facedown[each] >= 0) == bool(game.hidden >> each & 1)


@pytest.mark.rule("tiny-epic-dungeons", "grid.mats-outside")
def test_the_boss_mat_has_one_neighbour_and_that_is_the_lair_door() -> None:
    rooms = {(3, 4): ("iron-mouth", "ew"), (3, 5): ("gutter-run", "ew"), (2, 3): ("listening-hall", "nes")}
    game = plain(rooms=rooms, boss="old-mother-tallow")
    assert spread(game, 1 << LAIR) == 1 << cell((3, 4))
    for each in range(49):
        if game.rooms >> each & 1:
            assert bool(next_to(game, each) >> LAIR & 1) == (each == cell((3, 4)))


@pytest.mark.rule("tiny-epic-dungeons", "grid.mats-outside")
def test_before_act_two_the_boss_mat_has_no_neighbour() -> None:
    game = plain(rooms={(3, 4): ("iron-mouth", "ew")}, at=[(3, 4)])
    assert next_to(game, cell((3, 4))) == 1 << CENTRE
    assert steps(offered(game)) == [go((3, 3))]


# ---- exits and passages ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "grid.exits")
def test_turning_a_card_turns_its_exits() -> None:
    assert orientations_of(bits("ne")) == [bits("ne"), bits("es"), bits("sw"), bits("nw")]
    assert orientations_of(bits("ns")) == [bits("ns"), bits("ew")]
    assert orientations_of(bits("nesw")) == [bits("nesw")]


@pytest.mark.rule("tiny-epic-dungeons", "grid.exits")
def test_every_card_has_an_exit() -> None:
    assert all(card.exits for card in plain().content.dungeon)


@pytest.mark.rule("tiny-epic-dungeons", "grid.passage")
def test_an_exit_against_a_wall_is_a_dead_end_for_steps_distance_and_sight() -> None:
    rooms = {
        (3, 4): ("listening-hall", "nsw"), (2, 4): ("barrel-chute", "es"), (2, 5): ("spring-chapel", "nesw"),
        (3, 5): ("old-guardroom", "nsw"),
    }  # fmt: skip
    game = plain(rooms=rooms)
    assert reach(game, (3, 5), (3, 4)) == 3
    assert not line_of_sight(game, cell((3, 5))) >> cell((3, 4)) & 1
    assert not line_of_sight(game, CENTRE) >> cell((3, 5)) & 1
    assert reach(game, (3, 3), (3, 4)) == 1
    assert line_of_sight(game, CENTRE) >> cell((3, 4)) & 1


@pytest.mark.rule("tiny-epic-dungeons", "grid.passage")
def test_a_card_that_is_turned_joins_every_neighbour_with_an_exit_towards_it() -> None:
    rooms = {(2, 3): ("listening-hall", "nes"), (2, 4): ("old-guardroom", "esw")}
    game = plain(rooms=rooms, facedown={(3, 4): "a", (1, 3): "a"})
    when(game, explore((3, 4)), cards=["toll-arch", "goblin-pincher"])
    assert reach(game, (3, 4), (2, 4)) == 1
    assert reach(game, (3, 3), (2, 4)) == 2


@pytest.mark.rule("tiny-epic-dungeons", "grid.facedown-blocks")
def test_an_enemy_goes_the_long_way_round_a_facedown_card() -> None:
    rooms = {
        (3, 5): ("spring-chapel", "nesw"), (2, 5): ("listening-hall", "nsw"), (2, 4): ("gutter-run", "ew"),
        (2, 3): ("old-guardroom", "nes"),
    }  # fmt: skip
    game = plain(
        rooms=rooms, facedown={(3, 4): "a"}, at=[(3, 3), (3, 3)], goblins={1: ("goblin-pincher", (3, 5))},
        changes=drawn_track(1), health=[9, 0],
    )  # fmt: skip
    assert reach(game, (3, 5), (3, 3)) == 4
    assert not line_of_sight(game, CENTRE) >> cell((3, 5)) & 1
    when(game, rule=land)
    assert divmod(game.goblin_at[0], 7) == (2, 4)


# ---- rotation -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "grid.rotate")
@pytest.mark.parametrize(
    ("card", "ways"),
    [
        ("barrel-chute", ["rotate-es", "rotate-sw"]),
        ("gutter-run", []),
        ("chandlers-store", []),
        ("spring-chapel", []),
        ("listening-hall", ["rotate-nes", "rotate-esw", "rotate-nsw"]),
    ],
)
def test_a_card_is_turned_so_that_it_connects_with_where_it_is_revealed_from(card: str, ways: list[str]) -> None:
    game = plain(facedown={(2, 3): "a", (3, 4): "a"}, deck=(9, 0, 0))
    told = when(game, explore((2, 3)), cards=[card])
    assert told.asked == ("explore.rotation" if ways else "")
    assert told.offered == ways
    assert ways or game.exits[cell((2, 3))] & bits("s")


@pytest.mark.rule("tiny-epic-dungeons", "grid.rotate")
@pytest.mark.parametrize(("at", "exits"), [((2, 3), "s"), ((3, 4), "w"), ((4, 3), "n"), ((3, 2), "e")])
def test_a_dead_end_opens_towards_the_room_it_is_revealed_from(at: Cell, exits: str) -> None:
    game = plain(facedown=dict.fromkeys([(2, 3), (3, 4), (4, 3), (3, 2)], "a"))
    when(game, explore(at), cards=["chandlers-store"])
    assert game.exits[cell(at)] == bits(exits)


@pytest.mark.rule("tiny-epic-dungeons", "grid.rotate")
def test_other_sides_may_meet_walls() -> None:
    game = plain(rooms={(2, 2): ("gutter-run", "ns")}, facedown={(2, 3): "a", (3, 4): "a"})
    told = when(game, explore((2, 3)), cards=["barrel-chute"])
    assert told.offered == ["rotate-es", "rotate-sw"]


@pytest.mark.rule("tiny-epic-dungeons", "grid.rotate")
def test_the_turn_is_chosen_after_the_front_is_seen_and_before_new_cards_are_laid() -> None:
    game = plain(facedown={(2, 3): "a", (3, 4): "a"}, deck=(9, 0, 0))
    told = when(game, explore((2, 3)), cards=["barrel-chute"])
    assert told.names == ["explore.flipped", "explore.revealed"]
    assert game.turned == find(game.content.dungeon, "barrel-chute").index
    assert hidden(game) == [(2, 3), (3, 4)]


@pytest.mark.rule("tiny-epic-dungeons", "grid.rotate-final")
def test_a_room_that_lies_there_is_never_turned_again() -> None:
    game = plain(facedown={(2, 3): "a", (3, 4): "a"}, deck=(9, 0, 0))
    when(game, explore((2, 3)), "rotate-es", cards=["barrel-chute"])
    assert not [name for name in offered(game) if name.startswith("rotate")]
    when(game, go((3, 3)))
    told = when(game, go((2, 3)))
    assert told.names == ["move.entered"]
    assert game.exits[cell((2, 3))] == bits("es")


# ---- new facedown cards ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "grid.new-facedown")
def test_each_exit_to_an_empty_cell_gets_a_card_before_danger_is_met() -> None:
    game = plain(facedown={(2, 3): "a", (2, 4): "a"}, deck=(9, 0, 0))
    told = when(game, explore((2, 3)), "rotate-esw", cards=["fungus-kitchen", "goblin-pincher"])
    assert laid(told) == [(2, 2)]
    assert game.left == [8, 0, 0]
    assert hidden(game) == [(2, 2), (2, 4)]
    assert told.names.index("explore.laid") < told.names.index("danger.goblin")


@pytest.mark.rule("tiny-epic-dungeons", "grid.new-facedown-order")
def test_new_cards_are_laid_clockwise_from_the_north() -> None:
    game = plain(rooms={(3, 4): ("gutter-run", "ew")}, facedown={(3, 5): "a"}, at=[(3, 4)], deck=(2, 9, 0))
    told = when(game, explore((3, 5)), cards=["spring-chapel"])
    assert laid(told) == [(2, 5), (3, 6), (4, 5)]
    assert [game.facedown[cell(at)] for at in laid(told)] == [0, 0, 1]
    assert told.asked == ""


@pytest.mark.rule("tiny-epic-dungeons", "grid.deck-short")
def test_the_active_player_chooses_which_exit_gets_the_last_card() -> None:
    game = plain(facedown={(2, 3): "a"}, deck=(0, 0, 1))
    told = when(game, explore((2, 3)), "rotate-esw", cards=["listening-hall"])
    assert (told.asked, told.offered) == ("explore.short-deck", [lay((2, 4)), lay((2, 2))])


@pytest.mark.rule("tiny-epic-dungeons", "grid.deck-short")
def test_an_exit_without_a_card_is_a_wall_from_then_on() -> None:
    game = plain(facedown={(2, 3): "a"}, deck=(0, 0, 1))
    told = when(game, explore((2, 3)), "rotate-esw", lay((2, 2)), cards=["listening-hall"])
    assert (hidden(game), game.left, told.ended) == ([(2, 2)], [0, 0, 0], False)
    assert steps(offered(game)) == [go((3, 3)), explore((2, 2))]


@pytest.mark.rule("tiny-epic-dungeons", "grid.deck-short")
def test_two_cards_for_three_exits_are_chosen_one_after_the_other() -> None:
    game = plain(facedown={(2, 3): "a"}, deck=(0, 0, 2))
    told = when(game, explore((2, 3)), lay((2, 4)), cards=["spring-chapel"])
    assert (told.asked, told.offered) == ("explore.short-deck", [lay((1, 3)), lay((2, 2))])


@pytest.mark.rule("tiny-epic-dungeons", "grid.deck-empty")
def test_from_an_empty_deck_nothing_is_laid_and_the_game_goes_on() -> None:
    rooms = {(3, 4): ("iron-mouth", "ew")}
    game = plain(rooms=rooms, facedown={(2, 3): "a"})
    told = when(game, explore((2, 3)), cards=["spring-chapel"])
    assert (laid(told), game.hidden, told.ended) == ([], 0, False)
    assert where(game) == (2, 3)
