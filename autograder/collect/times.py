"""When students handed in: `timestamps.csv` beside their folders, a table student,timestamp that no student can write.

nbgrader's late penalties are reckoned from it (publish/feed.py).
"""

import csv
import io
from datetime import UTC, datetime
from pathlib import Path

from autograder.errors import UserError
from autograder.files import write_atomically

TIMES = "timestamps.csv"


def submission_times(path: Path) -> dict[str, str]:
    """What the table says, as written there; nothing if there is no table."""
    return parse_times(path.read_text(encoding="utf-8"), str(path)) if path.is_file() else {}


def parse_times(text: str, where: str) -> dict[str, str]:
    times, rows = {}, csv.DictReader(io.StringIO(text, newline=""))
    if rows.fieldnames != ["student", "timestamp"]:
        raise UserError(f"{where}:1: expected the columns student,timestamp.")
    for row in rows:
        try:
            as_time(row["timestamp"] or "")
        except ValueError:
            raise UserError(f"{where}:{rows.line_num}: {row['timestamp']!r} is not a time.") from None
        times[row["student"]] = row["timestamp"]
    return times


def as_time(text: str) -> datetime:
    """A time as nbgrader writes and reads it, which is UTC if no zone is given."""
    from nbgrader.utils import parse_utc  # takes a second to import

    time: datetime = parse_utc(text)
    return time.replace(tzinfo=UTC)


def write_times(path: Path, times: dict[str, datetime]) -> None:
    """Put these times into the table; what it says of other students stays."""
    table = submission_times(path) | {student: time.isoformat() for student, time in times.items()}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["student", "timestamp"])
    writer.writerows(sorted(table.items()))
    try:
        write_atomically(path, text.getvalue())
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}).") from None
