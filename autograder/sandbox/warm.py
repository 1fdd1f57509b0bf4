"""The warmed parent: runs inside bubblewrap, has numpy imported, and forks a fresh process for each submission.

Each child gets user, mount, pid, network and ipc namespaces of its own, an empty /tmp, no /proc, resource limits and a
system-call filter before any student's code is read. The parent itself never runs student code.

Between parent and child stands a keeper, which is outside the child's pid namespace and so cannot be signalled by it:
it waits for the child, and kills it when told to. When the child ends, the kernel ends everything the child started.
"""

import contextlib
import ctypes
import fcntl
import gc
import importlib
import json
import os
import resource
import select
import signal
import socket
import sys

KIT = os.path.dirname(os.path.abspath(__file__))
if not __package__:  # run as a file of the kit, beside which lie the packages
    sys.path[:0] = [KIT, os.path.join(os.path.dirname(KIT), "packages")]

import numpy  # noqa: E402  (warmed here so that no child has to import it)

try:
    from autograder.bridge import codec, worker
    from autograder.sandbox import fallback_inside
    from autograder.sandbox.seccomp import deny_system_calls
except ImportError:  # inside the sandbox there is no package of ours, only these files
    import codec  # type: ignore[no-redef]
    import fallback_inside  # type: ignore[no-redef]
    import worker  # type: ignore[no-redef]
    from seccomp import deny_system_calls  # type: ignore[no-redef]

NAMESPACES, LANDLOCK = "isolated", "landlock"  # the levels; with any other word nothing is shut
NEW_NAMESPACES = 0x10000000 | 0x00020000 | 0x20000000 | 0x08000000 | 0x40000000  # user, mount, pid, ipc, network
NO_SUID_NO_DEV, NO_EXEC, READ_ONLY = 2 | 4, 8, 1
LIBC = ctypes.CDLL(None, use_errno=True)
END_WITH_PARENT = 1
LEAVING_SECONDS = 0.5
SET_UP = b"!"  # a child's first word: all doors are shut, and whatever happens from now on is the student's doing
TMP_SIZE = "16m"
TMP_FILES = 4096  # an empty file takes the kernel's memory too
CPU_SECONDS = 120
# what students' files import besides numpy
USUAL_MODULES = (
    *("collections", "copy", "dataclasses", "enum", "functools", "heapq", "itertools", "math", "operator", "random"),
    *("statistics", "string", "time", "typing", "numpy.linalg", "numpy.ma", "numpy.polynomial", "numpy.random"),
)


def main() -> None:
    """Serve the judge's commands on the control socket until it is closed."""
    control = socket.socket(fileno=int(sys.argv[1]))
    level = sys.argv[2]
    parent = os.getpid()
    warm_up()
    control.send(json.dumps({"ready": True}).encode())
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 65536, 1)
        if not message:
            return
        command = json.loads(message)
        if command["do"] == "spawn":
            pid = os.fork()
            if pid == 0:
                control.close()
                keep(descriptors[0], command, level, parent)
            os.close(descriptors[0])
            control.send(json.dumps({"pid": pid}).encode())
        elif command["do"] == "end":
            os.kill(command["pid"], signal.SIGTERM)
            _, status = os.waitpid(command["pid"], 0)
            if level == LANDLOCK:
                fallback_inside.remove_folder(fallback_inside.folder_of(KIT, command["pid"]))
            control.send(json.dumps({"exit": exit_status(status)}).encode())
        elif command["do"] == "waited":
            control.send(json.dumps({"seconds": waited_and_used(command["pid"])}).encode())
        elif command["do"] == "usage":
            used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
            control.send(json.dumps({"cpu": sum(usage.ru_utime + usage.ru_stime for usage in used)}).encode())


def warm_up() -> None:
    """Pay once for what every child would otherwise pay for again: imports, and what numpy sets up at its first use."""
    for name in USUAL_MODULES:
        importlib.import_module(name)
    square = numpy.random.default_rng(0).normal(size=(8, 8)) + 8 * numpy.eye(8)
    for routine in (numpy.linalg.inv, numpy.linalg.svd, numpy.linalg.eig, numpy.linalg.eigh, numpy.linalg.qr):
        routine(square)
    numpy.unique(square)
    numpy.linalg.lstsq(square, square[0], rcond=None)
    large = numpy.ones((300, 300))  # from some size on OpenBLAS takes a work area of its own
    numpy.allclose(large @ large, numpy.dot(large, large))
    gc.collect()
    gc.freeze()  # a collection in a child would touch, and so copy, every page of the parent's objects


def waited_and_used(keeper: int) -> tuple[float, float]:
    """The kernel's own counts for the keeper's child, which is seen from here because it began in a namespace below:
    for how many seconds its main thread has waited for a core, and how many all of its threads have used."""
    with contextlib.suppress(OSError, IndexError, ValueError):
        with open(f"/proc/{keeper}/task/{keeper}/children") as file:
            child = file.read().split()[0]
        with open(f"/proc/{child}/schedstat") as file:
            waited = int(file.read().split()[1]) / 1e9
        with open(f"/proc/{child}/stat") as file:
            user, system = file.read().rpartition(")")[2].split()[11:13]
        return waited, (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return 0.0, 0.0  # no child any more, or a kernel that does not count


def keep(channel: int, limits: dict[str, int], level: str, parent: int) -> None:
    """The keeper: start the child, wait for it, pass on how it ended. Never returns."""
    try:
        # waited for and never handled: a signal that comes between two lines of Python is not missed
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGCHLD})
        if level == NAMESPACES:
            enter_namespaces()
        # when the judge is gone the warmed parent leaves, and this is what then ends a child that does not
        LIBC.prctl(END_WITH_PARENT, signal.SIGTERM)
        if os.getppid() != parent:  # it went before the kernel was told
            os._exit(0)
        keeper_is_there, lifeline = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(lifeline)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGCHLD})
            run_child(channel, keeper_is_there, limits, level)
        os.close(channel)
        if not ends_by_itself(child):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os._exit(0)  # how it would have ended by itself nobody knows
        _, status = os.waitpid(child, 0)
        os._exit(exit_status(status))
    except BaseException as error:
        sys.stderr.write(f"keeper: {error!r}\n")
        sys.stderr.flush()
    finally:
        os._exit(100)


def ends_by_itself(child: int) -> bool:
    """Wait for the child's end, or for SIGTERM, at which a child that is on its way out gets a moment to leave: its
    channel is closed a little before the kernel can say how it ended."""

    def has_ended() -> bool:
        return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    while signal.sigwait({signal.SIGTERM, signal.SIGCHLD}) != signal.SIGTERM:
        if has_ended():  # and was not just stopped
            return True
    signal.sigtimedwait({signal.SIGCHLD}, LEAVING_SECONDS)
    return has_ended()


def exit_status(status: int) -> int:
    """As a shell has it: 128 + signal if a signal ended the process."""
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def enter_namespaces() -> None:
    user, group = os.getuid(), os.getgid()
    check(LIBC.unshare(NEW_NAMESPACES), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def run_child(channel: int, keeper_is_there: int, limits: dict[str, int], level: str) -> None:
    """In the child: shut every door, then serve the judge's requests. Never returns."""
    try:
        if level == NAMESPACES:
            mount_empty("/tmp", f"size={TMP_SIZE},nr_inodes={TMP_FILES},mode=700", NO_SUID_NO_DEV)
            mount_empty("/proc", "size=4k", NO_SUID_NO_DEV | NO_EXEC | READ_ONLY)
            os.chdir("/tmp")
        os.setsid()
        silence_standard_streams()
        keeper_is_there = fcntl.fcntl(keeper_is_there, fcntl.F_DUPFD, 4)  # out of the way
        channel = os.dup2(channel, 3)
        os.closerange(4, keeper_is_there)
        os.closerange(keeper_is_there + 1, 4096)
        set_limits(limits)
        if level == NAMESPACES:
            drop_capabilities()
        elif level == LANDLOCK:
            fallback_inside.own_only(fallback_inside.folder_of(KIT, keeper=os.getppid()), KIT)
        # should anybody kill the keeper, nothing is left behind; a change of user would undo it
        LIBC.prctl(END_WITH_PARENT, signal.SIGKILL)
        if select.select([keeper_is_there], [], [], 0)[0]:  # closed at its end: the keeper went before that
            os._exit(0)
        os.close(keeper_is_there)
        if level in (NAMESPACES, LANDLOCK):
            deny_system_calls(shared_namespaces=level == LANDLOCK)
        stream = socket.socket(fileno=channel)
        stream.send(SET_UP)
        worker.serve(lambda: codec.read_frame(stream.recv), stream.sendall)
    except BaseException as error:
        os.write(channel, repr(error).encode())  # in place of the first word, or of an answer
    finally:
        os._exit(0)


def mount_empty(path: str, options: str, flags: int) -> None:
    check(LIBC.mount(b"tmpfs", path.encode(), b"tmpfs", flags, options.encode()), f"mount on {path}")


def silence_standard_streams() -> None:
    null = os.open("/dev/null", os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)


def set_limits(limits: dict[str, int]) -> None:
    # the warmed interpreter holds address space already; the student's share comes on top
    room = ADDRESS_SPACE_AT_START + limits["memory_mb"] * (1 << 20)
    for which, value in (
        (resource.RLIMIT_AS, room),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_FSIZE, 16 << 20),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_NPROC, 64),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(which)
        # at the lower limit of processor time comes a signal of its own; at the upper one it would be SIGKILL, as if
        # the machine had run out of memory
        upper = value + 1 if which == resource.RLIMIT_CPU else value
        if hard != resource.RLIM_INFINITY:
            value, upper = min(value, hard), min(upper, hard)
        resource.setrlimit(which, (value, upper))


def address_space() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def drop_capabilities() -> None:
    """Give up the powers that a process has inside a user namespace of its own."""
    for capability in range(64):
        LIBC.prctl(24, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    check(LIBC.capset(header, (ctypes.c_uint32 * 6)()), "capset")


def check(result: int, what: str) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")


ADDRESS_SPACE_AT_START = address_space() if os.path.exists("/proc/self/statm") else 1 << 30

if __name__ == "__main__":
    main()
