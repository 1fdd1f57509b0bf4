"""Answers the very first request, the one to load it, with an error that no report could hold."""

from raw import receive, send

send(
    {"op": "error", "type": ["x"], "bases": [["unhashable"]], "message": "\ud800", "warnings": [["a", "b", [[]]]]}, None
)
while receive():
    send({"op": "answer", "warnings": [["\ud800", "b", [[]]]], "changed": True}, ["d", [["t", 1], 2]])
