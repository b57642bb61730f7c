"""Laws of every game: copies are equal and apart, a turn's head is enough to go on from, forks see no future."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import undercroft
from tests.effort import law
from tests.games.laws import (
    SEEDS,
    WHIMS,
    Dungeon,
    Follower,
    Stop,
    Whimsical,
    every_dungeon,
    face,
    now_and_then,
    part_way,
    portrait,
    steps,
    stopped_at,
)
from undercroft import State
from undercroft.core.chance import Replayed, Seeded
from undercroft.core.record import Reseed
from undercroft.core.table import Player, Table


@every_dungeon
@law(10)
@given(seed=SEEDS, whims=WHIMS)
def test_every_earlier_copy_stays_as_it_was(dungeon: Dungeon, seed: str, whims: list[int]) -> None:
    session = dungeon.start(seed)
    copies: list[tuple[State, object, tuple[object, ...]]] = []
    for one in steps(session, Whimsical(whims, seed)):
        copy = one.state.copy()
        assert copy is not one.state
        assert copy.key() == one.state.key()
        now = portrait(copy)
        assert now == portrait(one.state)
        for earlier, picture, key in copies[-3:]:
            assert portrait(earlier) == picture
            assert earlier.key() == key
        copies.append((copy, now, copy.key()))
    for earlier, picture, key in copies:
        assert portrait(earlier) == picture
        assert earlier.key() == key


@every_dungeon
def test_a_copy_has_every_figure_of_what_it_copies(dungeon: Dungeon) -> None:
    parts: dict[str, Any] = {}
    session = dungeon.start("figures")
    for number, one in enumerate(steps(session, Whimsical([], "figures"))):
        parts |= {type(part).__name__: part for part in parts_of(one.state.copy())}
        if number == ENOUGH:
            break
    assert [forgotten for part in parts.values() for forgotten in left_behind(part)] == []


ENOUGH = 100  # decisions, after which everything that a state is made of has been there


def parts_of(whole: Any) -> Iterator[Any]:
    """A state and all that is copied with it, each part by its own copy()."""
    yield whole
    for name in fields_of(whole):
        value = getattr(whole, name)
        for part in value if isinstance(value, list) else [value]:
            if hasattr(part, "copy") and type(part).__module__.startswith("undercroft.games"):
                yield from parts_of(part)


def fields_of(part: Any) -> Sequence[str]:
    """The names of an object's fields, interpreted or compiled."""
    return getattr(type(part), "__mypyc_attrs__", None) or list(vars(part))


def left_behind(part: Any) -> Iterator[str]:
    """The numbers, lists of numbers and yes-or-no fields that a copy does not have as they are now."""
    for name in fields_of(part):
        value = getattr(part, name)
        unusual = something_else(value)
        if unusual is value:
            continue
        try:
            setattr(part, name, unusual)
            copied = getattr(part.copy(), name)
        except (AttributeError, TypeError):  # it never changes, or this empty list is not for numbers
            continue
        finally:
            with suppress(AttributeError):
                setattr(part, name, value)
        if copied != unusual:
            yield f"{type(part).__name__}.{name}"


def something_else(value: Any) -> Any:
    """A value of the same kind that is hardly there by chance; anything but numbers stays as it is."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list) and all(isinstance(one, int) for one in value):
        return [*value, 1]
    return value


@every_dungeon
@law(20)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 40))
def test_what_happens_to_a_copy_is_not_seen_in_the_original(
    dungeon: Dungeon, seed: str, whims: list[int], count: int
) -> None:
    trail, _ = stopped_at(dungeon, whims, seed, count)
    head = trail.checkpoint
    assert head is not None
    before = portrait(head)
    ends = []
    for _ in range(2):
        copy = head.copy()
        dungeon.game.play(copy, dungeon.table(Whimsical([], "later"), Seeded("later")))
        assert portrait(head) == before
        ends.append((copy.key(), copy.outcome()))
    assert ends[0] == ends[1]


@every_dungeon
@law(40)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 60))
def test_a_moment_is_its_turns_head_and_what_came_since(
    dungeon: Dungeon, seed: str, whims: list[int], count: int
) -> None:
    session = part_way(dungeon, whims, seed, count)
    trail, _ = stopped_at(dungeon, whims, seed, len(session.choices))
    assert trail.checkpoint is not None
    state = trail.checkpoint.copy()
    follower = Follower(trail.answers)
    table = Table([follower for _ in dungeon.game.seats], Replayed(trail.tape, undercroft.Chance()))
    with pytest.raises(Stop):
        dungeon.game.play(state, table)
    assert session.decision is not None
    assert follower.asked == session.decision.prompt.name
    assert portrait(state) == portrait(session.state)


def players(dungeon: Dungeon, seed: str) -> list[Player]:
    """Somebody new on every seat."""
    return [Whimsical([], seed) for _ in dungeon.game.seats]


# ---- forks ----------------------------------------------------------------------------------------------------------


@every_dungeon
@law(15)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 30))
def test_a_fork_never_sees_the_chance_to_come(dungeon: Dungeon, seed: str, whims: list[int], count: int) -> None:
    real = part_way(dungeon, whims, seed, count)
    record = real.record
    other = undercroft.load(
        msgspec.structs.replace(record, practice=(Reseed(len(record.choices), f"{seed} in another world"),))
    )
    before = face(real)
    assert portrait(other.state) == portrait(real.state)
    assert msgspec.structs.replace(other.scene(), practice=False) == real.scene()
    for number in range(3):
        sessions = (real, other, undercroft.load(record))  # the last one was never forked before
        ends = [one.fork(players(dungeon, str(number)), Seeded(str(number))) for one in sessions]
        assert ends[0].outcome() is not None
        assert len({end.key() for end in ends}) == 1
    assert face(real) == before


@every_dungeon
@law(10)
@given(seed=SEEDS, whims=WHIMS, count=st.integers(0, 30))
def test_a_forked_session_goes_on_as_if_nothing_had_been(
    dungeon: Dungeon, seed: str, whims: list[int], count: int
) -> None:
    forked, alone = (part_way(dungeon, whims, seed, count) for _ in range(2))
    forked.fork(players(dungeon, "x"), Seeded("x"))
    for number, _ in enumerate(steps(forked, Whimsical([], seed))):
        if now_and_then(number):
            forked.fork(players(dungeon, "y"), Seeded("y"))
    for _ in steps(alone, Whimsical([], seed)):
        pass
    assert face(forked) == face(alone)


@every_dungeon
def test_nothing_keeps_the_table_once_a_game_is_over(dungeon: Dungeon) -> None:
    table, state = dungeon.table(Whimsical([], "over"), Seeded("over")), dungeon.new()
    before = sys.getrefcount(table)
    dungeon.game.play(state, table)
    assert state.outcome() is not None
    assert sys.getrefcount(table) == before
