"""The report as data: the same for any number of workers, with parts that add up and known answers to made-up games."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from typing import Any

import pytest

from undercroft.core.errors import UndercroftError
from undercroft.core.vocabulary import EventKind
from undercroft.games import GAMES, find_game
from undercroft.lab.noting import happening
from undercroft.lab.report import GameReport, command, report_on, spread
from undercroft.lab.rows import Job
from undercroft.lab.traits import Traits
from undercroft.lab.workers import Here

CLOCK = ("seconds", "workers", "games_per_second")
ALONE = Here(1)
JOB = Job("tin-helm", "steady", "made up", "book", {})


def without_clock(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in CLOCK}


def made_up(**parts: Any) -> dict[str, Any]:
    """The report on games that nobody has played."""
    traits = Traits(**parts)
    return GameReport(find_game("tin-helm"), JOB, traits.games, traits, 1.0, 1).as_json()


def kind(name: str) -> EventKind:
    return next(each for each in find_game("tin-helm").vocabulary.events if each.name == name)


def choice(prompt: str, option: str) -> int:
    vocabulary = find_game("tin-helm").vocabulary
    asked = next(each for each in vocabulary.prompts if each.name == prompt)
    found = vocabulary.find_option(option)
    assert found is not None
    return asked.index * len(vocabulary.options) + found.index


# ---- played ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_report_does_not_depend_on_the_number_of_workers(game: str) -> None:
    alone, shared = (report_on(game, "random", 45, "workers", place=Here(hands)).as_json() for hands in (1, 3))
    assert without_clock(alone) == without_clock(shared)
    assert json.loads(json.dumps(alone))["games"] == 45


def test_the_parts_of_a_report_add_up() -> None:
    data = report_on("tin-helm", "steady", 60, "sums", place=ALONE).as_json()
    assert sum(end["games"] for end in data["ends"]) == 60
    assert all(sum(end["places"].values()) == end["games"] for end in data["ends"])
    assert len(data["openings"]) == 12
    assert {row["games"] for row in data["openings"]} == {5}
    assert sum(row["wins"] for row in data["openings"]) == data["wins"] == data["score"]["won"]["games"]
    for part in (data["score"], data["decisions"], *data["figures"]):
        assert sum(part["all"]["counts"].values()) == part["won"]["games"] + part["lost"]["games"] == 60
    assert data["score"]["lost"]["most"] == max(data["score"]["lost"]["counts"])


def test_starts_and_ends_are_told_in_words() -> None:
    data = report_on("tin-helm", "random", 12, "words", place=ALONE).as_json()
    assert data["openings"][0]["name"] == "Human Marauder"
    assert {end["figure"] for end in data["ends"]} == {"level"}
    data = report_on("elbereth", "random", 15, "words", place=ALONE).as_json()
    assert data["openings"][0]["name"] == "Sword and Staff"


def test_an_interrupted_run_reports_what_is_finished() -> None:
    def stop(done: int) -> None:
        if done >= 5:
            raise KeyboardInterrupt

    report = report_on("tin-helm", "random", 1000, "stop", place=ALONE, progress=stop)
    assert report.interrupted
    assert 0 < report.games < 1000
    assert report.as_json()["games"] == report.games


def test_a_run_that_ends_before_its_first_game_still_has_a_report() -> None:
    data = GameReport(find_game("tin-helm"), JOB, 10, Traits(), 1.0, 1).as_json()
    assert data["games"] == 0
    assert data["win_rate"] is None
    assert data["early"] == data["choices"] == data["happenings"] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [({"bot": "oracle"}, "no bot"), ({"games": 0}, "0 games"), ({"edition": "lost"}, "no edition")],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(arguments: dict[str, Any], words: str) -> None:
    usual: dict[str, Any] = {"game": "tin-helm", "bot": "random", "games": 5, "seed": "x"}
    with pytest.raises(UndercroftError, match=words):
        report_on(**{**usual, **arguments})


def test_the_command_names_all_that_makes_the_report() -> None:
    job = Job("tin-helm", "mcts:100", "it's <b>&", "printed", {"enemy.wraith.health": 9, "figures.x": True})
    assert shlex.split(command(job, 70)) == [
        "undercroft", "report", "tin-helm", "--bot", "mcts:100", "--games", "70", "--seed=it's <b>&",
        "--edition", "printed", "--set=enemy.wraith.health=9", "--set=figures.x=true",
    ]  # fmt: skip


# ---- made up ---------------------------------------------------------------------------------------------------------


def test_an_option_is_held_against_games_that_offered_it_in_vain() -> None:
    key = choice("combat.attack", "spend-2")
    data = made_up(
        lengths=Counter({(15, True): 200, (15, False): 200}),
        offered=Counter({(key, True): 100, (key, False): 100}),
        taken=Counter({(key, True): 75, (key, False): 25}),
    )
    (row,) = data["choices"]
    assert (row["what"], row["when"]) == ("Spend 2 energy", "your attack")
    assert (row["with"]["games"], row["with"]["wins"]) == (100, 75)
    assert (row["without"]["games"], row["without"]["wins"]) == (100, 25)
    assert row["difference"] == 0.5
    assert row["difference_95"][0] < 0.5 < row["difference_95"][1]
    assert row["sure"]


def test_early_is_what_was_seen_in_time_in_games_that_lasted_so_long() -> None:
    wraith, ring = happening(kind("enemy.met"), 0), happening(kind("loot.taken"), 0)
    data = made_up(
        lengths=Counter({(35, True): 100, (35, False): 90, (12, False): 10}),
        seen=Counter(
            {
                (wraith, 0, 1, False): 10,  # those ended before the early part did
                (wraith, 0, 3, False): 60,
                (wraith, 2, 3, True): 20,
                (ring, 3, 3, True): 50,  # too late to be early
            }
        ),
    )
    assert data["early_decisions"] == 30
    assert data["early_share"] == pytest.approx(0.95)
    (early,) = data["early"]
    assert (early["with"]["games"], early["with"]["wins"]) == (80, 20)
    assert (early["without"]["games"], early["without"]["wins"]) == (110, 80)
    at_all = {row["when"]: row for row in data["happenings"]}
    assert set(at_all) == {"enemy met", "loot taken"}
    assert (at_all["enemy met"]["with"]["games"], at_all["enemy met"]["with"]["wins"]) == (90, 20)
    assert at_all["loot taken"]["without"]["games"] == 150
    assert data["contrasts"] == 3


def test_only_differences_that_stand_after_all_that_were_looked_at_are_sure() -> None:
    """One difference of two standard errors: alone it is sure, among twenty that are nothing it is not."""
    lengths = Counter({(5, True): 50, (5, False): 50})
    met = kind("enemy.met")
    lucky = {(happening(met, 0), 0, 0, True): 30, (happening(met, 0), 0, 0, False): 20}
    nothing = {
        (happening(kind(name), thing), 0, 0, won): 25
        for name in ("room.seen", "loot.taken", "hero.hits")
        for thing in range(8)
        for won in (True, False)
    }
    assert [row["sure"] for row in made_up(lengths=lengths, seen=Counter(lucky))["happenings"]] == [True]
    many = made_up(lengths=lengths, seen=Counter({**lucky, **nothing}))["happenings"]
    assert len(many) > 15
    assert many[0]["difference"] == pytest.approx(0.2)
    assert not any(row["sure"] for row in many)


def test_what_befell_the_same_thing_in_the_same_games_is_told_once() -> None:
    lengths = Counter({(5, True): 50, (5, False): 50})
    met, rolls, other = (
        happening(kind("enemy.met"), 3),
        happening(kind("enemy.rolls"), 3),
        happening(kind("enemy.met"), 4),
    )
    seen = Counter({(key, 0, 0, won): count for key in (met, rolls, other) for won, count in ((True, 30), (False, 20))})
    assert sorted(row["when"] for row in made_up(lengths=lengths, seen=seen)["happenings"]) == ["enemy met"] * 2


def test_a_known_spread() -> None:
    data = spread(Counter({1: 1, 2: 2, 3: 1}))
    assert data["mean"] == 2
    assert data["quartiles"] == [1, 2, 2]
    low, high = data["mean_95"]  # Student's t with 3 degrees of freedom is 3.182
    assert (high - low) / 2 == pytest.approx(3.182 * (2 / 3 / 4) ** 0.5, rel=0.02)
    assert spread(Counter({7: 1}))["mean_95"] is None
    assert spread(Counter())["mean"] is None
