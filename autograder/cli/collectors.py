"""Commands between the course and an LMS: collect takes submissions in, export gives scores back."""

import argparse
from pathlib import Path
from typing import Any

from autograder.cli.options import add_command, moment
from autograder.collect.collect import LAYOUTS, Outcome, collect
from autograder.collect.identity import read_roster
from autograder.collect.store import KEPT_OLD, REPLACED, REPLACED_OLD
from autograder.course.catalogue import find_course
from autograder.errors import UserError
from autograder.grading.decisions import extensions, read_decisions
from autograder.report.reading import grades_folder, read_class
from autograder.text import printable

_ROSTER_HELP = "CSV with a column 'student' and others with the LMS's names or ids of that student"


def add_commands(commands: Any) -> None:
    collecting = add_command(
        commands,
        "collect",
        run_collect,
        "turn what Canvas, Moodle, Gradescope, an nbgrader exchange or folders hold into one folder per student",
        "autograder collect 01_decision_trees submissions.zip --deadline 2026-11-20T23:59",
    )
    collecting.add_argument("slug", metavar="SLUG")
    collecting.add_argument("source", type=Path, metavar="FROM", help="the zip, or a folder")
    collecting.add_argument("--out", type=Path, metavar="DIR", help="where to (default: build/submissions/SLUG)")
    collecting.add_argument(
        "--deadline",
        type=moment,
        metavar="TIME",
        help="the last attempt until then counts; 2026-11-20T23:59+01:00, this machine's zone if none is given",
    )
    collecting.add_argument("--roster", type=Path, metavar="CSV", help=_ROSTER_HELP)
    collecting.add_argument("--layout", choices=list(LAYOUTS), help="whose download it is (default: seen from names)")
    collecting.add_argument(
        "--update", action="store_true", help=f"take newer files; what was there is moved to DIR/{REPLACED}"
    )

    exporting = add_command(
        commands,
        "export",
        run_export,
        "write scores as CSV: by exercise, into a gradebook of Canvas or Moodle, and nbgrader's own",
        'autograder export 01_decision_trees --canvas grades.csv --column "Decision trees"',
    )
    exporting.add_argument("slug", metavar="SLUG", nargs="?", help="without it, just nbgrader's whole gradebook")
    exporting.add_argument("--canvas", type=Path, metavar="CSV", help="the gradebook as Canvas exported it")
    exporting.add_argument("--moodle", type=Path, metavar="CSV", help="the grading worksheet or gradebook of Moodle")
    exporting.add_argument("--column", metavar="NAME", help="the column to fill (default: the assignment's title)")
    exporting.add_argument("--scale", action="store_true", help="count in the gradebook's points if they differ")
    exporting.add_argument("--roster", type=Path, metavar="CSV", help=_ROSTER_HELP)
    exporting.add_argument(
        "--manual",
        action=argparse.BooleanOptionalAction,
        help="with points for written questions from nbgrader's gradebook (default: if there is one)",
    )
    exporting.add_argument("--grades", type=Path, metavar="DIR", help="the reports (default: build/grades/SLUG)")
    exporting.add_argument(
        "--out", type=Path, metavar="PATH", help="a folder (default: build/export/SLUG); without SLUG a file"
    )


def run_collect(options: argparse.Namespace) -> int:
    course = find_course()
    assignment = course.assignment(options.slug)
    out = options.out or course.build / "submissions" / assignment.slug
    outcome = collect(
        assignment,
        options.source,
        out,
        layout=options.layout,
        deadline=options.deadline,
        extensions=extensions(read_decisions(course, assignment.slug)),
        roster=read_roster(options.roster) if options.roster else None,
        update=options.update,
    )
    counts = ", ".join(f"{len(students)} {became}" for became, students in outcome.students.items())
    print(f"{outcome.layout}: {counts}, {len(outcome.unmatched)} not matched; submissions are in {out}")
    if options.deadline:
        print(f"deadline: {options.deadline.isoformat(timespec='minutes')}")
    for line in _remarks(outcome):
        print(printable(line))
    return 1 if outcome.unmatched or outcome.students[KEPT_OLD] else 0


def _remarks(outcome: Outcome) -> list[str]:
    lines = []
    lists = {
        "late": outcome.late,
        "late or not is unknown, because the download has no times": outcome.timeless,
        "replaced; the old files are kept": outcome.students[REPLACED_OLD],
        "differs from what was collected before, which was kept (--update takes the new one)": outcome.students[
            KEPT_OLD
        ],
        "the files belong to another user of the system, who may have handed them in": outcome.foreign,
        "files changed after the time in the name of their folder, which students can choose (so do all files when an "
        "exchange is copied)": outcome.changed,
        "in the roster, but handed in nothing": outcome.absent,
    }
    for title, students in lists.items():
        if students:
            lines.append(f"{title}: {', '.join(students)}")
    lines += outcome.notes
    if outcome.unmatched:
        lines += ["not matched:", *(f"  {name}: {reason}" for name, reason in sorted(outcome.unmatched.items()))]
    return lines


def run_export(options: argparse.Namespace) -> int:
    # these bring nbgrader with them, which takes seconds to import
    from autograder.publish.export import Wanted, export_assignment, export_nbgrader

    course = find_course()
    if options.slug is None:
        if options.canvas or options.moodle:
            raise UserError("a gradebook is filled for one assignment; name its SLUG.")
        out = (options.out or course.build / "grades.csv").resolve()
        export_nbgrader(course, out)
        print(f"wrote {out}")
        return 0
    wanted = Wanted(
        canvas=options.canvas,
        moodle=options.moodle,
        column=options.column,
        scale=options.scale,
        roster=read_roster(options.roster) if options.roster else None,
        manual=options.manual,
    )
    assignment = course.assignment(options.slug)
    found = read_class(options.grades or grades_folder(course, assignment.slug))
    out = options.out or course.build / "export" / assignment.slug
    exported = export_assignment(course, assignment, found.reports, out, wanted)
    for path in exported.files:
        print(f"wrote {path}")
    for line in exported.remarks:
        print(printable(line))
    if found.problems:
        raise UserError(f"{len(found.problems)} report(s) could not be read and were left out: {found.problems[0]}")
    return 0 if exported.complete else 1
