"""How many people can play at once: tables of bot-clients through the JSON door of a server that this starts.

`make load` has 200 clients play at 200 tables for a minute, each as fast as a quick player, in the compiled
environment, with SQLite. It fails if anything is refused or if the slowest hundredth of the choices takes too long.
With `--limit` the clients then play faster and faster until one of the two happens. Each client has an address of its
own, so that the server's limit of requests per client is on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import random
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import undercroft

CLIENTS = 200
SECONDS = 60.0
PACE = 1.0  # choices of a client in a second
SLOWEST = 0.150  # seconds that 99 of 100 choices must not exceed
STAGE = 15.0  # seconds at each pace while the limit is looked for
FASTER = 1.25
WARM_UP = 8.0  # seconds in which the clients sit down, one after the other
IDLE = 3.0  # seconds after which a client calls anew, as the server hangs up on those who are silent
GAMES = ("tin-helm", "elbereth")


class Refused(Exception):
    """An answer that is none: the server refused, or did not answer."""


@dataclass
class Tally:
    """What the clients have seen."""

    seconds: list[float] = field(default_factory=list)
    openings: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def share(self, part: float) -> float:
        """The time, in milliseconds, that this part of the choices did not exceed."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000 if ordered else 0.0

    def is_good(self) -> bool:
        """Whether everybody was served, and soon."""
        return not self.errors and bool(self.seconds) and self.share(0.99) < SLOWEST * 1000


class Line:
    """A connection of one client to the server: as little HTTP as it takes, so that the clients cost little."""

    def __init__(self, number: int, port: int) -> None:
        self._address = (f"127.0.{1 + number // 250}.{1 + number % 250}", 0)
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def ask(self, method: str, path: str, body: Any = None, secret: str = "") -> Any:
        """An answer's data."""
        if time.perf_counter() - self._used > IDLE:
            self.close()
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._address)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(content)}"]
        head += ["Content-Type: application/json"] if content else []
        head += [f"Authorization: Bearer {secret}"] if secret else []
        writer.write("\r\n".join([*head, "", ""]).encode() + content)
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in rest if line)
        text = await reader.readexactly(int(fields["content-length"]))
        self._used = time.perf_counter()
        status = int(first.split(" ")[1])
        if status not in (200, 201):
            raise Refused(f"{method} {path}: {status} {text.decode()[:200]}")
        return json.loads(text)

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Client:
    """Plays game after game, at its pace."""

    def __init__(self, number: int, port: int) -> None:
        self._number = number
        self._line = Line(number, port)
        self._whims = random.Random(number)
        self._games = count(number)
        self._table = ""
        self._secret = ""
        self._seen: Any = None

    async def sit_down(self, tally: Tally) -> None:
        """Open a table."""
        began = time.perf_counter()
        opened = await self._line.ask("POST", "/api/tables", {"game": GAMES[next(self._games) % len(GAMES)]})
        tally.openings.append(time.perf_counter() - began)
        self._table = f"/api/tables/{opened['table']}"
        self._secret = opened["seats"][0]["secret"]
        self._seen = await self._line.ask("GET", f"{self._table}/scene", None, self._secret)

    async def choose(self, tally: Tally) -> None:
        """Make a choice, any but to give up; at a finished game sit down anew first."""
        if self._seen is None or self._seen["scene"]["question"] is None:
            await self.sit_down(tally)
        offered = [each["name"] for each in self._seen["scene"]["question"]["choices"] if not each["resigns"]]
        wanted = {"number": self._seen["number"], "option": self._whims.choice(offered)}
        began = time.perf_counter()
        self._seen = await self._line.ask("POST", f"{self._table}/choose", wanted, self._secret)
        tally.seconds.append(time.perf_counter() - began)

    async def play(self, tally: Tally, pace: float, until: float) -> None:
        """Choose so often a second; who waits long for an answer does not hurry afterwards."""
        await asyncio.sleep(self._whims.random() / pace)
        while time.perf_counter() < until:
            began = time.perf_counter()
            try:
                await self.choose(tally)
            except (Refused, OSError, EOFError) as error:
                tally.errors.append(f"{type(error).__name__}: {error}")
                self._line.close()
                self._seen = None
            await asyncio.sleep(max(0.0, began + self._whims.uniform(0.5, 1.5) / pace - time.perf_counter()))

    def leave(self) -> None:
        """Hang up."""
        self._line.close()


async def stage(clients: list[Client], pace: float, seconds: float) -> Tally:
    """Let all clients play at a pace for a while."""
    tally = Tally()
    until = time.perf_counter() + seconds
    await asyncio.gather(*(client.play(tally, pace, until) for client in clients))
    return tally


async def warm_up(clients: list[Client]) -> Tally:
    """Let the clients sit down one after the other."""
    tally = Tally()

    async def come(place: int, client: Client) -> None:
        await asyncio.sleep(WARM_UP * place / len(clients))
        try:
            await client.sit_down(tally)
        except (Refused, OSError, EOFError) as error:
            tally.errors.append(f"{type(error).__name__}: {error}")

    await asyncio.gather(*(come(place, client) for place, client in enumerate(clients)))
    return tally


async def measure(port: int, options: argparse.Namespace) -> bool:
    """All stages; whether the first one was good."""
    clients = [Client(number, port) for number in range(options.clients)]
    seated = await warm_up(clients)
    print_errors(seated)
    print(HEADINGS)
    tally = await stage(clients, options.pace, options.seconds)
    print_row(options.pace, options.seconds, tally)
    good = tally.is_good() and not seated.errors
    if good and options.limit:
        await find_limit(clients, options.pace, len(tally.seconds) / options.seconds)
    for client in clients:
        client.leave()
    return good


async def find_limit(clients: list[Client], pace: float, best: float) -> None:
    """Play faster and faster until it is too fast, twice: a machine has a bad moment now and then."""
    failures = 0
    while failures < 2:
        tally = await stage(clients, pace * FASTER, STAGE)
        print_row(pace * FASTER, STAGE, tally)
        if tally.is_good():
            pace *= FASTER
            best = len(tally.seconds) / STAGE
            failures = 0
        else:
            failures += 1
    print(f"The limit: {best:.0f} choices a second with 99 of 100 under {SLOWEST * 1000:.0f} ms.")


# ---- words -----------------------------------------------------------------------------------------------------------

HEADINGS = f"{'pace':>6} {'choices':>8} {'a second':>9} {'errors':>7} {'p50':>7} {'p95':>7} {'p99':>7} {'max':>7}  (ms)"


def print_row(pace: float, seconds: float, tally: Tally) -> None:
    """A stage in figures."""
    times = " ".join(f"{tally.share(part):7.1f}" for part in (0.5, 0.95, 0.99, 1.0))
    made = len(tally.seconds)
    print(f"{pace:6.2f} {made:8,} {made / seconds:9.1f} {len(tally.errors):7} {times}", flush=True)
    print_errors(tally)


def print_errors(tally: Tally) -> None:
    """The first few errors."""
    for error in tally.errors[:5]:
        print(f"  {error}", file=sys.stderr)


# ---- the server ------------------------------------------------------------------------------------------------------


def start_server(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """A server on a free port with an empty database; its port is in the address that it prints."""
    command = [sys.executable, "-m", "undercroft.terminal.cli", "serve", "--no-open", "--port", "0"]
    command += ["--database", f"sqlite:///{folder}/tables.db"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
    assert server.stdout is not None
    for line in server.stdout:
        if "http://" in line:
            port = int(line.strip().rstrip("/").rpartition(":")[2])
            wait_until_it_answers(server, port)
            return server, port
    raise SystemExit("the server did not start")


def wait_until_it_answers(server: subprocess.Popen[str], port: int) -> None:
    """It says where it will be before it is there."""
    while server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.05)
            continue
        return


def main() -> int:
    """Measure and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--pace", type=float, default=PACE, help="choices of a client in a second")
    parser.add_argument("--limit", action="store_true", help="then play faster until it is too fast")
    options = parser.parse_args()
    made = "compiled" if undercroft.compiled() else "interpreted"
    print(f"{options.clients} tables, SQLite, {made}, Python {platform.python_version()}, this machine for both sides")
    with tempfile.TemporaryDirectory(prefix="undercroft-load-") as folder:
        server, port = start_server(Path(folder))
        try:
            good = asyncio.run(measure(port, options))
        finally:
            server.terminate()
            server.wait(30)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
