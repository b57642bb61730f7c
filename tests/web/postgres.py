"""A PostgreSQL of the tests' own, on a socket in a folder of its own; nothing that runs on the machine is touched."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

DEBIAN = "usr/lib/postgresql/*/bin"
PATIENCE = 300.0
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")  # nobody pulls the machine's plug


def programs() -> Path:
    """Where PostgreSQL's programs are; `make system` installs them."""
    found = sorted(Path("/").glob(DEBIAN), key=lambda path: float(path.parent.name))
    if found:
        return found[-1]
    initdb = shutil.which("initdb")
    if initdb is None:
        raise RuntimeError("there is no PostgreSQL here; tools/system-packages installs it, or says how to")
    return Path(initdb).parent


def whose() -> dict[str, Any]:
    """Who runs it: PostgreSQL refuses to be run by root."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


@contextmanager
def running() -> Iterator[Path]:
    """A PostgreSQL that runs; gives the folder with its socket."""
    folder = Path(tempfile.mkdtemp(prefix="undercroft-postgres-"))
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    server = None
    try:
        server = start(folder)
        yield folder
    finally:
        if server is not None:
            server.send_signal(signal.SIGINT)  # end now, whoever is connected
            server.wait(PATIENCE)
        shutil.rmtree(folder)


def start(folder: Path) -> subprocess.Popen[bytes]:
    """Make a new PostgreSQL in a folder, start it and wait until it answers."""
    data = folder / "data"
    make = [
        str(programs() / "initdb"),
        "-D",
        str(data),
        "-U",
        "postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--no-sync",
    ]
    subprocess.run(make, cwd=folder, check=True, stdout=subprocess.DEVNULL, **whose())
    settings = ["listen_addresses=", f"unix_socket_directories={folder}", "max_connections=40", *QUICK]
    chosen = [word for setting in settings for word in ("-c", setting)]
    command = [str(programs() / "postgres"), "-D", str(data), *chosen]
    with (folder / "log").open("wb") as log:
        server: subprocess.Popen[bytes] = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, **whose())
    patient_until = time.monotonic() + PATIENCE
    while subprocess.run([programs() / "pg_isready", "-q", "-h", folder], check=False).returncode != 0:
        if server.poll() is not None or time.monotonic() > patient_until:
            raise RuntimeError(f"PostgreSQL does not answer; it said:\n{(folder / 'log').read_text()}")
        time.sleep(0.05)
    return server


@contextmanager
def fresh_database(folder: Path) -> Iterator[str]:
    """The URL of a new, empty database."""
    import psycopg

    name = f"tables_{uuid4().hex}"
    with psycopg.connect(host=str(folder), user="postgres", dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"postgresql://postgres@/{name}?host={folder}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
