"""Computes for ever inside one call of C, where no Python signal handler gets its turn."""

import re


def mean(values):
    return re.match(r"(a*)*b", "a" * 60)
