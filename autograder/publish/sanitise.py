"""Takes everything out of a student's notebook that a browser could run, before anyone looks at it.

A feedback page and formgrader show student notebooks as they are, and formgrader does so inside the instructor's own
session: a script there could change grades. What a student's kernel sends is checked too, since student code can forge
any message of it. So outputs are rebuilt from what is known to be harmless, and Markdown keeps its look but can hold
neither a tag nor a link to anything but a web page.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

from autograder.bridge.codec import clean_text
from autograder.publish.cells import is_autograded, is_locked
from autograder.publish.pixels import pixels

MAX_TEXT = 100_000
# What a page holds of a student's in all. Formulas and colours make up to thirty times as much of it, and take time.
PAGE_MARKDOWN = 300_000
PAGE_CODE = 1_000_000  # with what it prints, so that no print can take the room of an answer
PAGE_PICTURES = 10 << 20
PAGE_PIXELS = 64_000_000  # of each kind, pasted and drawn; whatever shows them needs four bytes for each
_IMAGES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_LINK = re.compile(r"\](?=[(:])")
_HARMLESS_LINK = re.compile(r"\]\(\s*(?:https?://|mailto:|#|attachment:(?P<attachment>[A-Za-z0-9_.-]+)[\s)])")
# A picture on another machine would tell its owner who looks at the page, and when.
_REMOTE_PICTURE = re.compile(r"!(?=\[)(?!\[[\w .,-]*\]\(\s*attachment:)")
_NOT_SHOWN = "(an output of a kind that is not shown here)"
_TOO_LARGE = f"(a picture is left out here: a page has room for {PAGE_PIXELS // 1_000_000} million pixels)"
_HEADER = 400_000  # characters of base64 in which a JPEG says its size, behind a preview and a colour profile
_LEFT_OUT = f"] (left out: a page has room for {PAGE_PICTURES >> 20} MB of pasted pictures) "


class Room:
    """What a page still has room for. Limits of each text alone would let a thousand of them through."""

    def __init__(self, characters: int):
        self.characters, self.picture_bytes, self.pixels = characters, PAGE_PICTURES, PAGE_PIXELS

    def text(self, value: Any) -> str:
        """As much of a text as there is room for; nothing of what is no text."""
        text = clean_text(value) if isinstance(value, str) else ""
        kept = text[: min(MAX_TEXT, self.characters)]
        self.characters -= len(kept)
        return kept if len(kept) == len(text) else f"{kept}\n... (too long for this page, so it is cut off here)"

    def takes(self, pictures: dict[str, str]) -> bool:
        """Whether a pasted picture fits in once more: a page holds it as often as it is named."""
        self.picture_bytes -= sum(map(len, pictures.values()))
        return self.picture_bytes >= 0 and self.shows(pictures)

    def shows(self, pictures: dict[str, str]) -> bool:
        """Whether there is room for the pixels of a picture, in each of its forms."""
        self.pixels -= sum(_pixels(kind, encoded) or 0 for kind, encoded in pictures.items())
        return self.pixels >= 0


def make_safe(notebook: NotebookNode) -> NotebookNode:
    """Rebuild the student's own cells in place; the course's locked cells are trusted and stay as they are."""
    answers, code = Room(PAGE_MARKDOWN), Room(PAGE_CODE)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            if not is_locked(cell):
                cell.source = code.text(cell.source)
            if not isinstance(cell.get("execution_count"), int):
                cell.execution_count = None
            cell.outputs = [] if is_autograded(cell) else [safe_output(output, code) for output in cell.outputs]
        elif not is_locked(cell):
            pictures = safe_attachments(cell.pop("attachments", {}))
            cell.source = safe_markdown(cell.source, pictures, answers)
            if pictures:
                cell.attachments = pictures
    return notebook


def safe_markdown(text: str, attachments: Mapping[str, dict[str, str]], room: Room) -> str:
    """The same text, with a space where a tag, a picture from elsewhere or a link to no web page would begin.

    A space is enough: neither HTML nor Markdown allows one there. Code and formulas only look a little wider, and it
    does not matter how the text is parsed later, which no rewriting of parsed Markdown could promise.
    """
    tagless = _REMOTE_PICTURE.sub("! ", _TAG.sub("< ", room.text(text)))

    def link(match: re.Match[str]) -> str:
        harmless = _HARMLESS_LINK.match(tagless, match.start())
        name = harmless and harmless["attachment"]
        if not harmless or (name and name not in attachments):
            return "] "
        return "]" if not name or room.takes(attachments[name]) else _LEFT_OUT

    return _LINK.sub(link, tagless)


def safe_attachments(attachments: Any) -> dict[str, dict[str, str]]:
    """The pictures pasted into a cell, without anything that is not a picture."""
    safe = {}
    for name, versions in attachments.items() if isinstance(attachments, dict) else ():
        pictures = _pictures(versions)
        if pictures:
            safe[str(name)] = pictures
    return safe


def safe_output(output: Any, room: Room) -> NotebookNode:
    """One output, rebuilt from its plain text and its bitmap; HTML, SVG, scripts and widgets are left behind."""
    fields = output if isinstance(output, dict) else {}
    safe: NotebookNode
    if fields.get("output_type") == "stream":
        name = "stderr" if fields.get("name") == "stderr" else "stdout"
        safe = new_output("stream", name=name, text=room.text(fields.get("text")))
    elif fields.get("output_type") == "error":
        lines = fields.get("traceback")
        safe = new_output(
            "error",
            ename=room.text(fields.get("ename")),
            evalue=room.text(fields.get("evalue")),
            traceback=[room.text(line) for line in lines[:200]] if isinstance(lines, list) else [],
        )
    else:
        data = _shown(fields.get("data"), room)
        described = {kind: {"alt": "a picture drawn by this cell"} for kind in data if kind in _IMAGES}
        safe = new_output("display_data", data=data, metadata=described)
    return safe


def _shown(data: Any, room: Room) -> dict[str, str]:
    pictures = _pictures(data)
    shown = pictures if room.shows(pictures) else {}
    if isinstance(data, dict) and isinstance(data.get("text/plain"), str):
        shown["text/plain"] = room.text(data["text/plain"])
    return shown or {"text/plain": _TOO_LARGE if pictures else _NOT_SHOWN}


def _pictures(data: Any) -> dict[str, str]:
    """The entries that really are what they say: base64 of a PNG or JPEG, encoded anew; and no larger than a page."""
    found = {}
    for kind, signature in _IMAGES.items():
        encoded = data.get(kind) if isinstance(data, dict) else None
        if isinstance(encoded, str):
            try:
                picture = base64.b64decode("".join(encoded.split()), validate=True)
            except (binascii.Error, ValueError):
                continue
            if picture.startswith(signature):
                again = base64.b64encode(picture).decode("ascii")
                if 0 < (_pixels(kind, again) or 0) <= PAGE_PIXELS:
                    found[kind] = again
    return found


def _pixels(kind: str, encoded: str) -> int | None:
    try:
        return pixels(kind, base64.b64decode(encoded[:_HEADER]))
    except (binascii.Error, ValueError):
        return None
