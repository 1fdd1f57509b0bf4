"""Jinja2 as our pages need it: everything escaped, nothing loaded from elsewhere, the same bytes every time."""

import base64
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from autograder.errors import UserError
from autograder.files import remove_unfinished, write_atomically
from autograder.locks import only_one
from autograder.text import visible

PATIENCE = 60.0  # seconds; a large class takes a few
TEMPLATES = Path(__file__).parent / "templates"


def render(template: str, **values: object) -> str:
    return _ENVIRONMENT.get_template(template).render(values)


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keep other commands from writing pages into the folder, and sweep away what a killed one left half-written."""
    lock = folder.with_name(f".{folder.name}.lock")  # beside it: the folder itself may be handed on as it is
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.touch()
        with only_one(lock, f"another command is writing pages to {folder}; wait until it is done.", PATIENCE):
            remove_unfinished(folder)
            yield
    except OSError as error:
        raise UserError(
            f"{folder} cannot be written to ({error.strerror}); the pages that are there are whole."
        ) from None


def write_page(path: Path, page: str) -> None:
    """Write a page unless it is there already, so that a rerun leaves what has not changed alone."""
    if not path.is_file() or path.read_bytes() != page.encode():
        write_atomically(path, page)


def link(*parts: str) -> str:
    """A relative address of these folder and file names, whatever characters they have."""
    return "/".join(quote(os.fsencode(part)) for part in parts)


def points(number: float) -> str:
    """At most two decimals, and none that say nothing."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _harmless(value: Any) -> Any:
    """What every expression in a template goes through before it is escaped and printed."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_harmless,
        keep_trailing_newline=True,
    )
    environment.filters |= {"points": points, "percent": percent}
    script = (TEMPLATES / "tables.js").read_text(encoding="utf-8")
    style = (TEMPLATES / "page.css").read_text(encoding="utf-8")
    # the page's policy names this one script by its hash, so a browser runs no other
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    environment.globals |= {"script": Markup(script), "script_sha256": digest, "style": Markup(style)}
    return environment


_ENVIRONMENT = _environment()
