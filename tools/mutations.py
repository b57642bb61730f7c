"""Small faults for the rules: every way in which `tools/mutants.py` may change one place of a module.

A mutation replaces one span of the source by other text, so that all the rest of a file stays as it is. What
only explains or checks (annotations, assertions, errors, texts) is left alone.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

SWAPPED_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
SWAPPED_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
SWAPPED_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
NUMBERS = ("i64", "int")


@dataclass(frozen=True)
class Mutant:
    """One change of one file: the text between two places becomes another."""

    file: str
    line: int
    function: str  # its qualified name; empty outside all functions
    start: int
    end: int
    before: str
    after: str

    def applied_to(self, source: str) -> str:
        """The source with this fault."""
        assert source[self.start : self.end] == self.before
        return source[: self.start] + self.after + source[self.end :]

    def lines(self, source: str) -> tuple[str, str]:
        """The first line that differs, before and after."""
        pairs = zip_longest(source.splitlines(), self.applied_to(source).splitlines(), fillvalue="")
        old, new = next(pair for pair in pairs if pair[0] != pair[1])
        return old.strip(), new.strip()


def mutants_of(source: str, file: str, *, constants: bool = True) -> list[Mutant]:
    """All mutants of a module, in the order of the source; its own figures too, unless they only number things."""
    maker = Maker(source, file)
    for statement in ast.parse(source).body:
        if constants or not isinstance(statement, ast.Assign | ast.AnnAssign):
            maker.visit(statement)
    return sorted(dict.fromkeys(maker.mutants), key=lambda one: (one.start, one.end, one.after))


def choose(mutants: Sequence[Mutant], count: int, seed: str) -> list[Mutant]:
    """So many of them, spread evenly over folders and then files, at most one of a line."""
    folders = [
        _in_turn([_shuffled(of_file, seed) for of_file in _groups(of_folder, _file)])
        for of_folder in _groups(mutants, _folder)
    ]
    return _in_turn(folders)[:count]


def _groups(mutants: Sequence[Mutant], key: Callable[[Mutant], str]) -> list[list[Mutant]]:
    groups: dict[str, list[Mutant]] = {}
    for one in mutants:
        groups.setdefault(key(one), []).append(one)
    return [groups[name] for name in sorted(groups)]


def _file(mutant: Mutant) -> str:
    return mutant.file


def _folder(mutant: Mutant) -> str:
    return mutant.file.rpartition("/")[0]


def _shuffled(mutants: list[Mutant], seed: str) -> list[Mutant]:
    mixed = mutants[:]
    random.Random(f"{seed} {mutants[0].file}").shuffle(mixed)
    one_of_each_line: dict[int, Mutant] = {}
    for one in mixed:
        one_of_each_line.setdefault(one.line, one)
    return list(one_of_each_line.values())


def _in_turn(groups: Sequence[Sequence[Mutant]]) -> list[Mutant]:
    return [one for row in zip_longest(*groups) for one in row if one is not None]


class Maker(ast.NodeVisitor):
    """Walks through a module and notes every change that could be made."""

    def __init__(self, source: str, file: str) -> None:
        self.file = file
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.texts = source.splitlines()
        self.functions: list[ast.FunctionDef] = []
        self.names: list[str] = []
        self.mutants: list[Mutant] = []

    def place(self, line: int, column: int) -> int:
        """Where in the text a node begins or ends; columns count bytes."""
        return self.starts[line - 1] + len(self.texts[line - 1].encode()[:column].decode())

    def note(self, node: ast.expr | ast.stmt, after: str) -> None:
        """This node could read like that."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.place(node.lineno, node.col_offset)
        end = self.place(node.end_lineno, node.end_col_offset)
        before = self.source[start:end]
        if before != after:
            self.mutants.append(Mutant(self.file, node.lineno, ".".join(self.names), start, end, before, after))

    # ---- what is left alone -----------------------------------------------------------------------------------------

    def visit_Assert(self, node: ast.Assert) -> None:
        """An assertion is no rule."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """What cannot happen is not tried."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts stay."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The type of a name stays, its value does not."""
        if node.value is not None:
            self.visit(node.value)

    # ---- where we are -----------------------------------------------------------------------------------------------

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Fields outside methods only declare."""
        self.names.append(node.name)
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef):
                self.visit(statement)
        self.names.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function's body; what it takes and returns by name stays."""
        self.names.append(node.name)
        self.functions.append(node)
        for statement in node.body:
            self.visit(statement)
        self.functions.pop()
        self.names.pop()

    # ---- statements -------------------------------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call may be left out."""
        if isinstance(node.value, ast.Call):
            self.note(node, "pass")
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        """What is noted somewhere may be forgotten; a new name may not, or nothing would run."""
        if self.functions and not any(isinstance(target, ast.Name | ast.Tuple) for target in node.targets):
            self.note(node, "pass")
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Added up: not at all, the other way round, or in place of what was there."""
        target, value = ast.unparse(node.target), ast.unparse(node.value)
        self.note(node, "pass")
        self.note(node, f"{target} = {value}")
        other = SWAPPED_OPERATORS.get(type(node.op))
        if other is not None:
            self.note(node, ast.unparse(ast.AugAssign(node.target, other(), node.value)))
        self.visit(node.value)

    def visit_Return(self, node: ast.Return) -> None:
        """Another answer; or no answer yet."""
        returns = self.functions[-1].returns if self.functions else None
        kind = returns.id if isinstance(returns, ast.Name) else ""
        if node.value is None:
            self.note(node, "pass")
        elif kind == "bool" and not isinstance(node.value, ast.Constant):
            self.note(node.value, f"not ({ast.unparse(node.value)})")
        elif kind in NUMBERS and not isinstance(node.value, ast.Constant):
            self.note(node.value, f"({ast.unparse(node.value)}) + 1")
        if node.value is not None:
            self.visit(node.value)

    def visit_Break(self, node: ast.Break) -> None:
        """On instead of out."""
        self.note(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        """Out instead of on."""
        self.note(node, "break")

    def visit_If(self, node: ast.If) -> None:
        """The other case."""
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self.negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        """As long as it is not."""
        self.negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """The other case."""
        self.negate(node.test)
        self.generic_visit(node)

    def negate(self, test: ast.expr) -> None:
        """A condition turned round, unless a comparison's own swap does that."""
        if not isinstance(test, ast.Compare | ast.Constant) and not is_not(test):
            self.note(test, f"not ({ast.unparse(test)})")

    # ---- expressions ------------------------------------------------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> None:
        """Off by one, or the other way round."""
        for place, operator in enumerate(node.ops):
            for other in SWAPPED_COMPARISONS[type(operator)]:
                operators = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                self.note(node, ast.unparse(ast.Compare(node.left, operators, node.comparators)))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Another operator; a difference of sets of bits is none."""
        other = SWAPPED_OPERATORS.get(type(node.op))
        if other is not None:
            self.note(node, f"({ast.unparse(ast.BinOp(node.left, other(), node.right))})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """One for the other, or one part less."""
        other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self.note(node, f"({ast.unparse(ast.BoolOp(other, node.values))})")
        for place in range(len(node.values)):
            rest = [*node.values[:place], *node.values[place + 1 :]]
            self.note(node, f"({ast.unparse(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Without its not."""
        if is_not(node):
            self.note(node, f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """The least for the most, all for any, one round less."""
        if isinstance(node.func, ast.Name) and not node.keywords:
            if node.func.id in SWAPPED_NAMES:
                self.note(node.func, SWAPPED_NAMES[node.func.id])
            if node.func.id == "range" and len(node.args) == 1:
                self.note(node.args[0], f"{ast.unparse(node.args[0])} - 1")
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """The thing itself instead of a copy of it."""
        cut = node.slice
        if isinstance(cut, ast.Slice) and cut.lower is None and cut.upper is None and cut.step is None:
            self.note(node, ast.unparse(node.value))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """One more, one less, yes for no."""
        if isinstance(node.value, bool):
            self.note(node, str(not node.value))
        elif isinstance(node.value, int):
            self.note(node, str(node.value + 1))
            if node.value > 0:
                self.note(node, str(node.value - 1))


def is_not(test: ast.expr) -> bool:
    """Whether an expression is a negation."""
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
