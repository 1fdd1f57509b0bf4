"""Commands of those who write assignments: list, syllabus, new, stubs, verify."""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

from tqdm import tqdm

from autograder.batch.run import require_isolation, worker_count
from autograder.checks.suite import read_suite
from autograder.cli.options import add_command, add_slugs, add_workers, positive
from autograder.course.bank import read_mistakes
from autograder.course.catalogue import Course, find_course
from autograder.course.new import create_assignment
from autograder.course.proofs import staleness
from autograder.course.records import DRAFT
from autograder.course.sources import read_query, touches
from autograder.course.stubs import is_current, write_stub
from autograder.course.syllabus import pages
from autograder.files import write_atomically
from autograder.sandbox.bubblewrap import ISOLATION


def add_commands(commands: Any) -> None:
    listing = add_command(
        commands, "list", run_list, "list assignments, exercises and points", "autograder list --json"
    )
    listing.add_argument("--json", action="store_true", help="for programs")
    listing.add_argument("--source", metavar="PLACE", help="only what teaches this place of a book, as in 'CIML 7'")

    made = add_command(
        commands,
        "syllabus",
        run_syllabus,
        "make docs/syllabus.md, docs/sources.md and the table of data sets",
        "autograder syllabus --check",
    )
    made.add_argument("--check", action="store_true", help="change nothing; exit 1 if any page is out of date")

    new = add_command(
        commands, "new", run_new, "scaffold a new assignment that already passes verify", "autograder new 36_my_topic"
    )
    new.add_argument("slug", metavar="SLUG")

    stubs = add_command(
        commands, "stubs", run_stubs, "make the stubs from the references", "autograder stubs 01_decision_trees"
    )
    add_slugs(stubs)
    stubs.add_argument("--check", action="store_true", help="change nothing; exit 1 if any stub is out of date")

    verify = add_command(
        commands,
        "verify",
        run_verify,
        "prove that the suites are right",
        "autograder verify 01_decision_trees --mutants",
    )
    add_slugs(verify)
    verify.add_argument(
        "--full",
        action="store_true",
        help="mutants, peers and three secrets, then write proof.toml; without SLUG for what changed since its proof",
    )
    verify.add_argument("--all", action="store_true", help="with --full: also what has not changed")
    verify.add_argument("--mutants", action="store_true", help="mutate the references and count what the suites kill")
    verify.add_argument(
        "--peers", action="store_true", help="hold the references against scikit-learn and scipy (test_peers.py)"
    )
    verify.add_argument(
        "--quick", action="store_true", help="seconds instead of minutes, while you write: in one process, no sandbox"
    )
    verify.add_argument(
        "--brief", action="store_true", help="what make test does: all in one process, a few in the sandbox"
    )
    verify.add_argument("--no-notebooks", action="store_true", help="do not run the notebooks")
    verify.add_argument(
        "--secrets", type=positive, default=3, metavar="N", help="course secrets that must agree (default: 3)"
    )
    add_workers(verify)


def run_list(options: argparse.Namespace) -> int:
    assignments = find_course().read()
    if options.source:
        query = read_query(options.source)
        assignments = [each for each in assignments if any(touches(source, query) for source in each.sources)]
    if options.json:
        rows = [
            {
                "slug": assignment.slug,
                "title": assignment.title,
                "module": assignment.module,
                "points": assignment.max_score,
                "status": assignment.status,
                "after": list(assignment.after),
                "sources": list(assignment.sources),
                "exercises": [
                    {"name": e.name, "points": e.points, "needs": list(e.needs)} for e in assignment.exercises
                ],
                "questions": [{"name": q.name, "points": q.points} for q in assignment.questions],
            }
            for assignment in assignments
        ]
        print(json.dumps(rows, indent=1))
        return 0
    for assignment in assignments:
        draft = "  (draft)" if assignment.status == DRAFT else ""
        print(f"{assignment.slug}: {assignment.title}{draft}")
        for exercise in assignment.exercises:
            needs = f"  needs {', '.join(exercise.needs)}" if exercise.needs else ""
            print(f"  {exercise.points:5g}  {exercise.name}{needs}")
    return 0


def run_syllabus(options: argparse.Namespace) -> int:
    status = 0
    for path, text in pages(find_course()).items():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        if options.check:
            print(f"{path} is out of date; run 'autograder syllabus'.")
            status = 1
        else:
            path.parent.mkdir(exist_ok=True)
            write_atomically(path, text)
            print(f"wrote {path}")
    return status


def run_new(options: argparse.Namespace) -> int:
    assignment = create_assignment(find_course(), options.slug)
    print(f"wrote {assignment.secret} and {assignment.public}")
    print(f"next: make it yours, then 'autograder stubs {assignment.slug}' and 'autograder verify {assignment.slug}'")
    return 0


def run_stubs(options: argparse.Namespace) -> int:
    status = 0
    for assignment in find_course().read(options.slugs):
        if options.check:
            if not is_current(assignment):
                print(f"{assignment.stub} is out of date; run 'autograder stubs {assignment.slug}'.")
                status = 1
        elif write_stub(assignment):
            print(f"wrote {assignment.stub}")
    return status


def run_verify(options: argparse.Namespace) -> int:
    # brings nbgrader with it, which takes seconds to import
    from autograder.verify.verify import BRIEF, FULL, Extent, verify_assignment

    course = find_course()
    if options.quick:
        return _verify_quickly(course, options)
    require_isolation(ISOLATION)
    assignments = course.read(options.slugs)
    if options.full and not options.slugs and not options.all:
        assignments = [assignment for assignment in assignments if staleness(assignment, course.datasets)]
        if not assignments:
            print("every assignment is as it was when it was proved; --all (make verify ALL=1) proves them again")
    if options.full and len(assignments) > 1:
        return _verify_side_by_side([assignment.slug for assignment in assignments], worker_count(options.workers))
    extent = Extent(options.secrets, options.mutants, options.peers, not options.no_notebooks)
    if options.full or options.brief:
        extent = FULL if options.full else BRIEF
    clean = True
    for assignment in assignments:
        result = verify_assignment(course, assignment, extent, options.workers)
        print(result.text, flush=True)
        clean &= not result.problems
    return 0 if clean else 1


def _verify_side_by_side(slugs: list[str], at_a_time: int) -> int:
    """Full proofs, a process for each, so many at a time; each is shown when it is done."""

    def prove(slug: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "autograder", "verify", slug, "--full", "--workers", "1"]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    status = 0
    with ThreadPoolExecutor(at_a_time) as pool:
        proofs = [pool.submit(prove, slug) for slug in slugs]
        for proof in tqdm(as_completed(proofs), "proofs", total=len(proofs), disable=None):
            code, text = proof.result()
            tqdm.write(text.rstrip())
            status = max(status, code)
    return status


def _verify_quickly(course: Course, options: argparse.Namespace) -> int:
    from autograder.verify.quick import quick_problems
    from autograder.verify.told_apart import told_apart

    found = 0
    for assignment in course.read(options.slugs):
        suite = read_suite(assignment, course.datasets)
        problems = quick_problems(suite, options.secrets)
        print(
            f"{assignment.slug}: {len(problems)} problem(s), looked at quickly; 'verify' without --quick is the proof"
        )
        print("".join(f"  problem: {problem}\n" for problem in problems), end="")
        mistakes, apart = read_mistakes(assignment), told_apart(suite)
        print(f"  public checks alone tell {len(apart)} of {len(mistakes)} mistakes apart, all but these:")
        print(
            "".join(f"    {mistake.exercise}:{mistake.name}\n" for mistake in mistakes if mistake not in apart), end=""
        )
        found += len(problems)
    return 1 if found else 0
