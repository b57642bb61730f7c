"""Scenes laid out: where things lie, what can be clicked, and that every page drawn from them is sound."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from html import unescape
from random import Random

import msgspec
import pytest

import undercroft
from undercroft.core.rules import Rule
from undercroft.core.scene import Card, Cell, Choice, Dice, Item, Line, Map, Pile, Question, Scene, Slot, Track, Zone
from undercroft.core.session import Session
from undercroft.games import GAMES
from undercroft.web import drawing, maps
from undercroft.web.drawing import Drawing, draw
from undercroft.web.maps import CELL
from undercroft.web.thoughts import Hint, HintOption, OddsRow, WholeOdds
from undercroft.web.views import SeatView, TableView
from undercroft.web.visitors import templates

GAME = GAMES["elbereth"]


@dataclass(frozen=True)
class SomeOdds:
    """Odds as a worker gives them."""

    option: str = ""
    words: list[str] = field(default_factory=lambda: ["hit 83 %"])
    bars: list[tuple[str, float]] = field(default_factory=lambda: [("hit", 0.83)])
    exact: bool = True


def scene_of(*zones: Zone, choices: tuple[Choice, ...] = ()) -> Scene:
    """A scene of these zones, and a question if there are choices."""
    question = Question("p", "What now?", "some.rule", choices) if choices else None
    return Scene("elbereth", "Elbereth", "floor 1", zones, question=question)


def drawn(*items: Item, choices: tuple[Choice, ...] = ()) -> Drawing:
    """A scene of one zone with these items."""
    return draw(scene_of(Zone("z", "Zone", items), choices=choices), GAME)


def choice(name: str, target: str = "", label: str = "", resigns: bool = False) -> Choice:
    """An option."""
    return Choice(name, label or name, "some.rule", label or name, target, resigns)


def cell(key: str, east: int, south: int, title: str = "Rat, strength 3", mark: str = "r3") -> Cell:
    """A cell with an enemy."""
    return Cell(key, east, south, "enemy", mark, title)


# ---- where things lie ------------------------------------------------------------------------------------------------


def test_a_zone_with_tracks_or_slots_is_a_sheet_and_others_lie_on_the_board() -> None:
    hero = Zone("a", "Hero", (Track("health", "Health", 3, 5), Card("axe", "Axe", "trapping")))
    bag = Zone("b", "Bag", (Slot("coin", "Coin", "had", "in hand"),))
    room = Zone("c", "Room", (Card("hall", "Hall", "room"), Dice("dice", "Last roll", (3,))))
    table = draw(scene_of(hero, bag, room), GAME)
    assert [zone.key for zone in table.hero] == ["a", "b"]
    assert [zone.key for zone in table.board] == ["c"]
    assert [card.item.key for card in table.hand] == ["axe"]


def test_what_is_on_cards_that_lie_aside_can_be_read_on_the_page() -> None:
    sheet = Zone("hero", "You", (Track("health", "Health", 3, 5),))
    things = Zone("things", "Equipment", (Card("cup", "Cup", "item", ("It leaks.",), state="used"),), aside=True)
    board = Zone("board", "Table", (Card("rat", "Rat", "enemy"),))
    for zones in ((board, things), (sheet, things), (sheet, board, things)):
        page = page_of(table_with(scene_of(*zones), 0, (SeatView(0, "you", "you"),)))
        assert page.count('id="aside-things"') == 1
        assert "<strong>Cup</strong> <em>used</em> It leaks." in page
    nothing = Zone("aside", "Trackers", (Track("floor", "Floor", 1, 7),), aside=True)
    assert 'id="aside-' not in page_of(table_with(scene_of(sheet, nothing), 0, (SeatView(0, "you", "you"),)))


def test_piles_lie_apart_with_those_aside_behind_them() -> None:
    deck = Zone("deck", "Deck", (Pile("deck", "Deck", 7), Dice("dice", "Last roll", (1,))))
    aside = Zone("aside", "Trackers", (Track("floor", "Floor", 1, 7), Pile("used", "Used", 2)), aside=True)
    table = draw(scene_of(deck, aside), GAME)
    assert [pile.item.key for pile in table.all_piles] == ["deck", "used"]
    assert [item.form for zone in table.board for item in zone.items] == ["dice"]
    assert table.hero == ()


def test_the_score_lies_nowhere_but_in_the_score() -> None:
    table = draw(scene_of(Zone("score", "Score", (Track("score-food", "Food", 2),))), GAME)
    assert (table.hero, table.board, [zone.key for zone in table.score]) == ((), (), ["score"])
    assert not table.has_board


def test_two_things_of_one_key_have_two_names() -> None:
    table = drawn(Card("potion", "Potion", "trapping"), Card("potion", "Potion", "loot"), Slot("a", "A", "had", "x"))
    assert [item.id for item in table.hero[0].items] == ["item-potion", "item-potion-2", "slot-a"]


@pytest.mark.parametrize(
    ("value", "most", "pips", "share"),
    [
        (2, 3, (True, True, False), 66.7),
        (9, 12, (), 75.0),
        (-1, 4, (False,) * 4, 0.0),
        (4, None, (), 0.0),
        (7, 5, (True,) * 5, 100.0),
    ],
)
def test_a_track_is_pips_where_they_can_be_counted_and_a_bar_elsewhere(
    value: int, most: int | None, pips: tuple[bool, ...], share: float
) -> None:
    track = drawn(Track("t", "T", value, most)).figures[0]
    assert (track.pips, track.share) == (pips, share)


def test_a_cards_line_in_hand_and_done_are_told_apart() -> None:
    card = Card("hall", "Hall", "room", ("> coin", "wall (done)", "sword of the king", "coin twice"))
    lines = drawn(card).board[0].items[0].lines
    assert [(line.head, line.text, line.state) for line in lines] == [
        ("", "coin", "now"), ("", "wall", "done"), ("sword", "of the king", ""), ("coin", "twice", ""),
    ]  # fmt: skip


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_as_many_pips_as_its_face(face: int) -> None:
    assert len(drawing.PIPS[face]) == face


def test_a_die_of_more_faces_shows_its_number() -> None:
    die = drawn(Dice("d", "Last roll", (12,))).board[0].items[0].dice[0]
    assert (die.face, die.pips) == (12, ())


# ---- options ---------------------------------------------------------------------------------------------------------


def test_options_are_numbered_in_order_and_giving_up_stands_apart() -> None:
    table = drawn(Dice("d", "D", (1,)), choices=(choice("go"), choice("give-up", resigns=True), choice("stay")))
    assert [(option.number, option.name) for option in table.options] == [(1, "go"), (3, "stay")]
    assert [(option.number, option.name) for option in table.resigning] == [(2, "give-up")]


def test_what_a_label_says_after_its_colon_is_a_detail() -> None:
    option = drawn(Dice("d", "D", (1,)), choices=(choice("go", label="Go: it is far"),)).options[0]
    assert (option.title, option.detail) == ("Go", "it is far")


def test_a_target_carries_all_options_that_act_on_it() -> None:
    slot = Slot("helm", "Helm", "had", "equipped")
    table = drawn(slot, choices=(choice("protect", "helm"), choice("lose", "helm"), choice("wait")))
    assert [option.name for option in table.slots[0].options] == ["protect", "lose"]


def test_odds_stand_beside_their_options_only_if_there_is_one_for_each() -> None:
    scene = scene_of(choices=(choice("go"), choice("stay")))
    both = draw(scene, GAME, [SomeOdds("go", ["a"]), SomeOdds("stay", ["b"])])
    assert [option.odds and option.odds.words for option in both.options] == [("a",), ("b",)]
    for wrong in ([SomeOdds("go")], [SomeOdds("stay"), SomeOdds("go")]):
        assert [option.odds for option in draw(scene, GAME, wrong).options] == [None, None]


def test_few_words_stand_beside_an_option_with_a_bar_for_the_first() -> None:
    scene = scene_of(choices=(choice("go"), choice("stay")))
    many = SomeOdds("go", ["a", "b", "c", "d", "e"], [("a", 0.3), ("b", 0.9)])
    go, stay = draw(scene, GAME, [many, SomeOdds("stay", [], [])]).options
    assert go.odds is not None
    assert stay.odds is not None
    assert (go.odds.words, go.odds.bar, go.may_have_odds) == (("a", "b", "c", "d"), 0.3, True)
    assert (stay.odds.words, stay.odds.bar, stay.may_have_odds) == ((), None, False)
    assert draw(scene, GAME).options[0].may_have_odds


def many_attacks() -> Scene:
    cells = tuple(cell(f"c{number}", number, 0) for number in range(8))
    choices = tuple(
        choice(f"attack-{n}", f"c{n}", f"Attack the {'Rat' if n % 2 else 'Owl'}: {n} east") for n in range(8)
    )
    return scene_of(Zone("board", "Floor", (Map("m", "Floor", cells),)), choices=choices)


def test_many_options_on_a_map_are_grouped_by_what_they_share() -> None:
    groups = draw(many_attacks(), GAME).groups
    assert [(group.stem, [option.number for option in group.options]) for group in groups] == [
        ("Attack the Owl", [1, 3, 5, 7]),
        ("Attack the Rat", [2, 4, 6, 8]),
    ]


def test_a_group_says_its_odds_once_if_all_have_the_same() -> None:
    odds = [SomeOdds(f"attack-{n}", ["hit 50 %"] if n % 2 else [f"hit {n} %"]) for n in range(8)]
    owls, rats = draw(many_attacks(), GAME, odds).groups
    assert owls.odds is None
    assert rats.odds is not None
    assert rats.odds.words == ("hit 50 %",)


def test_each_option_of_a_group_is_a_number_that_says_its_detail() -> None:
    page = page_of(table_with(many_attacks()))
    assert "3 east" in Elements(page).values("data-detail")
    assert '<span class="unseen">Attack the Rat: 3 east</span>' in page


def test_few_options_and_those_without_a_map_are_a_list() -> None:
    scene = many_attacks()
    assert scene.question is not None
    few = msgspec.structs.replace(scene.question, choices=scene.question.choices[:6])
    assert draw(msgspec.structs.replace(scene, question=few), GAME).groups == ()
    assert draw(msgspec.structs.replace(scene, zones=()), GAME).groups == ()


# ---- maps ------------------------------------------------------------------------------------------------------------


def drawn_map(*cells: Cell, focus: str = "", choices: tuple[Choice, ...] = ()) -> maps.MapDrawing:
    """A map of these cells."""
    found = drawn(Map("m", "Floor", cells, focus), choices=choices).board[0].items[0].map
    assert found is not None
    return found


def test_a_small_map_is_seen_whole_with_darkness_around() -> None:
    view = drawn_map(cell("a", 0, 0), cell("b", 2, -1)).view
    assert view == (-168, -144, 10 * CELL, 6 * CELL)  # three cells in the middle of nine, two of five, half around


def test_a_vast_map_is_seen_around_what_can_be_acted_on() -> None:
    cells = tuple(cell(f"c{east}", east, 0) for east in range(60))
    x, _, width, _ = drawn_map(*cells, choices=(choice("attack", "c50"),)).view
    assert width == (maps.MOST_EAST + 1) * CELL
    assert x < 50 * CELL < x + width
    x, _, width, _ = drawn_map(*cells, choices=(choice("attack", "c59"),)).view
    assert x + width == 60 * CELL + CELL // 2


def test_a_cell_says_what_lies_there_where_and_what_can_be_done() -> None:
    here = drawn_map(cell("a", 1, -2), choices=(choice("attack", "a", "Attack the Rat (3): opens 2"),)).cells[0]
    assert here.words == "Rat, strength 3, 2 north, 1 east. 1: Attack the Rat (3)"
    assert (here.badge, here.numbers, here.x, here.y) == ("3", "1", CELL, -2 * CELL)


def test_the_cursor_begins_at_the_focus_else_at_a_target() -> None:
    cells = (cell("a", 0, 0), cell("b", 1, 0), cell("c", 2, 0))
    assert drawn_map(*cells).start == "a"
    assert drawn_map(*cells, choices=(choice("attack", "c"),)).start == "c"
    assert drawn_map(*cells, focus="b", choices=(choice("attack", "c"),)).start == "b"


def test_a_map_without_cells_is_drawn() -> None:
    assert drawn_map().cells == ()


# ---- whole pages -----------------------------------------------------------------------------------------------------


TAG = re.compile(r"""<([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[^\s=<>"'/]+(?:="[^"]*"|='[^']*')?)*)\s*/?>""")
ATTRIBUTE = re.compile(r"""([^\s=<>"'/]+)(?:="([^"]*)"|='[^']*')?""")
OPENS = re.compile(r"<[a-zA-Z]")


class Elements:
    """All attributes of a page's elements; refuses what is not written as all of them are."""

    def __init__(self, page: str) -> None:
        self.attributes: dict[str, list[str]] = defaultdict(list)
        tags = TAG.findall(page)
        self.tags: set[str] = {tag for tag, _ in tags}
        assert len(tags) == len(OPENS.findall(page)), "a tag is not well written"
        for _, attributes in tags:
            for name, value in ATTRIBUTE.findall(attributes):
                self.attributes[name].append(unescape(value) if "&" in value else value)

    def values(self, attribute: str) -> list[str]:
        """All values of an attribute, in order."""
        return self.attributes[attribute]


def view_of(session: Session, number: int = 3, practice: bool = False) -> TableView:
    """A table as somebody sees it who holds all its seats."""
    seats = tuple(SeatView(seat, name, "you") for seat, name in enumerate(session.game.seats))
    turn = session.decision.seat if session.decision else None
    seat = session.asked_seat
    return TableView(
        "t1", number, session.game, "book", seat, seats, session.scene(seat), turn, session.can_undo(seat),
        bool(session.choices), len(session.choices), True, practice, "t0" if practice else "", "amber", "",
    )  # fmt: skip


def page_of(view: TableView, odds: list[SomeOdds] | None = None, name: str = "table.html") -> str:
    """A page of a table."""
    table = draw(view.scene, view.game, odds)
    return templates.get_template(name).render(view=view, drawing=table, odds=odds, notice="")


def check_page(page: str, view: TableView) -> None:
    """What must hold for every table: all can be chosen, names are unique, and the browser's rules are kept."""
    elements = Elements(page)
    twice = [name for name, times in Counter(elements.values("id")).items() if times > 1]
    assert twice == []
    forbidden = [name for name in elements.attributes if name == "style" or name.startswith("on")]
    assert forbidden == []
    assert "hx-on" not in page
    assert "None" not in re.sub(r"<[^>]+>", "", page)
    question = view.scene.question
    if question is None:
        return
    ids = set(elements.values("id"))
    for option in question.choices:
        assert f"choose-{option.name}" in ids
        assert not option.target or any(option.target in key for key in elements.values("data-targets"))
    assert set(elements.values("form")) <= ids


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_moment_of_whole_games_makes_a_sound_page(game: str) -> None:
    for edition in GAMES[game].editions():
        session = undercroft.start(game, edition=edition, seed=f"pages {edition}")
        chance = Random(edition)
        for _ in range(60):
            view = view_of(session)
            check_page(page_of(view), view)
            if session.decision is None:
                break
            odds = [SomeOdds(option.name) for option in session.decision.options]
            check_page(page_of(view, odds), view)
            session.choose(chance.choice([option for option in session.decision.options if not option.resigns]))


def test_a_question_alone_is_the_same_as_on_its_table() -> None:
    session = undercroft.start("tin-helm", seed="alone")
    view = view_of(session)
    alone = page_of(view, name="question.html").strip()
    assert alone.startswith('<section id="question"')
    assert alone in page_of(view, name="table_body.html")


def test_odds_are_asked_for_until_they_are_there() -> None:
    view = view_of(undercroft.start("tin-helm", seed="odds"))
    wanted = "/t/t1/odds?seat=0&number=3"
    assert wanted in Elements(page_of(view)).values("hx-get")
    assert view.scene.question is not None
    known = page_of(view, [SomeOdds(option.name) for option in view.scene.question.choices])
    assert wanted not in Elements(known).values("hx-get")
    assert "hit 83\u00a0%" in known


def test_practice_is_said_and_leads_back() -> None:
    session = undercroft.start("tin-helm", seed="practice")
    page = page_of(view_of(session, practice=True))
    assert "Back to the real game" in page
    assert "/t/t0" in Elements(page).values("href")
    assert "Back to the real game" not in page_of(view_of(session))


def test_where_nothing_more_is_to_be_said_nothing_is_offered() -> None:
    choices = (choice("go"), Choice("stay", "stay", "other.rule", "stay"))
    page = page_of(table_with(scene_of(choices=choices)), [SomeOdds("go", [], []), SomeOdds("stay")])
    asked = Elements(page).values("hx-get")
    assert [path for path in asked if "/odds/" in path] == ["/t/t1/odds/stay?seat=0&number=3"]
    rules = [path for path in asked if path.startswith("/rules/")]
    assert rules == ["/rules/elbereth/some.rule", "/rules/elbereth/other.rule"]  # the question's own, and one more


def test_ones_own_invitation_is_out_of_the_way() -> None:
    seats = (SeatView(0, "Anna", "you", invitation="/join/a"), SeatView(1, "Ben", "nobody", invitation="/join/b"))
    page = templates.get_template("seats.html").render(view=table_with(scene_of(), 0, seats), bots=[], notice="")
    own, other = page.split("<strong>Ben</strong>")
    assert own.index("<details") < own.index("/join/a") < own.index("</details>")
    assert "<details" not in other
    assert "/join/b" in other


def test_giving_up_asks_once_more() -> None:
    scene = scene_of(choices=(choice("go"), choice("give-up", label="Give up", resigns=True)))
    page = page_of(table_with(scene))
    assert "Are you sure?" in page
    assert page.index('id="choose-go"') < page.index('id="choose-give-up"')


def table_with(scene: Scene, turn: int | None = 0, seats: tuple[SeatView, ...] = ()) -> TableView:
    """A table with this scene."""
    held = seats or (SeatView(0, "hero", "you"),)
    return TableView("t1", 3, GAME, "book", 0, held, scene, turn, False, True, 1, True, False, "", "amber", "")


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (SeatView(1, "Ben", "you"), "Play as Ben"),
        (SeatView(1, "Ben", "bot", "steady"), "Ben is thinking"),
        (SeatView(1, "Ben", "nobody"), "Nobody sits there yet"),
        (SeatView(1, "Ben", "somebody", who="Cara"), "Cara is to move"),
    ],
)
def test_another_seats_turn_is_said(other: SeatView, words: str) -> None:
    page = page_of(table_with(scene_of(), 1, (SeatView(0, "Anna", "you"), other)))
    assert words in page


def test_words_of_a_scene_are_never_markup() -> None:
    scene = msgspec.structs.replace(
        scene_of(Zone("z", "<q>", (Card("k", "<dfn>", "room", ("<u>",)),)), choices=(choice("go", label="<s>"),)),
        log=(Line("<var>", "some.rule"),),
    )
    page = page_of(table_with(scene))
    assert "&lt;var&gt;" in page
    assert not {"q", "dfn", "u", "s", "var"} & Elements(page).tags


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("odds_whole.html", "you fall"),
        ("hint.html", "From 400 games."),
        ("log_whole.html", "You fall."),
        ("seats.html", "/join/x"),
        ("seats.html", "That seat is taken."),
        ("clause.html", "some.rule"),
    ],
)
def test_small_answers_can_be_drawn(name: str, words: str) -> None:
    seats = (SeatView(0, "Anna", "you"), SeatView(1, "Ben", "nobody", invitation="/join/x"))
    page = templates.get_template(name).render(
        view=table_with(scene_of(), 0, seats),
        odds=WholeOdds("go", "Go", "", (OddsRow(0.5, "50 %", 1.0, "-1 health", "you fall", "next"),), ("Exact.",)),
        hint=Hint("go", "Go.", (HintOption(1, "go", "Go", 0.5, "50 %", "", 1.0, 400, True),), "From 400 games."),
        lines=[Line("You fall.", "some.rule")],
        game=GAME,
        rule=Rule("some.rule", "You fall.", "Page 3", "rule", ""),
        bots=[("steady", "steady, a rule of thumb")],
        notice="That seat is taken.",
    )
    assert words in page
