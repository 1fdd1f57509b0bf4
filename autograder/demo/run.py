"""`make demo`: from releases to feedback, on a made-up class."""

import shutil
import time

from autograder.batch.run import Outcome, grade_folder
from autograder.course.catalogue import Course
from autograder.demo.classroom import write_class
from autograder.errors import UserError
from autograder.publish.feed import feed_gradebook
from autograder.publish.nbgrader_course import NbgraderCourse
from autograder.publish.release import build_release
from autograder.report.build import build_pages
from autograder.report.feedback import feedback_path
from autograder.report.table import class_summary, class_table

# The class hands in the first; a part of it also hands in the second.
DEMO = {"01_decision_trees": 20, "04_perceptron": 6}


def run_demo(course: Course) -> int:
    started = time.monotonic()
    pages = []
    for slug, size in DEMO.items():
        assignment = course.assignment(slug)
        print(f"\n== {assignment.title} ({slug})")
        released = build_release(course, assignment)
        print(f"released: {released}.zip")
        submissions = course.build / "demo" / slug
        if submissions.exists():
            shutil.rmtree(submissions)
        kinds = write_class(assignment, submissions, size)
        out = course.build / "grades" / slug
        outcome = grade_folder(course, assignment, submissions, out)
        _require_whole(outcome)
        reports = list(outcome.reports())
        print(class_table(reports))
        print()
        print(class_summary(reports))
        print(f"\nfeeding {len(kinds)} submissions to nbgrader ...")
        fed = feed_gradebook(course, assignment, out, submissions)
        if fed.failed:
            student, reason = next(iter(fed.failed.items()))
            raise UserError(f"nbgrader failed on {len(fed.failed)} submission(s), first {student}: {reason}")
        built = build_pages(course, assignment, out, submissions)
        # a page with something to see: the last of the class has something wrong
        last = list(kinds)[-1]
        pages += [
            ("the class", built.page),
            ("one student's feedback", feedback_path(course, slug, last)),
            ("the same in nbgrader", NbgraderCourse.of(course).feedback_page(slug, last)),
        ]
    print(f"\nDone in {time.monotonic() - started:.0f} s. To open:")
    for title, page in pages:
        print(f"  {title + ':':24} {page}")
    print("  nbgrader's own grading page: make formgrader")
    return 0


def _require_whole(outcome: Outcome) -> None:
    if outcome.failed:
        raise UserError(f"the grader itself failed on {', '.join(outcome.failed)}.")
