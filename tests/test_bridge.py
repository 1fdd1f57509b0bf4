"""A student's module as checks see it: errors that cross the bridge, and what is left of a check when it ends."""

import sys
from types import ModuleType

import numpy as np
import pytest

from autograder.bridge import codec
from autograder.bridge.draws import MOST_DRAWS, MOST_SEARCHED, move_on
from autograder.bridge.errors import StudentError, StudentGone
from autograder.bridge.local import LocalChannel
from autograder.bridge.student import Connection, StudentModule
from autograder.checks.seeds import generator


def connect(source: str, reference: ModuleType | None = None) -> tuple[Connection, StudentModule]:
    connection = Connection(LocalChannel("student", source), reference)
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
        ((np.arange(4.0), "name", (np.ones(2), 3)), "x[0][:] = 7; x[2][0][:] = 7"),
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
    for each in (ours, theirs) if has_half else ():
        each.integers(100, dtype=np.int32)
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


REFERENCE = """
class Model:
    def __init__(self):
        self.weights_, self._secret = [1.0, 2.0], 7
    def predict(self, x):
        return 2 * x
def double(x):
    return 2 * x
"""


@pytest.fixture
def reference() -> ModuleType:
    module = ModuleType("the_reference")
    exec(REFERENCE, vars(module))
    return module


def test_an_oracle_lends_data_and_what_the_reference_defines(reference):
    _, student = connect("def f(ask):\n    return ask()\n", reference)
    assert student.f(lambda: {"a": [1, np.eye(2)[0]]})["a"][0] == 1
    assert student.f(lambda: (number**2 for number in range(4))) == [0, 1, 4, 9], "an iterator becomes a list"
    assert student.f(lambda: (zip("ab", [1, 2], strict=True), None)) == ([("a", 1), ("b", 2)], None)
    _, student = connect("def f(ask):\n    return ask().weights_, ask().predict(3), ask().predict\n", reference)
    assert student.f(reference.Model)[:2] == ([1.0, 2.0], 6)
    _, student = connect("def f(ask):\n    return ask()(5)\n", reference)
    assert student.f(lambda: reference.double) == 10


@pytest.mark.parametrize("asked", ["ask()._secret", "ask().predict.__self__", "ask().predict.__func__"])
def test_of_what_was_lent_only_data_and_methods_are_open(reference, asked):
    _, student = connect(f"def f(ask):\n    return {asked}\n", reference)
    with pytest.raises(StudentError):
        student.f(reference.Model)


@pytest.mark.parametrize("value", [sys, open, object(), type, sys._getframe(), np.random, print, Exception, iter])
def test_an_oracle_lends_nothing_else(reference, value):
    """A frame, a module or a class of ours would lead to everything that the judge has."""
    _, student = connect("def f(ask):\n    return ask()\n", reference)
    with pytest.raises(StudentError, match="cannot be lent"):
        student.f(lambda: value)


def test_a_class_of_the_reference_is_an_oracle_but_no_answer_of_one(reference):
    _, student = connect("def f(ask):\n    return ask()\n", reference)
    with pytest.raises(StudentError, match="cannot be lent"):
        student.f(lambda: reference.Model)


def test_the_checks_own_generator_cannot_be_run_backwards():
    ours = generator("secret", "01", "ada", "digest", "check")
    drawn = ours.normal(size=3)
    _, student = connect(
        """
def f(rng):
    for steps in range(1, 20):
        rng.bit_generator.advance(-1)
        copy = type(rng)(type(rng.bit_generator)())
        copy.bit_generator.state = rng.bit_generator.state
        yield copy.normal(size=3)
"""
    )
    state = ours.bit_generator.state
    guesses = [*student.f(ours)]
    assert len(guesses) == 19 and not any(np.allclose(guess, drawn) for guess in guesses)
    assert ours.bit_generator.state == state, "and what the student draws leaves it as it is"


def test_each_call_is_given_a_generator_of_its_own():
    _, student = connect("def f(rng):\n    return rng.normal()\n")
    ours, same = (generator("secret", "01", "ada", "digest", "check") for _ in range(2))
    answers = [student.f(ours), student.f(ours)]
    assert answers[0] != answers[1] and answers == [student.f(same), student.f(same)]


def test_a_generator_whose_state_gives_away_its_past_is_not_passed_on():
    _, student = connect("def f(rng):\n    return rng.normal()\n")
    with pytest.raises(codec.CodecError, match="MT19937"):
        student.f(np.random.Generator(np.random.MT19937(1)))


CONTRADICTIONS = {
    "more elements than its length": "def __len__(self): return 2\n    def __iter__(self): return iter([1, 2, 3])",
    "another length each time": "n = 0\n    def __len__(self):\n        self.n += 1\n        return self.n",
    "other elements each time": "n = 0\n    def __iter__(self):\n        self.n += 1\n        return iter([self.n])",
    "another item each time": "n = 0\n    def __getitem__(self, k):\n        self.n += 1\n        return self.n",
}


@pytest.mark.parametrize("what", CONTRADICTIONS)
def test_an_object_that_contradicts_itself_fails_its_check(what):
    _, student = connect(f"class Odd:\n    {CONTRADICTIONS[what]}\ndef f():\n    return Odd()\n")
    odd = student.f()
    with pytest.raises(StudentGone, match="contradicts itself") as gone:
        for look in (len, list, lambda it: it[0]) * 2:
            try:
                look(odd)
            except (StudentError, TypeError):
                continue
    assert gone.value.outcome == "failed"


def test_an_object_may_change_by_what_is_done_to_it():
    add, length = "def add(self):\n        self.n += 1", "def __len__(self):\n        return self.n"
    _, student = connect(f"class Bag:\n    n = 0\n    {add}\n    {length}\ndef f():\n    return Bag()\n")
    bag = student.f()
    assert len(bag) == 0
    bag.add()
    assert len(bag) == 1


def test_a_list_of_elements_that_is_no_list_fails_its_check():
    class Lying(LocalChannel):
        def request(self, frame, serve):
            head, _ = codec.decode(frame, lambda item: None)
            return codec.encode({"op": "answer"}, 5) if head["op"] == "list" else super().request(frame, serve)

    source = "class Hollow:\n    def __len__(self):\n        return 5\ndef f():\n    return Hollow()\n"
    student = StudentModule(Connection(Lying("student", source)), "student", {"f": "callable"})
    hollow = student.f()
    assert len(hollow) == 5
    with pytest.raises(StudentGone, match="contradicts itself"):
        list(hollow)
