"""The instructor's extensions, told to nbgrader before it counts how late a submission is."""

from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import parse_utc

from autograder.grading.decisions import decisions_path, extensions, read_decisions
from autograder.publish.nbgrader_course import NbgraderCourse


class GrantExtension(NbGraderPreprocessor):
    """Stands before nbgrader's AssignLatePenalties. Where the assignment has a file of decisions, that alone says who
    has an extension, so that one which was taken back is gone here too."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        place = resources["nbgrader"]
        course = NbgraderCourse(Path(self.parent.parent.coursedir.root)).course
        slug, student = place["assignment"], place["student"]
        if decisions_path(course, slug).is_file():
            until = extensions(read_decisions(course, slug)).get(student)
            with Gradebook(place["db_url"]) as gradebook:
                due = gradebook.find_assignment(slug).duedate
                # nbgrader counts an extension from the deadline, and fails on one without a deadline
                more = (parse_utc(until) - due).total_seconds() / 60 if until and due else 0
                gradebook.grant_extension(slug, student, minutes=max(more, 0))
        return nb, resources
