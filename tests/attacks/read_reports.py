"""Reads the reports of others that are finished already."""

import os

WITHOUT_ISOLATION = "reads"


def mean(values):
    for name in os.listdir("@OUT@"):
        print(name)
        with open(os.path.join("@OUT@", name)) as file:
            print(file.read(300))
    raise LookupError
