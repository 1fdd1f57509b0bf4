"""What people gave for the written questions, and late penalties: from nbgrader's gradebook, through its own API."""

from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UserError
from autograder.publish.nbgrader_course import NbgraderCourse


@dataclass(frozen=True)
class Written:
    """One student's points for the written questions; `graded` unless some answer still waits for a person."""

    score: float
    penalty: float
    graded: bool


def written_scores(nbgrader: NbgraderCourse, slug: str) -> dict[str, Written] | None:
    """The written scores of all who are in the gradebook; None if there is no gradebook, or not this assignment."""
    if not (nbgrader.root / "nbgrader_config.py").is_file():
        return None
    from nbgrader.api import Gradebook, MissingEntry
    from nbgrader.coursedir import CourseDirectory
    from sqlalchemy.exc import SQLAlchemyError
    from traitlets.config import PyFileConfigLoader

    try:
        config = PyFileConfigLoader("nbgrader_config.py", path=str(nbgrader.root)).load_config()
    except SystemExit as error:
        raise UserError(str(error)) from None
    place = CourseDirectory(config=config)
    url, sqlite = place.db_url, "sqlite:///"
    if url.startswith(sqlite):
        file = Path(nbgrader.root, url.removeprefix(sqlite))  # a relative one is meant from nbgrader's own folder
        if not file.is_file():
            return None  # nbgrader would make an empty one
        url = f"{sqlite}{file}"
    try:
        with Gradebook(url, place.course_id) as gradebook:
            gradebook.find_assignment(slug)
            return {
                submission.student.id: Written(
                    submission.written_score,
                    submission.late_submission_penalty or 0.0,
                    not submission.needs_manual_grade,
                )
                for submission in gradebook.assignment_submissions(slug)
            }
    except MissingEntry:
        return None
    except SQLAlchemyError as error:
        raise UserError(f"nbgrader's gradebook cannot be read: {str(error).splitlines()[0]}") from None
