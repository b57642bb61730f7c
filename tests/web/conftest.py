"""Databases, servers and browsers for the tests of the web table.

A test with a browser fails if the browser's console shows an error, or if a page asks another host for anything.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import httpx
import pytest

from tests.web import postgres
from tests.web.servers import ANY_RATE, PAIRS, Server, serving, visitor_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

# The quickest first.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "google-chrome",
    "google-chrome-stable",
    "/snap/bin/chromium",
)
A_WHILE = 90_000  # milliseconds: what a page shows is there in a few hundred
A_LONG_WHILE = 300_000  # for what takes some seconds of thought

# ---- databases -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgres_folder() -> Iterator[Path]:
    """A PostgreSQL that runs for all tests; the folder with its socket."""
    with postgres.running() as folder:
        yield folder


@pytest.fixture
def postgres_url(postgres_folder: Path) -> Iterator[str]:
    """A new database of PostgreSQL."""
    with postgres.fresh_database(postgres_folder) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    url: str = request.getfixturevalue("postgres_url")
    return url


# ---- servers ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with all games and the toy for two, which all tests share; each opens tables of its own."""
    folder = tmp_path_factory.mktemp("server")
    with serving(folder / "log", f"sqlite:///{folder}/tables.db", "--with", PAIRS, *ANY_RATE) as running:
        yield running


@pytest.fixture
def door(server: Server) -> Iterator[httpx.Client]:
    """A program at the server's door."""
    with visitor_of(server.url) as client:
        yield client


# ---- browsers --------------------------------------------------------------------------------------------------------


FELT = """
window.felt = [];
for (const kind of ['touchstart', 'touchend', 'touchcancel', 'click', 'submit', 'htmx:beforeSend', 'htmx:afterRequest'])
    addEventListener(kind, (event) => {
        const { id, className, tagName } = event.target;
        window.felt.push(`${kind} ${id || className || tagName} ${event.detail?.xhr?.status ?? ''}`);
    }, true);
"""  # what a page has felt, for whoever reads that a test failed


class Trouble(NamedTuple):
    """Something that a browser must not have seen."""

    kind: str
    what: str


class Watched:
    """A browser's window whose console and requests are watched."""

    def __init__(self, context: BrowserContext, home: str) -> None:
        self.home = home
        self.troubles: list[Trouble] = []
        self.allowed: list[str] = []
        self.context = context
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.troubles.append(Trouble("error", str(error.error))))

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and f"{address.scheme}://{address.netloc}" != self.home:
            self.troubles.append(Trouble("another host", request.url))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(Trouble("error", f"{message.text} {message.location}"))

    def left(self) -> list[Trouble]:
        """The troubles that the test did not expect."""
        return [trouble for trouble in self.troubles if not any(part in trouble.what for part in self.allowed)]


Visit = Callable[..., "Page"]


def browser_path() -> str | None:
    """The system's browser, or None for one that Playwright itself has fetched."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class OneBrowser:
    """The browser of all tests: it is started for the first that needs it, and ends after the last of a row of them.

    For as long as it runs, Playwright occupies the thread's event loop, which other tests have use for.
    """

    def __init__(self) -> None:
        self._ends = ExitStack()
        self._found: Browser | None = None

    def found(self) -> Browser:
        """The browser, which runs."""
        if self._found is None:
            from playwright.sync_api import sync_playwright

            arguments = ["--in-process-gpu", "--renderer-process-limit=1"]  # a process less for each window, and one
            arguments += ["--no-sandbox"] if os.geteuid() == 0 else []
            playwright = self._ends.enter_context(sync_playwright())
            self._found = playwright.chromium.launch(executable_path=browser_path(), args=arguments)
            self._ends.callback(self._found.close)
        return self._found

    def end(self) -> None:
        """Close it, if it runs."""
        self._found = None
        self._ends.close()


ONE_BROWSER = OneBrowser()


@pytest.fixture
def browser() -> Browser:
    """The one browser."""
    return ONE_BROWSER.found()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """A test is over with all its windows: the browser is not needed any more if the next one has no use for it."""
    if nextitem is None or "browser" not in getattr(nextitem, "fixturenames", ()):
        ONE_BROWSER.end()


@pytest.fixture
def watched() -> list[Watched]:
    """All windows of a test."""
    return []


@pytest.fixture
def visit(browser: Browser, server: Server, watched: list[Watched]) -> Iterator[Visit]:
    """Opens a new visitor's window, with a size, a colour scheme and whatever else Playwright takes."""
    yield lambda **settings: new_window(browser, server.url, watched, settings)
    for window in watched:
        window.context.close()
    assert [trouble for window in watched for trouble in window.left()] == []


def new_window(browser: Browser, home: str, watched: list[Watched], settings: dict[str, Any]) -> Page:
    """A window of a visitor who has never been here."""
    size = settings.pop("size", (1366, 768))
    allowed = settings.pop("allowed", ())
    settings.setdefault("reduced_motion", "reduce")  # what moves is drawn many times and clicked only when it stands
    context = browser.new_context(base_url=home, viewport={"width": size[0], "height": size[1]}, **settings)
    context.set_default_timeout(A_WHILE)
    context.add_init_script(FELT)
    window = Watched(context, home)
    window.allowed += allowed
    watched.append(window)
    return context.new_page()


@pytest.fixture
def page(visit: Visit) -> Page:
    """A visitor's window, as wide as a desk."""
    return visit()
