"""Runs the real command: through pipes, and on a terminal of its own."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from undercroft.terminal import cli

COMMAND = [sys.executable, "-m", "undercroft.terminal.cli"]
PATIENCE = 180.0  # seconds that a busy machine may take to answer


def environment(home: Path, **more: str) -> dict[str, str]:
    """The caller's environment with saves in `home`, nothing about colour, and 80 columns."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "LINES")}
    return {
        **kept,
        "UNDERCROFT_HOME": str(home),
        "COLUMNS": "80",
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
        **more,
    }


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def words(self) -> str:
        """What it said, however its lines were broken."""
        return " ".join(self.stdout.split())


def undercroft(home: Path, *arguments: str | bytes, typed: str = "", **more: str) -> Done:
    """Run a command to its end in this process, with lines typed through a pipe."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with (
        patch.dict(os.environ, environment(home, **more), clear=True),
        patch("sys.stdin", io.StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = cli.run([os.fsdecode(argument) for argument in arguments])
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Done(code, *texts)


def separately(home: Path, *arguments: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end as a process of its own, with lines typed through a pipe."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(home, **more),
        timeout=PATIENCE * 2,
        check=False,
    )


def refused(home: Path, *arguments: str | bytes) -> str:
    """The sentence with which a command is refused: one line on the error stream, exit code 2, nothing else."""
    done = undercroft(home, *arguments)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.startswith("undercroft: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.removeprefix("undercroft: ").strip()


def save_file(home: Path, name: str) -> Path:
    """Where a save lies."""
    return home / "saves" / f"{name}.record"


class Terminal:
    """A command on a terminal of its own, typed at by a test."""

    def __init__(self, home: Path, *arguments: str, rows: int = 24, columns: int = 80, **more: str) -> None:
        self.text = ""
        self.process, self.screen = pty.fork()
        if self.process == 0:
            kept = environment(home, **more)
            del kept["COLUMNS"]
            os.execve(COMMAND[0], [*COMMAND, *arguments], kept)
        self.resize(rows, columns)
        self._lose_nothing()

    def _lose_nothing(self) -> None:
        """Let Ctrl-C leave alone what was written and not yet read, which a system else throws away."""
        modes = termios.tcgetattr(self.screen)
        modes[3] |= termios.NOFLSH
        termios.tcsetattr(self.screen, termios.TCSANOW, modes)

    def resize(self, rows: int, columns: int) -> None:
        """Drag the window to another size."""
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read_until(self, *ends: str) -> str:
        """All that appears until the text ends in one of these, without what came before."""
        return self._read(lambda text: text.endswith(ends))

    def read_match(self, pattern: str) -> str:
        """All that appears until something matches."""
        return self._read(lambda text: re.search(pattern, text) is not None)

    def _read(self, enough: Callable[[str], bool]) -> str:
        deadline = time.monotonic() + PATIENCE
        before = len(self.text)
        while not enough(self.text[before:]):
            if not self._take(deadline):
                raise AssertionError(f"no more than:\n{self.text[before:]}")
        return self.text[before:]

    def type(self, line: str) -> str:
        """Type a line and read until the next prompt."""
        self.send(line + "\n")
        return self.read_until(" > ")

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self.screen, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C once the command waits: just after its prompt, Python's readline would not take notice of it."""
        deadline = time.monotonic() + PATIENCE
        while not self._waits() and time.monotonic() < deadline:
            pass
        self.send("\x03")

    def _waits(self) -> bool:
        """Whether it has been waiting for a moment, as far as the system tells."""
        status = Path(f"/proc/{self.process}/stat")
        if not status.exists():
            time.sleep(0.5)
            return True
        for _ in range(3):
            time.sleep(0.02)
            if status.read_text().rpartition(") ")[2][0] not in "SZ":  # asleep, or gone
                return False
        return True

    def kill(self) -> None:
        """End the process without any warning."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.screen)

    def leave(self) -> tuple[str, int]:
        """What is said until the process ends by itself, and its exit code."""
        before = len(self.text)
        deadline = time.monotonic() + PATIENCE
        while self._take(deadline):
            pass
        if time.monotonic() > deadline:
            self.kill()
            raise AssertionError(f"the command does not leave after:\n{self.text[before:]}")
        _, status = os.waitpid(self.process, 0)
        os.close(self.screen)
        return self.text[before:], os.waitstatus_to_exitcode(status)

    def _take(self, deadline: float) -> bool:
        """Read what has appeared; False when nothing more will."""
        if not select.select([self.screen], [], [], max(0, deadline - time.monotonic()))[0]:
            return False
        try:
            data = os.read(self.screen, 65_536)
        except OSError:  # the terminal is closed: the process has left
            return False
        self.text += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)
