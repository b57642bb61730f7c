"""Whatever game is played, its odds, a simple bot's choice and a hint can be had at any moment of it.

`make soak` asks about thousands of moments in the same way, compiled: random games alone never think.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks import soak
from tests.effort import tries
from tests.endless import ALWAYS, SOON, loop_without_python
from undercroft.core.record import parse
from undercroft.games import GAMES
from undercroft.lab.beside import Call, Mind

MOMENTS = 2


def call(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    return function(*args)


def plain() -> Call:
    """A process that needs nothing."""
    return call


@pytest.fixture
def mind(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mind]:
    """Who thinks: a copy of this process, which has read all that it needs."""
    made = Mind(plain, "fork", "the error is above")
    monkeypatch.setattr(soak, "mind", lambda: made)
    monkeypatch.setattr(soak, "HINT", "4")
    monkeypatch.setenv("UNDERCROFT_PATIENCE", str(ALWAYS))
    yield made
    made.close()


@pytest.mark.usefixtures("mind")
@pytest.mark.parametrize(
    ("game", "edition"), [(game.name, edition) for game in GAMES.values() for edition in game.editions()]
)
def test_odds_a_choice_and_a_hint_can_be_had_at_any_moment(game: str, edition: str) -> None:
    name, games, choices, asked = soak.think("random", game, edition, 0, tries(MOMENTS))
    assert (name, asked) == (game, tries(MOMENTS))
    assert games > 0
    assert choices > 0


@pytest.mark.parametrize("name", GAMES)
def test_no_setting_is_always_the_same(name: str) -> None:
    begun = [soak.begun(name, "book", str(number)).record.changes for number in range(8)]
    for setting in GAMES[name].settings():
        assert len({changes[setting.path] for changes in begun}) > 1


def test_a_thought_that_never_ends_is_noticed_and_its_moment_kept(
    mind: Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "hint_of", loop_without_python)
    monkeypatch.setattr(soak, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(soak, "patience", iter([ALWAYS, ALWAYS, ALWAYS, SOON]).__next__)
    with pytest.raises(AssertionError, match=r"^loop_without_python\('4',\) of .*: there was no answer") as trouble:
        soak.think("random", "tin-helm", "book", 0, MOMENTS)
    kept = re.search(r" of (.*\.record):", str(trouble.value))
    assert kept is not None
    record, _ = parse(Path(kept[1]).read_text(), "the moment")
    assert record.game == "tin-helm"
