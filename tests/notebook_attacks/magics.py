"""Uses magics to run script in the page and programs in a shell."""

from IPython import get_ipython

shell = get_ipython()
run = "document.title='stolen';window.stolen=1"
shell.run_cell_magic("javascript", "", run)
shell.run_cell_magic("html", "", f"<script>{run}</script>")
shell.run_cell_magic("svg", "", f'<svg onload="{run}"/>')
for command in ("id", "cat /etc/passwd"):
    try:
        print("SHELL", shell.getoutput(command))
    except OSError as error:
        print("refused", error)
