"""Jobs for tests of the workers: each game is its number, and some workers do not survive."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from tests.endless import loop_without_python
from undercroft.core.errors import UndercroftError

FATAL = 20  # the game in which workers die


def numbers(job: str, first: int, count: int) -> list[int]:
    return list(range(first, first + count))


def slow_numbers(job: str, first: int, count: int) -> list[int]:
    time.sleep(0.1 * count)
    return numbers(job, first, count)


def dies_once(marker: str, first: int, count: int) -> list[int]:
    """Is killed in the middle of the fatal game's chunk, unless the marker says that it was before."""
    played = []
    for number in range(first, first + count):
        if number == FATAL and not Path(marker).exists():
            Path(marker).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        played.append(number)
    return played


def dies_always(job: str, first: int, count: int) -> list[int]:
    if first <= FATAL < first + count:
        os.kill(os.getpid(), signal.SIGKILL)
    return numbers(job, first, count)


def refuses(job: str, first: int, count: int) -> list[int]:
    raise UndercroftError("this cannot be played")


def fails(job: str, first: int, count: int) -> list[int]:
    raise ZeroDivisionError("a mistake in the rules")


def never_ends(job: str, first: int, count: int) -> list[int]:
    """Never comes to the end of the fatal game, and lets nothing else run meanwhile."""
    if first <= FATAL < first + count:
        loop_without_python()
    return numbers(job, first, count)
