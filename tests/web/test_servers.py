"""What servers for tests are blamed for."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

from tests.web.servers import ORPHANED, Server

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
