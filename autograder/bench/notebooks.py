"""How much faster notebooks are run, graded and shown with one process per core than one after another."""

import shutil
import sys
import tempfile
import time
from pathlib import Path

from autograder.batch.run import worker_count
from autograder.bench.classes import mixed_class, run_python
from autograder.course.catalogue import Course
from autograder.publish.nbgrader_course import INSTRUCTOR_CONFIG, NbgraderCourse

TARGET = 1.8


def notebook_speedup(course: Course, size: int, db_url: str | None = None) -> str:
    """Both times of `autograder feedback` for the same class, and their ratio, as text. Without `db_url` the gradebook
    is nbgrader's usual one, a SQLite file."""
    slug = course.slugs()[0]
    cores = worker_count(None)
    with tempfile.TemporaryDirectory() as folder:
        copy = _course_of_its_own(course, slug, Path(folder) / "course")
        if db_url is not None:
            config = f"c = get_config()\nc.CourseDirectory.db_url = {db_url!r}\n"
            (copy.root / INSTRUCTOR_CONFIG).write_text(config, encoding="utf-8")
        submissions = mixed_class(copy.assignment(slug), Path(folder) / "submissions", size)
        run_python(["-m", "autograder", "release", slug], copy.root)
        for home in submissions.iterdir():
            shutil.copy(NbgraderCourse.of(copy).release(slug) / f"{copy.assignment(slug).module}.ipynb", home)
        run_python(["-m", "autograder", "grade", slug, str(submissions)], copy.root)
        seconds = {}
        for workers in (1, cores):
            print(f"{slug}: {size} notebooks with {workers} process(es) ...", file=sys.stderr)
            feedback = ["-m", "autograder", "feedback", slug, str(submissions), "--force", "--workers", str(workers)]
            started = time.monotonic()
            run_python(feedback, copy.root)
            seconds[workers] = time.monotonic() - started
    return "\n".join(
        [
            f"{size} notebooks of {slug}: run in a sandboxed kernel, put into the gradebook, feedback page made",
            *(
                f"{workers} process(es): {total:8.1f} s {total / size:8.2f} s each"
                for workers, total in seconds.items()
            ),
            f"ratio: {seconds[1] / seconds[cores]:.2f} on {cores} core(s); the target on 2 is {TARGET} or more",
        ]
    )


def _course_of_its_own(course: Course, slug: str, root: Path) -> Course:
    """The course with just this assignment, elsewhere, so that the real gradebook is left alone."""
    for room in (course.assignments, course.solutions):
        shutil.copytree(room / slug, root / room.name / slug)
    shutil.copytree(course.datasets, root / course.datasets.name)
    return Course(root)
