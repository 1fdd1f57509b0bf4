"""What counts as empty where it should not be; whole submissions that try it are among the attacks."""

import numpy as np
import pytest

from autograder.batch.run import grade_many
from autograder.bridge.student import _holds_empty
from autograder.grading.submission import submission_from_bytes
from autograder.grading.unearned import is_empty_instead

NOTHING = np.empty(0)


def boxed(value):
    box = np.empty((), dtype=object)
    box[()] = value
    return box


@pytest.mark.parametrize(
    ("value", "right"),
    [
        (NOTHING, 3.0),
        (NOTHING, None),
        ([], np.arange(3)),
        ({}, [1]),
        (set(), {1}),
        (boxed(boxed(NOTHING)), 3.0),
        ((1.0, NOTHING), (1.0, 2.0)),
        ([1.0, NOTHING], [1.0]),
        (np.array([None, NOTHING], dtype=object), np.arange(2)),
        ({"bound": NOTHING}, {"bound": 1.0}),
        ({"other": NOTHING}, {"bound": 1.0}),
        ({"boxes": {"left": []}}, {"boxes": {"left": [1]}}),
    ],
)
def test_empty_where_the_right_answer_is_not(value, right):
    assert _holds_empty(value)
    assert is_empty_instead(value, right)


@pytest.mark.parametrize(
    ("value", "right"),
    [
        (np.empty((0, 2)), []),
        ([], ()),
        ([[1], []], [np.array([1]), np.empty(0)]),
        ({"counts": {}, "label": 1}, {"counts": {}, "label": 1}),
        # a leaf that says of its branches that there are none
        ({"label": 1, "branches": {}}, {"label": 1}),
        (3.0, []),
        ("", "text"),
    ],
)
def test_empty_where_it_may_be(value, right):
    assert not is_empty_instead(value, right)


def test_an_empty_object_is_as_good_as_the_empty_list_of_the_reference(course):
    assignment = course.assignment("01_tiny")
    source = assignment.reference.read_text() + (
        "\n\nfrom collections import deque\n\n_tabulate = tabulate\n\n\ndef tabulate(function, values):\n"
        "    return deque(_tabulate(function, values))\n"
    )
    submission = submission_from_bytes("ada", source.encode(), "tiny.py")
    ((_, report),) = grade_many(course, assignment, [submission], "a secret")
    assert report is not None and report.score == 100
