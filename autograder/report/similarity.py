"""Which submissions look copied: shared code beyond the stub and beyond what much of the class wrote alike.

copydetect tokenises a module (names become one letter each, comments and layout go) and cuts it into overlapping pieces
of a fixed length. Nothing of a student's is run, imported or even parsed: a file with syntax errors is compared too.
"""

import io
import multiprocessing
import os
import signal
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from tqdm import tqdm

from autograder.errors import UserError

PIECE = 25  # tokens' characters in a piece; copydetect's own default
# Every piece counts instead of a winnowed selection: which ones winnowing picks depends on Python's random hash seed,
# and the same submissions must give the same page.
EVERY_PIECE = 1
LONGEST_SOURCE = 200_000  # characters; a module of the course has 30,000
CPU_SECONDS = 5.0  # for tokenising one file: a hostile one costs no more
LEAST_OWN = 100  # pieces: less code of one's own than this, about five lines, is no evidence
ALIKE = 0.5  # share of the smaller submission's own pieces from which on a pair is listed
MOST_PAIRS = 50


@dataclass(frozen=True)
class Pair:
    """Two submissions and the share of each one's own code that is in the other too."""

    first: str
    second: str
    of_first: float
    of_second: float

    @property
    def share(self) -> float:
        return max(self.of_first, self.of_second)


@dataclass
class Similarity:
    """Groups that are the same but for names, comments and layout; pairs by falling similarity; who was left out."""

    compared: int = 0
    identical: list[list[str]] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    more_pairs: int = 0
    left_out: dict[str, str] = field(default_factory=dict)


def compare_sources(sources: dict[str, str], stub: str) -> Similarity:
    """Compare every submission with every other one; `sources` are the modules by student."""
    found = Similarity()
    alike: dict[bytes, list[str]] = {}
    for student, pieces in _all_pieces(sources, stub):
        if isinstance(pieces, str):
            found.left_out[student] = pieces
        else:
            found.compared += 1
            if len(pieces) >= LEAST_OWN:
                alike.setdefault(pieces.tobytes(), []).append(student)
    found.identical = sorted((sorted(group) for group in alike.values() if len(group) > 1), key=lambda g: (-len(g), g))
    # one of each group stands for it, so that a large group cannot fill the list of pairs
    one_each = {min(group): np.frombuffer(data, dtype=np.int64) for data, group in alike.items()}
    pairs = sorted(_pairs(one_each), key=lambda pair: (-pair.share, pair.first, pair.second))
    found.pairs, found.more_pairs = pairs[:MOST_PAIRS], max(0, len(pairs) - MOST_PAIRS)
    return found


def _all_pieces(sources: dict[str, str], stub: str) -> Iterable[tuple[str, Any]]:
    """The pieces of each submission that are not in the stub, sorted; or the reason why there are none."""
    boilerplate = pieces_of(stub)
    students = sorted(sources)
    jobs = ((student, sources[student], boilerplate) for student in students)
    forked = multiprocessing.get_context("fork")  # so that all workers share one hash seed
    try:
        with ProcessPoolExecutor(len(os.sched_getaffinity(0)), mp_context=forked) as workers:
            results = workers.map(_work, jobs, chunksize=4)
            yield from tqdm(results, total=len(students), desc="similarity", unit="submission", disable=None)
    except BrokenProcessPool:
        raise UserError("the submissions could not be compared: a process that read them was ended.") from None


def _work(job: tuple[str, str, np.ndarray]) -> tuple[str, Any]:
    student, source, boilerplate = job
    if len(source) > LONGEST_SOURCE:
        return student, f"longer than {LONGEST_SOURCE:,} characters"
    signal.signal(signal.SIGVTALRM, _too_slow)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        return student, pieces_of(source, boilerplate)
    except TimeoutError:
        return student, f"took more than {CPU_SECONDS:g} s to read"
    except (RecursionError, MemoryError) as error:
        return student, f"could not be read ({type(error).__name__})"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _too_slow(*_: object) -> None:
    raise TimeoutError


def pieces_of(source: str, boilerplate: np.ndarray | None = None) -> np.ndarray:
    """The hashes of a module's pieces, each once, sorted, without those of the boilerplate."""
    from copydetect import CodeFingerprint  # brings matplotlib's pyplot with it

    file = io.StringIO(source)
    fingerprint = CodeFingerprint("module.py", PIECE, EVERY_PIECE, boilerplate=boilerplate, language="python", fp=file)
    return np.array(sorted(fingerprint.hashes), dtype=np.int64)


def _pairs(pieces: dict[str, np.ndarray]) -> list[Pair]:
    """All pairs that share enough of what is not common in the class."""
    students = sorted(pieces)
    if len(students) < 2:
        return []
    owner = np.repeat(np.arange(len(students)), [len(pieces[student]) for student in students])
    everything = np.concatenate([pieces[student] for student in students])
    order = np.argsort(everything, kind="stable")
    owner, everything = owner[order], everything[order]
    holders = np.split(owner, np.flatnonzero(np.diff(everything)) + 1)
    # what many wrote is the natural way to write it; the same limit as MOSS's, growing with the class
    common = max(10, len(students) // 10)
    shared = np.zeros((len(students), len(students)), dtype=np.int32)
    for group in holders:
        if len(group) <= common:
            shared[np.ix_(group, group)] += 1
    own = shared.diagonal()
    return [
        Pair(students[i], students[j], float(shared[i, j] / own[i]), float(shared[i, j] / own[j]))
        for i, j in combinations(range(len(students)), 2)
        if shared[i, j] >= LEAST_OWN and shared[i, j] >= ALIKE * min(own[i], own[j])
    ]
