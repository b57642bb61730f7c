"""No screen of the terminal shows a seat that nobody before it holds, whatever interrupts a game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.effort import tries
from tests.games.laws import BRAWL
from tests.terminal.driver import refused, undercroft
from undercroft import GAMES, Session
from undercroft.core import scene as scenes
from undercroft.core.game import ABSENT
from undercroft.core.scene import Scene
from undercroft.core.vocabulary import Option
from undercroft.terminal.company import Company
from undercroft.terminal.endings import toml
from undercroft.terminal.play import Play
from undercroft.terminal.tell import Telling

KILN = ("freequest", "--quest", "cold-kiln", "--party", "warrior,wizard")
CHANGES = {**BRAWL.changes, "figures.last-round": 6}
FIGHT = ("freequest", *(word for path, value in CHANGES.items() for word in ("--set", f"{path}={toml(value)}")))
EDITIONS = [(name, edition) for name, game in GAMES.items() for edition in game.editions()]


def held(session: Session) -> set[int]:
    """The seats of the people before the screen; who only watches has those that know no more than all do."""
    game = session.game
    named = game.company(session.state) or ("",) * len(game.seats)
    people = {seat for seat, who in enumerate(named) if not who}
    return people or {seat for seat, who in enumerate(named) if who != ABSENT and seat != game.keeper}


@dataclass
class Screens:
    """What was shown: the seat of each scene but those of `auto`, and -1 for a cover between two people."""

    seats: list[int] = field(default_factory=list)
    computers: int = 0  # how often the computer was asked
    in_auto: bool = False

    def check_covers(self, keeper: int, shared: bool) -> None:
        """Whoever shares a screen with somebody who knows more hands it over before that is seen."""
        assert (keeper in self.seats and -1 in self.seats) or not shared
        before = -2
        for seat in self.seats:
            assert seat != keeper or before in (-1, keeper) or not shared, self.seats
            before = seat


@contextmanager
def watched(interrupt: int = 0) -> Iterator[Screens]:
    """See to it that every scene is of a seat that is held.

    Ctrl-C is pressed at every so many answers of the computer, and outside of `auto`, where it leaves the game, seldom.
    """
    shown = Screens()
    draw, cover, answer, let_play = scenes.with_question, Play.cover, Company.answer, Play.let_play

    def drawn(session: Session, seat: int) -> Scene:
        assert seat in held(session), f"the {session.game.seats[seat]}'s table is shown after {session.choices[-5:]}"
        shown.seats += [] if shown.in_auto else [seat]
        return draw(session, seat)

    def covered(play: Play) -> None:
        shown.seats.append(-1)
        cover(play)

    def answered(company: Company, session: Session) -> Option | None:
        option = answer(company, session)
        shown.computers += option is not None
        every = interrupt if shown.in_auto else interrupt * 50
        if option is not None and every and shown.computers % every == 0:
            raise KeyboardInterrupt
        return option

    def played(play: Play, telling: Telling, most: int) -> int:
        shown.in_auto = True
        made = let_play(play, telling, most)
        shown.in_auto = False
        return made

    with (
        patch.object(scenes, "with_question", drawn),
        patch.object(Play, "cover", covered),
        patch.object(Company, "answer", answered),
        patch.object(Play, "let_play", played),
    ):
        yield shown


def test_auto_hands_back_no_seat_but_ones_own(tmp_path: Path) -> None:
    table = ("play", *KILN, "--seed", "fqx56")
    with watched() as shown:
        done = undercroft(tmp_path, *table, typed="auto steady 40\nquit\n")
    assert done.returncode == 0
    assert "steady made 40 choices; now it is your turn." in done.words
    assert "Referee:" not in done.stdout
    assert shown.computers


SET_UPS: dict[str, tuple[str, ...]] = {
    **{f"{name} {edition}": (name, "--edition", edition) for name, edition in EDITIONS if name != "freequest"},
    **{f"freequest {edition}": (*FIGHT, "--edition", edition) for name, edition in EDITIONS if name == "freequest"},
    "two heroes of two players": (*FIGHT, "--players", "2"),
    "a person referees for others": (*FIGHT, "--referee", "person"),
    "a person referees for a bot": (*FIGHT, "--referee", "person", "--players", "0"),
    "three players": ("tiny-epic-dungeons", "--players", "3"),
}
COMMANDS = (
    "auto random 1", "auto steady 2", "auto random 7", "auto steady 12", "undo", "undo", "back", "look", "why", "why 1",
    "odds 1", "odds 2", "hint 10", "log 3", "save kept", "go EN", "", "1", "1", "2", "3", "end-turn", "end-round",
    "help", "xyzzy", "yes",
)  # fmt: skip


def typed(whims: random.Random, lines: int) -> str:
    """What somebody types who tries everything; at the end there is no more input."""
    return "".join(f"{whims.choice(COMMANDS)}\n" for _ in range(lines))


@pytest.mark.parametrize("set_up", SET_UPS)
def test_no_screen_shows_a_seat_that_nobody_there_holds(tmp_path: Path, set_up: str) -> None:
    """Law: played with whatever is typed, left, taken up, listed, told again from the start and up to any choice."""
    game, *options = SET_UPS[set_up]
    whims = random.Random(set_up)
    keeper = GAMES[game].keeper
    lines = tries(6 if keeper is None else 12)
    begun = "1\nodds 1\nhint 10\n" + "auto steady 1\nend-turn\n" * (1 if keeper is None else 8)
    with watched(interrupt=whims.choice([3, 5])) as shown:
        told = undercroft(tmp_path, "play", game, *options, "--seed", "seats", typed=begun + typed(whims, lines)).words
        for _ in range(2):
            told += undercroft(tmp_path, "play", game, "--resume", typed=typed(whims, lines)).words
        undercroft(tmp_path, "saves")
    assert "could not be thought about" not in told  # beside the game, too, nobody draws what is not theirs
    assert len(shown.seats) > 3
    assert shown.computers or keeper is None or "person" in options
    if keeper is not None:
        shown.check_covers(keeper, shared="person" in options and "0" not in options)
    (save,) = (tmp_path / "saves").glob(f"{game}-seats.record")
    with watched():
        undercroft(tmp_path, "replay", str(save))
        made = len(save.read_text().splitlines()) - 1
        for number in range(0, made, max(1, made // 4)):
            undercroft(tmp_path, "replay", str(save), "--to", str(number), "--json")
            undercroft(tmp_path, "replay", str(save), "--to", str(number))


@pytest.mark.parametrize("referee", ["fair", "person"])
def test_who_watches_sees_what_all_see(tmp_path: Path, referee: str) -> None:
    with watched() as shown:
        done = undercroft(tmp_path, "watch", *KILN, "--referee", referee, "--set", "figures.last-round=2")
    assert done.returncode == 0
    assert "Referee:" not in done.stdout
    assert set(shown.seats) == {1}


def test_a_campaign_shows_no_other_seats_either(tmp_path: Path) -> None:
    file = str(tmp_path / "marsh.json")
    undercroft(tmp_path, "campaign", "new", file, "--party", "warrior", "--seed", "seats")
    whims = random.Random(1)
    with watched(interrupt=7) as shown:
        for _ in range(4):
            undercroft(tmp_path, "campaign", "play", file, typed=typed(whims, tries(12)))
    with watched() as told:
        undercroft(tmp_path, "campaign", "play", file, typed="auto steady\n")
    assert shown.seats
    assert shown.computers
    assert told.seats


def test_a_record_that_ends_in_the_computers_turn_shows_the_table_of_people(tmp_path: Path) -> None:
    with watched(interrupt=2):
        undercroft(tmp_path, "play", *KILN, "--seed", "fqx56", typed="auto steady 40\n" + "end-turn\n" * 4)
    name = "freequest-fqx56"
    with watched():
        told = undercroft(tmp_path, "replay", name).stdout
        ends = [undercroft(tmp_path, "replay", name, "--to", str(number)).stdout for number in range(42, 58, 2)]
    assert "Referee" not in told
    assert any(end.endswith("Here the referee decides.\n") for end in ends)


def test_nobody_reviews_the_computers_choices_in_a_game_that_goes_on(tmp_path: Path) -> None:
    undercroft(tmp_path, "play", *KILN, "--seed", "fqx56", typed="auto steady 3\nquit\n")
    sentence = refused(tmp_path, "review", "freequest-fqx56", "--seat", "0")
    assert sentence == "what the referee sees is shown once the game is over; --seat takes 1 until then"
