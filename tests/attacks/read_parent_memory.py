"""Looks for secrets in the memory of the processes that started it."""

import os
import re

WITHOUT_ISOLATION = "reads"


def ancestors():
    pid = os.getppid()
    while pid > 1:
        yield pid
        with open(f"/proc/{pid}/stat") as file:
            pid = int(file.read().rpartition(")")[2].split()[1])


def search(pid):
    found = set()
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            if " rw-p " not in line or end - start > 64 << 20:
                continue
            try:
                memory.seek(start)
                found.update(re.findall(rb"canary-[a-z]+-[0-9a-f]{8}", memory.read(end - start)))
            except (OSError, ValueError, OverflowError):
                continue
    return found


def mean(values):
    for pid in ancestors():
        found = search(pid)
        print(found)
        if found:
            break
    raise LookupError
