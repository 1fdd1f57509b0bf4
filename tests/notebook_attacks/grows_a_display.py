"""Shows something small, and then updates it to more than the limit of a cell's outputs."""

from IPython.display import display

handle = display({"text/plain": "small"}, raw=True, display_id="grows")
handle.update({"text/plain": "x" * (3 << 20)}, raw=True)
