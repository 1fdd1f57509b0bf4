"""Prints without end, through Python and past it."""

import os
import sys


def mean(values):
    while True:
        print("x" * 1_000_000)
        sys.stderr.write("y" * 1_000_000)
        os.write(1, b"z" * 1_000_000)
        os.write(2, b"z" * 1_000_000)
