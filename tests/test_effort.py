"""A sample has something of everything that is quick."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from tests import effort
from tests.effort import Effort, sample_of, some, tries
from tests.spread import Spread

ROOT = Path("/house")


class Fake:
    """A test with a place and marks, as far as a sample looks at it."""

    def __init__(self, path: str, name: str, *marks: str) -> None:
        self.path = ROOT / "tests" / path
        self.name = name
        self.marks = marks

    def get_closest_marker(self, mark: str) -> str | None:
        return mark if mark in self.marks else None


def names_in_sample(*tests: Fake) -> list[str]:
    return [item.name for item in sample_of(cast("list[pytest.Item]", list(tests)), ROOT)]


def test_a_sample_has_all_quick_tests_of_the_engine() -> None:
    tests = [Fake("core/test_a.py", "first"), Fake("core/test_a.py", "quick"), Fake("core/test_a.py", "long", "slow")]
    assert names_in_sample(*tests) == ["first", "quick"]


def test_a_sample_has_one_quick_test_of_every_other_module_and_all_that_cite_a_clause() -> None:
    tests = [
        Fake("web/test_b.py", "in a browser", "browser"),
        Fake("web/test_b.py", "first"),
        Fake("web/test_b.py", "second"),
        Fake("terminal/test_c.py", "takes long", "slow"),
        Fake("terminal/test_c.py", "quick"),
        Fake("terminal/test_c.py", "proof", "rule"),
        Fake("test_d.py", "on its own"),
    ]
    assert names_in_sample(*tests) == ["first", "quick", "proof", "on its own"]


def test_a_sample_has_a_few_of_many_cases_but_every_case_of_a_law() -> None:
    cases = [Fake("core/test_a.py", f"case[{number}]") for number in range(18)]
    laws = [Fake("games/test_laws_a.py", f"law[{number}]") for number in range(3)]
    assert names_in_sample(*cases, *laws) == ["case[0]", "case[10]", "law[0]", "law[1]", "law[2]"]


@pytest.mark.parametrize(
    ("wanted", "usual", "expected"), [("sample", 40, 4), ("sample", 3, 1), ("usual", 40, 40), ("long", 40, 400)]
)
def test_how_often_a_law_is_tried(wanted: Effort, usual: int, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "_effort", wanted)
    assert tries(usual) == expected


@pytest.mark.parametrize(("wanted", "expected"), [("sample", [0, 10]), ("usual", list(range(20)))])
def test_of_slow_cases_a_sample_takes_a_few(
    wanted: Effort, expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "_effort", wanted)
    assert list(some(range(20))) == expected


@pytest.mark.parametrize(
    ("test", "portion"),
    [
        ("tests/core/test_a.py::test_b[case]", "tests/core/test_a.py"),
        ("tests/core/test_a.py::test_b@browser", "browser"),
        ("tests/games/test_laws_a.py::test_b[case]", "tests/games/test_laws_a.py::test_b[case]"),
    ],
)
def test_tests_are_handed_out_by_group_or_by_module_and_laws_case_by_case(test: str, portion: str) -> None:
    assert Spread.__new__(Spread)._split_scope(test) == portion


@pytest.mark.xdist_group("one process")
def test_what_is_shared_is_shared_by_one_process(request: pytest.FixtureRequest) -> None:
    # xdist knows a group by the end of a test's name; where it fails to put it there, all goes well, but slowly
    assert request.node.nodeid.endswith("@one process") == hasattr(request.config, "workerinput")
