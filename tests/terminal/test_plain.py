"""Drawing: tables that fit."""

from __future__ import annotations

import pytest

import undercroft as house
from tests.terminal.scenes import acts_on, choice, look, map_of, plain, question, scene
from undercroft.bots import find_bot
from undercroft.core.scene import Card, Dice, Map, Pile, Scene, Slot, Track, Zone
from undercroft.core.session import Session
from undercroft.terminal.endings import ending_card, play_command
from undercroft.terminal.look import ASCII, UNICODE, Glyphs, printable, shell_word
from undercroft.terminal.maps import cells_shown
from undercroft.terminal.plain import Detail, fitting, run_together, tableau, whole_table
from undercroft.terminal.questions import asked, rows_of

SLOTS = (
    Slot("sword", "1 Sword", "had", "equipped"),
    Slot("staff", "2 Staff", "missing", "face-down"),
    Slot("bow", "3 Bow", "gone", "gone for good"),
    Slot("coin", "Coin", "had", "in hand"),
)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (50, 24)])
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_table_and_question_fit_the_window_in_whole_games(seed: str, columns: int, rows: int) -> None:
    session = house.start("tin-helm", seed=seed, edition="printed")
    bot = find_bot("steady", "tin-helm", seed)
    before: Scene | None = None
    window = look(columns, rows)
    while session.decision is not None:
        scene = session.scene()
        assert scene.question is not None
        words = [["kill 83 %", "hit 83 %", "-1.9 health"] for _ in scene.question.choices]
        question = asked(scene.question, rows_of(scene.question, words, ()), window)
        lines = fitting([], scene, before, "amber-gate-41", question, window)
        assert max(line.cell_len for line in lines) <= columns
        assert len(lines) < rows or columns < 80
        before = scene
        decision = session.decision
        session.choose(bot.choose(session.state, decision.prompt, decision.options))
    assert max(line.cell_len for line in ending_card(session, session.scene(), window)) <= columns


@pytest.mark.parametrize("detail", list(Detail))
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_any_scene_can_be_drawn(detail: Detail, glyphs: Glyphs) -> None:
    cards = tuple(
        Card(
            f"c{n}",
            f"A card with a very long title, number {n}",
            "kind",
            ("a line",) * n,
            (Track("x", "X", 1, 30),),
            "used",
        )
        for n in range(9)
    )
    scene = Scene(
        "some-game",
        "Some Game",
        "somewhere",
        (
            Zone("hero", "Somebody", (Track("gold", "Gold", -3), Track("health", "Health", 0, 0), *cards)),
            Zone("board", "Board", (*cards, map_of("r3 ##", "<  . "), Dice("d", "Dice", ()), Pile("p", "Pile", 0))),
            Zone("things", "Things", SLOTS),
            Zone("nowhere", "Nowhere", (Map("nowhere", "Nowhere", ()),)),
            Zone("empty", "Empty", ()),
        ),
    )
    drawn = tableau(scene, scene, "seed", look(glyphs=glyphs), detail)
    assert max(line.cell_len for line in drawn) <= 80
    assert "Gold -3" in "\n".join(line.plain for line in drawn)


# ---- slots -----------------------------------------------------------------------------------------------------------


def test_slots_show_how_they_stand_by_a_glyph() -> None:
    lines = plain(tableau(scene(slots=SLOTS), None, "x", look(), Detail.SPARE))
    assert lines[1] == "Somebody  ● 1 Sword  ○ 2 Staff  ✕ 3 Bow  ● Coin"
    lines = plain(tableau(scene(slots=SLOTS), None, "x", look(glyphs=ASCII), Detail.FULL))
    assert lines[1] == "Somebody  * 1 Sword  . 2 Staff  x 3 Bow  * Coin"


def test_slots_below_the_tracks_of_the_same_sheet_are_indented() -> None:
    sheet = Zone("hero", "Somebody", (Track("gold", "Gold", 3), *SLOTS))
    lines = plain(tableau(Scene("g", "G", "s", (sheet,)), None, "x", look(), Detail.SPARE))
    assert lines[1:] == ["Somebody  Gold 3", "  ● 1 Sword  ○ 2 Staff  ✕ 3 Bow  ● Coin"]


def test_a_slot_that_changed_says_its_new_state() -> None:
    before = scene(slots=(Slot("sword", "1 Sword", "missing", "face-down"), *SLOTS[1:]))
    lines = plain(tableau(scene(slots=SLOTS), before, "x", look(), Detail.SPARE))
    assert lines[1] == "Somebody  ● 1 Sword (equipped)  ○ 2 Staff  ✕ 3 Bow  ● Coin"


def test_without_a_window_slots_are_told_in_words() -> None:
    before = scene(slots=(Slot("sword", "1 Sword", "missing", "face-down"), *SLOTS[1:]))
    pipe = look(rows=None)
    assert plain(tableau(scene(slots=SLOTS), None, "x", pipe, Detail.PLAIN))[1:] == [
        "Somebody: 1 Sword equipped, 2 Staff face-down, 3 Bow gone for good, Coin in hand"
    ]
    told = " ".join(plain(tableau(scene(slots=SLOTS), before, "x", pipe, Detail.SPARE)))
    assert "1 Sword equipped (was face-down), 2 Staff face-down," in told


def test_look_says_what_the_glyphs_of_slots_mean() -> None:
    assert "  ● equipped or in hand  ○ face-down  ✕ gone for good" in plain(
        whole_table(scene(slots=SLOTS), "x", look())
    )


# ---- maps and questions in a window ----------------------------------------------------------------------------------


def screen(drawn: Map, keys: tuple[str, ...], columns: int, rows: int, told: int = 0) -> list[str]:
    """What a window of that size shows of a map and a question about it."""
    window = look(columns, rows)
    shown = scene(drawn, acts_on(drawn, *keys), SLOTS)
    assert shown.question is not None
    options = rows_of(shown.question, [["hit 50 %"] for _ in keys], cells_shown(shown))
    happened = [line for _ in range(told) for line in tableau(scene(), None, "x", window, Detail.SPARE)]
    return plain(fitting(happened, shown, None, "x", asked(shown.question, options, window), window))


def test_a_map_has_boxes_where_they_fit_and_rows_where_they_do_not() -> None:
    drawn = map_of("r3 s4", "r3 r3", "## s4", "<  r3")
    assert any("╭1───╮" in line for line in screen(drawn, ("0/0", "0/1", "1/1"), 80, 24))
    lines = screen(drawn, ("0/0", "0/1", "1/1"), 80, 16)
    assert "   1:r3    s4    <  Stairs up" in lines
    assert "  1-3  Attack the Rat, strength 3   hit 50 %" in lines
    assert len(lines) < 16


def test_a_map_is_cut_rather_than_the_question() -> None:
    drawn = map_of(*(["##"] * 20), "r3")
    lines = screen(drawn, ("0/20",), 80, 16)
    assert len(lines) < 16
    assert "   1:r3" in lines
    assert "  Cut: 12 rows above; look shows all." in lines


def test_what_happened_leaves_the_window_before_a_map_is_cut_or_odds_are_lost() -> None:
    drawn = map_of("##", "##", "##", "##", "r3")
    lines = screen(drawn, ("0/4",), 80, 12, told=3)
    assert "     ##" in lines[5:7]
    assert not any("Cut" in line for line in lines)
    assert lines[-1] == "  1 Attack the Rat, strength 3   hit 50 %"


def test_all_options_are_offered_in_a_window_far_too_small() -> None:
    window = look(40, 10)
    many = question(*(choice(f"Do the thing that has number {number}") for number in range(1, 21)))
    shown = scene(map_of("##", "##", "##", "##", "r3"), many, SLOTS)
    rows = rows_of(many, [["hit 50 %"] for _ in many.choices], cells_shown(shown))
    lines = plain(fitting([], shown, None, "x", asked(many, rows, window), window))
    assert all(any(f"{number:>2} Do the thing" in line for line in lines) for number in range(1, 21))


# ---- ends and odd texts ----------------------------------------------------------------------------------------------


def test_the_same_seed_again_is_a_command_that_gives_the_same_game() -> None:
    session = house.start(
        "tin-helm", "it's a seed", "printed", {"enemy.wraith.health": 9, "switches.food-heals": False}
    )
    assert play_command(session.record) == (
        "undercroft play tin-helm --seed 'it'\"'\"'s a seed' --edition printed "
        "--set enemy.wraith.health=9 --set switches.food-heals=false"
    )


def test_a_practice_end_says_that_it_does_not_count() -> None:
    session = finished(house.start("tin-helm", seed="amber-gate-41"))
    branch = session
    while not branch.practice:
        branch = branch.undo()
    over = finished(branch)
    card = "\n".join(line.plain for line in ending_card(over, over.scene(), look()))
    assert "PRACTICE: this does not count" in card


def finished(session: Session) -> Session:
    """The session, played to its end by the first option."""
    while session.decision is not None:
        session.choose(0)
    return session


@pytest.mark.parametrize(
    ("text", "shown", "word"),
    [
        ("amber-gate-41", "amber-gate-41", "amber-gate-41"),
        ("a b", "a b", "'a b'"),
        ("a\x1b'", r"a\x1b'", r"$'a\x1b\''"),
        ("\u202e", r"\u202e", r"$'\u202e'"),
    ],
)
def test_control_characters_are_shown_escaped(text: str, shown: str, word: str) -> None:
    assert printable(text) == shown
    assert shell_word(text) == word


def test_a_number_in_the_title_of_dice_is_no_die() -> None:
    titles = ("Needs 5 or more", "Last roll")
    scene = Scene("g", "G", "here", (Zone("dice", "Dice", tuple(Dice(title, title, (6, 2)) for title in titles)),))
    assert plain(tableau(scene, None, "seed", look(), Detail.FULL))[-1] == "  Needs 5 or more: 6 2  Last roll: 6 2"


# ---- what cards say --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ([], ""),
        (["trap", "enemy (done)", "> random"], "trap, enemy (done), > random"),
        (
            ["attack +0, defense 1", "worth 1 favor", "Attacks first."],
            "attack +0, defense 1; worth 1 favor. Attacks first.",
        ),
        (["+2 most Health.", "Whatever wore it is missed."], "+2 most Health. Whatever wore it is missed."),
        (["Speed 3, Defense 4", "Brace: 1 Focus, once: +2"], "Speed 3, Defense 4. Brace: 1 Focus, once: +2."),
        (["Who goes there?", "Nobody!"], "Who goes there? Nobody!"),
    ],
)
def test_texts_of_a_card_stay_apart(texts: list[str], told: str) -> None:
    assert run_together(texts) == told


def drawn_cards(detail: Detail, *cards: Card) -> list[str]:
    """Cards that lie on the board."""
    return plain(tableau(Scene("g", "G", "here", (Zone("board", "Board", cards),)), None, "seed", look(), detail))[1:]


@pytest.mark.parametrize("detail", [Detail.FULL, Detail.SPARE, Detail.TOLD, Detail.LISTED])
def test_a_card_says_nothing_twice(detail: Detail) -> None:
    card = Card("c", "Owl Queen", "owl", ("Owl.", "From a perch", "owl queen", "From a perch.", "In flight"))
    shown = " ".join(drawn_cards(detail, card))
    assert [shown.count(words) for words in ("Owl", "Queen", "From a perch", "In flight")] == [1, 1, 1, 1]
    assert "queen" not in shown


def test_on_a_line_a_kind_stands_before_a_title_that_does_not_name_it() -> None:
    cards = (Card("a", "Goblin Cook (g1)", "goblin"), Card("b", "Goblinoid", "goblin"), Card("c", "Ring", "two hands"))
    assert drawn_cards(Detail.SPARE, *cards) == ["  Goblin Cook (g1)", "  Goblin Goblinoid", "  Two hands Ring"]
