"""A CSV file as rows of text, written back in the way it came: encoding, byte order mark, separator, line ends."""

import codecs
import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UserError

_MAX_CELL = 1 << 28  # Moodle puts whole online texts into a cell
_SIGNS = "=+@＝＋－＠-"  # the wide ones too, which some spreadsheets take for the others
_FORMULA = (*_SIGNS, "\t", "\r", "\n")
_FORMULA_INSIDE = re.compile(rf'([;|\t\r\n][ "\t]*)(?=[{_SIGNS}])')
_NUMBER = re.compile(r"[+-]?\d*[.,]?\d+%?|[+-]")  # a bare sign is how Moodle writes "nothing"


@dataclass
class Table:
    """The header and the rows below it, all of the header's length."""

    header: list[str]
    rows: list[list[str]]
    encoding: str = "utf-8"
    separator: str = ","
    line_end: str = "\r\n"

    def places(self, *names: str) -> list[int]:
        """Where the columns with these names stand, of those that there are."""
        return [self.header.index(name) for name in names if name in self.header]

    def to_bytes(self) -> bytes:
        return csv_text([self.header, *self.rows], self.separator, self.line_end).encode(self.encoding)


def read_table(path: Path) -> Table:
    """Read a CSV file in UTF-8 or, with its mark, UTF-16; separated by commas, semicolons or tabs."""
    try:
        data = path.read_bytes()
        encoding = _encoding(data)
        text = data.decode(encoding)
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is not in UTF-8; export it again, and do not save it with another program.") from None
    first = text.partition("\n")[0]
    csv.field_size_limit(_MAX_CELL)
    try:
        separator = max(",;\t", key=lambda character: len(next(csv.reader([first], delimiter=character), [])))
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True) if row]
    except csv.Error as error:
        raise UserError(f"{path} is not a CSV file: {error}.") from None
    if not rows:
        raise UserError(f"{path} is empty.")
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) > width:
            raise UserError(f"{path}: row {number} has {len(row)} cells, expected {width} as in the header.")
    header, *body = (row + [""] * (width - len(row)) for row in rows)
    return Table(header, body, encoding, separator, "\r\n" if first.endswith("\r") else "\n")


def neutral(text: str) -> str:
    """A text that no spreadsheet takes for a formula, also where it splits at other characters than commas (at
    semicolons in half of Europe, at tabs or bars if told so) and so sees a cell begin in the middle of this one. What a
    formula would begin with gets an apostrophe before it; numbers stay as they are."""
    inside = _FORMULA_INSIDE.sub(r"\1'", text)
    return f"'{inside}" if text.lstrip(" ").startswith(_FORMULA) and not _NUMBER.fullmatch(text) else inside


def csv_text(rows: Iterable[Iterable[str]], separator: str = ",", line_end: str = "\n") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator=line_end).writerows(rows)
    return text.getvalue()


def _encoding(data: bytes) -> str:
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    return "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"
