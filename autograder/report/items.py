"""Item analysis: how hard each exercise and check is, and whether it tells strong students from weak ones."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from autograder.grading.decisions import check_id
from autograder.grading.report import PASSED, CheckResult, GradeReport

FEWEST = 5  # students; a correlation over fewer says nothing


@dataclass(frozen=True)
class ExerciseItem:
    """One exercise: mean share of its points, how many have all and none, and its corrected item-total correlation."""

    name: str
    max_score: float
    share: float
    full: int
    none: int
    discrimination: float | None


@dataclass(frozen=True)
class CheckItem:
    """One check: the share that passed it and the point-biserial correlation with the rest of the total."""

    exercise: str
    check: CheckResult
    passed: int
    of: int
    discrimination: float | None

    @property
    def share(self) -> float:
        return self.passed / self.of


def exercise_items(reports: list[GradeReport]) -> list[ExerciseItem]:
    """In the order of the assignment; an exercise that only some reports have counts where it is."""
    items = []
    for name in _exercise_names(reports):
        results = [(result, report) for report in reports for result in report.exercises if result.name == name]
        scores = [result.score for result, _ in results]
        rest = [report.score - result.score for result, report in results]
        most = results[0][0].max_score
        items.append(
            ExerciseItem(
                name=name,
                max_score=most,
                share=sum(scores) / len(scores) / most if most else 0.0,
                full=sum(score >= most for score in scores),
                none=sum(score == 0 for score in scores),
                discrimination=correlation(scores, rest),
            )
        )
    return items


def check_items(reports: list[GradeReport]) -> list[CheckItem]:
    """Every check in the order of the assignment."""
    found: dict[tuple[str, str], tuple[CheckResult, list[bool], list[float]]] = {}
    for report in reports:
        for exercise in report.exercises:
            weight = sum(check.weight for check in exercise.checks) or 1.0
            for check in exercise.checks:
                passed = check.outcome == PASSED
                rest = report.score - passed * exercise.max_score * check.weight / weight
                _, outcomes, others = found.setdefault((exercise.name, check_id(check)), (check, [], []))
                outcomes.append(passed)
                others.append(rest)
    return [
        CheckItem(name, check, sum(outcomes), len(outcomes), correlation(outcomes, others))
        for (name, _), (check, outcomes, others) in found.items()
    ]


def correlation(scores: Sequence[float], rest: Sequence[float]) -> float | None:
    """None where there are too few students, or all have the same."""
    if len(scores) < FEWEST or np.ptp(np.asarray(scores, dtype=float)) < 1e-9 or np.ptp(rest) < 1e-9:
        return None
    return float(np.corrcoef(scores, rest)[0, 1])


def _exercise_names(reports: list[GradeReport]) -> list[str]:
    return list(dict.fromkeys(exercise.name for report in reports for exercise in report.exercises))
