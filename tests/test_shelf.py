"""The shelf of the hidden checks: each function has one meaning, and says in its message what does not hold."""

import numpy as np
import pytest

from autograder.checks.shelf import (
    given,
    leaves_alone,
    listed_parts,
    numbers,
    refuses,
    same,
    same_for_all_kinds,
    same_items,
    says,
    silent,
)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (np.float32(0.1), 0.1),
        ([1, np.inf, -np.inf, np.nan], [1, np.inf, -np.inf, np.nan]),
        ([1e6, 0.5], [1e6, 0]),  # rounding of a sum with large terms
        (np.zeros((0, 3)), np.zeros((0, 3))),
        (([1, 2], 3), (np.array([1, 2]), 3)),
        ({"a": 1, "more": None}, {"a": 1}),
    ],
)
def test_same_up_to_rounding(answer, expected):
    same(answer, expected)


@pytest.mark.parametrize(
    ("answer", "expected", "sentence"),
    [
        ([[1], [2]], [1, 2], r"should be an array of shape \(2,\), but it is an array of shape \(2, 1\)"),
        ([1.0], 1.0, r"should be a number, but it is an array of shape \(1,\)"),
        (None, {"a": 1}, "should be a dictionary, but it is a NoneType"),
        ({"b": 1}, {"a": 1}, "should have an entry 'a'"),
        ([1, 2], [1, 2.1], r"the answer\[1\] should be 2.1, but it is 2"),
        ([1, 2], [1, np.nan], r"the answer\[1\] should be nan"),
        ([np.nan, 2], [1, 2], r"the answer\[0\] should be 1, but it is nan"),
        ([np.inf], [-np.inf], "should be -inf, but it is inf"),
        ("one", 1, "does not consist of numbers"),
        (None, [1], "should be an array"),
        ((1, 2, 3), (1, 2), "should have 2 parts, but it has 3"),
        (None, (1, 2), "should have 2 parts, but it is a NoneType"),
        ({}, {"a": 1}, "should have an entry 'a'"),
        ({"a": [1, 2]}, {"a": [1, 3]}, r"\['a'\]\[1\] should be 3"),
    ],
)
def test_what_is_not_the_same(answer, expected, sentence):
    with pytest.raises(AssertionError, match=sentence):
        same(answer, expected)


def test_shapes_parts_items_and_truth_values():
    assert numbers([[1, 2]], 1, 2).dtype == float
    assert listed_parts(np.eye(2), 2)[1].tolist() == [0, 1]
    same_items(np.array(["a", "b"]), ["a", "b"])
    for answer in (["a"], ["b", "a"], [["a", "b"]]):
        with pytest.raises(AssertionError):
            same_items(answer, ["a", "b"])
    says(np.bool_(True), True)
    for answer in (1, False, None, np.array([True])):
        with pytest.raises(AssertionError):
            says(answer, True)


def root(value, *, digits=3):
    if value < 0:
        raise ValueError
    return round(value**0.5, digits)


def test_refuses():
    refuses(root, given(-1), given(-2, digits=1), but_takes=given(4))
    with pytest.raises(pytest.fail.Exception, match=r"\(4, digits=1\) should raise ValueError"):
        refuses(root, given(-1), given(4, digits=1))
    with pytest.raises(ValueError):
        refuses(root, given(-1), but_takes=given(-4))
    with pytest.raises(TypeError):
        refuses(root, given("no number"))


def test_leaves_alone():
    assert leaves_alone(sorted, [2, 1], key=None) == [1, 2]
    rng = np.random.default_rng(0)
    assert leaves_alone(lambda rng, _: rng.normal(), rng, np.array([np.nan])) != 0
    with pytest.raises(AssertionError, match="argument 1 was changed"):
        leaves_alone(lambda values: values.sort(), np.array([2, 1]))
    with pytest.raises(AssertionError, match="table was changed"):
        leaves_alone(lambda table: table["rows"].append(1), table={"rows": []})


def test_same_for_all_kinds():
    same_for_all_kinds(lambda values, shift: np.asarray(values, float) - shift, np.array([1, 2]), 3, expected=[-2, -1])
    with pytest.raises(AssertionError, match="arrays of small integers"):
        same_for_all_kinds(lambda values: np.asarray(values) - 3, np.array([1, 2]), expected=[-2, -1])
    with pytest.raises(AttributeError):
        same_for_all_kinds(lambda values: values.sum(), np.array([1, 2]), expected=3)


def test_silent():
    with pytest.raises(RuntimeWarning), silent():
        np.log(np.zeros(1))
