"""Those who think, for tests of what never ends: they are there at once, and soon given up."""

from __future__ import annotations

import pytest

from tests.web import servers
from undercroft.lab import beside
from undercroft.web import minds
from undercroft.web.minds import Minds

STUBBORN = (servers.PAIRS, "tests.web.stubborn:BOTTOMLESS")  # two games, of which one cannot be thought about


def give_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every thought the usual patience and no more."""
    for name in ("LEEWAY", "SIMULATION"):
        monkeypatch.setattr(beside, name, 0.0)
    monkeypatch.setattr(minds, "REVIEW", 1)


def wake_quickly(made: Minds) -> None:
    """Let each process be forked from one that has read everything, as the servers are."""
    for mind in (*made.quick.minds, *made.slow.minds):
        mind.method = "forkserver"
