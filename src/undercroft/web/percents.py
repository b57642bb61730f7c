"""Percentages that stay on one line in a browser."""

from __future__ import annotations

import re

from undercroft.core.odds_words import WITHIN_PERCENT

NO_BREAK = "\u00a0"
WITHIN = re.compile(rf"{WITHIN_PERCENT.pattern}|(?<=&[lg]t;) (?=\d+ %)")  # also where < is written &lt;


def unbroken(value: object) -> object:
    """What a page shows, with no blank at which a line could end between a number and its %."""
    if not isinstance(value, str) or "%" not in value:
        return value
    return type(value)(WITHIN.sub(NO_BREAK, value))
