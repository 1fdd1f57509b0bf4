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
        """Where a student's page is, seen from the class page; "" where a link would tell who it is."""
        return "" if self.anonymous else link("..", "feedback", self.assignment.slug, f"{student}.html")


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


def course_page(classes: list[ClassResults], with_page: set[str], anonymous: bool) -> str:
    """All assignments that have reports, and every student's score in each; links to the pages that exist."""
    scores: dict[str, dict[str, GradeReport]] = {}
    for results in classes:
        for report in results.reports:
            scores.setdefault(report.student, {})[results.assignment.slug] = report
    chart = course_chart({results.assignment.slug: results.shares for results in classes}, "course")
    return render(
        "course.html",
        classes=classes,
        students=sorted(scores.items()),
        chart=Markup(chart),
        with_page=with_page,
        means={name: statistics.mean(map(summary.share, graded.values())) for name, graded in scores.items()},
        anonymous=anonymous,
        top={results.assignment.slug: summary.misconceptions(results.reports)[:1] for results in classes},
        troubles={results.assignment.slug: len(summary.troubles(results.reports)) for results in classes},
        isolation={results.assignment.slug: summary.isolation(results.reports) for results in classes},
        median=statistics.median,
        mean=statistics.mean,
    )
