"""Whole games of every kind, drawn for windows of all sizes and for none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rich.text import Text

import undercroft as house
from tests.games.laws import BRIEFLY
from tests.terminal.driver import Terminal, save_file, separately, undercroft
from tests.terminal.scenes import look, plain
from undercroft.bots import find_bot
from undercroft.core.odds_words import all_odds, short_odds
from undercroft.core.scene import Line, Scene, log_lines
from undercroft.core.session import Session
from undercroft.core.vocabulary import Option
from undercroft.games import GAMES
from undercroft.terminal.endings import ending_card
from undercroft.terminal.look import ASCII, UNICODE, Glyphs, Look
from undercroft.terminal.maps import cells_shown
from undercroft.terminal.odds_text import odds_table
from undercroft.terminal.plain import fitting, paragraph, whole_table
from undercroft.terminal.questions import asked, rows_of

pytestmark = pytest.mark.xdist_group("windows")  # which share games with all their odds

PLAY = ("play", "elbereth", "--seed", "amber-gate-41")
SIZES = [(80, 24), (120, 40), (60, 24), (40, 12)]


@cache
def played(game: str, edition: str) -> tuple[tuple[Scene, tuple[Line, ...], tuple[tuple[str, ...], ...]], ...]:
    """The scenes of a game that a bot played, each with what was told and the odds of its options."""
    session = house.start(game, seed="amber-gate-41", edition=edition, changes=BRIEFLY.get(game))
    bot = find_bot("random", game, "amber-gate-41")
    shots = []
    told: tuple[Line, ...] = ()
    while session.decision is not None:
        scene, decision = session.scene(), session.decision
        shots.append((scene, told, tuple(tuple(words) for words in short_odds(session, scene))))
        option = bot.choose(session.state.view(decision.seat), decision.prompt, decision.options)
        events = session.choose(option)
        told = log_lines(session, events)
    return tuple(shots)


def screens(game: str, edition: str, window: Look) -> Iterator[tuple[Scene, list[str]]]:
    """What a window shows of a whole game."""
    before: Scene | None = None
    for scene, told, odds in played(game, edition):
        assert scene.question is not None
        on_maps = cells_shown(scene) if window.rows is not None else frozenset[str]()
        rows = rows_of(scene.question, odds, on_maps)
        question = asked(scene.question, rows, window)
        yield scene, plain(fitting(paragraph(told, window), scene, before, "amber-gate-41", question, window))
        before = scene


EDITIONS = [(game.name, edition) for game in GAMES.values() for edition in game.editions()]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_screen_of_a_game_fits_and_offers_every_option(game: str, edition: str, columns: int, rows: int) -> None:
    window = look(columns, rows)
    for scene, lines in screens(game, edition, window):
        start = next(place for place, line in enumerate(lines) if line.startswith(f"{scene.title} ·"))
        shown = lines[start:]
        assert max(len(line) for line in shown) <= columns
        assert len(shown) < rows or columns < 80, "\n".join(shown)
        assert scene.question is not None
        assert offered(shown, scene) >= set(range(1, len(scene.question.choices) + 1)), "\n".join(shown)


def offered(lines: list[str], scene: Scene) -> set[int]:
    """The numbers of all options below the question."""
    assert scene.question is not None
    words = scene.question.text.split()
    start = max(place for place, line in enumerate(lines) if line.startswith(words[0]))
    found: set[int] = set()
    for line in lines[start:]:
        for part in re.findall(r"(?:^|\s{2})\s*((?:\d+(?:-\d+)?\s)+)", line):
            for piece in part.split():
                first, _, last = piece.partition("-")
                found |= set(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.parametrize(("columns", "rows"), [*SIZES, (80, None)])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_look_shows_the_whole_of_every_floor(columns: int, rows: int | None, glyphs: Glyphs) -> None:
    window = look(columns, rows, glyphs)
    for scene, _, _ in played("elbereth", "book"):
        lines = plain(whole_table(scene, "x", window))
        assert max(len(line) for line in lines) <= columns
        assert "Cut: " not in "".join(lines)
        assert glyphs is UNICODE or "".join(lines).isascii()


def test_where_there_is_no_window_every_option_has_its_own_row_with_its_place() -> None:
    for scene, lines in screens("elbereth", "book", look(rows=None)):
        assert scene.question is not None
        text = " ".join(" ".join(lines).split())
        for number, choice in enumerate(scene.question.choices, 1):
            assert f" {number} {choice.label}" in text
        assert not re.search(r"[●○✕╭│]", text)


def test_an_ascii_window_gets_nothing_else() -> None:
    for _, lines in screens("elbereth", "bosses", look(glyphs=ASCII)):
        assert "\n".join(lines).isascii()


def test_an_end_without_ranks_names_what_is_counted_and_no_rank() -> None:
    session = finished("elbereth")
    card = "\n".join(plain(ending_card(session, session.scene(), look())))
    assert f"│  {GAMES['elbereth'].words().file.score} " in card
    assert "Rank" not in card


def finished(game: str) -> Session:
    """A game that a bot has played."""
    session = house.start(game, seed="amber-gate-41")
    bot = find_bot("random", game, "x")
    while session.decision is not None:
        session.choose(bot.choose(session.state, session.decision.prompt, session.decision.options))
    return session


# ---- odds ------------------------------------------------------------------------------------------------------------


def test_odds_tell_what_may_turn_up_where_they_look_no_further() -> None:
    session = house.start("elbereth", seed="amber-gate-41")
    session.choose(0)
    assert session.decision is not None
    wall = next(option for option in session.decision.options if option.family == "break")
    *_, exact, may, tries = odds_lines(session, wall)
    assert "exact" in exact
    assert may.startswith("What may turn up: ")
    assert re.search(r"Rat ~\d+ %", may)
    assert "lose a piece" not in may
    assert tries == "These come from 2,000 tries, give or take 2.2 points."


def odds_lines(session: Session, option: Option) -> list[str]:
    """The lines of text below an option's table of odds, each sentence on its own."""
    parts = [part.plain for part in odds_table(all_odds(session, option), look(1000)) if isinstance(part, Text)]
    return [sentence for part in parts for sentence in re.split(r"(?<=\.) (?=These)", part)]


def test_what_cannot_turn_up_is_not_spoken_of() -> None:
    session = house.start("elbereth", seed="amber-gate-41")
    session.choose(0)
    assert session.decision is not None
    for option in session.decision.options:
        if option.family in ("pick-up", "give-up"):
            assert "turn up" not in " ".join(odds_lines(session, option))
    tin_helm = house.start("tin-helm", seed="amber-gate-41")
    assert "turn up" not in " ".join(odds_lines(tin_helm, tin_helm.option(0)))


# ---- the real command ------------------------------------------------------------------------------------------------


def test_a_whole_game_can_be_played_through_a_pipe(tmp_path: Path) -> None:
    done = separately(tmp_path, *PLAY, typed="1\n" * 400)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "Floor, row by row:\n" in done.stdout
    assert house.load(save_file(tmp_path, "elbereth-amber-gate-41").read_text()).outcome is not None


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_can_be_watched_replayed_and_looked_up(tmp_path: Path, game: str) -> None:
    few = ["--set=play.quest=cold-kiln", "--set=play.heroes=2", "--set=figures.last-round=3"]  # rounds of a long game
    short = few if game in BRIEFLY else []
    undercroft(tmp_path, "play", game, "--seed", "x", *short, typed="1\n1\n1\n")
    for arguments in (
        ["replay", f"{game}-x"],
        ["watch", game, "--bot", "random", "--seed", "x", *short],
        ["rules", game],
        ["simulate", game, "--bot", "random", "--games", "10", "--workers", "1", *short],
    ):
        done = undercroft(tmp_path, *arguments)
        assert done.returncode == 0, done.stderr
        lines = [line for line in done.stdout.splitlines() if "--set" not in line]  # a command to copy is one line
        assert max(len(line) for line in lines) <= 80, arguments


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40)])
def test_a_terminal_shows_the_map_and_the_numbers_on_it(tmp_path: Path, columns: int, rows: int) -> None:
    terminal = Terminal(tmp_path, *PLAY, rows=rows, columns=columns, NO_COLOR="1")
    terminal.read_until(" > ")
    screen = terminal.type("1")
    assert re.search(r"╭1─" if rows == 40 else r" 1:\S", screen)
    assert "\x1b[3" not in terminal.text
    assert "Stairs" in terminal.type("look")
    terminal.kill()


def test_a_window_that_is_dragged_larger_shows_more_on_its_next_screen(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PLAY, rows=24, columns=80, NO_COLOR="1")
    terminal.read_until(" > ")
    assert "╭" not in terminal.type("1")
    terminal.resize(40, 120)  # the prompt is drawn anew for that, so it is no sign of an answer
    terminal.send("1\n")
    assert "╭" in terminal.read_match(r"What now\?[\s\S]* > $")
    terminal.resize(24, 80)
    terminal.send("undo\n")
    assert "╭" not in terminal.read_match(r"What do you do\?[\s\S]* > $")
    terminal.kill()


def test_a_terminal_without_unicode_gets_a_map_in_ascii(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PLAY, NO_COLOR="1", PYTHONIOENCODING="ascii")
    terminal.read_until(" > ")
    screen = terminal.type("1")
    assert screen.isascii()
    assert "* 1 Sword" in screen
    terminal.kill()
