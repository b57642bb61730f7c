"""The command `serve`: where it listens, how it stops, and what it says when it cannot."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from tests.web.servers import PATIENCE, visitor_of
from undercroft.core.errors import UndercroftError
from undercroft.web.serve import address, allowed_hosts, is_loopback, listen, most_connections

COMMAND = (sys.executable, "-m", "undercroft.terminal.cli", "serve")


@contextmanager
def started(database: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of its own, and where it is."""
    command = [*COMMAND, "--port", "0", "--database", database]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "200"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, env=environment, **pipes) as process:  # type: ignore[call-overload]
        try:
            yield process, said_address(process.stdout)
        finally:
            process.kill()


def said_address(stream: IO[str]) -> str:
    for line in stream:
        found = re.search(r"http://\S+/", line)
        if found:
            return found.group(0)
    raise AssertionError("the server has not said where it is")


@pytest.mark.slow
@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM])
def test_a_server_stops_without_a_word_while_somebody_watches(tmp_path: Path, way: signal.Signals) -> None:
    with started(f"sqlite:///{tmp_path}/tables.db") as (process, where):
        client = visitor_of(where)
        opened = client.post("/api/tables", json={"game": "tin-helm"}).json()
        token = {"Authorization": f"Bearer {opened['seats'][0]['secret']}"}
        with client.stream("GET", f"/api/tables/{opened['table']}/events", headers=token) as news:
            lines = news.iter_lines()
            while "data: 0" not in next(lines):
                pass
            process.send_signal(way)
            assert not [line for line in lines if line.startswith("data:") and line != "data: 0"]
        _, errors = process.communicate(timeout=PATIENCE)
    assert errors == ""
    assert process.returncode in (0, -way)


@pytest.mark.slow
def test_what_cannot_be_served_is_said_in_a_sentence(tmp_path: Path) -> None:
    taken = listen("127.0.0.1", 0)
    port = str(taken.getsockname()[1])
    cases = {
        ("--port", port, "--database", f"sqlite:///{tmp_path}/tables.db"): f"cannot listen on 127.0.0.1:{port}",
        ("--database", "mysql://x/y"): "must be SQLite or PostgreSQL",
        ("--with", "tests:NOTHING", "--database", f"sqlite:///{tmp_path}/tables.db"): "does not name a game",
    }
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for options, sentence in cases.items():
        done = subprocess.run([*COMMAND, *options], capture_output=True, text=True, env=environment, timeout=PATIENCE)
        assert done.returncode == 2
        assert done.stderr.startswith("undercroft: ")
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
    taken.close()


def test_the_next_free_port_is_taken_if_none_is_named() -> None:
    first = listen("127.0.0.1", None)
    second = listen("127.0.0.1", None)
    assert first.getsockname()[1] != second.getsockname()[1]
    first.close()
    second.close()


def test_a_port_is_taken_as_soon_as_it_is_listened_on() -> None:
    first = listen("127.0.0.1", 0)
    with pytest.raises(UndercroftError, match="cannot listen on"):
        listen("127.0.0.1", first.getsockname()[1])
    first.close()


def test_answers_are_not_held_back() -> None:
    sock = listen("127.0.0.1", 0)
    assert sock.proto == socket.IPPROTO_TCP  # asyncio turns Nagle's delay off only then
    assert address("127.0.0.1", sock) == f"http://127.0.0.1:{sock.getsockname()[1]}/"
    assert address("0.0.0.0", sock).startswith("http://localhost:")
    sock.close()


@pytest.mark.parametrize(
    ("host", "local"), [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("host", False)]
)
def test_on_this_machine_alone_the_server_knows_its_names(host: str, local: bool) -> None:
    assert is_loopback(host) is local
    assert bool(allowed_hosts(host)) is local


def test_there_are_never_more_connections_than_files() -> None:
    assert 100 <= most_connections() <= 2_000
