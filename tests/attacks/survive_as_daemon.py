"""Starts a process in a session of its own that would go on after the grading, and write a file."""

import os
import time

WITHOUT_ISOLATION = "writes"


def mean(values):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(0.2)
            with open("@MARK@", "w") as file:
                file.write("still here")
        os._exit(0)
    os.wait()
    raise LookupError("no mean")
