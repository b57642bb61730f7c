"""Shops: chapter 7 of the ledger."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.elbereth.board import act, given, offered, pieces
from undercroft.games.elbereth.vocabulary import PIECES, V

NORTH = (0, -1)
BUYS = [f"buy-{piece}" for piece in PIECES]


def buys(names: list[str]) -> list[str]:
    """The purchases among actions."""
    return [name for name in names if name.startswith("buy-")]


@pytest.mark.rule("elbereth", "shop.buy")
@pytest.mark.parametrize("piece", PIECES)
def test_a_coin_buys_any_piece_that_is_face_down(piece: str) -> None:
    game = given(table={NORTH: "S"}, coin=True)
    told = act(game, f"buy-{piece}")
    assert (pieces(game.equipped), game.coin, game.coin_gone) == ([piece], False, False)
    assert (told.names, told.asked) == (["shop.bought"], "")


@pytest.mark.rule("elbereth", "shop.buy")
def test_exactly_the_pieces_that_are_face_down_are_for_sale() -> None:
    for standings in product(("had", "missing", "gone"), repeat=len(PIECES)):
        by_standing = {
            wanted: [piece for piece, standing in zip(PIECES, standings) if standing == wanted]
            for wanted in ("had", "missing", "gone")
        }
        table = {NORTH: "S", (1, 0): "E3"}
        game = given(equipped=by_standing["had"], gone=by_standing["gone"], table=table, coin=True)
        assert offered(game) == ["attack-2", *(f"buy-{piece}" for piece in by_standing["missing"])]


@pytest.mark.rule("elbereth", "shop.buy")
def test_without_a_coin_nothing_is_for_sale() -> None:
    assert buys(offered(given(table={NORTH: "S", (1, 0): "E3", (0, 1): "C"}))) == []


@pytest.mark.rule("elbereth", "shop.buy")
def test_a_piece_bought_serves_like_any_other() -> None:
    game = given(table={NORTH: "S", (1, 0): "E4"}, coin=True)
    act(game, "buy-staff")
    assert "enemy.beaten" in act(game, "attack-2", "use-staff", dice=[3]).names


@pytest.mark.rule("elbereth", "shop.found")
def test_a_shop_in_the_deck_sells_nothing_until_its_card_is_laid() -> None:
    game = given(equipped=PIECES[1:], table={NORTH: "E3"}, deck=["S", "W", "W", "W", "W", "W", "W"], coin=True)
    assert offered(game) == ["attack-1"]
    act(game, "attack-1", dice=[3], cards=["W", "W", "S", "W", "W", "W"])
    assert buys(offered(game)) == ["buy-sword"]


@pytest.mark.rule("elbereth", "shop.found")
def test_the_shop_of_the_floor_above_is_out_of_reach() -> None:
    game = given(floor=6, table={NORTH: "S", (1, 0): "D"}, deck=["W"] * 6, coin=True, key_held=True)
    assert buys(offered(game)) == BUYS
    act(game, "descend", cards=["D"])
    assert (game.coin, buys(offered(game))) == (True, [])


@pytest.mark.rule("elbereth", "shop.found")
def test_a_shop_is_reached_from_anywhere_and_two_sell_no_more_than_one() -> None:
    assert buys(offered(given(table={(8, 3): "S"}, coin=True))) == BUYS
    assert buys(offered(given(table={(8, 3): "S", NORTH: "S"}, coin=True))) == BUYS


@pytest.mark.rule("elbereth", "shop.repeat")
def test_a_shop_serves_again_for_another_coin() -> None:
    game = given(table={NORTH: "S", (1, 0): "C", (0, 1): "C"})
    for number, piece in ((2, "sword"), (3, "helm")):
        act(game, f"pick-up-{number}")
        act(game, f"buy-{piece}")
        assert (game.coin, buys(offered(game))) == (False, [])
    assert pieces(game.equipped) == ["sword", "helm"]


@pytest.mark.rule("elbereth", "shop.repeat")
def test_a_shop_is_never_turned_over() -> None:
    game = given(table={NORTH: "S"}, coin=True)
    act(game, "buy-bow")
    assert game.turned == [0, 0]
    assert game.shop_found


@pytest.mark.rule("elbereth", "shop.repeat")
def test_a_coin_kept_from_the_floor_above_is_good_at_the_next_shop() -> None:
    game = given(table={(1, 0): "D"}, deck=["S"] * 8, coin=True, key_held=True)
    act(game, "descend", cards=["D", "R", "S"])
    assert buys(offered(game)) == BUYS
    act(game, "buy-armour")
    assert (pieces(game.equipped), game.coin) == (["armour"], False)


@pytest.mark.rule("elbereth", "shop.not-key")
def test_the_key_is_not_for_sale() -> None:
    assert buys(offered(given(table={NORTH: "S", (1, 0): "D"}, coin=True))) == BUYS
    assert buys([option.name for option in V.options]) == BUYS


def test_only_where_an_edition_says_so_a_shop_sells_what_was_discarded() -> None:
    switch = {"switches.shop-restores-discarded": True}
    game = given(changes=switch, equipped=["sword"], gone=["bow", "helm"], table={NORTH: "S"}, coin=True)
    assert buys(offered(game)) == [name for name in BUYS if name != "buy-sword"]
    act(game, "buy-bow")
    assert (pieces(game.equipped), pieces(game.gone)) == (["sword", "bow"], ["helm"])
