"""Sends messages that have the wrong types, lack what they must have, or are no messages at all."""

from IPython import get_ipython

kernel = get_ipython().kernel
parent = kernel.get_parent()
for kind in ("stream", "display_data", "execute_result", "update_display_data", "error", "status", "clear_output"):
    for content in ({}, {"data": 3, "metadata": []}, {"text": ["x"], "name": {}}, {"traceback": 5, "ename": []}):
        kernel.session.send(kernel.iopub_socket, kind, content=content, parent=parent)
kernel.session.send(kernel.iopub_socket, "no such kind", content={}, parent=parent)
kernel.session.send(kernel.iopub_socket, "stream", content={"name": "stdout", "text": "\ud800 \x00"}, parent=parent)
