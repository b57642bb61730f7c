"""Compiles the rules with mypyc when a wheel is built and a C compiler is there; the rest is in pyproject.toml."""

import ast
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from inspect import cleandoc
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

COMPILED = ["core/**/*.py", "games/**/*.py", "bots/**/*.py", "lab/futures.py", "lab/noting.py", "lab/playouts.py"]
# Scenes are not hot, and mypyc drops the keywords of a msgspec.Struct and the type arguments of its fields.
INTERPRETED = [
    "core/content.py",
    "core/record.py",
    "core/rules.py",
    "core/scene.py",
    "core/words.py",
    "games/**/content.py",
    "games/**/content_*.py",
    "games/**/campaign.py",
    "games/**/quest_content.py",
    "games/**/scene.py",
    "games/**/scene_*.py",
]

PURE = os.environ.get("UNDERCROFT_PURE", "")  # 1: do not compile; 0: a failure to compile is an error

PROBE = "#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n"


class BuildSources(build_ext):
    """Compiles all sources on all cores: setuptools would compile those of one extension one after another."""

    def build_extensions(self) -> None:
        jobs = [(extension, source) for extension in self.extensions for source in extension.sources]
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            for (extension, _), objects in zip(jobs, threads.map(self.compile_source, jobs)):
                extension.extra_objects += objects
        for extension in self.extensions:
            extension.sources = []
        super().build_extensions()

    def compile_source(self, job: tuple[Extension, str]) -> list[str]:
        extension, source = job
        objects: list[str] = self.compiler.compile(
            [source],
            output_dir=self.build_temp,
            include_dirs=extension.include_dirs,
            extra_postargs=extension.extra_compile_args,
        )
        return objects


def has_compiler(scratch: str) -> bool:
    """Whether a trivial extension can be compiled and linked here."""
    source = Path(scratch, "probe.c")
    source.write_text(PROBE)
    command = Distribution({"ext_modules": [Extension("probe", [str(source)])]}).get_command_obj("build_ext")
    command.build_lib = command.build_temp = scratch
    try:
        command.ensure_finalized()
        command.run()
    except (BaseError, CCompilerError):
        return False
    return True


def modules(patterns: list[str]) -> set[Path]:
    return {path for pattern in patterns for path in Path("src", "undercroft").glob(pattern)}


# ---- docstrings -----------------------------------------------------------------------------------------------------

# mypyc puts signatures into the C that it writes, and no docstrings: `help(undercroft)` would be a list of names. So
# they are added there, before the C is compiled. In what mypyc writes
#   a function or method is   (PyCFunction)CPyPy_session___Session___undo, ..., PyDoc_STR("undo($self, seat=None)...")
#   a property is             {"state", (getter)session___Session_get_state, NULL, NULL, NULL}
#   a class is                CPyType_session___Session_template_ = {... .tp_doc = PyDoc_STR("Session(game, record)...")
# and a module's own docstring is NULL, /* docstring */. mypy's version is pinned, and tests/core/test_help.py would
# notice a change.
LITERAL = r'(NULL|"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*)'
FUNCTION = re.compile(r"(\(PyCFunction\)CPyPy_(\w+),[^\"{}]*PyDoc_STR\()" + LITERAL)
PROPERTY = re.compile(r'(\{"(\w+)",\s*\(getter\)(\w+?)_get_\2,\s*(?:NULL|\(setter\)\w+),\s*)NULL')
CLASS = re.compile(r"(CPyType_(\w+)_template_ = \{[^;]*?\.tp_doc = PyDoc_STR\()" + LITERAL)


def docstrings(module: ast.Module) -> dict[str, str]:
    """The docstrings of a module: its own under no name, then by function, by class and by Class___method."""
    named: list[tuple[str, ast.AST]] = [("", module)]
    for node in module.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            named.append((node.name, node))
        if isinstance(node, ast.ClassDef):
            named += [(f"{node.name}___{each.name}", each) for each in node.body if isinstance(each, ast.FunctionDef)]
    return {name: cleandoc(text) for name, node in reversed(named) if (text := ast.get_docstring(node, clean=False))}


def in_c(text: str) -> str:
    """A text as a C string."""
    from mypyc.codegen.cstring import c_string_initializer

    return c_string_initializer(text.encode())


def add_docstrings(source: Path, module: ast.Module) -> None:
    """Put the docstrings of a module into its C; a dataclass loses its signature, which mypyc believes to be empty."""
    docs = docstrings(module)
    is_dataclass = {
        node.name
        for node in module.body
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(each) for each in node.decorator_list)
    }

    def told(name: str, signature: str) -> str:
        if name not in docs:
            return signature
        return in_c(docs[name]) if signature == "NULL" or name in is_dataclass else f"{signature} {in_c(docs[name])}"

    def function(found: re.Match[str]) -> str:
        words = found[2].split("___")
        method = "___".join(words[-2:])
        return found[1] + told(method if method in docs else words[-1], found[3])

    text = source.read_text(encoding="utf-8")
    text = FUNCTION.sub(function, text)
    text = PROPERTY.sub(lambda found: found[1] + told(f"{found[3].split('___')[-1]}___{found[2]}", "NULL"), text)
    text = CLASS.sub(lambda found: found[1] + told(found[2].split("___")[-1], found[3]), text)
    source.write_text(text.replace("NULL, /* docstring */", f"{told('', 'NULL')}, /* docstring */"), encoding="utf-8")


# ---- what is not worth gcc's time -----------------------------------------------------------------------------------

# A module's own body runs once. The doors by which Python calls a compiled function or reads a field only unpack and
# pack what passes through. gcc would spend a quarter of its time on making both fast.
TOP_LEVEL = re.compile(r"^char CPyDef_\w+_____top_level__\(void\) \{", re.MULTILINE)
DOOR = re.compile(r"^(PyObject \*CPyPy_\w+\([^;{]*\) ?\{|static (PyObject \*|int)\n\w+_[gs]et_\w+\()", re.MULTILINE)
OPTIMIZED = """#if defined(__GNUC__) && !defined(__clang__)
__attribute__((optimize("{}")))
#endif
"""


def compile_plainly(source: Path) -> None:
    """Let gcc compile plainly what is not worth its time."""
    text = source.read_text(encoding="utf-8")
    text = TOP_LEVEL.sub(lambda found: OPTIMIZED.format("O0") + found[0], text)
    source.write_text(DOOR.sub(lambda found: OPTIMIZED.format("O1") + found[0], text), encoding="utf-8")


# ---- building -------------------------------------------------------------------------------------------------------


def compiled_modules(scratch: str) -> list[Extension]:
    """The rules as C extensions."""
    from mypyc.build import mypycify

    paths = sorted(modules(COMPILED) - modules(INTERPRETED))
    for path in paths:
        if "msgspec.Struct" in path.read_text(encoding="utf-8"):
            raise SystemExit(f"{path} defines a msgspec.Struct: list it under INTERPRETED in setup.py")
    arguments = [f"--cache-dir={scratch}", *map(str, paths)]
    extensions = mypycify(
        arguments, opt_level="3", debug_level="0", multi_file=True, group_name="undercroft", target_dir=scratch
    )
    for path in paths:
        name = "___".join(path.relative_to("src").with_suffix("").parts).removesuffix("_____init__")
        source = Path(scratch, f"__native_{name}.c")
        add_docstrings(source, ast.parse(path.read_text(encoding="utf-8")))
        compile_plainly(source)
    if sys.platform != "win32":  # else calls within the library take a detour, as another might replace what they call
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    return extensions


def build(scratch: str, extensions: list[Extension]) -> None:
    """Run setuptools outside the checkout: it would pack what earlier builds left in build/, deleted modules too."""
    options = {
        "build": {"build_base": scratch},
        "build_ext": {"parallel": os.cpu_count()},
        "egg_info": {"egg_base": scratch},
    }
    setup(ext_modules=extensions, options=options, cmdclass={"build_ext": BuildSources})


def build_pure(scratch: str, why: str) -> None:
    print(f"undercroft: {why}; building the wheel in pure Python")
    build(scratch, [])


with TemporaryDirectory() as scratch:
    if "bdist_wheel" not in sys.argv:  # metadata, or an editable install, which is always interpreted
        build(scratch, [])
    elif PURE == "1":
        build_pure(scratch, "UNDERCROFT_PURE is 1")
    elif not has_compiler(scratch):
        build_pure(scratch, "no C compiler with the Python headers works here")
    else:
        extensions = compiled_modules(scratch)
        try:
            build(scratch, extensions)
        except SystemExit:
            if PURE == "0":
                raise
            build_pure(scratch, "the C compiler failed")
