"""Clauses of a game's ledger as lines of text."""

from __future__ import annotations

from rich.text import Text

from undercroft.core.errors import UndercroftError
from undercroft.core.rules import Ledger, Rule
from undercroft.terminal.lines import wrap
from undercroft.terminal.look import MUTED, STRONG, Look, printable

MOST_IN_FULL = 8


def rule_lines(rule: Rule, look: Look) -> list[Text]:
    """A clause: its id, its text, and the ruling where the rulebook is silent."""
    lines = [*wrap(Text(rule.id, MUTED), look, 2), *wrap(Text(rule.text), look, 4)]
    if rule.ruling:
        lines += wrap(Text("Ruling: ", STRONG).append(rule.ruling, "not bold"), look, 4)
    return lines


def index_lines(rules: list[Rule], look: Look) -> list[Text]:
    """Many clauses, a line for each."""
    width = max((len(rule.id) for rule in rules), default=0)
    lines = []
    for rule in rules:
        line = Text(f"{rule.id:<{width}}  ", STRONG).append(rule.text, "not bold")
        if look.rows is None:  # where there is no window nothing is cut
            lines += wrap(line, look, 0, 4)
            continue
        line.truncate(look.width, overflow="ellipsis" if look.glyphs.cut == "…" else "crop")
        lines.append(line)
    return lines


def find_rules(ledger: Ledger, words: str) -> list[Rule]:
    """The clauses that an id or some words lead to."""
    found = ledger.search(words)
    if not found:
        raise UndercroftError(f"no rule speaks of {printable(words, 60)!r}; try fewer or other words")
    return found


def search_lines(ledger: Ledger, words: str, look: Look) -> list[Text]:
    """What a search finds: in full if it is little, otherwise a line for each."""
    found = ledger.search(words)
    if not found:
        return wrap(Text(f"No rule speaks of {printable(words, 60)!r}; try fewer or other words."), look)
    if len(found) > MOST_IN_FULL:
        return [*index_lines(found, look), Text(f"{len(found)} clauses; more words, or an id, show fewer.", MUTED)]
    return [line for rule in found for line in rule_lines(rule, look)]
