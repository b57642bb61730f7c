"""The JSON door: everything that can be done at a table, for programs.

A program shows the secret of its seat as a bearer token. The pages call the same functions of the tables.
"""

from __future__ import annotations

import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from inspect import signature
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import APIRouter, Depends, FastAPI, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import StreamingResponse
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from undercroft.bots import BOTS
from undercroft.core.errors import ContentError, UndercroftError
from undercroft.core.game import Setting
from undercroft.web import answers
from undercroft.web.answers import Choose, Error, GiveToBot, OpenTable, Taken, Undo, Walk
from undercroft.web.guard import client_of
from undercroft.web.live import House
from undercroft.web.seating import Caller, Refusal
from undercroft.web.tables import Opened, Opening
from undercroft.web.views import TableView

Body = TypeVar("Body", bound=Taken)

TABLE_ID = "[a-z0-9]{1,16}"
MOST_STREAMS = 100  # of one client at once
SEEN_EVERY = 60.0  # seconds between two notes that somebody is still there

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Error, "description": "What was asked makes no sense here."},
    401: {"model": Error, "description": "The secret is missing."},
    403: {"model": Error, "description": "Not with this secret."},
    404: {"model": Error, "description": "There is no such thing."},
    409: {"model": Error, "description": "The table has moved on, or is not there yet."},
    413: {"model": Error, "description": "Too large."},
    422: {"model": Error, "description": "The request is not understood."},
    429: {"model": Error, "description": "Too many requests."},
    503: {"model": Error, "description": "Too busy; try again."},
    504: {"model": Error, "description": "Nobody came to an answer in time."},
}
SCENE: dict[str, Any] = {"$ref": "#/components/schemas/Scene"}


class DeedRoute(APIRoute):
    """A route for what is done at a table, far more often than all else.

    It is described like any other, but what it takes (house, caller, table, and what is wanted) it finds by itself, in
    a fraction of the time.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        endpoint, body_field = self.endpoint, self.body_field
        assert body_field is not None
        assert list(signature(endpoint).parameters) == ["house", "caller", "table", "wanted"]
        model: type[Taken] = body_field.field_info.annotation  # type: ignore[assignment]

        async def answer(request: Request) -> Response:
            caller = caller_in(request)
            body = read_body(model, request.headers.get("content-type", ""), await request.body())
            table = read_table_id(request.path_params["table"])
            answered: Response = await endpoint(house=request.app.state.house, caller=caller, table=table, wanted=body)
            return answered

        return answer


def caller_in(request: Request) -> Caller:
    """Who asks, by the secret that came along."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret:
        raise Refusal(401, "show the seat's secret: Authorization: Bearer SECRET")
    if not secret.isascii():
        raise Refusal(401, "a secret has only plain letters")
    return Caller(secret=secret)


def read_table_id(text: str) -> str:
    """A table's id, if it can be one."""
    if not re.fullmatch(TABLE_ID, text):
        raise RequestValidationError([{"loc": ("path", "table"), "msg": "this is not the id of a table"}])
    return text


def read_body(model: type[Body], kind: str, text: bytes) -> Body:
    """What a request says, if it is JSON and says it rightly."""
    if not re.fullmatch(r"application/([\w.-]+\+)?json", kind.partition(";")[0].strip().lower()):
        raise RequestValidationError([{"loc": ("body",), "msg": "this must be JSON, Content-Type: application/json"}])
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        raise RequestValidationError([{**each, "loc": ("body", *each["loc"])} for each in error.errors()]) from None


router = APIRouter(prefix="/api", responses=REFUSALS)
deeds = APIRouter(prefix="/api", responses=REFUSALS, route_class=DeedRoute)
bearer = HTTPBearer(auto_error=False, description="The secret of a seat, or of the table's owner.")

TableId = Annotated[str, Path(pattern=f"^{TABLE_ID}$", description="The table's id.")]
SeatNumber = Annotated[int, Path(ge=0, le=99)]


# Coroutines, although none of them waits: fastapi calls plain functions in a thread, which takes longer than they do.


async def house_of(request: Request) -> House:
    """The house that the application was made with."""
    house: House = request.app.state.house
    return house


async def caller_of(request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> Caller:
    """Who asks, by the secret that came along."""
    return caller_in(request)


async def any_caller(
    request: Request, shown: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Caller:
    """Who asks, with a secret or without."""
    return Caller() if shown is None else caller_in(request)


TheHouse = Annotated[House, Depends(house_of)]
TheCaller = Annotated[Caller, Depends(caller_of)]


def described(properties: dict[str, Any], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The description of an answer that holds a scene or other values of the house."""
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {status: {"description": "Done.", "content": {"application/json": {"schema": schema}}}}


def plain(value: Any, status: int = 200) -> Response:
    """Values of the house as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


# ---- games -----------------------------------------------------------------------------------------------------------


@router.get("/games")
async def list_games(house: TheHouse) -> answers.Games:
    """The games, their editions, seats and settings, and the bots."""
    games = [
        answers.GameAnswer(
            name=game.name,
            title=game.title,
            summary=game.summary,
            seats=list(game.seats),
            editions=[
                answers.EditionAnswer(key=edition.key, title=edition.title, summary=edition.summary)
                for edition in game.editions().values()
            ],
            settings=[setting_answer(setting) for setting in game.settings()],
        )
        for game in house.games.values()
    ]
    return answers.Games(games=games, bots=list(BOTS))


def setting_answer(setting: Setting) -> answers.SettingAnswer:
    """A setting as JSON."""
    alternatives = [
        answers.AlternativeAnswer(value=each.value, title=each.title, summary=each.summary)
        for each in setting.alternatives
    ]
    return answers.SettingAnswer(path=setting.path, title=setting.title, usual=setting.usual, alternatives=alternatives)


@router.get("/games/{game}/rules")
async def list_rules(
    house: TheHouse, game: Annotated[str, Path(max_length=80)], q: Annotated[str, Query(max_length=200)] = ""
) -> answers.Rules:
    """The clauses of a game: all, the one of an id, or those that hold all words."""
    ledger = house.tables.game(game).ledger()
    rules = ledger.search(q) if q else list(ledger.rules.values())
    return answers.Rules(
        game=game,
        rules=[
            answers.RuleAnswer(id=rule.id, text=rule.text, source=rule.source, ruling=rule.ruling, why=rule.why)
            for rule in rules
        ],
    )


# ---- tables ----------------------------------------------------------------------------------------------------------


@router.post("/tables", status_code=201)
async def open_table(house: TheHouse, wanted: OpenTable) -> answers.OpenedAnswer:
    """Open a table; the answer holds the secrets of its seats."""
    bots = {seat_number(seat): bot for seat, bot in wanted.bots.items()}
    opening = Opening(wanted.game, wanted.edition, wanted.seed, wanted.changes, bots)
    try:
        opened = await house.ask(house.tables.open, opening)
    except ContentError as error:
        raise Refusal(400, str(error).replace("--set", "changes", 1)) from None
    await house.stir(opened.table)
    return opened_answer(opened)


def seat_number(text: str) -> int:
    """The number of a seat."""
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise Refusal(400, f"{text[:20]!r} is not the number of a seat")
    return int(text)


def opened_answer(opened: Opened) -> answers.OpenedAnswer:
    """A new table as JSON."""
    seats = [answers.OpenedSeat(seat=seat, name=name, secret=secret) for seat, name, secret in opened.seats]
    return answers.OpenedAnswer(table=opened.table, owner=opened.owner, seats=seats)


@router.get("/tables/{table}")
async def look_at_table(house: TheHouse, table: TableId) -> answers.TableAnswer:
    """What anybody may know of a table."""
    return await house.ask(table_answer, house, table)


def table_answer(house: House, table: str) -> answers.TableAnswer:
    """What anybody may know of a table, as JSON."""
    live = house.tables.look(table)
    row, names = live.row, live.session.game.seats
    return answers.TableAnswer(
        table=row.id,
        game=row.start.game,
        edition=row.start.edition,
        kind=row.kind,
        number=row.number,
        turn=live.turn,
        finished=row.standing.finished,
        seats=[answers.SeatAnswer(seat=seat.seat, name=names[seat.seat], bot=seat.bot) for seat in live.present],
    )


TABLE_PROPERTIES: dict[str, Any] = {
    "table": {"type": "string"},
    "number": {"type": "integer"},
    "seat": {"type": "integer"},
    "turn": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    "can_undo": {"type": "boolean"},
    "practice": {"type": "boolean"},
    "scene": SCENE,
}
EVENTS: dict[str, Any] = {"type": "array", "items": {"$ref": "#/components/schemas/Line"}}


def table_json(view: TableView) -> dict[str, Any]:
    """A table as its seat sees it, as JSON."""
    return {
        "table": view.table,
        "number": view.number,
        "seat": view.seat,
        "turn": view.turn,
        "can_undo": view.can_undo,
        "practice": view.practice,
        "scene": view.scene,
    }


@router.get("/tables/{table}/scene", responses=described(TABLE_PROPERTIES))
async def see_scene(house: TheHouse, caller: TheCaller, table: TableId) -> Response:
    """What the seat sees, with the question if it is asked."""
    view = await house.ask(house.tables.view, caller, table)
    await house.stir(table)
    return plain(table_json(view))


@deeds.post("/tables/{table}/choose", responses=described({**TABLE_PROPERTIES, "events": EVENTS}))
async def choose(house: TheHouse, caller: TheCaller, table: TableId, wanted: Choose) -> Response:
    """Answer the question. What is acknowledged is stored."""
    events, view = await house.do(table, house.tables.choose, caller, table, wanted.number, None, wanted.option)
    return plain({**table_json(view), "events": events})


@deeds.post("/tables/{table}/walk", responses=described(TABLE_PROPERTIES))
async def walk(house: TheHouse, caller: TheCaller, table: TableId, wanted: Walk) -> Response:
    """Make the choices that lead to a cell, one by one, until something happens on the way; `number` says how many."""
    view = await house.do(table, house.tables.walk, caller, table, wanted.number, None, wanted.target)
    return plain(table_json(view))


@deeds.post("/tables/{table}/undo", responses=described(TABLE_PROPERTIES))
async def undo(house: TheHouse, caller: TheCaller, table: TableId, wanted: Undo) -> Response:
    """Take the last choice back, if it was this seat's and nothing was learned since."""
    view = await house.do(table, house.tables.undo, caller, table, wanted.number, None)
    return plain(table_json(view))


@router.post("/tables/{table}/practice", status_code=201)
async def practise(house: TheHouse, caller: TheCaller, table: TableId, wanted: Undo) -> answers.OpenedAnswer:
    """Open a practice table from before the last choice; the game itself stays as it is."""
    return opened_answer(await house.ask(house.tables.practise, caller, table, wanted.number, None))


@router.get("/tables/{table}/odds", responses=described({"number": {"type": "integer"}, "odds": {"type": "array"}}))
async def all_odds(house: TheHouse, caller: TheCaller, table: TableId) -> Response:
    """What each option of the question may lead to, in short."""
    record, number = await house.ask(house.tables.question, caller, table, None, None)
    return plain({"number": number, "odds": await house.minds.odds(record)})


@router.get(
    "/tables/{table}/odds/{option}", responses=described({"number": {"type": "integer"}, "odds": {"type": "object"}})
)
async def whole_odds(
    house: TheHouse, caller: TheCaller, table: TableId, option: Annotated[str, Path(max_length=80)]
) -> Response:
    """All that one option may lead to up to the next question."""
    record, number = await house.ask(house.tables.question, caller, table, None, None)
    return plain({"number": number, "odds": await house.minds.whole_odds(record, option)})


@router.get("/tables/{table}/hint", responses=described({"number": {"type": "integer"}, "hint": {"type": "object"}}))
async def hint(house: TheHouse, caller: TheCaller, table: TableId) -> Response:
    """What a bot that thinks would choose; it takes some seconds."""
    record, number = await house.ask(house.tables.question, caller, table, None, None)
    return plain({"number": number, "hint": await house.minds.hint(record)})


@router.get("/tables/{table}/record", responses={200: {"content": {"text/plain": {}}, "description": "The record."}})
async def record(house: TheHouse, table: TableId, caller: Annotated[Caller, Depends(any_caller)]) -> Response:
    """The whole game in a few hundred bytes: for the owner, and for anybody once the game is over."""
    found = await house.ask(house.tables.record, caller, table)
    return Response(found.to_text(), media_type="text/plain; charset=utf-8")


@router.get(
    "/tables/{table}/events",
    responses={200: {"content": {"text/event-stream": {}}, "description": "`changed` events with the table's number."}},
)
async def events(request: Request, house: TheHouse, caller: TheCaller, table: TableId) -> StreamingResponse:
    """Server-sent events: the table's number whenever somebody has done something."""
    await house.ask(house.tables.seated, caller, table)
    return news_of(request, house, caller, table)


def news_of(request: Request, house: House, caller: Caller, table: str) -> StreamingResponse:
    """The news of a table as server-sent events; of these a client may have so many at once."""
    client = client_of(request.scope)
    if house.streams[client] >= MOST_STREAMS:
        raise Refusal(429, "too many tables are watched from there at once; close some of them")
    headers = {"X-Accel-Buffering": "no"}
    return StreamingResponse(streamed(house, caller, table, client), media_type="text/event-stream", headers=headers)


async def streamed(house: House, caller: Caller, table: str, client: str) -> AsyncGenerator[str, None]:
    """News that are counted as long as they last."""
    house.streams[client] += 1
    try:
        async for event in news(house, caller, table):
            yield event
    finally:
        house.streams[client] -= 1
        if not house.streams[client]:
            del house.streams[client]


async def news(house: House, caller: Caller, table: str) -> AsyncIterator[str]:
    """The table's number now, whenever it changes, and now and then, so that nobody who missed one waits for ever."""
    yield "retry: 1000\n\n"
    seen = time.monotonic()
    async for number in house.watch.news(table):
        if number is not None:
            yield changed(number)
            continue
        try:
            yield changed(await house.ask(house.tables.seated, caller, table))
            await house.stir(table)
            if caller.visitor and time.monotonic() - seen > SEEN_EVERY:
                seen = time.monotonic()
                await house.ask(house.tables.store.see, caller.visitor, table)
        except (UndercroftError, SQLAlchemyError):
            return  # the seat is gone, or the store; whoever still listens calls again


def changed(number: int) -> str:
    """The event that says how far a table is."""
    return f"event: changed\ndata: {number}\n\n"


@router.post("/tables/{table}/seats/{seat}/bot")
async def give_to_bot(
    house: TheHouse, caller: TheCaller, table: TableId, seat: SeatNumber, wanted: GiveToBot
) -> answers.TableAnswer:
    """Let a bot play a seat, or (with an empty name) nobody but its holder."""
    if wanted.bot:
        await house.insist(table, house.tables.give_to_bot, caller, table, seat, wanted.bot)
    else:
        await house.insist(table, house.tables.take_back, caller, table, seat)
    return await look_at_table(house, table)


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of the door (OpenAPI), with the scenes of the house."""
    from fastapi.openapi.utils import get_openapi

    if app.openapi_schema:
        return app.openapi_schema
    schema = get_openapi(title="Undercroft", version=app.version, description=__doc__, routes=app.routes)
    schema["components"]["schemas"].update(answers.scene_schemas())
    app.openapi_schema = schema
    return schema
