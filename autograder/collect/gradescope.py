"""Gradescope's "Export Submissions": folders submission_12345 and a file that says whose they are and of when.

That file is YAML written by Ruby: keys are symbols (":submitters"), and parts carry Ruby's own type tags.
"""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import yaml

from autograder.collect.layouts import Attempt, Found
from autograder.collect.source import File, Unreadable
from autograder.errors import UserError

METADATA = "submission_metadata.yml"
MAX_METADATA = 256 << 20  # it repeats the output of every check of every submission


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML's safe loader, for which an object of Ruby's is the plain data that it is made of."""


def _plain(loader: Any, tag: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_scalar(node)


_Loader.add_multi_constructor("!ruby/", _plain)


def gradescope(files: list[File], slug: str) -> Found | None:
    """Everybody of a group gets what the group handed in. Earlier attempts are not in the export."""
    metadata = next((file for file in files if file.parts == (METADATA,)), None)
    if metadata is None:
        return None
    found, inside = Found(), dict[str, list[File]]()
    for file in files:
        if len(file.parts) > 1:
            inside.setdefault(file.parts[0], []).append(replace(file, parts=file.parts[1:]))
        elif file is not metadata:
            found.unmatched[file.origin] = "lies beside the submissions' folders"
    submissions = _read(metadata)
    for folder, record in submissions.items():
        people = _submitters(record)
        if not people:
            found.unmatched[folder] = f"has no submitter with an id or an address in {METADATA}"
        found.attempts += [Attempt(keys, inside.get(folder, []), _time(record)) for keys in people]
    for folder in inside.keys() - submissions.keys():
        found.unmatched[folder] = f"is not in {METADATA}"
    return found


def _read(metadata: File) -> dict[str, dict[str, Any]]:
    try:
        data = yaml.load(metadata.read(MAX_METADATA), Loader=_Loader)  # noqa: S506  # a safe loader, see above
    except (yaml.YAMLError, Unreadable, UnicodeDecodeError, ValueError, RecursionError) as error:
        where = getattr(error, "problem_mark", None)
        place = f":{where.line + 1}" if where else ""
        raise UserError(f"{metadata.origin}{place} cannot be read as Gradescope's metadata.") from None
    if not isinstance(data, dict) or not all(isinstance(record, dict) for record in data.values()):
        raise UserError(f"{metadata.origin} is not Gradescope's metadata: expected an entry per submission.")
    return {str(folder): record for folder, record in data.items()}


def _submitters(record: dict[str, Any]) -> list[tuple[str, ...]]:
    """The keys of each: student id and address as Gradescope has them, then the name, which alone is not enough."""
    people = record.get(":submitters")
    keys = [
        tuple(str(person[key]).strip() for key in (":sid", ":email", ":name") if person.get(key) not in (None, ""))
        for person in (people if isinstance(people, list) else [])
        if isinstance(person, dict) and (person.get(":sid") or person.get(":email"))
    ]
    return keys


def _time(record: dict[str, Any]) -> datetime | None:
    time = record.get(":created_at")
    if isinstance(time, str):
        try:
            time = datetime.fromisoformat(time.strip())
        except ValueError:
            return None
    if not isinstance(time, datetime):
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)  # Gradescope writes UTC
