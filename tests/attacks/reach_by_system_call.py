"""Opens a connection with bare system calls, past Python's socket module."""

import ctypes
import struct

WITHOUT_ISOLATION = "reaches"


def mean(values):
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.syscall(41, 2, 1, 0)
    address = struct.pack("=HHI8x", 2, int.from_bytes(struct.pack(">H", int("@TCP@")), "little"), 0x0100007F)
    print(descriptor, libc.syscall(42, descriptor, address, len(address)), ctypes.get_errno())
    libc.syscall(1, descriptor, b"reach_by_system_call", 20)
    libc.syscall(3, descriptor)
    raise LookupError
