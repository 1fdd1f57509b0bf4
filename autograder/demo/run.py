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
        print(class_table(outcome.reports))
        print()
        print(class_summary(outcome.reports))
        print(f"\nfeeding {len(kinds)} submissions to nbgrader ...")
        fed = feed_gradebook(course, assignment, out, submissions)
        if fed.failed:
            student, reason = next(iter(fed.failed.items()))
            raise UserError(f"nbgrader failed on {len(fed.failed)} submission(s), first {student}: {reason}")
        # a page with something to see: the last of the class has something wrong
        pages.append((out, NbgraderCourse.of(course).feedback_page(slug, list(kinds)[-1])))
    print(f"\nDone in {time.monotonic() - started:.0f} s. To open:")
    for out, page in pages:
        print(f"  reports:          {out}")
        print(f"  a feedback page:  {page}")
    print("  nbgrader's own grading page: make formgrader")
    return 0


def _require_whole(outcome: Outcome) -> None:
    if outcome.failed:
        raise UserError(f"the grader itself failed on {', '.join(outcome.failed)}.")
