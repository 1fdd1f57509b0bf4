"""Finds the course on disk: which assignments there are and where the course's folders lie."""

import difflib
from dataclasses import dataclass
from pathlib import Path

from autograder.course.records import Assignment, read_assignment
from autograder.errors import UserError


@dataclass(frozen=True)
class Course:
    """The folders of one course; everything that is built goes under `build`."""

    root: Path
    build_elsewhere: Path | None = None

    @property
    def assignments(self) -> Path:
        return self.root / "assignments"

    @property
    def solutions(self) -> Path:
        return self.root / "solutions"

    @property
    def datasets(self) -> Path:
        return self.root / "datasets"

    @property
    def decisions(self) -> Path:
        """The instructor's decisions; not below `build`, because nothing can make them again."""
        return self.root / "decisions"

    @property
    def build(self) -> Path:
        return self.build_elsewhere or self.root / "build"

    def slugs(self) -> list[str]:
        return sorted(path.parent.name for path in self.solutions.glob("*/assignment.toml"))

    def assignment(self, name: str) -> Assignment:
        """The assignment of this slug, or of the one slug that this is a part of (05, kernels)."""
        slug = self._slug(name)
        return read_assignment(self.solutions / slug, self.assignments / slug)

    def _slug(self, name: str) -> str:
        known = self.slugs()
        meant = [slug for slug in known if slug == name] or [slug for slug in known if name and name in slug]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise UserError(f"{name!r} is a part of {len(meant)} assignments: {', '.join(meant)}; say which.")
        words = {word: slug for slug in known for word in (*slug.split("_"), slug)}
        near = sorted({words[word] for word in difflib.get_close_matches(name, words, n=3)})
        hint = f"near to it: {', '.join(near)}" if near else "'autograder list' shows all of them"
        raise UserError(f"there is no assignment {name!r}; {hint}.")

    def read(self, slugs: list[str] | None = None) -> list[Assignment]:
        """The assignments of these slugs, or all of them."""
        return [self.assignment(slug) for slug in slugs or self.slugs()]


def find_course(start: Path | None = None) -> Course:
    """The course around `start` (by default the working directory): the nearest folder that has solutions/."""
    start = (start or Path.cwd()).resolve()
    for folder in (start, *start.parents):
        if (folder / "solutions").is_dir() and (folder / "assignments").is_dir():
            return Course(folder)
    raise UserError(f"{start} is not inside a course; expected a folder with assignments/ and solutions/.")
