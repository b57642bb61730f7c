"""At the limits that a checker allows a game goes the same way in both builds, and beyond them it is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import undercroft
from tests.endless import ALWAYS
from tests.limits import (
    BOTS,
    DOORS,
    FOUR_PLAYERS,
    GOLDEN_LIMITS,
    LARGEST,
    edges,
    largest_freequest,
    largest_quest,
    limits,
    played,
)
from undercroft import GAMES, ContentError, Session
from undercroft.bots import find_bot
from undercroft.bots.mcts import Mcts
from undercroft.core.bits import below, bit
from undercroft.core.chance import Seeded
from undercroft.core.ground import NOWHERE, Ground
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.freequest.content import MOST_THREAT
from undercroft.games.freequest.imagining import Sketch, told_of
from undercroft.games.freequest.pieces import Area, Quest
from undercroft.games.freequest.quest_checks import MOST_BITS, MOST_LAIRS, budget
from undercroft.games.freequest.state import FreeQuest
from undercroft.games.freequest.vocabulary import MOST_DEVICES, MOST_SPELLS
from undercroft.games.tin_helm.cards import Card
from undercroft.games.tin_helm.content import MOST_CARDS
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.lab.beside import Mind


def test_every_game_is_played_at_its_limits() -> None:
    assert set(LARGEST) == set(GAMES)


def test_interpreted_and_compiled_games_at_the_limits_go_as_it_is_written_down() -> None:
    anew = "make playthroughs writes them anew, in a commit that says why"
    assert limits() == json.loads(GOLDEN_LIMITS.read_text(encoding="utf-8")), anew


# ---- FreeQuest ------------------------------------------------------------------------------------------------------


def test_the_largest_quest_is_crossed_with_its_last_doors_monsters_and_spells() -> None:
    state, _ = played("freequest", "steady")
    assert isinstance(state, FreeQuest)
    quest = state.book.quests[-1]
    assert (len(quest.doors), len(quest.lairs), len(quest.devices)) == (DOORS, MOST_LAIRS, MOST_DEVICES)
    board = state.board
    assert 0 < board.doors_known <= below(DOORS)
    assert board.doors_known >= bit(40)
    assert board.doors_known & board.doors_open >= bit(40)
    assert 0 < board.killed <= below(MOST_LAIRS)
    assert board.killed >= bit(MOST_LAIRS - 1)  # the one that the quest is about
    spells = 0
    for hero in board.heroes:
        assert not spells & hero.spells  # a spell is drafted once
        spells |= hero.spells
        assert hero.spent & ~hero.spells == 0
    assert spells == below(state.content.drafted)
    assert state.content.drafted > 32
    assert len(state.content.spells) == MOST_SPELLS


@pytest.mark.parametrize("bot", BOTS)
def test_four_players_meet_the_last_doors_and_monsters_too(bot: str) -> None:
    state, _ = played("freequest", bot, FOUR_PLAYERS)
    assert isinstance(state, FreeQuest)
    board = state.board
    assert [hero.seat for hero in board.heroes] == [1, 2, 3, 4]
    assert bit(40) <= board.doors_known <= below(DOORS)
    assert bit(32) <= board.killed <= below(MOST_LAIRS)


def test_no_more_doors_are_known_than_have_been_seen() -> None:
    state, _ = played("freequest", "random")
    assert isinstance(state, FreeQuest)
    board = state.board
    on_board = {door for door in board.ground.door if door >= 0}
    assert board.doors_known == sum(bit(door) for door in on_board)
    assert max(on_board) >= 32
    assert len(on_board) < DOORS


@pytest.mark.parametrize(
    ("field", "records", "said"),
    [
        ("doors", [{"at": at} for at in edges()], "doors"),
        ("devices", [{"id": f"lever-{n}", "name": "lever", "at": [0, 0], "text": "."} for n in range(90)], "devices"),
        ("monsters", [{"id": f"foe-{n}", "kind": "goblin", "at": [1, 1]} for n in range(90)], "monsters"),
    ],
)
def test_a_quest_beyond_the_limits_is_refused_whatever_refers_to_the_last(
    field: str, records: list[dict[str, Any]], said: str
) -> None:
    quest = {**largest_quest(), field: records, "objective": {"kind": "kill", "ref": "foe-39"}}
    if field == "devices":
        quest["doors"][-1]["levers"] = ["lever-89"]
    if field == "monsters":
        quest["objective"] = {"kind": "kill", "ref": "foe-89"}
    with pytest.raises(ContentError, match=f"own quest: {said}"):
        undercroft.start("freequest", changes={"play.own": quest, "play.quest": "largest"})


def two_rooms() -> dict[str, Any]:
    """A quest of one room around the start with as many doors between them as there can be, all of them in sight."""
    rows = ["A" * 31, f"A{'S' * 29}A", f"A{'S' * 29}A", "A" * 31]
    walls = [[[x, y], [x, y + 1]] for x in range(1, 30) for y in (0, 2)]
    return {
        **{key: value for key, value in largest_quest().items() if isinstance(value, (str, int))},
        "heroes": [2, 2],
        "objective": {"kind": "reach", "ref": "A"},
        "map": "\n".join(rows),
        "areas": {"S": {"kind": "start"}, "A": {"kind": "room"}},
        "doors": [{"at": at} for at in walls[: MOST_BITS - 2]],
    }


QUARTER_DAY = {"play.quest": "quarter-day", "play.party": ["warrior", "wizard", "medic", "ranger"]}
TWO_ROOMS = {"play.own": two_rooms(), "play.quest": "largest", "play.party": ["warrior", "wizard"]}


def test_the_known_map_is_not_mistaken_for_that_of_other_doors_however_many_there_are() -> None:
    quest = Quest(0, "", "", Ground(2, 1))
    quest.areas.extend([Area(number, "", 0) for number in range(8)])  # with door 56 they are beyond 64 bits
    quest.ground.area[:] = [0, 1]
    quest.ground.join(0, 1, 56)
    assert quest.known(below(2), 0).step(0, 1, bit(56)) == NOWHERE
    assert quest.known(below(2), bit(56)).step(0, 1, bit(56)) == 1


@pytest.fixture(scope="module")
def mind() -> Iterator[Mind]:
    """A copy of this process that makes up quests: should it never end, that is ended, and a test fails."""
    made = Mind(lambda: lambda function, args: function(*args), "fork")
    yield made
    made.close()


def in_the_dungeon(changes: dict[str, Any]) -> Session:
    """A game of FreeQuest with the heroes on the starting tile, before anybody has moved."""
    session = undercroft.start("freequest", "limits", changes=changes)
    player = find_bot("steady", "freequest", "limits")
    while session.decision is not None and session.decision.prompt.name != "turn.choose-action":
        session.choose(session.consult(player))
    return session


def simulations(changes: dict[str, Any], begun: bool) -> int:
    """How often a bot that thinks tries before it gives a hint, at the start of a game or in the dungeon."""
    session = in_the_dungeon(changes) if begun else undercroft.start("freequest", "limits", changes=changes)
    player = find_bot("mcts:2", "freequest", "a hint")
    assert isinstance(player, Mcts)
    session.consult(player)
    return 0 if player.thought is None else int(player.thought.simulations)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "begun"),
    [(QUARTER_DAY, False), (TWO_ROOMS, True), (largest_freequest(), True), (largest_freequest() | FOUR_PLAYERS, True)],
    ids=["quarter-day", "two-rooms", "largest", "largest-for-four"],
)
def test_a_hint_ends_in_the_largest_quest_and_in_the_last_of_the_campaign(
    changes: dict[str, Any], begun: bool, mind: Mind
) -> None:
    assert mind.ask(ALWAYS, simulations, changes, begun) >= 2


def imagined(session: Session, number: int) -> FreeQuest:
    """What a hero who has seen nothing yet makes up of a game."""
    game = session.state.copy()
    assert isinstance(game, FreeQuest)
    game.imagine(1, Seeded(f"imagined {number}"))
    return game


def imagined_doors(tries: int) -> list[tuple[list[int], int]]:
    """The doors of quests made up from the starting tile of two rooms, and those of them that are known."""
    session = in_the_dungeon(TWO_ROOMS)
    games = [imagined(session, number) for number in range(tries)]
    return [([int(door.index) for door in game.quest().doors], int(game.board.doors_known)) for game in games]


def test_no_more_doors_are_imagined_than_there_are_bits(mind: Mind) -> None:
    for doors, known in mind.ask(ALWAYS, imagined_doors, 5):
        assert len(set(doors)) == len(doors) >= MOST_BITS - 2
        assert known == below(MOST_BITS - 2)


def imagined_lairs(tries: int) -> list[list[int]]:
    """The monsters of campaigns made up before the last quest."""
    session = undercroft.start("freequest", "limits", changes=QUARTER_DAY)
    games = [imagined(session, number) for number in range(tries)]
    return [[int(lair.index) for quest in game.book.quests for lair in quest.lairs] for game in games]


def test_more_monsters_are_imagined_than_a_c_int_has_bits_and_no_more_than_a_quest_can_have(mind: Mind) -> None:
    highest = 0
    for lairs in mind.ask(ALWAYS, imagined_lairs, 30):  # the eighth and the twenty-sixth have 33
        assert len(set(lairs)) == len(lairs)
        assert all(0 <= lair < MOST_LAIRS for lair in lairs)
        highest = max(highest, *lairs)
    assert highest == 32


def lairs_of_a_full_room() -> list[int]:
    """The monsters that are added to a room with a budget for hundreds, where one number of theirs is left."""
    game = in_the_dungeon(largest_freequest()).state
    assert isinstance(game, FreeQuest)
    sketch = Sketch(game.board, told_of(game.board, game.quest(), 27, 21), 1, 4, Seeded("full"))
    sketch.draw()
    before = len(sketch.quest.lairs)
    sketch.lairs = below(MOST_LAIRS - 1)
    sketch.fill_room(0, 10_000)
    return [int(lair.index) for lair in sketch.quest.lairs[before:]]


def test_a_room_is_filled_until_there_are_as_many_monsters_as_a_quest_can_have(mind: Mind) -> None:
    assert mind.ask(ALWAYS, lairs_of_a_full_room) == [MOST_LAIRS - 1]


@pytest.mark.parametrize(("regenerates", "defense"), [(0, 12), (8, 12), (9, 0), (9, 12)])
def test_the_toughest_monsters_have_a_threat_beyond_any_budget(regenerates: int, defense: int) -> None:
    figures = {"health": 12, "attack": 12, "regenerates": regenerates, "defense": defense}
    changes = {f"monster.goblin.{name}": value for name, value in figures.items()}
    state = undercroft.start("freequest", changes=changes).state
    assert isinstance(state, FreeQuest)
    goblin = next(kind for kind in state.content.monsters if kind.key == "goblin")
    assert goblin.threat == MOST_THREAT > 4 * budget(4, 5)


# ---- the other games ------------------------------------------------------------------------------------------------


def test_the_last_cards_of_tin_helm_are_held() -> None:
    assert [Card(number, "", "").bit for number in range(MOST_CARDS)] == [2**number for number in range(MOST_CARDS)]
    state, _ = played("tin-helm", "steady")
    assert isinstance(state, TinHelm)
    assert len(state.content.cards) == MOST_CARDS
    assert bit(50) <= state.hand <= below(MOST_CARDS)


def test_one_card_more_of_tin_helm_is_refused() -> None:
    one_more = {"loot.one-more": {"name": "One More", "text": "Nothing."}}
    with pytest.raises(ContentError, match=r"cards.toml: 63 cards are too many"):
        undercroft.start("tin-helm", changes=LARGEST["tin-helm"]() | one_more)


def test_the_largest_floors_of_elbereth_are_crossed() -> None:
    state, _ = played("elbereth", "steady")
    assert isinstance(state, Elbereth)
    assert len(state.content.ordinary) == 130
    assert state.floor == 13


def test_four_heroes_with_the_longest_tracks_go_far() -> None:
    state, _ = played("tiny-epic-dungeons", "steady")
    assert isinstance(state, Dungeon)
    assert (len(state.heroes), state.act) == (4, 2)
    assert state.rooms >= bit(32)
