"""`assignment.toml` as typed records."""

from dataclasses import asdict, dataclass, field
from pathlib import Path

from autograder.course.toml_reader import TomlReader
from autograder.errors import UserError

DRAFT, READY = "draft", "ready"


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


# One exercise that hangs takes four thirds of a limit, each further one two thirds. Somebody who has several of them
# should still get the points of the others.
LIMITS_PER_SUBMISSION = 3


@dataclass(frozen=True)
class Limits:
    """What one check may use before it is stopped, and how many seconds a submission has for everything (loading,
    repeats and follow-through included); 0 stands for three times the limit of a check."""

    seconds: float = 10.0
    memory_mb: int = 1024
    total_seconds: float = 0.0

    @property
    def budget(self) -> float:
        return self.total_seconds or LIMITS_PER_SUBMISSION * self.seconds


@dataclass(frozen=True)
class Assignment:
    """One assignment, with the places of its files. `after` are the slugs of those that a student has done before."""

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
    after: tuple[str, ...] = ()
    status: str = READY

    @property
    def max_score(self) -> float:
        return sum(exercise.points for exercise in self.exercises)

    @property
    def toml(self) -> Path:
        return self.secret / "assignment.toml"

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
    def race(self) -> Path:
        return self.secret / "race.py"

    @property
    def survivors(self) -> Path:
        return self.secret / "survivors.toml"

    @property
    def proof(self) -> Path:
        return self.secret / "proof.toml"

    def require_ready(self) -> None:
        """A draft is nothing that students may meet."""
        if self.status == DRAFT:
            raise UserError(f"{self.slug} is a draft; set status = {READY!r} in {self.toml} once it is proved.")

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
    reader = TomlReader.open(path)
    rows = reader.rows("exercises")
    assignment = Assignment(
        slug=secret.name,
        title=reader.get("title", str),
        module=reader.get("module", str),
        exercises=tuple(_exercise(row) for row in rows),
        questions=tuple(_question(row) for row in reader.rows("questions", [])),
        datasets=reader.strings("datasets", ()),
        packages=reader.strings("packages", ("numpy",)),
        sources=reader.strings("sources"),
        public=public,
        secret=secret,
        limits=_limits(reader.inner("limits")),
        after=reader.strings("after", ()),
        status=reader.get("status", str, READY),
    )
    reader.finish(
        {"title", "module", "exercises", "questions", "datasets", "packages", "sources", "limits", "after", "status"}
    )
    if assignment.status not in (DRAFT, READY):
        raise reader.error("status", f"status is {assignment.status!r}, expected {DRAFT!r} or {READY!r}.")
    if not assignment.module.isidentifier():
        raise reader.error("module", f"module is {assignment.module!r}, expected a name that Python can import.")
    _check_exercises(assignment, rows)
    if assignment.max_score != 100:
        raise reader.error("exercises", f"exercises: points sum to {assignment.max_score:g}, expected 100.")
    return assignment


def _exercise(reader: TomlReader) -> Exercise:
    exercise = Exercise(
        name=reader.get("name", str),
        points=reader.get("points", (int, float)),
        needs=reader.strings("needs", ()),
        hint=reader.get("hint", str, ""),
    )
    reader.finish({"name", "points", "needs", "hint"})
    return exercise


def _question(reader: TomlReader) -> Question:
    question = Question(name=reader.get("name", str), points=reader.get("points", (int, float)))
    reader.finish({"name", "points"})
    return question


def _limits(reader: TomlReader) -> Limits:
    seconds = reader.get("seconds", (int, float), Limits.seconds)
    limits = Limits(
        seconds=seconds,
        memory_mb=reader.get("memory_mb", int, Limits.memory_mb),
        total_seconds=reader.get("total_seconds", (int, float), LIMITS_PER_SUBMISSION * seconds),
    )
    reader.finish({"seconds", "memory_mb", "total_seconds"})
    for key, value in asdict(limits).items():
        if not value > 0:
            raise reader.error(key, f"limits.{key} is {value}, expected more than 0.")
    return limits


def _check_exercises(assignment: Assignment, rows: list[TomlReader]) -> None:
    """What the exercises must be to each other; `rows` are their tables."""
    names = [exercise.name for exercise in assignment.exercises]
    for number, (exercise, row) in enumerate(zip(assignment.exercises, rows, strict=True)):
        name = exercise.name
        if name in names[:number]:
            raise row.error("name", f"exercises: {name!r} is listed twice, expected each name once.")
        if not exercise.points > 0:
            raise row.error("points", f"points of {name!r} are {exercise.points}, expected more than 0.")
        for need in exercise.needs:
            if need not in names:
                expected = f"expected one of {', '.join(names)}."
                raise row.error("needs", f"needs of {name!r} names the unknown exercise {need!r}, {expected}")
    for exercise, row in zip(assignment.exercises, rows, strict=True):
        if exercise.name in assignment.all_needs(exercise.name):
            raise row.error("needs", f"needs of {exercise.name!r} lead back to itself, expected no circle.")
