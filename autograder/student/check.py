"""Runs the public checks of this assignment and shows how far you are.

    python check.py                      all exercises
    python check.py entropy gini         just these
    python check.py --hint entropy       a hint for one exercise
    python check.py --watch              again whenever you save

In the notebook, `check("entropy")` does the same. Plain `pytest` works too. Nothing in this file needs a change.
"""

import argparse
import contextlib
import csv
import functools
import html
import importlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TextIO

import numpy as np

KIT = Path(__file__).resolve().parent
KIT_FILES = {"check.py", "conftest.py"}
COMMAND = "python check.py"

# What can become of a check. FAILED: a wrong answer. ERROR: no answer. TODO: a NotImplementedError of the stub.
# BLOCKED: the module itself does not load. NOT_RUN: left out.
PASSED, FAILED, ERROR, TODO, BLOCKED, NOT_RUN = "passed", "failed", "error", "to do", "blocked", "not run"


class KitError(Exception):
    """Something that the person at the keyboard can mend, said in one sentence."""


# ---------------------------------------------------------------------------------------------- the assignment


@dataclass(frozen=True)
class Exercise:
    """One function or class that you write."""

    name: str
    points: float
    hint: str = ""


@dataclass(frozen=True)
class Table:
    """What `exercises.json` says: the module to fill in, and its exercises in the order of the handout."""

    title: str
    module: str
    exercises: tuple[Exercise, ...]
    seconds: float = 10.0  # how long one check may run

    def select(self, names: Iterable[object] = ()) -> list[Exercise]:
        """The exercises of these names in the order of the table; no name means all."""
        wanted = [str(name) for name in names]
        known = [exercise.name for exercise in self.exercises]
        for name in wanted:
            if name not in known:
                raise KitError(f"there is no exercise {name!r}; the exercises are {', '.join(known)}.")
        return [exercise for exercise in self.exercises if not wanted or exercise.name in wanted]


def table_from_json(data: Any) -> Table:
    exercises = tuple(Exercise(row["name"], row["points"], row.get("hint", "")) for row in data["exercises"])
    return Table(data["title"], data["module"], exercises, data.get("seconds", Table.seconds))


def read_table(path: Path) -> Table:
    try:
        return table_from_json(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise KitError(f"{path.name} is not in {path.parent}; copy it there again from the release.") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise KitError(f"{path.name} is damaged; copy it again from the release.") from None


# ---------------------------------------------------------------------------------------------- data sets


def dataset(name: str) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """The data set `name` of this assignment as `(X, y, names)`: features, target, names of the feature columns."""
    return load_dataset(KIT / "data", name)


def load_dataset(folder: Path, name: str) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Read `folder/name.csv`: a header line, one example a row, the target in the last column.

    X, and likewise y, is an integer array if every cell is a whole number, else a float array if every cell is a
    number, else an array of strings. The arrays are new at every call, so that nobody sees another's changes.
    """
    known = sorted(path.stem for path in folder.glob("*.csv"))
    if name not in known:
        raise ValueError(f"there is no data set {name!r}; there is {', '.join(known) or 'none'}.")
    X, y, names = _read_csv(folder / f"{name}.csv")
    return X.copy(), y.copy(), list(names)


@functools.lru_cache(maxsize=16)
def _read_csv(path: Path) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        header, *rows = [row for row in csv.reader(file) if row] or [[]]
    if not rows or any(len(row) != len(header) for row in rows):
        raise ValueError(f"{path.name} is damaged: every row must have as many cells as the header.")
    return _typed([row[:-1] for row in rows]), _typed([row[-1] for row in rows]), tuple(header[:-1])


def _typed(cells: list[Any]) -> np.ndarray:
    text = np.array(cells, dtype=str)
    for kind in (np.int64, np.float64):  # spelled out, because a plain int has 32 bits on some Windows set-ups
        with contextlib.suppress(ValueError, OverflowError):
            return text.astype(kind)
    return text


# ---------------------------------------------------------------------------------------------- results


@dataclass
class Check:
    """What became of one check: `title` and `statement` say what should hold, `details` what happened instead."""

    exercise: str
    name: str
    title: str
    weight: float = 1.0
    outcome: str = NOT_RUN
    statement: str = ""
    details: list[str] = field(default_factory=list)
    printed: str = ""
    waits_for: str = ""  # another exercise that this check needs and that is not written yet


@dataclass
class Row:
    """One exercise with its public checks."""

    exercise: Exercise
    checks: list[Check]

    @property
    def passed(self) -> int:
        return sum(check.outcome == PASSED for check in self.checks)

    @property
    def share(self) -> float:
        total = sum(check.weight for check in self.checks)
        return sum(check.weight for check in self.checks if check.outcome == PASSED) / total if total else 0.0

    @property
    def points(self) -> float:
        return self.exercise.points * self.share

    @property
    def points_text(self) -> str:
        return f"{number(self.points)}/{number(self.exercise.points)}"

    @property
    def count_text(self) -> str:
        return f"{self.passed} of {len(self.checks)}"

    @property
    def done(self) -> bool:
        return self.passed == len(self.checks) > 0

    @property
    def started(self) -> bool:
        return any(check.outcome in (PASSED, FAILED, ERROR) for check in self.checks)

    @property
    def state(self) -> str:
        outcomes = {check.outcome for check in self.checks}
        if self.done:
            return "done"
        if outcomes == {TODO}:
            needs = {check.waits_for for check in self.checks}
            return "not started yet" if "" in needs else f"waits for {' and '.join(sorted(needs))}"
        if outcomes <= {BLOCKED, NOT_RUN}:
            return "not run"
        left_out = sum(check.outcome == NOT_RUN for check in self.checks)
        return f"{left_out} not run" if left_out else ""

    @property
    def open_checks(self) -> list[Check]:
        """The checks that have something to tell: failed, or in an exercise that is written in part."""
        return [c for c in self.checks if c.outcome in (FAILED, ERROR) or (c.outcome == TODO and self.started)]


@dataclass
class Report:
    """One run of the checks; shows itself as a table in a notebook and as text elsewhere."""

    table: Table
    rows: list[Row]
    notice: str = ""  # a sentence about the run as a whole
    command: str = COMMAND

    @property
    def passed(self) -> bool:
        return not self.notice and all(row.done for row in self.rows)

    def __repr__(self) -> str:
        return text_report(self)

    def _repr_html_(self) -> str:
        return html_report(self)


def make_report(table: Table, names: Iterable[str], checks: Iterable[Check], command: str = COMMAND) -> Report:
    """Sort the checks into the exercises asked for; the reason why the module does not load is said once for all."""
    checks = list(checks)
    rows = [Row(exercise, [c for c in checks if c.exercise == exercise.name]) for exercise in table.select(names)]
    notice = next((" ".join(check.details) for check in checks if check.outcome == BLOCKED), "")
    return Report(table, rows, notice, command)


# ---------------------------------------------------------------------------------------------- what a terminal shows


@dataclass(frozen=True)
class Style:
    """What the terminal can show: colours, and characters beyond ASCII."""

    colour: bool = False
    unicode: bool = True

    def paint(self, text: str, code: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colour and text else text

    def good(self, text: str) -> str:
        return self.paint(text, "32")

    def bad(self, text: str) -> str:
        return self.paint(text, "31")

    def bold(self, text: str) -> str:
        return self.paint(text, "1")

    def faint(self, text: str) -> str:
        return self.paint(text, "2")

    def bar(self, share: float, width: int = 10) -> str:
        filled = int(width * share) or (1 if share else 0)
        full, empty = ("█", "░") if self.unicode else ("#", ".")
        return full * filled + empty * (width - filled)

    @property
    def cross(self) -> str:
        return "✗" if self.unicode else "x"


def style_of(stream: TextIO) -> Style:
    colour = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if colour and os.name == "nt":
        os.system("")  # makes the older Windows console understand colour codes
    return Style(colour, can_encode(getattr(stream, "encoding", None)))


def can_encode(encoding: str | None) -> bool:
    try:
        "█░✗".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def text_report(report: Report, style: Style | None = None, hints: bool = False, rows: list[Row] | None = None) -> str:
    """The table, the failed checks and the sum; of all exercises in the report, or of those in `rows` alone."""
    style, rows = style or Style(), report.rows if rows is None else rows
    blocks, told = [_table_lines(rows, style)], dict[tuple[str, ...], str]()
    if report.notice:
        blocks, rows = [[style.bad(f"{style.cross} {report.notice}")]], []
    for row in rows:
        lines = _failure_lines(row, told, style, len(report.rows) > 1, report.command)
        if hints and not row.done:
            lines += _hint_lines(row.exercise)
        elif len(lines) > 1 and row.exercise.hint:
            lines.append(style.faint(f"    hint: {report.command} --hint {row.exercise.name}"))
        blocks.append(lines)
    blocks.append(_closing_lines(report))
    text = "\n\n".join("\n".join(block) for block in blocks if block)
    return text if style.unicode else text.replace("±", "+-").encode("ascii", "replace").decode("ascii")


def _table_lines(rows: list[Row], style: Style) -> list[str]:
    cells = [(row.exercise.name, style.bar(row.share), row.points_text, row.count_text, row.state) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row, (name, bar, points, count, state) in zip(rows, cells, strict=True):
        line = f"{name:<{widths[0]}}  {bar}  {points:>{widths[2]}}  {count:>{widths[3]}}  {state}".rstrip()
        lines.append(style.good(line) if row.done else line if row.started else style.faint(line))
    return lines


def _failure_lines(
    row: Row, told: dict[tuple[str, ...], str], style: Style, first_only: bool, command: str
) -> list[str]:
    """What failed in one exercise; in a run of many only the first failure, because the others often follow from it.

    `told` remembers which exercise an error was told for, so that one broken line is not told for all that use it.
    """
    mark = f"{style.bad(style.cross)} {style.bold(row.exercise.name)}:"
    lines: list[str] = []
    for story, checks in _same_story(row.open_checks):
        if first_only and lines:
            break
        if told.setdefault(story, row.exercise.name) != row.exercise.name:
            return [f"{mark} the same error as in {told[story]}"]
        lines += [f"{mark} {check.title}" for check in (checks[:1] if first_only else checks)]
        lines += [f"    {line}" for line in [checks[0].statement, *checks[0].details] if line]
        lines += [style.faint(f"    {line}") for line in printed_lines(checks[0].printed)]
    if first_only and len(row.open_checks) > 1:
        lines.append(style.faint(f"    {len(row.open_checks) - 1} more failed: {command} {row.exercise.name}"))
    return lines


def _same_story(checks: list[Check]) -> list[tuple[tuple[str, ...], list[Check]]]:
    """The checks in groups that ended in the same way (a missing function, one broken line)."""
    groups: dict[tuple[str, ...], list[Check]] = {}
    for check in checks:
        groups.setdefault((check.name,) if check.outcome == FAILED else tuple(check.details), []).append(check)
    return list(groups.items())


def _hint_lines(exercise: Exercise) -> list[str]:
    text = f"hint for {exercise.name}: {exercise.hint or 'there is none.'}"
    return textwrap.wrap(text, 110, initial_indent="    ", subsequent_indent="    ")


def _closing_lines(report: Report) -> list[str]:
    if report.notice:
        return []
    points = number(sum(row.points for row in report.rows))
    total = number(sum(row.exercise.points for row in report.rows))
    lines = [
        f"{points} of {total} points by the public checks alone; in the grade they count as far as hidden ones pass."
    ]
    following = next((row.exercise.name for row in report.rows if not row.done), None)
    if len(report.rows) > 1 and following and not any(row.open_checks for row in report.rows):
        lines.append(f"Next: {following}, in {report.table.module}.py.")
    return lines


def printed_lines(printed: str, limit: int = 5) -> list[str]:
    """The first lines of what the student's code printed."""
    lines = printed.rstrip().splitlines()
    shown = [f"printed: {shorten(line, 100)}" for line in lines[:limit]]
    return shown + ["printed: ... (pytest -s shows all)"] if len(lines) > limit else shown


def number(value: float) -> str:
    return f"{round(value, 1):g}"


def shorten(text: str, limit: int = 160) -> str:
    """The text on one line, the middle left out if it is long."""
    text = " ".join(text.split())
    half = (limit - 5) // 2
    return text if len(text) <= limit else f"{text[:half]} ... {text[-half:]}"


# ---------------------------------------------------------------------------------------------- what a notebook shows


GOOD, BAD, DULL = "#27ae60", "#d64533", "#7f8c8d"


def html_report(report: Report) -> str:
    """A small table that reads well on light and dark pages; every text in it is escaped."""
    if report.notice:
        return f'<p style="color: {BAD}">{_html(report.notice)}</p>'
    lines = []
    for row in report.rows:
        head = f"<b>{_html(row.exercise.name)}</b>: {row.points_text} points, {_html(row.state or row.count_text)}"
        lines.append(_html_row("", head))
        lines += [_html_row(_html_mark(check.outcome), _html_check(check, row)) for check in row.checks]
        if row.exercise.hint and not row.done:
            hint = f"<details><summary>hint</summary>{_html(row.exercise.hint)}</details>"
            lines.append(_html_row("", hint))
    lines.append(
        _html_row(
            "",
            '<span style="opacity: 0.6">public checks only; in the grade they count as far as hidden ones pass</span>',
        )
    )
    return f'<table style="border-collapse: collapse">{"".join(lines)}</table>'


def _html_row(mark: str, cell: str) -> str:
    style = 'style="text-align: left; vertical-align: top; padding: 2px 8px"'
    return f"<tr><td {style}>{mark}</td><td {style}>{cell}</td></tr>"


def _html_mark(outcome: str) -> str:
    mark, colour = {PASSED: ("✓", GOOD), FAILED: ("✗", BAD), ERROR: ("✗", BAD)}.get(outcome, ("–", DULL))
    return f'<span style="color: {colour}">{mark}</span>'


def _html_check(check: Check, row: Row) -> str:
    lines = [check.statement, *check.details, *printed_lines(check.printed)] if check in row.open_checks else []
    return _html(check.title) + "".join(f"<br><code>{_html(line)}</code>" for line in lines if line)


def _html(text: str) -> str:
    return html.escape(text).replace("$", "&#36;")  # a notebook would read $...$ as mathematics


# ---------------------------------------------------------------------------------------------- running the checks


@dataclass
class Request:
    """What a run of pytest by `run_checks` is to do; `conftest.py` reads it from a file and writes events to another.

    Events are lines of JSON: first {"checks": [...]}, all there are; then for each {"running": name}, {"check": {...}}.
    """

    folder: str
    data: str
    table: Table
    names: list[str]
    events: str
    skip: list[str] = field(default_factory=list)


def read_request(path: Path) -> Request:
    data = json.loads(path.read_text(encoding="utf-8"))
    return Request(**{**data, "table": table_from_json(data["table"])})


def run_checks(
    names: Iterable[object] = (),
    folder: Path = KIT,
    table: Table | None = None,
    data: Path | None = None,
    command: str = COMMAND,
) -> Report:
    """Run the public checks of these exercises (default all) on the module in `folder`, in a process of their own.

    That way an edit counts at once, and a check that hangs or crashes costs only itself: the rest runs in a new one.
    """
    folder = folder.resolve()
    table = table or read_table(folder / "exercises.json")
    selected = [exercise.name for exercise in table.select(names)]
    test_file = folder / f"test_{table.module}.py"
    if not test_file.is_file():
        raise KitError(f"{test_file.name} is not in {folder}; copy it there again from the release.")
    if importlib.util.find_spec("pytest") is None:
        raise KitError("pytest is not installed; run: python -m pip install -r requirements.txt")
    checks: dict[str, Check] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        events = Path(scratch, "events.jsonl")
        request = Request(str(folder), str((data or folder / "data").resolve()), table, selected, str(events))
        while True:
            ending, output = _run_pytest(request, test_file, Path(scratch))
            running = _read_events(events, checks)
            if running is None:  # the run came to its end, or never began
                break
            checks[running].outcome, checks[running].details = ERROR, [ending]
            request.skip = [name for name, check in checks.items() if check.outcome != NOT_RUN]
    if not checks:
        return Report(table, [], f"The checks could not be run. {_reason(output)}", command)
    return make_report(table, selected, checks.values(), command)


def _reason(output: str) -> str:
    """What pytest says of a run that never began: its line of the error, else all of it in short."""
    errors = [line.removeprefix("E ") for line in output.splitlines() if line.startswith(("E  ", "ERROR: "))]
    return shorten(errors[0] if errors else output, 300)


def _run_pytest(request: Request, test_file: Path, scratch: Path) -> tuple[str, str]:
    """Run pytest once; give back a sentence on how it ended, and what it printed."""
    request_file, output_file, events = scratch / "request.json", scratch / "output.txt", Path(request.events)
    request_file.write_text(json.dumps(asdict(request)), encoding="utf-8")
    events.write_text("", encoding="utf-8")
    # The kit is loaded by name (-p conftest), so that the folder needs no conftest.py and those of others have no say.
    options = ["-q", "--noconftest", "--rootdir", request.folder, "-o", "addopts=", "--kit-request", str(request_file)]
    command = [sys.executable, "-P", "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", *options]
    with output_file.open("wb") as output:
        process = subprocess.Popen(
            [*command, str(test_file)],
            cwd=request.folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            ending = _wait(process, events, request.table.seconds)
        finally:
            process.kill()
            process.wait()
    return ending, output_file.read_text(encoding="utf-8", errors="replace")


def _environment() -> dict[str, str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTEST_ADDOPTS"}
    environment["PYTHONPATH"] = os.pathsep.join([str(KIT), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # starts in half the time, and no plugin can disturb
    environment["MPLBACKEND"] = "Agg"  # no window opens, and no notebook is looked for
    return environment


def _wait(process: subprocess.Popen[bytes], events: Path, seconds: float) -> str:
    """Wait while events keep coming. pytest stops an endless loop by itself, so this is for what it cannot stop."""
    patience = max(seconds, 20) + 3  # the first event comes late where numpy and pytest load slowly
    size, since = 0, time.monotonic()
    while process.poll() is None:
        time.sleep(0.02)
        if events.stat().st_size != size:
            size, since, patience = events.stat().st_size, time.monotonic(), 2 * seconds + 3
        elif time.monotonic() - since > patience:
            return "took too long and was stopped"
    return f"Python itself crashed or was ended by the code (exit status {process.returncode})"


def _read_events(events: Path, checks: dict[str, Check]) -> str | None:
    """Enter what a run reported into `checks`; give back the name of the check it was in when it ended, if any."""
    running = None
    for line in events.read_text(encoding="utf-8").split("\n")[:-1]:  # without a last line that is not complete
        event = json.loads(line)
        for record in event.get("checks", []):
            checks.setdefault(record["name"], Check(**record))
        if "check" in event:
            checks[event["check"]["name"]] = Check(**event["check"])
        running = event.get("running")
    return running


# ---------------------------------------------------------------------------------------------- errors, in one line


def describe(error: BaseException, folder: Path) -> str:
    """One line: type, message, and the last line of the student's own code that the error went through."""
    name = type(error).__name__
    if isinstance(error, SyntaxError) and error.filename and is_own_file(error.filename, folder):
        return f"{name}: {error.msg} ({_place(error.filename, error.lineno, error.text)})"
    try:
        message = shorten(str(error))
    except Exception:  # an exception class of the student's own whose text fails too
        message = ""
    place = own_line(error, folder)
    return f"{name}: {message}".rstrip(": ") + (f" ({place})" if place else "")


def own_line(error: BaseException, folder: Path) -> str:
    """The last line of the student's own files in the traceback of `error`, or an empty string."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if is_own_file(f.filename, folder)]
    return _place(frames[-1].filename, frames[-1].lineno, frames[-1].line) if frames else ""


def _place(filename: str, line: int | None, text: str | None) -> str:
    return f"{Path(filename).name}, line {line}" + (f": {shorten(text, 100)}" if text and text.strip() else "")


def is_own_file(filename: str, folder: Path) -> bool:
    """Whether this is a file of the student's: in the folder, and neither of the kit nor a file of checks."""
    path = Path(filename)
    if path.suffix != ".py" or path.name in KIT_FILES or path.name.startswith("test_"):
        return False
    try:
        return path.resolve().parent == folder
    except OSError:
        return False


# ---------------------------------------------------------------------------------------------- in the notebook


def check(*names: str) -> Report:
    """Run the public checks of these exercises (default all) on the file as it is saved now, and show a table.

    It never raises: a cell that calls it always comes to its end.
    """
    try:
        return run_checks(names)
    except KitError as error:
        notice = str(error)
    except Exception as error:
        notice = f"The checks could not be run. {describe(error, KIT)}"
    return Report(Table("", "", ()), [], notice)


def when_written(*exercises: str) -> Callable[[Callable[[], object]], None]:
    """Decorator: run the function now, or say in one line which exercises it still waits for.

    The student's modules are loaded again first, so that the picture shows what was last saved.
    """

    def run(picture: Callable[[], object]) -> None:
        try:
            _reload_own_modules()
            picture()
        except NotImplementedError:
            _drop_unfinished_figures()
            verb = "is" if len(exercises) == 1 else "are"
            print(f"The picture appears here when {' and '.join(exercises)} {verb} written.")
        except (Exception, SystemExit) as error:
            _drop_unfinished_figures()
            print(f"The picture could not be drawn. {describe(error, KIT)}")

    return run


def _drop_unfinished_figures() -> None:
    """A notebook shows every figure that is open at the end of a cell, empty axes too."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")


def _reload_own_modules() -> None:
    for module in list(sys.modules.values()):
        if getattr(module, "__spec__", None) and is_own_file(getattr(module, "__file__", None) or "", KIT):
            importlib.reload(module)


# ---------------------------------------------------------------------------------------------- on the command line


def main(
    arguments: list[str] | None = None,
    folder: Path = KIT,
    table: Table | None = None,
    data: Path | None = None,
    command: str = COMMAND,
) -> int:
    """The command line; 0 if all checks asked for pass, 1 if not, 2 if an exercise is unknown."""
    parser = argparse.ArgumentParser(prog=command, description="Runs the public checks and shows how far you are.")
    parser.add_argument("exercises", nargs="*", metavar="EXERCISE", help="run only these (default: all)")
    parser.add_argument("--hint", metavar="EXERCISE", help="print the hint for one exercise and stop")
    parser.add_argument("--hints", action="store_true", help="show the hints of all exercises that are not done")
    parser.add_argument("--watch", action="store_true", help="run again on every save, and show what changed")
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a title may have letters that the terminal lacks
    style = style_of(sys.stdout)
    try:
        table = table or read_table(folder / "exercises.json")
        if options.hint:
            print(table.select([options.hint])[0].hint or f"There is no hint for {options.hint}.")
            return 0
        run = functools.partial(run_checks, options.exercises, folder, table, data, command)
        report = run()
        print(text_report(report, style, options.hints))
        if options.watch:
            report = watch(run, report, folder, style)
        return 0 if report.passed else 1
    except KitError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def watch(run: Callable[[], Report], report: Report, folder: Path, style: Style) -> Report:
    """Run again on every save until Ctrl-C, and show what changed since the run before; gives back the last report."""
    print(style.faint("\nWatching; save to run again, Ctrl-C to stop."))
    with contextlib.suppress(KeyboardInterrupt):
        for _ in _saves(folder):
            before, report = report, run()
            print(f"\n{style.faint(time.strftime('%H:%M:%S'))}\n{changes(before, report, style)}", flush=True)
    print()
    return report


def changes(before: Report, after: Report, style: Style) -> str:
    """The exercises whose checks ended otherwise than before."""
    old = {row.exercise.name: row.checks for row in before.rows}
    changed = [row for row in after.rows if old.get(row.exercise.name) != row.checks]
    if not changed and before.notice == after.notice:
        return "no change"
    return text_report(after, style, rows=changed)


def _saves(folder: Path) -> Iterator[None]:
    """Yields whenever a Python file in the folder was changed."""
    seen = _times(folder)
    while True:
        time.sleep(0.3)
        now = _times(folder)
        if now != seen and now.keys() >= seen.keys():  # an editor may take the file away for a moment while it saves
            seen = now
            yield


def _times(folder: Path) -> dict[Path, int]:
    times = {}
    for path in folder.glob("*.py"):
        with contextlib.suppress(OSError):
            times[path] = path.stat().st_mtime_ns
    return times


if __name__ == "__main__":
    sys.exit(main())
