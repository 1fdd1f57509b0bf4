"""A system-call filter for a student's process, written as a classic BPF program.

Runs inside the sandbox, standard library only. Namespaces already hide everything worth reaching; the filter leaves
just what Python and numpy need for an exercise. All else is refused, so that a call which nobody thought of, or which a
later kernel brings, is no way out: new processes, other programs, sockets, mounts, tracing, keys, leases on files that
are shared, memory that no limit counts, and changes of the process's own limits.
"""

import ctypes
import errno
import os
import struct

_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_LOAD, _JUMP_EQUAL, _JUMP_LEAST, _JUMP_BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_REFUSE, _UNKNOWN, _DONE = _ERRNO | errno.EPERM, _ERRNO | errno.ENOSYS, _ERRNO
_CLONE_THREAD = 0x00010000
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER_MODE = 38, 22, 2

# name: (x86_64, aarch64); -1 where the architecture has no such call
_ALLOWED: dict[str, tuple[int, int]] = {
    # files
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "pwrite64": (18, 68), "preadv": (295, 69), "pwritev": (296, 70), "preadv2": (327, 286), "pwritev2": (328, 287),
    "open": (2, -1), "openat": (257, 56), "creat": (85, -1), "close": (3, 57), "lseek": (8, 62), "stat": (4, -1),
    "fstat": (5, 80), "lstat": (6, -1), "newfstatat": (262, 79), "statx": (332, 291), "statfs": (137, 43),
    "fstatfs": (138, 44), "access": (21, -1), "faccessat": (269, 48), "faccessat2": (439, 439), "readlink": (89, -1),
    "readlinkat": (267, 78), "getdents": (78, -1), "getdents64": (217, 61), "getcwd": (79, 17), "chdir": (80, 49),
    "fchdir": (81, 50), "mkdir": (83, -1), "mkdirat": (258, 34), "rmdir": (84, -1), "unlink": (87, -1),
    "unlinkat": (263, 35), "rename": (82, -1), "renameat": (264, 38), "renameat2": (316, 276), "link": (86, -1),
    "linkat": (265, 37), "symlink": (88, -1), "symlinkat": (266, 36), "truncate": (76, 45), "ftruncate": (77, 46),
    "fallocate": (285, 47), "fadvise64": (221, 223), 
    "umask": (95, 166), 
    "fsync": (74, 82), "fdatasync": (75, 83), "copy_file_range": (326, 285), "sendfile": (40, 71),
    "getxattr": (191, 8), "lgetxattr": (192, 9), "fgetxattr": (193, 10), "listxattr": (194, 11),
    "llistxattr": (195, 12), "flistxattr": (196, 13), "dup": (32, 23), "dup2": (33, -1), "dup3": (292, 24),
    "pipe": (22, -1), "pipe2": (293, 59),
    # waiting
    "poll": (7, -1), "ppoll": (271, 73), "select": (23, -1), "pselect6": (270, 72), "epoll_create": (213, -1),
    "epoll_create1": (291, 20), "epoll_ctl": (233, 21), "epoll_wait": (232, -1), "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441), "eventfd": (284, -1), "eventfd2": (290, 19),
    # what goes over a socket that it has; it can make none
    "sendto": (44, 206), "recvfrom": (45, 207), "sendmsg": (46, 211), "recvmsg": (47, 212), "getsockopt": (55, 209),
    "getsockname": (51, 204), "shutdown": (48, 210),
    # memory
    "mmap": (9, 222), "munmap": (11, 215), "mremap": (25, 216), "mprotect": (10, 226), "madvise": (28, 233),
    "msync": (26, 227), "brk": (12, 214), "membarrier": (324, 283), "get_mempolicy": (239, 236),
    # threads and signals
    "futex": (202, 98), "set_robust_list": (273, 99), "get_robust_list": (274, 100), "set_tid_address": (218, 96),
    "rseq": (334, 293), "gettid": (186, 178), "sched_yield": (24, 124), "sched_getaffinity": (204, 123),
    "sched_getparam": (143, 121), "sched_getscheduler": (145, 120), "sched_get_priority_max": (146, 125),
    "sched_get_priority_min": (147, 126), "sched_rr_get_interval": (148, 127), "sigaltstack": (131, 132),
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "rt_sigpending": (127, 136),
    "rt_sigsuspend": (130, 133), "rt_sigtimedwait": (128, 137), "restart_syscall": (219, 128), "pause": (34, -1),
    "kill": (62, 129), "tgkill": (234, 131), "exit": (60, 93), "exit_group": (231, 94), "arch_prctl": (158, -1),
    # clocks
    "clock_gettime": (228, 113), "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "nanosleep": (35, 101),
    "gettimeofday": (96, 169), "time": (201, -1), "times": (100, 153), "getitimer": (36, 102), "setitimer": (38, 103),
    "alarm": (37, -1),
    # questions about itself
    "getpid": (39, 172), "getppid": (110, 173), "getpgid": (121, 155), "getpgrp": (111, -1), "getsid": (124, 156),
    "getuid": (102, 174), "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177), "getgroups": (115, 158),
    "getresuid": (118, 148), "getresgid": (120, 150), "getpriority": (140, 141), "getrlimit": (97, 163),
    "getrusage": (98, 165), "getcpu": (309, 168), "getrandom": (318, 278), "uname": (63, 160), "sysinfo": (99, 179),
    "capget": (125, 90), "wait4": (61, 260), "waitid": (247, 95),
}  # fmt: skip
# Said to be done, and not done. The devices in a sandbox are the host's own: with their modes and times one submission
# could speak to the next, and one that runs as root spoil the whole machine. Copying a file asks for both.
_PRETENDED: dict[str, tuple[int, int]] = {
    "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "utime": (132, -1), "utimes": (235, -1), "utimensat": (280, 88), "futimesat": (261, -1),
}  # fmt: skip
# what a notebook's kernel needs as well
_ALLOWED_TO_A_KERNEL: dict[str, tuple[int, int]] = {
    "bind": (49, 200), "connect": (42, 203), "listen": (50, 201),
    "accept": (43, 202), "accept4": (288, 242), "setsockopt": (54, 208), "getpeername": (52, 205),
    "sched_setscheduler": (144, 119),  # without which ZeroMQ ends the process; no privilege comes with it
}  # fmt: skip
# Allowed for some values of an argument: name: (numbers, which argument, values). Of fcntl: descriptors, their flags
# and locks within a file; of ioctl: what is asked of every file that is opened, and its flags; of prctl: names.
_ALLOWED_FOR: dict[str, tuple[tuple[int, int], int, tuple[int, ...]]] = {
    "fcntl": ((72, 25), 1, (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030)),
    "ioctl": ((16, 29), 1, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),
    "prctl": ((157, 167), 0, (15, 16, 0x53564D41)),
}
# Sockets of one family, AF_UNIX, which is all that ZeroMQ over ipc and asyncio ask for. The network is empty, but the
# system's code behind the others (netlink, packets, sockets of virtual machines, ciphers) would be there to attack.
_ALLOWED_TO_A_KERNEL_FOR: dict[str, tuple[tuple[int, int], int, tuple[int, ...]]] = {
    "socket": ((41, 198), 0, (1,)),
    "socketpair": ((53, 199), 0, (1,)),
}
# Where the process shares its pid namespace: signals only to itself, and not the one (by this argument) that a machine
# without memory sends. In a namespace of its own it is the first process, which that does not reach from inside.
_TO_ITSELF_WHERE_SHARED = {"kill": 1, "tgkill": 2}
_SIGKILL = 9
_CLONE, _GET_OR_SET_LIMIT = (56, 220), (302, 261)
_NEW_CALLS = 424  # from here on glibc expects that a kernel may not have them, and does without
_ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}


def is_known(machine: str) -> bool:
    """Whether the filter can be installed on this architecture."""
    return machine in _ARCHITECTURES


def deny_system_calls(shared_namespaces: bool = False, for_a_kernel: bool = False) -> bool:
    """Install the filter on this process for good; False on an architecture that has no table here.
    `shared_namespaces`: nothing else hides other processes, so signals to them are denied as well.
    `for_a_kernel`: the process is a notebook's, which talks over sockets."""
    machine = os.uname().machine
    if not is_known(machine):
        return False
    architecture, column = _ARCHITECTURES[machine]
    allowed, special = dict(_ALLOWED), dict(_ALLOWED_FOR)
    if for_a_kernel:
        allowed |= _ALLOWED_TO_A_KERNEL
        special |= _ALLOWED_TO_A_KERNEL_FOR
    to_itself = {name: allowed.pop(name)[column] for name in _TO_ITSELF_WHERE_SHARED} if shared_namespaces else {}
    program = [_step(_LOAD, 4), _step(_JUMP_EQUAL, architecture, 1, 0), _step(_RETURN, _REFUSE), _step(_LOAD, 0)]
    for table, verdict in ((allowed, _ALLOW), (_PRETENDED, _DONE)):
        for number in sorted(numbers[column] for numbers in table.values() if numbers[column] >= 0):
            program += [_step(_JUMP_EQUAL, number, 0, 1), _step(_RETURN, verdict)]
    for numbers, argument, values in special.values():
        choices = [step for value in values for step in (_step(_JUMP_EQUAL, value, 0, 1), _step(_RETURN, _ALLOW))]
        program += _with_argument(numbers[column], argument, choices)
    for name, number in to_itself.items():
        choices = [_step(_JUMP_EQUAL, os.getpid(), 0, 3), _load_argument(_TO_ITSELF_WHERE_SHARED[name])]
        program += _with_argument(number, 0, [*choices, _step(_JUMP_EQUAL, _SIGKILL, 1, 0), _step(_RETURN, _ALLOW)])
    # threads, but no processes
    program += _with_argument(_CLONE[column], 0, [_step(_JUMP_BITS, _CLONE_THREAD, 0, 1), _step(_RETURN, _ALLOW)])
    # its limits may be read, with no pointer (of two halves) to new ones
    no_new_limit = [_step(_JUMP_EQUAL, 0, 0, 3), _load_argument(2, half=1), _step(_JUMP_EQUAL, 0, 0, 1)]
    program += _with_argument(_GET_OR_SET_LIMIT[column], 2, [*no_new_limit, _step(_RETURN, _ALLOW)])
    program += [_step(_JUMP_LEAST, _NEW_CALLS, 0, 1), _step(_RETURN, _UNKNOWN), _step(_RETURN, _REFUSE)]
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(b"".join(program))
    header = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, header, 0, 0):
        raise OSError(ctypes.get_errno(), "the system-call filter could not be installed")
    return True


def _with_argument(number: int, argument: int, choices: list[bytes]) -> list[bytes]:
    """For this call look at one of its arguments; what is not allowed by the choices is refused."""
    steps = [_load_argument(argument), *choices, _step(_RETURN, _REFUSE)]
    return [_step(_JUMP_EQUAL, number, 0, len(steps)), *steps]


def _load_argument(argument: int, half: int = 0) -> bytes:
    return _step(_LOAD, 16 + 8 * argument + 4 * half)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)
