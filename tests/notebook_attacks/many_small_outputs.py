"""A page of nothing, made of very many parts: each is far from any limit of size."""

from IPython.display import display

for _ in range(700):
    print(end=".", flush=True)
    display({"text/plain": "x"}, raw=True)
