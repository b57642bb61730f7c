"""Campaigns from the command line: begun, played quest by quest, saved between, and refused when broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.driver import refused, undercroft


def begun(home: Path, *arguments: str) -> Path:
    """A new campaign."""
    path = home / "marsh.json"
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
        (("--party", "7"), "heroes"),
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
    assert said in refused(tmp_path, "campaign", "watch", str(path))
    assert path.read_bytes() == broken


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
