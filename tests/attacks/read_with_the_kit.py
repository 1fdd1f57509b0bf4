"""Imports the grading kit itself and asks it for the course's secret and the reference."""

import sys
from pathlib import Path

WITHOUT_ISOLATION = "reads"


def mean(values):
    sys.path.append("@ROOT@")
    from autograder.checks.seeds import course_secret

    print(course_secret(Path("@COURSE@/solutions")))
    raise LookupError
