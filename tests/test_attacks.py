"""The corpus of hostile submissions, graded as a class would be, in real sandboxes.

Every file of tests/attacks is handed in by a student of that name. They are graded in two runs at the same time, each
with one worker, so that all of a run meet in the same warmed sandbox, where an honest submission and a witness, which
looks for traces of others, come before them and after them. `WITHOUT_ISOLATION` in an attack says what it achieves
where nothing holds it back, and is tried too: an attack that could do no harm anywhere would prove nothing.
"""

import ast
import json
import os
import re
import secrets
import shutil
import socket
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from autograder.checks.suite import Examinee, read_suite
from autograder.course.catalogue import Course

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
ATTACKS = ROOT / "tests" / "attacks"
SLUG = "01_tiny"
NAMES = sorted(path.stem for path in ATTACKS.glob("*.py"))
LIMITS = "seconds = 0.8\nmemory_mb = 256"
CANARIES = ("hidden", "rubric", "secret", "other", "gradebook", "report", "token", "argument", "home")


def constant(name: str, constant: str, otherwise):
    """What an attack's file says about itself."""
    for node in ast.parse((ATTACKS / f"{name}.py").read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == constant:
            return ast.literal_eval(node.value)
    return otherwise


def those_that(achieve: str) -> list[str]:
    return [name for name in NAMES if constant(name, "WITHOUT_ISOLATION", "") == achieve]


class Ears:
    """Listening sockets of four kinds, which must hear nothing."""

    def __init__(self, scratch: Path):
        self.abstract, self.path = f"autograder-{secrets.token_hex(8)}", str(scratch / "socket")
        self.tcp, self.udp = socket.socket(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        unix = [socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)]
        for ear, address in zip(unix, ("\0" + self.abstract, self.path), strict=True):
            ear.bind(address)
        for ear in (self.tcp, self.udp):
            ear.bind(("127.0.0.1", 0))
        self.streams = [self.tcp, *unix]
        for ear in self.streams:
            ear.listen(100)

    def heard(self) -> str:
        words = []
        for ear in (*self.streams, self.udp):
            ear.setblocking(False)
            try:
                while True:
                    words.append(ear.recv(999) if ear is self.udp else self._first_words(ear.accept()[0]))
            except BlockingIOError:
                continue
        return b" ".join(words).decode()

    @staticmethod
    def _first_words(connection: socket.socket) -> bytes:
        with connection:
            connection.settimeout(1)
            return connection.recv(999) or b"(silence)"


@dataclass
class Scene:
    """A course with secrets in every place where somebody would look for them."""

    scratch: Path
    course: Course
    canaries: dict[str, str]
    honest: str
    ears: Ears

    def hand_in(self, folder: Path, out: Path, names: list[str]) -> None:
        for student, source in {
            **{f"{place}_honest": f"{self.honest}\n# {self.canaries['other']}\n" for place in ("000", "zzz")},
            **{f"{place}_witness": self.source("parts/witness", folder, out) for place in ("001", "zzz")},
            **{name: self.source(name, folder, out) for name in names},
        }.items():
            (folder / student).mkdir(parents=True)
            (folder / student / "tiny.py").write_bytes(source if isinstance(source, bytes) else source.encode())

    def source(self, name: str, folder: Path, out: Path) -> bytes:
        places = {
            **{"COURSE": self.course.root, "OUT": out, "OTHER": folder / "000_honest" / "tiny.py", "ROOT": ROOT},
            **{"MARK": self.marks(out) / Path(name).name, "HOME": self.scratch / "home", "SCRATCH": self.course.root},
            **{"TCP": self.ears.tcp.getsockname()[1], "UDP": self.ears.udp.getsockname()[1]},
            **{"ABSTRACT": self.ears.abstract, "SOCKET": self.ears.path},
        }
        text = (ATTACKS / f"{name}.py").read_bytes()
        for word, place in places.items():
            text = text.replace(f"@{word}@".encode(), str(place).encode())
        raw = (ATTACKS / "parts" / "raw.py").read_bytes()
        return re.sub(rb"from raw import [\w, ]+\n", lambda _: raw, text)

    def marks(self, out: Path) -> Path:
        return self.scratch / f"marks_{out.name}"

    def start(self, name: str, attacks: list[str], *options: str) -> subprocess.Popen[str]:
        folder, out = self.scratch / f"handed_in_{name}", self.scratch / name
        self.marks(out).mkdir()
        out.mkdir()
        (out / "planted.txt").write_text(self.canaries["report"])
        self.hand_in(folder, out, attacks)
        command = [sys.executable, "-X", self.canaries["argument"], "-m", "autograder", "grade", SLUG]
        return subprocess.Popen(
            [*command, str(folder), "--out", str(out), "--workers", "1", *options],
            cwd=self.course.root,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "GRADER_TOKEN": self.canaries["token"],
                "HOME": str(self.scratch / "home"),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def found_in(self, text: str) -> list[str]:
        return [name for name, canary in self.canaries.items() if canary in text]


@pytest.fixture(scope="module")
def scene(tmp_path_factory) -> Scene:
    scratch = tmp_path_factory.mktemp("scene")
    course = Course(scratch / "course")
    shutil.copytree(ROOT / "tests" / "course", course.root)
    canaries = {name: f"canary-{name}-{secrets.token_hex(4)}" for name in CANARIES}
    secret = course.solutions / SLUG
    honest = (secret / "tiny.py").read_text()
    settings = (secret / "assignment.toml").read_text()
    (secret / "assignment.toml").write_text(settings.replace("seconds = 2\nmemory_mb = 256", LIMITS))
    with (secret / "test_hidden.py").open("a") as file:
        file.write(f'\n\nSECRET = "{canaries["hidden"]}"\n')
    (secret / "rubric.md").write_text(canaries["rubric"])
    (course.solutions / ".course_secret").write_text(canaries["secret"])
    (course.build / "course").mkdir(parents=True)
    with sqlite3.connect(course.build / "course" / "gradebook.db") as book:
        book.execute("create table grade (student text)")
        book.execute("insert into grade values (?)", (canaries["gradebook"],))
    book.close()
    (scratch / "home").mkdir()
    (scratch / "home" / ".token").write_text(canaries["home"])
    return Scene(scratch, course, canaries, honest, Ears(scratch))


@dataclass
class Graded:
    """What came of the corpus: the reports by student and run, what the commands printed, what the ears heard."""

    reports: dict[str, str]
    runs: tuple[Path, ...]
    printed: dict[Path, str]
    heard: str


@pytest.fixture(scope="module")
def graded(scene: Scene) -> Graded:
    halves = (NAMES[::2], NAMES[1::2])
    running = [scene.start(f"run{number}", names) for number, names in enumerate(halves)]
    outputs = [process.communicate(timeout=300) for process in running]
    for process, (printed, errors) in zip(running, outputs, strict=True):
        assert process.returncode == 0, printed + errors
    outs = tuple(scene.scratch / f"run{number}" for number in range(2))
    reports = {path.stem: path.read_bytes().decode() for out in outs for path in out.glob("[a-y]*.json")}
    printed = {out: "".join(output) for out, output in zip(outs, outputs, strict=True)}
    return Graded(reports, outs, printed, scene.ears.heard())


def test_the_corpus_is_large_and_each_attack_says_what_it_tries():
    assert len(NAMES) >= 40
    kinds = {name.partition("_")[0] for name in NAMES}
    assert kinds == {"forge", "leak", "read", "reach", "exhaust", "survive", "poison"}
    for name in NAMES:
        assert ast.get_docstring(ast.parse((ATTACKS / f"{name}.py").read_text())), f"{name} has no docstring"


@pytest.mark.parametrize("name", NAMES)
def test_each_attack_ends_as_a_normal_report_with_the_score_it_deserves(graded, scene, name):
    text = graded.reports[name]
    report = json.loads(text)
    assert (report["version"], report["student"], report["sandbox"], report["max_score"]) == (1, name, "bwrap", 100)
    assert [exercise["name"] for exercise in report["exercises"]] == ["mean", "variance", "Scaler", "tabulate"]
    assert report["score"] == constant(name, "DESERVES", 0), text
    assert scene.found_in(text) == []
    assert len(text) < 300_000 and report["seconds"] < 30
    assert all(len(check["message"]) < 6000 for e in report["exercises"] for check in e["checks"])


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("leak")])
def test_no_word_that_it_chose_comes_out_of_a_hidden_check(graded, name):
    """What a student is shown: of a hidden check its message; of a public one also what the code printed."""
    checks = [check for e in json.loads(graded.reports[name])["exercises"] for check in e["checks"]]
    shown = [c["message"] + (c["printed"] if c["visibility"] == "public" else "") for c in checks]
    assert any(check["outcome"] != "passed" and check["visibility"] == "hidden" for check in checks)
    assert [words for words in shown if constant(name, "CARRIES", "smuggled") in words] == []


def test_nothing_was_written_reached_or_shown(graded, scene):
    assert graded.heard == ""
    for out in graded.runs:
        assert list(scene.marks(out).iterdir()) == []
        names = {path.stem for path in (scene.scratch / f"handed_in_{out.name}").iterdir()}
        assert {path.stem for path in out.iterdir() if not path.name.startswith(".")} == names | {"planted"}
        assert {letter for letter in graded.printed[out] if not letter.isprintable()} == {"\n"}
        assert scene.found_in(graded.printed[out]) == []


def test_who_is_graded_in_the_same_sandbox_notices_nothing(graded):
    for out in graded.runs:
        first, last = (json.loads((out / f"{place}_honest.json").read_text()) for place in ("000", "zzz"))
        assert first["score"] == last["score"] == 100
        before, after = (json.loads((out / f"{place}_witness.json").read_text()) for place in ("001", "zzz"))
        seen, seen_later = ([c["printed"] for c in report["exercises"][0]["checks"]] for report in (before, after))
        assert all(text.count("\n") == 7 for text in seen)
        assert seen == seen_later


@pytest.fixture(scope="module")
def unguarded(scene: Scene) -> Graded:
    """The attacks whose success would show, with nothing to hold them back; they only touch what is planted here."""
    names = [*those_that("reads"), *those_that("reaches"), *those_that("writes")]
    process = scene.start("unguarded", names, "--sandbox", "none")
    printed = "".join(process.communicate(timeout=300))
    out = scene.scratch / "unguarded"
    reports = {path.stem: path.read_text() for path in out.glob("*.json")}
    return Graded(reports, (out,), {out: printed}, scene.ears.heard())


@pytest.mark.parametrize("name", those_that("reads"))
def test_without_a_sandbox_it_would_have_read_a_secret(graded, unguarded, scene, name):
    assert scene.found_in(unguarded.reports[name]), unguarded.reports[name]


@pytest.mark.parametrize("name", those_that("reaches"))
def test_without_a_sandbox_it_would_have_reached_out(graded, unguarded, name):
    assert name in unguarded.heard


@pytest.mark.parametrize("name", those_that("writes"))
def test_without_a_sandbox_it_would_have_written(graded, unguarded, scene, name):
    (out,) = unguarded.runs
    assert (scene.marks(out) / name).is_file()


@pytest.mark.parametrize("name", those_that("passes"))
def test_in_the_process_of_the_checks_it_would_have_passed_some(scene, name):
    source = scene.source(name, scene.scratch, scene.scratch).decode()
    with get_context("fork").Pool(1) as process:
        assert process.apply(_passed_in_this_process, (source, scene.course)) > 0


def _passed_in_this_process(source: str, course: Course) -> int:
    """How many checks a submission passes that is loaded where they run, as it is in other graders."""
    module = type(np)("tiny")
    suite = read_suite(course.assignment(SLUG), course.datasets)
    exec(compile(source, "tiny.py", "exec"), module.__dict__)
    raised = [suite.run(check, Examinee(module, "student", "secret")) for check in suite.checks]
    return raised.count(None)
