"""Servers for tests: the command `undercroft serve`, each in a process of its own that can be killed and started again.

The processes are forked from one that has imported everything already, so that a start takes no time.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
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
MUCH = 20_000  # letters
ANY_RATE = ("--rate", "0")  # all tests come from one address
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["undercroft.terminal.cli", "undercroft.web.serve", "psycopg", "tests.web.pairs"])


def visitor_of(url: str, **how: Any) -> httpx.Client:
    """A client for a server of this machine; the certificates of the world, which take long to read, are not needed."""
    return httpx.Client(base_url=url, timeout=PATIENCE, verify=False, **how)


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run_command(log: str, arguments: list[str]) -> None:
    """The command, in a new process whose words go to a file."""
    from undercroft.terminal.cli import run

    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, sys.stdout.fileno())
    os.dup2(file, sys.stderr.fileno())
    sys.exit(run(arguments))


class Server:
    """A server in a process of its own, on a port that stays the same when it is started again."""

    def __init__(self, log: Path, database: str, *options: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self._arguments = ["serve", "--no-open", "--port", str(self.port), "--database", database, *options]
        self._process: ForkServerProcess | None = None
        self._killed = False

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._process = FORKS.Process(target=run_command, args=(str(self.log), self._arguments))
        self._process.start()
        patient_until = time.monotonic() + PATIENCE
        while not self.is_up():
            if not self._process.is_alive() or time.monotonic() > patient_until:
                raise RuntimeError(f"the server does not answer; it said:\n{self.said()}")
            time.sleep(0.02)

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
        return self.log.read_text(errors="replace")[-MUCH:] if self.log.exists() else ""

    def complaints(self) -> int:
        """How many tracebacks it printed; if it was killed, but for those of processes that it had begun to start."""
        words = self.log.read_text(errors="replace") if self.log.exists() else ""
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
