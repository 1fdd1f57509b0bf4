"""No attack: looks for anything that another submission may have left behind, and prints what there is."""

import builtins
import hashlib
import os
import signal
import sys
import threading
import warnings

import numpy as np

NUMPY = "/packages/numpy"


def digest(*items):
    return hashlib.sha256(repr(items).encode()).hexdigest()[:16]


LIBRARY = os.path.dirname(os.__file__)


def files():
    """All files but those of the system's libraries, where nobody may write; of Python's own just the names."""
    yield sorted(os.listdir(LIBRARY)), sorted(os.listdir(os.path.join(LIBRARY, "site-packages")))
    for folder, folders, names in os.walk("/"):
        folders[:] = sorted(name for name in folders if os.path.join(folder, name) not in ("/usr/lib", LIBRARY, NUMPY))
        is_device = folder.startswith("/dev")
        for name in (*sorted(names), *(folders if is_device else ())):
            status = os.lstat(os.path.join(folder, name))
            yield folder, name, status.st_size, (status.st_mode, status.st_mtime_ns) if is_device else 0


def mean(values):
    print("files", digest(*files()), sorted(os.listdir("/")), sorted(os.listdir("/dev")), os.listdir("/tmp"))
    print("environment", sorted(os.environ.items()))
    print("modules", digest(sorted(sys.modules)), digest(sys.path), digest(sorted(vars(builtins))))
    print("handlers", [signal.getsignal(number) for number in signal.Signals], signal.pthread_sigmask(0, []))
    print("threads", threading.active_count(), "open files", [fd for fd in range(64) if is_open(fd)])
    print("numpy", np.pi, np.geterr(), digest(sorted(vars(np))), digest(np.random.get_state()[1].tolist()))
    print("warnings", digest(warnings.filters), "processes", os.getpid(), os.getppid())
    raise LookupError


def is_open(descriptor):
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True
