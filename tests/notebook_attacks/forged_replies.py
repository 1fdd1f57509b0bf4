"""Answers before the work is done, ends the cell by an early "idle", and answers requests that nobody has made."""

import copy

from IPython import get_ipython

kernel = get_ipython().kernel
parent = kernel.get_parent()
reply = {"status": "ok", "execution_count": 7, "user_expressions": {}, "payload": [{"source": "set_next_input"}]}
kernel.session.send(kernel.iopub_socket, "status", {"execution_state": "idle"}, parent=parent)
for number in range(20):
    other = copy.deepcopy(parent)
    other["header"]["msg_id"] = f"guess_{number}"
    for target in (parent, other):
        kernel.session.send(kernel.iopub_socket, "execute_reply", reply, parent=target)
        kernel.session.send(kernel.iopub_socket, "error", {"ename": "E", "evalue": "", "traceback": []}, parent=target)
