"""Mutates the reference and counts which mutants the suite kills.

A mutant is the reference with one small change inside a solution: an operator, a comparison, a constant, a dropped
statement, two swapped arguments. A mutant that passes every check is either a missing check or no change at all in
behaviour; the latter are listed, with the reason, in the assignment's survivors.toml.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from autograder.batch.pool import run
from autograder.batch.run import opener, worker_count
from autograder.checks.suite import Suite
from autograder.course.records import Assignment, Limits
from autograder.course.stubs import BEGIN, END
from autograder.course.toml_reader import TomlReader
from autograder.grading.session import StudentSession
from autograder.grading.submission import Submission
from autograder.sandbox import bubblewrap
from autograder.sandbox.process import Sandbox
from autograder.verify.progress import progress

HELPERS = "(helpers)"
# Many mutants never end; the reference needs a small part of this.
LIMITS = Limits(seconds=4.0)
TARGET = 0.95

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.MatMult: ast.Mult,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One changed reference. `name` says what was changed and is the key in survivors.toml."""

    exercise: str
    name: str
    source: str
    line: int


@dataclass(frozen=True)
class MutationScore:
    """Killed and all mutants per exercise, and what is wrong with that."""

    killed: dict[str, int]
    total: dict[str, int]
    survivors: list[Mutant]
    problems: list[str]


def mutation_score(suite: Suite, workers: int | None) -> MutationScore:
    """Run the suite on every mutant until the first check fails."""
    assignment = suite.assignment
    mutants = make_mutants(assignment)
    explained = read_survivors(assignment)
    names = [*(exercise.name for exercise in assignment.exercises), HELPERS]
    killed, total = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    survivors = []
    bar = progress(len(mutants), f"{assignment.slug} mutants")

    def work(mutant: Mutant, sandbox: Sandbox, _: int) -> str:
        return "killed" if _is_killed(suite, sandbox, mutant) else "survived"

    for mutant, verdict in run(mutants, work, opener(assignment, bubblewrap.ISOLATION), worker_count(workers)):
        total[mutant.exercise] += 1
        if verdict == "killed":
            killed[mutant.exercise] += 1
        else:
            survivors.append(mutant)
        bar.update()
    bar.close()
    return MutationScore(killed, total, survivors, _problems(assignment, survivors, explained, killed, total))


def _problems(
    assignment: Assignment,
    survivors: list[Mutant],
    explained: dict[str, str],
    killed: dict[str, int],
    total: dict[str, int],
) -> list[str]:
    problems = [
        f"mutant survives, neither killed nor explained in {assignment.survivors.name}: {mutant.name!r} "
        f"(line {mutant.line})"
        for mutant in survivors
        if mutant.name not in explained
    ]
    alive = {mutant.name for mutant in survivors}
    problems += [
        f"{assignment.survivors}: {name!r} is explained but not alive" for name in explained if name not in alive
    ]
    share = sum(killed.values()) / max(1, sum(total.values()))
    if share < TARGET:
        problems.append(f"only {share:.1%} of the mutants are killed, expected at least {TARGET:.0%}")
    return problems


def read_survivors(assignment: Assignment) -> dict[str, str]:
    """The mutants that an author has explained: name -> why no check can kill it."""
    if not assignment.survivors.is_file():
        return {}
    reader = TomlReader.open(assignment.survivors)
    reader.finish({"survivor"})
    explained = {}
    for row in reader.rows("survivor", []):
        explained[row.get("mutant", str)] = row.get("why", str)
        row.finish({"mutant", "why"})
    return explained


def _is_killed(suite: Suite, sandbox: Sandbox, mutant: Mutant) -> bool:
    submission = Submission("mutant", mutant.source, "")
    session = StudentSession(suite, sandbox, submission, "mutants", LIMITS)
    # the exercise's own checks first: they are the likeliest to fail, and one failure is enough
    checks = sorted(suite.checks, key=lambda check: check.exercise != mutant.exercise)
    try:
        return any(not session.try_check(check, {}).passed for check in checks)
    finally:
        session.close()


def make_mutants(assignment: Assignment) -> list[Mutant]:
    text = assignment.reference.read_text(encoding="utf-8")
    tree = ast.parse(text)
    inside = _solution_line_numbers(text)
    exercises = {exercise.name for exercise in assignment.exercises}
    mutants: list[Mutant] = []
    counts: dict[str, int] = {}
    seen = {ast.unparse(tree)}  # two equal arguments, swapped, are no change
    for owner in tree.body:
        if not isinstance(owner, ast.FunctionDef | ast.ClassDef):
            continue
        for node in _mutable_nodes(owner, inside):
            for label, change in _changes(node):
                source = _apply(tree, node, change)
                name = f"{owner.name}: {label}"
                counts[name] = counts.get(name, 0) + 1
                if counts[name] > 1:
                    name = f"{name} (#{counts[name]})"
                exercise = owner.name if owner.name in exercises else HELPERS
                if source in seen:
                    continue
                seen.add(source)
                mutants.append(Mutant(exercise, name, source, getattr(node, "lineno", 0)))
    return mutants


def _solution_line_numbers(text: str) -> set[int]:
    inside, numbers = False, set()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() == BEGIN:
            inside = True
        elif line.strip() == END:
            inside = False
        elif inside:
            numbers.add(number)
    return numbers


def _mutable_nodes(owner: ast.AST, inside: set[int]) -> Iterator[ast.AST]:
    """Nodes of a solution's code; what an exception says and what an annotation claims is not code."""
    for field_name, value in ast.iter_fields(owner):
        if field_name in ("annotation", "returns", "decorator_list", "exc", "msg"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST):
                continue
            if getattr(child, "lineno", 0) in inside and not _is_docstring(child):
                yield child
            yield from _mutable_nodes(child, inside)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


# a change gets a copy of the node that it was made for, so it may rely on that node's own fields
Change = Callable[[Any], ast.AST]


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """What can be done to this node: a label, and a function that changes a copy of it."""
    old = " ".join(ast.unparse(node).split())[:80]
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in _OPERATORS:
        yield _labelled(old, node, lambda n: _set(n, "op", _OPERATORS[type(n.op)]()))
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in _OPERATORS:
        yield _labelled(old, node, lambda n: _set(n, "ops", [_OPERATORS[type(n.ops[0])](), *n.ops[1:]]))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        yield _labelled(old, node, lambda n: n.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float):
        yield _labelled(old, node, lambda n: ast.Constant(_other_constant(n.value)))
    elif isinstance(node, ast.Call) and len(node.args) >= 2 and not any(isinstance(a, ast.Starred) for a in node.args):
        yield _labelled(old, node, lambda n: _set(n, "args", [n.args[1], n.args[0], *n.args[2:]]))
    elif isinstance(node, ast.IfExp):
        yield _labelled(old, node, lambda n: n.body)
        yield _labelled(old, node, lambda n: n.orelse)
    if isinstance(node, ast.Expr | ast.AugAssign | ast.Raise | ast.Break | ast.Continue):
        yield f"drop {old}", lambda n: ast.copy_location(ast.Pass(), n)
    if isinstance(node, ast.If):
        yield f"never {old.split(':')[0]}", lambda n: _set(n, "test", ast.Constant(False))


def _labelled(old: str, node: ast.AST, change: Change) -> tuple[str, Change]:
    new = " ".join(ast.unparse(ast.fix_missing_locations(change(copy.deepcopy(node)))).split())[:80]
    return f"{old} -> {new}", change


def _other_constant(value: bool | int | float) -> bool | int | float:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else value * 2 + 1


def _set(node: ast.AST, name: str, value: object) -> ast.AST:
    setattr(node, name, value)
    return node


def _apply(tree: ast.Module, target: ast.AST, change: Change) -> str:
    """The module's source with one node changed; the tree itself stays as it is."""
    # a memo keeps track of which copy belongs to the target
    memo: dict[int, ast.AST] = {}
    clone = copy.deepcopy(tree, memo)
    wanted = memo[id(target)]

    class Changer(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            if node is wanted:
                return ast.copy_location(change(node), node)
            return super().generic_visit(node)

    return ast.unparse(ast.fix_missing_locations(Changer().visit(clone)))
