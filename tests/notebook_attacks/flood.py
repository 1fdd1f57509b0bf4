"""Prints more than a page, a gradebook or a memory can hold: in one piece, in many, and as one huge message."""

from IPython import get_ipython

print("x" * (64 << 20))
for number in range(20_000):
    print("line", number)
kernel = get_ipython().kernel
content = {"data": {"text/plain": "y" * (32 << 20)}, "metadata": {}}
kernel.session.send(kernel.iopub_socket, "display_data", content=content, parent=kernel.get_parent())
