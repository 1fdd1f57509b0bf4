"""Loads slowly and then dies of a limit that it has set itself, which looks like the machine's doing,
again and again."""

import resource
import time

time.sleep(0.5)


def mean(values):
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    except ValueError:
        raise LookupError("the limit stays as it is") from None
    while True:
        pass


def variance(values):
    time.sleep(0.7)
    return mean(values)
