"""Sends errors by hand whose fields have types, letters and shapes that no error has."""

from raw import answer


def mean(values):
    answer({"op": "error", "type": {"a": [1]}, "bases": [["ValueError"], {"a": 1}, None], "message": [[]]}, None)


def variance(values):
    answer({"op": "error", "type": "\ud800", "bases": "ValueError", "message": "\udfff", "line": -1, "text": 5}, None)


class Scaler:
    def fit(self, values):
        answer({"op": "answer", "warnings": [["\ud800", "\udfff", ["\ud800"]], [[], {}, 1], 7, [["W"]]]}, 0)


def tabulate(function, values):
    answer({"op": "answer", "changed": True}, ["h", 1, True, "\ud800\x1b[2J"])
