"""Speaks to the judge past the worker: what an attack that imports from `raw` gets in place of that import."""

import json
import os
import struct


def send_bytes(text, blob=b""):
    data = struct.pack("!II", len(text), len(blob)) + text + blob
    while data:
        data = data[os.write(3, data) :]


def send(head, body, blob=b""):
    send_bytes(json.dumps([head, body]).encode(), blob)


def answer_bytes(text, blob=b""):
    """The only answer there will be: whoever says more than one thing at a time is not listened to."""
    send_bytes(text, blob)
    os._exit(0)


def answer(head, body, blob=b""):
    answer_bytes(json.dumps([head, body]).encode(), blob)


def read(size):
    data = b""
    while len(data) < size and (part := os.read(3, size - len(data))):
        data += part
    return data


def receive():
    lengths = read(8)
    return read(sum(struct.unpack("!II", lengths))) if len(lengths) == 8 else b""
