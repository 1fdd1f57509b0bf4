"""Returns an object which, where somebody copies or unpickles it, runs code that writes a file."""

import pickle

WITHOUT_ISOLATION = "writes"
MARK = "@MARK@"


class Bomb:
    def __reduce__(self):
        return exec, (f"open({MARK!r}, 'w').write('x')",)


def mean(values):
    try:
        return pickle.loads(pickle.dumps(Bomb()))
    except OSError:
        return pickle.dumps(Bomb())


def variance(values):
    return Bomb()


def tabulate(function, values):
    return [Bomb(), *(Bomb() for _ in values)]
