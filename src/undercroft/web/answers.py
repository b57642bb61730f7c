"""What the JSON door takes and gives, as its description (OpenAPI) says it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from pydantic import BaseModel, ConfigDict, Field

from undercroft.core.scene import Scene

Number = Annotated[int, Field(ge=0, le=10_000_000, description="How many deeds the table has, as last seen.")]
Name = Annotated[str, Field(max_length=80)]


class Taken(BaseModel):
    """What a request says; anything else in it is a mistake."""

    model_config = ConfigDict(extra="forbid", strict=True)


class OpenTable(Taken):
    """A new table."""

    game: Name
    edition: Name = "book"
    seed: Annotated[str, Field(max_length=80, description="Empty: a random one.")] = ""
    changes: Annotated[dict[str, Any], Field(description="Changes of content, as `--set` takes them.")] = {}
    bots: Annotated[dict[str, Name], Field(description="Which bot plays which seat, by the seat's number.")] = {}


class Choose(Taken):
    """A choice."""

    number: Number
    option: Name


class Walk(Taken):
    """A walk: the cell that it leads to, as one of the question's `ways` names it."""

    number: Number
    target: Name


class Undo(Taken):
    """An undo, or a practice branch one choice back."""

    number: Number


class GiveToBot(Taken):
    """Who plays a seat from now on; empty: whoever holds it."""

    bot: Name


class Error(BaseModel):
    """Why something cannot be done."""

    error: str


class EditionAnswer(BaseModel):
    """An edition of a game."""

    key: str
    title: str
    summary: str


class AlternativeAnswer(BaseModel):
    """A value that a setting may have."""

    value: str | int
    title: str
    summary: str


class SettingAnswer(BaseModel):
    """Something that is decided before a game begins; `path` and a value are a change of content."""

    path: str
    title: str
    usual: str | int
    alternatives: list[AlternativeAnswer]


class GameAnswer(BaseModel):
    """A game."""

    name: str
    title: str
    summary: str
    seats: list[str]
    editions: list[EditionAnswer]
    settings: list[SettingAnswer]


class Games(BaseModel):
    """The games of the house, and who can play them."""

    games: list[GameAnswer]
    bots: list[str]


class RuleAnswer(BaseModel):
    """A clause."""

    id: str
    text: str
    source: str
    ruling: str
    why: str


class Rules(BaseModel):
    """The clauses of a game."""

    game: str
    rules: list[RuleAnswer]


class OpenedSeat(BaseModel):
    """A seat of a new table, and the secret that lets one play it."""

    seat: int
    name: str
    secret: str


class OpenedAnswer(BaseModel):
    """A new table; the owner's secret opens its record and gives seats to bots."""

    table: str
    owner: str
    seats: list[OpenedSeat]


class SeatAnswer(BaseModel):
    """A seat, and the bot that plays it, if one does."""

    seat: int
    name: str
    bot: str


class TableAnswer(BaseModel):
    """What anybody may know of a table."""

    table: str
    game: str
    edition: str
    kind: str
    number: int
    turn: int | None
    finished: bool
    seats: list[SeatAnswer]


def scene_schemas() -> dict[str, Any]:
    """The schemas of a scene and of all that it holds, by name."""
    _, parts = msgspec.json.schema_components([Scene], ref_template="#/components/schemas/{name}")
    return parts
