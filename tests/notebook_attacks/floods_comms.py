"""Sends what nbclient keeps or logs whole: widgets' messages with long names and long states, and unknown kinds."""

from IPython import get_ipython

kernel = get_ipython().kernel
junk = "x" * (2 << 20)
state = {"_model_name": "OutputModel", "_model_module": "@jupyter-widgets/output", "msg_id": "", "outputs": []}
for number in range(8):
    for target, data in ((junk, {}), ("jupyter.widget", {"state": {**state, "junk": junk}})):
        content = {"comm_id": str(number), "target_name": target, "data": data}
        kernel.session.send(kernel.iopub_socket, "comm_open", content=content, parent=kernel.get_parent())
    kernel.session.send(kernel.iopub_socket, "x" * (1 << 20), content={}, parent=kernel.get_parent())
