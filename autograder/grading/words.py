"""What a student is told of a check that failed.

Of a public check everything: students have it, and it runs in a process that has seen no hidden one. Of a hidden check,
and of any check in which an oracle was lent, only sentences of ours: the text of an exception, its class, the name of a
returned object's class are chosen by the student's code, which has seen the hidden data and could carry them out.
"""

import re
from dataclasses import dataclass

from autograder.bridge.errors import StudentError, StudentGone

SOURCE_LIMIT = 200
WRONG = "the answer does not do what the title says"
# What Python and numpy say most often, and what is said of it instead: the first pattern that is found in the text.
_IN_OUR_WORDS: tuple[tuple[str, str, str], ...] = (
    ("", r"NoneType", "there is None where a value was expected; does a function of yours end without return?"),
    ("ValueError", r"broadcast", "the shapes of two arrays do not fit together"),
    ("ValueError", r"not aligned|matmul|mismatch in its core", "the shapes of a matrix product do not fit together"),
    ("ValueError", r"reshape", "an array cannot be brought into that shape: it has another number of elements"),
    (
        "ValueError",
        r"truth value of an array",
        "an array was used where one True or False is needed (any, all, & or |)",
    ),
    ("ValueError", r"inhomogeneous|with a sequence", "an array was made of rows that differ in length"),
    ("ValueError", r"could not convert string", "a text was used as a number"),
    (
        "ValueError",
        r"zero-size|empty (sequence|iterable)|arg is an empty",
        "the largest or least of nothing was asked for",
    ),
    ("ValueError", r"values to unpack", "something was taken apart into more or fewer parts than it has"),
    ("ValueError", r"dimensions .*must match|dimension.* except", "arrays were joined whose other lengths differ"),
    ("ValueError", r"is not in list", "something was looked for in a list that does not hold it"),
    ("IndexError", r"too many indices", "an array was given more indices than it has axes"),
    ("IndexError", r"boolean index", "a mask has another length than the array that it is used on"),
    ("IndexError", r"only integers|must be integers|arrays used as indices", "an index is not a whole number"),
    ("IndexError", r"", "an index is out of bounds: it lies beyond the end"),
    (
        "TypeError",
        r"positional argument|keyword argument|multiple values for",
        "a function was called with arguments other than those it takes",
    ),
    ("TypeError", r"not subscriptable", "something that is no list, array or dictionary was indexed"),
    ("TypeError", r"not callable", "something that is no function was called"),
    ("TypeError", r"not iterable|object of type .* has no len", "one number was used where several were expected"),
    ("TypeError", r"indices must be integers|cannot be interpreted as an integer", "a whole number was expected"),
    ("TypeError", r"converted to Python scalars|length-1 arrays", "an array was used where one number is needed"),
    ("TypeError", r"unhashable", "a list or an array was used as a key of a dictionary or in a set"),
    ("TypeError", r"[Cc]annot cast", "fractions cannot be stored in an array of whole numbers; make it one of floats"),
    ("TypeError", r"unsupported operand|ufunc|not supported between", "two things were combined that cannot be"),
    ("TypeError", r"does not support item assignment", "something was assigned to in place that cannot be changed"),
    ("AttributeError", r"ndarray", "an array has no attribute of that name"),
    (
        "AttributeError",
        r"'list'|'tuple'|'float'|'int'",
        "a list or a number has no such attribute; was an array expected?",
    ),
    ("AttributeError", r"", "something has no attribute of that name"),
    ("KeyError", r"", "a dictionary has no such key"),
    ("UnboundLocalError", r"", "a variable was used before it had a value"),
    ("NameError", r"", "a name was used that is not defined"),
    ("ZeroDivisionError", r"", "something was divided by zero"),
    ("RecursionError", r"", "a function calls itself again and again"),
    ("LinAlgError", r"[Ss]ingular", "a matrix is singular, so that it has no inverse"),
    ("LinAlgError", r"square", "a matrix is not square"),
    ("LinAlgError", r"positive definite", "a matrix is not positive definite"),
    ("OverflowError", r"", "a number became too large"),
    ("FloatingPointError", r"", "a number became too large, or is not one any more"),
)


@dataclass(frozen=True)
class Words:
    """Says what happened to one submission's code. `source` is the file as it was handed in."""

    module: str
    source: str

    def in_full(self, raised: BaseException, sentence: str = "") -> str:
        """For a check that the student has, and for a file that could not be loaded."""
        if isinstance(raised, StudentGone):
            return raised.sentence
        if isinstance(raised, StudentError):
            return _without_addresses(self._error(raised, raised.kind, raised.text))
        return _without_addresses(_assertion(raised)) or sentence or WRONG

    def in_ours(self, raised: BaseException, sentence: str) -> str:
        """For a check in which the code has seen what the student has not: `sentence` is what comparing has found."""
        if isinstance(raised, StudentGone):
            return raised.sentence
        if isinstance(raised, StudentError):
            return self._error(raised, raised.known_kind, _reworded(raised))
        return sentence or WRONG

    def _error(self, error: StudentError, kind: str, text: str) -> str:
        """One sentence about an exception in the student's code, with the line of their file."""
        if error.is_missing:
            return error.text
        file = f"{self.module}.py"
        where = f" in line {error.line} of {file}" if error.line else ""
        line = self._line(error.line)
        source = f": {line}" if line else ""
        if error.known_kind == "NotImplementedError":
            return f"not started yet (NotImplementedError{where})"
        if error.known_kind == "SyntaxError":
            return f"{file} is not valid Python: {text}{where}{source}"
        if error.known_kind == "ModuleNotFoundError":
            return f"{text}{where}: only numpy and the standard library may be imported{source}"
        if error.known_kind == "SystemExit":
            return f"your code called exit(){where}{source}"
        return f"{kind}{': ' + text if text else ''}{where}{source}"

    def _line(self, number: int) -> str:
        lines = self.source.split("\n")
        return lines[number - 1].strip()[:SOURCE_LIMIT] if 0 < number <= len(lines) else ""


def _reworded(error: StudentError) -> str:
    """A sentence of ours in place of the exception's text; "" if none fits."""
    if error.known_kind == "ModuleNotFoundError":
        return "a module is missing"
    fitting = (
        sentence
        for kind, pattern, sentence in _IN_OUR_WORDS
        if kind in ("", error.known_kind) and re.search(pattern, error.text)
    )
    return next(fitting, "")


def _without_addresses(text: str) -> str:
    """Where an object lay in memory tells nobody anything, and would make two runs' reports differ."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def _assertion(raised: BaseException) -> str:
    """pytest's own explanation of a public check's assertion: what was compared, and which call gave it."""
    text = str(raised).strip()
    if not isinstance(raised, AssertionError):
        text = f"{type(raised).__name__}: {text}" if text else type(raised).__name__
    lines = text.splitlines()
    compared = [line.strip() for line in lines if not line.startswith(" +")]
    compared = [line for line in compared if line and line != "comparison failed"][:6]
    origin = [line.replace(" +  ", "", 1) for line in lines if line.startswith(" +  where ")][:1]
    return "\n".join(line[:200] for line in compared + origin)
