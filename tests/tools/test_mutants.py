"""The tool that makes mutants of the rules: what it makes, which tests it runs, and what it says of survivors."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tools.mutants import (
    LAWS,
    NO_RULES,
    ROOT,
    RULES,
    SURVIVED,
    UNDERCROFT,
    Book,
    House,
    Shift,
    Verdict,
    all_mutants,
    place_of,
    reasons,
    report,
    rules_modules,
    source_of,
)
from tools.mutations import Mutant, choose, mutants_of

FIGHT = '''\
"""A toy."""


def strike(health: int, damage: int) -> int:
    """What is left."""
    return max(health - damage, 0)


def rest(health: int, most: int) -> int:
    """As good as new."""
    while health < most:
        health += 1
    return health


def boasts(health: int) -> bool:
    """Nobody looks at this."""
    return health > 5
'''
TESTS = """\
from toy.games.brawl.fight import rest, strike


def test_a_strike_hurts() -> None:
    assert strike(5, 2) == 3


def test_a_rest_heals() -> None:
    assert rest(2, 4) == 4
"""
LAW = """\
from toy.games.brawl.fight import strike


def test_nobody_has_less_than_nothing() -> None:
    assert strike(1, 5) == 0
"""


def changes(source: str) -> set[tuple[str, str]]:
    """All that could be changed in a function's body, before and after."""
    return {(one.before, one.after) for one in mutants_of(source, "toy.py")}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x.y = a < b", {("x.y = a < b", "pass"), ("a < b", "a <= b"), ("a < b", "a >= b")}),
        ("x.y += 1", {("x.y += 1", after) for after in ("pass", "x.y = 1", "x.y -= 1")} | {("1", "0"), ("1", "2")}),
        ("a = b and not c", {
            ("b and not c", "(b or not c)"), ("b and not c", "(b)"), ("b and not c", "(not c)"), ("not c", "(c)"),
        }),
        ("a = min(b, c)", {("min", "max")}),
        ("call(b)", {("call(b)", "pass")}),
        ("a = b[:]", {("b[:]", "b")}),
        ("a = any(range(b))", {("any", "all"), ("b", "b - 1")}),
        ("assert a > 1", set()),
        ("a: int = 0", {("0", "1")}),
        ("a = True if b else False", {("b", "not (b)"), ("True", "False"), ("False", "True")}),
    ],
)  # fmt: skip
def test_what_can_be_changed(line: str, expected: set[tuple[str, str]]) -> None:
    assert changes(f"def rule(a, b, c, x):\n    {line}\n") == expected


def test_an_answer_a_way_out_and_a_way_on_can_be_changed() -> None:
    assert changes("def rule(a) -> bool:\n    return a\n") == {("a", "not (a)")}
    assert changes("def rule(a) -> i64:\n    return a\n") == {("a", "(a) + 1")}
    loop = "def rule(a) -> None:\n    for b in a:\n        if b:\n            break\n        continue\n    return\n"
    assert changes(loop) == {("b", "not (b)"), ("break", "continue"), ("continue", "break"), ("return", "pass")}


def test_a_mutant_changes_one_place_and_knows_where_it_is() -> None:
    source = 'class Hero:\n    def rule(self) -> None:\n        self.name = "Ää"; self.health = 3  # §\n'
    mutant = next(one for one in mutants_of(source, "toy.py") if one.after == "4")
    assert mutant.applied_to(source) == source.replace("3", "4")
    assert (mutant.line, mutant.function) == (3, "Hero.rule")


def test_mutants_are_spread_evenly_over_games_and_files_and_always_the_same() -> None:
    possible = all_mutants(UNDERCROFT, [])
    chosen = choose(possible, 200, "a seed")
    assert chosen == choose(possible, 200, "a seed") != choose(possible, 200, "another")
    assert set(Counter(one.file.split("/")[1] for one in chosen).values()) == {50}
    assert len({(one.file, one.line) for one in chosen}) == 200
    of_freequest = [file for file in rules_modules(UNDERCROFT) if "/freequest/" in file]
    assert {one.file for one in chosen if "/freequest/" in one.file} == set(of_freequest)
    assert not {Path(file).stem for file in rules_modules(UNDERCROFT)} & set(NO_RULES)
    for one in chosen:
        compile(one.applied_to((UNDERCROFT.source / one.file).read_text(encoding="utf-8")), one.file, "exec")


@pytest.fixture
def toy(tmp_path: Path) -> House:
    """A package of one rule, with a test and a law."""
    for path, text in {
        "src/toy/games/brawl/fight.py": FIGHT,
        "tests/brawl/test_fight.py": TESTS,
        "tests/test_laws.py": LAW,
        "pyproject.toml": "[tool.pytest.ini_options]\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return House(tmp_path, "src/toy", lambda _: ["tests/brawl"], lambda _: [(LAWS, ["tests/test_laws.py"], "")], 1.0)


def toys_mutants(*changed: tuple[str, str]) -> list[Mutant]:
    """Those mutants of the toy that change this into that."""
    possible = mutants_of(FIGHT, "games/brawl/fight.py")
    return [next(one for one in possible if (one.before, one.after) == pair) for pair in changed]


@pytest.mark.slow
def test_a_mutant_is_noticed_by_a_test_by_its_bound_or_by_nobody(toy: House, tmp_path: Path) -> None:
    mutants = toys_mutants(
        ("health - damage", "(health + damage)"), ("health += 1", "pass"), ("health > 5", "health >= 5")
    )
    book = Book(tmp_path / "results.jsonl", "these tests")
    shift = Shift(toy, mutants, book)
    shift.work_through(tmp_path, 1)
    assert (toy.source / "games/brawl/fight.py").read_text(encoding="utf-8") == FIGHT
    hurts, heals = "tests/brawl/test_fight.py::test_a_strike_hurts", "tests/brawl/test_fight.py::test_a_rest_heals"
    assert [(one.noticed, one.by) for one in shift.verdicts()] == [
        (RULES, hurts), (RULES, f"{heals} (never ends)"), (SURVIVED, ""),
    ]  # fmt: skip
    told = "\n".join(report(toy, shift.verdicts(), {}))
    assert "fight.py:18 in boasts\n  - return health > 5\n  + return health >= 5\n    NOT EXPLAINED" in told.replace(
        "\n\n", "\n"
    )
    why = {("games/brawl/fight.py", "boasts", "return health > 5", "return health >= 5"): "Nobody asks."}
    assert "NOT EXPLAINED" not in "\n".join(report(toy, shift.verdicts(), why))


@pytest.mark.slow
def test_a_law_that_fails_without_any_mutant_notices_none(toy: House, tmp_path: Path) -> None:
    (tmp_path / "tests" / "test_laws.py").write_text(LAW.replace("== 0", "== 7"), encoding="utf-8")
    shift = Shift(toy, toys_mutants(("health > 5", "health >= 5")), Book(tmp_path / "results.jsonl", "these tests"))
    with pytest.raises(SystemExit, match="a test fails already: tests"):
        shift.work_through(tmp_path, 1)
    assert shift.verdicts() == []


def test_what_was_judged_is_not_tried_again_but_survivors_are_when_tests_change(toy: House, tmp_path: Path) -> None:
    noticed, survivor = toys_mutants(("max", "min"), ("health > 5", "health >= 5"))
    source = source_of(toy, noticed.file)
    book = Book(tmp_path / "results.jsonl", "old tests")
    book.write(Verdict(noticed, source, "old tests", RULES, "some test"))
    book.write(Verdict(survivor, source, "old tests", SURVIVED, ""))
    assert Shift(toy, [noticed, survivor], Book(book.path, "old tests")).left == []
    assert Shift(toy, [noticed, survivor], Book(book.path, "new tests")).left == [survivor]
    (toy.source / noticed.file).write_text(FIGHT + "\n", encoding="utf-8")
    assert Shift(toy, [noticed, survivor], Book(book.path, "old tests")).left == [noticed, survivor]


def test_whoever_stops_keeps_what_is_done(toy: House, tmp_path: Path) -> None:
    shift = Shift(toy, toys_mutants(("max", "min")), Book(tmp_path / "results.jsonl", "these tests"))
    shift.stopping.set()
    shift.work_through(tmp_path, 1)
    assert shift.verdicts() == []


def test_every_reason_is_for_a_mutant_that_can_be_made() -> None:
    possible = all_mutants(UNDERCROFT, [])
    known = reasons(ROOT / "tools" / "mutants.toml")
    files = {file for file, *_ in known}
    explained = {name for one in possible if one.file in files for name in [place_of(UNDERCROFT, one)] if name in known}
    assert explained == set(known)
