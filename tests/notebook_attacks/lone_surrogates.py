"""Sends text that is no text: halves of surrogate pairs, which no file can hold."""

import json

from IPython import get_ipython

kernel = get_ipython().kernel
kernel.session.pack = lambda message: json.dumps(message, default=str).encode()
data = {"data": {"text/plain": "\ud800y"}, "metadata": {}, "transient": {}}
for kind, content in {"stream": {"name": "stdout", "text": "\ud800x"}, "display_data": data}.items():
    kernel.session.send(kernel.iopub_socket, kind, content=content, parent=kernel.get_parent())
