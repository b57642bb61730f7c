"""Files that are whole or as they were: checked before any work, written beside their place and then put there.

What comes from outside is read up to a limit and only from files: a pipe or a device may never answer, or never end.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from undercroft.core.errors import UndercroftError

NEW_FILE = os.O_CREAT | os.O_EXCL | os.O_WRONLY
AT_ONCE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # to open a pipe may take for ever


# ---- reading ---------------------------------------------------------------------------------------------------------


class NotAFile(UndercroftError):
    """What should be read is a folder, a pipe or a device."""


class TooLarge(UndercroftError):
    """A file has more bytes than what it should hold can have."""


def read_up_to(path: Path, most: int) -> bytes:
    """What is in a file of so many bytes at most."""
    number = os.open(path, AT_ONCE)
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise NotAFile("it is not a file")
        with os.fdopen(number, "rb", closefd=False) as file:
            content = file.read(most + 1)
    except OSError as error:  # which names no file, as it has been open already
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        os.close(number)
    if len(content) > most:
        raise TooLarge(f"it is larger than {most:,} bytes")
    return content


# ---- writing ---------------------------------------------------------------------------------------------------------


def check_writable(path: Path) -> None:
    """Refuse before any work a file that could not be written."""
    if path.is_dir():
        raise UndercroftError(f"{str(path)!r} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise UndercroftError(f"there is no folder {str(path.parent)!r} to write {path.name!r} into")
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise UndercroftError(f"{str(path)!r} is not a file, and nothing else is written over")
    if target.exists() and not os.access(target, os.W_OK):
        raise UndercroftError(f"{str(path)!r} may not be written here")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise UndercroftError(f"{str(path)!r} may not be written here: nothing may be added to its folder")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file to write instead of another; it takes the other's place when all is on the disk, and is gone if not.

    Its name is nobody else's, so that two who write the same file do not write into each other's.
    """
    target = path.resolve()  # a link stays a link
    beside = target.with_name(f".undercroft-{secrets.token_hex(8)}")
    os.close(os.open(beside, NEW_FILE, 0o666))
    try:
        yield beside
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))  # who could read it still can
        sync(beside)
        beside.replace(target)
        sync_folder(target.parent)
    finally:
        beside.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is whole or as it was; a text is written as it is, in UTF-8."""
    with replacing(path) as beside:
        beside.write_bytes(content.encode() if isinstance(content, str) else content)


def write_new(path: Path, content: str) -> None:
    """Write a file that is not there yet; FileExistsError if it is. What cannot be written whole is taken back."""
    is_whole = False
    file = path.open("x", encoding="utf-8", newline="")
    try:
        with file:
            file.write(content)
        sync(path)
        sync_folder(path.parent)
        is_whole = True
    finally:
        if not is_whole:
            path.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Make sure that all of a file is on the disk."""
    number = os.open(path, os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def sync_folder(folder: Path) -> None:
    """Make sure that the names in a folder are on the disk, too."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
