"""What an instructor decides: overrides, extensions and dropped checks, and that no rerun loses them."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from autograder.batch.store import only_writer
from autograder.course.catalogue import Course
from autograder.errors import UserError
from autograder.grading.decisions import apply_decisions, extensions, read_decisions, write_decisions
from autograder.grading.report import (
    DROP,
    EXTENSION,
    OVERRIDE,
    CheckResult,
    Decision,
    ExerciseResult,
    GradeReport,
    read_report,
    write_report,
)
from autograder.publish.decided import points_by_exercise

SLUG = "01_tiny"
FAULTY = "hidden:test_mean_random"
WRONG = "\n\ndef mean(v):\n    return float(sum(v) / max(len(v) - 1, 1)) if len(v) else 1 / 0\n"


def check(name: str, outcome: str, weight: float = 1, visibility: str = "hidden") -> CheckResult:
    return CheckResult(name, "a title", visibility, outcome, weight=weight)


def graded(student: str = "ada", notice: str = "") -> GradeReport:
    mean = [
        check("test_mean_random", "failed"),
        check("test_mean_of_integers", "passed", weight=2),
        check("test_mean_random", "passed", visibility="public"),
    ]
    exercises = [
        ExerciseResult("mean", 22.5, 30, diagnosis=["You divided by n - 1."], checks=mean),
        ExerciseResult("variance", 0, 70, diagnosis=["You took the root."], checks=[check("test_root", "timeout")]),
    ]
    return GradeReport(SLUG, student, 22.5, 100, "bwrap", "s", "t", 0.1, exercises, notice)


def decision(kind: str, **content: object) -> Decision:
    return Decision(kind=kind, reason="because", by="me", at="2026-01-01T00:00:00+00:00", **content)  # type: ignore[arg-type]


def scores(report: GradeReport) -> list[float]:
    return [report.score, *(exercise.score for exercise in report.exercises)]


def test_a_dropped_check_counts_neither_for_nor_against():
    drop = decision(DROP, check=FAULTY)
    report = apply_decisions(graded(), [drop])
    assert scores(report) == [30, 30, 0]
    assert [c.dropped for c in report.exercises[0].checks] == [True, False, False], "the public one of that name stays"
    assert report.exercises[0].diagnosis == [], "nothing that counts has failed, so nothing is to be explained"
    assert report.exercises[1].diagnosis == ["You took the root."]
    assert (report.raw_score, report.exercises[0].raw_score, report.exercises[1].raw_score) == (22.5, 22.5, None)
    assert report.decisions == [drop]
    passed = decision(DROP, check="hidden:test_mean_of_integers")
    left = apply_decisions(graded(), [passed])
    assert scores(left) == [0, 0, 0], (
        "a check that passed is dropped for all too, and a public one counts for nothing alone"
    )


def test_an_exercise_without_any_check_left_is_given_to_all_who_handed_in_something_that_runs():
    drop = decision(DROP, check="hidden:test_root")
    assert scores(apply_decisions(graded(), [drop])) == [92.5, 22.5, 70]
    assert scores(apply_decisions(graded(notice="tiny.py is missing."), [drop])) == [22.5, 22.5, 0]


def test_overrides_stand_above_checks_and_the_total_above_all():
    drop = decision(DROP, check=FAULTY)
    exercise = decision(OVERRIDE, student="ada", exercise="mean", score=10)
    total = decision(OVERRIDE, student="ada", score=55.5)
    assert scores(apply_decisions(graded(), [drop, exercise])) == [10, 10, 0]
    assert scores(apply_decisions(graded(), [total, drop, exercise])) == [55.5, 10, 0]
    assert apply_decisions(graded("alan"), [total, exercise]) == graded("alan"), "they are about one student"
    zero = decision(OVERRIDE, student="ada", score=0)
    assert scores(apply_decisions(graded(), [zero])) == [0, 22.5, 0]


@pytest.mark.parametrize("total", [0, 11.25, 22.5, 80, 100])
def test_a_gradebook_of_exercises_gets_points_that_sum_to_the_total(total):
    report = apply_decisions(graded(), [decision(OVERRIDE, student="ada", score=total)])
    points = points_by_exercise(report)
    assert sum(points.values()) == pytest.approx(total)
    assert all(0 <= points[exercise.name] <= exercise.max_score for exercise in report.exercises)
    assert points_by_exercise(graded()) == {"mean": 22.5, "variance": 0}


def test_an_extension_is_in_the_report_and_changes_no_score():
    extension = decision(EXTENSION, student="ada", until="2026-11-27T23:59:00+02:00")
    report = apply_decisions(graded(), [extension])
    assert report == replace(graded(), decisions=[extension])
    assert extensions([extension])["ada"].isoformat() == extension.until


def test_the_raw_results_come_back_and_the_order_does_not_matter(tmp_path):
    decisions = [
        decision(DROP, check=FAULTY),
        decision(OVERRIDE, student="ada", exercise="variance", score=35),
        decision(OVERRIDE, student="ada", score=50),
    ]
    decided = apply_decisions(graded(), decisions)
    assert apply_decisions(decided, []) == graded()
    assert apply_decisions(decided, decisions) == decided
    assert apply_decisions(apply_decisions(graded(), decisions[:1]), decisions) == decided
    write_report(decided, tmp_path / "ada.json")
    assert read_report(tmp_path / "ada.json") == decided
    assert apply_decisions(read_report(tmp_path / "ada.json"), []) == graded()


def test_a_report_from_before_there_were_decisions_is_read(tmp_path):
    write_report(graded(), tmp_path / "ada.json")
    data = json.loads((tmp_path / "ada.json").read_text())
    for row in (data, *data["exercises"]):
        for name in ("raw_score", "raw_diagnosis", "decisions"):
            row.pop(name, None)
    (tmp_path / "ada.json").write_text(json.dumps(data))
    assert read_report(tmp_path / "ada.json") == graded()


def test_the_file_of_decisions_keeps_them(course):
    decisions = [
        decision(OVERRIDE, student="Zoë", score=0),
        decision(DROP, check=FAULTY),
        decision(EXTENSION, student="ada", until="2026-11-27T23:59:00+02:00"),
    ]
    write_decisions(course, SLUG, decisions)
    assert set(read_decisions(course, SLUG)) == set(decisions)
    text = (course.root / "decisions" / f"{SLUG}.json").read_text()
    write_decisions(course, SLUG, reversed(decisions))
    assert (course.root / "decisions" / f"{SLUG}.json").read_text() == text
    assert "Zoë" in text and '"check": "hidden:test_mean_random"' in text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"version": 1,\n "decisions": [\n}', r"01_tiny.json:3: this is not valid JSON"),
        ('{"version": 7, "decisions": []}', "does not hold decisions of version 1"),
        ('{"version": 1, "decisions": [3]}', "decision 1 is not a whole one"),
        ('{"version": 1, "decisions": [{"kind": "drop", "reason": "", "by": "", "at": ""}]}', "decision 1 is not"),
        (
            '{"version": 1, "decisions": [{"kind": "override", "reason": "", "by": "", "at": "", "student": "ada"}]}',
            "decision 1 is not a whole one",
        ),
        (
            '{"version": 1, "decisions": [{"kind": "extension", "reason": "", "by": "", "at": "", "student": "ada", '
            '"until": "2026-11-27T23:59"}]}',
            "decision 1 is not a whole one",
        ),
    ],
)
def test_a_faulty_file_of_decisions_is_named(course, text, sentence):
    course.decisions.mkdir()
    (course.decisions / f"{SLUG}.json").write_text(text)
    with pytest.raises(UserError, match=sentence):
        read_decisions(course, SLUG)


@pytest.fixture
def reports(course: Course):
    """Reports of a small class, and how to read one again."""
    folder = course.build / "grades" / SLUG
    folder.mkdir(parents=True)
    for student in ("ada", "alan", "grace"):
        write_report(graded(student), folder / f"{student}.json")
    return lambda student: read_report(folder / f"{student}.json")


def test_commands_decide_list_and_undo(course, autograder, reports):
    done = autograder("drop", SLUG, "hidden:test_mean_random", "--reason", "the figure is wrong", "--by", "Prof. X")
    assert done.returncode == 0, done.stderr
    assert "3 of 3 scores changed; their mean was 22.50 and is 30.00." in done.stdout
    assert reports("grace").score == 30
    assert autograder("override", SLUG, "ada", "60", "--reason", "oral").returncode == 0
    assert autograder("override", SLUG, "ada", "61", "--reason", "oral, again").returncode == 0
    assert autograder("extend", SLUG, "alan", "2026-11-27T23:59+02:00", "--reason", "ill").returncode == 0
    assert (reports("ada").score, reports("ada").raw_score, reports("alan").score) == (61, 22.5, 30)
    assert [d.kind for d in reports("alan").decisions] == [DROP, EXTENSION]
    listed = autograder("decisions", SLUG).stdout
    assert "hidden:test_mean_random is dropped for everybody: the figure is wrong (Prof. X, " in listed
    assert "ada gets 61 points for everything: oral, again" in listed
    assert "alan may hand in until 2026-11-27T" in listed
    assert len(listed.splitlines()) == 3
    assert autograder("override", SLUG, "ada", "--undo").returncode == 0
    assert reports("ada").score == 30
    assert autograder("drop", SLUG, "test_mean_random", "--undo").returncode == 0
    assert autograder("extend", SLUG, "alan", "--undo").returncode == 0
    assert [reports(student) for student in ("ada", "alan")] == [graded("ada"), graded("alan")]
    assert autograder("decisions", SLUG).stdout == "nothing was decided on 01_tiny.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["override", SLUG, "adda", "5"],
            "there is no student 'adda' among the 3 graded ones of 01_tiny; near to it: ada",
        ),
        (["override", SLUG, "ada", "5", "--exercise", "median"], "01_tiny has no exercise 'median'; it has mean"),
        (["override", SLUG, "ada", "31", "--exercise", "mean"], "the score is 31, expected a number from 0 to 30."),
        (["override", SLUG, "ada", "nan"], "the score is nan, expected a number from 0 to 100."),
        (["override", SLUG, "ada"], "the score is missing, expected a number from 0 to 100."),
        (["override", SLUG, "ada", "--undo"], "there is no such decision; 'autograder decisions 01_tiny' lists them."),
        (["drop", SLUG, "test_mean_randon"], "near to it: hidden:test_mean_random"),
        (
            ["drop", SLUG, "test_mean_random", "--undo"],
            "there is no check 'test_mean_random' among the 0 dropped ones.",
        ),
        (["extend", SLUG, "alam", "2026-11-27"], "among the 3 known ones (a new one needs --new); near to it: alan"),
        (["extend", SLUG, "alan"], "the time is missing"),
    ],
)
def test_what_cannot_be_decided_is_said_in_one_sentence_and_changes_nothing(
    course, autograder, reports, arguments, sentence
):
    done = autograder(*arguments, "--reason", "because")
    assert done.returncode == 2
    assert sentence in done.stderr and len(done.stderr.splitlines()) == 1
    assert not course.decisions.exists()
    assert reports("ada") == graded("ada")


def test_a_run_in_progress_is_not_disturbed_and_a_folder_in_the_way_is_said(course, autograder, reports):
    folder = course.build / "grades" / SLUG
    with only_writer(folder):
        done = autograder("override", SLUG, "ada", "5", "--reason", "because")
    assert done.returncode == 2 and "another command is writing reports" in done.stderr
    assert reports("ada") == graded("ada")
    course.decisions.write_text("a file in the way of the folder")
    done = autograder("override", SLUG, "ada", "5", "--reason", "because")
    assert done.returncode == 2 and "cannot be written" in done.stderr and len(done.stderr.splitlines()) == 1
    assert reports("ada") == graded("ada")


def test_a_decision_needs_a_reason_and_a_time_that_is_one(autograder, reports):
    assert "a decision needs a reason" in autograder("override", SLUG, "ada", "5").stderr
    done = autograder("extend", SLUG, "ada", "tomorrow", "--reason", "ill")
    assert done.returncode == 2 and "'tomorrow' is not a time" in done.stderr
    assert autograder("extend", SLUG, "newcomer", "2026-11-27T12:00Z", "--reason", "late", "--new").returncode == 0


def test_no_rerun_loses_a_decision_and_a_drop_regrades_nobody(course, autograder, hand_in):
    reference = course.assignment(SLUG).reference.read_text()
    folder = hand_in("ada", reference + WRONG)
    hand_in("alan", reference)
    reason = ("--reason", "because")
    assert autograder("drop", SLUG, "test_mean_of_integers", *reason).returncode == 0, "before anything is graded, too"
    assert autograder("grade", SLUG, folder).returncode == 0
    path = course.build / "grades" / SLUG / "ada.json"
    first = read_report(path)
    assert first.raw_score is not None and first.raw_score < first.score
    assert autograder("override", SLUG, "alan", "12", *reason).returncode == 0
    assert autograder("drop", SLUG, "test_mean_random", *reason).returncode == 0
    assert "0 graded, 2 unchanged" in autograder("grade", SLUG, folder).stdout
    hidden = course.solutions / SLUG / "test_hidden.py"
    hidden.write_text(hidden.read_text() + "\n# the suite has changed\n")
    assert "2 graded" in autograder("grade", SLUG, folder).stdout
    assert "1 graded" in autograder("grade", SLUG, folder, "--only", "alan", "--force").stdout
    alan = read_report(path.with_name("alan.json"))
    assert (alan.score, alan.raw_score) == (12, 100)
    assert read_report(path).score > first.score
    # a file changed by hand, or a command killed before it came to the reports
    write_decisions(course, SLUG, [])
    assert "0 graded, 2 unchanged" in autograder("grade", SLUG, folder).stdout
    assert read_report(path.with_name("alan.json")).score == 100
    assert read_report(path).score == first.raw_score


@pytest.mark.alone
def test_a_thousand_reports_take_seconds(course, autograder):
    folder = course.build / "grades" / SLUG
    folder.mkdir(parents=True)
    checks = [check(f"test_{number}", "passed" if number % 3 else "failed") for number in range(60)]
    checks.append(check("test_mean_random", "failed"))
    exercises = [ExerciseResult("mean", 65.57, 100, diagnosis=["a sentence"], checks=checks)]
    for number in range(1000):
        name = f"student{number}"
        report = GradeReport(SLUG, name, 65.57, 100, "bwrap", "s", "t", 0.1, exercises)
        write_report(report, folder / f"{name}.json")
    started = time.monotonic()
    done = autograder("drop", SLUG, "test_mean_random", "--reason", "faulty")
    assert time.monotonic() - started < 30, "seconds on an idle machine; the bound is for a busy one"
    assert "1000 of 1000 scores changed; their mean was 65.57 and is 66.67." in done.stdout
    assert read_report(folder / "student999.json").score == 66.67


def test_decisions_at_once_on_two_folders_of_reports_are_all_kept(course, hand_in, autograder, tmp_path):
    folder = hand_in("ada", course.assignment(SLUG).reference.read_text())
    outs = [tmp_path / "one", tmp_path / "two"]
    for out in outs:
        autograder("grade", SLUG, folder, "--out", out)
    exercises = ["mean", "variance", "Scaler", "tabulate"]

    def decide(number: int) -> int:
        options = ("--exercise", exercises[number], "--reason", "agreed", "--grades", outs[number % 2])
        return autograder("override", SLUG, "ada", 1, *options).returncode

    with ThreadPoolExecutor() as threads:
        done = list(threads.map(decide, range(4)))
    kept = {decision.exercise for decision in read_decisions(course, SLUG)}
    assert kept == {exercise for exercise, status in zip(exercises, done, strict=True) if status == 0}
    assert len(kept) >= 2
