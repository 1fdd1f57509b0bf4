"""nbgrader's own grading page, served for the instructor on this machine only."""

import os
import subprocess
import sys

from autograder.course.catalogue import Course
from autograder.errors import UserError
from autograder.publish.nbgrader_course import NbgraderCourse, engine_environment

EXTENSION = "nbgrader.server_extensions.formgrader"


def serve_formgrader(course: Course, port: int = 8899, open_browser: bool = True) -> int:
    """Serve formgrader until Ctrl-C and give jupyter's exit status; jupyter prints the address with its token."""
    nbgrader = NbgraderCourse.of(course)
    if not nbgrader.modules():
        raise UserError("no assignment is released yet; run 'autograder release SLUG' first.")
    nbgrader.write_config()
    command = [
        *(sys.executable, "-m", "jupyter", "server"),
        "--ip=127.0.0.1",
        f"--port={port}",
        f"--ServerApp.open_browser={open_browser}",
        f"--ServerApp.root_dir={nbgrader.root}",
        "--ServerApp.default_url=/formgrader",
        f"--ServerApp.jpserver_extensions={EXTENSION}=True",
    ]
    if os.geteuid() == 0:  # in a container; jupyter wants to be told that this is meant
        command.append("--allow-root")
    try:
        return subprocess.run(command, cwd=nbgrader.root, env=engine_environment()).returncode
    except KeyboardInterrupt:
        return 0
