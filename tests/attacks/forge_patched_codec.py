"""Has the codec send a pickle, and tags that do not exist, in place of every answer."""

import pickle
import sys

codec = sys.modules.get("codec")


def encode(head, body, *_):
    text = b'[{"op":"answer"},["pickle",0,99]]'
    data = pickle.dumps(print)
    return codec.LENGTHS.pack(len(text), len(data)) + text + data


if codec is not None:
    codec.encode = encode


def mean(values):
    return 0.0
