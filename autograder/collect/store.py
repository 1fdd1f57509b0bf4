"""Puts one student's files into their folder, whole or not at all, and never over anything.

A folder that holds something else is left alone, unless an update is asked for: then the old one is moved, as it is, to
.replaced/<student>/<number>. `collect.json` in the folder says where each file came from.
"""

import hashlib
import json
import shutil
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.files import write_atomically

RECORD = "collect.json"
REPLACED = ".replaced"

NEW, SAME, REPLACED_OLD, KEPT_OLD = "collected", "unchanged", "replaced", "kept"


@dataclass
class Record:
    """What collect.json holds. `late` is None where nobody can know; `passed_over` are files that could have been meant
    but were not taken, `ignored` all others."""

    assignment: str
    student: str
    source: str
    layout: str
    keys: tuple[str, ...]
    attempt: int
    attempts: int
    time: str | None
    late: bool | None
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    passed_over: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    version: int = 1


def store(folder: Path, contents: dict[str, bytes], record: Record, update: bool) -> str:
    """Write one student's folder; says what became of it: NEW, SAME, REPLACED_OLD or KEPT_OLD."""
    for name, data in contents.items():
        record.files[name] |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    text = json.dumps(asdict(record), indent=1, ensure_ascii=False) + "\n"
    try:
        if not folder.exists():
            _write(folder, contents, text)
            return NEW
        if _holds(folder, contents):
            if _text(folder / RECORD) != text:  # the same files, but perhaps late by now
                write_atomically(folder / RECORD, text)
            return SAME
        if not update or not (folder / RECORD).is_file():
            return KEPT_OLD
        past = folder.parent / REPLACED / folder.name
        past.mkdir(parents=True, exist_ok=True)
        number = 1 + max((int(old.name) for old in past.iterdir() if old.name.isdecimal()), default=0)
        folder.rename(past / str(number))
        _write(folder, contents, text)
        return REPLACED_OLD
    except OSError as error:
        raise UserError(f"{folder} cannot be written ({error.strerror}).") from None


def _holds(folder: Path, contents: dict[str, bytes]) -> bool:
    there = {path.name for path in folder.iterdir() if path.suffix in (".py", ".ipynb")}
    return there == contents.keys() and all((folder / name).read_bytes() == data for name, data in contents.items())


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _write(folder: Path, contents: dict[str, bytes], record: str) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".collect-"))
    try:
        scratch.chmod(0o755)  # mkdtemp's is private; this is an ordinary folder
        for name, data in contents.items():
            (scratch / name).write_bytes(data)
        (scratch / RECORD).write_text(record, encoding="utf-8")
        scratch.rename(folder)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
