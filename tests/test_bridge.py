"""A student's module as checks see it: errors that cross the bridge, and what is left of a check when it ends."""

import numpy as np
import pytest

from autograder.bridge.draws import MOST_DRAWS, MOST_SEARCHED, move_on
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


DRAWS = {
    "nothing": lambda rng: None,
    "halves": lambda rng: rng.integers(100, size=7, dtype=np.int32),
    "the half that was left": lambda rng: rng.integers(100, dtype=np.int32),
    "numbers after a half": lambda rng: (rng.integers(100, dtype=np.int32), rng.normal(size=1000)),
    "numbers": lambda rng: rng.random(100_000),
    "an order": lambda rng: rng.permutation(1000),
}


@pytest.mark.parametrize("kind", [np.random.PCG64, np.random.PCG64DXSM])
@pytest.mark.parametrize("has_half", [False, True])
@pytest.mark.parametrize("what", DRAWS)
def test_a_generator_goes_on_from_where_drawing_has_brought_it(kind, has_half, what):
    ours, theirs = (np.random.Generator(kind(5)) for _ in range(2))
    for generator in (ours, theirs) if has_half else ():
        generator.integers(100, dtype=np.int32)
    DRAWS[what](theirs)
    move_on(ours, theirs)
    assert ours.bit_generator.state == theirs.bit_generator.state


CHOSEN = {
    "another sequence": {"state": {"state": 1, "inc": 1}},
    "a chosen half": {"has_uint32": 1, "uinteger": 12345},
    "a place that no drawing leads to": {"state": {"state": 0}},
}


@pytest.mark.parametrize("what", CHOSEN)
def test_a_generator_cannot_be_where_no_drawing_leads(what):
    ours, theirs = (np.random.default_rng(5) for _ in range(2))
    theirs.random(10)
    state = theirs.bit_generator.state
    theirs.bit_generator.state = {**state, **CHOSEN[what], "state": {**state["state"], **CHOSEN[what].get("state", {})}}
    before = ours.bit_generator.state
    with pytest.raises(ValueError, match="a random generator cannot"):
        move_on(ours, theirs)
    assert ours.bit_generator.state == before


@pytest.mark.parametrize("draws", [-1, MOST_DRAWS + 1])
def test_a_generator_moves_forwards_and_not_too_far(draws):
    ours, theirs = (np.random.default_rng(5) for _ in range(2))
    theirs.bit_generator.advance(draws)
    with pytest.raises(ValueError, match="where no drawing leads"):
        move_on(ours, theirs)


def test_a_half_that_is_too_old_to_be_found_is_forgotten():
    ours, theirs = (np.random.default_rng(5) for _ in range(2))
    theirs.integers(100, dtype=np.int32)
    theirs.random(MOST_SEARCHED)
    move_on(ours, theirs)
    assert ours.bit_generator.state == {**theirs.bit_generator.state, "has_uint32": 0}
