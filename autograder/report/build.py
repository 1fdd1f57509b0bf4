"""`autograder report`: reads the reports of a class and writes its pages."""

from dataclasses import dataclass
from pathlib import Path

from autograder.checks.seeds import course_secret
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.grading.report import GradeReport
from autograder.grading.submission import read_submission
from autograder.report.anonymous import anonymise, pseudonym
from autograder.report.class_page import ClassResults, ClassSummary, class_page, course_page, page_name
from autograder.report.feedback import write_feedback
from autograder.report.pages import only_writer, write_page
from autograder.report.reading import ClassReports, grades_folder, read_class
from autograder.report.similarity import Similarity, compare_sources


@dataclass(frozen=True)
class Built:
    """What was read, under the names that may be shown, and the pages that were made of it."""

    reports: list[GradeReport]
    problems: list[str]
    page: Path
    index: Path


def build_pages(
    course: Course,
    assignment: Assignment,
    grades: Path | None = None,
    submissions: Path | None = None,
    anonymous: bool = False,
) -> Built:
    """Write the class page of one assignment and the course page; and every student's page unless anonymous."""
    found = read_class(grades or grades_folder(course, assignment.slug))
    similarity = compare_submissions(course, assignment, found.reports, submissions, anonymous)
    if not anonymous:
        write_feedback(course, assignment, found.reports)
    results = _results(course, assignment, found, anonymous)
    folder = course.build / "report"
    page = folder / page_name(assignment.slug, anonymous)
    index = folder / page_name("index", anonymous)
    with only_writer(folder):
        write_page(page, class_page(results, similarity))
        others = [_others(course, slug, anonymous) for slug in course.slugs() if slug != assignment.slug]
        classes = sorted([ClassSummary.of(results), *filter(None, others)], key=lambda each: each.assignment.slug)
        with_page = {each.assignment.slug for each in classes if (folder / each.page_name).is_file()}
        write_page(index, course_page(classes, with_page, anonymous))
    return Built(results.reports, found.problems, page, index)


def compare_submissions(
    course: Course, assignment: Assignment, reports: list[GradeReport], submissions: Path | None, anonymous: bool
) -> Similarity | None:
    """Compare what the graded students handed in; None where the submissions are not at hand."""
    if submissions is not None and not submissions.is_dir():
        raise UserError(f"{submissions} is not a folder; expected the submissions, one folder per student.")
    folder = submissions or course.build / "submissions" / assignment.slug
    if not folder.is_dir():
        return None
    secret = course_secret(course.solutions) if anonymous else ""
    sources = {}
    for report in reports:
        submission = read_submission(folder / report.student, assignment)
        if not submission.problem:
            sources[pseudonym(report.student, secret) if anonymous else report.student] = submission.source
    return compare_sources(sources, assignment.stub.read_text(encoding="utf-8"))


def _results(course: Course, assignment: Assignment, found: ClassReports, anonymous: bool) -> ClassResults:
    reports = anonymise(found.reports, course_secret(course.solutions)) if anonymous else found.reports
    return ClassResults(assignment, reports, found.problems, anonymous)


def _others(course: Course, slug: str, anonymous: bool) -> ClassSummary | None:
    """Another assignment, for the course page; None if it has no reports yet. Its reports are let go at once."""
    folder = grades_folder(course, slug)
    if not any(folder.glob("*.json")):
        return None
    try:
        return ClassSummary.of(_results(course, course.assignment(slug), read_class(folder), anonymous))
    except UserError:
        return None  # nothing in it can be read; its own report says what
