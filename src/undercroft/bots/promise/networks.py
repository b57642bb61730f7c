"""Small networks that tell a chance from facts: one layer between, learned elsewhere (tools/promise.py)."""

from __future__ import annotations

import tomllib
from math import exp
from pathlib import Path
from typing import Final


class Network:
    """One layer of bent sums; each row holds a sum's constant and then what every fact adds to it."""

    def __init__(self, rows: list[list[float]], adds: list[float], constant: float) -> None:
        self.rows: Final = rows
        self.adds: Final = adds  # what each sum adds to the logarithm of the odds, if it is above 0
        self.constant: Final = constant

    def chance(self, facts: list[float]) -> float:
        """The chance that these facts promise."""
        odds = self.constant
        for place, row in enumerate(self.rows):
            total = row[0]
            for number, fact in enumerate(facts):
                if fact != 0.0:
                    total += row[number + 1] * fact
            if total > 0.0:
                odds += self.adds[place] * total
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, odds))))


def read_networks(file: Path) -> dict[str, Network]:
    """The networks of a file by name."""
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: Network(table["rows"], table["adds"], table["constant"]) for name, table in tables.items()}
