"""What servers for tests are blamed for, and that they get their ports."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.web.servers import ANY_RATE, ORPHANED, TAKEN, Server, serving

FAULT = 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n'


def test_only_a_server_that_was_killed_may_leave_orphans_that_complain(tmp_path: Path) -> None:
    server = Server(tmp_path / "log", "sqlite://")
    assert server.complaints() == 0
    server.log.write_text(f"{FAULT}{ORPHANED}\n")
    assert server.complaints() == 1
    server._process = Mock()
    server.kill()
    assert server.complaints() == 0
    server.log.write_text(f"{FAULT}{ORPHANED}\n{FAULT}ZeroDivisionError: a fault\n")
    assert server.complaints() == 1


@pytest.mark.slow
def test_a_server_that_is_started_again_waits_for_its_port(tmp_path: Path) -> None:
    with serving(tmp_path / "log", f"sqlite:///{tmp_path}/tables.db", *ANY_RATE) as server:
        port = server.port
        server.kill()
        with socket.create_server(("127.0.0.1", port)) as other:
            starting = threading.Thread(target=server.start)
            starting.start()
            while TAKEN not in server.said():
                assert starting.is_alive()
                time.sleep(0.01)
            other.close()
            starting.join()
        assert server.port == port
        assert server.is_up()


def test_a_server_that_ends_at_once_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="must be SQLite or PostgreSQL"):
        Server(tmp_path / "log", "mysql://x/y").start()
