"""The first store: visitors, tables, seats, who holds them, choices and reviews."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.String(16)
VISITOR = sa.String(64)
TIME = sa.String(32)


def upgrade() -> None:
    """Create all of it."""
    op.create_table(
        "visitors",
        sa.Column("id", VISITOR, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("since", TIME, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", ID, primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("parent", ID, sa.ForeignKey("tables.id"), nullable=True),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("owner", VISITOR, nullable=False),
        sa.Column("owner_secret", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("changed", TIME, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("ending", sa.String(60), nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
    )
    op.create_index("tables_of_the_day", "tables", ["day", "game"])
    create_what_belongs_to_a_table()


def create_what_belongs_to_a_table() -> None:
    """Seats, holdings, choices, reviews."""
    table_id = ("table_id", ID, sa.ForeignKey("tables.id"))
    op.create_table(
        "seats",
        sa.Column(*table_id, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("secret", sa.String(32), nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
    )
    op.create_table(
        "holdings",
        sa.Column("visitor", VISITOR, sa.ForeignKey("visitors.id"), primary_key=True),
        sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("seen", TIME, nullable=False),
    )
    op.create_index("holdings_of_a_table", "holdings", ["table_id"])
    op.create_table(
        "choices",
        sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("deed", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("prompt", sa.String(80), nullable=False),
        sa.Column("option", sa.String(80), nullable=False),
        sa.Column("practice", sa.Text, nullable=False),
        sa.Column("at", TIME, nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("review", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop all of it."""
    for name in ("reviews", "choices", "holdings", "seats", "tables", "visitors"):
        op.drop_table(name)
