"""Set-up (chapter 2 of the ledger): two pieces of equipment, the stairs, the deck, the first exploration."""

from __future__ import annotations

from itertools import combinations

import pytest

import undercroft
from tests.games.elbereth.board import laid, pieces, when
from tests.games.told import Told
from undercroft.core.errors import ScriptError
from undercroft.core.scene import Slot
from undercroft.games.elbereth import ELBERETH, content
from undercroft.games.elbereth.setup import set_up
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.elbereth.vocabulary import PIECES

PAIRS = [f"start-with-{one}-{other}" for one, other in combinations(PIECES, 2)]
CLOSED = ["E3", "W", "E4", "E5"]  # cards that end the first exploration after four


def new(edition: str = "book") -> Elbereth:
    """A game of which nothing has been laid out."""
    return Elbereth(content.load(edition, {}))


def begin(game: Elbereth, start: str = "start-with-sword-helm", *cards: str) -> Told:
    """Set-up with a choice of equipment and the first cards."""
    return when(game, set_up, cards=cards or CLOSED, answers=[("setup.equipment", start)])


def before_the_first_card(game: Elbereth) -> None:
    """Set-up as far as it goes without any card being drawn."""
    with pytest.raises(ScriptError, match="a card is drawn and no scripted card is left"):
        when(game, set_up, answers=[("setup.equipment", "start-with-sword-helm")])


@pytest.mark.rule("elbereth", "setup.inventory-down")
@pytest.mark.parametrize("edition", list(content.editions()))
def test_all_eight_inventory_cards_lie_face_down_before_the_choice(edition: str) -> None:
    session = undercroft.start("elbereth", edition=edition)
    assert session.decision is not None
    assert session.decision.prompt.name == "setup.equipment"
    slots = [item for zone in session.scene().zones for item in zone.items if isinstance(item, Slot)]
    assert [slot.standing for slot in slots] == ["missing"] * 8
    assert dict(zip(ELBERETH.figure_names, session.state.figures(), strict=True)) == {
        "floor": 0, "equipped": 0, "pieces": 6, "coin": 0, "key": 0, "deck": 0,
    }  # fmt: skip


@pytest.mark.rule("elbereth", "setup.choose-two")
@pytest.mark.parametrize("edition", list(content.editions()))
def test_any_two_different_pieces_may_be_chosen(edition: str) -> None:
    told = when(new(edition), set_up)
    assert told.asked == "setup.equipment"
    assert told.offered == PAIRS
    assert len(PAIRS) == 15


@pytest.mark.rule("elbereth", "setup.choose-two")
@pytest.mark.parametrize("start", PAIRS)
def test_the_two_chosen_are_equipped_and_the_other_four_lie_face_down(start: str) -> None:
    game = new()
    told = begin(game, start)
    chosen = start.removeprefix("start-with-").split("-")
    assert pieces(game.equipped) == chosen
    assert pieces(game.face_down()) == [piece for piece in PIECES if piece not in chosen]
    assert (game.gone, game.coin, game.key_held) == (0, False, False)
    assert [PIECES[figures["piece"]] for figures in told.figures("setup.equipped")] == chosen


@pytest.mark.rule("elbereth", "setup.choose-two")
def test_the_choice_comes_before_any_dungeon_card_is_seen() -> None:
    game = new()
    told = when(game, set_up)  # without a scripted card: none is drawn
    assert told.asked == "setup.equipment"
    assert told.events == []
    assert (game.floor, laid(game), game.bags) == (0, {}, [])


@pytest.mark.rule("elbereth", "setup.stairs-and-deck")
@pytest.mark.parametrize(("edition", "size"), [("book", 44), ("forty-nine", 51), ("ten-floors", 65)])
def test_the_up_stairs_lie_on_the_table_and_all_else_is_in_the_deck(edition: str, size: int) -> None:
    game = new(edition)
    before_the_first_card(game)
    known = game.content
    assert laid(game) == {(0, 0): "up-stairs"}
    assert game.floor == 1
    assert game.deck_size() == size
    assert sorted(game.bags[0]) == sorted([*known.ordinary, known.down_stairs, *known.bosses])
    assert known.up_stairs not in game.bags[0]


@pytest.mark.rule("elbereth", "setup.stairs-and-deck")
@pytest.mark.parametrize("card", ["D", "R", "S", "C", "i:bow", "W", "E3"])
def test_any_card_of_the_deck_may_come_first(card: str) -> None:
    game = new()
    open_card = card in ("D", "S", "C", "i:bow")
    begin(game, "start-with-staff-bow", card, *["W"] * (6 if open_card else 3))
    assert list(laid(game))[1] == (0, -1)
    assert game.deck_size() == 44 - (7 if open_card else 4)


@pytest.mark.rule("elbereth", "setup.first-exploration")
def test_the_first_floor_is_explored_before_the_first_action() -> None:
    game = new()
    told = when(
        game, lambda state: ELBERETH.play(state, state.table), cards=CLOSED, answers=[("setup.equipment", PAIRS[0])]
    )
    assert told.names == ["setup.equipped"] * 2 + ["floor.begins", "explore.begins"] + ["explore.laid"] * 4
    assert told.asked == "action.choose"


@pytest.mark.rule("elbereth", "setup.first-exploration")
@pytest.mark.parametrize("edition", list(content.editions()))
def test_the_stairs_have_four_neighbours_at_the_first_action(edition: str) -> None:
    for seed in range(20):
        session = undercroft.start("elbereth", seed=str(seed), edition=edition)
        session.choose("start-with-bow-armour")
        assert session.decision is not None
        assert session.decision.prompt.name == "action.choose"
        assert isinstance(session.state, Elbereth)
        assert {(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0)} <= set(laid(session.state))
