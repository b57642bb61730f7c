"""The few errors that Undercroft raises on purpose, each one sentence for a person."""

from __future__ import annotations

from collections.abc import Iterator
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
TOO_DEEP: Final = "there are too many lists or records in each other"


def cut(text: str, most: int = LONGEST_SHOWN) -> str:
    """A text, or the beginning of a long one."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def shown(text: str) -> str:
    """A text as somebody gave it, for a sentence that anything can print: half a character by its number."""
    return cut(text.encode("utf-8", "backslashreplace").decode())


def short(value: object) -> str:
    """A value as somebody gave it, for a sentence."""
    text = ""
    for piece in written(value):
        text += piece
        if len(text) > LONGEST_SHOWN:  # it may be large, or deep, without end
            break
    return cut(text)


def written(value: object) -> Iterator[str]:
    """A value as Python writes it, piece after piece."""
    kind = type(value)
    if isinstance(value, dict) and kind is dict:
        yield "{"
        comma = ""
        for key, each in value.items():
            yield comma
            yield from written(key)
            yield ": "
            yield from written(each)
            comma = ", "
        yield "}"
    elif isinstance(value, (list, tuple)) and kind in (list, tuple):
        yield "[" if kind is list else "("
        comma = ""
        for each in value:
            yield comma
            yield from written(each)
            comma = ", "
        yield "]" if kind is list else ",)" if len(value) == 1 else ")"
    elif isinstance(value, (str, bytes)):
        yield repr(value[: LONGEST_SHOWN + 1])
    else:
        yield written_by_itself(value)


def written_by_itself(value: object) -> str:
    """What an object says of itself, if it can say it."""
    try:
        return repr(value)
    except RecursionError:
        return f"a {type(value).__name__}"
    except ValueError:
        if isinstance(value, int):  # Python writes no number of thousands of digits
            return "a number of too many digits"
        raise


def whole_number(name: str, value: object, least: int) -> int:
    """A whole number that somebody gave, or a sentence about it."""
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST:
        return value
    raise UndercroftError(f"{name} must be a whole number from {least:,} to {MOST:,}, not {short(value)}")


def text(name: str, value: object) -> str:
    """A text that somebody gave, or a sentence about it."""
    if isinstance(value, str):
        return value
    raise UndercroftError(f"{name} must be text, not {short(value)}")
