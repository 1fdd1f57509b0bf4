"""Writing files and folders so that nobody ever sees half of one, and reading those that an author wrote."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.errors import UserError

_UNFINISHED = ".part"


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write `content` to `path`: a reader sees the old file or the new one, never a part."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=_UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def remove_unfinished(folder: Path) -> None:
    """Remove what writers that were killed have left in `folder`; only for one who keeps other writers out of it."""
    for path in folder.glob(f".*{_UNFINISHED}"):
        path.unlink(missing_ok=True)


def read_source(path: Path) -> str:
    """The text of a file of the course; one that cannot be read is a UserError with its line."""
    try:
        data = path.read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path}:{line}: this is not UTF-8 text; save the file as UTF-8.") from None


@contextmanager
def new_folder(destination: Path) -> Iterator[Path]:
    """A temporary folder that takes the place of `destination` if all goes well; the old one stays until then."""
    try:
        destination.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(dir=destination.parent, prefix=f".{destination.name[:40]}."))
    except OSError as error:
        raise UserError(f"cannot write {destination}: {error.strerror}.") from None
    fresh, old = scratch / "new", scratch / "old"
    try:
        fresh.mkdir()
        yield fresh
        if destination.exists():
            destination.rename(old)
        fresh.rename(destination)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def is_plain_file(path: Path) -> bool:
    """Whether this is a file, and not a link to one."""
    return path.is_file() and not path.is_symlink()
