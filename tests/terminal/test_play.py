"""Playing in line mode, through a pipe and on a terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import undercroft as house
from tests.games.laws import BRAWL, EDITIONS, PARTIES, Dungeon
from tests.terminal.driver import Terminal, save_file, separately, undercroft
from undercroft.core.scene import log_lines, told_once
from undercroft.games.freequest.content import load

NAME = "tin-helm-amber-gate-41"
PLAY = ("play", "tin-helm", "--seed", "amber-gate-41")
FIRST_ROOM = "gnome\nalchemist\n"


def choices(path: Path) -> list[str]:
    """The answers that a save holds."""
    return [option for _, option in house.load(path.read_text()).record.choices]


def test_a_whole_game_can_be_played_through_a_pipe(tmp_path: Path) -> None:
    done = separately(tmp_path, *PLAY, typed="1\n" * 400)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The same seed again:  undercroft play tin-helm --seed amber-gate-41\n" in done.stdout
    session = house.load(save_file(tmp_path, NAME).read_text())
    assert session.outcome is not None
    for part in ("Health", "Energy", "Food", "Favor", "Level"):
        assert f"\n│  {part}" in done.stdout
    assert str(session.outcome.score) in done.stdout


def test_the_table_the_question_and_the_odds_are_shown(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "resolve\nfight\nnothing\n")
    assert "Tin Helm · level 1 of 5, room 1 of 6 · seed amber-gate-41\n" in done.stdout
    assert "♥ Health 9/9  ↯ Energy 13/13  ● Food 1/5  ✦ Favor 0/15  Shards ○○○ 0\n" in done.stdout
    assert "Books: Rest for 1 more energy." in done.stdout
    assert "  Room Chasm  > enemy\n" in done.stdout
    assert "  Results Waterfall  enemy Doom Skull, trap 1 health, random altar, loot Sword\n" in done.stdout
    assert "Cards to come 10: " in done.stdout
    assert "The Doom Skull rolls 3 and 2. The Doom Skull hits you for 1, leaving 8 health." in done.stdout
    assert "♥ Health 8/9 (-1)" in done.stdout
    assert "How hard do you strike the Doom Skull?\n" in done.stdout
    assert "  3 Spend 2 energy: roll +4      kill 83 %, hit 83 %, be hit 14 %, -0.3 health\n" in done.stdout


KILN = Dungeon("freequest", "book", {"play.quest": "cold-kiln", "play.party": ["warrior", "wizard"]})


@pytest.mark.parametrize("dungeon", [*(one for one in EDITIONS if one is not BRAWL), KILN, PARTIES[0]], ids=str)
def test_what_happened_before_the_first_question_is_told(dungeon: Dungeon, tmp_path: Path) -> None:
    session = dungeon.start("amber-gate-41")
    settings = [word for path, value in dungeon.changes.items() for word in ("--set", f"{path}={json.dumps(value)}")]
    asked = ("play", dungeon.name, "--edition", dungeon.edition, "--seed", "amber-gate-41", *settings)
    shown = " ".join(undercroft(tmp_path, *asked, typed="quit\n").stdout.split())
    for line in told_once(log_lines(session, session.events)):
        assert line.text in shown


def test_the_briefing_of_a_quest_is_told_once(tmp_path: Path) -> None:
    party = ("--quest", "cold-kiln", "--party", "warrior,wizard")
    done = undercroft(tmp_path, "play", "freequest", *party, "--seed", "bell", typed="1\nsave\nquit\n")
    briefing = load("book", {}).book.quests[0].briefing
    assert " ".join(done.stdout.split()).count(briefing) == 1
    again = undercroft(tmp_path, "play", "freequest", "--resume", typed="quit\n")
    assert briefing not in " ".join(again.stdout.split())


def test_options_are_chosen_by_number_or_by_name(tmp_path: Path) -> None:
    undercroft(tmp_path, *PLAY, typed="2\nAlchemist\nskip\n")
    assert choices(save_file(tmp_path, NAME))[:3] == ["gnome", "alchemist", "skip"]


def test_anything_else_is_answered_by_one_sentence(tmp_path: Path) -> None:
    done = undercroft(
        tmp_path, *PLAY, typed="xyzzy\n\n9\n0\n-1\nodds\nodds 7\nlog x\nrules\nback\nundo\nrules zebra\n\x1b[2J\n"
    )
    assert done.returncode == 0
    for sentence in (
        "'xyzzy' is not offered here: type a number from 1 to 4, or help.",
        "Type a number from 1 to 4, or help.",
        "'9' is not offered here: type a number from 1 to 4, or help.",
        "'0' is not offered here: type a number from 1 to 4, or help.",
        "'-1' is not offered here: type a number from 1 to 4, or help.",
        "Say which option: odds 1, for example.",
        "'7' is not offered here: type a number from 1 to 4, or help.",
        "Log shows everything so far, log 10 the last ten sentences.",
        "Say what to look up, such as: rules setup.",
        "This is the game itself, not a practice branch; there is nowhere to go back to.",
        "There is nothing to take back.",
        "No rule speaks of 'zebra'; try fewer or other words.",
    ):
        assert f" {sentence} " in done.words
    assert "\x1b" not in done.stdout
    assert done.stdout.endswith("Nothing was chosen, so nothing was saved.\n")
    assert not (tmp_path / "saves").exists()


def test_odds_shows_the_whole_distribution(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "resolve\nodds fight\n")
    table = done.stdout[done.stdout.index("(fight)") :]
    assert "  28 %  ████████  health 9→8    be hit" in table
    assert "   6 %  ██        health 9→4    be hit" in table
    assert "6 outcomes, exact. Then your attack. Where you could still step in, these outcomes" in done.words


def test_why_names_the_clauses_behind_the_last_event_the_question_and_an_option(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "resolve\nwhy\nwhy 2\n")
    assert "\nThe Doom Skull bars your way, with 5 health!\n  combat.enemy-health\n    An enemy's HP" in done.stdout
    assert "\nYou face the Doom Skull. What do you do?\n  combat.start\n" in done.stdout
    assert "    Ruling: " in done.stdout
    assert "\nDrink the Potion: nothing to gain\n  trapping.potion\n" in done.stdout


def test_log_rules_help_and_look(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "log 1\nlog\nrules combat.doubles-miss\nhelp\nlook\n")
    assert "> log 1\nRoom 1: the Chasm.\n1-3" in done.stdout
    assert "> log\nA Gnome Alchemist goes down: 9 health, 13 energy.\nYou carry the Books.\n" in done.stdout
    assert "> rules combat.doubles-miss\n  combat.doubles-miss\n" in done.stdout
    assert "  Names here: resolve, skip, drink-potion.\n" in done.stdout
    assert done.stdout.count("You stand before the Chasm.") == 2


def test_a_free_undo_is_written_down_and_resumed(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed="gnome\nundo\nhuman\n")
    assert "\nTaken back.\n" in done.stdout
    save = save_file(tmp_path, NAME)
    assert "\nundo " in save.read_text()
    assert choices(save) == ["human"]


def test_an_undo_past_a_roll_opens_a_practice_branch_and_leaves_the_save_as_it_was(tmp_path: Path) -> None:
    undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "resolve\nfight\nnothing\n")
    save = save_file(tmp_path, NAME)
    before = save.read_bytes()
    typed = "undo\nnothing\nspend-3\nundo\nundo\nquit\n"
    done = undercroft(tmp_path, "play", "tin-helm", "--resume", NAME, typed=typed)
    assert "so this opens a practice branch" in done.stdout
    assert "\nPRACTICE · Tin Helm · level 1 of 5" in done.stdout
    assert "\nPRACTICE, 1-2" in done.stdout
    assert "The practice branch is gone; the game itself is as you left it." in done.stdout
    assert save.read_bytes() == before


def test_back_returns_to_the_real_game(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "resolve\nfight\nnothing\nundo\nfight\nback\n1\n")
    after = done.stdout[done.stdout.index("Back in your game.") :]
    assert "PRACTICE" not in after
    assert choices(save_file(tmp_path, NAME)) == ["gnome", "alchemist", "resolve", "fight", "nothing", "plain-strike"]


def test_a_practice_branch_can_be_kept_and_stays_practice(tmp_path: Path) -> None:
    undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "resolve\nfight\nnothing\nundo\nsave\nsave what-if\nsave what-if\n")
    assert house.load(save_file(tmp_path, "what-if").read_text()).practice
    assert house.load(save_file(tmp_path, f"{NAME}-practice").read_text()).practice
    done = undercroft(tmp_path, "play", "tin-helm", "--resume", "what-if", typed="nothing\n")
    assert "\nPRACTICE · Tin Helm" in done.stdout
    assert choices(save_file(tmp_path, "what-if"))[-1] == "nothing"
    latest = undercroft(tmp_path, "play", "tin-helm", "--resume")
    assert f"--resume {NAME}\n" in latest.stdout


def test_save_keeps_a_copy_under_a_free_name_only(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed="gnome\nsave\nsave early/../bird\nsave early-bird\nsave ///\nalchemist\n")
    assert f"Every choice is saved as it is made, as {NAME}." in done.stdout
    assert "This moment is kept as early-bird; you go on where you are." in done.stdout
    assert "There already is a save 'early-bird'; nothing is overwritten, so use another name." in done.words
    assert "A save cannot be called '///'; use letters, digits and dashes." in done.stdout
    assert choices(save_file(tmp_path, "early-bird")) == ["gnome"]
    assert choices(save_file(tmp_path, NAME)) == ["gnome", "alchemist"]


def test_a_seed_played_twice_gets_a_second_save(tmp_path: Path) -> None:
    for expected in (NAME, f"{NAME}-2", f"{NAME}-3"):
        done = undercroft(tmp_path, *PLAY, typed="gnome\n")
        assert done.stdout.endswith(f"Saved. Go on with:  undercroft play tin-helm --resume {expected}\n")


def test_a_finished_game_is_shown_and_not_continued(tmp_path: Path) -> None:
    undercroft(tmp_path, *PLAY, typed="1\n" * 400)
    before = save_file(tmp_path, NAME).read_bytes()
    done = undercroft(tmp_path, "play", "tin-helm", "--resume", NAME, typed="undo\n1\n")
    assert done.returncode == 0
    assert "The same seed again:" in done.stdout
    terminal = Terminal(tmp_path, "play", "tin-helm", "--resume", NAME, rows=50)
    terminal.read_until("Enter leaves > ")
    assert "PRACTICE" in terminal.type("undo")
    terminal.type("1")
    terminal.send("\x04")
    terminal.leave()
    assert save_file(tmp_path, NAME).read_bytes() == before


# ---- giving up -------------------------------------------------------------------------------------------------------

DELVE = ("play", "elbereth", "--seed", "amber-gate-41")
DELVED = "elbereth-amber-gate-41"
GIVE_UP = "Give up this game? Type give-up again (or yes) to do it; anything else goes on.\n"


@pytest.mark.parametrize("again", ["give-up", "Give up", "yes", "Y"])
def test_giving_up_is_asked_for_twice(tmp_path: Path, again: str) -> None:
    done = undercroft(tmp_path, *DELVE, typed=f"1\ngive-up\n{again}\n")
    assert f"> give-up\n{GIVE_UP}yes or no > {again}\n" in done.stdout
    assert choices(save_file(tmp_path, DELVED))[-1] == "give-up"
    assert "You gave up." in done.stdout


def test_giving_up_may_be_confirmed_by_its_number(tmp_path: Path) -> None:
    session = house.start("elbereth", seed="amber-gate-41")
    session.choose(0)
    assert session.decision is not None
    number = len(session.decision.options)
    undercroft(tmp_path, *DELVE, typed=f"1\n{number}\n{number}\n")
    assert choices(save_file(tmp_path, DELVED))[-1] == "give-up"


@pytest.mark.parametrize("other", ["no", "N", "", "look", "help", "odds 1", "nonsense"])
def test_anything_else_goes_on_and_nothing_of_it_is_saved(tmp_path: Path, other: str) -> None:
    done = undercroft(tmp_path, *DELVE, typed=f"1\ngive-up\n{other}\nyes\n")
    assert GIVE_UP in done.stdout
    assert "'yes' is not offered here" in done.words
    assert choices(save_file(tmp_path, DELVED)) == ["start-with-sword-staff"]


def test_another_choice_goes_on_with_that_choice(tmp_path: Path) -> None:
    undercroft(tmp_path, *DELVE, typed="1\ngive-up\n1\n")
    assert len(choices(save_file(tmp_path, DELVED))) == 2
    assert "give-up" not in choices(save_file(tmp_path, DELVED))


def test_who_leaves_instead_of_confirming_has_not_given_up(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *DELVE, typed="1\ngive-up\n")
    assert f"--resume {DELVED}\n" in done.stdout
    assert choices(save_file(tmp_path, DELVED)) == ["start-with-sword-staff"]


def test_giving_up_is_the_last_row_and_has_no_odds(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *DELVE, typed="1\n")
    *_, last, _, _ = done.stdout.splitlines()
    assert last.endswith(" Give up")


# ---- bots at the table -----------------------------------------------------------------------------------------------

HINT_USE = (
    "Type hint to have every option thought about: hint 5s for five seconds, "
    "hint 5000 for that many games (10 or more)."
)
AUTO_USE = "Auto plays to the end, auto 5 makes five choices, auto steady 5 lets that bot make them."


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hint lots", HINT_USE),
        ("hint 3", HINT_USE),
        ("hint -5s", HINT_USE),
        ("hint nans", HINT_USE),
        ("auto chess", "There is no bot 'chess'; there is random, steady, mcts."),
        ("auto mcts:lots", "'mcts:lots': say how long to think, as in mcts:2000 (simulations) or mcts:0.5s (seconds)."),
        ("auto 0", AUTO_USE),
        ("auto 1 2", AUTO_USE),
        ("auto steady random", AUTO_USE),
    ],
)
def test_a_hint_or_a_bot_that_cannot_be_had_is_one_sentence(tmp_path: Path, typed: str, said: str) -> None:
    done = undercroft(tmp_path, *PLAY, typed=f"{typed}\n")
    assert f"> {typed} {said} 1-4, hint or help > " in done.words
    assert not (tmp_path / "saves").exists()


def test_a_hint_tells_chances_and_changes_nothing(tmp_path: Path) -> None:
    undercroft(tmp_path / "without", *PLAY, typed=FIRST_ROOM)
    done = undercroft(tmp_path / "with", *PLAY, typed=FIRST_ROOM + "hint 20\nhint 0.01s\n")
    hint = done.stdout[done.stdout.index("> hint 20\n") : done.stdout.index("> hint 0.01s\n")]
    assert re.search(r"^(Looks best|As good as any): \d ", hint, re.MULTILINE)
    assert re.search(r"^> \d  ", hint, re.MULTILINE)
    assert re.search(r"^  1  Resolve it +\d+ %  ± \d+ ", hint.replace("> 1", "  1"), re.MULTILINE)
    assert "if the rest is played sensibly." in done.words
    assert hint.endswith("\n1-3, hint or help ")
    assert done.stderr == ""
    saves = [save_file(tmp_path / home, NAME).read_bytes() for home in ("with", "without")]
    assert saves[0] == saves[1]


def test_a_hint_works_in_a_practice_branch_and_after_it(tmp_path: Path) -> None:
    typed = FIRST_ROOM + "resolve\nfight\nnothing\nhint 20\nundo\nhint 20\nback\nhint 20\n"
    done = undercroft(tmp_path, *PLAY, typed=typed)
    assert done.stdout.count("if the rest is played sensibly.") == 3
    first, practice, last = re.findall(r"^(?:Looks best|As good as any): .*$", done.stdout, re.MULTILINE)
    assert first == last
    assert practice != first


def test_there_is_no_hint_once_the_game_is_over(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "resolve\nundo\nauto random\nhint\nauto\n")
    assert done.words.count("The game is over: type undo to try the last choice again as practice, or quit.") == 2


def test_auto_makes_so_many_choices_and_saves_them(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "auto mcts:10 2\nauto 1 steady\n")
    assert "\nmcts:10 made 2 choices; now it is your turn.\n" in done.stdout
    assert "\nsteady made 1 choice; now it is your turn.\n" in done.stdout
    told = re.findall(r"^(\d+)\. .*\n  > (.*)$", done.stdout, re.MULTILINE)
    assert [number for number, _ in told] == ["3", "4", "5"]
    session = house.start("tin-helm", seed="amber-gate-41")
    for option in choices(save_file(tmp_path, NAME)):
        question = session.scene().question
        assert question is not None
        labels = {choice.name: choice.label for choice in question.choices}
        if session.decision is not None and session.decision.number > 2:
            assert told[session.decision.number - 3][1].startswith(labels[option])
        session.choose(option)
    assert len(session.choices) == 5


def test_auto_tells_what_the_bot_saw_and_then_shows_the_table(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "auto mcts:10 2\n")
    told = done.stdout[done.stdout.index("> auto") :]
    assert len(re.findall(r" % ± [\d.]+ \((?:next best|as good): [^)]* %\), 1\d games, \d\.\d s", told)) == 2
    assert told.count("Tin Helm · level 1 of 5") == 1
    assert told.index("made 2 choices") < told.index("Tin Helm · level 1 of 5")


def test_auto_plays_to_the_end(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed="auto steady\n")
    assert "The same seed again:" in done.stdout
    assert "your turn" not in done.stdout
    assert house.load(save_file(tmp_path, NAME).read_text()).outcome is not None


def test_auto_in_a_practice_branch_leaves_the_save_as_it_was(tmp_path: Path) -> None:
    undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "resolve\nfight\nnothing\n")
    before = save_file(tmp_path, NAME).read_bytes()
    done = undercroft(tmp_path, "play", "tin-helm", "--resume", NAME, typed="undo\nauto mcts:10 3\nquit\n")
    assert "\nmcts:10 made 3 choices; now it is your turn.\n\nPRACTICE · " in done.stdout
    assert save_file(tmp_path, NAME).read_bytes() == before


# ---- on a terminal ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leave", ["interrupt", "end"])
def test_control_c_and_control_d_leave_with_the_way_back(tmp_path: Path, leave: str) -> None:
    terminal = Terminal(tmp_path, *PLAY)
    terminal.read_until(" > ")
    terminal.type("gnome")
    if leave == "interrupt":
        terminal.interrupt()
    else:
        terminal.send("\x04")
    said, code = terminal.leave()
    assert code == 0
    assert "Traceback" not in said
    assert f"--resume {NAME}" in said


def test_the_question_and_the_table_fit_a_window_of_24_rows(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PLAY, NO_COLOR="1")
    terminal.read_until(" > ")
    for answer in ("2", "1", "1", "1", "", "2", "", "3"):
        screen = terminal.type(answer).split("\n")
        shown = screen[next(place for place, line in enumerate(screen) if line.startswith("Tin Helm ·")) :]
        assert len(shown) <= 24, "\n".join(shown)
    terminal.kill()


def test_a_terminal_gets_boxes_and_colour_and_none_with_no_color(tmp_path: Path) -> None:
    for no_color, coloured in (("", True), ("1", False)):
        terminal = Terminal(tmp_path, *PLAY, NO_COLOR=no_color)
        terminal.read_until(" > ")
        terminal.type("2")
        screen = terminal.type("1")
        assert "╭─" in screen
        assert ("\x1b[1m" in screen) == coloured
        if not coloured:
            assert "\x1b[3" not in terminal.text
        terminal.kill()


def test_enter_lets_things_be_where_that_is_an_option(tmp_path: Path) -> None:
    done = undercroft(tmp_path, *PLAY, typed=FIRST_ROOM + "resolve\nfight\n\n")
    assert "1-2 (Enter: 1), hint or help > \n" in done.stdout
    assert choices(save_file(tmp_path, NAME))[-1] == "nothing"


def test_control_c_ends_a_hint_and_not_the_game(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *DELVE, NO_COLOR="1")
    terminal.read_until(" > ")
    terminal.send("hint 600s\n")  # among weapons that are all alike there is no best one before the time is up
    terminal.read_until("Thinking ... Ctrl-C stops.")
    terminal.interrupt()
    said = terminal.read_until(" > ")
    assert re.search(r"\r +\rNo hint, then; the question is still yours\.\n1-15, hint or help > $", said)
    terminal.type("1")
    terminal.kill()
    assert choices(save_file(tmp_path, DELVED)) == ["start-with-sword-staff"]


@pytest.mark.slow
def test_an_interrupted_auto_loses_nothing_and_hands_back(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *DELVE, NO_COLOR="1")
    terminal.read_until(" > ")
    terminal.send("auto mcts:0.3s\n")
    terminal.read_match(r"\n3\. ")
    terminal.send("\x03")
    screen = terminal.read_until(" > ")
    counted = re.search(r"made (\d+) choices; now it is your turn\.\n", screen)
    assert counted is not None
    saved = choices(save_file(tmp_path, DELVED))
    assert len(saved) == int(counted.group(1)) >= 2
    terminal.type("1")
    terminal.kill()
    assert choices(save_file(tmp_path, DELVED))[:-1] == saved
