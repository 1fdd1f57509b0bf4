"""Returns one long text among short ones, of which numpy would make an array with every item as long; and more empty
sets than there is room for, which are a few letters each on the way."""

from raw import answer


def mean(values):
    return ["x" * 1_000_000] + [0] * 5000


def variance(values):
    answer({"op": "answer"}, ["l", *([["S"]] * 1_390_000)])


def tabulate(function, values):
    return {number: ["x" * 100_000, *range(5000)] for number in range(3)}
