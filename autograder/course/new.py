"""`autograder new`: the files of a new assignment, with a sample exercise that already passes verify."""

import re
from importlib import resources
from pathlib import Path

from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.course.stubs import write_stub
from autograder.errors import UserError

_SECRET = {
    "assignment.toml": "assignment.toml",
    "reference.py": "{module}.py",
    "test_hidden.py": "test_hidden.py",
    "mistakes.py": "mistakes.py",
    "alternatives.py": "alternatives.py",
    "rubric.md": "rubric.md",
    "test_peers.py": "test_peers.py",
}
_PUBLIC = {"handout.md": "handout.md", "test_public.py": "test_{module}.py"}


def create_assignment(course: Course, slug: str) -> Assignment:
    """Write the files of a new assignment; nothing that exists is overwritten."""
    match = re.fullmatch(r"\d\d_([a-z][a-z0-9_]*)", slug)
    if match is None:
        raise UserError(f"{slug!r} is not a slug; expected two digits, '_' and a module name, as in 36_my_topic.")
    module = match[1]
    places = {course.solutions / slug: _SECRET, course.assignments / slug: _PUBLIC}
    for folder in places:
        if folder.exists():
            raise UserError(f"{folder} exists already; nothing was changed.")
    for folder, files in places.items():
        folder.mkdir(parents=True)
        for template, name in files.items():
            _fill(template, folder / name.format(module=module), module)
    assignment = course.assignment(slug)
    write_stub(assignment)
    return assignment


def _fill(template: str, destination: Path, module: str) -> None:
    text = (resources.files("autograder.course") / "scaffold" / template).read_text(encoding="utf-8")
    title = module.replace("_", " ").capitalize()
    destination.write_text(text.replace("MODULE", module).replace("TITLE", title), encoding="utf-8")
