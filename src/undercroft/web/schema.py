"""The tables of the store, in SQLAlchemy's words; migrations/ builds them step by step."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()

VISITORS = Table(
    "visitors",
    METADATA,
    Column("id", String(64), primary_key=True),  # the digest of the secret in the visitor's cookie, never the secret
    Column("name", String(40), nullable=False),
    Column("since", String(32), nullable=False),
)

# A game at a table: how it began, and how far it is. `number` counts the entries in `choices`.
TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("kind", String(10), nullable=False),  # game, practice or record
    Column("start", Text, nullable=False),  # the record that it began with, as JSON
    Column("parent", String(16), ForeignKey("tables.id"), nullable=True),
    Column("day", String(10), nullable=False),  # of a day's dungeon, or empty
    Column("owner", String(64), nullable=False),  # the visitor who opened it, or empty
    Column("owner_secret", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("since", String(32), nullable=False),
    Column("changed", String(32), nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("ending", String(60), nullable=False),
    Column("made", Integer, nullable=False),  # how many choices stand, those taken back not counted
    Index("tables_of_the_day", "day", "game"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("secret", String(32), nullable=False),
    Column("bot", String(40), nullable=False),  # who plays it, or empty
)

HOLDINGS = Table(
    "holdings",
    METADATA,
    Column("visitor", String(64), ForeignKey("visitors.id"), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seen", String(32), nullable=False),
    Index("holdings_of_a_table", "table_id"),
)

# All that was done at a table, in order; nothing is ever changed or removed here.
CHOICES = Table(
    "choices",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("deed", String(10), nullable=False),  # choose, undo, seat or cut
    Column("seat", Integer, nullable=False),
    Column("prompt", String(80), nullable=False),
    Column("option", String(80), nullable=False),
    Column("practice", Text, nullable=False),  # of an undo: where chance was changed, as JSON
    Column("at", String(32), nullable=False),
)

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("review", Text, nullable=False),
)
