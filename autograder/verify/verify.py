"""`autograder verify`: all proofs of one assignment, and how they read in a terminal."""

import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.checks.suite import PUBLIC, Suite, read_suite
from autograder.course.bank import read_alternatives, read_mistakes
from autograder.course.catalogue import Course
from autograder.course.proofs import Proof, proof_fingerprint, write_proof
from autograder.course.records import Assignment
from autograder.course.stubs import make_stub
from autograder.course.toml_reader import TomlReader
from autograder.errors import UserError
from autograder.publish.notebook import source_notebook
from autograder.publish.release import build_release
from autograder.verify.constants import ANSWERS, constant_scores
from autograder.verify.mutants import MutationScore, mutation_score, read_survivors
from autograder.verify.notebooks import notebook_problems
from autograder.verify.peers import peer_problems
from autograder.verify.proof import prove
from autograder.verify.quick import quick_problems
from autograder.verify.statics import order_problems, static_problems
from autograder.verify.told_apart import told_apart
from autograder.verify.trusted_run import lending_problems


@dataclass(frozen=True)
class Verification:
    """The problems found in one assignment, and the text to show."""

    problems: list[str]
    text: str


@dataclass(frozen=True)
class Extent:
    """How much of a proof is asked for. A `brief` one takes seconds: see `prove` and `quick_problems`."""

    secrets: int = 3
    mutants: bool = False
    peers: bool = False
    notebooks: bool = True
    brief: bool = False

    @property
    def is_full(self) -> bool:
        return self.secrets >= FULL.secrets and self.mutants and self.peers and self.notebooks and not self.brief


COST_SECONDS = 0.5
FULL = Extent(mutants=True, peers=True)
BRIEF = Extent(secrets=1, brief=True)


def verify_assignment(course: Course, assignment: Assignment, extent: Extent, workers: int | None) -> Verification:
    started = time.monotonic()
    read_all(course, assignment)
    fingerprint = proof_fingerprint(assignment, course.datasets)
    suite = read_suite(assignment, course.datasets, extent.peers)
    problems = prove(suite, workers, extent.secrets, extent.brief)
    if extent.brief:
        problems += quick_problems(suite, extent.secrets, focused=True)
    constants = constant_scores(suite, workers)
    problems += constants.problems + lending_problems(suite)
    lines = [f"  no answer: {line}" for line in constants.lines]
    score = mutation_score(suite, workers) if extent.mutants else None
    if score is not None:
        problems += score.problems
        lines += _mutation_lines(score)
    problems += order_problems(course, assignment) + _release_problems(course, assignment, extent)
    if extent.peers:  # last, because scikit-learn starts threads, and a process with threads should not be forked
        problems += peer_problems(suite, extent.secrets)
    if extent.is_full and score is not None and not problems:
        proof = _figures(suite, score, fingerprint)
        write_proof(assignment, proof)
        lines.append(f"  public checks alone tell {proof.told_apart} of {proof.mistakes} mistakes apart")
        lines.append(f"  wrote {assignment.proof}")
    lines += [f"  problem: {problem}" for problem in problems]
    verdict = f"{len(problems)} problem(s)" if problems else "proved"
    head = (
        f"{assignment.slug}: {verdict}{' briefly' * extent.brief} in {time.monotonic() - started:.0f} s "
        f"(reference, stub, {len(ANSWERS)} constants, {len(read_alternatives(assignment))} alternatives, "
        f"{len(read_mistakes(assignment))} mistakes, {extent.secrets} secrets)"
    )
    return Verification(problems, "\n".join([head, *lines]))


def _release_problems(course: Course, assignment: Assignment, extent: Extent) -> list[str]:
    """What is wrong with what students would get: a secret in it, or a notebook that does not run."""
    # a release of our own: several proofs may run at once, and the instructor's build stays as it is
    with tempfile.TemporaryDirectory() as scratch:
        try:
            released = build_release(replace(course, build_elsewhere=Path(scratch)), assignment)
        except UserError as error:
            return [f"there is no release: {error}", *static_problems(assignment, None)]
        problems = static_problems(assignment, released)
        if extent.notebooks:
            problems += notebook_problems(assignment, released, with_stub=not extent.brief)
        return problems


def _figures(suite: Suite, score: MutationScore, fingerprint: str) -> Proof:
    """The figures of a full proof that has passed, and so has named every mistake."""
    assignment = suite.assignment
    public = sum(check.visibility == PUBLIC for check in suite.checks)
    mistakes = len(read_mistakes(assignment))
    return Proof(
        fingerprint=fingerprint,
        public_checks=public,
        hidden_checks=len(suite.checks) - public,
        mistakes=mistakes,
        named=mistakes,
        told_apart=len(told_apart(suite)),
        alternatives=len(read_alternatives(assignment)),
        mutants=sum(score.total.values()),
        killed=sum(score.killed.values()),
        suite_cpu_seconds=round(_cpu_seconds(suite), 4),
    )


def _cpu_seconds(suite: Suite) -> float:
    """What all checks together cost on the reference in this process. The first run pays for caches and does not count;
    the clock of some machines goes in steps of ten milliseconds, so that one run more would not be enough."""
    suite.rehearse("cost")
    started, runs, used = time.process_time(), 0, 0.0
    while used < COST_SECONDS:
        suite.rehearse("cost")
        runs, used = runs + 1, time.process_time() - started
    return used / runs


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
