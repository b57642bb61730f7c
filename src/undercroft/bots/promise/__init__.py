"""What the head of a chapter promises: the chance that the steady bot goes on to win."""

from __future__ import annotations

from collections.abc import Callable

from undercroft.bots.promise.chapters import Promise
from undercroft.bots.promise.elbereth import ElberethPromise
from undercroft.bots.promise.tiny_epic_dungeons import TinyEpicDungeonsPromise

PROMISES: dict[str, Callable[[], Promise]] = {
    "elbereth": ElberethPromise,
    "tiny-epic-dungeons": TinyEpicDungeonsPromise,
}
