"""How hard the suite tries: as usual, only a sample of it, or for long.

`make test` runs all of it compiled, where games are fast, and a sample interpreted: the engine, every law with few
tries, all that cites a clause, and of each other module one test. Of a test with many cases a sample has few, and of
tests that are slow or drive a browser none. `make test-long` runs all of it in both builds, with ten times the tries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Final, Literal, TypeVar

import pytest
from hypothesis import settings

Case = TypeVar("Case")
Effort = Literal["sample", "usual", "long"]

FEWER: Final = 10  # a sample tries one in so many
MORE: Final = 10  # and a long run so many times as often
ENGINE: Final = "core"  # the part of the suite of which a sample has every quick test
LAWS: Final = "test_laws_"  # how modules begin whose cases are games and editions

_effort: Effort = "usual"


def set_effort(effort: Effort) -> None:
    """Decide it, before any test is read."""
    global _effort
    _effort = effort


def is_sample() -> bool:
    """Whether only a sample is wanted, as the other build runs the whole."""
    return _effort == "sample"


def is_long() -> bool:
    """Whether time does not matter."""
    return _effort == "long"


def tries(usual: int) -> int:
    """How often to try what is usually tried so often."""
    if is_sample():
        return max(1, usual // FEWER)
    return usual * MORE if is_long() else usual


def some(cases: Sequence[Case]) -> Sequence[Case]:
    """All cases, or for a sample a few of those that are alike and slow."""
    return cases[::FEWER] if is_sample() else cases


def law(usual: int) -> settings:
    """How often a law is tried; the same tries each time."""
    return settings(max_examples=tries(usual), deadline=None, derandomize=True)


def is_law(module: PurePath) -> bool:
    """Whether a module's tests are laws."""
    return module.stem.startswith(LAWS)


def sample_of(items: list[pytest.Item], root: Path) -> list[pytest.Item]:
    """Of what is quick: the engine, every law, and of each other module what cites a clause and the first test.

    Of a test with many cases there are a few, but laws are looked at in every game. What is slow or drives a browser
    is left out wherever it is.
    """
    chosen: list[pytest.Item] = []
    seen: set[Path] = set()
    cases: Counter[tuple[Path, str]] = Counter()
    for item in items:
        if item.get_closest_marker("slow") or item.get_closest_marker("browser"):
            continue
        is_first = item.path not in seen
        seen.add(item.path)
        test = (item.path, item.name.partition("[")[0])
        cases[test] += 1
        if cases[test] % FEWER != 1 and not is_law(item.path):
            continue
        is_engine = item.path.relative_to(root).parts[1] == ENGINE
        if is_engine or is_law(item.path) or is_first or item.get_closest_marker("rule"):
            chosen.append(item)
    return chosen
