"""`proof.toml`: what a full proof has found, and of which files it speaks.

A full proof takes minutes, so it is not repeated by every `make test`; that one only asks whether the files are still
those which were proved. The engine is not among them: its own tests, and the brief proofs, answer for it.
"""

import hashlib
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from autograder.course.records import Assignment
from autograder.course.toml_reader import TomlReader
from autograder.files import write_atomically

HEAD = "# Written by 'make verify' when the full proof has passed. Not to be edited: prove the assignment again.\n"


@dataclass(frozen=True)
class Proof:
    """The figures of one full proof. `told_apart` counts the mistakes that show in the public checks alone."""

    fingerprint: str
    public_checks: int
    hidden_checks: int
    mistakes: int
    named: int
    told_apart: int
    alternatives: int
    mutants: int
    killed: int
    suite_cpu_seconds: float


def proof_fingerprint(assignment: Assignment, datasets: Path) -> str:
    """Changes with every file that says what is right or wrong in this assignment, and with its data sets."""
    digest = hashlib.sha256()
    for folder in (assignment.secret, assignment.public):
        for path in sorted(folder.glob("[!.]*")):
            if path.is_file() and path not in (assignment.proof, assignment.race):
                digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    for name in assignment.datasets:
        path = datasets / f"{name}.csv"
        digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def write_proof(assignment: Assignment, proof: Proof) -> None:
    shown = {key: f'"{value}"' if isinstance(value, str) else value for key, value in asdict(proof).items()}
    lines = [f"{key} = {value}" for key, value in shown.items()]
    write_atomically(assignment.proof, HEAD + "\n".join(lines) + "\n")


def read_proof(assignment: Assignment) -> Proof | None:
    """The record of the last full proof, if there is one."""
    if not assignment.proof.is_file():
        return None
    reader = TomlReader.open(assignment.proof)
    proof = Proof(**{field.name: reader.get(field.name, _kind(field.type)) for field in fields(Proof)})
    reader.finish({field.name for field in fields(Proof)})
    return proof


def staleness(assignment: Assignment, datasets: Path) -> str:
    """Why this assignment has to be proved (again), in one sentence; "" if it has not."""
    proof = read_proof(assignment)
    if proof is None:
        return f"{assignment.slug} was never proved; run 'make verify A={assignment.slug}'."
    if proof.fingerprint != proof_fingerprint(assignment, datasets):
        return f"{assignment.slug} has changed since it was proved; run 'make verify A={assignment.slug}'."
    return ""


def _kind(annotation: object) -> object:
    return {str: str, int: int, float: (int, float)}[annotation]  # type: ignore[index]
