"""Laws of every game: a choice is taken back freely while nothing was learned, and otherwise in practice."""

from __future__ import annotations

from collections import deque

import msgspec
import pytest
from hypothesis import given

import undercroft
from tests.effort import law
from tests.games.laws import (
    BRAWL,
    OFTEN,
    SEEDS,
    WHIMS,
    Dungeon,
    Whimsical,
    answerer,
    every_dungeon,
    every_rolling_dungeon,
    face,
    now_and_then,
    portrait,
    steps,
)
from undercroft import RuleError
from undercroft.core.record import Reseed


@every_dungeon
@law(12)
@given(seed=SEEDS, whims=WHIMS)
def test_taking_back_leads_to_the_decision_before_freely_or_in_practice(
    dungeon: Dungeon, seed: str, whims: list[int]
) -> None:
    session = dungeon.start(seed)
    player = Whimsical(whims, seed)
    while session.decision is not None:
        looks = now_and_then(len(session.choices) + 1)
        before = face(session) if looks else ()
        seat = session.decision.seat
        answer = answerer(dungeon.changes, seat, player).choose(
            session.state.view(seat), session.decision.prompt, session.decision.options
        )
        session.choose(answer)
        if not looks:
            continue
        here = face(session)
        free = session.can_undo()
        back = session.undo()
        assert face(session) == here
        assert not session.practice
        assert back.practice is not free
        assert back.real is (None if free else session)
        assert len(back.record.practice) == (0 if free else 1)
        assert face(back)[:3] == before[:3]
        assert undercroft.load(back.record.to_text()).practice is back.practice
        if free:
            assert face(back) == before
            back.choose(answer)
            assert face(back) == here


@every_dungeon
@law(12)
@given(seed=SEEDS, whims=WHIMS)
def test_once_in_practice_there_is_no_way_back_but_the_real_game(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    session = dungeon.start(seed)
    moments = deque(
        ((one.decision, one.state.copy(), len(one.events)) for one in steps(session, Whimsical(whims, seed))),
        maxlen=2 * OFTEN,
    )
    here = face(session)
    back = real = session
    for decision, state, events in reversed(moments):
        practised = back.practice or not back.can_undo()
        back = back.undo()
        if not practised:
            real = back  # nothing had been learned: this is the real game now
        assert back.practice is practised
        assert back.real is (real if practised else None)
        assert decision is not None
        asked = decision.number, decision.seat, decision.prompt, decision.options
        assert face(back)[:3] == (asked, portrait(state), session.events[:events])
    assert face(session) == here
    if not back.choices:
        with pytest.raises(RuleError):
            back.undo()


@every_rolling_dungeon
def test_practice_rolls_dice_of_its_own(dungeon: Dungeon) -> None:
    same = 0
    for seed in range(20):
        session = dungeon.start(str(seed))
        for _ in steps(session, Whimsical([], str(seed))):
            pass
        back = session
        if len(session.choices) > OFTEN:
            record = msgspec.structs.replace(session.record, choices=(), practice=(Reseed(0, f"other {seed}"),))
            back = undercroft.load(record)
        while back.choices:
            back = back.undo()
        for _ in steps(back, Whimsical([], str(seed))):
            pass
        same += back.events == session.events
    assert same <= (1 if dungeon is not BRAWL else 8)  # at random heroes may go home before anything is rolled
