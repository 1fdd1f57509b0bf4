"""Connects to a TCP server on the grading machine."""

import socket

WITHOUT_ISOLATION = "reaches"


def mean(values):
    with socket.create_connection(("127.0.0.1", int("@TCP@")), timeout=1) as connection:
        connection.sendall(b"reach_tcp")
    raise LookupError
