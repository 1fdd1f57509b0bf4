"""Fixtures for the tests of the engine: a small course of their own, and the command line as people call it."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from autograder.course.catalogue import Course

collect_ignore = ["course"]  # the checks in there are for students' code
TESTS = Path(__file__).parent
ROOT = TESTS.parent
Command = Callable[..., subprocess.CompletedProcess[str]]


def pytest_configure() -> None:
    """A shell starts what it has in the background, as a CI runner may, with Ctrl-C ignored; so would be all commands
    that tests start, and those which try Ctrl-C would wait for ever."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A copy of the tests' own course, to be changed at will."""
    root = tmp_path / "course"
    shutil.copytree(TESTS / "course", root)
    return Course(root)


@pytest.fixture
def autograder(course: Course) -> Command:
    """The command line, run in the small course."""

    def run(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "autograder", *map(str, arguments)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(command, cwd=cwd or course.root, env=environment, capture_output=True, text=True)

    return run


@pytest.fixture
def hand_in(tmp_path: Path) -> Callable[[str, bytes | str], Path]:
    """Writes one student's submission; the folder of all of them."""

    def write(student: str, content: bytes | str) -> Path:
        home = tmp_path / "handed_in" / student
        home.mkdir(parents=True, exist_ok=True)
        (home / "tiny.py").write_bytes(content if isinstance(content, bytes) else content.encode())
        return home.parent

    return write


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The system's own Chromium, without a window."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "chromium is needed for this test; install it with 'apt-get install chromium'"
    arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()
