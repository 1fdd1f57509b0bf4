"""What a grade depends on besides the submission: the assignment's files and data, the course secret, the engine, and
what that runs on."""

import hashlib
import platform
from functools import cache
from pathlib import Path

import numpy as np

import autograder
from autograder.course.records import Assignment

_ONLY_READ = {".md"}  # by people: a handout, a rubric
_ENGINE_ROOMS = ("course", "bridge", "sandbox", "checks", "grading", "student")


def suite_sha256(assignment: Assignment, datasets: Path, secret: str) -> str:
    """Changes whenever a regrade could come out differently."""
    digest = hashlib.sha256(secret.encode() + _engine_sha256() + " ".join(versions()).encode())
    for folder in (assignment.secret, assignment.public):
        for path in sorted(folder.glob("[!.]*")):
            if path.is_file() and path.suffix not in _ONLY_READ:
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for name in assignment.datasets:
        path = datasets / f"{name}.csv"
        digest.update(name.encode() + b"\0" + (path.read_bytes() if path.is_file() else b"missing"))
    return digest.hexdigest()


def versions() -> list[str]:
    """What a grade may depend on besides the kit and the assignment."""
    return [f"Python {'.'.join(platform.python_version_tuple()[:2])}", f"numpy {np.__version__}"]


@cache
def _engine_sha256() -> bytes:
    root = Path(autograder.__file__).parent
    digest = hashlib.sha256()
    for room in _ENGINE_ROOMS:
        for path in sorted((root / room).glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.digest()
