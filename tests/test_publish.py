"""What leaves: the notebook made from a handout, the release folder and its zip, and what is safe to show."""

import base64
import json
import shutil
import time
import zipfile
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbconvert.exporters import HTMLExporter
from nbconvert.filters.markdown_mistune import markdown2html_mistune
from nbformat.v4 import new_markdown_cell, new_notebook

from autograder.course.catalogue import Course
from autograder.course.stubs import solution_lines
from autograder.errors import UserError
from autograder.grading.report import CheckResult, ExerciseResult
from autograder.publish.cells import grade_id, restore_cells
from autograder.publish.mathml import formula
from autograder.publish.notebook import source_notebook
from autograder.publish.release import build_release
from autograder.publish.sanitise import PAGE_CODE, PAGE_PICTURES, Room, safe_attachments, safe_markdown, safe_output
from autograder.publish.table import exercise_html

pytestmark = pytest.mark.slow

SLUG = "01_tiny"
COURSE = Path(__file__).parent / "course"


def copy_course(folder: Path) -> Course:
    """The tests' own small course, in a folder where it may be changed."""
    for room in ("assignments", "solutions", "datasets"):
        shutil.copytree(COURSE / room, folder / room)
    return Course(folder)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return copy_course(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def release(course):
    return build_release(course, course.assignment(SLUG))


# ------------------------------------------------------------------------------------------------------ the notebook


def test_each_exercise_gets_a_locked_cell_and_each_question_an_answer(course):
    notebook = source_notebook(course.assignment(SLUG))
    marked = {grade_id(cell): cell.metadata.nbgrader for cell in notebook.cells if grade_id(cell)}
    assert list(marked) == ["mean", "variance", "Scaler", "tabulate", "why_squares_question", "why_squares"]
    flags = {name: (cell.grade, cell.solution, cell.locked, cell.get("points")) for name, cell in marked.items()}
    assert flags["mean"] == (True, False, True, 30)
    assert flags["Scaler"] == (True, False, True, 20)
    assert flags["why_squares_question"] == (False, False, True, None)
    assert flags["why_squares"] == (True, True, False, 10)
    assert notebook == source_notebook(course.assignment(SLUG)), "the same handout gives the same notebook"


QUESTION = '{"question": "why_squares"}'


@pytest.mark.parametrize(
    "before, after, place, words",
    [
        (
            'check("variance")',
            'print("variance")',
            'check("mean")',
            "exercise 'variance' of assignment.toml has no cell",
        ),
        ('check("mean")', 'check("median")', 'check("median")', "unknown exercise, expected one of mean, variance"),
        ('check("variance")', 'check("mean")', 'check("mean")', "'mean' already has its cell, which begins on line 1"),
        (QUESTION, '{"question": "how"}', '"how"', "question 'how' is not in assignment.toml, which has why_squares"),
        (QUESTION, "", 'check("tabulate")', "question 'why_squares' of assignment.toml has no region"),
    ],
)
def test_a_handout_that_does_not_fit_names_file_and_line(tmp_path, before, after, place, words):
    course = copy_course(tmp_path)
    handout = course.assignment(SLUG).handout
    text = handout.read_text().replace(before, after)
    handout.write_text(text)
    with pytest.raises(UserError) as caught:
        source_notebook(course.assignment(SLUG))
    line = text[: text.rindex(place)].count("\n") + 1
    assert str(caught.value).startswith(f"{handout}:{line}: ")
    assert words in str(caught.value)


# ------------------------------------------------------------------------------------------------------- the release


def test_a_release_has_what_a_student_needs_and_nothing_secret(course, release):
    names = {path.relative_to(release).as_posix() for path in release.rglob("*") if path.is_file()}
    kit = {"check.py", "conftest.py", "exercises.json", "README.md", "requirements.txt"}
    assert names == kit | {"tiny.py", "test_tiny.py", "tiny.ipynb", "data/points.csv"}
    exercises = json.loads((release / "exercises.json").read_text())
    assert [row["name"] for row in exercises["exercises"]] == ["mean", "variance", "Scaler", "tabulate"]
    everything = "".join((release / name).read_text() for name in names - {"check.py", "conftest.py"})
    secrets = solution_lines(course.assignment(SLUG).reference.read_text())
    for secret in (*secrets, "test_mean_random", "You divided by n - 1"):
        assert secret not in everything
    cells = nbformat.read(release / "tiny.ipynb", as_version=4).cells
    assert all("checksum" in cell.metadata.nbgrader for cell in cells if grade_id(cell)), "nbgrader's release version"


def test_a_release_can_be_built_again_and_is_the_same(course, release):
    archive = release.with_name(f"{SLUG}.zip")
    before = archive.read_bytes()
    build_release(course, course.assignment(SLUG))
    assert archive.read_bytes() == before
    with zipfile.ZipFile(archive) as opened:
        assert opened.namelist() == sorted(opened.namelist())
        assert opened.read(f"{SLUG}/tiny.py") == (release / "tiny.py").read_bytes()


def test_a_release_that_fails_leaves_the_last_one(course, release):
    data = course.datasets / "points.csv"
    text = data.read_text()
    data.unlink()
    try:
        with pytest.raises(UserError, match=r"points\.csv does not exist; the release needs it"):
            build_release(course, course.assignment(SLUG))
    finally:
        data.write_text(text)
    assert (release / "data" / "points.csv").is_file()
    assert (course.build / "course" / "source" / SLUG / "tiny.ipynb").is_file()
    assert not list((course.build / "course" / "source").glob(".*")), "no temporary folder is left"


# ------------------------------------------------------------------------------------------------- cells, put back


def test_deleted_cells_come_back_in_their_place_and_points_cannot_be_edited(release):
    released = nbformat.read(release / "tiny.ipynb", as_version=4)
    submitted = nbformat.read(release / "tiny.ipynb", as_version=4)
    mean, variance, *_, question, answer = (cell for cell in submitted.cells if grade_id(cell))
    mean.metadata.nbgrader.update(points=1000, solution=True)
    mean.update(cell_type="markdown", source="all right")
    answer.source = "Because."
    answer.metadata.nbgrader = {"grade_id": "why_squares", "grade": "yes", "points": "many"}
    submitted.cells.remove(variance)
    submitted.cells.remove(question)
    submitted.cells.insert(0, nbformat.v4.new_code_cell("mine", metadata={"nbgrader": ["junk"], "tags": ["x"]}))
    submitted.cells.append(nbformat.v4.new_code_cell("also mine", metadata={"nbgrader": {"grade_id": "other"}}))

    restored = restore_cells(submitted, released)

    ours = {grade_id(cell): cell for cell in restored.cells if grade_id(cell)}
    assert list(ours) == [grade_id(cell) for cell in released.cells if grade_id(cell)]
    for name, cell in ours.items():
        original = next(other for other in released.cells if grade_id(other) == name)
        assert cell.metadata == original.metadata
        assert cell.source == ("Because." if name == "why_squares" else original.source)
    own = [cell for cell in restored.cells if cell.source in ("mine", "also mine")]
    assert [cell.metadata for cell in own] == [{}, {}]
    assert restored.metadata == released.metadata


def test_of_two_cells_with_one_id_the_last_counts(release):
    released = nbformat.read(release / "tiny.ipynb", as_version=4)
    submitted = nbformat.read(release / "tiny.ipynb", as_version=4)
    for text in ("first", "second"):
        submitted.cells.append(
            nbformat.v4.new_markdown_cell(text, metadata={"nbgrader": {"grade_id": "why_squares", "solution": True}})
        )
    answers = [cell.source for cell in restore_cells(submitted, released).cells if grade_id(cell) == "why_squares"]
    assert answers == ["second"]


# ------------------------------------------------------------------------------------------------- what may be shown


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg/onload=alert(1)>",
        "<!--><img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](  JavaScript:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "[x](<javascript:alert(1)>)",
        "[x]\n\n[x]: javascript:alert(1)",
        "[x]\n\n[x]:\n   javascript:alert(1)",
        "<javascript:alert(1)>",
        "[x](data:text/html,hello)",
        "```mermaid\n<img src=x onerror=alert(1)>\n```",
        "$<img src=x onerror=alert(1)>$",
        "\\begin{a}<img src=x onerror=alert(1)>\\end{a}",
        "# <img src=x onerror=alert(1)>",
        "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
        '![x](https://a.b "" onerror="alert(1)")',
        "![x](attachment:not_there.png)",
        "![x](https://example.org/picture.png)",
        "![x][y]\n\n[y]: https://example.org/picture.png",
        "![a `](attachment:image.png) ` ](https://example.org/picture.png)",
        "[![x](https://example.org/picture.png)](https://example.org)",
    ],
)
def test_markdown_of_a_student_renders_without_anything_to_run_or_to_load(text):
    page = BeautifulSoup(markdown2html_mistune(safe_markdown(text, {}, Room(PAGE_CODE))), "html.parser")
    for tag in page.find_all():
        assert tag.name not in ("script", "svg", "iframe", "object"), tag
        assert tag.name != "img", tag
        assert not [name for name in tag.attrs if name.startswith("on")], tag
        assert str(tag.get("href", "#")).startswith(("#", "https://")), tag


def test_markdown_of_a_student_keeps_its_look():
    text = "**Bold**, $a<b$ and [a page](https://example.org), `x < y`, ![mine](attachment:image.png)"
    page = markdown2html_mistune(
        safe_markdown("**Bold**, $a<b$ and [a page](https://example.org)", {}, Room(PAGE_CODE))
    )
    assert "<strong>Bold</strong>" in page and 'href="https://example.org"' in page and "$a&lt; b$" in page
    assert safe_markdown(text, {"image.png": {"image/png": PNG}}, Room(PAGE_CODE)) == text.replace("a<b", "a< b")


@pytest.mark.parametrize(
    "latex", [r"\bar x = \frac1n \sum_i x_i", r"a < b \text{ if } c > d", r"\begin{cases}1\\2\end{cases}"]
)
def test_a_formula_is_mathml_and_nothing_else(latex):
    math = BeautifulSoup(formula(latex, "block"), "html.parser")
    assert math.find("math", display="block") and not math.find("code")
    assert "\\" not in math.get_text() and "&#" not in math.get_text(), "commands and entities are symbols now"


@pytest.mark.parametrize(
    "latex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\text{<script>alert(1)</script>}",
        r"\text{&lt;script&gt;alert(1)&lt;/script&gt;}",
        r"\style{background:url(https://example.org)}{x}",
        r"\class{x}{\cssId{y}{z}}",
        r"\frac{<img src=x onerror=alert(1)>",
        "{" * 4000,
        "x" * 6000,
    ],
)
def test_a_formula_of_a_student_holds_nothing_to_run(latex):
    math = BeautifulSoup(formula(latex, "inline"), "html.parser")
    assert not math.find_all(["script", "img", "a"])
    for tag in math.find_all():
        assert not set(tag.attrs) & {"href", "style", "class", "id", "onerror"}, tag


PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


@pytest.mark.parametrize(
    "output, kept",
    [
        ({"output_type": "display_data", "data": {"text/html": "<b>x", "text/plain": "x"}}, {"text/plain": "x"}),
        ({"output_type": "execute_result", "data": {"image/png": PNG}}, {"image/png": PNG}),
        ({"output_type": "display_data", "data": {"image/png": '"><script>'}}, None),
        ({"output_type": "display_data", "data": {"image/svg+xml": "<svg onload=x>"}}, None),
        ({"output_type": "display_data", "data": {"application/javascript": "alert(1)"}}, None),
        ({"output_type": "display_data", "data": ["junk"]}, None),
        ("junk", None),
    ],
)
def test_only_text_and_real_pictures_of_an_output_are_kept(output, kept):
    safe = safe_output(output, Room(PAGE_CODE))
    assert safe.output_type == "display_data"
    if kept is None:
        assert list(safe.data) == ["text/plain"] and "not shown" in safe.data["text/plain"]
    else:
        assert safe.data == kept


def test_a_stream_has_one_of_two_names_and_an_end():
    safe = safe_output({"output_type": "stream", "name": '"><script>', "text": "x" * 10**6}, Room(PAGE_CODE))
    assert safe.name == "stdout"
    assert len(safe.text) < 200_000 and safe.text.endswith("cut off here)")


def test_attachments_that_are_no_pictures_go():
    assert safe_attachments({"a": {"image/png": PNG}, "b": {"text/html": "<b>"}, "c": 3}) == {"a": {"image/png": PNG}}


def png(width: int, height: int) -> str:
    """A picture of a few bytes whose header promises this many pixels."""
    header = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return base64.b64encode(header + b"\x08\2\0\0\0" + bytes(40)).decode()


def jpeg(width: int, height: int, before: bytes = b"") -> str:
    size = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    return base64.b64encode(b"\xff\xd8" + before + b"\xff\xc2\0\x11\x08" + size + bytes(40)).decode()


COMMENT = b"\xff\xe0\0\x10" + b"\xff\xc0\0\x11\x08\0\1\0\1\0\0\0\0\0"  # a segment with what looks like a small frame
BOMBS = {
    "PNG": ("image/png", png(50_000, 50_000)),
    "PNG of nothing": ("image/png", png(0, 100)),
    "PNG that begins with something else": ("image/png", base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(40)).decode()),
    "JPEG": ("image/jpeg", jpeg(60_000, 60_000)),
    "JPEG behind a segment": ("image/jpeg", jpeg(60_000, 60_000, COMMENT)),
    "JPEG without a frame": ("image/jpeg", base64.b64encode(b"\xff\xd8\xff\xda" + bytes(40)).decode()),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_picture_that_promises_more_pixels_than_a_page_may_hold_goes(name):
    kind, picture = BOMBS[name]
    safe = safe_output({"output_type": "display_data", "data": {kind: picture, "text/plain": "x"}}, Room(PAGE_CODE))
    assert kind not in safe.data and safe.data["text/plain"].startswith("x")
    assert safe_attachments({"a.png": {kind: picture}}) == {}


def test_pictures_have_so_many_pixels_in_all():
    room, output = Room(PAGE_CODE), {"output_type": "display_data", "data": {"image/jpeg": jpeg(5000, 4000, COMMENT)}}
    shown = [safe_output(output, room).data for _ in range(5)]
    assert ["image/jpeg" in data for data in shown] == [True, True, True, False, False]
    assert shown[-1]["text/plain"] == "(a picture is left out here: a page has room for 64 million pixels)"
    text = safe_markdown("![x](attachment:a.png)" * 5, {"a.png": {"image/png": png(5000, 4000)}}, Room(PAGE_CODE))
    assert text.count("](attachment:a.png)") == 3


def test_the_table_escapes_every_text_of_a_student():
    bad = '<script>alert("x")</script>'
    check = CheckResult(bad, bad, "public", "failed", message=bad, printed=bad)
    result = ExerciseResult("entropy", 1.5, 4, follow_through=True, lent=["log"], diagnosis=[bad], checks=[check])
    page = exercise_html(result, notice=bad)
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 4, "title, diagnosis, notice, print; the message is the notice again"
    assert "entropy: 1.5 of 4 points (0 of 1 checks passed)" in page
    assert "Your code here builds on <code>log</code>" in page


def test_what_was_printed_under_a_hidden_check_is_not_shown():
    check = CheckResult("test_x", "x", "hidden", "failed", printed="the data of the check")
    assert "the data" not in exercise_html(ExerciseResult("entropy", 0, 4, checks=[check]))


def test_a_page_has_room_for_so_much_text_in_all():
    room = Room(PAGE_CODE)
    streams = [safe_output({"output_type": "stream", "text": "x" * 90_000}, room) for _ in range(20)]
    assert sum(len(stream.text) for stream in streams) < PAGE_CODE + 2000
    assert streams[0].text == "x" * 90_000 and "cut off here" in streams[-1].text
    assert "cut off here" in safe_markdown("an answer", {}, room)


def test_a_pasted_picture_takes_room_as_often_as_it_is_named():
    pictures = {"a.png": {"image/png": "x" * (PAGE_PICTURES // 4)}}
    text = safe_markdown("![x](attachment:a.png) " * 9 + "[a page](https://example.org)", pictures, Room(PAGE_CODE))
    assert text.count("](attachment:a.png)") == 4 and text.count("(left out: ") == 5
    assert text.endswith("[a page](https://example.org)")


def test_formulas_without_an_end_cost_no_more_than_their_length():
    """nbconvert searches the whole text for each of them: sixteen times as long for four times the text."""

    def seconds(starts: int) -> float:
        notebook = new_notebook(cells=[new_markdown_cell("\\\\[" * starts)])
        exporter = HTMLExporter(filters={"markdown2html": "autograder.publish.mathml.markdown_to_html"})
        started = time.process_time()
        assert "[" * 1000 in exporter.from_notebook_node(notebook)[0].replace("\\", "")
        return time.process_time() - started

    seconds(4000)  # the first one also loads the templates
    assert seconds(20_000) < 10 * seconds(5000)
