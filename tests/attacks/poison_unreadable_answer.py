"""Sends frames whose lengths are right and whose content nobody can read."""

from raw import answer, answer_bytes


def mean(values):
    answer_bytes(b'[{"op":"answer"},["zzz",1,2]]')


def variance(values):
    answer({"op": "answer"}, ["a", "|O8", [1], 0, 8], b"\xff" * 8)


class Scaler:
    def fit(self, values):
        answer_bytes(b"\xff\xfe\xfd")


def tabulate(function, values):
    answer({"op": "answer"}, ["g", {"bit_generator": "MT19937", "state": {"key": [0] * 624, "pos": 1 << 30}}])
