"""The class report: one page per assignment, and one over all of them."""

import statistics
from dataclasses import dataclass

from markupsafe import Markup

from autograder.course.records import Assignment
from autograder.grading.report import GradeReport
from autograder.report import summary
from autograder.report.charts import course_chart, exercise_chart, score_histogram
from autograder.report.items import check_items, exercise_items
from autograder.report.pages import link, render
from autograder.report.similarity import Similarity


@dataclass(frozen=True)
class ClassResults:
    """All that the pages show of one assignment. With `anonymous`, the reports are under pseudonyms already."""

    assignment: Assignment
    reports: list[GradeReport]
    problems: list[str]
    anonymous: bool = False

    @property
    def shares(self) -> list[float]:
        return [summary.share(report) for report in self.reports]

    @property
    def judged(self) -> list[GradeReport]:
        """Without those whose code could not be run: they say nothing about an exercise."""
        return [report for report in self.reports if not report.notice]

    @property
    def page_name(self) -> str:
        return page_name(self.assignment.slug, self.anonymous)

    def feedback(self, student: str) -> str:
        return feedback_link(self.assignment, student, self.anonymous)


def feedback_link(assignment: Assignment, student: str, anonymous: bool) -> str:
    """Where a student's page is, seen from the class page; "" where a link would tell who it is."""
    return "" if anonymous else link("..", "feedback", assignment.slug, f"{student}.html")


def page_name(stem: str, anonymous: bool) -> str:
    """An anonymous page has a name of its own, so that it never takes the place of the other, or is taken for it."""
    return f"{stem}.anonymous.html" if anonymous else f"{stem}.html"


def class_page(results: ClassResults, similarity: Similarity | None) -> str:
    checks = check_items(results.judged)
    exercises = exercise_items(results.judged)
    counted = [item for item in checks if not item.check.dropped]
    return render(
        "class.html",
        results=results,
        assignment=results.assignment,
        reports=results.reports,
        rows=[(report, {result.name: result for result in report.exercises}) for report in results.reports],
        names=[exercise.name for exercise in results.assignment.exercises],
        scores=[report.score for report in results.reports],
        histogram=Markup(score_histogram(results.shares, "scores")),
        exercises=exercises,
        exercise_chart=Markup(exercise_chart(exercises, "exercises")) if exercises else "",
        checks=checks,
        nobody=[item for item in counted if item.passed == 0],
        everybody=[item for item in counted if item.passed == item.of],
        misconceptions=summary.misconceptions(results.reports),
        through=summary.follow_through(results.reports),
        troubles=summary.troubles(results.reports),
        slowest=summary.slowest(results.judged),
        overrides=summary.overrides(results.reports),
        drops=summary.drops(results.reports),
        isolation=summary.isolation(results.reports),
        similarity=similarity,
        index=page_name("index", results.anonymous),
        median=statistics.median,
        mean=statistics.mean,
    )


@dataclass(frozen=True)
class ClassSummary:
    """What the course page shows of one assignment: a few numbers a student, where the reports have hundreds."""

    assignment: Assignment
    anonymous: bool
    scores: dict[str, float]
    shares: dict[str, float]
    top: list[summary.Misconception]
    troubles: int
    isolation: list[tuple[str, int]]

    @classmethod
    def of(cls, results: ClassResults) -> "ClassSummary":
        return cls(
            assignment=results.assignment,
            anonymous=results.anonymous,
            scores={report.student: report.score for report in results.reports},
            shares={report.student: summary.share(report) for report in results.reports},
            top=summary.misconceptions(results.reports)[:1],
            troubles=len(summary.troubles(results.reports)),
            isolation=summary.isolation(results.reports),
        )

    @property
    def page_name(self) -> str:
        return page_name(self.assignment.slug, self.anonymous)

    def feedback(self, student: str) -> str:
        return feedback_link(self.assignment, student, self.anonymous)


def course_page(classes: list[ClassSummary], with_page: set[str], anonymous: bool) -> str:
    """All assignments that have reports, and every student's score in each; links to the pages that exist."""
    shares: dict[str, list[float]] = {}
    for each in classes:
        for student, share in each.shares.items():
            shares.setdefault(student, []).append(share)
    chart = course_chart({each.assignment.slug: list(each.shares.values()) for each in classes}, "course")
    return render(
        "course.html",
        classes=classes,
        students=sorted(shares),
        chart=Markup(chart),
        with_page=with_page,
        counts={student: len(graded) for student, graded in shares.items()},
        means={student: statistics.mean(graded) for student, graded in shares.items()},
        anonymous=anonymous,
        median=statistics.median,
        mean=statistics.mean,
    )
