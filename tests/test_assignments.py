"""Every assignment of the course is proved: reference, stub, alternatives, mistakes, leaks, notebook."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.catalogue import Course

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("slug", Course(ROOT).slugs())
def test_assignment_is_proved(slug):
    # one worker each: pytest runs several of these side by side; `make verify` judges every variant on all exercises,
    # takes three secrets and adds mutants
    options = ["--peers", "--focused", "--secrets", "1", "--workers", "1"]
    command = [sys.executable, "-m", "autograder", "verify", slug, *options]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_rooms_import_downwards_only():
    """Data flows one way through the engine: a room may import from those before it in this list, and no other."""
    order = "course bridge sandbox student checks grading collect batch publish report verify demo bench cli".split()  # noqa: SIM905
    for number, room in enumerate(order):
        for path in (ROOT / "autograder" / room).glob("*.py"):
            text = path.read_text(encoding="utf-8")
            above = [other for other in order[number + 1 :] if f"from autograder.{other}" in text]
            assert not above, f"{path} imports from {above}"
