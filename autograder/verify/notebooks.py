"""Runs a released notebook as a student would: with nothing written yet, and with everything right."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from autograder.course.records import Assignment

CELL_SECONDS = 120


def notebook_problems(assignment: Assignment, released: Path, with_stub: bool = True) -> list[str]:
    """The notebook must run to its end with the stub and with the reference, and draw its pictures with the latter."""
    problems = []
    modules = {"stub": assignment.stub, "reference": assignment.reference}
    for kind, module in modules.items():
        if kind == "stub" and not with_stub:
            continue
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder) / "work"
            shutil.copytree(released, work)
            shutil.copyfile(module, work / f"{assignment.module}.py")
            problem, pictures = _run(work / f"{assignment.module}.ipynb")
        if problem:
            problems.append(f"the notebook does not run with the {kind}: {problem}")
        elif kind == "reference" and not pictures:
            problems.append("the notebook draws no picture with the reference")
    return problems


def _run(path: Path) -> tuple[str, int]:
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=CELL_SECONDS, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    )
    try:
        client.execute(stderr=subprocess.DEVNULL)  # ipykernel warns there of things that a proof need not hear
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        return str(error).strip().splitlines()[-1], 0
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    printed = "".join(output.get("text", "") for output in outputs)
    if "The picture could not be drawn" in printed:
        return printed[printed.index("The picture could not") :].splitlines()[0], 0
    return "", sum("image/png" in output.get("data", {}) for output in outputs)
