"""The command `review`: the verdict, the tables, the plot, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import undercroft as house
from tests.terminal.driver import Terminal, refused, save_file, undercroft
from undercroft.core.record import Record

QUICK = ("--games", "20", "--workers", "1")


def keep(home: Path, name: str, record: Record) -> None:
    """Put a record among the saves."""
    save_file(home, name).parent.mkdir(exist_ok=True)
    save_file(home, name).write_text(record.to_text(), encoding="utf-8")


def given_up() -> Record:
    """A game of Elbereth that was given up at once: a choice that costs all the chances there were."""
    session = house.start("elbereth", "given up")
    session.choose(0)
    session.choose("give-up")
    return session.record


@pytest.mark.slow
def test_a_game_given_up_was_lost_by_that_choice(tmp_path: Path) -> None:
    keep(tmp_path, "given-up", given_up())
    page, chart = tmp_path / "review.html", tmp_path / "review.svg"
    done = undercroft(tmp_path, "review", "given-up", *QUICK, "--plot", str(page))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "You lost a game that stood at " in done.words
    assert "Chance of winning 100 %" in done.words
    assert "2 What do you do? " in done.words
    assert "chosen: Give up" in done.words
    assert "better: " in done.words
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
    text = page.read_text(encoding="utf-8")
    assert "You lost a game that stood at " in text
    assert "Give up" in text
    assert "http" not in text.replace("http://www.w3.org/", "")
    again = undercroft(tmp_path, "review", str(save_file(tmp_path, "given-up")), *QUICK, "--json", "--plot", str(chart))
    data = json.loads(again.stdout)
    assert data["costliest"] == [2]
    assert data["start"] + data["luck"]["value"] + data["choices"]["value"] == pytest.approx(data["end"], abs=1e-9)
    assert data["choices_by_number"][1]["cost"]["value"] > 0.2
    assert (data["finished"], data["won"], data["end"]) == (True, False, 0.0)
    assert chart.read_text(encoding="utf-8").startswith("<?xml")
    assert sorted(path.name for path in tmp_path.glob("*review*")) == ["review.html", "review.svg"]


@pytest.mark.slow
def test_an_unfinished_game_is_reviewed_and_said_to_be(tmp_path: Path) -> None:
    keep(tmp_path, "begun", house.start("tin-helm", "begun").record)
    done = undercroft(tmp_path, "review", "begun", *QUICK)
    assert done.returncode == 0, done.stderr
    assert "The game is not finished. It stood at " in done.words
    assert "No choice cost anything that can be told from noise." in done.words


def test_a_record_that_no_longer_fits_is_refused_as_replay_refuses_it(tmp_path: Path) -> None:
    record = house.start("tin-helm", "misfit").record
    keep(tmp_path, "misfit", msgspec.structs.replace(record, choices=(("setup.race", "troll"),)))
    sentence = refused(tmp_path, "review", "misfit", *QUICK)
    assert "choice 1, setup.race troll, does not fit: setup.race offers human" in sentence
    assert undercroft(tmp_path, "replay", "misfit").stderr == f"undercroft: {sentence}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("lost",), "there is no save 'lost'"),
        (("begun", "--bot", "mcts"), "'mcts' thinks too long; use steady or random"),
        (("begun", "--games", "few"), "--games takes a whole number, 20 or more, and 'few' is none"),
        (("begun", "--games", "19"), "--games takes a whole number, 20 or more, and '19' is none"),
        (("begun", "--seat", "3"), "Tin Helm has no seat 3; it has 0 ("),
        (("begun", "--plot", "review.pdf"), "ends in .png, .svg or .html, and 'review.pdf' does not"),
        (("begun", "--plot", "no/where.html"), "there is no folder 'no'"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_before_any_work(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    keep(tmp_path, "begun", house.start("tin-helm", "begun").record)
    assert words in refused(tmp_path, "review", *arguments)


@pytest.mark.slow
def test_control_c_tells_what_is_finished(tmp_path: Path) -> None:
    keep(tmp_path, "given-up", given_up())
    terminal = Terminal(tmp_path, "review", "given-up", "--games", "100000")
    terminal.read_match("games")
    terminal.interrupt()
    said, code = terminal.leave()
    assert code == 130
    assert "Traceback" not in said
    assert "You lost a game" in said or "nothing to tell yet" in said
