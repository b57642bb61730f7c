"""Doubles that never come to an answer, each in its own way, bots that never decide, and the end of them all."""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable
from itertools import repeat
from typing import Final

from undercroft.core.state import State
from undercroft.core.table import Player
from undercroft.core.vocabulary import Option, Options, Prompt

SOON: Final = 0.3  # seconds after which a double is given up: it would not answer in a hundred years either
ALWAYS: Final = 600.0  # seconds in which any machine answers what can be answered, and ends what can be ended


def loop(*_: object) -> str:
    """Loop as Python does: other threads run, and handlers of signals."""
    while True:
        pass


def loop_without_python(*_: object) -> str:
    """Loop as compiled code does: no other thread runs, and no handler of a signal."""
    deque(repeat(None), 0)
    return "never"


def loop_deaf(*_: object) -> str:
    """The same, deaf to every signal that a process can be deaf to."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    return loop_without_python()


def sleep(*_: object) -> str:
    """Wait for what never comes."""
    while True:
        time.sleep(3600)


def eat(*_: object) -> str:
    """Take some memory and keep it for ever."""
    eaten = [bytearray(1_000_000) for _ in range(50)]
    while eaten:
        eaten[0][0] = 1
    return "never"


def stop(*_: object) -> str:
    """Stop the process as Ctrl-Z does; nobody lets it go on."""
    os.kill(os.getpid(), signal.SIGSTOP)
    return "never"


DOUBLES: Final[tuple[Callable[..., str], ...]] = (loop, loop_without_python, loop_deaf, sleep, eat, stop)


class Endless(Player):
    """A bot that never decides, and lets nobody else run meanwhile."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        loop_without_python()
        return options[0]


class Deadly(Player):
    """A bot of which its process dies."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        os.kill(os.getpid(), signal.SIGKILL)
        return options[0]


class Faulty(Player):
    """A bot with a fault."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        raise ZeroDivisionError("a fault of the bot")


def end_group(group: int) -> None:
    """Leave nobody behind, should the test fail."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
