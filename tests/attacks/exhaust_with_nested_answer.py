"""Returns lists that are nested a hundred, a hundred thousand and endlessly many times."""


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def mean(values):
    return nested(150)


def variance(values):
    return nested(100_000)


def tabulate(function, values):
    endless = []
    endless.append(endless)
    return endless
