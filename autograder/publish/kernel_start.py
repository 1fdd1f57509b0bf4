"""Runs inside the sandbox, as its first program: sets the limits, copies the student's folder, starts the kernel.

Standard library only, nothing of ours to import. Arguments: the memory limit in megabytes, then those of the kernel.
"""

import ctypes
import os
import resource
import shutil
import struct
import sys

RELEASED, WORK, SCRATCH = "/released", "/work", "/scratch"
CPU_SECONDS = 1800
FILE_SIZE = 64 << 20
PROCESSES = 256

# Landlock's three system calls have the same numbers on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_WRITE, _MAKE_DIRECTORY, _MAKE_FILE, _MAKE_FIFO, _MAKE_LINK = 1 << 1, 1 << 7, 1 << 8, 1 << 10, 1 << 12


def main() -> None:
    memory_mb, *arguments = sys.argv[1:]
    set_limits(int(memory_mb) << 20)
    shutil.copytree(RELEASED, WORK, dirs_exist_ok=True)
    # The folder with the kernel's sockets is the host's: no file of a student's may be left there to fill its disk.
    allow_files_only_in([WORK, SCRATCH, "/dev"])
    sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
    sys.argv = ["ipykernel", *arguments]
    from ipykernel import kernelapp

    kernelapp.launch_new_instance()


def set_limits(memory: int) -> None:
    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: CPU_SECONDS,
        resource.RLIMIT_FSIZE: FILE_SIZE,
        resource.RLIMIT_NPROC: PROCESSES,
        resource.RLIMIT_CORE: 0,
    }
    for limit, value in limits.items():
        resource.setrlimit(limit, (value, value))


def allow_files_only_in(folders: list[str]) -> bool:
    """Let this process write and make files only there, sockets anywhere; False where the system has no Landlock."""
    libc = ctypes.CDLL(None, use_errno=True)
    rights = _WRITE | _MAKE_DIRECTORY | _MAKE_FILE | _MAKE_FIFO | _MAKE_LINK
    ruleset = libc.syscall(_CREATE_RULESET, struct.pack("Q", rights), ctypes.c_size_t(8), 0)
    if ruleset < 0:
        return False
    for folder in folders:
        parent = os.open(folder, os.O_PATH)
        libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, parent), 0)
        os.close(parent)
    restricted = libc.syscall(_RESTRICT_SELF, ruleset, 0) == 0
    os.close(ruleset)
    return bool(restricted)


if __name__ == "__main__":
    main()
