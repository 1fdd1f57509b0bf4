"""The mistake bank and the alternatives: whole modules composed from an author's single functions.

`mistakes.py` and `alternatives.py` hold functions written as if they stood in the reference module. Composing one gives
the reference's source with that function in the place of the exercise's own, which is just what a student's file with
that one mistake looks like. The files are read as text and never imported.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

from autograder.course.modules import parse
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.files import read_source

AUTHORING = "autograder.authoring"


@dataclass(frozen=True)
class Variant:
    """One entry of a bank. `patch` is the code that, put behind the reference, makes the module it stands for;
    `place` is the file and line where an author finds it."""

    name: str
    exercise: str
    sentence: str
    reference: str
    patch: str
    place: str

    @property
    def source(self) -> str:
        return compose([self])


def compose(variants: list[Variant]) -> str:
    """The reference with all of these in place of its own functions: a file as a student might hand it in."""
    return "\n\n".join([variants[0].reference, *(variant.patch for variant in variants)])


def read_mistakes(assignment: Assignment) -> list[Variant]:
    return _read(assignment, assignment.mistakes, "mistake")


def read_alternatives(assignment: Assignment) -> list[Variant]:
    return _read(assignment, assignment.alternatives, "alternative")


def _read(assignment: Assignment, path: Path, decorator: str) -> list[Variant]:
    text = read_source(path) if path.is_file() else ""
    tree = parse(text, path)
    reference = read_source(assignment.reference)
    _require_own_names(tree, path, assignment)
    _require_known_marks(tree, path, decorator)
    lines = text.splitlines(keepends=True)
    entries: list[tuple[ast.FunctionDef | ast.ClassDef, list[str]]] = []
    shared: list[str] = []
    for node in tree.body:
        words = _marked(node, decorator, path)
        if words is not None and isinstance(node, ast.FunctionDef | ast.ClassDef):
            entries.append((node, words))
        elif not _is_import_of(node, {assignment.module, AUTHORING}):
            shared.append(_source(node, lines))
    helpers = "\n".join(shared)
    variants = []
    for node, (exercise, *sentence) in entries:
        place = f"{path}:{node.lineno}"
        if exercise not in {known.name for known in assignment.exercises}:
            raise UserError(f"{place}: {node.name} is for the unknown exercise {exercise!r}.")
        body = "".join(lines[node.lineno - 1 : node.end_lineno])
        patch = f"{helpers}\n\n\n{body}\n\n{exercise} = {node.name}\n"
        variants.append(Variant(node.name, exercise, "".join(sentence), reference, patch, place))
    return variants


def _require_own_names(tree: ast.Module, path: Path, assignment: Assignment) -> None:
    """In the composed module one of two functions with the same name would silently take the other's place."""
    reference = parse(read_source(assignment.reference), assignment.reference)
    taken = {node.name: f"in {assignment.reference.name}" for node in _definitions(reference)}
    for node in _definitions(tree):
        if node.name in taken:
            raise UserError(f"{path}:{node.lineno}: the name {node.name} is taken {taken[node.name]}; choose another.")
        taken[node.name] = f"on line {node.lineno}"


def _require_known_marks(tree: ast.Module, path: Path, decorator: str) -> None:
    """A decorator that is misspelt would make a helper of its function, and break every other entry."""
    known = {decorator}
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom) and not _is_import_of(node, {AUTHORING}):
            known |= {alias.asname or alias.name for alias in node.names}
    for node in _definitions(tree):
        for mark in node.decorator_list:
            name = _name_of(mark)
            if name and name not in known:
                raise UserError(f"{path}:{mark.lineno}: @{name} has no meaning here, expected @{decorator}.")


def _definitions(tree: ast.Module) -> list[ast.FunctionDef | ast.ClassDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]


def _marked(node: ast.stmt, decorator: str, path: Path) -> list[str] | None:
    """The string arguments of `@decorator(...)` on this statement, or None if it has no such mark."""
    for mark in getattr(node, "decorator_list", []):
        if _name_of(mark) == decorator:
            try:
                words = [ast.literal_eval(argument) for argument in getattr(mark, "args", [])]
            except ValueError:
                words = []
            wanted = 2 if decorator == "mistake" else 1
            if len(words) != wanted or not all(isinstance(word, str) and word for word in words):
                raise UserError(f"{path}:{mark.lineno}: @{decorator} takes {wanted} string(s) in quotes.")
            return words
    return None


def _name_of(mark: ast.expr) -> str:
    """The name of a decorator, called or not; "" for one of a module (`@functools.cache`)."""
    called = mark.func if isinstance(mark, ast.Call) else mark
    return called.id if isinstance(called, ast.Name) else ""


def _is_import_of(node: ast.stmt, modules: set[str]) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module in modules


def _source(node: ast.stmt, lines: list[str]) -> str:
    first = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", []))])
    return "".join(lines[first - 1 : node.end_lineno])
