"""Reads the reports of a class; a file that is no whole report is told, and the others still count."""

from dataclasses import dataclass, field
from pathlib import Path

from tqdm import tqdm

from autograder.bridge.codec import clean_text
from autograder.course.catalogue import Course
from autograder.errors import UserError
from autograder.grading.report import GradeReport, read_report


@dataclass
class ClassReports:
    """The readable reports of one assignment in the order of students, and a sentence for each file that is not one."""

    reports: list[GradeReport] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def grades_folder(course: Course, slug: str) -> Path:
    return course.build / "grades" / slug


def read_class(folder: Path) -> ClassReports:
    """All reports in a folder; a UserError if there is none that can be read."""
    found = ClassReports()
    paths = sorted(folder.glob("*.json"))
    for path in tqdm(paths, desc=f"reading {folder.name}", unit="report", disable=None, leave=False):
        try:
            report = read_report(path)
        except UserError as error:
            found.problems.append(str(error))
            continue
        if report.student == clean_text(path.stem):
            found.reports.append(report)
        else:
            found.problems.append(f"{path} is the report of {report.student!r}, expected that of {path.stem!r}.")
    if not found.reports:
        first = f" ({found.problems[0]})" if found.problems else ""
        raise UserError(f"{folder} holds no grade reports that can be read; run 'autograder grade' first{first}.")
    return found
