"""A table in the terminal with several seats: the computer's, and people who share the screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.terminal.driver import Terminal, refused, undercroft
from undercroft.terminal.saves import read_save

BEGIN = ("play", "freequest", "--quest", "cold-kiln", "--seed", "kiln")
COVER = "Hand over the screen, then press Enter."
BRAWL = """
id = "brawl"
title = "A brawl"
step = 1
briefing = "There they are."
goal = "Beat the one who began it."
objective = { kind = "kill", ref = "rowdy" }
map = '''
###########
#SSaaaa#KK#
#SSaaaaKKK#
###########'''
areas.S = { kind = "start" }
areas.a = { kind = "hallway", text = "A yard." }
areas.K = { kind = "room", text = "A shed." }
doors = [{ at = [[6, 2], [7, 2]] }]
monsters = [
  { kind = "goblin", at = [5, 1], id = "rowdy", name = "Rowdy" },
  { kind = "skeleton", at = [9, 1] },
]
"""

CHASE = '''
id = "chase"
title = "A chase"
step = 1
briefing = "There they are."
goal = "Beat the one who began it."
objective = { kind = "kill", ref = "rowdy" }
map = """
########################
#SSaaaaaaaaaaaaaaaaaaaa#
#SSaaaaaaaaaaaaaaaaaaaa#
########################"""
areas.S = { kind = "start" }
areas.a = { kind = "hallway", text = "A yard." }
monsters = [
  { kind = "goblin", at = [5, 1], id = "rowdy", name = "Rowdy" },
  { kind = "skeleton", at = [20, 1] },
]
'''  # the one strikes, then the other walks without a roll


def saved(home: Path) -> list[tuple[str, str]]:
    """The choices of the one save."""
    (path,) = home.rglob("*freequest-kiln*")
    return list(read_save(path)[0].choices)


def test_the_computer_referees_and_its_choices_are_saved_with_the_others(tmp_path: Path) -> None:
    path = tmp_path / "brawl.toml"
    path.write_text(BRAWL, encoding="utf-8")
    table = ("play", "freequest", "--quest", str(path), "--seed", "kiln", "--party", "warrior")
    done = undercroft(tmp_path, *table, typed="1\nend-turn\nend-turn\nquit\n")
    assert done.returncode == 0
    assert COVER not in done.stdout
    assert "Referee:" not in done.stdout
    prompts = {prompt for prompt, _ in saved(tmp_path)}
    assert {"turn.choose-action", "monster.action"} <= prompts


def test_a_game_with_a_computer_referee_is_taken_up_where_it_was(tmp_path: Path) -> None:
    undercroft(tmp_path, *BEGIN, "--party", "warrior", typed="1\nend-turn\nquit\n")
    before = saved(tmp_path)
    done = undercroft(tmp_path, "play", "freequest", "--resume", "freequest-kiln", typed="quit\n")
    assert "The Cold Kiln" in done.stdout
    assert saved(tmp_path) == before


def test_why_tells_what_the_referee_did_last_and_for_what_reason(tmp_path: Path) -> None:
    path = tmp_path / "brawl.toml"
    path.write_text(BRAWL, encoding="utf-8")
    table = ("play", "freequest", "--quest", str(path), "--seed", "kiln", "--party", "warrior")
    shown = undercroft(tmp_path, *table, typed="1\nwhy\nend-turn\nwhy\nquit\n").words
    before, after = shown.split("> why")[1:]
    assert "What the computer did last" not in before
    assert "What the computer did last, and why: Rowdy can attack with the fewest steps" in after
    assert "Rowdy: it goes where it can attack: Warrior scores" in after
    assert after.count("Rowdy: it goes where it can attack") == 1  # the walk has the reason of the action


def test_a_bot_leads_the_heroes_for_a_person_who_referees_alone(tmp_path: Path) -> None:
    table = (*BEGIN, "--party", "warrior", "--referee", "person", "--players", "0")
    shown = undercroft(tmp_path, *table, typed="end-round\nquit\n").stdout
    assert COVER not in shown
    assert "What now?" not in shown
    assert "Referee: which monster is next?" in shown
    assert "Goblin, not yet seen" in shown


def test_a_set_up_is_not_told_beside_the_seed_and_is_in_the_command_for_the_same_again(tmp_path: Path) -> None:
    path = tmp_path / "home"
    path.mkdir()
    table = (*BEGIN, "--party", "warrior,medic", "--set", "figures.last-round=1")
    shown = undercroft(path, *table, typed="auto steady\n\n").stdout
    assert "play.quest" not in shown
    assert "seed kiln, figures.last-round = 1" in shown
    command = "play freequest --seed kiln --set figures.last-round=1 --quest cold-kiln --party warrior,medic"
    assert command in shown.replace("\n", "")


def test_a_quest_for_two_begins_with_two(tmp_path: Path) -> None:
    table = ("play", "freequest", "--quest", "two-lanterns", "--seed", "kiln")
    shown = undercroft(tmp_path, *table, typed="1\n1\nquit\n").stdout
    assert shown.count("Which hero joins the party?") == 2


def test_a_hint_for_the_referee_is_what_the_computer_would_do(tmp_path: Path) -> None:
    table = (*BEGIN, "--party", "warrior", "--referee", "person", "--players", "0")
    shown = undercroft(tmp_path, *table, typed="hint\nquit\n").words
    assert "The computer would: " in shown
    assert "can attack with the fewest steps" in shown.split("> hint")[-1]


def test_a_number_longer_than_any_option_is_not_offered(tmp_path: Path) -> None:
    shown = undercroft(tmp_path, *BEGIN, typed="00000000150\nquit\n")
    assert shown.returncode == 0
    assert "'00000000150' is not offered here" in shown.stdout


def test_undo_goes_back_to_what_a_person_chose(tmp_path: Path) -> None:
    typed = "1\nstep-north\nauto steady 40\nundo\nquit\n"
    done = undercroft(tmp_path, *BEGIN, "--party", "warrior", typed=typed)
    after = done.stdout.split("> undo")[-1]
    assert "What now?" in after or "to go." in after
    assert "Referee: " not in after


@pytest.mark.rule("freequest", "info.one-screen")
def test_a_cover_stands_between_the_referees_view_and_the_heroes(tmp_path: Path) -> None:
    path = tmp_path / "brawl.toml"
    path.write_text(BRAWL, encoding="utf-8")
    table = ("play", "freequest", "--quest", str(path), "--party", "warrior", "--referee", "person")
    shown = undercroft(tmp_path, *table, typed="1\nend-turn\nend-round\nend-turn\nno\nquit\n").stdout
    heroes, referees, again, last = shown.split(COVER)
    assert heroes.endswith("Now the referee decides. ")
    assert "Warrior" in heroes
    assert "Skeleton" not in heroes
    assert "Referee: which monster is next?" in referees
    assert "Skeleton, not yet seen" in referees
    assert referees.endswith("Now the first player decides. ")
    assert "Skeleton" not in again
    assert "What now?" in again
    assert "Skeleton, not yet seen" in last


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--quest", "cold-kilm"), "there is no quest 'cold-kilm'; do you mean 'cold-kiln'?"),
        (("--quest", "none.toml"), "none.toml: there is no such file in "),
        (("--party", "warrior,wizzard"), "there is no hero 'wizzard'; do you mean 'wizard'?"),
        (("--party", "0"), "--party takes a whole number from 1 to 4"),
        (("--players", "x"), "--players takes a whole number from 0 to 4"),
        (("--party", "9"), "--party takes a whole number from 1 to 4, and '9' is none"),
        (("--players", "3", "--party", "2"), "--players: 3 are too many for a party of 2"),
        (("--players", "0"), "--players: with 0 a bot leads the heroes, so a person must referee"),
        (("--quest", "no-such"), "--quest: there is no quest 'no-such'; there is cold-kiln, "),
        (("--referee", "kind"), "--referee: there is no referee 'kind'; there is gentle, fair, cunning or person"),
        (("--quest", "two-lanterns", "--party", "3"), "--party: Two Lanterns is for 2, not for 3"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_refused(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(tmp_path, "play", "freequest", *arguments)


def test_what_a_game_is_not_set_up_by_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, "play", "elbereth", "--quest", "cold-kiln") == "Elbereth takes no --quest"
    said = refused(tmp_path, "play", "elbereth", "--party", "warrior", "--players", "2")
    assert said == "Elbereth takes no --party and no --players"
    said = refused(tmp_path, "play", "tiny-epic-dungeons", "--referee", "fair", "--players", "2")
    assert said == "Tiny Epic Dungeons takes no --referee"
    assert refused(tmp_path, "watch", "freequest", "--boss", "grandfather-knot") == "FreeQuest takes no --boss"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "5"), "--players takes a whole number from 1 to 4, and '5' is none"),
        (("--players", "0"), "--players takes a whole number from 1 to 4, and '0' is none"),
        (("--party", "wend-oakley,nobody"), "--party: there is no hero 'nobody'; there is brannoch-tull, "),
        (("--party", "wend-oakley"), "--party: with players = 1 there are 2 heroes, or none given"),
        (("--boss", "nobody"), "--boss: there is no Boss 'nobody'; there is tithe-eater, "),
    ],
)
def test_dungeons_that_cannot_be_set_up_are_refused(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    for command in ("play", "watch", "simulate"):
        assert said in refused(tmp_path, command, "tiny-epic-dungeons", *arguments)


def test_heroes_players_and_the_boss_are_said_as_plainly_for_one_game_as_for_many(tmp_path: Path) -> None:
    party = ("--party", "wend-oakley,odile-vant,hob-lackland", "--players", "3", "--boss", "drowned-regent")
    seen = undercroft(tmp_path, "watch", "tiny-epic-dungeons", *party).stdout
    assert all(name in seen for name in ("Wend", "Odile", "Hob"))
    figures = json.loads(
        undercroft(tmp_path, "simulate", "tiny-epic-dungeons", *party, "--games", "2", "--json").stdout
    )
    assert figures["changes"] == {
        "play.party": ["wend-oakley", "odile-vant", "hob-lackland"],
        "play.players": 3,
        "play.boss": "drowned-regent",
    }


def test_a_quest_of_ones_own_is_played_from_its_file(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    kiln = Path(__file__).parents[2] / "src/undercroft/games/freequest/data/quests/cold-kiln.toml"
    text = kiln.read_text(encoding="utf-8").replace('id = "cold-kiln"', 'id = "my-kiln"')
    own.write_text(text.replace('title = "The Cold Kiln"', 'title = "My Kiln"'), encoding="utf-8")
    done = undercroft(tmp_path, "play", "freequest", "--quest", str(own), "--party", "warrior", typed="1\nquit\n")
    assert "My Kiln" in done.stdout
    again = undercroft(tmp_path, "play", "freequest", "--resume", typed="quit\n")
    assert "My Kiln" in again.stdout


def test_several_steps_are_made_at_once_until_something_is_new(tmp_path: Path) -> None:
    typed = "1\ngo NEEEE\ngo x\nhelp\nquit\n"
    done = undercroft(tmp_path, *BEGIN, "--party", "warrior", typed=typed)
    steps = [name for prompt, name in saved(tmp_path) if prompt in ("turn.choose-action", "move.step")]
    assert steps == ["step-north", "step-east", "step-east"]  # from there another hallway is seen
    assert "Type go and N, E, S or W for each of your steps, such as go EEN." in done.stdout
    assert "go EEN" in done.stdout


def test_back_leads_to_the_game_itself_also_where_the_computer_chose_last(tmp_path: Path) -> None:
    path = tmp_path / "chase.toml"
    path.write_text(CHASE, encoding="utf-8")
    table = ("--quest", str(path), "--party", "warrior", "--seed", "kiln", "--set", "figures.last-round=1")
    terminal = Terminal(tmp_path, "play", "freequest", *table)
    terminal.read_until(" > ")
    terminal.type("1")
    assert terminal.type("end-turn").endswith("Enter leaves > ")
    assert terminal.type("undo").rpartition("\n")[2].startswith("PRACTICE, ")
    assert terminal.type("back").endswith("Enter leaves > ")
    terminal.kill()
