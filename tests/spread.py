"""How tests are spread over processes."""

from __future__ import annotations

from pathlib import PurePosixPath

from xdist.scheduler import LoadGroupScheduling

from tests.effort import is_law


class Spread(LoadGroupScheduling):  # type: ignore[misc]  # of a type that is not told
    """Hands out whole groups and modules, as ten thousand tests take long to hand out one by one.

    A law's cases are handed out alone: each is as slow as a module of other tests.
    """

    def _split_scope(self, nodeid: str) -> str:
        """The group of a test, or else its module."""
        group: str = super()._split_scope(nodeid)
        module = nodeid.partition("::")[0]
        return module if group == nodeid and not is_law(PurePosixPath(module)) else group
