"""Whatever moment a server is killed in: what it has acknowledged is there once, and in order."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.servers import ANY_RATE, Server, serving, visitor_of
from undercroft.core.record import parse

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CLIENTS = 20
KILLS = 10
LATER = 0.5  # seconds at most between the first choices that a server acknowledges and its end
FIRST = 5
GAMES = ("tin-helm", "elbereth")


@dataclass
class Played:
    """A table and all that must be in its record."""

    table: str
    owner: str
    secret: str
    choices: list[tuple[str, str]] = field(default_factory=list)
    acknowledged: int = 0


class Client(threading.Thread):
    """Plays games through the JSON door, and keeps account of what must have come of each request."""

    def __init__(self, number: int, url: str, over: threading.Event, back: threading.Event) -> None:
        super().__init__()
        self.client = visitor_of(url)
        self.whims = random.Random(f"client {number}")
        self.over = over
        self.back = back
        self.tables: list[Played] = []
        self.failure: BaseException | None = None
        self.unsure = 0

    def run(self) -> None:
        try:
            while not self.over.is_set():
                self.play()
        except (AssertionError, KeyError) as failure:
            self.failure = failure

    def play(self) -> None:
        """A game, to its end or until all is over."""
        opened = self.ask("POST", "/api/tables", {"game": self.whims.choice(GAMES)})
        if opened is None:
            return
        played = Played(opened["table"], opened["owner"], opened["seats"][0]["secret"])
        self.tables.append(played)
        seen = self.look(played)
        while seen is not None and seen["scene"]["question"] is not None:
            seen = self.choose(played, seen)

    def choose(self, played: Played, seen: dict[str, Any]) -> dict[str, Any] | None:
        """Make a choice; if nothing is heard of it, look whether it was made."""
        question = seen["scene"]["question"]
        options = [choice["name"] for choice in question["choices"] if not choice["resigns"]]
        option = self.whims.choice(options)
        wanted = {"number": seen["number"], "option": option}
        after = self.ask("POST", f"/api/tables/{played.table}/choose", wanted, played.secret)
        if after is not None:
            assert after["number"] == seen["number"] + 1
            played.acknowledged += 1
        else:
            self.unsure += 1
            after = self.look(played, once_over=True)
            assert after is not None
            assert after["number"] in (seen["number"], seen["number"] + 1)
        if after["number"] > seen["number"]:
            played.choices.append((question["prompt"], option))
        return None if self.over.is_set() else after

    def look(self, played: Played, once_over: bool = False) -> dict[str, Any] | None:
        """What the seat sees, as soon as a server answers."""
        while once_over or not self.over.is_set():
            seen = self.ask("GET", f"/api/tables/{played.table}/scene", None, played.secret)
            if seen is not None:
                return seen
        return None

    def ask(self, method: str, path: str, body: Any, secret: str = "") -> dict[str, Any] | None:
        """The answer, or None if none came: then nobody knows what was done."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        try:
            answer = self.client.request(method, path, json=body, headers=headers)
        except httpx.TransportError:
            self.back.wait()  # twenty who knock all the time would keep the server from coming back
            return None
        assert answer.status_code in (200, 201), answer.text
        found: dict[str, Any] = answer.json()
        return found


def test_what_is_acknowledged_outlives_the_server(database: str, tmp_path: Path) -> None:
    over, back = threading.Event(), threading.Event()
    back.set()
    with serving(tmp_path / "log", database, *ANY_RATE) as server:
        clients = [Client(number, server.url, over, back) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        try:
            kill_again_and_again(server, clients, back)
        finally:
            over.set()
            back.set()
            for client in clients:
                client.join()
        server.kill()
        server.start()  # what is looked at now comes from the disk
        tables = [played for client in clients for played in client.tables]
        assert [client.failure for client in clients if client.failure] == []
        assert [table.table for table in tables if told(server, table) != table.choices] == []
    assert sum(client.unsure for client in clients) > KILLS, "no kill came in the middle of a choice"


def kill_again_and_again(server: Server, clients: list[Client], back: threading.Event) -> None:
    """Kill the server at moments that nobody can foresee, each time soon after it is back."""
    moments = random.Random()
    for _ in range(KILLS):
        before = acknowledged(clients)
        while acknowledged(clients) < before + FIRST and all(client.failure is None for client in clients):
            time.sleep(0.01)
        time.sleep(moments.uniform(0, LATER))
        back.clear()
        server.kill()
        server.start()
        back.set()


def acknowledged(clients: list[Client]) -> int:
    """How many choices were acknowledged to all clients together."""
    return sum(played.acknowledged for client in clients for played in client.tables)


def told(server: Server, played: Played) -> list[tuple[str, str]]:
    """The choices in a table's record."""
    headers = {"Authorization": f"Bearer {played.owner}"}
    with visitor_of(server.url) as client:
        answer = client.get(f"/api/tables/{played.table}/record", headers=headers)
    assert answer.status_code == 200
    record, _ = parse(answer.text, played.table)
    return list(record.choices)
