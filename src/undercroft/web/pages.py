"""The pages: the lobby, the table, the finished game, the replay, the rulebook.

A page that htmx asks for is a fragment, any other is whole; forms work without script. Who may do what is decided by
the tables, which the JSON door asks as well.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, File, Form, Path, Query, Request, Response, UploadFile
from fastapi.responses import PlainTextResponse, RedirectResponse, StreamingResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from undercroft import compiled
from undercroft.bots import BOTS
from undercroft.core.errors import RecordError, UndercroftError
from undercroft.web import drawing, shelf
from undercroft.web.api import TableId, TheHouse, news_of
from undercroft.web.assets import asset
from undercroft.web.keys import digest, new_secret
from undercroft.web.lists import lines_of, results_of
from undercroft.web.live import House
from undercroft.web.review_view import ReviewView
from undercroft.web.seating import Caller, Refusal
from undercroft.web.store import today
from undercroft.web.tables import Opening
from undercroft.web.views import TableView

COOKIE = "undercroft"
A_YEAR = 365 * 24 * 3600
REVIEW_GAMES = 100 if compiled() else 30  # played on from each moment: some seconds either way
ALL_SEATS = "all:"
ODDS_SOON = 0.12  # seconds that a table waits for its odds: then most come whole, and nothing moves afterwards
LONGEST_NAME = 30

router = APIRouter(include_in_schema=False)
templates = Environment(
    loader=PackageLoader("undercroft.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
templates.globals["asset"] = asset


# ---- who asks, and how to answer -------------------------------------------------------------------------------------


class Visitor:
    """A browser, known by its cookie; one that has none yet gets one with the answer."""

    def __init__(self, request: Request) -> None:
        secret = request.cookies.get(COOKIE, "")
        self.is_new = not 20 <= len(secret) <= 64
        self.secret = new_secret() if self.is_new else secret
        self.id = digest(self.secret)
        self.caller = Caller(visitor=self.id)
        self.is_htmx = request.headers.get("hx-request") == "true"
        self.secure = request.app.state.house.settings.secure

    @staticmethod
    def page(template: str, status: int = 200, **values: Any) -> Response:
        """A template as the answer."""
        return Response(templates.get_template(template).render(values), status, media_type="text/html")

    def go_to(self, address: str) -> Response:
        """Send the browser elsewhere; htmx is told in its own way, or it would put the page into the page."""
        if self.is_htmx:
            return self.known(Response(status_code=204, headers={"HX-Redirect": address}))
        return self.known(RedirectResponse(address, 303))

    def known(self, response: Response) -> Response:
        """An answer with the cookie, for one who has come to stay."""
        if self.is_new:
            response.set_cookie(
                COOKIE, self.secret, max_age=A_YEAR, httponly=True, samesite="lax", secure=self.secure, path="/"
            )
        return response


async def visitor_of(request: Request) -> Visitor:
    """Who asks."""
    return Visitor(request)


TheVisitor = Annotated[Visitor, Depends(visitor_of)]
SeatQuery = Annotated[int | None, Query(ge=0, le=99)]
SeatForm = Annotated[int, Form(ge=0, le=99)]
NumberForm = Annotated[int, Form(ge=0, le=10_000_000)]
NumberQuery = Annotated[int, Query(ge=0, le=10_000_000)]
Short = Annotated[str, Form(max_length=120)]


# ---- the lobby -------------------------------------------------------------------------------------------------------


@router.get("/")
async def lobby(house: TheHouse, visitor: TheVisitor) -> Response:
    """The games, what one has begun, and today's dungeon."""
    lines = await house.ask(lines_of, house.tables, visitor.id)
    day = today()
    days = {game: await house.ask(results_of, house.tables, visitor.id, game, day) for game in house.games}
    name = await house.ask(house.tables.store.name_of, visitor.id)
    cards = shelf.game_cards(house.games)
    bots = shelf.bot_words(BOTS)
    return visitor.page("lobby.html", games=cards, lines=lines, today=day, days=days, name=name, bots=bots)


@router.post("/name")
async def rename(house: TheHouse, visitor: TheVisitor, name: Short = "") -> Response:
    """Be called something."""
    plain = " ".join("".join(letter for letter in name if letter.isprintable()).split())[:LONGEST_NAME]
    await house.ask(house.tables.store.know_visitor, visitor.id)
    await house.ask(house.tables.store.rename, visitor.id, plain)
    return visitor.go_to("/")


@router.post("/tables")
async def open_table(
    house: TheHouse,
    visitor: TheVisitor,
    game: Short,
    edition: Short = "book",
    seed: Short = "",
    day: Short = "",
    bot: Short = "",
) -> Response:
    """Open a table and sit down."""
    seats = len(house.tables.game(game).seats)
    first = 0 if bot.startswith(ALL_SEATS) else 1
    bots = {seat: bot.removeprefix(ALL_SEATS) for seat in range(first, seats)} if bot else {}
    opening = Opening(game, edition or "book", seed.strip(), {}, bots, today() if day else "")
    await house.ask(house.tables.store.know_visitor, visitor.id)
    opened = await house.ask(house.tables.open, opening, visitor.id)
    return visitor.go_to(f"/t/{opened.table}")


# ---- the table -------------------------------------------------------------------------------------------------------


async def table_values(house: House, view: TableView, notice: str = "") -> dict[str, Any]:
    """What the templates of a table draw; with the odds if they are known soon, else the page asks for them again."""
    odds = None
    if view.scene.question is not None:
        record = await house.ask(lambda: house.tables.look(view.table).session.record)
        odds = await house.soon(house.minds.odds(record), ODDS_SOON)
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
    return visitor.page("invitation.html", 403, game=live.session.game, seats=live.session.game.seats)


@router.get("/t/{table}/table")
async def see_body(house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatQuery = None) -> Response:
    """The table as a fragment."""
    view = await house.ask(house.tables.view, visitor.caller, table, seat)
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
    if view.number != number or view.scene.question is None:
        return Response(status_code=204)
    try:
        record, _ = await house.ask(house.tables.question, visitor.caller, table, number, view.seat)
    except Refusal:
        return Response(status_code=204)  # it has moved on just now
    odds = await house.minds.odds(record)
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
    return visitor.page("join.html", game=game, card=card, seat=game.seats[seat], seats=game.seats, link=link)


@router.post("/join/{table}/{seat}/{secret}")
async def join(house: TheHouse, visitor: TheVisitor, table: TableId, seat: SeatPath, secret: SecretPath) -> Response:
    """Sit down at the seat that an invitation is for."""
    await house.ask(house.tables.invited, table, seat, secret)
    await house.ask(house.tables.store.know_visitor, visitor.id)
    await house.insist(table, house.tables.join, visitor.id, table, seat, secret)
    return visitor.go_to(f"/t/{table}")


# ---- after the game --------------------------------------------------------------------------------------------------


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
    record, number = await house.ask(house.tables.finished_record, table)
    review = kept_review(await house.ask(house.tables.store.review, table, number))
    if review is None:
        review = await house.minds.review(record, REVIEW_GAMES)
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


# ---- rules -----------------------------------------------------------------------------------------------------------


@router.get("/rules/{game}")
async def see_rules(
    house: TheHouse,
    visitor: TheVisitor,
    game: Annotated[str, Path(max_length=80)],
    q: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """The rulebook of a game, whole or what a search finds."""
    found = house.tables.game(game)
    name = "rules_list.html" if visitor.is_htmx else "rules.html"
    return visitor.page(name, game=found, book=shelf.rulebook(found, q))


@router.get("/rules/{game}/{clause}")
async def see_clause(
    house: TheHouse,
    visitor: TheVisitor,
    game: Annotated[str, Path(max_length=80)],
    clause: Annotated[str, Path(max_length=80)],
) -> Response:
    """One clause."""
    found = house.tables.game(game)
    rule = found.ledger().rules.get(clause)
    if rule is None:
        raise Refusal(404, f"{found.title} has no clause {clause!r}")
    return visitor.page("clause.html", game=found, rule=rule)
