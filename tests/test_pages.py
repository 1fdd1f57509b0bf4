"""Feedback, class and course pages: what is on them, what is not, and how a real browser takes them."""

import io
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread
from playwright.sync_api import Browser, Page, expect

from autograder.course.catalogue import Course
from autograder.course.new import create_assignment
from autograder.errors import UserError
from autograder.grading.decisions import apply_decisions
from autograder.grading.report import (
    DROP,
    EXTENSION,
    OVERRIDE,
    CheckResult,
    Decision,
    ExerciseResult,
    GradeReport,
    write_report,
)
from autograder.publish.nbgrader_course import engine_environment
from autograder.report import summary
from autograder.report.build import build_pages
from autograder.report.feedback import feedback_page
from autograder.report.items import check_items, correlation, exercise_items
from autograder.report.reading import grades_folder

SLUG = "01_tiny"
NASTY = "<script>document.title='run'</script><img src=x onerror=\"document.title='run'\">&amp;\x1b[31m\u202e"
MISTAKE = "You divided by n - 1; the mean divides by n."
PHONE = {"width": 360, "height": 740}

Student = Callable[..., GradeReport]


@pytest.fixture
def student(course: Course) -> Student:
    """Makes and writes the report of one student, whose share of each exercise's checks is given."""
    assignment = course.assignment(SLUG)

    def make(name: str, *shares: float, write: bool = True, **changes: object) -> GradeReport:
        exercises = []
        for exercise, share in zip(assignment.exercises, shares or (1, 1, 1, 1), strict=True):
            checks = [
                CheckResult(f"test_{exercise.name}_{number}", f"{exercise.name} does thing {number}",
                            "public" if number < 2 else "hidden", "passed" if number < 4 * share else "failed",
                            "" if number < 4 * share else f"{exercise.name} gave something else")
                for number in range(4)
            ]  # fmt: skip
            score = round(exercise.points * sum(check.outcome == "passed" for check in checks) / 4, 2)
            exercises.append(ExerciseResult(exercise.name, score, exercise.points, checks=checks))
        total = sum(exercise.score for exercise in exercises)
        report = GradeReport(SLUG, name, total, 100, "bwrap", "f" * 64, "0" * 64, 0.5, exercises)
        for field, value in changes.items():
            setattr(report, field, value)
        if write:
            save(course, report)
        return report

    return make


def save(course: Course, report: GradeReport) -> None:
    folder = grades_folder(course, report.assignment)
    folder.mkdir(parents=True, exist_ok=True)
    write_report(report, folder / f"{report.student}.json")


def build(course: Course, **options: object) -> str:
    return build_pages(course, course.assignment(SLUG), **options).page.read_text()


def visible_text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page.partition("<body")[2]))


def module(variant: int) -> str:
    """A submission long enough to be compared with others."""
    return "".join(f"def function_{n}(x):\n    return x * {variant} + max(x, {n}) - len([x])\n" for n in range(20))


# ---- one student's feedback


def test_feedback_says_what_was_recognised_and_hides_what_must_stay_hidden(course, student):
    report = student("ada", 0.5, 1, 0.5, 0)
    report.exercises[0].diagnosis = [MISTAKE]
    report.exercises[1].follow_through, report.exercises[1].lent = True, ["mean"]
    shown, kept_back = report.exercises[2].checks[0], report.exercises[2].checks[2]
    shown.printed, kept_back.printed = "looking at 3", "the hidden data is 17.25"
    page = feedback_page(course.assignment(SLUG), report)
    text = visible_text(page)
    assert "55 of 100 points" in text
    assert MISTAKE in text
    assert "Your code here builds on mean , which has a mistake of its own." in text
    assert "looking at 3" in text and "17.25" not in page
    assert "Keep mean_ and scale_ in fit" in text, "the hint of an exercise in which no mistake was recognised"
    assert "Add up, then divide" not in text, "no hint where a recognised mistake says more"
    assert text.count("Scaler gave something else") == 1, "a reason that several checks share is said once"
    assert "written questions (10 points) are marked by a person" in text


def test_feedback_of_a_submission_that_could_not_be_run(course, student):
    page = feedback_page(course.assignment(SLUG), student("ada", 0, 0, 0, 0, notice="tiny.py is empty."))
    assert "tiny.py is empty." in page
    assert "not right yet" not in page and "<article" not in page


def test_feedback_shows_decisions_with_their_reasons(course, student):
    def decide(kind: str, reason: str, **fields: object) -> Decision:
        return Decision(kind, reason, "prof", "2026-11-16T12:00:00+00:00", **fields)

    decisions = [
        decide(DROP, "Its figure was misprinted.", check="hidden:test_mean_3"),
        decide(OVERRIDE, "Showed it at the board.", student="ada", exercise="tabulate", score=15),
        decide(OVERRIDE, "Was ill, oral exam.", student="ada", score=91.5),
        decide(EXTENSION, "A broken laptop.", student="ada", until="2026-11-20T23:59:00+00:00"),
    ]
    report = apply_decisions(student("ada", 0.5, 1, 1, 0), decisions)
    text = visible_text(feedback_page(course.assignment(SLUG), report))
    for sentence in (
        "91.5 of 100 points",
        "Was ill, oral exam.",
        "The checks alone gave 65.",
        "set these points to 15",
        "Showed it at the board.",
        "1 check dropped for the whole class",
        "mean does thing 3 Its figure was misprinted.",
    ):
        assert sentence in text
    save(course, report)
    page = visible_text(build(course))
    for sentence in ("hidden:test_mean_3 . Its figure", "the total set to 91.5", "may hand in until 2026-11-20"):
        assert sentence in page


# ---- what the class page is made of


def test_discrimination_is_the_correlation_with_the_rest(student):
    rng = np.random.default_rng(0)
    reports = [student(f"s{i}", *rng.choice([0, 0.25, 0.5, 0.75, 1], 4), write=False) for i in range(30)]
    item = exercise_items(reports)[1]
    scores = np.array([report.exercises[1].score for report in reports])
    totals = np.array([report.score for report in reports])
    assert item.discrimination == pytest.approx(np.corrcoef(scores, totals - scores)[0, 1])
    assert item.share == pytest.approx(scores.mean() / 30)
    assert (item.full, item.none) == ((scores == 30).sum(), (scores == 0).sum())
    check = check_items(reports)[5]
    passed = np.array([report.exercises[1].checks[1].outcome == "passed" for report in reports])
    assert check.passed == passed.sum()
    assert check.discrimination == pytest.approx(np.corrcoef(passed, totals - 7.5 * passed)[0, 1])


def test_no_correlation_where_there_is_nothing_to_correlate():
    assert correlation([1, 2, 3], [1, 2, 3]) is None, "three students say nothing"
    assert correlation([1] * 9, list(range(9))) is None
    assert correlation(list(range(9)), [2.0] * 9) is None
    assert correlation(list(range(9)), list(range(9))) == pytest.approx(1)


def test_summary_ranks_and_counts(student):
    reports = [student(f"s{i}", 0.5, 1, 1, 1, write=False) for i in range(4)]
    for report in reports[:3]:
        report.exercises[0].diagnosis = [MISTAKE]
        report.exercises[1].follow_through = True
        report.exercises[1].checks[0].message = "passes with a right mean in place of yours, so the points are given"
    reports[3].exercises[0].diagnosis = ["Another one."]
    first, second = summary.misconceptions(reports)
    assert (first.sentence, first.students) == (MISTAKE, ["s0", "s1", "s2"])
    assert second.students == ["s3"]
    (through,) = summary.follow_through(reports)
    assert (through.exercise, len(through.students), through.points) == ("variance", 3, 22.5)
    reports[2].exercises[3].checks[0].outcome = "timeout"
    reports[1].notice = "tiny.py is empty."
    assert [(t.student, t.what) for t in summary.troubles(reports)] == [("s1", "not run"), ("s2", "out of time (1)")]


# ---- the command, and classes of every kind


def test_the_same_reports_give_the_same_bytes(course, student, autograder, hand_in):
    for number in range(6):
        student(f"s{number}", *np.random.default_rng(number).choice([0, 0.5, 1], 4))
        folder = hand_in(f"s{number}", module(number % 2))

    def pages() -> dict[str, bytes]:
        shutil.rmtree(course.build / "report", ignore_errors=True)
        done = autograder("report", SLUG, "--submissions", folder)
        assert done.returncode == 0, done.stderr
        assert str(course.build / "report" / f"{SLUG}.html") in done.stdout
        files = [*course.build.glob("report/*"), *course.build.glob("feedback/*/*")]
        return {path.name: path.read_bytes() for path in files}

    first = pages()  # two processes, so two hash seeds
    assert set(first) == {f"{SLUG}.html", "index.html", *(f"s{number}.html" for number in range(6))}
    assert first == pages()


def test_anonymous_pages_hold_no_name(course, student, autograder):
    names = ["Grace Hopper", "ada", "<b>bold", "Łukasz"]
    for name in names:
        report = student(name, 0.5, 0.5, 1, 1, write=False)
        report.exercises[0].checks[3].message = f"ValueError: I am {name}"
        report.exercises[0].checks[3].outcome = "crashed"
        report.exercises[0].diagnosis = [MISTAKE]
        report.decisions = [Decision(OVERRIDE, f"{name} was ill", "prof", "now", student=name, score=50.0)]
        report.raw_score = report.score
        save(course, report)
    student("Kurt", 0, 0, 0, 0, notice="tiny.py is missing; the folder holds kurt_goedel.py.")
    (grades_folder(course, SLUG) / "Hedy Lamarr.json").write_text("{")
    done = autograder("report", SLUG, "--anonymous")
    assert done.returncode == 2 and "1 report(s) could not be read" in done.stderr
    pages = {path.name: path.read_text() for path in (course.build / "report").iterdir()}
    assert set(pages) == {f"{SLUG}.anonymous.html", "index.anonymous.html"}
    for text in (*pages.values(), done.stdout, done.stderr):
        for name in (*names, "&lt;b&gt;", "Hedy", "Kurt", "kurt", "goedel", "was ill", "feedback/", "%C5%81"):
            assert name not in text.replace(str(course.root), ""), name
    labels = re.findall(r"student [A-Z2-7]{8}", pages[f"{SLUG}.anonymous.html"])
    assert len(set(labels)) == 5
    assert set(re.findall(r"student [A-Z2-7]{8}", pages["index.anonymous.html"])) == set(labels), "the same everywhere"


def test_damaged_reports_are_told_and_the_others_shown(course, student, autograder):
    student("ada")
    folder = grades_folder(course, SLUG)
    (folder / "bob.json").write_text('{"version": 1}')
    (folder / "cy.json").write_text((folder / "ada.json").read_text())
    done = autograder("report", SLUG)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and "2 report(s) could not be read" in done.stderr
    text = visible_text((course.build / "report" / f"{SLUG}.html").read_text())
    assert "2 reports could not be read and are not on this page" in text and "bob.json" in text
    assert autograder("feedback", SLUG).returncode == 2
    assert (course.build / "feedback" / SLUG / "ada.html").is_file()


@pytest.mark.parametrize("command", ["report", "feedback"])
def test_a_disk_without_room_is_one_sentence(course, student, command):
    student("ada")
    folder = course.build / "feedback" / SLUG
    no_room = ["prlimit", "--fsize=1000", sys.executable, "-m", "autograder", command, SLUG]
    done = subprocess.run(no_room, cwd=course.root, env=engine_environment(), capture_output=True, text=True)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert f"{folder} cannot be written to (File too large)" in done.stderr
    assert not list(folder.iterdir())


def test_what_a_killed_run_left_half_written_goes(course, student):
    student("ada")
    for folder in (course.build / "report", course.build / "feedback" / SLUG):
        folder.mkdir(parents=True)
        (folder / ".abc.part").write_text("<html")
    build(course)
    assert not list(course.build.rglob("*.part"))


def test_no_reports_and_no_submissions_are_one_sentence(course, student):
    with pytest.raises(UserError, match="holds no grade reports that can be read; run 'autograder grade' first"):
        build(course)
    student("ada")
    with pytest.raises(UserError, match="is not a folder"):
        build(course, submissions=course.root / "nowhere")
    assert "Not compared" in build(course)


def test_classes_of_every_kind_have_a_page(course, student):
    student("only one")
    assert "1 submission" in visible_text(build(course))
    student("only one", 0, 0, 0, 0)
    student("zero", 0, 0, 0, 0)
    assert "Nobody passed: 16 of 16" in build(course)
    for name in ("only one", "zero"):
        student(name, 0, 0, 0, 0, notice="tiny.py is missing.", sandbox="none")
    text = visible_text(build(course))
    assert "No submission could be run." in text
    assert "2 graded without isolation" in text


def test_course_page_has_all_assignments_and_links_to_the_pages_that_exist(course, student):
    student("ada")
    second = create_assignment(course, "02_more")
    (exercise,) = second.exercises
    other = ExerciseResult(exercise.name, 40, 100, checks=[CheckResult("test_it", "it works", "hidden", "passed")])
    save(course, GradeReport("02_more", "bob", 40, 100, "bwrap", "", "", 0.1, [other]))
    build(course)
    index = course.build / "report" / "index.html"
    assert second.title in index.read_text() and 'href="02_more.html"' not in index.read_text()
    build_pages(course, second)
    links = re.findall(r'href="([^"]*html)"', index.read_text())
    assert sorted(links) == [
        "../feedback/01_tiny/ada.html",
        "../feedback/02_more/bob.html",
        "01_tiny.html",
        "02_more.html",
    ]
    assert all((index.parent / link).is_file() for link in links)


def test_a_thousand_students_in_seconds(course, student):
    rng = np.random.default_rng(1)
    for number in range(1000):
        report = student(f"student{number:04}", *rng.choice([0, 0.25, 0.5, 1], 4), write=False)
        report.exercises[0].diagnosis = [MISTAKE] if number % 3 else []
        save(course, report)
    started = time.monotonic()
    page = build(course)
    assert time.monotonic() - started < 60, "about 5 s on an idle core"
    assert len(page) < 2_000_000
    assert page.count("feedback/01_tiny/student0001.html") >= 2


# ---- in a browser


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A tab that must stay without errors, and must load nothing but the files it is sent to."""
    page = chromium.new_page(viewport=PHONE)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda r: r.url.startswith("file:") and r.is_navigation_request() or complaints.append(r.url))
    yield page
    page.close()
    assert [complaint for complaint in complaints if complaint != "data:,"] == []


@pytest.fixture
def site(course: Course, student: Student, hand_in) -> Path:
    """A small class with everything in it, names and texts with markup among it."""
    rng = np.random.default_rng(3)
    for number in range(8):
        student(f"student {number}", *rng.choice([0, 0.5, 1], 4))
        folder = hand_in(f"student {number}", module(number // 4))
    name = "Zoë & <i>Ø'Łuk #1 ?%41"
    report = student(name, 0.5, 1, 0, 0, write=False)
    mean, variance = report.exercises[0], report.exercises[1]
    mean.diagnosis, variance.follow_through = [MISTAKE, NASTY], True
    mean.checks[0].printed = NASTY + "\nand " + "long " * 200 + "x" * 2000
    mean.checks[2].message, mean.checks[2].outcome = NASTY, "timeout"
    save(course, report)
    student("nobody", 0, 0, 0, 0, notice=NASTY)
    build(course, submissions=folder)
    return course.build


def test_feedback_in_a_browser(page, site):
    (path,) = (site / "feedback" / SLUG).glob("Zo*")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(path.as_uri())
        expect(page.get_by_role("heading", level=1)).to_have_text("Small statistics")
        assert page.title() != "run"
        assert page.locator("script, img").count() == 0
        assert no_sideways_scroll(page)
        assert (
            contrast(page, ".note p") >= 4.5 and contrast(page, ".why") >= 4.5 and contrast(page, ".state.part") >= 4.5
        )
    expect(page.get_by_text("What we recognised").first).to_be_visible()
    expect(page.get_by_text("Follow-through credit")).to_be_visible()
    printed = page.locator("pre").first
    expect(printed).to_be_hidden()
    page.get_by_text("What your code printed").click()
    expect(printed).to_be_visible()
    assert "\x1b" not in printed.inner_text() and "<script>" in printed.inner_text()
    page.get_by_role("link", name="tabulate").click()
    expect(page.locator("#exercise-4")).to_be_in_viewport()
    assert colours(page.screenshot()) > 20


@pytest.mark.parametrize("made", [f"feedback/{SLUG}/nobody.html", f"report/{SLUG}.html"])
def test_the_policy_stops_a_script_that_escaping_would_have_missed(chromium, site, made):
    path = site / made
    path.write_text(path.read_text().replace("<main>", "<main><script>document.title = 'run'</script>"))
    page = chromium.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(path.as_uri())
    assert page.title() != "run"
    assert "Content Security Policy" in complaints[0]
    page.close()


def test_class_page_in_a_browser(page, site):
    page.goto((site / "report" / f"{SLUG}.html").as_uri())
    assert page.title() == "Small statistics: the class"
    assert no_sideways_scroll(page)
    for chart in page.locator("figure svg").all():
        box = chart.bounding_box()
        assert box and box["width"] > 300 and box["height"] > 100
        assert colours(chart.screenshot()) > 5
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    page.set_viewport_size({"width": 1200, "height": 900})

    table = page.locator("#student-table")
    press = table.get_by_role("button", name="score")
    press.click()
    rising = column(table, 1)
    press.click()
    falling = column(table, 1)
    assert rising == sorted(rising) and falling == sorted(falling, reverse=True) and rising[0] < rising[-1]
    expect(table.locator("thead th").nth(1)).to_have_attribute("aria-sort", "descending")
    table.get_by_role("button", name="student").click()
    expect(table.locator("tbody tr").first).to_contain_text("nobody")

    page.get_by_label("Find").fill("zoë &")
    expect(table.locator("tbody tr:visible")).to_have_count(1)
    table.locator("tbody tr:visible a").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Small statistics")
    expect(page.locator("header")).to_contain_text("Zoë & <i>Ø'Łuk #1 ?%41")


def test_every_link_leads_somewhere(page, site):
    page.goto((site / "report" / "index.html").as_uri())
    assert no_sideways_scroll(page)
    page.set_viewport_size({"width": 1200, "height": 900})
    page.get_by_role("link", name="Small statistics").click()
    addresses = {page.url.partition("#")[0]}
    for address in page.locator("a").evaluate_all("links => links.map(link => link.href)"):
        file, _, anchor = address.partition("#")
        addresses.add(file)
        assert not anchor or page.locator(f"#{anchor}").count() == 1
    assert len(addresses) == 12, "the course, the class and ten students"
    for address in sorted(addresses):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        expect(page.get_by_role("main")).to_have_count(1)


def column(table, number: int) -> list[float]:
    cells = table.locator(f"tbody td:nth-child({number + 1})")
    return [float(cell) for cell in cells.all_inner_texts()]


def no_sideways_scroll(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def colours(picture: bytes) -> int:
    """How many colours a screenshot has: an empty page has one."""
    pixels = imread(io.BytesIO(picture), format="png")
    return len(np.unique((pixels * 255).astype(np.uint8).reshape(-1, pixels.shape[-1]), axis=0))


def contrast(page: Page, selector: str) -> float:
    """WCAG's contrast of the first such element's text with what is behind it."""
    ink, paper = page.locator(selector).first.evaluate(
        """element => {
            let behind = element;
            while (getComputedStyle(behind).backgroundColor === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
            return [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor];
        }"""
    )

    def luminance(colour: str) -> float:
        parts = np.array([int(part) for part in re.findall(r"\d+", colour)[:3]]) / 255
        linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    light, dark = sorted((luminance(ink), luminance(paper)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
