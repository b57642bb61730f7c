"""Plans: walls, doors and furniture as they are drawn, what can be clicked, and walks made of single steps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

import undercroft
from tests.web.servers import ANY_RATE, serving, visitor_of
from tests.web.tables import Opened
from tests.web.test_drawing import Elements, check_page, choice, page_of
from tests.web.test_icons import without_picture
from undercroft.bots import find_bot
from undercroft.core.scene import Card, Cell, CellKind, Choice, Map, Question, Scene, Track, Way, Zone
from undercroft.core.session import Session
from undercroft.games.freequest import FREEQUEST
from undercroft.web.drawing import Drawing, draw
from undercroft.web.icons import icons_of
from undercroft.web.journal import Stale
from undercroft.web.maps import CELL, side_words
from undercroft.web.plans import PlanDrawing
from undercroft.web.seating import Caller, Refusal
from undercroft.web.store import Store
from undercroft.web.tables import Opening, Tables
from undercroft.web.views import SeatView, TableView

pytestmark = pytest.mark.xdist_group("plans")  # which share a server

CHANGES = {
    "play.quest": "cold-kiln",
    "play.party": ["warrior", "wizard", "medic", "delver"],
    "play.referee": "person",
}
SEED = "plans"
VERA, OTTO = Caller(visitor="vera"), Caller(visitor="otto")


def square(
    east: int, south: int, sides: str = "    ", kind: CellKind = "open", title: str = "floor", ghost: bool = False
) -> Cell:
    """A square of a plan."""
    return Cell(f"s{east}.{south}", east, south, kind, "x1", title, sides=sides, ghost=ghost)


def drawn(
    *cells: Cell,
    choices: tuple[Choice, ...] = (),
    ways: tuple[Way, ...] = (),
    focus: str = "",
    cards: Zone | None = None,
) -> Drawing:
    """A plan of these squares, and perhaps a zone of cards beside it."""
    question = Question("p", "What now?", "some.rule", choices, ways)
    zones = (Zone("board", "Map", (Map("plan", "Map", cells, focus),)), *([cards] if cards else []))
    return draw(Scene("freequest", "FreeQuest", "round 1", zones, question=question), FREEQUEST)


def plan_of(drawing: Drawing) -> PlanDrawing:
    """The plan on the board."""
    plan = drawing.board[0].items[0].plan
    assert plan is not None
    return plan


# ---- walls and doors -------------------------------------------------------------------------------------------------


def test_walls_that_run_on_are_one_line_and_shared_ones_are_drawn_once() -> None:
    plan = plan_of(drawn(square(0, 0, "# # "), square(1, 0, "###  "[:4]), square(0, 1, "#   ")))
    assert plan.walls.count("M") == len({*plan.walls.split("M")[1:]})
    assert f"M0 0h{2 * CELL}" in plan.walls
    assert f"M0 {CELL}h{2 * CELL}" in plan.walls
    assert f"M{2 * CELL} 0v{CELL}" in plan.walls


@pytest.mark.parametrize(("mark", "state"), [("+", "closed"), ("'", "open"), ("=", "locked"), ("~", "secret")])
def test_a_door_stands_once_in_the_middle_of_its_edge(mark: str, state: str) -> None:
    plan = plan_of(drawn(square(0, 0, f" {mark}  "), square(1, 0, f"   {mark}")))
    (door,) = plan.doors
    assert (door.x, door.y, door.turn, door.state) == (CELL, CELL // 2, 90, state)
    assert plan.walls == ""


def test_a_door_leaves_a_gap_in_a_wall_that_the_other_side_takes_for_whole() -> None:
    plan = plan_of(drawn(square(0, 0, " ~  "), square(1, 0, "   #")))
    assert (plan.walls, [door.state for door in plan.doors]) == ("", ["secret"])


@pytest.mark.parametrize("target", ["s0.0-east", "s1.0-west"])
def test_a_door_carries_the_options_that_act_on_it_from_either_side(target: str) -> None:
    (door,) = plan_of(drawn(square(0, 0, " +  "), square(1, 0, "   +"), choices=(choice("open", target),))).doors
    assert (door.key, [option.name for option in door.options]) == (target, ["open"])


def test_light_falls_into_the_dark_only_where_nothing_is_known() -> None:
    plan = plan_of(drawn(square(0, 0, "?   "), square(5, 0, "   ?"), square(4, 0, " ?  ")))
    assert [(gloom.way, gloom.x, gloom.width) for gloom in plan.glooms] == [("north", 0, CELL)]


def test_what_only_one_seat_knows_has_walls_and_doors_of_its_own() -> None:
    known = square(0, 0, "# # ")
    hidden = square(5, 0, "#+# ", title="floor, not yet seen", ghost=True)
    plan = plan_of(drawn(known, hidden))
    assert (plan.walls, plan.hidden_walls) == ("M0 0h48M0 48h48", "M240 0h48M240 48h48")
    assert [door.is_ghost for door in plan.doors] == [True]


def test_a_hidden_trap_in_sight_of_all_hides_no_wall() -> None:
    trap = square(0, 0, "#   ", "trap", "Snare, hidden", ghost=True)
    assert plan_of(drawn(trap, square(1, 0))).walls == "M0 0h48"
    assert plan_of(drawn(trap, square(1, 0, ghost=True))).walls == ""


# ---- what stands there -----------------------------------------------------------------------------------------------


def test_furniture_of_one_name_that_fills_a_rectangle_is_one_block() -> None:
    table = [square(east, south, kind="furniture", title="card table") for east in (1, 2) for south in (0, 1)]
    other = square(3, 0, kind="furniture", title="kiln")
    blocks = plan_of(drawn(*table, other)).blocks
    assert sorted((block.x, block.y, block.width, block.height, block.icon) for block in blocks) == [
        (CELL, 0, 2 * CELL, 2 * CELL, "table"),
        (3 * CELL, 0, CELL, CELL, "furnace"),
    ]


def test_crooked_furniture_is_drawn_square_by_square() -> None:
    desk = [square(0, 0, kind="furniture", title="high desk"), square(1, 0, kind="furniture", title="high desk")]
    blocks = plan_of(drawn(*desk, square(1, 1, kind="furniture", title="high desk"))).blocks
    assert sorted((block.x, block.y) for block in blocks) == [(0, 0), (CELL, 0), (CELL, CELL)]


def test_who_moves_keeps_a_name_and_no_two_share_one() -> None:
    warrior = square(0, 0, kind="hero", title="Warrior, 3 of 8 Health")
    before = plan_of(drawn(warrior, square(1, 0))).figures
    after = plan_of(drawn(square(0, 0), square(1, 0, kind="hero", title="Warrior, 2 of 8 Health"))).figures
    assert list(before.values()) == list(after.values()) == ["warrior-x1"]
    twins = plan_of(drawn(warrior, square(1, 0, kind="hero", title="Warrior, 3 of 8 Health"))).figures
    assert len(set(twins.values())) == 2


def test_a_figures_health_is_its_badge_and_its_name_is_none() -> None:
    cells = drawn(square(0, 0, kind="enemy", title="Goblin, 1 of 2 Health"), square(1, 0)).board[0].items[0].map
    assert cells is not None
    assert [cell.badge for cell in cells.cells] == ["1", ""]


def test_cards_lie_at_the_left_of_a_plan_and_whoever_acts_is_marked() -> None:
    heroes = (Card("a", "Warrior", "hero", tracks=(Track("h", "Health", 3, 8),)), Card("b", "Medic", "hero"))
    here = square(0, 0, kind="hero", title="Medic, 3 of 6 Health")
    table = drawn(here, focus="s0.0", cards=Zone("party", "Party", heroes))
    assert [zone.key for zone in table.hero] == ["party"]
    assert [(card.item.key, card.acts) for card in table.hand] == [("a", False), ("b", True)]
    assert [card.item.key for card in table.party] == ["a"]


# ---- words and options -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        ("", ()),
        ("    ", ()),
        ("+   ", ("closed door to the north",)),
        ("#'#?", ("open door to the east", "wall to the north and south", "darkness to the west")),
        (" = ~", ("locked door to the east", "secret door to the west")),
    ],
)
def test_the_sides_of_a_square_are_said(sides: str, words: tuple[str, ...]) -> None:
    assert side_words(sides) == words


def test_a_square_that_a_way_leads_to_says_so_unless_something_can_be_done_there() -> None:
    ways = (Way("s0.0", 4), Way("s1.0", 2))
    table = drawn(square(0, 0, "+   "), square(1, 0), choices=(choice("go", "s1.0"),), ways=ways)
    plan = table.board[0].items[0].map
    assert plan is not None
    assert [(cell.is_way, cell.words) for cell in plan.cells] == [
        (True, "floor, closed door to the north, where you came in. A way of 4 steps leads there"),
        (False, "floor, 1 east. 1: go"),
    ]


def test_options_on_a_plan_are_grouped_by_their_stem_however_few() -> None:
    steps = tuple(Choice(f"step-{way}", f"Step {way}", "r", "Step", "s0.0") for way in ("north", "east"))
    table = drawn(square(0, 0, "#   "), choices=(*steps, choice("end-turn")))
    assert [(group.stem, len(group.options)) for group in table.groups] == [("Step", 2), ("end-turn", 1)]


@pytest.mark.parametrize(
    ("name", "label", "picture"),
    [
        ("drink-15", "Drink Blue Flask", "round-potion"),
        ("hero-0", "Warrior: steady", "swordman"),
        ("open-north", "Open the door to the north", "wooden-door"),
        ("end-turn", "End the turn", "hourglass"),
        ("keep-3", "Keep 3 Health", "hearts"),
        ("yes", "Yes", ""),
    ],
)
def test_an_option_shows_what_its_label_names(name: str, label: str, picture: str) -> None:
    option = drawn(square(0, 0, "#   "), choices=(choice(name, label=label),)).options[0]
    assert option.icons == ((picture,) if picture else ())


# ---- whole games -----------------------------------------------------------------------------------------------------


def played(changes: dict[str, Any] = CHANGES, seed: str = SEED, most: int = 400) -> Iterator[Session]:
    """A game of FreeQuest by the rule of thumb, moment by moment."""
    session = undercroft.start("freequest", seed=seed, changes=changes)
    bot = find_bot("steady", "freequest", seed)
    while session.decision is not None and len(session.choices) < most:
        yield session
        session.choose(session.consult(bot))


def ways_of(session: Session) -> tuple[Way, ...]:
    """The ways that the question shows."""
    question = session.scene().question
    return question.ways if question is not None else ()


@pytest.mark.slow
def test_every_moment_makes_a_sound_page_with_pictures_for_every_seat() -> None:
    own = icons_of(FREEQUEST)
    seats = tuple(SeatView(seat, name, "you") for seat, name in enumerate(FREEQUEST.seats))
    bare: set[str] = set()
    for session in played(most=70):
        assert session.decision is not None
        for seat in {0, 1, session.decision.seat}:
            scene = session.scene(seat)
            bare |= without_picture(scene, own)
            view = TableView(
                "t1", 3, FREEQUEST, "book", seat, seats, scene, session.decision.seat, False, True,
                1, True, False, "", "amber", "",
            )  # fmt: skip
            check_page(page_of(view), view)
    assert bare == set()


@pytest.mark.slow
def test_every_way_leads_where_it_says_unless_something_happens() -> None:
    chance = Random(SEED)
    arrived = 0
    for session in played():
        assert session.decision is not None
        seat = session.decision.seat
        ways = FREEQUEST.walks(session.state, seat)
        assert {way.target: way.steps for way in ways_of(session)} in ({}, {to: len(way) for to, way in ways.items()})
        if not ways_of(session) or chance.random() > 0.2:
            continue
        target, steps = chance.choice(sorted(ways.items()))
        copy = Session(session.game, session.record)
        happened = False
        for step in steps:
            if happened:
                break
            happened = bool(copy.choose(step))
        focus = [item.focus for zone in copy.scene().zones for item in zone.items if isinstance(item, Map)]
        if not happened:
            assert focus == [target]
            arrived += 1
    assert arrived > 3


# ---- walks at a table ------------------------------------------------------------------------------------------------


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    for visitor in ("vera", "otto"):
        store.know_visitor(visitor)
    yield Tables(store, {"freequest": FREEQUEST})
    store.close()


@pytest.fixture(scope="module")
def start() -> list[str]:
    """What is chosen until somebody can walk three squares or more without anything in the way."""
    for session in played():
        if any(way.steps >= 3 for way in ways_of(session)) and len(session.choices) > 30:
            return [option.name for option in session.choices]
    raise AssertionError("nobody can walk")


def at_the_start(tables: Tables, start: list[str]) -> tuple[str, int]:
    """A table at which somebody can walk, and whose turn it is."""
    opened = tables.open(Opening("freequest", seed=SEED, changes=CHANGES), "vera")
    for option in start:
        live = tables.look(opened.table)
        tables.choose(VERA, opened.table, live.row.number, live.turn, option)
    seat = tables.look(opened.table).turn
    assert seat is not None
    return opened.table, seat


def longest(tables: Tables, table: str, seat: int) -> tuple[str, tuple[str, ...]]:
    """The way with the most steps."""
    live = tables.look(table)
    return max(FREEQUEST.walks(live.session.state, seat).items(), key=lambda way: (len(way[1]), way[0]))


def test_a_walk_is_made_of_single_choices(tables: Tables, start: list[str]) -> None:
    table, seat = at_the_start(tables, start)
    target, steps = longest(tables, table, seat)
    view = tables.walk(VERA, table, len(start), seat, target)
    chosen = [option for _, option in tables.record(VERA, table).choices[len(start) :]]
    assert chosen
    assert chosen == list(steps[: len(chosen)])
    assert view.number == len(start) + len(chosen)
    deeds = tables.store.deeds(table, view.number)[len(start) :]
    assert [(deed.deed, deed.seat, deed.option) for deed in deeds] == [("choose", seat, name) for name in chosen]
    again = Tables(tables.store, {"freequest": FREEQUEST})
    assert again.view(VERA, table, seat).scene == tables.view(VERA, table, seat).scene


def interrupted() -> tuple[list[str], str, tuple[str, ...]]:
    """What is chosen until a way begins on which something happens before its end, where it leads, and its steps."""
    for session in played():
        if not ways_of(session) or not len(session.choices) > 15:
            continue
        assert session.decision is not None
        for target, steps in FREEQUEST.walks(session.state, session.decision.seat).items():
            copy = Session(session.game, session.record)
            made = next((number for number, step in enumerate(steps, 1) if copy.choose(step)), len(steps))
            if made < len(steps):
                return [option.name for option in session.choices], target, steps[:made]
    raise AssertionError("nothing ever happens")


@pytest.mark.slow
def test_a_walk_ends_as_soon_as_something_happens(tables: Tables) -> None:
    start, target, made = interrupted()
    table, seat = at_the_start(tables, start)
    tables.walk(VERA, table, len(start), seat, target)
    assert tuple(option for _, option in tables.record(VERA, table).choices[len(start) :]) == made


def test_a_walk_that_somebody_else_overtakes_keeps_the_steps_that_were_made(
    tables: Tables, start: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat = at_the_start(tables, start)
    target, steps = longest(tables, table, seat)
    append = tables.store.journal.append

    def only_one(of: str, deed: Any, *rest: Any) -> None:
        if deed.number > len(start) + 1:
            raise Stale("somebody was faster")
        append(of, deed, *rest)

    monkeypatch.setattr(tables.store.journal, "append", only_one)
    assert tables.walk(VERA, table, len(start), seat, target).number == len(start) + 1
    assert [option for _, option in tables.record(VERA, table).choices[len(start) :]] == [steps[0]]


def test_wrong_walks_are_refused_and_change_nothing(tables: Tables, start: list[str]) -> None:
    table, seat = at_the_start(tables, start)
    target, _ = longest(tables, table, seat)
    number = len(start)
    other = next(each for each in range(len(FREEQUEST.seats)) if each != seat)
    wrong = [
        (VERA, number, seat, "square-0", "no way leads to"),
        (VERA, number, seat, "", "no way leads to"),
        (VERA, number - 1, seat, target, "moved on"),
        (VERA, number, other, target, "not your turn"),
        (OTTO, number, seat, target, "invitation"),
    ]
    for caller, at, sitting, to, sentence in wrong:
        with pytest.raises(Refusal, match=sentence):
            tables.walk(caller, table, at, sitting, to)
    tables.give_to_bot(VERA, table, seat, "steady")
    with pytest.raises(Refusal, match="steady plays this seat"):
        tables.walk(VERA, table, number + 1, seat, target)
    assert tables.record(VERA, table).choices == tuple(tables.look(table).session.record.choices)
    assert len(tables.record(VERA, table).choices) == number


# ---- the page's door -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A program at the door of a server with FreeQuest."""
    folder = tmp_path_factory.mktemp("plans")
    game = "undercroft.games.freequest:FREEQUEST"
    with (
        serving(folder / "log", f"sqlite:///{folder}/tables.db", "--with", game, *ANY_RATE) as running,
        visitor_of(running.url) as client,
    ):
        yield client


def opened_at(door: httpx.Client, start: list[str]) -> tuple[Opened, int, dict[str, Any]]:
    """A table at which somebody can walk, whose turn it is, and the longest way."""
    opened = Opened(door, "freequest", seed=SEED, changes=CHANGES)
    for number, option in enumerate(start):
        turn = opened.owner.get("")["turn"]
        answer = opened.seats[turn].ask("POST", "/choose", json={"number": number, "option": option})
        assert answer.status_code == 200, answer.text
    seat = opened.owner.get("")["turn"]
    ways = opened.seats[seat].get("/scene")["scene"]["question"]["ways"]
    return opened, seat, max(ways, key=lambda each: int(each["steps"]))


def test_a_program_walks_for_its_own_seat(door: httpx.Client, start: list[str]) -> None:
    opened, seat, way = opened_at(door, start)
    wanted = {"number": len(start), "target": way["target"]}
    assert opened.seats[0].ask("POST", "/walk", json=wanted).status_code == 409  # it is not its turn
    assert opened.seats[seat].ask("POST", "/walk", json={**wanted, "target": "square-0"}).status_code == 400
    assert opened.owner.number() == len(start)
    answer = opened.seats[seat].ask("POST", "/walk", json=wanted)
    assert answer.status_code == 200, answer.text
    assert answer.json()["number"] == opened.owner.number() > len(start)


def test_a_form_walks_and_only_its_own_players(door: httpx.Client, start: list[str]) -> None:
    opened, seat, way = opened_at(door, start)
    path = f"/t/{opened.table}/walk"
    form = {"seat": str(seat), "number": str(len(start)), "target": way["target"]}
    assert door.post(path, data=form).status_code == 403  # nobody without an invitation
    door.post(opened.invitation(seat))
    form["number"] = str(opened.owner.number())
    before = opened.owner.number()
    assert door.post(path, data=form, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert door.post(path, data={**form, "target": "square-0"}).status_code == 400
    assert door.post(path, data={**form, "number": "0"}).status_code == 409
    assert door.post(path, data={**form, "target": "x" * 200}).status_code == 422
    assert opened.owner.number() == before
    page = door.get(f"/t/{opened.table}").text
    assert way["target"] in Elements(page).values("data-way")
    assert door.post(path, data=form).is_redirect
    assert opened.owner.number() > before
    assert door.get(path).is_redirect
