"""The data sets are what they say they are, and never change."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
from sklearn import datasets as peers

from autograder.course.catalogue import find_course
from autograder.student.check import load_dataset

FOLDER = find_course(Path(__file__).parent.parent).datasets
# sha256 of each file, first 16 digits: checks rely on figures computed from exactly these
CHECKSUMS = {
    "breast_cancer": "9173fe82f7401ba1",
    "course_ratings": "9a484ecb3c997112",
    "diabetes": "9193026b7622ff94",
    "digits": "592cc047d0a1cc7f",
    "enjoy_sport": "2f520d4b2f8edc41",
    "houses": "d4473dd4e955730f",
    "iris": "17e9e19553ed7fa1",
    "restaurant": "d2fa26d9322f9130",
    "wine": "1c03cbe47141f544",
}
PEERS = {
    "iris": lambda: peers.load_iris(),
    "wine": lambda: peers.load_wine(),
    "digits": lambda: peers.load_digits(),
    "breast_cancer": lambda: peers.load_breast_cancer(),
    "diabetes": lambda: peers.load_diabetes(scaled=False),
}


def test_no_file_has_changed_and_none_is_unknown():
    found = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in FOLDER.glob("*.csv")}
    assert found == CHECKSUMS


@pytest.mark.parametrize("name", PEERS)
def test_equals_its_source(name):
    X, y, names = load_dataset(FOLDER, name)
    bunch = PEERS[name]()
    assert np.array_equal(X, bunch.data)
    assert np.array_equal(y, bunch.target)
    assert len(names) == X.shape[1]


@pytest.mark.parametrize(
    ("name", "shape", "kinds"),
    [
        ("restaurant", (12, 10), "UU"),
        ("course_ratings", (20, 5), "ii"),
        ("enjoy_sport", (4, 6), "Ui"),
        ("houses", (5, 2), "ii"),
        ("iris", (150, 4), "fi"),
    ],
)
def test_shapes_and_types(name, shape, kinds):
    X, y, names = load_dataset(FOLDER, name)
    assert X.shape == shape and y.shape == shape[:1] and len(names) == shape[1]
    assert (X.dtype.kind, y.dtype.kind) == tuple(kinds)


def test_every_data_set_is_described():
    text = (FOLDER / "README.md").read_text()
    for name, checksum in CHECKSUMS.items():
        assert f"`{name}.csv`" in text and checksum in text


def test_each_call_gives_fresh_arrays():
    first, _, _ = load_dataset(FOLDER, "iris")
    first[:] = 0
    again, _, _ = load_dataset(FOLDER, "iris")
    assert again.any()
