"""Items: chapter 5 of the ledger."""

from __future__ import annotations

import pytest

from tests.games.elbereth.board import Lucky, act, bits, given, item, laid, offered, session_at
from undercroft.bots.random import RandomPlayer
from undercroft.games.elbereth import ELBERETH, content
from undercroft.games.elbereth.cards import ITEM
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.elbereth.vocabulary import ITEMS, PIECES

NORTH = (0, -1)


def card_of(name: str) -> str:
    """The card of an item."""
    return "C" if name == "coin" else f"i:{name}"


def holding(name: str) -> dict[str, object]:
    """An item in one's possession, for `given`."""
    return {"coin": True} if name == "coin" else {"equipped": [name]}


# ---- taking ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "pickup.take-item")
@pytest.mark.parametrize("name", ITEMS)
def test_an_item_picked_up_is_yours_and_its_card_shows_its_open_back(name: str) -> None:
    game = given(table={NORTH: card_of(name)})
    told = act(game, "pick-up-1")
    assert [each for each in ITEMS if game.has_item(item(each))] == [name]
    assert game.turned == [0, 1]
    assert told.names == ["item.picked-up"]


@pytest.mark.rule("elbereth", "pickup.take-item")
@pytest.mark.parametrize("name", ITEMS)
def test_picking_up_costs_nothing_and_asks_nothing(name: str) -> None:
    others = [piece for piece in PIECES if piece not in (name, "staff")]
    game = given(
        equipped=others, gone=["staff"] if name != "staff" else [], table={NORTH: card_of(name)}, key_held=True
    )
    gone = game.gone
    told = act(game, "pick-up-1")
    assert told.asked == ""
    assert game.equipped == bits([*others, *({name} & set(PIECES))])
    assert (game.gone, game.key_held) == (gone, True)


@pytest.mark.rule("elbereth", "pickup.take-item")
def test_one_action_takes_one_item_at_any_distance() -> None:
    game = given(table={(7, 5): "i:helm", NORTH: "i:bow", (1, 0): "C"})
    assert offered(game) == ["pick-up-1", "pick-up-2", "pick-up-3"]
    act(game, "pick-up-1")
    assert game.equipped == bits(["helm"])
    assert offered(game) == ["pick-up-2", "pick-up-3"]


@pytest.mark.rule("elbereth", "pickup.take-item")
@pytest.mark.parametrize("edition", ELBERETH.editions())
def test_every_item_in_the_dungeon_is_a_piece_of_equipment_or_a_coin_and_never_the_key(edition: str) -> None:
    cards = content.load(edition, {})
    found = {ITEMS[cards.kinds[kind].item] for kind in cards.ordinary if cards.kinds[kind].sort == ITEM}
    assert found == {*PIECES, "coin"}


# ---- nothing new is uncovered ---------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "pickup.no-new-space")
def test_picking_up_lays_no_card() -> None:
    around = {(0, -2): "W", (1, -1): "W", (-1, -1): "W", (1, 0): "W", (0, 1): "W", (-1, 0): "W"}
    game = given(table={NORTH: "i:helm", **around}, deck=["E3", "E4"])
    before = laid(game)
    assert act(game, "pick-up-1").names == ["item.picked-up"]
    assert (laid(game), game.deck_size()) == (before, 2)


@pytest.mark.rule("elbereth", "pickup.no-new-space")
def test_with_an_empty_deck_a_picked_up_item_may_have_empty_sides() -> None:
    game = given(table={NORTH: "i:helm"})
    act(game, "pick-up-1")
    assert len(laid(game)) == 2


@pytest.mark.rule("elbereth", "pickup.no-new-space")
@pytest.mark.parametrize("edition", ELBERETH.editions())
def test_in_no_game_does_a_pickup_change_the_deck(edition: str) -> None:
    pickups = 0
    for seed in ("a", "b", "c"):
        session, player = session_at(Elbereth(content.load(edition, {})), Lucky(seed)), RandomPlayer(seed)
        while session.decision is not None:
            state = session.state
            assert isinstance(state, Elbereth)
            option = player.choose(state, session.decision.prompt, session.decision.options)
            before = (laid(state), [bag[:] for bag in state.bags])
            told = [event.kind.name for event in session.choose(option)]
            if option.family == "pick-up":
                pickups += 1
                assert told[-1] == "item.picked-up"  # before it at most an ogre recovers
                assert (laid(state), state.bags) == before
    assert pickups > 5


# ---- what cannot be picked up ---------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "pickup.not-if-held")
@pytest.mark.parametrize("name", ITEMS)
def test_what_one_has_cannot_be_picked_up(name: str) -> None:
    others = {(east, 1): card_of(each) for east, each in enumerate(ITEMS) if each != name}
    game = given(table={NORTH: card_of(name), **others}, **holding(name))  # type: ignore[arg-type]
    assert offered(game) == [f"pick-up-{number}" for number in range(2, 8)]


@pytest.mark.rule("elbereth", "pickup.not-if-held")
def test_once_one_no_longer_has_it_it_can_be_picked_up() -> None:
    game = given(equipped=["sword"], table={NORTH: "i:sword", (1, 0): "E3"})
    assert "pick-up-1" not in offered(game)
    act(game, "attack-2", "use-sword", dice=[1])
    assert "pick-up-1" in offered(game)
    act(game, "pick-up-1")
    assert game.equipped == bits(["sword"])


@pytest.mark.rule("elbereth", "pickup.not-if-held")
def test_a_piece_damaged_at_a_wall_can_be_replaced_by_its_card() -> None:
    game = given(equipped=["helm"], table={NORTH: "i:helm", (1, 0): "W"})
    act(game, "break-2", dice=[5])
    assert offered(game) == ["pick-up-1"]


@pytest.mark.rule("elbereth", "pickup.not-if-held", "explore.open-cards")
def test_an_item_that_one_has_is_still_an_open_card_to_be_surrounded() -> None:
    game = given(equipped=["sword"], table={(1, 0): "E3"}, deck=["W"] * 6 + ["i:sword"])
    act(game, "attack-1", dice=[3], cards=["W", "i:sword", "W", "W", "W", "W"])
    assert list(laid(game))[-3:] == [(2, -1), (3, 0), (2, 1)]
    assert not any(name.startswith("pick-up") for name in offered(game))


@pytest.mark.rule("elbereth", "pickup.not-if-held")
def test_what_was_left_lying_is_lost_on_the_way_down() -> None:
    game = given(floor=6, equipped=["sword"], table={NORTH: "i:sword", (1, 0): "D"}, deck=["W"] * 6, key_held=True)
    act(game, "descend", cards=["D"])
    game.equipped = 0
    assert offered(game) == ["attack-2"]


@pytest.mark.rule("elbereth", "pickup.example-no-duplicates", "pickup.not-if-held")
def test_there_is_no_second_sword_and_no_second_coin_until_the_first_is_gone() -> None:
    game = given(equipped=["sword"], table={NORTH: "i:sword", (1, 0): "C", (0, 1): "S"}, coin=True)
    assert [name for name in offered(game) if name.startswith("pick-up")] == []
    act(game, "buy-staff")
    assert offered(game) == ["pick-up-2"]


@pytest.mark.rule("elbereth", "pickup.example-no-duplicates")
def test_of_two_coins_only_one_can_be_picked_up() -> None:
    game = given(table={NORTH: "C", (1, 0): "C", (0, 1): "E3"})
    assert offered(game) == ["attack-3", "pick-up-1", "pick-up-2"]
    act(game, "pick-up-2")
    assert offered(game) == ["attack-3"]


@pytest.mark.rule("elbereth", "pickup.not-if-discarded")
@pytest.mark.parametrize("piece", PIECES)
def test_what_was_discarded_for_good_cannot_be_picked_up(piece: str) -> None:
    table = {NORTH: f"i:{piece}", (1, 0): "W"}
    assert offered(given(table=table)) == ["break-2", "pick-up-1"]
    assert offered(given(table=table, gone=[piece])) == ["break-2"]


@pytest.mark.rule("elbereth", "pickup.not-if-discarded", "explore.open-cards")
def test_the_card_of_a_discarded_piece_is_still_an_open_card_to_be_surrounded() -> None:
    game = given(gone=["bow"], table={NORTH: "E3"}, deck=["W"] * 6 + ["i:bow"])
    act(game, "attack-1", dice=[3], cards=["i:bow", "W", "W", "W", "W", "W"])
    assert list(laid(game))[-3:] == [(0, -3), (1, -2), (-1, -2)]
    assert not any(name.startswith("pick-up") for name in offered(game))
