"""Returns integers with more digits than anybody can print."""

from raw import answer_bytes


def mean(values):
    return 10**4000


def variance(values):
    return 10**100_000


class Scaler:
    mean_ = scale_ = -(10**400)

    def fit(self, values):
        return self

    def transform(self, values):
        return [10**400, 10**400]


def tabulate(function, values):
    answer_bytes(b'[{"op":"answer"},' + b"7" * 5_000_000 + b"]")
