"""Makes nbgrader's source notebook from `handout.md`.

A cell that is just `check("entropy")` becomes the locked, autograded cell of that exercise. A region that names a
question becomes a locked text, and an answer cell that a person grades is put behind it.
"""

import ast
import re
from collections.abc import Iterator

import jupytext
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.files import read_source

ANSWER = "YOUR ANSWER HERE"  # what nbgrader itself puts into an empty answer
_CHECK_LINE = r"""^[ \t]*check\(\s*["']{name}["']"""
_QUESTION_LINE = r"""^[ \t]*<!--\s*#region\b.*"question"\s*:\s*"{name}\""""


def source_notebook(assignment: Assignment) -> NotebookNode:
    """The notebook with nbgrader's metadata; a handout that does not fit assignment.toml is a UserError."""
    path = assignment.handout
    if not path.is_file():
        raise UserError(f"{path} does not exist; {assignment.slug} needs its handout.")
    text = read_source(path)
    notebook: NotebookNode = jupytext.reads(text, fmt="md")
    notebook.metadata = NotebookNode(
        kernelspec={"name": "python3", "display_name": "Python 3", "language": "python"},
        language_info={"name": "python"},
    )
    notebook.cells = list(_Marker(assignment, text).mark(notebook.cells))
    for number, cell in enumerate(notebook.cells, 1):
        cell["id"] = f"cell-{number}"  # jupytext draws ids at random, and a release is the same every time
    return notebook


class _Marker:
    """Goes through the cells in order and remembers what it has met, to say at the end what is missing."""

    def __init__(self, assignment: Assignment, text: str):
        self.path, self.text = assignment.handout, text
        self.exercise_points = {exercise.name: exercise.points for exercise in assignment.exercises}
        self.question_points = {question.name: question.points for question in assignment.questions}
        self.seen: dict[str, int] = {}

    def mark(self, cells: list[NotebookNode]) -> Iterator[NotebookNode]:
        for cell in cells:
            if "question" in cell.metadata:
                yield from self._question(cell)
            elif cell.cell_type == "code" and (name := checked_exercise(cell.source)) is not None:
                yield self._exercise(cell, name)
            else:
                yield cell
        self._complain_of_missing()

    def _exercise(self, cell: NotebookNode, name: str) -> NotebookNode:
        line = self._line(_CHECK_LINE, name)
        if name not in self.exercise_points:
            known = ", ".join(self.exercise_points)
            raise UserError(f"{self.path}:{line}: check({name!r}) is for an unknown exercise, expected one of {known}.")
        self._see(name, line)
        cell.metadata = _metadata(name, "code", points=self.exercise_points[name], locked=True)
        return cell

    def _question(self, cell: NotebookNode) -> Iterator[NotebookNode]:
        name = str(cell.metadata["question"])
        line = self._line(_QUESTION_LINE, name)
        if name not in self.question_points:
            known = ", ".join(self.question_points) or "none"
            raise UserError(f"{self.path}:{line}: question {name!r} is not in assignment.toml, which has {known}.")
        if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
            raise UserError(f"{self.path}:{line}: question name {name!r} may have only letters, digits, '_' and '-'.")
        self._see(name, line)
        self._see(f"{name}_question", line)
        cell.metadata = _metadata(f"{name}_question", "markdown", locked=True)
        answer = new_markdown_cell(ANSWER)
        answer.metadata = _metadata(name, "markdown", points=self.question_points[name], solution=True)
        yield from (cell, answer)

    def _line(self, pattern: str, name: str) -> int:
        """The line of the cell in hand: a name's second cell is on the second line that has it."""
        found = list(re.finditer(pattern.format(name=re.escape(name)), self.text, re.MULTILINE))
        number = 1 if name in self.seen else 0
        return self.text.count("\n", 0, found[number].start()) + 1 if number < len(found) else 1

    def _see(self, name: str, line: int) -> None:
        if name in self.seen:
            raise UserError(
                f"{self.path}:{line}: {name!r} already has its cell, which begins on line {self.seen[name]}."
            )
        self.seen[name] = line

    def _complain_of_missing(self) -> None:
        cells = {name: ("exercise", f'cell that is just check("{name}")') for name in self.exercise_points}
        for name in self.question_points:
            cells[name] = ("question", f'region <!-- #region {{"question": "{name}"}} -->')
        line = 1
        for name, (kind, cell) in cells.items():
            if name not in self.seen:
                raise UserError(f"{self.path}:{line}: {kind} {name!r} of assignment.toml has no {cell} from here on.")
            line = self.seen[name]


def checked_exercise(source: str) -> str | None:
    """The name in a cell that is just `check("name")`; None for any other cell."""
    try:
        body = ast.parse(source.strip()).body
    except SyntaxError:  # cells may hold IPython magics
        return None
    match body:
        case [ast.Expr(ast.Call(ast.Name("check"), [ast.Constant(str(name))], []))]:
            return name
    return None


def _metadata(
    name: str, cell_type: str, points: float | None = None, solution: bool = False, locked: bool = False
) -> NotebookNode:
    nbgrader = {
        "schema_version": 3,
        "grade_id": name,
        "cell_type": cell_type,
        "grade": points is not None,
        "solution": solution,
        "locked": locked,
        "task": False,
    }
    if points is not None:
        nbgrader["points"] = points
    return NotebookNode(nbgrader=NotebookNode(nbgrader))
