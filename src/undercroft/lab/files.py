"""Files that are whole or as they were: checked before any work, written beside their place and then put there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from undercroft.core.errors import UndercroftError


def check_writable(path: Path) -> None:
    """Refuse before any work a file that could not be written."""
    if path.is_dir():
        raise UndercroftError(f"{str(path)!r} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise UndercroftError(f"there is no folder {str(path.parent)!r} to write {path.name!r} into")
    target = path.resolve()
    if target.exists() and not os.access(target, os.W_OK):
        raise UndercroftError(f"{str(path)!r} may not be written here")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise UndercroftError(f"{str(path)!r} may not be written here: nothing may be added to its folder")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file to write instead of another; it takes the other's place when all is written, and is gone if not."""
    target = path.resolve()  # a link stays a link
    beside = target.with_name(f".undercroft-{os.getpid()}")
    try:
        yield beside
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is whole or as it was; a text is written as it is, in UTF-8."""
    with replacing(path) as beside:
        beside.write_bytes(content.encode() if isinstance(content, str) else content)
