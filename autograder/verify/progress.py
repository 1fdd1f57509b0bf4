"""The progress bar of long proofs; silent where nobody watches."""

from typing import Any

from tqdm import tqdm


def progress(total: int, label: str) -> "tqdm[Any]":
    return tqdm(total=total, desc=label, unit="run", disable=None, leave=False)
