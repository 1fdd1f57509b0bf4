"""Which known mistake a student made, and how much is replayed to find out."""

from collections import Counter

import pytest

from autograder.checks.suite import read_suite
from autograder.course.bank import compose, read_mistakes
from autograder.grading.diagnosis import EVIDENCE_LIMIT, Replayer, diagnose, examine
from autograder.grading.session import StudentSession
from autograder.grading.submission import Submission
from autograder.sandbox.process import Sandbox

SLUG = "01_tiny"


class CountingReplayer(Replayer):
    """Counts the failed checks on which each mistake was tried."""

    def __init__(self, assignment):
        super().__init__(assignment)
        self.tried = Counter()

    def mistake(self, mistake, trial, got):
        self.tried[mistake.name] += 1
        return super().mistake(mistake, trial, got)


@pytest.fixture
def recognise(course):
    """What is said of one exercise of a submission, how many of its checks failed, and what was tried to find out."""

    def run(source, exercise):
        suite = read_suite(course.assignment(SLUG), course.datasets)
        replayer = CountingReplayer(suite.assignment)
        with Sandbox(suite.assignment.packages) as sandbox:
            session = StudentSession(suite, sandbox, Submission("ada", source, ""), "a secret")
            trials = [session.try_check(check, {}) for check in suite.of(exercise)]
            session.close()
        findings = [examine(trial, replayer) for trial in trials if not trial.passed]
        return diagnose(findings, replayer), findings, replayer.tried

    return run


@pytest.fixture
def mistakes(course):
    return {mistake.name: mistake for mistake in read_mistakes(course.assignment(SLUG))}


def test_one_that_explains_all_ends_the_search(recognise, mistakes):
    sentences, findings, tried = recognise(mistakes["one_less"].source, "mean")
    assert sentences == [mistakes["one_less"].sentence]
    assert tried.pop("one_less") == len(findings) > 3
    assert set(tried) == {name for name, mistake in mistakes.items() if mistake.exercise == "mean"} - {"one_less"}
    assert max(tried.values()) == 1, "the others are done with at their first difference"


def test_each_of_two_that_share_the_failures_is_named(recognise, mistakes):
    rooted, sampled = mistakes["square_root"], mistakes["sample_variance"]
    both = f"{compose([rooted])}\n\n_rooted = variance\n\n\n{sampled.patch}\n\n_sampled = variance\n" + (
        "\n\ndef variance(values):\n    return (_rooted if len(values) < 5 else _sampled)(values)\n"
    )
    sentences, _, _ = recognise(both, "variance")
    assert sorted(sentences) == sorted([rooted.sentence, sampled.sentence])


def test_one_that_cannot_explain_enough_any_more_is_given_up(recognise, mistakes):
    only_some = mistakes["one_less"].source + (
        "\n\n_divided_by_less = mean\n\n\ndef mean(values):\n"
        "    return _divided_by_less(values) if len(values) % 2 else float(np.sum(values))\n"
    )
    sentences, findings, tried = recognise(only_some, "mean")
    assert sentences == [mistakes["one_less"].sentence]
    assert tried["one_less"] == len(findings) > tried["whole_division"]


def test_huge_answers_are_described_but_not_kept(recognise, course):
    source = course.assignment(SLUG).reference.read_text()
    source += f"\n\ndef mean(values):\n    return np.zeros({EVIDENCE_LIMIT // 8})\n"
    sentences, findings, tried = recognise(source, "mean")
    assert sentences == [] and not tried
    assert {finding.evidence for finding in findings} == {None}
    assert all("mean " in finding.sentence for finding in findings)
