"""The folder and the zip that a student receives.

Both are copies of what nbgrader made in `build/course/release/<slug>/`, so a student's notebook is nbgrader's own
release version, with the checksums by which nbgrader later knows its cells again.
"""

import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

import nbformat

from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.files import new_folder
from autograder.publish.nbgrader_course import NbgraderCourse
from autograder.publish.notebook import source_notebook

KIT = ("check.py", "conftest.py")
REQUIREMENTS = "numpy>=1.26,<3\nmatplotlib>=3.8,<4\npytest>=8,<10\njupyter>=1,<2\n"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can hold; a release carries no clock


def build_release(course: Course, assignment: Assignment) -> Path:
    """Build the nbgrader source and release of one assignment; the folder for students, beside its zip."""
    nbgrader = NbgraderCourse.of(course)
    nbgrader.write_config()
    # nbgrader takes its old release away before it finds out that it cannot make the new one
    with put_back_on_failure(nbgrader.source(assignment.slug), nbgrader.release(assignment.slug)):
        with new_folder(nbgrader.source(assignment.slug)) as folder:
            write_source(course, assignment, folder)
        nbgrader.run("generate_assignment", assignment.slug, "--force")
    destination = course.build / "release" / assignment.slug
    with new_folder(destination) as folder:
        shutil.copytree(nbgrader.release(assignment.slug), folder, dirs_exist_ok=True)
    write_zip(destination, destination.with_name(f"{assignment.slug}.zip"), top=f"{assignment.slug}/")
    return destination


def write_source(course: Course, assignment: Assignment, folder: Path) -> None:
    """Everything of a release, with the notebook as nbgrader's source version. Only public files are read."""
    for path in (assignment.stub, assignment.public_checks):
        copy_file(path, folder / path.name)
    for name in KIT:
        kit = resources.files("autograder.student") / name
        (folder / name).write_bytes(kit.read_bytes())
    for name in assignment.datasets:
        copy_file(course.datasets / f"{name}.csv", folder / "data" / f"{name}.csv")
    nbformat.write(source_notebook(assignment), folder / f"{assignment.module}.ipynb")
    (folder / "exercises.json").write_text(_exercises_json(assignment), encoding="utf-8")
    (folder / "requirements.txt").write_text(REQUIREMENTS, encoding="utf-8")
    (folder / "README.md").write_text(_readme(assignment), encoding="utf-8")


def write_zip(folder: Path, destination: Path, top: str) -> None:
    """Zip a folder's content below `top` so that it gives the same bytes, whenever and wherever it is done."""
    part = destination.with_name(f".{destination.name}.part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(f"{top}{path.relative_to(folder).as_posix()}", _EPOCH)
                mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
                entry.create_system, entry.external_attr = 3, mode << 16
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    part.replace(destination)


@contextmanager
def put_back_on_failure(*folders: Path) -> Iterator[None]:
    """If anything goes wrong, these folders are afterwards as they were before."""
    with tempfile.TemporaryDirectory(prefix="autograder-") as scratch:
        kept = {folder: Path(scratch) / str(number) for number, folder in enumerate(folders) if folder.is_dir()}
        for folder, copy in kept.items():
            shutil.copytree(folder, copy)
        try:
            yield
        except BaseException:
            for folder, copy in kept.items():
                with new_folder(folder) as fresh:
                    shutil.copytree(copy, fresh, dirs_exist_ok=True)
            raise


def copy_file(path: Path, destination: Path) -> None:
    """Copy one file of the course, which must be there; the folders on the way are made."""
    if not path.is_file():
        raise UserError(f"{path} does not exist; the release needs it.")
    destination.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, destination)


def _exercises_json(assignment: Assignment) -> str:
    table = {
        "assignment": assignment.slug,
        "title": assignment.title,
        "module": assignment.module,
        "seconds": assignment.limits.seconds,
        "exercises": [
            {"name": exercise.name, "points": exercise.points, "hint": exercise.hint}
            for exercise in assignment.exercises
        ],
    }
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def _readme(assignment: Assignment) -> str:
    module, first = assignment.module, assignment.exercises[0].name
    return f"""# {assignment.title}

Fill in the functions and classes of `{module}.py`: each docstring says what is wanted.
The notebook `{module}.ipynb` explains the ideas, draws pictures with your code, and holds the written questions.

    pip install -r requirements.txt     # once
    pytest                              # all public checks; `python check.py {first}` runs those of one exercise
    jupyter notebook {module}.ipynb     # the text, the pictures and the written questions

Hand in `{module}.py` and `{module}.ipynb`. Your grade comes from checks that are not in this folder; in each exercise
those that are count as far as the others pass.
"""
