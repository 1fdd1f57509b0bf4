"""Landlock: a process gives up, for good, every file that it does not name.

Runs inside sandboxes too, so standard library only. Landlock's calls have the same numbers on every architecture.
"""

import ctypes
import os
import stat
import struct

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION, _PATH_BENEATH, _NO_NEW_PRIVILEGES = 1, 1, 38

WRITE, READ, LIST, REMOVE_FILE = 1 << 1, 1 << 2, 1 << 3, 1 << 5
MAKE_DIRECTORY, MAKE_FILE, MAKE_FIFO, MAKE_LINK, TRUNCATE = 1 << 7, 1 << 8, 1 << 10, 1 << 12, 1 << 14
# what a rule for a single file may grant: execute, write, read, truncate, control of devices
_OF_A_FILE = 1 << 0 | WRITE | READ | TRUNCATE | 1 << 15
# how many rights over files each version of Landlock knows, from the first on
_RIGHTS_BY_VERSION = (13, 14, 15, 15, 16)

_libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """The version of Landlock in this system's kernel; 0 if there is none, or a container's filter forbids it."""
    return max(0, int(_libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION)))


def all_rights() -> int:
    """Every right over files that this kernel can take away."""
    return (1 << _RIGHTS_BY_VERSION[min(version(), len(_RIGHTS_BY_VERSION)) - 1]) - 1


def keep_only(granted: dict[str, int], handled: int) -> None:
    """Give up the `handled` rights everywhere but beneath these paths, which keep the rights named with them."""
    ruleset = _libc.syscall(_CREATE_RULESET, struct.pack("Q", handled), ctypes.c_size_t(8), 0)
    _require(ruleset >= 0, "no Landlock ruleset could be made")
    for path, rights in granted.items():
        place = os.open(path, os.O_PATH)
        try:
            possible = handled if stat.S_ISDIR(os.fstat(place).st_mode) else handled & _OF_A_FILE
            rule = struct.pack("=Qi", rights & possible, place)
            _require(_libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0) == 0, f"Landlock refused {path}")
        finally:
            os.close(place)
    _require(_libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0, "new privileges could not be given up")
    _require(_libc.syscall(_RESTRICT_SELF, ruleset, 0) == 0, "Landlock could not be put in force")
    os.close(ruleset)


def _require(done: bool, problem: str) -> None:
    if not done:
        raise OSError(ctypes.get_errno(), f"{problem}: {os.strerror(ctypes.get_errno())}")
