"""Many notebooks at once into one gradebook: nothing lost, nothing locked, and a killed run ends like any other.

The same with SQLite and with a real PostgreSQL server, which each test run starts for itself (`postgres` below).
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell
from nbgrader.api import Gradebook

from autograder.course.catalogue import Course
from autograder.errors import UserError
from autograder.grading.report import CheckResult, ExerciseResult, GradeReport, read_report, write_report
from autograder.grading.submission import student_id
from autograder.locks import only_one
from autograder.publish.feed import Fed, feed_gradebook
from autograder.publish.gradebook import share_gradebook
from autograder.publish.nbgrader_course import NbgraderCourse, engine_environment
from autograder.publish.release import build_release
from autograder.report.feedback import write_feedback

pytestmark = pytest.mark.slow

SLUG = "01_tiny"
TESTS = Path(__file__).parent
POINTS = {"mean": 30.0, "variance": 30.0, "Scaler": 20.0, "tabulate": 20.0}
# The notebooks are not what is tested here; without the kernel a class is fed quickly and the gradebook is busier.
NO_KERNEL = "c = get_config()\nc.SandboxedExecute.enabled = False\n"


def make_course(root: Path, config: str = NO_KERNEL) -> Course:
    for room in ("assignments", "solutions", "datasets"):
        shutil.copytree(TESTS / "course" / room, root / room)
    course = Course(root)
    (root / "instructor_config.py").write_text(config)
    build_release(course, course.assignment(SLUG))
    return course


def make_class(course: Course, size: int) -> tuple[Path, Path, dict[str, float]]:
    """Submissions, reports, and the score that each student must end with: all different."""
    submissions, reports = course.root / "handed_in", course.build / "grades" / SLUG
    reports.mkdir(parents=True)
    module = course.assignment(SLUG).reference.read_text()
    check = CheckResult("test_it", "a check", "hidden", "failed")
    scores = {}
    for number in range(size):
        student = f"student{number:03}"
        (submissions / student).mkdir(parents=True)
        (submissions / student / "tiny.py").write_text(module)
        share = number / size
        exercises = [ExerciseResult(name, points * share, points, checks=[check]) for name, points in POINTS.items()]
        sha256 = hashlib.sha256(module.encode()).hexdigest()
        report = GradeReport(SLUG, student, 100 * share, 100, "bwrap", sha256, "suite", 0.1, exercises)
        write_report(report, reports / f"{student}.json")
        scores[student] = 100 * share
    return submissions, reports, scores


def scores_in(db_url: str) -> dict[str, float]:
    with Gradebook(db_url) as gradebook:
        return {submission.student.id: submission.score for submission in gradebook.assignment_submissions(SLUG)}


def sqlite_url(course: Course) -> str:
    return f"sqlite:///{NbgraderCourse.of(course).root}/gradebook.db"


def pages_of(course: Course) -> dict[str, str]:
    folder = NbgraderCourse.of(course).root / "feedback"
    return {path.parts[-3]: path.read_text() for path in folder.glob("*/*/tiny.html")}


def test_many_at_once_lose_nothing_in_sqlite(tmp_path):
    course = make_course(tmp_path / "course")
    submissions, reports, scores = make_class(course, 12)
    fed = feed_gradebook(course, course.assignment(SLUG), reports, submissions, workers=4)
    assert fed == Fed(autograded=12)
    assert scores_in(sqlite_url(course)) == pytest.approx(scores)
    assert set(pages_of(course)) == set(scores)
    log = (NbgraderCourse.of(course).root / "feed.log").read_text()
    assert "Autograding" in log and "database is locked" not in log


def test_a_gradebook_that_another_holds_for_long_is_waited_for(tmp_path, monkeypatch):
    """SQLite's own patience is 5 seconds; many who write at once, or a backup, can take longer than that."""
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)  # nbgrader calls alembic there
    share_gradebook()
    db_url = f"sqlite:///{tmp_path}/gradebook.db"
    with Gradebook(db_url) as gradebook:
        gradebook.update_or_create_student("first")
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with Gradebook(db_url) as gradebook:
            gradebook.db.connection().exec_driver_sql("BEGIN EXCLUSIVE")
            held.set()
            release.wait(30)
            gradebook.db.rollback()

    def add(number: int) -> None:
        with Gradebook(db_url) as gradebook:
            gradebook.update_or_create_student(f"student{number}")

    with ThreadPoolExecutor(9) as threads:
        holder = threads.submit(hold)
        assert held.wait(10)
        writers = [threads.submit(add, number) for number in range(8)]
        time.sleep(6)
        assert not any(writer.done() for writer in writers)
        release.set()
        for future in (holder, *writers):
            future.result(timeout=60)
    with Gradebook(db_url) as gradebook:
        assert len(gradebook.students) == 9


def test_killed_in_the_middle_and_run_again_it_ends_as_undisturbed(tmp_path):
    course = make_course(tmp_path / "course")
    submissions, reports, scores = make_class(course, 8)
    command = [sys.executable, "-m", "autograder", "feedback", SLUG, str(submissions), "--workers", "2"]
    stamps = NbgraderCourse.of(course).root / "fed" / SLUG
    run = subprocess.Popen(command, cwd=course.root, env=engine_environment(), stdout=-3, stderr=-3)
    deadline = time.monotonic() + 120
    while run.poll() is None and len(list(stamps.glob("*.sha256"))) < 2:
        assert time.monotonic() < deadline, "nobody was fed"
        time.sleep(0.02)
    assert run.poll() is None, "it was to be killed in the middle"
    run.send_signal(signal.SIGKILL)
    run.wait()
    done = len(list(stamps.glob("*.sha256")))
    fed = feed_gradebook(course, course.assignment(SLUG), reports, submissions)
    assert 2 <= done < 8 and fed == Fed(autograded=8 - done, unchanged=done)
    assert scores_in(sqlite_url(course)) == pytest.approx(scores)
    killed = pages_of(course)
    assert feed_gradebook(course, course.assignment(SLUG), reports, submissions, force=True) == Fed(autograded=8)
    assert scores_in(sqlite_url(course)) == pytest.approx(scores)
    assert pages_of(course) == killed


def test_a_notebook_that_costs_nbgrader_too_much_is_replaced_and_the_run_goes_on(tmp_path):
    limits = "c.StudentLimits.cpu_seconds = 4\nc.StudentLimits.memory_mb = 60\n"
    course = make_course(tmp_path / "course", NO_KERNEL + limits)
    submissions, reports, scores = make_class(course, 3)
    slow = [new_markdown_cell("\\\\[" * 30_000) for _ in range(10)]
    large = [new_markdown_cell("x" * (15 << 20))]
    for student, cells in {"student000": slow, "student001": large}.items():
        notebook = nbformat.read(NbgraderCourse.of(course).release(SLUG) / "tiny.ipynb", as_version=4)
        notebook.cells += cells
        nbformat.write(notebook, submissions / student / "tiny.ipynb")
    assert feed_gradebook(course, course.assignment(SLUG), reports, submissions) == Fed(autograded=3)
    assert scores_in(sqlite_url(course)) == pytest.approx(scores)
    replaced = {
        name for name, page in pages_of(course).items() if "because nbgrader needed more time or memory" in page
    }
    assert replaced == {"student000", "student001"}


def test_what_is_wrong_with_one_students_files_or_name_costs_nobody_else(tmp_path):
    course = make_course(tmp_path / "course")
    submissions, reports, scores = make_class(course, 6)
    (submissions / "student000" / "tiny.ipynb").touch(mode=0o000)
    (submissions / "student001" / "tiny.ipynb").symlink_to("a" * 300)
    (submissions / "student002").rename(submissions / "a,b")
    (submissions / "student003").rename(submissions / "made~0123456789ab")
    made = student_id(submissions / "made~0123456789ab")
    write_report(replace(read_report(reports / "student003.json"), student=made), reports / f"{made}.json")
    write_report(replace(read_report(reports / "student002.json"), student="a,b"), reports / "a,b.json")
    (reports / "student004.json").unlink()
    command = [sys.executable, "-m", "autograder", "feedback", SLUG, str(submissions)]
    if os.geteuid() == 0:  # who otherwise may read everything
        command[:0] = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"]
    done = subprocess.run(command, cwd=course.root, env=engine_environment(), capture_output=True, text=True)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    for sentence in (
        "student000/tiny.ipynb cannot be read (Permission denied).",
        "the student folder 'a,b' has a character that nbgrader cannot handle in an id",
        "student004.json cannot be read as a grade report",
    ):
        assert sentence in done.stdout
    in_gradebook = scores_in(sqlite_url(course))
    assert in_gradebook.pop("student001", 0) in (0, scores["student001"])  # a link is refused, or no notebook
    assert in_gradebook == pytest.approx({made: scores["student003"], "student005": scores["student005"]})
    assert {made, "student005"} <= set(pages_of(course))


def test_a_disk_without_room_for_a_gradebook_is_one_sentence(tmp_path):
    course = make_course(tmp_path / "course")
    submissions, reports, _ = make_class(course, 1)
    write_feedback(course, course.assignment(SLUG), [read_report(reports / "student000.json")])
    no_room = ["prlimit", "--fsize=100", sys.executable, "-m", "autograder", "feedback", SLUG, str(submissions)]
    done = subprocess.run(no_room, cwd=course.root, env=engine_environment(), capture_output=True, text=True)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert f"{NbgraderCourse.of(course).root} cannot be written to (File too large)." in done.stderr


def test_a_student_who_makes_nbgrader_wait_ends_its_process():
    program = (
        "import signal; from traitlets.config import Config; from autograder.publish.limits import StudentLimits; "
        "config = Config(StudentLimits={'seconds': 1})\n"
        "with StudentLimits(config=config).one_student(): signal.pause()"
    )
    done = subprocess.run([sys.executable, "-c", program], env=engine_environment(), timeout=60)
    assert done.returncode == -signal.SIGALRM


def test_two_runs_in_one_course_do_not_mix(tmp_path):
    with only_one(tmp_path / "lock", "busy."), pytest.raises(UserError, match="busy"):
        only_one(tmp_path / "lock", "busy.").__enter__()
    with only_one(tmp_path / "lock", "free again"):
        pass


def test_make_grade_runs_notebooks_once_they_are_released(tmp_path):
    def shown(*settings: str) -> str:
        command = [
            "make",
            "-n",
            "-f",
            str(TESTS.parent / "Makefile"),
            "grade",
            f"A={SLUG}",
            "FROM=from here",
            *settings,
        ]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    for name in ("requirements.lock", "pyproject.toml"):
        (tmp_path / name).touch()
    assert f'autograder grade {SLUG} "from here"' in shown() and "autograder feedback" not in shown()
    (tmp_path / "build" / "course" / "release" / SLUG).mkdir(parents=True)
    assert f'autograder feedback {SLUG} "from here"' in shown()
    assert "autograder feedback" not in shown("NOTEBOOKS=no")


def test_the_gain_of_several_processes_is_measured(autograder):
    check_gain(autograder("bench", "--notebooks", "--size", 2))


def check_gain(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, done.stderr
    *_, one, several, ratio = done.stdout.splitlines()
    seconds = [float(line.split(":")[1].split()[0]) for line in (one, several)]
    assert min(seconds) > 0
    assert float(ratio.split()[1]) == pytest.approx(seconds[0] / seconds[1], abs=0.1)


# ------------------------------------------------------------------------------------------------------- PostgreSQL


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The db_url of a private server, which listens on a Unix socket only."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    found = shutil.which("initdb", path=os.pathsep.join([*map(str, programs), os.environ.get("PATH", "")]))
    if found is None:
        pytest.skip("PostgreSQL is not installed; 'apt-get install postgresql' (make test does so where it may)")
    folder = Path(tempfile.mkdtemp())  # pytest's own folders are closed to other users
    as_other_user = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        as_other_user = ["runuser", "-u", "postgres", "--"]
        shutil.chown(folder, "postgres")
    server = [*as_other_user, str(Path(found).with_name("pg_ctl")), "-D", f"{folder}/data", "-w", "-l", f"{folder}/log"]
    subprocess.run([*as_other_user, found, "-D", f"{folder}/data", "-A", "trust", "-U", "grader", "-N"], check=True)
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    subprocess.run([*server, "-o", options, "start"], check=True, stdout=subprocess.DEVNULL)
    try:
        yield f"postgresql+psycopg2://grader@/postgres?host={folder}"
    finally:
        subprocess.run([*server, "-m", "immediate", "stop"], check=True, stdout=subprocess.DEVNULL)
        shutil.rmtree(folder)


def test_many_at_once_lose_nothing_in_postgresql(tmp_path, postgres):
    course = make_course(tmp_path / "course", f"{NO_KERNEL}c.CourseDirectory.db_url = {postgres!r}\n")
    submissions, reports, scores = make_class(course, 6)
    assert feed_gradebook(course, course.assignment(SLUG), reports, submissions, workers=3) == Fed(autograded=6)
    assert scores_in(postgres) == pytest.approx(scores)
    assert set(pages_of(course)) == set(scores)
    assert not (NbgraderCourse.of(course).root / "gradebook.db").exists()


def test_the_gain_is_measured_with_postgresql_too(autograder, postgres):
    check_gain(autograder("bench", "--notebooks", "--size", 1, "--db-url", postgres))
    with Gradebook(postgres) as gradebook:
        assert "student0000" in {student.id for student in gradebook.students}
