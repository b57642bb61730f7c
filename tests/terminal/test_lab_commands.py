"""The lab's commands: what they print, write and refuse."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import polars
import pytest

from tests.terminal.driver import Terminal, refused, separately, undercroft

QUICK = ("--games", "24", "--seed", "x", "--workers", "1")
HARDER = "book,enemy.wraith.health=9"


def answer(home: Path, *arguments: str) -> dict[str, Any]:
    """The one JSON object that a command prints."""
    done = undercroft(home, *arguments, "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    parsed = json.loads(done.stdout)
    assert isinstance(parsed, dict)
    return parsed


@pytest.mark.parametrize("command", ["compare", "sweep"])
def test_every_command_explains_itself(tmp_path: Path, command: str) -> None:
    done = undercroft(tmp_path, command, "-h")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: undercroft {command}")
    assert f"For example: undercroft {command}" in done.words


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulate", "tin-helm", "--workers", "100000"], "100000 workers are too many for this machine"),
        (["simulate", "tin-helm", "--on", "ray:127.0.0.1:99999"], "there is no port 99999"),
        (["simulate", "tin-helm", "--on", "mars"], "there is no place 'mars' to play on"),
        (["simulate", "tin-helm", "--out", "rows.txt"], "rows are written as .parquet or .csv"),
        (["simulate", "tin-helm", "--out", "no/such/folder/rows.csv"], "there is no folder"),
        (["compare", "chess"], "there is no game 'chess'"),
        (["compare", "tin-helm", "--b", "gilded"], "side b: Tin Helm has no edition 'gilded'"),
        (["compare", "tin-helm", "--b", "book,printed"], "--b takes an edition first and then PATH=VALUE"),
        (["compare", "tin-helm", "--a", "enemy.wrath.health=9"], "a: enemy.wrath.health: there is no 'wrath' in enemy"),
        (["compare", "tin-helm", "--bot-b", "genius"], "there is no bot 'genius'"),
        (["compare", "tin-helm", "--games", "few"], "--games takes a whole number"),
        (["compare", "tin-helm", "--precision", "1"], "--precision takes a share between 0 and 1"),
        (["compare", "tin-helm", "--precision", "nan"], "--precision takes a share between 0 and 1"),
        (["sweep", "tin-helm"], "a sweep varies one value or two, not 0"),
        (["sweep", "tin-helm", "--vary", "enemy.wraith.health"], "write it as PATH=VALUES"),
        (["sweep", "tin-helm", "--vary", "enemy.wrath.health=3..8"], "--vary: enemy.wrath.health: there is no 'wrath'"),
        (["sweep", "tin-helm", "--vary", "enemy.wraith.health=3..8", "--plot", "x.gif"], "a chart is saved as"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(tmp_path: Path, arguments: list[str], said: str) -> None:
    assert said in refused(tmp_path, *arguments)


@pytest.mark.parametrize(
    ("package", "arguments", "said"),
    [
        ("polars", ["--out", "rows.parquet"], "rows need polars; get it with: pip install 'undercroft[lab]'"),
        ("ray", ["--on", "ray"], "Ray is not installed; pip install 'undercroft[cluster]'"),
    ],
)
def test_without_a_package_one_sentence_says_what_to_install(
    tmp_path: Path, package: str, arguments: list[str], said: str
) -> None:
    with patch.dict(sys.modules, {package: None}):
        assert refused(tmp_path, "simulate", "tin-helm", *QUICK, *arguments) == said


# ---- simulate --------------------------------------------------------------------------------------------------------


def test_simulate_writes_its_rows_and_says_where(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    done = undercroft(tmp_path, "simulate", "tin-helm", *QUICK, "--out", str(path))
    assert done.returncode == 0
    assert f"24 rows in {path}" in done.stdout
    assert polars.read_parquet(path)["seed"].to_list() == [f"x/{number}" for number in range(24)]


def test_an_interrupted_run_writes_the_rows_that_are_finished(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    terminal = Terminal(tmp_path, "simulate", "tin-helm", "--games", "90000000", "--workers", "2", "--out", str(path))
    terminal.read_match(r"[1-9]\d*/90000000")
    terminal.interrupt()
    said, code = terminal.leave()
    assert code == 130
    assert "interrupted" in said
    numbers = polars.read_parquet(path)["number"]
    assert f"{len(numbers):,} rows in" in said
    assert numbers.n_unique() == len(numbers) > 0


@pytest.mark.parametrize("command", [("simulate", "--out", "x.csv"), ("report", "--out", "x.html")])
def test_interrupts_without_end_lose_nothing(tmp_path: Path, command: tuple[str, ...]) -> None:
    name, option, file = command
    path = tmp_path / file
    run = (name, "tin-helm", "--games", "90000000", "--workers", "1", "--bot", "random", option, str(path))
    terminal = Terminal(tmp_path, *run)
    terminal.read_match(r"[1-9]\d*/90000000")
    for _ in range(40):
        terminal.send("\x03")
        time.sleep(0.01)
    said, _ = terminal.leave()  # the last of them may strike when all is said
    assert "interrupted" in said
    assert "Won" in said
    assert path.stat().st_size > 0


def test_a_single_game_is_told_in_the_singular(tmp_path: Path) -> None:
    one = ("--games", "1", "--seed", "x", "--workers", "1")
    out = ("--out", str(tmp_path / "x.csv"))
    page = ("--out", str(tmp_path / "x.html"))
    varied = ("--vary", "enemy.wraith.health=5")
    for arguments, said in {
        ("simulate", "tin-helm", *one, *out): ("seed x: 1 game Won", "1 row in"),
        ("report", "tin-helm", *one, *page): ("seed x: 1 game Won",),
        ("compare", "tin-helm", *one): ("seed x: 1 pair of games on the same seeds",),
        ("compare", "tin-helm", *one, "--unpaired"): ("seed x: 1 game on each side",),
        ("sweep", "tin-helm", *one, *varied): (" 1 game with each health",),
    }.items():
        words = undercroft(tmp_path, *arguments).words
        assert all(each in words for each in said), words
    assert "a report on 1 game<" in (tmp_path / "x.html").read_text()


# ---- compare ---------------------------------------------------------------------------------------------------------


def test_compare_shows_both_sides_and_the_difference(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "compare", "tin-helm", "--b", HARDER, *QUICK)
    assert done.returncode == 0
    assert done.stderr == ""
    for words in (
        "Tin Helm, steady bot, seed x: 24 pairs of games on the same seeds",
        "a book ",
        "b book, enemy.wraith.health=9 ",
        "b minus a Won ",
        "Won by both ",
    ):
        assert words in done.words
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
    (difference,) = [line for line in done.stdout.splitlines() if line.startswith("Won  ")]
    assert re.fullmatch(r"Won +[-+]?[\d.]+ points   95 %: [-+]?[\d.]+ to [-+]?[\d.]+ points", difference)


def test_compare_as_json_is_one_object(tmp_path: Path) -> None:
    run = ("compare", "tin-helm", "--b", HARDER, *QUICK)
    found = answer(tmp_path, *run)
    assert found["pairs"] == sum(found["won"].values()) == 24
    assert found["a"]["edition"] == "book"
    assert found["b"]["changes"] == {"enemy.wraith.health": 9}
    difference = found["won"]["only_b"] - found["won"]["only_a"]
    assert found["win_rate_difference"] == pytest.approx(difference / 24)
    low, high = found["win_rate_difference_95"]
    assert low < found["win_rate_difference"] < high
    assert found["b"]["wins"] - found["a"]["wins"] == difference


def test_bots_are_compared_by_name(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "compare", "tin-helm", "--bot-a", "random", *QUICK)
    assert "a random, book " in done.words
    assert "b steady, book " in done.words


def test_a_side_compared_with_itself_is_told_how_to_be_unpaired(tmp_path: Path) -> None:
    same = undercroft(tmp_path, "compare", "tin-helm", *QUICK)
    assert "Both sides are the same, and so is every pair; --unpaired gives each side seeds of its own." in same.words
    apart = undercroft(tmp_path, "compare", "tin-helm", *QUICK, "--unpaired")
    assert "24 games on each side, each with its own seed" in apart.words
    assert "Both sides are the same" not in apart.words


def test_compare_says_whether_it_is_as_precise_as_asked(tmp_path: Path) -> None:
    run = ("compare", "tin-helm", "--bot", "random", "--seed", "x", "--workers", "1")
    done = undercroft(tmp_path, *run, "--precision", "0.02")
    assert "200 pairs of games" in done.words
    assert "Known to 1.37 points, as asked." in done.words
    done = undercroft(tmp_path, *run, "--precision", "0.02", "--games", "30")
    assert "Known to 8.66 points; to 2 points was asked." in done.words


# ---- sweep -----------------------------------------------------------------------------------------------------------


def test_sweep_shows_every_value_and_draws_them(tmp_path: Path) -> None:
    plot = tmp_path / "wraith.svg"
    varied = ("--vary", "enemy.wraith.health=3..9:3", "--vary", "figures.hunger=1,2")
    done = undercroft(tmp_path, "sweep", "tin-helm", *varied, *QUICK, "--plot", str(plot))
    assert done.returncode == 0
    assert done.stderr == ""
    assert "enemy.wraith.health and figures.hunger, 24 games with each" in done.words
    rows = [line.split()[:2] for line in done.stdout.splitlines() if line[:1].isdigit() and line.split()[1].isdigit()]
    assert rows == [["3", "1"], ["3", "2"], ["6", "1"], ["6", "2"], ["9", "1"], ["9", "2"]]
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
    assert "<svg" in plot.read_text()


def test_sweep_as_json_is_one_object(tmp_path: Path) -> None:
    found = answer(tmp_path, "sweep", "tin-helm", "--vary", "enemy.wraith.health=5,60", *QUICK)
    assert found["games"] == 24
    assert [point["values"] for point in found["points"]] == [{"enemy.wraith.health": value} for value in (5, 60)]
    assert found["points"][0]["wins"] == found["base"]["wins"]
    assert found["points"][0]["score_difference"] == 0
    assert found["points"][1]["score_difference"] != 0


def test_a_screen_without_unicode_gets_its_bars_in_ascii(tmp_path: Path) -> None:
    run = ("sweep", "tin-helm", "--vary", "enemy.wraith.health=5", *QUICK)
    assert separately(tmp_path, *run, PYTHONIOENCODING="ascii").stdout.isascii()
