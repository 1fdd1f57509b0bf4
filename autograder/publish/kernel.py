"""A Jupyter kernel in a sandbox: no network, no home, nothing of the course but the student's own folder.

nbgrader starts it through `SandboxedKernelManager` and not through a kernelspec: there is nothing to fall back to, so a
student's notebook runs in here or not at all, and the instructor's own `python3` kernel stays what it is.
"""

import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import zmq
from jupyter_client.asynchronous import AsyncKernelClient
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from traitlets import Integer, Unicode

from autograder.publish import kernel_start
from autograder.sandbox import bubblewrap, landlock, seccomp

MAX_MESSAGE_BYTES = 16 << 20
DISK_BYTES = 128 << 20
_PACKAGES, _KIT = "/packages", "/kit"
# Root's number stands for the instructor's own user otherwise, and the kernel's code trusts it with more.
_USER = "1000"


class SandboxedKernelManager(AsyncKernelManager):
    """Starts one kernel, which talks over Unix sockets in `sockets` and finds a copy of `folder` to work in."""

    folder = Unicode()
    sockets = Unicode()
    memory_mb = Integer(4096).tag(config=True)

    def __init__(self, **settings: Any):
        super().__init__(**settings)
        self.transport, self.ip = "ipc", f"{self.sockets}/kernel"
        self.connection_file = f"{self.sockets}/connection.json"

    def client(self, **settings: Any) -> AsyncKernelClient:  # type: ignore[override]
        client = super().client(**settings)
        client.context.setsockopt(zmq.MAXMSGSIZE, MAX_MESSAGE_BYTES)  # a kernel that sends more is cut off, unread
        return client

    @property
    def kernel_spec(self) -> KernelSpec:
        # Interrupts go as messages, because a signal from here would end bubblewrap and not reach the kernel.
        return KernelSpec(argv=self._command(), display_name="Sandboxed", language="python", interrupt_mode="message")

    def _command(self) -> list[str]:
        arguments = [*bubblewrap.base_arguments(), "--die-with-parent"]
        arguments += ["--unshare-user", "--uid", _USER, "--gid", _USER, "--cap-drop", "ALL"]
        for name, value in _environment().items():
            arguments += ["--setenv", name, value]
        arguments += ["--ro-bind", sysconfig.get_path("platlib"), _PACKAGES]
        arguments += ["--ro-bind", self.folder, kernel_start.RELEASED]
        for module in (kernel_start, landlock, seccomp):
            arguments += ["--ro-bind", str(module.__file__), f"{_KIT}/{Path(str(module.__file__)).name}"]
        arguments += ["--bind", self.sockets, self.sockets]
        for folder in (kernel_start.WORK, kernel_start.SCRATCH):
            arguments += ["--size", str(DISK_BYTES), "--tmpfs", folder]
        arguments += ["--proc", "/proc", "--remount-ro", "/proc", *bubblewrap.DEVICES, "--remount-ro", "/"]
        program = f"{_KIT}/{Path(str(kernel_start.__file__)).name}"
        arguments += ["--chdir", kernel_start.WORK, str(bubblewrap.interpreter()), "-s", program, str(self.memory_mb)]
        return [*arguments, "-f", "{connection_file}"]

    async def _async_launch_kernel(self, kernel_cmd: list[str], **settings: Any) -> None:
        # What a student's code writes past IPython must not reach the instructor's terminal.
        silence = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        await super()._async_launch_kernel(kernel_cmd, **{**settings, **silence})


@contextmanager
def sockets_folder() -> Iterator[Path]:
    """A folder for a kernel's sockets. Their paths have at most 107 bytes, so it is neither the course's nor TMPDIR."""
    with tempfile.TemporaryDirectory(prefix="autograder-", dir="/tmp") as folder:
        yield Path(folder)


def _environment() -> dict[str, str]:
    scratch = kernel_start.SCRATCH
    return {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": _PACKAGES,
        "HOME": scratch,
        "TMPDIR": scratch,
        "IPYTHONDIR": f"{scratch}/ipython",
        "MPLCONFIGDIR": f"{scratch}/matplotlib",
        "USER": "student",
        "LANG": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    }
