"""Maps: readable without colour, whole if they fit, cut around what can be acted on if they do not."""

from __future__ import annotations

import random
import re

import msgspec
import pytest
from rich.text import Text

from tests.terminal.scenes import KINDS, acts_on, choice, look, map_of, plain, question, scene
from undercroft.core.scene import Cell, Map
from undercroft.terminal.look import ASCII
from undercroft.terminal.maps import (
    Frame,
    best_part,
    full_legend,
    in_boxes,
    in_rows,
    in_words,
    numbers_of,
    short_legend,
    what_is_cut,
    with_legend,
)
from undercroft.terminal.plain import whole_table

FLOOR = map_of(
    "   ## r3",
    "s4 <  . ",
    "   D6   ",
    east=-1,
    south=-1,
)
ASKED = acts_on(FLOOR, "1/-1", "-1/0", "0/1")


def some_map(chance: random.Random, columns: int, rows: int) -> Map:
    """A map of that size, with holes."""
    marks = [*KINDS, "", ""]
    drawn = map_of(*(" ".join(f"{chance.choice(marks):<2}" for _ in range(columns)) for _ in range(rows)))
    corners = (Cell("a", 0, 0, "wall", "##", "Wall"), Cell("b", columns - 1, rows - 1, "wall", "##", "Wall"))
    taken = {(corner.east, corner.south) for corner in corners}
    inside = (cell for cell in drawn.cells if (cell.east, cell.south) not in taken)
    return Map("map", "Floor", (*inside, *corners))


# ---- drawn -----------------------------------------------------------------------------------------------------------


def test_a_row_has_the_number_before_the_mark_and_a_colon_between() -> None:
    assert plain(in_rows(FLOOR, numbers_of(ASKED), look(), ())) == [
        "           ##  1:r3",
        "   2:s4    <     .",
        "         3:D6",
    ]


def test_a_box_has_the_mark_inside_and_the_number_on_its_edge_and_what_is_open_has_no_box() -> None:
    assert plain(in_boxes(FLOOR, numbers_of(ASKED), look(), ())) == [
        "        ╭────╮╭1───╮",
        "        │ ## ││ r3 │",
        "        ╰────╯╰────╯",
        "  ╭2───╮╭────╮",
        "  │ s4 ││ <  │  .",
        "  ╰────╯╰────╯",
        "        ╭3───╮",
        "        │ D6 │",
        "        ╰────╯",
    ]


def test_boxes_can_be_drawn_in_ascii() -> None:
    assert plain(in_boxes(FLOOR, numbers_of(ASKED), look(glyphs=ASCII), ()))[:3] == [
        "        +----++1---+",
        "        | ## || r3 |",
        "        +----++----+",
    ]


def test_an_open_cell_that_can_be_acted_on_has_a_box() -> None:
    boxes = plain(in_boxes(FLOOR, numbers_of(acts_on(FLOOR, "1/0")), look(), ()))
    assert boxes[3].endswith("╭1───╮")


def test_rows_and_boxes_stand_in_the_same_columns_however_many_options_there_are() -> None:
    for keys in ((), ("0/-1",), tuple(cell.key for cell in FLOOR.cells)):
        numbers = numbers_of(acts_on(FLOOR, *keys))
        rows, boxes = plain(in_rows(FLOOR, numbers, look(), ())), plain(in_boxes(FLOOR, numbers, look(), ()))
        assert rows[0].index("##") == 11
        assert boxes[1].index("##") == 10


def test_a_cell_on_which_several_options_act_bears_the_first_number_and_a_plus() -> None:
    asked = question(*(choice(f"Do {thing}", "0/1") for thing in ("one", "two", "three")))
    assert plain(in_rows(FLOOR, numbers_of(asked), look(), ()))[2] == "        1+:D6"
    assert "╭1+──╮" in plain(in_boxes(FLOOR, numbers_of(asked), look(), ()))[6]


def test_styles_tell_nothing_that_the_letters_do_not() -> None:
    numbers = numbers_of(ASKED)
    for lines in (in_rows(FLOOR, numbers, look(), ()), in_boxes(FLOOR, numbers, look(), ())):
        text = "".join(plain(lines))
        assert [text.count(str(number)) for number in (1, 2)] == [1, 1]
        assert all(mark in text for mark in ("##", "r3", "s4", "<", ".", "D6"))


# ---- cut -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("worth", "part"),
    [({0: 9}, (0, 2)), ({9: 9}, (7, 9)), ({4: 9, 5: 9}, (3, 5)), ({0: 9, 6: 1, 8: 9, 9: 9}, (7, 9)), ({}, (3, 5))],
)
def test_the_part_that_is_kept_is_the_one_worth_most(worth: dict[int, int], part: tuple[int, int]) -> None:
    assert best_part(list(worth), list(worth.values()), range(10), 3) == part


def test_a_map_that_is_too_tall_is_cut_and_says_what_is_missing() -> None:
    tall = map_of("r3", "##", "##", "s4", "##", "##", "##", "##")
    asked = acts_on(tall, "0/0", "0/3", "0/4")
    assert plain(in_rows(tall, numbers_of(asked), look(), (), most=4)) == [
        "     ##",
        "   2:s4",
        "   3:##",
        "  Cut: 2 rows above (1), 3 rows below; look shows all.",
    ]


def test_what_is_cut_at_several_sides_is_named_with_each_of_them_once() -> None:
    wide = map_of(*["## " * 30] * 30)
    asked = acts_on(wide, "0/0", "15/29", "29/15", "14/29", "15/15")
    assert what_is_cut(wide.cells, numbers_of(asked), Frame(10, 20, 10, 20)) == (
        "Cut: 10 rows above (1), 9 rows below (2 4), 10 columns to the left, 9 columns to the right (3); "
        "look shows all."
    )


def test_a_map_on_which_nothing_can_be_done_gives_way_where_there_is_no_room_at_all() -> None:
    assert plain(in_rows(FLOOR, {}, look(), (), most=2)) == ["  Floor: look shows it."]
    assert len(in_rows(FLOOR, {}, look(), (), most=3)) == 3
    assert len(in_rows(FLOOR, numbers_of(ASKED), look(), (), most=2)) == 3
    tall = map_of("##", "##", "##", "##", "##")
    assert plain(in_rows(tall, {}, look(), (), most=3)) == ["  Floor: look shows it."]
    assert len(in_rows(tall, {}, look(), (), most=4)) == 4


def test_a_map_that_is_too_wide_is_cut_at_its_sides() -> None:
    wide = map_of("## ## ## ## ## ## ## ## ## ## ## ## r3 r3")
    asked = acts_on(wide, "12/0", "13/0")
    lines = plain(in_rows(wide, numbers_of(asked), look(60), ()))
    assert lines[0].endswith(" 1:r3  2:r3")
    assert lines[1] == "  Cut: 5 columns to the left; look shows all."


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_map_is_wider_than_the_window_or_taller_than_it_may_be(width: int) -> None:
    chance = random.Random(width)
    for _ in range(60):
        drawn = some_map(chance, chance.randint(1, 16), chance.randint(1, 16))
        keys = [cell.key for cell in drawn.cells if chance.random() < 0.5]
        numbers = numbers_of(acts_on(drawn, *keys))
        for lines in (
            in_boxes(drawn, numbers, look(width), short_legend(drawn, numbers)),
            in_rows(drawn, numbers, look(width), short_legend(drawn, numbers)),
        ):
            assert max(line.cell_len for line in lines) <= width
        assert len(in_rows(drawn, {}, look(width), (), most=9)) <= 9


def test_every_option_is_on_the_map_or_named_as_cut() -> None:
    chance = random.Random(7)
    for _ in range(40):
        drawn = some_map(chance, chance.randint(2, 16), chance.randint(2, 16))
        numbers = numbers_of(acts_on(drawn, *(cell.key for cell in drawn.cells if cell.kind != "open")))
        lines = " ".join(plain(in_rows(drawn, numbers, look(60), (), most=8)))
        rows, _, note = lines.partition("Cut: ")
        shown = {int(number) for number in re.findall(r"(\d+):", rows)}
        for part in " ".join(re.findall(r"\(([\d\s-]+)\)", note)).split():
            first, _, last = part.partition("-")
            shown |= set(range(int(first), int(last or first) + 1))
        assert shown == set(range(1, len(numbers) + 1))


# ---- look, and what marks mean ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_look_shows_every_cell_however_narrow_the_window(width: int) -> None:
    chance = random.Random(width)
    for _ in range(20):
        drawn = some_map(chance, chance.randint(1, 16), chance.randint(1, 16))
        asked = acts_on(drawn, *(cell.key for cell in drawn.cells))
        lines = plain(whole_table(scene(drawn, asked), "seed", look(width)))
        assert max(len(line) for line in lines) <= width
        numbers = re.findall(r"(?:(\d+):\S|╭(\d+)─)", "\n".join(lines))
        assert sorted(int(row or box) for row, box in numbers) == list(range(1, len(drawn.cells) + 1))
        assert "Cut: " not in "\n".join(lines)


def test_look_cuts_nothing_where_several_options_on_a_cell_make_the_map_wider() -> None:
    drawn = map_of("## " * 12 + "r3")
    asked = question(*(choice(f"Do thing {number}", "12/0" if number > 9 else "0/0") for number in range(1, 12)))
    table = "\n".join(plain(whole_table(scene(drawn, asked), "seed", look(80, 40))))
    assert "10+:r3" in table
    assert "Cut: " not in table


def test_look_says_what_all_marks_mean() -> None:
    table = "\n".join(plain(whole_table(scene(FLOOR, ASKED), "seed", look())))
    for meaning in ("D6 Dragon, strength 6", "r3 Rat, strength 3", "## Wall", "< Stairs up", ". open"):
        assert meaning in table


def test_beside_the_map_only_those_marks_are_explained_that_no_option_speaks_of() -> None:
    drawn = map_of("<  $  [h .  r3 ##")
    legend = plain(short_legend(drawn, numbers_of(acts_on(drawn, "2/0"))))
    assert legend == ["<  Stairs up", "$  Shop", ".  open"]
    assert plain(short_legend(drawn, {})) == ["<  Stairs up", "$  Shop", "[h Helm", ".  open"]


def test_the_legend_stands_at_the_right_and_costs_no_row() -> None:
    numbers = numbers_of(ASKED)
    lines = plain(in_rows(FLOOR, numbers, look(), short_legend(FLOOR, numbers)))
    assert lines == [
        "           ##  1:r3    <  Stairs up",
        "   2:s4    <     .     .  open",
        "         3:D6",
    ]
    assert plain(in_rows(FLOOR, numbers, look(40), short_legend(FLOOR, numbers)))[0].endswith("Stairs up")
    wide = map_of("r3 " * 12 + "<")
    assert "Stairs" not in "".join(plain(in_rows(wide, {}, look(), short_legend(wide, {}))))


def test_a_mark_with_several_meanings_is_explained_by_what_they_share() -> None:
    cells = (Cell("a", 0, 0, "boss", "X5", "Ogre, strength 5"), Cell("b", 1, 0, "boss", "X5", "Ogre, hit once"))
    assert plain(full_legend(Map("m", "Map", cells))) == ["X5 Ogre"]
    cells = (Cell("a", 0, 0, "enemy", "r3", "Rat"), Cell("b", 1, 0, "enemy", "r3", "Raven"))
    assert plain(full_legend(Map("m", "Map", cells))) == ["r3 Rat or Raven"]


# ---- in words --------------------------------------------------------------------------------------------------------


def test_without_a_window_a_map_is_told_row_by_row_as_the_labels_tell_places() -> None:
    assert plain(in_words(FLOOR, look(rows=None))) == [
        "  Floor, row by row:",
        "  1 north: middle Wall; 1 east Rat, strength 3.",
        "  Middle: 1 west Spider, strength 4; middle Stairs up.",
        "  1 south: middle Dragon, strength 6.",
    ]


def test_without_a_window_look_tells_the_map_in_words() -> None:
    table = "\n".join(plain(whole_table(scene(FLOOR, ASKED), "seed", look(rows=None))))
    assert "1 south: middle Dragon, strength 6." in table
    assert "1:" not in table


@pytest.mark.parametrize("boxes", [False, True])
def test_the_cell_that_a_question_is_about_bears_an_arrow(boxes: bool) -> None:
    drawn = msgspec.structs.replace(FLOOR, focus="1/-1")
    lines = plain((in_boxes if boxes else in_rows)(drawn, {}, look(), ()))
    assert "".join(lines).count("->") == 1
    assert "->" not in "".join(plain((in_boxes if boxes else in_rows)(FLOOR, {}, look(), ())))


def test_a_legend_longer_than_its_map_goes_on_in_a_second_column_where_there_is_room() -> None:
    wall = "#" * 30
    lines, legend = [Text(wall)] * 2, [Text(f"{mark}{mark} Room {mark}") for mark in "ABC"]
    first = [f"{wall}    AA Room A", f"{wall}    BB Room B"]
    assert plain(with_legend(lines, legend, look(60))) == [f"{first[0]}    CC Room C", first[1]]
    assert plain(with_legend(lines, legend, look(45))) == first
    assert plain(with_legend(lines, legend, look(40))) == [wall, wall]
