"""Puts the course's own cells back into a notebook that a student handed in.

Everything about a cell that decides points (its type, metadata, place and, if it is locked, its text) comes from the
released notebook. From the student come the text of the answers and all other cells, without nbgrader's metadata. So
edited, duplicated, retyped or deleted cells change nothing, and nbgrader's own repairs, some of which give up with an
error on such notebooks, find nothing left to do.
"""

import copy
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell

_NEW_CELL = {"code": new_code_cell, "markdown": new_markdown_cell, "raw": new_raw_cell}


def restore_cells(submitted: NotebookNode, released: NotebookNode) -> NotebookNode:
    """A notebook with the student's cells and answers, in which every graded cell is as it was released."""
    ours = {grade_id(cell): cell for cell in released.cells if grade_id(cell)}
    cells: list[NotebookNode] = []
    placed: set[str] = set()
    # From the end, because of two cells with one id nbgrader has always counted the last.
    for cell in reversed(submitted.cells):
        name = grade_id(cell)
        if name in ours and name not in placed:
            placed.add(name)
            cells.append(_restored(ours[name], cell))
        else:
            cells.append(_plain(cell))
    cells.reverse()
    _insert_missing(cells, ours, placed)
    notebook = copy.deepcopy(released)
    notebook.cells = cells
    for number, cell in enumerate(cells, 1):
        cell["id"] = f"cell-{number}"
    return notebook


def grade_id(cell: NotebookNode) -> str:
    """The cell's nbgrader id, or "" if it has none; whatever a student wrote there, it is a string."""
    settings = _table(_table(cell.get("metadata")).get("nbgrader"))
    name = settings.get("grade_id")
    return name if isinstance(name, str) else ""


def is_autograded(cell: NotebookNode) -> bool:
    """Whether the cell is one of ours that stands for an exercise."""
    settings = _table(cell.metadata.get("nbgrader"))
    return cell.cell_type == "code" and bool(settings.get("grade")) and not settings.get("solution")


def is_locked(cell: NotebookNode) -> bool:
    return bool(_table(cell.metadata.get("nbgrader")).get("locked"))


def _restored(ours: NotebookNode, theirs: NotebookNode) -> NotebookNode:
    cell = copy.deepcopy(ours)
    if not is_locked(ours):
        cell.source = _text(theirs.get("source"))
        if isinstance(theirs.get("attachments"), dict):
            cell.attachments = theirs.attachments
    return cell


def _plain(cell: NotebookNode) -> NotebookNode:
    """A cell of the student's own, with nothing but its text and its pictures; outputs it gets by being run."""
    kind = str(cell.get("cell_type"))
    kind = kind if kind in _NEW_CELL else "raw"
    fresh: NotebookNode = _NEW_CELL[kind](_text(cell.get("source")))
    if kind == "markdown" and isinstance(cell.get("attachments"), dict):
        fresh.attachments = cell.attachments
    return fresh


def _insert_missing(cells: list[NotebookNode], ours: dict[str, NotebookNode], placed: set[str]) -> None:
    """Put each cell that the student deleted behind the one that it follows in the release."""
    before = ""
    for name, cell in ours.items():
        if name not in placed:
            position = next((i + 1 for i, other in enumerate(cells) if before and grade_id(other) == before), 0)
            cells.insert(position, copy.deepcopy(cell))
        before = name


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
