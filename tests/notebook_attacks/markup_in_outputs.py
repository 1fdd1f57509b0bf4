"""Displays every kind of output that a browser could run, and markup in every field of an error."""

from IPython import get_ipython
from IPython.display import display

run = "document.title='stolen';window.stolen=1;new Image().src='http://stolen.test/output'"
script = f'<script>{run}</script><img src=x onerror="{run}"><iframe srcdoc="<script>parent.{run}</script>"></iframe>'
svg = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{run}"><script>{run}</script></svg>'
for kind, text in {
    "text/html": script,
    "text/markdown": script,
    "text/latex": r"$\href{javascript:" + run + "}{x}$" + script,
    "image/svg+xml": svg,
    "image/png": f'x" onerror="{run}',
    "image/jpeg": svg,
    "application/javascript": run,
    "application/pdf": script,
    "application/vnd.jupyter.widget-view+json": {"model_id": script},
    "application/vnd.mermaid": script,
    "text/plain": script + "\x1b]8;;javascript:alert(1)\x1b\\link\x1b]8;;\x1b\\ \x1b[31m<b>red\x1b[0m",
}.items():
    display({kind: text}, raw=True, metadata={kind: {"width": f'"><script>{run}</script>', "isolated": True}})
error = {"ename": script, "evalue": script, "traceback": [script, "\x1b[31m" + script]}
stream = {"name": f'"><script>{run}</script>', "text": script}
kernel = get_ipython().kernel
for kind, content in {"error": error, "stream": stream}.items():
    kernel.session.send(kernel.iopub_socket, kind, content=content, parent=kernel.get_parent())
