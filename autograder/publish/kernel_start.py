"""Runs inside the sandbox, as its first program: sets the limits, copies the student's folder, starts the kernel.

Standard library only, and two files of ours that lie beside it.
Arguments: the memory limit in megabytes, then those of the kernel.
"""

import os
import resource
import shutil
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

try:
    from autograder.sandbox import landlock, seccomp
except ImportError:  # in the sandbox
    import landlock  # type: ignore[no-redef]
    import seccomp  # type: ignore[no-redef]

RELEASED, WORK, SCRATCH = "/released", "/submitted", "/scratch"
CPU_SECONDS = 1800
FILE_SIZE = 64 << 20
THREADS = 256


def main() -> None:
    memory_mb, *arguments = sys.argv[1:]
    set_limits(int(memory_mb) << 20)
    shutil.copytree(RELEASED, WORK, dirs_exist_ok=True)
    # The folder with the kernel's sockets is the host's: no file of a student's may be left there to fill its disk.
    allow_files_only_in([WORK, SCRATCH, "/dev"])
    # Above all no new processes, because memory is limited for each one.
    seccomp.deny_system_calls(for_a_kernel=True)
    sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
    sys.argv = ["ipykernel", *arguments]
    from ipykernel import kernelapp

    # Its pipe for what forked processes print is a TCP socket, and there are neither those nor this.
    kernelapp.IOPubThread = partial(without_pipe, kernelapp.IOPubThread)  # type: ignore[assignment, misc]
    kernelapp.launch_new_instance()


def without_pipe(make: Callable[..., Any], *arguments: Any, **settings: Any) -> Any:
    return make(*arguments, **{**settings, "pipe": False})


def set_limits(memory: int) -> None:
    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: CPU_SECONDS,
        resource.RLIMIT_FSIZE: FILE_SIZE,
        resource.RLIMIT_NPROC: THREADS,
        resource.RLIMIT_CORE: 0,
    }
    for limit, value in limits.items():
        resource.setrlimit(limit, (value, value))


def allow_files_only_in(folders: list[str]) -> None:
    """Let this process write and make files only there, sockets anywhere. Where the system has no Landlock,
    nothing: a notebook runs there only if the instructor said so."""
    if landlock.version():
        rights = landlock.WRITE | landlock.MAKE_DIRECTORY | landlock.MAKE_FILE | landlock.MAKE_FIFO | landlock.MAKE_LINK
        landlock.keep_only(dict.fromkeys(folders, rights), rights)


if __name__ == "__main__":
    main()
