"""Campaigns from the command line: begun, played quest by quest, saved between, and refused when broken."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from tests.terminal.driver import refused, save_file, undercroft
from tests.terminal.old_saves import DOES_NOT_FIT, ENDED, ERRAND, FIT, GOES_ON
from undercroft import GAMES
from undercroft.core.record import Record
from undercroft.terminal import campaigns
from undercroft.terminal.play import Play


def begun(home: Path, *arguments: str, folder: str = ".") -> Path:
    """A new campaign."""
    path = home / folder / "marsh.json"
    path.parent.mkdir(exist_ok=True)
    done = undercroft(home, "campaign", "new", str(path), "--seed", "marsh", *arguments)
    assert done.returncode == 0, done.stderr
    return path


def paper(path: Path) -> dict[str, Any]:
    """What a campaign's file says."""
    data = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def watched(home: Path, path: Path, quests: int) -> str:
    """Let bots play so many quests; what was told."""
    done = undercroft(home, "campaign", "watch", str(path), "--quests", str(quests))
    assert done.returncode == 0, done.stderr
    return done.stdout


def played(home: Path, path: Path, *lines: str) -> str:
    """Play on and type lines; what was said, however its lines were broken."""
    done = undercroft(home, "campaign", "play", str(path), typed="".join(f"{line}\n" for line in lines))
    assert done.returncode == 0, done.stderr
    return done.words


def saved_choices(home: Path, name: str) -> list[str]:
    """The choices in a save, line by line."""
    return save_file(home, name).read_text(encoding="utf-8").splitlines()[1:]


def test_bots_play_quest_after_quest_and_the_file_goes_along(tmp_path: Path) -> None:
    path = begun(tmp_path, "--party", "warrior,medic")
    assert paper(path)["campaign"] == {}
    assert watched(tmp_path, path, 1).startswith("1. The Cold Kiln  ")
    assert [chapter["quest"] for chapter in paper(path)["chapters"]] == ["The Cold Kiln"]
    assert [sheet["hero"] for sheet in paper(path)["campaign"]["party"]] == ["warrior", "medic"]
    assert watched(tmp_path, path, 1).startswith("2. ")
    assert len(paper(path)["chapters"]) == 2


def test_quests_played_at_once_or_one_by_one_are_the_same(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    for home in (first, second):
        home.mkdir()
    at_once, one_by_one = begun(first, "--party", "2"), begun(second, "--party", "2")
    watched(first, at_once, 3)
    for _ in range(3):
        watched(second, one_by_one, 1)
    assert paper(at_once) == paper(one_by_one)


def test_a_campaign_is_shown_with_its_party_and_what_is_open(tmp_path: Path) -> None:
    path = begun(tmp_path, "--party", "warrior,wizard")
    assert undercroft(tmp_path, "campaign", "show", str(path)).stdout == "The first quest waits.\n"
    watched(tmp_path, path, 1)
    shown = undercroft(tmp_path, "campaign", "show", str(path)).stdout
    assert "1. The Cold Kiln" in shown
    assert "  warrior  " in shown
    assert json.loads(undercroft(tmp_path, "campaign", "show", str(path), "--json").stdout) == paper(path)


# ---- no chapter is lost ----------------------------------------------------------------------------------------------


def test_a_chapter_goes_on_where_it_was_left(tmp_path: Path) -> None:
    path = begun(tmp_path, "--party", "2")
    said = played(tmp_path, path, "auto steady 3", "quit")
    assert f"Go on with: undercroft campaign play {path}" in said
    assert "--resume" not in said
    before = saved_choices(tmp_path, "campaign-marsh-1")
    played(tmp_path, path, "auto steady 2", "quit")
    after = saved_choices(tmp_path, "campaign-marsh-1")
    assert after[: len(before)] == before
    assert len(after) > len(before) > 0
    assert not save_file(tmp_path, "campaign-marsh-1-2").exists()


@pytest.mark.parametrize("command", ["play", "watch"])
def test_a_chapter_that_was_finished_as_a_save_is_entered(tmp_path: Path, command: str) -> None:
    path = begun(tmp_path, "--party", "2")
    played(tmp_path, path, "quit")
    undercroft(tmp_path, "play", "freequest", "--resume", "campaign-marsh-1", typed="auto steady\n")
    assert paper(path)["chapters"] == []
    finished = saved_choices(tmp_path, "campaign-marsh-1")
    done = undercroft(tmp_path, "campaign", command, str(path), typed="quit\n")
    assert "The save campaign-marsh-1 is a finished quest that the campaign did not know of; it is" in done.words
    assert "1. The Cold Kiln" in done.stdout
    assert paper(path)["chapters"][0]["quest"] == "The Cold Kiln"
    assert len(paper(path)["chapters"]) == (1 if command == "play" else 2)
    assert saved_choices(tmp_path, "campaign-marsh-1") == finished
    assert not save_file(tmp_path, "campaign-marsh-1-2").exists()
    assert save_file(tmp_path, "campaign-marsh-2").exists() == (command == "play")


def test_a_campaign_that_ended_as_a_save_is_over(tmp_path: Path) -> None:
    path = begun(tmp_path, "--party", "2")
    played(tmp_path, path, "quit")
    undercroft(tmp_path, "play", "freequest", "--resume", "campaign-marsh-1", typed="auto steady\n")
    real = campaigns.after
    with patch.object(campaigns, "after", lambda *given: replace(real(*given), over="lost")):
        assert played(tmp_path, path).endswith("The campaign is lost.")
    assert paper(path)["over"] == "lost"
    assert "is lost; campaign show tells its story" in refused(tmp_path, "campaign", "play", str(path))


def test_campaigns_of_one_name_in_two_folders_go_on_each_by_itself(tmp_path: Path) -> None:
    first = begun(tmp_path, "--party", "2", folder="one")
    second = begun(tmp_path, "--party", "3", folder="two")
    played(tmp_path, first, "auto steady 2", "quit")
    for _ in range(2):
        played(tmp_path, second, "auto steady 3", "quit")
    ours = saved_choices(tmp_path, "campaign-marsh-1")
    assert len(saved_choices(tmp_path, "campaign-marsh-1-2")) > 3
    assert not save_file(tmp_path, "campaign-marsh-1-3").exists()
    played(tmp_path, first, "auto steady 2", "quit")
    assert len(saved_choices(tmp_path, "campaign-marsh-1")) > len(ours)


def test_a_broken_save_of_the_chapter_is_no_reason_to_begin_anew(tmp_path: Path) -> None:
    path = begun(tmp_path, "--party", "2")
    played(tmp_path, path, "auto steady 3", "quit")
    save = save_file(tmp_path, "campaign-marsh-1")
    save.write_bytes(save.read_bytes()[:-4])
    assert "saves mend campaign-marsh-1" in refused(tmp_path, "campaign", "play", str(path))
    undercroft(tmp_path, "saves", "mend", "campaign-marsh-1")
    mended = saved_choices(tmp_path, "campaign-marsh-1-mended")
    played(tmp_path, path, "auto steady 2", "quit")
    assert saved_choices(tmp_path, "campaign-marsh-1-mended")[: len(mended)] == mended
    assert not save_file(tmp_path, "campaign-marsh-1-2").exists()


def begun_long_ago(home: Path, record: Record) -> tuple[Path, Path]:
    """A campaign whose first chapter is the errand, and its save as an older version of the program has left it."""
    path = begun(home)
    save = save_file(home, "campaign-marsh-1")
    save.parent.mkdir()
    save.write_text(replace(record, seed="marsh chapter 1").to_text(), encoding="utf-8")
    return path, save


@pytest.fixture
def errand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every campaign's next chapter is the errand."""
    monkeypatch.setattr(campaigns, "settings", lambda paper: ERRAND)


@pytest.mark.usefixtures("errand")
@pytest.mark.parametrize("record", [GOES_ON, ENDED], ids=["goes on", "was over"])
def test_a_chapter_of_older_rules_that_fits_goes_on_and_says_so(tmp_path: Path, record: Record) -> None:
    path, save = begun_long_ago(tmp_path, record)
    before = save.read_text(encoding="utf-8")
    notice = "The save campaign-marsh-1 was begun before the rules changed; parts of it might go differently now."
    assert notice in played(tmp_path, path, "1", "quit")
    assert save.read_text(encoding="utf-8").startswith(before)
    assert len(saved_choices(tmp_path, "campaign-marsh-1")) > len(record.choices)
    assert paper(path)["chapters"] == []
    assert notice in " ".join(watched(tmp_path, path, 1).split())
    assert list(save.parent.iterdir()) == [save]


@pytest.mark.usefixtures("errand")
def test_a_chapter_of_older_rules_that_no_longer_fits_goes_on_as_a_copy_of_what_does(tmp_path: Path) -> None:
    path, save = begun_long_ago(tmp_path, DOES_NOT_FIT)
    before = save.read_bytes()
    said = played(tmp_path, path, "1", "quit")
    assert f"campaign-marsh-1: choice {FIT + 1}, turn.choose-action step-up, does not fit" in said
    assert "the rules have changed since. Up to there it is now the save campaign-marsh-1-2; nothing is lost." in said
    assert save.read_bytes() == before
    assert len(saved_choices(tmp_path, "campaign-marsh-1-2")) == FIT + 1
    assert "the rules" not in played(tmp_path, path, "1", "quit")
    assert len(saved_choices(tmp_path, "campaign-marsh-1-2")) > FIT + 1
    assert not save_file(tmp_path, "campaign-marsh-1-3").exists()


@pytest.mark.usefixtures("errand")
def test_a_chapter_that_nobody_can_have_played_is_left_as_it_is(tmp_path: Path) -> None:
    path, save = begun_long_ago(tmp_path, replace(DOES_NOT_FIT, rules=GAMES["freequest"].rules_version))
    before = save.read_bytes()
    said = played(tmp_path, path, "1", "quit")
    assert "The save campaign-marsh-1 was not made by playing and is left as it is." in said
    assert save.read_bytes() == before
    assert len(saved_choices(tmp_path, "campaign-marsh-1-2")) == 1


def test_bots_play_on_where_a_person_left(tmp_path: Path) -> None:
    path = begun(tmp_path, "--party", "2")
    played(tmp_path, path, "auto random 40", "quit")
    before = saved_choices(tmp_path, "campaign-marsh-1")
    watched(tmp_path, path, 1)
    after = saved_choices(tmp_path, "campaign-marsh-1")
    assert after[: len(before)] == before
    assert len(after) > len(before)
    entries = json.loads(undercroft(tmp_path, "saves", "--json").stdout)["saves"]
    assert [(each["name"], each["finished"]) for each in entries] == [("campaign-marsh-1", True)]
    assert len(paper(path)["chapters"]) == 1


def test_a_practice_branch_after_the_end_loses_no_chapter(tmp_path: Path) -> None:
    path = begun(tmp_path, "--party", "2")
    run = Play.run

    def run_and_practise(table: Play) -> None:
        run(table)
        finished = table.session
        table.session = finished.undo()
        table.session.real = finished

    with patch.object(Play, "run", run_and_practise):
        assert "1. The Cold Kiln" in played(tmp_path, path, "auto steady")
    assert len(paper(path)["chapters"]) == 1


@pytest.mark.parametrize("command", ["play", "watch"])
def test_a_file_that_cannot_be_written_is_refused_before_a_chapter(tmp_path: Path, command: str) -> None:
    path = begun(tmp_path)
    before = path.read_bytes()
    with patch.object(os, "access", lambda target, mode, **more: not mode & os.W_OK):
        assert "may not be written here" in refused(tmp_path, "campaign", command, str(path))
    assert not (tmp_path / "saves").exists()
    assert path.read_bytes() == before


# ---- what is refused -------------------------------------------------------------------------------------------------


def test_an_old_campaign_is_never_overwritten(tmp_path: Path) -> None:
    path = begun(tmp_path)
    before = path.read_bytes()
    said = refused(tmp_path, "campaign", "new", str(path))
    assert "is there already; go on with it, or name another file" in said
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--party", "warrior,wizzard"), "there is no hero 'wizzard'; do you mean 'wizard'?"),
        (("--party", "warrior,warrior"), "warrior"),
        (("--party", "7"), "--party takes a whole number from 1 to 4"),
        (("--players", "9"), "players"),
        (("--referee", "kind"), "there is no referee 'kind'"),
        (("--edition", "gold"), "FreeQuest has no edition 'gold'; it has book, later-draft"),
    ],
)
def test_a_party_that_there_is_not_is_refused(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    path = tmp_path / "odd.json"
    assert said in refused(tmp_path, "campaign", "new", str(path), *arguments)
    assert not path.exists()


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("party", 0, "hero"), "wizzard", "campaign: party 1: hero: there is no hero 'wizzard'; do you mean 'wizard'?"),
        (("party", 0, "gear"), ["broadsord"], "campaign: party 1: gear: there is no item 'broadsord'; do you mean"),
        (("party", 0, "gold"), -5, "campaign: party[0].gold: "),
        (("party", 0, "worn", "head"), "helmet", "campaign: party 1: worn: head: 'helmet' is not among the gear"),
        (("party", 0, "counters"), {"kisses": 3}, "campaign: party 1: counters: there is no counter 'kisses'"),
        (("party", 0, "fate"), "asleep", "campaign: party[0].fate: "),
        (("party", 0, "colour"), "red", "campaign: party[0]: unknown field 'colour'"),
        (("party",), [], "campaign: party: "),
        (("party",), None, "campaign: party: "),
        (("party", 0, "gear"), None, "campaign: party[0].gear: "),
        (("party", 0, "fate"), None, "campaign: party[0].fate: "),
        (("quests", "cold-kilm"), {"standing": "open"}, "campaign: quests: there is no quest 'cold-kilm'; do you mean"),
        (("quests", "cold-kiln", "taken"), ["Z"], "campaign: quests: cold-kiln: taken: there is no area 'Z'"),
        (("format",), 2, "campaign: format: "),
    ],
)
def test_a_broken_campaign_gets_one_clear_sentence(
    tmp_path: Path, place: tuple[str | int, ...], value: object, said: str
) -> None:
    path = begun(tmp_path, "--party", "warrior,wizard")
    watched(tmp_path, path, 1)
    data = paper(path)
    part: Any = data["campaign"]
    for word in place[:-1]:
        part = part[word]
    part[place[-1]] = value
    path.write_text(json.dumps(data), encoding="utf-8")
    broken = path.read_bytes()
    for command in ("show", "watch", "play"):
        assert refused(tmp_path, "campaign", command, str(path)).startswith("marsh.json: campaign: ")
        assert said in refused(tmp_path, "campaign", command, str(path))
    assert path.read_bytes() == broken


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("edition", "x", "marsh.json: FreeQuest has no edition 'x'"),
        ("referee", "y", "marsh.json: referee: "),
        ("players", 99, "marsh.json: players: "),
        ("players", None, "marsh.json: players: "),
        ("over", "zzz", "marsh.json: over: "),
        ("party", ["wizzard"], "marsh.json: party: "),
        ("campaign", None, "marsh.json: campaign: "),
        ("campaign", {"party": None}, "marsh.json: campaign: "),
        ("chapters", [{"quest": "The Cold Kiln"}], "marsh.json: chapters[0]: "),
    ],
)
def test_a_broken_field_of_the_file_is_refused_by_show_as_by_play(
    tmp_path: Path, field: str, value: object, said: str
) -> None:
    path = begun(tmp_path, "--party", "warrior,wizard")
    path.write_text(json.dumps({**paper(path), field: value}), encoding="utf-8")
    for command in ("show", "watch", "play"):
        sentence = refused(tmp_path, "campaign", command, str(path))
        assert sentence.startswith(said)
        assert field in sentence


def test_a_sheet_says_only_what_is_not_usual(tmp_path: Path) -> None:
    path = begun(tmp_path, "--party", "warrior,wizard")
    watched(tmp_path, path, 1)
    data = paper(path)
    for sheet in data["campaign"]["party"]:
        for field in ("fate", "gear", "worn"):
            del sheet[field]
    path.write_text(json.dumps(data), encoding="utf-8")
    shown = undercroft(tmp_path, "campaign", "show", str(path))
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.count("; nothing\n") == 2


def test_what_never_ends_is_not_read(tmp_path: Path) -> None:
    assert "is no campaign: it is not a file" in refused(tmp_path, "campaign", "show", "/dev/zero")
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (campaigns.LARGEST + 1))
    assert "is far too large to be a campaign" in refused(tmp_path, "campaign", "show", str(large))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no campaign: "),
        ("[]", "is no campaign: it does not say that it is one"),
        ("\x00\xff", "is no campaign: "),
        ('{"kind": "freequest campaign"}', "is missing"),
    ],
)
def test_what_is_no_campaign_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="latin-1")
    assert said in refused(tmp_path, "campaign", "show", str(path))
    assert "No such file" in refused(tmp_path, "campaign", "show", str(tmp_path / "none.json"))
