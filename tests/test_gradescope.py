"""Gradescope's autograder.zip: its own scripts, run in a container laid out and restricted as Gradescope's is.

The container is made with bubblewrap: root with Docker's capabilities, /autograder, no network, and (where it says so)
Docker's ban on namespaces, under which only the fallback isolation is left. Needs root, as the fallback does.
"""

import ctypes
import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.course.catalogue import Course
from autograder.errors import UserError
from autograder.publish.gradescope import build_gradescope
from autograder.publish.gradescope_run import submitters
from autograder.sandbox import fallback, seccomp
from autograder.verify.statics import secrets_of

pytestmark = pytest.mark.slow

SLUG = "01_tiny"
COURSE = Path(__file__).parent / "course"
DOCKER_CAPABILITIES = (
    *("CHOWN", "DAC_OVERRIDE", "FSETID", "FOWNER", "MKNOD", "NET_RAW", "SETGID", "SETUID"),
    *("SETFCAP", "SETPCAP", "NET_BIND_SERVICE", "SYS_CHROOT", "KILL", "AUDIT_WRITE"),
)
NEW_NAMESPACE_FLAGS = 0x7E020000
LANDLOCK_CALLS = (444, 445, 446)
Done = subprocess.CompletedProcess[str]
METADATA = {"id": 1, "users": [{"email": "ada@example.org", "id": 7, "name": "Ada"}], "previous_submissions": []}
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="Gradescope's container runs as root, and so must this one")


# ------------------------------------------------------------------------------------------------------ the container


def no_namespaces(*also: int) -> bytes:
    """What Docker forbids by default, as a filter: new namespaces and mounts; and these calls too."""
    _, column = seccomp._ARCHITECTURES[os.uname().machine]
    # mount, umount2, pivot_root, unshare, setns
    numbers = (*((165, 166, 155, 272, 308), (40, 39, 41, 97, 268))[column], *also)
    clone, clone3 = seccomp._CLONE[column], 435
    step, refuse = seccomp._step, seccomp._ERRNO | errno.EPERM
    program = [step(seccomp._LOAD, 0)]
    program += [step(seccomp._JUMP_EQUAL, clone3, 0, 1), step(seccomp._RETURN, seccomp._ERRNO | errno.ENOSYS)]
    for number in numbers:
        program += [step(seccomp._JUMP_EQUAL, number, 0, 1), step(seccomp._RETURN, refuse)]
    program += [step(seccomp._JUMP_EQUAL, clone, 0, 3), step(seccomp._LOAD, 16)]
    program += [step(seccomp._JUMP_BITS, NEW_NAMESPACE_FLAGS, 0, 1), step(seccomp._RETURN, refuse)]
    return b"".join([*program, step(seccomp._RETURN, seccomp._ALLOW)])


def in_container(root: Path, *command: str, forbidden: bytes = b"", stdin: str = "") -> Done:
    """Run a command as Gradescope would, with `root` as /autograder and this environment as its venv."""
    arguments = ["bwrap", "--unshare-ipc", "--unshare-net", "--die-with-parent", "--clearenv"]
    for folder in reversed(Path(sys.base_prefix).parents):
        arguments += ["--perms", "0755", "--dir", str(folder)]
    for folder in ("/usr", "/etc", sys.base_prefix):
        arguments += ["--ro-bind", folder, folder]
    for link in ("/bin", "/lib", "/lib64"):
        arguments += ["--symlink", f"usr{link}", link]
    # a /proc of its own would have parts masked, and then the kernel lets nobody mount another one inside
    arguments += ["--unshare-pid", "--proc", "/proc"] if forbidden else ["--bind", "/proc", "/proc"]
    arguments += ["--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp", "--bind", str(root), "/autograder"]
    if not (root / "no_venv").exists():
        (root / "venv").mkdir(exist_ok=True)
        arguments += ["--ro-bind", sys.prefix, "/autograder/venv"]
    path = f"{Path(sys.base_prefix) / 'bin'}:/usr/sbin:/usr/bin"
    arguments += ["--setenv", "PATH", path, "--chdir", "/autograder", "--cap-drop", "ALL"]
    for capability in DOCKER_CAPABILITIES:
        arguments += ["--cap-add", f"CAP_{capability}"]
    with tempfile.TemporaryFile() as file:
        file.write(forbidden)
        file.seek(0)
        arguments += ["--seccomp", str(file.fileno())] if forbidden else []
        return subprocess.run(
            [*arguments, *command], pass_fds=[file.fileno()], input=stdin, capture_output=True, text=True, timeout=120
        )


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    root = tmp_path_factory.mktemp("gradescope") / "course"
    shutil.copytree(COURSE, root)
    return Course(root)


@pytest.fixture(scope="module")
def archive(course) -> Path:
    return build_gradescope(course, course.assignment(SLUG))


@pytest.fixture(scope="module")
def image(archive, tmp_path_factory) -> Path:
    """/autograder as it is after Gradescope has built the image: unpacked, and set up by the zip's own script."""
    root = tmp_path_factory.mktemp("image") / "autograder"
    (root / "source").mkdir(parents=True)
    with zipfile.ZipFile(archive) as content:
        content.extractall(root / "source")
    done = in_container(root, "bash", "/autograder/source/setup.sh")
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    (root / "run_autograder").chmod(0o755)
    return root


@pytest.fixture
def grade(image, tmp_path) -> Callable[..., tuple[dict[str, Any], Done]]:
    """Hand in a module and run run_autograder; results.json, and how the run ended."""

    def run(source: str | None, forbidden: bytes = b"", spoil: Callable[[Path], object] | None = None, place="tiny.py"):
        root = tmp_path / "autograder"
        if root.exists():
            shutil.rmtree(root)
        shutil.copytree(image, root)
        (root / "submission_metadata.json").write_text(json.dumps(METADATA))
        (root / "submission" / place).parent.mkdir(parents=True)
        if source is not None:
            (root / "submission" / place).write_text(source)
        if spoil:
            spoil(root)
        done = in_container(root, "/autograder/run_autograder", forbidden=forbidden)
        return json.loads((root / "results" / "results.json").read_text()), done

    return run


def require_documented_form(results: dict[str, Any]) -> None:
    """What Gradescope's specification says of results.json, for the keys that we use."""
    visibilities = {"hidden", "after_due_date", "after_published", "visible"}
    formats = {"text", "html", "simple_format", "md", "ansi"}
    kinds = {
        **{"score": (int, float), "execution_time": (int, float), "output": str, "output_format": str},
        **{"test_output_format": str, "visibility": str, "stdout_visibility": str, "extra_data": dict, "tests": list},
    }
    of_tests = {"score": (int, float), "max_score": (int, float), "status": str, "name": str, "output": str}
    of_tests |= {"output_format": str, "visibility": str}
    for table, allowed in [(results, kinds), *((test, of_tests) for test in results["tests"])]:
        assert set(table) == set(allowed)
        assert all(isinstance(value, allowed[key]) for key, value in table.items())
        assert table["visibility"] in visibilities and table["output_format"] in formats
    assert results["stdout_visibility"] == "hidden" and results["test_output_format"] in formats
    for test in results["tests"]:
        assert test["status"] in {"passed", "failed"} and 0 <= test["score"] <= test["max_score"]
    assert results["score"] == pytest.approx(sum(test["score"] for test in results["tests"]))
    assert sum(test["max_score"] for test in results["tests"]) == 100


# ------------------------------------------------------------------------------------------------------------ the zip


def test_the_zip_holds_what_is_needed_and_is_the_same_each_time(course, archive):
    with zipfile.ZipFile(archive) as content:
        names = set(content.namelist())
        modes = {name: content.getinfo(name).external_attr >> 16 for name in ("setup.sh", "run_autograder")}
        requirements = content.read("requirements.txt").decode().split()
    assert {"setup.sh", "run_autograder", "course/solutions/.course_secret", "course/datasets/points.csv"} <= names
    assert {f"course/solutions/{SLUG}/{name}" for name in ("assignment.toml", "tiny.py", "test_hidden.py")} <= names
    assert not any("rubric" in name or "__pycache__" in name for name in names if name.startswith("course"))
    assert modes == {"setup.sh": 0o755, "run_autograder": 0o755}
    assert {line.split("==")[0] for line in requirements} >= {"numpy", "pytest", "pluggy", "tqdm"}
    assert all("==" in line for line in requirements)
    before = archive.read_bytes()
    assert build_gradescope(course, course.assignment(SLUG)).read_bytes() == before


@pytest.mark.parametrize(
    ("users", "name"),
    [
        ([{"email": "b@x.org", "id": 2}, {"email": "a@x.org", "id": 1}], "a@x.org,b@x.org"),
        ([{"email": "", "id": 12}], "12"),
    ],
)
def test_a_submission_belongs_to_all_who_handed_it_in(tmp_path, users, name):
    path = tmp_path / "submission_metadata.json"
    path.write_text(json.dumps({"users": users}))
    assert submitters(path) == name


@pytest.mark.parametrize("text", ["", "[]", '{"users": []}', '{"users": [{}]}', '{"users": null}', '{"users": ["x"]}'])
def test_metadata_that_names_nobody(tmp_path, text):
    path = tmp_path / "submission_metadata.json"
    path.write_text(text)
    with pytest.raises(UserError, match="does not say who handed in"):
        submitters(path)


# ------------------------------------------------------------------------------------------------------------ the run


@needs_root
def test_both_isolations_give_the_same_results_and_say_which_they_are(course, grade):
    wrong = course.assignment(SLUG).reference.read_text() + "\n\ndef mean(values):\n    return float(sum(values)) / 2\n"
    strong, done = grade(wrong)
    assert done.returncode == 0, done.stdout + done.stderr
    weak, done = grade(wrong, forbidden=no_namespaces())
    assert done.returncode == 0, done.stdout + done.stderr
    for results, isolation in ((strong, "bwrap"), (weak, "landlock")):
        require_documented_form(results)
        assert results["extra_data"]["sandbox"] == isolation
        assert results["output"].startswith(f"Isolation: {isolation}.")
    assert "Landlock" in weak["output"] and "Landlock" not in strong["output"]
    assert strong["tests"] == weak["tests"]
    scores = {test["name"]: (test["score"], test["status"]) for test in strong["tests"]}
    assert scores["mean"][0] < 30 and scores["mean"][1] == "failed"
    assert scores["variance"] == (30, "passed"), "follow-through is given here too"


@needs_root
def test_the_output_explains_and_shows_nothing_hidden(course, grade):
    assignment = course.assignment(SLUG)
    wrong = assignment.reference.read_text() + (
        "\n\ndef variance(values):\n    print('here <b>I</b> am')\n"
        "    a = _floats(values)\n    return float(((a - mean(a)) ** 2).sum() / max(len(a) - 1, 1))\n"
    )
    results, _ = grade(wrong, forbidden=no_namespaces())
    output = next(test["output"] for test in results["tests"] if test["name"] == "variance")
    assert "n - 1" in output or "n-1" in output, "the misconception is named"
    assert "[failed] the variance of 1, 2, 3 is 2/3 (public check)" in output
    assert "(hidden check)" in output and "| here <b>I</b> am" in output
    text = json.dumps(results)
    mistakes = ("the mistake",)  # the sentence of the recognised one is what the student is to read
    shown = [what for what, secret in secrets_of(assignment) if secret in text and not what.startswith(mistakes)]
    assert shown == []


@needs_root
def test_what_a_student_did_wrong_is_graded(course, grade):
    results, done = grade(None)
    require_documented_form(results)
    assert (results["score"], done.returncode) == (0, 0)
    assert results["output"].startswith("tiny.py is missing.")
    nested, _ = grade(course.assignment(SLUG).reference.read_text(), place="my homework/tiny.py")
    assert nested["score"] == 100


@needs_root
@pytest.mark.parametrize(
    ("forbidden", "spoil", "words"),
    [
        (no_namespaces(*LANDLOCK_CALLS), None, "cannot isolate student code"),
        (b"", lambda root: (root / "submission_metadata.json").unlink(), "does not say who handed in"),
        (b"", lambda root: (root / "source/course/solutions/01_tiny/test_hidden.py").write_text("1 / 0"), "collected"),
        (b"", lambda root: (root / "no_venv").touch(), "The grader itself could not run"),
    ],
    ids=["no isolation", "no metadata", "broken suite", "no environment"],
)
def test_a_run_that_fails_for_our_reasons_gives_nobody_a_zero(grade, forbidden, spoil, words):
    results, done = grade("def mean(v): return 0\n", forbidden, spoil)
    assert done.returncode != 0
    assert set(results) <= {"output", "output_format", "stdout_visibility"}, "neither a score nor tests"
    assert words in results["output"] and results["stdout_visibility"] == "hidden"
    assert "Traceback" not in results["output"]


# ------------------------------------------------------------------------------------------------------- the fallback

JUDGE = """
import json, os, signal, sys, time
from autograder.bridge.errors import StudentError, StudentGone
from autograder.bridge.student import Connection, StudentModule
from autograder.course.records import Limits
from autograder.sandbox.process import Sandbox

attacks = json.load(sys.stdin)
limits = Limits(seconds=3, memory_mb=256)
outcomes = {}

def load(sandbox, source):
    process = sandbox.spawn(limits)
    connection = Connection(process)
    return process, StudentModule(connection, "work", connection.load("work", source).names)

def sandboxed_alive():
    count = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            count += b"warm.py" in open(f"/proc/{pid}/cmdline", "rb").read()
        except OSError:
            pass  # it has just ended
    return count

with Sandbox(isolation="landlock") as sandbox:
    os.environ["COURSE_SECRET"] = "canary"
    mine = "import os\\ndef f():\\n    open('mine', 'w').write('v')\\n    return os.getcwd(), os.getpid()"
    victim, module = load(sandbox, mine)
    folder, pid = module.f()
    facts = f"VICTIM, VICTIM_PID, JUDGE, HOME = {folder!r}, {pid}, {os.getpid()}, {str(sandbox.home)!r}\\n"
    for name, body in attacks.items():
        head = facts + "import ctypes, errno, os\\nimport numpy as np\\ndef f():\\n    "
        process, student = load(sandbox, head + body)
        try:
            outcomes[name] = ["answer", repr(student.f())]
        except StudentGone as gone:
            outcomes[name] = [gone.outcome, gone.sentence]
        except StudentError as error:
            outcomes[name] = [error.kind, error.text]
        process.end()
    victim.start_clock()
    outcomes["victim"] = ["answer", repr(module.f()[0] == folder)]
    victim.end()
    outcomes["left in work"] = ["answer", repr(os.listdir(sandbox.home / "work"))]
    home = sandbox.home
outcomes["left after all"] = ["answer", repr([os.path.exists(home), sandboxed_alive()])]

# the judge is gone without a word: what it started ends too
sandbox = Sandbox(isolation="landlock")
process, student = load(sandbox, "import ctypes\\ndef f():\\n    ctypes.CDLL(None).prctl(1, 0)\\n    return 1")
student.f()
before = sandboxed_alive()
sandbox.process.send_signal(signal.SIGKILL)
sandbox.process.wait()
deadline = time.monotonic() + 10
while sandboxed_alive() and time.monotonic() < deadline:
    time.sleep(0.05)
outcomes["orphans"] = ["answer", repr([before, sandboxed_alive()])]
print(json.dumps(outcomes))
"""

CALL = "libc = ctypes.CDLL(None, use_errno=True); r = libc.{}; return r, errno.errorcode.get(ctypes.get_errno())"
DENIED = "PermissionError"
ATTACKS = {
    # what it stops: reading
    "solutions": ("return open('/autograder/source/course/solutions/01_tiny/tiny.py').read()", DENIED),
    "list solutions": ("return os.listdir('/autograder/source')", DENIED),
    "submission": ("return os.listdir('/autograder/submission')", DENIED),
    "passwords": ("return open('/etc/passwd').read()", DENIED),
    "another student's file": ("return open(VICTIM + '/mine').read()", DENIED),
    "other students' folders": ("return os.listdir(HOME + '/work')", DENIED),
    "memory of the keeper": ("return open(f'/proc/{os.getppid()}/mem', 'rb').read(1)", DENIED),
    "command line of the judge": ("return open(f'/proc/{JUDGE}/cmdline').read()", DENIED),
    "environment": ("return 'canary' in str(os.environ), 'HOME' in os.environ", "answer (False, False)"),
    "installed packages": ("import pytest", "ModuleNotFoundError"),
    "the engine": ("import autograder", "ModuleNotFoundError"),
    # writing
    "write to the kit": ("open(HOME + '/kit/worker.py', 'w')", DENIED),
    "write to /tmp": ("open('/tmp/left', 'w')", DENIED),
    "write to shared memory": ("open('/dev/shm/left', 'w')", DENIED),
    "results": ("open('/autograder/results/results.json', 'w')", DENIED),
    "a folder of its own": ("os.mkdir('deep')", DENIED),
    "a link": ("os.symlink('/etc/passwd', 'link')", DENIED),
    "a hard link": ("os.link(VICTIM + '/mine', 'link')", DENIED),
    "truncate another's file": ("os.truncate(VICTIM + '/mine', 0)", DENIED),
    "a large file": ("open('big', 'wb').write(bytes(10**8))", "OSError"),
    # reaching others
    "a socket": ("import socket; socket.socket()", DENIED),
    "a pair of sockets": ("import socket; socket.socketpair()", DENIED),
    "signal the judge": ("os.kill(JUDGE, 9)", DENIED),
    "signal the keeper": ("os.kill(os.getppid(), 9)", DENIED),
    "signal another student": ("os.kill(VICTIM_PID, 9)", DENIED),
    "signal everybody": ("os.kill(-1, 9)", DENIED),
    # SIGKILL is what a machine without memory sends, after which a check is tried again
    "kill itself": ("os.kill(os.getpid(), 9)", DENIED),
    "kill itself as a thread": (CALL.format("tgkill(os.getpid(), os.getpid(), 9)"), "answer (-1, 'EPERM')"),
    "a file descriptor of another": ("os.pidfd_open(VICTIM_PID)", "OSError [Errno 38]"),
    "trace": (CALL.format("ptrace(16, VICTIM_PID, 0, 0)"), "answer (-1, 'EPERM')"),
    "shared memory that stays": (CALL.format("shmget(1234, 4096, 0o1666)"), "answer (-1, 'EPERM')"),
    # processes and powers
    "fork": ("os.fork()", DENIED),
    "run a program": ("os.execv('/usr/bin/true', ['true'])", DENIED),
    "be root again": ("os.setuid(0)", DENIED),
    "namespaces": (CALL.format("unshare(0x10000000)"), "answer (-1, 'EPERM')"),
    "who": ("return os.getuid() >= 20000, os.getuid() == os.geteuid(), os.getgroups()", "answer (True, True, [])"),
    "memory": ("return bytearray(10**9)", "MemoryError"),
    "time": ("while True: pass", "timeout"),
    # leftovers
    "leave files": ("[open(f'left{i}', 'w').close() for i in range(50)]; return len(os.listdir())", "answer 50"),
    "leave a thread": (
        "import threading, time; threading.Thread(target=time.sleep, args=(60,)).start(); return 1",
        "answer 1",
    ),
    # what honest code needs
    "lazy imports": ("import decimal, sqlite3, numpy.fft, statistics; return 1", "answer 1"),
    "temporary files": ("import tempfile; f = tempfile.TemporaryFile(); return f.write(b'abc')", "answer 3"),
    "a signal to itself": ("os.kill(os.getpid(), 0); return 1", "answer 1"),
    "abort": ("os.abort()", "crashed"),
    # what it does not stop, as its documentation says
    "that a process exists": ("return os.path.exists(f'/proc/{JUDGE}')", "answer True"),
}


@needs_root
def test_what_the_fallback_stops_and_what_it_does_not(image, tmp_path):
    root = tmp_path / "autograder"
    shutil.copytree(image, root)
    for name in ("submission", "results"):
        (root / name).mkdir()
    (root / "judge.py").write_text(JUDGE)
    command = ("env", "PYTHONPATH=/autograder/source/engine", "venv/bin/python", "judge.py")
    bodies = json.dumps({name: body for name, (body, _) in ATTACKS.items()})
    done = in_container(root, *command, forbidden=no_namespaces(), stdin=bodies)
    assert done.returncode == 0, done.stderr
    outcomes = {name: f"{kind} {text}" for name, (kind, text) in json.loads(done.stdout).items()}
    for name, (_, expected) in ATTACKS.items():
        assert outcomes[name].startswith(expected), (name, outcomes[name])
    assert outcomes["victim"] == "answer True"
    assert outcomes["left in work"] == "answer []"
    assert outcomes["left after all"] == "answer [False, 0]"
    assert outcomes["orphans"] == "answer [3, 0]"


@needs_root
def test_the_fallback_is_asked_for_by_name_and_never_taken_silently(image, tmp_path):
    root = tmp_path / "autograder"
    shutil.copytree(image, root)
    (root / "handed_in" / "ada").mkdir(parents=True)
    shutil.copy(root / "source/course/solutions" / SLUG / "tiny.py", root / "handed_in" / "ada")
    grade = ["env", "PYTHONPATH=/autograder/source/engine", "/autograder/venv/bin/python", "-m", "autograder", "grade"]
    command = [
        "sh",
        "-c",
        f"cd source/course && {' '.join(grade)} {SLUG} /autograder/handed_in --out /autograder/out $0",
    ]
    silent = in_container(root, *command, "", forbidden=no_namespaces())
    assert silent.returncode == 2 and "not permitted here" in silent.stderr
    assert not (root / "out" / "ada.json").exists()
    named = in_container(root, *command, "--sandbox=landlock", forbidden=no_namespaces())
    assert named.returncode == 0, named.stderr
    assert "landlock" in named.stdout
    report = json.loads((root / "out" / "ada.json").read_text())
    assert (report["sandbox"], report["score"]) == ("landlock", 100)
    without = in_container(root, *command, "--sandbox=landlock", forbidden=no_namespaces(*LANDLOCK_CALLS))
    assert without.returncode == 2 and "has no Landlock" in without.stderr and "Traceback" not in without.stderr


def test_the_fallback_needs_root():
    libc = ctypes.CDLL(None)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        libc.setresuid(65534, 65534, 65534)
        os.write(writer, (fallback.refusal() or "").encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        assert "only root can do" in answer.read()
