"""Tokens: however many stand in a place, each is seen, inside of it, and can be pointed at."""

from __future__ import annotations

import pytest

from undercroft.core.scene import Card, Cell, Choice, Dice, Map, Question, Scene, Token, Track, Zone
from undercroft.games.tiny_epic_dungeons import TINY_EPIC_DUNGEONS
from undercroft.web.drawing import Drawing, draw
from undercroft.web.maps import CELL
from undercroft.web.tokens import figure_places


@pytest.mark.parametrize("count", range(1, 10))
def test_figures_stand_inside_their_place_and_beside_each_other(count: int) -> None:
    places = figure_places(count)
    assert len(places) == count
    for left, top, size in places:
        assert left >= 0
        assert top >= 0
        assert max(left, top) + size <= CELL
    for number, (left, top, size) in enumerate(places):
        assert all(abs(left - x) >= size or abs(top - y) >= size for x, y, _ in places[:number])


def drawn(*choices: Choice) -> Drawing:
    """A room with a hero, a goblin and an altar, a card for each figure, and two dice."""
    tokens = (
        Token("altar-1", "device", "*", "Altar"),
        Token("hero-1", "hero", "Se", "Sefa"),
        Token("goblin-1", "enemy", "g1", "Goblin Pincher"),
    )
    room = Cell("cell-1", 0, 0, "room", "SC", "Spring Chapel", sides="####", tokens=tokens)
    hero = Card("hero-1", "Sefa", "hero", (), (Track("hero-1-health", "Health", 3, 7),), "acts")
    zones = (
        Zone("light", "Act 1", (Track("torch", "Torch", 9, 27, "enemies 7"),)),
        Zone("party", "Party", (hero,)),
        Zone("board", "Dungeon", (Map("plan", "Dungeon", (room,), "cell-1"), Dice("dice", "Needs 5", (6, 2)))),
        Zone("enemies", "Enemies", (Card("goblin-1", "Goblin Pincher (g1)", "goblin"),)),
    )
    asked = Question("p", "What now?", "some.rule", choices)
    return draw(Scene("tiny-epic-dungeons", "Tiny Epic Dungeons", "Act 1", zones, question=asked), TINY_EPIC_DUNGEONS)


def test_an_option_can_be_pointed_at_on_the_token_and_on_its_card() -> None:
    drawing = drawn(Choice("melee-1", "Strike", "r", "Strike", "goblin-1"), Choice("rest", "Rest", "r", "Rest"))
    picture = drawing.board[0].items[0].map
    assert picture is not None
    tokens = {token.token.key: token for token in picture.cells[0].tokens}
    assert [option.name for option in tokens["goblin-1"].options] == ["melee-1"]
    assert (tokens["hero-1"].options, tokens["hero-1"].is_acting, tokens["goblin-1"].is_acting) == ((), True, False)
    assert [token.is_figure for token in picture.cells[0].tokens] == [True, True, False]
    (card,) = drawing.hero[-1].items
    assert [option.name for option in card.options] == ["melee-1"]
    assert "Sefa, Goblin Pincher" in picture.cells[0].words


def test_dice_are_picked_one_by_one() -> None:
    drawing = drawn(
        Choice("raise-2", "Raise", "r", "Raise", "dice-2"), Choice("count-1", "Count", "r", "Count", "dice-1")
    )
    (roll,) = [item for zone in drawing.board for item in zone.of("dice")]
    assert [[option.name for option in die.options] for die in roll.dice] == [["count-1"], ["raise-2"]]


def test_a_narrow_strip_shows_the_party_even_where_other_figures_come_first() -> None:
    assert [card.item.key for card in drawn().party] == ["hero-1"]


def test_how_a_card_would_lie_is_drawn_on_its_option() -> None:
    drawing = drawn(Choice("rotate-ns", "Exits", "r", "Exits", "cell-1", sides=" # #"))
    assert [option.sides for option in drawing.options] == [" # #"]


def test_what_the_other_side_has_lies_across_the_table() -> None:
    theirs = Zone("foes", "Foes", (Card("goblin-1", "Goblin", "goblin"),), across=True)
    room = Zone("board", "Dungeon", (Map("plan", "Dungeon", (Cell("c", 0, 0, "room", "R", "Room", sides="####"),)),))
    ours = Zone("party", "Party", (Card("hero-1", "Sefa", "hero"),))
    drawing = draw(Scene("tiny-epic-dungeons", "Dungeons", "Act 1", (ours, room, theirs)), TINY_EPIC_DUNGEONS)
    assert [zone.key for zone in drawing.hero] == ["party"]
    assert [zone.key for zone in drawing.across] == ["foes"]


def test_several_options_that_nothing_speaks_for_are_out_of_the_way() -> None:
    good, poor, worse = (Choice(f"count-{n}", f"Count {n}", "r", f"Count {n}", "dice-1", idle=n > 1) for n in (1, 2, 3))
    drawing = drawn(good, poor, worse)
    assert [option.number for option in drawing.options] == [1]
    assert [option.number for option in drawing.idle] == [2, 3]
    dice = next(item for zone in drawing.board for item in zone.items if item.dice)
    assert [option.name for option in dice.dice[0].options] == ["count-1"]
    few = drawn(good, poor)
    assert ([option.number for option in few.options], few.idle) == ([1, 2], ())
