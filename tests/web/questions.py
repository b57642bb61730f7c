"""Questions for worker processes that do what they should, or what they should not."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from tests.endless import ALWAYS
from undercroft.core.errors import UndercroftError

PATIENCE = int(ALWAYS * 100)  # looks, a hundredth of a second apart


def double(number: int) -> int:
    """An answer that can be checked."""
    return 2 * number


def process_number() -> int:
    """Who thinks."""
    return os.getpid()


def wait_for(path: str) -> bool:
    """Think until a file is there; whether it came."""
    for _ in range(PATIENCE):
        if Path(path).exists():
            return True
        time.sleep(0.01)
    return False


def wait_and_mark(path: str, mark: str) -> None:
    """Think until a file is there, and leave a mark in another in the end."""
    wait_for(path)
    leave_mark(mark)


def think_for_ever() -> None:
    """Never come to an answer, and never pause either."""
    while True:
        pass


def die(count_in: str) -> None:
    """End like a process that the system kills, and leave a mark in a file."""
    leave_mark(count_in)
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(count_in: str) -> str:
    """The same, but only the first time."""
    if not Path(count_in).exists():
        die(count_in)
    return "alive"


def fail(count_in: str) -> None:
    """A fault in the code."""
    leave_mark(count_in)
    raise ZeroDivisionError("a fault")


def refuse(sentence: str) -> None:
    """An error with a sentence for a person."""
    raise UndercroftError(sentence)


def count(count_in: str) -> str:
    """Leave a mark in a file each time that somebody thinks about this."""
    leave_mark(count_in)
    return "counted"


def leave_mark(path: str) -> None:
    """One more letter in a file."""
    with Path(path).open("a") as file:
        file.write("x")
