"""Data of one's own: every student sees other random numbers, and a regrade sees the same ones again."""

import hashlib
import secrets
from pathlib import Path

import numpy as np

from autograder.files import write_atomically


def generator(secret: str, assignment: str, student: str, check: str) -> np.random.Generator:
    """The random numbers of one check for one student."""
    text = "\0".join((secret, assignment, student, check))
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big"))


def course_secret(solutions: Path) -> str:
    """The course's own secret, made on first use; without it nobody can tell what data a student will be judged on."""
    path = solutions / ".course_secret"
    if not path.is_file():
        write_atomically(path, secrets.token_hex(16) + "\n")
    return path.read_text(encoding="utf-8").strip()
