"""Waits for somebody to type, in the way that Jupyter knows and in one that it forges."""

import sys

from IPython import get_ipython

kernel = get_ipython().kernel
kernel.session.send(kernel.stdin_socket, "input_request", {"prompt": "password?", "password": True})
try:
    print("GOT", input("password? "))
except Exception as error:
    print("refused", type(error).__name__)
print("read", repr(sys.stdin.read(1) if sys.stdin else ""))
