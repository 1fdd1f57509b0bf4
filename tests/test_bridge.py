"""A student's module as checks see it: errors that cross the bridge, and what is left of a check when it ends."""

import numpy as np
import pytest

from autograder.bridge.errors import StudentError
from autograder.bridge.local import LocalChannel
from autograder.bridge.student import Connection, StudentModule


def connect(source: str) -> tuple[Connection, StudentModule]:
    connection = Connection(LocalChannel("student", source))
    return connection, StudentModule(connection, "student", {"f": "callable"})


def test_a_stop_iteration_ends_no_loop_of_the_check():
    _, student = connect("def f(x):\n    raise StopIteration\n")
    with pytest.raises(StudentError):
        all(map(student.f, [1, 2, 3]))


@pytest.mark.parametrize(
    ("argument", "change"),
    [
        ([3, 1, 2], "x.sort()"),
        ({1: 3.84, 2: 5.99}, "x.update({1: -1.0, 3: 0.0})"),
        (np.arange(4.0), "x *= 2"),
    ],
)
def test_what_a_check_sees_changed_is_as_it_was_after_the_check(argument, change):
    connection, student = connect(f"def f(x):\n    {change}\n")
    before = repr(argument)
    connection.begin()
    student.f(argument)
    assert repr(argument) != before
    student.f(argument)
    connection.restore_input()
    assert repr(argument) == before
