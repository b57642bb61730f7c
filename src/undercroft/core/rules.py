"""The rule ledger: every clause of a game with its id, its ruling and where it comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from undercroft.core.content import convert_record, read_toml
from undercroft.core.errors import ContentError


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause."""

    id: str
    text: str
    source: str
    kind: str
    test: str
    ruling: str = ""
    why: str = ""


class Ledger:
    """The clauses of one game by id, in the order of its rulebook, and the tables that go with them."""

    def __init__(self, title: str, rules: list[Rule], tables: dict[str, Any]) -> None:
        self.title = title
        self.rules = {rule.id: rule for rule in rules}
        self.tables = tables

    def search(self, words: str) -> list[Rule]:
        """The clause of that id, or all that contain every word."""
        if words in self.rules:
            return [self.rules[words]]
        wanted = words.lower().split()
        return [
            rule
            for rule in self.rules.values()
            if all(word in f"{rule.id} {rule.text} {rule.ruling}".lower() for word in wanted)
        ]


def read_ledger(path: Path) -> Ledger:
    """Read data/rules.toml; refuses a clause with an unknown or missing field and a clause given twice."""
    tables = read_toml(path)
    rules: list[Rule] = []
    seen: set[str] = set()
    records = tables.pop("rule", [])
    if not isinstance(records, list):
        raise ContentError(f"{path.name}: rule: clauses are written [[rule]]")
    for record in records:
        name = record.get("id", "") if isinstance(record, dict) else ""
        name = name or f"clause {len(rules) + 1}"
        rule = convert_record(record, Rule, f"{path.name}: {name}")
        if rule.id in seen:
            raise ContentError(f"{path.name}: {name} is there twice")
        seen.add(rule.id)
        rules.append(rule)
    return Ledger(tables.get("title", ""), rules, tables)
