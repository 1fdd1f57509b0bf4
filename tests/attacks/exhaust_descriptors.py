"""Opens files and pipes until no descriptor is left, and then answers."""

import os


def mean(values):
    held = []
    try:
        while True:
            held += os.pipe()
    except OSError as error:
        print(error.strerror)
    raise LookupError(f"{len(held)} held")
