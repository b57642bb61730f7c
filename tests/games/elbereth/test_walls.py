"""Walls: chapter 6 of the ledger."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.elbereth.board import act, bits, given, laid, offered, pieces
from undercroft.games.elbereth.vocabulary import PIECES

NORTH = (0, -1)
DICE = range(1, 7)
BY_NUMBER = list(zip(DICE, PIECES))


@pytest.mark.rule("elbereth", "wall.break")
def test_every_unbroken_wall_can_be_broken_at_any_distance() -> None:
    table = {NORTH: "W", (6, 6): "W", (1, 0): "W"}
    assert offered(given(table=table, turned=[(1, 0)])) == ["break-1", "break-2"]


@pytest.mark.rule("elbereth", "wall.break")
@pytest.mark.parametrize("die", DICE)
def test_a_wall_can_be_broken_without_equipment_and_without_loss(die: int) -> None:
    game = given(gone=PIECES, table={NORTH: "W"}, coin=True, key_held=True)
    assert offered(game) == ["break-1"]
    told = act(game, "break-1", dice=[die])
    assert told.names[:3] == ["wall.rolled", "wall.nothing", "wall.broken"]
    assert (game.turned, game.coin, game.key_held, told.ended) == ([0, 1], True, True, False)


@pytest.mark.rule("elbereth", "wall.break")
def test_a_broken_wall_is_not_broken_again() -> None:
    game = given(table={NORTH: "W", (1, 0): "W"})
    act(game, "break-1", dice=[1])
    assert offered(game) == ["break-2"]


@pytest.mark.rule("elbereth", "wall.equipped-damaged", "comp.equipment-numbers")
@pytest.mark.parametrize(("die", "piece"), BY_NUMBER)
def test_the_equipped_piece_whose_number_is_rolled_is_turned_down(die: int, piece: str) -> None:
    game = given(equipped=PIECES, table={NORTH: "W"})
    told = act(game, "break-1", dice=[die])
    assert pieces(game.face_down()) == [piece]
    assert game.gone == 0
    assert told.figures("wall.damaged") == [{"die": die, "piece": PIECES.index(piece)}]


@pytest.mark.rule("elbereth", "wall.unequipped-lost", "comp.equipment-numbers")
@pytest.mark.parametrize(("die", "piece"), BY_NUMBER)
def test_a_piece_not_equipped_whose_number_is_rolled_is_lost_for_good(die: int, piece: str) -> None:
    game = given(equipped=[each for each in PIECES if each != piece], table={NORTH: "W", (1, 0): f"i:{piece}"})
    assert "pick-up-2" in offered(game)
    told = act(game, "break-1", dice=[die])
    assert pieces(game.gone) == [piece]
    assert len(pieces(game.equipped)) == 5
    assert told.figures("wall.lost") == [{"die": die, "piece": PIECES.index(piece)}]
    assert offered(game) == []


@pytest.mark.rule("elbereth", "wall.unequipped-lost")
def test_a_piece_is_first_turned_down_then_lost_then_it_costs_nothing() -> None:
    game = given(equipped=["bow"], table={NORTH: "W", (1, 0): "W", (0, 1): "W"})
    for number, told in ((1, "wall.damaged"), (2, "wall.lost"), (3, "wall.nothing")):
        assert told in act(game, f"break-{number}", dice=[3]).names
    assert (pieces(game.equipped), pieces(game.gone)) == ([], ["bow"])


@pytest.mark.rule("elbereth", "wall.equipped-damaged", "wall.unequipped-lost", "wall.no-defense")
def test_whatever_the_equipment_a_roll_touches_the_piece_of_its_number_alone() -> None:
    worse = {"had": "missing", "missing": "gone", "gone": "gone"}
    for before in product(worse, repeat=len(PIECES)):
        for die in DICE:
            game = given(equipped=those(before, "had"), gone=those(before, "gone"), table={NORTH: "W"})
            told = act(game, "break-1", dice=[die])
            after = [worse[standing] if die == number else standing for number, standing in enumerate(before, 1)]
            assert game.equipped == bits(those(after, "had"))
            assert game.gone == bits(those(after, "gone"))
            assert (told.asked, told.ended) == ("", False)


def those(standings: tuple[str, ...] | list[str], wanted: str) -> list[str]:
    """The pieces that stand so."""
    return [piece for piece, standing in zip(PIECES, standings) if standing == wanted]


@pytest.mark.rule("elbereth", "wall.equipped-damaged", "comp.equipment-numbers")
def test_the_numbers_are_those_on_the_cards() -> None:
    swapped = {"equipment.sword.number": 6, "equipment.gauntlets.number": 1}
    game = given(changes=swapped, equipped=["sword"], table={NORTH: "W"})
    act(game, "break-1", dice=[6])
    assert (game.equipped, game.gone) == (0, 0)


@pytest.mark.rule("elbereth", "wall.always-opens")
@pytest.mark.parametrize(
    ("equipped", "gone", "told_first"),
    [(["gauntlets"], [], "wall.damaged"), ([], [], "wall.lost"), ([], ["gauntlets"], "wall.nothing")],
)
def test_first_the_gear_then_the_wall_then_the_exploration(
    equipped: list[str], gone: list[str], told_first: str
) -> None:
    game = given(equipped=equipped, gone=gone, table={(0, 1): "W"}, deck=["E3", "E4", "E5", "W"])
    told = act(game, "break-1", dice=[6], cards=["E3", "E4", "E5"])
    assert told.names == ["wall.rolled", told_first, "wall.broken", "explore.begins", *["explore.laid"] * 3]
    assert game.turned == [0, 1, 0, 0, 0]
    assert list(laid(game).items())[2:] == [((1, 1), "rat"), ((0, 2), "spider"), ((-1, 1), "snake")]


@pytest.mark.rule("elbereth", "wall.always-opens")
def test_with_an_empty_deck_a_wall_still_falls() -> None:
    game = given(equipped=["sword"], table={NORTH: "W"})
    act(game, "break-1", dice=[1])
    assert (game.turned, len(laid(game))) == ([0, 1], 2)


@pytest.mark.rule("elbereth", "wall.no-defense")
@pytest.mark.parametrize("other", [piece for piece in PIECES if piece != "sword"])
def test_no_other_piece_averts_the_loss(other: str) -> None:
    game = given(equipped=[other], table={NORTH: "W"})
    told = act(game, "break-1", dice=[1])
    assert told.asked == ""
    assert (pieces(game.equipped), pieces(game.gone)) == ([other], ["sword"])
