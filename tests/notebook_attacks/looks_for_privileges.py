"""Asks for what a kernel does not need: capabilities, root's number, the system's settings, sockets of other kinds."""

import ctypes
import os
import re
import socket

with open("/proc/self/status") as file:
    capabilities = re.findall(r"Cap(\w+):\s*(\w+)", file.read())
for kind, bits in capabilities:
    print("GOT capabilities" if int(bits, 16) else "refused", kind, bits)
print("GOT root's number" if 0 in (os.getuid(), os.getgid(), os.geteuid()) else "refused", os.getuid(), os.getgid())
for setting in ("kernel/domainname", "kernel/sem", "net/ipv4/ip_forward", "user/max_user_namespaces"):
    try:
        with open(f"/proc/sys/{setting}") as file:
            before = file.read()
        with open(f"/proc/sys/{setting}", "w") as file:
            file.write(before)
        print("GOT written", setting)
    except OSError as error:
        print("refused", setting, error)
try:
    os.chmod("/proc/self/oom_score_adj", 0o644)
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("-900")
    print("GOT the last to be killed")
except OSError as error:
    print("refused", error)
KINDS = {"INET": (2, 1, 0), "INET6": (10, 1, 0), "UDP": (2, 2, 0), "RAW": (2, 3, 1), "NETLINK": (16, 3, 0),
         "PACKET": (17, 3, 0), "VSOCK": (40, 1, 0), "ALG": (38, 5, 0), "KEY": (15, 3, 2),
         "BLUETOOTH": (31, 3, 1)}  # fmt: skip
for name, (family, kind, protocol) in KINDS.items():
    try:
        socket.socket(family, kind, protocol).close()
        print("GOT a socket", name)
    except OSError as error:
        print("refused", name, error)
try:
    socket.socketpair(2, 1)
    print("GOT a pair")
except OSError as error:
    print("refused", error)
# the kernel reads 32 bits of the family, a filter could read others
number = 41 if os.uname().machine == "x86_64" else 198
hidden = ctypes.CDLL(None).syscall(number, ctypes.c_ulong(2 | 1 << 32), 1, 0)
print("GOT a socket with a bit too many" if hidden >= 0 else "refused")
for one in socket.socketpair():
    one.close()
