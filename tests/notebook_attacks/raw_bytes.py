"""Writes bytes to the kernel's own sockets that are signed by nobody."""

from IPython import get_ipython

kernel = get_ipython().kernel
for parts in ([b"junk"], [b"<IDS|MSG>"], [b"<IDS|MSG>", b"0" * 64, b"{}", b"{}", b"{}", b"{}"], [b""] * 50):
    kernel.iopub_socket.send_multipart(parts)
print("sent")
