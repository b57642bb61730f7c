"""Servers for tests: the command `undercroft serve`, each in a process of its own that can be killed and started again.

The processes are forked from one that has imported everything already, so that a start takes no time.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import httpx

PAIRS = "tests.web.pairs:PAIRS"
PATIENCE = 300.0  # seconds: only what hangs takes so long, whatever else the machine has to do
ORPHANED = "EOFError: Ran out of input"  # what a process says whose server was killed before it was told what to do
OPEN_AT = re.compile(r"open at\s+http://127\.0\.0\.1:(\d+)/")  # what one says that listens
TAKEN = "cannot listen on"  # and one that cannot, as another program has its port
MUCH = 20_000  # letters
ANY_RATE = ("--rate", "0")  # all tests come from one address
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["undercroft.terminal.cli", "undercroft.web.serve", "psycopg", "tests.web.pairs"])


def visitor_of(url: str, **how: Any) -> httpx.Client:
    """A client for a server of this machine; the certificates of the world, which take long to read, are not needed."""
    return httpx.Client(base_url=url, timeout=PATIENCE, verify=False, **how)


def run_command(log: str, arguments: list[str]) -> None:
    """The command, in a new process whose words go to a file."""
    from undercroft.terminal.cli import run

    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, sys.stdout.fileno())
    os.dup2(file, sys.stderr.fileno())
    sys.exit(run(arguments))


class Server:
    """A server in a process of its own, on a port that it finds itself and that stays the same afterwards."""

    def __init__(self, log: Path, database: str, *options: str) -> None:
        self.port = 0
        self.log = log
        self._arguments = ["serve", "--no-open", "--database", database, *options]
        self._before = 0  # letters that it had printed when it was started
        self._process: ForkServerProcess | None = None
        self._killed = False

    @property
    def url(self) -> str:
        """Where it is, once it has been started."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers; as long as another program has its port it is started again."""
        process = self._begin()
        patient_until = time.monotonic() + PATIENCE
        while not self._is_open() or not self.is_up():
            if time.monotonic() > patient_until:
                raise RuntimeError(f"the server does not answer; it said:\n{self.said()}")
            time.sleep(0.02)
            if not process.is_alive():
                if TAKEN not in self._words()[self._before :]:
                    raise RuntimeError(f"the server has ended; it said:\n{self.said()}")
                process = self._begin()

    def _begin(self) -> ForkServerProcess:
        """Start it."""
        self._before = len(self._words())
        arguments = [*self._arguments, "--port", str(self.port)]
        self._process = FORKS.Process(target=run_command, args=(str(self.log), arguments))
        self._process.start()
        return self._process

    def _is_open(self) -> bool:
        """Whether it has said where it listens; before that it may be another program that answers there."""
        found = OPEN_AT.search(self._words(), self._before)
        if found is not None:
            self.port = int(found[1])
        return found is not None

    def is_up(self) -> bool:
        """Whether it answers."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def said(self) -> str:
        """What it has printed, of very much only the end."""
        return self._words()[-MUCH:]

    def _words(self) -> str:
        """All that it has printed."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def complaints(self) -> int:
        """How many tracebacks it printed; if it was killed, but for those of processes that it had begun to start."""
        words = self._words()
        return words.count("Traceback") - (words.count(ORPHANED) if self._killed else 0)

    def kill(self) -> None:
        """End it at once, as the system does when there is no more memory."""
        assert self._process is not None
        self._killed = True
        self._process.kill()
        self._process.join()

    def stop(self) -> None:
        """Ask it to end."""
        assert self._process is not None
        self._process.terminate()
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self.kill()
            raise RuntimeError(f"the server does not end; it said:\n{self.said()}")


@contextmanager
def serving(log: Path, database: str, *options: str) -> Iterator[Server]:
    """A server that is up; it must have said nothing of an error before it is stopped."""
    server = Server(log, database, *options)
    try:
        server.start()
        yield server
        complaints, said = server.complaints(), server.said()
    finally:
        server.stop()
    assert complaints == 0, said
