"""Commands for what an instructor decides: override, extend, drop, decisions.

A decision is written to decisions/SLUG.json first and then into the reports on disk, each of them whole or not at all.
A run that is killed in between is put right by the same command, or by the next `autograder grade`.
"""

import argparse
import getpass
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tqdm import tqdm

from autograder.batch.store import keep_as_decided, only_writer
from autograder.checks.suite import read_suite
from autograder.cli.options import add_command, moment, unknown
from autograder.course.catalogue import Course, find_course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.grading.decisions import (
    apply_decisions,
    in_words,
    only_decider,
    read_decisions,
    subject,
    write_decisions,
)
from autograder.grading.report import DROP, EXTENSION, OVERRIDE, Decision, GradeReport, read_report
from autograder.text import printable


@dataclass(frozen=True)
class Case:
    """What there is to decide on: the command's options, what was decided before, and the class's reports."""

    course: Course
    assignment: Assignment
    options: argparse.Namespace
    decisions: list[Decision]
    reports: dict[str, GradeReport]


def add_commands(commands: Any) -> None:
    override = add_command(
        commands,
        "override",
        _deciding(override_score),
        "set a student's score, of everything or of one exercise, whatever the checks say",
        'autograder override 01_decision_trees ada 12 --exercise entropy --reason "shown in the oral"',
    )
    override.add_argument("slug", metavar="SLUG")
    override.add_argument("student", metavar="STUDENT")
    override.add_argument("score", metavar="SCORE", nargs="?", type=float, help="points; not needed with --undo")
    override.add_argument("--exercise", metavar="NAME", default="", help="of this exercise (default: the total)")

    extend = add_command(
        commands,
        "extend",
        _deciding(extend_deadline),
        "let one student hand in later",
        'autograder extend 01_decision_trees ada 2026-11-27T23:59 --reason "ill, with a certificate"',
    )
    extend.add_argument("slug", metavar="SLUG")
    extend.add_argument("student", metavar="STUDENT")
    extend.add_argument(
        "until", metavar="UNTIL", nargs="?", type=moment, help="as 2026-11-27T23:59+02:00; without offset: local time"
    )
    extend.add_argument("--new", action="store_true", help="a student of whom the course has no report yet")

    drop = add_command(
        commands,
        "drop",
        _deciding(drop_check),
        "drop a faulty check for the whole class, and recompute all scores without running anything",
        'autograder drop 01_decision_trees test_entropy_of_zeros --reason "the handout says otherwise"',
    )
    drop.add_argument("slug", metavar="SLUG")
    drop.add_argument("check", metavar="CHECK", help="its name; public:NAME or hidden:NAME if both have it")

    for parser in (override, extend, drop):
        parser.add_argument("--reason", metavar="TEXT", help="why; students read it in their feedback")
        parser.add_argument("--by", metavar="NAME", help="who decided (default: who is logged in)")
        parser.add_argument("--undo", action="store_true", help="take this decision back")
        parser.add_argument("--grades", type=Path, metavar="DIR", help="the reports (default: build/grades/SLUG)")

    decisions = add_command(
        commands, "decisions", run_decisions, "list what was decided", "autograder decisions 01_decision_trees"
    )
    decisions.add_argument("slug", metavar="SLUG")


def override_score(case: Case) -> Decision:
    options, assignment = case.options, case.assignment
    if not options.undo:
        if options.student not in case.reports:
            raise unknown("student", options.student, case.reports, f"graded ones of {assignment.slug}")
        limit = assignment.exercise(options.exercise).points if options.exercise else assignment.max_score
        if options.score is None or not 0 <= options.score <= limit:
            given = "missing" if options.score is None else f"{options.score:g}"
            raise UserError(f"the score is {given}, expected a number from 0 to {limit:g}.")
    return _decision(options, OVERRIDE, student=options.student, exercise=options.exercise, score=options.score)


def extend_deadline(case: Case) -> Decision:
    options = case.options
    if not options.undo:
        if options.until is None:
            raise UserError("the time is missing: until when may the student hand in?")
        if not options.student.strip():
            raise UserError("the student is missing: who may hand in later?")
        known = {path.stem for path in case.course.build.glob("grades/*/*.json")} | set(case.reports)
        if known and options.student not in known and not options.new:
            raise unknown("student", options.student, known, "known ones (a new one needs --new)")
    until = options.until.isoformat(timespec="seconds") if options.until else ""
    return _decision(options, EXTENSION, student=options.student, until=until)


def drop_check(case: Case) -> Decision:
    options, assignment = case.options, case.assignment
    if options.undo:
        known = [decision.check for decision in case.decisions if decision.kind == DROP]
    else:
        checks = read_suite(assignment, case.course.datasets).checks
        known = [f"{check.visibility}:{check.name}" for check in checks]
    meant = [name for name in known if options.check in (name, name.partition(":")[2])]
    if not meant:
        where = "dropped ones" if options.undo else f"checks of {assignment.slug}"
        raise unknown("check", options.check, known, where)
    if len(meant) > 1:
        raise UserError(f"{options.check} is the name of {len(meant)} checks; say which: {' or '.join(meant)}.")
    return _decision(options, DROP, check=meant[0])


def run_decisions(options: argparse.Namespace) -> int:
    course = find_course()
    decisions = read_decisions(course, course.assignment(options.slug).slug)
    for decision in decisions:
        print(printable(f"{in_words(decision)}: {decision.reason} ({decision.by}, {decision.at})"))
    if not decisions:
        print(f"nothing was decided on {options.slug}.")
    return 0


def _deciding(decide: Callable[[Case], Decision]) -> Callable[[argparse.Namespace], int]:
    """The command that writes down what `decide` says (or takes it out) and brings the reports on disk in line."""

    def run(options: argparse.Namespace) -> int:
        course = find_course()
        assignment = course.assignment(options.slug)
        folder = options.grades or course.build / "grades" / assignment.slug
        with only_writer(folder), only_decider(course, assignment.slug):
            reports = {path.stem: read_report(path) for path in sorted(folder.glob("*.json"))}
            before = read_decisions(course, assignment.slug)
            decision = decide(Case(course, assignment, options, before, reports))
            after = {subject(other): other for other in before}
            if not options.undo:
                after[subject(decision)] = decision
            elif after.pop(subject(decision), None) is None:
                raise UserError(f"there is no such decision; 'autograder decisions {assignment.slug}' lists them.")
            write_decisions(course, assignment.slug, after.values())
            decided = {student: apply_decisions(report, after.values()) for student, report in reports.items()}
            changed = [student for student in reports if decided[student] != reports[student]]
            for student in tqdm(changed, desc=f"{assignment.slug} reports", unit="report", disable=None):
                keep_as_decided(course, reports[student], folder)
        print("undone." if options.undo else printable(f"decided: {in_words(decision)}."))
        print(_effect(reports, decided))
        return 0

    return run


def _effect(before: dict[str, GradeReport], after: dict[str, GradeReport]) -> str:
    if not before:
        return "nothing is graded yet; the decision counts from then on."
    changed = sum(after[student].score != before[student].score for student in before)
    old, new = (sum(report.score for report in reports.values()) / len(reports) for reports in (before, after))
    return f"{changed} of {len(before)} scores changed; their mean was {old:.2f} and is {new:.2f}."


def _decision(options: argparse.Namespace, kind: str, **content: Any) -> Decision:
    reason = (options.reason or "").strip()
    if not reason and not options.undo:
        raise UserError('a decision needs a reason: --reason "...".')
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return Decision(kind=kind, reason=reason, by=options.by or _user(), at=at, **content)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container's user may have no name
        return "unknown"
