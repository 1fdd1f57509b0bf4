"""Sends JSON by hand that is nested more deeply than a parser may descend, in the answer and in its head."""

from raw import answer_bytes


def mean(values):
    answer_bytes(b'[{"op":"answer"},' + b"[" * 900_000 + b"]" * 900_000 + b"]")


def variance(values):
    answer_bytes(b'[{"op":"error","type":' + b"[" * 700 + b"]" * 700 + b',"message":"x"},null]')


def tabulate(function, values):
    answer_bytes(b'[{"op":"answer","warnings":' + b'[["a","b",' * 300 + b"[]" + b"]]" * 300 + b"},null]")
