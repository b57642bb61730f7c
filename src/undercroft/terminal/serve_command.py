"""The command `serve`: the same tables in a browser.

What it needs of the web it imports itself, so that a game in the terminal starts without it.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from undercroft.core.errors import UndercroftError
from undercroft.terminal.look import look_at

Host = Annotated[str, typer.Option(metavar="NAME", help="Where to listen; 0.0.0.0 lets others in your network play.")]
Port = Annotated[
    int | None, typer.Option(metavar="N", min=0, max=65535, help="The port; 8765 or the next free one if not said.")
]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...; a file in your data folder if not said."),
]
OpenIt = Annotated[bool, typer.Option("--open/--no-open", help="Open a browser, where there is one.")]
Secure = Annotated[
    bool, typer.Option("--https", help="Cookies over HTTPS only: for a server behind a proxy that has it.")
]
Proxy = Annotated[bool, typer.Option("--proxy", help="Believe a proxy on this machine who its clients are.")]
Rate = Annotated[
    float | None, typer.Option(metavar="N", min=0, help="Requests a second for each client; 0: any number.")
]
Patience = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        min=1,
        max=86_400,
        help="How long odds, a hint or a bot may take; a review ten times as long.",
    ),
]
Further = Annotated[
    list[str] | None, typer.Option("--with", metavar="MODULE:NAME", help="One more game, a Game value of your own.")
]


def add_serve_command(app: typer.Typer) -> None:
    """Make it a command."""
    app.command("serve", epilog="Example: undercroft serve --host 0.0.0.0 --port 8080")(serve)


def serve(
    host: Host = "127.0.0.1",
    port: Port = None,
    database: Database = None,
    open_it: OpenIt = False,
    https: Secure = False,
    proxy: Proxy = False,
    rate: Rate = None,
    patience: Patience = None,
    further: Further = None,
) -> None:
    """Serve the games to browsers, until Ctrl-C."""
    try:
        from undercroft.lab.beside import patience as usual_patience
        from undercroft.web import serve as server
        from undercroft.web.settings import Settings, default_database
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("undercroft"):
            raise
        raise UndercroftError(f"the browser's table needs {error.name}: pip install 'undercroft[web]'") from None
    settings = Settings(
        database=database or default_database(),
        games=tuple(further or ()),
        hosts=() if proxy else server.allowed_hosts(host),
        secure=https,
        rate=Settings.rate if rate is None else rate,
        patience=usual_patience() if patience is None else patience,
    )
    server.serve(settings, host, port, open_it, proxy, say_where)


def say_where(address: str) -> None:
    """Say where the tables are."""
    look = look_at(sys.stdout)
    look.show_command("Undercroft is open at  ", address)
    look.show("Ctrl-C closes it; every choice is kept.")
    sys.stdout.flush()
