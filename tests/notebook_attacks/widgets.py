"""Opens a widget that captures the output of other cells, and one whose state is a script."""

from IPython import get_ipython

kernel = get_ipython().kernel
parent = kernel.get_parent()
state = {"_model_name": "OutputModel", "msg_id": parent["header"]["msg_id"], "outputs": "<script>stolen</script>"}
for comm in ("a", "a", "../b", {"not": "a name"}):
    content = {"comm_id": comm, "target_name": "jupyter.widget", "data": {"state": state, "buffer_paths": [["x"]]}}
    kernel.session.send(kernel.iopub_socket, "comm_open", content=content, parent=parent)
    kernel.session.send(kernel.iopub_socket, "comm_msg", content={"comm_id": comm, "data": {}}, parent=parent)
