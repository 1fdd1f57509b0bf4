"""`assignment.toml` as typed records.

Every error names the file, the key and what was expected, because the reader is an author in the middle of writing.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.errors import UserError


@dataclass(frozen=True)
class Exercise:
    """One function or class that a student writes."""

    name: str
    points: float
    needs: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class Question:
    """One written question, graded by a person."""

    name: str
    points: float


@dataclass(frozen=True)
class Limits:
    """What one check may use before it is stopped."""

    seconds: float = 10.0
    memory_mb: int = 1024


@dataclass(frozen=True)
class Assignment:
    """One assignment, with the places of its files."""

    slug: str
    title: str
    module: str
    exercises: tuple[Exercise, ...]
    questions: tuple[Question, ...]
    datasets: tuple[str, ...]
    packages: tuple[str, ...]
    sources: tuple[str, ...]
    public: Path
    secret: Path
    limits: Limits = field(default_factory=Limits)

    @property
    def max_score(self) -> float:
        return sum(exercise.points for exercise in self.exercises)

    @property
    def handout(self) -> Path:
        return self.public / "handout.md"

    @property
    def stub(self) -> Path:
        return self.public / f"{self.module}.py"

    @property
    def public_checks(self) -> Path:
        return self.public / f"test_{self.module}.py"

    @property
    def reference(self) -> Path:
        return self.secret / f"{self.module}.py"

    @property
    def hidden_checks(self) -> Path:
        return self.secret / "test_hidden.py"

    @property
    def mistakes(self) -> Path:
        return self.secret / "mistakes.py"

    @property
    def alternatives(self) -> Path:
        return self.secret / "alternatives.py"

    @property
    def rubric(self) -> Path:
        return self.secret / "rubric.md"

    @property
    def peers(self) -> Path:
        return self.secret / "test_peers.py"

    @property
    def survivors(self) -> Path:
        return self.secret / "survivors.toml"

    def exercise(self, name: str) -> Exercise:
        for exercise in self.exercises:
            if exercise.name == name:
                return exercise
        known = ", ".join(exercise.name for exercise in self.exercises)
        raise UserError(f"{self.slug} has no exercise {name!r}; it has {known}.")

    def all_needs(self, name: str) -> set[str]:
        """Every exercise that `name` builds on, directly or through another."""
        found: set[str] = set()
        waiting = list(self.exercise(name).needs)
        while waiting:
            need = waiting.pop()
            if need not in found:
                found.add(need)
                waiting.extend(self.exercise(need).needs)
        return found


def read_assignment(secret: Path, public: Path) -> Assignment:
    """Read and validate one `assignment.toml`; `secret` and `public` are the assignment's two folders."""
    path = secret / "assignment.toml"
    if not path.is_file():
        raise UserError(f"{path} does not exist; every assignment needs one.")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is not valid TOML: {error}.") from None
    reader = _Reader(path, table)
    exercises = tuple(_exercise(path, i, row) for i, row in enumerate(reader.rows("exercises"), 1))
    limits = _Reader(path, reader.get("limits", dict, {}), "limits.")
    assignment = Assignment(
        slug=secret.name,
        title=reader.get("title", str),
        module=reader.get("module", str),
        exercises=exercises,
        questions=tuple(_question(path, i, row) for i, row in enumerate(reader.rows("questions", ()), 1)),
        datasets=reader.strings("datasets", ()),
        packages=reader.strings("packages", ("numpy",)),
        sources=reader.strings("sources"),
        public=public,
        secret=secret,
        limits=Limits(
            seconds=limits.get("seconds", (int, float), Limits.seconds),
            memory_mb=limits.get("memory_mb", int, Limits.memory_mb),
        ),
    )
    limits.finish({"seconds", "memory_mb"})
    reader.finish({"title", "module", "exercises", "questions", "datasets", "packages", "sources", "limits"})
    _check_exercises(path, assignment)
    return assignment


def _exercise(path: Path, number: int, row: dict[str, Any]) -> Exercise:
    reader = _Reader(path, row, f"exercises[{number}].")
    exercise = Exercise(
        name=reader.get("name", str),
        points=reader.get("points", (int, float)),
        needs=reader.strings("needs", ()),
        hint=reader.get("hint", str, ""),
    )
    reader.finish({"name", "points", "needs", "hint"})
    return exercise


def _question(path: Path, number: int, row: dict[str, Any]) -> Question:
    reader = _Reader(path, row, f"questions[{number}].")
    question = Question(name=reader.get("name", str), points=reader.get("points", (int, float)))
    reader.finish({"name", "points"})
    return question


def _check_exercises(path: Path, assignment: Assignment) -> None:
    names = [exercise.name for exercise in assignment.exercises]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{path}: exercises: {name!r} is listed twice, expected each name once.")
    for exercise in assignment.exercises:
        if exercise.points <= 0:
            raise UserError(f"{path}: points of {exercise.name!r} are {exercise.points}, expected more than 0.")
        for need in exercise.needs:
            if need not in names:
                raise UserError(
                    f"{path}: needs of {exercise.name!r} names the unknown exercise {need!r}, "
                    f"expected one of {', '.join(names)}."
                )
    for exercise in assignment.exercises:
        if exercise.name in assignment.all_needs(exercise.name):
            raise UserError(f"{path}: needs of {exercise.name!r} lead back to itself, expected no circle.")
    if assignment.max_score != 100:
        raise UserError(f"{path}: exercises: points sum to {assignment.max_score:g}, expected 100.")


class _Reader:
    """Takes keys out of one TOML table and complains with the table's own name."""

    def __init__(self, path: Path, table: dict[str, Any], prefix: str = ""):
        self.path, self.table, self.prefix = path, table, prefix

    def get(self, key: str, kind: Any, default: Any = None) -> Any:
        if key not in self.table:
            if default is None:
                raise UserError(f"{self.path}: key {self.prefix}{key} is missing, expected {_kind_name(kind)}.")
            return default
        value = self.table[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise UserError(f"{self.path}: {self.prefix}{key} is {value!r}, expected {_kind_name(kind)}.")
        return value

    def strings(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        values = self.get(key, list, None if default is None else list(default))
        for value in values:
            if not isinstance(value, str):
                raise UserError(f"{self.path}: {self.prefix}{key} holds {value!r}, expected only strings.")
        return tuple(values)

    def rows(self, key: str, default: tuple[dict[str, Any], ...] | None = None) -> list[dict[str, Any]]:
        rows = self.get(key, list, None if default is None else list(default))
        for row in rows:
            if not isinstance(row, dict):
                raise UserError(f"{self.path}: {self.prefix}{key} holds {row!r}, expected tables ([[{key}]]).")
        return list(rows)

    def finish(self, known: set[str]) -> None:
        for key in self.table:
            if key not in known:
                raise UserError(f"{self.path}: unknown key {self.prefix}{key}, expected one of {sorted(known)}.")


def _kind_name(kind: Any) -> str:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    names = {str: "a string", int: "a whole number", float: "a number", list: "a list", dict: "a table"}
    return " or ".join(names[k] for k in kinds)
