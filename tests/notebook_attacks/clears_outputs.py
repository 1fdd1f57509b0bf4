"""Clears what was shown, and goes on to write into other cells through their display ids."""

from IPython.display import clear_output, display, update_display

forged = {"text/html": "<script>document.title='stolen'</script>", "text/plain": "1000"}
for name in ("mean", "variance", "0", ""):
    display("1000", display_id=name or None)
    clear_output(wait=True)
    update_display(
        {"text/html": "<script>document.title='stolen'</script>", "text/plain": "1000"}, display_id=name, raw=True
    )
clear_output()
