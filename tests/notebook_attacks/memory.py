"""Takes memory until the machine has none."""

kept = []
try:
    while True:
        kept.append(b"x" * (256 << 20))
except MemoryError:
    print("refused after", len(kept), "pieces")
    kept = []
