"""Saves: nothing acknowledged is lost, nothing broken is played, nothing is overwritten."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import msgspec
import pytest

import undercroft as house
from tests.terminal.driver import COMMAND, Terminal, environment, refused, save_file, undercroft
from tests.terminal.old_saves import DOES_NOT_FIT, ENDED, FIT, GOES_ON
from undercroft.core.record import Record
from undercroft.terminal.saves import safe_name

NAME = "tin-helm-amber-gate-41"
PLAY = ("play", "tin-helm", "--seed", "amber-gate-41")
RESUME = ("play", "tin-helm", "--resume")
SOME = "gnome\nalchemist\nresolve\nfight\nnothing\nspend-1\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a game of six choices."""
    undercroft(tmp_path, *PLAY, typed=SOME)
    return tmp_path


def record_of(home: Path, name: str) -> Record:
    """A save's record."""
    return house.load(save_file(home, name).read_text()).record


def on_a_small_disk(home: Path, size: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command, and a choice in it, where no file can grow beyond so many bytes."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input="1\n",
        capture_output=True,
        encoding="utf-8",
        env=environment(home),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        check=False,
    )


# ---- losing nothing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 4, 9])
def test_kill_9_loses_no_acknowledged_choice(tmp_path: Path, count: int) -> None:
    terminal = Terminal(tmp_path, *PLAY)
    terminal.read_until(" > ")
    for _ in range(count):
        terminal.type("1")
    terminal.kill()
    record = record_of(tmp_path, NAME)
    assert len(record.choices) == count
    resumed = undercroft(tmp_path, *RESUME)
    assert resumed.returncode == 0
    assert house.load(record).scene().status in resumed.stdout


def test_resume_goes_on_where_the_game_stopped(home: Path) -> None:
    undercroft(home, *RESUME, typed="1\n")
    undercroft(home, "play", "--resume", "tin-helm", typed="1\n")
    undercroft(home, *RESUME, NAME, typed="1\n")
    undercroft(home, *RESUME, str(save_file(home, NAME)), typed="1\n")
    names = [option for _, option in record_of(home, NAME).choices]
    assert names[:6] == SOME.split()
    assert len(names) == 10
    assert len(list((home / "saves").iterdir())) == 1


def test_resume_takes_the_latest_unfinished_game(tmp_path: Path) -> None:
    for seed in ("one", "two"):
        undercroft(tmp_path, "play", "tin-helm", "--seed", seed, typed="1\n")
    undercroft(tmp_path, "play", "tin-helm", "--seed", "three", typed="1\n" * 400)
    assert "seed two" in undercroft(tmp_path, *RESUME).stdout
    os.utime(save_file(tmp_path, "tin-helm-one"))
    assert "seed one" in undercroft(tmp_path, *RESUME).stdout


def test_resume_without_any_save_says_how_to_start(tmp_path: Path) -> None:
    assert (
        refused(tmp_path, *RESUME) == "there is no unfinished game of Tin Helm; `undercroft play tin-helm` starts one"
    )


def test_two_players_cannot_play_the_same_save(home: Path) -> None:
    terminal = Terminal(home, *RESUME)
    terminal.read_until(" > ")
    assert refused(home, *RESUME) == f"{NAME} is being played in another window; close it there first"
    assert undercroft(home, "replay", NAME).returncode == 0
    terminal.kill()
    assert undercroft(home, *RESUME).returncode == 0


def test_a_full_disk_ends_the_game_before_the_choice_and_leaves_the_save_whole(home: Path) -> None:
    before = save_file(home, NAME).read_bytes()

    done = on_a_small_disk(home, len(before) + 10, *RESUME)
    assert done.returncode == 1
    assert done.stderr == "undercroft: File too large\n"
    assert save_file(home, NAME).read_bytes() == before


def test_a_save_that_changes_while_it_is_played_is_noticed(home: Path) -> None:
    terminal = Terminal(home, *RESUME)
    terminal.read_until(" > ")
    with save_file(home, NAME).open("a") as file:
        file.write("7 something else\n")
    terminal.send("1\n")
    said, code = terminal.leave()
    assert code == 2
    assert "was changed or removed meanwhile; the choice was not saved" in said


def test_a_home_that_cannot_hold_saves_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    done = undercroft(file, *PLAY, typed="1\n")
    assert done.returncode == 1
    assert done.stderr == f"undercroft: {file}/saves: Not a directory\n"


# ---- broken saves ----------------------------------------------------------------------------------------------------


def cut(data: bytes) -> bytes:
    return data[:-4]


def cut_after_the_header(data: bytes) -> bytes:
    return data[: data.index(b"\n")]


def edited(data: bytes) -> bytes:
    return data.replace(b"alchemist", b"parson")


def edited_seed(data: bytes) -> bytes:
    return data.replace(b"amber-gate-41", b"amber-gate-42")


def without_a_line(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join([*lines[:3], *lines[4:]])


def foreign(data: bytes) -> bytes:
    return b"Dear diary, today I went down.\n"


def binary(data: bytes) -> bytes:
    return bytes(range(256))


def empty(data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (cut, "line 7: the file is cut short here; the 5 choices before are whole; `undercroft saves mend"),
        (cut_after_the_header, "line 1: the file is cut short here; `undercroft saves mend"),
        (edited, "line 3: the file was changed here; the one choice before is whole; `undercroft saves mend"),
        (edited_seed, "line 1: the line was changed or cut; what was played can no longer be told"),
        (without_a_line, "line 4: the file was changed here; the 2 choices before are whole; `undercroft saves mend"),
        (foreign, "is not an Undercroft record"),
        (binary, "is not an Undercroft record"),
        (empty, "is not an Undercroft record"),
    ],
)
def test_a_spoilt_save_is_refused_by_file_and_line_and_left_alone(
    home: Path, spoil: Callable[[bytes], bytes], said: str
) -> None:
    save = save_file(home, NAME)
    save.write_bytes(spoil(save.read_bytes()))
    before = save.read_bytes()
    sentence = refused(home, *RESUME, NAME)
    assert sentence.startswith(str(save))
    assert said in sentence
    assert refused(home, "replay", str(save)) == sentence
    assert save.read_bytes() == before
    assert list((home / "saves").iterdir()) == [save]


def test_mend_copies_what_is_whole(home: Path) -> None:
    save = save_file(home, NAME)
    save.write_bytes(cut(save.read_bytes()))
    before = save.read_bytes()
    done = undercroft(home, "saves", "mend", NAME)
    assert done.stdout == f"The first 5 choices are whole and are now the save {NAME}-mended.\n"
    assert save.read_bytes() == before
    assert [option for _, option in record_of(home, f"{NAME}-mended").choices] == SOME.split()[:5]
    undercroft(home, "saves", "mend", NAME)
    assert save_file(home, f"{NAME}-mended-2").exists()
    whole = undercroft(home, "saves", "mend", f"{NAME}-mended")
    assert whole.stdout == f"{NAME}-mended is whole, with 5 choices; there is nothing to mend.\n"


def test_resume_without_a_name_tells_of_a_newer_save_that_is_broken(home: Path) -> None:
    broken = save_file(home, "broken")
    broken.write_bytes(cut(save_file(home, NAME).read_bytes()))
    done = undercroft(home, *RESUME)
    assert done.returncode == 0
    assert f"{broken}, line 7: the file is cut short here" in done.stderr
    assert "seed amber-gate-41" in done.stdout


def test_a_record_that_no_longer_fits_opens_as_a_copy_up_to_where_it_does(home: Path) -> None:
    save = save_file(home, NAME)
    record = record_of(home, NAME)
    choices = (*record.choices[:4], ("combat.attack", "spend-9"))
    save.write_text(msgspec.structs.replace(record, choices=choices, rules=record.rules - 1).to_text())
    before = save.read_bytes()
    done = undercroft(home, *RESUME, NAME, typed="1\n")
    assert done.returncode == 0
    assert "choice 5, combat.attack spend-9, does not fit" in done.stderr
    assert f"it is now the save {NAME}-2; nothing is lost" in done.stderr
    assert save.read_bytes() == before
    assert len(record_of(home, f"{NAME}-2").choices) == 5
    assert "does not fit" in undercroft(home, "replay", NAME).stderr
    assert "no longer fits the rules" in undercroft(home, "saves").words


def put(home: Path, record: Record) -> Path:
    """A save called errand, as an older version of the program has left it."""
    save = save_file(home, "errand")
    save.parent.mkdir()
    save.write_text(record.to_text())
    return save


@pytest.mark.parametrize("record", [GOES_ON, ENDED], ids=["goes on", "was over"])
def test_a_game_of_older_rules_that_fits_goes_on_and_says_so(tmp_path: Path, record: Record) -> None:
    save = put(tmp_path, record)
    assert house.load(record).outcome is None
    done = undercroft(tmp_path, "play", "freequest", "--resume", typed="1\n")
    assert done.returncode == 0
    assert done.stderr == (
        "undercroft: errand was begun before the rules changed; parts of it might go differently now\n"
    )
    assert "Saved. Go on with: undercroft play freequest --resume errand" in done.words
    assert save.read_text().startswith(record.to_text())
    assert len(record_of(tmp_path, "errand").choices) > len(record.choices)
    assert list(save.parent.iterdir()) == [save]


def test_a_game_of_older_rules_that_no_longer_fits_goes_on_as_a_copy_of_what_does(tmp_path: Path) -> None:
    save = put(tmp_path, DOES_NOT_FIT)
    done = undercroft(tmp_path, "play", "freequest", "--resume", typed="1\n")
    assert done.returncode == 0
    assert done.stderr.startswith(f"undercroft: errand: choice {FIT + 1}, turn.choose-action step-up, does not fit: ")
    assert done.stderr.endswith(
        "; the rules have changed since. Up to there it is now the save errand-2; nothing is lost\n"
    )
    assert save.read_text() == DOES_NOT_FIT.to_text()
    copied = record_of(tmp_path, "errand-2")
    assert copied.choices[:FIT] == DOES_NOT_FIT.choices[:FIT]
    assert len(copied.choices) == FIT + 1


def test_a_game_of_todays_rules_goes_on_without_a_word(tmp_path: Path) -> None:
    put(tmp_path, msgspec.structs.replace(ENDED, rules=house.GAMES["freequest"].rules_version))
    assert undercroft(tmp_path, "play", "freequest", "--resume").stderr == ""


def test_resume_without_a_name_says_one_sentence_if_the_only_save_is_broken(home: Path) -> None:
    save = save_file(home, NAME)
    save.write_bytes(save.read_bytes()[:-5])
    assert "the file is cut short here" in refused(home, *RESUME)


def test_a_record_that_nobody_can_have_played_is_refused(home: Path) -> None:
    save = save_file(home, NAME)
    record = record_of(home, NAME)
    choices = (*record.choices[:4], ("combat.attack", "spend-9"))
    save.write_text(msgspec.structs.replace(record, choices=choices).to_text())
    said = refused(home, *RESUME, NAME)
    assert "does not fit" in said
    assert "the record was not made by playing" in said
    assert [path.name for path in save.parent.iterdir()] == [save.name]


def test_a_header_nested_without_end_is_refused_and_hides_no_other_save(home: Path) -> None:
    text = '{"undercroft":1,"game":"tin-helm","edition":"book","seed":"x","rules":1,"changes":{"a":' + "[" * 100_000
    text += "]" * 100_000 + "}}"
    save_file(home, "nested").write_text(f"{text} {crc32(text.encode()):08x}\n")
    assert "line 1" in refused(home, *RESUME, "nested")
    listed = undercroft(home, "saves")
    assert listed.returncode == 0
    assert NAME in listed.stdout


@pytest.mark.parametrize("seed", ["\U0001f3b2", ".", " "])
def test_the_command_that_is_printed_goes_on_whatever_the_seed(tmp_path: Path, seed: str) -> None:
    done = undercroft(tmp_path, "play", "tin-helm", f"--seed={seed}", typed="1\n1\nquit\n")
    command = done.stdout.strip().split("Go on with:  ")[1]
    assert undercroft(tmp_path, *command.split()[1:]).returncode == 0


def test_a_disk_that_is_full_from_the_start_leaves_nothing_behind(tmp_path: Path) -> None:
    done = on_a_small_disk(tmp_path, 10, *PLAY)
    assert done.returncode == 1
    assert list((tmp_path / "saves").iterdir()) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "no-such-game"}, "is a save of no-such-game, not of tin-helm"),
        ({"edition": "gilded"}, "edition 'gilded'"),
        ({"changes": {"enemy.dragon.health": 3}}, "there is no 'dragon' in enemy"),
    ],
)
def test_a_record_of_something_unknown_is_refused(home: Path, change: dict[str, str], said: str) -> None:
    save = save_file(home, NAME)
    save.write_text(msgspec.structs.replace(record_of(home, NAME), **change).to_text())
    sentence = refused(home, *RESUME, NAME)
    assert str(save) in sentence
    assert said in sentence


def test_the_list_shows_every_save_and_says_what_is_broken(home: Path) -> None:
    save_file(home, "zz-broken").write_bytes(cut(save_file(home, NAME).read_bytes()))
    save_file(home, "zz-foreign").write_text("hello")
    done = undercroft(home, "saves")
    assert done.returncode == 0
    assert NAME in done.stdout
    assert "Gnome Alchemist" in done.stdout
    assert done.stdout.count("BROKEN, see below") == 2
    assert "line 7: the file is cut short" in done.stdout
    listed = {entry["name"]: entry for entry in json.loads(undercroft(home, "saves", "--json").stdout)["saves"]}
    assert set(listed) == {NAME, "zz-broken", "zz-foreign"}
    assert listed[NAME]["hero"] == "Gnome Alchemist"
    assert listed[NAME]["choices"] == 6
    assert listed[NAME]["trouble"] == ""
    assert listed["zz-foreign"]["trouble"].endswith("is not an Undercroft record")


# ---- seeds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seed",
    [
        "",
        " ",
        "../../etc/passwd",
        "a\nb\x1b[31m\x07",
        "żółw 🐢 \u202e",
        "-x",
        "x" * 5000,
        ":smile: [bold]",
        b"\xff\xfe",
    ],
)
def test_a_seed_of_any_characters_can_be_played_and_resumed(tmp_path: Path, seed: str | bytes) -> None:
    option = b"--seed=" + seed if isinstance(seed, bytes) else f"--seed={seed}"
    done = undercroft(tmp_path, "play", "tin-helm", option, typed="1\n1\n")
    assert done.returncode == 0, done.stderr
    assert all(letter.isprintable() or letter == "\n" for letter in done.stdout)
    (save,) = (tmp_path / "saves").iterdir()
    resumed = undercroft(tmp_path, *RESUME, typed="1\n")
    assert resumed.returncode == 0
    assert undercroft(tmp_path, "replay", save.stem).returncode == 0
    record = house.load(save.read_text()).record
    assert len(record.choices) == 3
    if isinstance(seed, str):
        assert record.seed == seed


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("tin-helm-amber-gate-41", "tin-helm-amber-gate-41"),
        ("../../x", "x"),
        ("a b\tc", "a-b-c"),
        ("...", ""),
        ("x" * 300, "x" * 80),
    ],
)
def test_names_of_saves_are_safe_on_every_disk(text: str, name: str) -> None:
    assert safe_name(text) == name
