"""Commands of instructors: release, grade, formgrader, doctor, demo, bench.

nbgrader and nbformat take seconds to import, so a command that needs them imports them itself.
"""

import argparse
from pathlib import Path
from typing import Any

from autograder.batch.run import grade_folder
from autograder.cli.options import add_command, add_slugs, add_workers, positive
from autograder.course.catalogue import find_course
from autograder.errors import UserError
from autograder.report.table import class_table
from autograder.sandbox import bubblewrap, fallback, levels
from autograder.sandbox.process import ISOLATIONS
from autograder.text import printable

LARGEST_TABLE = 2000  # of more students nobody reads a line each


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
        "--cluster",
        metavar="ADDRESS",
        help="grade on the Dask cluster at tcp://HOST:PORT, or on one that is started for the run: local",
    )
    grade.add_argument(
        "--sandbox",
        choices=ISOLATIONS,
        default=bubblewrap.ISOLATION,
        help="landlock: weaker, for root in a container without namespaces; none: no isolation; named on every report",
    )
    add_workers(grade)

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
        "measure our cost against nbgrader's and otter's, and the references' speed against scikit-learn's",
        "autograder bench 01_decision_trees --size 12",
    )
    add_slugs(bench)
    bench.add_argument("--size", type=positive, default=24, metavar="N", help="submissions (default: 24)")
    bench.add_argument("--profile", action="store_true", help="instead: where a right submission's time goes")
    bench.add_argument("--growth", action="store_true", help="instead: classes of 10, 100 and 1,000 submissions")
    bench.add_argument(
        "--hostile", action="store_true", help="instead: a hundred honest submissions, alone and with thirty slow ones"
    )
    bench.add_argument(
        "--pages", action="store_true", help="instead: time and memory of the pages about 300 students on everything"
    )
    bench.add_argument(
        "--notebooks", action="store_true", help="instead: notebooks in parallel against one after another"
    )
    bench.add_argument(
        "--db-url",
        metavar="URL",
        help="with --notebooks: a gradebook to fill, say in PostgreSQL",
    )

    add_command(commands, "doctor", run_doctor, "say whether this machine can grade safely", "autograder doctor")


def run_release(options: argparse.Namespace) -> int:
    from autograder.publish.release import build_release

    course = find_course()
    assignment = course.assignment(options.slug)
    assignment.require_ready()
    folder = build_release(course, assignment)
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
        cluster=options.cluster,
    )
    if 0 < len(outcome.students) <= LARGEST_TABLE:
        print(class_table(outcome.reports()))
    kept = len(outcome.students) - outcome.graded
    print(f"{outcome.graded} graded, {kept} unchanged and kept; reports are in {out}")
    if outcome.gone:
        print(f"not graded, because the folder was gone at its turn: {', '.join(map(printable, outcome.gone))}")
    if options.sandbox == bubblewrap.NO_ISOLATION:
        print("WARNING: graded without a sandbox; every report says so.")
    if options.sandbox == fallback.ISOLATION:
        print("NOTE: graded with the weaker isolation 'landlock'; every report says so.")
    if outcome.failed:
        raise UserError(f"the grader itself failed on {', '.join(map(printable, outcome.failed))}; see above.")
    return 0


def run_formgrader(options: argparse.Namespace) -> int:
    from autograder.publish.formgrader import serve_formgrader

    return serve_formgrader(find_course(), options.port, open_browser=not options.no_browser)


def run_demo_command(options: argparse.Namespace) -> int:
    from autograder.demo.run import run_demo

    return run_demo(find_course())


def run_bench(options: argparse.Namespace) -> int:
    from autograder.bench.compare import compare_with_others
    from autograder.bench.growth import growth
    from autograder.bench.hostile import hostile_cost
    from autograder.bench.notebooks import notebook_speedup
    from autograder.bench.pages import page_cost
    from autograder.bench.profile import profile
    from autograder.bench.references import reference_speed

    course = find_course()
    if options.db_url and not options.notebooks:
        raise UserError("--db-url is for 'bench --notebooks'; nothing else here uses a gradebook.")
    if options.profile:
        print(profile(course, options.slugs or course.slugs()))
        return 0
    if options.notebooks:
        print(notebook_speedup(course, options.size, options.db_url))
        return 0
    if options.growth:
        print(growth(course))
        return 0
    if options.pages:
        print(page_cost(course))
        return 0
    if options.hostile:
        print(hostile_cost(course))
        return 0
    print(compare_with_others(course, options.slugs or course.slugs(), options.size))
    print()
    print(reference_speed(course))
    return 0


def run_doctor(options: argparse.Namespace) -> int:
    found = levels.levels()
    for level in found:
        print(f"{'MISSING' if level.problem else 'ok':8} {level.name:24} {level.purpose}")
        if level.problem:
            print(f"{'':8} {printable(level.problem)}; {level.remedy}.")
    if any(level.problem for level in found if level.is_needed):
        print("Grading refuses to run student code here, unless a weaker isolation is asked for with --sandbox.")
        return 1
    print("bubblewrap works here; submissions are graded in isolation.")
    if any(level.problem for level in found):
        print(f"Notebooks do not run here, unless {levels.WITHOUT_LANDLOCK}=1 allows it by name.")
    return 0
