"""A sample has something of everything that is quick."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from tests import effort
from tests.effort import Effort, sample_of, tries

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


def test_a_sample_has_all_quick_tests_of_rules_and_engine() -> None:
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


@pytest.mark.parametrize(
    ("wanted", "usual", "expected"), [("sample", 40, 8), ("sample", 3, 1), ("usual", 40, 40), ("long", 40, 400)]
)
def test_how_often_a_law_is_tried(wanted: Effort, usual: int, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "_effort", wanted)
    assert tries(usual) == expected
