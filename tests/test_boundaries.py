"""The import rule: core <- games <- bots <- lab, terminal, web; no rule knows a screen, a clock or a file."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

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


def shifted_numbers(module: ast.Module) -> list[int]:
    """The lines where a number that is written out is shifted, whatever sign it has."""
    shifts = [
        (node.left if isinstance(node, ast.BinOp) else node.target, node)
        for node in ast.walk(module)
        if isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, (ast.LShift, ast.RShift))
    ]
    return [node.lineno for left, node in shifts if is_number(left)]


def is_number(node: ast.expr) -> bool:
    """Whether this is a number, or is worked out from numbers alone."""
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right)
    return isinstance(node, ast.Constant)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [("1 << n", True), ("a | 1 << n", True), ("~(1 << n)", True), ("-1 << n", True), ("(2 - 1) << n", True),
     ("1 >> n", True), ("bits << 1", False), ("bits >> n & 1", False), ("bit(n)", False)],
)  # fmt: skip
def test_a_shifted_number_is_noticed(line: str, wrong: bool) -> None:
    assert bool(shifted_numbers(ast.parse(line))) == wrong


def test_no_number_is_shifted_where_that_is_compiled() -> None:
    # it would be a C int of 32 bits: core/bits.py makes sets
    files = compiled_files()
    assert {"core/bits.py", "games/freequest/imagining.py", "bots/mcts.py", "lab/playouts.py"} <= set(files)
    assert "core/record.py" not in files
    assert [(file, line) for file in files for line in shifted_numbers(tree(file))] == []


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
