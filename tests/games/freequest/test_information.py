"""Who knows what: heroes see the board, the referee everything, and nothing that is offered tells a secret.

The strongest of these tests play pairs of games that differ only in hidden things. Until the difference is revealed,
heroes are asked the same, offered the same, shown the same and told the same, and undo is as free in both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.games.freequest.board import (
    KILN,
    KILN_DOORS,
    equip,
    given,
    hero,
    learn,
    load_up,
    offered,
    option_at,
    place_of,
    put,
    square,
    when,
)
from undercroft.bots.random import RandomPlayer
from undercroft.bots.referee.freequest import FreeQuestReferee
from undercroft.core.chance import Seeded
from undercroft.core.players import Paused
from undercroft.core.scene import Map, Scene
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Event, Option, Options, Prompt
from undercroft.games.freequest import vocabulary as v
from undercroft.games.freequest.pieces import SECRET
from undercroft.games.freequest.play import take_one_step
from undercroft.games.freequest.scene import freequest_scene
from undercroft.games.freequest.setup import begin_quest
from undercroft.games.freequest.state import IDLE, NO_BOOK, REFEREE, FreeQuest

AT_HOME = {"warrior": (1, 5), "wizard": (2, 5), "ranger": (1, 6), "medic": (2, 6)}
AT_DOORS = {"warrior": (5, 2), "wizard": (8, 4), "ranger": (4, 6), "medic": (10, 4)}
WALKS = (("one", AT_HOME), ("two", AT_DOORS), ("three", AT_DOORS))
SPELLS = ("owls-candle", "smoke-walk", "hares-gift", "homeward", "change-of-places", "borrowed-shield")
MOST = 90  # decisions of one walk
WIDER = ["#" * 16, *["##" + row + "#" for row in KILN], "#" * 16]  # the same map, further from its corner


def doors(by: tuple[int, int] = (0, 0)) -> list[Any]:
    """The doors of the Cold Kiln, perhaps on a map that is moved."""
    return [tuple((x + by[0], y + by[1]) for x, y in door[:2]) + tuple(door[2:]) for door in KILN_DOORS]


def lever(**more: Any) -> dict[str, Any]:
    """A device in the stoking passage."""
    return {"id": "lever", "name": "lever", "at": [4, 4], "text": "It moves.", "public": "A lever", "uses": 3, **more}


# ---- pairs of games -------------------------------------------------------------------------------------------------


Revealed = Callable[[FreeQuest], bool]


@dataclass
class Pair:
    """Two quests that differ in something hidden, and when it is not hidden any more."""

    one: dict[str, Any]
    other: dict[str, Any]
    revealed: Revealed


def nothing(game: FreeQuest) -> bool:
    """It never shows."""
    return False


def met(kind: str) -> Revealed:
    """Once something of a kind has happened."""
    return lambda game: any(event.kind.name == kind for event in game.table.log or [])


def found(at: tuple[int, int]) -> Revealed:
    """Once a trap is known or gone."""
    return lambda game: bool(game.board.trodden[square(game, at)] or game.board.safe_areas >> area(game, "b") & 1)


def shown(letter: str) -> Revealed:
    """Once an area lies on the board."""
    return lambda game: bool(game.board.areas >> area(game, letter) & 1)


def door_found(game: FreeQuest) -> bool:
    """Once the secret door is known."""
    return any(door.state == SECRET and game.board.doors_known >> door.index & 1 for door in game.quest().doors)


def searched(*letters: str) -> Revealed:
    """Once somebody has searched one of these areas for treasure."""
    return lambda game: any(one.searched >> area(game, letter) & 1 for one in game.board.heroes for letter in letters)


def area(game: FreeQuest, letter: str) -> int:
    """The number of an area."""
    return next(int(each.index) for each in game.quest().areas if each.letter == letter)


def areas(**texts: dict[str, str]) -> dict[str, Any]:
    """The areas of the Cold Kiln, some with other texts."""
    kinds = {"S": "start", "K": "room", "L": "room", "M": "room", "a": "hallway", "b": "hallway", "c": "hallway"}
    return {letter: {"kind": kind, "text": f"{letter}.", **texts.get(letter, {})} for letter, kind in kinds.items()}


PLAIN: dict[str, Any] = {"rows": KILN, "doors": doors()}
SMALL_LOFT = [row.replace("LLLLLL", "LLL###") for row in KILN]
MONSTERS = [{"kind": "troll", "at": [9, 1]}, {"kind": "orc", "at": [7, 2]}]
PAIRS = {
    "a trap": Pair(PLAIN, {**PLAIN, "traps": {(6, 4): "pitfall"}}, found((6, 4))),
    "the kind of a trap": Pair(
        {**PLAIN, "traps": {(6, 4): "pitfall"}}, {**PLAIN, "traps": {(6, 4): "snare"}}, found((6, 4))
    ),
    "a secret door": Pair({**PLAIN, "doors": doors()[:3]}, PLAIN, door_found),
    "the number of doors": Pair({**PLAIN, "doors": doors()[:3]}, {**PLAIN, "doors": doors()[::-1]}, door_found),
    "monsters": Pair({**PLAIN, "lairs": MONSTERS}, PLAIN, shown("L")),
    "the shape of a room": Pair({**PLAIN, "rows": SMALL_LOFT}, PLAIN, shown("L")),
    "furniture": Pair({**PLAIN, "furniture": {(9, 2): "kiln"}}, PLAIN, shown("L")),
    "the size of the map": Pair({"rows": WIDER, "doors": doors((2, 1)), "by": (2, 1)}, PLAIN, nothing),
    "treasure": Pair(
        {**PLAIN, "treasure": [{"area": "b", "gold": 75}, {"area": "K", "items": ["felt-soles"]}]},
        PLAIN,
        searched("b", "K"),
    ),
    "wandering monsters": Pair(
        {**PLAIN, "wandering": ["orc", "mummy"]}, {**PLAIN, "wandering": ["skeleton"]}, met("wander.comes")
    ),
    "what a device does": Pair(
        {**PLAIN, "devices": [lever(gold=50)]},
        {**PLAIN, "devices": [lever(opens=[1], trap="snare", text="It sticks. Then it moves.")]},
        met("device.worked"),
    ),
    "texts": Pair(
        {**PLAIN, "areas": areas(L={"text": "Pots."})},
        {**PLAIN, "areas": areas(L={"text": "No pots."}, b={"notes": "Beware of the pit."})},
        shown("L"),
    ),
    "what a wipe costs": Pair({**PLAIN, "on_wipe": "lost"}, {**PLAIN, "on_wipe": "ransom"}, nothing),
}


@dataclass
class Moment:
    """What a hero's player has before them at a decision."""

    asked: str
    offered: list[str]
    scene: Scene
    seen: dict[str, Any]
    told: list[str]
    learned: int
    revealed: bool


class Watched(Player):
    """Any option, from a seed; notes every moment and stops after so many."""

    def __init__(self, game: FreeQuest, seed: str, revealed: Revealed, course: list[Moment]) -> None:
        self.game, self.player, self.revealed, self.course = game, RandomPlayer(seed), revealed, course

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, FreeQuest)
        if len(self.course) == MOST:
            raise Paused
        table = self.game.table
        names = [option.name for option in options]
        told = [event.kind.name for event in table.log or []]
        view = (freequest_scene(state, 1), seen(state))
        revealed = self.revealed(self.game)
        self.course.append(Moment(prompt.name, names, *view, told, int(table.learned), revealed))
        if prompt is v.WITHDRAW:
            return v.NO
        return self.player.choose(state, prompt, options)


def seen(state: FreeQuest) -> dict[str, Any]:
    """What heroes may read off the board, squares by where they lie from the starting tile."""
    board = state.board
    ground, codes = board.ground, board.codes
    squares = [at for at in range(ground.size) if ground.area[at] >= 0]
    return {
        "quest": (board.title, board.briefing, board.goal, board.round, board.rounds, board.achieved),
        "map": [(codes[at], ground.edge[at * 4 : at * 4 + 4], board.is_solid(at), board.figures[at]) for at in squares],
        "areas": [sum(ground.area[at] == each for at in squares) for each in board.shown],
        "heroes": [
            (
                one.kind.key,
                one.health,
                one.dead,
                one.loot,
                tuple(one.gear),
                one.spells & ~one.spent,
                bin(one.searched).count("1"),
            )
            for one in board.heroes
        ],
        "monsters": [(one.name, one.kind.key, one.health, one.most_health, one.slowed) for one in board.monsters],
        "traps": [(codes[at], trap) for at, trap in sorted(board.traps.items())],
        "things": [(one.name, codes[one.at], one.public, one.test, one.uses) for one in board.fixtures],
        "furniture": [(codes[at], name) for at, name in sorted(board.furniture.items())],
        "cards": len(board.deck),
        "dice": (board.roll, board.against),
        "turn": (board.turn, board.did, board.actions_left, board.steps_left),
    }


def walk(
    quest: dict[str, Any], revealed: Revealed, seed: str, start: dict[str, tuple[int, int]] = AT_HOME
) -> list[Moment]:
    """The course of a quest with heroes who do anything."""
    paper = dict(quest)
    by = paper.pop("by", (0, 0))
    heroes = {key: (x + by[0], y + by[1]) for key, (x, y) in start.items()}
    game = given(paper.pop("rows"), heroes=heroes, hidden="*", objective={"kind": "reach", "ref": ["M"]}, **paper)
    learn(game, "wizard", *SPELLS)
    course: list[Moment] = []
    watched = [Watched(game, f"{seed} {seat}", revealed, course) for seat in range(1, 5)]
    table = Table([FreeQuestReferee(), *watched], Seeded(seed))
    log: list[Event] = []
    table.log = log
    table.seat(game)
    game.table = table
    try:
        while game.outcome() is None:
            take_one_step(game)
    except Paused:
        pass
    return course


def hidden_part(one: list[Moment], other: list[Moment]) -> int:
    """How many moments there are before the difference shows in either game."""
    both = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(both) if a.revealed or b.revealed), min(len(one), len(other)))


@pytest.mark.rule("freequest", "info.heroes-do-not-see", "info.offers-do-not-leak")
@pytest.mark.parametrize("name", PAIRS)
def test_nothing_hidden_shows_in_what_heroes_are_asked_offered_shown_or_told(name: str) -> None:
    pair = PAIRS[name]
    alike = 0
    for seed, start in WALKS:
        one, other = (walk(quest, pair.revealed, seed, start) for quest in (pair.one, pair.other))
        count = hidden_part(one, other)
        alike += count
        for a, b in zip(one[:count], other[:count], strict=True):
            assert (a.asked, a.offered) == (b.asked, b.offered)
            assert a.seen == b.seen
            assert a.scene == b.scene
            assert (a.told, a.learned) == (b.told, b.learned)
    assert alike > 20


def test_the_walks_above_would_notice() -> None:
    open_trap = {**PLAIN, "known_traps": {(2, 4): "pitfall"}}
    one, other = (walk(quest, nothing, "one") for quest in (PLAIN, open_trap))
    assert any(a.scene != b.scene for a, b in zip(one, other, strict=False))
    one, other = (walk(quest, nothing, "two") for quest in (PLAIN, {**PLAIN, "lairs": [{"kind": "orc", "at": [3, 4]}]}))
    assert any(a.offered != b.offered for a, b in zip(one, other, strict=False))


@pytest.mark.rule("freequest", "info.offers-do-not-leak")
def test_steps_are_offered_across_hidden_traps_and_a_secret_door_looks_like_wall() -> None:
    plain = given(["aaaa", "aaaa"], heroes={"warrior": (1, 0)})
    trapped = given(["aaaa", "aaaa"], heroes={"warrior": (1, 0)}, traps={(2, 0): "pitfall", (1, 1): "snare"})
    assert offered(plain) == offered(trapped)
    walled = given(["aaBB"], heroes={"warrior": (1, 0)}, hidden="B")
    secret = given(["aaBB"], doors=[((1, 0), (2, 0), "secret")], heroes={"warrior": (1, 0)}, hidden="B")
    assert offered(walled) == offered(secret)
    assert freequest_scene(walled.view(1), 1) == freequest_scene(secret.view(1), 1)


@pytest.mark.rule("freequest", "info.heroes-do-not-see")
def test_the_heroes_view_holds_no_notes_no_book_and_no_order_of_the_deck() -> None:
    game = given(KILN, doors=KILN_DOORS, heroes={"warrior": (1, 5)}, hidden="*", traps={(6, 4): "pitfall"})
    for seat in range(1, 5):
        view = game.view(seat)
        assert (view.notes.quest, view.notes.traps, view.notes.gold, view.book) == (None, {}, [], NO_BOOK)
        assert (view.chronicle.standing, view.table) == ([], IDLE)
        assert view.board.deck.unseen == sorted(view.board.deck.unseen)


# ---- what heroes see ------------------------------------------------------------------------------------------------


def plan_of(game: FreeQuest, seat: int) -> dict[tuple[int, int], str]:
    """The map as a seat sees it: marks by place."""
    scene = freequest_scene(game.view(seat), seat)
    plan = next(item for zone in scene.zones for item in zone.items if isinstance(item, Map))
    return {(cell.east, cell.south): cell.title for cell in plan.cells}


@pytest.mark.rule("freequest", "info.heroes-see")
def test_what_one_hero_has_seen_all_know_and_monsters_there_are_always_shown() -> None:
    game = given(
        ["SSaaaaaBB", "SSaaaaaBB"],
        doors=[((6, 0), (7, 0))],
        heroes={"warrior": (8, 0), "medic": (8, 1)},
        players=2,
        monsters=[("goblin", (4, 0))],
    )
    assert not any(game.board.sees(one.at, square(game, (4, 0))) for one in game.board.heroes)
    assert plan_of(game, 2)[4, 0] == "Goblin, 1 of 1 Health"
    when(game, "end-turn", "end-turn")
    when(game, "monster-0", "walk", option_at(game, (2, 1)))
    assert plan_of(game, 2)[4, 0] == "floor"
    assert plan_of(game, 2)[2, 1] == "Goblin, 1 of 1 Health"


@pytest.mark.rule("freequest", "info.heroes-see")
def test_heroes_see_sheets_monsters_searches_rolls_cards_and_the_clock() -> None:
    game = given(heroes={"warrior": (0, 0), "medic": (3, 3)}, players=2, monsters=[("troll", (1, 0))], rounds=33)
    equip(game, "medic", "shortsword", "leather")
    when(game, "attack-0", "search-treasure", dice=[6, 6, 1, 1, 5, 1, 1, 1], cards=["potsherds"])
    board = game.view(1).board
    troll = board.monsters[0]
    assert (troll.health, troll.most_health, troll.kind.attack, troll.kind.defense) == (1, 3, 4, 4)
    assert board.heroes[1].gear == hero(game, "medic").gear
    assert (board.round, board.rounds, len(board.deck)) == (1, 33, 35)
    assert (board.heroes[0].searched != 0, board.heroes[1].searched) == (True, 0)
    assert (board.roll, board.against) != (0, 0)
    assert (board.briefing, board.goal) == ("Go in and come back.", "Reach any place.")


@pytest.mark.rule("freequest", "info.heroes-see")
def test_found_traps_doors_furniture_and_devices_of_revealed_areas_are_shown() -> None:
    game = given(
        ["SSaaaa", "SSaaaa"],
        heroes={"warrior": (1, 0)},
        furniture={(3, 0): "table"},
        known_traps={(4, 1): "snare"},
        devices=[{"id": "lever", "name": "lever", "at": [5, 0], "text": "It moves."}],
    )
    plan = plan_of(game, 1)
    assert (plan[3, 0], plan[4, 1], plan[5, 0]) == ("table", "Snare, armed", "lever")


# ---- what the referee sees ------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "info.referee-sees")
def test_the_referee_sees_traps_treasure_and_all_of_the_map() -> None:
    game = given(
        KILN,
        doors=KILN_DOORS,
        heroes={"warrior": (1, 5)},
        hidden="*",
        traps={(6, 4): "pitfall"},
        treasure=[{"area": "L", "gold": 75}],
        lairs=[{"kind": "mummy", "at": [10, 1]}],
    )
    view = game.view(REFEREE)
    assert view.notes.traps == {square(game, (6, 4)): 0}
    assert view.notes.gold[area(game, "L")] == 75
    assert view.board is game.board
    plan = plan_of(game, REFEREE)
    assert len(plan) == sum(letter != "#" for row in KILN for letter in row)
    assert (plan[5, -1], plan[9, -4]) == ("Pitfall, hidden", "Mummy, not yet seen")


@pytest.mark.rule("freequest", "info.referee-sees")
def test_the_referee_knows_neither_the_order_of_the_deck_nor_a_seed() -> None:
    game = given()
    game.table = Table([Player() for _ in range(5)], Seeded("a seed that nobody knows"))
    view = game.view(REFEREE)
    assert (view.board.deck.top, view.board.deck.bottom) == ([], [])
    assert view.board.deck.unseen == sorted(view.board.deck.unseen)
    assert "seed" not in repr(view.key())
    assert "seed" not in repr(freequest_scene(view, REFEREE))
    assert view.copy().table is IDLE


# ---- afterwards -----------------------------------------------------------------------------------------------------


def nearly_done() -> FreeQuest:
    """One step from the end, with a room that nobody has seen."""
    return given(
        ["SSaaaBB", "SSaaaBB"],
        doors=[((4, 0), (5, 0), "secret")],
        heroes={"warrior": (2, 0)},
        hidden="B",
        round=4,
        traps={(4, 1): "pitfall"},
        lairs=[{"kind": "mummy", "at": [6, 1]}],
        objective={"kind": "reach", "ref": ["a"]},
    )


@pytest.mark.rule("freequest", "info.after-quest")
def test_when_a_quest_is_complete_its_whole_map_is_shown() -> None:
    game = nearly_done()
    assert plan_of(game, 1) != plan_of(game, REFEREE)
    when(game, "step-east", "step-west", "step-west", "end-move")
    assert plan_of(game, 1) == plan_of(game, REFEREE)
    assert plan_of(game, 1)[6, 1] == "Mummy, not yet seen"
    assert game.view(1).book is NO_BOOK  # other quests stay secret


@pytest.mark.rule("freequest", "info.after-quest")
@pytest.mark.parametrize(("earlier", "whole"), [(0, False), (1, False), (2, True)])
def test_after_a_failure_the_map_is_shown_only_if_no_try_is_left(earlier: int, whole: bool) -> None:
    game = nearly_done()
    game.board.reached = 0
    game.chronicle.tries[0] = earlier
    assert when(game, "step-west", "end-move", "end-turn", "yes").ended
    assert (plan_of(game, 1) == plan_of(game, REFEREE)) == whole


@pytest.mark.rule("freequest", "info.after-quest")
def test_the_next_quest_is_hidden_again() -> None:
    game = nearly_done()
    when(game, "step-east", "step-west", "step-west", "end-move")
    when(game, rule=lambda game: begin_quest(game, 0))
    assert game.view(1).notes.quest is None


def test_a_body_and_a_wanderer_are_seen_by_all() -> None:
    game = given(["SSaaaa", "SSaaaa"], heroes={"warrior": (1, 0), "medic": (3, 0)}, players=2)
    load_up(game, "warrior", "medic")
    put(game, "goblin", (5, 1))
    assert plan_of(game, 2)[5, 1] == "Goblin, 1 of 1 Health"
    assert place_of(game, hero(game, "medic").body_at) is None
