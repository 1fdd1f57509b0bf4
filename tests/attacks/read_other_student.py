"""Reads what another student has handed in, and prints it."""

WITHOUT_ISOLATION = "reads"


def mean(values):
    with open("@OTHER@") as file:
        print(file.read()[-300:])
    raise LookupError
