"""Starts threads until it may not, each of which prints for as long as it lives."""

import threading
import time


def chatter():
    while True:
        print("still here")
        time.sleep(0.05)


try:
    while True:
        threading.Thread(target=chatter, daemon=True).start()
except RuntimeError as error:
    print("refused", error)
