"""Raises errors, and names classes, with texts of millions of letters, so that its report would be huge."""

from raw import answer

LONG = "long" * 1_000_000


def mean(values):
    raise LookupError(LONG)


def variance(values):
    answer({"op": "error", "type": LONG, "bases": [], "message": "", "text": "", "line": 10**4000}, None)


class Scaler:
    def fit(self, values):
        answer({"op": "error", "type": "E", "bases": [LONG], "message": LONG, "text": ""}, None)


def tabulate(function, values):
    answer({"op": "answer", "printed": LONG}, ["h", 1, False, LONG])
