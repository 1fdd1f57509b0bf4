"""Sends empty arrays with one huge dimension: summing them along the other would take gigabytes."""

from raw import answer


class Scaler:
    def fit(self, values):
        return self

    def transform(self, values):
        answer({"op": "answer"}, ["a", "<f8", [0, 2147483647], 0, 0])


def tabulate(function, values):
    answer({"op": "answer"}, ["o", [2147483647, 0]])
