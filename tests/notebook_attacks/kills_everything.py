"""Sends signals to every process it can reach, first of all to the one that started it."""

import os
import signal

for target in (1, os.getppid(), -1):
    try:
        os.kill(target, signal.SIGKILL)
    except OSError as error:
        print("refused", error)
