"""The server itself: where it listens, and the browser that it opens."""

from __future__ import annotations

import gc
import ipaddress
import logging
import os
import shutil
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable

import uvicorn

from undercroft.core.errors import UndercroftError
from undercroft.web.app import create_app
from undercroft.web.live import House
from undercroft.web.settings import LOOPBACK, Settings

USUAL_PORT = 8765
TRIES = 20  # ports after the usual one
BACKLOG = 512
SWITCH = 0.001  # seconds after which a thread lets another one run: the tables' and the server's take turns
MOST_CONNECTIONS = 2_000
OTHER_FILES = 100
SELDOM = (20_000, 20, 1_000_000)  # of the three generations; the oldest, by itself, never
FAREWELL = 2  # seconds that open connections get at the end


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on a port; if none is named, the usual one or the next that is free."""
    ports = [port] if port is not None else [*range(USUAL_PORT, USUAL_PORT + TRIES), 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    trouble = OSError()
    for number in ports:
        # With its protocol named: without it asyncio does not turn Nagle's delay off, and answers take 40 ms more.
        sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, number))
            sock.listen(BACKLOG)
        except OSError as error:
            sock.close()
            trouble = error
            continue
        return sock
    raise UndercroftError(f"cannot listen on {host}:{ports[0]}: {trouble.strerror}") from trouble


def address(host: str, sock: socket.socket) -> str:
    """Where a browser finds the server."""
    port = sock.getsockname()[1]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def has_browser() -> bool:
    """Whether there is a browser to open: on a desk, not over a wire or in a container."""
    if sys.platform in ("darwin", "win32"):
        return True
    has_screen = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return has_screen and any(shutil.which(name) for name in ("xdg-open", "firefox", "chromium", "google-chrome"))


def serve(
    settings: Settings, host: str, port: int | None, open_browser: bool, proxy: bool, say: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C."""
    sys.setswitchinterval(SWITCH)
    app = create_app(settings)
    collect_seldom()
    sock = listen(host, port)
    where = address(host, sock)
    logging.basicConfig(level=logging.WARNING, format="undercroft: %(message)s")
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=FAREWELL,
        proxy_headers=proxy,
        server_header=False,
        limit_concurrency=most_connections(),
        backlog=BACKLOG,
    )
    server = Server(config, app.state.house)
    say(where)
    if open_browser and has_browser():
        threading.Thread(target=open_when_ready, args=(server, where), daemon=True).start()
    try:
        server.run(sockets=[sock])
    except KeyboardInterrupt:
        pass  # uvicorn raises it once more when all is done


def collect_seldom() -> None:
    """Keep Python from looking through all sessions for garbage, which stops everything for a third of a second.

    Sessions have no circles and go by themselves; what else there is the house looks for when nobody plays.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


class Server(uvicorn.Server):
    """A server that sends those who watch tables home before it waits for them."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        self._house.watch.close()
        await super().shutdown(sockets)


def most_connections() -> int:
    """How many connections there may be at once: as many as the system allows files, less what else is open."""
    try:
        import resource
    except ImportError:  # Windows
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    if hard == resource.RLIM_INFINITY or hard >= wanted:
        soft = max(soft, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(OTHER_FILES, min(MOST_CONNECTIONS, soft - OTHER_FILES))


def open_when_ready(server: uvicorn.Server, where: str) -> None:
    """Open a browser once the server answers."""
    while not server.started and not server.should_exit:
        time.sleep(0.05)
    if server.started:
        webbrowser.open(where)


def allowed_hosts(host: str) -> tuple[str, ...]:
    """On this machine alone the server answers to its own names only, so that no other site's name can lead here."""
    return (*LOOPBACK, host) if is_loopback(host) else ()
