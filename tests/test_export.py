"""`autograder export`: scores by exercise, in gradebooks of Canvas and Moodle, and with nbgrader's manual points."""

import csv
import io
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.collect.identity import read_roster
from autograder.errors import UserError
from autograder.grading.report import OVERRIDE, CheckResult, Decision, ExerciseResult, GradeReport, write_report
from autograder.publish.csv_table import csv_text, neutral, read_table
from autograder.publish.export import Exported, Wanted, export_assignment
from autograder.publish.nbgrader_course import NbgraderCourse
from autograder.report.reading import read_class

pytestmark = pytest.mark.slow

SLUG = "01_tiny"
COLUMN = "Small statistics (8899)"


@pytest.fixture
def assignment(course):
    return course.assignment(SLUG)


@pytest.fixture
def graded(course, assignment) -> Callable[..., GradeReport]:
    """Writes a report in which each exercise got this share of its points."""

    def write(student: str, share: float = 1.0, **changes) -> GradeReport:
        exercises = [
            ExerciseResult(e.name, e.points * share, e.points, checks=[CheckResult("c", "t", "hidden", "passed")])
            for e in assignment.exercises
        ]
        fields = {"sandbox": "bwrap", "notice": ""} | changes
        report = GradeReport(SLUG, student, 100 * share, 100, fields.pop("sandbox"), "", "", 1.0, exercises, **fields)
        folder = course.build / "grades" / SLUG
        folder.mkdir(parents=True, exist_ok=True)
        write_report(report, folder / f"{student}.json")
        return report

    return write


@pytest.fixture
def export(course, assignment, tmp_path) -> Callable[..., Exported]:
    def run(**wanted) -> Exported:
        reports = read_class(course.build / "grades" / SLUG).reports
        return export_assignment(course, assignment, reports, tmp_path / "out", Wanted(**wanted))

    return run


def rows_of(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


def csv_file(path: Path, rows: list[list[str]], encoding: str = "utf-8", separator: str = ",") -> Path:
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(rows)
    path.write_bytes(text.getvalue().encode(encoding))
    return path


CANVAS = [
    ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Notes", "Essay (8898)", COLUMN, "Final Score"],
    ["", "", "", "", "", "", "", "Manual Posting", ""],
    ["    Points Possible", "", "", "", "", "", "20", "100", "(read only)"],
    ["Doe, Jane", "4567", "S1", "jane", "A", "=instructor's own", "12", "", "60"],
    ["=cmd|'/c calc'!A1, Bob", "4568", "S2", "bob", "A", "", "-", "40.00", "-"],
    ["O'Neil, Zoë", "4569", "S3", "zoe", "A", "", "3", "EX", "9"],
    ["Absent, Ann", "4570", "S4", "ann", "A", "", "", "", ""],
]


def test_canvas(graded, export, tmp_path):
    graded("doejane_4567", 0.5)  # as collected from Canvas
    graded("bob", 0.8)  # a login
    graded("S3")
    graded("stranger")
    exported = export(canvas=csv_file(tmp_path / "canvas.csv", CANVAS, "utf-8-sig"))
    filled = tmp_path / "out" / "canvas.csv"
    assert filled.read_bytes().startswith(b"\xef\xbb\xbf") and b"\r\n" in filled.read_bytes()
    expected = [list(row) for row in CANVAS]
    expected[3][7], expected[4][7] = "50.00", "80.00"
    expected[4][0] = "'" + CANVAS[4][0]
    assert rows_of(filled) == expected, "only this column, and the name that is a formula"
    remarks = "\n".join(exported.remarks)
    assert f"canvas.csv: 2 scores in the column '{COLUMN}'" in remarks
    assert "had another score before: bob (40.00 -> 80.00)" in remarks
    assert "left as they are: S3 (EX)" in remarks
    assert "without a report: Absent, Ann / 4570" in remarks
    assert "not (or not clearly) in the gradebook: stranger" in remarks
    assert not exported.complete


def test_canvas_with_names_apart_semicolons_and_commas(graded, export, tmp_path):
    graded("jane", 0.505)
    table = [
        ["LastName", "FirstName", "ID", "SIS Login ID", "Section", COLUMN],
        ["    Points Possible", "", "", "", "", "100,00"],
        ["Doe", "Jane", "4567", "jane", "A", ""],
    ]
    exported = export(canvas=csv_file(tmp_path / "canvas.csv", table, separator=";"))
    assert exported.complete
    assert (tmp_path / "out" / "canvas.csv").read_text().splitlines()[2] == "Doe;Jane;4567;jane;A;50,50"


@pytest.mark.parametrize(
    "wanted, sentence",
    [
        ({"column": "Homework 1"}, "no column is called 'Homework 1'; name one with --column, of these: Notes, Essay"),
        ({"column": "Final Score"}, "no column is called 'Final Score'"),
        ({"column": "Essay"}, "counts 20 points where this assignment has 100"),
    ],
)
def test_a_column_is_never_guessed(graded, export, tmp_path, wanted, sentence):
    graded("jane")
    with pytest.raises(UserError, match=sentence):
        export(canvas=csv_file(tmp_path / "canvas.csv", CANVAS), **wanted)
    assert not (tmp_path / "out").exists(), "nothing is written if something is wrong"


def test_another_scale_must_be_asked_for(graded, export, tmp_path):
    graded("jane", 0.25)
    export(canvas=csv_file(tmp_path / "canvas.csv", CANVAS), column="Essay (8898)", scale=True)
    assert rows_of(tmp_path / "out" / "canvas.csv")[3][6] == "5.00"


def test_a_read_only_column(graded, export, tmp_path):
    graded("jane")
    table = [list(row) for row in CANVAS]
    table[2][7] = "(read only)"
    with pytest.raises(UserError, match="is read only in Canvas"):
        export(canvas=csv_file(tmp_path / "canvas.csv", table))


MOODLE = [
    ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
     "Last modified (submission)", "Online text", "Last modified (grade)", "Feedback comments"],
    ["Participant 1234567", "Jane Doe", "jane@x.edu", "Submitted", "", "100.00", "Yes", "Monday", "", "-", "-good"],
    ["Participant 1234568", "@Bob", "+bob@x.edu", "Submitted", "", "100.00", "Yes", "-", "=1+1", "-", ""],
    ["Participant 1234569", "Ann", "ann@x.edu", "No submission", "", "100.00", "Yes", "-", "", "-", ""],
]  # fmt: skip


def test_moodle_worksheet(graded, export, tmp_path):
    graded("Jane Doe_1234567", 0.9)  # as collected from Moodle
    graded("1234568", 0.333)
    exported = export(moodle=csv_file(tmp_path / "moodle.csv", MOODLE))
    expected = [list(row) for row in MOODLE]
    expected[1][4], expected[2][4] = "90.00", "33.30"
    expected[2][1], expected[2][2], expected[2][8] = "'@Bob", "'+bob@x.edu", "'=1+1"
    assert rows_of(tmp_path / "out" / "moodle.csv") == expected, "comments that Moodle imports stay as they are"
    assert "moodle.csv: in the gradebook, but without a report: Participant 1234569 / Ann" in exported.remarks


def test_moodle_whole_gradebook_and_a_roster(graded, export, tmp_path):
    graded("jd1", 0.5)
    table = [
        [
            "First name",
            "Last name",
            "ID number",
            "Email address",
            "Assignment: Small statistics (Real)",
            "Course total (Real)",
        ],
        ["Jane", "Doe", "", "jane@x.edu", "-", "10.00"],
    ]
    path = csv_file(tmp_path / "moodle.csv", table)
    assert not export(moodle=path).complete
    roster = tmp_path / "roster.csv"
    roster.write_text("student,email\njd1,JANE@x.edu\n")
    assert export(moodle=path, roster=read_roster(roster)).complete
    assert rows_of(tmp_path / "out" / "moodle.csv")[1][4:] == ["50.00", "10.00"]


def test_a_worksheet_in_another_language(graded, export, tmp_path):
    graded("7", 0.5)
    table = [["Identificador", "Nombre", "Calificación"], ["Participante 7", "Ana", "10,00"]]
    path = csv_file(tmp_path / "moodle.csv", table)
    with pytest.raises(UserError, match="name one with --column"):
        export(moodle=path)
    export(moodle=path, column="Calificación")
    assert rows_of(tmp_path / "out" / "moodle.csv")[1][2] == "50,00"


def test_two_reports_for_one_row(graded, export, tmp_path):
    graded("jane")
    graded("4567")
    with pytest.raises(UserError, match="4567 and jane are the same row"):
        export(canvas=csv_file(tmp_path / "canvas.csv", CANVAS))


@pytest.mark.parametrize(
    "data, sentence",
    [
        (b"", "is empty"),
        (b"Student,ID\nM\xfcller,1\n", "is not in UTF-8"),
        (b"Student,ID\na,b,c\n", "row 2 has 3 cells, expected 2"),
        (b"Name,Points\na,1\n", "not a gradebook of Canvas"),
    ],
)
def test_files_that_are_no_gradebook(graded, export, tmp_path, data, sentence):
    graded("jane")
    path = tmp_path / "canvas.csv"
    path.write_bytes(data)
    with pytest.raises(UserError, match=sentence):
        export(canvas=path)


def test_long_cells_and_titles_with_commas(tmp_path):
    header = ["Student", "ID", "Section", "Essay, one, two (8898)"]
    path = csv_file(tmp_path / "a.csv", [header, ["1", "x" * 200_000, "", ""]], separator=";")
    assert read_table(path).header == header


def test_utf16_comes_back_as_utf16(tmp_path):
    path = csv_file(tmp_path / "a.csv", [["a", "ü"], ["1", "2"]], "utf-16", "\t")
    table = read_table(path)
    assert table.header == ["a", "ü"] and table.to_bytes() == path.read_bytes()


@pytest.mark.parametrize("text", ["=1+1", "+SUM(A1)", "-2+3", "@x", "\t1", "\rx", "  =1", "=-1"])
def test_formulas_are_neutralised(text):
    assert neutral(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-", "-1.5", "+3", "12", "-2,5", "Ada", "", "a=b"])
def test_numbers_and_plain_text_are_not(text):
    assert neutral(text) == text


def test_exercises(graded, export, assignment, tmp_path):
    graded("ada", 0.5)
    graded("=evil()", 1.0, sandbox="none")
    graded("late", 0.0, notice="tiny.py is missing.", decisions=[Decision(OVERRIDE, "r", "me", "t", "late", score=1)])
    export()
    table = rows_of(tmp_path / "out" / "exercises.csv")
    names = [exercise.name for exercise in assignment.exercises]
    assert table[0] == [
        "student",
        *names,
        "autograded",
        "written",
        "late_penalty",
        "total",
        "max_total",
        "total_is",
        "flags",
    ]
    by_student = {row[0]: dict(zip(table[0], row, strict=True)) for row in table[1:]}
    assert by_student.keys() == {"ada", "'=evil()", "late"}
    assert by_student["ada"]["mean"] == "15" and by_student["ada"]["total"] == "50"
    assert by_student["ada"]["total_is"] == "autograded, without the written questions"
    assert by_student["'=evil()"]["flags"] == "graded without a sandbox"
    assert by_student["late"]["flags"] == "tiny.py is missing.; decided by the instructor: override"


@pytest.fixture
def gradebook(course, assignment, monkeypatch):
    """nbgrader's gradebook, with a written answer that a person graded, one that waits, and one that is late."""
    from nbgrader.api import Gradebook

    # a new gradebook is made with the program alembic, which nbgrader expects on the PATH
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    nbgrader = NbgraderCourse.of(course)
    nbgrader.write_config()
    nbgrader.source(SLUG).mkdir(parents=True)
    (nbgrader.source(SLUG) / "exercises.json").write_text('{"module": "tiny"}')
    with Gradebook(f"sqlite:///{nbgrader.root / 'gradebook.db'}") as book:
        book.add_assignment(SLUG)
        book.add_notebook("tiny", SLUG)
        for question in assignment.questions:
            book.add_grade_cell(question.name, "tiny", SLUG, max_score=question.points, cell_type="markdown")
        for student, points, penalty in (("ada", 4, 0), ("alan", None, 0), ("late", 4, 30), ("=evil()", 4, 0)):
            book.add_student(student)
            book.add_submission(SLUG, student)
            notebook = book.find_submission_notebook("tiny", SLUG, student)
            notebook.late_submission_penalty = penalty
            grade = book.find_grade(assignment.questions[0].name, "tiny", SLUG, student)
            grade.manual_score, grade.needs_manual_grade = points, points is None
            book.db.commit()
    return nbgrader


def test_written_questions_count_where_nbgrader_has_them(graded, export, gradebook, tmp_path):
    for student in ("ada", "alan", "late", "absent"):
        graded(student, 0.5)
    exported = export()
    table = rows_of(tmp_path / "out" / "exercises.csv")
    rows = {row[0]: dict(zip(table[0], row, strict=True)) for row in table[1:]}
    assert {row["max_total"] for row in rows.values()} == {"110"}
    assert [rows[name]["total"] for name in ("ada", "alan", "late", "absent")] == ["54", "50", "24", "50"]
    assert rows["ada"]["total_is"] == "autograded + written"
    assert rows["alan"]["total_is"] == "autograded + written, of which some are not graded yet"
    assert rows["late"]["total_is"] == "autograded + written - late penalty"
    assert rows["absent"]["total_is"] == "autograded, without the written questions"
    assert exported.remarks == ["written questions are not in the total, or not graded yet: absent, alan"]
    nbgraders = rows_of(tmp_path / "out" / "nbgrader.csv")
    assert {row[3] for row in nbgraders[1:]} == {"ada", "alan", "late", "'=evil()"}
    export(manual=False)
    assert rows_of(tmp_path / "out" / "exercises.csv")[1][-3] == "100"


def test_nbgraders_whole_gradebook(autograder, gradebook, course):
    done = autograder("export")
    assert done.returncode == 0, done.stderr
    assert {row[3] for row in rows_of(course.build / "grades.csv")[1:]} == {"'=evil()", "ada", "alan", "late"}


def test_manual_points_without_a_gradebook(graded, export):
    graded("ada")
    with pytest.raises(UserError, match=f"gradebook does not have {SLUG} yet"):
        export(manual=True)


def test_the_command(graded, autograder, course, tmp_path):
    graded("jane")
    done = autograder("export", SLUG, "--canvas", csv_file(tmp_path / "canvas.csv", CANVAS))
    assert done.returncode == 0, done.stderr
    assert "1 scores in the column" in done.stdout and "without a report: " in done.stdout
    folder = course.build / "export" / SLUG
    assert {path.name for path in folder.iterdir()} == {"exercises.csv", "canvas.csv"}
    over = autograder("export", SLUG, "--canvas", folder / "canvas.csv")
    assert over.returncode == 2 and "would be overwritten" in over.stderr
    graded("stranger")
    assert autograder("export", SLUG, "--canvas", tmp_path / "canvas.csv").returncode == 1
    lost = autograder("export", "--canvas", tmp_path / "canvas.csv")
    assert lost.returncode == 2 and "name its SLUG" in lost.stderr
    unreleased = autograder("export")
    assert unreleased.returncode == 2 and "no assignment is released yet" in unreleased.stderr


@pytest.mark.parametrize(
    "text, expected",
    {
        "a;=1+1": "a;'=1+1",
        "x\t@cmd": "x\t'@cmd",
        "p|=cmd": "p|'=cmd",
        "a; -2+3": "a; '-2+3",
        "a\n+1": "a\n'+1",
        'a;"=1+1"': 'a;"\'=1+1"',
        ";;=1;=2": ";;'=1;'=2",
        "=1;=1": "'=1;'=1",
        "＝1+1": "'＝1+1",
        "\t=1": "'\t'=1",
    }.items(),
)
def test_a_formula_behind_what_a_spreadsheet_may_split_at_is_none(text, expected):
    assert neutral(text) == expected
    assert neutral(expected) == expected
    for separator in ",;\t|":
        for row in csv.reader(io.StringIO(csv_text([["ann", expected, "1"]])), delimiter=separator):
            assert not [cell for cell in row if cell.strip(' "')[:1] in ("=", "+", "-", "@")], row


def test_no_cell_of_exports_is_a_formula_however_it_is_split(graded, export, tmp_path):
    graded("ada;=1+1|@cmd", 1.0, notice="no module;\t=cmd")
    export()
    text = (tmp_path / "out" / "exercises.csv").read_text()
    assert "ada;'=1+1|'@cmd" in text, "and a person can still read it"
    assert not re.search(r"[;|\t][ \"]*[=+@-]", text)


def test_a_carriage_return_begins_a_cell_too():
    assert neutral("a\r=1") == "a\r'=1"


@pytest.mark.parametrize("text", ["a; b", "Ada; 3", "x-1;y", "Müller-Lüdenscheidt", "a|b"])
def test_separators_alone_are_text(text):
    assert neutral(text) == text
