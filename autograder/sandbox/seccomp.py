"""A system-call filter for a student's process, written as a classic BPF program.

Runs inside the sandbox, standard library only. Namespaces already hide everything worth reaching; the filter takes away
what a numpy exercise never needs: new processes, other programs, sockets, mounts, tracing and keys. Threads stay.
"""

import ctypes
import errno
import os
import struct

_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_LOAD, _JUMP_EQUAL, _JUMP_BITS, _RETURN = 0x20, 0x15, 0x45, 0x06
_CLONE_THREAD = 0x00010000
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER_MODE = 38, 22, 2

# name: (x86_64, aarch64); -1 where the architecture has no such call
_DENIED: dict[str, tuple[int, int]] = {
    "fork": (57, -1), "vfork": (58, -1), "execve": (59, 221), "execveat": (322, 281),
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "unshare": (272, 97), "setns": (308, 268), "bpf": (321, 280), "perf_event_open": (298, 241),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "kexec_load": (246, 104), "init_module": (175, 105), "finit_module": (313, 273),
    "open_by_handle_at": (304, 265), "move_mount": (429, 429), "open_tree": (428, 428), "fsopen": (430, 430),
    "pidfd_getfd": (438, 438), "memfd_create": (319, 279),
    # memory that no limit of the process counts, because it is kept when it is not mapped
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180),
}  # fmt: skip
# where the process shares its pid namespace: signals to others
_DENIED_WHERE_SHARED: dict[str, tuple[int, int]] = {
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424),
}  # fmt: skip
_TO_ITSELF_WHERE_SHARED: dict[str, tuple[int, int]] = {"kill": (62, 129), "tgkill": (234, 131)}
_ARCHITECTURES = {"x86_64": (0xC000003E, 0, 56, 435), "aarch64": (0xC00000B7, 1, 220, 435)}


def is_known(machine: str) -> bool:
    """Whether the filter can be installed on this architecture."""
    return machine in _ARCHITECTURES


def deny_system_calls(shared_namespaces: bool = False, but: tuple[str, ...] = ()) -> bool:
    """Install the filter on this process for good; False on an architecture that has no table here.
    `shared_namespaces`: nothing else hides other processes, so signals to them are denied as well.
    `but`: calls that stay allowed."""
    machine = os.uname().machine
    if not is_known(machine):
        return False
    architecture, column, clone, clone3 = _ARCHITECTURES[machine]
    table = {**_DENIED, **_DENIED_WHERE_SHARED} if shared_namespaces else _DENIED
    denied = sorted({numbers[column] for name, numbers in table.items() if name not in but and numbers[column] >= 0})
    refuse = _ERRNO | errno.EPERM
    program = [
        _step(_LOAD, 4),
        _step(_JUMP_EQUAL, architecture, 1, 0),
        _step(_RETURN, refuse),
        _step(_LOAD, 0),
        # numbers with the x32 bit are a second door to the same calls
        _step(_JUMP_BITS, 0x40000000, 0, 1),
        _step(_RETURN, refuse),
        # glibc falls back from clone3, whose flags a filter cannot see, to clone, whose flags it can
        _step(_JUMP_EQUAL, clone3, 0, 1),
        _step(_RETURN, _ERRNO | errno.ENOSYS),
    ]
    for number in denied:
        program += [_step(_JUMP_EQUAL, number, 0, 1), _step(_RETURN, refuse)]
    for numbers in _TO_ITSELF_WHERE_SHARED.values() if shared_namespaces else ():
        program += [
            _step(_JUMP_EQUAL, numbers[column], 0, 4),
            _step(_LOAD, 16),
            _step(_JUMP_EQUAL, os.getpid(), 1, 0),
            _step(_RETURN, refuse),
            _step(_RETURN, _ALLOW),
        ]
    program += [
        _step(_JUMP_EQUAL, clone, 0, 3),
        _step(_LOAD, 16),
        _step(_JUMP_BITS, _CLONE_THREAD, 1, 0),
        _step(_RETURN, refuse),
        _step(_RETURN, _ALLOW),
    ]
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(b"".join(program))
    header = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, header, 0, 0):
        raise OSError(ctypes.get_errno(), "the system-call filter could not be installed")
    return True


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)
