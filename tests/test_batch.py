"""Folders of submissions: odd ones, reruns, killed runs."""

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from autograder.batch import cores
from autograder.batch.pool import run
from autograder.batch.run import grade_many
from autograder.grading.submission import submission_from_bytes
from autograder.sandbox.process import Sandbox

ROOT = Path(__file__).parent.parent
SLUG = "01_tiny"


@pytest.fixture
def reference(course):
    return course.assignment(SLUG).reference.read_text()


def report(course, student):
    return json.loads((course.build / "grades" / SLUG / f"{student}.json").read_text())


def test_odd_folders_all_get_a_report(course, autograder, hand_in, reference, tmp_path):
    folder = hand_in("María José", reference)
    hand_in("line ends", reference.replace("\n", "\r\n"))
    hand_in("byte order mark", b"\xef\xbb\xbf" + reference.encode())
    hand_in("latin", reference.encode() + b"# \xe9\n")
    hand_in("large", b"#" * (2 << 20))
    outside = tmp_path / "outside.py"
    outside.write_text(reference)
    (folder / "linked").mkdir()
    (folder / "linked" / "tiny.py").symlink_to(outside)
    (folder / "all linked").symlink_to(tmp_path)
    (folder / "nowhere").symlink_to(tmp_path / "nowhere")
    (folder / "long link").mkdir()
    for path in (folder / "long link" / "tiny.py", folder / "long"):
        path.symlink_to("x" * 300)
    (folder / "nothing").mkdir()
    (folder / "other name").mkdir()
    (folder / "other name" / "tiny2.py").write_text(reference)
    (folder / "a folder").mkdir()
    (folder / "a folder" / "tiny.py").mkdir()
    (folder / "stray.txt").write_text("not a student")
    done = autograder("grade", SLUG, folder)
    assert done.returncode == 0, done.stderr
    scores = {name: report(course, name)["score"] for name in ("María José", "line ends", "byte order mark")}
    assert set(scores.values()) == {100}
    for name, sentence in {
        "latin": "not UTF-8 text",
        "large": "is 2 MB large; the limit is 1 MB",
        "linked": "leads out of the submission's folder",
        "all linked": "folder is a link to another place",
        "nowhere": "folder is a link to another place",
        "long link": "could not be read (File name too long)",
        "long": "folder is a link to another place",
        "nothing": "tiny.py is missing.",
        "other name": "tiny.py is missing; the folder holds tiny2.py.",
        "a folder": "tiny.py is not a file",
    }.items():
        assert report(course, name)["score"] == 0
        assert sentence in report(course, name)["notice"]


def test_a_rerun_grades_only_what_changed(course, autograder, hand_in, reference):
    folder = hand_in("ada", reference)
    hand_in("alan", reference)
    assert "2 graded, 0 unchanged" in autograder("grade", SLUG, folder).stdout
    assert "0 graded, 2 unchanged" in autograder("grade", SLUG, folder).stdout
    hand_in("alan", "x = 1")
    assert "1 graded, 1 unchanged" in autograder("grade", SLUG, folder).stdout
    assert report(course, "alan")["score"] == 0
    assert "1 graded" in autograder("grade", SLUG, folder, "--only", "ada", "--force").stdout
    hidden = course.solutions / SLUG / "test_hidden.py"
    hidden.write_text(hidden.read_text() + "\n# the suite has changed\n")
    assert "2 graded, 0 unchanged" in autograder("grade", SLUG, folder).stdout


def test_a_damaged_report_is_made_again(course, autograder, hand_in, reference):
    folder = hand_in("ada", reference)
    autograder("grade", SLUG, folder)
    path = course.build / "grades" / SLUG / "ada.json"
    path.write_text(path.read_text()[:200])
    assert "1 graded" in autograder("grade", SLUG, folder).stdout
    assert report(course, "ada")["score"] == 100


def test_a_killed_run_goes_on_where_it_stopped(course, autograder, hand_in, reference):
    slow = (
        reference
        + "\n\nimport time\n\n_mean = mean\n\n\ndef mean(values):\n    time.sleep(0.05)\n    return _mean(values)\n"
    )
    for number in range(8):
        folder = hand_in(f"student{number}", slow)
    command = [sys.executable, "-m", "autograder", "grade", SLUG, str(folder), "--workers", "2"]
    process = subprocess.Popen(command, cwd=course.root, env={**os.environ, "PYTHONPATH": str(ROOT)})
    out = course.build / "grades" / SLUG
    while len(list(out.glob("*.json"))) < 2:
        assert process.poll() is None, "it must not end before it is killed"
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = list(out.glob("*.json"))
    assert all(json.loads(path.read_text())["score"] == 100 for path in kept)
    done = autograder("grade", SLUG, folder)
    assert f"{8 - len(kept)} graded, {len(kept)} unchanged" in done.stdout
    assert len(list(out.glob("*.json"))) == 8


def test_a_killed_child_is_tried_again(course, autograder, hand_in, reference):
    for number in range(4):
        folder = hand_in(f"student{number}", reference)
    command = [sys.executable, "-m", "autograder", "grade", SLUG, str(folder), "--workers", "1"]
    process = subprocess.Popen(
        command, cwd=course.root, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True
    )
    killed = False
    while process.poll() is None and not killed:
        children = {pid: _command_line(pid) for pid in _children(process.pid)}
        graders = [pid for pid, line in children.items() if b"autograder" in line and b"bwrap" not in line]
        if graders and len(children) > len(graders):  # the sandbox is up, so what was forked now is a grader
            os.kill(graders[0], signal.SIGKILL)
            killed = True
    output, _ = process.communicate()
    assert killed and process.returncode == 0
    assert "4 graded" in output
    assert all(report(course, f"student{number}")["score"] == 100 for number in range(4))


def _children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def _command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def test_without_a_sandbox_every_report_says_so(course, autograder, hand_in, reference):
    folder = hand_in("ada", reference)
    done = autograder("grade", SLUG, folder, "--sandbox", "none")
    assert "WARNING: graded without a sandbox" in done.stdout
    assert report(course, "ada")["sandbox"] == "none"
    assert "1 graded" in autograder("grade", SLUG, folder).stdout, "an isolated grade replaces an unsafe one"
    assert report(course, "ada")["sandbox"] == "bwrap"


def test_a_judge_and_its_student_stay_on_one_core():
    def found(task, sandbox, caution):
        return json.dumps([sorted(os.sched_getaffinity(pid)) for pid in (0, sandbox.process.pid)])

    everywhere = os.sched_getaffinity(0)
    for workers in (1, len(everywhere), len(everywhere) + 1):
        pairs = [json.loads(text) for _, text in run(range(2 * workers), found, Sandbox, workers)]
        assert all(judge == student and len(judge) == 1 for judge, student in pairs)
        assert len({judge[0] for judge, _ in pairs}) == min(workers, len(everywhere)), "every core has work"
    assert os.sched_getaffinity(0) == everywhere


def test_runs_at_the_same_time_share_no_core_as_long_as_there_are_free_ones(monkeypatch):
    monkeypatch.setattr(cores, "CLAIM", f"\0autograder test {secrets.token_hex(8)} {{}}")  # no other run meets these
    everywhere = sorted(os.sched_getaffinity(0))
    with cores.cores_for(1) as (first,), cores.cores_for(len(everywhere)) as rest:
        assert len(first) == 1 and len(rest) == len(everywhere)
        assert [own for own in rest if own == first] in ([], [first]), "what is left comes first, what is taken last"
        assert len(everywhere) == 1 or rest[0] != first
    with cores.cores_for(1) as (again,):
        assert again == {everywhere[0]}, "what was given back is free"


def test_what_takes_long_waits_until_the_others_are_done(course, reference):
    """Each of these has a loop that does not end; whoever comes after them is done before."""
    assignment = course.assignment(SLUG)
    slow = reference + "\n\ndef mean(values):\n    while True:\n        pass\n"
    sources = {"1 slow": slow, "2 right": reference, "3 slow": slow, "4 right": reference}
    submissions = [submission_from_bytes(name, text.encode(), "tiny.py") for name, text in sources.items()]
    results = list(grade_many(course, assignment, submissions, "secret", workers=1))
    order = [submission.student for submission, _ in results]
    assert order[:2] == ["2 right", "4 right"] and sorted(order[2:]) == ["1 slow", "3 slow"]
    scores = {submission.student: report.score for submission, report in results}
    assert scores == {"1 slow": 70, "2 right": 100, "3 slow": 70, "4 right": 100}


def test_work_that_fails_by_its_own_fault_is_done_with_more_caution():
    def work(task, sandbox, caution):
        while task == "endless" and caution == 0:
            pass
        if task == "killed" and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if task == "hopeless" or (task != "killed" and caution == 1):
            raise MemoryError
        return str(caution)

    with tempfile.TemporaryDirectory() as folder:
        killed = Path(folder) / "killed"
        assert dict(run(["endless", "killed"], work, Sandbox, 1, cpu_seconds=1)) == {"endless": "2", "killed": "0"}
        assert list(run(["hopeless"], work, Sandbox, 1)) == [("hopeless", None)]
