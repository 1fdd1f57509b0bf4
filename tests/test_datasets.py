"""The data sets are what they say they are, and never change."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
from sklearn import datasets as peers

from autograder.course.catalogue import find_course
from autograder.course.datasets import read_datasets
from autograder.errors import UserError
from autograder.student.check import load_dataset

FOLDER = find_course(Path(__file__).parent.parent).datasets
DATASETS = read_datasets(FOLDER)
OPTIONS = {"load_diabetes": {"scaled": False}}


def test_no_file_has_changed_and_none_is_unknown():
    found = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in FOLDER.glob("*.csv")}
    assert found == {dataset.name: dataset.sha256 for dataset in DATASETS}


@pytest.mark.parametrize("dataset", [dataset for dataset in DATASETS if dataset.twin], ids=lambda each: each.name)
def test_equals_its_twin(dataset):
    X, y, names = load_dataset(FOLDER, dataset.name)
    bunch = getattr(peers, dataset.twin)(**OPTIONS.get(dataset.twin, {}))
    assert np.array_equal(X, bunch.data)
    assert np.array_equal(y, bunch.target)
    assert len(names) == X.shape[1]


@pytest.mark.parametrize("dataset", DATASETS, ids=lambda each: each.name)
def test_has_the_size_that_it_is_said_to_have(dataset):
    X, y, names = load_dataset(FOLDER, dataset.name)
    rows, _, columns = dataset.size.split(maxsplit=3)[:3]
    assert X.shape == (int(rows), int(columns.rstrip(",:"))) and y.shape == X.shape[:1] and len(names) == X.shape[1]


@pytest.mark.parametrize(
    ("name", "kinds"), [("restaurant", "UU"), ("course_ratings", "ii"), ("enjoy_sport", "Ui"), ("iris", "fi")]
)
def test_types(name, kinds):
    X, y, _ = load_dataset(FOLDER, name)
    assert (X.dtype.kind, y.dtype.kind) == tuple(kinds)


def test_each_call_gives_fresh_arrays():
    first, _, _ = load_dataset(FOLDER, "iris")
    first[:] = 0
    again, _, _ = load_dataset(FOLDER, "iris")
    assert again.any()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: text + text, r"index.toml:\d+: the data set 'a' is listed twice"),
        (lambda text: text.replace('"a"', '"b"'), r"index.toml:2: there is no file b.csv"),
        (lambda text: text + 'more = "x"', r"index.toml:8: unknown key dataset\[1\].more"),
        (lambda text: text.replace('size = "1 x 1"\n', ""), "size is missing"),
    ],
)
def test_a_faulty_index_is_said_in_one_sentence(tmp_path, change, sentence):
    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    keys = 'name = "a"\nsize = "1 x 1"\ntarget = "y"\norigin = "us"\nlicence = "free"\nsha256 = "0"\n'
    (tmp_path / "index.toml").write_text(change(f"[[dataset]]\n{keys}"))
    with pytest.raises(UserError, match=sentence):
        read_datasets(tmp_path)
