"""What the class page and the course page cost when every assignment of the course has a class."""

import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from autograder.batch.run import grade_many
from autograder.bench.growth import watch
from autograder.course.catalogue import Course
from autograder.grading.report import write_report
from autograder.grading.submission import submission_from_bytes

STUDENTS = 300


def page_cost(course: Course, students: int = STUDENTS) -> str:
    """Wall seconds and memory of `autograder report` for one assignment, as text. A student's scores are made up."""
    with tempfile.TemporaryDirectory() as folder:
        made = Course(Path(folder))
        for name in ("assignments", "solutions", "datasets"):
            shutil.copytree(course.root / name, made.root / name)
        if (course.root / "course.toml").is_file():
            shutil.copyfile(course.root / "course.toml", made.root / "course.toml")
        for assignment in made.read():
            print(f"{students} reports on {assignment.slug} ...", file=sys.stderr)
            source = assignment.reference.read_bytes()
            ((_, report),) = grade_many(
                made, assignment, [submission_from_bytes("right", source, f"{assignment.module}.py")], "bench", 1
            )
            assert report is not None
            grades = made.build / "grades" / assignment.slug
            grades.mkdir(parents=True)
            for number in range(students):
                name = f"student{number:04}"
                share = (number % 50) / 49
                exercises = [replace(exercise, score=round(share * exercise.score, 2)) for exercise in report.exercises]
                score = round(sum(exercise.score for exercise in exercises), 2)
                write_report(replace(report, student=name, exercises=exercises, score=score), grades / f"{name}.json")
        slug = made.slugs()[-1]
        seconds, peak = watch(["report", slug], made.root)
    return (
        f"{len(course.slugs())} assignments of {students} students each: `autograder report {slug}`, which makes its "
        f"class page, {students} feedback pages and the course page, took {seconds:.1f} s and {peak / 1024:.0f} MB "
        "at most"
    )
