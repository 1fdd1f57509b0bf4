"""The steps that we add to `nbgrader autograde`: real cells, a sandboxed kernel, nothing to run, trusted scores.

nbgrader makes these objects by name from the configuration that `nbgrader_course.configure` sets. Nothing in here
imports or runs code of a student's: the notebook runs in a sandboxed kernel, the module in the grader's own sandbox.
"""

import copy
import hashlib
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.manager import KernelManager
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import Execute, NbGraderPreprocessor
from traitlets import Bool, Integer, Unicode

from autograder.errors import UserError
from autograder.files import is_plain_file
from autograder.grading.report import ExerciseResult, GradeReport, read_report
from autograder.grading.submission import student_id
from autograder.publish.cells import grade_id, is_autograded, restore_cells
from autograder.publish.decided import notes, points_by_exercise
from autograder.publish.kernel import SandboxedKernelManager, sockets_folder
from autograder.publish.limits import turn_of
from autograder.publish.nbgrader_course import NbgraderCourse, engine_environment
from autograder.publish.sanitise import make_safe
from autograder.publish.submission import student_folder
from autograder.publish.table import exercise_html

MAX_CELL_OUTPUT = 2 << 20
MAX_NOTEBOOK_OUTPUT = 12 << 20
MAX_OUTPUTS = 1000  # each takes nbgrader a while, however small it is
_OUTPUTS = frozenset({"stream", "display_data", "execute_result", "update_display_data", "error"})
_SIGNALS = frozenset({"status", "execute_input", "clear_output"})
_AT_LEAST = 0.1  # seconds; to nbclient none means no limit
_NO_ROOM = (
    f"Some outputs of this cell are left out: a page has room for {MAX_CELL_OUTPUT >> 20} MB of one cell's and "
    f"{MAX_NOTEBOOK_OUTPUT >> 20} MB of all, and for {MAX_OUTPUTS} of them.\n"
)


class RestoreCells(NbGraderPreprocessor):
    """See `cells`: whatever a student did to the notebook, the graded cells are as they were released."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        nbgrader, slug, _ = _place(self, resources)
        released = nbformat.read(nbgrader.release(slug) / f"{nbgrader.module(slug)}.ipynb", as_version=4)
        return restore_cells(nb, released), resources


class TakesLong(Exception):
    """A notebook has used up its first turn; it is run again when all others are done."""


class SandboxedExecute(Execute):
    """Runs the student's own cells in a sandboxed kernel. Whatever they do, it does not fail; it only asks for another
    turn where the first was too short."""

    # nbclient would write into the notebook what the kernel says; the kernel is the student's
    record_timing = Bool(False)
    store_widget_state = Bool(False)
    shutdown_kernel = Unicode("immediate")
    iopub_timeout = Integer(15)  # to read what a cell has put out may take a busy machine longer than nbclient's 4 s

    def preprocess(
        self, nb: NotebookNode, resources: Any = None, km: KernelManager | None = None
    ) -> tuple[NotebookNode, Any]:
        nbgrader, slug, student = _place(self, resources)
        self._lost, self._kept_in_all, self._outputs = False, 0, 0
        self._turn = turn_of(self.config)
        self.timeout_func = self._seconds_for
        self.startup_timeout: int = max(1, min(self.startup_timeout, int(self._turn.left_for_cells)))
        metadata = copy.deepcopy(nb.metadata)
        with student_folder(nbgrader, slug, student) as folder, sockets_folder() as sockets:
            self._manager = SandboxedKernelManager(folder=str(folder), sockets=str(sockets), config=self.config)
            nb, resources = super().preprocess(nb, resources, km)
        nb.metadata = metadata
        return nb, resources

    def create_kernel_manager(self) -> KernelManager:
        self.km = self._manager
        return self.km

    def preprocess_cell(self, cell: NotebookNode, resources: Any, index: int) -> tuple[NotebookNode, Any]:
        """Run one cell. The first that could not be run, or not to its end, says why; from there on nothing is."""
        if is_autograded(cell) or cell.cell_type != "code" or not cell.source.strip():
            return cell, resources  # its outputs come from the trusted grader, or it has none
        if self._lost:
            problem = "This cell was not run.\n"
        elif reason := self._out_of_time():
            problem = f"This cell was not run: {reason}.\n"
        else:
            reason = self._run(cell, resources, index)
            problem = f"This cell was not run to its end: {reason}.\n" if reason else ""
        if problem:
            self._lost = True
            # before its outputs: nbgrader cuts a cell off after so many lines
            cell.outputs = [new_output("stream", name="stderr", text=problem), *cell.outputs]
        return cell, resources

    def _run(self, cell: NotebookNode, resources: Any, index: int) -> str:
        """Why the cell did not come to its end, or ""."""
        self._kept, self._left_out = 0, False
        started, limit = time.monotonic(), self._seconds_for(cell)
        try:
            super().preprocess_cell(cell, resources, index)
        except Exception as error:  # a kernel in a student's hands can fail in any way
            return f"the kernel stopped ({(str(error).strip() or type(error).__name__).splitlines()[0]})"
        if self._left_out:
            cell.outputs.append(new_output("stream", name="stderr", text=_NO_ROOM))
        if time.monotonic() - started < limit:
            return ""
        # code that hangs here hangs again wherever it is called: one wait is enough
        return self._out_of_time(at_cell=True) or f"it was stopped after {self.timeout} seconds"

    def _seconds_for(self, cell: NotebookNode) -> float:
        left = max(self._turn.left_for_cells, _AT_LEAST)
        return min(self.timeout, left) if self.timeout else left

    def _out_of_time(self, at_cell: bool = False) -> str:
        """That the notebook's time is used up, or "". In a first turn TakesLong for that, and for a cell's time too."""
        is_over = self._turn.left_for_cells <= 0
        if self._turn.is_first and (is_over or at_cell):
            self._turn.was_too_short = True
            raise TakesLong("this notebook takes long, and others wait")
        return f"the notebook had used up its {self._turn.cell_seconds:g} seconds" if is_over else ""

    def process_message(self, msg: Any, cell: NotebookNode, cell_index: int) -> Any:
        """Take an output only while all of them are of a size that fits into a page, and into memory.

        Others go unread, those of widgets above all: nbclient would keep or log what they say.
        """
        if msg["msg_type"] in _OUTPUTS:
            size = len(repr(msg["content"]))
            too_large = self._kept + size > MAX_CELL_OUTPUT or self._kept_in_all + size > MAX_NOTEBOOK_OUTPUT
            if too_large or self._outputs >= MAX_OUTPUTS:
                self._left_out = True
                return None
            self._kept += size
            self._kept_in_all += size
            before = len(cell.outputs)
            result = super().process_message(msg, cell, cell_index)
            _join_prints(cell.outputs)
            self._outputs += max(0, len(cell.outputs) - before)
            return result
        elif msg["msg_type"] not in _SIGNALS:
            return None
        return super().process_message(msg, cell, cell_index)


def _join_prints(outputs: list[NotebookNode]) -> None:
    """Make one of the last two outputs if both are prints: a cell can print a few letters at a time for long."""
    kinds = [(output.output_type, output.get("name")) for output in outputs[-2:]]
    if len(kinds) == 2 and kinds[0] == kinds[1] and kinds[0][0] == "stream":
        last = outputs.pop()
        outputs[-1].text += last.text


class SafeToShow(NbGraderPreprocessor):
    """See `sanitise`: nothing that a browser could run is left in the student's cells."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        return make_safe(nb), resources


class TrustedScores(NbGraderPreprocessor):
    """Gives every autograded cell the trusted result as its output, in nbgrader's own form for partial credit."""

    reports = Unicode("", help="folder with <student>.json; empty: ask the grader").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        nbgrader, slug, student = _place(self, resources)
        report = self._report(nbgrader, slug, student)
        points = points_by_exercise(report)
        for cell in nb.cells:
            if is_autograded(cell):
                result = _result(report, cell)
                cell.execution_count = None
                html = exercise_html(result, report.notice, notes(report, result))
                cell.outputs = [_output(points[result.name], result.max_score, html)]
        return nb, resources

    def _report(self, nbgrader: NbgraderCourse, slug: str, student: str) -> GradeReport:
        if not self.reports:
            return ask_grader(nbgrader, slug, student)
        path = Path(self.reports) / f"{student}.json"
        report = read_report(path)
        module = nbgrader.submitted(slug, student) / f"{nbgrader.module(slug)}.py"
        same = not is_plain_file(module) or hashlib.sha256(module.read_bytes()).hexdigest() == report.submission_sha256
        if (report.assignment, report.student) != (slug, student) or not same:
            raise UserError(
                f"{path} is not about the {module.name} that {student} submitted for {slug}; grade it again."
            )
        return report


def ask_grader(nbgrader: NbgraderCourse, slug: str, student: str) -> GradeReport:
    """The trusted report on one submission. The grader is a process of its own, and grades only what has changed."""
    out = nbgrader.grades(slug)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="autograder-") as submissions:
        copied = Path(submissions) / student
        copied.mkdir()
        module = nbgrader.submitted(slug, student) / f"{nbgrader.module(slug)}.py"
        if is_plain_file(module):
            shutil.copyfile(module, copied / module.name)
        grade = ["grade", slug, submissions, "--out", str(out), f"--only={student}"]
        command = [sys.executable, "-m", "autograder", *grade]
        done = subprocess.run(
            command, cwd=nbgrader.course.root, env=engine_environment(), capture_output=True, text=True
        )
    if done.returncode != 0:
        raise UserError(
            f"autograder grade {slug} --only {student} failed: {done.stderr.strip() or done.stdout.strip()}"
        )
    return read_report(out / f"{student_id(copied)}.json")


def _output(points: float, max_score: float, html: str) -> NotebookNode:
    """The result as nbgrader reads it (the points are the plain text of the first execute_result) and as people do."""
    # nbgrader gives all points where it finds no such number, or one below 0, so this is always a number from 0 on.
    data = {"text/html": html, "text/plain": repr(min(max(float(points), 0.0), float(max_score)))}
    output: NotebookNode = new_output("execute_result", data=data)
    return output


def _result(report: GradeReport, cell: NotebookNode) -> ExerciseResult:
    name, points = grade_id(cell), float(cell.metadata.nbgrader.points)
    found = next((result for result in report.exercises if result.name == name), None)
    if found is None or found.max_score != points:
        raise UserError(
            f"{name} is worth {points:g} points in the released {report.assignment}, "
            f"and {found.max_score if found else 0:g} now; run 'autograder release {report.assignment}' again."
        )
    return found


def _place(step: Any, resources: Any) -> tuple[NbgraderCourse, str, str]:
    """Which course, assignment and student a step is at work on; its parents are nbgrader's exporter and converter."""
    nbgrader = NbgraderCourse(Path(step.parent.parent.coursedir.root))
    return nbgrader, resources["nbgrader"]["assignment"], resources["nbgrader"]["student"]
