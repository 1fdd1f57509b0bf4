"""One submission in, one report out."""

import pytest

from autograder.batch.run import grade_many
from autograder.checks.seeds import generator
from autograder.checks.suite import read_suite
from autograder.course.bank import compose, read_mistakes
from autograder.course.new import create_assignment
from autograder.grading.grade import ONLY_RAISED, Grader
from autograder.grading.report import read_report
from autograder.grading.submission import submission_from_bytes
from autograder.sandbox.process import Sandbox

SLUG = "01_tiny"


@pytest.fixture
def grade(course):
    """Grades source text under the student's name; the reports by name."""

    def run(secret="a secret", **sources):
        submissions = [
            submission_from_bytes(name, source if isinstance(source, bytes) else source.encode(), "tiny.py")
            for name, source in sources.items()
        ]
        results = grade_many(course, course.assignment(SLUG), submissions, secret)
        return {submission.student: report for submission, report in results}

    return run


@pytest.fixture
def grade_apart(autograder, hand_in, tmp_path):
    """The same in a process of its own, for checks that a test has changed: Python remembers them by their name."""

    def run(**sources):
        for name, source in sources.items():
            folder = hand_in(name, source)
        done = autograder("grade", SLUG, folder, "--out", tmp_path / "grades")
        assert done.returncode == 0, done.stderr
        return {name: read_report(tmp_path / "grades" / f"{name}.json") for name in sources}

    return run


@pytest.fixture
def reference(course):
    return course.assignment(SLUG).reference.read_text()


@pytest.fixture
def stub(course):
    return course.assignment(SLUG).stub.read_text()


@pytest.fixture
def mistakes(course):
    return {mistake.name: mistake for mistake in read_mistakes(course.assignment(SLUG))}


def test_right_wrong_and_empty(grade, reference, stub):
    reports = grade(right=reference, untouched=stub, crlf=b"\xef\xbb\xbf" + reference.replace("\n", "\r\n").encode())
    assert reports["right"].score == reports["crlf"].score == 100
    assert reports["untouched"].score == 0
    messages = {check.message for e in reports["untouched"].exercises for check in e.checks}
    assert all(message.startswith("not started yet") for message in messages), messages
    assert reports["right"].sandbox == "bwrap"


def test_weights_count(grade, reference):
    broken = reference + (
        "\n\ndef mean(values):\n    if len(values) == 0: raise ValueError\n"
        "    return float(sum(values) // len(values))\n"
    )
    result = grade(student=broken)["student"].exercise("mean")
    failed = {check.name for check in result.checks if check.outcome != "passed"}
    assert failed == {"test_mean_of_integers", "test_mean_random"}
    # of the hidden weight that asks for an answer 1 of 4 passed; what raises an error, and the two public checks, count
    # for as much: 1 + (1 + 2) / 4 of 7
    assert result.score == round(30 * 1.75 / 7, 2)


def test_follow_through_gives_points_for_what_builds_on_a_mistake(grade, mistakes):
    report = grade(student=mistakes["one_less"].source)["student"]
    assert report.exercise("mean").score < 30
    assert report.exercise("mean").diagnosis == ["You divided by n - 1; the mean divides by n."]
    variance = report.exercise("variance")
    assert variance.follow_through and variance.score == 30
    assert any("passes with a right mean" in check.message for check in variance.checks)
    assert not report.exercise("tabulate").follow_through


def test_after_two_checks_that_only_the_needs_failed_the_right_needs_come_first(grade, reference):
    counting = (
        "\n\ncalls = 0\n\n\ndef mean(values):\n    global calls\n    calls += 1\n    return 41.75\n"
        "\n\ndef variance(values):\n    if len(values) == 0: raise ValueError\n    centre = mean(values)\n"
        "    print('own mean:', calls)\n    return float(np.mean((np.asarray(values) - centre) ** 2))\n"
    )
    variance = grade(student=reference + counting)["student"].exercise("variance")
    assert variance.score == 30 and variance.follow_through
    calls = [int(check.printed.split()[-1]) for check in variance.checks if check.printed]
    assert calls == [0, 0, 0], "the two public checks were rescued, and after that the own mean was not asked again"


def test_follow_through_finds_a_second_mistake_behind_the_first(grade, mistakes):
    both = compose([mistakes["one_less"], mistakes["square_root"]])
    report = grade(student=both)["student"]
    assert report.exercise("mean").diagnosis == [mistakes["one_less"].sentence]
    assert report.exercise("variance").diagnosis == [mistakes["square_root"].sentence]


def test_a_class_as_oracle(course, grade, reference):
    path = course.solutions / SLUG / "assignment.toml"
    path.write_text(path.read_text().replace('name = "tabulate"\n', 'name = "tabulate"\nneeds = ["Scaler"]\n'))
    source = (
        reference.replace(
            "return np.array([function(float(value)) for value in values])",
            "Scaler().fit([0, 2]).transform([0, 2])[0] == -1 or 1 / 0\n"
            "    return np.array([function(float(value)) for value in values])",
        )
        + "\n\nclass Scaler:\n    def fit(self, values):\n        raise TypeError\n"
    )
    report = grade(student=source)["student"]
    assert report.exercise("Scaler").score < 20
    assert report.exercise("tabulate").follow_through and report.exercise("tabulate").score == 20


WRONG_MEAN = "\n\ndef mean(values):\n    return float(np.mean(values)) + 1 if len(values) else 1 / 0\n"


def test_what_the_students_own_code_calls_is_lent_too_if_it_comes_earlier(grade, reference):
    """`tabulate` needs no other exercise, but this one calls its own wrong `mean`."""
    tabulate = (
        "\n\ndef tabulate(function, values):\n    return np.array([function(mean([value])) for value in values])\n"
    )
    result = grade(student=reference + WRONG_MEAN + tabulate)["student"].exercise("tabulate")
    assert (result.score, result.follow_through) == (20, True)
    assert {check.message for check in result.checks if check.visibility == "hidden"} >= {
        "passes with a right mean in place of yours, so the points are given"
    }


def test_what_comes_later_in_the_handout_is_not_lent(grade, reference):
    variance = (
        "\n\ndef variance(values):\n    return tabulate(lambda v: float(np.var(values)), [len(values)])[0] or 0.0\n"
    )
    wrong = "\n\ndef tabulate(function, values):\n    return None\n"
    result = grade(student=reference + variance + wrong)["student"].exercise("variance")
    assert (result.score, result.follow_through) == (0, False)


def test_classes_and_callbacks_are_diagnosed(grade, mistakes):
    reports = grade(**{name: mistakes[name].source for name in ("by_variance", "calls_twice", "changes_input")})
    assert reports["by_variance"].exercise("Scaler").diagnosis == [mistakes["by_variance"].sentence]
    assert reports["calls_twice"].exercise("tabulate").diagnosis == [mistakes["calls_twice"].sentence]
    assert reports["changes_input"].exercise("mean").diagnosis == [mistakes["changes_input"].sentence]


def test_an_own_wrong_answer_is_described_without_hidden_data(grade, reference):
    reports = grade(
        types=reference + "\n\ndef mean(values):\n    return [1, 2, 3]\n",
        value=reference + "\n\ndef mean(values):\n    return 41.75\n",
        error=reference + "\n\ndef mean(values):\n    return values.nope\n",
    )
    hidden = {name: [c for c in r.exercise("mean").checks if c.visibility == "hidden"] for name, r in reports.items()}
    assert hidden["types"][0].message == "mean returned an array with one axis where a number was expected"
    assert hidden["value"][0].message == "mean returned a number, as it should, but not the right value"
    line = len(reference.splitlines()) + 4
    wanted = f"AttributeError: an array has no attribute of that name in line {line} of tiny.py: return values.nope"
    assert hidden["error"][0].message == wanted
    public = next(c for c in reports["value"].exercise("mean").checks if c.name == "test_mean_of_three")
    assert public.message == "assert 41.75 == 3 ± 3.0e-06\nObtained: 41.75\nExpected: 3 ± 3.0e-06"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (b"", "tiny.py is empty."),
        (b"def f(:\n", "is not valid Python"),
        ("x = 'café'".encode("latin-1"), "tiny.py is not UTF-8 text (line 1)"),
        (b"import sklearn\n", "No module named 'sklearn' in line 1 of tiny.py: only numpy"),
        (b"import time\ntime.sleep(100)\n", "stopped after 2 seconds"),
        (b"import os\nos._exit(0)\n", "ended its own process"),
        (b"raise SystemExit\n", "your code called exit() in line 1"),
        (b"x = 1\0", "is not valid Python"),
        (b"(" * 5000, "is not valid Python"),
    ],
)
def test_what_cannot_be_loaded_still_gets_a_report(grade, source, sentence):
    report = grade(student=source)["student"]
    assert report.score == 0
    assert sentence in report.notice
    assert all(sentence in check.message for e in report.exercises for check in e.checks)


def test_a_hang_costs_its_own_exercise_only(grade, reference):
    report = grade(student=reference + "\n\ndef mean(values):\n    while True: pass\n")["student"]
    outcomes = [check.outcome for check in report.exercise("mean").checks]
    assert set(outcomes) == {"timeout"}
    assert report.exercise("tabulate").score == 20
    assert report.exercise("variance").score == 30 and report.exercise("variance").follow_through


def test_crashes_and_memory_are_outcomes_of_their_check(grade, reference):
    reports = grade(
        dies=reference + "\n\ndef tabulate(function, values):\n    import os\n    os._exit(3)\n",
        eats=reference + "\n\ndef tabulate(function, values):\n    return np.ones(10**10)\n",
    )
    assert {check.outcome for check in reports["dies"].exercise("tabulate").checks} == {"crashed"}
    assert {check.outcome for check in reports["eats"].exercise("tabulate").checks} == {"memory"}
    assert reports["dies"].score == reports["eats"].score == 80


def test_prints_are_in_the_report(grade, reference):
    source = reference + "\n\ndef mean(values):\n    print('looking at', len(values))\n    return 0.0\n"
    check = grade(student=source)["student"].exercise("mean").checks[0]
    assert "looking at 3" in check.printed


def test_everyone_has_data_of_their_own_and_a_regrade_the_same(grade, reference):
    spy = reference + "\n\ndef mean(values):\n    print(list(values)[:2])\n    return 0.0\n"
    first = grade(ada=spy, alan=spy)
    again = grade(ada=spy)

    def seen(report):
        return next(c.printed for c in report.exercise("mean").checks if c.name == "test_mean_random")

    assert seen(first["ada"]) == seen(again["ada"]) != seen(first["alan"])
    assert seen(grade(secret="another", ada=spy)["ada"]) != seen(first["ada"])


def test_another_hand_in_has_other_data(course):
    assignment = course.assignment(SLUG)
    one, same, other = (generator("secret", SLUG, "ada", digest, "check").normal() for digest in ("a", "a", "b"))
    assert one == same != other
    prints = "\n\ndef mean(values):\n    print(list(values))\n"
    sources = [assignment.reference.read_text() + prints + comment for comment in ("", "", "# once more")]
    seen = []
    for source in sources:
        ((_, report),) = grade_many(course, assignment, [submission_from_bytes("ada", source.encode(), "tiny.py")], "s")
        seen.append(next(c.printed for c in report.exercise("mean").checks if c.name == "test_mean_random"))
    assert seen[0] == seen[1] != seen[2]


def test_a_constant_answer_is_not_taken_for_a_known_mistake(grade, reference):
    report = grade(student=reference + "\n\ndef variance(values):\n    return 2.0\n")["student"]
    assert report.exercise("variance").score < 30
    assert report.exercise("variance").diagnosis == []


def test_to_raise_an_error_counts_only_beside_a_right_answer(grade, reference):
    always = "\n\ndef mean(values):\n    raise ValueError\n\n\ndef variance(values):\n    return mean([])\n"
    raising = "\n\nclass Scaler:\n    def fit(self, values):\n        raise ValueError\n"
    one_right = "\n\ndef mean(values):\n    if len(values) == 2: return sum(values) / 2\n    raise ValueError\n"
    reports = grade(raises=reference + always + raising, one_right=reference + one_right)
    for name in ("mean", "variance", "Scaler"):
        result = reports["raises"].exercise(name)
        assert result.score == 0 and not result.follow_through and result.diagnosis == []
    sentence = ONLY_RAISED
    messages = {check.name: check.message for e in reports["raises"].exercises for check in e.checks}
    assert {name for name, message in messages.items() if message == sentence} == {
        "test_mean_of_nothing",
        "test_variance_of_nothing",
    }
    passed = [check.name for check in reports["one_right"].exercise("mean").checks if check.outcome == "passed"]
    assert passed == ["test_mean_of_integers", "test_mean_of_nothing"]


def test_a_right_answer_of_another_exercise_is_none_of_this_one(course, grade_apart, reference):
    """Neither the student's own right one, nor an oracle in place of a wrong one."""
    hidden = course.assignment(SLUG).hidden_checks
    old = "    with pytest.raises(ValueError):\n        student.variance([])"
    assert old in hidden.read_text()
    hidden.write_text(hidden.read_text().replace(old, f"    assert student.mean([1, 2]) == 1.5\n{old}"))
    raises = "\n\ndef variance(values):\n    raise ValueError\n"
    wrong = "\n\ndef mean(values):\n    return 0.0\n"
    reports = grade_apart(own=reference + raises, oracle=reference + raises + wrong)
    assert reports["own"].exercise("variance").score == reports["oracle"].exercise("variance").score == 0
    assert not reports["oracle"].exercise("variance").follow_through


SHARED_TABLE = '''

TABLE = [1.0, 3.0]


@pytest.mark.exercise("variance")
def test_variance_answers(student):
    """there is an answer"""
    student.variance(TABLE)


@pytest.mark.exercise("variance")
def test_variance_of_table(student, reference):
    """it is right"""
    assert student.variance(TABLE) == pytest.approx(reference.variance(TABLE))
'''


def test_what_one_check_passes_in_is_as_it_was_in_the_next(course, grade_apart, reference):
    with course.assignment(SLUG).hidden_checks.open("a") as hidden:
        hidden.write(SHARED_TABLE)
    poison = "\n\ndef variance(values):\n    values[:] = [0.0] * len(values)\n    return 0.0\n"
    reports = grade_apart(poison=reference + poison, right=reference)
    outcomes = {check.name: check.outcome for check in reports["poison"].exercise("variance").checks}
    assert outcomes["test_variance_answers"] == "passed"
    assert outcomes["test_variance_of_table"] == "failed"
    assert reports["right"].score == 100


def test_two_assignments_in_one_process_do_not_mix(course, grade, reference):
    other = create_assignment(course, "02_other")
    assert grade(student=reference)["student"].score == 100
    text = other.reference.read_bytes()
    ((_, report),) = grade_many(course, other, [submission_from_bytes("ada", text, "other.py")], "s")
    assert report is not None and report.score == 100


def test_an_exercise_has_only_so_much_time_in_all(course, grade, reference):
    """No check of `mean` runs out of time, but each has the module loaded anew, and that is slow."""
    settings = course.assignment(SLUG).toml
    settings.write_text(settings.read_text().replace("seconds = 2\n", "seconds = 1\ntotal_seconds = 60\n"))
    slow = reference + "\nimport os, time\ntime.sleep(0.7)\n\ndef mean(values):\n    os._exit(1)\n"
    report = grade(slow=slow)["slow"]
    outcomes = [check.outcome for check in report.exercise("mean").checks]
    tried = outcomes.count("crashed")
    assert outcomes == ["crashed"] * tried + ["timeout"] * (6 - tried) and 2 <= tried <= 5, outcomes
    last = report.exercise("mean").checks[-1]
    assert last.message == "not tried: the checks of this exercise had already taken 2 seconds together"
    assert report.exercise("tabulate").score == 20, "what it took from one exercise is not missing in another"


def test_what_is_slow_to_load_does_not_run_out_of_time(course, grade, reference):
    """An experiment at the end of the file runs with every exercise; a part of that is free."""
    report = grade(slow=reference + "\nimport time\ntime.sleep(1.3)\n")["slow"]
    assert report.score == 100 and course.assignment(SLUG).limits.budget == 6


def test_with_caution_there_is_a_report_all_the_same(course, mistakes):
    """After a submission has brought the judge down, its answers go to checks alone; after that it is not run."""
    assignment = course.assignment(SLUG)
    submission = submission_from_bytes("ada", mistakes["one_less"].source.encode(), "tiny.py")
    grader = Grader(read_suite(assignment, course.datasets), "a secret", "")
    with Sandbox(assignment.packages) as sandbox:
        usual, checks_alone, not_at_all = (grader.grade(submission, sandbox, caution=caution) for caution in range(3))
    assert usual.exercise("mean").diagnosis and not checks_alone.exercise("mean").diagnosis
    assert usual.exercise("variance").follow_through and not checks_alone.exercise("variance").follow_through
    assert usual.score > checks_alone.score > 0
    assert not_at_all.score == 0 and not_at_all.notice.startswith("the answers of this code could not be judged")
