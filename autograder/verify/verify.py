"""`autograder verify`: all proofs of one assignment, and how they read in a terminal."""

import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.checks.suite import Suite, with_suite
from autograder.course.bank import read_alternatives, read_mistakes
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.course.stubs import make_stub
from autograder.course.toml_reader import TomlReader
from autograder.errors import UserError
from autograder.publish.notebook import source_notebook
from autograder.publish.release import build_release
from autograder.verify.constants import ANSWERS, ConstantScores, constant_scores
from autograder.verify.mutants import MutationScore, mutation_score, read_survivors
from autograder.verify.notebooks import notebook_problems
from autograder.verify.peers import peer_problems
from autograder.verify.proof import prove
from autograder.verify.statics import static_problems


@dataclass(frozen=True)
class Verification:
    """The problems found in one assignment, and the text to show."""

    problems: list[str]
    text: str


def verify_assignment(
    course: Course,
    assignment: Assignment,
    mutants: bool,
    peers: bool,
    notebooks: bool,
    secrets: int,
    workers: int | None,
    focused: bool = False,
) -> Verification:
    started = time.monotonic()
    read_all(course, assignment)

    def run_suite(suite: Suite) -> tuple[list[str], ConstantScores, MutationScore | None]:
        problems = prove(suite, workers, secrets, focused)
        constants = constant_scores(suite, workers)
        score = mutation_score(suite, workers) if mutants else None
        # last, because scikit-learn starts threads, and a process with threads should not be forked
        return problems + constants.problems + (peer_problems(suite, secrets) if peers else []), constants, score

    problems, constants, score = with_suite(assignment, course.datasets, run_suite, peers)
    # a release of our own: several proofs may run at once, and the instructor's build stays as it is
    with tempfile.TemporaryDirectory() as scratch:
        released = None
        try:
            released = build_release(replace(course, build_elsewhere=Path(scratch)), assignment)
        except UserError as error:
            problems.append(f"there is no release: {error}")
        problems += static_problems(assignment, released)
        if notebooks and released is not None:
            problems += notebook_problems(assignment, released)
    lines = [f"  no answer: {line}" for line in constants.lines]
    if score is not None:
        problems += score.problems
        lines += _mutation_lines(score)
    lines += [f"  problem: {problem}" for problem in problems]
    verdict = f"{len(problems)} problem(s)" if problems else "proved"
    head = (
        f"{assignment.slug}: {verdict} in {time.monotonic() - started:.0f} s "
        f"(reference, stub, {len(ANSWERS)} constants, {len(read_alternatives(assignment))} alternatives, "
        f"{len(read_mistakes(assignment))} mistakes, {secrets} secrets)"
    )
    return Verification(problems, "\n".join([head, *lines]))


def read_all(course: Course, assignment: Assignment) -> None:
    """A fault in any of the author's files is said at once, and not after minutes of proof."""
    make_stub(assignment)
    read_mistakes(assignment)
    read_alternatives(assignment)
    read_survivors(assignment)
    source_notebook(assignment)
    for name in assignment.datasets:
        if not (course.datasets / f"{name}.csv").is_file():
            raise TomlReader.open(assignment.toml).error(
                "datasets", f"datasets names {name!r}, but {course.datasets / name}.csv does not exist."
            )


def _mutation_lines(score: MutationScore) -> list[str]:
    lines = [
        f"  {name:32} {score.killed[name]:4}/{total} mutants killed" for name, total in score.total.items() if total
    ]
    killed, total = sum(score.killed.values()), sum(score.total.values())
    lines.append(f"  {'all':32} {killed:4}/{total} mutants killed ({killed / max(1, total):.1%})")
    return lines + [f"  survivor: {mutant.name} (line {mutant.line})" for mutant in score.survivors]
