"""What a student handed in, made fit for nbgrader: plain files only, and a notebook that can be read."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder.bridge.codec import clean_text
from autograder.files import is_plain_file
from autograder.publish.cells import restore_cells
from autograder.publish.nbgrader_course import NbgraderCourse
from autograder.sandbox import levels

MAX_NOTEBOOK_BYTES = 20 << 20
MAX_CELLS = 1000  # nbgrader takes a while for each, even if it is empty
_REPLACED = (
    "**The released notebook stands here in the place of yours, because {reason}.** "
    "Your module was graded as usual; written answers could not be."
)


def make_submission_safe(assignment: str, student: str, notebooks: list[str]) -> None:
    """nbgrader's `pre_convert_hook`: runs before nbgrader copies or reads anything of a submission.

    Links and devices go, because nbgrader would follow them into the student's feedback; a notebook that breaks the
    format is mended, or replaced by the released one, because nbgrader would otherwise drop the whole submission. A
    machine without a sandbox ends the run here: nbgrader logs and ignores any other exception from this hook.
    """
    refusal = levels.notebook_refusal()
    if refusal:
        raise SystemExit(refusal)
    folder = Path(notebooks[0]).parent
    course = NbgraderCourse(folder.parents[2])
    try:
        for path in _links_and_devices(folder):
            path.unlink()
        notebook = folder / f"{course.module(assignment)}.ipynb"
        problem = _mend(notebook, course.release(assignment) / notebook.name)
        if problem:
            replace_notebook(course, assignment, folder, problem)
    except Exception as error:
        raise SystemExit(f"{folder} cannot be made safe to grade: {error}") from None


def replace_notebook(course: NbgraderCourse, slug: str, folder: Path, reason: str) -> None:
    """Put the released notebook into a submission, with a sentence that says so; what was there is kept beside it."""
    path = folder / f"{course.module(slug)}.ipynb"
    if path.exists():
        path.replace(path.with_suffix(".unreadable"))
    notebook = nbformat.read(course.release(slug) / path.name, as_version=4)
    notebook.cells.insert(0, new_markdown_cell(_REPLACED.format(reason=reason)))
    nbformat.write(notebook, path)


@contextmanager
def student_folder(course: NbgraderCourse, slug: str, student: str) -> Iterator[Path]:
    """What a student's notebook finds around it: the release, with the student's module in the place of the stub."""
    module = f"{course.module(slug)}.py"
    submitted = course.submitted(slug, student) / module
    with tempfile.TemporaryDirectory(prefix="autograder-") as scratch:
        folder = Path(scratch) / "folder"
        shutil.copytree(course.source(slug), folder, ignore=shutil.ignore_patterns("*.ipynb", module))
        if is_plain_file(submitted):
            shutil.copyfile(submitted, folder / module)
        yield folder


def _links_and_devices(folder: Path) -> list[Path]:
    found = []
    for parent, folders, files in os.walk(folder):
        paths = [Path(parent) / name for name in folders + files]
        found += [path for path in paths if path.is_symlink() or not (path.is_dir() or path.is_file())]
    return found


def _mend(path: Path, released: Path) -> str:
    """Make a notebook that breaks the format's rules one that keeps them; why that cannot be done, or ""."""
    if not path.is_file():
        return "no notebook was handed in"
    if path.stat().st_size > MAX_NOTEBOOK_BYTES:
        return f"yours is larger than {MAX_NOTEBOOK_BYTES >> 20} MB"
    try:
        submitted = nbformat.read(path, as_version=4)
        if len(submitted.cells) > MAX_CELLS:
            return f"yours has more than {MAX_CELLS} cells"
        cleaned = _cleaned(submitted)
        restored = restore_cells(cleaned, nbformat.read(released, as_version=4))
        nbformat.validate(restored)
        if cleaned != submitted or not _is_valid(submitted):
            path.replace(path.with_suffix(".unreadable"))
            nbformat.write(restored, path)
    except Exception as error:  # nbformat raises whatever a malformed file makes it stumble over
        return f"yours could not be read ({type(error).__name__})"
    return ""


def _cleaned(part: Any) -> Any:
    """A notebook, or a part of one, with no text in it that cannot be written to a file."""
    if isinstance(part, str):
        return clean_text(part)
    if isinstance(part, list):
        return [_cleaned(element) for element in part]
    if isinstance(part, dict):
        return NotebookNode({clean_text(key): _cleaned(value) for key, value in part.items()})
    return part


def _is_valid(notebook: NotebookNode) -> bool:
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError:
        return False
    return True
