"""Copies are found by tokens, whatever the names; nothing of a student's is run, and a hostile file costs little."""

import time

import pytest

from autograder.report import similarity
from autograder.report.similarity import CPU_SECONDS, compare_sources

BODY = """
def {f}({a}):
    # {comment}
    total = 0
    for {i} in range(len({a})):
        if {a}[{i}] is not None and {a}[{i}] != -1:
            total += {a}[{i}] * {number} if {i} % 2 else -{a}[{i}]
    while total > 100 and len({a}) > 3:
        total = total // 2 - {number}
    return [total ** {number}, max({a}, key=lambda z: -z), sorted(set({a}))[::-1]]
"""
OTHER = """
def mean(values):
    array = np.asarray(values, dtype=float)
    if array.ndim != 1 or array.size == 0:
        raise ValueError("expected a list of numbers")
    weights = np.full(array.shape, 1 / array.size)
    result = float(weights @ array)
    assert np.isfinite(result), result
    return dict(mean=result, least=array.min(), most=array.max(), spread=np.ptp(array))["mean"]
"""


def test_copies_are_found_whatever_the_names_and_never_run(tmp_path):
    trap = tmp_path / "was_run"
    sources = {
        "ann": BODY.format(f="mean", a="xs", i="i", comment="my own work", number=7),
        "bob": BODY.format(f="mean", a="numbers", i="k", comment="not copied", number=7),
        "cy": BODY.format(f="mean", a="xs", i="i", comment="", number=7) + OTHER,
        "dee": OTHER + f"\nopen({str(trap)!r}, 'w')\ndef oops(:\n",
        "eve": "def mean(values):\n    raise NotImplementedError\n",
    }
    found = compare_sources(sources, stub=sources["eve"])
    assert found.identical == [["ann", "bob"]]
    assert [(pair.first, pair.second) for pair in found.pairs] == [("ann", "cy"), ("cy", "dee")]
    assert found.pairs[0].of_first > 0.95 > found.pairs[0].of_second
    assert found.compared == 5
    assert not trap.exists()


def test_the_stub_is_no_evidence():
    alike = BODY.format(f="mean", a="xs", i="i", comment="", number=7)
    found = compare_sources({"ann": alike, "bob": alike}, stub=alike)
    assert found.identical == [] and found.pairs == []


@pytest.mark.alone
@pytest.mark.parametrize("source", ["(" * 190_000, "f'{" * 60_000, '"""' + "\\" * 190_000, "\0" * 1000, "\ud800", ""])
def test_hostile_files_cost_little(source):
    started = time.monotonic()
    assert compare_sources({"eve": source}, stub="x = 1\n").compared <= 1
    assert time.monotonic() - started < 6 * CPU_SECONDS


def test_a_file_that_is_too_long_is_named():
    assert "eve" in compare_sources({"eve": "x = 1\n" * 100_000}, stub="").left_out


def test_a_file_that_takes_too_long_is_named_and_the_others_compared(monkeypatch):
    monkeypatch.setattr(similarity, "CPU_SECONDS", 0.1)
    found = compare_sources({"ann": "x = 1\n", "eve": "(" * 190_000}, stub="")
    assert found.left_out == {"eve": "took more than 0.1 s to read"}
    assert found.compared == 1
