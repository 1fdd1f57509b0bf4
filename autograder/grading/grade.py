"""One submission in, one GradeReport out."""

import re
import time
from collections.abc import Callable, Collection
from dataclasses import replace

from autograder.bridge.errors import StudentError, StudentGone
from autograder.checks.suite import PUBLIC, Check, Suite
from autograder.course.records import Exercise
from autograder.grading.bounds import bounded_memory
from autograder.grading.diagnosis import Finding, Replayer, diagnose, examine
from autograder.grading.report import (
    FAILED,
    MEMORY,
    PASSED,
    TIMEOUT,
    CheckResult,
    ExerciseResult,
    GradeReport,
    points_for,
)
from autograder.grading.session import StudentSession, Trial
from autograder.grading.submission import Submission
from autograder.grading.unearned import answers_empty, changes_its_input, only_raises
from autograder.sandbox.process import Sandbox

# A submission whose every call hangs would cost its time limit for every check; after this many checks of an exercise
# have run out of time the rest of that exercise is not tried. Nor is it after its checks have taken so many times the
# limit of one: no right answer that we know of takes a tenth of that, and a thousand may be waiting.
TIMEOUTS_PER_EXERCISE = 2
LIMITS_PER_EXERCISE = 3
# After this many checks of an exercise failed only for the needs, its other checks are tried with right needs first.
ENOUGH_RESCUES = 2
# How cautious to be with a submission: after it has brought the judge down, the answers of its code go nowhere but to
# the checks (neither to oracles nor to diagnosis), and after it has done so again it is not run any more.
CHECKS_ALONE, NOT_AT_ALL = 1, 2
HOPELESS = (
    "the answers of this code could not be judged: to look at them took more time or memory than there is. "
    "Please ask your instructor."
)
ONLY_RAISED = "to raise an error here is right, but it counts only together with a right answer in this exercise"


class Grader:
    """Grades submissions of one assignment; what they have in common is read and loaded once."""

    def __init__(self, suite: Suite, secret: str, fingerprint: str, names_mistakes: bool = True):
        self.suite, self.secret, self.fingerprint = suite, secret, fingerprint
        self.replayer = Replayer(suite.assignment, names_mistakes)
        self.checks_alone = False

    def grade(
        self, submission: Submission, sandbox: Sandbox, only: Collection[str] = (), caution: int = 0
    ) -> GradeReport:
        """Judge the whole submission, or only some of its exercises (proofs do that)."""
        started, used_before = time.monotonic(), sandbox.cpu_seconds()
        self.checks_alone = caution >= CHECKS_ALONE
        if caution >= NOT_AT_ALL:
            submission = replace(submission, problem=submission.problem or HOPELESS)
        wanted = tuple(e for e in self.suite.assignment.exercises if not only or e.name in only)
        if submission.problem:
            exercises = [self._ungraded(exercise, submission.problem) for exercise in wanted]
            notice = submission.problem
        else:
            with bounded_memory():
                exercises, notice = self._judge(submission, sandbox, wanted)
        return GradeReport(
            assignment=self.suite.assignment.slug,
            student=submission.student,
            score=round(sum(exercise.score for exercise in exercises), 2),
            max_score=sum(exercise.max_score for exercise in exercises),
            sandbox=sandbox.isolation,
            submission_sha256=submission.sha256,
            suite_sha256=self.fingerprint,
            seconds=round(time.monotonic() - started, 3),
            exercises=exercises,
            student_cpu_seconds=round(sandbox.cpu_seconds() - used_before, 3),
            notice=notice,
        )

    def _judge(
        self, submission: Submission, sandbox: Sandbox, exercises: tuple[Exercise, ...]
    ) -> tuple[list[ExerciseResult], str]:
        session = StudentSession(self.suite, sandbox, submission, self.secret)
        wrong: set[str] = set()
        hanging: set[str] = set()
        results = []
        try:
            for exercise in _needs_first(exercises):
                results.append(self._judge_exercise(session, exercise, wrong, hanging))
        finally:
            session.close()
        order = [exercise.name for exercise in exercises]
        results.sort(key=lambda result: order.index(result.name))
        problem = session.load_problem
        return results, self._say_what_was_raised(problem, "") if problem is not None else ""

    def _judge_exercise(
        self, session: StudentSession, exercise: Exercise, wrong: set[str], hanging: set[str]
    ) -> ExerciseResult:
        needs = self.suite.assignment.all_needs(exercise.name)
        lent = set() if self.checks_alone else needs & wrong
        oracles = {name: getattr(self.suite.reference, name) for name in sorted(lent)}
        rescues = ENOUGH_RESCUES if needs & hanging else 0
        result = ExerciseResult(exercise.name, 0.0, exercise.points)
        findings: list[Finding] = []
        timeouts, why_no_more = 0, ""
        started, enough = session.seconds, LIMITS_PER_EXERCISE * session.limits.seconds
        all_right_alone = True
        others = {other.name for other in self.suite.assignment.exercises} - {exercise.name}
        has_answered = False
        for check in self.suite.of(exercise.name):
            if why_no_more:
                result.checks.append(_not_tried(check, why_no_more))
                all_right_alone = False
                continue
            trial, with_oracle = self._try(session, check, oracles, oracle_first=rescues >= ENOUGH_RESCUES)
            rescues += trial.passed and with_oracle
            all_right_alone &= trial.passed and not with_oracle
            if session.load_problem is None:
                timeouts += trial.timed_out
                why_no_more = _why_no_more(timeouts, session.seconds - started, enough)
            result.follow_through |= trial.passed and with_oracle
            finding = Finding()
            if not trial.passed and not self.checks_alone:
                finding = examine(trial, self.replayer)
                findings.append(finding)
            result.checks.append(self._check_result(trial, finding, sorted(oracles) if with_oracle else []))
            has_answered = has_answered or (trial.passed and not only_raises(trial.transcript, others))
        if not has_answered:
            _take_passes_back(result)
        if not (all_right_alone and has_answered):
            wrong.add(exercise.name)
        if timeouts or why_no_more:
            hanging.add(exercise.name)
        result.diagnosis = diagnose(findings, self.replayer)
        result.score = points_for(exercise.points, result.checks)
        return result

    def _try(
        self,
        session: StudentSession,
        check: Check,
        oracles: dict[str, Callable[..., object]],
        oracle_first: bool,
    ) -> tuple[Trial, bool]:
        """Run a check as it is and, where that fails and something it needs is wrong, with right needs in place.
        Where the needs are known to hang, or to be in the way, the order is turned round: a search whose step is wrong
        may well go on to its limit, again and again."""
        runs = [({}, False), (oracles, True)] if oracles and session.load_problem is None else [({}, False)]
        if oracle_first:
            runs.reverse()
        trials = []
        for replacements, with_oracle in runs:
            trial = session.try_check(check, replacements)
            trials.append((self._confirm(session, trial, replacements), with_oracle))
            if trials[-1][0].passed:
                return trials[-1]
        # with right needs in place, what still fails is this exercise's own fault: that trial tells more
        return max(trials, key=lambda trial: trial[1])

    def _confirm(self, session: StudentSession, trial: Trial, replacements: dict[str, Callable[..., object]]) -> Trial:
        """A pass must have been earned by the answers: see unearned.py."""
        if not trial.passed or not (trial.changed_input or trial.answered_empty):
            return trial
        if self.checks_alone:
            return replace(trial, raised=AssertionError("whether this pass was earned could not be found out"))
        right = self.replayer.reference(trial)
        if answers_empty(trial.transcript, right):
            return replace(trial, raised=AssertionError("the answer is empty where it should not be"))
        answered = [(call, reply) for call, reply in zip(trial.transcript, right, strict=False) if call.reply]
        if trial.changed_input and not any(changes_its_input(call, reply) for call, reply in answered):
            again = session.try_check(trial.check, replacements, keep_input=True)
            return trial if again.passed else again
        return trial

    def _check_result(self, trial: Trial, finding: Finding, replaced: list[str]) -> CheckResult:
        check = trial.check
        result = CheckResult(check.name, check.title, check.visibility, PASSED, "", trial.printed, check.weight)
        if trial.raised is None:
            if replaced:
                names = ", ".join(replaced)
                result.message = f"passes with a right {names} in place of yours, so the points are given"
            return result
        result.outcome = _outcome(trial.raised)
        result.message = self._say_what_was_raised(trial.raised, finding.sentence, check)
        return result

    def _say_what_was_raised(self, raised: BaseException, sentence: str, check: Check | None = None) -> str:
        """What the student's code did, in words. Values are shown for public checks only."""
        file = f"{self.suite.assignment.module}.py"
        if isinstance(raised, StudentGone):
            return raised.sentence
        if isinstance(raised, StudentError):
            return _without_addresses(_say_error(raised, file))
        if check is not None and check.visibility == PUBLIC:
            return _without_addresses(_assertion(raised)) or sentence
        return sentence or "the answer does not do what the title says"

    def _ungraded(self, exercise: Exercise, problem: str) -> ExerciseResult:
        checks = [
            CheckResult(check.name, check.title, check.visibility, FAILED, problem, weight=check.weight)
            for check in self.suite.of(exercise.name)
        ]
        return ExerciseResult(exercise.name, 0.0, exercise.points, checks=checks)


def _needs_first(exercises: tuple[Exercise, ...]) -> list[Exercise]:
    """The exercises in an order in which each comes after those it needs."""
    placed: list[Exercise] = []
    waiting = list(exercises)
    while waiting:
        names = {exercise.name for exercise in waiting}
        ready = next(exercise for exercise in waiting if not set(exercise.needs) & names)
        placed.append(ready)
        waiting.remove(ready)
    return placed


def _why_no_more(timeouts: int, seconds: float, enough: float) -> str:
    """Why the other checks of an exercise are not tried; "" if they are."""
    if timeouts >= TIMEOUTS_PER_EXERCISE:
        return f"{timeouts} checks of this exercise had already run out of time"
    if seconds >= enough:
        return f"the checks of this exercise had already taken {enough:g} seconds together"
    return ""


def _take_passes_back(result: ExerciseResult) -> None:
    """In every check that passed the exercise only raised, and nothing else is right."""
    for check in result.checks:
        if check.outcome == PASSED:
            check.outcome, check.message = FAILED, ONLY_RAISED
    result.follow_through = False


def _not_tried(check: Check, why: str) -> CheckResult:
    return CheckResult(check.name, check.title, check.visibility, TIMEOUT, f"not tried: {why}", weight=check.weight)


def _outcome(raised: BaseException) -> str:
    if isinstance(raised, StudentGone):
        return raised.outcome
    return MEMORY if isinstance(raised, MemoryError) else FAILED


def _without_addresses(text: str) -> str:
    """Where an object lay in memory tells nobody anything, and would make two runs' reports differ."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def _say_error(error: StudentError, file: str) -> str:
    """One sentence about an exception in the student's code, with the line of their file."""
    where = f" in line {error.line} of {file}" if error.line else ""
    source = f": {error.source}" if error.source else ""
    if isinstance(error, NotImplementedError):
        return f"not started yet (NotImplementedError{where})"
    if isinstance(error, SyntaxError):
        return f"{file} is not valid Python: {error.text}{where}{source}"
    if error.text.endswith(f"is not defined in {file}"):
        return error.text
    if isinstance(error, ModuleNotFoundError):
        return f"{error.text}{where}: only numpy and the standard library may be imported{source}"
    if error.kind == "SystemExit":
        return f"your code called exit(){where}{source}"
    return f"{error.kind}{': ' + error.text if error.text else ''}{where}{source}"


def _assertion(raised: BaseException) -> str:
    """pytest's own explanation of a public check's assertion: what was compared, and which call gave it."""
    text = str(raised).strip()
    if not isinstance(raised, AssertionError):
        text = f"{type(raised).__name__}: {text}" if text else type(raised).__name__
    lines = text.splitlines()
    compared = [line.strip() for line in lines if not line.startswith(" +")]
    compared = [line for line in compared if line and line != "comparison failed"][:6]
    origin = [line.replace(" +  ", "", 1) for line in lines if line.startswith(" +  where ")][:1]
    return "\n".join(line[:200] for line in compared + origin)
