"""What every request passes: how large and how many it may be, where it may come from, and what answers must say."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from undercroft.web.assets import FOR_GOOD, VERSION
from undercroft.web.settings import Settings

Tell = Callable[[Request, int, str], Response]

LARGEST = 512 * 1024  # bytes of a request, enough for any record
LONGEST_PATH = 2_000
LONGEST_LENGTH = 20  # digits
MOST_CLIENTS = 20_000
PATIENCE = 20.0  # seconds that a request may take to arrive
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
OWN_SITE = ("same-origin", "none")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),  # an invitation's secret is part of its address
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


class Gone(Exception):
    """Whoever asked has hung up in the middle of it."""


class Rates:
    """How many requests each client may still make: a bucket that fills at `rate` a second, up to `burst`."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Seconds until the client may make a request; 0 if it may now, which counts as made."""
        if self._rate <= 0:
            return 0.0
        moment = self._clock()
        left, since = self._buckets.pop(client, (self._burst, moment))
        left = min(self._burst, left + (moment - since) * self._rate)
        allowed = left >= 1
        self._buckets[client] = (left - 1 if allowed else left, moment)
        while len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._rate


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, settings: Settings, tell: Tell) -> None:
        self.app = app
        self.tell = tell
        self.hosts = settings.hosts
        self.rates = Rates(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self.refused(scope, headers)
        if refused is not None:
            await self.answer(scope, receive, send, *refused)
            return
        if scope["method"] not in SAFE_METHODS:
            try:
                async with asyncio.timeout(PATIENCE):
                    body = await whole_body(receive)
            except Gone:
                return
            except TimeoutError:
                await self.answer(scope, receive, send, 408, "the request took too long to arrive")
                return
            if body is None:
                await self.answer(scope, receive, send, 413, too_large())
                return
            receive = Received(body, receive)
        await self.app(scope, receive, with_headers(scope, send))

    async def answer(
        self, scope: Scope, receive: Receive, send: Send, status: int, sentence: str, retry: str = ""
    ) -> None:
        """Refuse in a sentence, as the application does."""
        response = self.tell(Request(scope), status, sentence)
        if retry:
            response.headers["Retry-After"] = retry
        await response(scope, receive, with_headers(scope, send))

    def refused(self, scope: Scope, headers: Headers) -> tuple[int, str, str] | None:
        """Why a request is not even looked at, and when to try again."""
        wait = 0.0 if scope["path"].startswith("/static/") else self.rates.wait(client_of(scope))
        if wait > 0:
            after = str(int(wait) + 1)
            return 429, f"too many requests; try again in {after} s", after
        if self.hosts and host_name(headers.get("host", "").lower()) not in self.hosts:
            return 421, "this server does not answer to that name", ""
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_PATH:
            return 414, "the address is too long", ""
        if not from_here(scope["method"], headers):
            return 403, "this was sent by a page of another site; open the table here and try again", ""
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            return 400, "the length of the request is not a number", ""
        if len(length) > LONGEST_LENGTH or int(length) > LARGEST:
            return 413, too_large(), ""
        return None


class Received:
    """A request's body once more, then whatever comes after it."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        if self._body is None:
            return await self._receive()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}


async def whole_body(receive: Receive) -> bytes | None:
    """All that a request sends, unless it goes on for longer than it may."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        part = message.get("body", b"")
        size += len(part)
        if size > LARGEST:
            return None
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


def client_of(scope: Scope) -> str:
    """Who asks, by address."""
    return scope["client"][0] if scope.get("client") else ""


def too_large() -> str:
    """The sentence for a request that is too large."""
    return f"the request is too large; at most {LARGEST // 1024} KB are taken"


def host_name(host: str) -> str:
    """A host without its port."""
    return host.rsplit(":", 1)[0] if host.rpartition(":")[2].isdigit() else host


def from_here(method: str, headers: Headers) -> bool:
    """Whether a request that changes something was made by our own pages, or by no page at all."""
    if method in SAFE_METHODS:
        return True
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in OWN_SITE
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:  # no address at all
        return False


def with_headers(scope: Scope, send: Send) -> Send:
    """Add to every answer what browsers must know."""
    kept = how_long(scope)

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            cache = kept if message["status"] in (200, 304) else b"no-store"
            own = list(message["headers"])
            names = {name.lower() for name, _ in own}
            added = (header for header in (*HEADERS, (b"cache-control", cache)) if header[0] not in names)
            message = {**message, "headers": [*own, *added]}
        await send(message)

    return sending


def how_long(scope: Scope) -> bytes:
    """How long browsers may keep an answer: pages not at all, static files for good if they name their version."""
    if not scope["path"].startswith("/static/"):
        return b"no-store"
    return FOR_GOOD.encode() if scope["query_string"].startswith(VERSION.encode()) else b"no-cache"
