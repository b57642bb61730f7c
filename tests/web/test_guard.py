"""What stands before the application: rates, sizes, origins, names, headers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from undercroft.web.assets import FOR_GOOD, asset
from undercroft.web.guard import HEADERS, LARGEST, POLICY, Gone, Guard, Rates, from_here, host_name, whole_body
from undercroft.web.settings import Settings


class Clock:
    """A clock that somebody else moves."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that answers with how much it was sent."""
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(len(body)).encode()})


def asked(
    guard: Guard,
    method: str = "GET",
    path: str = "/",
    parts: tuple[bytes, ...] = (b"",),
    query: str = "",
    **headers: str,
) -> Any:
    """The status, headers and body that a request is answered with."""
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "client": ("192.0.2.7", 1),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    waiting = list(parts)
    sent: list[Message] = []

    async def receive() -> Message:
        part = waiting.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(waiting)}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(guard(scope, receive, send))
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], found, sent[1]["body"].decode()


def tell(_: Request, status: int, sentence: str) -> Response:
    return Response(sentence, status)


def guard(**settings: Any) -> Guard:
    return Guard(echo, Settings(database="", **settings), tell)


def test_a_client_may_make_a_burst_of_requests_and_then_so_many_a_second() -> None:
    clock = Clock()
    rates = Rates(2.0, 3.0, clock)
    assert [rates.wait("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert rates.wait("b") == 0.0
    clock.time = 0.5
    assert rates.wait("a") == 0.0
    assert rates.wait("a") == 0.5
    clock.time = 100.0
    assert [rates.wait("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def test_no_rate_is_no_limit() -> None:
    rates = Rates(0.0, 0.0, Clock())
    assert [rates.wait("a") for _ in range(1000)] == [0.0] * 1000


def test_who_asks_too_often_is_told_when_to_come_back() -> None:
    limited = guard(rate=0.5, burst=1.0)
    assert asked(limited)[0] == 200
    status, headers, body = asked(limited)
    assert (status, headers["retry-after"]) == (429, "2")
    assert "too many requests" in body
    assert asked(limited, path="/static/base.css")[0] == 200


@pytest.mark.parametrize(
    ("method", "headers", "allowed"),
    [
        ("GET", {"sec-fetch-site": "cross-site"}, True),
        ("POST", {"sec-fetch-site": "cross-site"}, False),
        ("POST", {"sec-fetch-site": "same-site"}, False),
        ("POST", {"sec-fetch-site": "same-origin"}, True),
        ("POST", {"sec-fetch-site": "none"}, True),
        ("POST", {"origin": "http://here:80", "host": "here:80"}, True),
        ("POST", {"origin": "http://elsewhere", "host": "here:80"}, False),
        ("POST", {"origin": "null", "host": "here:80"}, False),
        ("POST", {"host": "here:80"}, True),
        ("DELETE", {"sec-fetch-site": "cross-site"}, False),
    ],
)
def test_pages_of_other_sites_change_nothing_here(method: str, headers: dict[str, str], allowed: bool) -> None:
    assert from_here(method, Headers(headers)) is allowed


@pytest.mark.parametrize(
    ("host", "name"), [("localhost:8765", "localhost"), ("localhost", "localhost"), ("[::1]:80", "[::1]"), ("", "")]
)
def test_the_name_of_a_host(host: str, name: str) -> None:
    assert host_name(host) == name


def test_on_loopback_the_server_answers_to_its_own_names_only() -> None:
    own = guard(hosts=("localhost",))
    assert asked(own, host="localhost:8765")[0] == 200
    assert asked(own, host="LocalHost:8765")[0] == 200
    assert asked(own, host="evil.example:8765")[0] == 421
    assert asked(own)[0] == 421
    assert asked(guard(), host="anything")[0] == 200


def test_what_is_too_large_is_refused_however_it_says_how_large_it_is() -> None:
    half = b"x" * (LARGEST // 2)
    assert asked(guard(), "POST", parts=(half, half))[2] == str(2 * len(half))
    assert asked(guard(), "POST", parts=(half, half, b"xx"))[0] == 413
    assert asked(guard(), "POST", content_length=str(LARGEST + 1))[0] == 413
    assert asked(guard(), "POST", content_length="many")[0] == 400
    assert asked(guard(), "POST", content_length="0" * 5000)[0] == 413
    assert asked(guard(), path="/" + "x" * 3000)[0] == 414


def test_every_answer_says_what_browsers_must_know() -> None:
    for status, headers, _ in (asked(guard()), asked(guard(), path="/" + "x" * 3000)):
        assert status in (200, 414)
        assert {name.decode(): value.decode() for name, value in HEADERS}.items() <= headers.items()
        assert headers["cache-control"] == "no-store"
    assert "'unsafe" not in POLICY


def test_only_what_names_its_version_is_kept_for_good() -> None:
    assert asked(guard(), path="/static/base.css")[1]["cache-control"] == "no-cache"
    assert asked(guard(), path="/static/base.css", query="v=0123")[1]["cache-control"] == FOR_GOOD
    assert asked(guard(), query="v=0123")[1]["cache-control"] == "no-store"


def test_an_asset_s_address_names_its_content() -> None:
    assert asset("base.css").startswith("/static/base.css?v=")
    assert asset("base.css") != asset("table.css").replace("table", "base")
    assert asset("made-by-the-server.css") == "/static/made-by-the-server.css"


def test_a_request_that_breaks_off_is_none() -> None:
    messages: list[Message] = [
        {"type": "http.request", "body": b"option=1", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return messages.pop(0)

    with pytest.raises(Gone):
        asyncio.run(whole_body(receive))
