"""The nbgrader course under `build/course`: where its folders lie, how it is configured, and how nbgrader is run.

`nbgrader_config.py` in that folder is written by us and only calls `configure`, so a course keeps working when the
engine is updated. What an instructor wants otherwise (late penalties, another database) goes into
`instructor_config.py` at the root of the course, which is read last and never written by us.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import autograder
from autograder.course.catalogue import Course
from autograder.errors import UserError
from autograder.files import write_atomically
from autograder.publish.gradebook import share_gradebook

INSTRUCTOR_CONFIG = "instructor_config.py"
# nbgrader only warns about a configuration that fails, and would go on with its defaults: without our sandbox and our
# scores. SystemExit is the one thing that it lets through.
_CONFIG = f'''"""Written by `autograder release` and overwritten by it.

Settings of your own go into {INSTRUCTOR_CONFIG} at the root of the course, for example:

    c = get_config()
    c.LateSubmissionPlugin.penalty_method = "zero"
    c.CourseDirectory.db_url = "postgresql://..."

Deadlines are set in formgrader, or with `nbgrader db assignment add <slug> --duedate="2030-01-31 23:59 UTC"`.
"""

import traceback
from pathlib import Path

here = Path(__file__).absolute().parent
own_settings = here.parent.parent / "{INSTRUCTOR_CONFIG}"
try:
    from autograder.publish.nbgrader_course import configure

    configure(get_config(), here)  # noqa: F821
    if own_settings.is_file():
        load_subconfig(own_settings.name, path=str(own_settings.parent))  # noqa: F821
except Exception as error:
    place = traceback.extract_tb(error.__traceback__)[-1]
    raise SystemExit(
        f"nbgrader is not started, because its configuration failed ({{place.filename}}:{{place.lineno}}: "
        f"{{type(error).__name__}}: {{error}})."
    )
'''


@dataclass(frozen=True)
class NbgraderCourse:
    """One nbgrader course directory."""

    root: Path

    @classmethod
    def of(cls, course: Course) -> "NbgraderCourse":
        return cls(course.build / "course")

    @property
    def course(self) -> Course:
        return Course(self.root.parent.parent)

    def source(self, slug: str) -> Path:
        return self.root / "source" / slug

    def release(self, slug: str) -> Path:
        return self.root / "release" / slug

    def submitted(self, slug: str, student: str) -> Path:
        return self.root / "submitted" / student / slug

    def autograded(self, slug: str, student: str) -> Path:
        return self.root / "autograded" / student / slug

    def feedback_page(self, slug: str, student: str) -> Path:
        return self.root / "feedback" / student / slug / f"{self.module(slug)}.html"

    def grades(self, slug: str) -> Path:
        """Where the trusted reports are kept that plain `nbgrader autograde` asks for."""
        return self.root / "grades" / slug

    def module(self, slug: str) -> str:
        """The name of the module that a released assignment is about."""
        path = self.source(slug) / "exercises.json"
        try:
            return str(json.loads(path.read_text(encoding="utf-8"))["module"])
        except (OSError, ValueError, KeyError):
            raise UserError(f"{slug} is not released yet; run 'autograder release {slug}' first.") from None

    def modules(self) -> dict[str, str]:
        """The module of every released assignment."""
        slugs = sorted(path.parent.name for path in self.root.glob("source/[!.]*/exercises.json"))
        return {slug: self.module(slug) for slug in slugs}

    def write_config(self) -> None:
        if any(character in str(self.root) for character in "*?["):
            raise UserError(
                f"nbgrader cannot work in {self.root}; rename the folder so that it has no '*', '?' or '['."
            )
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            write_atomically(self.root / "nbgrader_config.py", _CONFIG)
        except OSError as error:
            raise UserError(f"cannot write {self.root}: {error.strerror}.") from None

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "nbgrader", *arguments]

    def run(self, *arguments: str) -> str:
        """Run one of nbgrader's own commands; its log, or a UserError with the sentence that matters in it."""
        done = subprocess.run(
            self.command(*arguments), cwd=self.root, env=engine_environment(), capture_output=True, text=True
        )
        if done.returncode != 0:
            raise UserError(f"nbgrader {' '.join(arguments[:2])} failed: {what_went_wrong(done.stderr)}")
        return done.stderr


def engine_environment() -> dict[str, str]:
    """The environment for a subprocess in another folder, in which `import autograder` finds this same engine."""
    here = str(Path(autograder.__file__).resolve().parent.parent)
    others = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([here, *others])}


def what_went_wrong(log: str) -> str:
    """The telling line of nbgrader's log: the last error that is not just its own "see above", or else the end."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    for line in reversed(lines):
        kind, colon, text = line.partition(": ")
        name = kind.rpartition(".")[2]
        if colon and name.isidentifier() and name.endswith("Error"):
            return text if name == UserError.__name__ else f"{name}: {text}"
    return lines[-1] if lines else "it gave no reason."


def configure(c: Any, root: Path) -> None:
    """Everything that makes `nbgrader autograde` in this folder run sandboxed and give trusted scores."""
    ours, theirs = "autograder.publish.preprocessor", "nbgrader.preprocessors"
    # nbgrader makes its gradebook with a program, alembic, that it expects on the PATH even outside an activated venv
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    c.CourseDirectory.root = str(root)
    # Half of nbgrader means this course and the other half "", which is in no table; PostgreSQL refuses that.
    c.CourseDirectory.course_id = "default_course"
    share_gradebook()
    c.Autograde.exclude_overwriting = {
        slug: [f"{module}.py"] for slug, module in NbgraderCourse(root).modules().items()
    }
    c.HTMLExporter.filters = {"markdown2html": "autograder.publish.mathml.markdown_to_html"}
    c.GenerateFeedback.exporter_class = "autograder.publish.feedback_page.FeedbackExporter"
    c.Autograde.pre_convert_hook = "autograder.publish.submission.make_submission_safe"
    # nbgrader's own steps in their order, with ours before they look at metadata and in the place of Execute
    c.Autograde.sanitize_preprocessors = [
        f"{theirs}.ClearOutput",
        f"{ours}.RestoreCells",
        f"{theirs}.DeduplicateIds",
        f"{theirs}.OverwriteKernelspec",
        f"{theirs}.OverwriteCells",
        f"{theirs}.CheckCellMetadata",
    ]
    c.Autograde.autograde_preprocessors = [
        f"{ours}.SandboxedExecute",
        f"{ours}.SafeToShow",
        f"{ours}.TrustedScores",
        f"{theirs}.LimitOutput",
        f"{theirs}.SaveAutoGrades",
        "autograder.publish.extensions.GrantExtension",
        f"{theirs}.AssignLatePenalties",
        f"{theirs}.CheckCellMetadata",
    ]
