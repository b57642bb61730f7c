"""Saves: a record on disk that grows by a line with every choice, before the choice has any effect.

A save is a file in the saves folder (`UNDERCROFT_HOME`, or the user's data folder). Nothing here ever overwrites or
shortens one, except for taking back a line that could not be written whole.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from weakref import WeakSet

import msgspec
from platformdirs import user_data_dir

import undercroft
from undercroft.core.errors import RecordError, ReplayError, UndercroftError
from undercroft.core.record import Journal, Record, parse, parse_whole_part
from undercroft.core.session import Session
from undercroft.lab.files import NotAFile, TooLarge, read_up_to, sync_folder
from undercroft.terminal.company import onlooker_at
from undercroft.terminal.look import printable, program

try:
    import fcntl
except ImportError:  # Windows: two players of one save are then noticed by its size, at the next choice
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".record"
LONGEST_NAME = 80
LARGEST = 16_000_000  # bytes; a long campaign's record has a hundredth of that
OLDER = "was begun before the rules changed; parts of it might go differently now"


# ---- names and places ------------------------------------------------------------------------------------------------


def folder() -> Path:
    """Where saves are kept."""
    home = os.environ.get("UNDERCROFT_HOME") or user_data_dir("undercroft", appauthor=False)
    return Path(home) / "saves"


def safe_name(text: str) -> str:
    """A text as the name of a save: letters, digits and dashes."""
    return re.sub(r"[^A-Za-z0-9_]+", "-", text).strip("-")[:LONGEST_NAME].rstrip("-")


def name_of(path: Path) -> str:
    """What a save is called."""
    return path.name.removesuffix(SUFFIX)


def path_of(name: str) -> Path:
    """Where the save of that name is, or would be."""
    return folder() / f"{name}{SUFFIX}"


def find_save(text: str) -> Path:
    """The file of a save, given by its name or as a path."""
    bare = Path(text).name == text and "\0" not in text
    if bare and path_of(text).exists():
        return path_of(text)
    if "\0" not in text and Path(text).exists():
        return Path(text)
    raise RecordError(f"there is no save {printable(text)!r}; `{program()} saves` lists them")


def all_saves() -> list[Path]:
    """All saves, the latest first."""
    paths = [path for path in folder().glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(paths, key=lambda path: (-path.stat().st_mtime_ns, path.name))


def saves_like(stem: str) -> list[Path]:
    """The saves that were made under a name, numbered or mended since, the latest first."""
    name = re.compile(rf"{re.escape(stem)}(-\d+)?(-mended(-\d+)?)?")
    return [path for path in all_saves() if name.fullmatch(name_of(path))]


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_text(path: Path) -> str:
    """A save's text; what is no file, far too large or no text at all is no record."""
    try:
        return read_up_to(path, LARGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{printable(str(path))} is not an Undercroft record") from None
    except (NotAFile, TooLarge) as error:
        raise RecordError(f"{printable(str(path))} is not an Undercroft record: {error}") from None


def read_save(path: Path) -> tuple[Record, Journal]:
    """A save's record; cut, edited and foreign files are refused with the line and a way out."""
    text = read_text(path)
    record, journal, trouble = parse_whole_part(text, printable(str(path)))
    if trouble:
        raise RecordError(f"{trouble}; `{program()} saves mend {mend_word(path)}` makes a copy of the whole part")
    return record, journal


def read_start(path: Path) -> Record | None:
    """What a save was started with, also where later lines are broken; None if not even that can be read."""
    try:
        record, _, _ = parse_whole_part(read_text(path), printable(str(path)))
    except RecordError:
        return None
    return record


def mend_word(path: Path) -> str:
    """How to name a save on the command line."""
    return name_of(path) if path == path_of(name_of(path)) else printable(str(path))


def load(path: Path, record: Record) -> Session:
    """The session that a save describes; what is wrong with it is said with the file's name."""
    try:
        return undercroft.load(record)
    except ReplayError:
        raise
    except UndercroftError as error:
        raise RecordError(f"{printable(str(path))}: {error}") from None


def load_what_fits(path: Path, record: Record) -> tuple[Session, str]:
    """The session up to the last choice that fits, and a sentence if that is not all of them."""
    try:
        return load(path, record), ""
    except ReplayError as error:
        fits = msgspec.structs.replace(record, choices=record.choices[: error.number - 1])
        return load(path, fits), f"{name_of(path)}: {error}"


# ---- writing ---------------------------------------------------------------------------------------------------------


BEING_PLAYED: WeakSet[Save] = WeakSet()


class Save:
    """A save that is being played: locked against others, and longer by a line with every choice."""

    def __init__(self, path: Path, file: Any, journal: Journal) -> None:
        self.path = path
        self.journal = journal
        self._file = file
        BEING_PLAYED.add(self)
        self._size = os.fstat(file.fileno()).st_size

    @property
    def name(self) -> str:
        """What the save is called."""
        return name_of(self.path)

    @classmethod
    def open(cls, path: Path) -> tuple[Save, Record]:
        """Go on with a save; nobody else may while it is open."""
        file = path.open("ab", buffering=0)
        try:
            lock(file, path)
            record, journal = read_save(path)
        except BaseException:
            file.close()
            raise
        return cls(path, file, journal), record

    @classmethod
    def create(cls, record: Record, stem: str) -> Save:
        """A new save of that name, or with a number after it if the name is taken."""
        folder().mkdir(parents=True, exist_ok=True)
        text = record.to_text()
        _, journal = parse(text, stem)
        for name in names_like(stem):
            try:
                file = path_of(name).open("xb", buffering=0)
            except FileExistsError:
                continue
            try:
                lock(file, path_of(name))
                save = cls(path_of(name), file, journal)
                save._append(text)
                sync_folder(folder())
            except BaseException:
                file.close()
                path_of(name).unlink(missing_ok=True)  # a save without its first line would only be in the way
                raise
            return save
        raise AssertionError("names_like never ends")

    def choice(self, prompt: str, option: str) -> None:
        """Write a choice; it is on the disk when this returns."""
        self._write(self.journal.choice, prompt, option)

    def undo(self) -> None:
        """Write that the last choice was taken back."""
        self._write(self.journal.undo)

    def close(self) -> None:
        """Let others go on with it."""
        self._file.close()

    def _write(self, line: Any, *words: str) -> None:
        check, count = self.journal.check, self.journal.count
        try:
            self._append(line(*words))
        except BaseException:
            self.journal.check, self.journal.count = check, count
            raise

    def _append(self, text: str) -> None:
        now = os.fstat(self._file.fileno())
        if now.st_size != self._size or now.st_nlink == 0:
            raise RecordError(f"{printable(str(self.path))} was changed or removed meanwhile; the choice was not saved")
        data = text.encode("utf-8")
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(self._size)  # a line that is only half there would spoil the save
            raise
        self._size = os.fstat(self._file.fileno()).st_size


def let_go() -> None:
    """Close the saves in a copy of this process: they would stay locked for as long as it lives."""
    for save in BEING_PLAYED:
        save.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=let_go)


def names_like(stem: str) -> Iterator[str]:
    """stem, stem-2, stem-3, ..."""
    yield stem
    number = 2
    while True:
        yield f"{stem}-{number}"
        number += 1


def lock(file: Any, path: Path) -> None:
    """Keep others from playing the same save; where the system cannot lock, the size still tells."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError(f"{name_of(path)} is being played in another window; close it there first") from None
    except OSError:
        pass


def keep_copy(record: Record, name: str, like: Path | None = None) -> Path:
    """Write a record under a name that must be free; its date is that of the save it is a copy of."""
    wanted = safe_name(name)
    if not wanted:
        raise RecordError(f"a save cannot be called {printable(name)!r}; use letters, digits and dashes")
    if path_of(wanted).exists():
        raise RecordError(f"there already is a save {wanted!r}; nothing is overwritten, so use another name")
    save = Save.create(record, wanted)
    save.close()
    if like is not None:
        before = like.stat().st_mtime_ns - 1  # so that --resume goes on with the game, not with its copy
        os.utime(save.path, ns=(before, before))
    return save.path


def copy_what_fits(session: Session, misfit: str, stem: str) -> tuple[Save, str]:
    """What still fits of an older save as a new one, and the sentence about both."""
    save = Save.create(session.record, stem)
    return save, f"{misfit}; the rules have changed since. Up to there it is now the save {save.name}; nothing is lost"


def mend(path: Path) -> tuple[Path | None, int]:
    """Copy the whole part of a broken save beside it; returns the copy (None if nothing is broken) and its choices."""
    text = read_text(path)
    record, _, trouble = parse_whole_part(text, printable(str(path)))
    if not trouble:
        return None, len(record.choices)
    save = Save.create(record, safe_name(f"{name_of(path)}-mended"))
    save.close()
    return save.path, len(record.choices)


# ---- the list --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """A line of the list of saves."""

    name: str
    path: Path
    changed: datetime
    game: str = ""
    title: str = ""
    hero: str = ""
    where: str = ""
    choices: int = 0
    finished: bool = False
    practice: bool = False
    trouble: str = ""

    @property
    def where_it_stands(self) -> str:
        """Which game, who plays in it, how far it is."""
        if not self.title:
            return "BROKEN, see below"
        misfit = "no longer fits the rules, see below" if self.trouble else ""
        parts = (self.title, "PRACTICE" if self.practice else "", self.hero, self.where, misfit)
        return ", ".join(part for part in parts if part)

    def as_json(self) -> dict[str, Any]:
        """The entry as plain data."""
        return {
            "name": self.name,
            "path": str(self.path),
            "changed": self.changed.isoformat(timespec="seconds"),
            "game": self.game,
            "hero": self.hero,
            "where": self.where,
            "choices": self.choices,
            "finished": self.finished,
            "practice": self.practice,
            "trouble": self.trouble,
        }


def entry(path: Path) -> Entry:
    """Where a save stands; one that cannot be read says why."""
    changed = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    bare = Entry(name_of(path), path, changed)
    game = ""
    try:
        record, _ = read_save(path)
        game = record.game
        session, trouble = load_what_fits(path, record)
    except (UndercroftError, OSError) as error:
        return Entry(bare.name, path, changed, game=game, trouble=str(error))
    scene = session.scene(onlooker_at(session))
    return Entry(
        bare.name,
        path,
        changed,
        game=game,
        title=session.game.title,
        hero=scene.hero,
        where=scene.ending.text if scene.ending else scene.status,
        choices=len(record.choices),
        finished=scene.ending is not None,
        practice=session.practice,
        trouble=trouble,
    )


def latest_unfinished(game: str) -> tuple[Path | None, list[Entry]]:
    """The save to go on with, and the broken ones that are newer."""
    broken: list[Entry] = []
    for path in all_saves():
        found = entry(path)
        if found.trouble and found.game in ("", game) and not found.title:
            broken.append(found)
        elif found.game == game and not found.finished and not found.practice:
            return path, broken
    return None, broken
