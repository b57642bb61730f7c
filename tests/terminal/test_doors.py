"""Whatever a command is given to read or write: one sentence, and nobody waits for ever."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.terminal.driver import refused, undercroft

READING = {
    "replay": ("replay", "{}"),
    "play on": ("play", "tin-helm", "--resume", "{}"),
    "review": ("review", "{}"),
    "mend": ("saves", "mend", "{}"),
    "campaign show": ("campaign", "show", "{}"),
    "campaign play": ("campaign", "play", "{}"),
    "campaign watch": ("campaign", "watch", "{}"),
    "check": ("check", "quest", "{}"),
    "play a quest": ("play", "freequest", "--quest", "{}"),
    "simulate a quest": ("simulate", "freequest", "--quest", "{}"),
}
LARGE = 100_000_000


def made(folder: Path, kind: str) -> Path:
    """Something that is no file of ours; its name could be that of any."""
    path = folder / "some.toml"
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "an endless device":
        path.symlink_to("/dev/zero")
    elif kind == "a folder":
        path.mkdir()
    elif kind == "nothing":
        path.symlink_to(folder / "nowhere")
    else:
        path.touch()
        os.truncate(path, LARGE)
    return path


@pytest.mark.parametrize("kind", ["a pipe", "an endless device", "a folder", "nothing", "a huge file"])
@pytest.mark.parametrize("command", READING)
def test_what_is_no_file_of_ours_is_refused_in_a_sentence(tmp_path: Path, command: str, kind: str) -> None:
    path = made(tmp_path, kind)
    with patch.object(Path, "read_bytes", side_effect=AssertionError("all of it is read")):
        sentence = refused(tmp_path, *(word.format(path) for word in READING[command]))
    assert path.name in sentence


def test_a_line_without_an_end_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "play", "tin-helm", "--seed", "long", typed="1\n" + "2" * 100_000)
    assert done.returncode == 2
    assert done.stderr == "undercroft: a line of more than 1,000 characters was given, which is no answer\n"
    assert len(done.stdout) < 20_000
    resumed = undercroft(tmp_path, "play", "tin-helm", "--resume", "tin-helm-long", typed="quit\n")
    assert resumed.returncode == 0
    assert "What is your trade?" in resumed.stdout, "the choice that was made is kept"


WRITING = {
    "rows": ("simulate", "tin-helm", "--games", "1", "--workers", "1", "--out", "{}/x.csv"),
    "a chart": (
        "sweep", "tin-helm", "--games", "1", "--workers", "1", "--vary", "enemy.wraith.health=3", "--plot", "{}/x.svg",
    ),
    "a report": ("report", "tin-helm", "--games", "1", "--workers", "1", "--out", "{}/x.html"),
    "a campaign": ("campaign", "new", "{}/x.json", "--party", "warrior"),
    "a quest": ("new", "quest", "old-mill", "--to", "{}/x.toml"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRITING)
def test_what_a_command_writes_is_on_the_disk_when_it_leaves(tmp_path: Path, what: str) -> None:
    """Law: the file itself, before it has its name, and then the name."""
    synced: list[int] = []
    sync, replace = os.fsync, os.replace

    def noted(number: int) -> None:
        sync(number)
        synced.append(os.fstat(number).st_ino)

    def replaced(source: Path, target: Path) -> None:
        assert os.stat(source).st_ino in synced
        replace(source, target)

    with patch.object(os, "fsync", noted), patch.object(os, "replace", replaced):
        done = undercroft(tmp_path, *(word.format(tmp_path) for word in WRITING[what]))
    assert done.returncode == 0, done.stderr
    (path,) = tmp_path.glob("x.*")
    assert synced.index(path.stat().st_ino) < synced.index(tmp_path.stat().st_ino)


@pytest.mark.parametrize("what", WRITING)
def test_a_pipe_is_not_written_over(tmp_path: Path, what: str) -> None:
    command = [word.format(tmp_path) for word in WRITING[what]]
    (name,) = [word for word in command if word.startswith(f"{tmp_path}/x.")]
    os.mkfifo(name)
    assert "x." in refused(tmp_path, *command)
    assert Path(name).is_fifo()


DEEP = "[" * 990
SETTING = {
    "play": ("play", "tin-helm", "--set", "{}"),
    "simulate": ("simulate", "tin-helm", "--set", "{}"),
    "compare": ("compare", "tin-helm", "--a", "book,{}"),
    "sweep": ("sweep", "tin-helm", "--vary", "{}"),
}


@pytest.mark.parametrize("command", SETTING)
@pytest.mark.parametrize(
    "value",
    [DEEP, "[" * 400 + "]" * 400, "[" * 30 + "]" * 30, "{a=" * 30 + "1" + "}" * 30, "9" * 40, "1e999", "1979-05-27"],
    ids=["no end", "very deep", "deep", "deep records", "huge", "endless", "a day"],
)
def test_a_value_that_no_game_could_have_is_refused_in_a_sentence(tmp_path: Path, command: str, value: str) -> None:
    sentence = refused(tmp_path, *(word.format(f"enemy.wraith.health={value}") for word in SETTING[command]))
    assert "enemy.wraith" in sentence
    assert len(sentence) < 300
