"""Student ids, file names and encodings that attack whoever prints, writes or reads them."""

import csv
import json
import os

import pytest

pytestmark = pytest.mark.slow

SLUG = "01_tiny"
NAMES = [
    "<img src=x onerror=alert(1)>",
    "\x1b]0;owned\x07\x1b[2J",
    "two\nlines",
    "back\rspace\b\b",
    "\x9b31m",
    "gnp\u202egpj.exe",
    "-rf",
    "--force",
    "=cmd|'!A1",
    "@SUM(1+1)",
    "+1+cmd|'!B1",
    "a..%2f..%2fetc",
    "a\\..\\..\\windows",
    "$(touch pwned)",
    "`touch pwned`; touch pwned",
    "report.json",
    "é" * 127,
    "x" * 255,
    "made~0123456789ab",
    os.fsdecode(b"\xff\xfe\x80"),
    os.fsdecode(b"\xff\xfe\x81"),
]
FORMULA = tuple("=+-@\t\r")


@pytest.fixture
def poisoned(hand_in, course):
    reference = course.assignment(SLUG).reference.read_text()
    for name in NAMES:
        folder = hand_in(name, reference)
    return folder


def control_characters(done) -> set[str]:
    return {letter for letter in done.stdout + done.stderr if not letter.isprintable()} - {"\n"}


def test_every_name_gets_its_report_in_the_folder_and_nowhere_else(course, autograder, poisoned, tmp_path):
    out = tmp_path / "out" / "reports"
    done = autograder("grade", SLUG, poisoned, "--out", out)
    assert done.returncode == 0, done.stderr
    assert control_characters(done) == set()
    reports = {path.stem: json.loads(path.read_text()) for path in out.glob("*.json")}
    assert len(reports) == len(NAMES)
    assert all(report["score"] == 100 and report["student"] == stem for stem, report in reports.items())
    ordinary = set(NAMES[: NAMES.index("é" * 127)])
    assert ordinary < set(reports), "a name that can be a report's name stays what it is"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["reports"]
    assert not list(tmp_path.rglob("pwned"))

    again = autograder("grade", SLUG, poisoned, "--out", out)
    assert f"0 graded, {len(NAMES)} unchanged" in again.stdout
    shown = autograder("report", SLUG, "--grades", out)
    assert shown.returncode == 0 and control_characters(shown) == set()


def test_no_cell_of_an_export_is_a_formula(course, autograder, poisoned):
    assert autograder("grade", SLUG, poisoned).returncode == 0
    done = autograder("export", SLUG)
    assert done.returncode == 0 and control_characters(done) == set(), done.stderr
    tables = list(course.build.rglob("*.csv"))
    assert tables
    for table in tables:
        with table.open(newline="", encoding="utf-8-sig") as file:
            cells = [cell for row in csv.reader(file) for cell in row]
        assert any("cmd|" in cell for cell in cells)
        assert [cell for cell in cells if cell.startswith(FORMULA)] == []


def test_the_name_of_a_damaged_report_is_not_obeyed_by_the_terminal(course, autograder, poisoned, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "\x1b[2J\x1b]0;owned\x07.json").write_text("{}")
    done = autograder("report", SLUG, "--grades", out)
    assert done.returncode == 2 and control_characters(done) == set()


@pytest.mark.parametrize(
    "name", ["\x1b[2J.py", "<script>.py", "two\nlines.py", os.fsdecode(b"\xff.py"), "=cmd.py", "\u202e.py"]
)
def test_names_of_files_in_a_folder_are_quoted_without_harm(course, autograder, hand_in, name):
    folder = hand_in("ada", b"")
    (folder / "ada" / "tiny.py").rename(folder / "ada" / name)
    done = autograder("grade", SLUG, folder)
    assert done.returncode == 0 and control_characters(done) == set(), done.stderr
    report = json.loads((course.build / "grades" / SLUG / "ada.json").read_text())
    assert report["score"] == 0 and report["notice"].startswith("tiny.py is missing; the folder holds ")


def test_a_link_to_itself(course, autograder, hand_in):
    folder = hand_in("ada", b"")
    path = folder / "ada" / "tiny.py"
    path.unlink()
    path.symlink_to("tiny.py")
    assert autograder("grade", SLUG, folder).returncode == 0
    assert "link" in json.loads((course.build / "grades" / SLUG / "ada.json").read_text())["notice"]


def test_text_encodings_that_attack_the_reader(course, autograder, hand_in):
    """Some of Python's codecs take quadratic time, some raise errors of their own, some make half characters."""
    codecs = ("punycode", "undefined", "idna", "utf-7", "unicode_escape", "rot13", "zlib", "mbcs", "../../etc")
    for codec in codecs:
        start = f"# coding: {codec}\n".encode()
        folder = hand_in(codec.strip("./").replace("/", "_"), start + b"x-" + b"9z" * 400_000)
    done = autograder("grade", SLUG, folder)
    assert done.returncode == 0, done.stderr
    reports = [json.loads(path.read_text()) for path in (course.build / "grades" / SLUG).glob("*.json")]
    assert len(reports) == len(codecs)
    assert all(report["score"] == 0 and "is not UTF-8 text" in report["notice"] for report in reports)
