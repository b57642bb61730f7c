"""A quest of somebody's own, measured: the games are the game's, the figures are the same again, nothing is lost."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from undercroft.bots import find_bot
from undercroft.core.chance import Seeded
from undercroft.core.errors import ContentError, UndercroftError
from undercroft.core.players import Opening
from undercroft.core.table import Table
from undercroft.games import find_game
from undercroft.games.freequest.content import DATA
from undercroft.games.freequest.quest_content import QUESTS
from undercroft.games.freequest.state import FreeQuest
from undercroft.lab.quests import (
    ENDS,
    LARGEST,
    Measured,
    Party,
    QuestFile,
    QuestGame,
    QuestJob,
    check_setting,
    measure,
    open_quest,
    play_quest,
    warning,
)
from undercroft.lab.simulate import simulate
from undercroft.lab.sweep import Varied, sweep
from undercroft.lab.workers import Here

GAME = find_game("freequest")


@pytest.fixture(scope="module")
def ladle() -> QuestFile:
    """The template, which is a quest."""
    return open_quest(DATA / "template.toml")


def run(file: QuestFile, games: int, heroes: int | None = 4, workers: int = 1, **more: Any) -> Measured:
    """A run with the usual setting."""
    return measure(file, games, heroes, "fair", more.pop("seed", "x"), Here(workers), **more)


def frail(file: QuestFile, *heroes: str) -> QuestJob:
    """The same quest for four, some of whom a single blow kills."""
    return QuestJob({**file.changes(4, "fair"), **{f"hero.{hero}.health": 1 for hero in heroes}}, "frail")


# ---- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heroes", [1, 4])
def test_the_games_are_those_that_the_game_itself_plays(ladle: QuestFile, heroes: int) -> None:
    changes = ladle.changes(heroes, "fair")
    openings = GAME.openings(GAME.new("book", changes))
    for number, played in enumerate(play_quest(QuestJob(changes, "same"), 0, 3)):
        state = GAME.new("book", changes)
        player = Opening(list(openings[number]), find_bot("steady", GAME.name, f"same/{number}"))
        GAME.play(state, Table([player] * len(GAME.seats), Seeded(f"same/{number}")))
        assert isinstance(state, FreeQuest)
        outcome = state.outcome()
        assert outcome is not None
        assert (played.end, played.won, played.rounds) == (outcome.end, outcome.won, state.board.round)
        assert played.party == tuple(hero.kind.index for hero in state.board.heroes)


@pytest.mark.parametrize("heroes", [1, 3])
def test_a_party_of_so_many_heroes_is_the_same_for_check_simulate_and_sweep(ladle: QuestFile, heroes: int) -> None:
    """Law: they play the very same games."""
    checked = run(ladle, 8, heroes=heroes, seed="same").as_json()["parties"][0]
    simulated = simulate(GAME, "steady", 8, "same", "book", ladle.changes(heroes, "fair"), place=Here(1)).as_json()
    others = {path: value for path, value in ladle.changes(heroes, "fair").items() if path != "play.heroes"}
    swept = sweep(GAME, [Varied("play.heroes", (heroes,))], "steady", 8, "same", "book", others, Here(1)).points[0]
    assert checked["wins"] == simulated["wins"] == swept.tally.wins
    assert {end: count for end, count in checked["ends"].items() if count} == {
        end: count for end, count in simulated["ends"].items() if count
    }
    first = {row["name"] for row in simulated["openings"].values() if row["games"]}
    assert first <= set(checked["played"])
    assert sum(checked["played"].values()) == 8 * heroes


def test_everybody_who_dies_is_counted_once_and_where_it_happened(ladle: QuestFile) -> None:
    games = play_quest(frail(ladle, "warrior", "wizard", "sworn-defender", "medic"), 0, 12)
    lost = [game for game in games if game.end == "all-dead"]
    assert lost
    for game in lost:
        assert sorted(hero for hero, _ in game.deaths) == sorted(game.party)
    areas = Counter(area for game in games for _, area in game.deaths)
    assert set(areas) <= {area.index for area in ladle.quest.areas}
    assert areas.total() > areas[ladle.quest.start]


def test_who_is_carried_home_has_still_died_where_the_monsters_were(ladle: QuestFile) -> None:
    won = [game for game in play_quest(frail(ladle, "wizard"), 0, 20) if game.won and game.deaths]
    assert won
    assert {area for game in won for _, area in game.deaths} - {ladle.quest.start}


# ---- what it says ----------------------------------------------------------------------------------------------------


def test_the_same_words_give_the_same_figures_whoever_plays(ladle: QuestFile) -> None:
    alone = run(ladle, 6).as_json()
    assert alone == run(ladle, 6).as_json() == run(ladle, 6, workers=2).as_json()
    assert alone["parties"] != run(ladle, 6, seed="y").as_json()["parties"]


def test_the_parts_add_up(ladle: QuestFile) -> None:
    figures = run(ladle, 3, heroes=None).as_json()
    assert [party["heroes"] for party in figures["parties"]] == [1, 2, 3, 4]
    for party in figures["parties"]:
        assert party["games"] == sum(party["ends"].values()) == 3
        assert party["wins"] == party["ends"]["complete"]
        assert tuple(party["ends"]) == ENDS
        low, high = party["win_rate_95"]
        assert low <= party["win_rate"] <= high
        assert party["threat"] == sum(party["threat_by_area"].values()) <= party["budget"]
        assert sum(party["played"].values()) == 3 * party["heroes"]
        for hero, row in party["deaths"].items():
            assert row["games"] == party["played"][hero] <= 3
            assert row["died"] == sum(row["where"].values())
    assert figures["areas"] == {"S": "start", "h": "hallway", "A": "room", "B": "room"}


def test_deaths_are_told_by_hero_and_area(ladle: QuestFile) -> None:
    party = Party(2)
    hall, cellar = (next(area.index for area in ladle.quest.areas if area.letter == letter) for letter in "hB")
    won = QuestGame("complete", True, 9, (0, 1), ((1, cellar),))
    lost = QuestGame("all-dead", False, 5, (0, 1), ((1, cellar), (0, hall)))
    home = QuestGame("withdrew", False, 4, (0, 1), ((1, hall),))
    party.take([won, lost, home])
    figures = Measured(ladle, "fair", 3, "x", (party,)).as_json()["parties"][0]
    assert figures["ends"] == {"complete": 1, "all-dead": 1, "time-up": 0, "withdrew": 1}
    assert figures["mean_rounds"] == 6
    assert figures["deaths"] == {
        "Warrior": {"games": 3, "died": 1, "where": {"h": 1}},
        "Wizard": {"games": 3, "died": 3, "where": {"B": 2, "h": 1}},
    }
    assert list(figures["deaths"]["Wizard"]["where"]) == ["B", "h"]


def test_no_games_are_a_check_alone(ladle: QuestFile) -> None:
    figures = run(ladle, 0, heroes=None).as_json()
    assert not figures["interrupted"]
    assert figures["warnings"] == []
    assert [party["threat"] for party in figures["parties"]] == [53, 121, 222, 331]
    assert [party["budget"] for party in figures["parties"]] == [72, 192, 360, 576]
    assert all(party["win_rate"] is None for party in figures["parties"])


def test_an_interrupted_run_keeps_what_is_finished(ladle: QuestFile) -> None:
    told: list[int] = []

    def stop(done: int) -> None:
        told.append(done)
        if done >= 8:
            raise KeyboardInterrupt

    measured = run(ladle, 5, heroes=None, progress=stop)
    assert measured.interrupted
    games = [party.games for party in measured.parties]
    assert games[0] == 5
    assert 3 <= games[1] <= 5
    assert games[2:] == [0, 0]
    assert told == sorted(told)
    assert measured.as_json()["parties"][3]["mean_rounds"] is None


@pytest.mark.parametrize(
    ("wins", "games", "said"),
    [
        (0, 0, ""),
        (25, 100, ""),
        (85, 100, ""),
        (24, 100, "For 3 heroes it may be too hard: under 25 % of the games were won."),
        (10, 100, "For 3 heroes it is too hard: under 25 % of the games were won."),
        (86, 100, "For 3 heroes it may be too easy: over 85 % of the games were won."),
        (99, 100, "For 3 heroes it is too easy: over 85 % of the games were won."),
    ],
)
def test_a_quest_that_is_hardly_or_nearly_always_won_is_warned_of(wins: int, games: int, said: str) -> None:
    assert warning(Party(3, games, wins)) == said


# ---- what is refused -------------------------------------------------------------------------------------------------


def test_a_quest_of_the_book_is_played_as_the_book_has_it() -> None:
    file = open_quest(QUESTS / "cold-kiln.toml")
    assert file.in_book
    assert "play.own" not in file.changes(2, "gentle")
    assert run(file, 1, heroes=1).parties[0].games == 1


def test_a_copy_of_it_needs_an_id_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "kiln.toml"
    text = (QUESTS / "cold-kiln.toml").read_text()
    path.write_text(text)
    with pytest.raises(ContentError, match=r"^kiln\.toml: id: there is a quest 'cold-kiln' in the book already$"):
        open_quest(path)
    path.write_text(text.replace('id = "cold-kiln"', 'id = "warm-kiln"'))
    assert run(open_quest(path), 1, heroes=1).parties[0].games == 1


def test_who_cannot_play_is_said(ladle: QuestFile) -> None:
    assert check_setting(ladle, None, "cunning") == (1, 2, 3, 4)
    assert check_setting(ladle, 3, "gentle") == (3,)
    with pytest.raises(UndercroftError, match=r"^template\.toml is for 1 to 4 heroes, not for 5$"):
        check_setting(ladle, 5, "fair")
    with pytest.raises(UndercroftError, match=r"^there is no referee 'cruel'; there is gentle, fair, cunning$"):
        check_setting(ladle, 1, "cruel")


def test_the_largest_file_is_still_read(tmp_path: Path) -> None:
    text = (DATA / "template.toml").read_bytes()
    path = tmp_path / "long.toml"
    path.write_bytes(text + b"#" * (LARGEST - len(text)))
    assert open_quest(path).quest.key == "the-missing-ladle"
    path.write_bytes(text + b"#" * (LARGEST - len(text) + 1))
    with pytest.raises(ContentError, match=r"^long\.toml: it is larger than 200,000 bytes"):
        open_quest(path)
