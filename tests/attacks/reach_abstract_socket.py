"""Connects to a Unix socket in the abstract namespace, which no file system guards."""

import socket

WITHOUT_ISOLATION = "reaches"


def mean(values):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect("\0@ABSTRACT@")
        connection.sendall(b"reach_abstract_socket")
    raise LookupError
