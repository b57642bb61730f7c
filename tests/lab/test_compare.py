"""Two sides on the same seeds: what differs is found, what does not is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars
import pytest

from undercroft.core.errors import UndercroftError
from undercroft.lab.compare import (
    FIRST_LOOK,
    LOOK_EVERY,
    Side,
    compare,
    half_width,
    pairs_to_look,
    read_side,
    take_pairs,
)
from undercroft.lab.rows import Job, RowFile, play_rows
from undercroft.lab.workers import Here

BOOK = Side("book", {}, "steady")
RANDOM = Side("book", {}, "random")
ONE = Here(1)


# ---- sides -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "edition", "changes"),
    [
        ("book", "book", {}),
        ("", "book", {}),
        ("printed", "printed", {}),
        ("enemy.wraith.health=9", "book", {"enemy.wraith.health": 9}),
        ("book, enemy.wraith.health=9 ,a.b=true", "book", {"enemy.wraith.health": 9, "a.b": True}),
        ("printed,a.b=['a','b,c'],c.d=[[1,2],[3]]", "printed", {"a.b": ["a", "b,c"], "c.d": [[1, 2], [3]]}),
        ('a.b="it\'s, here",c.d=1', "book", {"a.b": "it's, here", "c.d": 1}),
    ],
)
def test_a_side_is_an_edition_and_changes(text: str, edition: str, changes: dict[str, Any]) -> None:
    assert read_side("--a", text, "steady") == Side(edition, changes, "steady")


@pytest.mark.parametrize("text", ["book,printed", "enemy.wraith.health=9,book", "book,", "a.b=1,,c.d=2"])
def test_what_is_no_side_is_refused(text: str) -> None:
    with pytest.raises(UndercroftError, match="--a takes an edition first and then PATH=VALUE"):
        read_side("--a", text, "steady")


@pytest.mark.parametrize(
    ("b", "words"),
    [
        (Side("lost", {}, "random"), "^side b: Tin Helm has no edition 'lost'"),
        (Side("book", {}, "oracle"), "^side b: there is no bot 'oracle'"),
        (Side("book", {"enemy.wrath.health": 9}, "random"), r"^side b: enemy\.wrath\.health: there is no 'wrath'"),
    ],
)
def test_a_side_that_cannot_be_played_is_refused_before_the_other_plays(b: Side, words: str) -> None:
    with pytest.raises(UndercroftError, match=words):
        compare("tin-helm", RANDOM, b, 10, "x", place=ONE)


def test_a_precision_is_a_share() -> None:
    with pytest.raises(UndercroftError, match="a precision lies between 0 and 1"):
        compare("tin-helm", RANDOM, RANDOM, 10, "x", precision=1.5, place=ONE)


# ---- differences -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_known_change_is_found_with_the_right_sign() -> None:
    harder = Side("book", {"enemy.wraith.health": 9}, "steady")
    found = compare("tin-helm", BOOK, harder, 800, "wraith").difference
    assert found.win_rate_95()[1] < 0
    interval = found.mean_score_95()
    assert interval is not None
    assert interval[1] < 0


def test_pairing_makes_the_interval_narrower() -> None:
    change = Side("book", {"enemy.wraith.health": 7}, "steady")
    paired, apart = (compare("tin-helm", BOOK, change, 120, "narrow", paired=paired) for paired in (True, False))
    assert half_width(paired.difference.win_rate_95()) < half_width(apart.difference.win_rate_95()) / 2


def test_a_side_compared_with_itself_on_the_same_seeds_is_the_same() -> None:
    comparison = compare("tin-helm", RANDOM, RANDOM, 30, "same", place=ONE)
    assert comparison.same
    assert comparison.difference.win_rate == comparison.difference.mean_score == 0
    assert comparison.difference.win_rate_95()[0] < 0 < comparison.difference.win_rate_95()[1]


def test_unpaired_the_sides_have_seeds_of_their_own() -> None:
    comparison = compare("tin-helm", RANDOM, RANDOM, 30, "own", paired=False, place=ONE)
    assert not comparison.same
    assert comparison.difference.squares > 0
    assert comparison.b.score == sum(play_rows(Job("tin-helm", "random", "own/b", "book", {}), 0, 30).score)


@pytest.mark.slow
def test_an_edition_compared_with_itself_covers_zero_in_at_least_93_of_100_repetitions() -> None:
    won = scored = 0
    for repetition in range(100):
        found = compare("tin-helm", BOOK, BOOK, 20, f"itself {repetition}", paired=False, place=ONE).difference
        low, high = found.win_rate_95()
        won += low <= 0 <= high
        interval = found.mean_score_95()
        scored += interval is not None and interval[0] <= 0 <= interval[1]
    assert won >= 93
    assert scored >= 93


def test_bots_can_be_compared() -> None:
    found = compare("tin-helm", RANDOM, BOOK, 60, "bots").difference
    assert found.win_rate_95()[0] > 0


# ---- stopping --------------------------------------------------------------------------------------------------------


def test_looks_come_after_fixed_numbers_of_pairs() -> None:
    at, looks = 0, []
    while at < 600:
        at += pairs_to_look(at)
        looks.append(at)
    assert looks == [200, 300, 400, 500, 600]
    assert pairs_to_look(250) == 50


def test_a_run_never_stops_between_looks_however_narrow_the_interval() -> None:
    result = compare("tin-helm", RANDOM, RANDOM, 1, "looks", precision=0.5, place=ONE)
    three = play_rows(result.a.job, 1, 3)
    stopped = [take_pairs(result, three, three) for _ in range(67)]
    assert stopped == [False] * 66 + [True]
    assert result.difference.pairs == FIRST_LOOK


@pytest.mark.slow
def test_a_run_stops_at_the_first_look_at_which_it_is_precise_whoever_plays() -> None:
    change = Side("book", {"enemy.wraith.health": 9}, "random")
    alone, shared = (compare("tin-helm", RANDOM, change, 3_000, "stop", precision=0.012, place=Here(n)) for n in (1, 2))
    assert alone.difference == shared.difference
    pairs = alone.difference.pairs
    assert FIRST_LOOK < pairs < 3_000
    assert (pairs - FIRST_LOOK) % LOOK_EVERY == 0
    assert half_width(alone.difference.win_rate_95()) <= 0.012
    before = compare("tin-helm", RANDOM, change, pairs - LOOK_EVERY, "stop", place=ONE)
    assert half_width(before.difference.win_rate_95()) > 0.012


def test_too_few_games_for_the_precision_say_so() -> None:
    answer = compare("tin-helm", RANDOM, RANDOM, 20, "few", precision=0.001, place=ONE).as_json()
    assert answer["pairs"] == 20
    assert answer["precise"] is False


def test_an_interrupted_comparison_keeps_whole_pairs(tmp_path: Path) -> None:
    def stop(done: int) -> None:
        if done >= 9:
            raise KeyboardInterrupt

    rows = RowFile(tmp_path / "rows.parquet")
    comparison = compare("tin-helm", RANDOM, BOOK, 500, "stop", place=Here(2), progress=stop, rows=rows)
    pairs = comparison.difference.pairs
    assert comparison.interrupted
    assert 9 <= pairs < 500
    assert comparison.a.games == comparison.b.games == pairs
    assert rows.write() == 2 * pairs
    frame = polars.read_parquet(rows.path)
    a, b = frame.filter(side="a"), frame.filter(side="b")
    assert a["seed"].to_list() == b["seed"].to_list()
    assert set(a["bot"]) == {"random"}
    assert set(b["bot"]) == {"steady"}
    assert int(b["won"].sum()) == comparison.b.wins
