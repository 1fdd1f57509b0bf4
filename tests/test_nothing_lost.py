"""Whatever ends a run, and whenever: reports are whole, nothing is left behind, and a rerun does just what is missing.

Takes about a minute on one busy core: its processes are real, and so are their deaths.
"""

import contextlib
import ctypes
import os
import pty
import random
import shutil
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from autograder.batch.run import grade_folder
from autograder.course.bank import read_alternatives, read_mistakes
from autograder.grading.report import read_report
from watching import PATIENCE, reports_in, wait_until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
SLUG = "01_tiny"
SIZE = 30
KILLS = 20
GRADE = [sys.executable, "-m", "autograder", "grade", SLUG]
STOPPED = "autograder: stopped; what was finished is kept, and the same command goes on from there."
_ADOPT_ORPHANS = 36  # prctl: what loses its parent becomes ours, so that we see it


@pytest.fixture
def crowd(course, hand_in) -> Path:
    """Right, wrong and hopeless submissions."""
    assignment = course.assignment(SLUG)
    sources = [assignment.reference.read_text(), "x = 1 +", "import os\nos._exit(3)"]
    sources += [variant.source for variant in read_mistakes(assignment) + read_alternatives(assignment)]
    for number in range(SIZE):
        folder = hand_in(f"student{number:02}", sources[number % len(sources)])
    return folder


@pytest.fixture
def expected(course, crowd, tmp_path) -> dict[str, object]:
    """The reports of an undisturbed run."""
    out = tmp_path / "undisturbed"
    output, _ = start(course, crowd, "--out", out).communicate()
    assert f"{SIZE} graded" in output
    return reports_in(out)


@pytest.fixture
def orphanage() -> Iterator[Callable[[], None]]:
    """Asserts that no process of a run outlives it."""
    libc = ctypes.CDLL(None)
    libc.prctl(_ADOPT_ORPHANS, 1)

    def assert_empty() -> None:
        wait_until(lambda: not [process for process in descendants(os.getpid()) if is_alive(process)])
        for child in psutil.Process().children():
            os.waitpid(child.pid, 0)

    yield assert_empty
    for process in descendants(os.getpid()):  # of a test that failed: the next one is not to fail for it too
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    libc.prctl(_ADOPT_ORPHANS, 0)


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONFAULTHANDLER": "1"}


def finish(command: subprocess.Popen[str]) -> tuple[str, str]:
    """What a command printed; one that hangs fails the test, and says where each of its processes hangs."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        return command.communicate(timeout=PATIENCE)
    for process in [*descendants(command.pid), psutil.Process(command.pid)]:
        if kind(process) in ("", "grader"):
            process.send_signal(signal.SIGABRT)
    raise AssertionError(f"it hangs: {command.communicate(timeout=PATIENCE)[1]}")


def start(course, *arguments: object) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [*GRADE, *map(str, arguments)]
    return subprocess.Popen(command, cwd=course.root, env=environment(), stdout=pipe, stderr=pipe, text=True)


def descendants(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def is_alive(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # it went while we looked
        return False


def kind(process: psutil.Process) -> str:
    """The role of a descendant of the command."""
    try:
        line = process.cmdline()
        if "/kit/warm.py" not in line:
            return "grader" if "autograder" in line else ""
        if Path(line[0]).name == "bwrap":
            return "bubblewrap"
        above = [parent for parent in process.parents() if kind(parent) not in ("", "grader")]
        # bubblewrap's two processes, the warmed parent, the keeper, and then the student's own
        return {2: "warmed parent", 3: "keeper"}.get(len(above), "student")
    except psutil.Error:
        return ""


VICTIMS = ("command", "grader", "bubblewrap", "warmed parent", "keeper", "student")


def find(command: subprocess.Popen[str], victim: str) -> list[psutil.Process]:
    below = descendants(command.pid)
    if victim == "command":  # not before it has begun to grade
        return [psutil.Process(command.pid)] if len(below) > 2 else []
    return [process for process in below if kind(process) == victim]


def kill_one(command: subprocess.Popen[str], victim: str, dice: random.Random) -> bool:
    """kill -9 a process of this kind at a random moment; whether there was one before the command was done."""
    wait_until(lambda: command.poll() is not None or find(command, victim))
    time.sleep(dice.uniform(0, 0.5))
    while command.poll() is None:
        if found := find(command, victim):
            dice.choice(found).kill()
            return True
    return False


def test_twenty_kills_at_random_moments(course, crowd, expected, orphanage, tmp_path):
    out, dice, killed, runs = tmp_path / "out", random.Random(4), dict.fromkeys(VICTIMS, 0), 0
    while sum(killed.values()) < KILLS:
        assert runs < 3 * KILLS, f"too few were there to be killed: {killed}"
        if len(reports_in(out)) > SIZE - 5:  # work for the next run: some reports are lost
            for path in dice.sample(sorted(out.glob("*.json")), SIZE - 8):
                path.unlink()
        before = {path: path.stat().st_mtime_ns for path in out.glob("*.json")}
        victim = min(VICTIMS, key=lambda name: (killed[name], dice.random()))
        command = start(course, crowd, "--out", out, "--workers", "2")
        with contextlib.suppress(psutil.NoSuchProcess):  # it may be quicker than we are
            killed[victim] += kill_one(command, victim, dice)
        output, errors = finish(command)
        runs += 1
        assert "Traceback" not in errors
        assert victim == "command" or command.returncode == 0, errors
        orphanage()
        for student, report in reports_in(out).items():
            assert report == expected[student], (victim, student)
        assert all(path.stat().st_mtime_ns == moment for path, moment in before.items()), "graded again without need"
        if command.returncode == 0:
            assert f"{SIZE - len(before)} graded, {len(before)} unchanged" in output
            assert len(reports_in(out)) == SIZE
    assert start(course, crowd, "--out", out).wait(PATIENCE) == 0
    assert reports_in(out) == expected
    assert {path.name for path in out.iterdir()} == {".lock", *(f"{name}.json" for name in expected)}


def test_a_report_is_on_disk_as_soon_as_it_is_done(course, hand_in, tmp_path, orphanage):
    reference = course.assignment(SLUG).reference.read_text()
    hand_in("a", reference)
    folder = hand_in("b", reference + "\nimport time\nwhile True:\n    time.sleep(1)\n")
    out = tmp_path / "out"
    command = start(course, folder, "--out", out, "--workers", "1")
    wait_until((out / "a.json").exists)
    assert command.poll() is None, "the first report is there while the second submission hangs"
    command.kill()
    command.communicate()
    orphanage()
    assert read_report(out / "a.json").score == 100 and not (out / "b.json").exists()


def on_terminal(course, arguments: list[str], moment: Callable[[int], object]) -> tuple[int, str, bool]:
    """Run the command on a terminal and press Ctrl-C at a moment; status, output, and if the terminal is as before."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(course.root)
        os.execve(sys.executable, [*GRADE, *arguments], environment())
    before = termios.tcgetattr(terminal)
    wait_until(lambda: moment(pid))
    os.write(terminal, b"\x03")
    output = b""
    try:
        while part := os.read(terminal, 65536):
            output += part
            after = termios.tcgetattr(terminal)
    except OSError:  # the other side is closed
        pass
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), output.decode(), before == after


def maps(pid: int) -> str:
    """The libraries that a process has loaded, among other things."""
    return Path(f"/proc/{pid}/maps").read_text()


@pytest.mark.parametrize("moment", ["importing", "collecting", "grading", "some are graded"])
def test_ctrl_c_is_one_sentence(course, crowd, expected, orphanage, tmp_path, moment):
    out = tmp_path / "out"
    moments = {
        "importing": lambda pid: "grade" in psutil.Process(pid).cmdline() and "numpy" in maps(pid),
        "collecting": lambda pid: (out / ".lock").exists(),
        "grading": lambda pid: len(descendants(pid)) > 3,
        "some are graded": lambda pid: len(list(out.glob("*.json"))) > 3,
    }
    status, output, terminal_is_whole = on_terminal(course, [str(crowd), "--out", str(out)], moments[moment])
    # Python itself may end by the signal where the interrupt met an exec(); a shell shows 130 for that too
    assert status in (130, -signal.SIGINT)
    lines = [line for line in output.replace("\r", "\n").splitlines() if line.strip()]
    assert lines[-1] == STOPPED
    assert not [line for line in lines[:-1] if line.strip("^C") and "submission" not in line], "more than a bar"
    assert terminal_is_whole
    orphanage()
    kept = len(reports_in(out))
    output, _ = start(course, crowd, "--out", out).communicate()
    assert f"{SIZE - kept} graded, {kept} unchanged" in output
    assert reports_in(out) == expected


def test_a_run_that_is_stopped_and_goes_on(course, hand_in, tmp_path):
    """As by Ctrl-Z and fg, while a student's code is at work: the time in between is nobody's."""
    settings = course.assignment(SLUG).toml
    settings.write_text(settings.read_text().replace("seconds = 2\n", "seconds = 1\ntotal_seconds = 20\n"))
    folder = hand_in("ada", course.assignment(SLUG).reference.read_text() + "\nimport time\ntime.sleep(0.7)\n")
    command = start(course, folder, "--out", tmp_path / "out", "--workers", "1")
    wait_until(lambda: "student" in map(kind, descendants(command.pid)))
    graders = [process for process in descendants(command.pid) if kind(process) == "grader"]
    for process in graders:
        process.suspend()
    time.sleep(1.5)  # longer than the code may take
    for process in graders:
        process.resume()
    finish(command)
    assert graders and read_report(tmp_path / "out" / "ada.json").score == 100


def in_own_mounts(course, script: str, **variables: object) -> subprocess.CompletedProcess[str]:
    """Run a shell script that may mount, in namespaces of its own: no root is needed for that."""
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-euc", script]
    own = environment() | {name: str(value) for name, value in variables.items()}
    own["grade"] = " ".join(GRADE)
    return subprocess.run(command, cwd=course.root, env=own, capture_output=True, text=True)


def test_a_full_disk(course, crowd, expected, tmp_path):
    out, copy = tmp_path / "out", tmp_path / "copy"
    out.mkdir()
    done = in_own_mounts(
        course,
        """
        mount -t tmpfs -o size=96k none "$out"
        status=0; $grade "$crowd" --out "$out" || status=$?
        cp -r "$out" "$copy"; echo "status $status"
        mount -o remount,size=8m "$out"
        $grade "$crowd" --out "$out"
        cp -r "$out" "$copy.whole"
        """,
        **{"out": out, "crowd": crowd, "copy": copy},
    )
    assert done.returncode == 0, done.stderr
    assert "status 2" in done.stdout
    assert done.stderr.splitlines() == [
        f"autograder: {out} cannot be written to any more (No space left on device); the reports that are there are "
        "whole, and the same command goes on from there."
    ]
    kept = reports_in(copy)
    assert 0 < len(kept) < SIZE and all(report == expected[name] for name, report in kept.items())
    assert not list(copy.glob(".*.part")), "what did not fit is removed"
    assert f"{SIZE - len(kept)} graded, {len(kept)} unchanged" in done.stdout
    assert reports_in(tmp_path / "copy.whole") == expected


def test_a_read_only_folder(course, crowd, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    done = in_own_mounts(course, 'mount -t tmpfs -o ro none "$out"; $grade "$crowd" --out "$out"', out=out, crowd=crowd)
    assert done.returncode == 2
    assert done.stderr == f"autograder: {out} cannot be written to (Read-only file system).\n"


def test_two_commands_at_once(course, autograder, hand_in, tmp_path, orphanage):
    folder = hand_in("slow", "import time\ntime.sleep(60)\n")
    out = tmp_path / "out"
    first = start(course, folder, "--out", out)
    wait_until(lambda: "student" in map(kind, descendants(first.pid)))
    second = autograder("grade", SLUG, folder, "--out", out)
    assert second.returncode == 2
    assert second.stderr == (
        f"autograder: another command is writing reports to {out}; "
        "wait until it is done, or name another folder with --out.\n"
    )
    first.kill()
    first.communicate()
    orphanage()
    assert "1 graded" in autograder("grade", SLUG, folder, "--out", out).stdout, "the lock went with its holder"


def test_folders_that_change_during_the_run(course, hand_in, tmp_path):
    reference = course.assignment(SLUG).reference.read_text()
    hand_in("a", reference + "\nimport time\ntime.sleep(1)\n")
    hand_in("b", "x = 1")
    folder = hand_in("c", reference)
    out = tmp_path / "out"
    command = start(course, folder, "--out", out, "--workers", "1")
    wait_until(lambda: "student" in map(kind, descendants(command.pid)))
    hand_in("b", reference)
    shutil.rmtree(folder / "c")
    output, errors = command.communicate()
    assert command.returncode == 0 and not errors
    assert "not graded, because the folder was gone at its turn: c" in output
    assert {path.stem: read_report(path).score for path in out.glob("*.json")} == {"a": 100, "b": 100}
    assert grade_folder(course, course.assignment(SLUG), folder, out).graded == 0, "b was graded as it is now"


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text() + text)


@pytest.mark.parametrize(
    ("file", "is_touched"),
    [
        ("solutions/01_tiny/test_hidden.py", True),
        ("solutions/01_tiny/tiny.py", True),
        ("solutions/01_tiny/mistakes.py", True),
        ("solutions/01_tiny/assignment.toml", True),
        ("assignments/01_tiny/test_tiny.py", True),
        ("datasets/points.csv", True),
        ("solutions/01_tiny/figures.txt", True),
        ("assignments/01_tiny/handout.md", False),
        ("solutions/02_other/test_hidden.py", False),
        ("solutions/02_other/assignment.toml", False),
        ("datasets/other.csv", False),
    ],
)
def test_a_change_regrades_what_it_touches(course, hand_in, tmp_path, file, is_touched):
    folder, out = hand_in("ada", course.assignment(SLUG).reference.read_text()), tmp_path / "out"
    shutil.copytree(course.solutions / SLUG, course.solutions / "02_other")
    (course.datasets / "other.csv").write_text("x,y\n1,2\n")
    (course.solutions / SLUG / "figures.txt").write_text("that a hidden check may read")
    assert grade_folder(course, course.assignment(SLUG), folder, out).graded == 1
    append(course.root / file, "1,2,0\n" if file.endswith("points.csv") else "\n# changed\n")
    assert grade_folder(course, course.assignment(SLUG), folder, out).graded == is_touched


def test_another_engine_grades_anew(course, hand_in, tmp_path):
    folder, out = hand_in("ada", course.assignment(SLUG).reference.read_text()), tmp_path / "out"
    assert grade_folder(course, course.assignment(SLUG), folder, out).graded == 1
    shutil.copytree(ROOT / "autograder", tmp_path / "newer" / "autograder")
    append(tmp_path / "newer" / "autograder" / "grading" / "compare.py", "# improved\n")
    command = [*GRADE, str(folder), "--out", str(out)]
    newer = {**environment(), "PYTHONPATH": str(tmp_path / "newer")}
    done = subprocess.run(command, cwd=course.root, env=newer, capture_output=True, text=True)
    assert "1 graded" in done.stdout, done.stderr
