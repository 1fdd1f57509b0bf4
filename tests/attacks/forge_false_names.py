"""Says when loaded that its names are data, then hands over the judge's own objects by number."""

from raw import receive, send

send({"op": "answer"}, ["d", ["mean", "data"], ["variance", "data"], ["tabulate", ["l"]], [1, 2]])
receive()
for lent in range(200):
    send({"op": "answer", "changed": True}, ["f", lent % 3, True])
    receive()
