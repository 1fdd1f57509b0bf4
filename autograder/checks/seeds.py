"""Data of one's own: every submission sees other random numbers, and a regrade sees the same ones again."""

import hashlib
import secrets
from pathlib import Path

import numpy as np

from autograder.bridge.codec import OwnGenerator
from autograder.files import write_atomically


def generator(secret: str, assignment: str, student: str, submission: str, check: str) -> np.random.Generator:
    """The random numbers of one check for one submission of one student: what a hand-in has seen of the hidden data is
    of no use to the next one."""
    text = "\0".join((secret, assignment, student, submission, check))
    return OwnGenerator(np.random.PCG64(int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")))


def course_secret(solutions: Path) -> str:
    """The course's own secret, made on first use; without it nobody can tell what data a student will be judged on."""
    path = solutions / ".course_secret"
    if not path.is_file():
        write_atomically(path, secrets.token_hex(16) + "\n")
    return path.read_text(encoding="utf-8").strip()
