"""Class tables for a terminal."""

from collections.abc import Iterable

from autograder.grading.report import PASSED, GradeReport
from autograder.report.items import exercise_items
from autograder.report.summary import follow_through, misconceptions
from autograder.text import printable, shortened

BAR = 20
NAME = 40  # a student may have one of 128 letters, and everybody's row would be as wide
NEWLINE = "\n"


def class_table(reports: Iterable[GradeReport]) -> str:
    """One row per student: score, a bar, and what is worth knowing about the submission. Of a report that is read for
    its row nothing is kept, so that a class of any size takes no more memory."""
    rows = [("student", f"{'score':>6}  {'':{BAR}}  what was recognised")]
    for report in reports:
        filled = round(BAR * report.score / report.max_score) if report.max_score else 0
        bar = "█" * filled + "·" * (BAR - filled)
        rows.append((shortened(printable(report.student), NAME), f"{report.score:6.2f}  {bar}  {_remark(report)}"))
    width = max(len(student) for student, _ in rows)
    return "\n".join(f"{student:{width}}  {rest}" for student, rest in rows)


def class_summary(reports: list[GradeReport]) -> str:
    """What the class misunderstood: mean score per exercise, and the misconceptions by how many have them."""
    lines = ["exercise                         mean   full marks  follow-through"]
    through = {entry.exercise: len(entry.students) for entry in follow_through(reports)}
    for item in exercise_items(reports):
        mean = item.share * item.max_score
        lines.append(
            f"{item.name:30} {mean:5.1f}/{item.max_score:<3g}  {item.full:5}/{len(reports)}"
            f"  {through.get(item.name, ''):>10}"
        )
    ranked = misconceptions(reports)
    if ranked:
        lines += ["", "misconceptions of the class"]
        for entry in ranked[:12]:
            count = len(entry.students)
            lines.append(f"{count:4} ({count / len(reports):4.0%})  {entry.exercise}: {entry.sentence}")
    return "\n".join(lines)


def _remark(report: GradeReport) -> str:
    if report.notice:
        return printable(report.notice)[:110]
    diagnoses = [sentence for exercise in report.exercises for sentence in exercise.diagnosis]
    if diagnoses:
        more = f" (+{len(diagnoses) - 1} more)" if len(diagnoses) > 1 else ""
        return printable(diagnoses[0])[:100] + more
    failed = [(e.name, check) for e in report.exercises for check in e.checks if check.outcome != PASSED]
    if not failed:
        return ""
    exercise, check = failed[0]
    return f"{exercise}: {printable(check.message.partition(NEWLINE)[0])}"[:110]
