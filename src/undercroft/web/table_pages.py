"""The pages of a table: the table itself, what one asks about it, and its seats."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse

from undercroft.bots import BOTS
from undercroft.core.errors import UndercroftError
from undercroft.web import drawing, shelf
from undercroft.web.api import TableId, TheHouse, news_of
from undercroft.web.live import House
from undercroft.web.seating import Live, Refusal
from undercroft.web.views import TableView
from undercroft.web.visitors import NumberForm, NumberQuery, SeatForm, SeatQuery, Short, TheVisitor, Visitor

ODDS_SOON = 0.12  # seconds that a table waits for its odds: then most come whole, and nothing moves afterwards

router = APIRouter(include_in_schema=False)


# ---- the table -------------------------------------------------------------------------------------------------------


async def table_values(house: House, view: TableView, notice: str = "") -> dict[str, Any]:
    """What the templates of a table draw; with the odds if they are known soon, else the page asks for them again."""
    odds = None if view.record is None else await house.soon(house.minds.odds(view.record), ODDS_SOON)
    drawn = drawing.draw(view.scene, view.game, odds)
    return {"view": view, "drawing": drawn, "odds": odds, "notice": notice, "bots": shelf.bot_words(BOTS)}


@router.get("/t/{table}")
async def see_table(house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatQuery = None) -> Response:
    """The table."""
    try:
        view = await house.ask(house.tables.view, visitor.caller, table, seat)
    except Refusal as refusal:
        if refusal.status != 403 or seat is not None:
            raise
        return await without_a_seat(house, visitor, table)
    await house.stir(table)
    return visitor.page("table.html", **await table_values(house, view))


async def without_a_seat(house: House, visitor: Visitor, table: str) -> Response:
    """What somebody sees who holds no seat: the end of a finished game, or how to get a seat."""
    live = await house.ask(house.tables.look, table)
    if live.is_open:
        return visitor.go_to(f"/t/{table}/{'replay' if live.row.kind == 'record' else 'end'}")
    return visitor.page("invitation.html", 403, game=live.session.game, seats=seat_names(live))


def seat_names(live: Live) -> list[str]:
    """What the seats of a table are called at which somebody may sit."""
    return [live.session.game.seats[seat] for seat in live.people]


@router.get("/t/{table}/table")
async def see_body(house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatQuery = None) -> Response:
    """The table as a fragment, for a page that has heard of news."""
    view = await house.ask(house.tables.later_view, visitor.caller, table, seat)
    return visitor.page("table_body.html", **await table_values(house, view))


@router.post("/t/{table}/choose")
async def choose(
    house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatForm, number: NumberForm, option: Short
) -> Response:
    """Make a choice."""

    async def deed() -> TableView:
        _, view = await house.do(table, house.tables.choose, visitor.caller, table, number, seat, option)
        return view

    return await done(house, visitor, table, seat, deed())


@router.post("/t/{table}/walk")
async def walk(
    house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatForm, number: NumberForm, target: Short
) -> Response:
    """Walk to a place on the map, step by step."""
    deed = house.do(table, house.tables.walk, visitor.caller, table, number, seat, target)
    return await done(house, visitor, table, seat, deed)


@router.post("/t/{table}/undo")
async def undo(house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatForm, number: NumberForm) -> Response:
    """Take the last choice back."""
    deed = house.do(table, house.tables.undo, visitor.caller, table, number, seat)
    return await done(house, visitor, table, seat, deed)


async def done(house: House, visitor: Visitor, table: str, seat: int, deed: Awaitable[TableView]) -> Response:
    """The table after a deed; one that was refused is answered with the table as it is and with the reason."""
    try:
        view = await deed
    except Refusal as refusal:
        if refusal.status in (403, 404):
            raise
        view = await house.ask(house.tables.view, visitor.caller, table, seat)
        whole = "table_body.html" if visitor.is_htmx else "table.html"
        return visitor.page(whole, refusal.status, **await table_values(house, view, str(refusal)))
    if not visitor.is_htmx:
        return visitor.go_to(f"/t/{table}")
    return visitor.page("table_body.html", **await table_values(house, view))


@router.get("/t/{table}/choose")
@router.get("/t/{table}/walk")
@router.get("/t/{table}/undo")
async def go_back(visitor: TheVisitor, table: TableId) -> Response:
    """Where a page that was sent by a plain form is loaded again: the table."""
    return visitor.go_to(f"/t/{table}")


@router.post("/t/{table}/practice")
async def practise(
    house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatForm, number: NumberForm
) -> Response:
    """Open a practice table from before the last choice."""
    opened = await house.ask(house.tables.practise, visitor.caller, table, number, seat)
    return visitor.go_to(f"/t/{opened.table}")


@router.get("/t/{table}/odds")
async def see_odds(
    house: TheHouse, visitor: TheVisitor, table: TableId, number: NumberQuery, seat: SeatQuery = 0
) -> Response:
    """The question with its odds; nothing if the table has moved on."""
    view = await house.ask(house.tables.view, visitor.caller, table, seat)
    if view.number != number or view.record is None:
        return Response(status_code=204)
    odds = await house.minds.odds(view.record)
    drawn = drawing.draw(view.scene, view.game, odds)
    return visitor.page("question.html", view=view, drawing=drawn, odds=odds, notice="")


@router.get("/t/{table}/odds/{option}")
async def see_whole_odds(
    house: TheHouse,
    visitor: TheVisitor,
    table: TableId,
    option: Annotated[str, Path(max_length=80)],
    number: NumberQuery,
    seat: SeatQuery = 0,
) -> Response:
    """All that an option may lead to."""
    record, _ = await house.ask(house.tables.question, visitor.caller, table, number, seat)
    return visitor.page("odds_whole.html", odds=await house.minds.whole_odds(record, option))


@router.get("/t/{table}/hint")
async def see_hint(
    house: TheHouse, visitor: TheVisitor, table: TableId, number: NumberQuery, seat: SeatQuery = 0
) -> Response:
    """What a bot that thinks would choose."""
    record, _ = await house.ask(house.tables.question, visitor.caller, table, number, seat)
    return visitor.page("hint.html", hint=await house.minds.hint(record))


@router.get("/t/{table}/log")
async def see_log(house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatQuery = None) -> Response:
    """The whole log."""
    view = await house.ask(house.tables.view, visitor.caller, table, seat)
    lines = await house.ask(house.tables.log, visitor.caller, table, seat)
    return visitor.page("log_whole.html", view=view, lines=lines)


@router.get("/t/{table}/events")
async def events(request: Request, house: TheHouse, visitor: TheVisitor, table: TableId) -> StreamingResponse:
    """The news of a table."""
    await house.ask(house.tables.seated, visitor.caller, table)
    await house.ask(house.tables.store.see, visitor.id, table)
    return news_of(request, house, visitor.caller, table)


# ---- seats -----------------------------------------------------------------------------------------------------------


@router.get("/t/{table}/seats")
async def see_seats(house: TheHouse, visitor: TheVisitor, table: TableId) -> Response:
    """Who sits where, and the invitations."""
    return await seats_page(house, visitor, table)


async def seats_page(house: House, visitor: Visitor, table: str, notice: str = "", status: int = 200) -> Response:
    """The seats as a fragment."""
    view = await house.ask(house.tables.view, visitor.caller, table, None)
    return visitor.page("seats.html", status, view=view, bots=shelf.bot_words(BOTS), notice=notice)


@router.post("/t/{table}/seats/{seat}")
async def change_seat(
    house: TheHouse, visitor: TheVisitor, table: TableId, seat: Annotated[int, Path(ge=0, le=99)], bot: Short
) -> Response:
    """Give a seat to a bot, take it back, or leave it."""
    tables = house.tables
    try:
        if bot == "take":
            await house.insist(table, tables.take_back, visitor.caller, table, seat)
        elif bot == "leave":
            await house.insist(table, tables.leave, visitor.caller, table, seat)
        else:
            await house.insist(table, tables.give_to_bot, visitor.caller, table, seat, bot)
    except UndercroftError as error:
        if not visitor.is_htmx:
            raise
        return await seats_page(house, visitor, table, str(error), getattr(error, "status", 400))
    return await seats_page(house, visitor, table) if visitor.is_htmx else visitor.go_to(f"/t/{table}")


SeatPath = Annotated[int, Path(ge=0, le=99)]
SecretPath = Annotated[str, Path(max_length=64)]


@router.get("/join/{table}/{seat}/{secret}")
async def see_invitation(
    house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatPath, secret: SecretPath
) -> Response:
    """An invitation; to look at it changes nothing, as whoever shows a preview of a link looks at it, too."""
    live = await house.ask(house.tables.invited, table, seat, secret)
    if (seat, visitor.id) in live.holders:
        return visitor.go_to(f"/t/{table}")
    game = live.session.game
    link = f"/join/{table}/{seat}/{secret}"
    card = shelf.game_card(game)
    return visitor.page("join.html", game=game, card=card, seat=game.seats[seat], seats=seat_names(live), link=link)


@router.post("/join/{table}/{seat}/{secret}")
async def join(house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatPath, secret: SecretPath) -> Response:
    """Sit down at the seat that an invitation is for."""
    await house.ask(house.tables.invited, table, seat, secret)
    await house.ask(house.tables.store.know_visitor, visitor.id)
    await house.insist(table, house.tables.join, visitor.id, table, seat, secret)
    return visitor.go_to(f"/t/{table}")
