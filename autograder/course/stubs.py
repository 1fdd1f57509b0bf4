"""Makes the stub a student receives from the reference solution.

What stands between `### BEGIN SOLUTION` and `### END SOLUTION` goes. Inside a function it leaves
`raise NotImplementedError`; at the top level it leaves nothing, so that helpers of the solution vanish whole. Imports
that only the solution needed go too.
"""

import ast
import re
from pathlib import Path

from autograder.course.modules import parse
from autograder.course.records import Assignment
from autograder.course.toml_reader import TomlReader
from autograder.errors import UserError
from autograder.files import read_source

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"


def make_stub(assignment: Assignment) -> str:
    """The stub's text, from the assignment's reference."""
    path = assignment.reference
    if not path.is_file():
        raise UserError(f"{path} does not exist; {assignment.slug} needs its reference solution.")
    text = read_source(path)
    without_solutions = _without_solutions(text, path)
    _require_exercises(assignment, text)
    return _without_unused_imports(without_solutions)


def _require_exercises(assignment: Assignment, text: str) -> None:
    """Every exercise is defined, with a part that the stub leaves out."""
    path = assignment.reference
    marked = [number for number, line in enumerate(text.splitlines(), 1) if line.strip() == BEGIN]
    tree = parse(text, path)
    defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for exercise, row in zip(assignment.exercises, TomlReader.open(assignment.toml).rows("exercises"), strict=True):
        node = defined.get(exercise.name)
        if node is None:
            raise row.error(
                "name", f"exercise {exercise.name!r} is not a function or class at the top level of {path.name}."
            )
        if not any(node.lineno <= number <= (node.end_lineno or 0) for number in marked):
            raise UserError(
                f"{path}:{node.lineno}: {exercise.name} has no BEGIN SOLUTION in it, so students would get it whole."
            )


def write_stub(assignment: Assignment) -> bool:
    """Write the stub if it is out of date; tell whether it was."""
    stub = make_stub(assignment)
    if is_current(assignment, stub):
        return False
    assignment.stub.parent.mkdir(parents=True, exist_ok=True)
    assignment.stub.write_text(stub, encoding="utf-8")
    return True


def is_current(assignment: Assignment, stub: str | None = None) -> bool:
    path = assignment.stub
    return path.is_file() and path.read_text(encoding="utf-8", errors="replace") == (stub or make_stub(assignment))


def solution_lines(reference: str) -> set[str]:
    """The lines between the markers, stripped: what must never be in anything a student receives."""
    inside, found = False, set()
    for line in reference.splitlines():
        if line.strip() == BEGIN:
            inside = True
        elif line.strip() == END:
            inside = False
        elif inside and line.strip():
            found.add(line.strip())
    return found


def _without_solutions(text: str, path: Path) -> str:
    parse(text, path)
    kept: dict[int, str] = {}  # lines of the stub by their number in the reference
    opened: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        mark = line.strip()
        if mark == BEGIN:
            if opened is not None:
                raise UserError(f"{path}:{number}: BEGIN SOLUTION inside the solution that began on line {opened}.")
            opened = number
            indent = line[: len(line) - len(line.lstrip())]
            if indent:
                kept[number] = f"{indent}raise NotImplementedError"
        elif mark == END:
            if opened is None:
                raise UserError(f"{path}:{number}: END SOLUTION without a BEGIN SOLUTION before it.")
            opened = None
        elif opened is None:
            kept[number] = line
    if opened is not None:
        raise UserError(f"{path}:{opened}: BEGIN SOLUTION is never ended.")
    stub = "\n".join(kept.values()).rstrip() + "\n"
    try:
        ast.parse(stub)
    except SyntaxError as error:
        line_number = [*kept, 1][min(error.lineno or 1, len(kept)) - 1]
        raise UserError(f"{path}:{line_number}: without the solutions this is not valid Python: {error.msg}.") from None
    return re.sub(r"\n{4,}", "\n\n\n", stub)


def _without_unused_imports(text: str) -> str:
    tree = ast.parse(text)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    lines = text.splitlines(keepends=True)
    for node in reversed(tree.body):
        if isinstance(node, ast.Import | ast.ImportFrom) and getattr(node, "module", "") != "__future__":
            needed = [alias for alias in node.names if (alias.asname or alias.name.split(".")[0]) in used]
            if len(needed) < len(node.names):
                node.names = needed
                replacement = [ast.unparse(node) + "\n"] if needed else []
                lines[node.lineno - 1 : node.end_lineno] = replacement
    stub = "".join(lines)
    return re.sub(r'(?<=""")\n{3,}(?=import|from|def|class)', "\n\n", stub)
