"""What `doctor` says of machines that cannot isolate student code, and that grading refuses to run it there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
SLUG = "01_tiny"


@pytest.fixture
def machine(course, tmp_path):
    """Runs the command line on a machine whose bubblewrap is this shell script; with None it has none."""

    def run(bubblewrap: str | None, *arguments: object) -> subprocess.CompletedProcess[str]:
        programs = tmp_path / "programs"
        shutil.rmtree(programs, ignore_errors=True)
        programs.mkdir()
        if bubblewrap is not None:
            (programs / "bwrap").write_text(f"#!/bin/sh\n{bubblewrap}\n")
            (programs / "bwrap").chmod(0o755)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": str(programs)}
        command = [sys.executable, "-m", "autograder", *map(str, arguments)]
        return subprocess.run(command, cwd=course.root, env=environment, capture_output=True, text=True)

    return run


NOT_PERMITTED = "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1"
NO_MORE_INSIDE = "exit 3"


@pytest.mark.parametrize(
    ("bubblewrap", "missing", "reason", "remedy"),
    [
        (None, 3, "bubblewrap is not installed", "apt-get install bubblewrap"),
        (NOT_PERMITTED, 2, "setting up uid map: Permission denied", "sysctl -w kernel.unprivileged_userns_clone=1"),
        (NO_MORE_INSIDE, 1, "no further namespaces", "sysctl -w user.max_user_namespaces"),
    ],
)
def test_each_missing_level_is_named_with_its_remedy(machine, hand_in, course, bubblewrap, missing, reason, remedy):
    doctor = machine(bubblewrap, "doctor")
    lines = doctor.stdout.splitlines()
    needed = [line for line in lines if line.startswith("MISSING") and "Landlock" not in line]
    assert doctor.returncode == 1 and len(needed) == missing
    assert reason in doctor.stdout and remedy in doctor.stdout

    folder = hand_in("ada", course.assignment(SLUG).reference.read_text())
    grade = machine(bubblewrap, "grade", SLUG, folder)
    assert grade.returncode == 2 and reason in grade.stderr and remedy in grade.stderr
    assert "Traceback" not in grade.stderr and len(grade.stderr.splitlines()) == 1
    assert not list((course.build / "grades").glob("*/*.json"))


def test_by_name_grading_goes_on_without(machine, hand_in, course):
    folder = hand_in("ada", course.assignment(SLUG).reference.read_text())
    done = machine(None, "grade", SLUG, folder, "--sandbox", "none")
    assert done.returncode == 0 and "WARNING: graded without a sandbox" in done.stdout


NO_LANDLOCK = """
import ctypes, os, struct, sys
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, 444), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7FFF0000)]
program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
header = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(program))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, header, 0, 0) == 0
os.execv(sys.executable, [sys.executable, "-m", "autograder", *sys.argv[1:]])
"""


@pytest.fixture
def without_landlock(course):
    """Runs the command line where the kernel says that it has no Landlock: a filter answers so in its place."""

    def run(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
        command = [sys.executable, "-c", NO_LANDLOCK, *map(str, arguments)]
        return subprocess.run(command, cwd=course.root, env=environment, capture_output=True, text=True)

    return run


def test_without_landlock_notebooks_are_refused_unless_allowed_by_name(
    without_landlock, autograder, hand_in, course, monkeypatch
):
    monkeypatch.delenv("AUTOGRADER_WITHOUT_LANDLOCK", raising=False)
    doctor = without_landlock("doctor")
    assert doctor.returncode == 0 and "MISSING  Landlock" in doctor.stdout
    assert "AUTOGRADER_WITHOUT_LANDLOCK=1" in doctor.stdout

    folder = hand_in("ada", course.assignment(SLUG).reference.read_text())
    assert autograder("release", SLUG).returncode == 0
    grade = without_landlock("grade", SLUG, folder)
    assert grade.returncode == 0, "a module needs no Landlock"
    refused = without_landlock("feedback", SLUG, folder)
    assert refused.returncode == 2 and len(refused.stderr.splitlines()) == 1
    assert "no Landlock" in refused.stderr and "AUTOGRADER_WITHOUT_LANDLOCK=1" in refused.stderr
    allowed = without_landlock("feedback", SLUG, folder, AUTOGRADER_WITHOUT_LANDLOCK="1")
    assert allowed.returncode == 0, allowed.stderr
    by_hand = subprocess.run(
        [sys.executable, "-c", NO_LANDLOCK.replace("autograder", "nbgrader"), "autograde", SLUG, "--force"],
        cwd=course.build / "course",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert by_hand.returncode != 0 and "no Landlock" in by_hand.stderr


def test_all_levels_are_listed_where_they_are_given(autograder):
    done = autograder("doctor")
    assert done.returncode == 0
    for name in ("bubblewrap", "user namespaces", "namespaces inside them", "system-call filter"):
        assert any(line.startswith("ok") and name in line for line in done.stdout.splitlines()), done.stdout
    assert "Landlock" in done.stdout
