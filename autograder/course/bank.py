"""The mistake bank and the alternatives: whole modules composed from an author's single functions.

`mistakes.py` and `alternatives.py` hold functions written as if they stood in the reference module. Composing one gives
the reference's source with that function in the place of the exercise's own, which is just what a student's file with
that one mistake looks like. The files are read as text and never imported.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

from autograder.course.records import Assignment
from autograder.errors import UserError


@dataclass(frozen=True)
class Variant:
    """One entry of a bank. `patch` is the code that, put behind the reference, makes the module it stands for."""

    name: str
    exercise: str
    sentence: str
    reference: str
    patch: str

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
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise UserError(f"{path}:{error.lineno}: {error.msg}.") from None
    reference = assignment.reference.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    entries: list[tuple[ast.FunctionDef | ast.ClassDef, list[str]]] = []
    shared: list[str] = []
    for node in tree.body:
        words = _marked(node, decorator, path)
        if words is not None and isinstance(node, ast.FunctionDef | ast.ClassDef):
            entries.append((node, words))
        elif not _is_import_of(node, {assignment.module, "autograder.authoring"}):
            shared.append(_source(node, lines))
    helpers = "\n".join(shared)
    variants = []
    for node, (exercise, *sentence) in entries:
        if exercise not in {known.name for known in assignment.exercises}:
            raise UserError(f"{path}:{node.lineno}: {node.name} is for the unknown exercise {exercise!r}.")
        body = "".join(lines[node.lineno - 1 : node.end_lineno])
        patch = f"{helpers}\n\n\n{body}\n\n{exercise} = {node.name}\n"
        variants.append(Variant(node.name, exercise, "".join(sentence), reference, patch))
    return variants


def _marked(node: ast.stmt, decorator: str, path: Path) -> list[str] | None:
    """The string arguments of `@decorator(...)` on this statement, or None if it has no such mark."""
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return None
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == decorator:
            try:
                words = [ast.literal_eval(argument) for argument in mark.args]
            except ValueError:
                words = []
            wanted = 2 if decorator == "mistake" else 1
            if len(words) != wanted or not all(isinstance(word, str) and word for word in words):
                raise UserError(f"{path}:{mark.lineno}: @{decorator} takes {wanted} string(s) in quotes.")
            return words
    return None


def _is_import_of(node: ast.stmt, modules: set[str]) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module in modules


def _source(node: ast.stmt, lines: list[str]) -> str:
    first = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", []))])
    return "".join(lines[first - 1 : node.end_lineno])
