"""Make small faults in the rules of all games, one at a time, and see which of them no test notices.

`make mutants` tries 200 of them (ARGS="--count 50 --game elbereth --seed another"). Each is put into a copy of package
and tests, never into the checkout, and the game's tests run there up to the first failure: the rule tests that come to
the changed function, the quickest first, then the laws, then the playthroughs.
A mutant that never ends is stopped by a bound on the time it computes, so a busy machine changes nothing.

Results are written down one by one in `.mutants`: after Ctrl-C the same command goes on where it was, and those that
got past the rule tests are tried anew when tests have changed. `tools/mutants.toml` explains mutants that no test could
notice.
"""

from __future__ import annotations

import argparse
import cProfile
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import hypothesis
import pytest

sys.path.append(str(Path(__file__).parent.parent))  # last: tests are to be those of the copy
from tools.mutations import Mutant, choose, mutants_of

ROOT = Path(__file__).parent.parent
# Readers and writers of files, what things are, what screens show, say and ask beforehand, what a search imagines.
NO_RULES = (
    "__init__", "beforehand", "campaign", "cards", "content", "imagining", "pieces", "quest_checks", "quest_content",
    "scene", "vocabulary", "walking",
)  # fmt: skip
NUMBERED = ("state",)  # their own figures only number things
MEMORY = 4 << 30
BOUND_FACTOR = 10.0
LAW_BOUND = 240.0
MOST_SURVIVORS = 0.05
BOUND = 77  # how a process ends that was stopped by its bound
NO_TESTS = 5  # pytest's own
RULES, LAWS, PLAYTHROUGHS, SURVIVED = "rule tests", "laws", "playthroughs", "survived"
NEVER_ENDS = " (never ends)"
FAILS_ALREADY = "Without any mutant, a test fails already"
PASSED = "passed the rule tests"  # and nothing else was tried


COPIED = ("tests", "pyproject.toml")  # besides the package


@dataclass(frozen=True)
class House:
    """Where the package and its tests are, and which tests notice a fault in which folder of it."""

    root: Path
    package: str  # its folder, from the root
    rules: Callable[[str], list[str]]  # the rule tests for a file of the package
    beyond: Callable[[str], list[tuple[str, list[str], str]]]  # further tests by kind: paths, and which of them
    patience: float = 10.0  # seconds of computing that any rule test may take, however quick it was
    shared: tuple[str, ...] = ()  # folders that all tests stand on

    @property
    def source(self) -> Path:
        """The package's own folder."""
        return self.root / self.package


def game_of(file: str) -> str:
    """The folder of the game that a file belongs to."""
    return file.split("/")[1]


def undercrofts_rules(file: str) -> list[str]:
    """The rule tests of a game."""
    return [f"tests/games/{game_of(file)}"]


def undercrofts_laws(file: str) -> list[tuple[str, list[str], str]]:
    """The laws as they are tried in a game, and its playthroughs and digests."""
    game = game_of(file).replace("_", "-")
    laws = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "games").glob("test_laws_*.py"))
    return [
        (LAWS, laws, game),
        (PLAYTHROUGHS, ["tests/games/test_playthroughs.py"], f"{game} or digests"),
    ]


UNDERCROFT = House(
    ROOT, "src/undercroft", undercrofts_rules, undercrofts_laws, shared=("src/undercroft/core", "tests/golden")
)


def rules_modules(house: House) -> list[str]:
    """The files that hold rules, from the package's folder."""
    return [
        path.relative_to(house.source).as_posix()
        for path in sorted(house.source.glob("games/*/*.py"))
        if not any(path.stem == name or path.stem.startswith(f"{name}_") for name in NO_RULES)
    ]


# ---- inside: the tests of one stage, in a process of their own -------------------------------------------------------


@dataclass
class Plan:
    """Which tests to run, in which order, how long each may compute, and where to write what came of it."""

    report: str
    paths: list[str]
    chosen: list[str] = field(default_factory=list)  # in this order; empty for all
    keyword: str = ""
    bounds: dict[str, float] = field(default_factory=dict)
    otherwise: float = LAW_BOUND
    package: str = ""  # where the package is whose functions are recorded; empty for none


class Witness:
    """A pytest plugin that orders the tests, bounds each of them, and writes down which failed first."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.running = ""
        self.failed = ""
        self.tests: dict[str, dict[str, Any]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        places = {name: place for place, name in enumerate(self.plan.chosen)}
        wanted = [item for item in items if not places or item.nodeid in places]
        items[:] = sorted(wanted, key=lambda item: places.get(item.nodeid, 0))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.running = item.nodeid
        signal.signal(signal.SIGPROF, self.stop)
        signal.setitimer(signal.ITIMER_PROF, self.plan.bounds.get(item.nodeid, self.plan.otherwise))
        profile = cProfile.Profile(subcalls=False, builtins=False)
        began = time.process_time()
        if self.plan.package:
            profile.enable()
        yield
        profile.disable()
        signal.setitimer(signal.ITIMER_PROF, 0)
        seconds = time.process_time() - began
        self.tests[item.nodeid] = {"seconds": seconds, "functions": called(profile, self.plan.package)}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def stop(self, number: int, frame: FrameType | None) -> None:
        """This test computes for ever."""
        self.failed = self.running
        self.write()
        os._exit(BOUND)

    def write(self) -> None:
        """What came of it, for whoever started this."""
        recorded = self.tests if self.plan.package else {}
        Path(self.plan.report).write_text(json.dumps({"failed": self.failed, "passed": recorded}), encoding="utf-8")


def called(profile: cProfile.Profile, package: str) -> list[str]:
    """The functions of the package that were called, each by its file and name."""
    found = set()
    for entry in profile.getstats():
        if not isinstance(entry.code, str) and entry.code.co_filename.startswith(package):
            found.add(f"{entry.code.co_filename[len(package) + 1 :]} {entry.code.co_qualname}")
    return sorted(found)


def run_inside(plan: Plan) -> int:
    """Run the tests of a plan in this process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None)
    hypothesis.settings.load_profile("mutants")
    witness = Witness(plan)
    options = ["-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
    if not plan.package:
        options.append("-x")
    if plan.keyword:
        options += ["-k", plan.keyword]
    status = pytest.main([*options, *plan.paths], plugins=[witness])
    witness.write()
    return int(status)


# ---- a bench: a copy of the package in which mutants are tried one after the other -----------------------------------


@dataclass(frozen=True)
class Seen:
    """What came of a run: which test failed (or did not end), or none."""

    failed: str
    passed: dict[str, dict[str, Any]]


class Stopped(Exception):
    """Somebody wants to end all this."""


class Bench:
    """A copy of the package and its tests, and the processes that run tests on it."""

    def __init__(self, house: House, place: Path, stopping: threading.Event) -> None:
        self.house = house
        self.place = place
        self.stopping = stopping
        self.changes = 0
        self.sound: set[str] = set()  # tests beyond the rule tests that are known to pass without mutants
        self.copy = place / house.package
        for path in (house.package, *COPIED):
            if (house.root / path).is_dir():
                shutil.copytree(house.root / path, place / path, ignore=shutil.ignore_patterns("__pycache__"))
            elif (house.root / path).exists():
                shutil.copy(house.root / path, place / path)

    def run(self, plan: Plan) -> Seen:
        """Run a plan's tests against the copy as it is now."""
        paper, report = self.place / "plan.json", self.place / "report.json"
        report.unlink(missing_ok=True)
        plan.report = str(report)
        paper.write_text(json.dumps(asdict(plan)), encoding="utf-8")
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.copy.parent),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # none is needed here, and some take a second
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.place / "hypothesis"),
        }
        with subprocess.Popen(
            [sys.executable, __file__, "--inside", str(paper)],
            cwd=self.place,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            errors = self.wait_for(process)
        return self.seen(process.returncode, report, errors)

    def wait_for(self, process: subprocess.Popen[str]) -> str:
        """Wait for the tests, or end them if somebody wants to stop."""
        while True:
            try:
                return process.communicate(timeout=0.5)[1]
            except subprocess.TimeoutExpired:
                if self.stopping.is_set():
                    os.killpg(process.pid, signal.SIGKILL)
                    process.communicate()
                    raise Stopped from None

    def seen(self, status: int, report: Path, errors: str) -> Seen:
        """What the report of a run says; without one the process broke down."""
        if not report.exists():
            return Seen(f"the process ended with {status}: {errors.strip()[-200:]}", {})
        paper = json.loads(report.read_text(encoding="utf-8"))
        failed = paper["failed"]
        if status not in (0, NO_TESTS) and not failed:
            failed = f"pytest ended with {status}: {errors.strip()[-200:]}"
        return Seen(failed + NEVER_ENDS if status == BOUND else failed, paper["passed"])

    def put(self, file: str, text: str) -> None:
        """Let a file of the copy be this."""
        compile(text, file, "exec")
        path = self.copy / file
        path.write_text(text, encoding="utf-8")
        self.changes += 1  # a mutant must never be taken for another of the same size and second
        os.utime(path, (self.changes, self.changes))


# ---- which tests come to which functions -----------------------------------------------------------------------------

Tests = dict[str, dict[str, Any]]  # by name: the seconds they take, the functions they come to


def recorded(house: House, bench: Bench, file: str, cache: Path) -> Tests:
    """The rule tests for a file of the package, with what each of them calls; recorded once for these sources."""
    paths = house.rules(file)
    folder = f"{house.package}/{file.rpartition('/')[0]}"
    known = cache / f"tests-{game_of(file)}-{digest(house, [folder, *house.shared, *paths])}.json"
    if not known.exists():
        seen = bench.run(Plan("", paths, package=str(bench.copy)))
        if seen.failed:
            raise SystemExit(f"{FAILS_ALREADY}: {seen.failed}")
        known.write_text(json.dumps(seen.passed), encoding="utf-8")
    tests: Tests = json.loads(known.read_text(encoding="utf-8"))
    return tests


TELLING = (".py", ".toml", ".json")


def digest(house: House, paths: Sequence[str]) -> str:
    """What tells these folders from others."""
    sums = hashlib.sha256()
    for folder in paths:
        for path in sorted(path for path in (house.root / folder).rglob("*") if path.suffix in TELLING):
            sums.update(f"{path.relative_to(house.root)}\n".encode() + path.read_bytes())
    return sums.hexdigest()[:16]


def stages(house: House, mutant: Mutant, tests: Tests) -> Iterator[tuple[str, Plan]]:
    """The tests to run: rule tests that come to the function, the quickest first, then the laws, the playthroughs."""
    function = f"{mutant.file} {mutant.function}"
    near = [name for name, told in tests.items() if function in told["functions"]] or list(tests)
    near.sort(key=lambda name: float(tests[name]["seconds"]))
    bounds = {name: house.patience + BOUND_FACTOR * float(tests[name]["seconds"]) for name in near}
    files = list(dict.fromkeys(name.partition("::")[0] for name in near))
    yield RULES, Plan("", files, chosen=near, bounds=bounds)
    for kind, paths, keyword in house.beyond(mutant.file):
        yield kind, Plan("", paths, keyword=keyword)


# ---- verdicts --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: what kind of test noticed it, and which one."""

    mutant: Mutant
    source: str  # a digest of the file it is made from
    tests: str  # a digest of the tests that were tried
    noticed: str
    by: str

    @property
    def name(self) -> str:
        """What tells it from all others."""
        return name_of(self.mutant, self.source)


def name_of(mutant: Mutant, source: str) -> str:
    """What tells a mutant of this source from all others."""
    return f"{mutant.file} {source} {mutant.start} {mutant.end} {mutant.after}"


def judge(house: House, bench: Bench, mutant: Mutant, tests: Tests, quick: bool) -> tuple[str, str]:
    """Try one mutant: what kind of test noticed it, and which; only with rule tests if it must be quick."""
    source = (bench.copy / mutant.file).read_text(encoding="utf-8")
    bench.put(mutant.file, mutant.applied_to(source))
    try:
        for kind, plan in stages(house, mutant, tests):
            if quick and kind != RULES:
                return PASSED, ""
            seen = bench.run(plan)
            if seen.failed:
                return kind, seen.failed
        return SURVIVED, ""
    finally:
        bench.put(mutant.file, source)


def must_pass(bench: Bench, test: str) -> None:
    """A test that fails without any mutant notices nothing, so there is no going on."""
    if "::" in test and test not in bench.sound:
        if bench.run(Plan("", [test])).failed:
            raise SystemExit(f"{FAILS_ALREADY}: {test}")
        bench.sound.add(test)


class Book:
    """The verdicts of all runs, one in a line, each on the disk as soon as it is known."""

    def __init__(self, path: Path, tests: str, quick: bool = False) -> None:
        self.path = path
        self.tests = tests
        self.quick = quick
        self.known: dict[str, Verdict] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                fields = json.loads(line)
                verdict = Verdict(Mutant(**fields.pop("mutant")), **fields)
                self.known[verdict.name] = verdict

    def find(self, mutant: Mutant, source: str) -> Verdict | None:
        """What is known of a mutant; who got past other rule tests, or was not tried with all tests, is unknown."""
        verdict = self.known.get(name_of(mutant, source))
        if verdict is None or (verdict.noticed != RULES and verdict.tests != self.tests):
            return None
        return verdict if self.quick or verdict.noticed != PASSED else None

    def write(self, verdict: Verdict) -> None:
        """One more."""
        self.known[verdict.name] = verdict
        with self.path.open("a", encoding="utf-8") as book:
            book.write(json.dumps(asdict(verdict)) + "\n")


# ---- the report ------------------------------------------------------------------------------------------------------


Reasons = dict[tuple[str, str, str, str], str]  # by file, function, and the line before and after


def reasons(path: Path) -> Reasons:
    """Why some mutants cannot be noticed."""
    records = tomllib.loads(path.read_text(encoding="utf-8")).get("explained", [])
    return {(one["file"], one["function"], one["before"], one["after"]): one["why"] for one in records}


def place_of(house: House, mutant: Mutant) -> tuple[str, str, str, str]:
    """Where a mutant is, and what becomes of its line."""
    before, after = mutant.lines((house.source / mutant.file).read_text(encoding="utf-8"))
    return mutant.file, mutant.function, before, after


def report(house: House, verdicts: Sequence[Verdict], known: Reasons) -> Iterator[str]:
    """How many were noticed by what, and those that rule tests let pass, with file, line, before and after."""
    yield f"{'game':<22}{'mutants':>8}{RULES:>12}{LAWS:>6}{PLAYTHROUGHS:>14}{SURVIVED:>10}"
    games = sorted({game_of(one.mutant.file) for one in verdicts})
    for game in [*games, "all"]:
        counts = Counter(one.noticed for one in verdicts if game in ("all", game_of(one.mutant.file)))
        yield (
            f"{game:<22}{counts.total():>8}{counts[RULES]:>12}{counts[LAWS]:>6}"
            f"{counts[PLAYTHROUGHS]:>14}{counts[SURVIVED] + counts[PASSED]:>10}"
        )
    for kind, title in (
        (LAWS, "Noticed by a law"), (PLAYTHROUGHS, "Noticed by playthroughs alone"), (SURVIVED, "Survived"),
        (PASSED, "Passed the rule tests"),
    ):  # fmt: skip
        for one in verdicts:
            if one.noticed == kind:
                yield f"\n{title}: {shown(house, one.mutant)}"
                if kind == SURVIVED:
                    yield f"    {known.get(place_of(house, one.mutant), 'NOT EXPLAINED')}"


def shown(house: House, mutant: Mutant) -> str:
    """A mutant for a reader: where it is, and its line before and after."""
    before, after = mutant.lines((house.source / mutant.file).read_text(encoding="utf-8"))
    return f"{mutant.file}:{mutant.line} in {mutant.function or 'the module'}\n  - {before}\n  + {after}"


# ---- judging many ----------------------------------------------------------------------------------------------------


def all_mutants(house: House, games: Sequence[str]) -> list[Mutant]:
    """Every mutant of the rules of these games, or of all."""
    mutants: list[Mutant] = []
    for file in rules_modules(house):
        if not games or game_of(file).replace("_", "-") in games:
            source = (house.source / file).read_text(encoding="utf-8")
            mutants += mutants_of(source, file, constants=Path(file).stem not in NUMBERED)
    return mutants


def source_of(house: House, file: str) -> str:
    """A digest of a file of the package."""
    return hashlib.sha256((house.source / file).read_bytes()).hexdigest()[:16]


class Shift:
    """Some workers at benches of their own, who share the mutants that are left."""

    def __init__(self, house: House, mutants: Sequence[Mutant], book: Book) -> None:
        self.house = house
        self.mutants = mutants
        self.book = book
        self.sources = {file: source_of(house, file) for file in {one.file for one in mutants}}
        self.left = [one for one in mutants if self.verdict_of(one) is None]
        self.waiting = iter(self.left)
        self.tests: dict[str, Tests] = {}
        self.lock = threading.Lock()
        self.stopping = threading.Event()

    def verdict_of(self, mutant: Mutant) -> Verdict | None:
        """What is known of a mutant by now."""
        return self.book.find(mutant, self.sources[mutant.file])

    def verdicts(self) -> list[Verdict]:
        """Those that are known, in the order of the mutants."""
        return [verdict for verdict in map(self.verdict_of, self.mutants) if verdict is not None]

    def work_through(self, folder: Path, jobs: int) -> None:
        """Judge all that are left, some at a time; when somebody stops, what is done is kept."""
        with tempfile.TemporaryDirectory(prefix="mutants-") as place, ThreadPoolExecutor(jobs) as pool:
            try:
                benches = [Bench(self.house, Path(place) / str(number), self.stopping) for number in range(jobs)]
                self.record(benches[0], folder)
                for finished in as_completed([pool.submit(self.work, bench) for bench in benches]):
                    finished.result()
            except (KeyboardInterrupt, Stopped):
                print("Stopped; the same command goes on from here.", flush=True)
            finally:
                self.stopping.set()

    def record(self, bench: Bench, folder: Path) -> None:
        """Find out what the rule tests of the games come to."""
        for game, file in {game_of(one.file): one.file for one in self.left}.items():
            print(f"Recording what the rule tests of {game} come to.", flush=True)
            self.tests[game] = recorded(self.house, bench, file, folder)

    def work(self, bench: Bench) -> None:
        """Judge one after the other until none is left."""
        while not self.stopping.is_set():
            with self.lock:
                mutant = next(self.waiting, None)
            if mutant is None:
                return
            kind, by = judge(self.house, bench, mutant, self.tests[game_of(mutant.file)], self.book.quick)
            if kind in (LAWS, PLAYTHROUGHS):
                must_pass(bench, by.removesuffix(NEVER_ENDS))
            with self.lock:
                self.book.write(Verdict(mutant, self.sources[mutant.file], self.book.tests, kind, by))
                done = f"{len(self.verdicts())}/{len(self.mutants)}"
                print(f"{done:>8} {mutant.file}:{mutant.line} {kind} {by}".rstrip(), flush=True)


# ---- the command -----------------------------------------------------------------------------------------------------


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="Make small faults in the rules and see which no test notices.")
    parser.add_argument("--count", type=int, default=200, help="how many mutants")
    parser.add_argument("--seed", default="mutants", help="which of all that could be made")
    parser.add_argument("--game", action="append", default=[], help="only this game (may be given again)")
    parser.add_argument("--file", default="", help="only files whose path ends like this")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--quick", action="store_true", help="run rule tests only")
    parser.add_argument("--list", action="store_true", help="show them and try none")
    parser.add_argument("--folder", type=Path, default=ROOT / ".mutants", help="where results are kept")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Choose mutants, judge them, tell what became of them; 1 if too many survived, or one for no known reason."""
    wanted = parsed(arguments)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)  # also where a shell has begun this in the background
    if wanted.inside:
        return run_inside(Plan(**json.loads(wanted.inside.read_text(encoding="utf-8"))))
    house = UNDERCROFT
    possible = [one for one in all_mutants(house, wanted.game) if one.file.endswith(wanted.file)]
    chosen = choose(possible, wanted.count, wanted.seed)
    print(f"{len(possible)} mutants could be made.")
    if wanted.list:
        for mutant in chosen:
            print(shown(house, mutant))
        return 0
    wanted.folder.mkdir(parents=True, exist_ok=True)
    book = Book(wanted.folder / "results.jsonl", digest(house, ["tests/games", *house.shared]), wanted.quick)
    shift = Shift(house, chosen, book)
    print(f"{len(chosen)} of them chosen, {len(shift.verdicts())} judged before.", flush=True)
    if shift.left:
        shift.work_through(wanted.folder, wanted.jobs)
    verdicts = shift.verdicts()
    known = reasons(Path(__file__).with_suffix(".toml"))
    print("\n".join(report(house, verdicts, known)))
    survivors = [one.mutant for one in verdicts if one.noticed == SURVIVED]
    unknown = [one for one in survivors if place_of(house, one) not in known]
    print(f"\n{len(survivors)} of {len(verdicts)} survived, {len(unknown)} of them for no known reason.")
    is_done = len(verdicts) == len(chosen)
    return 0 if is_done and not unknown and len(survivors) < MOST_SURVIVORS * len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
