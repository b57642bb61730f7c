"""The pages that belong to no table: the lobby, each game's own page, and the rulebooks.

A page that htmx asks for is a fragment, any other is whole; forms work without script. Who may do what is decided by
the tables, which the JSON door asks as well. table_pages.py: the table and its seats. ending_pages.py: finished games,
replays and records.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from undercroft.bots import BOTS
from undercroft.core.errors import UndercroftError
from undercroft.core.game import Game
from undercroft.web import shelf
from undercroft.web.api import TheHouse, seat_number
from undercroft.web.lists import lines_of, results_of
from undercroft.web.rows import today
from undercroft.web.seating import Refusal
from undercroft.web.tables import Opening
from undercroft.web.visitors import Short, TheVisitor, Visitor

ALL_SEATS = "all:"
LONGEST_NAME = 30

router = APIRouter(include_in_schema=False)


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


@router.get("/games/{game}")
async def see_game(house: TheHouse, visitor: TheVisitor, game: Annotated[str, Path(max_length=80)]) -> Response:
    """What can be decided before a game begins."""
    found = house.tables.game(game)
    return game_page(found, found.usual_changes())


def game_page(game: Game, chosen: Mapping[str, object], notice: str = "", status: int = 200, **asked: str) -> Response:
    """A game's own page, with what was chosen there if that could not be."""
    said = {"seat": "", "bot": "", "seed": "", **asked}
    bots = shelf.bot_words(BOTS)
    card = shelf.game_card(game)
    return Visitor.page("game.html", status, card=card, chosen=chosen, bots=bots, notice=notice, **said)


@router.post("/tables")
async def open_table(
    request: Request,
    house: TheHouse,
    visitor: TheVisitor,
    game: Short,
    edition: Short = "book",
    seed: Short = "",
    day: Short = "",
    bot: Short = "",
    seat: Short = "",
) -> Response:
    """Open a table and sit down; settings that cannot be are answered with the page on which they are chosen."""
    found = house.tables.game(game)
    form = await request.form()
    await house.ask(house.tables.store.know_visitor, visitor.id)
    try:
        changes = {} if day else shelf.settings_in(found, form)
        seats = () if bot.startswith(ALL_SEATS) else (seat_number(seat),) if seat else None
        others = bot.removeprefix(ALL_SEATS)
        opening = Opening(
            game, edition or "book", seed.strip(), changes, day=today() if day else "", seats=seats, others=others
        )
        opened = await house.ask(house.tables.open, opening, visitor.id)
    except UndercroftError as error:
        if day or not found.settings():
            raise
        notice = shelf.setting_trouble(found, str(error))
        return game_page(found, {**found.usual_changes(), **form}, notice, 400, seat=seat, bot=bot, seed=seed)
    return visitor.go_to(f"/t/{opened.table}")


@router.get("/tables")
async def go_back(visitor: TheVisitor) -> Response:
    """Where a page that was sent by a plain form is loaded again: the lobby."""
    return visitor.go_to("/")


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
