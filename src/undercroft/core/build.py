"""How this copy of the engine was built."""

from __future__ import annotations

from undercroft.core import table


def compiled() -> bool:
    """Whether the engine runs compiled."""
    return not table.__file__.endswith(".py")
