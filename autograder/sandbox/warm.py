"""The warmed parent: runs inside bubblewrap, has numpy imported, and forks a fresh process for each submission.

Each child gets user, mount, pid, network and ipc namespaces of its own, an empty /tmp, no /proc, resource limits and a
system-call filter before any student's code is read. The parent itself never runs student code.

Between parent and child stands a keeper, which is outside the child's pid namespace and so cannot be signalled by it:
it waits for the child, and kills it when told to. When the child ends, the kernel ends everything the child started.
"""

import contextlib
import ctypes
import json
import os
import resource
import signal
import socket
import sys

sys.path[:0] = ["/kit", "/packages"]

import numpy  # noqa: E402, F401  (warmed here so that no child has to import it)
import numpy.linalg  # noqa: E402, F401
import numpy.random  # noqa: E402, F401

try:
    from autograder.bridge import codec, worker
    from autograder.sandbox.seccomp import deny_system_calls
except ImportError:  # inside the sandbox there is no package of ours, only these files
    import codec  # type: ignore[no-redef]
    import worker  # type: ignore[no-redef]
    from seccomp import deny_system_calls  # type: ignore[no-redef]

NEW_NAMESPACES = 0x10000000 | 0x00020000 | 0x20000000 | 0x08000000 | 0x40000000  # user, mount, pid, ipc, network
NO_SUID_NO_DEV, NO_EXEC, READ_ONLY = 2 | 4, 8, 1
LIBC = ctypes.CDLL(None, use_errno=True)
TMP_SIZE = "16m"
CPU_SECONDS = 120


def main() -> None:
    """Serve the judge's commands on the control socket until it is closed."""
    control = socket.socket(fileno=int(sys.argv[1]))
    isolated = sys.argv[2] == "isolated"
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
                keep(descriptors[0], command, isolated)
            os.close(descriptors[0])
            control.send(json.dumps({"pid": pid}).encode())
        elif command["do"] == "end":
            os.kill(command["pid"], signal.SIGTERM)
            _, status = os.waitpid(command["pid"], 0)
            control.send(json.dumps({"exit": os.waitstatus_to_exitcode(status)}).encode())
        elif command["do"] == "usage":
            used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
            control.send(json.dumps({"cpu": sum(usage.ru_utime + usage.ru_stime for usage in used)}).encode())


def keep(channel: int, limits: dict[str, int], isolated: bool) -> None:
    """The keeper: start the child, wait for it, pass on how it ended. Never returns."""
    child = 0

    def kill_child(*_: object) -> None:
        if not child:
            os._exit(0)
        with contextlib.suppress(ChildProcessError):  # it may have ended by itself, and been waited for, a moment ago
            if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                os._exit(0)  # how it would have ended by itself nobody knows

    try:
        signal.signal(signal.SIGTERM, kill_child)
        if isolated:
            enter_namespaces()
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            run_child(channel, limits, isolated)
        os.close(channel)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        os._exit(code if code >= 0 else 128 - code)
    except BaseException as error:
        sys.stderr.write(f"keeper: {error!r}\n")
        sys.stderr.flush()
    finally:
        os._exit(100)


def enter_namespaces() -> None:
    user, group = os.getuid(), os.getgid()
    check(LIBC.unshare(NEW_NAMESPACES), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def run_child(channel: int, limits: dict[str, int], isolated: bool) -> None:
    """In the child: shut every door, then serve the judge's requests. Never returns."""
    try:
        if isolated:
            mount_empty("/tmp", f"size={TMP_SIZE},mode=700", NO_SUID_NO_DEV)
            mount_empty("/proc", "size=4k", NO_SUID_NO_DEV | NO_EXEC | READ_ONLY)
            os.chdir("/tmp")
        os.setsid()
        silence_standard_streams()
        channel = os.dup2(channel, 3)
        os.closerange(4, 4096)
        set_limits(limits)
        if isolated:
            drop_capabilities()
            deny_system_calls()
        serve(socket.socket(fileno=channel))
    except BaseException as error:
        os.write(2, f"child: {error!r}\n".encode())
    finally:
        os._exit(0)


def serve(stream: socket.socket) -> None:
    def receive() -> bytes:
        lengths = read_exactly(stream, codec.LENGTHS.size)
        return lengths and lengths + read_exactly(stream, codec.frame_sizes(lengths))

    worker.serve(receive, stream.sendall)


def read_exactly(stream: socket.socket, size: int) -> bytes:
    parts, missing = [], size
    while missing:
        part = stream.recv(min(missing, 1 << 20))
        if not part:
            return b""
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


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
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (value, value))


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
