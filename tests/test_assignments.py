"""Every assignment that is ready was proved in full as it is now, and is proved again, briefly.

`make test` gives these tests a run of their own, in which each assignment goes to whichever core is free.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.catalogue import Course
from autograder.course.proofs import staleness
from autograder.course.records import READY

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent


COURSE = Course(ROOT)
READY_SLUGS = [assignment.slug for assignment in COURSE.read() if assignment.status == READY]


@pytest.mark.parametrize("slug", READY_SLUGS)
def test_full_proof_is_of_these_files(slug):
    assert staleness(COURSE.assignment(slug), COURSE.datasets) == ""


@pytest.mark.parametrize("slug", READY_SLUGS)
def test_assignment_is_proved_briefly(slug):
    # one worker each, because pytest runs several of these side by side
    command = [sys.executable, "-m", "autograder", "verify", slug, "--brief", "--workers", "1"]
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
