"""The isolation for machines without namespaces, such as a container that may make none; asked for by name.

Weaker than bubblewrap. Student code runs as a user of its own, Landlock leaves it the interpreter, the allowed packages
and one private folder, a system-call filter takes away processes, sockets and signals, and resource limits hold. What
it does not do: hide that other processes and files exist, bound the disk space used while a submission runs, or
keep a fault of the kernel apart from the machine as well as namespaces do.
"""

import os
import shutil
import tempfile
from pathlib import Path
from types import ModuleType

from autograder.errors import UserError
from autograder.sandbox import landlock, seccomp
from autograder.sandbox.bubblewrap import package_folders

ISOLATION = "landlock"


def refusal() -> str | None:
    """Why this machine cannot give this isolation, as one sentence with the remedy; None if it can."""
    if os.geteuid() != 0:
        return "--sandbox=landlock runs student code as another user, which only root can do; use --sandbox=bwrap."
    if landlock.version() == 0:
        return "this kernel (or this container) has no Landlock; Linux 5.13 or newer has it, if it is switched on."
    if not seccomp.is_known(os.uname().machine):
        return f"the system-call filter has no table for this machine ({os.uname().machine})."
    closed = _closed_folder(Path(os.__file__).resolve().parent)
    if closed is not None:
        return f"another user cannot read this interpreter, because {closed} is closed; use one under /usr or /opt."
    return None


def make_home(inside: dict[str, ModuleType], packages: tuple[str, ...]) -> Path:
    """A folder that all can read, laid out as bubblewrap's root is: kit/, packages/, and work/ for private folders."""
    home = Path(tempfile.mkdtemp(prefix="autograder-", dir="/tmp"))
    for folder in (home / "kit", home / "packages", home / "work"):
        folder.mkdir()
    for name, module in inside.items():
        shutil.copyfile(str(module.__file__), home / "kit" / name)
    for path in package_folders(packages):
        closed = _closed_folder(path)
        if closed is not None:
            raise UserError(f"another user cannot read {path}, because {closed} is closed.")
        (home / "packages" / path.name).symlink_to(path)
    for path in (home, *home.iterdir(), *(home / "kit").iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    (home / "work").chmod(0o711)
    return home


def _closed_folder(path: Path) -> Path | None:
    """The first folder on the way from `path` upwards that another user may not enter; None if all are open."""
    return next((folder for folder in (path, *path.parents) if not folder.stat().st_mode & 0o001), None)
