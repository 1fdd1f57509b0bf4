"""Tries to enter the namespaces of its parent, to get its powers back, and to write to the parent's memory."""

import ctypes
import os


def mean(values):
    libc = ctypes.CDLL(None, use_errno=True)
    attempts = {
        "unshare": lambda: libc.unshare(0x10000000),
        "mount": lambda: libc.mount(b"none", b"/", None, 32 | 4096, None),
        "umount": lambda: libc.umount2(b"/proc", 2),
        "chroot": lambda: libc.chroot(b"/tmp"),
        "setuid": lambda: libc.setuid(0),
        "ptrace": lambda: libc.ptrace(16, os.getppid(), 0, 0),
        "personality": lambda: libc.syscall(101, 16, 1, 0, 0),
        "int80": lambda: libc.syscall(0x40000000 | 57),
        "prctl": lambda: libc.prctl(4, 1, 0, 0, 0),
    }
    for name, attempt in attempts.items():
        ctypes.set_errno(0)
        print(name, attempt(), os.strerror(ctypes.get_errno()))
    print(sorted(os.listdir("/proc")))
    raise LookupError("no mean")
