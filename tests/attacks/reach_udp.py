"""Sends a datagram, as a DNS query would be, and asks the resolver for a name."""

import socket

WITHOUT_ISOLATION = "reaches"


def mean(values):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"reach_udp", ("127.0.0.1", int("@UDP@")))
    print(socket.getaddrinfo("localhost", 80))
    raise LookupError
