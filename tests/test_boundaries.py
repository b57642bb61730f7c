"""The import rule: core <- games <- bots <- lab, terminal, web; no rule knows a screen, a clock or a file."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from undercroft.core import bits
from undercroft.games.freequest.contests import LIE

pytestmark = pytest.mark.xdist_group("source")  # which share the source, parsed

SOURCE = Path(__file__).parent.parent / "src" / "undercroft"
FILES = sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))
PARTS = sorted({path.split("/")[0] for path in FILES if "/" in path})

MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "bots": {"core", "games", "bots"},
    "lab": {"core", "games", "bots", "lab"},
    "adapters": {"core", "games", "bots", "adapters"},
}
SCREENS = {"terminal", "web"}
SCREEN_PACKAGES = {"rich", "typer", "textual", "click", "curses", "fastapi", "starlette", "uvicorn", "jinja2"}
FORBIDDEN_IN_RULES = {
    "asyncio", "datetime", "io", "locale", "logging", "multiprocessing", "numpy", "os", "platform", "random", "secrets",
    "shutil", "signal", "socket", "subprocess", "sys", "tempfile", "threading", "time", "uuid", "warnings",
}  # fmt: skip
COME_ALONG = {"markupsafe", "pydantic", "starlette"}  # with jinja2 and fastapi, which are made of them
LARGE = {"HIGHEST", "ALL"}  # of core/bits.py, which shifts them to the right: too large for a C int, they are wide
FORBIDDEN_CALLS = {"print", "input", "open", "exec", "eval", "breakpoint"}


@cache
def tree(file: str) -> ast.Module:
    """A source file, parsed."""
    return ast.parse((SOURCE / file).read_text(encoding="utf-8"), file)


def imports(file: str) -> Iterator[str]:
    """All modules that a file imports, wherever in it, by their full names."""
    package = ["undercroft", *file.split("/")[:-1]]
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def part_of(module: str) -> str:
    """The part of the house a module of it belongs to; the package itself and its door are `door`."""
    words = module.split(".")
    return words[1] if len(words) > 1 and words[1] in {*PARTS, *MAY_IMPORT, *SCREENS} else "door"


def own(file: str) -> list[str]:
    """The modules of the house that a file imports."""
    return [module for module in imports(file) if module.split(".")[0] == "undercroft"]


def in_parts(*parts: str) -> list[str]:
    """The files of these parts."""
    return [file for file in FILES if file.split("/")[0] in parts]


def test_there_is_something_to_look_at() -> None:
    assert {"core", "games", "bots", "lab", "terminal"} <= set(PARTS)
    assert "core/session.py" in FILES
    assert "undercroft.core.table.Table" in own("core/session.py")


def test_every_part_of_the_house_is_known_here() -> None:
    assert set(PARTS) <= set(MAY_IMPORT) | SCREENS


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_part_imports_only_what_stands_before_it(part: str) -> None:
    allowed = MAY_IMPORT[part]
    assert [(file, module) for file in in_parts(part) for module in own(file) if part_of(module) not in allowed] == []


def test_games_never_import_each_other() -> None:
    wrong = []
    for file in in_parts("games"):
        words = file.split("/")
        if len(words) < 3:
            continue  # the list of the games
        for module in own(file):
            if part_of(module) == "games" and module.split(".")[2] != words[1]:
                wrong.append((file, module))
    assert wrong == []


def test_the_engine_names_no_game() -> None:
    games = {file.split("/")[1] for file in in_parts("games") if file.count("/") > 1}
    names = {name for game in games for name in (game, game.replace("_", "-"))}
    wrong = [
        (file, node.value)
        for file in in_parts("core")
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert wrong == []


def test_only_screens_know_a_screen() -> None:
    wrong = [
        (file, module)
        for file in FILES
        if file.split("/")[0] not in SCREENS
        for module in imports(file)
        if module.split(".")[0] in SCREEN_PACKAGES or (module.startswith("undercroft.") and part_of(module) in SCREENS)
    ]
    assert wrong == []


def test_rules_and_engine_touch_no_clock_no_system_and_no_chance_but_their_own() -> None:
    wrong = [
        (file, module)
        for file in in_parts("core", "games")
        for module in imports(file)
        if module.split(".")[0] in FORBIDDEN_IN_RULES
    ]
    assert wrong == []


def test_bots_roll_no_dice_but_those_of_the_house() -> None:
    wrong = [
        (file, module)
        for file in in_parts("bots")
        for module in imports(file)
        if module.split(".")[0] in {"random", "secrets", "numpy"}
    ]
    assert wrong == []


def test_rules_and_engine_print_nothing_and_open_nothing() -> None:
    wrong = [
        (file, node.func.id, node.lineno)
        for file in in_parts("core", "games", "bots")
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS
    ]
    assert wrong == []


def test_nothing_catches_everything() -> None:
    passes_on = ("web/room.py", "_do")  # to who waits in another thread, where it is raised again
    assert [place for file in FILES for place in catches_all(file)] == [passes_on]


def catches_all(file: str) -> Iterator[tuple[str, str]]:
    """Where a file keeps any exception to itself: (file, function). To clean up and raise it again is no sin."""
    for function, handler in handlers(tree(file), ""):
        caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        last = handler.body[-1]
        if any(is_all(kind) for kind in caught) and not (isinstance(last, ast.Raise) and last.exc is None):
            yield file, function
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress") and any(map(is_all, node.args)):
            yield file, "suppress"


def is_all(kind: ast.expr | None) -> bool:
    """Whether what is caught is anything at all."""
    return kind is None or ast.unparse(kind) in ("Exception", "BaseException")


def handlers(node: ast.AST, function: str) -> Iterator[tuple[str, ast.ExceptHandler]]:
    """All except clauses below a node, each with the name of the function around it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ExceptHandler):
            yield function, child
        inner = child.name if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) else function
        yield from handlers(child, inner)


def compiled_files() -> list[str]:
    """The modules that `setup.py` compiles."""
    script = ast.parse((SOURCE.parent.parent / "setup.py").read_text(encoding="utf-8"))
    lists = {
        target.id: ast.literal_eval(node.value)
        for node in script.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id in ("COMPILED", "INTERPRETED")
    }
    found = {name: {path for pattern in patterns for path in SOURCE.glob(pattern)} for name, patterns in lists.items()}
    return sorted(path.relative_to(SOURCE).as_posix() for path in found["COMPILED"] - found["INTERPRETED"])


def shifted_numbers(node: ast.AST, names: Set[str] = frozenset()) -> Iterator[str]:
    """The shifts below a node of a number that is written out, or that one of these names stands for."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.BinOp, ast.AugAssign)) and isinstance(child.op, (ast.LShift, ast.RShift)):
            left = child.left if isinstance(child, ast.BinOp) else child.target
            if is_number(left, names):
                yield ast.unparse(child)
        inner = names_within(child, names) if isinstance(child, ast.FunctionDef) else names
        yield from shifted_numbers(child, inner)


def is_number(node: ast.expr, names: Set[str]) -> bool:
    """Whether this is a number, by itself or by name, or is worked out from numbers alone."""
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand, names)
    if isinstance(node, ast.BinOp):
        return is_number(node.left, names) and is_number(node.right, names)
    if isinstance(node, ast.Call):
        is_type = isinstance(node.func, ast.Name) and node.func.id in ("int", "i64", "i32", "i16", "u8")
        return is_type and all(is_number(part, names) for part in node.args)
    if isinstance(node, (ast.Name, ast.Attribute)):
        return (node.id if isinstance(node, ast.Name) else node.attr) in names
    return isinstance(node, ast.Constant)


def bound(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """The names that these statements bind, each with what it is bound to."""
    for node in nodes:
        if isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
            yield node.target.id, node.value
        elif isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))


def named_numbers(module: ast.Module) -> set[str]:
    """The names that a module gives to numbers, or a class of it for good: compiled, the number itself is there."""
    found: set[str] = set()
    classes = [part for node in module.body if isinstance(node, ast.ClassDef) for part in node.body]
    for_good = [node for node in classes if isinstance(node, ast.AnnAssign) and "Final" in ast.unparse(node.annotation)]
    for name, value in bound([*module.body, *for_good]):
        if is_number(value, found):
            found.add(name)
    return found


def names_within(function: ast.FunctionDef, names: Set[str]) -> set[str]:
    """The names that stand for numbers in a function: its own variables, too, which are bound once and never again."""
    inside = list(ast.walk(function))
    stored = Counter(node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    found = set(names) - set(stored) - {node.arg for node in inside if isinstance(node, ast.arg)}
    for name, value in bound(inside):
        if stored[name] == 1 and is_number(value, found):
            found.add(name)
    return found


def all_named_numbers(files: Iterable[str]) -> set[str]:
    """The names that these files give to numbers, whoever imports them, but for the two that may be shifted."""
    named = {name for file in files for name in named_numbers(tree(file))} - LARGE
    lines = [node for file in files for node in ast.walk(tree(file)) if isinstance(node, ast.ImportFrom)]
    return named | {alias.asname for node in lines for alias in node.names if alias.asname and alias.name in named}


@pytest.mark.parametrize(
    ("line", "wrong"),
    [("1 << n", True), ("a | 1 << n", True), ("~(1 << n)", True), ("-1 << n", True), ("(2 - 1) << n", True),
     ("1 >> n", True), ("int(1) << n", True), ("i64(1) << n", True), ("bits << 1", False), ("bits >> n & 1", False),
     ("bit(n)", False), ("int(text) << n", False)],
)  # fmt: skip
def test_a_shifted_number_is_noticed(line: str, wrong: bool) -> None:
    assert bool(list(shifted_numbers(ast.parse(line)))) == wrong


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("ONE: Final = 1\ndef f(n: i64) -> i64:\n    return ONE << n", True),
        ("ONE: Final[i64] = 1\ndef f(n: i64) -> i64:\n    return ONE << n", True),
        ("ONE = 1\ndef f(n: i64) -> i64:\n    return ONE >> n", True),
        ("ONE: Final = 1\nTWO: Final = ONE + 1\ndef f(n: i64) -> i64:\n    return (TWO | 4) << n", True),
        ("class K:\n    ONE: Final = 1\n    def f(self, n: i64) -> i64:\n        return self.ONE << n", True),
        ("class K:\n    bits: int = 0\n    def f(self, n: i64) -> i64:\n        return self.bits << n", False),
        ("def f(n: i64) -> i64:\n    one: i64 = 1\n    return one << n", True),
        ("def f(n: i64) -> i64:\n    one = 1\n    while n:\n        n -= one << n\n    return n", True),
        ("def f(n: i64) -> i64:\n    bits: i64 = 1\n    bits = bits << n\n    return bits", False),
        ("def f(n: i64) -> i64:\n    bits: i64 = 1\n    bits <<= n\n    return bits", False),
        ("ONE: Final = 1\ndef f(ONE: i64, n: i64) -> i64:\n    return ONE << n", False),
        ("ONE: Final = 1\ndef f(n: i64) -> i64:\n    return n << ONE", False),
        ("def f(n: i64) -> i64:\n    bits = bit(n)\n    return bits << n", False),
    ],
)
def test_a_number_that_is_shifted_by_its_name_is_noticed(source: str, wrong: bool) -> None:
    module = ast.parse(source)
    assert bool(list(shifted_numbers(module, named_numbers(module)))) == wrong


def test_the_two_numbers_that_may_be_shifted_are_no_c_ints() -> None:
    assert {name: value for name, value in vars(bits).items() if name in LARGE and value >= 2**32}.keys() == LARGE


def test_no_number_is_shifted_where_that_is_compiled() -> None:
    # it would be a C int of 32 bits, and so would be a name that only ever stands for it: core/bits.py makes sets
    files = compiled_files()
    assert {"core/bits.py", "games/freequest/imagining.py", "bots/mcts.py", "lab/playouts.py"} <= set(files)
    assert "core/record.py" not in files
    named = all_named_numbers(files)
    assert {"MOST", "FIRST_MONSTER", "SIDES"} <= named
    by_few = ("games/freequest/contests.py", "one << 4 * (roll % LIE)")
    assert 4 * (LIE - 1) < 31
    assert [(file, shift) for file in files for shift in shifted_numbers(tree(file), named)] == [by_few]


def test_every_package_that_is_imported_is_asked_for() -> None:
    # the tests run where all tools of development are installed, so nothing else would miss one
    project = tomllib.loads((SOURCE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [line for extra, lines in project["optional-dependencies"].items() if extra != "dev" for line in lines]
    asked_for = {canonical(re.split(r"[^\w.-]", line)[0]) for line in [*project["dependencies"], *extras]}
    made_by = packages_distributions()
    packages = {module.split(".")[0] for file in FILES for module in imports(file)} - sys.stdlib_module_names
    missing = {
        package
        for package in packages - {"undercroft"}
        if not asked_for & {canonical(name) for name in made_by.get(package, [package])}
    }
    assert missing - COME_ALONG == set()


def canonical(name: str) -> str:
    """The name of a distribution as all its spellings have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("file", FILES)
def test_every_module_opens_with_a_sentence(file: str) -> None:
    opening = ast.get_docstring(tree(file))
    assert opening
    assert opening.split("\n\n")[0].rstrip().endswith((".", "!", "?", ":"))
