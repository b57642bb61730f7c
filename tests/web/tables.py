"""Tables for tests, opened through the JSON door, and who plays at them."""

from __future__ import annotations

from typing import Any, Final

import httpx

from undercroft.core.record import Record, parse

TODAY: Final = "2026-11-16"  # where a day should last as long as a test


class Seated:
    """A program that holds a secret of a table: of a seat, or its owner's."""

    def __init__(self, client: httpx.Client, table: str, secret: str) -> None:
        self.client = client
        self.table = table
        self.secret = secret

    def ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        """A request about the table, with the secret."""
        headers = {"Authorization": f"Bearer {self.secret}", **request.pop("headers", {})}
        return self.client.request(method, f"/api/tables/{self.table}{path}", headers=headers, **request)

    def get(self, path: str) -> Any:
        """What the door says of something, as data."""
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def number(self) -> int:
        """How many deeds the table has."""
        number: int = self.get("")["number"]
        return number

    def choose(self, option: str) -> Any:
        """Make a choice, which must be taken; gives what the door answers."""
        answer = self.ask("POST", "/choose", json={"number": self.number(), "option": option})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def record(self) -> Record:
        """The table's record."""
        answer = self.ask("GET", "/record")
        assert answer.status_code == 200, answer.text
        return parse(answer.text, "the record")[0]


class Opened:
    """A new table: its owner and its seats by number."""

    def __init__(self, client: httpx.Client, game: str, **wanted: Any) -> None:
        answer = client.post("/api/tables", json={"game": game, **wanted})
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        self.table: str = opened["table"]
        self.owner = Seated(client, self.table, opened["owner"])
        self.seats = {seat["seat"]: Seated(client, self.table, seat["secret"]) for seat in opened["seats"]}

    def invitation(self, seat: int) -> str:
        """The link that gives somebody a seat."""
        return f"/join/{self.table}/{seat}/{self.seats[seat].secret}"

    def as_it_is(self) -> tuple[int, Record, list[Any]]:
        """All that could have been changed: the number, the record, and what each seat sees."""
        return self.owner.number(), self.owner.record(), [seat.get("/scene") for seat in self.seats.values()]
