"""The few errors that Undercroft raises on purpose, each one sentence for a person."""

from __future__ import annotations

from typing import Final

MOST: Final = 1_000_000_000  # of anything that can be asked for


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


class Failure(UndercroftError):
    """What was asked for rightly and could not be done."""


LONGEST_SHOWN: Final = 60  # characters of a value that is named in a sentence


def cut(text: str, most: int = LONGEST_SHOWN) -> str:
    """A text, or the beginning of a long one."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def short(value: object) -> str:
    """A value as somebody gave it, for a sentence."""
    return cut(repr(value))


def whole_number(name: str, value: object, least: int) -> int:
    """A whole number that somebody gave, or a sentence about it."""
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST:
        return value
    raise UndercroftError(f"{name} must be a whole number from {least:,} to {MOST:,}, not {short(value)}")
