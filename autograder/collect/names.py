"""Which of the files that a student handed in is the module, and which the notebook.

Canvas, browsers and file managers rename: `decision_trees-2.py`, `decision_trees (1).py`, `Copy of decision_trees.py`.
Such a name is taken for what it is. A file of quite another name is not, even if it is the only one.
"""

import re
from collections.abc import Iterable

from autograder.collect.source import File, Source, Unreadable, nested_zip

MAX_ZIP = 50 << 20
MAX_ZIPS = 5
MAX_ALIKE = 10


class Unclear(Exception):
    """Several different files could be the one, and nothing says which; the message is a clause that names them."""


def is_version_of(name: str, wanted: str) -> bool:
    """Whether `name` is `wanted`, or what a system makes of it when there is a file of that name already."""
    stem, _, suffix = wanted.rpartition(".")
    number = r"[ _-]?\d{1,3}|[ _-]?\(\d{1,3}\)|[ _-]+copy( ?\(?\d{1,3}\)?)?"
    pattern = rf"(copy of )?{re.escape(stem)}({number})?\.{re.escape(suffix)}"
    return re.fullmatch(pattern, name, re.IGNORECASE) is not None


def pick(files: Iterable[File], wanted: str, limit: int) -> tuple[File, bytes, list[File]] | None:
    """The file that is meant by `wanted`, what is in it, and those that were passed over; None if there is none.

    The last upload, where the system numbers uploads; else the one that lies highest; among those the exact name.
    """
    found = sorted((file for file in files if is_version_of(file.name, wanted)), key=lambda file: _order(file, wanted))
    if not found:
        return None
    first = [file for file in found if _order(file, wanted) == _order(found[0], wanted)]
    if len(first) > MAX_ALIKE:
        raise Unclear(f"could be any of {len(first)} files, of which {first[0].origin} is one")
    content = first[0].read(limit)
    # one after the other: all of them may be more than there is memory
    if any(file.read(limit) != content for file in first[1:]):
        raise Unclear(f"could be any of {', '.join(file.origin for file in first)}")
    return first[0], content, found[1:]


def with_zips_opened(files: Iterable[File]) -> Source:
    """The files, and those that lie in zips among them: students like to hand in a zip of their folder."""
    opened, zips = Source(), 0
    for file in files:
        if not file.name.lower().endswith(".zip"):
            opened.files.append(file)
            continue
        zips += 1
        try:
            if zips > MAX_ZIPS:
                raise Unreadable(f"is one zip too many; {MAX_ZIPS} are opened")
            inner = nested_zip(file, MAX_ZIP)
        except Unreadable as error:
            opened.refused[file.origin] = str(error)
            continue
        opened.files += inner.files
        opened.refused |= inner.refused
    return opened


def _order(file: File, wanted: str) -> tuple[int, int, bool]:
    return -file.upload, len(file.parts), file.name != wanted
