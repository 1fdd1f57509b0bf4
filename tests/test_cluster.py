"""A real Dask scheduler, real workers in processes of their own, and what happens when they die or disagree."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path

import psutil
import pytest

from autograder.batch.remote import Judge
from autograder.course.bank import read_alternatives, read_mistakes
from autograder.grading.report import ExerciseResult, GradeReport
from autograder.grading.submission import Submission
from watching import PATIENCE, reports_in, wait_until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
SLUG = "01_tiny"
SIZE = 24
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def crowd(course, hand_in) -> Path:
    """Right and wrong submissions, one that cannot be read, and names that need care on the way."""
    assignment = course.assignment(SLUG)
    sources: list[bytes | str] = [assignment.reference.read_text(), "x = 1 +", b"\xff\xfe", ""]
    sources += [variant.source for variant in read_mistakes(assignment) + read_alternatives(assignment)]
    for number in range(SIZE - 1):
        hand_in(f"student{number:02}", sources[number % len(sources)])
    return hand_in("María José", "def mean(values):\n    return 'é\\u2028'\n")


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a Python command in a folder; all that were started are ended with the test."""
    started: list[subprocess.Popen[str]] = []

    def run(folder: Path, *arguments: object, **variables: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
        pipe = subprocess.PIPE
        command = [sys.executable, *map(str, arguments)]
        started.append(subprocess.Popen(command, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True))
        return started[-1]

    yield run
    for process in started:
        process.kill()
        process.communicate()


def start_scheduler(start: Start, folder: Path, *options: str, **variables: str) -> str:
    """The address of a new scheduler."""
    command = ("-m", "dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", *options)
    process = start(folder, *command, **variables)
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"Scheduler at:\s+((?:tcp|tls)://\S+)", line):
            return found[1]
    raise AssertionError("the scheduler did not start")


def start_worker(start: Start, scheduler: str, folder: Path, **variables: str) -> subprocess.Popen[str]:
    """A worker in a course's folder: one process with one thread, as the kit and the course are all it has."""
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", "/tmp")
    process = start(folder, "-m", "dask", "worker", scheduler, *options, **variables)
    assert process.stderr is not None
    for line in process.stderr:
        if "Registered to" in line:
            break
    return process


@pytest.fixture
def scheduler(start, tmp_path) -> str:
    return start_scheduler(start, tmp_path)


@pytest.fixture
def worker(start, scheduler) -> Start:
    return partial(start_worker, start, scheduler)


def test_a_cluster_that_loses_a_worker_gives_the_same_reports(
    course, autograder, crowd, scheduler, worker, start, tmp_path
):
    here, there = tmp_path / "here", tmp_path / "there"
    assert f"{SIZE} graded" in autograder("grade", SLUG, crowd, "--out", here).stdout
    elsewhere = tmp_path / "another machine" / "course"  # without what was built, and without the course's secret
    shutil.copytree(course.root, elsewhere, ignore=shutil.ignore_patterns("build", ".course_secret"))
    workers = [worker(elsewhere), worker(tmp_path, AUTOGRADER_COURSE=str(elsewhere)), worker(elsewhere)]
    grade = ("-m", "autograder", "grade", SLUG, crowd, "--out", there, "--cluster", scheduler)
    command = start(course.root, *grade)
    wait_until(lambda: len(list(there.glob("*.json"))) >= 3)
    judges = psutil.Process(workers[0].pid).children()
    workers[0].kill()
    output, errors = command.communicate(timeout=PATIENCE)
    assert command.returncode == 0 and "Traceback" not in errors, errors
    assert f"{SIZE} graded, 0 unchanged" in output
    assert reports_in(there) == reports_in(here)
    assert judges, "the worker was at work when it was killed"
    wait_until(lambda: not any(judge.is_running() for judge in judges))

    moments = {path: path.stat().st_mtime_ns for path in there.glob("*.json")}
    (there / "student03.json").unlink()
    output, errors = start(course.root, *grade).communicate(timeout=PATIENCE)
    assert f"1 graded, {SIZE - 1} unchanged" in output, errors
    assert reports_in(there) == reports_in(here)
    assert all(path.stat().st_mtime_ns == moments[path] for path in moments if path.stem != "student03")


@pytest.fixture
def certificates(tmp_path) -> dict[str, str]:
    """The settings under which Dask speaks to those only who have our certificate, and encrypts what it says."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-days", "2"]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    settings = {"CA_FILE": certificate}
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        settings |= {f"{role}__KEY": key, f"{role}__CERT": certificate}
    return {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(path) for name, path in settings.items()}


def test_a_cluster_over_tls(course, autograder, crowd, start, certificates, tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    autograder("grade", SLUG, crowd, "--out", here)
    address = start_scheduler(start, tmp_path, "--protocol", "tls", **certificates)
    assert address.startswith("tls://")
    start_worker(start, address, course.root, **certificates)
    grade = ("-m", "autograder", "grade", SLUG, crowd, "--out", there, "--cluster", address)
    no_file = dict.fromkeys(certificates, str(tmp_path / "nowhere.pem"))
    for variables, sentence in (({}, f"{address} needs certificates"), (no_file, "the certificates that")):
        stranger = start(course.root, *grade, **variables)
        _, errors = stranger.communicate(timeout=PATIENCE)
        assert stranger.returncode == 2 and errors.count("\n") == 1, errors
        assert errors.startswith(f"autograder: {sentence}")
    output, errors = start(course.root, *grade, **certificates).communicate(timeout=PATIENCE)
    assert f"{SIZE} graded, 0 unchanged" in output, errors
    assert reports_in(there) == reports_in(here)


def test_a_killed_judge_is_replaced(course, autograder, crowd, start, tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    autograder("grade", SLUG, crowd, "--out", here)
    command = start(course.root, "-m", "autograder", "grade", SLUG, crowd, "--out", there, "--cluster", "local")
    wait_until(lambda: len(list(there.glob("*.json"))) >= 2)
    judges = [child for child in psutil.Process(command.pid).children() if "autograder.batch.judge" in child.cmdline()]
    judges[0].kill()
    output, errors = command.communicate(timeout=PATIENCE)
    assert f"{SIZE} graded, 0 unchanged" in output, errors
    assert not errors
    assert reports_in(there) == reports_in(here)


def test_ctrl_c_stops_a_local_cluster(course, hand_in, start, tmp_path):
    folder = hand_in("slow", "import time\ntime.sleep(60)\n")
    command = start(course.root, "-m", "autograder", "grade", SLUG, folder, "--out", tmp_path, "--cluster", "local")
    parent = psutil.Process(command.pid)
    wait_until(lambda: len(parent.children(recursive=True)) > 5)
    below = parent.children(recursive=True)
    command.send_signal(signal.SIGINT)
    _, errors = command.communicate(timeout=PATIENCE)
    assert command.returncode in (130, -signal.SIGINT)
    assert errors.split("\n", 1)[1] == (
        "autograder: stopped; what was finished is kept, and the same command goes on from there.\n"
    )
    wait_until(lambda: not any(process.is_running() for process in below))


@pytest.mark.parametrize("file", ["solutions/01_tiny/test_hidden.py", "datasets/points.csv"])
def test_a_worker_with_another_suite_is_refused(course, autograder, crowd, scheduler, worker, tmp_path, file):
    other = tmp_path / "older"
    shutil.copytree(course.root, other)
    (other / file).write_text((other / file).read_text() + ("1,2,0\n" if file.endswith("csv") else "# older\n"))
    worker(other)
    done = autograder("grade", SLUG, crowd, "--cluster", scheduler)
    assert done.returncode == 2
    assert done.stderr == (
        "autograder: a worker of the cluster cannot grade this: the kit, or 01_tiny in the course at "
        f"{other}, is not the same there as here; bring both up to date.\n"
    )
    assert not list((course.build / "grades" / SLUG).glob("*.json"))


def test_a_worker_without_a_course_says_so(autograder, crowd, scheduler, worker, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    worker(empty)
    done = autograder("grade", SLUG, crowd, "--cluster", scheduler)
    assert done.returncode == 2
    assert done.stderr.startswith(
        f"autograder: a worker of the cluster cannot grade this: {empty} is not inside a course"
    )


def test_a_judge_with_another_numpy_refuses(course, monkeypatch):
    monkeypatch.chdir(course.root)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    order = {
        "slug": SLUG,
        "isolation": "bwrap",
        "secret": "s",
        "fingerprint": "",
        "versions": ["Python 3.11", "numpy 1"],
    }
    judge = Judge(json.dumps(order))
    try:
        assert "the command Python 3.11, numpy 1; grades might differ" in json.loads(judge.ask("{}"))["problem"]
    finally:
        judge.close()


@pytest.mark.parametrize(
    "lie",
    [
        {},
        {"student": "bob"},
        {"student": "../../ada"},
        {"assignment": "02_other"},
        {"score": 1e9},
        {"score": float("nan")},
        {"score": "100"},
        {"exercises": []},
        {"exercises": 5},
        {"submission_sha256": ""},
        {"suite_sha256": ""},
        {"sandbox": "none"},
        {"decisions": [{"kind": "override", "reason": "", "by": "", "at": ""}]},
        {"something": "else"},
    ],
)
def test_only_the_report_that_was_asked_for_is_taken(course, lie):
    from autograder.batch.cluster import is_report_on  # its Dask is an extra, which not every test here needs

    assignment, sha256 = course.assignment(SLUG), "1" * 64
    submission = Submission("ada", "", sha256)
    exercises = [ExerciseResult(e.name, e.points, e.points) for e in assignment.exercises]
    report = GradeReport(SLUG, "ada", 100.0, 100.0, "bwrap", sha256, "2" * 64, 0.1, exercises)
    sent = {**asdict(report), **lie}
    assert is_report_on(sent, submission, assignment, "2" * 64, "bwrap") == (not lie)
    assert not is_report_on([1], submission, assignment, "2" * 64, "bwrap")


def test_a_scheduler_that_dies_leaves_what_is_finished(course, autograder, crowd, start, scheduler, worker, tmp_path):
    worker(course.root)
    out = tmp_path / "out"
    command = start(course.root, "-m", "autograder", "grade", SLUG, crowd, "--out", out, "--cluster", scheduler)
    wait_until(lambda: len(list(out.glob("*.json"))) >= 2)
    port = int(scheduler.rpartition(":")[2])
    for process in psutil.Process().children():
        if any(c.laddr.port == port and c.status == psutil.CONN_LISTEN for c in process.net_connections()):
            process.kill()
    _, errors = command.communicate(timeout=PATIENCE)
    assert command.returncode == 2
    assert errors.startswith(f"autograder: the cluster at {scheduler} has gone; reports that were finished are kept")
    kept = reports_in(out)
    assert 2 <= len(kept) < SIZE
    assert f"{SIZE - len(kept)} graded, {len(kept)} unchanged" in autograder("grade", SLUG, crowd, "--out", out).stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--cluster", "tcp://127.0.0.1:9", "--workers", "2"], "--workers is for this machine"),
        (["--cluster", "nowhere"], "--cluster takes tcp://HOST:PORT"),
        (["--cluster", "tcp://127.0.0.1:9"], "there is no Dask scheduler at tcp://127.0.0.1:9"),
    ],
)
def test_wrong_options_are_one_sentence(autograder, crowd, options, sentence):
    done = autograder("grade", SLUG, crowd, *options)
    assert done.returncode == 2
    assert done.stderr.startswith(f"autograder: {sentence}") and done.stderr.count("\n") == 1


def test_without_dask_one_sentence_says_how_to_get_it(course, crowd, start, tmp_path):
    (tmp_path / "distributed.py").write_text("raise ImportError('as if it were not installed')\n")
    command = start(
        course.root,
        *("-m", "autograder", "grade", SLUG, crowd, "--cluster", "local"),
        PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}",
    )
    _, errors = command.communicate()
    assert command.returncode == 2
    assert errors == "autograder: --cluster needs Dask, which is not installed; pip install '.[cluster]' installs it.\n"


def test_the_figures_of_the_page_can_be_made_again(course, start):
    command = start(course.root, ROOT / "tools" / "cluster_figures.py", SLUG, "--size", "2", "--workers", "1")
    output, errors = command.communicate(timeout=PATIENCE)
    assert command.returncode == 0, errors
    assert "Measured: 2 submissions of 01_tiny" in output and "Extrapolated: 100,000 submissions" in output
    assert re.search(r"^\| 1 \| [\d.]+ \| [\d.]+ \| 0\.\d*[1-9]\d* \|$", output, re.MULTILINE), output
