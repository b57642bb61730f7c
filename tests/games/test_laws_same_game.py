"""Laws of every game: the same seed and choices give the same game, at a table, in a session, from a record."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given

import undercroft
from tests.effort import law
from tests.games.laws import (
    SEEDS,
    STEPS,
    WHIMS,
    Dungeon,
    Whimsical,
    every_dungeon,
    every_rolling_dungeon,
    face,
    now_and_then,
    steps,
)
from tests.playthroughs import digests
from undercroft.bots import QUICK_BOTS


@every_dungeon
@law(40)
@given(seed=SEEDS, whims=WHIMS)
def test_the_same_seed_and_choices_give_the_same_game(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    first_end, first = dungeon.play(Whimsical(whims, seed), seed)
    second_end, second = dungeon.play(Whimsical(whims, seed), seed)
    assert first == second
    assert first_end.key() == second_end.key()
    assert first_end.outcome() == second_end.outcome()


@every_rolling_dungeon
def test_other_seeds_give_other_games(dungeon: Dungeon) -> None:
    logs = {tuple(dungeon.play(Whimsical([0] * STEPS), str(seed))[1]) for seed in range(10)}
    assert len(logs) == 10


@pytest.mark.slow
def test_fresh_processes_play_the_same_games_whatever_their_hashes() -> None:
    code = "import json; from tests.playthroughs import QUICK_BOTS, digests"
    code += "; print(json.dumps([digests(bot) for bot in QUICK_BOTS]))"
    here = [digests(bot) for bot in QUICK_BOTS]
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False, timeout=600
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == here


@every_dungeon
@law(20)
@given(seed=SEEDS, whims=WHIMS)
def test_a_session_plays_the_same_game_as_a_table(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    end, log = dungeon.play(Whimsical(whims, seed), seed)
    session = dungeon.start(seed)
    for _ in steps(session, Whimsical(whims, seed)):
        pass
    assert session.events == log
    assert session.outcome == end.outcome()
    assert session.state.key() == end.key()


@every_dungeon
@law(20)
@given(seed=SEEDS, whims=WHIMS)
def test_a_record_rebuilds_every_decision(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    session = dungeon.start(seed)
    for number, one in enumerate(steps(session, Whimsical(whims, seed))):
        if now_and_then(number):
            assert face(undercroft.load(one.record)) == face(one)
    assert face(undercroft.load(session.record)) == face(session)
    text = session.record.to_text()
    again = undercroft.load(text)
    assert face(again) == face(session)
    assert again.record.to_text() == text
