"""Sends one block of bytes and twenty thousand arrays that all claim to be made of it."""

from raw import answer


def mean(values):
    size = 4 << 20
    answer({"op": "answer"}, ["l", *[["a", "<f8", [size // 8], 0, size]] * 20_000], bytes(size))


def variance(values):
    answer({"op": "answer"}, ["l", *[["s", "<U999999", 1]] * 50_000])


def tabulate(function, values):
    answer({"op": "answer"}, ["l", *[["b", 0, 1 << 20]] * 50_000], bytes(1 << 20))
