"""The autograder.zip that an instructor uploads to Gradescope. It is secret: it holds the solutions.

setup.sh, run_autograder     what Gradescope runs
requirements.txt             the packages that grading needs, at the versions of this machine
engine/                      this package
course/                      one assignment with its solutions, its data and the course secret
"""

import shutil
from importlib import metadata, resources
from pathlib import Path

from packaging.requirements import Requirement

import autograder
from autograder.checks.seeds import course_secret
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.publish.release import copy_file, new_folder, write_zip

SCRIPTS = ("setup.sh", "run_autograder")
# what grading itself imports; an assignment adds the packages that it allows
_GRADER_NEEDS = ("numpy", "pytest", "tqdm")


def build_gradescope(course: Course, assignment: Assignment) -> Path:
    """Write build/gradescope/<slug>/autograder.zip; its path."""
    destination = course.build / "gradescope" / assignment.slug
    with new_folder(destination) as folder:
        content = folder / "content"
        write_content(course, assignment, content)
        write_zip(content, folder / "autograder.zip", top="")
        shutil.rmtree(content)
    return destination / "autograder.zip"


def write_content(course: Course, assignment: Assignment, folder: Path) -> None:
    for name in SCRIPTS:
        script = resources.files("autograder.publish") / "templates" / "gradescope" / name
        copy_file(Path(str(script)), folder / name)
        (folder / name).chmod(0o755)
    requirements = pinned({*_GRADER_NEEDS, *assignment.packages})
    (folder / "requirements.txt").write_text("\n".join(requirements) + "\n", encoding="utf-8")
    engine = Path(autograder.__file__).parent
    unwanted = shutil.ignore_patterns("__pycache__", ".*")
    shutil.copytree(engine, folder / "engine" / engine.name, ignore=unwanted)
    copy = Course(folder / "course")
    # without the rubric: the written questions are not graded there
    for source, copied in ((assignment.public, copy.assignments), (assignment.secret, copy.solutions)):
        for path in [*source.glob("*.py"), *source.glob("*.toml")]:
            copy_file(path, copied / assignment.slug / path.name)
    for name in assignment.datasets:
        copy_file(course.datasets / f"{name}.csv", copy.datasets / f"{name}.csv")
    (copy.solutions / ".course_secret").write_text(course_secret(course.solutions) + "\n", encoding="utf-8")


def pinned(names: set[str]) -> list[str]:
    """These packages and all that they need, each at the version that is installed here."""
    found: dict[str, str] = {}
    waiting = sorted(names)
    while waiting:
        package = metadata.distribution(waiting.pop())
        if package.name not in found:
            found[package.name] = package.version
            needs = map(Requirement, package.requires or ())
            waiting += [need.name for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]
    return [f"{name}=={version}" for name, version in sorted(found.items())]
