"""Returns sets and dicts of numbers that all have the same hash: building them takes quadratic time."""

from raw import answer

SAME_HASH = (1 << 61) - 1


def mean(values):
    answer({"op": "answer"}, ["S", *(SAME_HASH * number for number in range(100_000))])


def variance(values):
    answer({"op": "answer"}, ["d", *([SAME_HASH * number, 0] for number in range(100_000))])


def tabulate(function, values):
    answer({"op": "answer"}, ["l", *(["S", *(["t", SAME_HASH * n] for n in range(900))] for _ in range(200))])
