"""The pages of what has been played: finished games with their review, replays, and records."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile
from fastapi.responses import PlainTextResponse

from undercroft import compiled
from undercroft.core.errors import RecordError, UndercroftError
from undercroft.web import shelf
from undercroft.web.api import TableId, TheHouse
from undercroft.web.lists import results_of
from undercroft.web.review_view import ReviewView
from undercroft.web.visitors import SeatQuery, TheVisitor

REVIEW_GAMES = 100 if compiled() else 30  # played on from each moment: some seconds either way

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/end")
async def see_end(request: Request, house: TheHouse, visitor: TheVisitor, table: TableId) -> Response:
    """A finished game."""
    view = await house.ask(house.tables.final_view, visitor.caller, table)
    results = await house.ask(results_of, house.tables, visitor.id, view.game.name, view.day) if view.day else []
    share = str(request.base_url).rstrip("/") + f"/t/{table}/end"
    return visitor.page("end.html", **shelf.end_values(view, share, results))


@router.get("/t/{table}/review")
async def see_review(house: TheHouse, visitor: TheVisitor, table: TableId) -> Response:
    """Luck and decisions of a finished game, worked out once and then kept."""
    record, number, seat = await house.ask(house.tables.finished_record, table)
    review = kept_review(await house.ask(house.tables.store.review, table, number))
    if review is None:
        review = await house.minds.review(record, REVIEW_GAMES, seat)
        await house.ask(house.tables.store.keep_review, table, number, msgspec.json.encode(review).decode())
    name = "review_part.html" if visitor.is_htmx else "review_whole.html"
    return visitor.page(name, table=table, review=review, game=house.games[record.game])


def kept_review(text: str | None) -> ReviewView | None:
    """A review that was kept, unless an earlier version of the program said other things in it."""
    try:
        return None if text is None else msgspec.json.decode(text, type=ReviewView)
    except msgspec.MsgspecError:
        return None


@router.get("/t/{table}/record")
async def see_record(house: TheHouse, visitor: TheVisitor, table: TableId) -> Response:
    """The record, to keep."""
    record = await house.ask(house.tables.record, visitor.caller, table)
    name = f"{record.game}-{table}.record"
    return PlainTextResponse(record.to_text(), headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/t/{table}/replay")
async def see_replay(
    house: TheHouse,
    visitor: TheVisitor,
    table: TableId,
    at: Annotated[int | None, Query(ge=0, le=10_000_000)] = None,
    seat: SeatQuery = None,
) -> Response:
    """A moment of a game."""
    replay = await house.ask(house.tables.replay, visitor.caller, table, at if at is not None else 0, seat)
    name = "replay_body.html" if visitor.is_htmx else "replay.html"
    return visitor.page(name, **shelf.replay_values(replay))


@router.post("/t/{table}/play-on")
async def play_on(
    house: TheHouse, visitor: TheVisitor, table: TableId, at: Annotated[int, Form(ge=0, le=10_000_000)]
) -> Response:
    """Play on from a moment of a game, as practice."""
    await house.ask(house.tables.store.know_visitor, visitor.id)
    opened = await house.ask(house.tables.branch, visitor.caller, table, at)
    return visitor.go_to(f"/t/{opened.table}")


@router.get("/replay")
async def bring_record(visitor: TheVisitor) -> Response:
    """Where one can bring a record."""
    return visitor.page("open_record.html", trouble="", text="")


@router.post("/replay")
async def open_record(
    house: TheHouse,
    visitor: TheVisitor,
    record: Annotated[str, Form()] = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Look at a record that somebody brings along."""
    text = record.replace("\r\n", "\n")
    if file is not None and file.filename:
        text = (await file.read()).decode("utf-8", "replace")
    text = text.strip() + "\n" if text.strip() else ""
    await house.ask(house.tables.store.know_visitor, visitor.id)
    try:
        if not text:
            raise RecordError("paste a record or choose a file")
        table = await house.ask(house.tables.open_record, text, visitor.id)
    except UndercroftError as error:
        return visitor.page("open_record.html", 400, trouble=str(error), text=text[:20_000])
    return visitor.go_to(f"/t/{table}/replay")
