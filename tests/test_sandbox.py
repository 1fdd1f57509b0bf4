"""Student code in a real sandbox, spoken to over the real bridge."""

import contextlib
import platform
import time
import warnings
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from autograder.bridge.errors import StudentError, StudentGone
from autograder.bridge.student import Connection, StudentModule
from autograder.course.records import Limits
from autograder.sandbox.channel import SandboxGone, StudentProcess
from autograder.sandbox.process import Sandbox

LIMITS = Limits(seconds=2, memory_mb=256)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def load(sandbox) -> Iterator[Callable[[str], StudentModule]]:
    processes: list[StudentProcess] = []

    def start(source: str, limits: Limits = LIMITS) -> StudentModule:
        process = sandbox.spawn(limits)
        processes.append(process)
        connection = Connection(process)
        return StudentModule(connection, "work", connection.load("work", source).names)

    yield start
    for process in processes:
        process.end()


def test_functions_constants_and_classes(load):
    student = load(
        "import numpy as np\n"
        "TABLE = {1: 2.5}\n"
        "def double(x): return np.asarray(x) * 2\n"
        "class Model:\n"
        "    def fit(self, X): self.X_ = X; return self\n"
        "    def __len__(self): return len(self.X_)\n"
        "    def __getitem__(self, i): return self.X_[i]\n"
    )
    assert student.TABLE == {1: 2.5}
    assert student.double([1, 2]).tolist() == [2, 4]
    model = student.Model()
    assert model.fit([7, 8]) is model
    assert model.X_ == [7, 8]
    assert len(model) == 2 and model[1] == 8 and list(model) == [7, 8]
    model.X_ = [1]
    assert model[0] == 1


def test_callbacks_and_their_errors(load):
    student = load("def table(f, n): return [f(i) for i in range(n)]")
    assert student.table(lambda i: i * i, 3) == [0, 1, 4]

    def picky(i):
        raise ValueError("not that one")

    with pytest.raises(ValueError, match="not that one"):
        student.table(picky, 1)


def test_returned_functions_can_be_called(load):
    student = load("def adder(n): return lambda x: x + n")
    assert student.adder(2)(3) == 5


def test_changes_of_arguments_come_back(load):
    student = load(
        "def spoil(a, l, d, rng):\n    a[0] = 9; l.append(1); d['k'] = 2\n    return rng.integers(100)\n"
        "def careful(a): return a + 1"
    )
    array, items, table, rng = np.zeros(2), [0], {}, np.random.default_rng(1)
    drawn = student.spoil(array, items, table, rng)
    assert array.tolist() == [9, 0] and items == [0, 1] and table == {"k": 2}
    twin = np.random.default_rng(1)
    assert drawn == twin.integers(100) and rng.integers(100) == twin.integers(100)
    student.careful(array)
    assert array.tolist() == [9, 0]


def test_warnings_come_back(load):
    student = load("import numpy as np\ndef log(x): return np.log(x)")
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        student.log(np.array([0.0]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        student.log(np.array([1.0]))


def test_exceptions_are_of_their_builtin_kind_and_name_the_line(load):
    student = load("class Odd(ValueError): pass\n\ndef fail():\n    raise Odd('no')\n")
    with pytest.raises(ValueError) as caught:
        student.fail()
    assert isinstance(caught.value, StudentError)
    assert (caught.value.kind, caught.value.text, caught.value.line) == ("Odd", "no", 4)
    assert caught.value.known_kind == "ValueError"


def test_prints_are_captured_and_capped(load):
    student = load("def talk():\n    print('hello')\n    print('x' * 10**7)\n")
    student.talk()
    assert student._connection.printed.startswith("hello\nxxx")
    assert len(student._connection.printed) <= 4100


def test_missing_function(load):
    with pytest.raises(AttributeError) as caught:
        load("x = 1").entropy([1])
    assert caught.value.text == "entropy is not defined in work.py"


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("while True: pass", "timeout"),
        ("import time; time.sleep(60)", "timeout"),
        ("import os; os._exit(0)", "crashed"),
        ("import ctypes; ctypes.string_at(0)", "crashed"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGABRT); os.abort()", "crashed"),
        ("import os; os.write(3, b'x' * 100); return 1", "crashed"),
        ("import os; os.close(3)", "crashed"),
    ],
)
def test_what_ends_a_process_costs_one_call(load, body, outcome):
    student = load(f"def f():\n    {body}\n")
    started = time.monotonic()
    with pytest.raises(StudentGone) as caught:
        student.f()
    assert caught.value.outcome == outcome
    assert time.monotonic() - started < 10
    assert load("def f(): return 5").f() == 5


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("return np.ones((40000, 10000))", MemoryError),
        ("return bytearray(10**9)", MemoryError),
        ("return f()", RecursionError),
        ("import os; return os.fork()", PermissionError),
        ("import subprocess; return subprocess.run(['/bin/true'])", OSError),
        ("import socket; return socket.socket()", PermissionError),
        ("return open('/etc/passwd').read()", OSError),
        ("return open('/kit/worker.py', 'w')", OSError),
        ("import sklearn", ModuleNotFoundError),
        ("import autograder", ModuleNotFoundError),
        ("import pytest", ModuleNotFoundError),
        ("open('/tmp/big', 'wb').write(b'x' * 10**8)", OSError),
        ("raise SystemExit", StudentError),
        ("raise KeyboardInterrupt", StudentError),
        ("import os; return os.listdir('/proc/self')", OSError),
    ],
)
def test_what_is_not_there_or_not_allowed(load, body, kind):
    student = load(f"import numpy as np\ndef f():\n    {body}\n")
    with pytest.raises(kind) as caught:
        student.f()
    assert isinstance(caught.value, StudentError)


def test_what_a_student_can_see(load):
    student = load(
        "import os, sys\n"
        "def tree():\n"
        "    found = []\n"
        "    for root in ('/tmp', '/proc', '/kit', '/packages'):\n"
        "        found.append(sorted(os.listdir(root)))\n"
        "    return found, dict(os.environ), os.getppid(), [m for m in sys.modules if 'autograder' in m]\n"
    )
    (tmp, proc, kit, packages), environment, parent, ours = student.tree()
    assert tmp == [] and proc == []
    assert kit == ["codec.py", "fallback_inside.py", "landlock.py", "seccomp.py", "warm.py", "worker.py"]
    assert set(packages) <= {"numpy", "numpy.libs"}
    assert not any(word in str(environment).lower() for word in ("secret", "token", "home", "user"))
    assert parent == 0 and ours == []


def test_threads_work(load):
    student = load(
        "import threading\ndef f():\n    out = []\n    t = threading.Thread(target=lambda: out.append(1))\n"
        "    t.start(); t.join()\n    return out\n"
    )
    assert student.f() == [1]


def test_nothing_survives_from_one_submission_to_the_next(sandbox, load):
    load(
        "with open('/tmp/left', 'w') as f: f.write('x')\n"
        "import numpy as np\nnp.pi = 3\nimport builtins\nbuiltins.abs = None\n"
    )
    later = load("import os, numpy as np\ndef f(): return os.path.exists('/tmp/left'), np.pi, abs(-1)\n")
    left, pi, one = later.f()
    assert (left, one) == (False, 1) and pi == pytest.approx(3.14159, abs=1e-4)


def test_an_oracle_may_call_what_it_was_given(load):
    student = load(
        "def f(oracle): return oracle(lambda x: x + 1, 5)\n"
        "def deep(oracle, n): return n if n == 0 else oracle(lambda k: deep(oracle, k), n - 1)\n"
        "def bad(oracle): return oracle(lambda x: 1 / x, 0)\n"
        "def hang(oracle): return oracle(lambda x: __import__('time').sleep(60), 0)\n"
    )
    assert student.f(lambda g, x: g(x) * 10) == 60
    assert student.deep(lambda g, n: g(n) + 1, 6) == 6
    with pytest.raises(Exception, match="division by zero"):
        student.bad(lambda g, x: g(x))
    with pytest.raises(StudentGone) as gone:
        student.hang(lambda g, x: g(x))
    assert gone.value.outcome == "timeout"


def test_an_oracle_draws_from_the_students_own_generator(load):
    student = load("def twice(draw, rng): return [draw(rng), draw(rng=rng), float(rng.random())]")
    drawn = student.twice(lambda rng: float(rng.random()), np.random.default_rng(3))
    assert drawn == np.random.default_rng(3).random(3).tolist()


FORGE = """
import os, struct, json
def frame(value):
    text = json.dumps([{'op': 'answer'}, value]).encode()
    return struct.pack('!II', len(text), 0) + text
def twice_at_once(): os.write(3, frame(1.0) + frame(2.0)); return 3.0
def one_too_many(): os.write(3, frame(1.0)); return 2.0
def g(): return 7.0
"""


def test_two_answers_at_once_are_none(load):
    with pytest.raises(StudentGone, match="more than one answer"):
        load(FORGE).twice_at_once()


def test_an_answer_too_many_is_no_more_than_an_answer(load):
    """A forged answer that is read by itself is data like any other; the one after it answers the next call or none."""
    student = load(FORGE)
    found = []
    with contextlib.suppress(StudentGone):
        found.append(student.one_too_many())
        found.append(student.g())
    assert found in ([], [1.0], [1.0, 2.0])


def test_without_isolation_on_request():
    with Sandbox(isolation="none") as sandbox:
        process = sandbox.spawn(LIMITS)
        connection = Connection(process)
        student = StudentModule(connection, "work", connection.load("work", "def f(): return 5").names)
        assert student.f() == 5
        process.end()


def test_endless_recursion_through_an_oracle_ends(load):
    student = load("def f(oracle): return oracle(lambda x: f(oracle), 0)")
    with pytest.raises((StudentError, StudentGone)):
        student.f(lambda g, x: g(x))


REFUSED = """
import ctypes, errno, fcntl, os, resource
LIBC = ctypes.CDLL(None, use_errno=True)
def refused(result):
    return result < 0 and ctypes.get_errno() in (errno.EPERM, errno.ENOSYS)
def lease():
    return fcntl.fcntl(os.open(os.__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_WRLCK)
def limit():
    return resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
def calls(numbers):
    return [number for number in numbers if not refused(LIBC.syscall(number, -1, 0, 0, 0, 0, 0))]
def outlive_keeper():
    return refused(LIBC.prctl(1, 0, 0, 0, 0))
def copies():
    import shutil
    with open("one", "w") as file: file.write("text")
    with open(shutil.copy2("one", "two")) as file: return file.read()
def thread():
    import threading
    said = []
    thread = threading.Thread(target=said.append, args=("done",)); thread.start(); thread.join()
    return said
"""


def test_only_what_an_exercise_needs_is_allowed(load):
    student = load(REFUSED)
    assert student.copies() == "text" and student.thread() == ["done"]
    for attempt in (student.lease, student.limit):
        with pytest.raises((PermissionError, ValueError)):
            attempt()
    assert student.outlive_keeper() is True
    if platform.machine() == "x86_64":
        # vmsplice, memfd_secret, memfd_create, ptrace, unshare, inotify_init1, pidfd_open, io_setup, userfaultfd,
        # keyctl, personality, mlockall, and one that no kernel has yet
        assert student.calls([278, 447, 319, 101, 272, 294, 434, 206, 323, 250, 135, 151, 1000]) == []


def test_a_process_that_cannot_be_set_up_is_nobodys_failure(sandbox):
    process = sandbox.spawn(Limits(seconds=2, memory_mb=-(1 << 60)))
    with pytest.raises(SandboxGone, match="could not be set up .*Error"):
        Connection(process).load("work", "x = 1")
    process.end()
