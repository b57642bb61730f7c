"""A game in a pipe of any width: nothing is left out, no word and no figure is broken; only bars go."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.terminal.driver import undercroft

NOT_TOLD = re.compile(r"█+|tried in [\d.]+ m?s")  # bars, and how long something took
ASKED = "look\nodds 1\nodds 2\nhint 10\nwhy\nlog\nhelp\n"
GAMES = {
    "tin-helm": f"gnome\nalchemist\nresolve\nfight\n{ASKED}spend-1\nodds 1\n",
    "elbereth": f"1\n1\n{ASKED}1\nodds 1\n",
    "freequest": f"1\nwarrior\nwizard\n1\n1\n1\n{ASKED}1\n1\n1\n1\nodds 1\n",
    "tiny-epic-dungeons": f"1\n1\n1\n1\n{ASKED}1\nodds 1\n",
}


def words(text: str) -> Counter[str]:
    """All words of a text that are told at any width."""
    return Counter(NOT_TOLD.sub("", " ".join(text.split())).split())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_tells_the_same_in_a_pipe_of_any_width(tmp_path: Path, game: str) -> None:
    """Law: odds beside options and in full, hints, the table and the saves."""

    def told(columns: str) -> Counter[str]:
        home = tmp_path / columns
        played = undercroft(home, "play", game, "--seed", "narrow", typed=GAMES[game], COLUMNS=columns)
        return words(
            played.stdout + re.sub(r"\d+-\d+-\d+ \d+:\d+", "", undercroft(home, "saves", COLUMNS=columns).stdout)
        )

    wide = told("400")
    for columns in ("30", "50", "80"):
        assert told(columns) == wide
