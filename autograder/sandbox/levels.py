"""The levels of isolation, one by one: whether this machine gives each, and what to do where it does not."""

import os
import shutil
import subprocess
from dataclasses import dataclass

from autograder.sandbox import bubblewrap, landlock, seccomp
from autograder.sandbox.warm import NEW_NAMESPACES

# what the warmed parent does for every submission, inside bubblewrap
_UNSHARE = f"import ctypes, sys; sys.exit({{0: 0}}.get(ctypes.CDLL(None).unshare({NEW_NAMESPACES}), 3))"
_UNSHARE_FAILED = 3
# set to 1 by an instructor who wants notebooks to run on a machine without Landlock
WITHOUT_LANDLOCK = "AUTOGRADER_WITHOUT_LANDLOCK"


@dataclass(frozen=True)
class Level:
    """One level: what it is for, and what is wrong with it here (nothing: "") with the remedy."""

    name: str
    purpose: str
    problem: str
    remedy: str
    is_needed: bool = True


def levels() -> list[Level]:
    """All levels, the outermost first. A level that stands on a missing one is missing too."""
    is_installed = shutil.which("bwrap") is not None
    outer, inner = _namespaces() if is_installed else ("bubblewrap is not installed",) * 2
    return [
        Level(
            "bubblewrap",
            "starts student code in an empty file system",
            "" if is_installed else "bubblewrap is not installed",
            "install it with 'apt-get install bubblewrap'",
        ),
        Level(
            "user namespaces",
            "hide the network, the files and the processes of this machine",
            outer,
            "allow them with "
            "'sysctl -w kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0'",
        ),
        Level(
            "namespaces inside them",
            "part one submission from the next",
            inner,
            "allow more of them with 'sysctl -w user.max_user_namespaces=10000'",
        ),
        Level(
            "system-call filter",
            "takes away processes, programs, sockets and mounts",
            _filter_problem(),
            "grade on an x86_64 or aarch64 machine whose kernel has seccomp (CONFIG_SECCOMP_FILTER)",
        ),
        Level(
            "Landlock",
            "keeps notebooks from filling the disk with files; --sandbox=landlock is built on it",
            "" if landlock.version() else "this kernel, or this container, has no Landlock",
            "use Linux 5.13 or newer, started with landlock in its lsm= parameter",
            is_needed=False,
        ),
    ]


def refusal() -> str | None:
    """Why this machine cannot isolate student code, as one sentence with the remedy; None if it can."""
    missing = next((level for level in levels() if level.is_needed and level.problem), None)
    if missing is None:
        return None
    return (
        f"{missing.problem}, and student code never runs without a sandbox; {missing.remedy}, "
        "or ask for --sandbox=none by name ('autograder doctor' says more)."
    )


def notebook_refusal() -> str | None:
    """The same for notebooks, which need Landlock too: their kernel shares a folder, the one with its sockets, with
    this machine, and nothing else keeps it from filling the disk through it."""
    missing = next((level for level in levels() if level.problem), None)
    if missing is None or missing.is_needed or os.environ.get(WITHOUT_LANDLOCK) == "1":
        return refusal()
    return (
        f"{missing.problem}, without which a notebook could fill the disk; {missing.remedy}, grade without notebooks "
        f"(NOTEBOOKS=no), or allow it by name with {WITHOUT_LANDLOCK}=1."
    )


def _namespaces() -> tuple[str, str]:
    """What is wrong with the namespaces that bubblewrap makes, and with those that are made inside of them."""
    arguments = [*bubblewrap.base_arguments(), "--proc", "/proc", *bubblewrap.DEVICES]
    command = [*arguments, str(bubblewrap.interpreter()), "-I", "-S", "-c", _UNSHARE]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return "", ""
    if done.returncode == _UNSHARE_FAILED:
        return "", "bubblewrap works, but no further namespaces can be made inside it"
    words = done.stderr.strip().splitlines()
    reason = words[-1] if words else f"exit status {done.returncode}"
    return (f"bubblewrap is installed but not permitted here ({reason})",) * 2


def _filter_problem() -> str:
    """Install the filter in a process of its own, which is the only way to be sure of it."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if seccomp.deny_system_calls() else 1
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    return "" if status == 0 else "this machine cannot filter system calls"
