"""Commands of instructors: release, grade, report, doctor."""

import argparse
from pathlib import Path
from typing import Any

from autograder.batch.run import grade_folder
from autograder.cli.options import add_command, add_workers
from autograder.course.catalogue import find_course
from autograder.errors import UserError
from autograder.grading.report import GradeReport, read_report
from autograder.publish.release import build_release
from autograder.report.table import class_summary, class_table, printable
from autograder.sandbox import bubblewrap


def add_commands(commands: Any) -> None:
    release = add_command(
        commands,
        "release",
        run_release,
        "build what students receive, and the nbgrader course",
        "autograder release 01_decision_trees",
    )
    release.add_argument("slug", metavar="SLUG")

    grade = add_command(
        commands,
        "grade",
        run_grade,
        "grade a folder of submissions, one folder per student",
        "autograder grade 01_decision_trees handed_in/ --out build/grades/01_decision_trees",
    )
    grade.add_argument("slug", metavar="SLUG")
    grade.add_argument("submissions", type=Path, metavar="SUBMISSIONS", help="one folder per student, with the module")
    grade.add_argument("--out", type=Path, metavar="DIR", help="where the reports go (default: build/grades/SLUG)")
    grade.add_argument("--only", metavar="STUDENT", help="grade just this student")
    grade.add_argument("--force", action="store_true", help="grade again what has not changed")
    grade.add_argument(
        "--sandbox",
        choices=[bubblewrap.ISOLATION, bubblewrap.NO_ISOLATION],
        default=bubblewrap.ISOLATION,
        help="none: no isolation at all, named on every report",
    )
    add_workers(grade)

    report = add_command(
        commands, "report", run_report, "show the class: scores and misconceptions", "autograder report 01_decision_trees"
    )
    report.add_argument("slug", metavar="SLUG")
    report.add_argument("--grades", type=Path, metavar="DIR", help="the reports (default: build/grades/SLUG)")

    add_command(commands, "doctor", run_doctor, "say whether this machine can grade safely", "autograder doctor")


def run_release(options: argparse.Namespace) -> int:
    course = find_course()
    folder = build_release(course, course.assignment(options.slug))
    print(f"release for students: {folder} and {folder}.zip")
    print(f"nbgrader course:      {course.build / 'course'}")
    return 0


def run_grade(options: argparse.Namespace) -> int:
    course = find_course()
    assignment = course.assignment(options.slug)
    out = options.out or course.build / "grades" / assignment.slug
    outcome = grade_folder(
        course,
        assignment,
        options.submissions,
        out,
        workers=options.workers,
        isolation=options.sandbox,
        only=options.only,
        force=options.force,
    )
    if outcome.reports:
        print(class_table(outcome.reports))
    kept = len(outcome.reports) - outcome.graded
    print(f"{outcome.graded} graded, {kept} unchanged and kept; reports are in {out}")
    if options.sandbox == bubblewrap.NO_ISOLATION:
        print("WARNING: graded without a sandbox; every report says so.")
    if outcome.failed:
        raise UserError(f"the grader itself failed on {', '.join(map(printable, outcome.failed))}; see above.")
    return 0


def run_report(options: argparse.Namespace) -> int:
    course = find_course()
    assignment = course.assignment(options.slug)
    reports = read_reports(options.grades or course.build / "grades" / assignment.slug)
    print(class_table(reports))
    print()
    print(class_summary(reports))
    return 0


def read_reports(folder: Path) -> list[GradeReport]:
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise UserError(f"{folder} holds no grade reports; run 'autograder grade' first.")
    return [read_report(path) for path in paths]


def run_doctor(options: argparse.Namespace) -> int:
    reason = bubblewrap.refusal()
    if reason is None:
        print("sandbox: bubblewrap works here; submissions are graded in isolation.")
        return 0
    print(f"sandbox: {reason}")
    return 1
