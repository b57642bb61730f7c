"""Plans: walls, doors and figures are readable without colour, and what matters stays when a plan is cut."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping

import msgspec
import pytest

from tests.terminal.scenes import acts_on, choice, look, plain, question
from undercroft import start
from undercroft.bots import find_bot
from undercroft.core.odds_words import short_odds
from undercroft.core.scene import Card, Cell, CellKind, Map, Question, Scene, Token, Track, Zone
from undercroft.core.session import Session
from undercroft.games import find_game
from undercroft.terminal.look import ASCII
from undercroft.terminal.maps import cells_shown, numbers_of
from undercroft.terminal.plain import cut_to_a_line, fitting, whole_table
from undercroft.terminal.plans import legend_beside, legend_of_plan, plan_in_lines, plan_in_parts, plan_in_words
from undercroft.terminal.questions import asked, rows_of

THINGS: dict[str, tuple[CellKind, str]] = {
    "Wa": ("hero", "Warrior, 8 of 8 Health"),
    "g1": ("enemy", "Goblin, 1 of 1 Health"),
    "[]": ("furniture", "bench"),
    "^": ("trap", "Pitfall, armed"),
    "o": ("trap", "Pitfall, open"),
    "!": ("device", "lever"),
    "+": ("body", "Medic"),
    "s": ("start", "starting tile"),
    ".": ("open", "floor"),
}
AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))

Place = tuple[int, int]


def plan_of(
    *areas: str,
    things: Mapping[Place, str] | None = None,
    doors: Mapping[tuple[Place, int], str] | None = None,
    ghosts: str = "",
    focus: str = "",
) -> Map:
    """A plan from a picture of its areas, a letter a square; doors are named by a square and one of its sides."""
    letters = {(east, south): letter for south, row in enumerate(areas) for east, letter in enumerate(row)}
    hung = dict(doors or {})
    for (place, side), door in (doors or {}).items():
        hung[beyond(place, side), (side + 2) % 4] = door
    cells = []
    for place, letter in letters.items():
        if letter == " ":
            continue
        mark = (things or {}).get(place, ".")
        kind, title = THINGS[mark]
        sides = "".join(
            hung.get((place, side), " " if letters.get(beyond(place, side)) == letter else "#") for side in range(4)
        )
        cells.append(Cell("{}/{}".format(*place), *place, kind, mark, title, sides=sides, ghost=letter in ghosts))
    return Map("plan", "Map", tuple(cells), focus)


def beyond(place: Place, side: int) -> Place:
    """The square on a side of another."""
    return place[0] + AROUND[side][0], place[1] + AROUND[side][1]


ROOMS = plan_of(
    "aaB",
    "aaB",
    " cc",
    things={(0, 0): "Wa", (2, 0): "g1", (2, 1): "[]", (1, 2): "^"},
    doors={((1, 1), 1): "+", ((1, 1), 2): "'", ((2, 2), 1): "?"},
    focus="0/0",
)
ASKED = acts_on(ROOMS, "1/0", "2/0", "2/0")


# ---- drawn -----------------------------------------------------------------------------------------------------------


def test_walls_are_lines_doors_stand_in_them_and_numbers_before_marks() -> None:
    assert plain(plan_in_lines(ROOMS, numbers_of(ASKED), look(), ())) == [
        "  ╭─────────┬────╮",
        "  │->Wa 1:. │2+g1│",
        "  │         │    │",
        "  │  .    . +  []│",
        "  ╰────┬ '' ┴────╯",
        "       │  ^    . ?",
        "       ╰──────────",
    ]


def test_a_plan_can_be_drawn_in_ascii() -> None:
    assert plain(plan_in_lines(ROOMS, numbers_of(ASKED), look(glyphs=ASCII), ())) == [
        "  +---------+----+",
        "  |->Wa 1:. |2+g1|",
        "  |         |    |",
        "  |  .    . +  []|",
        "  +----+ '' +----+",
        "       |  ^    . ?",
        "       +----------",
    ]


@pytest.mark.parametrize("door", ["+", "'", "=", "~"])
def test_every_door_shows_its_state_in_both_directions(door: str) -> None:
    drawn = plan_of("ab", "c ", doors={((0, 0), 1): door, ((0, 0), 2): door})
    assert plain(plan_in_lines(drawn, {}, look(), ())) == [
        "  ╭────┬────╮",
        f"  │  . {door}  . │",
        f"  ├ {door}{door} ┼────╯",
        "  │  . │",
        "  ╰────╯",
    ]


def test_where_the_dark_begins_there_is_no_wall() -> None:
    drawn = plan_of("a", doors={((0, 0), 0): "?", ((0, 0), 1): "?"})
    assert plain(plan_in_lines(drawn, {}, look(), ())) == ["  │ ??", "  │  . ?", "  ╰─────"]


def test_of_two_squares_the_better_informed_is_believed() -> None:
    cells = (
        Cell("a", 0, 0, "open", ".", "floor", sides="#?##"),
        Cell("b", 1, 0, "open", ".", "floor", sides="###+"),
    )
    assert plain(plan_in_lines(Map("m", "Map", cells), {}, look(), ()))[1] == "  │  . +  . │"


def test_everything_has_a_mark_of_its_own() -> None:
    marks = list(THINGS)
    drawn = plan_of("a" * len(marks), things={(east, 0): mark for east, mark in enumerate(marks)})
    assert plain(plan_in_lines(drawn, {}, look(), ()))[1].replace("│", "").split() == marks


def test_what_not_everybody_knows_bears_a_tilde() -> None:
    drawn = plan_of("aab", things={(1, 0): "g1", (2, 0): "^"}, ghosts="a")
    assert plain(plan_in_lines(drawn, {}, look(), ()))[1] == "  │  ~   ~g1│  ^ │"
    assert plain(plan_in_lines(drawn, {"1/0": [3]}, look(), ()))[1] == "  │  ~  3~g1│  ^ │"


def test_whoever_acts_is_pointed_out_with_a_number_too() -> None:
    assert plain(plan_in_lines(ROOMS, {"0/0": [4]}, look(), ()))[1].startswith("  │4>Wa")


@pytest.mark.parametrize(
    ("options", "mark", "shown"),
    [
        ([1], "g1", "1:g1"),
        ([12], "g1", "12g1"),
        ([1, 2], "g1", "1+g1"),
        ([12], ".", "12:."),
        ([3], "+", "3:+ "),
        ([3, 4], "+", "3+:+"),
        ([12, 13], "g1", "12+g1"),
    ],
)
def test_a_number_gives_up_its_colon_before_the_plan_grows_wider(options: list[int], mark: str, shown: str) -> None:
    drawn = plan_of("a", things={(0, 0): mark})
    assert plain(plan_in_lines(drawn, {"0/0": options}, look(), ()))[1] == f"  │{shown}│"


def test_styles_tell_nothing_that_the_letters_do_not() -> None:
    ghost = msgspec.structs.replace(ROOMS, cells=tuple(msgspec.structs.replace(c, ghost=True) for c in ROOMS.cells))
    elsewhere = msgspec.structs.replace(ROOMS, focus="1/1")
    drawings = [plain(plan_in_lines(drawn, {}, look(), ())) for drawn in (ROOMS, ghost, elsewhere)]
    assert len({"\n".join(lines) for lines in drawings}) == len(drawings)


# ---- cut -------------------------------------------------------------------------------------------------------------


def hall(columns: int, rows: int, **more: str) -> Map:
    """One big room."""
    return plan_of(*["a" * columns] * rows, **more)  # type: ignore[arg-type]


def test_where_room_is_short_lines_without_walls_go_first() -> None:
    drawn = plan_of("aa", "aa", "bb", focus="0/0")
    assert len(plan_in_lines(drawn, {}, look(), ())) == 7
    assert plain(plan_in_lines(drawn, {}, look(), (), most=6)) == [
        "  ╭─────────╮",
        "  │->.    . │",
        "  │  .    . │",
        "  ├─────────┤",
        "  │  .    . │",
        "  ╰─────────╯",
    ]


def test_a_plan_that_is_too_tall_is_cut_around_whoever_acts_and_says_so() -> None:
    assert plain(plan_in_lines(hall(2, 12, focus="0/6"), {"1/0": [1]}, look(), (), most=6)) == [
        "  │  .    . │",
        "  │  .    . │",
        "  │->.    . │",
        "  │  .    . │",
        "  │  .    . │",
        "  Cut: 4 rows above (1), 3 rows below; look shows all.",
    ]


def test_a_plan_that_is_too_wide_is_cut_and_left_open_at_that_side() -> None:
    lines = plain(plan_in_lines(hall(30, 1, focus="0/0"), {}, look(40), ()))
    assert lines == [
        "  ╭───────────────────────────────────",
        "  │->.    .    .    .    .    .    .",
        "  ╰───────────────────────────────────",
        "  Cut: 23 columns to the right; look",
        "  shows all.",
    ]


def test_figures_near_by_are_kept_rather_than_bare_floor() -> None:
    near = plan_of("a" * 40, things={(20, 0): "Wa", (32, 0): "g1"}, focus="20/0")
    assert "g1" in plain(plan_in_lines(near, {}, look(), ()))[1]


def test_a_plan_on_which_nothing_can_be_done_gives_way_where_there_is_no_room_at_all() -> None:
    assert plain(plan_in_lines(hall(2, 9), {}, look(), (), most=4)) == ["  Map: look shows it."]
    assert len(plan_in_lines(hall(2, 9, focus="0/0"), {}, look(), (), most=4)) <= 4


def some_plan(chance: random.Random) -> Map:
    """Rooms, doors and things by chance."""
    columns, rows = chance.randint(1, 26), chance.randint(1, 18)
    areas = ["".join(chance.choice("aaab ") for _ in range(columns)) for _ in range(rows)]
    areas[0] = "a" + areas[0][1:]
    places = [(east, south) for south in range(rows) for east in range(columns)]
    things = {place: chance.choice(list(THINGS)) for place in places if chance.random() < 0.3}
    doors = {(place, 1): chance.choice("+'=~?") for place in places[::7]}
    return plan_of(*areas, things=things, doors=doors, focus="0/0" if chance.random() < 0.5 else "")


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_plan_is_wider_or_taller_than_it_may_be_and_no_option_is_lost(width: int) -> None:
    chance = random.Random(width)
    for _ in range(30):
        drawn = some_plan(chance)
        options = [cell.key for cell in drawn.cells if cell.mark == "." and chance.random() < 0.2][:90]
        numbers = numbers_of(acts_on(drawn, *options))
        lines = plain(plan_in_lines(drawn, numbers, look(width), legend_beside(drawn), most=14))
        assert len(lines) <= 14
        assert max(len(line) for line in lines) <= width
        told, _, note = " ".join(lines).partition("Cut: ")
        shown = {int(number) for number in re.findall(r"(\d+)[:>]", told)}
        for part in " ".join(re.findall(r"\(([\d\s-]+)\)", note)).split():
            first, _, last = part.partition("-")
            shown |= set(range(int(first), int(last or first) + 1))
        assert shown == set(range(1, len(options) + 1))


# ---- look, and what marks mean ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80])
def test_look_shows_every_square_in_parts_if_need_be(width: int) -> None:
    chance = random.Random(width)
    for _ in range(10):
        drawn = some_plan(chance)
        numbers = numbers_of(acts_on(drawn, *[cell.key for cell in drawn.cells if cell.mark == "."][:90]))
        lines = plain(plan_in_parts(drawn, numbers, look(width)))
        assert max(len(line) for line in lines) <= width
        told = re.findall(r"(\d+)[:>]\.", "\n".join(lines))
        assert sorted(map(int, told)) == sorted(number for options in numbers.values() for number in options)


def test_parts_end_where_their_squares_do() -> None:
    drawn = plan_of("a" * 9, "a        ", "a        ")
    lines = plain(plan_in_parts(drawn, {}, look(40)))
    assert lines.count("") == 0
    assert len(lines) == 2 + 7 + 3


def test_the_legend_names_marks_doors_and_signs_that_occur_and_no_others() -> None:
    told = plain(legend_of_plan(ROOMS))
    for meaning in ("Wa Warrior, 8 of 8 Health", "^ Pitfall, armed", "+ closed door", "' open door", "? the dark"):
        assert meaning in told
    assert "-> acts now" in told
    assert not any("locked" in text or "secret" in text or "known" in text for text in told)
    assert "~ before a mark not known to all" in plain(legend_of_plan(plan_of("a", ghosts="a")))


def test_beside_a_plan_stands_what_is_neither_hero_nor_floor() -> None:
    assert plain(legend_beside(ROOMS)) == ["g1 Goblin, 1 of 1 Health", "^  Pitfall, armed", "[] bench"]


# ---- in words --------------------------------------------------------------------------------------------------------


def test_without_a_window_a_plan_is_told_row_by_row_with_its_doors() -> None:
    assert plain(plan_in_words(ROOMS, look(rows=None))) == [
        "  Map, row by row:",
        "  Middle: middle Warrior, 8 of 8 Health, acts now; 2 east Goblin, 1 of 1 Health.",
        "  1 south: 1 east floor, door to the east, closed, door to the south, open; 2",
        "    east bench, door to the west, closed.",
        "  2 south: 1 east Pitfall, armed, door to the north, open; 2 east floor, dark to",
        "    the east.",
    ]


def test_in_words_squares_that_read_the_same_are_told_at_once() -> None:
    drawn = plan_of("aaaaa", things={(0, 0): "[]", (1, 0): "[]", (2, 0): "[]", (4, 0): "[]"})
    assert plain(plan_in_words(drawn, look(rows=None)))[1:] == ["  Middle: middle to 2 east bench; 4 east bench."]


def test_in_words_it_is_said_what_not_everybody_knows() -> None:
    drawn = plan_of("ab", things={(0, 0): "[]", (1, 0): "!"}, ghosts="a")
    assert plain(plan_in_words(drawn, look(rows=None)))[1:] == [
        "  Middle: middle bench, not known to all; 1 east lever."
    ]


# ---- the table around it ---------------------------------------------------------------------------------------------


def hero(name: str, health: int, *lines: str, state: str = "") -> Card:
    """Somebody's sheet."""
    return Card(name, name, "hero", lines, (Track(f"{name}-health", "Health", health, 8),), state)


def table(drawn: Map, asked_about: Question, *heroes: Card) -> Scene:
    """A table with a party and a plan."""
    zones = (Zone("party", "Party", heroes), Zone("board", "Map", (drawn,)))
    return Scene("some-game", "Some Game", "somewhere", zones, question=asked_about)


def shown(scene: Scene, width: int, rows: int) -> list[str]:
    """What a window shows of a scene."""
    assert scene.question is not None
    on = look(width, rows)
    options = rows_of(scene.question, [[] for _ in scene.question.choices], cells_shown(scene))
    return plain(fitting([], scene, None, "seed", asked(scene.question, options, on), on))


PARTY = (hero("Warrior", 6, "Attack 4, Defense 3", "Wears: sword, shield, helmet", state="acts"), hero("Medic", 8))


def test_with_room_for_it_each_card_has_all_its_texts() -> None:
    lines = shown(table(ROOMS, ASKED, *PARTY), 60, 24)
    assert lines[1:4] == [
        "  Warrior  ♥ 6/8  acts  Attack 4, Defense 3. Wears: sword,",
        "    shield, helmet.",
        "  Medic    ♥ 8/8",
    ]


def test_with_less_room_each_card_has_a_line_and_figures_stand_below_each_other() -> None:
    lines = shown(table(ROOMS, ASKED, *PARTY), 60, 14)
    assert lines[1:3] == ["  Warrior  ♥ 6/8  acts  Attack 4, Defense 3. Wears: sword, …", "  Medic    ♥ 8/8"]


BEAST = Card(
    "beast",
    "Beast",
    "beast",
    ("Markers on 8, 8, 8, and each stops where an altar stands", "Strikes back: hand +2, bow +2, spell +4"),
    (Track("beast-defense", "Defense", 6),),
    "in its lair",
)
IDLE = hero(
    "Medic", 8, "Attack 2, Defense 2, Movement 8, Skill 3, and so on", "Wears: staff", "Spells: Warm Hands, Mend"
)
DEN = Zone("den", "Den", (BEAST,), across=True)


def beside_a_beast(rows: int) -> list[str]:
    """What a window shows of the cards beside the plan if the other side has one with much to say."""
    heroes = (hero("Warrior", 6, "Attack 4, Defense 3, Movement 8, Skill 2", "Wears: sword", state="acts"), IDLE)
    scene = table(ROOMS, ASKED, *heroes)
    lines = shown(msgspec.structs.replace(scene, zones=(*scene.zones, DEN)), 60, rows)
    assert len(lines) < rows
    assert not any("Cut: " in line for line in lines)
    return [line for line in lines[1 : lines.index("")] if not set(line) & set("│─")]


def test_rows_that_are_left_go_first_to_the_other_side_then_to_whoever_acts_then_to_the_others() -> None:
    warrior = ["  Warrior  ♥ 6/8  acts  Attack 4, Defense 3, Movement 8 …"]
    medic = ["  Medic    ♥ 8/8  Attack 2, Defense 2, Movement 8, Skill …"]
    beast = ["  Beast  Defense 6  in its lair  Markers on 8, 8, 8, and …"]
    assert beside_a_beast(15) == [*warrior, *medic, *beast]
    beast = ["  Beast  Defense 6  in its lair  Markers on 8, 8, 8, and", "    each stops where an altar stands. …"]
    assert beside_a_beast(16) == [*warrior, *medic, *beast]
    beast = [beast[0], "    each stops where an altar stands. Strikes back: hand +2,", "    bow +2, spell +4."]
    assert beside_a_beast(17) == [*warrior, *medic, *beast]
    warrior = ["  Warrior  ♥ 6/8  acts  Attack 4, Defense 3, Movement 8,", "    Skill 2. Wears: sword."]
    assert beside_a_beast(18) == [*warrior, *medic, *beast]
    medic = [
        "  Medic    ♥ 8/8  Attack 2, Defense 2, Movement 8, Skill 3,",
        "    and so on. Wears: staff. Spells: Warm Hands, Mend.",
    ]
    assert beside_a_beast(19) == beside_a_beast(30) == [*warrior, *medic, *beast]


def test_a_text_without_commas_is_cut_at_a_word() -> None:
    assert cut_to_a_line(["When somebody hits another hero: take it"], 30, look()) == "When somebody hits another …"
    assert cut_to_a_line(["When somebody hits"], 4, look()) == ""


def test_without_room_for_a_line_each_cards_run_on_before_the_plan_is_cut() -> None:
    many = (*PARTY, hero("Delver", 3), hero("Ranger", 1))
    lines = shown(table(ROOMS, ASKED, *many), 80, 15)
    assert lines[1] == "  Party: Warrior ♥ 6/8 acts; Medic ♥ 8/8; Delver ♥ 3/8; Ranger ♥ 1/8"
    assert not any("Cut: " in line for line in lines)
    assert len(lines) < 15


def test_options_that_differ_by_a_way_share_a_row_that_names_the_ways_in_their_order() -> None:
    steps = [
        msgspec.structs.replace(choice("Step", key), name=f"step-{way}", label=f"Step {way}")
        for key, way in (("1/0", "east"), ("0/1", "south"))
    ]
    trap = choice("Step north, into the Pitfall", "1/2")
    rows = rows_of(question(steps[0], trap, steps[1]), [[], [], []], {"1/0", "0/1", "1/2"})
    assert [(row.which, row.label) for row in rows] == [
        ("1 3", "Step east, south"),
        ("2", "Step north, into the Pitfall"),
    ]
    assert [row.label for row in rows_of(question(*steps), [[], []], ())] == ["Step east", "Step south"]


def test_options_that_begin_alike_run_on_where_rows_are_few() -> None:
    labels = (
        "Search for treasure",
        "Search for traps",
        "Search for secret doors",
        "End the turn",
        "Cast Candle: light",
    )
    asking = question(*(choice(label) for label in labels))
    forms = asked(asking, rows_of(asking, [[] for _ in labels], ()), look())
    assert [line.strip() for line in plain(forms.telling[2])] == [
        "What do you do?",
        "1-3  Search for treasure, traps, secret doors",
        "4  End the turn",
        "5  Cast Candle: light",
    ]
    with_odds = asked(asking, rows_of(asking, [["gold 35 %"], *[[] for _ in labels[1:]]], ()), look())
    assert "1  Search for treasure" in " ".join(plain(with_odds.telling[2]))


def test_more_options_than_a_window_has_rows_lose_their_texts_and_look_tells_them() -> None:
    asking = question(*(choice(f"Spell {number}: {'what it does ' * 8}") for number in range(20)))
    lines = shown(table(ROOMS, asking), 80, 24)
    assert len(lines) < 24
    assert "  look tells more of each." in lines
    assert all(any(f"Spell {number}" in line for line in lines) for number in range(20))


# ---- FreeQuest -------------------------------------------------------------------------------------------------------


def moments(quest: str) -> Iterator[tuple[Session, Scene]]:
    """A game of the steady bot, and every seventh question of it as whoever is asked sees it."""
    session = start(find_game("freequest"), seed="a", edition="book", changes={"play.quest": quest})
    bots = [find_bot("steady", "freequest", str(seat)) for seat in range(5)]
    while session.decision is not None:
        decision = session.decision
        if decision.number % 7 == 0:
            yield session, session.scene(decision.seat)
        view = session.state.view(decision.seat)
        session.choose(bots[decision.seat].choose(view, decision.prompt, decision.options))


@pytest.mark.parametrize(("width", "rows"), [(80, 24), (120, 40)])
def test_freequest_fits_its_window_at_every_moment(width: int, rows: int) -> None:
    on = look(width, rows)
    seen = 0
    for session, scene in moments("cold-kiln"):
        assert scene.question is not None
        options = rows_of(scene.question, short_odds(session, scene), cells_shown(scene))
        lines = plain(fitting([], scene, None, "a", asked(scene.question, options, on), on))
        assert len(lines) < rows
        assert max(len(line) for line in lines) <= width
        if cells_shown(scene):
            assert "Bring the kiln bell back" in " ".join(plain(whole_table(scene, "a", on)))
            seen += 1
    assert seen > 10


# ---- tokens ----------------------------------------------------------------------------------------------------------


def crowded(*marks: str) -> Map:
    """A room with these tokens in it, beside an empty one."""
    tokens = tuple(Token(f"t{place}", "hero", mark, f"Token {mark}") for place, mark in enumerate(marks))
    rooms = [Cell("a", 0, 0, "room", "SC", "Spring Chapel", sides="#  #", tokens=tokens)]
    rooms += [
        Cell("b", 1, 0, "room", "TA", "Toll Arch", sides="##  "),
        Cell("c", 0, 1, "room", "BC", "Chute", sides="  ##"),
    ]
    return Map("plan", "Dungeon", tuple(rooms), "a")


def test_tokens_stand_below_the_mark_of_their_place() -> None:
    lines = plain(plan_in_lines(crowded("Se", "g1"), {}, look(), ()))
    row = next(place for place, line in enumerate(lines) if "SC" in line)
    assert "Seg1" in lines[row + 1]
    assert len(lines) == 6  # the other row has no tokens and no line for them


def test_tokens_that_do_not_fit_are_counted() -> None:
    lines = plain(plan_in_lines(crowded("Se", "Br", "Yt", "g1", "g2", "M1"), {}, look(), ()))
    assert any("SeBrYt+3" in line for line in lines)


def test_tokens_are_told_in_words_and_in_the_legend() -> None:
    assert "Token g1" in " ".join(plain(plan_in_words(crowded("Se", "g1"), look())))
    assert any("Token Se" in line for line in plain(legend_of_plan(crowded("Se"))))


def test_in_words_nothing_on_a_place_is_told_twice() -> None:
    def told(title: str, note: str, *tokens: str) -> str:
        standing = tuple(Token(str(place), "trap", "^", token) for place, token in enumerate(tokens))
        drawn = Map("plan", "Dungeon", (Cell("a", 0, 0, "room", "A", title, note, "####", tokens=standing),))
        return plain(plan_in_words(drawn, look()))[1].removeprefix("  Middle: middle ")

    assert told("Boss Mat", "The Owl Queen", "The Owl Queen") == "Boss Mat, The Owl Queen."
    assert told("Gallery", "Trap: evade with Agility 5", "Trap", "Wend") == "Gallery, Wend, Trap: evade with Agility 5."
    assert told("Cloister", "trap, disarmed", "Disarmed trap") == "Cloister, Disarmed trap."
    assert told("Altar", "", "Altar") == "Altar."
    assert told("Den", "searched", "Goblin", "Goblin") == "Den, Goblin, Goblin, searched."
    assert told("Toll Arch", "A Goblin waits; searched", "a Goblin waits") == "Toll Arch, a Goblin waits, searched."


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        ("", "acts now"),
        ("Se", "Se, acts now"),
        ("Se g1", "Se, acts now, g1"),
        ("Se Br g1", "Se, Br, one of them acts now, g1"),
        ("g1 !", "acts now, g1, !"),
    ],
)
def test_in_words_the_turn_stands_with_whoever_has_it(marks: str, told: str) -> None:
    tokens = tuple(
        Token(f"t{place}", "hero" if mark.istitle() else "enemy", mark, mark)
        for place, mark in enumerate(marks.split())
    )
    drawn = Map("plan", "Dungeon", (Cell("a", 0, 0, "room", "A", "Toll Arch", "", "####", tokens=tokens),), "a")
    assert plain(plan_in_words(drawn, look()))[1] == f"  Middle: middle Toll Arch, {told}."
