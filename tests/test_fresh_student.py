"""A release on a student's machine, where nothing is installed but what the release's requirements.txt asks for.

The environment is made of links to the packages of this one, which spares a download and is just as empty otherwise.
"""

import ast
import os
import shutil
import subprocess
import venv
from importlib import metadata
from pathlib import Path

import nbformat
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from autograder.course.catalogue import Course
from autograder.publish.release import build_release

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
SLUG = "04_perceptron"
# names from Python's documentation that exist on Unix only
UNIX_ONLY = {"fork", "setitimer", "SIGALRM", "SIGKILL", "killpg", "getuid", "setsid", "mkfifo", "sched_getaffinity"}
UNIX_MODULES = {"fcntl", "resource", "pwd", "grp", "pty", "termios", "tty", "syslog", "readline"}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    course = Course(ROOT, tmp_path_factory.mktemp("build"))
    return build_release(course, course.assignment(SLUG))


@pytest.fixture(scope="module")
def python(release: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter that has just the packages of requirements.txt and what those need."""
    home = tmp_path_factory.mktemp("student") / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    packages = next(home.glob("lib/python*/site-packages"))
    wanted = (release / "requirements.txt").read_text().split()
    for distribution in _with_needs(wanted):
        for top in {file.parts[0] for file in distribution.files or [] if file.parts[0] not in ("..", "__pycache__")}:
            source = Path(str(distribution.locate_file(top)))
            if source.exists() and not (packages / top).exists():
                (packages / top).symlink_to(source)
    return home / "bin" / "python"


def _with_needs(names: list[str]) -> list[metadata.Distribution]:
    """The distributions with these names and all that they ask for, extras included, as pip would find them."""
    found: dict[tuple[str, str], metadata.Distribution] = {}
    waiting = [(Requirement(name), "") for name in names]
    while waiting:
        requirement, of_extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": of_extra}):
            continue
        distribution = metadata.distribution(requirement.name)
        assert requirement.specifier.contains(distribution.version, prereleases=True)
        for extra in ("", *requirement.extras):
            key = canonicalize_name(requirement.name), extra
            if key not in found:
                found[key] = distribution
                waiting += [(Requirement(line), extra) for line in distribution.requires or []]
    return list(found.values())


def _run(python: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key in ("LANG", "LC_ALL", "TMPDIR")}
    environment |= {"PATH": str(python.parent), "HOME": str(folder), "JUPYTER_PLATFORM_DIRS": "1"}
    return subprocess.run([python, *arguments], cwd=folder, env=environment, capture_output=True, text=True)


def test_nothing_else_is_there(python, release):
    for package in ("autograder", "nbgrader", "jupytext", "tqdm", "scipy", "sklearn", "hypothesis", "xdist"):
        assert _run(python, release, "-c", f"import {package}").returncode == 1, package


def test_the_checks_run_on_the_stub(python, release):
    for command in (["-m", "pytest"], ["check.py"]):
        done = _run(python, release, *command)
        assert done.returncode == 1, done.stderr
        assert "not started yet" in done.stdout
        assert "Traceback" not in done.stdout + done.stderr
        assert len(done.stdout.splitlines()) < 40


def test_the_checks_pass_on_a_right_answer(python, release, tmp_path):
    folder = _solved(release, tmp_path)
    for command in (["-m", "pytest"], ["check.py"]):
        done = _run(python, folder, *command)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "100 of 100 points" in done.stdout or "done" in done.stdout


@pytest.mark.parametrize("solved", [False, True])
def test_the_notebook_runs_from_top_to_bottom(python, release, tmp_path, solved):
    folder = _solved(release, tmp_path) if solved else _copy(release, tmp_path)
    notebook = next(folder.glob("*.ipynb"))
    execute = ["-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", notebook.name]
    done = _run(python, folder, *execute)
    assert done.returncode == 0, done.stderr
    outputs = [output for cell in nbformat.read(notebook, 4).cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.output_type == "error"]
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    assert bool(pictures) == solved


def test_nothing_in_the_release_is_for_unix_only(release):
    files = list(release.glob("*.py"))
    assert {file.name for file in files} >= {"check.py", "conftest.py"}
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                assert node.attr not in UNIX_ONLY, f"{file.name}:{node.lineno}"
            elif isinstance(node, ast.Import | ast.ImportFrom):
                modules = {alias.name for alias in node.names} | {getattr(node, "module", None)}
                assert not modules & UNIX_MODULES, f"{file.name}:{node.lineno}"
        assert "\\" not in file.name and not set(file.name) & set('<>:"|?*')


def _copy(release: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(release, tmp_path / "work"))


def _solved(release: Path, tmp_path: Path) -> Path:
    folder = _copy(release, tmp_path)
    assignment = Course(ROOT).assignment(SLUG)
    (folder / f"{assignment.module}.py").write_text(assignment.reference.read_text(encoding="utf-8"), encoding="utf-8")
    return folder
