"""Commands that make what people look at: report, feedback.

Jinja2, matplotlib and nbgrader take a while to import, so a command that needs them imports them itself.
"""

import argparse
from pathlib import Path
from typing import Any

from autograder.cli.options import add_command, add_workers
from autograder.course.catalogue import Course, find_course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.report.table import class_summary, class_table
from autograder.text import printable


def add_commands(commands: Any) -> None:
    report = add_command(
        commands,
        "report",
        run_report,
        "show the class, and write its page, the course page and every student's page",
        "autograder report 01_decision_trees --submissions handed_in/",
    )
    report.add_argument("slug", metavar="SLUG")
    _add_grades(report)
    report.add_argument(
        "--submissions",
        type=Path,
        metavar="DIR",
        help="the folder that was graded, to look for copies (default: build/submissions/SLUG if there is one)",
    )
    report.add_argument("--anonymous", action="store_true", help="pseudonyms, the same ones each time, and no links")

    feedback = add_command(
        commands,
        "feedback",
        run_feedback,
        "write every student's feedback page; with SUBMISSIONS also feed nbgrader's gradebook and make its pages",
        "autograder feedback 01_decision_trees handed_in/",
    )
    feedback.add_argument("slug", metavar="SLUG")
    feedback.add_argument("submissions", nargs="?", type=Path, metavar="SUBMISSIONS", help="the folder that was graded")
    feedback.add_argument("--force", action="store_true", help="again for everybody: after a change of a deadline, say")
    _add_grades(feedback)
    add_workers(feedback)


def _add_grades(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--grades", type=Path, metavar="DIR", help="the reports (default: build/grades/SLUG)")


def run_report(options: argparse.Namespace) -> int:
    from autograder.report.build import build_pages

    course = find_course()
    assignment = course.assignment(options.slug)
    built = build_pages(course, assignment, options.grades, options.submissions, options.anonymous)
    print(class_table(built.reports))
    print()
    print(class_summary(built.reports))
    print(f"\nthe class:   {built.page}\nthe course:  {built.index}")
    _complain_of(built.problems, options.anonymous)
    return 0


def run_feedback(options: argparse.Namespace) -> int:
    from autograder.report.feedback import write_feedback
    from autograder.report.reading import grades_folder, read_class

    course = find_course()
    assignment = course.assignment(options.slug)
    grades = options.grades or grades_folder(course, assignment.slug)
    found = read_class(grades)
    print(f"{len(found.reports)} pages are in {write_feedback(course, assignment, found.reports)}")
    if options.submissions is not None:
        _feed_nbgrader(course, assignment, grades, options)
    _complain_of(found.problems)
    return 0


def _feed_nbgrader(course: Course, assignment: Assignment, grades: Path, options: argparse.Namespace) -> None:
    from autograder.publish.feed import feed_gradebook

    fed = feed_gradebook(course, assignment, grades, options.submissions, options.workers, options.force)
    print(
        f"{fed.autograded} put into the gradebook, {fed.unchanged} unchanged; "
        f"nbgrader's pages are in {course.build / 'course' / 'feedback'}"
    )
    if fed.failed:
        for student, reason in fed.failed.items():
            print(printable(f"not done: {student}: {reason}"))
        student, reason = next(iter(fed.failed.items()))
        raise UserError(f"nbgrader failed on {len(fed.failed)} submission(s), first {printable(student)}: {reason}")


def _complain_of(problems: list[str], anonymous: bool = False) -> None:
    """The pages of the others are made; that some reports are missing from them must not go unnoticed."""
    if problems:
        first = "" if anonymous else f": {printable(problems[0])}"
        raise UserError(f"{len(problems)} report(s) could not be read and were left out{first}")
