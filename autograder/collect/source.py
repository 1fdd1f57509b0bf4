"""Files out of a folder or a zip that nobody has to trust.

Nothing is ever unpacked: a file is read into memory, up to a limit, and written later under a name of ours. So a path
that climbs out, a link or a bomb can do no harm here; it is refused all the same, with a reason, because it is no
submission. nbgrader's zip_collect is not used for this: it unpacks without any limit, wants a regular expression from
the instructor, clears what it collected before, and knows neither deadlines nor Gradescope's metadata.
"""

import errno
import io
import os
import pwd
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import IO, cast

from autograder.errors import UserError

MAX_FILES = 100_000
MAX_FILES_INSIDE = 10_000  # of a zip that a student handed in
MAX_DIRECTORY = 32 << 20  # of a zip: 100,000 names of 300 bytes
MAX_DEPTH = 32
_JUNK_NAMES = {".DS_Store", "Thumbs.db", "desktop.ini"}
_JUNK_FOLDERS = {"__MACOSX", "__pycache__", ".ipynb_checkpoints", ".git"}
_ENTRY = b"PK\x01\x02"  # how each begins in a zip's directory
_ENCRYPTED, _UTF8 = 0x1, 0x800  # flags of a zip's entry
_BOUNDED_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # Python unpacks bz2 and LZMA beyond what it is asked for


class Unreadable(Exception):
    """A file that cannot be taken; the message goes on from its name: "is encrypted"."""


@dataclass(frozen=True)
class File:
    """One file. `parts` is its path as the student knows it, `origin` the one in the source; `upload` grows with time
    where the system numbers its uploads; `owners` are the users whom a file on disk and its folder belong to, and
    `changed` the system's own time of the last change to it, which they cannot set back."""

    origin: str
    parts: tuple[str, ...]
    read: Callable[[int], bytes]
    upload: int = 0
    owners: frozenset[str] = frozenset()
    changed: datetime | None = None

    @property
    def name(self) -> str:
        return self.parts[-1]


@dataclass
class Source:
    """The files that may be looked at, and those that may not, with the reason."""

    files: list[File] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)


@contextmanager
def open_source(path: Path) -> Iterator[Source]:
    """The files of a folder or a zip; they can be read as long as the context is open."""
    if path.is_dir():
        with _opened_folder(path) as root:
            yield _folder(root, path)
        return
    if not path.is_file():
        raise UserError(f"{path} is neither a folder nor a zip file.")
    with path.open("rb") as stream:
        try:
            source = zip_source(stream)
        except Unreadable as error:
            raise UserError(f"{path} {error}.") from None
        yield source


class _Counted:
    """A zip while it is opened, of which Python reads the whole directory at once and makes an object of each entry.
    To count what passes needs no second reader of zips, one that might find another directory than Python does."""

    def __init__(self, stream: IO[bytes], most: int):
        self._stream, self._most = stream, most
        self.seek, self.tell, self.seekable = stream.seek, stream.tell, stream.seekable

    def read(self, size: int = -1) -> bytes:
        most = MAX_DIRECTORY + 1
        data = self._stream.read(min(size, most) if size >= 0 else most)
        if len(data) == most:
            raise Unreadable(f"has a table of contents of more than {MAX_DIRECTORY >> 20} MB")
        if data.count(_ENTRY) > self._most:
            raise Unreadable(f"holds more than {self._most} files")
        return data


def zip_source(stream: IO[bytes], most: int | None = None) -> Source:
    """The files of a zip, of which there may be so many."""
    try:
        archive = zipfile.ZipFile(cast(IO[bytes], _Counted(stream, most or MAX_FILES)))
        archive.fp = stream
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, struct.error):
        raise Unreadable("is not a zip file that can be read") from None
    entries = [(info, _zip_name(info)) for info in archive.infolist() if not info.is_dir()]
    source, times = Source(), Counter(name for _, name in entries)
    for info, name in entries:
        parts = tuple(part for part in name.split("/") if part not in ("", "."))
        if not parts or is_junk(parts):
            continue
        reason = _why_refused(info, name, times[name])
        if reason:
            source.refused[name] = reason
        else:
            source.files.append(File(name, parts, _zip_reader(archive, info)))
    return source


def nested_zip(file: File, limit: int) -> Source:
    """What lies in a zip that is itself one of the files."""
    inner = zip_source(io.BytesIO(file.read(limit)), MAX_FILES_INSIDE)
    files = [
        replace(found, origin=f"{file.origin}/{found.origin}", parts=file.parts + found.parts, upload=file.upload)
        for found in inner.files
    ]
    return Source(files, {f"{file.origin}/{name}": reason for name, reason in inner.refused.items()})


def is_junk(parts: tuple[str, ...]) -> bool:
    """What systems and editors leave behind, which nobody handed in."""
    return parts[-1] in _JUNK_NAMES or parts[-1].startswith("._") or not _JUNK_FOLDERS.isdisjoint(parts)


def _zip_name(info: zipfile.ZipInfo) -> str:
    """The entry's name. Canvas writes UTF-8 without saying so, and Python then reads it as cp437."""
    name = info.orig_filename
    if not info.flag_bits & _UTF8:
        with suppress(UnicodeError):  # then cp437 it is
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")


def _why_refused(info: zipfile.ZipInfo, name: str, times: int) -> str:
    if "\0" in name:
        return "has a NUL character in its name"
    if name.startswith("/") or ".." in name.split("/") or name[1:2] == ":":
        return "has a path that leads out of the zip"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "is a link"
    if info.flag_bits & _ENCRYPTED:
        return "is encrypted"
    if info.compress_type not in _BOUNDED_METHODS:
        return "is packed in another way than ordinary zips are (stored or deflated)"
    return "is in the zip more than once" if times > 1 else ""


def _zip_reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        try:
            with archive.open(info) as stream:
                return _bounded(stream, limit)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError):
            # RuntimeError: NotImplementedError too, for a compression that Python does not know
            raise Unreadable("is damaged, or packed in a way that cannot be read") from None

    return read


@contextmanager
def _opened_folder(path: Path) -> Iterator[int]:
    try:
        root = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}).") from None
    try:
        yield root
    finally:
        os.close(root)


def _folder(root: int, path: Path) -> Source:
    source, waiting = Source(), _names(root, ())
    while waiting:
        parts = waiting.pop()
        origin = "/".join(parts)
        try:
            with _inside(root, parts[:-1]) as folder:
                status = os.stat(parts[-1], dir_fd=folder, follow_symlinks=False)
                holder = os.fstat(folder).st_uid
            kind = status.st_mode
            if stat.S_ISDIR(kind) and len(parts) < MAX_DEPTH:
                waiting += _names(root, parts)
            elif stat.S_ISDIR(kind):
                source.refused[origin] = f"lies too deep; {MAX_DEPTH} folders in one another are looked into"
            elif is_junk(parts):
                continue
            elif stat.S_ISREG(kind):
                # and whoever made the folder, which can hold a link to a file of another's
                owners = frozenset(map(_user_name, {status.st_uid, holder}))
                changed = datetime.fromtimestamp(status.st_ctime, UTC)
                source.files.append(File(origin, parts, _file_reader(root, parts), owners=owners, changed=changed))
            else:
                source.refused[origin] = "is a link" if stat.S_ISLNK(kind) else "is not a file"
        except OSError as error:
            source.refused[origin] = f"could not be read ({error.strerror})"
        if len(source.files) > MAX_FILES:
            raise UserError(f"{path} holds more than {MAX_FILES} files; name the folder of one assignment.")
    return source


def _names(root: int, parts: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What lies in a folder, the first by name at the end."""
    with _inside(root, parts) as folder:
        return [(*parts, name) for name in sorted(os.listdir(folder), reverse=True)]


@contextmanager
def _inside(root: int, parts: tuple[str, ...]) -> Iterator[int]:
    """What lies there, opened folder by folder: students can write to an exchange while we read it, and no link that
    was put anywhere on the way by now is followed. A path of any length can be reached in this way."""
    here = os.dup(root)
    try:
        for part in parts:
            inner = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=here)
            os.close(here)
            here = inner
        yield here
    finally:
        os.close(here)


@cache
def _user_name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _file_reader(root: int, parts: tuple[str, ...]) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        try:
            with _inside(root, parts) as file, os.fdopen(file, "rb", closefd=False) as stream:
                if not stat.S_ISREG(os.fstat(file).st_mode):
                    raise Unreadable("is not a file any more")
                return _bounded(stream, limit)
        except OSError as error:
            link = error.errno == errno.ELOOP
            raise Unreadable("is a link by now" if link else f"could not be read ({error.strerror})") from None

    return read


def _bounded(stream: IO[bytes], limit: int) -> bytes:
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise Unreadable(f"is larger than the limit of {limit / (1 << 20):.0f} MB")
    return data
