"""The nbgrader course with the real nbgrader, the real sandbox and hostile submissions."""

import csv
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.api import Gradebook

from autograder.course.catalogue import Course
from autograder.errors import UserError
from autograder.grading.report import CheckResult, ExerciseResult, GradeReport, write_report
from autograder.publish.cells import grade_id
from autograder.publish.feed import Fed, feed_gradebook, require_usable_id
from autograder.publish.nbgrader_course import NbgraderCourse, engine_environment
from autograder.publish.release import build_release

pytestmark = pytest.mark.slow

SLUG = "01_tiny"
COURSE = Path(__file__).parent / "course"
REFERENCE = (COURSE / "solutions" / SLUG / "tiny.py").read_text()
WRONG = REFERENCE.replace("array.sum() / len(array)", "array.sum() / (len(array) - 1)")
DIAGNOSIS = "You divided by <b>n - 1</b>; the mean divides by n."
INSTRUCTOR_CONFIG = """c = get_config()
c.Execute.timeout = 12
c.LateSubmissionPlugin.penalty_method = "zero"
"""
HOSTILE_CELLS = {
    "files": """
import os
for path in ({places}):
    try:
        print("READ", path, os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(20))
    except OSError as error:
        print("refused", path, type(error).__name__)
""",
    "network": """
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), 2)
    print("CONNECTED")
except OSError as error:
    print("no network", error)
""",
    "disk": """
import glob
for folder in glob.glob("/tmp/autograder-*"):
    try:
        open(folder + "/left_behind", "w").write("x")
        print("WROTE", folder)
    except OSError as error:
        print("not written", error)
""",
    "own files": "open('mine.txt', 'w').write('x'); print(sorted(os.listdir('.')))",
    "html": """
from IPython.display import HTML, Javascript, display
display(HTML("<script>document.title = 'stolen'</script>"), Javascript("alert(1)"))
""",
    "flood": "print('x' * 50_000_000)",
    "hangs": """
import time
while True:
    try:
        time.sleep(60)
    except KeyboardInterrupt:
        pass
""",
    "after": "print('not reached')",
}


def copy_course(folder: Path) -> Course:
    """The tests' own small course, in a folder where it may be changed."""
    for room in ("assignments", "solutions", "datasets"):
        shutil.copytree(COURSE / room, folder / room)
    return Course(folder)


def report_for(student: str, module: str | None, mean: float, rest: float) -> GradeReport:
    """A report as the grader writes it, for a submission whose points we choose."""
    outcome = "passed" if mean == 30 else "failed"
    check = CheckResult("test_mean_random", "random numbers too", "hidden", outcome, "a wrong value", "<i>out</i>")
    exercises = [
        ExerciseResult("mean", mean, 30, diagnosis=[] if mean == 30 else [DIAGNOSIS], checks=[check]),
        ExerciseResult("variance", rest, 30, mean < 30, ["mean"] if mean < 30 else [], checks=[check]),
        ExerciseResult("Scaler", 0, 20, checks=[check]),
        ExerciseResult("tabulate", 0, 20, checks=[check]),
    ]
    sha256 = hashlib.sha256((module or "").encode()).hexdigest()
    notice = "" if module else "tiny.py is missing."
    return GradeReport(SLUG, student, mean + rest, 100, "bwrap", sha256, "suite", 0.1, exercises, notice)


def hostile_notebook(released: Path, course: Course, port: int) -> nbformat.NotebookNode:
    """A notebook that looks around, forges points and hides scripts wherever a page might show them."""
    notebook = nbformat.read(released, as_version=4)
    places = [course.root, course.solutions / SLUG / "test_hidden.py", course.build / "course" / "gradebook.db"]
    quoted = ", ".join(repr(str(path)) for path in (*places, Path("/etc/passwd"), Path.home()))
    for source in HOSTILE_CELLS.values():
        notebook.cells.append(new_code_cell(source.replace("{places}", quoted).replace("{port}", str(port))))
    by_name = {grade_id(cell): cell for cell in notebook.cells if grade_id(cell)}
    by_name["mean"].metadata.nbgrader.points = 1000
    by_name["mean"].source = "1000"
    notebook.cells.remove(by_name["variance"])
    by_name["why_squares"].source = "Because <script>document.title = 'stolen'</script> it [adds](javascript:alert(1))."
    notebook.cells.append(new_markdown_cell("<img src=x onerror=alert(1)>"))
    notebook.metadata.kernelspec = {"name": "another", "display_name": "another"}
    notebook.metadata.title = "<script>document.title = 'stolen'</script>"
    return notebook


@pytest.fixture(scope="module")
def listener():
    """A port of this machine on which somebody answers, so that a refusal is the sandbox's."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    course = copy_course(tmp_path_factory.mktemp("a course") / "kurs é")
    (course.root / "instructor_config.py").write_text(INSTRUCTOR_CONFIG)
    build_release(course, course.assignment(SLUG))
    with Gradebook(f"sqlite:///{NbgraderCourse.of(course).root}/gradebook.db") as gradebook:
        gradebook.update_or_create_assignment(SLUG, duedate="2030-01-31 23:59 UTC")
    return course


@pytest.fixture(scope="module")
def nbgrader(course) -> NbgraderCourse:
    return NbgraderCourse.of(course)


@pytest.fixture(scope="module")
def folders(course, nbgrader, listener) -> tuple[Path, Path]:
    """Submissions of a small class, and their reports."""
    submissions, reports = course.root / "handed_in", course.build / "grades"
    reports.mkdir(parents=True)
    released = nbgrader.release(SLUG) / "tiny.ipynb"
    answered = nbformat.read(released, as_version=4)
    next(cell for cell in answered.cells if grade_id(cell) == "why_squares").source = "Because **sums** matter."
    notebooks = {"ann": answered, "eve": hostile_notebook(released, course, listener)}
    students = {
        "ann": (REFERENCE, 30, 30),
        "eve": (WRONG, 0, 30),
        "Zoë O'Hara": (WRONG, 12.5, 30),
        "late": (REFERENCE, 30, 30),
        "empty": (None, 0, 0),
        "broken": (REFERENCE, 30, 30),
    }
    for student, (module, mean, rest) in students.items():
        (submissions / student).mkdir(parents=True)
        if module:
            (submissions / student / "tiny.py").write_text(module)
        if student in notebooks:
            nbformat.write(notebooks[student], submissions / student / "tiny.ipynb")
        write_report(report_for(student, module, mean, rest), reports / f"{student}.json")
    (submissions / "broken" / "tiny.ipynb").write_text('{"cells": [{"source": 3')
    (submissions / "eve" / "timestamp.txt").write_text("1999-01-01 00:00 UTC")
    (submissions / "eve" / "secrets").symlink_to(course.solutions)
    (submissions / "timestamps.csv").write_text(
        "student,timestamp\nlate,2030-02-01 10:00 UTC\nann,2030-01-01 10:00 UTC\n"
    )
    return submissions, reports


@pytest.fixture(scope="module")
def fed(course, folders) -> Fed:
    submissions, reports = folders
    return feed_gradebook(course, course.assignment(SLUG), reports, submissions)


@pytest.fixture(scope="module")
def exported(nbgrader, fed) -> dict[str, dict[str, str]]:
    nbgrader.run("export")
    with (nbgrader.root / "grades.csv").open(encoding="utf-8") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


def page(nbgrader: NbgraderCourse, student: str) -> BeautifulSoup:
    return BeautifulSoup(nbgrader.feedback_page(SLUG, student).read_text(encoding="utf-8"), "html.parser")


def said_by(nbgrader: NbgraderCourse, student: str, needle: str) -> str:
    """What the cell whose source has `needle` in it printed."""
    notebook = nbformat.read(nbgrader.autograded(SLUG, student) / "tiny.ipynb", as_version=4)
    cell = next(cell for cell in notebook.cells if needle in cell.source)
    return "".join(output.get("text", "") for output in cell.outputs)


def test_everybody_is_in_the_gradebook_with_the_trusted_score(fed, exported):
    assert fed == Fed(autograded=6)
    scores = {student: float(row["raw_score"]) for student, row in exported.items()}
    assert scores == {"ann": 60, "eve": 30, "Zoë O'Hara": 42.5, "late": 60, "empty": 0, "broken": 60}
    assert {row["max_score"] for row in exported.values()} == {"110.0"}


def test_a_rerun_does_only_what_has_changed(course, folders, fed):
    submissions, reports = folders
    assert feed_gradebook(course, course.assignment(SLUG), reports, submissions) == Fed(unchanged=6)


def test_lateness_is_nbgraders_and_its_time_the_instructors(exported):
    assert (exported["late"]["late_submission_penalty"], exported["late"]["score"]) == ("60.0", "0.0")
    assert exported["ann"]["late_submission_penalty"] == "0.0"
    assert exported["eve"]["timestamp"] == "", "a timestamp.txt that a student hands in counts for nothing"


def test_written_answers_wait_for_a_person_and_empty_ones_get_nothing(nbgrader, fed):
    with Gradebook(f"sqlite:///{nbgrader.root}/gradebook.db") as gradebook:
        grades = {name: gradebook.find_grade("why_squares", "tiny", SLUG, name) for name in ("ann", "Zoë O'Hara")}
        assert grades["ann"].needs_manual_grade and grades["ann"].auto_score is None
        assert not grades["Zoë O'Hara"].needs_manual_grade and grades["Zoë O'Hara"].auto_score == 0


def test_the_feedback_explains_and_shows_no_hidden_source(nbgrader, fed):
    text = page(nbgrader, "Zoë O'Hara").get_text()
    for words in (
        "mean: 12.5 of 30 points (0 of 1 checks passed)",
        DIAGNOSIS,
        "Your code here builds on mean, which has a mistake of its own",
        "random numbers too",
        "a wrong value",
        "released notebook stands here in the place of yours, because no notebook was handed in",
    ):
        assert words in text
    assert "<i>out</i>" not in text, "what is printed under a hidden check could be its data"
    assert "tiny.py is missing." in page(nbgrader, "empty").get_text()
    assert "because yours could not be read (NotJSONError)" in page(nbgrader, "broken").get_text()
    handed_out = [path for path in (nbgrader.root / "feedback").rglob("*") if path.is_file()]
    assert len(handed_out) > 6
    for path in handed_out:
        assert b"rng.normal(5, 2, 30)" not in path.read_bytes(), path


def test_pictures_are_drawn_with_the_students_own_code(nbgrader, fed):
    assert page(nbgrader, "ann").find("img", src=lambda src: src.startswith("data:image/png;base64,"))


def test_a_notebook_reaches_nothing_outside_its_own_folder(nbgrader, fed):
    files = said_by(nbgrader, "eve", "os.listdir(path)").splitlines()
    assert len(files) == 5
    home = files.pop()
    assert all(line.startswith("refused") for line in files), files
    # the interpreter itself may lie in the instructor's home; nothing else of it is there
    interpreter = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    visible = [interpreter.relative_to(Path.home()).parts[0]] if interpreter.is_relative_to(Path.home()) else []
    assert home.startswith("refused") or home == f"READ {Path.home()} {visible}"
    assert said_by(nbgrader, "eve", "create_connection").startswith("no network")
    assert said_by(nbgrader, "eve", "left_behind").startswith("not written")
    own = said_by(nbgrader, "eve", "mine.txt")
    assert "'tiny.py'" in own and "'mine.txt'" in own and "'data'" in own and "secrets" not in own


def test_a_hanging_or_flooding_notebook_ends_and_the_points_still_count(nbgrader, fed):
    assert len(said_by(nbgrader, "eve", "50_000_000")) < 200_000
    assert "This cell was not run" in said_by(nbgrader, "eve", "while True")
    stopped = [said_by(nbgrader, "eve", cell).count("to its end: ") for cell in ("50_000_000", "while True")]
    assert sum(stopped) == 1, "said once, and why"
    assert "was not run.\n" in said_by(nbgrader, "eve", "not reached")


def test_nothing_in_a_feedback_page_runs_a_students_script(nbgrader, fed):
    shown = page(nbgrader, "eve")
    for script in shown.find_all("script"):
        assert "stolen" not in script.text and "alert" not in script.text
    assert not shown.find_all(attrs={"onerror": True})
    assert not shown.find_all(href=lambda target: target and target.startswith("javascript"))
    assert "Because < script>" in shown.get_text()
    assert shown.title and shown.title.text == "tiny"


def test_plain_autograde_asks_the_grader_and_follows_no_link(course, nbgrader, fed):
    """What an instructor types: no reports at hand, a student's folder in submitted/, a link in it to a secret; and the
    student's id looks like an option."""
    student = "-rf"
    folder = nbgrader.submitted(SLUG, student)
    folder.mkdir(parents=True)
    (folder / "tiny.py").write_text(REFERENCE)
    (folder / "stolen.py").symlink_to(course.solutions / SLUG / "test_hidden.py")
    (folder / "endless").symlink_to("/dev/zero")
    shutil.copy(nbgrader.release(SLUG) / "tiny.ipynb", folder)
    nbgrader.run("autograde", SLUG, f"--student={student}", "--no-execute")
    nbgrader.run("generate_feedback", SLUG, f"--student={student}")
    report = json.loads((nbgrader.grades(SLUG) / f"{student}.json").read_text())
    with Gradebook(f"sqlite:///{nbgrader.root}/gradebook.db") as gradebook:
        assert gradebook.find_submission(SLUG, student).score == report["score"] == 100
    assert not list(nbgrader.feedback_page(SLUG, student).parent.glob("stolen*"))
    assert (course.solutions / SLUG / "test_hidden.py").is_file()


def test_a_report_about_another_module_is_not_believed(course, nbgrader, folders, fed):
    submissions, reports = folders
    other = submissions.parent / "other"
    (other / "ann").mkdir(parents=True)
    (other / "ann" / "tiny.py").write_text("x = 1")
    outcome = feed_gradebook(course, course.assignment(SLUG), reports, other)
    assert outcome.autograded == 0
    assert "is not about the tiny.py that ann submitted" in outcome.failed["ann"]
    again = feed_gradebook(course, course.assignment(SLUG), reports, submissions)
    assert again == Fed(autograded=1, unchanged=5), "what was left undone is done again"


def test_cells_cannot_change_under_submissions_and_the_release_stays(course, nbgrader, fed):
    files = [course.assignment(SLUG).handout, course.solutions / SLUG / "assignment.toml"]
    texts = [path.read_text() for path in files]
    for path, text in zip(files, texts, strict=True):
        path.write_text(text.replace("why_squares", "why_not"))
    try:
        with pytest.raises(UserError, match="Cannot add or remove cells"):
            build_release(course, course.assignment(SLUG))
    finally:
        for path, text in zip(files, texts, strict=True):
            path.write_text(text)
    assert "why_squares" in (nbgrader.release(SLUG) / "tiny.ipynb").read_text()


def test_nbgrader_does_not_start_without_our_configuration(course, nbgrader):
    """It would go on with its own defaults: student code in the open, and scores that a cell can print."""
    own = course.root / "instructor_config.py"
    own.write_text("this is not Python")
    try:
        with pytest.raises(UserError, match="nbgrader is not started, because its configuration failed"):
            nbgrader.run("autograde", SLUG)
    finally:
        own.write_text(INSTRUCTOR_CONFIG)


def test_without_bubblewrap_nothing_is_run(nbgrader, fed, tmp_path):
    environment = {**engine_environment(), "PATH": str(tmp_path)}
    command = nbgrader.command("autograde", SLUG, "--student=ann", "--force")
    done = subprocess.run(command, cwd=nbgrader.root, env=environment, capture_output=True, text=True)
    assert done.returncode != 0
    assert "bubblewrap is not installed" in done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("name", [" ann", "ann ", "a,b", "a*", "a[b]", "<b>", "new\nline", "x" * 129])
def test_ids_that_nbgrader_cannot_keep_are_refused(name):
    with pytest.raises(UserError, match="the student folder .* rename the folder"):
        require_usable_id(name)


@pytest.mark.parametrize("name", ["ann", "Zoë O'Hara", "학생", "-rf"])
def test_other_ids_are_fine(name):
    require_usable_id(name)


def test_a_class_needs_a_release_first(tmp_path):
    course = copy_course(tmp_path)
    with pytest.raises(UserError, match=f"{SLUG} is not released yet"):
        feed_gradebook(course, course.assignment(SLUG), tmp_path, tmp_path)


def test_formgrader_answers_on_loopback(course, nbgrader, fed):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    program = (
        "from pathlib import Path; from autograder.course.catalogue import Course; "
        "from autograder.publish.formgrader import serve_formgrader; "
        f"serve_formgrader(Course(Path({str(course.root)!r})), {port}, open_browser=False)"
    )
    environment = {**engine_environment(), "JUPYTER_TOKEN": "test"}
    server = subprocess.Popen([sys.executable, "-c", program], env=environment, start_new_session=True, stderr=-3)
    try:
        address = f"http://127.0.0.1:{port}/formgrader/api/submissions/{SLUG}?token=test"
        submissions = json.loads(answer(address, patience=90))
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()
    scores = {row["student"]: row["score"] for row in submissions}
    assert scores["Zoë O'Hara"] == 42.5


def answer(address: str, patience: float) -> bytes:
    deadline = time.monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(address) as response:
                return bytes(response.read())
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.3)
