"""The ledger: clauses in order, each once, found by id or by words."""

from __future__ import annotations

from pathlib import Path

import pytest

from undercroft.core.errors import ContentError
from undercroft.core.rules import Ledger, read_ledger
from undercroft.games import GAMES

CLAUSE = '[[rule]]\nid = "{id}"\ntext = "{text}"\nsource = "p. 1"\nkind = "rule"\ntest = "none"\n'


def ledger(folder: Path, text: str) -> Ledger:
    """A ledger of this text."""
    (folder / "rules.toml").write_text(text, encoding="utf-8")
    return read_ledger(folder / "rules.toml")


def clauses(*pairs: tuple[str, str]) -> str:
    """Clauses as TOML."""
    return "".join(CLAUSE.format(id=key, text=text) for key, text in pairs)


def test_clauses_keep_their_order_and_tables_stay(tmp_path: Path) -> None:
    read = ledger(tmp_path, 'title = "Tin"\n' + clauses(("b.two", "Roll."), ("a.one", "Draw.")) + "[[enemy]]\nn = 1\n")
    assert list(read.rules) == ["b.two", "a.one"]
    assert read.title == "Tin"
    assert read.tables["enemy"] == [{"n": 1}]
    assert "rule" not in read.tables


def test_a_clause_is_found_by_its_id_or_by_all_its_words(tmp_path: Path) -> None:
    text = clauses(("combat.miss", "Doubles miss."), ("combat.hit", "Others hit."), ("combat", "Blow for blow."))
    read = ledger(
        tmp_path, text.replace('text = "Others hit."', 'text = "Others hit."\nruling = "Even a Double Five."')
    )
    assert [rule.id for rule in read.search("combat")] == ["combat"]
    assert [rule.id for rule in read.search("double")] == ["combat.miss", "combat.hit"]
    assert [rule.id for rule in read.search("DOUBLE five")] == ["combat.hit"]
    assert read.search("dragon") == []


def test_a_clause_given_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"rules\.toml: a\.one is there twice"):
        ledger(tmp_path, clauses(("a.one", "x"), ("a.one", "y")))


@pytest.mark.parametrize(
    ("old", "new"), [("text = ", "txt = "), ('source = "p. 1"\n', ""), ('kind = "rule"', "kind = 3")]
)
def test_a_clause_with_a_bad_field_is_refused_by_its_id(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(ContentError, match=r"rules\.toml: a\.one: "):
        ledger(tmp_path, clauses(("a.one", "x")).replace(old, new))


def test_a_clause_without_an_id_is_refused_by_its_number(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"rules\.toml: clause 2: "):
        ledger(tmp_path, clauses(("a.one", "x")) + clauses(("b", "y")).replace('id = "b"\n', ""))


def test_a_missing_or_broken_ledger_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"rules\.toml"):
        read_ledger(tmp_path / "rules.toml")
    with pytest.raises(ContentError, match=r"rules\.toml"):
        ledger(tmp_path, "[[rule\n")


@pytest.mark.parametrize("name", GAMES)
def test_a_rulebook_says_in_words_what_it_was_written_after(name: str) -> None:
    game = GAMES[name]
    assert game.ledger().tables["source"] == f"the rule document of {game.title}"
