"""What the head of a chapter promises: about as many wins as steady has from there."""

from __future__ import annotations

import pytest

import undercroft
from undercroft.bots import find_bot
from undercroft.bots.promise import PROMISES
from undercroft.core.chance import Seeded
from undercroft.core.session import Session
from undercroft.games import GAMES

FUTURES = 30
STRIDE = {"elbereth": 2, "tiny-epic-dungeons": 8}  # every so manieth head, so that it does not take minutes
SEEDS = ("promise", "another", "third", "fifth", "eighth")


def heads(game: str, seed: str) -> list[Session]:
    """A game of steady at the first question of each chapter."""
    promise = PROMISES[game]()
    session = undercroft.start(game, seed=seed)
    guide = find_bot("steady", game, seed)
    chapter, result = promise.chapter(session.state), []
    while session.decision is not None:
        if promise.chapter(session.state) > chapter:
            chapter = promise.chapter(session.state)
            result.append(undercroft.load(session.record))
        session.choose(session.consult(guide))
    return result


def wins(session: Session) -> int:
    """How many of some futures steady wins from here."""
    won = 0
    for number in range(FUTURES):
        players = [find_bot("steady", session.game.name, "on")] * len(session.game.seats)
        outcome = session.fork(players, Seeded(f"future {number}")).outcome()
        assert outcome is not None
        won += outcome.won
    return won


@pytest.mark.slow
@pytest.mark.parametrize("game", PROMISES)
def test_it_promises_about_what_steady_keeps(game: str) -> None:
    promise = PROMISES[game]()
    promised, kept = [], []
    for seed in SEEDS:
        for session in heads(game, seed)[:: STRIDE[game]]:
            promised.append(promise.chance(session.state, 0))
            kept.append(wins(session) / FUTURES)
    usual = sum(kept) / len(kept)
    assert abs(sum(promised) / len(promised) - usual) < 0.1
    missed = sum((one - other) ** 2 for one, other in zip(promised, kept, strict=True))
    assert missed < 0.6 * sum((other - usual) ** 2 for other in kept)  # by who always says what is usual


@pytest.mark.parametrize("game", PROMISES)
def test_in_every_edition_it_is_a_chance(game: str) -> None:
    promise = PROMISES[game]()
    for edition in GAMES[game].editions():
        session = undercroft.start(game, seed="chance", edition=edition)
        guide = find_bot("steady", game, "chance")
        while session.decision is not None:
            assert 0 < promise.chance(session.state, 0) < 1
            session.choose(session.consult(guide))
