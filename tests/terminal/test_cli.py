"""The other commands, their answers as JSON, and what they refuse."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import undercroft as house
from tests.terminal.driver import COMMAND, Terminal, environment, refused, separately, undercroft
from undercroft.games import GAMES
from undercroft.terminal.cli import with_resume_value

TERMINAL = Path(house.__file__).parent / "terminal"


def answer(home: Path, *arguments: str) -> dict[str, Any]:
    """The one JSON object that a command prints, and nothing else on any stream."""
    done = separately(home, *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    parsed = json.loads(done.stdout)
    assert isinstance(parsed, dict)
    return parsed


# ---- finding one's way -----------------------------------------------------------------------------------------------


def test_the_bare_command_lists_the_games_and_how_to_start(tmp_path: Path) -> None:
    done = undercroft(tmp_path)
    assert done.returncode == 0
    for game in GAMES.values():
        assert f"  undercroft play {game.name}  {game.summary.split()[0]} " in done.stdout


def test_the_version_says_whether_it_is_compiled(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "--version")
    made = "compiled" if house.compiled() else "pure Python"
    assert done.stdout.startswith(f"undercroft {house.__version__} ({made}, on Python ")


def test_games_are_listed_with_their_editions(tmp_path: Path) -> None:
    assert "--edition printed" in undercroft(tmp_path, "games").stdout
    games = answer(tmp_path, "games", "--json")["games"]
    assert [game["name"] for game in games] == list(GAMES)
    assert list(games[0]["editions"]) == ["book", "printed"]


@pytest.mark.parametrize("command", ["play", "replay", "saves", "rules", "watch", "simulate", "games"])
def test_every_command_explains_itself(tmp_path: Path, command: str) -> None:
    done = undercroft(tmp_path, command, "-h")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: undercroft {command}")


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        (["play", "g", "--resume"], ["play", "g", "--resume="]),
        (["play", "g", "--resume", "--seed", "x"], ["play", "g", "--resume=", "--seed", "x"]),
        (["play", "--resume", "tin-helm"], ["play", "--resume=", "tin-helm"]),
        (["play", "g", "--resume", "name"], ["play", "g", "--resume", "name"]),
    ],
)
def test_resume_may_stand_without_a_name(given: list[str], understood: list[str]) -> None:
    assert with_resume_value(given) == understood


# ---- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "chess"], "there is no game 'chess' here"),
        (["play", "\x1b[31m"], r"there is no game '\x1b[31m' here"),
        (["play", "tin-helm", "--edition", "gilded"], "Tin Helm has no edition 'gilded'; it has book, printed"),
        (["play", "tin-helm", "--set", "nonsense"], "write it as PATH=VALUE"),
        (["play", "tin-helm", "--set", "enemy.wrath.health=6"], "there is no 'wrath' in enemy; do you mean 'wraith'?"),
        (["play", "tin-helm", "--set", "enemy.wraith.healt=6"], "unknown field 'healt'; do you mean 'health'?"),
        (["play", "tin-helm", "--set", "enemy.wraith.health=many"], "health: takes a whole number, and 'many' is none"),
        (["play", "tin-helm", "--set", "room.stash.loot=loot.harp"], "there is no loot 'harp'"),
        (["play", "tin-helm", "--set", "a=\n\x1b"], "a"),
        (["play", "tin-helm", "--resume", "--seed", "x"], "leave out --seed, --edition and --set"),
        (["play", "tin-helm", "--resume", "nobody"], "there is no save 'nobody'; `undercroft saves` lists them"),
        (["replay", "nobody"], "there is no save 'nobody'"),
        (["saves", "mend", "nobody"], "there is no save 'nobody'"),
        (["rules", "tin-helm", "zebra"], "no rule speaks of 'zebra'"),
        (["watch", "tin-helm", "--bot", "genius"], "there is no bot 'genius'; there is random, steady"),
        (["watch", "tin-helm", "--delay", "soon"], "--delay takes a number of seconds"),
        (["simulate", "tin-helm", "--games", "many"], "--games takes a whole number, 1 or more, and 'many' is none"),
        (["simulate", "tin-helm", "--games", "0"], "--games takes a whole number"),
        (["simulate", "tin-helm", "--workers", "-1"], "--workers takes a whole number"),
        (["simulate", "tin-helm", "--bot", "genius"], "there is no bot 'genius'"),
        (["simulate", "tin-helm", "--set", "enemy.wraith=6"], "enemy"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(tmp_path: Path, arguments: list[str], said: str) -> None:
    assert said in refused(tmp_path, *arguments)
    assert not (tmp_path / "saves").exists()


def test_a_refusal_leaves_the_process_with_exit_code_2(tmp_path: Path) -> None:
    done = separately(tmp_path, "play", "tin-helm", "--edition", "gilded")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "undercroft: Tin Helm has no edition 'gilded'; it has book, printed\n"


def test_an_unknown_option_is_a_usage_error(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "play", "tin-helm", "--fast")
    assert done.returncode == 2
    assert "No such option: --fast" in done.stderr


def test_nobody_reading_is_no_error_to_talk_about(tmp_path: Path) -> None:
    for arguments in (["rules", "tin-helm"], ["watch", "tin-helm", "--seed", "x"], ["games"]):
        process = subprocess.Popen(
            [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(tmp_path)
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait()
        process.stderr.close()


# ---- rules -----------------------------------------------------------------------------------------------------------


def test_in_a_pipe_no_clause_is_cut(tmp_path: Path) -> None:
    said = " ".join(undercroft(tmp_path, "rules", "tin-helm").stdout.split())
    assert "…" not in said
    assert all(" ".join(rule.text.split()) in said for rule in GAMES["tin-helm"].ledger().rules.values())


def test_rules_are_found_by_id_and_by_words(tmp_path: Path) -> None:
    ledger = GAMES["tin-helm"].ledger()
    index = undercroft(tmp_path, "rules", "tin-helm").stdout
    assert all(f"{clause} " in index for clause in ledger.rules)
    one = undercroft(tmp_path, "rules", "tin-helm", "combat.doubles-miss").stdout
    assert one.startswith("  combat.doubles-miss\n    ")
    found = answer(tmp_path, "rules", "tin-helm", "doubles", "miss", "--json")["rules"]
    assert "combat.doubles-miss" in [rule["id"] for rule in found]
    assert len(answer(tmp_path, "rules", "tin-helm", "--json")["rules"]) == len(ledger.rules)


# ---- replay and watch ------------------------------------------------------------------------------------------------


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A home with a game that was played to its end."""
    undercroft(tmp_path, "play", "tin-helm", "--seed", "amber-gate-41", typed="1\n" * 400)
    return tmp_path


def test_replay_tells_questions_answers_and_events(played: Path) -> None:
    whole = undercroft(played, "replay", "tin-helm-amber-gate-41").stdout
    assert "1. Who goes down into the fortress?\n  > Human: " in whole
    assert "\nThe same seed again:" in whole
    part = undercroft(played, "replay", "tin-helm-amber-gate-41", "--to", "2").stdout
    assert "\n2. " in part
    assert "\n3. " not in part
    assert "Which trapping do you pack as well?" in part


def test_replay_as_json_is_the_record_its_events_the_end_and_the_scene(played: Path) -> None:
    told = answer(played, "replay", "tin-helm-amber-gate-41", "--json")
    session = house.load((played / "saves" / "tin-helm-amber-gate-41.record").read_text())
    assert [event["name"] for event in told["events"]] == [event.kind.name for event in session.events]
    assert [event["figures"] for event in told["events"]] == [event.figures for event in session.events]
    assert all(isinstance(event["sentence"], str) for event in told["events"])
    assert session.outcome is not None
    assert told["outcome"]["score"] == session.outcome.score
    assert told["record"]["seed"] == "amber-gate-41"
    assert told["scene"]["ending"]["end"] == session.outcome.end
    assert answer(played, "replay", "tin-helm-amber-gate-41", "--to", "1", "--json")["outcome"] is None


@pytest.mark.parametrize("bot", ["random", "steady"])
def test_watching_a_bot_tells_the_same_game_twice(tmp_path: Path, bot: str) -> None:
    first, second = (undercroft(tmp_path, "watch", "tin-helm", "--bot", bot, "--seed", "x") for _ in range(2))
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert "The same seed again:  undercroft play tin-helm --seed x" in first.stdout
    assert not (tmp_path / "saves").exists()


def test_a_watched_map_bears_no_numbers_as_nobody_is_asked(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "watch", "elbereth", "--bot", "random", "--seed", "x", NO_COLOR="1")
    said, _ = terminal.leave()
    assert "##" in said
    assert "1:" not in said


def test_control_c_ends_a_watched_game_well(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "watch", "tin-helm", "--seed", "x", "--delay", "60")
    terminal.read_match(r"1\. ")
    terminal.interrupt()
    said, code = terminal.leave()
    assert code == 0
    assert said.endswith("Stopped.\n")


# ---- simulate --------------------------------------------------------------------------------------------------------


def test_simulate_as_json_is_one_object(tmp_path: Path) -> None:
    run = ("simulate", "tin-helm", "--games", "24", "--bot", "random", "--seed", "x", "--workers", "1", "--json")
    report = answer(tmp_path, *run)
    wanted = "game edition bot games seed wins win_rate win_rate_95 ends score decisions seconds"
    assert set(wanted.split()) <= set(report)
    assert {"decisions_per_second", "games_per_second", "workers", "compiled"} <= set(report)
    assert report["games"] == 24
    assert sum(report["ends"].values()) == 24
    assert answer(tmp_path, *run)["score"] == report["score"]


def test_simulate_prints_tables(tmp_path: Path) -> None:
    change = "enemy.wraith.health=6"
    done = undercroft(tmp_path, "simulate", "tin-helm", "--games", "24", "--set", change, "--edition", "printed")
    assert done.returncode == 0
    assert done.stderr == ""
    for words in ("Won ", "95 %: ", "Score ", "Deciles ", "How they ended", "Began as", "Gnome Alchemist"):
        assert words in done.stdout


def test_an_interrupted_simulation_reports_what_is_finished(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "simulate", "tin-helm", "--games", "90000000", "--bot", "random", "--workers", "1")
    terminal.read_match(r"[1-9]\d*/90000000")
    terminal.interrupt()
    said, code = terminal.leave()
    assert code == 130
    assert "interrupted" in said
    assert "Traceback" not in said


# ---- for every screen ------------------------------------------------------------------------------------------------


def test_a_pipe_gets_no_escape_codes_and_80_columns_suffice(played: Path) -> None:
    commands: tuple[list[str], ...] = (
        [],
        ["--help"],
        ["play", "--help"],
        ["games"],
        ["saves"],
        ["rules", "tin-helm"],
        ["rules", "tin-helm", "enemy"],
        ["replay", "tin-helm-amber-gate-41"],
        ["watch", "tin-helm", "--seed", "x"],
        ["simulate", "tin-helm", "--games", "12"],
    )
    for arguments in commands:
        done = undercroft(played, *arguments)
        assert "\x1b" not in done.stdout
        assert max(len(line) for line in done.stdout.splitlines()) <= 80, arguments


def test_a_screen_without_unicode_is_served_in_ascii(tmp_path: Path) -> None:
    typed = "2\n1\n1\nodds 1\nodds 2\n"
    done = separately(tmp_path, "play", "tin-helm", "--seed", "żółw", typed=typed, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "Health 9/9" in done.stdout


# Commands and options for quests and campaigns, which one game has, and their files.
QUESTS = ("campaign_commands.py", "campaigns.py", "options.py", "quest_commands.py")


def test_the_terminal_knows_no_game_by_name() -> None:
    for path in TERMINAL.glob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        for game in GAMES.values():
            if game.name == "freequest" and path.name in QUESTS:
                continue
            for name in (game.name, game.title.lower(), game.name.replace("-", "_")):
                assert name not in text, path
