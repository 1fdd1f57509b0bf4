"""Reads keys and tokens from the instructor's home."""

import os
import pwd

WITHOUT_ISOLATION = "reads"


def mean(values):
    for home in ("@HOME@", os.path.expanduser("~"), pwd.getpwuid(os.getuid()).pw_dir):
        with open(os.path.join(home, ".token")) as file:
            print(file.read())
    raise LookupError
