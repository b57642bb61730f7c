"""What the head of a chapter promises: the chance that the steady bot goes on to win."""

from __future__ import annotations

from collections.abc import Callable

from undercroft.bots.promise.chapters import Promise
from undercroft.bots.promise.elbereth import ElberethPromise

PROMISES: dict[str, Callable[[], Promise]] = {"elbereth": ElberethPromise}
