"""Writes a forged answer to every file descriptor it may have inherited."""

import contextlib
import json
import os
import struct

text = json.dumps([{"op": "answer", "changed": False}, "all checks passed"]).encode()


def mean(values):
    for descriptor in range(300):
        with contextlib.suppress(OSError):
            os.write(descriptor, struct.pack("!II", len(text), 0) + text)
    raise LookupError("no mean")


variance = mean
