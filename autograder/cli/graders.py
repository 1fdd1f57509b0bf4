"""Commands of instructors: release, grade, feedback, report, export, formgrader, doctor, demo, bench.

nbgrader and nbformat take seconds to import, so a command that needs them imports them itself.
"""

import argparse
from pathlib import Path
from typing import Any

from autograder.batch.run import grade_folder
from autograder.cli.options import add_command, add_workers, positive
from autograder.course.catalogue import find_course
from autograder.errors import UserError
from autograder.grading.report import GradeReport, read_report
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
        commands,
        "report",
        run_report,
        "show the class: scores and misconceptions",
        "autograder report 01_decision_trees",
    )
    report.add_argument("slug", metavar="SLUG")
    report.add_argument("--grades", type=Path, metavar="DIR", help="the reports (default: build/grades/SLUG)")

    feedback = add_command(
        commands,
        "feedback",
        run_feedback,
        "put graded submissions into nbgrader's gradebook and make its feedback pages",
        "autograder feedback 01_decision_trees handed_in/",
    )
    feedback.add_argument("slug", metavar="SLUG")
    feedback.add_argument("submissions", type=Path, metavar="SUBMISSIONS", help="the folder that was graded")
    feedback.add_argument("--force", action="store_true", help="again for everybody: after a change of a deadline, say")
    feedback.add_argument("--grades", type=Path, metavar="DIR", help="the reports (default: build/grades/SLUG)")
    add_workers(feedback)

    export = add_command(
        commands, "export", run_export, "write nbgrader's gradebook as CSV", "autograder export --out grades.csv"
    )
    export.add_argument("--out", type=Path, metavar="FILE", help="where to (default: build/grades.csv)")

    formgrader = add_command(
        commands, "formgrader", run_formgrader, "open nbgrader's own grading page", "autograder formgrader --port 8899"
    )
    formgrader.add_argument("--port", type=positive, default=8899)
    formgrader.add_argument("--no-browser", action="store_true", help="only print the address")

    add_command(commands, "demo", run_demo_command, "do the whole job on a made-up class", "autograder demo")

    bench = add_command(
        commands,
        "bench",
        run_bench,
        "measure our cost against nbgrader's, and the references' speed against scikit-learn's",
        "autograder bench --size 12",
    )
    bench.add_argument("--size", type=positive, default=8, metavar="N", help="submissions (default: 8)")

    add_command(commands, "doctor", run_doctor, "say whether this machine can grade safely", "autograder doctor")


def run_release(options: argparse.Namespace) -> int:
    from autograder.publish.release import build_release

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


def run_feedback(options: argparse.Namespace) -> int:
    from autograder.publish.feed import feed_gradebook

    course = find_course()
    assignment = course.assignment(options.slug)
    grades = options.grades or course.build / "grades" / assignment.slug
    fed = feed_gradebook(course, assignment, grades, options.submissions, options.workers, options.force)
    print(
        f"{fed.autograded} put into the gradebook, {fed.unchanged} unchanged; "
        f"pages are in {course.build / 'course' / 'feedback'}"
    )
    if fed.failed:
        student, reason = next(iter(fed.failed.items()))
        raise UserError(f"nbgrader failed on {len(fed.failed)} submission(s), first {printable(student)}: {reason}")
    return 0


def run_export(options: argparse.Namespace) -> int:
    from autograder.publish.nbgrader_course import NbgraderCourse

    course = find_course()
    out = (options.out or course.build / "grades.csv").resolve()
    nbgrader = NbgraderCourse.of(course)
    if not nbgrader.modules():
        raise UserError("no assignment is released yet; run 'autograder release SLUG' first.")
    nbgrader.run("export", "--to", str(out))
    print(f"wrote {out}")
    return 0


def run_formgrader(options: argparse.Namespace) -> int:
    from autograder.publish.formgrader import serve_formgrader

    return serve_formgrader(find_course(), options.port, open_browser=not options.no_browser)


def run_demo_command(options: argparse.Namespace) -> int:
    from autograder.demo.run import run_demo

    return run_demo(find_course())


def run_bench(options: argparse.Namespace) -> int:
    from autograder.bench.compare import compare_with_nbgrader
    from autograder.bench.references import reference_speed

    course = find_course()
    print(compare_with_nbgrader(course, options.size))
    print()
    print(reference_speed(course))
    return 0


def run_doctor(options: argparse.Namespace) -> int:
    reason = bubblewrap.refusal()
    if reason is None:
        print("sandbox: bubblewrap works here; submissions are graded in isolation.")
        return 0
    print(f"sandbox: {reason}")
    return 1
