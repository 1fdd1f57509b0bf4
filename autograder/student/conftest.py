"""What pytest needs to run the checks of this assignment: the fixtures, the marker, and the table at the end.

Nothing in this file needs a change. `pytest --tb=short` shows tracebacks in pytest's own way instead of the short ones.
"""

import _thread
import argparse
import ast
import contextlib
import functools
import hashlib
import importlib.util
import io
import itertools
import json
import re
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import check as kit
import numpy as np
import pytest

PRINT_LIMIT = 4000  # characters that are kept of what one check prints


class StillRunning(BaseException):
    """Raised in a check that has run too long; not an Exception, so that `except Exception` does not swallow it."""


class DoesNotLoad(Exception):
    """The student's module cannot be imported; the message is the sentence that says why."""


@dataclass
class Run:
    """What this run knows."""

    folder: Path
    data: Path
    table: kit.Table
    short: bool  # our table and sentences instead of pytest's tracebacks
    request: kit.Request | None = None  # set if `check.run_checks` started this run
    checks: dict[str, kit.Check] = field(default_factory=dict)
    hung: set[str] = field(default_factory=set)  # exercises in which a check had to be stopped
    module: ModuleType | None = None
    obstacle: str = ""  # why the module does not load
    comparison: tuple[Any, str, Any] | None = None  # left, operator, right of what failed in the current check
    last_call: tuple[str, tuple[Any, ...], dict[str, Any]] | None = None  # of the student's functions, in this check

    @property
    def seconds(self) -> float:
        """The time limit of a check; where one loop never ends, others that use it would cost the full time again."""
        seconds: float = self.table.seconds
        return min(2.0, seconds) if self.hung else seconds

    def tell(self, **event: Any) -> None:
        if self.request:
            with open(self.request.events, "a", encoding="utf-8") as file:
                file.write(json.dumps(event) + "\n")


RUN = pytest.StashKey[Run]()
PRINTED = pytest.StashKey[str]()


# ---------------------------------------------------------------------------------------------- set-up


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--kit-request", help=argparse.SUPPRESS)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "exercise(name, weight=1): the exercise that a check belongs to")
    short = config.option.tbstyle == "auto"
    if short:
        config.option.disable_warnings = True  # numpy's warnings come again as a wrong answer, with a sentence
    path = config.getoption("--kit-request")
    if path:
        request = kit.read_request(Path(path))
        config.stash[RUN] = Run(Path(request.folder), Path(request.data), request.table, short, request)
    else:
        folder = Path(__file__).resolve().parent
        try:
            config.stash[RUN] = Run(folder, folder / "data", kit.read_table(folder / "exercises.json"), short)
        except kit.KitError as error:
            raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(tryfirst=True)  # before -k is applied
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        item.extra_keyword_matches.add(_exercise(item))  # so that `pytest -k entropy` finds all checks of entropy
    request = config.stash[RUN].request
    if request:
        items[:] = [item for item in items if _exercise(item) in request.names and item.name not in request.skip]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note all checks of the files at hand, also those left out by -k, so that a part is never taken for the whole."""
    run = session.config.stash[RUN]
    files = dict.fromkeys(item.getparent(pytest.Module) for item in session.items)
    for item in itertools.chain.from_iterable(_items(file) for file in files if file):
        if _exercise(item):
            run.checks[item.name] = _new_check(item)
    run.tell(checks=[asdict(check) for check in run.checks.values()])


def _items(collector: pytest.Collector) -> Iterator[pytest.Item]:
    for node in collector.collect():
        if isinstance(node, pytest.Item):
            yield node
        elif isinstance(node, pytest.Collector):
            yield from _items(node)


def _exercise(item: pytest.Item) -> str:
    mark = item.get_closest_marker("exercise")
    return mark.args[0] if mark else ""


def _new_check(item: pytest.Item) -> kit.Check:
    mark = item.get_closest_marker("exercise")
    assert mark is not None
    docstring = getattr(getattr(item, "function", None), "__doc__", None)
    text = docstring or item.name.removeprefix("test_").replace("_", " ")
    title = " ".join(text.strip().split("\n\n")[0].split())
    return kit.Check(mark.args[0], item.name, title, mark.kwargs.get("weight", 1.0))


# ---------------------------------------------------------------------------------------------- fixtures


@pytest.fixture
def student(request: pytest.FixtureRequest) -> "Watched":
    """The module that you write."""
    run = request.config.stash[RUN]
    if run.module is None and not run.obstacle:
        run.module = _load(run)
    if run.module is None:
        raise DoesNotLoad(run.obstacle)
    return Watched(run, run.module)


class Watched:
    """The student's module, except that calls of its functions are noted, so that a failed check can tell the last."""

    def __init__(self, run: Run, module: ModuleType):
        self.__dict__.update(_run=run, _module=module)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if not isinstance(value, FunctionType):
            return value

        @functools.wraps(value)
        def noted(*args: Any, **kwargs: Any) -> Any:
            self._run.last_call = name, args, kwargs
            return value(*args, **kwargs)

        return noted

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._module, name, value)


@pytest.fixture
def dataset(request: pytest.FixtureRequest) -> Callable[[str], tuple[np.ndarray, np.ndarray, list[str]]]:
    """`dataset(name)` gives fresh `(X, y, names)`."""
    folder = request.config.stash[RUN].data
    return lambda name: kit.load_dataset(folder, name)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Random numbers that differ from check to check and are the same in every run."""
    return np.random.default_rng(list(hashlib.sha256(request.node.name.encode()).digest()))


def _load(run: Run) -> ModuleType | None:
    """Run the file as it is now (Python's own cache of compiled files can miss an edit within the same second)."""
    path = run.folder / f"{run.table.module}.py"
    spec = importlib.util.spec_from_file_location(run.table.module, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[run.table.module] = module
    sys.path.insert(0, str(run.folder))
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    except FileNotFoundError as error:
        missing = error.filename == str(path)
        run.obstacle = f"{path.name} is not in this folder." if missing else _obstacle(path, error, run.folder)
    except (Exception, SystemExit) as error:
        run.obstacle = _obstacle(path, error, run.folder)
    except StillRunning as error:
        run.obstacle = f"{path.name} does not load: it {_stopped(error, run.folder)}."
    return None if run.obstacle else module


def _obstacle(path: Path, error: BaseException, folder: Path) -> str:
    return f"{path.name} does not load. {kit.describe(error, folder)}"


# ---------------------------------------------------------------------------------------------- running one check


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    run = item.config.stash[RUN]
    exercise = _exercise(item)
    run.comparison = run.last_call = None
    if exercise:
        run.tell(running=item.name)
    if exercise in run.hung:
        pytest.skip("an earlier check of this exercise had to be stopped")
    with _guard(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with _guard(item):
        return (yield)


@contextlib.contextmanager
def _guard(item: pytest.Item) -> Iterator[None]:
    """Bound what a check may take of time, and what it may print."""
    option = item.config.option
    by_hand = option.usepdb or option.trace  # a person steps through the check
    with contextlib.ExitStack() as stack:
        if not by_hand and threading.current_thread() is threading.main_thread():
            stack.enter_context(_time_limit(item.config.stash[RUN].seconds))
        if option.capture != "no":
            stack.enter_context(_bounded_output(item))
        yield


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise StillRunning after so many seconds; by way of SIGINT, which works the same on every system."""
    expired = False

    def expire() -> None:
        nonlocal expired
        expired = True
        _thread.interrupt_main()

    def interrupted(signum: int, frame: FrameType | None) -> None:
        if not expired:
            raise KeyboardInterrupt  # it was the person
        if sys.gettrace() is None:  # else a debugger is at work, and people think slowly
            raise StillRunning

    previous = signal.signal(signal.SIGINT, interrupted)
    timer = threading.Timer(seconds, expire)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, previous)


class _Bounded(io.StringIO):
    """Keeps the first characters written to it and forgets the rest, so that a flood of prints costs nothing."""

    def write(self, text: str) -> int:
        super().write(text[: max(0, PRINT_LIMIT - self.tell())])
        return len(text)


@contextlib.contextmanager
def _bounded_output(item: pytest.Item) -> Iterator[None]:
    printed = _Bounded()
    try:
        with contextlib.redirect_stdout(printed):
            yield
    finally:
        item.stash[PRINTED] = item.stash.get(PRINTED, "") + printed.getvalue()
        print(printed.getvalue(), end="")  # for pytest's own "captured stdout"


# ---------------------------------------------------------------------------------------------- judging one check


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if _exercise(item) and (report.when == "call" or (report.when == "setup" and not report.passed)):
        check = _new_check(item)
        check.printed = item.stash.get(PRINTED, "")
        if report.passed:
            check.outcome = kit.PASSED
        elif call.excinfo is not None and not report.skipped:
            try:
                _explain(check, call.excinfo, item)
            except Exception:  # answers of the student's own classes may fail in any way when looked at
                check.details = [kit.describe(call.excinfo.value, item.config.stash[RUN].folder)]
        item.config.stash[RUN].tell(check=asdict(check))
        report.__dict__["check"] = asdict(check)  # plain data on the report itself comes through pytest-xdist too
    return report


def _explain(check: kit.Check, failure: pytest.ExceptionInfo[BaseException], item: pytest.Item) -> None:
    """Say what happened in few words: the statement of the check, then the answer or the error it came to."""
    run = item.config.stash[RUN]
    error = failure.value
    check.outcome = kit.ERROR
    if isinstance(error, DoesNotLoad):
        check.outcome, check.details = kit.BLOCKED, [str(error)]
        return
    unwritten = _unwritten(error, run.folder)
    if unwritten:
        check.outcome = kit.TODO
        check.details = [f"{unwritten.co_qualname} is not written yet ({Path(unwritten.co_filename).name})"]
        other = unwritten.co_qualname.split(".")[0]
        if other != check.exercise and other in {exercise.name for exercise in run.table.exercises}:
            check.waits_for = other
        return
    statement, variables = _statement(failure, item.path)
    check.statement = _told(statement, variables) if statement else ""
    if isinstance(error, StillRunning):
        run.hung.add(check.exercise)
        check.details = [_stopped(error, run.folder)]
    elif isinstance(error, AttributeError) and error.obj is run.module:
        check.details = [f"{run.table.module}.py has no {error.name}; was it renamed or deleted?"]
    elif (
        statement and isinstance(error, AssertionError | pytest.fail.Exception) and not kit.own_line(error, run.folder)
    ):
        check.outcome, check.details = kit.FAILED, _wrong_answer(error, statement, run.comparison)
        if run.last_call and "student." not in ast.unparse(statement):
            check.details.insert(0, f"after {_call(*run.last_call)}")
    else:
        check.details = [kit.describe(error, run.folder)]


def _stopped(error: StillRunning, folder: Path) -> str:
    line = kit.own_line(error, folder)
    return "took too long and was stopped" + (f" ({line})" if line else "")


def _unwritten(error: BaseException, folder: Path) -> CodeType | None:
    """The function of the stub that raised this NotImplementedError."""
    if not isinstance(error, NotImplementedError):
        return None
    code, trace = None, error.__traceback__
    while trace:
        if kit.is_own_file(trace.tb_frame.f_code.co_filename, folder):
            code = trace.tb_frame.f_code
        trace = trace.tb_next
    return code


def _statement(failure: pytest.ExceptionInfo[BaseException], path: Path) -> tuple[ast.stmt | None, dict[str, Any]]:
    """The statement of the check in which it failed, and the variables there; None if it failed before the check."""
    entries = [entry for entry in failure.traceback if entry.path == path]
    if not entries:
        return None, {}
    line = entries[-1].lineno + 1
    around = [
        node
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    raises = [node for node in around if isinstance(node, ast.With) and "raises" in ast.unparse(node.items[0])]
    return max(raises or around, key=lambda node: node.lineno), entries[-1].frame.f_locals


def _told(statement: ast.stmt, variables: dict[str, Any]) -> str:
    """The statement on one line, with the values of its variables where they are short."""
    asserted = statement.test if isinstance(statement, ast.Assert) else statement
    plain = (bool, int, float, str, list, tuple, np.ndarray, np.generic)
    names = [name for name in _names_in(asserted) if isinstance(variables.get(name), plain)]
    values = {name: _show(variables[name]) for name in names if name not in _sides(asserted)}
    short = [f"{name} = {value}" for name, value in values.items() if len(value) <= 40 and "..." not in value]
    text: str = kit.shorten(ast.unparse(asserted))
    return f"{text}   with {', '.join(short)}" if short else text


def _sides(node: ast.AST) -> set[str]:
    """The variables that are compared as they are; their values are told as "got" and "expected" anyway."""
    if isinstance(node, ast.Expr):
        return _sides(node.value)
    if isinstance(node, ast.Compare):
        return {side.id for side in [node.left, *node.comparators] if isinstance(side, ast.Name)}
    return {side.id for side in node.args if isinstance(side, ast.Name)} if isinstance(node, ast.Call) else set()


def _names_in(node: ast.AST) -> list[str]:
    return list(dict.fromkeys(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)))


def _call(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """The call as a student would type it, with a few words in place of a value that is too long for a line."""
    shown = [_argument(value) for value in args] + [f"{key}={_argument(value)}" for key, value in kwargs.items()]
    return f"{name}({', '.join(shown)})"


def _argument(value: Any) -> str:
    text = _show(value)
    if len(text) <= 40 and "..." not in text:
        return text
    if isinstance(value, np.ndarray):
        return f"<array of shape {value.shape}, dtype {value.dtype}>"
    return f"<a {type(value).__name__}>"


# ---------------------------------------------------------------------------------------------- wrong answers


def pytest_assertrepr_compare(config: pytest.Config, op: str, left: object, right: object) -> None:
    """Called for the comparison in an assertion that fails: keep both sides; pytest's own explanation stays."""
    config.stash[RUN].comparison = left, op, right


def _wrong_answer(error: BaseException, statement: ast.stmt, comparison: tuple[Any, str, Any] | None) -> list[str]:
    """What to tell of an assertion: the author's own words if there are any, and the answer that came instead."""
    message = str(error)
    unraised = re.match(r"DID NOT RAISE (.*)", message)
    if unraised:
        return [f"expected {_tidy(unraised[1])}, but nothing was raised"]
    sides = _numpy_sides(error)
    if sides:
        return sides
    words, found, explanation = message.partition("assert ")
    told = [kit.shorten(words)] if words.strip() else []
    if not found:
        return told
    return [*told, _compared(statement, *comparison) if comparison else _came_out(explanation)]


def _compared(statement: ast.stmt, left: Any, op: str, right: Any) -> str:
    if op not in ("==", "is"):
        return f"{_show(left)} {op} {_show(right)} does not hold"
    if _is_approx(left) or _is_turned_round(statement):
        left, right = right, left
    return _got_expected(left, right)


def _is_turned_round(statement: ast.stmt) -> bool:
    """Whether the assertion has the student's answer on the right: `assert 1 == student.f(x)`."""
    if not isinstance(statement, ast.Assert) or not isinstance(statement.test, ast.Compare):
        return False
    return "student" in _names_in(statement.test.comparators[-1]) and "student" not in _names_in(statement.test.left)


def _numpy_sides(error: BaseException) -> list[str]:
    """The two sides of np.testing.assert_allclose and its relatives, from numpy's own variables."""
    trace = error.__traceback__
    while trace:
        variables = trace.tb_frame.f_locals
        if "actual" in variables and "desired" in variables:
            got, desired = (np.asarray(variables[name])[()] for name in ("actual", "desired"))
            tolerance: dict[str, Any] = {"rel": variables.get("rtol"), "abs": variables.get("atol"), "nan_ok": True}
            expected = pytest.approx(desired, **tolerance) if "rtol" in variables else desired
            words = str(variables.get("err_msg") or "")
            return [*filter(None, [kit.shorten(words)]), _got_expected(got, expected)]
        trace = trace.tb_next
    return []


def _got_expected(got: Any, expected: Any) -> str:
    if got is None:
        return f"got None (is a return missing?), expected {_show(expected)}"
    wanted = expected.expected if _is_approx(expected) else expected
    if isinstance(wanted, np.ndarray) and np.ndim(got):
        form, wanted_form = _forms(np.asarray(got), wanted)
        if form != wanted_form:
            return f"got an array of {form}, expected {wanted_form}"
    place, got, expected = _first_difference(got, expected)
    return f"{place}got {_show(got)}, expected {_show(expected)}"


def _forms(got: np.ndarray, wanted: np.ndarray) -> tuple[str, str]:
    """What tells two arrays apart before any value does: shape, and dtype if it is of another kind (text, objects or
    truth values where numbers are wanted; whole numbers and floats are one kind)."""
    kinds = {"number" if array.dtype.kind in "iuf" else array.dtype.kind for array in (got, wanted)}
    shape, wanted_shape = f"shape {got.shape}", f"shape {wanted.shape}"
    if len(kinds) == 1:
        return shape, wanted_shape
    return f"{shape} and dtype {got.dtype}", f"{wanted_shape} and dtype {wanted.dtype}"


def _first_difference(got: Any, expected: Any, place: str = "") -> tuple[str, Any, Any]:
    """Where both are too long to show, go down to the first part that differs."""
    shown = _show(got) + _show(expected)
    if len(shown) > 100 or "..." in shown:
        for key, part, wanted in _parts(got, expected):
            if not np.all(part == wanted):
                return _first_difference(part, wanted, f"{place}[{key!r}]")
    return f"at {place}: " if place else "", got, expected


def _parts(got: Any, expected: Any) -> Iterator[tuple[Any, Any, Any]]:
    tolerance: dict[str, Any] | None = None
    if _is_approx(expected):
        tolerance = {"rel": expected.rel, "abs": expected.abs, "nan_ok": expected.nan_ok}
        expected = expected.expected
    keys: Any = ()
    if isinstance(got, dict) and isinstance(expected, dict):
        keys = [key for key in expected if key in got]
    elif isinstance(got, list | tuple | np.ndarray) and isinstance(expected, list | tuple | np.ndarray):
        keys = range(min(len(got), len(expected)))
    for key in keys:
        yield key, got[key], pytest.approx(expected[key], **tolerance) if tolerance else expected[key]


def _is_approx(value: object) -> bool:
    return type(value).__name__.startswith("Approx") and hasattr(value, "expected")


def _show(value: Any) -> str:
    """The value on one short line."""
    if _is_approx(value) and np.ndim(value.expected):
        value = value.expected
    if isinstance(value, np.ndarray):
        text = np.array2string(value, separator=", ", threshold=20)
        return _tidy(re.sub(r"(?<=\[) +| +(?=[,\]])", "", text))  # without the spaces that align columns
    return _tidy(repr(value))


def _tidy(text: str) -> str:
    """What Python prints of a value, made readable: `np.float64(0.5)` is 0.5, `<function f at 0x7>` is f."""
    text = re.sub(r"<(?:built-in |bound )?(?:function|method|class) '?([\w.]+)[^>]*>", r"\1", text)
    text = re.sub(r"<(?:[\w.]*\.)?(\w+) object at 0x\w+>", r"<\1 object>", text)
    text = re.sub(r"\bnp\.(?:float|int|uint|bool|str)\w*\(([^()]*)\)", r"\1", text)
    short: str = kit.shorten(text.replace("\\n", " "), 120)
    return short


def _came_out(explanation: str) -> str:
    """An assertion without a comparison, from pytest's explanation: `False\\n + where False = allclose(...)`."""
    call = re.search(r"where (?:np\.)?False_? = (.*)", explanation)
    if not call or "generator object" in call[1]:
        return f"came out as {_tidy(explanation.partition(chr(10))[0])}"
    function, _, inside = call[1].removesuffix(")").partition("(")
    arguments = _split_arguments(inside)
    if _tidy(function) in ("allclose", "array_equal", "isclose") and len(arguments) >= 2:
        return f"got {_tidy(arguments[0])}, expected {_tidy(arguments[1])}"
    return f"{_tidy(call[1])} is False"


def _split_arguments(text: str) -> list[str]:
    """Split at the commas that are not inside brackets; pytest shortens long values, so this need not be Python."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


# ---------------------------------------------------------------------------------------------- what is shown


def pytest_report_teststatus(report: pytest.TestReport, config: pytest.Config) -> tuple[str, str, Any] | None:
    """Put failed checks under headings of our own, so that pytest prints no traceback for them; we tell them below."""
    check = getattr(report, "check", None)
    if check is None or not config.stash[RUN].short or check["outcome"] in (kit.PASSED, kit.NOT_RUN):
        return None
    if check["outcome"] == kit.TODO:
        return "not written yet", "-", ("NOT WRITTEN YET", {"yellow": True})
    return "not passed", "F", ("NOT PASSED", {"red": True})


def pytest_terminal_summary(terminalreporter: "pytest.TerminalReporter", config: pytest.Config) -> None:
    run = config.stash[RUN]
    for reports in terminalreporter.stats.values():
        for check in [getattr(report, "check", None) for report in reports]:
            if check:
                run.checks[check["name"]] = kit.Check(**check)
    seen = {check.exercise for check in run.checks.values() if check.outcome != kit.NOT_RUN}
    names = [exercise.name for exercise in run.table.exercises if exercise.name in seen]
    if names and not run.request:
        style = kit.Style(terminalreporter.hasmarkup, kit.can_encode(getattr(sys.stdout, "encoding", None)))
        terminalreporter.write_sep("=", run.table.title)
        for line in kit.text_report(kit.make_report(run.table, names, run.checks.values()), style).splitlines():
            terminalreporter.write_line(line)
