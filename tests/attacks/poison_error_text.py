"""Raises errors whose texts are terminal escapes, markup, formulas, and letters that turn the line round."""

POISON = "\x1b[2J\x1b]0;owned\x07\x9b31m<script>alert(1)</script>=cmd|'/c calc'!A1\u202egnp.exe\u2066\r\n\0\ud800\u2028"


def mean(values):
    raise LookupError(POISON)


def variance(values):
    raise type("Odd" + POISON.translate({0: None, 0xD800: None}), (ArithmeticError,), {})(POISON)


class Scaler:
    def fit(self, values):
        raise Unprintable


class Unprintable(Exception):
    def __str__(self):
        raise SystemExit("no text")


def tabulate(function, values):
    return POISON
