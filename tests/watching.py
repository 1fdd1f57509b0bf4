"""For tests that watch real runs: waiting for what must happen, and the reports that a run has left."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from autograder.grading.report import read_report

PATIENCE = 240.0  # a bound for a hang; a busy machine is slow


def wait_until(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def reports_in(out: Path) -> dict[str, object]:
    """All reports, each of them read strictly, without their timings."""
    reports = {}
    for path in out.glob("*.json"):
        read_report(path)
        report = json.loads(path.read_text())
        del report["seconds"], report["student_cpu_seconds"]
        reports[path.stem] = report
    return reports
