"""Takes keys out of a TOML file that an author wrote.

Every error names the file, the line, the key and what was expected, because the reader is an author in the middle of
writing. Python's tomllib keeps no lines, so they are found in the text; one that is not found is said as the line of
the table, or as 1.
"""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.files import read_source

_HEADER = re.compile(r"\s*\[\[?\s*([\w.-]+)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*=""")
_KINDS = {str: "a string", int: "a whole number", float: "a number", list: "a list", dict: "a table"}


class TomlReader:
    """One table of the file: the file's own, `[name]`, or the `number`-th `[[name]]`."""

    def __init__(
        self,
        path: Path,
        table: dict[str, Any],
        lines: dict[tuple[str, int, str], int],
        name: str = "",
        number: int = 0,
        label: str = "",
    ):
        self.path, self.table, self.lines, self.name, self.number, self.label = path, table, lines, name, number, label

    @classmethod
    def open(cls, path: Path) -> "TomlReader":
        text = read_source(path)
        try:
            return cls(path, tomllib.loads(text), _find_lines(text))
        except tomllib.TOMLDecodeError as error:
            place = re.search(r" \(at line (\d+), column \d+\)", str(error))
            line = int(place[1]) if place else text.count("\n") + 1
            reason = str(error).partition(" (at ")[0]
            raise UserError(f"{path}:{line}: this is not valid TOML: {reason}.") from None

    def inner(self, name: str) -> "TomlReader":
        """The table `[name]`, empty if there is none."""
        return TomlReader(self.path, self.get(name, dict, {}), self.lines, name, 1, f"{name}.")

    def rows(self, name: str, default: list[Any] | None = None) -> list["TomlReader"]:
        """The tables `[[name]]`, in their order."""
        readers = []
        for number, row in enumerate(self.get(name, list, default), 1):
            if not isinstance(row, dict):
                raise self.error(name, f"{self.label}{name} holds {row!r}, expected tables ([[{name}]]).")
            readers.append(TomlReader(self.path, row, self.lines, name, number, f"{name}[{number}]."))
        return readers

    def get(self, key: str, kind: Any, default: Any = None) -> Any:
        if key not in self.table:
            if default is None:
                raise self.error(key, f"key {self.label}{key} is missing, expected {_kind_name(kind)}.")
            return default
        value = self.table[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error(key, f"{self.label}{key} is {value!r}, expected {_kind_name(kind)}.")
        return value

    def strings(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        values = self.get(key, list, None if default is None else list(default))
        for value in values:
            if not isinstance(value, str):
                raise self.error(key, f"{self.label}{key} holds {value!r}, expected only strings.")
        return tuple(values)

    def finish(self, known: set[str]) -> None:
        for key in self.table:
            if key not in known:
                raise self.error(key, f"unknown key {self.label}{key}, expected one of {sorted(known)}.")

    def error(self, key: str, sentence: str) -> UserError:
        """A complaint about one key of this table."""
        places = [(self.name, self.number, key), (key, 1, ""), (self.name, self.number, ""), ("", 0, self.name)]
        line = next((self.lines[place] for place in places if place in self.lines), 1)
        return UserError(f"{self.path}:{line}: {sentence}")


def _find_lines(text: str) -> dict[tuple[str, int, str], int]:
    """The line of each key, by its table, the table's number among those of its name, and the key ("": the header)."""
    lines: dict[tuple[str, int, str], int] = {}
    table, counts = "", Counter({"": 0})
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[1]
            counts[table] += 1
            lines[table, counts[table], ""] = number
        elif key := _KEY.match(line):
            lines.setdefault((table, counts[table], key[1]), number)
    return lines


def _kind_name(kind: Any) -> str:
    return " or ".join(_KINDS[k] for k in (kind if isinstance(kind, tuple) else (kind,)))
