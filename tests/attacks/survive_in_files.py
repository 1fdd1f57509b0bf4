"""Leaves files wherever it can, for the next submission to find."""

import os

LIBRARY = os.path.dirname(os.__file__)
PLACES = ("/tmp", "/dev/shm", "/dev", "/", "/kit", "/packages", "/usr", "/proc", "/var/tmp", LIBRARY)


def mean(values):
    for place in (*PLACES, os.path.join(LIBRARY, "site-packages")):
        for path in (os.path.join(place, "left_behind"), os.path.join(place, "left_folder", "left_behind")):
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w") as file:
                    file.write("left")
            except OSError:
                continue
    raise LookupError("no mean")
