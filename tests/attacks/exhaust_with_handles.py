"""Returns a hundred thousand objects, each of which the judge would have to remember."""

from raw import answer


def mean(values):
    answer({"op": "answer"}, ["l", *(["h", number, True, ""] for number in range(100_000))])


def tabulate(function, values):
    return [object() for _ in range(30_000)]
