"""The few errors that Undercroft raises on purpose, each one sentence for a person."""

from __future__ import annotations


class UndercroftError(Exception):
    """What all of them are; its text is one clear sentence."""


class ContentError(UndercroftError):
    """A data file, an edition or a change says something that cannot be played."""


class RuleError(UndercroftError):
    """A choice that the rules do not offer; nothing has changed."""


class RecordError(UndercroftError):
    """A save or record that cannot be read."""


class ReplayError(UndercroftError):
    """A record whose choices no longer fit; `number` is the first that does not."""

    def __init__(self, sentence: str, number: int) -> None:
        super().__init__(sentence)
        self.number = number

    def __reduce__(self) -> tuple[type[ReplayError], tuple[str, int]]:
        return ReplayError, (str(self), self.number)  # by itself it would be pickled without the number


class ScriptError(UndercroftError):
    """Scripted chance or choices that ran out, do not fit, or were left over."""
