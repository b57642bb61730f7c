"""Making a quest in the terminal: a template to begin with, and a check that says what is wrong or how it plays."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.terminal.driver import Done, Terminal, refused, undercroft
from undercroft.core import content as reading
from undercroft.core.content import convert_record
from undercroft.games.freequest import quest_checks, quest_content
from undercroft.games.freequest.content import DATA, load
from undercroft.games.freequest.quest_checks import budget
from undercroft.lab import quests
from undercroft.terminal.quest_commands import TEMPLATE, quest_text

COMMENTED_OUT = re.compile(r"^# (?=\[|[a-z-]+ = )", re.MULTILINE)
QUICK = ("--games", "3", "--workers", "1")


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    """A new quest."""
    path = tmp_path / "old-mill.toml"
    assert undercroft(tmp_path, "new", "quest", "old-mill", "--to", str(path)).returncode == 0
    return path


def check(path: Path, *arguments: str) -> Done:
    """What is said about a quest that can be played."""
    done = undercroft(path.parent, "check", "quest", str(path), *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done


# ---- new -------------------------------------------------------------------------------------------------------------


def test_a_new_quest_has_its_name_and_is_played_as_it_is(mill: Path) -> None:
    quest = tomllib.loads(mill.read_text())
    assert (quest["id"], quest["title"]) == ("old-mill", "Old Mill")
    done = check(mill, *QUICK)
    assert done.stdout.startswith("Old Mill, step 1, for 1 to 4 heroes: old-mill.toml can be played.\n")
    assert "3 games for each party" in done.words
    assert all(each in done.stdout for each in ("one hero", "2 heroes", "3 heroes", "4 heroes"))


def test_it_is_said_what_can_be_done_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = undercroft(tmp_path, "new", "quest", "b-4")
    assert done.stdout.splitlines() == [
        "b-4.toml is written: a small quest that can be played as it is.",
        "  see how it plays  undercroft check quest b-4.toml",
        "  play it           undercroft play freequest --quest b-4.toml",
    ]
    assert Path("b-4.toml").read_text() == quest_text("b-4")


def test_a_file_is_never_overwritten(mill: Path) -> None:
    mill.write_text("mine")
    said = refused(mill.parent, "new", "quest", "old-mill", "--to", str(mill))
    assert said == f"'{mill}' is there already and stays as it is; --to names another file"
    assert mill.read_text() == "mine"
    link = mill.with_name("link.toml")
    link.symlink_to(mill.with_name("elsewhere.toml"))
    assert "is there already" in refused(mill.parent, "new", "quest", "old-mill", "--to", str(link))


MADE_OF = "a quest's name is made of small letters, figures and hyphens, and"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Old Mill"], f"{MADE_OF} 'Old Mill' is not; do you mean old-mill?"),
        (["../mill"], f"{MADE_OF} '../mill' is not; do you mean mill?"),
        (["old--mill"], f"{MADE_OF} 'old--mill' is not; do you mean old-mill?"),
        (["!?"], f"{MADE_OF} '!?' is not; write it as in old-mill"),
        ([""], f"{MADE_OF} '' is not; write it as in old-mill"),
        (["m" * 41], "a quest's name has 40 characters at most, and this one has 41"),
        (["cold-kiln"], "there is a quest 'cold-kiln' in the book already; call yours something else"),
        (["mill", "--to", "no/such/mill.toml"], "there is no folder 'no/such' to write 'mill.toml' into"),
        (["mill", "--to", "."], "'.' is a folder; name a file in it"),
    ],
)
def test_odd_names_and_places_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(tmp_path, "new", "quest", *arguments) == said
    assert list(tmp_path.iterdir()) == []


def test_the_longest_name_is_a_title_too(tmp_path: Path) -> None:
    text = tomllib.loads(quest_text("m" * 40))
    assert (text["id"], text["title"]) == ("m" * 40, "M" + "m" * 39)


# ---- the template ----------------------------------------------------------------------------------------------------


def records() -> list[type[msgspec.Struct]]:
    """All kinds of records that a quest file has."""
    found = [kind for kind in vars(quest_content).values() if isinstance(kind, type)]
    kinds = [kind for kind in found if issubclass(kind, quest_content.Record) and kind is not quest_content.Record]
    return [kind for kind in kinds if kind is not quest_content.CampaignFile]


@pytest.mark.parametrize("kind", records(), ids=lambda kind: kind.__name__)
def test_the_template_explains_every_field(kind: type[msgspec.Struct]) -> None:
    text = TEMPLATE.read_text()
    missing = [
        each.encode_name for each in msgspec.structs.fields(kind) if not re.search(rf"\b{each.encode_name}\b", text)
    ]
    assert missing == []


def test_what_the_template_only_hints_at_would_be_read() -> None:
    full = tomllib.loads(COMMENTED_OUT.sub("", TEMPLATE.read_text()))
    convert_record(full, quest_content.QuestFile, "template")
    lists: dict[str, type[Any]] = {
        "doors": quest_content.Door,
        "walls": quest_content.Wall,
        "furniture": quest_content.Furniture,
        "devices": quest_content.Device,
        "traps": quest_content.Trap,
        "monsters": quest_content.Monster,
        "treasure": quest_content.Treasure,
        "quest-items": quest_content.QuestItem,
    }
    for name, kind in lists.items():
        assert full[name], name
        for record in full[name]:
            convert_record(record, kind, name)
    convert_record(full["captive"], quest_content.Captive, "captive")


@pytest.mark.parametrize("file", ["monsters", "traps"])
def test_the_template_names_every_kind(file: str) -> None:
    kinds = tomllib.loads((DATA / f"{file}.toml").read_text())[file.removesuffix("s")]
    assert [kind for kind in kinds if not re.search(rf"\b{kind}\b", TEMPLATE.read_text())] == []


# ---- check: what is refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "old-mill"', 'id = "Old Mill"', "id: 'Old Mill' is not an id, as for example cold-kiln is"),
        ('id = "old-mill"', 'id = "cold-kiln"', "id: there is a quest 'cold-kiln' in the book already"),
        ('title = "', 'titel = "', "unknown field 'titel'; do you mean 'title'?"),
        ("step = 1", "", "the field 'step' is missing"),
        ("step = 1", "step = 6", "step: takes at most 5, and 6 is more"),
        ("step = 1", "step = one", "Invalid value (at line 8, column 8)"),
        ("heroes = [1, 4]", "heroes = [4, 1]", "heroes: at least 4 are more than at most 1"),
        ('ref = "ladle"', 'ref = "laddle"', "objective: ref: there is no quest item 'laddle'; do you mean 'ladle'?"),
        ("#hhhhhhhhhh#", "#hhhhhhhhh#", "map: row 5 has 11 squares and the first has 12"),
        ("#hhhhhhhhhh#", "#hhhhxhhhhh#", "map: (5, 4): there is no area 'x'"),
        ("#hhhhhhhhhh#", "#hhhh#hhhhh#", "areas h: (6, 4) and (1, 4) are not joined within the area"),
        ("#SS#########\n#SS", "#SS#########\n###", "areas S: 2 squares are too few for 4 heroes"),
        ("[[8, 3], [8, 4]]", "[[8, 3], [9, 4]]", "doors 2: (8, 3) and (9, 4) are not neighbours"),
        ("[[8, 3], [8, 4]]", "[[4, 1], [5, 1]]", "doors 2: it leads nowhere, because (5, 1) is rock"),
        ("[[8, 3], [8, 4]]", "[[4, 3], [4, 4]]", "areas B: one cannot walk to (7, 1) from the start"),
        ('# state = "locked"', 'state = "locked"', "doors 2: it is locked, and nothing opens it"),
        ('# state = "locked"', 'state = "locked"\nkey = "ladle"', "doors 2: the ladle lies behind it"),
        (
            '# state = "locked"',
            'state = "secret"',
            "objective: it cannot be reached without finding a secret door; if the briefing hints at one, "
            "write secret-way = true",
        ),
        ("at = [10, 1]", "at = [10, 9]", "furniture 1: (10, 9) is not on the map, which is 12 x 8"),
        ("at = [5, 4]", "at = [0, 4]", "traps 1: (0, 4) is rock"),
        ("at = [5, 4]", "at = [1, 5]", "traps 1: (1, 5) is on the starting tile, and that must be empty"),
        ("at = [9, 2]", "at = [8, 1]", "monsters 4: (8, 1) is taken by monster 2"),
        (
            'kind = "zombie"\nat = [7',
            'kind = "gobblin"\nat = [7',
            "monsters 3: kind: there is no monster 'gobblin'; do you mean 'goblin'?",
        ),
        (
            'kind = "orc"\nat',
            'kind = "troll"\nat',
            "monsters: one hero would meet a threat of 343; at step 1 it can be 72",
        ),
        ("from = 3", "from = 2", "monsters: 2 heroes would meet a threat of 222; at step 1 it can be 192"),
        (
            'kind = "orc"\nat = [3, 1]',
            'kind = "marsh-notary"\nat = [9, 3]',
            "areas B: one hero would meet a threat of 55 there; at step 1 it can be 54 in one area",
        ),
        ('quest-items = ["ladle"]', "", "quest-items 1: the ladle lies nowhere; it must lie in one area"),
        ('items = ["blue-flask"]', 'items = ["rope"]', "treasure 1: items: there is no item 'rope'"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_place(mill: Path, old: str, new: str, said: str) -> None:
    text = mill.read_text()
    assert old in text
    mill.write_text(text.replace(old, new))
    assert refused(mill.parent, "check", "quest", str(mill)) == f"old-mill.toml: {said}"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "x.toml: there is no such file in {folder}"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "x.toml: it is not a text in UTF-8"),
        (b"\x00" * 200_001, "x.toml: it is larger than 200,000 bytes, and no quest is that long"),
        (b"", "x.toml: the field 'id' is missing"),
        (b"\x00", "x.toml: Invalid statement (at line 1, column 1)"),
    ],
)
def test_what_is_no_quest_at_all_is_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "x.toml"
    if content is not None:
        path.write_bytes(content)
    assert refused(tmp_path, "check", "quest", str(path)) == said.format(folder=tmp_path)


def test_a_folder_and_a_device_are_no_quests(tmp_path: Path) -> None:
    folder = tmp_path / "quests"
    folder.mkdir()
    assert refused(tmp_path, "check", "quest", str(folder)) == "quests: it is a folder; name the quest's file in it"
    assert refused(tmp_path, "check", "quest", "/dev/zero") == "zero: it is not a file with a quest in it"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "few"], "--games takes a whole number, 0 or more, and 'few' is none"),
        (["--games", "-1"], "--games takes a whole number, 0 or more, and '-1' is none"),
        (["--heroes", "0"], "--heroes takes a whole number, 1 or more, and '0' is none"),
        (["--heroes", "5"], "old-mill.toml is for 1 to 4 heroes, not for 5"),
        (["--referee", "person"], "there is no referee 'person'; there is gentle, fair, cunning"),
        (["--workers", "0"], "--workers takes a whole number, 1 or more, and '0' is none"),
    ],
)
def test_what_cannot_be_measured_is_refused(mill: Path, arguments: list[str], said: str) -> None:
    assert refused(mill.parent, "check", "quest", str(mill), *arguments) == said


# ---- check: how it plays ---------------------------------------------------------------------------------------------


def test_without_games_it_is_only_checked(mill: Path) -> None:
    done = check(mill, "--games", "0")
    assert "one hero 53 of 72 B: 37 of 54" in done.words
    assert "4 heroes 331 of 576 B: 248 of 432" in done.words
    assert "won" not in done.stdout


def test_a_quest_of_the_book_is_checked_by_its_name(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "check", "quest", "two-lanterns", "--games", "0")
    assert done.stdout.startswith("Two Lanterns, step 2, for 2 heroes")


def test_the_same_words_give_the_same_figures(mill: Path) -> None:
    run = (*QUICK, "--heroes", "4")
    once = check(mill, *run)
    assert once.stdout == check(mill, *run, "--seed", "check", "--referee", "fair").stdout
    assert once.stdout != check(mill, *run, "--seed", "other").stdout
    assert "Steady heroes, fair referee, seed check: 3 games Party" in once.words
    assert max(len(line) for line in once.stdout.splitlines()) <= 80


def test_a_single_game_is_told_in_the_singular(mill: Path) -> None:
    done = check(mill, "--games", "1", "--heroes", "1", "--referee", "gentle", "--workers", "1")
    assert "gentle referee, seed check: 1 game Party" in done.words


def test_a_quest_that_everybody_wins_is_warned_of_and_not_refused(mill: Path) -> None:
    text = mill.read_text()
    first, last = text.index("[[monsters]]"), text.index("# What the first search")
    mill.write_text(text[:first] + text[last:])
    done = check(mill, "--games", "30", "--heroes", "2", "--workers", "1")
    assert "100 %" in done.words
    assert "For 2 heroes it is too easy: over 85 % of the games were won." in done.words
    assert "2 heroes 0 of 192 - 100 %" in done.words


def test_as_json_it_is_one_object(mill: Path) -> None:
    done = check(mill, *QUICK, "--json")
    figures = json.loads(done.stdout)
    assert figures["quest"] == "old-mill"
    assert figures["file"] == str(mill)
    assert figures["seed"] == "check"
    assert not figures["interrupted"]
    assert [party["games"] for party in figures["parties"]] == [3, 3, 3, 3]
    assert figures == json.loads(check(mill, "--games", "3", "--workers", "2", "--json").stdout)


def test_ctrl_c_gives_what_was_measured_so_far(mill: Path) -> None:
    terminal = Terminal(mill.parent, "check", "quest", str(mill), "--games", "900000", "--workers", "1")
    terminal.read_match(r"[1-9]\d*/3600000")
    terminal.interrupt()
    said, code = terminal.leave()
    assert code == 130
    assert re.search(r"seed check: [\d,]+ games?, interrupted", said)
    assert re.search(r"one hero +53 of 72 +B: 37 of 54 +\d+ %", said)
    assert re.search(r"4 heroes +331 of 576 +B: 248 of 432 +- +- +-", said)


@pytest.mark.parametrize("command", ["new", "check"])
def test_every_command_explains_itself(tmp_path: Path, command: str) -> None:
    done = undercroft(tmp_path, command, "quest", "-h")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: undercroft {command} quest")
    assert f"For example: undercroft {command} quest" in done.words


# ---- the page that explains it all -----------------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "making-a-quest.md"


def test_the_quest_of_the_page_can_be_played(mill: Path) -> None:
    drawn, *added = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    text, count = re.subn(r'^map = """.*?"""\n', lambda _: drawn, mill.read_text(), flags=re.MULTILINE | re.DOTALL)
    assert count == 1
    mill.write_text("\n".join([text, *added]))
    said = check(mill, "--games", "0").stdout.splitlines()
    assert said[0] in PAGE.read_text()
    assert "4 heroes  342 of 576  B: 248 of 432" in said[-1]
    assert "4 heroes  342 of 576  B: 248 of 432" in PAGE.read_text()
    mill.write_text(mill.read_text().replace('opens = ["pantry-door"]', ""))
    said_now = refused(mill.parent, "check", "quest", str(mill))
    assert f"`{said_now}`" in PAGE.read_text()


def test_the_page_knows_every_threat_and_budget() -> None:
    monsters = load("book", {}).content.monsters
    told: dict[str, tuple[int, ...]] = {}
    for numbers, kinds in re.findall(r"^\| ([\d, to]+) \| ([a-z, -]+) \|$", PAGE.read_text(), re.MULTILINE):
        told.update((kind, tuple(int(number) for number in re.findall(r"\d+", numbers))) for kind in kinds.split(", "))
    assert set(told) == {monster.key for monster in monsters}
    for monster in monsters:
        assert min(told[monster.key]) <= monster.threat <= max(told[monster.key]), monster.key
    for step in range(1, 6):
        row = " | ".join(str(budget(heroes, step)) for heroes in range(1, 5))
        assert f"| {step} | {row} |" in PAGE.read_text()


def test_every_refusal_on_the_page_is_one_that_is_given() -> None:
    modules = (quest_content, quest_checks, quests, reading)
    files = [Path(str(each.__file__)).parent / f"{each.__name__.rpartition('.')[2]}.py" for each in modules]
    sources = re.sub(r'"\n\s*f?"', "", "".join(file.read_text() for file in files))
    table = PAGE.read_text().partition("| it says | do this |")[2]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    assert len(rows) > 20
    for row in rows[1:]:
        for words in re.findall(r"`(.*?)`", row):
            assert words in sources, words
