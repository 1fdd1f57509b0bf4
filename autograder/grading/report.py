"""GradeReport: the one record that everything after grading reads.

On disk it is JSON with a version, written whole or not at all (temporary file, fsync, rename).
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from autograder.bridge.codec import clean_text
from autograder.errors import UserError
from autograder.files import write_atomically

VERSION = 1

PASSED, FAILED, ERROR = "passed", "failed", "error"
TIMEOUT, MEMORY, CRASHED = "timeout", "memory", "crashed"
OVERRIDE, EXTENSION, DROP = "override", "extension", "drop"


@dataclass(frozen=True)
class Decision:
    """What an instructor decided, why, who and when. Which fields are filled depends on the kind:

    override: `student`, `score`, and `exercise` unless the score is the total; extension: `student` and `until`
    (ISO 8601 with its offset); drop: `check` as visibility:name, for the whole class.
    """

    kind: str
    reason: str
    by: str
    at: str
    student: str = ""
    exercise: str = ""
    check: str = ""
    score: float | None = None
    until: str = ""


@dataclass
class CheckResult:
    """What became of one check. `message` is for the student and never holds hidden data of ours; a `dropped` check
    counts for nobody; a `refusal` was passed by raising an error, as it should be, and nothing else."""

    name: str
    title: str
    visibility: str
    outcome: str
    message: str = ""
    printed: str = ""
    weight: float = 1.0
    dropped: bool = False
    refusal: bool = False

    @property
    def printed_for_student(self) -> str:
        """What the student may read of it: under a hidden check their code could print the data of the check."""
        return self.printed if self.visibility == "public" else ""


@dataclass
class ExerciseResult:
    """The checks of one exercise, what they are worth, and the misconceptions recognised in it. Where a decision
    changed the score, `raw_score` and `raw_diagnosis` are as graded."""

    name: str
    score: float
    max_score: float
    follow_through: bool = False
    lent: list[str] = field(default_factory=list)
    diagnosis: list[str] = field(default_factory=list)
    checks: list[CheckResult] = field(default_factory=list)
    raw_score: float | None = None
    raw_diagnosis: list[str] | None = None


@dataclass
class GradeReport:
    """One student's result on one assignment. `notice` is a sentence about the submission as a whole, or empty.

    `score` is what counts; `decisions` are those that touch this student, and where there are any `raw_score` is the
    total as graded. See `decisions.apply_decisions`.
    """

    assignment: str
    student: str
    score: float
    max_score: float
    sandbox: str
    submission_sha256: str
    suite_sha256: str
    seconds: float
    exercises: list[ExerciseResult]
    notice: str = ""
    student_cpu_seconds: float = 0.0
    raw_score: float | None = None
    decisions: list[Decision] = field(default_factory=list)
    version: int = VERSION

    def exercise(self, name: str) -> ExerciseResult:
        return next(result for result in self.exercises if result.name == name)


def points_for(points: float, checks: list[CheckResult]) -> float:
    """What an exercise of so many points gets for these checks: the share of their weight that passed. Two kinds of
    passes take no understanding: the answers of public checks can be copied from them, and an error can be raised
    whatever is asked. Each of these counts at most for the share in which the other hidden checks passed."""
    total = _weight(checks)
    public = [check for check in checks if check.visibility == "public"]
    refusals = [check for check in checks if check.visibility != "public" and check.refusal]
    asking = [check for check in checks if check.visibility != "public" and not check.refusal]
    share = _weight(_passed(asking)) / _weight(asking) if _weight(asking) else float(not refusals)
    earned = share * (_weight(asking) + _weight(refusals)) + min(_weight(_passed(public)), share * _weight(public))
    return round(points * earned / total, 2) if total else 0.0


def _passed(checks: list[CheckResult]) -> list[CheckResult]:
    return [check for check in checks if check.outcome == PASSED]


def _weight(checks: list[CheckResult]) -> float:
    return sum(check.weight for check in checks)


def write_report(report: GradeReport, path: Path) -> None:
    """Write the report so that a reader sees the old file or the new one, never a part."""
    write_atomically(path, clean_text(json.dumps(asdict(report), indent=1, ensure_ascii=False)) + "\n")


class DamagedReport(UserError):
    """The file is no report at all, or not a whole one."""


def read_report(path: Path) -> GradeReport:
    """Read one report; a file that is damaged or of another version is a UserError that says so."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DamagedReport(f"{path} cannot be read as a grade report: {error}.") from None
    version = data.get("version") if isinstance(data, dict) else None
    if version != VERSION:
        raise UserError(f"{path} is a grade report of version {version}, expected {VERSION}; grade it again (--force).")
    try:
        return report_from_json(data)
    except (KeyError, TypeError) as error:
        raise DamagedReport(f"{path} is not a complete grade report: {error}; grade it again (--force).") from None


def report_from_json(data: dict[str, Any]) -> GradeReport:
    exercises = [
        ExerciseResult(**{**row, "checks": [CheckResult(**check) for check in row["checks"]]})
        for row in data["exercises"]
    ]
    decisions = [Decision(**row) for row in data.get("decisions", [])]
    return GradeReport(**{**data, "exercises": exercises, "decisions": decisions})
