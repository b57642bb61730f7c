"""A flag and a --set that says the same: one meaning in every command, and a sentence where the two disagree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.terminal.driver import refused, undercroft

COMMANDS = {
    "play": (),
    "watch": (),
    "simulate": ("--games", "2", "--workers", "1"),
    "sweep": ("--games", "2", "--workers", "1", "--vary", "figures.last-round=1,2"),
    "report": ("--games", "2", "--workers", "1", "--json"),
}
DISAGREEMENTS = {
    ("freequest", "--party", "2", "play.heroes=3"): "--party 2 and --set play.heroes=3 disagree; leave one of them out",
    (
        "freequest",
        "--party",
        "warrior,wizard",
        "play.heroes=3",
    ): "--party warrior,wizard and --set play.heroes=3 disagree",
    ("freequest", "--party", "3", 'play.party=["warrior"]'): "--party 3 and --set play.party=['warrior'] disagree",
    ("freequest", "--party", "warrior", "play.heroes=[[1]]"): "--party warrior and --set play.heroes=[[1]] disagree",
    ("freequest", "--party", "warrior", "play.heroes=true"): "--party warrior and --set play.heroes=true disagree",
    ("freequest", "--party", "1", "play.party=1"): "--party 1 and --set play.party=1 disagree",
    (
        "freequest",
        "--party",
        "warrior",
        'play.party=["wizard"]',
    ): "--party warrior and --set play.party=['wizard'] disagree",
    (
        "freequest",
        "--quest",
        "cold-kiln",
        "play.quest=toll-house",
    ): "--quest cold-kiln and --set play.quest=toll-house disagree",
    ("freequest", "--players", "1", "play.players=2"): "--players 1 and --set play.players=2 disagree",
    ("freequest", "--players", "1", "play.players='1'"): "--players 1 and --set play.players='1' disagree",
    ("freequest", "--players", "1", "play.players=true"): "--players 1 and --set play.players=true disagree",
    (
        "freequest",
        "--referee",
        "fair",
        "play.referee=cunning",
    ): "--referee fair and --set play.referee=cunning disagree",
    ("tiny-epic-dungeons", "--boss", "drowned-regent", "play.boss=grandfather-knot"): (
        "--boss drowned-regent and --set play.boss=grandfather-knot disagree; leave one of them out"
    ),
    ("tiny-epic-dungeons", "--party", "corrin-hask", 'play.party=["sefa-marrow"]'): (
        "--party corrin-hask and --set play.party=['sefa-marrow'] disagree; leave one of them out"
    ),
    ("tiny-epic-dungeons", "--players", "3", "play.players=2"): "--players 3 and --set play.players=2 disagree",
    ("tiny-epic-dungeons", "--players", "1", "play.players=true"): "--players 1 and --set play.players=true disagree",
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("said", DISAGREEMENTS, ids=" ".join)
def test_a_flag_and_a_set_that_disagree_are_refused_in_every_command(
    tmp_path: Path, command: str, said: tuple[str, str, str, str]
) -> None:
    game, flag, value, change = said
    sentence = refused(tmp_path, command, game, flag, value, "--set", change, *COMMANDS[command])
    assert sentence.startswith(DISAGREEMENTS[said])


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        (("--party", "2", "--set", "play.heroes=2"), {"play.heroes": 2}),
        (("--set", "play.heroes=2"), {"play.heroes": 2}),
        (
            ("--party", "warrior,wizard", "--set", "play.heroes=2"),
            {"play.party": ["warrior", "wizard"], "play.heroes": 2},
        ),
        (("--quest", "two-lanterns"), {"play.quest": "two-lanterns", "play.heroes": 2}),
        (
            ("--quest", "two-lanterns", "--set", 'play.party=["warrior", "medic"]'),
            {"play.quest": "two-lanterns", "play.party": ["warrior", "medic"]},
        ),
        (("--players", "0", "--set", "play.referee=person"), {"play.players": 0, "play.referee": "person"}),
    ],
)
def test_what_agrees_or_goes_together_is_played(
    tmp_path: Path, said: tuple[str, ...], changes: dict[str, object]
) -> None:
    brief = ("--set", "figures.last-round=1", "--games", "1", "--workers", "1", "--json")
    done = undercroft(tmp_path, "simulate", "freequest", *said, *brief)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["changes"] == {**changes, "figures.last-round": 1}


def test_who_waits_at_the_end_may_be_said_twice_if_it_is_the_same(tmp_path: Path) -> None:
    same = (
        "--boss",
        "drowned-regent",
        "--players",
        "2",
        "--set",
        "play.boss=drowned-regent",
        "--set",
        "play.players=2",
    )
    done = undercroft(tmp_path, "play", "tiny-epic-dungeons", *same, typed="quit\n")
    assert done.returncode == 0, done.stderr


def test_what_is_set_together_is_judged_together(tmp_path: Path) -> None:
    sentence = refused(tmp_path, "play", "freequest", "--players", "3", "--set", "play.heroes=2")
    assert sentence == "--players: 3 are too many for a party of 2"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("heroes", ["3", "['x']", "true"])
def test_a_party_that_is_named_and_counted_otherwise_is_refused(tmp_path: Path, command: str, heroes: str) -> None:
    both = ("--set", f"play.heroes={heroes}", "--set", 'play.party=["warrior"]')
    sentence = refused(tmp_path, command, "freequest", *both, *COMMANDS[command])
    assert sentence == f"--set play.heroes={heroes} and --set play.party=['warrior'] disagree; leave one of them out"


def test_what_a_set_asked_for_is_not_put_down_to_a_flag(tmp_path: Path) -> None:
    sentence = refused(tmp_path, "play", "freequest", "--quest", "cold-kiln", "--set", "play.referee=stern")
    assert sentence.startswith("--set: play: referee: ")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_value_that_is_set_twice_is_refused(tmp_path: Path, command: str) -> None:
    twice = ("--set", "figures.last-round=1", "--set", "figures.last-round=2")
    sentence = refused(tmp_path, command, "freequest", *twice, *COMMANDS[command])
    assert sentence == "--set: figures.last-round is 1 and 2; leave one of them out"


def test_a_side_that_says_a_thing_twice_is_refused(tmp_path: Path) -> None:
    sentence = refused(tmp_path, "compare", "freequest", "--b", "book,figures.last-round=1,figures.last-round=2")
    assert sentence == "--b: figures.last-round is 1 and 2; leave one of them out"


@pytest.mark.parametrize(
    ("command", "option", "varied"), [("compare", "--b", "play.heroes=3"), ("sweep", "--vary", "play.heroes=1..3")]
)
def test_how_many_heroes_is_not_varied_where_they_are_named(
    tmp_path: Path, command: str, option: str, varied: str
) -> None:
    sentence = refused(tmp_path, command, "freequest", "--party", "warrior,wizard", option, varied)
    assert sentence == f"{option} varies play.heroes, and the party is warrior, wizard already; leave one of them out"


@pytest.mark.parametrize("party", ["3", "1.5", "true", "abc"])
def test_a_party_that_is_no_list_is_refused_as_such_where_heroes_are_varied(tmp_path: Path, party: str) -> None:
    varied = ("--vary", "play.heroes=1..2", "--games", "2", "--workers", "1")
    sentence = refused(tmp_path, "sweep", "freequest", "--set", f"play.party={party}", *varied)
    assert sentence.startswith("--set: play: party: takes a list, as in [")


LONG = "long-" * 600
FLAGS = [
    ("play", "freequest", "--party", "no hero"),
    ("play", "freequest", "--quest", "no quest"),
    ("play", "freequest", "--referee", "no referee"),
    ("play", "tiny-epic-dungeons", "--party", "no hero"),
    ("play", "tiny-epic-dungeons", "--boss", "no Boss"),
    ("campaign", "new", "--party", "no hero"),
    ("campaign", "new", "--referee", "no referee"),
]
NAMES = [
    ("watch", "tin-helm", "--bot", "no bot"),
    ("simulate", "tin-helm", "--on", "no place"),
    ("simulate", "tin-helm", "--bot", "no bot"),
    ("play", "tin-helm", "--edition", "no edition"),
]


@pytest.mark.parametrize("said", [*FLAGS, *NAMES], ids=" ".join)
def test_a_name_without_end_is_cut_where_it_is_refused(tmp_path: Path, said: tuple[str, str, str, str]) -> None:
    command, game, flag, what = said
    where = [str(tmp_path / "new.json")] if game == "new" else []
    sentence = refused(tmp_path, command, game, *where, flag, LONG)
    assert f"{what} 'long-long-" in sentence
    assert len(sentence) < 300


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        (("watch", "tin-helm", "--bot", f"mcts:{LONG}"), "'mcts:long-"),
        (("simulate", "tin-helm", "--on", f"ray:{LONG}:99999"), "there is no port 99999 in 'ray:long-"),
        (("simulate", "tin-helm", "--on", f"ray:h:{'9' * 3000}"), "there is no port 9999"),
        (("play", "tin-helm", "--set", LONG), "--set long-"),
        (("sweep", "tin-helm", "--vary", LONG), "--vary long-"),
        (("sweep", "tin-helm", "--vary", f"a.b={LONG}..3"), "--vary a.b=long-"),
        (("sweep", "tin-helm", "--vary", f"a.b=3,,{'4,' * 400}5"), "--vary a.b=3,,4,4,"),
        (("sweep", "tin-helm", "--vary", f"a.{LONG}=3..1"), "--vary a.long-"),
    ],
)
def test_so_is_what_is_written_otherwise_than_it_is_meant(tmp_path: Path, said: tuple[str, ...], begins: str) -> None:
    sentence = refused(tmp_path, *said)
    assert sentence.startswith(begins)
    assert len(sentence) < 300


@pytest.mark.parametrize("said", FLAGS, ids=" ".join)
def test_bytes_that_are_no_text_are_put_down_to_their_flag(tmp_path: Path, said: tuple[str, str, str, str]) -> None:
    command, game, flag, what = said
    where = [str(tmp_path / "new.json")] if game == "new" else []
    sentence = refused(tmp_path, command, game, *where, flag, b"\xff")
    assert sentence.startswith(f"{flag}: there is {what} '\\\\xff'")
