"""Whether a large class costs as much per submission as a small one, and the trusted side's memory stays flat."""

import contextlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from autograder.bench.classes import mixed_class
from autograder.course.catalogue import Course
from autograder.errors import UserError
from autograder.publish.nbgrader_course import engine_environment

SIZES = (10, 100, 1000)
LOOK_EVERY_SECONDS = 0.1


def growth(course: Course, sizes: tuple[int, ...] = SIZES) -> str:
    """Time and memory for classes of growing size of the course's first assignment, as text."""
    assignment = course.assignment(course.slugs()[0])
    lines = [
        f"{assignment.slug}: a right and a wrong submission by turns, graded by `autograder grade`",
        f"{'submissions':>12}{'wall s':>10}{'s each':>10}{'peak MB of the grading process':>34}",
    ]
    for size in sizes:
        print(f"{size} submissions ...", file=sys.stderr)
        with tempfile.TemporaryDirectory() as folder:
            submissions = mixed_class(assignment, Path(folder) / "submissions", size)
            command = ["grade", assignment.slug, str(submissions), "--out", str(Path(folder) / "reports")]
            seconds, peak = watch(command, course.root)
        lines.append(f"{size:12}{seconds:10.1f}{seconds / size:10.3f}{peak / 1024:34.0f}")
    return "\n".join(lines)


def watch(command: list[str], folder: Path) -> tuple[float, int]:
    """Wall seconds of one command of ours, and the most memory its process held, in kilobytes."""
    started, peak = time.monotonic(), 0
    with subprocess.Popen(
        [sys.executable, "-m", "autograder", *command],
        cwd=folder,
        env=engine_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while process.poll() is None:
            peak = max(peak, _most_memory(process.pid))
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(LOOK_EVERY_SECONDS)
        seconds = time.monotonic() - started
        if process.returncode != 0:
            raise UserError(f"{' '.join(command[:2])} failed: {process.communicate()[1].strip().splitlines()[-1:]}")
    return seconds, peak


def _most_memory(pid: int) -> int:
    """The process's own high-water mark, which the kernel keeps."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0
