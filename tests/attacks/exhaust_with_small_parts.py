"""Sends a long answer in pieces of one byte, as fast as it can."""

import os


def mean(values):
    os.write(3, b"\0\x7f\xff\xff\0\0\0\0")
    while True:
        os.write(3, b" ")
