"""Connects to a Unix socket in the file system, as a database or Docker has one."""

import socket

WITHOUT_ISOLATION = "reaches"


def mean(values):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect("@SOCKET@")
        connection.sendall(b"reach_unix_socket")
    raise LookupError
