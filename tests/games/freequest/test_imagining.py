"""What heroes cannot know is made up for search: it fits the board, can be played and won, and tells no secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import pytest

from tests.effort import some
from tests.games.freequest.board import KILN, KILN_DOORS, given, hero, square
from tests.games.freequest.test_information import AT_DOORS, AT_HOME, PAIRS, Revealed, seen
from undercroft.bots import thinking_bot
from undercroft.bots.mcts import Budget, Mcts
from undercroft.bots.random import RandomPlayer
from undercroft.bots.referee.freequest import FreeQuestReferee
from undercroft.bots.steady.freequest import SteadyFreeQuest
from undercroft.bots.trees import Arm, Walk, Walker
from undercroft.core.chance import Replayed, Seeded
from undercroft.core.ground import NOWHERE, Ground
from undercroft.core.players import Paused
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games import find_game
from undercroft.games.freequest import vocabulary as v
from undercroft.games.freequest.exploring import reveal
from undercroft.games.freequest.pieces import (
    FETCH,
    KILL,
    REACH_AREA,
    RESCUE,
    SECRET,
    WORK_DEVICE,
    Book,
    Content,
    Quest,
)
from undercroft.games.freequest.play import play
from undercroft.games.freequest.quest_checks import Way, budget, threat
from undercroft.games.freequest.scene import freequest_scene
from undercroft.games.freequest.state import HEROES_ACT, REFEREE, FreeQuest, Notes
from undercroft.games.freequest.turns import choices

pytestmark = pytest.mark.xdist_group("imagining")  # which share moments of long games

QUESTS = (
    ("cold-kiln", 4), ("three-sluices", 3), ("snuffed-vault", 2), ("two-lanterns", 2), ("borrowed-clerk", 4),
    ("drowned-archive", 3), ("eel-stairs", 1), ("toll-house", 4), ("slag-works", 4), ("quarter-day", 3),
)  # fmt: skip
every_quest = pytest.mark.parametrize(("name", "heroes"), some(QUESTS))
MOST = 600  # questions of one game
EVERY = 23  # of which one in so many is looked at


# ---- moments --------------------------------------------------------------------------------------------------------


class Moment:
    """A question to a hero's player: the game then, what was offered, and how to come there again."""

    def __init__(self, game: FreeQuest, seat: int, prompt: Prompt, options: Options, table: Table) -> None:
        trail = table.keep_trail()
        assert trail.checkpoint is not None
        self.game, self.seat, self.prompt, self.options = game.copy(), seat, prompt, options
        self.checkpoint, self.answers, self.tape = trail.checkpoint.copy(), trail.answers[:], trail.tape[:]

    def imagined(self, seed: str) -> FreeQuest:
        """The game at that moment as somebody may imagine it."""
        game = self.game.copy()
        game.imagine(self.seat, Seeded(seed))
        return game

    def play_on(self, seed: str, player: type[RandomPlayer]) -> FreeQuest:
        """An imagined game from that moment to its end, the way search does it."""
        game = self.checkpoint.copy()
        assert isinstance(game, FreeQuest)
        walk = Walk(self.answers)
        usual = player(seed).choose(self.game.view(self.seat), self.prompt, self.options)
        walk.begin(Arm(usual))
        chance = Seeded(seed)
        walk.set_out(game, self.seat, chance)
        walkers: list[Player] = [Walker(walk, REFEREE, SteadyFreeQuest(seed), None)]
        walkers += [Walker(walk, seat, player(f"{seed} {seat}"), None) for seat in range(1, 5)]
        play(game, Table(walkers, Replayed(self.tape, chance)))
        return game


class Noting(Player):
    """Plays like another and notes a moment now and then."""

    def __init__(self, game: FreeQuest, seat: int, player: Player, moments: list[Moment], asked: list[str]) -> None:
        self.game, self.seat, self.player, self.moments, self.asked = game, seat, player, moments, asked

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if len(self.asked) == MOST:
            raise Paused
        if len(self.asked) % EVERY == 0 or self.asked.count(prompt.name) < 2:
            self.moments.append(Moment(self.game, self.seat, prompt, options, self.game.table))
        self.asked.append(prompt.name)
        return v.NO if prompt is v.WITHDRAW else self.player.choose(state, prompt, options)


@lru_cache
def moments(name: str, heroes: int, player: type[RandomPlayer]) -> list[Moment]:
    """Moments of a game of a quest."""
    found = find_game("freequest")
    game = found.new("book", {"play.quest": name, "play.heroes": heroes, "play.players": heroes})
    assert isinstance(game, FreeQuest)
    noted: list[Moment] = []
    asked: list[str] = []
    noting = [Noting(game, seat, player(f"{name} {seat}"), noted, asked) for seat in range(1, 5)]
    table = Table([FreeQuestReferee(), *noting], Seeded(name))
    table.keep_trail()
    with suppress(Paused):
        play(game, table)
    return noted


def all_moments(name: str, heroes: int) -> Iterator[Moment]:
    """Moments of a game of steady heroes and of one of heroes who do anything."""
    yield from moments(name, heroes, SteadyFreeQuest)
    yield from moments(name, heroes, RandomPlayer)


# ---- portraits ------------------------------------------------------------------------------------------------------


def portrait(game: FreeQuest) -> dict[str, Any]:
    """An imagined game as plain values; areas and doors by where they are, because their numbers are the true ones."""
    result: dict[str, Any] = {"seen": seen(game)}
    for quest in game.book.quests if game.notes.quest is None else [game.quest()]:
        result[quest.key] = quest_portrait(quest)
    if game.notes.quest is not None:
        notes = game.notes
        result["notes"] = (sorted(notes.traps.items()), sorted(notes.gold), notes.wandered, set(notes.holder))
    return result


def quest_portrait(quest: Quest) -> dict[str, Any]:
    """All that is written of a quest."""
    ground = quest.ground
    first = {index: min(area.squares, default=-1) for index, area in enumerate(quest.areas)}
    doors = {door.index: (door.at, door.side) for door in quest.doors}
    wanted: Any = quest.wanted
    if quest.objective == REACH_AREA:
        wanted = sorted(first[index] for index in first if quest.wanted >> index & 1)
    return {
        "map": [first.get(area, -1) for area in ground.area],
        "walls": (ground.edge, ground.beyond, [doors.get(door) for door in ground.door], ground.solid),
        "doors": sorted((door.at, door.side, door.state, door.key, door.levers) for door in quest.doors),
        "areas": sorted((area.squares, area.gold, area.items, area.quest_items) for area in quest.areas),
        "devices": [(each.name, each.at, [doors[door] for door in each.opens], each.shows) for each in quest.devices],
        "monsters": [(lair.index, lair.kind, lair.at, lair.least, lair.health) for lair in quest.lairs],
        "traps": sorted(quest.traps.items()),
        "told": (quest.title, quest.briefing, quest.goal, quest.step, quest.rounds, quest.objective),
        "rest": (quest.captive, quest.wandering, quest.quest_items, quest.on_wipe, quest.reward, quest.opens),
        "wanted": wanted,
    }


def ground_portrait(ground: Ground) -> tuple[list[int], ...]:
    """A map as plain values."""
    return ground.area, ground.edge, ground.beyond, ground.door, ground.solid


def doors_on(ground: Ground) -> int:
    """The doors on a map, as bits."""
    return sum(1 << door for door in {*ground.door} if door >= 0)


# ---- what stays -----------------------------------------------------------------------------------------------------


@every_quest
def test_heroes_see_and_are_offered_the_same_as_before(name: str, heroes: int) -> None:
    for moment in all_moments(name, heroes):
        game = moment.imagined("a")
        board, before = game.board, moment.game.copy().board
        assert seen(game) == seen(moment.game)
        assert freequest_scene(game.view(1), 1) == freequest_scene(moment.game.view(1), 1)
        for bits in ("doors_known", "doors_open"):  # a door that opened in the dark is no part of what is seen
            setattr(before, bits, getattr(before, bits) & doors_on(before.ground))
        assert board.key() == before.key()
        if moment.prompt in (v.ACTION, v.STEP):
            assert choices(board) == moment.options
        if board.phase >= HEROES_ACT:
            known = game.quest().known(board.areas, board.doors_known)
            assert ground_portrait(known) == ground_portrait(board.ground)
            assert ground_portrait(board.ground) == ground_portrait(before.ground)


@every_quest
def test_moments_of_every_kind_are_looked_at(name: str, heroes: int) -> None:
    kinds = {moment.prompt for moment in all_moments(name, heroes)}
    assert kinds >= {v.ACTION, v.STEP, v.PLACE}


def test_the_referee_has_nothing_to_imagine() -> None:
    game = moments("cold-kiln", 4, SteadyFreeQuest)[-1].game.copy()
    notes, book, key = game.notes, game.book, game.key()
    game.imagine(REFEREE, Seeded("a"))
    assert (game.notes, game.book, game.key()) == (notes, book, key)


# ---- what goes ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "info.heroes-do-not-see")
@every_quest
def test_games_that_differ_in_hidden_things_alone_are_imagined_alike(name: str, heroes: int) -> None:
    """Another game with the same board is what somebody imagined; nothing hidden is the same in it."""
    differed = 0
    for number, moment in enumerate(all_moments(name, heroes)):
        true, other = moment.game.copy(), moment.imagined("another truth")
        differed += true.notes.quest is not None and quest_portrait(true.quest()) != quest_portrait(other.quest())
        for game in (true, other):
            game.imagine(moment.seat, Seeded(f"a {number}"))
        assert portrait(true) == portrait(other)
        assert portrait(true) == portrait(moment.imagined(f"a {number}"))
    assert differed > 10


def outset(rows: Sequence[str], **paper: Any) -> FreeQuest:
    """A game of which the starting tile is known, and what heroes see."""
    game = given(rows, hidden="*", **paper)
    reveal(game, 1 << game.board.start)
    return game


def imagined_on_the_way(quest: dict[str, Any], revealed: Revealed, start: dict[str, tuple[int, int]]) -> list[Any]:
    """A quest with heroes who do anything, as they imagine it at each question until what is hidden shows."""
    paper = dict(quest)
    game = outset(paper.pop("rows"), heroes=start, objective={"kind": "reach", "ref": ["M"]}, **paper)
    found: list[Any] = []

    class Imagining(Player):
        def __init__(self, seed: str) -> None:
            self.player = RandomPlayer(seed)

        def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
            if revealed(game) or len(found) == 60:
                raise Paused
            copy = game.copy()
            copy.imagine(1, Seeded(f"{len(found)}"))
            found.append(portrait(copy))
            return v.NO if prompt is v.WITHDRAW else self.player.choose(state, prompt, options)

    table = Table([FreeQuestReferee(), *(Imagining(f"{seat}") for seat in range(1, 5))], Seeded("any"))
    table.log = []
    with suppress(Paused):
        play(game, table)
    return found


@pytest.mark.rule("freequest", "info.heroes-do-not-see")
@pytest.mark.parametrize("name", [name for name in PAIRS if name != "the size of the map"])  # its edge is seen
def test_nothing_hidden_shows_in_what_is_imagined(name: str) -> None:
    pair = PAIRS[name]
    alike = 0
    for start in (AT_HOME, AT_DOORS):
        one, other = (imagined_on_the_way(quest, pair.revealed, start) for quest in (pair.one, pair.other))
        count = min(len(one), len(other))
        assert one[:count] == other[:count]
        alike += count
    assert alike > 10


def reachable(root: object) -> dict[int, object]:
    """All objects that can be reached from one, but for content."""
    found: dict[int, object] = {}
    left = [root]
    while left:
        one = left.pop()
        if id(one) in found or isinstance(one, (int, str, bytes, float, type(None), Content)):
            continue
        found[id(one)] = one
        if isinstance(one, (list, tuple, set)):
            left.extend([each for each in one if type(each) is not int])  # of which there are very many
        elif isinstance(one, dict):
            left.extend([*one, *one.values()])
        elif type(one).__module__.startswith("undercroft."):
            left.extend([getattr(one, name) for name in dir(one) if not name.startswith("__")])
    return found


def secrets(game: FreeQuest) -> list[object]:
    """What only the referee has."""
    result: list[object] = [game.book, game.notes, game.notes.traps, game.notes.items]
    for quest in game.book.quests:
        result += [quest, quest.ground, quest.ground.area, quest.lairs, quest.traps, quest.areas, quest.doors]
        result += [*quest.areas, *quest.doors, *quest.lairs, *quest.devices]
    return result


@every_quest
def test_nothing_of_the_true_quest_can_be_reached_from_what_is_imagined(name: str, heroes: int) -> None:
    for moment in moments(name, heroes, SteadyFreeQuest):
        hidden = secrets(moment.game)
        assert {id(one) for one in hidden} <= set(reachable(moment.game))
        found = reachable(moment.imagined("a"))
        assert not [one for one in hidden if id(one) in found]
        assert not any(isinstance(one, Book) and one.texts for one in found.values())
        assert sum(isinstance(one, Notes) and one.quest is not None for one in found.values()) <= 1


# ---- that it is a quest ---------------------------------------------------------------------------------------------


def can_be_won(game: FreeQuest) -> bool:
    """Whether a party that takes every key and works every device comes to all that is wanted, on the quest's map."""
    quest, board = game.quest(), game.board
    for one in board.heroes:
        quest.areas[quest.start].quest_items |= one.quest_items
    way = Way(quest, quest.ground, finds_secret_doors=True)
    if quest.objective == RESCUE:
        return way.squares[board.captive_at if quest.captive == NOWHERE else quest.captive] == 1
    if quest.objective == KILL:
        places = {lair.index: lair.at for lair in quest.lairs} | {
            one.lair: one.at for one in board.monsters if one.at != NOWHERE
        }
        wanted = [index for index in range(64) if quest.wanted & ~board.killed & 1 << index]
        return all(index in places and way.squares[places[index]] == 1 for index in wanted)
    if quest.objective == REACH_AREA:
        return way.areas & quest.wanted != 0
    there = {FETCH: way.items, WORK_DEVICE: way.devices | board.worked}[quest.objective]
    return quest.wanted != 0 and quest.wanted & ~there == 0


@every_quest
def test_whatever_is_imagined_can_be_won(name: str, heroes: int) -> None:
    for number, moment in enumerate(all_moments(name, heroes)):
        game = moment.imagined(f"a {number}")
        if game.notes.quest is None or game.board.living() == 0:
            continue
        if game.quest().objective == RESCUE and any(one.carries == 4 for one in game.board.heroes):
            continue
        assert can_be_won(game), number


@every_quest
def test_what_is_imagined_is_put_together_like_a_quest(name: str, heroes: int) -> None:
    for number, moment in enumerate(all_moments(name, heroes)):
        game = moment.imagined(f"a {number}")
        if game.notes.quest is None:
            continue
        quest, board = game.quest(), game.board
        areas = [area for area in quest.areas if area.squares]
        assert len(quest.areas) + max([door.index for door in quest.doors], default=0) < 60
        assert sorted(at for area in areas for at in area.squares) == [
            at for at in range(quest.ground.size) if quest.ground.area[at] >= 0
        ]
        places = [lair.at for lair in quest.lairs] + list(quest.traps)
        assert len(set(places)) == len(places)
        known = board.areas | 1 << board.start
        assert not any(known >> quest.ground.area[lair.at] & 1 for lair in quest.lairs)
        assert not any(board.trodden[at] or board.safe_areas >> quest.ground.area[at] & 1 for at in quest.traps)
        met = sum(one.kind.threat for one in board.monsters if one.lair >= 0)
        waiting = sum(threat(lair, game.content) for lair in quest.lairs)
        assert waiting <= max(budget(heroes, quest.step) - met, 9)
        searched = 1 << board.start
        for one in board.heroes:
            searched |= one.searched
        assert not any(area.gold for area in areas if searched >> area.index & 1)


# ---- that it can be played ------------------------------------------------------------------------------------------


@every_quest
def test_an_imagined_game_goes_on_to_its_end_from_any_moment(name: str, heroes: int) -> None:
    noted = moments(name, heroes, SteadyFreeQuest)
    ends = {noted[place].play_on(f"{place}", SteadyFreeQuest).outcome() for place in (0, len(noted) // 2)}
    noted = moments(name, heroes, RandomPlayer)
    ends |= {noted[place].play_on(f"{place}", RandomPlayer).outcome() for place in (1, len(noted) // 2)}
    assert None not in ends


@pytest.mark.parametrize("name", ["cold-kiln", "three-sluices", "snuffed-vault", "two-lanterns", "borrowed-clerk"])
def test_steady_heroes_win_what_is_imagined_whatever_the_objective(name: str) -> None:
    noted = moments(name, dict(QUESTS)[name], SteadyFreeQuest)
    outcomes = [noted[len(noted) // 3].play_on(f"{number}", SteadyFreeQuest).outcome() for number in range(4)]
    assert any(outcome is not None and outcome.won for outcome in outcomes)


def campaign(phase: str) -> FreeQuest:
    """A campaign before its first quest, at a question."""
    game = find_game("freequest").new("book", {"play.party": ["warrior", "wizard"], "play.players": 1})
    assert isinstance(game, FreeQuest)

    class Until(Player):
        def __init__(self, seed: str) -> None:
            self.player = SteadyFreeQuest(seed)

        def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
            if prompt.name == phase:
                raise Paused
            return self.player.choose(state, prompt, options)

    table = Table([Until(f"{seat}") for seat in range(5)], Seeded("a"))
    table.keep_trail()
    with suppress(Paused):
        play(game, table)
    copy = table.keep_trail().checkpoint
    assert isinstance(copy, FreeQuest)
    return copy.copy()


@pytest.mark.parametrize("prompt", [v.BETWEEN, v.CHOOSE_QUEST, v.ORDER, v.DRAFT, v.PLACE], ids=str)
def test_before_a_quest_all_of_it_is_imagined(prompt: Prompt) -> None:
    game = campaign(prompt.name)
    hidden = secrets(game)
    for number in range(3):
        copy = game.copy()
        copy.imagine(1, Seeded(f"{number}"))
        found = reachable(copy)
        assert not [one for one in hidden if id(one) in found]
        play(copy, Table([SteadyFreeQuest(f"{seat}") for seat in range(5)], Seeded(f"{number}")))
        assert copy.outcome() is not None


# ---- corners --------------------------------------------------------------------------------------------------------


def imagined(game: FreeQuest, seed: str) -> FreeQuest:
    """The same game as its heroes may imagine it."""
    copy = game.copy()
    copy.imagine(1, Seeded(seed))
    return copy


def test_where_nothing_is_left_to_explore_there_is_a_secret_door() -> None:
    rows = ["SSaaa#", "SSaaa#", "######", "BB####"]
    game = given(rows, heroes={"warrior": (2, 0)}, hidden="B", objective={"kind": "reach", "ref": ["B"]})
    for number in range(10):
        copy = imagined(game, f"{number}")
        assert [door.state for door in copy.quest().doors] == [SECRET]
        assert can_be_won(copy)


def test_what_is_looked_for_lies_where_nobody_has_searched() -> None:
    game = given(
        ["SSaa", "SSaa"],
        heroes={"warrior": (2, 0)},
        objective={"kind": "item", "ref": "bell"},
        quest_items=[{"id": "bell", "name": "the bell"}],
        treasure=[{"area": "a", "quest-items": ["bell"]}],
    )
    assert [area.quest_items for area in imagined(game, "a").quest().areas] == game.notes.quest_items
    hero(game, "warrior").searched = game.board.areas
    copy = imagined(game, "a")
    assert len(copy.quest().areas) == 2  # there is no space for another
    hero(game, "warrior").quest_items = 1
    assert sum(area.quest_items for area in imagined(game, "a").quest().areas) == 0


def test_a_key_lies_before_its_door_and_a_door_without_keyhole_has_a_lever_there() -> None:
    rows = ["########", "#SSaaBB#", "#SSaaBB#", "#CC##DD#", "########"]
    for door in ({"state": "locked", "key": "key"}, {"state": "locked", "levers": ["lever"]}):
        game = given(
            rows,
            doors=[((4, 1), (5, 1), door), ((2, 2), (2, 3))],
            heroes={"warrior": (3, 1)},
            hidden="*",
            quest_items=[{"id": "key", "name": "a key"}],
            treasure=[{"area": "C", "quest-items": ["key"]}],
            devices=[{"id": "lever", "name": "lever", "at": [1, 3], "text": "It moves.", "public": "A lever"}],
        )
        for number in range(10):
            copy = imagined(game, f"{number}")
            assert can_be_won(copy)
            keys = [area.index for area in copy.quest().areas if area.quest_items]
            levers = [each for each in copy.quest().devices if each.opens]
            assert (len(keys), len(levers)) == ((1, 0) if "key" in door else (0, 1))


def test_a_known_lever_opens_a_door_without_keyhole() -> None:
    game = given(
        ["#SSaaBB#", "#SSaaBB#"],
        doors=[((4, 0), (5, 0), {"state": "locked", "levers": ["lever"]})],
        heroes={"warrior": (3, 0)},
        hidden="*",
        devices=[{"id": "lever", "name": "lever", "at": [3, 1], "text": "It moves.", "public": "A lever"}],
    )
    quest = imagined(game, "a").quest()
    assert [(each.name, list(each.opens)) for each in quest.devices] == [("lever", [0])]


@pytest.mark.rule("freequest", "info.heroes-do-not-see")
def test_doors_that_stand_open_in_the_dark_are_not_known() -> None:
    rows = ["SSaaBBCC", "SSaaBBCC", "########", "########"]
    pictures = []
    for state in ("open", "closed"):
        doors = [((3, 0), (4, 0)), ((5, 0), (6, 0), state)]
        game = outset(rows, doors=doors, heroes={"warrior": (2, 0)}, objective={"kind": "reach", "ref": ["C"]})
        copy = imagined(game, "a")
        pictures.append((portrait(copy), copy.board.key()))
    assert pictures[0] == pictures[1]


def test_what_was_shown_from_afar_can_be_reached() -> None:
    rows = ["SSa######", "SSa######", "#########", "######BBB", "######BBB"]
    game = given(rows, heroes={"warrior": (2, 0)}, objective={"kind": "reach", "ref": ["B"]})
    for number in range(10):
        assert can_be_won(imagined(game, f"{number}"))


def test_what_rubble_cuts_off_can_be_reached() -> None:
    rows = ["SSaaaa####", "SS########", "##########", "##########"]
    game = given(rows, heroes={"warrior": (5, 0)}, objective={"kind": "reach", "ref": ["a"]})
    game.board.rubble.append(square(game, (3, 0)))
    quest = imagined(game, "a").quest()
    for at in game.board.rubble:
        quest.ground.solid[at] = 1
    assert Way(quest, quest.ground, finds_secret_doors=True).squares[square(game, (5, 0))] == 1


# ---- search ---------------------------------------------------------------------------------------------------------


class Few(Player):
    """Lets a bot think about a few choices and keeps what it thought."""

    def __init__(self, bot: Mcts, count: int, thoughts: list[Any]) -> None:
        self.bot, self.count, self.thoughts = bot, count, thoughts

    def join(self, table: Table) -> None:
        self.bot.join(table)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if len(self.thoughts) == self.count:
            raise Paused
        answer = self.bot.choose(state, prompt, options)
        thought = self.bot.thought
        assert thought is not None
        self.thoughts.append([(one.option.name, one.games, one.chance, one.error) for one in thought.estimates])
        return answer


def thoughts_of(game: FreeQuest, count: int) -> list[Any]:
    """What a bot thinks of the next few choices."""
    found: list[Any] = []
    bot = thinking_bot("freequest", "a", Budget(20, 0.0))
    few = Few(bot, count, found)
    with suppress(Paused):
        play(game, Table([FreeQuestReferee(), *[few] * 4], Seeded("a")))
    return found


def test_a_bot_that_thinks_plays_a_quest() -> None:
    changes = {"play.quest": "cold-kiln", "play.heroes": 2, "figures.last-round": 2}
    game = find_game("freequest").new("book", changes)
    assert isinstance(game, FreeQuest)
    assert len(thoughts_of(game, 8)) == 8


@pytest.mark.rule("freequest", "info.heroes-do-not-see")
@pytest.mark.parametrize("name", ["monsters", "the shape of a room", "the number of doors", "treasure"])
def test_a_bot_that_thinks_thinks_the_same_of_games_that_differ_in_hidden_things_alone(name: str) -> None:
    heroes = {"warrior": (6, 4), "wizard": (5, 4)}
    thoughts = []
    for quest in (PAIRS[name].one, PAIRS[name].other):
        paper = {**quest, "changes": {"figures.last-round": 2}, "objective": {"kind": "reach", "ref": ["M"]}}
        thoughts.append(thoughts_of(outset(paper.pop("rows"), heroes=heroes, **paper), 3))
    assert thoughts[0] == thoughts[1]
    assert len(thoughts[0]) == 3


def test_the_tests_above_would_notice() -> None:
    one = outset(KILN, doors=KILN_DOORS, heroes={"warrior": (6, 4)})
    other = outset(KILN, doors=KILN_DOORS, heroes={"warrior": (6, 4)}, known_traps={(7, 4): "snare"})
    assert portrait(imagined(one, "a")) != portrait(imagined(other, "a"))
    assert portrait(imagined(one, "a")) != portrait(imagined(one, "b"))
