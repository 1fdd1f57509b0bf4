"""One submission in, one GradeReport out."""

import time
from collections.abc import Callable, Collection
from dataclasses import replace

from autograder.bridge.errors import StudentGone
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
from autograder.grading.words import Words
from autograder.sandbox.process import Sandbox

# A submission whose every call hangs would cost its time limit for every check; after this many checks of an exercise
# have run out of time the rest of that exercise is not tried. Nor is it after its checks have taken so many times the
# limit of one: no right answer that we know of takes a tenth of that, and a thousand may be waiting. And a submission
# is put back once it has taken this share of a limit.
TIMEOUTS_PER_EXERCISE = 2
LIMITS_PER_EXERCISE = 2
SHARE_BEFORE_OTHERS = 1 / 3
# After this many checks of an exercise failed only for the needs, its other checks are tried with right needs first.
ENOUGH_RESCUES = 2
# How cautious to be with a submission: after it has brought the judge down, the answers of its code go nowhere but to
# the checks (neither to oracles nor to diagnosis), and after it has done so again it is not run any more.
CHECKS_ALONE, NOT_AT_ALL = 1, 2
HOPELESS = (
    "the answers of this code could not be judged: to look at them took more time or memory than there is. "
    "Please ask your instructor."
)
ONLY_RAISED = (
    "to raise an error here is right, but it counts only beside right answers to this exercise's hidden checks"
)


class TakesLong(Exception):
    """A submission takes long, and others wait."""


class Grader:
    """Grades submissions of one assignment; what they have in common is read and loaded once."""

    def __init__(self, suite: Suite, secret: str, fingerprint: str, names_mistakes: bool = True):
        self.suite, self.secret, self.fingerprint = suite, secret, fingerprint
        self.replayer = Replayer(suite.assignment, names_mistakes)
        self.checks_alone, self.is_patient = False, True

    def grade(
        self,
        submission: Submission,
        sandbox: Sandbox,
        only: Collection[str] = (),
        caution: int = 0,
        is_patient: bool = True,
    ) -> GradeReport:
        """Judge the whole submission, or only some of its exercises (proofs do that). Without patience TakesLong is
        raised if that takes long."""
        started, used_before = time.monotonic(), sandbox.cpu_seconds()
        self.checks_alone, self.is_patient = caution >= CHECKS_ALONE, is_patient
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
        """First the public checks of all exercises, alone and in one process. It has seen nothing that the student has
        not, so that all it says may be passed on. Then each exercise in a process of its own, to which nothing of
        another exercise is left: neither its hidden data nor the answers of an oracle."""
        limit = self.suite.assignment.limits.seconds
        budget = None if self.is_patient else SHARE_BEFORE_OTHERS * limit
        session = StudentSession(self.suite, sandbox, submission, self.secret, budget=budget)
        words = Words(self.suite.assignment.module, submission.source)
        hearings = [Hearing(exercise, session, self.is_patient) for exercise in _needs_first(exercises)]
        wrong: set[str] = set()
        hanging: set[str] = set()
        results = []
        try:
            for hearing in hearings:
                self._try_public(hearing, hearings)
            for hearing in hearings:
                session.renew()
                results.append(self._judge_exercise(hearing, wrong, hanging, words))
        finally:
            session.close()
        order = [exercise.name for exercise in exercises]
        results.sort(key=lambda result: order.index(result.name))
        problem = session.load_problem
        return results, words.in_full(problem) if problem is not None else ""

    def _try_public(self, hearing: "Hearing", all_hearings: list["Hearing"]) -> None:
        """The public checks of one exercise, unless it calls another that hangs: they wait for a right one of that."""
        hanging = {other.exercise.name for other in all_hearings if other.timeouts}
        if hanging & self._parts_of(hearing):
            return
        for check in self.suite.of(hearing.exercise.name):
            if check.visibility == PUBLIC and not hearing.why_no_more:
                hearing.trials[check.name] = self._confirm(hearing.session, hearing.run(check, {}), {})

    def _parts_of(self, hearing: "Hearing") -> set[str]:
        """The exercises that have a part in this one: what it needs, and what else of the handout up to here the
        student's own code calls in it."""
        assignment, exercise = self.suite.assignment, hearing.exercise
        names = [other.name for other in assignment.exercises]
        called = hearing.session.loaded.called_by(exercise.name) & set(names[: names.index(exercise.name)])
        return assignment.all_needs(exercise.name) | called

    def _judge_exercise(self, hearing: "Hearing", wrong: set[str], hanging: set[str], words: Words) -> ExerciseResult:
        exercise = hearing.exercise
        oracles = self._oracles(hearing, wrong)
        rescues = ENOUGH_RESCUES if oracles.keys() & hanging else 0
        result = ExerciseResult(exercise.name, 0.0, exercise.points)
        findings: list[Finding] = []
        all_right_alone = True
        others = {other.name for other in self.suite.assignment.exercises} - {exercise.name}
        has_answered = False
        rescued: dict[str, frozenset[str]] = {}
        for check in self.suite.of(exercise.name):
            if hearing.why_no_more and check.name not in hearing.trials:
                result.checks.append(_not_tried(check, hearing.why_no_more))
                all_right_alone = False
                continue
            trial = self._try(hearing, check, oracles, oracle_first=rescues >= ENOUGH_RESCUES)
            rescues += trial.passed and trial.with_oracles
            all_right_alone &= trial.passed and not trial.with_oracles
            finding = Finding()
            if not trial.passed and not self.checks_alone:
                finding = examine(trial, self.replayer)
                findings.append(finding)
            in_full = trial is hearing.trials.get(check.name) or hearing.session.load_problem is not None
            checked = _check_result(trial, finding, words, in_full)
            checked.refusal = trial.passed and only_raises(trial.transcript, others)
            result.checks.append(checked)
            if trial.passed and trial.with_oracles:
                rescued[check.name] = trial.asked
            has_answered |= trial.passed and not checked.refusal and check.visibility != PUBLIC
        if not has_answered:
            _take_refusals_back(result)
        lent = [rescued[check.name] for check in result.checks if check.outcome == PASSED and check.name in rescued]
        result.follow_through, result.lent = bool(lent), sorted(set().union(*lent))
        if not (all_right_alone and has_answered):
            wrong.add(exercise.name)
        if hearing.timeouts or hearing.why_no_more:
            hanging.add(exercise.name)
        result.diagnosis = diagnose(findings, self.replayer)
        result.score = points_for(exercise.points, result.checks)
        return result

    def _oracles(self, hearing: "Hearing", wrong: set[str]) -> dict[str, Callable[..., object]]:
        """Right ones in place of what is wrong of theirs and has a part in this exercise."""
        lent = set() if self.checks_alone else self._parts_of(hearing) & wrong
        return {name: getattr(self.suite.reference, name) for name in sorted(lent)}

    def _try(
        self, hearing: "Hearing", check: Check, oracles: dict[str, Callable[..., object]], oracle_first: bool
    ) -> Trial:
        """Run a check as it is and, where that fails and something that has a part in it is wrong, with right ones in
        place; a pass counts only if they were asked, or it would be a second guess.
        Where the needs are known to hang, or to be in the way, the order is turned round: a search whose step is wrong
        may well go on to its limit, again and again."""
        alone = hearing.trials.get(check.name)
        lent = None
        if oracle_first and alone is None and oracles:
            lent = self._try_with(hearing, check, oracles)
            if lent.passed and lent.asked:
                return lent
        if alone is None:
            alone = self._confirm(hearing.session, hearing.run(check, {}), {})
        if alone.passed or hearing.session.load_problem is not None or hearing.why_no_more:
            return alone
        if lent is None and self._has_a_part(hearing, alone, oracles):
            lent = self._try_with(hearing, check, oracles)
        if lent is None or not lent.asked:
            return alone
        # with right needs in place, what still fails is this exercise's own fault: that trial tells more
        return lent

    def _has_a_part(self, hearing: "Hearing", alone: Trial, oracles: Collection[str]) -> bool:
        """Whether any of these is called in the check: by the exercise's own code, or by the check itself."""
        by_check = {call.label.partition(".")[0] for call in alone.transcript}
        return bool(set(oracles) & (hearing.session.loaded.called_by(hearing.exercise.name) | by_check))

    def _try_with(self, hearing: "Hearing", check: Check, oracles: dict[str, Callable[..., object]]) -> Trial:
        return self._confirm(hearing.session, hearing.run(check, oracles), oracles)

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


class Hearing:
    """One exercise of a submission while it is judged: the trials of its public checks, and what it has cost."""

    def __init__(self, exercise: Exercise, session: StudentSession, is_patient: bool):
        self.exercise, self.session, self.is_patient = exercise, session, is_patient
        self.trials: dict[str, Trial] = {}
        self.timeouts, self.seconds = 0, 0.0

    def run(self, check: Check, oracles: dict[str, Callable[..., object]]) -> Trial:
        before = self.session.seconds
        trial = self.session.try_check(check, oracles)
        self.seconds += self.session.seconds - before
        if not self.is_patient and self.session.seconds >= self.session.budget:
            raise TakesLong
        if self.session.load_problem is None:
            self.timeouts += trial.timed_out
        return trial

    @property
    def why_no_more(self) -> str:
        """Why no other checks of the exercise are tried; "" if they are."""
        limits = self.session.limits
        if self.timeouts >= TIMEOUTS_PER_EXERCISE:
            return f"{self.timeouts} checks of this exercise had already run out of time"
        if self.seconds >= (enough := LIMITS_PER_EXERCISE * limits.seconds):
            return f"the checks of this exercise had already taken {enough:g} seconds together"
        if self.session.seconds >= self.session.budget:
            return f"the checks of this submission had already taken {self.session.budget:g} seconds together"
        return ""


def _check_result(trial: Trial, finding: Finding, words: Words, in_full: bool) -> CheckResult:
    """What is said of a trial: everything, if the process had seen nothing but public checks."""
    check = trial.check
    printed = trial.printed if in_full or check.visibility != PUBLIC else ""
    result = CheckResult(check.name, check.title, check.visibility, PASSED, "", printed, check.weight)
    if trial.raised is None:
        if trial.asked:
            names = ", ".join(sorted(trial.asked))
            result.message = f"passes with a right {names} in place of yours, so the points are given"
        return result
    result.outcome = _outcome(trial.raised)
    result.message = (words.in_full if in_full else words.in_ours)(trial.raised, finding.sentence)
    return result


def _take_refusals_back(result: ExerciseResult) -> None:
    """In the hidden checks that passed the exercise only raised, and nothing else is right."""
    for check in result.checks:
        if check.refusal:
            check.outcome, check.message, check.refusal = FAILED, ONLY_RAISED, False


def _not_tried(check: Check, why: str) -> CheckResult:
    return CheckResult(check.name, check.title, check.visibility, TIMEOUT, f"not tried: {why}", weight=check.weight)


def _outcome(raised: BaseException) -> str:
    if isinstance(raised, StudentGone):
        return raised.outcome
    return MEMORY if isinstance(raised, MemoryError) else FAILED
