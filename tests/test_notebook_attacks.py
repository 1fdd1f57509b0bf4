"""Hostile notebooks: whatever one does, its points are the trusted ones, its page runs nothing, and its neighbours are
untouched. Cells that attack from inside the kernel are files of `notebook_attacks`; edited notebooks are made here."""

import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, new_raw_cell
from nbgrader.api import Gradebook
from playwright.sync_api import Browser, Page

from autograder.course.catalogue import Course
from autograder.grading.report import CheckResult, ExerciseResult, GradeReport, write_report
from autograder.publish.cells import grade_id
from autograder.publish.feed import Fed, feed_gradebook
from autograder.publish.nbgrader_course import NbgraderCourse, engine_environment
from autograder.publish.release import build_release

pytestmark = pytest.mark.slow

SLUG = "01_tiny"
TESTS = Path(__file__).parent
CELLS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((TESTS / "notebook_attacks").glob("*.py"))}
HONEST = ("ann", "zoe")  # the first and the last of the class, so that every worker has one after an attack
POINTS = {"mean": 30.0, "variance": 30.0, "Scaler": 20.0, "tabulate": 20.0}
CONFIG = "c = get_config()\nc.Execute.timeout = 10\nc.SandboxedKernelManager.memory_mb = 1024\n"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
RUN = "document.title='stolen';window.stolen=1;new Image().src='http://stolen.test/x'"
MARKUP = (
    f"<script>{RUN}</script>",
    f'<img src=x onerror="{RUN}">',
    f'<svg onload="{RUN}"><animate onbegin="{RUN}" attributeName=x dur=1s></svg>',
    f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    f"<iframe src=\"javascript:parent.{RUN}\"></iframe><object data='javascript:{RUN}'></object>",
    f'<math><mi href="javascript:{RUN}">x</mi></math><math><style><img src=x onerror="{RUN}"></style></math>',
    f'<details open ontoggle="{RUN}">x</details><body onload="{RUN}"><style>@import \'http://stolen.test/css\';</style>',
    '<link rel=stylesheet href="http://stolen.test/css"><meta http-equiv=refresh content="0;url=http://stolen.test/">',
    "![x](http://stolen.test/picture) ![y][z]\n\n[z]: http://stolen.test/reference",
    f"[x](javascript:{RUN}) [x](JaVaScRiPt&colon;{RUN}) <javascript:{RUN}>",
    f"$\\href{{javascript:{RUN}}}{{x}}$ $\\text{{<script>{RUN}</script>}}$ $$\\style{{x:expression({RUN})}}{{y}}$$",
    f'$x&lt;img src=x onerror=&quot;{RUN}&quot;&gt;$ \\begin{{a}}<img src=x onerror="{RUN}">\\end{{a}}',
    f'$<img src=x onerror="{RUN}">$ `<img src=x onerror="{RUN}">` ``` <script>{RUN}</script>',
    f'```mermaid\ngraph TD; A["<img src=x onerror={RUN}>"]\n```',
    f'![x](attachment:a.svg) ![](attachment:b.png "\\" onerror=\\"{RUN}")',
    "![a `](attachment:b.png) ` ](http://stolen.test/hidden)",
)


def edits_points(notebook: NotebookNode) -> None:
    """More points, a score of its own, a comment, no checksum."""
    for cell in graded(notebook):
        cell.metadata.nbgrader.update(points=1000, score=1000, comment="well done", checksum="0")


def deletes_cells(notebook: NotebookNode) -> None:
    """Without the cells that were failed, nothing could be failed."""
    notebook.cells = [cell for cell in notebook.cells if grade_id(cell) not in ("mean", "Scaler")]


def duplicates_cells(notebook: NotebookNode) -> None:
    """Each cell once more, with a result of its own."""
    for cell in graded(notebook):
        copy = new_code_cell("1000", metadata={"nbgrader": dict(cell.metadata.nbgrader)})
        copy.outputs = [new_output("execute_result", data={"text/plain": "1000"})]
        notebook.cells.append(copy)


def renames_cells(notebook: NotebookNode) -> None:
    """The names of a solved and a failed exercise, exchanged, invented, or of another type."""
    for cell, name in zip(graded(notebook), ("variance", "mean", "../../x", ["Scaler"]), strict=False):
        cell.metadata.nbgrader.grade_id = name


def retypes_cells(notebook: NotebookNode) -> None:
    """Check cells as answers that a person would have to grade."""
    for cell in graded(notebook):
        cell.metadata.nbgrader.update(solution=True, locked=False, task=True, cell_type="markdown")
        cell.update(cell_type="markdown", source="1000 points, please")


def other_kernel(notebook: NotebookNode) -> None:
    """A kernel outside of the sandbox, a language of its own."""
    notebook.metadata.kernelspec = {"name": "../../bash", "display_name": MARKUP[0], "language": "bash"}
    notebook.metadata.language_info = {"name": MARKUP[0], "pygments_lexer": MARKUP[0], "codemirror_mode": 3}


def notebook_metadata(notebook: NotebookNode) -> None:
    """Script in every field of the notebook that a template might show; a widget's state."""
    state = {"a": {"model_name": "HTMLModel", "model_module": "x", "state": {"value": MARKUP[0]}}}
    widgets = {"application/vnd.jupyter.widget-state+json": {"version_major": 2, "version_minor": 0, "state": state}}
    notebook.metadata.update(title=MARKUP[0], authors=[{"name": MARKUP[0]}], widgets=widgets, nbgrader={"score": 1000})


def cell_metadata(notebook: NotebookNode) -> None:
    """Script in ids and tags of cells, and settings that would hide or format them."""
    for cell in notebook.cells:
        cell["id"] = f'"><script>{RUN}</script>'
        cell.metadata.update(tags=["remove_cell", MARKUP[0]], collapsed=True, raw_mimetype="text/html")


def stored_outputs(notebook: NotebookNode) -> None:
    """Outputs that were never made by a kernel, and counts that are no numbers."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.execution_count = MARKUP[1]
            cell.outputs = [new_output("execute_result", data={"text/plain": "1000", "text/html": MARKUP[0]})]


def markup_in_text(notebook: NotebookNode) -> None:
    """Every way to write a script into Markdown, code and raw cells, and into the answer that a grader reads."""
    notebook.cells += [new_markdown_cell(text) for text in MARKUP]
    notebook.cells += [new_raw_cell(text, metadata={"raw_mimetype": "text/html"}) for text in MARKUP]
    notebook.cells += [new_code_cell(f"# {text}") for text in MARKUP[:3]]
    answer = next(cell for cell in notebook.cells if grade_id(cell) == "why_squares")
    answer.source = "\n\n".join(MARKUP)
    answer.attachments = {"a.svg": {"image/svg+xml": MARKUP[2]}, "b.png": {"image/png": f'" onerror="{RUN}'}}


def old_format(notebook: NotebookNode) -> None:
    """A format from the future, which nothing here can know."""
    notebook.nbformat, notebook.nbformat_minor = 99, -1


def text_that_no_file_can_hold(notebook: NotebookNode) -> None:
    """Halves of surrogate pairs, which JSON can write and nothing else: in text, in code, in a picture's name."""
    pictures = {"\ud800": {"image/png": PIXEL}, "a.png": {"image/png": PIXEL}}
    notebook.cells.append(new_markdown_cell("a \ud800 b ![x](attachment:a.png)", attachments=pictures))
    notebook.cells.append(new_code_cell("# \ud800\nprint('ran all the same')"))


def too_many_cells(notebook: NotebookNode) -> None:
    """Each of them nothing, and all of them a minute of nbgrader's time."""
    notebook.cells += [new_markdown_cell("x") for _ in range(1000)]


def one_picture_often(notebook: NotebookNode) -> None:
    """A notebook of 300 kB, a page of 600 MB."""
    picture = {"image/png": PIXEL[:-4] + "A" * 200_000}
    notebook.cells.append(new_markdown_cell("![x](attachment:a.png)" * 3000, attachments={"a.png": picture}))


def many_pictures(notebook: NotebookNode) -> None:
    """Outputs that are all within the limit of a cell."""
    large = "display({'image/png': PIXEL[:-4] + 'A' * 1_900_000}, raw=True)"
    notebook.cells.append(new_code_cell(f"from IPython.display import display\nPIXEL = {PIXEL!r}"))
    notebook.cells += [new_code_cell(large) for _ in range(10)]


def much_text(notebook: NotebookNode) -> None:
    """Each of these is within the limit of a text."""
    notebook.cells += [new_markdown_cell("x " * 45_000) for _ in range(4)]


def long_names(notebook: NotebookNode) -> None:
    """A field that no cell has, of which the log tells the name."""
    notebook.cells.append(new_markdown_cell("x"))
    notebook.cells[-1]["x" * (3 << 20)] = 1


EDITS: dict[str, Callable[[NotebookNode], None]] = {
    edit.__name__: edit
    for edit in (
        *(edits_points, deletes_cells, duplicates_cells, renames_cells, retypes_cells, other_kernel),
        *(notebook_metadata, cell_metadata, stored_outputs, markup_in_text, old_format),
        *(text_that_no_file_can_hold, too_many_cells, one_picture_often, many_pictures, much_text, long_names),
    )
}
SHOWN = ("markup_in_text", "markup_in_outputs", "magics", "stored_outputs", "cell_metadata", "notebook_metadata")


def graded(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if grade_id(cell) in POINTS]


def hostile_notebook(released: Path, name: str) -> NotebookNode:
    """The released notebook as this student hands it in."""
    notebook = nbformat.read(released, as_version=4)
    if name not in HONEST:  # what only takes time goes: pictures to draw, packages to import
        notebook.cells = [cell for cell in notebook.cells if grade_id(cell)]
    if name in CELLS:
        notebook.cells.insert(0, new_code_cell(CELLS[name]))
        notebook.cells.append(new_code_cell("print('after', 6 * 7)"))
    if name in EDITS:
        EDITS[name](notebook)
    return notebook


def half_points(student: str, module: str) -> GradeReport:
    check = CheckResult("test_it", "a check", "hidden", "failed")
    exercises = [ExerciseResult(name, points / 2, points, checks=[check]) for name, points in POINTS.items()]
    sha256 = hashlib.sha256(module.encode()).hexdigest()
    return GradeReport(SLUG, student, 50, 100, "bwrap", sha256, "suite", 0.1, exercises)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = Course(tmp_path_factory.mktemp("attacked"))
    for room in ("assignments", "solutions", "datasets"):
        shutil.copytree(TESTS / "course" / room, course.root / room)
    (course.root / "instructor_config.py").write_text(CONFIG)
    build_release(course, course.assignment(SLUG))
    return course


@pytest.fixture(scope="module")
def nbgrader(course: Course) -> NbgraderCourse:
    return NbgraderCourse.of(course)


@pytest.fixture(scope="module")
def fed(course: Course, nbgrader: NbgraderCourse) -> Fed:
    """The whole class, autograded side by side."""
    submissions, reports = course.root / "handed_in", course.build / "grades"
    reports.mkdir(parents=True)
    released = nbgrader.release(SLUG) / "tiny.ipynb"
    module = course.assignment(SLUG).reference.read_text()
    for student in (*HONEST, *CELLS, *EDITS):
        (submissions / student).mkdir(parents=True)
        (submissions / student / "tiny.py").write_text(module)
        text = json.dumps(hostile_notebook(released, student))  # as it is: nbformat would mend or refuse some of them
        (submissions / student / "tiny.ipynb").write_text(text)
        write_report(half_points(student, module), reports / f"{student}.json")
    return feed_gradebook(course, course.assignment(SLUG), reports, submissions)


def printed(nbgrader: NbgraderCourse, student: str) -> str:
    notebook = nbformat.read(nbgrader.autograded(SLUG, student) / "tiny.ipynb", as_version=4)
    return "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []))


def test_every_attack_is_graded(fed):
    assert fed == Fed(autograded=len(HONEST) + len(CELLS) + len(EDITS))


@pytest.mark.parametrize("student", [*HONEST, *CELLS, *EDITS])
def test_the_points_are_the_trusted_ones(nbgrader, fed, student):
    with Gradebook(f"sqlite:///{nbgrader.root}/gradebook.db") as gradebook:
        submission = gradebook.find_submission_notebook("tiny", SLUG, student)
        scores = {grade.name: grade.auto_score for grade in submission.grades if grade.name in POINTS}
        total = {grade.name: grade.max_score for grade in submission.grades if grade.name in POINTS}
    assert scores == {name: points / 2 for name, points in POINTS.items()}
    assert total == POINTS


def test_neighbours_of_attacks_are_untouched(nbgrader, fed):
    pages = [nbgrader.feedback_page(SLUG, student).read_text() for student in HONEST]
    assert pages[0] == pages[1]
    assert "data:image/png;base64," in pages[0] and "This cell was not run" not in pages[0]


@pytest.mark.parametrize("attack", ["fork_bomb", "memory", "fills_the_disk", "magics"])
def test_what_has_a_limit_is_refused_and_the_notebook_goes_on(nbgrader, fed, attack):
    text = printed(nbgrader, attack)
    assert any(word in text for word in ("refused", "No space left", "File too large"))
    assert "after 42" in text and "SHELL ['uid" not in text and "root:" not in text


@pytest.mark.parametrize("attack", ["endless_loop", "sleeps", "dies", "exits", "kills_everything"])
def test_a_kernel_that_hangs_or_dies_costs_only_its_own_cells(nbgrader, fed, attack):
    text = printed(nbgrader, attack)
    assert "was not run to its end" in text or "after 42" in text


def test_no_attack_leaves_a_page_that_nobody_can_open(nbgrader, fed):
    sizes = {student: nbgrader.feedback_page(SLUG, student).stat().st_size for student in (*CELLS, *EDITS)}
    assert max(sizes.values()) < 30 << 20, sizes
    for student in CELLS:
        assert "GOT" not in printed(nbgrader, student) and "FOUND" not in printed(nbgrader, student)


@pytest.mark.parametrize(
    "attack, sentence",
    {
        "grows_a_display": "Some outputs of this cell are left out",
        "many_small_outputs": "12 MB of all, and for 1000 of them",
        "many_pictures": "Some outputs of this cell are left out",
        "too_many_cells": "because yours has more than 1000 cells",
        "one_picture_often": "left out: a page has room for 10 MB of pasted pictures",
        "much_text": "too long for this page, so it is cut off here",
    }.items(),
)
def test_a_page_says_what_was_left_out(nbgrader, fed, attack, sentence):
    assert sentence in nbgrader.feedback_page(SLUG, attack).read_text()


def test_what_no_file_can_hold_is_replaced_and_the_rest_is_kept(nbgrader, fed):
    assert "?x" in printed(nbgrader, "lone_surrogates")
    assert "ran all the same" in printed(nbgrader, "text_that_no_file_can_hold")
    assert f"data:image/png;base64,{PIXEL}" in nbgrader.feedback_page(SLUG, "text_that_no_file_can_hold").read_text()


def test_a_class_leaves_a_log_that_can_be_read(nbgrader, fed):
    assert (nbgrader.root / "feed.log").stat().st_size < 2 << 20


# ------------------------------------------------------------------------------------------------ in a real browser


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Page:
    return chromium.new_page()


def harm(page: Page, address: str) -> list[str]:
    """What a page did that a page of a student must not do."""
    seen: list[str] = []
    page.route("**/*", lambda route: route.abort() if "//127.0.0.1" not in route.request.url else route.continue_())
    on_request = lambda request: seen.append(request.url) if "stolen" in request.url else None  # noqa: E731
    on_dialog = lambda dialog: (seen.append("dialog"), dialog.dismiss())  # noqa: E731
    page.on("request", on_request)
    page.on("dialog", on_dialog)
    try:
        if not address.startswith("http"):
            page.unroute("**/*")
        page.goto(address, wait_until="load")
        for link in page.locator("[href*='script:' i], summary").all():
            link.click(force=True, timeout=2000)
        page.wait_for_timeout(50)
        if page.title() == "stolen" or page.evaluate("Boolean(window.stolen)"):
            seen.append("script")
    finally:
        page.remove_listener("request", on_request)
        page.remove_listener("dialog", on_dialog)
    return seen


def test_the_markup_is_live_where_nothing_is_done_about_it(nbgrader, page, tmp_path):
    """Plain nbconvert on the same notebook: if this did no harm, the tests below would prove nothing."""
    notebook = hostile_notebook(nbgrader.release(SLUG) / "tiny.ipynb", "markup_in_text")
    for number, text in enumerate(MARKUP[:3]):
        exporter = HTMLExporter(template_name="classic")
        notebook.cells = [new_markdown_cell(text)]
        (tmp_path / f"{number}.html").write_text(exporter.from_notebook_node(notebook)[0])
        assert harm(page, (tmp_path / f"{number}.html").as_uri()), text


@pytest.mark.parametrize("student", [*CELLS, *EDITS])
def test_a_feedback_page_runs_nothing_and_loads_nothing(nbgrader, fed, page, student):
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    assert harm(page, nbgrader.feedback_page(SLUG, student).as_uri()) == []
    assert not [url for url in requests if not url.startswith(("file:", "data:"))]
    assert page.locator("script, iframe, object, embed, svg, link, base").count() == 0


@pytest.fixture(scope="module")
def formgrader(course: Course, fed: Fed) -> Iterator[str]:
    """nbgrader's grading page as `autograder formgrader` serves it; its address."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "autograder", "formgrader", "--no-browser", "--port", str(port)]
    environment = {**engine_environment(), "JUPYTER_TOKEN": "test"}
    server = subprocess.Popen(command, cwd=course.root, env=environment, start_new_session=True, stderr=-3)
    deadline = time.monotonic() + 60
    try:
        while socket.socket().connect_ex(("127.0.0.1", port)):
            assert server.poll() is None and time.monotonic() < deadline, "formgrader does not answer"
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/formgrader"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


@pytest.mark.parametrize("student", SHOWN)
def test_formgrader_runs_nothing_of_a_students(nbgrader, formgrader, page, student):
    """Here a script would act as the instructor."""
    with Gradebook(f"sqlite:///{nbgrader.root}/gradebook.db") as gradebook:
        submission = gradebook.find_submission_notebook("tiny", SLUG, student).id
    assert harm(page, f"{formgrader}/submissions/{submission}/?token=test") == []
    assert page.get_by_role("main").inner_text().count("mean: 15 of 30 points") == 1, "this is the submission"
