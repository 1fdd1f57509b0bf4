"""Computes for ever, with every signal ignored that can be."""

import contextlib
import signal

for number in range(1, 65):
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)


def mean(values):
    while True:
        pass
