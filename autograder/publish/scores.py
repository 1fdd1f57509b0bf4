"""Scores as they leave the course: a total per student that says what it is made of, and a CSV by exercise."""

from dataclasses import dataclass

from autograder.course.records import Assignment
from autograder.grading.report import EXTENSION, PASSED, GradeReport
from autograder.publish.csv_table import csv_text, neutral
from autograder.publish.written import Written
from autograder.sandbox import bubblewrap


@dataclass(frozen=True)
class Total:
    """What one student gets. `max_points` is the same for the whole class."""

    report: GradeReport
    max_points: float
    written: Written | None
    has_questions: bool

    @property
    def student(self) -> str:
        return self.report.student

    @property
    def points(self) -> float:
        if self.written is None:
            return self.report.score
        return max(0.0, round(self.report.score + self.written.score - self.written.penalty, 2))

    @property
    def is_complete(self) -> bool:
        """Whether nobody has to grade anything any more."""
        return not self.has_questions or (self.written is not None and self.written.graded)

    @property
    def made_of(self) -> str:
        if self.written is None:
            return "autograded, without the written questions" if self.has_questions else "autograded"
        parts = "autograded + written" if self.has_questions else "autograded"
        if self.written.penalty:
            parts += " - late penalty"
        return parts if self.is_complete else f"{parts}, of which some are not graded yet"


def totals(assignment: Assignment, reports: list[GradeReport], written: dict[str, Written] | None) -> list[Total]:
    """The totals of a class, with the written questions where nbgrader's gradebook has them."""
    questions = sum(question.points for question in assignment.questions)
    limit = assignment.max_score + (questions if written is not None else 0)
    return [Total(report, limit, (written or {}).get(report.student), questions > 0) for report in reports]


def exercise_csv(assignment: Assignment, class_totals: list[Total]) -> str:
    """One row per student: every exercise, the total, what that total is, and what an instructor should look at."""
    names = [exercise.name for exercise in assignment.exercises]
    header = ["student", *names, "autograded", "written", "late_penalty", "total", "max_total", "total_is", "flags"]
    rows = [header]
    for total in class_totals:
        by_name = {exercise.name: f"{exercise.score:g}" for exercise in total.report.exercises}
        written = total.written
        rows.append(
            [
                neutral(total.student),
                *(by_name.get(name, "") for name in names),
                f"{total.report.score:g}",
                f"{written.score:g}" if written else "",
                f"{written.penalty:g}" if written else "",
                f"{total.points:g}",
                f"{total.max_points:g}",
                total.made_of,
                neutral("; ".join(_flags(total.report))),
            ]
        )
    return csv_text(rows)


def _flags(report: GradeReport) -> list[str]:
    flags = [report.notice] if report.notice else []
    if report.sandbox == bubblewrap.NO_ISOLATION:
        flags.append("graded without a sandbox")
    followed = [exercise.name for exercise in report.exercises if exercise.follow_through]
    if followed:
        flags.append(f"follow-through in {', '.join(followed)}")
    ended = sorted(
        {
            f"{check.outcome} in {exercise.name}"
            for exercise in report.exercises
            for check in exercise.checks
            if check.outcome not in (PASSED, "failed", "error")
        }
    )
    decided = sorted({decision.kind for decision in report.decisions if decision.kind != EXTENSION})
    return flags + ended + [f"decided by the instructor: {', '.join(decided)}"] * bool(decided)
