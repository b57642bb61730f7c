"""Endings: the command for the same seed again really starts the same game."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.core.content import parse_change
from undercroft.terminal.endings import toml


@pytest.mark.parametrize(
    "value",
    [
        'a "q" b',
        "back\\slash",
        "\t",
        "grün",
        5,
        -1,
        True,
        [3, 6, 8],
        {"amount": 1, "track": "health"},
        ["x", {"a": False}],
    ],
)
def test_a_changed_value_is_printed_as_set_reads_it(value: Any) -> None:
    assert parse_change(f"some.path={toml(value)}") == ("some.path", value)
