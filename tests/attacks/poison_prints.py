"""Prints terminal escapes, markup and halves of characters."""


def mean(values):
    print("\x1b]52;c;b3duZWQ=\x07\x1b[8m<img src=x onerror=alert(1)>", "\u202e", "\ud83d", "\0", "\x9d")
    raise LookupError("no mean")
