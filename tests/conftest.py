"""Clause coverage, and how much of the suite is run in which order.

A test cites clauses with `@pytest.mark.rule("tin-helm", "combat.doubles-miss", ...)`. With `--rules`, the run ends with
the coverage of every game, and fails if a clause has no passing test. A citation of an unknown clause fails always.
"""

from __future__ import annotations

import gc
import signal
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from tests.effort import is_law, is_sample, sample_of, set_effort
from undercroft import games
from undercroft.core.rules import Ledger, read_ledger
from undercroft.games import GAMES

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import Scheduling

CITED = "cited"
PROVEN = pytest.StashKey[dict[str, set[str]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules", action="store_true", help="print clause coverage and fail on a clause without a test")
    parser.addoption("--sample", action="store_true", help="only what is quick, laws with few tries, few screens")
    parser.addoption("--long", action="store_true", help="try laws ten times as often, in both builds alike")


def pytest_configure(config: pytest.Config) -> None:
    proven: dict[str, set[str]] = defaultdict(set)
    config.stash[PROVEN] = proven
    if config.getoption("--sample"):
        set_effort("sample")
    elif config.getoption("--long"):
        set_effort("long")
    config.pluginmanager.register(Count(proven))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # begun in the background by a shell, or with nohup
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)  # before xdist looks for groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    check_citations(items)
    if is_sample():
        chosen = sample_of(items, config.rootpath)
        kept = set(chosen)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = chosen
    for item in items:
        if group := shares(item):
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=longest_first)


def shares(item: pytest.Item) -> str:
    """What a test shares with others that is slow to make, so that one process runs them all.

    What only the tests of a module share is said there, by a mark.
    """
    fixtures = getattr(item, "fixturenames", ())
    if "browser" in fixtures:
        return "browser"
    if "postgres_folder" in fixtures or "[postgresql]" in item.name:
        return "postgresql"
    return ""


def longest_first(item: pytest.Item) -> int:
    """What takes long begins first, so that it does not keep one process busy after the others are done.

    Laws come last, as their cases are handed out one by one.
    """
    if shares(item):
        return 0 if shares(item) == "browser" else 1
    if item.get_closest_marker("xdist_group"):
        return 2
    return 5 if is_law(item.path) else 3 if item.get_closest_marker("slow") else 4


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Hand out tests in an order and in portions of our own."""
    from tests.spread import Spread

    return Spread(config, log) if config.getoption("dist") == "loadgroup" else None


def check_citations(items: list[pytest.Item]) -> None:
    """Refuse citations of what no ledger has."""
    for item in items:
        for game, clauses in citations(item):
            ledger = find_ledger(game)
            if ledger is None:
                raise pytest.UsageError(f"{item.nodeid} cites the unknown game {game}")
            for clause in clauses:
                if clause not in ledger.rules:
                    raise pytest.UsageError(f"{item.nodeid} cites the unknown clause {clause} of {game}")


@cache
def find_ledger(game: str) -> Ledger | None:
    """The clauses of a game of the house, or of one of which there is only a ledger yet."""
    if game in GAMES:
        return GAMES[game].ledger()
    path = Path(games.__file__).parent / game.replace("-", "_") / "data" / "rules.toml"
    return read_ledger(path) if path.exists() else None


def citations(item: pytest.Item) -> list[tuple[str, tuple[str, ...]]]:
    """All citations of a test as (game, clauses)."""
    return [(mark.args[0], mark.args[1:]) for mark in item.iter_markers("rule")]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]
    outcome = yield
    if call.when == "call":
        cited = [(game, *clauses) for game, clauses in citations(item)]
        outcome.get_result().user_properties.append((CITED, cited))


@pytest.fixture(autouse=True)
def _known_games() -> Iterator[None]:
    """A game that a test adds to those of the house, as a server may, is gone when the next one begins."""
    known = dict(GAMES)
    yield
    if known != GAMES:
        GAMES.clear()
        GAMES.update(known)


class Count:
    """Counts what passed: where tests run in several processes their reports come to the first one."""

    def __init__(self, proven: dict[str, set[str]]) -> None:
        self.proven = proven

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, cited in report.user_properties:
            if name == CITED and report.passed:
                for game, *clauses in cast("list[tuple[str, ...]]", cited):
                    self.proven[game].update(clauses)


def pytest_sessionfinish(session: pytest.Session) -> None:
    is_helper = hasattr(session.config, "workerinput")
    if session.config.getoption("--rules") and not is_helper and missing(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.getoption("--rules"):
        return
    terminalreporter.section("clauses proven by a test that cites them")
    for name, game in GAMES.items():
        proven = config.stash[PROVEN][name]
        terminalreporter.write_line(f"{game.title}: {len(proven)} of {len(game.ledger().rules)}")
    for clause in missing(config):
        terminalreporter.write_line(f"not proven: {clause}", red=True)


def missing(config: pytest.Config) -> list[str]:
    """Clauses that no passing test cites."""
    return [
        f"{name} {clause}"
        for name, game in GAMES.items()
        for clause in game.ledger().rules
        if clause not in config.stash[PROVEN][name]
    ]


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected stays to the end, and is never looked through for what could be thrown away."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.enable()
