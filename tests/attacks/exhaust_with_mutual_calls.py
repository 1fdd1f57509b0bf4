"""Hands the judge an object of its own to call while the judge is answering a call, and so on, round and round."""

from raw import send


def mean(values):
    raise LookupError("wrong, so that the judge lends a right one to the next exercise")


def variance(values):
    while True:
        send({"callback": 1, "op": "call"}, ["t", ["t", ["h", 1, True, "loop"]], ["d"]])
        send({"callback": 1, "op": "call"}, ["t", ["t", ["l", ["h", 2, True, "loop"]]], ["d"]])
