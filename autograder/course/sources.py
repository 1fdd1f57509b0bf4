"""Where the books treat what an exercise teaches: `sources` of assignment.toml, read as places in five texts.

A source is a text's name and places in it: "CIML 1.3, 2.4-2.6 (Fig 2.4)". What stands in parentheses is for people. A
place is a section, or a lecture (L4), or a range of them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.errors import UserError

# by the word that a source begins with: the text, and to how many numbers a chapter of its index goes
TEXTS = {
    "CIML": ("Daumé, *A Course in Machine Learning*", 1),
    "CS229": ("*CS229 lecture notes* (Stanford)", 1),
    "AIMA": ("Russell & Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed., chapter 19", 2),
    "Aalto": ("*CS-E4710 Machine Learning: Supervised Methods* (Aalto), lecture slides", 1),
    "CS480": ("*CS480/680 lecture notes* (Waterloo)", 1),
}
Section = tuple[int, ...]
_PLACE = re.compile(r"(L?\d+(?:\.\d+)*)(?:\s*-\s*(L?\d+(?:\.\d+)*))?")


@dataclass(frozen=True)
class Place:
    """A section of a text, or a range of sections."""

    text: str
    first: Section
    last: Section

    def covers(self, section: Section) -> bool:
        """Whether it has anything in this section; a chapter has all its sections in it."""
        return _cut(self.first, section) <= _cut(section, self.first) and _cut(section, self.last) <= _cut(
            self.last, section
        )

    def chapters(self) -> list[Section]:
        """The chapters of the text's index that it touches."""
        depth = TEXTS[self.text][1]
        first, last = self.first[:depth], self.last[:depth]
        if len(first) < depth or len(last) < depth or first[:-1] != last[:-1]:
            return sorted({first, last})
        return [(*first[:-1], number) for number in range(first[-1], last[-1] + 1)]


def read_source(source: str) -> list[Place]:
    """The places that a source names; none if it is not of one of the five texts, or names none."""
    words = re.sub(r"\([^)]*\)", "", source).replace("CS-E4710", "")
    text, _, rest = words.strip().partition(" ")
    if text not in TEXTS:
        return []
    return list(_places(text, rest))


def read_query(query: str) -> Place:
    """What somebody asks for: a text, or a text and a section of it."""
    match = re.fullmatch(r"\s*(\S+)\s*(?:L?(\d+(?:\.\d+)*))?\s*", query)
    known = {name.lower(): name for name in TEXTS}
    if match is None or match[1].lower() not in known:
        raise UserError(
            f"{query!r} is no place in a text; expected one as in 'CIML 7' or 'Aalto L4' ({', '.join(TEXTS)})."
        )
    section = _section(match[2]) if match[2] else ()
    return Place(known[match[1].lower()], section, section)


def touches(source: str, query: Place) -> bool:
    return any(place.text == query.text and place.covers(query.first) for place in read_source(source))


def section_name(text: str, section: Section) -> str:
    return ("L" if text == "Aalto" else "") + ".".join(map(str, section))


def _places(text: str, rest: str) -> Iterator[Place]:
    for match in _PLACE.finditer(rest):
        first = _section(match[1])
        yield Place(text, first, _section(match[2]) if match[2] else first)


def _section(words: str) -> Section:
    return tuple(int(number) for number in words.lstrip("L").split("."))


def _cut(section: Section, other: Section) -> Section:
    return section[: len(other)]
