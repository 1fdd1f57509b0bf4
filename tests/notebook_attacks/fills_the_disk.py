"""Writes to every folder until the disk is full."""

import os

for folder in (".", "/scratch", "/tmp", "/dev/shm", "/dev", "/released", "/"):
    written = 0
    try:
        for number in range(1000):
            with open(os.path.join(folder, f"filler{number}"), "wb") as file:
                written += file.write(b"x" * (32 << 20))
    except OSError as error:
        print(folder, written >> 20, "MB, then", error)
