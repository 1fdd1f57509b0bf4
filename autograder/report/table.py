"""Class tables for a terminal."""

from collections import Counter

from autograder.grading.report import PASSED, GradeReport

BAR = 20
NEWLINE = "\n"


def class_table(reports: list[GradeReport]) -> str:
    """One row per student: score, a bar, and what is worth knowing about the submission."""
    width = max(len("student"), *(len(printable(report.student)) for report in reports))
    lines = [f"{'student':{width}}  {'score':>6}  {'':{BAR}}  what was recognised"]
    for report in reports:
        filled = round(BAR * report.score / report.max_score)
        bar = "█" * filled + "·" * (BAR - filled)
        lines.append(f"{printable(report.student):{width}}  {report.score:6.2f}  {bar}  {_remark(report)}")
    return "\n".join(lines)


def class_summary(reports: list[GradeReport]) -> str:
    """What the class misunderstood: mean score per exercise, and the misconceptions by how many have them."""
    lines = ["exercise                         mean   full marks  follow-through"]
    for position, exercise in enumerate(reports[0].exercises):
        results = [report.exercises[position] for report in reports]
        mean = sum(result.score for result in results) / len(results)
        full = sum(result.score == result.max_score for result in results)
        through = sum(result.follow_through for result in results)
        lines.append(
            f"{exercise.name:30} {mean:5.1f}/{exercise.max_score:<3g}  {full:5}/{len(results)}  {through or '':>10}"
        )
    counts = Counter((e.name, sentence) for report in reports for e in report.exercises for sentence in e.diagnosis)
    if counts:
        lines += ["", "misconceptions of the class"]
        for (exercise_name, sentence), count in counts.most_common(12):
            lines.append(f"{count:4} ({count / len(reports):4.0%})  {exercise_name}: {sentence}")
    return "\n".join(lines)


def printable(text: str) -> str:
    """Text of a student's, safe for a terminal: control characters are shown, not obeyed."""
    return "".join(character if character.isprintable() else "�" for character in text)


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
