"""How the store became what it is, one step at a time (alembic)."""
