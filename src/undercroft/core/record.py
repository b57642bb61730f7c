"""A whole game in a few hundred bytes: what it was started with and what was chosen.

As text, a record is a journal that only ever grows: a line of JSON that says what is played, then a line for each
choice (its number, the question, the answer) or each undo. Every line ends in a check made of all that stands before
it, so that a cut or edited file is noticed at the line where it happened.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any
from zlib import crc32

import msgspec
from msgspec import Meta

from undercroft.core.errors import TOO_DEEP, RecordError

FORMAT = 1
HALF = "it holds half a character, which no file could keep"


class Reseed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After `at` choices, chance comes from another seed with the next one: a practice branch."""

    at: Annotated[int, Meta(ge=0, le=1_000_000)]
    seed: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was started, and the choices since, as (question, answer) names."""

    undercroft: int
    game: str
    edition: str
    seed: str
    rules: int
    changes: dict[str, Any] = {}
    practice: tuple[Reseed, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()

    def to_text(self) -> str:
        """The record as a journal."""
        try:
            journal = Journal.begin(self)
            lines = [journal.header, *(journal.choice(prompt, option) for prompt, option in self.choices)]
        except (TypeError, ValueError, RecursionError):
            for field in self.__struct_fields__:
                plain(getattr(self, field), f"the record: {field}")
            checked(self, "the record")
            raise
        return "".join(lines)


def checked(record: Record, name: str) -> Record:
    """A record that somebody has put together, with everything of the kind that it should be."""
    with suppress(TypeError, ValueError, RecursionError):  # nearly always it is, and one look is faster than seven
        found = msgspec.convert(msgspec.to_builtins(record, builtin_types=(bytes,)), Record)
        if found.practice or not found.seed.isascii():
            msgspec.json.encode(found)  # the other texts are looked up among those of the game
        return known(found, name)
    fields = {field: plain(getattr(record, field), f"{name}: {field}") for field in record.__struct_fields__}
    try:
        return known(msgspec.convert(fields, Record), name)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RecordError(f"{name}: {error}") from None


def plain(value: object, place: str) -> object:
    """A value as lists, tables, texts and numbers."""
    try:
        found = msgspec.to_builtins(value, builtin_types=(bytes,))
        msgspec.json.encode(found)
        return found
    except UnicodeEncodeError:
        raise RecordError(f"{place}: {HALF}") from None
    except RecursionError:
        raise RecordError(f"{place}: {TOO_DEEP}") from None
    except (TypeError, ValueError) as error:
        raise RecordError(f"{place}: {error}") from None


def known(record: Record, name: str) -> Record:
    """A record of the format that is read here."""
    if record.undercroft != FORMAT:
        raise RecordError(f"{name}: format {record.undercroft} is not known here; this is format {FORMAT}")
    return record


class Journal:
    """Writes the lines of a record one by one, each with its check."""

    def __init__(self, check: int, count: int) -> None:
        self.check = check
        self.count = count
        self.header = ""

    @classmethod
    def begin(cls, record: Record) -> Journal:
        """A new journal; its first line is in `header`."""
        bare = msgspec.structs.replace(record, choices=())
        journal = cls(0, 0)
        journal.header = journal._line(msgspec.json.encode(bare).decode())
        return journal

    def choice(self, prompt: str, option: str) -> str:
        """The line for one more choice."""
        self.count += 1
        return self._line(f"{self.count} {prompt} {option}")

    def undo(self) -> str:
        """The line that takes the last choice back."""
        self.count -= 1
        return self._line("undo")

    def _line(self, text: str) -> str:
        self.check = crc32(text.encode(), self.check)
        return f"{text} {self.check:08x}\n"


def parse(text: str, name: str) -> tuple[Record, Journal]:
    """Read a journal; `name` says where it came from, for the error."""
    record, journal, trouble = parse_whole_part(text, name)
    if trouble:
        raise RecordError(trouble)
    return record, journal


def parse_whole_part(text: str, name: str) -> tuple[Record, Journal, str]:
    """Read a journal up to the first line that is cut or changed; the third value says what is wrong there."""
    lines = text.split("\n")
    journal = Journal(0, 0)
    record = _header(lines[0], journal, name)
    choices: list[tuple[str, str]] = []
    plain_text = text.isascii()
    trouble = "" if "\n" in text else f"{name}, line 1: the file is cut short here"
    for number, line in enumerate(lines[1:], 2):
        if line == "" and number == len(lines):
            break
        words = line.rsplit(" ", 1)
        check = f"{crc32(words[0].encode('utf-8', 'surrogatepass'), journal.check):08x}"
        if number == len(lines):
            trouble = f"{name}, line {number}: the file is cut short here; {_whole(choices)}"
        elif len(words) < 2 or words[1] != check:
            trouble = f"{name}, line {number}: the file was changed here; {_whole(choices)}"
        elif not plain_text and not _is_whole(line):
            trouble = f"{name}, line {number}: {HALF}"
        elif not _take(words[0], choices):
            trouble = f"{name}, line {number}: {words[0]!r} does not follow from the lines before"
        if trouble:
            break
        journal.check = int(check, 16)
    journal.count = len(choices)
    return msgspec.structs.replace(record, choices=tuple(choices)), journal, trouble


def _whole(choices: list[tuple[str, str]]) -> str:
    return "the one choice before is whole" if len(choices) == 1 else f"the {len(choices)} choices before are whole"


def _is_whole(text: str) -> bool:
    """Whether a file could keep a text: half of a character that is made of two it could not."""
    return text == text.encode("utf-8", "replace").decode()


def _take(line: str, choices: list[tuple[str, str]]) -> bool:
    if line == "undo":
        return bool(choices) and choices.pop() is not None
    words = line.split(" ")
    if len(words) != 3 or words[0] != str(len(choices) + 1):
        return False
    choices.append((words[1], words[2]))
    return True


def _header(line: str, journal: Journal, name: str) -> Record:
    text, _, check = line.rpartition(" ")
    if not text.startswith("{") or '"undercroft"' not in text:
        raise RecordError(f"{name} is not an Undercroft record")
    if f"{crc32(text.encode('utf-8', 'surrogatepass')):08x}" != check:
        raise RecordError(f"{name}, line 1: the line was changed or cut; what was played can no longer be told")
    if not _is_whole(text):
        raise RecordError(f"{name}, line 1: {HALF}")
    try:
        record = msgspec.json.decode(text, type=Record)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RecordError(f"{name}, line 1: {error}") from None
    journal.check = int(check, 16)
    return known(record, f"{name}, line 1")
