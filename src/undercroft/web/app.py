"""The application: pages, the JSON door, static files, and what stands before them all."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from undercroft import __version__
from undercroft.core.errors import UndercroftError
from undercroft.core.game import Game
from undercroft.lab.beside import Stopping, TooLong, Unanswered
from undercroft.web import api, ending_pages, pages, shelf, table_pages
from undercroft.web.assets import STATIC
from undercroft.web.guard import Guard
from undercroft.web.journal import NotKept, Stale
from undercroft.web.live import House
from undercroft.web.minds import Busy
from undercroft.web.room import Closed
from undercroft.web.seating import Refusal
from undercroft.web.settings import Settings
from undercroft.web.visitors import templates

log = logging.getLogger("undercroft.web")


def create_app(settings: Settings) -> FastAPI:
    """A server's application; it opens its store at once and starts its workers when it is served."""
    house = House(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.start()
        yield
        await house.stop()

    app = FastAPI(title="Undercroft", version=__version__, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.house = house
    for router in (api.deeds, api.router, pages.router, table_pages.router, ending_pages.router):
        app.include_router(router)
    app.openapi = lambda: api.describe(app)  # type: ignore[method-assign]
    add_small_routes(app, house.games)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for kind in (UndercroftError, HTTPException, RequestValidationError, SQLAlchemyError):
        app.add_exception_handler(kind, say_why)
    app.add_exception_handler(500, say_sorry)
    app.add_middleware(Guard, settings=settings, tell=say)
    return app


def add_small_routes(app: FastAPI, games: Mapping[str, Game]) -> None:
    """The colours of the games, and a sign of life."""
    accents = "".join(f'[data-game="{game.name}"] {{ --accent: {game.accent}; }}\n' for game in games.values())

    @app.get("/static/accents.css", include_in_schema=False)
    async def see_accents() -> Response:
        return Response(accents, media_type="text/css")

    @app.get("/health", include_in_schema=False)
    async def health() -> Response:
        return JSONResponse({"undercroft": __version__})


# ---- errors ----------------------------------------------------------------------------------------------------------


async def say_why(request: Request, error: Exception) -> Response:
    """An error as one sentence: JSON for programs, a page for people."""
    return say(request, status_of(error), sentence_of(error))


async def say_sorry(request: Request, _: Exception) -> Response:
    """A fault of ours; what it was stands in the server's log."""
    return say(request, 500, "")


def status_of(error: Exception) -> int:
    """How HTTP says what went wrong."""
    if isinstance(error, Refusal):
        return error.status
    if isinstance(error, HTTPException):
        return error.status_code
    if isinstance(error, Stale):
        return 409
    if isinstance(error, TooLong):
        return 504
    if isinstance(error, (Busy, Closed, NotKept, Stopping, Unanswered, SQLAlchemyError)):
        return 503
    return 422 if isinstance(error, RequestValidationError) else 400


def sentence_of(error: Exception) -> str:
    """What went wrong, in a sentence."""
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return f"{place}: {first['msg']}"
    if isinstance(error, SQLAlchemyError):
        log.error("the store does not answer: %s", error)
        return "the store does not answer; look at the table again: what you did may have been kept or not"
    if isinstance(error, HTTPException):
        return "" if error.status_code in (404, 405) else str(error.detail)
    return str(error)


def say(request: Request, status: int, sentence: str) -> Response:
    """A sentence to whoever asked."""
    trouble = shelf.trouble(status, sentence)
    if request.url.path.startswith("/api/") or request.url.path == "/openapi.json":
        return JSONResponse({"error": sentence or trouble.sentence}, status)
    if request.headers.get("hx-request") == "true":
        text = templates_text("error_part.html", trouble=trouble)
        return Response(text, status, {"HX-Retarget": "#toast", "HX-Reswap": "innerHTML"}, "text/html")
    return Response(templates_text("error.html", trouble=trouble), status, media_type="text/html")


def templates_text(name: str, **values: object) -> str:
    """A template as text."""
    return templates.get_template(name).render(values)
