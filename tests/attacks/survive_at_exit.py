"""Registers what is to be done when it ends: write files, and send more answers."""

import atexit
import threading

from raw import send

WITHOUT_ISOLATION = "writes"


def last_words():
    with open("@MARK@", "w") as file:
        file.write("one more thing")
    while True:
        send({"op": "answer"}, 1.0)


atexit.register(last_words)
threading._register_atexit(last_words)


def mean(values):
    raise SystemExit(last_words())
