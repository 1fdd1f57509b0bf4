"""Puts one student's files into their folder, whole or not at all, and never over anything.

A folder that holds something else is left alone, unless an update is asked for: then the old one is moved, as it is, to
.replaced/<student>/<number>. `collect.json` in the folder says where each file came from.
"""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from autograder.files import write_atomically
from autograder.locks import only_one

RECORD = "collect.json"
REPLACED = ".replaced"

NEW, SAME, REPLACED_OLD, KEPT_OLD = "collected", "unchanged", "replaced", "kept"


@dataclass
class Record:
    """What collect.json holds. `late` is None where nobody can know; `changed` is when the files last changed, if that
    casts doubt on `time`; `passed_over` are files that could have been meant but were not taken, `ignored` others."""

    assignment: str
    student: str
    source: str
    layout: str
    keys: tuple[str, ...]
    attempt: int
    attempts: int
    time: str | None
    late: bool | None
    changed: str | None = None
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    passed_over: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    version: int = 1


@contextmanager
def only_collector(out: Path) -> Iterator[None]:
    """Make the folder that all students' are to be in, and keep other runs out of it."""
    with only_one(out / ".lock", f"another 'autograder collect' is at work in {out}; wait until it has ended."):
        yield


def store(folder: Path, contents: dict[str, bytes], record: Record, update: bool) -> str:
    """Write one student's folder; says what became of it: NEW, SAME, REPLACED_OLD or KEPT_OLD."""
    for name, data in contents.items():
        record.files[name] |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    files = {**contents, RECORD: _as_json(record)}
    if not folder.exists():
        _write(folder, files)
        return NEW
    if _holds(folder, contents):
        if not _is(folder / RECORD, files[RECORD]):  # the same files, but perhaps late by now
            write_atomically(folder / RECORD, files[RECORD])
        return SAME
    if not update or not (folder / RECORD).is_file():
        return KEPT_OLD
    past = folder.parent / REPLACED / folder.name
    past.mkdir(parents=True, exist_ok=True)
    number = 1 + max((int(old.name) for old in past.iterdir() if old.name.isdecimal()), default=0)
    _write(folder, files, old=past / str(number))
    return REPLACED_OLD


def _holds(folder: Path, contents: dict[str, bytes]) -> bool:
    there = {path.name for path in folder.iterdir() if path.suffix in (".py", ".ipynb")}
    return there == contents.keys() and all(_is(folder / name, data) for name, data in contents.items())


def _is(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _as_json(record: Record) -> bytes:
    text = json.dumps(asdict(record), indent=1, ensure_ascii=False) + "\n"
    # a file's name on disk that is not UTF-8 stands here as JSON's escape for it
    return text.encode(errors="backslashreplace")


def _write(folder: Path, files: dict[str, bytes], old: Path | None = None) -> None:
    """Write the folder as a whole; the one that is there is moved to `old` once the new one is complete."""
    scratch = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".collect-"))
    try:
        scratch.chmod(0o755)  # mkdtemp's is private; this is an ordinary folder
        for name, data in files.items():
            (scratch / name).write_bytes(data)
        if old:
            folder.rename(old)
        scratch.rename(folder)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
