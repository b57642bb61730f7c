"""The goal and the players: two acts, one result for all, two to four heroes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import PAIR, Spoken, cell, drawn_track, offered, when, whole_turn
from tests.games.tiny_epic_dungeons.plain import FOUR, PLAIN, plain
from undercroft.core.chance import Scripted
from undercroft.core.errors import ContentError
from undercroft.core.players import Paused
from undercroft.core.table import Table
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.pieces import ENCOUNTER_CARD
from undercroft.games.tiny_epic_dungeons.setup import set_up
from undercroft.games.tiny_epic_dungeons.state import Dungeon, new_game
from undercroft.games.tiny_epic_dungeons.turns import turn
from undercroft.games.tiny_epic_dungeons.vocabulary import DARKNESS, ENDS, WON

DOOR = {(3, 4): ("iron-mouth", "ew")}
SEARCH: dict[str, Any] = {
    "card.old-guardroom.search": {
        "skill": "strength", "target": 5, "success": [{"do": "focus", "by": 1}], "failure": [],
    },
}  # fmt: skip
TALLOW = {
    "boss.old-mother-tallow.defense": 2,
    "boss.old-mother-tallow.altars": [6, 3, 1],
    "boss.old-mother-tallow.speed": 3,
}


def seat_asked(game: Dungeon, *answers: str) -> tuple[int, str]:
    """Which seat a turn asks after these answers, given by the active hero's seat, and what."""
    seats = [Spoken(()) for _ in range(4)]
    seats[game.active_seat()].answers.extend(answers)
    table = Table(list(seats), Scripted([], []))
    table.seat(game)
    game.table = table
    with pytest.raises(Paused):
        turn(game)
    asked = [seat for seat, player in enumerate(seats) if player.asked]
    assert len(asked) == 1
    return asked[0], seats[asked[0]].asked


# ---- the goal -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "goal.cooperative")
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("heroes", [FOUR[:2], FOUR[:3], FOUR])
def test_all_players_win_or_lose_together(end: Any, heroes: tuple[str, ...]) -> None:
    game = plain(heroes)
    assert game.outcome() is None
    when(game, rule=Dungeon.finish, arguments=[end])
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (tuple(range(len(heroes))) if end is WON else ())
    assert (outcome.score, outcome.rank) == (int(end is WON), "")


@pytest.mark.rule("tiny-epic-dungeons", "goal.one-dungeon-one-boss")
def test_a_new_game_has_an_entrance_four_facedown_cards_and_one_boss_to_come() -> None:
    game = new_game(content.load("book", {**PLAIN, "play.players": 2, "play.party": list(PAIR), "play.starts": 1}))
    when(game, rule=set_up)
    assert [card for card in game.room if card >= 0] == [game.room[cell((3, 3))]]
    assert [source for source in game.facedown if source >= 0] == [0, 0, 0, 0]
    assert game.boss == -1
    game = plain(rooms=DOOR, at=[(3, 4)], seals=2)
    when(game, "open-lair", cards=["old-mother-tallow"])
    assert game.boss >= 0
    assert "open-lair" not in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "goal.two-acts")
def test_act_two_begins_with_the_lair_and_never_ends_again() -> None:
    game = plain(rooms=DOOR, at=[(3, 4)], seals=2)
    assert game.act == 1
    when(game, "open-lair", cards=["old-mother-tallow"])
    assert game.act == 2
    when(game, "space-1")
    when(game, "leave-lair")
    assert [hero.space for hero in game.heroes] == [0, 0]
    assert (game.act, "open-lair" in offered(game)) == (2, False)


@pytest.mark.rule("tiny-epic-dungeons", "goal.act-one-aim")
def test_the_lair_opens_when_the_last_minion_is_dead() -> None:
    changes = {"minion.bell-warden.defense": 2}
    game = plain(rooms=DOOR, at=[(3, 4)], minions=[("bell-warden", (3, 4), 1)], seals=1, changes=changes)
    assert "open-lair" not in offered(game)
    when(game, "melee-5", "count-1", "neither", "neither", dice=[5, 3])
    assert game.seals == 2
    assert "open-lair" in offered(game)


@pytest.mark.rule("tiny-epic-dungeons", "goal.act-two-aim")
def test_the_last_point_of_the_boss_wins_and_nothing_more_is_asked() -> None:
    game = plain(rooms=DOOR, boss="old-mother-tallow", at=[1, 2], markers=[1, 0], covered=3, changes=TALLOW)
    told = whole_turn(game, "melee-9", "count-1", dice=[6, 5])
    assert (told.ended, told.asked, told.names[-1]) == (True, "", "end.won")
    assert game.end is WON
    assert game.torch == 20


@pytest.mark.rule("tiny-epic-dungeons", "goal.race")
@pytest.mark.parametrize("act_two", [False, True])
def test_a_torch_that_burns_out_loses_the_game(act_two: bool) -> None:
    game = plain(rooms=DOOR, boss="old-mother-tallow" if act_two else "", torch=1)
    told = whole_turn(game, "end-turn")
    assert (told.ended, game.end) == (True, DARKNESS)


# ---- how many -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "players.count")
@pytest.mark.parametrize(("players", "heroes"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_two_to_four_heroes_play(players: int, heroes: int) -> None:
    game = new_game(content.load("book", {**PLAIN, "play.players": players, "play.starts": 1}))
    when(game, *[f"take-{number + 1}" for number in range(heroes)], rule=set_up)
    assert len(game.heroes) == heroes
    assert game.left[0] + 4 == {2: 9, 3: 7, 4: 5}[heroes]


@pytest.mark.rule("tiny-epic-dungeons", "players.count")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"play.players": 5}, "play: players"),
        ({"play.players": 0}, "play: players"),
        ({"play.players": 1, "play.party": ["sefa-marrow"]}, "there are 2 heroes"),
        ({"play.players": 4, "play.party": [*FOUR, "hob-lackland"]}, "play: party"),
        ({"play.players": 2, "play.party": ["sefa-marrow", "sefa-marrow"]}, "play: party"),
    ],
)
def test_fewer_than_two_and_more_than_four_heroes_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ContentError, match=words):
        content.load("book", changes)


# ---- alone ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "players.solo-two-heroes")
def test_one_player_sets_up_two_heroes_as_two_players_do() -> None:
    games = []
    for players in (1, 2):
        game = new_game(content.load("book", {**PLAIN, "play.players": players, "play.starts": 1}))
        when(game, "take-1", "take-2", rule=set_up)
        games.append(game)
    alone, pair = games
    assert alone.left == pair.left == [5, 8, 4]
    assert alone.unseen_in_b.count(ENCOUNTER_CARD) == 2
    assert alone.torch == pair.torch == 15
    assert [hero.mat.index for hero in alone.heroes] == [0, 1]


@pytest.mark.rule("tiny-epic-dungeons", "players.solo-two-heroes")
def test_the_seat_of_one_player_answers_for_both_heroes() -> None:
    assert seat_asked(plain(solo=True)) == (0, "turn.next")
    assert seat_asked(plain(solo=True, active=1)) == (0, "turn.next")
    assert seat_asked(plain(active=1)) == (1, "turn.next")


@pytest.mark.rule("tiny-epic-dungeons", "players.solo-separate-turns")
def test_two_heroes_of_one_player_take_turns_and_the_torch_moves_after_each() -> None:
    game = plain(solo=True, torch=20)
    for active, torch in ((0, 19), (1, 18), (0, 17)):
        assert game.active == active
        whole_turn(game, "end-turn")
        assert game.torch == torch


@pytest.mark.rule("tiny-epic-dungeons", "players.solo-heroes-are-others")
@pytest.mark.parametrize(("health", "legal"), [(9, True), (0, False)])
def test_a_second_hero_of_the_same_player_distracts_enemies(health: int, legal: bool) -> None:
    rooms = {(3, 4): ("old-guardroom", "nsw")}
    game = plain(
        rooms=rooms, at=[(3, 4), (3, 4)], minions=[("bell-warden", (3, 4))], health=[9, health], solo=True,
        changes=SEARCH,
    )  # fmt: skip
    assert ("search" in offered(game)) == legal


# ---- who decides, who is out ----------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "players.active-decides")
@pytest.mark.parametrize("active", [0, 1, 2])
def test_the_active_player_chooses_for_enemies(active: int) -> None:
    game = plain(
        FOUR[:3], rooms={(3, 4): ("gutter-run", "ew")}, minions=[("bell-warden", (3, 4))], active=active, torch=21,
        changes=drawn_track(1),
    )  # fmt: skip
    assert seat_asked(game, "end-turn") == (active, "enemy.target")


@pytest.mark.rule("tiny-epic-dungeons", "players.no-elimination")
def test_all_heroes_may_lie_unconscious_and_the_next_one_rises() -> None:
    game = plain(health=[0, 0], focus=[0, 0], torch=20)
    assert whole_turn(game).offered == ["research", "end-turn"]  # it has rested, which is its Heroic Action
    game = plain(health=[0, 0], focus=[0, 0], torch=20)
    told = whole_turn(game, "end-turn")
    assert (told.ended, game.torch) == (False, 19)
    assert [hero.health for hero in game.heroes] == [3, 0]
    whole_turn(game, "end-turn")
    assert [hero.health for hero in game.heroes] == [3, 3]
