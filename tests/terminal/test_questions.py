"""Questions: options that a map tells apart share a row, and none is ever hidden."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from tests.terminal.scenes import choice, look, map_of, plain, question, scene
from undercroft.core.scene import Choice, Question
from undercroft.terminal.look import ASCII
from undercroft.terminal.maps import cells_shown
from undercroft.terminal.questions import Row, asked, asked_in_columns, asked_in_full, asked_in_lines, briefly, rows_of

FLOOR = map_of("r3 r3 ##", "## r3 s4")
ON_MAP = cells_shown(scene(FLOOR))
HIT = ["hit 67 %", "with a sword 83 %"]
HARM = ["no harm 50 %"]
ASKED = question(
    choice("Attack the Rat", "0/0", "north"),
    choice("Break the wall", "2/0", "east"),
    choice("Give up"),
    choice("Attack the Rat", "1/0", "far north"),
    choice("Break the wall", "0/1", "south"),
    choice("Attack the Rat", "1/1", "far south"),
    choice("Rest"),
)
ODDS = [HIT, HARM, ["lose 100 %"], HIT, HARM, ["hit 50 %"], []]


def numbers_in(lines: list[str]) -> list[int]:
    """The numbers of all options that some lines offer, wherever on the line they stand."""
    found: list[int] = []
    for line in lines:
        for part in re.findall(r"(?:^|\s)((?:\d+(?:-\d+)? )+) ?[A-Z]", line):
            for piece in part.split():
                first, _, last = piece.partition("-")
                found.extend(range(int(first), int(last or first) + 1))
    return sorted(found)


def test_options_with_the_same_words_and_odds_share_a_row_in_order_of_their_first_numbers() -> None:
    rows = rows_of(ASKED, ODDS, ON_MAP)
    assert [(row.numbers, row.label) for row in rows] == [
        ((1, 4), "Attack the Rat"),
        ((2, 5), "Break the wall"),
        ((6,), "Attack the Rat"),
        ((7,), "Rest"),
        ((3,), "Give up"),
    ]


def test_rows_are_drawn_with_all_their_numbers_and_their_odds_at_one_column() -> None:
    assert plain(asked_in_full(ASKED, rows_of(ASKED, ODDS, ON_MAP), look())) == [
        "What do you do?",
        "  1 4  Attack the Rat   hit 67 %, with a sword 83 %",
        "  2 5  Break the wall   no harm 50 %",
        "    6  Attack the Rat   hit 50 %",
        "    7  Rest",
        "    3  Give up",
    ]


def test_what_gives_the_game_up_is_quiet() -> None:
    rows = rows_of(ASKED, ODDS, ON_MAP)
    assert [row.quiet for row in rows] == [False, False, False, False, True]
    *_, rest, last = asked_in_full(ASKED, rows, look())
    assert rest.markup == "  [bold]  7  [/bold]Rest"
    assert last.markup == "  [dim]  3  Give up[/dim]"


def test_where_no_map_tells_them_apart_options_keep_their_rows_and_their_full_labels() -> None:
    for rows in (rows_of(ASKED, ODDS, ()), rows_of(ASKED, ODDS, {"elsewhere"})):
        assert [row.numbers for row in rows] == [(1,), (2,), (4,), (5,), (6,), (7,), (3,)]
        assert rows[0].label == "Attack the Rat, north"
        assert rows[2].label == "Attack the Rat, far north"


def test_options_that_read_the_same_are_both_shown_where_no_map_tells_them_apart() -> None:
    twice = question(choice("Wait"), choice("Wait"))
    assert [row.numbers for row in rows_of(twice, [[], []], ON_MAP)] == [(1,), (2,)]


def test_where_there_is_no_window_a_question_has_one_form_with_all_its_odds() -> None:
    forms = asked(ASKED, rows_of(ASKED, ODDS, ()), look(rows=None))
    assert forms.telling == [forms.bare]
    assert "  4 Attack the Rat, far north   hit 67 %, with a sword 83 %" in plain(forms.bare)


# ---- where there is little room --------------------------------------------------------------------------------------


def test_odds_are_cut_to_one_line_before_an_option_takes_two() -> None:
    long = question(choice("Do something that takes a while to say"), choice("Rest"))
    rows = rows_of(long, [["hit 67 %", "with a sword 83 %", "with two 100 %"], ["+1 health"]], ())
    assert plain(asked_in_lines(long, rows, look(60)))[1:] == [
        "  1 Do something that takes a while to say   hit 67 %, ...",
        "  2 Rest                                     +1 health",
    ]


def test_odds_that_do_not_fit_the_common_column_stand_before_it() -> None:
    long = question(choice("Attack the Spider from above"), choice("Break the wall"), choice("Attack the Snake"))
    rows = rows_of(long, [["hit 50 %"], ["lose a piece 67 %", "turn one down 33 %"], ["hit 33 %"]], ())
    assert plain(asked_in_full(long, rows, look(60)))[1:] == [
        "  1 Attack the Spider from above   hit 50 %",
        "  2 Break the wall     lose a piece 67 %, turn one down 33 %",
        "  3 Attack the Snake               hit 33 %",
    ]


def test_what_a_label_on_a_map_says_after_a_colon_gives_way() -> None:
    rows = [
        Row((1,), "Attack the Rat: opens 2 spaces", ("hit 67 %",), True),
        Row((2,), "Attack the Rat: opens nothing", ("hit 67 %",), True),
        Row((3,), "Attack the Rat: opens nothing", ("hit 50 %",), True),
        Row((4,), "Use the sword: enough", (), False),
    ]
    assert [(row.numbers, row.label) for row in briefly(rows)] == [
        ((1, 2), "Attack the Rat"),
        ((3,), "Attack the Rat"),
        ((4,), "Use the sword: enough"),
    ]


def test_a_label_on_a_map_is_brief_rather_than_on_two_lines_with_its_odds() -> None:
    long = question(
        choice("Attack the Rat: opens 2 spaces", "0/0"),
        choice("Attack the Rat: opens 1 space", "1/0"),
    )
    rows = rows_of(long, [HIT, HIT], ON_MAP)
    wide, narrow = (plain(asked(long, rows, look(width)).telling[0]) for width in (70, 55))
    assert wide[1] == "  1 Attack the Rat: opens 2 spaces   hit 67 %, with a sword 83 %"
    assert narrow[1:] == ["  1 2  Attack the Rat   hit 67 %, with a sword 83 %"]


def test_each_column_has_room_for_its_own_numbers_only() -> None:
    rows = [Row((1, 3, 5, 7), "Attack the Rat", (), True), Row((9,), "Rest", ())]
    assert plain(asked_in_columns(ASKED, rows, look()))[1:] == ["  1 3 5 7  Attack the Rat   9 Rest"]


def test_many_options_stand_in_columns_of_their_own_widths() -> None:
    many = question(
        *(choice(f"Do thing number {number}") for number in range(1, 8)), choice("A much longer thing to do")
    )
    rows = rows_of(many, [[] for _ in many.choices], ())
    lines = plain(asked_in_columns(many, rows, look(80)))
    assert lines[1:] == [
        "  1 Do thing number 1   4 Do thing number 4   7 Do thing number 7",
        "  2 Do thing number 2   5 Do thing number 5   8 A much longer thing to do",
        "  3 Do thing number 3   6 Do thing number 6",
    ]
    assert len(asked_in_columns(many, rows, look(52))) == 1 + 4
    assert len(asked_in_columns(many, rows, look(50))) == 1 + 8


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_form_hides_an_option_or_is_wider_than_the_window(width: int) -> None:
    chance = random.Random(width)
    for _ in range(20):
        some = some_question(chance)
        words = [chance.choice([[], HIT, HARM]) for _ in some.choices]
        for on_map in (ON_MAP, frozenset[str]()):
            forms = asked(some, rows_of(some, words, on_map), look(width))
            for form in (*forms.telling, forms.bare):
                lines = plain(form)
                assert max(len(line) for line in lines) <= width
                assert numbers_in(lines[1:]) == list(range(1, len(some.choices) + 1)), "\n".join(lines)


def some_question(chance: random.Random) -> Question:
    """A question of many kinds of options, some of them on the map."""
    stems = ("Attack the Rat: opens 2 spaces", "Attack the Rat", "Break the wall", "Use Sword and Bow: enough", "Rest")
    keys = [cell.key for cell in FLOOR.cells]
    return question(
        *(
            choice(chance.choice(stems), chance.choice(["", *keys]), chance.choice(["", "north"]))
            for _ in range(chance.randint(1, 28))
        )
    )


def test_a_way_in_the_middle_of_a_label_is_told_and_those_of_several_in_the_order_of_their_numbers() -> None:
    rooms = [("north", "the Vault"), ("east", "the Arch"), ("south", "the Pit")]
    ways = question(
        *(Choice(f"go-{way}", f"Go {way}: {room}", "rule", f"Go: {room}", key)
          for (way, room), key in zip(rooms, ("0/0", "1/0", "2/0"), strict=True)),
        choice("Search: draw a card", "1/1"),
    )  # fmt: skip
    rows = rows_of(ways, [[], HARM, [], []], ON_MAP)
    assert [row.label for row in rows] == [
        "Go north: the Vault", "Go east: the Arch", "Go south: the Pit", "Search: draw a card",
    ]  # fmt: skip
    assert [(row.numbers, row.label) for row in briefly(rows)] == [
        ((1, 3), "Go north, south"),
        ((2,), "Go east"),
        ((4,), "Search: draw a card"),
    ]


def test_what_nothing_speaks_for_shares_the_last_row_of_a_window_and_is_named_elsewhere() -> None:
    idle = [msgspec.structs.replace(choice(f"Count {face}"), idle=True) for face in (2, 3)]
    some = question(choice("Count 6"), idle[0], choice("Reroll"), idle[1])
    rows = rows_of(some, [[], HARM, [], HARM], ())
    assert plain(asked(some, rows, look()).telling[0])[1:] == [
        "    1  Count 6",
        "    3  Reroll",
        "  2 4  Nothing speaks for these; look names them",
    ]
    assert "  4 Count 3   no harm 50 %" in plain(asked(some, rows, look(rows=None)).bare)
    assert "  4 Count 3   no harm 50 %" in plain(asked_in_full(some, rows, look()))


def test_a_single_option_that_nothing_speaks_for_keeps_its_row() -> None:
    some = question(choice("Go"), msgspec.structs.replace(choice("Rest"), idle=True))
    assert plain(asked(some, rows_of(some, [[], []], ()), look()).telling[0])[1:] == ["  1 Go", "  2 Rest"]


def test_before_options_stand_in_columns_a_long_one_is_cut_to_a_line() -> None:
    long = question(choice("Use the staff: " + "go to any room of the dungeon " * 2 + "and rest"), choice("Rest"))
    forms = asked(long, rows_of(long, [[], []], ()), look(60))
    assert len(forms.telling[0]) == 4
    assert [plain(form)[1:] for form in forms.telling if len(form) == 3] == [
        ["  1 Use the staff: go to any room of the dungeon go to …", "  2 Rest"]
    ]


def test_how_a_place_would_lie_is_drawn_where_there_are_glyphs_for_it() -> None:
    lies = (("Exits east and south", "#  #"), ("Exits north and south", " # #"), ("Exits on all sides", "    "))
    some = question(*(msgspec.structs.replace(choice(label), sides=sides) for label, sides in lies))
    rows = rows_of(some, [[], [], []], ())
    assert plain(asked(some, rows, look()).telling[0])[1:] == [
        "  1 ┏ Exits east and south",
        "  2 ┃ Exits north and south",
        "  3 ╋ Exits on all sides",
    ]
    assert plain(asked(some, rows, look(glyphs=ASCII)).telling[0])[1] == "  1 Exits east and south"
